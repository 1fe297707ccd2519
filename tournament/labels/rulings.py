"""Words of tables that cannot be counted."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.rulings import AVERAGE
from tournament.labels.points import signed

WHYS: dict[str, str | Promise] = {
    "list_lost": gettext_lazy("score sheet lost"),
    "broken_up": gettext_lazy("table broken up"),
    "not_played": gettext_lazy("not played"),
}
"""Why a table cannot be counted."""


def why_words(why: str) -> str:
    """The same in words; what nobody knows as it is stored."""
    return str(WHYS.get(why, why))


def ruling_note(place: str, why: str, reason: str) -> str:
    """The footnote of a ruling; place: "table 5"."""
    words = {"place": place, "why": why_words(why), "reason": reason}
    return _("%(place)s set by the direction (%(why)s): %(reason)s") % words


def rulings_sentence(*, has_control_sum: bool, is_live: bool) -> str:
    """What to know of points marked as ruled; often nothing."""
    sentences = []
    if has_control_sum:
        sentences.append(_("Points that were set are not in the control sum."))
    if is_live:
        sentences.append(
            _("An average of somebody’s other rounds changes until the standings are final.")
        )
    return " ".join(sentences)


def figure_words(figure: object) -> str:
    """The figure a ruling gives: points, or the average."""
    if figure == AVERAGE:
        return _("average of the own other rounds")
    return signed(figure) if isinstance(figure, int) else str(figure)


def ruling_lines(content: Mapping[str, Any]) -> dict[str, str]:
    """The places of a ruling -> what stands there."""
    return {
        _("What happened"): why_words(content["ruling"]),
        _("Reason"): content["reason"],
        **{
            capfirst(_("position %(seat)s") % {"seat": seat}): figure_words(figure)
            for seat, figure in enumerate(content["figures"], 1)
        },
    }
