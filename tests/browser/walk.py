"""One walk through pages of the built site in a real browser, noting what a reader would stumble over.

A page is resized in place; each note says where and what. The tests then ask for one sort of note each, so
that a breach of one property does not hide another.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, TypeAlias, get_args

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, ViewportSize

from tests.browser.sample import is_authored
from tests.support.browser import running_browser
from tests.support.project import ROOT

Scheme: TypeAlias = Literal["light", "dark"]
View: TypeAlias = tuple[Scheme, int]
SCHEMES: tuple[Scheme, ...] = get_args(Scheme)
WIDTHS = (360, 768, 1440)
HEIGHT = 900
VIEWS: list[View] = [(scheme, width) for scheme in SCHEMES for width in WIDTHS]
AXE = ROOT / "tests/node_modules/axe-core/axe.min.js"
WALKERS = 2  # browsers at a time
MOMENT, LONGEST_WAIT = 20, 500  # milliseconds between two looks for open requests, and how many looks
MIDDLE_GREY = 0.5
FEWEST_WORDS = 5

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# The first elements that jut out, to name them.
FURTHEST = """() => [...document.body.querySelectorAll("*")]
  .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map((one) => one.tagName.toLowerCase() + (one.classList.length ? "." + one.classList[0] : ""))
  .slice(0, 3).join(", ")"""
# A change of the scheme is heard of, and painted, within two frames.
BACKGROUND = """async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const painted = [document.body, document.documentElement]
    .map((one) => getComputedStyle(one).backgroundColor);
  const colour = painted.find((one) => !one.endsWith(", 0)")) ?? "rgb(255, 255, 255)";
  const [red, green, blue] = colour.match(/[\\d.]+/g).map(Number);
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}"""
# Preloading reads all style sheets again, for rules about sound and film, of which there is none.
VIOLATIONS = """async () => {
  // A reader's browser has drawn a page before anybody reads it: observers of sizes are heard with the frame.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const found = await axe.run(document, {resultTypes: ["violations"], preload: false});
  return found.violations.filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).slice(0, 3).join("; ")}`);
}"""


@dataclass
class Walk:
    """What was noted, by property; the transferred bytes and the darkness of each page."""

    notes: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    weights: dict[str, int] = field(default_factory=dict)
    visited: list[str] = field(default_factory=list)

    def note(self, about: str, where: str, what: str) -> None:
        """Keep one remark."""
        self.notes[about].append(f"/{where}: {what}")

    def add(self, other: "Walk") -> None:
        """Take over what another walker noted."""
        for about, remarks in other.notes.items():
            self.notes[about] += remarks
        self.weights |= other.weights
        self.visited += other.visited


def walk_site(address: str, paths: Iterable[str], *, is_each_view_audited: bool = True) -> Walk:
    """Visit pages with several browsers at a time.

    An authored page is audited in every view, or in one where another walk does that for the same templates.
    Record pages share their templates, so that each is audited in one view, and each view gets a share.
    """
    numbered = list(enumerate(paths))
    shares = [numbered[start::WALKERS] for start in range(WALKERS)]
    total = Walk()
    with ThreadPoolExecutor(WALKERS) as pool:
        for part in pool.map(partial(_walk_share, address, is_each_view_audited), shares):
            total.add(part)
    return total


def _walk_share(address: str, is_each_view_audited: bool, pages: list[tuple[int, str]]) -> Walk:  # noqa: FBT001 - of partial
    walk = Walk()
    with running_browser() as browser:
        walker = _Walker(browser, address, walk)
        for number, path in pages:
            is_audited_whole = is_each_view_audited and is_authored(path)
            walker.visit(path, VIEWS if is_audited_whole else [VIEWS[number % len(VIEWS)]])
    return walk


class _Walker:
    """One browser with one page for reading, and one that runs no scripts."""

    def __init__(self, browser: Browser, address: str, walk: Walk) -> None:
        self.address = address
        self.walk = walk
        self.path = ""
        self.weight = 0
        self.pending = 0
        self.axe = AXE.read_text(encoding="utf-8")
        self.page = browser.new_context(viewport=_window(WIDTHS[-1]), reduced_motion="reduce").new_page()
        self.scriptless = browser.new_context(
            java_script_enabled=False, viewport=_window(WIDTHS[0])
        ).new_page()
        self._listen(self.page)

    def visit(self, path: str, audited: Collection[View]) -> None:
        """Look at one page in both schemes, run axe in the audited views, and read it without scripts."""
        self.path = path
        first = min(audited)[0]
        for scheme in sorted(SCHEMES, key=lambda one: one != first):
            self.page.emulate_media(color_scheme=scheme)
            if scheme == first or is_authored(path):
                self._open()
                self._measure(scheme)
            self._see(scheme)
            for view in audited:
                if view[0] == scheme:
                    self._audit(view)
        self._read_without_scripts()
        self.walk.visited.append(path)

    def _open(self) -> None:
        self.weight = 0
        self.page.goto(self.address + self.path, wait_until="load")
        for _ in range(LONGEST_WAIT):
            if self.pending == 0:
                break
            self.page.wait_for_timeout(MOMENT)
        else:
            self.walk.note("requests", self.path, f"{self.pending} requests without an end")
        self.walk.weights[self.path] = self.weight
        self.page.evaluate(self.axe)

    def _listen(self, page: Page) -> None:
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.walk.note("errors", self.path, str(error)))
        page.on("request", self._on_request)
        page.on("requestfinished", self._on_end)
        page.on("requestfailed", self._on_failure)
        page.on("response", self._on_response)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.walk.note("errors", self.path, message.text)

    def _on_request(self, request: Request) -> None:
        self.pending += 1
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.walk.note("origins", self.path, request.url)

    def _on_end(self, _request: Request) -> None:
        self.pending -= 1

    def _on_failure(self, request: Request) -> None:
        self.pending -= 1
        self.walk.note("requests", self.path, f"{request.url} failed: {request.failure}")

    def _on_response(self, response: Response) -> None:
        self.weight += int(response.headers.get("content-length", 0))
        if not response.ok:
            self.walk.note("requests", self.path, f"{response.url} gave {response.status}")

    def _see(self, scheme: Scheme) -> None:
        shown = "dark" if self.page.evaluate(BACKGROUND) < MIDDLE_GREY else "light"
        if shown != scheme:
            self.walk.note("schemes", self.path, f"{shown} paper where {scheme} is asked for")

    def _measure(self, scheme: Scheme) -> None:
        headings = self.page.locator("h1").count()
        if headings != 1:
            self.walk.note("headings", self.path, f"{headings} first-level headings")
        for width in WIDTHS:
            self.page.set_viewport_size(_window(width))
            excess = self.page.evaluate(OVERFLOW)
            if excess > 0:
                what = self.page.evaluate(FURTHEST)
                self.walk.note("overflow", self.path, f"{excess} px too wide at {width} ({scheme}): {what}")

    def _audit(self, view: View) -> None:
        scheme, width = view
        self.page.set_viewport_size(_window(width))
        for violation in self.page.evaluate(VIOLATIONS):
            self.walk.note("access", self.path, f"{violation} at {width} ({scheme})")

    def _read_without_scripts(self) -> None:
        self.scriptless.goto(self.address + self.path, wait_until="load")
        main = self.scriptless.locator("main, [role=main]").first
        if not main.locator("h1").first.is_visible():
            self.walk.note("scriptless", self.path, "no visible heading in the main text")
        words = len(main.inner_text().split())
        if words < FEWEST_WORDS:
            self.walk.note("scriptless", self.path, f"only {words} words of main text are visible")


def _window(width: int) -> ViewportSize:
    return {"width": width, "height": HEIGHT}
