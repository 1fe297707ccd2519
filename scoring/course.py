"""The course of a round: dealers, compulsory and forced solos, the number of games.

A wrong kind or soloist in one row would throw the count of normal games, the dealers and the
solos owed out of step in all rows after it. So a row in doubt may be read in several ways, and
the reading that leaves the fewest findings is taken: one mistake, one finding, at its row.
"""

from dataclasses import dataclass, replace

from scoring.deal import Deal, forced_soloist, next_seat
from scoring.duties import Duties, Reading
from scoring.findings import Code, Finding, Severity, error, warning
from scoring.model import Row, RowKind, ScoreSheet


@dataclass(frozen=True, slots=True)
class Course:
    """The findings on the course, and for each row the dealer: by the rotation, or out of turn.

    `departure` is the row with the first wrong dealer, None when all are right; `deal` is the
    table after the last row.
    """

    findings: tuple[Finding, ...]
    dealers: tuple[int, ...]
    departure: int | None
    incomplete: bool
    deal: Deal

    @property
    def errors(self) -> int:
        """How many of the findings are errors."""
        return sum(found.severity is Severity.ERROR for found in self.findings)


def follow_course(sheet: ScoreSheet, duties: Duties) -> Course:
    """Follow the list row by row in the reading that leaves the fewest errors."""
    as_written, *others = duties.readings
    best = _Walk(sheet, duties).follow(as_written)
    for reading in others:
        if not best.errors:
            break
        course = _Walk(sheet, duties).follow(reading)
        if course.errors < best.errors:
            best = course
    return best


def effective_limit(sheet: ScoreSheet) -> int | None:
    """Return the last row begun in time.

    Struck games without a time limit, or with one that no row has, are a mistake of their own; the
    list is then read as if time had been up before the forced solos at its end.
    """
    limit = sheet.time_limit_after_row
    is_lost = sheet.struck_games > 0 and (limit is None or limit_behind_last_row(sheet))
    if not is_lost:
        return limit
    last = len(sheet.rows)
    while last and sheet.rows[last - 1].forced:
        last -= 1
    return last


def limit_behind_last_row(sheet: ScoreSheet) -> bool:
    """Whether games of a complete list were struck though by its time limit none was too late."""
    limit = sheet.time_limit_after_row
    complete = sheet.struck_games > 0 and sheet.rows_too_many == 0
    return complete and limit is not None and limit > len(sheet.rows)


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
        self._undecided = 1  # the first row for which several may be the dealer
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
        written, before = row.dealer_told, self._deal
        self._deal = deal = before.dealt_by(written, time_up, row.out_of_turn)
        self._dealers.append(deal.dealer)
        if written is None:
            return
        if written == deal.dealer and not (before.also or deal.turns):
            self._undecided = number + 1
            return  # nearly always
        may = before.may_deal(time_up)
        if row.out_of_turn and number > self._undecided:
            may = may[:1]  # whoever marks it goes by the likeliest dealers of the games before
        if written in may:
            self._turn_dealers(number - 1, written - may[0])
        elif written == deal.dealer:
            self._findings.append(
                warning(Code.DEALT_OUT_OF_TURN, number, dealer=written, right_dealer=may[0])
            )
        elif self._departure is None:
            self._departure = number
            self._findings.append(
                error(Code.WRONG_DEALER, number, dealer=written, right_dealer=may[0])
            )
            return
        self._undecided = number + 1

    def _turn_dealers(self, last: int, step: int) -> None:
        """Up to a row: only now the list tells who dealt since a game dealt out of turn."""
        size = self._sheet.table_size
        for place in range(self._undecided - 1, last):
            self._dealers[place] = (self._dealers[place] + step - 1) % size + 1

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
        forced = self._deal.normal_games_over(time_up)
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
            # They may have moved the deal by what they wrote; the mistake is still only one.
            moved = next_seat(deal.dealer, deal.table_size) if row.forced else deal.dealer
            self._deal = replace(self._deal, also=(*self._deal.also, moved))
            self._undecided = number + 1
            self._findings.append(
                error(Code.FORCED_FLAG, number, right_forced=int(forced), kind=row.kind.value)
            )

    def _decide_dealer(self, number: int, seat: int) -> None:
        """Where several may have dealt, whoever was forced tells which of them did (TSR 4.2.3)."""
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

        Someone passed over before may make up for it: that mistake is reported already.
        """
        written = row.dealer_told or deal.dealer
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
    if limit_behind_last_row(sheet):
        limit = sheet.time_limit_after_row or 0
        return [error(Code.GAME_AFTER_TIME_LIMIT, limit=limit, rows=rows)]
    surplus -= len(reported)
    beyond = [number for number in range(games + 1, rows + 1) if number not in reported]
    places: list[int | None] = [*beyond[-surplus:]] if surplus > 0 else []
    if surplus > len(beyond):
        places.append(None)
    return [
        error(Code.TOO_MANY_GAMES, place, games=games, rows=rows, struck=struck) for place in places
    ]
