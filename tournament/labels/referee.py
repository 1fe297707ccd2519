"""The answers of the referee's calculators in words, to be read out at the table.

The codes and their parameters are those of `scoring.referee`. Paragraphs are not in the
sentences: an answer carries its own, to stand beside them.
"""

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.referee import (
    Authority,
    Booking,
    Call,
    CallVerdict,
    ImpossibleCase,
    NextDealer,
    Note,
    Outcome,
    ProblemCode,
    Reason,
    Sanction,
    Settling,
    Violation,
    Wedding,
)

CALLS: Mapping[Call, str | Promise] = {
    Call.ANNOUNCEMENT: pgettext_lazy("call", "Re or Kontra"),
    Call.NO_90: _("no 90"),
    Call.NO_60: _("no 60"),
    Call.NO_30: _("no 30"),
    Call.SCHWARZ: pgettext_lazy("call", "no trick"),
}

WEDDINGS: Mapping[Wedding, str | Promise] = {
    Wedding.NONE: _("no announced wedding"),
    Wedding.NOT_YET: _("wedding, not clarified yet"),
    Wedding.FIRST_TRICK: _("wedding, clarified in the first trick"),
    Wedding.SECOND_TRICK: _("wedding, clarified in the second trick"),
    Wedding.THIRD_TRICK: _("wedding, clarified in the third trick"),
    Wedding.NEVER: _("wedding, goes on as a solo after the third trick"),
}

REASONS: Mapping[Reason, str | Promise] = {
    Reason.IN_TIME: _("In time: %(call)s is allowed with at least %(latest)s cards in hand."),
    Reason.REPLY: _(
        "In time as a reply: %(call)s is allowed with at least %(latest)s cards in hand. "
        "No Absage may follow."
    ),
    Reason.SKIPPING: _(
        "In time: allowed with at least %(latest)s cards in hand. All of this counts: %(counts)s."
    ),
    Reason.COUNTS_ALREADY: _("In time, but %(call)s counts already: it adds nothing."),
    Reason.TOO_LATE: _("Too late: %(call)s needs at least %(latest)s cards in hand."),
    Reason.TOO_LATE_TO_REPLY: _(
        "Too late, even as a reply: %(call)s needs at least %(latest)s cards in hand."
    ),
    Reason.SKIPPED_TOO_LATE: _(
        "Too late: %(missing)s was left out, and that needs at least %(latest)s cards in hand."
    ),
    Reason.ANNOUNCEMENT_MISSING: _(
        "Not allowed: the own party has not called %(missing)s, and that needs at least "
        "%(latest)s cards in hand."
    ),
    Reason.REPLY_ONLY: _(
        "Not allowed: the party may only reply with %(missing)s now, not make an Absage."
    ),
    Reason.AFTER_LATE_REPLY: _(
        "Not allowed: the party called Re or Kontra so late that it was a reply only. "
        "No Absage may follow."
    ),
    Reason.REPEATED: _("Not allowed: the party has called %(call)s already."),
    Reason.WEDDING_NOT_CLARIFIED: _(
        "Too early: in a wedding nothing may be called before the clarifying trick is complete."
    ),
}

VIOLATIONS: Mapping[Violation, str | Promise] = {
    Violation.IMMATERIAL: _("immaterial violation"),
    Violation.MINOR: _("minor violation"),
    Violation.SERIOUS: _("serious violation"),
    Violation.DECIDED: _("serious violation in a game already decided"),
}

SETTLING_QUESTIONS: Mapping[Settling, str | Promise] = {
    Settling.SOLO_NAMED: _("Was the solo already named?"),
    Settling.THIRD_TRICK: _("Was the third trick complete?"),
    Settling.SECOND_QUEEN: _("Was the second queen of clubs already played?"),
}

OUTCOMES: Mapping[Outcome, str | Promise] = {
    Outcome.CONTINUES: _("The game goes on and is scored as usual."),
    Outcome.SCORED: _("The game ends at once and is scored, with the penalty on top."),
    Outcome.REPEATED: _("The game ends at once and counts as not played. It is dealt again."),
    Outcome.LAPSES: _(
        "The game ends at once and counts as not played. Time is up: it is not dealt again."
    ),
    Outcome.COUNTS_AS_PLAYED: _("The solo ends at once and counts as played."),
}

NEXT_DEALERS: Mapping[NextDealer, str | Promise] = {
    NextDealer.SAME: _("The same dealer deals again."),
    NextDealer.NEXT: _("The next position deals."),
}

BOOKINGS: Mapping[Booking, str | Promise] = {
    Booking.NOWHERE: _("Nothing is written on the list."),
    Booking.GAME: _("The penalty stands in the row of this game."),
    Booking.REPETITION: _("The penalty stands in the row of the repeated game."),
    Booking.NEXT_GAME: _(
        "The penalty stands in the row of the next game, or of the last one if none follows."
    ),
}

NOTES: Mapping[Note, str | Promise] = {
    Note.INITIALS: _("The referee initials the penalty on the list."),
    Note.PARITY: _("From here odd and even totals may stand side by side."),
    Note.REMAINING_TRICKS: _(
        "All tricks from the violation on go to the party that did not commit it."
    ),
    Note.NO_EXTRA_POINTS: _("No further extra points are given."),
    Note.WRITE_ZEROS: _("The solo stands on the list with 0 for all."),
    Note.FORCED_LATER: _("The compulsory solo is still owed and is played as a forced one."),
}

SANCTIONS: Mapping[Sanction, str | Promise] = {
    Sanction.WARNING: _("Warning. Further misconduct leads to a deduction or disqualification."),
    Sanction.DEDUCTION: _(
        "Deduction from the total, 12 points at most. Nobody is credited, and it never stands "
        "on a score sheet."
    ),
    Sanction.DISQUALIFICATION: _("Disqualification."),
    Sanction.BOUND: _(
        "Fixed deduction for a defined act. Nobody is credited, and it never stands on a score "
        "sheet."
    ),
}

AUTHORITIES: Mapping[Authority, str | Promise] = {
    Authority.REFEREE: _("The referee decides."),
    Authority.JURY: _("The jury decides. The referee convenes it."),
}

PROBLEMS: Mapping[ProblemCode, str | Promise] = {
    ProblemCode.CARDS_OUT_OF_RANGE: _("Nobody holds %(cards)s cards: 0 to %(most)s are possible."),
    ProblemCode.WEDDING_CLARIFIED_BY_NOW: _(
        "With %(cards)s cards in hand the third trick is over: every wedding is clarified by then."
    ),
    ProblemCode.REPLY_WITHOUT_ANNOUNCEMENT: _(
        "A reply is Re or Kontra: please mark it among the calls of the own party."
    ),
    ProblemCode.REPLY_TO_NOTHING: _("A reply needs a call of the opponents before it."),
    ProblemCode.TABLE_SIZE_UNKNOWN: _("A table has four or five players, not %(size)s."),
    ProblemCode.SEAT_UNKNOWN: _("There is no position %(seat)s, only 1 to %(table_size)s."),
    ProblemCode.SEAT_SITS_OUT: _(
        "Position %(seat)s does not play in this game. For what someone does who sits out there "
        "is no rule: please decide freely."
    ),
    ProblemCode.DEALER_MISSING: _("At a table of five the dealer of the game is needed."),
    ProblemCode.SOLOIST_MISSING: _("The soloist is missing."),
    ProblemCode.SOLOIST_WITHOUT_SOLO: _(
        "Position %(soloist)s cannot be a soloist: the game is played two against two."
    ),
    ProblemCode.FORCED_WITHOUT_DUTY: _("Only a compulsory solo can be forced."),
    ProblemCode.ABSAGEN_OUT_OF_RANGE: _("%(absagen)s Absagen are not possible: 0 to %(most)s are."),
    ProblemCode.HARM_UNDECIDED: _(
        "Could the violation of position %(offender)s harm the soloist (position %(soloist)s)? "
        "The referee decides."
    ),
    ProblemCode.DEDUCTION_OUT_OF_RANGE: _("Deductions must be between 1 and %(most)s points."),
    ProblemCode.DEDUCTION_WITHOUT_POINTS: _("The points of the deduction are missing."),
    ProblemCode.SANCTION_WITHOUT_POINTS: _("This sanction takes no points away."),
    ProblemCode.PARTY_IMPOSSIBLE: _("The Re party has one or two of the four players."),
}

NOTHING_POSSIBLE = _("Nothing more can be called with these cards.")
STILL_POSSIBLE = _("Still possible: %(calls)s.")


def call_sentence(verdict: CallVerdict) -> str:
    """Whether a call is in time, and why."""
    words = {
        "call": CALLS[verdict.call],
        "latest": verdict.latest_cards,
        "missing": verdict.missing and CALLS[verdict.missing],
        "counts": call_names(verdict.counts),
    }
    return str(REASONS[verdict.reason]) % words


def possible_sentence(verdict: CallVerdict) -> str:
    """What the player may call now."""
    if not verdict.possible:
        return str(NOTHING_POSSIBLE)
    return str(STILL_POSSIBLE) % {"calls": call_names(verdict.possible)}


def call_names(calls: Iterable[Call]) -> str:
    """Calls in words: "Re or Kontra, no 90"."""
    return ", ".join(str(CALLS[call]) for call in calls)


def problem_sentence(problem: ImpossibleCase) -> str:
    """Why a question cannot be answered."""
    return str(PROBLEMS[problem.code]) % problem.params
