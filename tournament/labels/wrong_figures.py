"""Where the slip may be when games and the figures below them do not agree."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournament.labels.points import signed


def where_the_slip_may_be(params: Mapping[str, Any]) -> str:
    """Return what the games come to, and which game may be wrong; nothing where one figure is off.

    Which of both is the slip, a game or the sum beside it, is not known here; sums that agree
    among themselves are probably right.
    """
    return _right_figures(params) + _one_row_off(params)


def _right_figures(params: Mapping[str, Any]) -> str:
    """What the games come to for all positions that are off, where it is more than the one named.

    Which of both is the slip, a game or the sum beside it, is not known here.
    """
    right = [
        _("position %(seat)s: %(figure)s") % {"seat": seat, "figure": signed(figure)}
        for seat, figure in zip(params["seats"], params["right_figures"], strict=True)
    ]
    if len(right) < 2:
        return ""
    return " " + _("By the games it would be %(figures)s.") % {"figures": ", ".join(right)}


def _one_row_off(params: Mapping[str, Any]) -> str:
    """That the figures below the games agree among themselves: then one game may be wrong."""
    rows = params.get("rows")
    if not rows:
        return ""
    sentence = _(
        "The figures agree among themselves, so one game may be wrong, of these: %(games)s."
    )
    return " " + sentence % {"games": ", ".join(map(str, rows))}
