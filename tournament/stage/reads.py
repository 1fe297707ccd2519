"""Queries of the screens in the hall: devices, announcement, standings, podium, draw."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.cup.reads import first_places
from tournament.draw.proof import Program
from tournament.draw.quality import pairs_met, pairs_of_mates
from tournament.draw.table_sizes import FIVE_TABLE
from tournament.models import Draw, Screen, Seat, Stage, Tournament
from tournament.people.reads.players import registration
from tournament.rounds.reads.rounds import round_released, rounds_of
from tournament.seating.reads.proofs import last_list, open_commitment
from tournament.shared.rules.names import ClubName, one_name_each
from tournament.stage.rules import Picture, places_to_call
from tournament.standings.reads.standings import StandingRow, StandingsReport, shown_standings

CONNECTED = timedelta(seconds=40)
"""A screen that has not polled for this long is gone, asleep, or without a network."""


@dataclass(frozen=True, slots=True)
class HallLine:
    """A line of the standings, and the places its player has gained, None without one before."""

    row: StandingRow
    rise: int | None

    @property
    def last(self) -> int | None:
        """The points of the last round."""
        return self.row.rounds[-1] if self.row.rounds else None


@dataclass(frozen=True, slots=True)
class HallStandings:
    """The released standings."""

    report: StandingsReport
    lines: tuple[HallLine, ...]


@dataclass(frozen=True, slots=True)
class CalledPlace:
    """A place of the podium with all who share it; no names before it is called."""

    place: int
    rows: tuple[StandingRow, ...]
    is_called: bool


@dataclass(frozen=True, slots=True)
class BestRound:
    """The most points in one round of the tournament: who made them, each with the round."""

    points: int
    by: tuple[tuple[StandingRow, int], ...]


@dataclass(frozen=True, slots=True)
class DrawFigures:
    """What the seats of a round amount to, in people, tables and pairs of people at one table.

    Of the `pairs`, `met` have sat together in an earlier round, and `mates` are of one club; None
    where nobody has a club. `fives`: tables of five.
    """

    tables: tuple[int, ...]
    players: int
    pairs: int
    met: int
    mates: int | None
    fives: int


@dataclass(frozen=True, slots=True)
class DrawCourse:
    """The progress of a round's draw: empty or None what there is not yet.

    `players` are those playing, of `registered`. `is_proven`: everything was committed before, so
    that everybody can check the draw.
    """

    round: int
    players: int
    registered: int
    closed_at: datetime | None
    commitment: str
    number: int | None
    is_drawn: bool
    is_proven: bool


def stage_of(tournament: Tournament) -> Stage:
    """Return the stage of a tournament, an unsaved default before the first use. One query."""
    return Stage.objects.filter(tournament=tournament).first() or Stage(tournament=tournament)


def hall_announcement(tournament: Tournament) -> tuple[str, datetime | None] | None:
    """Return announcement and end time, None if not shown; no query if the stage is loaded."""
    stage = getattr(tournament, "stage", None)
    if stage is None or Picture.WELCOME not in stage.pictures:
        return None
    return stage.message, stage.until


def connected_screens(stage: Stage, now: datetime) -> tuple[tuple[Screen, bool], ...]:
    """Return the screens let in, and whether each is connected; one query."""
    screens = Screen.objects.filter(stage=stage.pk).order_by("number")
    return tuple((screen, now - screen.seen_at <= CONNECTED) for screen in screens)


def hall_standings(stage: Stage) -> HallStandings | None:
    """Return the released standings; None without. At most thirteen queries."""
    after = round_released(stage.tournament)
    if not after:
        return None
    report = shown_standings(stage.tournament, after)
    before = shown_standings(stage.tournament, after - 1).rows if after > 1 else ()
    ranks = {row.entry_id: row.rank for row in before}
    lines = []
    for row in report.rows:
        rank = ranks.get(row.entry_id)
        rise = None if rank is None or row.rank is None else rank - row.rank
        lines.append(HallLine(row, rise))
    return HallStandings(report, tuple(lines))


def podium(stage: Stage) -> tuple[CalledPlace, ...]:
    """Return the places of the podium, first one first; empty until all score sheets are in."""
    report = shown_standings(stage.tournament)
    if report.nothing_played or report.provisional:
        return ()
    steps = first_places(stage.tournament, report)
    called = places_to_call(step.rank for step in steps)[: stage.places_called]
    return tuple(CalledPlace(step.rank, step.rows, step.rank in called) for step in steps)


def best_round(tournament: Tournament) -> BestRound:
    """Return the most points played in a round; for the hall only when the first is called."""
    found = [
        (points, row, number)
        for row in shown_standings(tournament).rows
        for number, points in enumerate(row.played, start=1)
        if points is not None
    ]
    best = max(points for points, _row, _number in found)
    return BestRound(best, tuple((row, number) for points, row, number in found if points == best))


def draw_figures(tournament: Tournament, number: int) -> DrawFigures:
    """Return what a drawn round amounts to; one query, which reads no later round."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lte=number)
    spelt: dict[str, ClubName] = {}
    rounds: dict[int, dict[int, list[str]]] = {}
    for round, table, entry, *club in seats.order_by("pk").values_list(
        *("round__number", "table__number", "entry", "entry__club__code", "entry__club__name")
    ):
        rounds.setdefault(round, {}).setdefault(table, []).append(str(entry))
        if any(club):
            spelt[str(entry)] = ClubName(*club)
    clubs = one_name_each(spelt.values())
    club_of = {entry: clubs[club] for entry, club in spelt.items()}
    drawn = rounds.pop(number, {})
    before = pairs_met(people for tables in rounds.values() for people in tables.values())
    pairs = pairs_met(drawn.values())
    return DrawFigures(
        tables=tuple(sorted(drawn)),
        players=sum(map(len, drawn.values())),
        pairs=pairs.total(),
        met=sum(pair in before for pair in pairs),
        # Where teams sit in groups lists name no clubs.
        mates=None
        if tournament.shows_teams or not club_of
        else pairs_of_mates(club_of, drawn.values()),
        fives=sum(len(people) == FIVE_TABLE for people in drawn.values()),
    )


def draw_course(tournament: Tournament, program: Program) -> DrawCourse:
    """Return the progress of the next draw, else of the last one; at most seven queries."""
    rounds = rounds_of(tournament)
    upcoming = next((round for round in rounds if not round.published_at), None)
    commitment = None if upcoming else open_commitment(tournament, len(rounds) + 1, program)
    registered, drawn, draw = registration(tournament), None, None
    if commitment is None and rounds:
        drawn = upcoming or rounds[-1]
        draw = Draw.objects.select_related("commitment").get(pk=drawn.draw_id)
        commitment = draw.commitment if draw.commitment and draw.commitment.published_at else None
    closed = last_list(commitment) if commitment else None
    players = registered.to_be_drawn
    if closed:
        players = closed.step.get("expected") or len(closed.step["players"])
    by_audience = draw is not None and draw.by_audience
    return DrawCourse(
        round=drawn.number if drawn else len(rounds) + 1,
        players=drawn.seats.count() + drawn.byes.count() if drawn else players,
        registered=registered.playing,
        closed_at=closed.created_at if closed else None,
        commitment=commitment.value if commitment else "",
        number=draw.lot_number if draw and by_audience else None,  # its secret never
        is_drawn=draw is not None,
        is_proven=bool(commitment and closed and by_audience),
    )
