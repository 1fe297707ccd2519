"""Everything counted again from the sheets as they were entered, beside what the program shows."""

from dataclasses import dataclass

from tournament.core.recount import (
    Difference,
    DifferenceCode,
    EntryClaim,
    SheetClaim,
    recount,
    recount_sheet,
)
from tournament.models import Adjustment, Entry, GameTable, Tournament
from tournament.selectors.standings import standings_after


@dataclass(frozen=True, slots=True)
class TournamentRecount:
    """What was counted and what does not agree.

    `as_typed` sheets have totals alone, which nothing can confirm. `unreadable` are round and
    table of results whose content is no score sheet. `numbers` are start numbers by entry.
    """

    sheets: int
    as_typed: int
    control_sum: int
    differences: tuple[Difference, ...]
    unreadable: tuple[tuple[int, int], ...]
    numbers: dict[int, int]

    @property
    def agrees(self) -> bool:
        """Whether every figure is confirmed, as far as it can be."""
        return not self.differences and not self.unreadable


def tournament_recount(tournament: Tournament) -> TournamentRecount:
    """Count every sheet, round result, deduction, total and rank of a tournament again."""
    claims = [_sheet_claim(table) for table in _tables_with_results(tournament)]
    sheets = [claim for claim in claims if _is_readable(claim)]
    report = standings_after(tournament)
    deductions = _deductions(tournament, report.rounds)
    entries = [
        EntryClaim(
            entry_id=row.entry_id,
            rounds=row.rounds,
            deductions=deductions.get(row.entry_id, ()),
            adjustment=row.adjustment,
            total=row.total,
            rank=row.rank,
        )
        for row in report.rows
    ]
    counted = recount(sheets, entries, tournament.tie_breaks)
    control_sum = sum(sum(recount_sheet(claim.content)) for claim in sheets)
    differences = list(counted.differences)
    if control_sum != report.control_sum:
        differences.append(Difference(DifferenceCode.SUM_NOT_ZERO, report.control_sum, control_sum))
    return TournamentRecount(
        sheets=len(claims),
        as_typed=counted.as_typed,
        control_sum=control_sum,
        differences=tuple(differences),
        unreadable=tuple((claim.round, claim.table) for claim in claims if not _is_readable(claim)),
        numbers=dict(Entry.objects.filter(tournament=tournament).values_list("pk", "number")),
    )


def _tables_with_results(tournament: Tournament) -> list[GameTable]:
    tables = GameTable.objects.filter(round__tournament=tournament, current_version__isnull=False)
    return list(
        tables.select_related("round", "current_version")
        .prefetch_related("seats")
        .order_by("round__number", "number")
    )


def _sheet_claim(table: GameTable) -> SheetClaim:
    version = table.current_version
    assert version is not None
    seats = sorted(table.seats.all(), key=lambda seat: seat.position)
    return SheetClaim(
        round=table.round.number,
        table=table.number,
        entry_ids=tuple(seat.entry_id for seat in seats),
        content=version.content,
        totals=tuple(version.totals),
    )


def _is_readable(claim: SheetClaim) -> bool:
    """Whether the content adds up to anything: the database may have been changed by hand."""
    try:
        figures = recount_sheet(claim.content)
    except (TypeError, KeyError, IndexError, AttributeError):
        return False
    return all(isinstance(figure, int) for figure in figures)


def _deductions(tournament: Tournament, rounds: int) -> dict[int, tuple[int, ...]]:
    """The single deductions of each entry, without those of a round that is not in yet."""
    found: dict[int, tuple[int, ...]] = {}
    adjustments = Adjustment.objects.filter(entry__tournament=tournament)
    for entry, points, round in adjustments.values_list("entry", "points", "round__number"):
        if round is None or round <= rounds:
            found[entry] = (*found.get(entry, ()), points)
    return found
