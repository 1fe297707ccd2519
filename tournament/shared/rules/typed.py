"""Parsing of typed values and cells of lists, used by every form and import.

The caller decides how to handle an `Unclear` cell: a question, a note, a refusal.
"""

import re
from collections.abc import Collection, Iterable

YES = frozenset({"ja", "j", "yes", "y", "x", "✓", "✔", "wahr", "true", "1"})
NO = frozenset({"nein", "n", "no", "falsch", "false", "0"})
NOTHING = frozenset({"", "-", "–"})
"""Cells that count as empty."""
CENTS = 100

_NUMBER = re.compile("[0-9]{1,4}")
_KEY = re.compile("[0-9]{1,12}")
# More digits than any figure of the game; longer ones stay text and are reported by the check.
_WHOLE = re.compile(r"([+\-−–]?)([0-9]{1,6})")
_AMOUNT = re.compile(
    r"(?:€|eur)?\s*([0-9]{1,7})(?:[.,](?:([0-9]{1,2})|[-–]))?\s*(?:€|eur|euro)?", re.IGNORECASE
)
_WRITTEN_AS_TEXT = re.compile(r"'(?=[=+\-@\t\r])")


class Unclear(ValueError):
    """The meaning of the text is unclear."""


def number_in(text: str) -> int | None:
    """Return the number of a round, a table or a player in a URL; None for anything else."""
    return int(text) if _NUMBER.fullmatch(text) else None


def key_in(text: str) -> int | None:
    """Return the id of a row; None for anything else."""
    return int(text) if _KEY.fullmatch(text) else None


def is_formula(cell: str) -> bool:
    """Whether a cell is a formula; formulas are not evaluated."""
    return cell.startswith("=")


def text_of_cell(cell: str) -> str:
    """Return the text of a cell: "" for a formula; without the apostrophe that escapes one."""
    return "" if is_formula(cell) else _WRITTEN_AS_TEXT.sub("", cell)


def whole_number(text: str) -> int | None:
    """Return an integer with any kind of minus sign; None for anything else."""
    found = _WHOLE.fullmatch(text.strip())
    if found is None:
        return None
    sign, digits = found.groups()
    return int(digits) if sign in ("", "+") else -int(digits)


def counted_number(text: str, most: int, words: Iterable[str] = ()) -> int | None:
    """Return a positive number (rank, table, position): "3", "3.", after a word "Tisch 3".

    None for an empty cell. Raises Unclear for anything else, and for more than `most`.
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
    """Return yes or no from words, a cross, a tick; None if empty. Raises Unclear."""
    word = text.strip().casefold()
    if word in YES or word in yes:
        return True
    if word in NO or word in no:
        return False
    if word in NOTHING:
        return None
    raise Unclear(text)


def cents_of(text: str) -> int | None:
    """Return euros as cents: "12", "12,50 €", "12,-", "EUR 12"; None if empty. Raises Unclear."""
    if not text.strip():
        return None
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        raise Unclear(text)
    whole, part = found.groups()
    return int(whole) * CENTS + int((part or "0").ljust(2, "0"))
