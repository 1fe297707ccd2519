"""Sorting of names in a list."""

import unicodedata

STROKES = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters that Unicode does not decompose into a base letter and a mark."""


def name_key(list_name: str) -> str:
    """Return a sort key as in DIN 5007-1: ä like a, ß like ss, Ł like l, case ignored."""
    if list_name.isascii():
        return list_name.lower()
    letters = unicodedata.normalize("NFKD", list_name.casefold().translate(STROKES))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
