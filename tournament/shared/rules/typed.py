"""What people type, and write into the cells of lists they send: asked by every form and import.

Whoever reads decides what becomes of a cell that is `Unclear`: a question, a note, a refusal.
"""

import re
from collections.abc import Collection, Iterable

YES = frozenset({"ja", "j", "yes", "y", "x", "✓", "✔", "wahr", "true", "1"})
NO = frozenset({"nein", "n", "no", "falsch", "false", "0"})
NOTHING = frozenset({"", "-", "–"})
"""What stands in a cell that says nothing."""
CENTS = 100

_NUMBER = re.compile("[0-9]{1,4}")
_KEY = re.compile("[0-9]{1,12}")
# More digits than any figure of the game; longer ones stay text and are named by the check.
_WHOLE = re.compile(r"([+\-−–]?)([0-9]{1,6})")
_AMOUNT = re.compile(
    r"(?:€|eur)?\s*([0-9]{1,7})(?:[.,](?:([0-9]{1,2})|[-–]))?\s*(?:€|eur|euro)?", re.IGNORECASE
)
_WRITTEN_AS_TEXT = re.compile(r"'(?=[=+\-@\t\r])")


class Unclear(ValueError):
    """Nobody can tell what was meant."""


def number_in(text: str) -> int | None:
    """The number of a round, a table or a player in an address; None for anything else."""
    return int(text) if _NUMBER.fullmatch(text) else None


def key_in(text: str) -> int | None:
    """The id of a row; None for anything else."""
    return int(text) if _KEY.fullmatch(text) else None


def is_formula(cell: str) -> bool:
    """Whether a cell is calculated; nothing is, so nobody knows what it says."""
    return cell.startswith("=")


def text_of_cell(cell: str) -> str:
    """The text of a cell: none of a formula, and without the sign before what would be one."""
    return "" if is_formula(cell) else _WRITTEN_AS_TEXT.sub("", cell)


def whole_number(text: str) -> int | None:
    """The points or the number a text is, with any kind of minus; None for everything else."""
    found = _WHOLE.fullmatch(text.strip())
    if found is None:
        return None
    sign, digits = found.groups()
    return int(digits) if sign in ("", "+") else -int(digits)


def counted_number(text: str, most: int, words: Iterable[str] = ()) -> int | None:
    """A rank, a table, a position, a start number: from 1 on, "3", "3.", behind a word "Tisch 3".

    None where nothing stands. Raises Unclear for anything else, and for more than the most.
    """
    word = text.strip().casefold()
    if word in NOTHING:
        return None
    before = "|".join(map(re.escape, sorted(words, reverse=True)))
    found = re.fullmatch(rf"(?:{before})\s*([0-9]{{1,8}})\s*\.?|([0-9]{{1,8}})\s*\.?", word)
    number = int(found[1] or found[2]) if found else 0
    if not 1 <= number <= most:
        raise Unclear(text)
    return number


def yes_or_no(text: str, yes: Collection[str] = (), no: Collection[str] = ()) -> bool | None:
    """Yes or no in words, by a cross or a tick, besides in these words; None for nothing.

    Raises Unclear for anything else.
    """
    word = text.strip().casefold()
    if word in YES or word in yes:
        return True
    if word in NO or word in no:
        return False
    if word in NOTHING:
        return None
    raise Unclear(text)


def cents_of(text: str) -> int | None:
    """An amount in euros as cents: "12", "12,50 €", "12,-", "EUR 12"; None where nothing stands.

    Raises Unclear for anything else.
    """
    if not text.strip():
        return None
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        raise Unclear(text)
    whole, part = found.groups()
    return int(whole) * CENTS + int((part or "0").ljust(2, "0"))
