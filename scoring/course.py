"""The course of a round: dealers, compulsory and forced solos, the number of games.

A wrong kind or soloist in one row would put the count of normal games, the dealers and the solos
owed out of step in all later rows. So a doubtful row may be read in several ways, and the reading
with the fewest findings is taken: one mistake, one finding, at its row.
"""

from dataclasses import replace

from scoring.deal import Deal, forced_soloist, next_seat
from scoring.duties import Duties, Reading
from scoring.findings import Code, error
from scoring.model import Row, RowKind, ScoreSheet
from scoring.periods import PeriodWalk
from scoring.walk import Course, Walk, count_games


def follow_course(sheet: ScoreSheet, duties: Duties) -> Course:
    """Follow the list row by row in the reading that gives the fewest errors."""
    duty = sheet.rules.duty(sheet.table_size)
    if duty is not None and duty.forced_from is not None:
        return PeriodWalk(sheet).follow()
    as_written, *others = duties.readings
    best = _Walk(sheet, duties).follow(as_written)
    for reading in others:
        if not best.errors:
            break
        course = _Walk(sheet, duties).follow(reading)
        if course.errors < best.errors:
            best = course
    return best


class _Walk(Walk):
    """One pass over the rows in one reading."""

    def __init__(self, sheet: ScoreSheet, duties: Duties) -> None:
        super().__init__(sheet)
        self._duties = duties
        self._omitted: set[int] = set()
        self._passed_over: set[int] = set()
        self._unwritten: set[int] = set()
        self._may_add = sheet.rules.additional_games(sheet.table_size) > 0
        self._additional = 0

    def follow(self, reading: Reading) -> Course:
        for number, (row, seat) in enumerate(zip(self._sheet.rows, reading, strict=True), 1):
            time_up = self._is_late(number)
            self._meet_dealer(number, row, time_up)
            if self._sheet.rules.additional_games(
                self._sheet.table_size
            ) and self._deal.normal_games_over(time_up):
                self._play_additional(number, row, seat)
            elif seat is None:
                self._play_normal(number, row, time_up)
            else:
                self._play_compulsory(number, row, seat, time_up)
        named = self._duties.named_seats | self._omitted
        owing = self._deal.owing - named
        missing = sorted(owing | (self._unwritten - named))
        self._findings += [error(Code.MISSING_COMPULSORY_SOLO, None, seat) for seat in missing]
        lacking = len(owing) + len(self._deal.twice - named)
        strike = self._rows_to_strike(reading)
        counted = count_games(self._sheet, lacking, strike, self._additional)
        self._findings += counted
        too_few = any(found.code is Code.TOO_FEW_GAMES for found in counted)
        return Course(
            tuple(self._findings),
            tuple(self._dealers),
            self._departure,
            incomplete=bool(owing) or too_few,
            deal=self._deal,
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
        self._deal = deal.after_normal(row.kind if row.kind.is_normal_rubric else RowKind.NORMAL)

    def _play_additional(self, number: int, row: Row, seat: int | None) -> None:
        """Follow an additional game after those of the round: only allowed to play an owed solo."""
        deal, kind = self._deal, row.kind.value
        self._additional += 1
        if seat is not None and seat in deal.owing:
            self._deal = deal.after_compulsory(seat, time_up=True)
            return
        if seat is None and self._is_late(number):
            limit = self._limit or 0
            self._findings.append(error(Code.GAME_AFTER_TIME_LIMIT, number, limit=limit, kind=kind))
        elif deal.owing and seat is None:
            self._omit_forced_solo(number, kind)
        else:
            self._findings.append(error(Code.EXTRA_GAME, number, seat, kind=kind))
        self._deal = deal.after_normal()

    def _omit_forced_solo(self, number: int, kind: str) -> None:
        deal = self._deal
        too_many = number > self._sheet.planned_games and not self._additional
        if not deal.owing or too_many:
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
        forced = self._deal.normal_games_over(time_up) and self._deal.reserved
        if forced and self._deal.also and seat in self._deal.owing:
            self._decide_dealer(number, seat)
        deal = self._deal
        self._deal = deal.after_compulsory(seat, time_up)
        if forced and seat in deal.owing and not self._is_turn(row, seat, deal):
            right = forced_soloist(deal.owing, deal.dealer, deal.table_size)
            self._passed_over.add(right)
            self._findings.append(
                error(
                    Code.FORCED_WRONG_PLAYER, number, seat, right_soloist=right, dealer=deal.dealer
                )
            )
        elif row.forced != forced and row.kind is RowKind.COMPULSORY_SOLO:
            # The written rows may have moved the deal; the mistake is still only one.
            moved = next_seat(deal.dealer, deal.table_size) if row.forced else deal.dealer
            self._deal = replace(self._deal, also=(*self._deal.also, moved))
            self._undecided = number + 1
            self._findings.append(
                error(Code.FORCED_FLAG, number, right_forced=int(forced), kind=row.kind.value)
            )

    def _decide_dealer(self, number: int, seat: int) -> None:
        """Of several possible dealers keep the one that explains who was forced (TSR 4.2.3)."""
        deal = self._deal
        fitting = [
            each
            for each in (deal.dealer, *deal.also)
            if forced_soloist(deal.owing, each, deal.table_size) == seat
        ]
        if fitting:
            dealer, *also = fitting
            self._turn_dealers(number, dealer - deal.dealer)
            self._deal = replace(deal, dealer=dealer, also=tuple(also))

    def _is_turn(self, row: Row, seat: int, deal: Deal) -> bool:
        """Whether it is this player's turn, counted from the right dealer or the written one.

        A player passed over before may make up for it: that mistake is reported already.
        """
        written = row.dealer_named or deal.dealer
        turns = {forced_soloist(deal.owing, d, deal.table_size) for d in (deal.dealer, written)}
        return seat in turns | self._passed_over

    def _rows_to_strike(self, reading: Reading) -> set[int]:
        """Return the reported rows that make the list longer than it should be."""
        omitted = Code.FORCED_SOLO_OMITTED
        extra = {
            found.row
            for found in self._findings
            if found.code is Code.GAME_AFTER_TIME_LIMIT
            or (found.code is omitted and found.seat not in self._deal.owing)
        }
        second = {number for number in self._duties.second_rows if reading[number - 1]}
        return {row for row in extra | second if row is not None}
