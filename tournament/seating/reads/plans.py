"""The seating plan, as drawn or imported, and the hall with the places of its tables."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Exists, Max, OuterRef, QuerySet
from rapidfuzz import fuzz, process

from tournament.draw.changes import Place
from tournament.models import Bye, Draw, Entry, GameTable, Round, Seat, SheetVersion, Tournament
from tournament.people.reads.players import player_list
from tournament.people.rules.people import sound
from tournament.rounds.reads.rounds import rounds_of, unseated
from tournament.seating.reads.draws import players_to_draw
from tournament.seating.rules import (
    Arrivals,
    PlannedSeat,
    SeatProblem,
    Spot,
    arrivals_until,
    by_last_names,
    seats_in_numbers,
)
from tournament.shared.reads.prepared import Prepared
from tournament.shared.rules.names import find_names, name_key, name_words


class PlanPlayer(NamedTuple):
    """A player with the seat in each round of the plan, None in a round without one.

    `public_list_name` is for posted lists; `affiliation` as in `SeatRow`.
    """

    number: int
    list_name: str
    public_list_name: str
    affiliation: str
    seats: tuple[Place | None, ...]
    entry_id: int


@dataclass(frozen=True, slots=True)
class TableInRound:
    """The players of a table in one round, by position; empty if the round does not use it."""

    round: Round
    players: tuple[PlanPlayer, ...]


@dataclass(frozen=True, slots=True)
class PlanTable:
    """A table of the hall in every round of the plan."""

    number: int
    rounds: tuple[TableInRound, ...]


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """All drawn rounds in order, the players by name, the tables by number.

    Players are all who have a seat or a bye by lot in any of the rounds.
    """

    rounds: tuple[Round, ...]
    players: tuple[PlanPlayer, ...]
    tables: tuple[PlanTable, ...]

    @property
    def published(self) -> tuple[Round, ...]:
        """The published rounds."""
        return tuple(round for round in self.rounds if round.published_at)

    @property
    def unpublished(self) -> tuple[Round, ...]:
        """The rounds visible to the direction only."""
        return tuple(round for round in self.rounds if not round.published_at)

    @property
    def draws(self) -> tuple[Draw, ...]:
        """The draws of the seats, in the order of their rounds."""
        return tuple(dict.fromkeys(round.draw for round in self.rounds))


def seat_plan(tournament: Tournament) -> SeatPlan:
    """Return the plan of all drawn rounds; three queries."""
    rounds = tuple(
        Round.objects.filter(tournament=tournament).select_related("draw").order_by("number")
    )
    in_order = Seat.objects.filter(round__tournament=tournament).order_by(
        "round__number", "table__number", "position"
    )
    rows = in_order.values_list("round_id", "entry_id", "table__number", "position")
    seats = {(round, entry): Place(table, seat) for round, entry, table, seat in rows}
    is_seated = Exists(Seat.objects.filter(entry=OuterRef("pk")))
    sits_out = Exists(Bye.objects.filter(entry=OuterRef("pk")))
    players = {
        each.entry_id: PlanPlayer(
            each.number,
            each.list_name,
            each.public_list_name,
            each.affiliation,
            tuple(seats.get((round.pk, each.entry_id)) for round in rounds),
            each.entry_id,
        )
        for each in unseated(tournament, tournament.entries.filter(is_seated | sits_out))
    }
    by_name = sorted(
        players.values(), key=lambda player: (name_key(player.list_name), player.number)
    )
    at_tables: dict[int, dict[int, list[PlanPlayer]]] = {}  # by table and round, by position
    for (round_id, entry), seat in seats.items():
        at_tables.setdefault(seat.table, {}).setdefault(round_id, []).append(players[entry])
    tables = (
        PlanTable(
            number,
            tuple(TableInRound(each, tuple(at_table.get(each.pk, ()))) for each in rounds),
        )
        for number, at_table in sorted(at_tables.items())
    )
    return SeatPlan(rounds, tuple(by_name), tuple(tables))


def by_number(players: Iterable[PlanPlayer]) -> tuple[PlanPlayer, ...]:
    """Return the players in the order of their start numbers."""
    return tuple(sorted(players, key=lambda player: player.number))


def table_numbers(tournament: Tournament) -> tuple[int, ...]:
    """Return the numbers of all tables in drawn rounds; one query."""
    tables = GameTable.objects.filter(round__tournament=tournament).order_by("number")
    return tuple(tables.values_list("number", flat=True).distinct())


LEAST_SIMILAR = 70.0
"""Minimum similarity of two names in per cent; similar names are offered, not taken."""
MOST_OFFERED = 3


def plan_in_numbers(
    tournament: Tournament, tables: Sequence[Sequence[PlannedSeat]]
) -> tuple[str, list[tuple[SeatProblem, tuple[Entry, ...]]], list[tuple[PlannedSeat, Entry]]]:
    """Return the tables as typed numbers, the problems, who is meant by a last name; one query.

    Each problem comes with the entries it concerns: the holder of the number, or similar names.
    """
    entries = {entry.number: entry for entry in player_list(tournament)}
    names: dict[tuple[str, ...], list[int]] = defaultdict(list)
    last_names: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, entry in entries.items():
        for words in name_words(entry.person.last_name):
            last_names[words].append(number)
        for words in name_words(entry.person.name):
            names[words].append(number)
        names[(str(number),)] = [number]
    numbered, taken = by_last_names(tables, names, last_names)
    text, problems = seats_in_numbers(numbered, names)
    found = []
    for problem in problems:
        if problem.code == "nobody":
            # Whose names start with the typed words, else who sounds alike.
            typed, named = problem.seat.who, list(entries.values())
            spoken = [entry.person.name for entry in named]
            places = find_names(typed, spoken)
            if not places and sound(typed):
                heard = [*map(sound, spoken)]
                alike = process.extract(
                    sound(typed), heard, scorer=fuzz.ratio, score_cutoff=LEAST_SIMILAR
                )
                places = [at for _sound, _score, at in alike]
            people = tuple(named[at] for at in places[:MOST_OFFERED])
        else:
            people = (entries[problem.number],) if problem.number in entries else ()
        found.append((problem, people))
    return text, found, [(seat, entries[number]) for seat, number in taken]


def places_in_hall(tournament: Tournament) -> dict[int, Spot]:
    """Return the places set by the direction, by table number; empty without a map."""
    return {int(number): Spot(*place) for number, place in tournament.hall.items()}


def tables_for_hall(tournament: Tournament) -> range:
    """Return the table numbers in use or to come: drawn, on the map, or needed for the players.

    At most five queries.
    """
    drawn = GameTable.objects.filter(round__tournament=tournament)
    most = max(drawn.aggregate(most=Max("number"))["most"] or 0, *places_in_hall(tournament), 0)
    if not most:
        sizes = players_to_draw(tournament).sizes
        most = sizes.tables if sizes else 0
    return range(1, most + 1)


def arrivals_in(round: Round, now: datetime, expected: int) -> Arrivals | None:
    """Return the arrival of a round's sheets, by the first version of each; one query."""
    moments = [moment for _round, moment in _FIRST_OF(round.pk)]
    return arrivals_until(moments, min(now, round.closed_at or now), expected)


def arrivals_by_round(tournament: Tournament, now: datetime) -> list[tuple[Round, Arrivals]]:
    """Return the same of every round of which it says something; three queries.

    It ends in the minute of the last sheet if none is missing, and nothing is expected of a closed
    round.
    """
    tables = GameTable.objects.filter(round__tournament=tournament).order_by()
    expected = Counter(tables.values_list("round", flat=True))
    moments = defaultdict(list)
    for of, moment in _first_versions(table__round__tournament=tournament):
        moments[of].append(moment)
    found = []
    for round in rounds_of(tournament):
        of_round = sorted(moments[round.pk])
        end = round.closed_at or now
        if of_round and len(of_round) == expected[round.pk]:
            end = of_round[-1] + (of_round[0] - of_round[-1]) % timedelta(minutes=1)
        arrivals = arrivals_until(of_round, end, expected[round.pk])
        if arrivals and round.closed_at:
            arrivals = replace(arrivals, all_in_at=None)
        if arrivals:
            found.append((round, arrivals))
    return found


def _first_versions(**of: object) -> QuerySet[SheetVersion, tuple[int, datetime]]:
    """Return round and moment of the first version of each sheet that counts."""
    first = SheetVersion.objects.filter(number=1, table__current_version__isnull=False, **of)
    return first.values_list("table__round", "created_at")


_FIRST_OF = Prepared(lambda round: _first_versions(table__round=round))
