"""The referee's calculators: timely calls, consequences of violations, unsporting conduct.

    judge_call(Call.NO_60, Situation(cards=9, called=frozenset({Call.ANNOUNCEMENT})))
    rule_on(Case(Violation.SERIOUS, offender=3, kind=RowKind.VOLUNTARY_SOLO, soloist=1))
    sanction_for(Sanction.DEDUCTION, points=6)

Codes and values, no sentences. A contradictory question raises ImpossibleCase.
"""

from scoring.referee.calls import (
    Call,
    CallVerdict,
    Reason,
    Situation,
    Wedding,
    judge_call,
    latest_cards,
    latest_table,
)
from scoring.referee.decisions import (
    DECISIONS,
    LARGEST_DEDUCTION,
    NOTHING,
    PARAGRAPHS,
    Authority,
    Decision,
    Sanction,
    SanctionRuling,
    may_complain,
    sanction_for,
)
from scoring.referee.problems import ImpossibleCase, ProblemCode
from scoring.referee.rulings import (
    IMMATERIAL,
    NOTE_PARAGRAPHS,
    SETTLED_BY,
    Booking,
    Case,
    NextDealer,
    Note,
    Outcome,
    Ruling,
    Settling,
    Violation,
    rule_on,
)

__all__ = [
    "DECISIONS",
    "IMMATERIAL",
    "LARGEST_DEDUCTION",
    "NOTE_PARAGRAPHS",
    "NOTHING",
    "PARAGRAPHS",
    "SETTLED_BY",
    "Authority",
    "Booking",
    "Call",
    "CallVerdict",
    "Case",
    "Decision",
    "ImpossibleCase",
    "NextDealer",
    "Note",
    "Outcome",
    "ProblemCode",
    "Reason",
    "Ruling",
    "Sanction",
    "SanctionRuling",
    "Settling",
    "Situation",
    "Violation",
    "Wedding",
    "judge_call",
    "latest_cards",
    "latest_table",
    "may_complain",
    "rule_on",
    "sanction_for",
]
