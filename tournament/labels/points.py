"""Formatting of points: `+12`, `−4`, `0`; an en dash for no result yet."""

from fractions import Fraction

from django.utils.formats import number_format

from scoring.terms import MINUS, NONE_YET, signed

__all__ = ["MINUS", "NONE_YET", "average_words", "signed"]


def average_words(average: float | Fraction) -> str:
    """Format an average of points to two decimals: `+4,67`."""
    rounded = round(float(average), 2)
    sign = "+" if rounded > 0 else MINUS if rounded < 0 else ""
    return f"{sign}{number_format(abs(rounded), decimal_pos=2)}"
