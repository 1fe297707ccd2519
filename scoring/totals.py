"""A result given as bare totals -> everything that is wrong with it."""

from collections.abc import Iterator

from scoring.findings import Code, Finding, SheetReport, error
from scoring.model import FOUR_TABLE, TotalsSheet
from scoring.pattern import is_whole
from scoring.penalties import breaks_parity, check_penalty, initials_finding
from scoring.rows import first_not_whole

__all__ = ["SheetReport", "check_totals"]


def check_totals(sheet: TotalsSheet, *, penalties_known: bool = False) -> SheetReport:
    """Check what bare totals allow: sum, parity, penalties, compulsory solos, number of games.

    Games that are missing count as struck. Findings have no row, except those of a penalty
    that names one.

    A penalty that breaks parity lifts the check of it (TSR 7.3.3). With `penalties_known` they
    are all on the sheet with their points: without these the totals are all odd or all even.
    """
    findings = (
        *_figure_findings(sheet, penalties_known),
        *_penalty_findings(sheet),
        *_solo_findings(sheet),
        *_game_findings(sheet),
    )
    totals = tuple(figure if is_whole(figure) else None for figure in sheet.totals)
    return SheetReport(findings, totals)


def _figure_findings(sheet: TotalsSheet, penalties_known: bool) -> Iterator[Finding]:
    if None in sheet.totals:
        yield error(Code.POINTS_MISSING, seat=sheet.totals.index(None) + 1)
        return
    broken = first_not_whole(sheet.totals, "totals", None)
    if broken is not None:
        yield broken
        return
    figures = {seat: figure for seat, figure in enumerate(sheet.totals, 1) if is_whole(figure)}
    total = sum(figures.values())
    breaking = any(breaks_parity(penalty.points) for penalty in sheet.penalties)
    lifted = breaking and not penalties_known
    if breaking and penalties_known:
        figures = {seat: figure - _penalty_points(sheet, seat) for seat, figure in figures.items()}
    odd = tuple(seat for seat, figure in figures.items() if figure % 2)
    even = tuple(seat for seat, figure in figures.items() if figure % 2 == 0)
    if total != 0:
        yield error(Code.NONZERO_SUM, sum=total)
    elif sheet.table_size == FOUR_TABLE and odd and even and not lifted:
        yield error(Code.PARITY, odd_seats=odd, even_seats=even)


def _penalty_points(sheet: TotalsSheet, seat: int) -> int:
    """What the penalties of the sheet have brought a position."""
    points = [penalty.points[seat - 1] for penalty in sheet.penalties]
    return sum(figure for figure in points if is_whole(figure))


def _penalty_findings(sheet: TotalsSheet) -> Iterator[Finding]:
    """Without rows anyone may have been the soloist or the dealer of the game in question."""
    anyone = range(1, sheet.table_size + 1)
    for penalty in sheet.penalties:
        for found in (
            check_penalty(penalty, sheet.table_size, anyone, anyone),
            initials_finding(penalty),
        ):
            if found is not None:
                yield found


def _solo_findings(sheet: TotalsSheet) -> Iterator[Finding]:
    for seat in range(1, sheet.table_size + 1):
        if seat not in sheet.compulsory_solos:
            yield error(Code.MISSING_COMPULSORY_SOLO, seat=seat)


def _game_findings(sheet: TotalsSheet) -> Iterator[Finding]:
    games, rows = sheet.planned_games, sheet.games_played
    if rows > games:
        yield error(Code.TOO_MANY_GAMES, games=games, rows=rows, struck=0)
    elif rows < sheet.table_size:
        yield error(
            Code.TOO_FEW_GAMES,
            games=games,
            rows=rows,
            struck=0,
            reason="fewer_than_solos",
            solos=sheet.table_size,
        )
