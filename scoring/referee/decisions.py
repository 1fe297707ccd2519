"""Unsporting conduct, who may complain, what may be decided (TSR 9.2 to 9.5, 9.6.1, 9.7).

The TSR do not say whether a deduction belongs on the list. It has no credit for others and would
break the sum of 0, so it is an adjustment of the tournament, never of a sheet. The list of bound
decisions (9.7.3) is not public: the referee enters the points.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.model import FOUR_TABLE, FREE
from scoring.penalties import RULES, Credit
from scoring.referee.problems import ImpossibleCase, ProblemCode
from scoring.referee.rulings import IMMATERIAL

LARGEST_DEDUCTION = 12


class Sanction(StrEnum):
    """The consequences of unsporting conduct."""

    WARNING = "warning"
    DEDUCTION = "deduction"
    DISQUALIFICATION = "disqualification"
    BOUND = "bound"  # an act for which the referee's aids provide the points


class Authority(StrEnum):
    """Who decides."""

    REFEREE = "referee"
    JURY = "jury"  # Schiedsgericht


PARAGRAPHS: Mapping[Sanction, str] = {
    Sanction.WARNING: "9.7.2a",
    Sanction.DEDUCTION: "9.7.2b",
    Sanction.DISQUALIFICATION: "9.7.2c",
    Sanction.BOUND: "9.7.3",
}


@dataclass(frozen=True, slots=True)
class SanctionRuling:
    """The consequence: `adjustment` is deducted from the tournament total, 0 or -1..-12."""

    sanction: Sanction
    paragraph: str
    decided_by: Authority
    adjustment: int


def sanction_for(sanction: Sanction, points: int = 0) -> SanctionRuling:
    """Return paragraph, authority and adjustment of a sanction.

    `points` is the deduction, 1..12, and 0 for a warning and a disqualification. Raises
    ImpossibleCase: `deduction_without_points`, `deduction_out_of_range`,
    `sanction_without_points`.
    """
    if sanction in (Sanction.WARNING, Sanction.DISQUALIFICATION):
        if points:
            raise ImpossibleCase(ProblemCode.SANCTION_WITHOUT_POINTS, points=points)
    elif points == 0:
        raise ImpossibleCase(ProblemCode.DEDUCTION_WITHOUT_POINTS, most=LARGEST_DEDUCTION)
    elif not 1 <= points <= LARGEST_DEDUCTION:
        raise ImpossibleCase(
            ProblemCode.DEDUCTION_OUT_OF_RANGE, points=points, most=LARGEST_DEDUCTION
        )
    by = Authority.REFEREE if sanction is Sanction.BOUND else Authority.JURY
    return SanctionRuling(sanction, PARAGRAPHS[sanction], by, -points)


def may_complain(
    offender: int, players: frozenset[int], re: frozenset[int] | None = None
) -> frozenset[int]:
    """Return the seats that may complain about a violation of one player (9.6.1).

    `players` are the four in the game. `re` is the Re party if the parties were settled beyond
    doubt at the moment of the violation (5.5.2), so that only the opponents may; else None, and
    everybody but the offender may. A player who has acted since has lost the right (9.6.3). Raises
    ImpossibleCase: `seat_sits_out`, `party_impossible`.
    """
    if offender not in players:
        raise ImpossibleCase(ProblemCode.SEAT_SITS_OUT, seat=offender)
    if re is None:
        return players - {offender}
    if len(players) != FOUR_TABLE or not re <= players or len(re) not in (1, 2):
        raise ImpossibleCase(ProblemCode.PARTY_IMPOSSIBLE, members=len(re))
    return players - re if offender in re else re


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


DECISIONS: Mapping[str, Decision] = {
    NOTHING: Decision.NO_VIOLATION,
    IMMATERIAL: Decision.IMMATERIAL,
    **{
        paragraph: Decision.SERIOUS
        if rule.breaks_off
        else Decision.DECIDED
        if rule.credit is Credit.EITHER
        else Decision.MINOR
        for paragraph, rule in RULES.items()
    },
    PARAGRAPHS[Sanction.WARNING]: Decision.WARNING,
    PARAGRAPHS[Sanction.DEDUCTION]: Decision.DEDUCTION,
    PARAGRAPHS[Sanction.DISQUALIFICATION]: Decision.DISQUALIFICATION,
    PARAGRAPHS[Sanction.BOUND]: Decision.DEDUCTION,
    FREE: Decision.FREE,
}
"""Every paragraph for decisions about complaints."""
