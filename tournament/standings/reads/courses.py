"""The standings as they came to be, and what is still possible: courses, podium, contenders."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import groupby
from math import ceil
from typing import TypeVar

from scoring.model import FIVE_TABLE
from scoring.rulesets import Scoring
from tournament.models import Bye, Entry, GameTable, Round, RoundState, Seat, SheetKind, Tournament
from tournament.referee.reads import Record, offences_of
from tournament.shared.reads.kept import until_next_entry
from tournament.sheets.rules.results import Result, TournamentResults
from tournament.sheets.rules.table_rules import solos_on_sheet
from tournament.standings.reads.kept_results import shown_results
from tournament.standings.reads.standings import StandingRow, StandingsReport, shown_standings
from tournament.standings.rules.curves import Figures, running_totals
from tournament.standings.rules.standings import ON_THE_PODIUM, Bounds, Contender
from tournament.standings.rules.standings import ranks as ranks_of
from tournament.standings.rules.tie_breaks import keys_of

Row = TypeVar("Row")

Ranks = Mapping[int, int]
"""Ranks by entry id, of those who have one."""
Deductions = Mapping[int, Mapping[int, int]]
"""Deducted points by entry id and round; 0 is no particular round."""
MOST_ON_PODIUM = 9
"""With more people on the first places no podium is shown."""
COURSES, MOST_COURSES = 5, 8
"""Places whose course is drawn, and the most lines that can be told apart."""
TO_BE_PLAYED = (RoundState.DRAWN, RoundState.PUBLISHED, RoundState.RUNNING)


@dataclass(frozen=True, slots=True)
class Courses:
    """The ranks after a round, computed on demand, and the deductions; `played`: the last round.

    `report`: the standings that came to be so.
    """

    report: StandingsReport
    ranks: Callable[[int], Ranks]
    deductions: Deductions
    played: int

    def moved(self, entry_id: int) -> int | None:
        """Return the places gained in the last round, None without a rank in both."""
        before = self.ranks(self.played - 1).get(entry_id)
        now = self.ranks(self.played).get(entry_id)
        return None if before is None or now is None else before - now

    def leaders(self) -> tuple[int, ...]:
        """Return the entries in first place after the last round played."""
        return tuple(pk for pk, rank in self.ranks(self.played).items() if rank == 1)

    def first_since(self, entry_id: int) -> int:
        """Return the round since which a leader has been first without interruption."""
        since = self.played
        while self.ranks(since - 1).get(entry_id) == 1:
            since -= 1
        return since


def shown_courses(tournament: Tournament) -> Courses:
    """Return cached `courses` of the standings, for pages of people: ranks are for everybody."""
    return until_next_entry(tournament, "courses", lambda: courses(shown_standings(tournament)))


def courses(report: StandingsReport) -> Courses:
    """Return the course of these standings, as the lists after each round had it; no query.

    Ranked are the entries of the report: those of a category among themselves.
    """
    deductions: dict[int, dict[int, int]] = {}
    for entry, number, points in report.deducted:
        of_entry = deductions.setdefault(entry, {})
        of_entry[number] = of_entry.get(number, 0) + points
    listed = {row.entry_id for row in report.rows}
    people = [each for each in report.results.people if each.entry_id in listed]
    tie_breaks = keys_of(report.chain)

    @cache
    def ranks(last: int) -> Ranks:
        if last == report.rounds:
            return {row.entry_id: row.rank for row in report.rows if row.rank is not None}
        if not 1 <= last < report.rounds:
            return {}
        # The results as known after the round, of the entries listed then.
        off = {
            entry: sum(points for number, points in each.items() if number <= last)
            for entry, each in deductions.items()
            if min(each) <= last
        }
        known = TournamentResults(
            people=tuple(
                Result(
                    each.entry_id,
                    each.number,
                    each.rounds[:last],
                    off.get(each.entry_id, 0),
                    each.ranked,
                    each.played[:last],
                )
                for each in report.results.people
                if report.began.get(each.entry_id, last + 1) <= last or each.entry_id in off
            ),
            tables=tuple(each for each in report.results.tables if each.round <= last),
            read_games=lambda: report.results.games,
            read_seed=lambda: report.results.seed,
        )
        of_list = {each.entry_id: each for each in known.people}
        ranked = [of_list[each.entry_id] for each in people if each.entry_id in of_list]
        return ranks_of(ranked, tie_breaks, known)

    played = max((each.number for each in report.progress if each.tables_in), default=0)
    return Courses(report, ranks, deductions, played)


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the podium, with everybody who shares the place."""

    rank: int
    rows: tuple[StandingRow, ...]

    @property
    def total(self) -> int:
        """Their common total."""
        return self.rows[0].total


def podium(report: StandingsReport) -> tuple[Step, ...]:
    """Return the first three places, best first; shared ones as in the list (1-1-3, 1-2-2).

    Empty before the first result, and where too many would share the podium.
    """
    rows = _best(report, ON_THE_PODIUM, MOST_ON_PODIUM)
    steps = groupby(rows, key=lambda row: row.rank or 0)
    return tuple(Step(rank, tuple(shared)) for rank, shared in steps)


def first_rows(report: StandingsReport) -> Sequence[StandingRow]:
    """Return the first five places, fewer if those have more than eight people: only whole ones."""
    return _best(report, COURSES, MOST_COURSES)


def _best(report: StandingsReport, places: int, most: int) -> list[StandingRow]:
    if report.nothing_played:
        return []
    return whole_places(report.rows, lambda row: row.rank, places, most)


def whole_places(
    rows: Iterable[Row], rank: Callable[[Row], int | None], places: int, most: int
) -> list[Row]:
    """Return the rows on the first `places`, dropping the last places while there are too many."""
    found = [row for row in rows if (rank(row) or places + 1) <= places]
    while len(found) > most:
        found = [row for row in found if rank(row) != rank(found[-1])]
    return found


def contenders(tournament: Tournament, report: StandingsReport) -> tuple[Contender, ...]:
    """Return everybody ranked, with the number of rounds that may still bring points.

    One query and those of the kept results.
    Rounds that have begun count if the player's table has no result, or nobody's has and a round
    not played counts; later ones unless he has a bye; none once the standings are frozen.
    """
    played = shown_results(tournament).played()
    begun = [each for number, each in played.items() if number <= report.rounds]
    awaited = Counter(entry for each in begun for entry, x in each.points.items() if x is None)
    if report.counting.missed_round is not None:
        waiting = [each.points for each in begun if not each.progress.tables_in]
        awaited.update(
            row.entry_id for points in waiting for row in report.rows if row.entry_id not in points
        )
    later = Bye.objects.filter(round__tournament=tournament, round__number__gt=report.rounds)
    byes = Counter(later.values_list("entry", flat=True))
    planned = report.rounds_planned - report.rounds

    def remaining(entry: int) -> int:
        return 0 if report.frozen_at else planned - byes[entry] + awaited[entry]

    return tuple(
        Contender(row.entry_id, row.total, remaining(row.entry_id))
        for row in report.rows
        if row.rank is not None
    )


def certain_bounds(tournament: Tournament) -> Bounds | None:
    """Return the limits of what a round counts by the rules, without penalties; None without."""
    rules, how = tournament.rule_set, tournament.counting
    most: int | Fraction = 0
    if how.table_points:
        most = max(rules.table_sizes) - 1
    else:
        for size in rules.table_sizes:
            table = tournament.at_table(size)
            points = rules.most_points(size)
            if points is None:
                return None
            games: int | Fraction = table.lines - table.sits_out * (table.lines // size)
            if how.scale and size == FIVE_TABLE:
                games = Fraction(table.lines * how.scale.four, how.scale.five)
            most = max(most, points * games)
    has_minus = how.table_points or rules.scoring is Scoring.PLUS_MINUS
    return Bounds(ceil(most), min(-ceil(most) if has_minus else 0, how.missed_round or 0))


@dataclass(frozen=True, slots=True)
class Mate:
    """A table mate in a round: position, name, and points, None without a result."""

    entry_id: int
    position: int
    name: str
    points: int | None


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A round of a player; table and position None for a bye or without a seat.

    `points` are what is ranked, `played` the points as played. `total` and `rank` after it, and
    `solos` of those `owed`, are None where not known yet.
    """

    round: Round
    table: int | None
    position: int | None
    sits_out: bool
    mates: tuple[Mate, ...]
    points: int | None
    played: int | None
    total: int | None
    rank: int | None
    solos: int | None
    owed: int

    @property
    def is_missed(self) -> bool:
        """Whether the points stand for not having played."""
        return self.points is not None and self.played is None


@dataclass(frozen=True, slots=True)
class NextPlace:
    """Points to the rank above, or (`is_lead`) to the next; 0 by a tie-break."""

    rank: int
    points: int
    is_lead: bool


@dataclass(frozen=True)
class PlayerCourse:
    """Everything a tournament knows of a player; `row` is None if he is not listed yet."""

    row: StandingRow | None
    rounds: tuple[PlayerRound, ...]
    figures: Figures
    next_place: NextPlace | None
    ranked: int
    shares: int
    offences: tuple[Record, ...]

    @cached_property
    def next_round(self) -> PlayerRound | None:
        """The first round that is not over."""
        waiting = (each for each in self.rounds if each.round.state in TO_BE_PLAYED)
        return next(waiting, None)

    @cached_property
    def missing_sheets(self) -> tuple[PlayerRound, ...]:
        """The rounds that have begun and whose score sheet is not in yet."""
        begun = (RoundState.RUNNING, RoundState.ENDED)
        return tuple(
            each
            for each in self.rounds
            if each.table and each.points is None and each.round.state in begun
        )

    @cached_property
    def solos(self) -> tuple[int, int]:
        """Compulsory solos played and owed, over the rounds where it is known."""
        known = [each for each in self.rounds if each.solos is not None]
        return sum(each.solos or 0 for each in known), sum(each.owed for each in known)


def player_course(entry: Entry, rounds: Sequence[Round], found: Courses) -> PlayerCourse:
    """Return a player's course over these rounds; seven queries beside those of the standings."""
    report = found.report
    row = next((each for each in report.rows if each.entry_id == entry.pk), None)
    figures = running_totals(row.rounds, found.deductions.get(entry.pk)) if row else (0,)
    points = {each.entry_id: each.rounds for each in report.rows}
    mine = GameTable.objects.filter(seats__entry=entry, round__in=rounds)
    seated = Seat.objects.filter(table__in=mine).select_related("table", "entry__person")
    by_round = groupby(seated.order_by("round__number", "position"), key=lambda seat: seat.round_id)
    seats = {round: list(at_table) for round, at_table in by_round}
    played = _solos(entry)
    out = set(entry.byes.filter(round__in=rounds).values_list("round", flat=True))
    lines = []
    for round in rounds:
        of_table = seats.get(round.pk, [])
        own = next((seat for seat in of_table if seat.entry_id == entry.pk), None)
        lines.append(
            PlayerRound(
                round=round,
                table=own.table.number if own else None,
                position=own.position if own else None,
                sits_out=round.pk in out,
                mates=tuple(
                    Mate(
                        seat.entry_id,
                        seat.position,
                        seat.entry.person.list_name,
                        _at(points.get(seat.entry_id, ()), round.number - 1),
                    )
                    for seat in of_table
                    if seat.entry_id != entry.pk
                ),
                points=_at(row.rounds, round.number - 1) if row else None,
                played=_at(row.played, round.number - 1) if row else None,
                total=_at(figures, round.number),
                rank=found.ranks(round.number).get(entry.pk),
                solos=played.get(round.pk),
                owed=entry.tournament.at_table(own.table.size).solos if own else 0,
            )
        )
    ranked = [each for each in report.rows if each.rank is not None]
    return PlayerCourse(
        row=row,
        rounds=tuple(lines),
        figures=figures,
        next_place=None if report.nothing_played else next_place(row, ranked),
        ranked=len(ranked),
        shares=sum(each.rank == row.rank for each in ranked) - 1 if row and row.rank else 0,
        offences=tuple(offences_of(entry.tournament, {entry.pk}).get(entry.pk, ())),
    )


def _at(figures: Sequence[int | None], place: int) -> int | None:
    return figures[place] if place < len(figures) else None


def next_place(row: StandingRow | None, ranked: Sequence[StandingRow]) -> NextPlace | None:
    """Return the distance to the rank above; for the leader, the lead over the next rank."""
    if row is None or row.rank is None:
        return None
    above = [each for each in ranked if each.rank is not None and each.rank < row.rank]
    below = [each for each in ranked if each.rank is not None and each.rank > row.rank]
    if above and above[-1].rank is not None:
        return NextPlace(above[-1].rank, above[-1].total - row.total, is_lead=False)
    if below and below[0].rank is not None:
        return NextPlace(below[0].rank, row.total - below[0].total, is_lead=True)
    return None


def _solos(entry: Entry) -> dict[int, int]:
    """Return the player's compulsory solos on the lists, by round; one query."""
    typed = (SheetKind.ROWS, SheetKind.TOTALS)
    mine = Seat.objects.filter(entry=entry, table__current_version__kind__in=typed)
    contents = mine.values_list("round", "position", "table__current_version__content")
    return {round: solos_on_sheet(content).count(seat) for round, seat, content in contents}
