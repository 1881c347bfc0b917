"""Examples of our own against bans and gates, and internal text on pages for customers."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from macros.audit.advice import _gates
from macros.records.structures import Denial, Gate
from macros.records.text import parse_text
from tests.benchmarks.mutations.ground import EDITION
from tests.benchmarks.mutations.model import Mutation, Operator, about, at_lines
from tests.benchmarks.mutations.texts import Entry, before_headings, inserted, plain_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from macros.audit.scan import Page
    from macros.records.base import Record
    from macros.records.patterns import Pattern
    from tests.benchmarks.mutations.ground import Ground

_SETTINGS = (
    ("sh", "export {name}={value}"),
    ("sh", "{name}={value} python serve.py"),
    ("dockerfile", "FROM registry.example/serve\nENV {name}={value}"),
    ("yaml", 'containers:\n  - name: serve\n    env:\n      - name: {name}\n        value: "{value}"'),
    ("yaml", 'environment:\n  {name}: "{value}"'),
    ("python", 'import os\nos.environ["{name}"] = "{value}"'),
    ("json", '{{"env": {{"{name}": "{value}"}}}}'),
    ("sh", "srun --export=ALL,{name}={value} serve.sh"),
    ("sh", "mpirun -x {name}={value} ./serve"),
    ("sh", "docker run -e {name}={value} registry.example/serve"),
    ("sh", "docker run --env {name}={value} registry.example/serve"),
    ("sh", "kubectl set env deployment/serve {name}={value}"),
    ("sh", "env {name}={value} ./serve"),
    ("toml", '[env]\n{name} = "{value}"'),
    ("yaml", "data:\n  {name}: '{value}'"),
    ("yaml", "env:\n  - {{name: {name}, value: '{value}'}}"),
    ("python", 'import os\nos.environ.setdefault("{name}", "{value}")'),
    ("python", 'env = dict(os.environ, {name}="{value}")'),
    ("python", 'env = {{"{name}": "{value}"}}'),
    ("json", '{{"name": "{name}", "value": "{value}"}}'),
    ("ini", "Environment={name}={value}"),
)
_CODE = (
    "import deep_ep\nbuffer = deep_ep.Buffer(group)",
    "from deep_ep import Buffer\nbuffer = Buffer(group)",
    "from deep_ep import Buffer as Old\nbuffer = Old(group)",
    "import deep_ep as ep\nbuffer = ep.Buffer(group, 0, 0)",
    "import deep_ep\n\nclass Mine(deep_ep.Buffer):\n    pass",
    'import deep_ep\nmade = getattr(deep_ep, "Buffer")(group)',
)


def _patterns(ground: Ground) -> list[Pattern]:
    denials = [record for record in ground.book.of_kind("denial") if isinstance(record, Denial)]
    return [pattern for denial in denials for pattern in denial.patterns]


def _banned_settings(ground: Ground) -> list[tuple[str, str]]:
    """Return the variables that bans name, each with the values that they ban."""
    return [(one.setting, value) for one in _patterns(ground) if one.setting for value in one.values]


def _launches(ground: Ground) -> list[str]:
    """Return command lines with the options that gates require for a launch."""
    return [
        f"python serve.py {gate.setting.name} {gate.required.text}"
        for gate in ground.book.of_kind("gate")
        if isinstance(gate, Gate) and gate.setting.name.startswith("-") and gate.required.text
    ]


def _fences(
    random: Random, blocks: Sequence[tuple[str, str]], pages: Sequence[Page]
) -> Iterator[tuple[str, int, int, str, str]]:
    """Yield each block in a fence before a heading: path, first and last line of it, text, the block."""
    places = [(page, *spot) for page in pages for spot in before_headings(page)]
    for language, block in blocks:
        page, line, offset = random.choice(places)
        text = inserted(page.text, offset, f"```{language}\n{block}\n```\n\n")
        yield page.shown, line + 1, line + 1 + block.count("\n"), text, block


def _banned(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Show an example that sets what the denylist bans, in one of the forms in which it is set."""
    blocks = [
        (language, form.format(name=name, value=value))
        for language, form in _SETTINGS
        for name, value in _banned_settings(ground)
    ]
    blocks += [("python", code) for code in _CODE]
    blocks += [
        ("sh", f"python serve.py {one.flag}{sign}{value}")
        for one in _patterns(ground)
        for value in (one.values if one.flag else ())
        for sign in " ="
    ]
    blocks += [("yaml", f"ep_size: {size}\ntop_k: {top}") for size, top in ((8, 8), (4, 8), (2, 4))]
    random.shuffle(blocks)
    pages = [page for page in ground.material.pages if not _shows(ground, page, "env.sglang-v2")]
    for path, first, last, text, block in _fences(random, blocks, pages):
        yield Mutation("CB1201", "block", {path: text}, at_lines("CB1201", path, first, last), block)


def _shows(ground: Ground, page: Page, gate: str) -> bool:
    return any(one.identifier == gate for one in shown_gates(ground, page))


def shown_gates(ground: Ground, page: Page) -> list[Gate]:
    """Return the gates that a page shows by its calls."""
    return [gate for call in page.calls for name in call.identifiers for gate in _gates(name, ground.book)]


def _banned_elsewhere(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Set what is banned in a table, in the README or in a workflow; let a gate require it."""
    found = []
    for name, value in _banned_settings(ground):
        for path, words in (
            ("README.md", f"\n```sh\nexport {name}={value}\n```\n"),
            (".github/workflows/test.yml", f'env:\n  {name}: "{value}"\n'),
        ):
            text = ground.texts[path].rstrip("\n") + "\n" + words
            lines = text.split("\n")
            line = next(
                n for n, one in enumerate(lines, 1) if name in one and value in one and n > len(lines) - 5
            )
            found.append(Mutation("CB1201", "file", {path: text}, at_lines("CB1201", path, line), words))
        for page in random.sample(ground.guidance, 4):
            places = list(before_headings(page))
            if places:
                line, offset = random.choice(places)
                words = f"| Variable | Value |\n|---|---|\n| `{name}` | `{value}` |\n\n"
                text = inserted(page.text, offset, words)
                wanted = at_lines("CB1201", page.shown, line + 2)
                found.append(Mutation("CB1201", "table", {page.shown: text}, wanted, words))
    gate = ground.book.typed("env.gin-type", Gate)
    text = Entry(ground.file_of(gate), gate.key).with_field("required", "required: 3")
    found.append(Mutation("CB1201", "gate", {gate.path: text}, about("CB1201", gate.identifier)))
    random.shuffle(found)
    yield from found


def _numbered(ground: Ground) -> list[tuple[str, str]]:
    return [
        (gate.setting.name, gate.required.number)
        for gate in ground.book.of_kind("gate")
        if isinstance(gate, Gate) and gate.required.number and gate.setting.where == "environment"
    ]


def _against_gates(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Show an example with a value against a gate."""
    banned = _banned_settings(ground)
    blocks = [
        (language, form.format(name=name, value=value))
        for language, form in _SETTINGS
        for name, required in _numbered(ground)
        for value in dict.fromkeys((str(int(required) // 2), str(int(required) - 1)))
        if (name, value) not in banned
    ]
    blocks += [
        ("yaml", f"containers:\n  - name: serve\n    securityContext:\n      privileged: {value}")
        for value in ("false", '"false"')
    ]
    random.shuffle(blocks)
    for path, first, last, text, block in _fences(random, blocks, ground.material.pages):
        yield Mutation("CB1202", "block", {path: text}, at_lines("CB1202", path, first, last), block)


def _incomplete(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Show an environment for a framework that leaves one of its gates unset."""
    needed = _numbered(ground)
    pages = [page for page in ground.guidance if not shown_gates(ground, page)]
    blocks = []
    for left, _ in needed:
        lines = [f"export {name}={value}" for name, value in needed if name != left]
        blocks.append(("sh", "\n".join((*lines, _launches(ground)[0]))))
        blocks.append(("sh", "\n".join(lines)))
        env = "\n".join(
            f'      - {{name: {name}, value: "{value}"}}' for name, value in needed if name != left
        )
        blocks.append(("yaml", f"containers:\n  - name: serve\n    env:\n{env}"))
    blocks += [("sh", line) for line in _launches(ground)]
    random.shuffle(blocks)
    for path, first, last, text, block in _fences(random, blocks, pages):
        wanted = at_lines("CB1202", path, first, last)
        yield Mutation("CB1202", "gate left out", {path: text}, wanted, block)


def _internal(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Move something of an internal record to a page of the customer edition: id, title, sentence, part."""
    pages = [one for one in ground.material.outputs or () if one.shown.startswith(EDITION)]
    public = " ".join(
        " ".join((record.title, *(text for _, text in record.texts()))).casefold()
        for record in ground.book
        if record.audience != "internal"
    )
    found = []
    for record in ground.book:
        for name, words in _traces(ground, record) if record.audience == "internal" else ():
            if name != "id" and words.casefold() in public:
                continue
            page = random.choice(pages)
            spots = list(re.finditer(r"</(?:p|dd|li|td)>", page.text))
            spot = random.choice(spots)
            text = inserted(page.text, spot.end() if name == "title" else spot.start(), _as_html(name, words))
            line = page.text.count("\n", 0, spot.start()) + 1
            wanted = about("CB1301", record.identifier)
            found.append(
                Mutation("CB1301", name, {page.shown: text}, wanted, f"{record.identifier} line {line}")
            )
    random.shuffle(found)
    yield from found


def _traces(ground: Ground, record: Record) -> Iterator[tuple[str, str]]:
    yield "id", record.identifier
    yield "title", record.title
    for path, text in record.texts():
        if path[0] in ("says", "caveat", "note", "verify"):
            runs = parse_text(text)
            words = "".join(
                run.text if run.sort != "value" else plain_value(ground.book, _own(record, run.text))
                for run in runs
            )
            if len(words.split()) > 11:
                yield str(path[0]), " ".join(words.split())
                yield "part", " ".join(words.split()[1:-1])
                yield "marked", " ".join(words.split()[1:-1])


def _own(record: Record, name: str) -> str:
    return record.identifier if name == "value" else name


def _as_html(name: str, words: str) -> str:
    if name == "id":
        return f' <a href="../claims/{words}/">record</a>'
    if name == "marked":
        first, *rest = words.split()
        middle = len(rest) // 2
        marked = f"{' '.join(rest[:middle])} <strong>{' '.join(rest[middle:])}</strong>"
        return f" <em>{html.escape(first)}</em> {marked}"
    return f"<p>{html.escape(words)}</p>" if name == "title" else f" {html.escape(words)}"


OPERATORS = (
    Operator("CB1201", "block", _banned),
    Operator("CB1201", "elsewhere", _banned_elsewhere),
    Operator("CB1202", "block", _against_gates),
    Operator("CB1202", "gate left out", _incomplete),
    Operator("CB1301", "internal", _internal),
)
