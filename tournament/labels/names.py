"""The order of names in a list."""

import unicodedata

STROKES = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters that are no base letter with a sign, to Unicode."""


def name_key(list_name: str) -> str:
    """Sort key as DIN 5007-1 has it: ä like a, ß like ss, Ł like l, case ignored."""
    if list_name.isascii():
        return list_name.lower()
    letters = unicodedata.normalize("NFKD", list_name.casefold().translate(STROKES))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
