"""Worked examples of games by numbered options, a line each.

A line: section and what it shows; options; the game: N, A (poverty) or S (alone) with the card
points of Re; announcements of Re / Kontra (the levels below included); special points of Re :
Kontra; the winner; the value from Re's view, as a sum. Positions 1 and 2 are Re, alone position 1.
"""

from typing import Any, NamedTuple

from tests.factories.numbered import Told

LEVELS = ("-", "", "k90", "k60", "k30", "k0")
KINDS = {"N": "normal", "A": "poverty", "S": "silent_wedding"}
LETTERS = {
    "d": "doppelkopf", "f": "fox", "k": "karlchen", "l": "karlchen_lost", "h": "heart_ten",
    "t": "heart_trick", "F": "fox_last", "G": "fox_first", "c": "karlchen_caught", "E": "fox_end",
}  # fmt: skip
WINNERS = {"re": "re", "kontra": "kontra", "nobody": None}


class Example(NamedTuple):
    """An example as it is told, and what it is worth."""

    options: dict[str, Any]
    told: Told
    winner: str | None
    value_re: int
    points: tuple[int, ...]


def options_of(cell):
    parts = (part.partition("=") for part in cell.split())
    return {name: int(value) if value.isdecimal() else value or True for name, _, value in parts}


def special_of(letters):
    return {LETTERS[letter]: letters.count(letter) for letter in letters}


def said(word):
    return LEVELS.index(word) if word in LEVELS else 1


def told_of(game, calls, special):
    kind, points, *tricks = game.split()
    re_said, kontra_said = map(said, calls.split("/"))
    re_special, kontra_special = map(special_of, special.split(":"))
    return Told(
        KINDS[kind],
        int(points),
        kontra_no_trick="Ko0" in tricks,
        re_said=re_said,
        kontra_said=kontra_said,
        re_special=re_special,
        kontra_special=kontra_special,
    )


def total(words):
    value = 0
    for word in words.split():
        value = value * int(word[1:]) if word.startswith("*") else value + int(word)
    return value


def read_example(line):
    _name, options, game, calls, special, winner, sum_re = map(str.strip, line.split("|"))
    told, value_re = told_of(game, calls, special), total(sum_re)
    points = (value_re, value_re, -value_re, -value_re)
    if not told.with_partner:
        points = (3 * value_re, -value_re, -value_re, -value_re)
    return Example(options_of(options), told, WINNERS[winner], value_re, points)
