"""Which test files are near a change by their words: quicker than a run that records coverage.

A test file is near when it, or the path to it, names what was changed: its function, its module, a
German text. The nearest come first.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from pathlib import Path

import polib

from tests.architecture.german import PLACES

MOST = 25
"""Files to try: reading them all takes longer than most of their tests."""
PURE = ("scoring", "rules")
SHORT = 12
"""A text with fewer letters occurs in any test."""


@dataclass(frozen=True)
class Named:
    """The test files of some directories; each change has so many seconds of processor time."""

    directories: Sequence[str]
    seconds: float

    @cached_property
    def _texts(self) -> dict[str, str]:
        found = (Path(each) for each in self.directories)
        files = [file for path in found for file in sorted(path.rglob("test_*.py")) or [path]]
        return {str(file): file.read_text(encoding="utf-8") for file in files}

    def tests_of(self, path: str, line: int) -> list[str]:
        """Return the test files near a line, nearest first; of equals one without a database."""
        near = dict.fromkeys(self._texts, 0.0)
        for word, weight in _words(Path(path), line):
            found = {
                file: min(len(re.findall(word, text)), 5) + 5 * bool(re.search(word, file))
                for file, text in self._texts.items()
            }
            rarity = log((len(found) + 1) / (sum(map(bool, found.values())) or 1))
            for file, times in found.items():
                near[file] += weight * rarity * times
        files = sorted(near, key=lambda file: (-near[file], file.split("/")[1] not in PURE))
        return [file for file in files[:MOST] if near[file]]

    def needed(self, _tests: Sequence[str]) -> float:
        """Return the wall-clock seconds after which no further test begins."""
        return 6 * self.seconds


def _words(path: Path, line: int) -> Iterator[tuple[str, int]]:
    """Return patterns that name a place of a file, with their weights."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".po":
        entry = next(each for each in polib.pofile(str(path)) if each.linenum == line)
        for german in entry.msgstr_plural.values() or [entry.msgstr]:
            yield from ((re.escape(part), 1) for part in PLACES.split(german) if len(part) > SHORT)
        return
    if path.suffix == ".py":
        yield rf"\b{'.'.join(path.with_suffix('').parts)}\b".replace(".", r"\."), 3
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield from _names(node, line)
    for word in (path.parent.name, *re.split("[-_]", path.stem)):
        if len(word) > 2:
            yield re.escape(word.removesuffix("s")), 1


def _names(node: ast.AST, line: int) -> Iterator[tuple[str, int]]:
    for each in ast.walk(node):
        if isinstance(each, ast.FunctionDef | ast.ClassDef) and (
            each.lineno <= line <= (each.end_lineno or line)
        ):
            yield rf"\b{each.name}\b", 4
