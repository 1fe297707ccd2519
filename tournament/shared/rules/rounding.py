"""Rounding as people and spreadsheets round what they show: half away from zero."""

from fractions import Fraction


def half_away(figure: float | Fraction, decimals: int = 0) -> Fraction:
    """Round so that a result below zero is as far from it as the same above: ±0.125 is ±0.13."""
    scale = 10**decimals
    exact = abs(Fraction(figure)) * scale
    size = Fraction((2 * exact.numerator + exact.denominator) // (2 * exact.denominator), scale)
    return size if figure > 0 else -size
