"""What a complaint can end with, in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.model import FREE
from scoring.penalties import RULES
from scoring.referee import DECISIONS, IMMATERIAL, NOTHING, PARAGRAPHS, Decision, Sanction

_WITHOUT_POINTS: Mapping[Decision, str | Promise] = {
    Decision.NO_VIOLATION: _("no violation"),
    Decision.IMMATERIAL: _("immaterial violation"),
    Decision.WARNING: _("warning for unsporting conduct"),
    Decision.DEDUCTION: _("deduction for unsporting conduct"),
    Decision.DISQUALIFICATION: _("disqualification"),
    Decision.FREE: _("Penalty"),
}
_BOUND = _("deduction by a bound decision")

DECISION_NOTES: Mapping[Decision, str | Promise] = {
    Decision.NO_VIOLATION: _("No points. The game goes on."),
    Decision.IMMATERIAL: _("No points. The game goes on and is scored as usual."),
    Decision.MINOR: _("The game goes on and is scored as usual."),
    Decision.SERIOUS: _("The game ends at once."),
    Decision.DECIDED: _("The game ends at once and is scored, with the penalty on top."),
    Decision.WARNING: _("No points. It is shown at the next complaint about the same player."),
    Decision.DEDUCTION: _("Off the total of the tournament. Nobody is credited with the points."),
    Decision.DISQUALIFICATION: _(
        "The player is ranked no more and is not drawn again. The results of the others stay."
    ),
    Decision.FREE: "",
}
"""What a decision means, beside its points."""


PENALTY_RULES = {paragraph: _(rule.words) for paragraph, rule in RULES.items()}
"""What the paragraphs are about under which penalty points are booked."""


def decision_text(paragraph: str) -> str | Promise:
    """What was decided, without the paragraph."""
    if paragraph == PARAGRAPHS[Sanction.BOUND]:
        return _BOUND
    return PENALTY_RULES.get(paragraph) or _WITHOUT_POINTS[DECISIONS[paragraph]]


def decision_words(paragraph: str, *, by_paragraph: bool = True) -> str:
    """What was decided, with the paragraph where there is one: "9.3.2 · minor violation ..."."""
    has_one = by_paragraph and paragraph not in (NOTHING, FREE)
    return f"{paragraph} · {decision_text(paragraph)}" if has_one else str(decision_text(paragraph))


def decisions_offered(*, by_paragraph: bool, may_sanction: bool) -> list[str]:
    """The paragraphs to choose from; deduction and disqualification are the direction's."""
    left_out = {FREE} if by_paragraph else {*RULES, IMMATERIAL, PARAGRAPHS[Sanction.BOUND]}
    of_direction = (Decision.DEDUCTION, Decision.DISQUALIFICATION)
    return [
        paragraph
        for paragraph, decision in DECISIONS.items()
        if paragraph not in left_out and (may_sanction or decision not in of_direction)
    ]
