"""Which test reaches which line, and how long each takes: a plugin of pytest, and its reader.

Lines of Python are recorded by coverage (one context for each test), lines of scripts by Chromium,
templates by Django. `-p tools.mutants.reached` writes into the directory that the environment
names.
"""

import json
import os
import re
import time
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from coverage import CoverageData
from django.template.base import Template
from django.test.signals import template_rendered

from tournament.shared.reads.static_files import together

DIRECTORY = "KREUZDAME_REACHED"
IN_ORDER = "KREUZDAME_IN_ORDER"
WITHIN = "KREUZDAME_WITHIN"
"""Processor seconds after which no further test begins; six times as many on the wall."""
STATIC = re.compile(r"/static/[0-9a-f]{12}/tournament/(.+)\.js")
RUN = re.compile(r'run\("(.+)", \(\) => \{$')
AT_IMPORT = ""
"""Stands for no test: the line ran at import, and matters to all tests that reach the file."""
LOADED = 0
"""Stands for no line: a page had the script, and may have run any line of it before it was left; or
it was made from the template."""


@dataclass(frozen=True)
class Reached:
    """The record of a test run; tests are named as pytest names them."""

    seconds: Mapping[str, float]
    lines: Mapping[str, Mapping[int, set[str]]]
    """For each file, relative to the project: the tests that reach each of its lines."""

    def tests_of(self, path: str, line: int) -> list[str]:
        """Return the tests that reach a line, then those whose pages had the script and might."""
        in_file = self.lines.get(path, {})
        tests = in_file.get(line, set())
        if AT_IMPORT in tests:
            tests = set().union(*in_file.values()) - {AT_IMPORT}
        return self._in_turn(tests) + self._in_turn(in_file.get(LOADED, set()) - tests)

    def _in_turn(self, tests: set[str]) -> list[str]:
        """Return the quick ones first, one of each file after the other."""
        queues: dict[str, list[str]] = defaultdict(list)
        for test in sorted(tests, key=self._needs):
            queues[test.partition("::")[0]].append(test)
        turns = [(turn, each) for tests in queues.values() for turn, each in enumerate(tests)]
        return [test for _, test in sorted(turns, key=lambda one: (one[0], self._needs(one[1])))]

    def needed(self, tests: Iterable[str]) -> float:
        """Return the seconds these tests took."""
        return sum(map(self._needs, tests))

    def _needs(self, test: str) -> float:
        return self.seconds.get(test, 0.0)


def read(directory: Path, project: Path) -> Reached:
    """Read what the plugin and coverage have left in a directory."""
    lines: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    seconds: dict[str, float] = defaultdict(float)
    for file in directory.glob("seconds-*.json"):
        for test, taken in json.loads(file.read_text(encoding="utf-8")).items():
            seconds[test] += taken
    for file in directory.glob("scripts-*.json"):
        for test, scripts in json.loads(file.read_text(encoding="utf-8")).items():
            for path, numbers in scripts.items():
                for number in (LOADED, *numbers):
                    lines[path][number].add(test)
    if (directory / "coverage").exists():
        data = CoverageData(str(directory / "coverage"))
        data.read()
        for measured in data.measured_files():
            path = str(Path(measured).relative_to(project))
            for number, tests in data.contexts_by_lineno(measured).items():
                lines[path][number] |= {test.rpartition("|")[0] for test in tests}
    return Reached(seconds, lines)


# --- The plugin -----------------------------------------------------------------------------------

_seconds: dict[str, float] = defaultdict(float)
_scripts: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
_now = ""
_begin = time.process_time(), time.monotonic()


def pytest_runtest_logstart(nodeid: str) -> None:
    global _now
    _now = nodeid


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    # What is set up once for many tests counts for the first: nearly nothing.
    if report.when == "call":
        _seconds[report.nodeid] += report.duration


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Apply the requested order of tests or files over any other."""
    global _begin
    _begin = time.process_time(), time.monotonic()  # reading the tests is no time of theirs
    if IN_ORDER in os.environ:
        wished = Path(os.environ[IN_ORDER]).read_text(encoding="utf-8").splitlines()
        places = {test: place for place, test in enumerate(wished)}

        def place(item: pytest.Item) -> int:
            file = item.nodeid.partition("::")[0]
            return places.get(item.nodeid, places.get(file, len(places)))

        items.sort(key=place)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    within = float(os.environ.get(WITHIN, "inf"))
    used, waited = time.process_time() - _begin[0], time.monotonic() - _begin[1]
    if max(used, waited / 6) > within:
        pytest.skip("no time left")


def pytest_configure(config: pytest.Config) -> None:
    if DIRECTORY in os.environ:
        _watch_browsers()
        template_rendered.connect(_note_template)


def pytest_unconfigure() -> None:
    if DIRECTORY not in os.environ:
        return
    directory = Path(os.environ[DIRECTORY])
    scripts = {
        test: {path: [*found] for path, found in of.items()} for test, of in _scripts.items()
    }
    for name, told in (("seconds", _seconds), ("scripts", scripts)):
        # The process that distributes the tests receives their durations; the others keep scripts.
        if told and not (name == "seconds" and "PYTEST_XDIST_WORKER" in os.environ):
            (directory / f"{name}-{os.getpid()}.json").write_text(json.dumps(told))


def _watch_browsers() -> None:
    """Make every page count what its scripts do, and report it before closing."""
    from playwright.sync_api import BrowserContext, Page

    sessions: dict[Page, Any] = {}
    new_page, close_page, close = BrowserContext.new_page, Page.close, BrowserContext.close

    def watched(context: BrowserContext) -> Page:
        page = new_page(context)
        session = sessions[page] = context.new_cdp_session(page)
        session.send("Profiler.enable")
        session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})
        page.on("request", lambda request: _paths_of(request.url))
        return page

    def told(page: Page) -> None:
        session = sessions.pop(page, None)
        if session and not page.is_closed():
            for script in session.send("Profiler.takePreciseCoverage")["result"]:
                _note_script(script)

    def closed_page(page: Page, **options: object) -> None:
        told(page)
        close_page(page, **options)

    def closed(context: BrowserContext, **options: object) -> None:
        for page in context.pages:
            told(page)
        close(context, **options)

    BrowserContext.new_page, Page.close, BrowserContext.close = watched, closed_page, closed


def _note_template(template: Template, **_: object) -> None:
    path = Path(template.origin.name)
    if path.is_relative_to(Path.cwd()):
        _scripts[_now][str(path.relative_to(Path.cwd()))] |= set()


def _note_script(script: dict[str, Any]) -> None:
    paths = _paths_of(script["url"])
    if len(paths) == 1:
        text = Path(paths[0]).read_text(encoding="utf-8")
        _scripts[_now][paths[0]] |= executed_lines(text, script["functions"])
    elif paths:
        text = (together(script["url"].partition("/static/")[2][13:]) or b"").decode()
        lines, starts = executed_lines(text, script["functions"]), begun_at(text)
        for path in paths:
            begin, end = starts[Path(path).stem]
            _scripts[_now][path] |= {line - begin for line in lines if begin < line < end}


def begun_at(text: str) -> dict[str, tuple[int, int]]:
    """Return for each script of a file the line before its first, and the one after its last."""
    lines = text.split("\n")
    begun = [(found[1], at) for at, line in enumerate(lines, 1) if (found := RUN.match(line))]
    ends = [*(at for _, at in begun[1:]), len(lines) + 1]
    return {name: (at, end - 2) for (name, at), end in zip(begun, ends, strict=True)}


def _paths_of(url: str) -> list[str]:
    """Return the project's scripts at an address; note that the test's page had them."""
    address = STATIC.search(url)
    names = address[1].split(".") if address else []
    paths = [f"tournament/static/tournament/{name}.js" for name in names]
    for path in paths:
        _scripts[_now][path] |= set()
    return paths


def executed_lines(text: str, functions: Iterable[Mapping[str, Any]]) -> set[int]:
    """Return the executed lines of a script: an inner range overrides an outer one."""
    ranges = [each for function in functions for each in function["ranges"]]
    counts = [0] * len(text)
    for each in sorted(ranges, key=lambda one: (one["startOffset"], -one["endOffset"])):
        begin, end = each["startOffset"], min(each["endOffset"], len(text))
        counts[begin:end] = [each["count"]] * (end - begin)
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    return {
        bisect_right(starts, place)
        for place, letter in enumerate(text)
        if counts[place] and not letter.isspace()
    }
