"""The possible decisions about a complaint, by paragraph (TSR 9.2 to 9.5, 9.7)."""

from collections.abc import Mapping
from enum import StrEnum

from scoring.model import FREE
from scoring.penalties import RULES, Credit, Rule
from scoring.referee.conduct import PARAGRAPHS, Sanction
from scoring.referee.rulings import IMMATERIAL

NOTHING = "none"
"""Used as paragraph if there was no violation."""


class Decision(StrEnum):
    """The decision of the referee or the jury."""

    NO_VIOLATION = "no_violation"
    IMMATERIAL = "immaterial"
    MINOR = "minor"
    SERIOUS = "serious"
    DECIDED = "decided"  # in a game that a party has won already
    WARNING = "warning"
    DEDUCTION = "deduction"
    DISQUALIFICATION = "disqualification"
    FREE = "free"  # points with a reason, by rules without a catalogue

    @property
    def is_sanction(self) -> bool:
        """Whether it is about conduct, not about the game (9.7)."""
        return self in (Decision.WARNING, Decision.DEDUCTION, Decision.DISQUALIFICATION)

    @property
    def is_on_list(self) -> bool:
        """Whether its points are on the list of the table (8.2.2)."""
        return self in (Decision.MINOR, Decision.SERIOUS, Decision.DECIDED, Decision.FREE)


def _weight(rule: Rule) -> Decision:
    if rule.breaks_off:
        return Decision.SERIOUS
    return Decision.DECIDED if rule.credit is Credit.EITHER else Decision.MINOR


DECISIONS: Mapping[str, Decision] = {
    NOTHING: Decision.NO_VIOLATION,
    IMMATERIAL: Decision.IMMATERIAL,
    **{paragraph: _weight(rule) for paragraph, rule in RULES.items()},
    PARAGRAPHS[Sanction.WARNING]: Decision.WARNING,
    PARAGRAPHS[Sanction.DEDUCTION]: Decision.DEDUCTION,
    PARAGRAPHS[Sanction.DISQUALIFICATION]: Decision.DISQUALIFICATION,
    PARAGRAPHS[Sanction.BOUND]: Decision.DEDUCTION,
    FREE: Decision.FREE,
}
"""Every paragraph for decisions about complaints."""
