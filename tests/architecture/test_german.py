"""German says what English says: no plural exchanged, nothing negated, nothing left in English."""

import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random

import polib
import pytest

from tests.architecture.german import faults, forms
from tests.architecture.sense import SENSE
from tests.architecture.texts import LOCALE

SCRIPTS = Path(__file__).parents[2] / "tournament" / "static" / "tournament"
CHANGES = 200
NOTICED = 0.95
"""Share of random changes; a "kein" turned into "eins" in an unknown word may go unnoticed."""


@pytest.fixture(scope="module")
def german() -> polib.POFile:
    return polib.pofile(str(LOCALE / "de" / "LC_MESSAGES" / "django.po"))


def test_german_texts_mean_the_same_as_english(german):
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
    """Guards the tests above: random changes of the kind people make by mistake."""
    random = Random(28)
    made = list(changes(german, random))
    missed = [entry.msgstr or entry.msgstr_plural for entry in made if not list(faults(entry))]
    assert len(made) == CHANGES
    assert len(missed) <= CHANGES * (1 - NOTICED), missed


def changes(german: polib.POFile, random: Random) -> Iterator[polib.POEntry]:
    """Return texts with one change each, every kind equally often."""
    texts = list(german)
    for number in range(CHANGES):
        turn = SENSE[number % len(SENSE)]
        changed = None
        while changed is None:
            changed = turn(deepcopy(random.choice(texts)), random)
        yield changed
