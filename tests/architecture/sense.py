"""Typical mistakes in German translations, each of which changes the meaning of an entry.

Each function changes the entry and returns it, or None where it does not apply.
"""

import re
from collections.abc import Callable
from random import Random

import polib

from tests.architecture.german import GERMAN_NOT, PLACES

Turn = Callable[[polib.POEntry, Random], polib.POEntry | None]


def exchange(entry: polib.POEntry, random: Random) -> polib.POEntry | None:
    """Swap singular and plural, or use the singular twice."""
    if not entry.msgid_plural or entry.msgstr_plural[0] == entry.msgstr_plural[1]:
        return None
    one, many = entry.msgstr_plural[0], entry.msgstr_plural[1]
    entry.msgstr_plural = dict(enumerate(random.choice([(many, one), (one, one)])))
    return entry


def negate(entry: polib.POEntry, random: Random) -> polib.POEntry | None:
    """Add a "nicht" too many."""
    words = entry.msgstr.split()
    if len(words) < 3:
        return None
    words.insert(random.randrange(1, len(words)), "nicht")
    entry.msgstr = " ".join(words)
    return entry


def affirm(entry: polib.POEntry, random: Random) -> polib.POEntry | None:
    """Drop a negation."""
    found = list(GERMAN_NOT.finditer(PLACES.sub(lambda place: "_" * len(place[0]), entry.msgstr)))
    if not found:
        return None
    lost = random.choice(found)
    instead = lost[0][1:] if lost[0].lower().startswith("kein") else ""
    entry.msgstr = entry.msgstr[: lost.start()] + instead + entry.msgstr[lost.end() :]
    return entry


def leave(entry: polib.POEntry, _random: Random) -> polib.POEntry | None:
    """Leave the English text."""
    if entry.msgid_plural or entry.msgid == entry.msgstr:
        return None
    entry.msgstr = entry.msgid
    return entry


def misplace(entry: polib.POEntry, random: Random) -> polib.POEntry | None:
    """Break a placeholder: drop or rename it."""
    found = list(PLACES.finditer(entry.msgstr))
    if not found:
        return None
    place = random.choice(found)
    other = re.sub(r"\w+", "anders", place[0], count=1)
    instead = random.choice(["", other]) if other != place[0] else ""
    entry.msgstr = entry.msgstr[: place.start()] + instead + entry.msgstr[place.end() :]
    return entry


SENSE: tuple[Turn, ...] = (exchange, negate, affirm, leave, misplace)
