"""Queries of a tournament as a whole: the direction's next step, its progress, its losses."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from django.db.models import Count, Q, QuerySet

from tournament.draw.table_sizes import CannotSeat, TableSizes
from tournament.models import (
    Adjustment,
    Call,
    CupStage,
    Draw,
    Entry,
    GameTable,
    MatchDay,
    Payment,
    Penalty,
    Protest,
    Round,
    RoundState,
    SheetVersion,
    Tournament,
)
from tournament.rounds.reads.board import Board, BoardState, board_of
from tournament.rounds.reads.rounds import RoundProgress, round_in_play, round_progress, rounds_of
from tournament.rounds.rules.phases import RoundPhase
from tournament.seating.reads.draws import PLAYING, Changes, changes_since_draw, players_to_draw
from tournament.seating.reads.seat_changes import first_not_begun
from tournament.shared.reads.prepared import Prepared
from tournament.sheets.reads.verifications import unconfirmed_places


class Step(StrEnum):
    """The next step, in the order of the judge's day."""

    ADD_PLAYERS = "add_players"
    CANNOT_SEAT = "cannot_seat"
    CHECK_IN = "check_in"
    DRAW = "draw"
    START_CLOCK = "start_clock"
    ENTER_WHILE_RUNNING = "enter_while_running"
    END_CLOCK = "end_clock"
    END_CLOCK_ALL_IN = "end_clock_all_in"
    ENTER_SHEETS = "enter_sheets"
    VERIFICATIONS_OF_ROUND = "verifications_of_round"
    CLOSE_ROUND = "close_round"
    PUBLISH_NEXT = "publish_next"
    DRAW_NEXT = "draw_next"
    REPAIR_NEXT = "repair_next"
    VERIFICATIONS = "verifications"
    FREEZE = "freeze"
    FINISH = "finish"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step with the figures its sentence needs.

    - `round` is its round; `missing` are the numbers of its tables without a sheet, out of
      `tables`: some are `due`, some `received` at the desk.
    - `is_started`: its clock runs or has run; `is_paused`: it is stopped; `board`: all its tables,
      if they were queried.
    - `gone` and `come`: players who left, or are there without a seat, since the next round's draw.
    - Before the first draw: `players` of `registered` would be drawn, at `sizes`, or not at all
      (`cannot_seat`).
    - `unconfirmed`: results of the round waiting for verification once all sheets are in; after the
      last round those of all rounds, the first of them in `round`.
    """

    step: Step
    round: int = 0
    missing: tuple[int, ...] = ()
    due: tuple[int, ...] = ()
    received: tuple[int, ...] = ()
    tables: int = 0
    is_started: bool = False
    is_paused: bool = False
    gone: int = 0
    come: int = 0
    players: int = 0
    registered: int = 0
    unconfirmed: int = 0
    sizes: TableSizes | None = None
    cannot_seat: CannotSeat | None = None
    board: Board | None = field(default=None, compare=False, repr=False)

    @property
    def phase(self) -> RoundPhase | None:
        """How the round stands whose tables were queried."""
        return self.board.phase if self.board else None


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A drawn round and how many of its sheets are in."""

    round: Round
    progress: RoundProgress


@dataclass(frozen=True, slots=True)
class Misfit:
    """Players seated in a round but gone, or present without a seat."""

    round: int
    changes: Changes
    is_running: bool = False


def next_step(tournament: Tournament, now: datetime) -> NextStep:
    """Return the direction's next step; at most five queries."""
    if tournament.is_over:
        return NextStep(Step.FINISHED)
    rounds = rounds_of(tournament)
    if round := round_in_play(rounds):
        return round_step(tournament, round, now)
    if not rounds:
        to_draw = players_to_draw(tournament)
        players, registered = len(to_draw.drawn), len(to_draw.drawn) + len(to_draw.left_out)
        if not registered:
            step = Step.ADD_PLAYERS
        elif not to_draw.anybody_checked_in:
            step = Step.CHECK_IN
        else:
            step = Step.CANNOT_SEAT if to_draw.cannot_seat else Step.DRAW
        return NextStep(
            step,
            players=players,
            registered=registered,
            sizes=to_draw.sizes,
            cannot_seat=to_draw.cannot_seat,
        )
    upcoming = next((round for round in rounds if not round.published_at), None)
    if upcoming is not None:
        changes = changes_since_draw(upcoming, players_to_draw(tournament))
        return NextStep(
            Step.REPAIR_NEXT if changes else Step.PUBLISH_NEXT,
            round=upcoming.number,
            gone=len(changes.gone),
            come=len(changes.unseated),
        )
    last = len(rounds)
    if last < tournament.rounds_planned:
        return NextStep(Step.DRAW_NEXT, round=last + 1)
    if unconfirmed := unconfirmed_places(tournament):
        first, _table = unconfirmed[0]
        return NextStep(Step.VERIFICATIONS, round=first, unconfirmed=len(unconfirmed))
    return NextStep(Step.FREEZE if tournament.objections_until else Step.FINISH, round=last)


def round_step(tournament: Tournament, round: Round, now: datetime) -> NextStep:
    """Return the next step in a published round that is not closed; at most three queries."""
    board = board_of(tournament, round, now)
    missing = board.missing_tables
    places = () if missing else unconfirmed_places(round.tournament)
    unconfirmed = sum(place.round == round.number for place in places)
    if round.state == RoundState.RUNNING and not missing:
        step = Step.END_CLOCK_ALL_IN
    elif round.state == RoundState.RUNNING:
        step = Step.END_CLOCK if board.ended_at else Step.ENTER_WHILE_RUNNING
    elif not missing:
        step = Step.VERIFICATIONS_OF_ROUND if unconfirmed else Step.CLOSE_ROUND
    elif round.state == RoundState.PUBLISHED and len(missing) == len(board.tables):
        step = Step.START_CLOCK
    else:
        step = Step.ENTER_SHEETS
    return NextStep(
        step,
        round=round.number,
        missing=missing,
        due=board.tables_in(BoardState.DUE),
        received=board.tables_in(BoardState.RECEIVED),
        tables=len(board.tables),
        is_started=round.started_at is not None,
        is_paused=step is Step.ENTER_WHILE_RUNNING and round.paused_at is not None,
        unconfirmed=unconfirmed,
        board=board,
    )


_GONE: Prepared[Entry] = Prepared(
    lambda round: (
        Entry.objects.exclude(status__in=PLAYING)
        .filter(seats__round=round, seats__table__current_version__isnull=True)
        .select_related("person")
        .order_by("number")
    )
)


def misfits(tournament: Tournament) -> tuple[Misfit, ...]:
    """Return mismatches of players and seats, for the next round and a running one.

    In a running round nobody new is seated, and played tables stay: only seats at tables without a
    result count. At most eight queries.
    """
    found = []
    rounds = rounds_of(tournament)
    running = next((each for each in rounds if each.started_at and not each.closed_at), None)
    if running is not None:
        gone = tuple(_GONE(running.pk))
        found.append(Misfit(running.number, Changes(gone, ()), is_running=True))
    first = first_not_begun(tournament)
    if first is not None:
        next_round = next(each for each in rounds if each.number == first)
        changes = changes_since_draw(next_round, players_to_draw(tournament))
        found.append(Misfit(first, changes))
    return tuple(misfit for misfit in found if misfit.changes)


def round_lines(tournament: Tournament) -> tuple[RoundLine, ...]:
    """Return all drawn rounds with their progress; two queries."""
    return tuple(
        RoundLine(round, progress)
        for round, progress in zip(rounds_of(tournament), round_progress(tournament), strict=True)
    )


def stages_of(tournament: Tournament) -> QuerySet[CupStage]:
    """Return the stages of cups that this is the tournament of, or the consolation tournament."""
    return CupStage.objects.filter(Q(tournament=tournament) | Q(consolation=tournament))


def losses_of(tournament: Tournament) -> dict[str, int]:
    """Return what deleting the tournament would lose, counted.

    `people` are those entered nowhere else, `sheets` all versions, `results` the current ones,
    `commitments` the published ones; evenings, match days and stages are those of competitions that
    it is the tournament of.
    """
    entries = Entry.objects.filter(tournament=tournament)
    only_here = entries.annotate(
        elsewhere=Count("person__entries", filter=~Q(person__entries__tournament=tournament))
    )
    tables = GameTable.objects.filter(round__tournament=tournament)
    rows: dict[str, QuerySet] = {
        "players": entries,
        "people": only_here.filter(elsewhere=0),
        "rounds": Round.objects.filter(tournament=tournament),
        "sheets": SheetVersion.objects.filter(table__in=tables),
        "penalties": Penalty.objects.filter(table__in=tables),
        "deductions": Adjustment.objects.filter(entry__in=entries),
        "draws": Draw.objects.filter(tournament=tournament),
        "results": tables.filter(current_version__isnull=False),
        "commitments": tournament.commitments.filter(published_at__isnull=False),
        "payments": Payment.objects.filter(entry__in=entries),
        "complaints": Call.objects.filter(table__in=tables),
        "protests": Protest.objects.filter(table__in=tables),
        "cash_counts": tournament.cash_counts.all(),
        "awards": tournament.prize_awards.all(),
        "evenings": tournament.series_evenings.all(),
        "match_days": MatchDay.objects.filter(tournament=tournament),
        "cup_stages": CupStage.objects.filter(tournament=tournament),
    }
    return {name: found.count() for name, found in rows.items()}
