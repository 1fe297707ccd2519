"""Wording is no interface: a test that is about something else names a code, not a sentence.

Whoever improves a German text changes the catalogue, and no test falls but those whose subject is
the text (`ABOUT_WORDS`). What a test says instead: `tests/factories/words.py`.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import polib

from tests.architecture.texts import LOCALE, PLACEHOLDER, PROJECT

IN_A_ROW = 5
WORD = re.compile(r"\b[^\W\d_]+\b")
JOINED = re.compile(r"""["']\n\s*[frb]{0,2}["']""")
TESTS = PROJECT / "tests"

ABOUT_WORDS = {
    "tournament/test_words.py",
}
"""Files whose subject is the words: each says so in its docstring."""


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """Each row of words in a text; a placeholder ends it."""
    for part in PLACEHOLDER.split(text):
        words = WORD.findall(part)
        yield from zip(*(words[first:] for first in range(IN_A_ROW)), strict=False)


@cache
def german_runs() -> frozenset[tuple[str, ...]]:
    catalogue = polib.pofile(str(LOCALE / "de" / "LC_MESSAGES" / "django.po"))
    texts = ((entry.msgstr, *entry.msgstr_plural.values()) for entry in catalogue)
    return frozenset(chain.from_iterable(map(runs, chain.from_iterable(texts))))


def quoted(path: Path) -> list[str]:
    """What a file holds of a German text of the program; a string over several lines is one."""
    source = JOINED.sub("", path.read_text(encoding="utf-8")).replace("\\n", " ")
    return [" ".join(run) for run in runs(source) if run in german_runs()]


def test_a_sentence_is_quoted_only_where_words_are_the_subject() -> None:
    """What quotes one beside them; and what stands in the list and quotes none."""
    found = {path.relative_to(TESTS).as_posix(): quoted(path) for path in TESTS.rglob("*.py")}
    assert {name: texts for name, texts in found.items() if texts and name not in ABOUT_WORDS} == {}
    assert {name for name in ABOUT_WORDS if not found.get(name)} == set()
