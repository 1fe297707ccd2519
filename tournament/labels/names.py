"""The order of names in a list."""

import unicodedata


def name_key(list_name: str) -> str:
    """Sort key as in a German telephone list (DIN 5007-1): ä like a, ß like ss, case ignored."""
    letters = unicodedata.normalize("NFKD", list_name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
