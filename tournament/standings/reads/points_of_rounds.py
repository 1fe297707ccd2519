"""Everybody's points per round, from the tables of a tournament."""

from collections import Counter
from collections.abc import Iterable, Mapping

from tournament.rounds.reads.rounds import RoundProgress
from tournament.sheets.reads.table_totals import TableTotals
from tournament.sheets.rules.results import RoundPoints, TableResult
from tournament.standings.reads.stored_results import Player


def first_rounds(seated: Mapping[int, int], entries: Iterable[Player]) -> dict[int, int]:
    """Return the first round in which each entry has a seat (`seated`) or a bye."""
    firsts = ((each.pk, [*filter(None, (seated.get(each.pk), each.first_bye))]) for each in entries)
    return {pk: min(rounds) for pk, rounds in firsts if rounds}


def points_of_rounds(
    seats: Iterable[tuple[int, int, int, int]], tables: dict[int, TableTotals], last: int
) -> tuple[dict[int, RoundPoints], tuple[TableResult, ...], dict[int, int]]:
    """Return everybody's points per round up to `last`, tables with a result, and first seats."""
    points: dict[int, list[int | None]] = {}
    seated: dict[int, int] = {}
    known = {pk: (each.round, each.totals) for pk, each in tables.items() if each.round <= last}
    entries: dict[int, list[int]] = {pk: [] for pk in known}
    for entry, table, position, _tournament in seats:
        if table not in known:
            continue
        round, totals = known[table]
        if entry not in points:
            points[entry], seated[entry] = [None] * last, round
        elif round < seated[entry]:
            seated[entry] = round
        if totals is not None:
            points[entry][round - 1] = totals[position - 1]
            entries[table].append(entry)
    played = tuple(
        TableResult(table, round, tuple(entries[table]), totals)
        for table, (round, totals) in known.items()
        if totals is not None and entries[table]
    )
    return {entry: tuple(of_player) for entry, of_player in points.items()}, played, seated


def progress_of(tables: dict[int, TableTotals], last: int) -> tuple[RoundProgress, ...]:
    """Return how many sheets of each round up to `last` are in and confirmed."""
    every = Counter(table.round for table in tables.values())
    entered = Counter(table.round for table in tables.values() if table.totals is not None)
    confirmed = Counter(table.round for table in tables.values() if table.is_confirmed)
    return tuple(
        RoundProgress(number, entered[number], every[number], confirmed[number])
        for number in range(1, last + 1)
    )
