"""Formatting of points, `+12`, `−4`, `0`, and of money, `12,50 €`; an en dash for no result yet."""

from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext

from scoring.terms import MINUS, NONE_YET, signed
from tournament.shared.rules.rounding import half_away
from tournament.shared.rules.typed import CENTS

__all__ = ["MINUS", "NONE_YET", "average_words", "match_points_words", "signed"]


def average_words(average: float | Fraction) -> str:
    """Format an average of points to two decimals: `+4,67`."""
    rounded = half_away(average, 2)
    return ("+" if rounded > 0 else "") + _with_decimals(rounded)


def match_points_words(value: float | Fraction) -> str:
    """Format match points, shared ones with a fraction: "3½", "−½", "3,33"."""
    exact = Fraction(value)
    sign, whole = MINUS if exact < 0 else "", int(abs(exact))
    if abs(exact) - whole == Fraction(1, 2):
        return f"{sign}{whole or ''}½"
    return f"{sign}{whole}" if abs(exact) == whole else _with_decimals(half_away(exact, 2))


def _with_decimals(rounded: Fraction) -> str:
    return (MINUS if rounded < 0 else "") + rounded_number(abs(rounded), 2)


def rounded_number(figure: float | Fraction, decimals: int) -> str:
    """Format to so many decimals, rounded: what the language's format would cut off."""
    return number_format(float(half_away(figure, decimals)), decimal_pos=decimals)


def euros(cents: int) -> str:
    """Format with two decimals, negative with a true minus: "−1.234,50 €"."""
    return _written(cents, decimals=2)


def signed_euros(cents: int) -> str:
    """Format a difference: with a plus above zero."""
    return f"+{euros(cents)}" if cents > 0 else euros(cents)


def short_euros(cents: int) -> str:
    """Format whole euros without decimals, for buttons and sentences: "15 €"."""
    return _written(cents, decimals=2 if cents % CENTS else 0)


def _written(cents: int, decimals: int) -> str:
    amount = number_format(
        abs(Decimal(cents)) / CENTS, decimals, use_l10n=True, force_grouping=True
    )
    sign = MINUS if cents < 0 else ""
    return sign + gettext("€%(amount)s") % {"amount": amount}
