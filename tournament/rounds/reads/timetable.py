"""The timetable of the day, from the settings and the rounds as far as they are played."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from scoring.model import FIVE_TABLE
from tournament.models import GameTable, Round, Tournament
from tournament.rounds.reads.rounds import rounds_of
from tournament.rounds.rules.timetable import (
    Day,
    PlannedRound,
    Row,
    first_begin,
    length_of,
    timetable,
)


def timetable_of(tournament: Tournament, now: datetime) -> list[Row]:
    """Return its rows, none without a start time; two queries."""
    if tournament.starts_at is None:
        return []
    rounds = {round.number: round for round in rounds_of(tournament)}
    tables: dict[int, set[tuple[int, int, datetime | None]]] = {}
    found = GameTable.objects.filter(round__tournament=tournament).order_by()
    of_table = ("round__number", "size", "extra_minutes", "started_at")
    for number, *table in found.values_list(*of_table).distinct():
        tables.setdefault(number, set()).add(tuple(table))
    # What is not drawn yet has tables of the sizes that were drawn, or any of the usual ones.
    drawn = {size for each in tables.values() for size, *_ in each}
    usual = drawn or usual_sizes(tournament)
    planned = []
    for number in range(1, max(tournament.rounds_planned, *rounds, 1) + 1):
        round = rounds.get(number)
        if tournament.is_over and not (round and (round.started_at or round.closed_at)):
            continue  # it will not be played
        sizes = {size for size, *_ in tables.get(number, ())} or usual
        minutes = _longest(tournament, sizes)
        planned.append(
            _played(tournament, round, minutes, tables.get(number, set()), now)
            if round
            else PlannedRound(minutes)
        )
    began = next((each.started for each in planned if each.started), None)
    return timetable(_day(tournament, planned, began, now), now)


@dataclass(frozen=True, slots=True)
class PlannedLength:
    """How long a day is: its rounds, each of so many minutes, with the breaks between them.

    Without a limit of time both are None.
    """

    rounds: int
    minutes: int | None
    break_minutes: int
    whole: timedelta | None


def planned_length(tournament: Tournament, sizes: Iterable[int]) -> PlannedLength:
    """Return how long the day is with tables of these sizes; no query."""
    rounds, pause = tournament.rounds_planned, tournament.break_minutes
    minutes = _longest(tournament, sizes)
    whole = length_of([PlannedRound(minutes)] * rounds, pause)
    return PlannedLength(rounds, minutes, pause, whole)


def usual_sizes(tournament: Tournament) -> set[int]:
    """Return the sizes of tables for any number of players; larger ones are for three numbers."""
    return {size for size in tournament.rule_set.table_sizes if size <= FIVE_TABLE}


def _longest(tournament: Tournament, sizes: Iterable[int]) -> int | None:
    """Return the minutes of the longest table; None if one has no limit."""
    minutes = [tournament.minutes(size) for size in sizes]
    return None if None in minutes else max(filter(None, minutes), default=None)


def _played(
    tournament: Tournament,
    round: Round,
    minutes: int | None,
    tables: set[tuple[int, int, datetime | None]],
    now: datetime,
) -> PlannedRound:
    round.tournament = tournament  # saves a query
    ends = [round.end_at_table(now, *table) for table in tables]
    return PlannedRound(
        minutes=minutes,
        started=round.started_at,
        time_up=max(filter(None, ends), default=None),
        ended=round.ended_at or round.closed_at,
    )


def _day(
    tournament: Tournament, rounds: list[PlannedRound], began: datetime | None, now: datetime
) -> Day:
    zone = timezone.get_current_timezone()
    date = tournament.date or timezone.localdate(now)
    assert tournament.starts_at is not None
    starts = first_begin(date, tournament.starts_at, began, zone)
    prizes = None
    if tournament.prizes_at is not None:
        day = timezone.localtime(starts).date()
        prizes = first_begin(day, tournament.prizes_at, None, zone)
    return Day(
        starts=starts,
        rounds=rounds,
        break_minutes=tournament.break_minutes,
        prizes=prizes,
        is_over=tournament.status == Tournament.Status.FINISHED,
    )
