"""Check of a result given as bare totals."""

from collections.abc import Iterator

from scoring.findings import Code, Finding, SheetReport, error, shown
from scoring.model import FOUR_TABLE, TotalsSheet
from scoring.pattern import is_whole
from scoring.penalties import breaks_parity, check_penalty, initials_finding
from scoring.rulesets import Scoring

__all__ = ["SheetReport", "check_totals"]


def check_totals(sheet: TotalsSheet, *, penalties_known: bool = False) -> SheetReport:
    """Check what bare totals allow: sum, parity, penalties, compulsory solos, number of games.

    Where a round has a time limit, missing games count as struck. Findings have no row, except
    those of a penalty that names one.

    A penalty that breaks parity disables that check (TSR 7.3.3). With `penalties_known` all
    penalties are on the sheet with their points: without these the totals are all odd or all even.
    """
    findings = list(_figure_findings(sheet, penalties_known))
    seats, rules = range(1, sheet.table_size + 1), sheet.rules
    for penalty in sheet.penalties:
        # Without rows anyone may have been the soloist or dealer of the game.
        wrong = check_penalty(penalty, sheet.table_size, seats, seats, rules=rules)
        findings += [each for each in (wrong, initials_finding(penalty, rules)) if each is not None]
    duty = rules.duty(sheet.table_size)
    demanded = duty.demanded if duty else 0
    for seat in seats:
        if sheet.compulsory_solos.count(seat) < demanded:
            findings.append(error(Code.MISSING_COMPULSORY_SOLO, seat=seat))
    games, rows, solos = sheet.planned_games, sheet.games_played, demanded * sheet.table_size
    number = {"games": games, "rows": rows, "struck": 0}
    if rows > sheet.agreed_games + rules.games_beyond(sheet.table_size):
        findings.append(error(Code.TOO_MANY_GAMES, **number))
    elif rows < games and rules.minutes(sheet.table_size) is None:
        findings.append(error(Code.TOO_FEW_GAMES, **number, reason="rows_missing"))
    elif rows < solos:
        reason = "fewer_than_solos"
        findings.append(error(Code.TOO_FEW_GAMES, **number, reason=reason, solos=solos))
    totals = tuple(figure if is_whole(figure) else None for figure in sheet.totals)
    return SheetReport(tuple(findings), totals)


def _figure_findings(sheet: TotalsSheet, penalties_known: bool) -> Iterator[Finding]:
    if None in sheet.totals:
        yield error(Code.POINTS_MISSING, seat=sheet.totals.index(None) + 1)
        return
    figures: dict[int, int] = {}
    for seat, figure in enumerate(sheet.totals, start=1):
        if not is_whole(figure):
            yield error(Code.NOT_INTEGER, seat=seat, figure=shown(figure), field="totals")
            return
        figures[seat] = figure
    booked = dict.fromkeys(figures, 0)
    for penalty in sheet.penalties:
        for seat, points in enumerate(penalty.points, start=1):
            booked[seat] += points if is_whole(points) else 0
    if sheet.rules.scoring is Scoring.WINNERS_ONLY:
        # Nobody loses points in a game, so below 0 there are only deductions.
        for seat, figure in figures.items():
            if figure < min(0, booked[seat]):
                yield error(Code.NEGATIVE_POINTS, seat=seat, figure=figure, field="totals")
        return
    total = sum(figures.values())
    if not sheet.rules.penalties.adds_up_to_0:
        total -= sum(booked.values())
    breaking = any(breaks_parity(penalty.points) for penalty in sheet.penalties)
    if breaking and penalties_known:
        figures = {seat: figure - booked[seat] for seat, figure in figures.items()}
    odd = tuple(seat for seat, figure in figures.items() if figure % 2)
    even = tuple(seat for seat, figure in figures.items() if figure % 2 == 0)
    is_parity_due = sheet.table_size == FOUR_TABLE and (penalties_known or not breaking)
    if total != 0:
        yield error(Code.NONZERO_SUM, sum=total)
    elif is_parity_due and odd and even:
        yield error(Code.PARITY, odd_seats=odd, even_seats=even)
