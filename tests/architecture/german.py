"""Check that a German text means the same as the English one, as far as a machine can tell.

Differences that were reviewed and are right are listed in reviewed_german.json: `negations` (how
many negations the German of a text has), `same_forms` (texts whose German singular and plural are
the same), `plurals` (pairs of words), `shared_words` (in both languages), `english_in` (names of
commands and of fields in a text), `as_english` (texts that are the same in both languages),
`numbers` and `places` (texts that have others than the English).
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

import polib

REVIEWED = json.loads(Path(__file__).with_name("reviewed_german.json").read_text("utf-8"))
SHARED_WORDS = frozenset(REVIEWED["shared_words"])
PLURALS = frozenset(map(tuple, REVIEWED["plurals"]))
PLACES = re.compile(r"%\(\w+\)[sd]|%%|%[sd]|\{\w*\}")
ENGLISH_NOT = re.compile(
    r"\b(?:no(?!\.(?:$| %| of))|not|never|cannot|nobody|no one|none|nothing|without|neither|nor"
    r"|nowhere|\w+n['’]t)\b",
    re.IGNORECASE,
)
GERMAN_NOT = re.compile(
    r"\b(?:nein|nicht|kein\w*|nie|niemals|niemand\w*|nichts|ohne|weder|nirgend\w*)\b", re.IGNORECASE
)
NUMBER = re.compile(r"\d+")
WORD = re.compile(r"[A-Za-zÄÖÜäöüß]{3,}")
NO_WORDS = re.compile(
    rf"{PLACES.pattern}|<[^>]*>|https?://\S+|[\w./-]+\.(?:json|csv|md|py|xlsx|ods|zip)"
)
VERBS = {"ist": "sind", "hat": "haben", "wird": "werden", "kann": "können", "muss": "müssen"}


def forms(entry: polib.POEntry) -> list[tuple[str, str]]:
    """Return English and German of a text, or of its singular and its plural."""
    if not entry.msgid_plural:
        return [(entry.msgid, entry.msgstr)]
    one, many = entry.msgstr_plural[0], entry.msgstr_plural[1]
    return [(entry.msgid, one), (entry.msgid_plural, many)]


def faults(entry: polib.POEntry) -> Iterator[str]:
    """Return the faults of a text as sentences."""
    for english, german in forms(entry):
        yield from _turned(english, german)
        yield from _english_words(english, german)
        if _numbers(english) != _numbers(german) and german not in REVIEWED["numbers"]:
            yield f"other numbers: {german}"
    is_other = _places(entry.msgid) != _places(entry.msgstr)
    if is_other and not entry.msgid_plural and entry.msgid not in REVIEWED["places"]:
        yield f"other places: {entry.msgstr}"
    if entry.msgid == entry.msgstr and entry.msgid not in REVIEWED["as_english"]:
        yield f"left in English: {entry.msgstr}"
    if entry.msgid_plural:
        yield from _exchanged(entry)


def _places(text: str) -> Counter[str]:
    return Counter(PLACES.findall(text))


def _numbers(text: str) -> list[str]:
    return sorted(NUMBER.findall(PLACES.sub("", text)))


def _turned(english: str, german: str) -> Iterator[str]:
    found = len(GERMAN_NOT.findall(PLACES.sub("", german)))
    expected = len(ENGLISH_NOT.findall(PLACES.sub("%", english)))
    if found != REVIEWED["negations"].get(english, expected):
        yield f"{found} negations: {german} | {english}"


def _english_words(english: str, german: str) -> Iterator[str]:
    if left := words_in_both(english, german) - set(REVIEWED["english_in"].get(english, ())):
        yield f"left in English ({', '.join(sorted(left))}): {german}"


def words_in_both(english: str, german: str) -> set[str]:
    """Return what the German shares with the English, apart from words common to both languages."""
    words = [set(WORD.findall(NO_WORDS.sub("", text).lower())) for text in (english, german)]
    return words[0] & words[1] - SHARED_WORDS


def _exchanged(entry: polib.POEntry) -> Iterator[str]:
    """Return how a plural does not match its singular; both may be equal where that is German."""
    one, many = entry.msgstr_plural[0], entry.msgstr_plural[1]
    if _places(many) != _places(entry.msgid_plural) or _places(one) - _places(many):
        yield f"other places: {many}"
    if one == many and entry.msgid not in REVIEWED["same_forms"]:
        yield f"no plural: {many}"
    if (single := _places(one)) and _places(many) - single and "1" in NUMBER.findall(many):
        yield f"singular and plural exchanged: {many}"
    for pair in differing_words(one, many):
        if not is_plural(*pair) and pair not in PLURALS:
            yield f"{pair[1]!r} is no plural of {pair[0]!r}: {many}"


def differing_words(one: str, many: str) -> Iterator[tuple[str, str]]:
    """Return the pairs of words in which singular and plural differ."""
    words = [text.split() for text in (one, many)]
    matcher = SequenceMatcher(None, *words, autojunk=False)
    for kind, begin, end, begin_many, end_many in matcher.get_opcodes():
        here, there = words[0][begin:end], words[1][begin_many:end_many]
        if kind == "replace" and len(here) == len(there):
            yield from (
                (a.strip(".,:;()"), b.strip(".,:;()")) for a, b in zip(here, there, strict=True)
            )
        elif kind != "equal":
            yield " ".join(here), " ".join(there)


def is_plural(one: str, many: str) -> bool:
    """Whether a word is the plural of another: Tisch, Tische; fehlt, fehlen; weiterer, weitere."""
    plain = [word.lower().translate(str.maketrans("äöü", "aou")) for word in (one, many)]
    if VERBS.get(one) == many:
        return True
    if plain[0].endswith("t") and plain[1] in (plain[0][:-1] + "en", plain[0][:-1] + "n"):
        return True
    if plain[0].endswith(("er", "es")) and plain[1] == plain[0][:-1]:
        return True
    ends = ("", "e", "n", "en", "er", "ern", "s")
    return one != many and plain[1] in {plain[0] + end for end in ends} and len(many) >= len(one)
