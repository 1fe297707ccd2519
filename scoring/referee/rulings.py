"""The consequences of a violation: points, game, solo, deal, list (TSR 9.2 to 9.5).

The referee classifies the violation (immaterial, minor, serious, game already decided), and says
whether a minor one could harm the soloist. Everything else follows from the case.

Where the TSR are silent, the calculator assumes:
- A serious violation of the soloist leaves his compulsory solo open; the same dealer deals again.
  It is ruled by 9.4.4 and booked as 9.4.3, to which that refers: the game has no row, and the row
  of the repetition may be anybody's solo.
- A serious violation against a soloist fulfils the solo, also after time is up or when forced.
- A normal game broken off after time is up lapses (8.5.3), its penalty stays. So does a compulsory
  solo that was bid freely; its soloist is forced to play it afterwards (8.6). The same dealer deals
  the next game, as if the lapsed one had not been.
- At a five-table the credits go to the three others who play; violations of the sitting dealer are
  not regulated and refused here.
- A forced solo is settled as a solo before it is named, since nobody else can play (4.1.9).
- A minor violation before a solo is named is ruled by 9.3.2. In the row of that solo it is booked
  under 9.3.3, with the same points: beside an announced solo the list knows no 9.3.2.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.deal import next_seat
from scoring.model import FIVE_TABLE, FOUR_TABLE, Figures, RowKind
from scoring.penalties import (
    ABSAGEN,
    RULES,
    Credit,
    Offender,
    allowed_patterns,
    breaks_parity,
    pattern,
)
from scoring.referee.problems import ImpossibleCase, ProblemCode

IMMATERIAL = "9.2.3"
"""The paragraph of a violation without consequences."""


class Violation(StrEnum):
    """The referee's classification of a violation (9.2.1, 9.3.1, 9.4.1, 9.5.1)."""

    IMMATERIAL = "immaterial"
    MINOR = "minor"
    SERIOUS = "serious"
    DECIDED = "decided"  # no correct continuation, but a party has won already


class Settling(StrEnum):
    """The event that settles that a game is a solo; until then penalties are those of 2 : 2."""

    SOLO_NAMED = "solo_named"
    THIRD_TRICK = "third_trick"  # complete, and the holder's own like the two before (4.4.3)
    SECOND_QUEEN = "second_queen"  # of clubs, laid by the holder (4.4.5)


SETTLED_BY: Mapping[RowKind, Settling] = {
    RowKind.COMPULSORY_SOLO: Settling.SOLO_NAMED,
    RowKind.VOLUNTARY_SOLO: Settling.SOLO_NAMED,
    RowKind.WEDDING_UNCLARIFIED: Settling.THIRD_TRICK,
    RowKind.SILENT_WEDDING: Settling.SECOND_QUEEN,
}


class Outcome(StrEnum):
    """The consequence for the game."""

    CONTINUES = "continues"
    SCORED = "scored"  # stopped and scored as far as played, the penalty on top
    REPEATED = "repeated"  # not played; the same dealer deals again
    LAPSES = "lapses"  # not played, and time is up
    COUNTS_AS_PLAYED = "counts_as_played"  # a solo, with no points but the penalty


class NextDealer(StrEnum):
    """Who deals the next game."""

    SAME = "same"
    NEXT = "next"


class Booking(StrEnum):
    """The row of the list for the penalty (formats.md: `penalties[].row`)."""

    NOWHERE = "nowhere"  # there are no points
    GAME = "game"
    REPETITION = "repetition"
    NEXT_GAME = "next_game"  # of a lapsed game; the last one, when none follows


class Note(StrEnum):
    """What else the referee has to say or to write."""

    INITIALS = "initials"  # the penalty is initialled on the list
    PARITY = "parity"  # odd and even totals may stand side by side from here
    REMAINING_TRICKS = "remaining_tricks"  # go to the opponents of the offender
    NO_EXTRA_POINTS = "no_extra_points"  # no further ones
    WRITE_ZEROS = "write_zeros"  # the solo is a row with 0 for everybody
    FORCED_LATER = "forced_later"  # time is up, the solo is still owed


NOTE_PARAGRAPHS: Mapping[Note, str] = {
    Note.INITIALS: "8.2.2",
    Note.PARITY: "7.3.3",
    Note.REMAINING_TRICKS: "9.5.1",
    Note.NO_EXTRA_POINTS: "9.5.1",
    Note.WRITE_ZEROS: "9.4.4",
    Note.FORCED_LATER: "8.6",
}


@dataclass(frozen=True, slots=True)
class Case:
    """A violation about which an entitled player has complained (9.6.1).

    - `kind`: the game being played.
    - `solo_settled`: whether the event of SETTLED_BY had happened before the violation; irrelevant
      for games of two against two.
    - `dealer`: may be left out at a four-table.
    - `absagen`: those the other party had made by then (0..4).
    - `harms_soloist`: whether a minor violation can be to his disadvantage, required for an offence
      against a soloist.
    - `time_up`: whether time is over when the game would be dealt again.

    Raises ImpossibleCase: `table_size_unknown`, `dealer_missing`, `seat_unknown`, `seat_sits_out`,
    `soloist_missing`, `soloist_without_solo`, `forced_without_duty`, `absagen_out_of_range`,
    `harm_undecided`.
    """

    violation: Violation
    offender: int
    kind: RowKind = RowKind.NORMAL
    soloist: int | None = None
    solo_settled: bool = True
    forced: bool = False
    table_size: int = FOUR_TABLE
    dealer: int | None = None
    absagen: int = 0
    harms_soloist: bool | None = None
    time_up: bool = False

    def __post_init__(self) -> None:
        if self.table_size not in (FOUR_TABLE, FIVE_TABLE):
            raise ImpossibleCase(ProblemCode.TABLE_SIZE_UNKNOWN, size=self.table_size)
        if self.table_size == FIVE_TABLE and self.dealer is None:
            raise ImpossibleCase(ProblemCode.DEALER_MISSING)
        for seat in (self.offender, self.soloist, self.dealer):
            if seat is not None and not 1 <= seat <= self.table_size:
                raise ImpossibleCase(
                    ProblemCode.SEAT_UNKNOWN, seat=seat, table_size=self.table_size
                )
        for seat in (self.offender, self.soloist):
            if seat is not None and seat == self.sitting_dealer:
                raise ImpossibleCase(ProblemCode.SEAT_SITS_OUT, seat=seat)
        if self.soloist is not None and not self.kind.is_alone:
            raise ImpossibleCase(ProblemCode.SOLOIST_WITHOUT_SOLO, soloist=self.soloist)
        if self.forced and self.kind is not RowKind.COMPULSORY_SOLO:
            raise ImpossibleCase(ProblemCode.FORCED_WITHOUT_DUTY)
        if self.is_solo and self.soloist is None:
            raise ImpossibleCase(ProblemCode.SOLOIST_MISSING)
        is_weighed = self.violation in (Violation.MINOR, Violation.DECIDED)
        is_open = is_weighed and self.is_against_soloist and self.harms_soloist is None
        if is_open and self.soloist is not None:
            raise ImpossibleCase(
                ProblemCode.HARM_UNDECIDED, offender=self.offender, soloist=self.soloist
            )
        if self.absagen not in ABSAGEN:
            most = max(ABSAGEN)
            raise ImpossibleCase(ProblemCode.ABSAGEN_OUT_OF_RANGE, absagen=self.absagen, most=most)

    @property
    def sitting_dealer(self) -> int | None:
        """The dealer without cards of a five-table."""
        return self.dealer if self.table_size == FIVE_TABLE else None

    @property
    def is_solo(self) -> bool:
        """Whether the penalties of a solo apply (9.3.3: it is settled that one is played)."""
        return self.kind.is_alone and (self.solo_settled or self.forced)

    @property
    def is_against_soloist(self) -> bool:
        """Whether a solo is played, and the offender is one of the three others."""
        return self.is_solo and self.offender != self.soloist

    def soloist_under(self, rule: str) -> int | None:
        """Return the soloist for the penalty; before a solo is settled only if about solos."""
        is_named = self.is_solo or RULES[rule].offender is not Offender.ANYONE
        return self.soloist if is_named else None

    def credits_soloist(self, rule: str) -> bool:
        """Whether the soloist gets all where the rule leaves it to the referee (9.5.1)."""
        is_open = RULES[rule].credit is Credit.EITHER
        return is_open and self.is_against_soloist and bool(self.harms_soloist)


@dataclass(frozen=True, slots=True)
class Ruling:
    """The consequences of a case.

    `paragraph` is that of the decision, `rule` the code of the penalty on the list, None without
    points. `points` has one entry per seat, None for the sitting dealer. `solo_fulfilled`: whether
    a compulsory solo is done; None for other games. `next_dealer` is a seat if the dealer is known.
    """

    paragraph: str
    rule: str | None
    points: Figures
    outcome: Outcome
    solo_fulfilled: bool | None
    deals_next: NextDealer
    next_dealer: int | None
    booking: Booking
    notes: tuple[Note, ...]

    def row(self, number: int, *, last: bool = False) -> int | None:
        """Return the row of the penalty, None when there is none.

        `number` is the row of the game, or of its repetition. `last`: no game follows any more.
        """
        if self.booking is Booking.NOWHERE:
            return None
        return number - 1 if last and self.booking is Booking.NEXT_GAME else number


def rule_on(case: Case) -> Ruling:
    """Decide a case."""
    paragraph, outcome = _paragraph(case), _outcome(case)
    is_unplayed = outcome in (Outcome.REPEATED, Outcome.LAPSES)
    # The code on the list is 9.4.3 for any game that was not played.
    rule = paragraph if paragraph in RULES else None
    is_named = case.kind.is_announced_solo and case.soloist is not None
    if is_unplayed:
        rule = "9.4.3"
    elif rule is not None and is_named and not RULES[rule].in_announced_solo:
        rule = "9.3.3a" if case.offender == case.soloist else "9.3.3b2"
    points = _points(case, rule)
    is_compulsory = case.kind is RowKind.COMPULSORY_SOLO
    fulfilled = not is_unplayed if is_compulsory else None
    # The dealer stays after a free compulsory solo and a game not played.
    stays = is_unplayed or (is_compulsory and not case.forced)
    next_dealer = case.dealer
    if next_dealer is not None and not stays:
        next_dealer = next_seat(next_dealer, case.table_size)
    elsewhere = {Outcome.REPEATED: Booking.REPETITION, Outcome.LAPSES: Booking.NEXT_GAME}
    return Ruling(
        paragraph=paragraph,
        rule=rule,
        points=points,
        outcome=outcome,
        solo_fulfilled=fulfilled,
        deals_next=NextDealer.SAME if stays else NextDealer.NEXT,
        next_dealer=next_dealer,
        booking=Booking.NOWHERE if rule is None else elsewhere.get(outcome, Booking.GAME),
        notes=tuple(_notes(rule, points, outcome, fulfilled)),
    )


def _paragraph(case: Case) -> str:
    if case.violation is Violation.IMMATERIAL:
        return IMMATERIAL
    if case.violation is Violation.DECIDED:
        return "9.5.1"
    if case.violation is Violation.SERIOUS:
        return "9.4.4" if case.is_solo else "9.4.3"
    if not case.is_solo:
        return "9.3.2"
    if not case.is_against_soloist:
        return "9.3.3a"
    return "9.3.3b1" if case.harms_soloist else "9.3.3b2"


def _points(case: Case, rule: str | None) -> Figures:
    """Return the pattern of the catalogue."""
    size, sitting = case.table_size, case.sitting_dealer
    if rule is None:
        return tuple(None if seat == sitting else 0 for seat in range(1, size + 1))
    soloist = case.soloist_under(rule)
    if case.credits_soloist(rule):
        return allowed_patterns(rule, case.offender, soloist, size, sitting)[-1]
    return pattern(rule, case.offender, soloist, size, sitting, case.absagen)


def _outcome(case: Case) -> Outcome:
    if case.violation is Violation.DECIDED:
        return Outcome.SCORED
    if case.violation is not Violation.SERIOUS:
        return Outcome.CONTINUES
    if case.is_against_soloist:
        return Outcome.COUNTS_AS_PLAYED
    return Outcome.LAPSES if case.time_up and not case.forced else Outcome.REPEATED


def _notes(
    rule: str | None, points: Figures, outcome: Outcome, fulfilled: bool | None
) -> list[Note]:
    notes = [] if rule is None else [Note.INITIALS]
    if breaks_parity(points):
        notes.append(Note.PARITY)
    if outcome is Outcome.SCORED:
        notes += [Note.REMAINING_TRICKS, Note.NO_EXTRA_POINTS]
    if outcome is Outcome.COUNTS_AS_PLAYED:
        notes.append(Note.WRITE_ZEROS)
    if outcome is Outcome.LAPSES and fulfilled is False:
        notes.append(Note.FORCED_LATER)
    return notes
