"""The second path: every figure recomputed from the sheets.

Plain additions that share nothing with `scoring` or `standings`, so that a mistake in either shows.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import floor
from typing import Any

from tournament.sheets.rules.doubts import Penalty, TotalsVersion, penalties_gone
from tournament.trust.rules.recount_points import PLAYED, Options, ranked_points
from tournament.trust.rules.recount_ranks import (
    KEYS,
    Counted,
    GroupClaim,
    group_total,
    is_rank_possible,
)

Content = Mapping[str, Any]
"""A sheet in public form: `rows` and `penalties`, or bare `totals` (penalties included)."""
Figure = int | None
AVERAGE = "average"


class DifferenceCode(StrEnum):
    """The kind of a differing figure."""

    SEATS = "seats"
    """The content has figures for another number of seats than the table has people."""
    SUM_NOT_ZERO = "sum_not_zero"
    PENALTY_GONE = "penalty_gone"
    """A penalty named by bare totals whose points are probably missing from them."""
    RUNNING_TOTAL = "running_total"
    """From this game on the running totals differ from the games; it has no figures."""
    SHEET_TOTAL = "sheet_total"
    ROUND_RESULT = "round_result"
    ADJUSTMENT = "adjustment"
    TOTAL = "total"
    RANK = "rank"
    GROUP = "group"
    """The total of a club, state, team or pair."""
    GROUP_RANK = "group_rank"


class Sums(StrEnum):
    """What the points of a table add up to."""

    ZERO = "zero"
    PENALTIES = "penalties"
    """To the penalties: these need not add up to 0."""
    ANY = "any"
    """To anything: only winners have points."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Properties of a rule set; `solo_kinds`: kinds of rows with a solo that a player owed."""

    sums: Sums = Sums.ZERO
    solo_kinds: frozenset[str] = frozenset({"compulsory_solo"})


DDV = Rules()


@dataclass(frozen=True, slots=True)
class SheetClaim:
    """The stored result of one table, with its entries in the order of the seats.

    In the `totals` of a ruling (`is_ruled`) None is an average. `history` are the earlier totals,
    in order; `booked` the referee's penalties.
    """

    round: int
    table: int
    entry_ids: tuple[int, ...]
    content: Content
    totals: tuple[Figure, ...]
    history: tuple[TotalsVersion, ...] = ()
    booked: tuple[Penalty, ...] = ()
    is_ruled: bool = False


@dataclass(frozen=True, slots=True)
class EntryClaim:
    """One entry as shown in the standings, and the single deductions behind its adjustment.

    `rounds` has one figure per round, the first for round 1; `rank` is None if unranked.
    """

    entry_id: int
    number: int
    rounds: tuple[int | None, ...]
    deductions: tuple[int, ...]
    adjustment: int
    total: int
    rank: int | None


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure that differs, with its location as far as it has one."""

    code: DifferenceCode
    claimed: Figure
    counted: Figure
    round: int | None = None
    table: int | None = None
    entry_id: int | None = None
    row: int | None = None
    rule: str | None = None
    seat: int | None = None
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Recount:
    """The result of a recount; `as_typed` of the sheets are bare totals, which cannot be confirmed.

    `ruled` of them are rulings about tables that cannot be counted. `rounds` are the counted ones
    of each entry.
    """

    sheets: int
    as_typed: int
    ruled: int
    differences: tuple[Difference, ...]
    rounds: Mapping[int, Sequence[Figure]]


def recount_sheet(content: Content) -> tuple[Figure, ...]:
    """Return the total of each seat, penalties included; bare totals are taken as typed.

    None where a ruling gives the average of the other rounds.
    """
    if "ruling" in content:
        return tuple(None if each == AVERAGE else each for each in content["figures"])
    if "rows" not in content:
        return tuple(content["totals"])
    totals = [0] * content["table_size"]
    for line in (*content["rows"], *content.get("penalties", ())):
        for place, points in enumerate(line["points"]):
            totals[place] += points or 0
    return tuple(totals)


def recount(
    sheets: Sequence[SheetClaim],
    entries: Sequence[EntryClaim],
    tie_breaks: Sequence[str] = (),
    seed: str = "",
    rules: Rules = DDV,
    groups: Sequence[GroupClaim] = (),
    options: Options = PLAYED,
) -> Recount:
    """Recount a tournament and compare every figure.

    `tie_breaks`: codes, in order; `seed`: of the first round's draw; `groups`: of all rankings;
    `options`: what is ranked.
    """
    counted = [(sheet, recount_sheet(sheet.content)) for sheet in sheets]
    differences = [
        difference
        for sheet, totals in counted
        for difference in _sheet_differences(sheet, totals, rules.sums)
    ]
    played = _round_results(counted)
    tables = [
        (sheet.round, sheet.entry_ids, sheet.content)
        for sheet, totals in counted
        if len(sheet.entry_ids) == len(totals)
    ]
    results = ranked_points(options, tables, played)
    rounds = {
        entry.entry_id: tuple(
            results.get((entry.entry_id, number)) for number in range(1, len(entry.rounds) + 1)
        )
        for entry in entries
    }
    figures = Counted(
        rounds=rounds,
        totals={
            entry.entry_id: sum(filter(None, rounds[entry.entry_id])) + sum(entry.deductions)
            for entry in entries
        },
        played=_sums(played),
        numbers={entry.entry_id: entry.number for entry in entries},
        sheets=[(sheet.entry_ids, sheet.content.get("rows", ())) for sheet in sheets],
        seed=seed,
        solo_kinds=rules.solo_kinds,
    )
    tie_break_keys = [KEYS[code](figures) for code in tie_breaks]
    keys = {  # the total, then the tie-breaks: the greater is better
        who: [total, *(key.get(who, 0) for key in tie_break_keys)]
        for who, total in figures.totals.items()
    }
    ranked = [keys[entry.entry_id] for entry in entries if entry.rank is not None]
    for entry in entries:
        better = sum(key > keys[entry.entry_id] for key in ranked)
        rank = None if entry.rank is None else 1 + better
        differences += _entry_differences(entry, rounds[entry.entry_id], rank)
    differences += _group_differences(groups, entries, rounds)
    ruled = sum(sheet.is_ruled for sheet in sheets)
    as_typed = sum("rows" not in each.content and not each.is_ruled for each in sheets)
    return Recount(len(sheets), as_typed, ruled, tuple(differences), rounds)


def _round_results(
    counted: Iterable[tuple[SheetClaim, tuple[Figure, ...]]],
) -> Mapping[tuple[int, int], int]:
    """Return the points by entry and round; an average, of a ruling, is rounded half up."""
    results = Counter[tuple[int, int]]()
    averages: dict[tuple[int, int], int] = {}
    for sheet, totals in counted:
        for entry_id, points in zip(sheet.entry_ids, totals, strict=False):
            if points is None:
                averages[entry_id, sheet.round] = 0
            else:
                results[entry_id, sheet.round] += points
    for entry_id, number in averages:
        others = [points for (who, _round), points in results.items() if who == entry_id]
        average = floor(Fraction(sum(others), len(others) or 1) + Fraction(1, 2))
        averages[entry_id, number] = average
    results.update(averages)
    return results


def _sums(cells: Mapping[tuple[int, int], int]) -> Counter[int]:
    """Return the sum of everybody's points, by entry."""
    sums = Counter[int]()
    for (entry_id, _round), points in cells.items():
        sums[entry_id] += points
    return sums


def _sheet_differences(
    sheet: SheetClaim, totals: tuple[Figure, ...], sums: Sums
) -> Iterator[Difference]:
    def differ(
        code: DifferenceCode, claimed: Figure, counted: Figure, entry_id: int | None = None
    ) -> Difference:
        return Difference(code, claimed, counted, sheet.round, sheet.table, entry_id)

    if not len(sheet.entry_ids) == len(sheet.totals) == len(totals):
        yield differ(DifferenceCode.SEATS, len(sheet.entry_ids), len(totals))
        return
    lines = sheet.content.get("penalties", ()) if sums is Sums.PENALTIES else ()
    due = sum(points or 0 for line in lines for points in line["points"])
    found = sum(points or 0 for points in totals)
    if sums is not Sums.ANY and not sheet.is_ruled and found != due:
        yield differ(DifferenceCode.SUM_NOT_ZERO, due, found)
    for entry_id, claimed, counted in zip(sheet.entry_ids, sheet.totals, totals, strict=True):
        if claimed != counted:
            yield differ(DifferenceCode.SHEET_TOTAL, claimed, counted, entry_id)
    if "rows" not in sheet.content and not sheet.is_ruled:
        # Bare totals name these penalties, but seem not to contain their points.
        for rule, seat, points in penalties_gone(sheet.history, TotalsVersion.of(sheet.content)):
            if (rule, seat, points) in sheet.booked:
                code = DifferenceCode.PENALTY_GONE
                yield Difference(code, None, None, sheet.round, sheet.table, rule=rule, seat=seat)
    row = _row_where_running_totals_leave(sheet.content, len(totals))
    if row is not None:
        code = DifferenceCode.RUNNING_TOTAL
        yield Difference(code, None, None, sheet.round, sheet.table, row=row)


def _row_where_running_totals_leave(content: Content, size: int) -> int | None:
    """Return the first game whose running totals, if any, differ from the games so far."""
    rows, penalties = content.get("rows", ()), content.get("penalties", ())
    running = [0] * size
    for number, row in enumerate(rows, start=1):
        last = number == len(rows)
        booked = [each for each in penalties if each.get("row") == number]
        for line in (row, *booked):
            for place, points in enumerate(line["points"]):
                running[place] += points or 0
        claims = (row.get("cumulative"), content.get("totals") if last else None)
        if any(claim not in (None, running) for claim in claims):
            return number
    return None


def _entry_differences(
    entry: EntryClaim, rounds: Sequence[int | None], rank: int | None
) -> Iterator[Difference]:
    adjustment = sum(entry.deductions)
    total = adjustment + sum(points or 0 for points in rounds)
    for number, (claimed, counted) in enumerate(zip(entry.rounds, rounds, strict=True), start=1):
        if claimed != counted:
            code = DifferenceCode.ROUND_RESULT
            yield Difference(code, claimed, counted, number, None, entry.entry_id)
    for code, claimed, counted in (
        (DifferenceCode.ADJUSTMENT, entry.adjustment, adjustment),
        (DifferenceCode.TOTAL, entry.total, total),
        (DifferenceCode.RANK, entry.rank, rank),
    ):
        if claimed != counted:
            yield Difference(code, claimed, counted, entry_id=entry.entry_id)


def _group_differences(
    groups: Sequence[GroupClaim],
    entries: Sequence[EntryClaim],
    rounds: Mapping[int, Sequence[int | None]],
) -> Iterator[Difference]:
    """Yield differing totals, and ranks that are impossible with the counted ones."""
    deductions = {entry.entry_id: entry.deductions for entry in entries}
    totals = [group_total(group, rounds, deductions) for group in groups]
    of_ranking: dict[str, list[int]] = {}
    for group, total in zip(groups, totals, strict=True):
        if group.rank is not None:
            of_ranking.setdefault(group.ranking, []).append(total)
    for group, total in zip(groups, totals, strict=True):
        name, rank = group.name, group.rank
        if total != group.total:
            yield Difference(DifferenceCode.GROUP, group.total, total, group=name)
        ranked = of_ranking.get(group.ranking, [])
        if rank is not None and not is_rank_possible(rank, total, ranked):
            better = sum(each > total for each in ranked)
            yield Difference(DifferenceCode.GROUP_RANK, rank, 1 + better, group=name)
