"""What must never be published, put into sources and published files; each value is made from the seed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.benchmarks.mutations.model import Mutation, Operator, at_lines
from tests.benchmarks.mutations.texts import Entry, before_headings, inserted, spots_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from tests.benchmarks.mutations.ground import Ground

_NAMES = ("jordan", "mkessler", "priya.nair", "t-okafor", "lwang2")
_COMPANIES = ("acme-gmbh.de", "nordwind.io", "brightlake.co", "mail.quarry.net")
_KINDS = ("i", "vpc", "subnet", "sg", "eni", "vol", "ami", "fs")


def _digits(random: Random, count: int) -> str:
    """Return digits that are no round number, no day and no run of one digit."""
    return str(random.randrange(3, 9)) + "".join(random.choice("123456789") for _ in range(count - 1))


def _hexadecimal(random: Random, count: int) -> str:
    return "0" + "".join(random.choice("0123456789abcdef") for _ in range(count - 2)) + "7"


def _letters(random: Random, count: int, letters: str = "ABCDEFGHJKLMNPQRSTUVWXYZ234567") -> str:
    return "".join(random.choice(letters) for _ in range(count))


_MIXED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


_XB = "xb"
"""Names of keys are put together, so that this file is none that holds a key."""


def _address(random: Random) -> str:
    parts = [str(random.randrange(1, 250)) for _ in range(3)]
    first = random.choice(("10", "52", "34"))
    return random.choice(
        (
            ".".join((first, *parts)),
            ".".join(("10", *parts[:2], "0")) + "/24",
            ".".join(("172", str(random.randrange(16, 32)), *parts[:2])),
            ".".join(("192", "168", *parts[:2])) + ":8000",
            "2600:1f18:" + ":".join(_hexadecimal(random, 4) for _ in range(6)),
            "fd00:" + ":".join(_hexadecimal(random, 4) for _ in range(3)) + "::/64",
        )
    )


def _account(random: Random) -> str:
    number = _digits(random, 12)
    return random.choice(
        (
            f"account {number}",
            f"account {number[:4]}-{number[4:8]}-{number[8:]}",
            f"arn:aws:iam::{number}:role/Serving",
            f"{number}.dkr.ecr.us-east-1.amazonaws.com/serve",
        )
    )


def _host(random: Random) -> str:
    parts = [str(random.randrange(1, 250)) for _ in range(3)]
    joined = "-".join(("10", *parts))
    return random.choice(
        (
            f"ip-{joined}",
            f"ip-{joined}.ec2.internal",
            ".".join((f"ip-{joined}", "us-west-2", "compute", "internal")),
            f"ec2-{'-'.join(('52', *parts))}.compute-1.amazonaws.com",
        )
    )


def _key(random: Random) -> str:
    return random.choice(
        (
            "AK" + "IA" + _letters(random, 16),
            "AS" + "IA" + _letters(random, 16),
            "h" + "f_" + _letters(random, 34, _MIXED),
            "gh" + "p_" + _letters(random, 36, _MIXED),
            "github" + "_pat_" + _letters(random, 22, _MIXED) + "_" + _letters(random, 59, _MIXED),
            "AWS_SECRET_ACCESS" + "_KEY=" + _letters(random, 40, _MIXED),
            "-".join(("xo" + _XB, _digits(random, 11), _digits(random, 12), _letters(random, 24, _MIXED))),
        )
    )


_MAKERS: dict[str, Callable[[Random], str]] = {
    "CB1101": _address,
    "CB1102": _account,
    "CB1103": _host,
    "CB1104": lambda random: f"{random.choice(_KINDS)}-{_hexadecimal(random, 17)}",
    "CB1105": lambda random: ":".join(("0a", *(_hexadecimal(random, 2) for _ in range(5)))),
    "CB1106": lambda random: f"{random.choice(_NAMES)}@{random.choice(_COMPANIES)}",
    "CB1107": lambda random: f"/{random.choice(('home', 'Users'))}/{random.choice(_NAMES)}/run/logs",
    "CB1108": _key,
}
_AT_THE_END = (
    ("README.md", "\nAsk {} for it.\n"),
    ("mkdocs.yml", "# {}\n"),
    (".github/workflows/test.yml", '# WHERE: "{}"\n'),
    ("Makefile", "# see {}\n"),
    ("macros/day.py", '# seen on "{}"\n'),
    ("overrides/main.html", "<!-- {} -->\n"),
)


def _in_sources(code: str) -> Callable[[Ground, Random], Iterator[Mutation]]:
    def mutations(ground: Ground, random: Random) -> Iterator[Mutation]:
        """Put it into a page's prose or code, into a record, or into another file of the repository."""
        makers = (_in_prose, _in_code, _in_record, _in_file)
        while True:
            for place in makers:
                secret = _MAKERS[code](random)
                path, line, text = place(ground, random, secret)
                yield Mutation(code, place.__name__[1:], {path: text}, at_lines(code, path, line), "a secret")

    return mutations


def _in_prose(ground: Ground, random: Random, secret: str) -> tuple[str, int, str]:
    page = random.choice(ground.material.pages)
    spots = [spot for spot in spots_of(page) if spot.sort != "front matter"]
    spot = random.choice(spots)
    return page.shown, spot.line, inserted(page.text, spot.offset, f", seen with {secret}")


def _in_code(ground: Ground, random: Random, secret: str) -> tuple[str, int, str]:
    page, line, offset = random.choice(
        [(page, *spot) for page in ground.material.pages for spot in before_headings(page)]
    )
    return page.shown, line + 1, inserted(page.text, offset, f"```sh\nexport TARGET={secret}\n```\n\n")


def _in_record(ground: Ground, random: Random, secret: str) -> tuple[str, int, str]:
    record = random.choice(ground.current("measured", "sourced", "assumed", "gate"))
    entry = Entry(ground.file_of(record), record.key)
    field = random.choice(("note", "caveat"))
    text = entry.with_field(field, f'{field}: "It was seen with {secret} there."')
    written = Entry(text, record.key).field(field)
    assert written
    return record.path, written[0] + 1, text


def _in_file(ground: Ground, random: Random, secret: str) -> tuple[str, int, str]:
    path, form = random.choice([one for one in _AT_THE_END if one[0] in ground.texts])
    text = ground.texts[path].rstrip("\n") + "\n" + form.format(secret)
    return path, len(text.split("\n")) - 1, text


def _in_outputs(code: str) -> Callable[[Ground, Random], Iterator[Mutation]]:
    def mutations(ground: Ground, random: Random) -> Iterator[Mutation]:
        """Put it into the text or an attribute of a built page, or into published JSON, SVG or JavaScript."""
        pages = [one for one in ground.material.outputs or () if one.address.endswith(".html")]
        others = {
            suffix: [
                one
                for one in ground.material.outputs or ()
                if one.address.endswith(suffix) and len(one.text) > 80
            ]
            for suffix in (".json", ".svg", ".js")
        }
        while True:
            secret = _MAKERS[code](random)
            name, shown, text, line = random.choice((_html, _disguised, _attribute, _json, _svg, _script))(
                random, pages, others, secret
            )
            yield Mutation(code, name, {shown: text}, at_lines(code, shown, line), "a secret")

    return mutations


def _put(text: str, offset: int, words: str) -> tuple[str, int]:
    return inserted(text, offset, words), text.count("\n", 0, offset) + 1


def _html(random: Random, pages: list, _: dict, secret: str) -> tuple[str, str, str, int]:  # type: ignore[type-arg]
    page = random.choice(pages)
    spot = random.choice(list(re.finditer(r"</(?:p|dd|li|h1|h2|td)>", page.text)))
    return ("html text", page.shown, *_put(page.text, spot.start(), f" near {secret}"))


def _disguised(random: Random, pages: list, _: dict, secret: str) -> tuple[str, str, str, int]:  # type: ignore[type-arg]
    """Write a sign of it as an entity, or cut it by an element or by a mark of no width."""
    page = random.choice(pages)
    spot = random.choice(list(re.finditer(r"</(?:p|dd|li|h1|h2|td)>", page.text)))
    signs = [place for place, sign in enumerate(secret) if sign in ".:@-/_"] or [len(secret) // 2]
    place = random.choice(signs)
    form = random.choice(("&#{0};", "{1}<wbr>", "{1}\u200b", "&#x{0:x};", "<b>{1}</b>"))
    words = secret[:place] + form.format(ord(secret[place]), secret[place]) + secret[place + 1 :]
    return ("disguised", page.shown, *_put(page.text, spot.start(), f" near {words}"))


def _attribute(random: Random, pages: list, _: dict, secret: str) -> tuple[str, str, str, int]:  # type: ignore[type-arg]
    page = random.choice(pages)
    spot = random.choice(list(re.finditer(r"<(?:p|dd|li|h1|h2|td)(?=[ >])", page.text)))
    return ("html attribute", page.shown, *_put(page.text, spot.end(), f' title="{secret}"'))


def _json(random: Random, _: list, others: dict, secret: str) -> tuple[str, str, str, int]:  # type: ignore[type-arg]
    one = random.choice(others[".json"])
    spot = random.choice(list(re.finditer(r"(?<=[a-z])\.?\"(?=[,}\n])", one.text)))
    return ("json", one.shown, *_put(one.text, spot.start(), f" {secret} "))


def _svg(random: Random, _: list, others: dict, secret: str) -> tuple[str, str, str, int]:  # type: ignore[type-arg]
    one = random.choice(others[".svg"])
    return ("svg", one.shown, *_put(one.text, one.text.index(">") + 1, f"<title>{secret}</title>"))


def _script(random: Random, _: list, others: dict, secret: str) -> tuple[str, str, str, int]:  # type: ignore[type-arg]
    one = random.choice(others[".js"])
    return ("script", one.shown, *_put(one.text, 0, f'/* "{secret}" */'))


OPERATORS = tuple(
    operator
    for code in _MAKERS
    for operator in (
        Operator(code, "in a source", _in_sources(code)),
        Operator(code, "in an output", _in_outputs(code)),
    )
)
