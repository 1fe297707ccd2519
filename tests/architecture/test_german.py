"""German says what English says: no plural exchanged, nothing negated, nothing left in English."""

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from random import Random

import polib
import pytest

from tests.architecture.german import GERMAN_NOT, PLACES, faults, forms
from tests.architecture.texts import LOCALE

SCRIPTS = Path(__file__).parents[2] / "tournament" / "static" / "tournament"
CHANGES = 200
NOTICED = 0.95
"""Of changes by chance; a "kein" that becomes "eins" in a word nobody knows may slip through."""


@pytest.fixture(scope="module")
def german() -> polib.POFile:
    return polib.pofile(str(LOCALE / "de" / "LC_MESSAGES" / "django.po"))


def test_every_german_text_says_what_the_english_one_says(german):
    found = {entry.msgid: wrong for entry in german if (wrong := list(faults(entry)))}
    assert found == {}, "Right all the same? Note it in tests/architecture/reviewed_german.json."


def test_places_that_scripts_fill_are_filled_by_one(german):
    """`{table}` in a text: some script gives a table."""
    scripts = "".join(path.read_text("utf-8") for path in SCRIPTS.glob("*.js"))
    names = {
        name
        for entry in german
        for english, _german in forms(entry)
        for name in re.findall(r"\{(\w+)\}", english)
    }
    assert {name for name in names if not re.search(rf"\b{name}\b", scripts)} == set()


def test_changes_of_sense_are_noticed(german):
    """Guards the tests above: changes by chance, as somebody makes them by mistake."""
    random = Random(28)
    made = list(changes(german, random))
    missed = [entry.msgstr or entry.msgstr_plural for entry in made if not list(faults(entry))]
    assert len(made) == CHANGES
    assert len(missed) <= CHANGES * (1 - NOTICED), missed


Change = Callable[[polib.POEntry, Random], polib.POEntry | None]


def changes(german: polib.POFile, random: Random) -> Iterator[polib.POEntry]:
    """Texts with one change each, every kind as often as the others."""
    kinds: list[Change] = [exchange, negate, affirm, leave, misplace]
    texts = list(german)
    for number in range(CHANGES):
        kind = kinds[number % len(kinds)]
        changed = None
        while changed is None:
            changed = kind(deepcopy(random.choice(texts)), random)
        yield changed


def exchange(entry: polib.POEntry, random: Random) -> polib.POEntry | None:
    """Singular and plural the wrong way round, or twice the singular."""
    if not entry.msgid_plural or entry.msgstr_plural[0] == entry.msgstr_plural[1]:
        return None
    one, many = entry.msgstr_plural[0], entry.msgstr_plural[1]
    entry.msgstr_plural = dict(enumerate(random.choice([(many, one), (one, one)])))
    return entry


def negate(entry: polib.POEntry, random: Random) -> polib.POEntry | None:
    """A "nicht" too many."""
    words = entry.msgstr.split()
    if len(words) < 3:
        return None
    words.insert(random.randrange(1, len(words)), "nicht")
    entry.msgstr = " ".join(words)
    return entry


def affirm(entry: polib.POEntry, random: Random) -> polib.POEntry | None:
    """A negation lost."""
    found = list(GERMAN_NOT.finditer(PLACES.sub(lambda place: "_" * len(place[0]), entry.msgstr)))
    if not found:
        return None
    lost = random.choice(found)
    instead = lost[0][1:] if lost[0].lower().startswith("kein") else ""
    entry.msgstr = entry.msgstr[: lost.start()] + instead + entry.msgstr[lost.end() :]
    return entry


def leave(entry: polib.POEntry, _random: Random) -> polib.POEntry | None:
    """Left in English."""
    if entry.msgid_plural or entry.msgid == entry.msgstr:
        return None
    entry.msgstr = entry.msgid
    return entry


def misplace(entry: polib.POEntry, random: Random) -> polib.POEntry | None:
    """A place that nothing fills: lost, or called otherwise."""
    found = list(PLACES.finditer(entry.msgstr))
    if not found:
        return None
    place = random.choice(found)
    other = re.sub(r"\w+", "anders", place[0], count=1)
    instead = random.choice(["", other]) if other != place[0] else ""
    entry.msgstr = entry.msgstr[: place.start()] + instead + entry.msgstr[place.end() :]
    return entry
