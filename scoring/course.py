"""The course of a round: dealers, compulsory and forced solos, the number of games.

A wrong kind or soloist in one row would throw the count of normal games, the dealers and the
solos owed out of step in all rows after it. So a row in doubt may be read in several ways, and
the reading that leaves the fewest findings is taken: one mistake, one finding, at its row.
"""

from dataclasses import dataclass, replace

from scoring.deal import Deal, forced_soloist, next_seat
from scoring.duties import Duties, Reading
from scoring.findings import Code, Finding, error
from scoring.model import FIVE_TABLE, Row, RowKind, ScoreSheet


@dataclass(frozen=True, slots=True)
class Course:
    """The findings on the course, and for each row the dealer that the rotation asks for.

    `departure` is the row with the first wrong dealer, None when all are right; `deal` is the
    table after the last row.
    """

    findings: tuple[Finding, ...]
    dealers: tuple[int, ...]
    departure: int | None
    incomplete: bool
    deal: Deal


def follow_course(sheet: ScoreSheet, duties: Duties) -> Course:
    """Follow the list row by row in the reading that leaves the fewest findings."""
    as_written, *others = duties.readings
    best = _Walk(sheet, duties).follow(as_written)
    for reading in others:
        if not best.findings:
            break
        course = _Walk(sheet, duties).follow(reading)
        if len(course.findings) < len(best.findings):
            best = course
    return best


def dealer_written(row: Row, table_size: int) -> int | None:
    """Return the dealer a row names: in words, or at a five-table by its only empty seat."""
    if row.dealer is None and table_size == FIVE_TABLE:
        return only_empty_seat(row)
    return row.dealer


def only_empty_seat(row: Row) -> int | None:
    """Return the only seat without a figure, None when there are more or none."""
    empty = [seat for seat, figure in enumerate(row.points, start=1) if figure is None]
    return empty[0] if len(empty) == 1 else None


def effective_limit(sheet: ScoreSheet) -> int | None:
    """Return the last row begun in time.

    Struck games without a time limit are a mistake of their own; the list is then read as if
    time had been up before the forced solos at its end.
    """
    if sheet.time_limit_after_row is not None or sheet.struck_games == 0:
        return sheet.time_limit_after_row
    last = len(sheet.rows)
    while last and sheet.rows[last - 1].forced:
        last -= 1
    return last


class _Walk:
    """One pass over the rows in one reading."""

    def __init__(self, sheet: ScoreSheet, duties: Duties) -> None:
        self._sheet = sheet
        self._duties = duties
        self._limit = effective_limit(sheet)
        self._deal = Deal.first(sheet.table_size, sheet.planned_games)
        self._findings: list[Finding] = []
        self._dealers: list[int] = []
        self._departure: int | None = None
        self._also_dealer: int | None = None
        self._omitted: set[int] = set()
        self._passed_over: set[int] = set()
        self._unwritten: set[int] = set()

    def follow(self, reading: Reading) -> Course:
        for number, (row, seat) in enumerate(zip(self._sheet.rows, reading, strict=True), 1):
            time_up = self._limit is not None and number > self._limit
            self._meet_dealer(number, row, time_up)
            if seat is None:
                self._play_normal(number, row, time_up)
            else:
                self._play_compulsory(number, row, seat, time_up)
        named = self._duties.named_seats | self._omitted
        owing = self._deal.owing - named
        missing = sorted(owing | (self._unwritten - named))
        self._findings += [error(Code.MISSING_COMPULSORY_SOLO, None, seat) for seat in missing]
        counted = _count_games(self._sheet, len(owing), self._rows_to_strike(reading))
        self._findings += counted
        too_few = any(found.code is Code.TOO_FEW_GAMES for found in counted)
        return Course(
            tuple(self._findings),
            tuple(self._dealers),
            self._departure,
            incomplete=bool(owing) or too_few,
            deal=self._deal,
        )

    def _meet_dealer(self, number: int, row: Row, time_up: bool) -> None:
        expected = self._deal.dealer_now(time_up)
        written = dealer_written(row, self._sheet.table_size)
        if written is not None and written == self._also_dealer:
            expected = written
        self._also_dealer = None
        if expected != self._deal.dealer:
            self._deal = replace(self._deal, dealer=expected)
        self._dealers.append(expected)
        if self._departure is None and written not in (None, expected):
            self._departure = number
            self._findings.append(
                error(Code.WRONG_DEALER, number, dealer=written, right_dealer=expected)
            )

    def _play_normal(self, number: int, row: Row, time_up: bool) -> None:
        deal = self._deal
        kind = row.kind.value
        if time_up:
            limit = self._limit or 0
            self._findings.append(error(Code.GAME_AFTER_TIME_LIMIT, number, limit=limit, kind=kind))
        elif deal.normal_games_over(time_up):
            self._omit_forced_solo(number, kind)
        elif row.forced:
            self._findings.append(error(Code.FORCED_FLAG, number, right_forced=0, kind=kind))
        self._deal = deal.after_normal()

    def _omit_forced_solo(self, number: int, kind: str) -> None:
        deal = self._deal
        if not deal.owing or number > self._sheet.planned_games:
            return  # one game too many, counted at the end
        owing = (deal.owing - self._omitted) or deal.owing
        seat = forced_soloist(owing, deal.dealer, deal.table_size)
        self._omitted.add(seat)
        self._findings.append(
            error(Code.FORCED_SOLO_OMITTED, number, seat, kind=kind, dealer=deal.dealer)
        )

    def _play_compulsory(self, number: int, row: Row, seat: int, time_up: bool) -> None:
        if number in self._duties.unwritten_rows:
            self._unwritten.add(seat)
        deal = self._deal
        self._deal = deal.after_compulsory(seat, time_up)
        forced = deal.normal_games_over(time_up)
        if forced and seat in deal.owing and not self._is_turn(row, seat, deal):
            right = forced_soloist(deal.owing, deal.dealer, deal.table_size)
            self._passed_over.add(right)
            self._findings.append(
                error(
                    Code.FORCED_WRONG_PLAYER, number, seat, right_soloist=right, dealer=deal.dealer
                )
            )
        elif row.forced != forced and row.kind is RowKind.COMPULSORY_SOLO:
            # They may have moved the deal by what they wrote; the mistake is still only one.
            self._also_dealer = (
                next_seat(deal.dealer, deal.table_size) if row.forced else deal.dealer
            )
            self._findings.append(
                error(Code.FORCED_FLAG, number, right_forced=int(forced), kind=row.kind.value)
            )

    def _is_turn(self, row: Row, seat: int, deal: Deal) -> bool:
        """Whether it is this player's turn, counted from the right dealer or the written one.

        Someone passed over before may make up for it: that mistake is reported already.
        """
        written = dealer_written(row, deal.table_size) or deal.dealer
        turns = {forced_soloist(deal.owing, d, deal.table_size) for d in (deal.dealer, written)}
        return seat in turns | self._passed_over

    def _rows_to_strike(self, reading: Reading) -> set[int]:
        """The rows already reported that make the list longer than it should be."""
        omitted = Code.FORCED_SOLO_OMITTED
        extra = {
            found.row
            for found in self._findings
            if found.code is Code.GAME_AFTER_TIME_LIMIT
            or (found.code is omitted and found.seat not in self._deal.owing)
        }
        second = {number for number in self._duties.second_rows if reading[number - 1]}
        return {row for row in extra | second if row is not None}


def _count_games(sheet: ScoreSheet, missing_rows: int, reported: set[int]) -> list[Finding]:
    """Compare the number of games; rows missing or reported already are not counted again."""
    games, rows, struck = sheet.planned_games, len(sheet.rows), sheet.struck_games
    surplus = rows + struck - games
    unlimited = struck > 0 and sheet.time_limit_after_row is None
    if surplus < -missing_rows or (surplus <= 0 and unlimited):
        reason = "struck_without_time_limit" if unlimited else "rows_missing"
        return [error(Code.TOO_FEW_GAMES, games=games, rows=rows, struck=struck, reason=reason)]
    surplus -= len(reported)
    beyond = [number for number in range(games + 1, rows + 1) if number not in reported]
    places: list[int | None] = [*beyond[-surplus:]] if surplus > 0 else []
    if surplus > len(beyond):
        places.append(None)
    return [
        error(Code.TOO_MANY_GAMES, place, games=games, rows=rows, struck=struck) for place in places
    ]
