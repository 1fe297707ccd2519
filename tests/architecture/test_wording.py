"""Wording is no interface: a test that is about something else names a code, not a sentence.

Whoever improves a German text changes the catalogue, and no test falls but those whose subject is
the text (`ABOUT_WORDS`). What a test says instead: `tests/factories/words.py`.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import polib

from tests.architecture.texts import LOCALE, PLACEHOLDER, PROJECT

IN_A_ROW = 5
WORD = re.compile(r"[^\W\d_]+")
TESTS = PROJECT / "tests"

ABOUT_WORDS = {
    "tournament/test_words.py",
}
"""Files whose subject is the words: each says so in its docstring."""

NOT_YET = {
    # browser
    "browser/test_board.py",
    "browser/test_check_in.py",
    "browser/test_check_in_answers.py",
    "browser/test_check_in_new_person.py",
    "browser/test_clock.py",
    "browser/test_desk.py",
    "browser/test_desk_session.py",
    "browser/test_desk_twice.py",
    "browser/test_draw.py",
    "browser/test_fault_pages.py",
    "browser/test_lane_asks.py",
    "browser/test_lane_tabs.py",
    "browser/test_lane_without_enter.py",
    "browser/test_list_lane.py",
    "browser/test_list_lane_alone.py",
    "browser/test_list_lane_paste.py",
    "browser/test_list_lane_touch_offline.py",
    "browser/test_list_lane_value.py",
    "browser/test_out_of_turn.py",
    "browser/test_referee_phone.py",
    "browser/test_rounds.py",
    "browser/test_seat_changes.py",
    "browser/test_server_answers.py",
    "browser/test_sign_in.py",
    "browser/test_totals_lane.py",
    "browser/test_totals_lane_kept.py",
    "browser/test_verification.py",
    # factories
    "factories/forging.py",
    # release
    "release/test_two_versions.py",
    # rules
    "rules/test_standby.py",
}
"""Files that still compare sentences."""


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
    """The strings of a file that hold part of a German text of the program."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    strings = (node.value for node in nodes if isinstance(node, ast.Constant))
    return [
        text
        for text in strings
        if isinstance(text, str) and not german_runs().isdisjoint(runs(text))
    ]


def test_a_sentence_is_quoted_only_where_words_are_the_subject() -> None:
    """What quotes one beside them; and what stands in the lists and quotes none."""
    found = {path.relative_to(TESTS).as_posix(): quoted(path) for path in TESTS.rglob("*.py")}
    listed = ABOUT_WORDS | NOT_YET
    assert {name: texts for name, texts in found.items() if texts and name not in listed} == {}
    assert {name for name in listed if not found.get(name)} == set()
