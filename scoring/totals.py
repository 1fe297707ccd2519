"""Check of a result given as bare totals."""

from collections.abc import Iterator, Mapping

from scoring.findings import Code, Finding, SheetReport, error
from scoring.model import FOUR_TABLE, TotalsSheet
from scoring.pattern import is_whole
from scoring.penalties import adds_up_to_0, breaks_parity, check_penalty, initials_finding
from scoring.rows import first_not_whole
from scoring.rulesets import Scoring

__all__ = ["SheetReport", "check_totals"]


def check_totals(sheet: TotalsSheet, *, penalties_known: bool = False) -> SheetReport:
    """Check what bare totals allow: sum, parity, penalties, compulsory solos, number of games.

    Where a round has a time limit, missing games count as struck. Findings have no row, except
    those of a penalty that names one.

    A penalty that breaks parity disables that check (TSR 7.3.3). With `penalties_known` all
    penalties are on the sheet with their points: without these the totals are all odd or all even.
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
    if sheet.rules.scoring is Scoring.WINNERS_ONLY:
        yield from _negative_totals(sheet, figures)
        return
    total = sum(figures.values())
    if not adds_up_to_0(sheet.rules):
        total -= sum(_penalty_points(sheet, seat) for seat in figures)
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


def _negative_totals(sheet: TotalsSheet, figures: Mapping[int, int]) -> Iterator[Finding]:
    """Yield totals below 0 beyond deductions, where nobody loses points in a game."""
    for seat, figure in figures.items():
        if figure < min(0, _penalty_points(sheet, seat)):
            yield error(Code.NEGATIVE_POINTS, seat=seat, figure=figure, field="totals")


def _penalty_points(sheet: TotalsSheet, seat: int) -> int:
    """Return the points of a position from the sheet's penalties."""
    points = [penalty.points[seat - 1] for penalty in sheet.penalties]
    return sum(figure for figure in points if is_whole(figure))


def _penalty_findings(sheet: TotalsSheet) -> Iterator[Finding]:
    """Check penalties; without rows anyone may have been the soloist or dealer of the game."""
    anyone = range(1, sheet.table_size + 1)
    for penalty in sheet.penalties:
        for found in (
            check_penalty(penalty, sheet.table_size, anyone, anyone, rules=sheet.rules),
            initials_finding(penalty, sheet.rules),
        ):
            if found is not None:
                yield found


def _solo_findings(sheet: TotalsSheet) -> Iterator[Finding]:
    for seat in range(1, sheet.table_size + 1):
        if sheet.compulsory_solos.count(seat) < _solos_demanded(sheet):
            yield error(Code.MISSING_COMPULSORY_SOLO, seat=seat)


def _solos_demanded(sheet: TotalsSheet) -> int:
    duty = sheet.rules.duty(sheet.table_size)
    return duty.demanded if duty else 0


def _game_findings(sheet: TotalsSheet) -> Iterator[Finding]:
    games, rows = sheet.planned_games, sheet.games_played
    solos = _solos_demanded(sheet) * sheet.table_size
    if rows > games + sheet.rules.additional_games(sheet.table_size):
        yield error(Code.TOO_MANY_GAMES, games=games, rows=rows, struck=0)
    elif rows < games and sheet.rules.minutes(sheet.table_size) is None:
        reason = "rows_missing"
        yield error(Code.TOO_FEW_GAMES, games=games, rows=rows, struck=0, reason=reason)
    elif rows < solos:
        reason = "fewer_than_solos"
        yield error(
            Code.TOO_FEW_GAMES, games=games, rows=rows, struck=0, reason=reason, solos=solos
        )
