"""Stored results of several tournaments at once, by round."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from django.db.models import OuterRef, Subquery

from scoring.model import FIVE_TABLE
from tournament.models import Adjustment, Bye, Entry, GameTable, Round, Seat, Tournament
from tournament.models.person import full_name
from tournament.referee.reads import COUNTS_FROM
from tournament.rounds.reads.rounds import RoundProgress
from tournament.shared.reads.prepared import Prepared
from tournament.shared.rules.names import ClubName, Names, one_name_each
from tournament.shared.rules.places import Place
from tournament.sheets.reads.table_totals import (
    TableRow,
    TableTotals,
    checked_totals,
    has_average,
    table_rows,
    totals_today,
    with_averages,
)
from tournament.sheets.rules.results import TableGames, TableResult
from tournament.sheets.rules.table_rules import table_games


class Player(NamedTuple):
    """An entry with its data for lists; a tuple, since model instances took four times as long.

    `club` is short, `club_name` full; `state` is the person's, else the club's. `first_bye` is the
    first round sat out by lot, or None. `ranked`: whether the player has a rank in the standings.
    """

    pk: int
    person_id: int
    number: int
    public_name: str
    list_name: str
    public_list_name: str
    club: str
    club_name: str
    state: str
    tags: tuple[str, ...]
    team: str
    status: str
    first_bye: int | None
    ranked: bool


Seated = tuple[int, int, int, int]
"""Entry, table, position, round; all but the position are ids."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """What a round came to.

    `points` are those of everybody with a seat, None without a result; `tables` those with a
    result; `ruled` as in the standings; `control_sum` without them.
    """

    points: Mapping[int, int | None]
    tables: tuple[TableResult, ...]
    progress: RoundProgress
    ruled: Mapping[Place, bool]
    control_sum: int


@dataclass(frozen=True)
class StoredRound:
    """A round: its tables, and the seats by position. What it came to is reckoned once."""

    number: int
    rows: list[TableRow]
    seats: list[Seated]

    @cached_property
    def totals(self) -> dict[int, TableTotals]:
        """The tables by id; an average that is due is None. Raises DamagedResult."""
        return checked_totals(self.rows)

    @cached_property
    def has_average(self) -> bool:
        """Whether it comes to something else when other rounds do."""
        return has_average(self.totals)

    @cached_property
    def played(self) -> PlayedRound:
        """What it came to; not for a round with an average."""
        return _played(self.number, self.totals, self.seats)


@dataclass(slots=True)
class Beside:
    """What is read where what is ranked depends on it.

    `byes` are entry and round where a round not played counts; `games` those of tables of five, by
    table id, where these are scaled.
    """

    byes: set[tuple[int, int]] = field(default_factory=set)
    games: dict[int, TableGames] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoredResults:
    """One tournament: its rounds, players and deductions; `by_round`: the rounds' tables.

    `adjustments` are (entry, the round from which they count, points).
    """

    tournament: Tournament
    rounds: list[Round]
    by_round: dict[int, StoredRound]
    adjustments: list[tuple[int, int, int]]
    entries: list[Player]
    beside: Beside

    def played(self) -> dict[int, PlayedRound]:
        """Return what each round came to; two queries where there is an average."""
        is_live = any(each.has_average for each in self.by_round.values())
        today = totals_today(self.tournament) if is_live else {}
        return {
            number: _played(number, with_averages(each.totals, today), each.seats)
            if each.has_average
            else each.played
            for number, each in sorted(self.by_round.items())
        }


EVERY_ROUND = 32_767
"""More than any tournament has."""
_SEATED = ("entry", "table", "position", "round")
_ROUNDS = Prepared(
    lambda *tournaments: Round.objects.filter(tournament__in=tournaments).order_by("number")
)
_SEATS = Prepared(
    lambda last, *tournaments: (
        Seat.objects.filter(round__tournament__in=tournaments, round__number__lte=last)
        .order_by("position")
        .values_list(*_SEATED)
    )
)
_DEDUCTIONS = Prepared(
    lambda *tournaments: Adjustment.objects.filter(entry__tournament__in=tournaments).values_list(
        "entry__tournament", "entry", COUNTS_FROM, "points"
    )
)
_FIRST_BYE = Bye.objects.filter(entry=OuterRef("pk")).order_by("round__number")
_ENTRIES = Prepared(
    lambda *tournaments: (
        Entry.objects.filter(tournament__in=tournaments)
        .annotate(first_bye=Subquery(_FIRST_BYE.values("round__number")[:1]))
        .values_list(
            *("tournament", "tags"),
            *("pk", "person", "number", "team", "status", "first_bye"),
            *("person__last_name", "person__first_name", "person__state"),
            *("person__publish_name", "person__deleted_at"),
            *("club__code", "club__name", "club__state"),
        )
    )
)
"""All players with person and club, and their first bye."""


def stored_results(
    tournaments: Collection[Tournament], last: int | None = None
) -> dict[int, StoredResults]:
    """Return results by tournament id, with seats up to round `last`.

    Five queries for all, at most two more for those that do not rank the points played.
    """
    if not tournaments:
        return {}
    beside = read_beside(tournaments)
    found = {each.pk: StoredResults(each, [], {}, [], [], beside[each.pk]) for each in tournaments}
    for round in _ROUNDS(*found):
        found[round.tournament_id].rounds.append(round)
    tables, seats = table_rows(tournaments), _SEATS(last or EVERY_ROUND, *found)
    rounds = [round for each in found.values() for round in each.rounds]
    for round, stored in _by_round(rounds, tables, seats):
        found[round.tournament_id].by_round[round.number] = stored
    for tournament, entry, number, points in _DEDUCTIONS(*found):
        found[tournament].adjustments.append((entry, number, points))
    entries = _ENTRIES(*found)
    clubs = one_name_each(ClubName(*row[-3:-1]) for row in entries if row[-3] or row[-2])
    for tournament, tags, *row in entries:
        pk, person_id, number, team, status, first_bye, *rest = row
        last_name, first_name, state, publish_name, deleted_at, *club, club_state = rest
        code, name = clubs[ClubName(*club)] if any(club) else ("", "")
        names = Names(last_name, first_name, publish_name or bool(deleted_at))
        player = Player(
            pk=pk,
            person_id=person_id,
            number=number,
            public_name=names.public_name,
            list_name=names.list_name,
            public_list_name=names.public_list_name,
            club=code or name,
            club_name=full_name(code, name),
            state=state or club_state or "",
            tags=tuple(tags),
            team=team,
            status=status,
            first_bye=first_bye,
            ranked=status == Entry.Status.ACTIVE,
        )
        found[tournament].entries.append(player)
    return found


def read_beside(tournaments: Iterable[Tournament]) -> dict[int, Beside]:
    """Return what else the ranked points of each depend on; a query for each kind in demand."""
    found = {each.pk: Beside() for each in tournaments}
    missing = [each.pk for each in tournaments if each.missed_round is not None]
    if missing:
        byes = Bye.objects.filter(round__tournament__in=missing)
        for pk, entry, number in byes.values_list("round__tournament", "entry", "round__number"):
            found[pk].byes.add((entry, number))
    if scaling := [each.pk for each in tournaments if each.counting.scale]:
        tables = GameTable.objects.filter(
            round__tournament__in=scaling, size=FIVE_TABLE, current_version__isnull=False
        )
        lists = tables.values_list("round__tournament", "pk", "current_version__content")
        for pk, table, content in lists:
            found[pk].games[table] = table_games(content, frozenset())
    return found


def carried_on(
    before: StoredResults, tournament: Tournament, touched: Collection[int]
) -> StoredResults:
    """Return results of which only the tables of the `touched` rounds (ids) are read again.

    At most three queries, and those of what is read beside: rounds and deductions are few and read
    every time. Their seats are those they had.
    """
    beside = read_beside([tournament])[tournament.pk]
    found = StoredResults(tournament, _ROUNDS(tournament.pk), {**before.by_round}, [], [], beside)
    found.entries.extend(before.entries)
    for _tournament, *deduction in _DEDUCTIONS(tournament.pk):
        found.adjustments.append(tuple(deduction))
    rows = table_rows([tournament], touched)[tournament.pk] if touched else []
    for number in {each.number for each in found.rounds if each.pk in touched}:
        own = [row for row in rows if row.round == number]
        found.by_round[number] = StoredRound(number, own, before.by_round[number].seats)
    return found


def _by_round(
    rounds: Iterable[Round], tables: Mapping[int, list[TableRow]], seats: Iterable[Seated]
) -> Iterator[tuple[Round, StoredRound]]:
    """Yield each round with its tables (given by tournament id) and seats."""
    rows: dict[tuple[int, int], list[TableRow]] = defaultdict(list)
    for tournament, found in tables.items():
        for row in found:
            rows[tournament, row.round].append(row)
    seated: dict[int, list[Seated]] = defaultdict(list)
    for seat in seats:
        seated[seat[-1]].append(seat)
    for round in rounds:
        own = rows[round.tournament_id, round.number]
        yield round, StoredRound(round.number, own, seated[round.pk])


def _played(number: int, tables: Mapping[int, TableTotals], seats: Iterable[Seated]) -> PlayedRound:
    points: dict[int, int | None] = {}
    people: dict[int, list[int]] = defaultdict(list)
    for entry, table, position, _round in seats:
        totals = tables[table].totals
        points[entry] = None if totals is None else totals[position - 1]
        people[table].append(entry)
    results = tuple(
        TableResult(pk, number, tuple(people[pk]), table.totals)
        for pk, table in tables.items()
        if table.totals is not None and pk in people
    )
    entered = sum(table.totals is not None for table in tables.values())
    confirmed = sum(table.is_confirmed for table in tables.values())
    return PlayedRound(
        points=points,
        tables=results,
        progress=RoundProgress(number, entered, len(tables), confirmed),
        ruled={table.place: table.is_live for table in tables.values() if table.is_ruled},
        control_sum=sum(sum(each.points) for each in results if not tables[each.table_id].is_ruled),
    )
