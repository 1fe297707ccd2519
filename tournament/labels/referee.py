"""Answers of the referee's calculators in words, to be read out at the table.

Codes and parameters are those of `scoring.referee`. Paragraphs are not part of the sentences: an
answer carries its own, shown beside them.
"""

from collections.abc import Collection, Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.model import FREE
from scoring.outlook import FiguresDoNotFit, Outlook
from scoring.penalties import RULES
from scoring.referee import (
    DECISIONS,
    LARGEST_DEDUCTION,
    NOTE_PARAGRAPHS,
    NOTHING,
    PARAGRAPHS,
    Authority,
    Booking,
    Call,
    CallVerdict,
    Case,
    Decision,
    NextDealer,
    Note,
    Outcome,
    ProblemCode,
    Reason,
    Ruling,
    Sanction,
    SanctionRuling,
    Settling,
    Violation,
    Wedding,
)
from scoring.terms import RowKind
from tournament.labels.lines import ABSAGE_WORDS, coming_sentences
from tournament.labels.points import signed
from tournament.labels.rounds import ROUND_REFUSALS
from tournament.sheets.rules.table_rules import TableRules

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
    **dict.fromkeys(
        (Decision.NO_VIOLATION, Decision.IMMATERIAL),
        _("No points. The game goes on and is scored as usual."),
    ),
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
"""What a decision means, besides its points."""


PENALTY_RULES = {paragraph: _(rule.words) for paragraph, rule in RULES.items()}
"""Subjects of the paragraphs under which penalty points are booked."""


def decision_text(paragraph: str) -> str | Promise:
    """Return the decision, without the paragraph."""
    if paragraph == PARAGRAPHS[Sanction.BOUND]:
        return _BOUND
    return PENALTY_RULES.get(paragraph) or _WITHOUT_POINTS[DECISIONS[paragraph]]


def decision_words(paragraph: str, *, by_paragraph: bool = True) -> str:
    """Return the decision, with its paragraph if it has one: "9.3.2 · minor violation ..."."""
    has_one = by_paragraph and paragraph not in (NOTHING, FREE)
    return f"{paragraph} · {decision_text(paragraph)}" if has_one else str(decision_text(paragraph))


Line = tuple[str, str]  # a sentence of an answer and its paragraph, empty if there is none

CALLS: Mapping[Call, str | Promise] = {
    Call.ANNOUNCEMENT: pgettext_lazy("call", "Re or Kontra"),
    **dict(zip(list(Call)[1:], ABSAGE_WORDS, strict=True)),
}

WEDDINGS: Mapping[Wedding, str | Promise] = {
    Wedding.NONE: _("no announced wedding"),
    Wedding.NOT_YET: _("wedding, not clarified yet"),
    Wedding.FIRST_TRICK: _("wedding, clarified in the first trick"),
    Wedding.SECOND_TRICK: _("wedding, clarified in the second trick"),
    Wedding.THIRD_TRICK: _("wedding, clarified in the third trick"),
    Wedding.NEVER: _("wedding, goes on as a solo after the third trick"),
}

GAMES_OF_CALLS: Mapping[str, str | Promise] = {
    "normal": pgettext_lazy("game", "normal game"),
    "wedding": _("wedding or poverty"),
    "trump_solo": _("solo, also a silent one"),
    "forced": _("forced solo"),
}
"""What decides what may be called, where the rules tell games apart: one kind of each sort."""

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
    Reason.NOT_IN_THIS_GAME: _("Not allowed: in this game nobody can call %(call)s."),
    Reason.ONLY_A_REPLY: _("Not allowed: a soloist may call Re only as a reply to Kontra."),
    Reason.LEFT_OUT: _("Not allowed yet: %(missing)s has to be called first."),
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

PROBLEMS: Mapping[ProblemCode, str | Promise] = {
    ProblemCode.CARDS_OUT_OF_RANGE: _("Nobody holds %(cards)s cards: 0 to %(most)s are possible."),
    ProblemCode.WEDDING_CLARIFIED_BY_NOW: _(
        "With %(cards)s cards in hand the third trick is over: every wedding is clarified by then."
    ),
    ProblemCode.SEAT_UNKNOWN: _("There is no position %(seat)s, only 1 to %(table_size)s."),
    ProblemCode.SEAT_SITS_OUT: _(
        "Position %(seat)s does not play in this game. For what someone does who sits out there "
        "is no rule: please decide freely."
    ),
    ProblemCode.DEALER_MISSING: _("At a table of five the dealer of the game is needed."),
    ProblemCode.SOLOIST_MISSING: _("The soloist is missing."),
    ProblemCode.HARM_UNDECIDED: _(
        "Could the violation of position %(offender)s harm the soloist (position %(soloist)s)? "
        "The referee decides."
    ),
    ProblemCode.DEDUCTION_WITHOUT_POINTS: _(
        "How many points are deducted is missing: 1 to %(most)s."
    ),
    ProblemCode.DEDUCTION_OUT_OF_RANGE: _("Deductions must be between 1 and %(most)s points."),
    ProblemCode.PARTY_IMPOSSIBLE: _("The Re party has one player or two, and all of them play."),
}

NOTHING_POSSIBLE = _("Nothing more can be called with these cards.")
STILL_POSSIBLE = _("Still possible: %(calls)s.")


def call_names(calls: Iterable[Call]) -> str:
    """Return calls in words: "Re or Kontra, no 90"."""
    return ", ".join(str(CALLS[call]) for call in calls)


def call_lines(verdict: CallVerdict) -> list[Line]:
    """Return whether a call is in time, and why; then what the player may call now."""
    words = {
        "call": CALLS[verdict.call],
        "latest": verdict.latest_cards,
        "missing": verdict.missing and CALLS[verdict.missing],
        "counts": call_names(verdict.counts),
    }
    possible = str(NOTHING_POSSIBLE)
    if verdict.possible:
        possible = str(STILL_POSSIBLE) % {"calls": call_names(verdict.possible)}
    return [(str(REASONS[verdict.reason]) % words, verdict.paragraph), (possible, "")]


def ruling_lines(case: Case, ruling: Ruling) -> list[Line]:
    """Return what happens to the game, who deals next, and what goes where on the list."""
    lapses = ruling.outcome is Outcome.LAPSES
    dealing = "4.2.5" if case.kind is RowKind.COMPULSORY_SOLO else "3.3.1"
    if ruling.outcome in (Outcome.REPEATED, Outcome.LAPSES):
        dealing = ruling.paragraph
    next_dealer = str(NEXT_DEALERS[ruling.deals_next])
    if ruling.next_dealer is not None:
        next_dealer += " " + gettext("That is position %(seat)s.") % {"seat": ruling.next_dealer}
    is_unbooked = ruling.booking is Booking.NOWHERE
    booked = str(BOOKINGS[ruling.booking])
    if ruling.rule not in (None, ruling.paragraph):
        booked += " " + gettext("It is booked as %(rule)s.") % {"rule": ruling.rule}
    is_open = ruling.solo_fulfilled is False and Note.FORCED_LATER not in ruling.notes
    still_owed = gettext("The compulsory solo is still owed.")
    return [
        (str(OUTCOMES[ruling.outcome]), "8.5.3" if lapses else ruling.paragraph),
        (next_dealer, dealing),
        *([(still_owed, ruling.paragraph)] if is_open else []),
        (booked, ruling.paragraph if is_unbooked else "7.3.3"),
        *((str(NOTES[note]), NOTE_PARAGRAPHS[note]) for note in ruling.notes),
    ]


def deal_lines(coming: Outlook, at: TableRules) -> list[Line]:
    """Return who deals, who sits out, games left, who owes a solo and who is forced."""
    dealt, *owed = coming_sentences(coming, at)
    next_game = coming.next_game
    if next_game is None:
        lines = [(dealt, "8.5.1")]
    else:
        lines = [(dealt, "4.2.3" if next_game.is_forced else "3.3.1")]
        if at.sits_out:
            words = {"seat": next_game.dealer}
            lines.append((gettext("Position %(seat)s sits out.") % words, "10.1.1"))
    lines += [(sentence, "4.2.3") for sentence in owed]
    if coming.normal_left:
        left = ngettext(
            "%(count)s normal game is left.", "%(count)s normal games are left.", coming.normal_left
        )
        lines.append((left % {"count": coming.normal_left}, "8.5.1"))
    if coming.struck:
        struck = ngettext(
            "%(count)s normal game is struck.", "%(count)s normal games are struck.", coming.struck
        )
        lines.append((struck % {"count": coming.struck}, "8.6"))
    games = "; ".join(
        gettext("game %(game)s: position %(soloist)s, %(dealer)s deals")
        % {"game": each.number, "soloist": each.soloist, "dealer": each.dealer}
        for each in coming.forced_games[coming.is_forced :]
    )
    # Only where nothing can change their order.
    if games and at.duty is not None and at.duty.reserved:
        forced = gettext("Forced if nobody bids freely: %(games)s.")
        if coming.is_forced:
            forced = gettext("Forced after that: %(games)s.")
        lines.append((forced % {"games": games}, "4.2.3"))
    if coming.in_doubt:
        lines.append((gettext("The list contradicts itself: it may be meant otherwise."), ""))
    return lines


def misfit_sentence(misfit: FiguresDoNotFit) -> str:
    """Say why no round can be as far as claimed."""
    words = {"normal": misfit.normal, "most": misfit.most}
    if not misfit.forced_early:
        return str(ROUND_REFUSALS["report_does_not_fit"]) % words
    sentence = gettext(
        "Nobody is forced before the time is up or all %(most)s normal games are played, and "
        "here these are %(normal)s."
    )
    return sentence % words


SANCTIONS: Mapping[Sanction, str | Promise] = {
    Sanction.WARNING: _("warning"),
    Sanction.DEDUCTION: _("deduction from the total"),
    Sanction.DISQUALIFICATION: _("disqualification"),
    Sanction.BOUND: _("bound decision of the referee’s aids"),
}

AUTHORITIES: Mapping[Authority, str | Promise] = {
    Authority.REFEREE: _("The referee decides alone."),
    Authority.JURY: _("The jury decides: please call it together."),
}

CONSEQUENCES: Mapping[Sanction, str | Promise] = {
    Sanction.WARNING: _(
        "No points. Further unsporting conduct leads to a deduction or to disqualification."
    ),
    **dict.fromkeys(
        (Sanction.DEDUCTION, Sanction.BOUND),
        _(
            "%(points)s off the total of the tournament, %(most)s at most. Nobody is credited, and "
            "nothing stands on the list."
        ),
    ),
    Sanction.DISQUALIFICATION: _("The player leaves the tournament. The others keep their points."),
}


def conduct_lines(ruling: SanctionRuling) -> list[Line]:
    """Return what follows from a sanction, and who decides about it."""
    words = {"points": signed(ruling.adjustment), "most": LARGEST_DEDUCTION}
    return [
        (str(CONSEQUENCES[ruling.sanction]) % words, ruling.paragraph),
        (str(AUTHORITIES[ruling.decided_by]), ruling.paragraph),
    ]


def complaint_lines(entitled: Collection[int], acted: Collection[int]) -> list[Line]:
    """Return who may complain, who no longer, and what happens then."""
    left = sorted(set(entitled) - set(acted))
    lost = sorted(set(entitled) & set(acted))
    lines: list[Line] = []
    if left:
        lines.append((gettext("May complain: position %(seats)s.") % _seats(left), "9.6.1"))
    else:
        sentence = gettext("Nobody may complain any more: what was done stands.")
        lines.append((sentence, "9.6.3"))
    if lost:
        sentence = gettext("Position %(seats)s has played on and may complain no more.")
        lines.append((sentence % _seats(lost), "9.6.3"))
    if left:
        lines.append((gettext("The game rests, and the referee is called."), "9.6.5"))
        sentence = gettext("What is complained about first is punished, not what happened first.")
        lines.append((sentence, "9.6.6"))
    return lines


def _seats(seats: Collection[int]) -> dict[str, str]:
    return {"seats": ", ".join(map(str, seats))}
