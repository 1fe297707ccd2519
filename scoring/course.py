"""The course of a round: dealers, compulsory and forced solos, the number of games.

A wrong kind or soloist in one row would put the count of normal games, the dealers and the solos
owed out of step in all later rows. So a doubtful row may be read in several ways, and the reading
with the fewest findings is taken: one mistake, one finding, at its row.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scoring.deal import Deal, forced_soloist, next_seat
from scoring.duties import Duties, Reading
from scoring.findings import Code, Finding, Severity, error, warning
from scoring.model import Row, RowKind, ScoreSheet
from scoring.pattern import odd_one_out


@dataclass(frozen=True, slots=True)
class Course:
    """The findings on the course, and the dealer of each row: by rotation, or out of turn.

    `departure` is the row with the first wrong dealer, None when all are right; `deal` is the table
    after the last row.
    """

    findings: tuple[Finding, ...]
    dealers: tuple[int, ...]
    departure: int | None
    incomplete: bool
    deal: Deal

    @property
    def errors(self) -> int:
        """The number of errors among the findings."""
        return _errors(self.findings)


def _errors(findings: Iterable[Finding]) -> int:
    return sum(found.severity is Severity.ERROR for found in findings)


def effective_limit(sheet: ScoreSheet) -> int | None:
    """Return the last row begun in time.

    Struck games without a time limit, or with one that no row has, are a separate mistake; the list
    is then read as if time had been up before the forced solos at its end.
    """
    limit = sheet.time_limit_after_row
    is_lost = sheet.struck_games > 0 and (limit is None or limit_too_late(sheet))
    return _last_unforced(sheet) if is_lost else limit


def limit_too_late(sheet: ScoreSheet) -> bool:
    """Whether games of a complete list were struck although its time limit was not reached.

    By the limit none of its games was too late, or several of the forced ones were in time.
    """
    complete = sheet.struck_games > 0 and sheet.rows_too_many == 0
    limit = sheet.time_limit_after_row
    if not complete or limit is None:
        return False
    return limit > len(sheet.rows) or limit > _last_unforced(sheet) + 1


def _last_unforced(sheet: ScoreSheet) -> int:
    last = len(sheet.rows)
    while last and sheet.rows[last - 1].forced:
        last -= 1
    return last


def follow_course(sheet: ScoreSheet, duties: Duties) -> Course:
    """Follow the list row by row in the reading that gives the fewest errors."""
    duty = sheet.rules.duty(sheet.table_size)
    if duty is not None and duty.forced_from is not None:
        return _course_in_periods(sheet)
    as_written, *others = duties.readings
    best = _ReadingWalk(sheet, duties).follow(as_written)
    for reading in others:
        if not best.errors:
            break
        course = _ReadingWalk(sheet, duties).follow(reading, best.errors)
        if course.errors < best.errors:
            best = course
    return best


def _course_in_periods(sheet: ScoreSheet) -> Course:
    """Read a row with one odd figure as a solo, unless later rows say that the figure is wrong."""
    best, as_written = _PeriodWalk(sheet).follow(), frozenset[int]()
    for number, row in enumerate(sheet.rows, start=1):
        if not best.errors:
            break
        if not sheet.rules.kind(row.kind).fulfils and odd_one_out(row.points):
            course = _PeriodWalk(sheet).follow(as_written | {number})
            if course.errors < best.errors:
                best, as_written = course, as_written | {number}
    return best


class _Walk:
    """One pass over the rows: the table before the next row, the dealers, the findings."""

    def __init__(self, sheet: ScoreSheet) -> None:
        self._sheet = sheet
        self._limit = effective_limit(sheet)
        self._deal = Deal.first(sheet.table_size, sheet.agreed_games, sheet.rules)
        self._findings: list[Finding] = []
        self._dealers: list[int] = []
        self._departure: int | None = None
        self._undecided = 1  # the first row with several possible dealers
        self._last_row = sheet.last_row  # where a score ends the round

    @property
    def _planned(self) -> int:
        """The games of the round, with those that the solos so far have added."""
        if self._last_row is not None:
            return self._sheet.planned_games
        added = self._sheet.rules.added_games(self._sheet.table_size, self._deal.adding)
        return self._sheet.agreed_games + added

    def _is_late(self, number: int) -> bool:
        """Whether the dealing of a row began after time was up."""
        return self._limit is not None and number > self._limit

    def _meet_dealer(self, number: int, row: Row, time_up: bool) -> None:
        written, before = row.dealer_named, self._deal
        self._deal = deal = before.dealt_by(written, time_up, row.out_of_turn)
        self._dealers.append(deal.dealer)
        if written is None:
            return
        if written == deal.dealer and not (before.also or deal.turns):
            self._undecided = number + 1
            return  # nearly always
        may = before.may_deal(time_up)
        if row.out_of_turn and number > self._undecided:
            may = may[:1]  # the mark refers to the likeliest dealers of the games before
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
        """Rotate the dealers up to a row: only now the list shows who dealt since a wrong one."""
        size = self._sheet.table_size
        for place in range(self._undecided - 1, last):
            self._dealers[place] = (self._dealers[place] + step - 1) % size + 1

    def _finish(self, counted: list[Finding], is_solo_owed: bool = False) -> Course:
        """Return the course, given what is wrong with the number of games."""
        is_over = self._last_row is not None
        return Course(
            (*self._findings, *counted),
            tuple(self._dealers),
            self._departure,
            is_solo_owed or any(found.code is Code.TOO_FEW_GAMES for found in counted),
            self._deal._replace(normal_left=0) if is_over else self._deal,
        )


class _ReadingWalk(_Walk):
    """One pass over the rows in one reading."""

    def __init__(self, sheet: ScoreSheet, duties: Duties) -> None:
        super().__init__(sheet)
        self._duties = duties
        self._omitted: set[int] = set()
        self._passed_over: set[int] = set()
        self._unwritten: set[int] = set()
        self._may_add = sheet.rules.additional_games(sheet.table_size) > 0
        self._additional = 0
        self._solos_lengthen = sheet.rules.added_games(sheet.table_size) > 0
        self._may_lengthen = 0  # rows that may be solos by which the round is longer

    def follow(self, reading: Reading, too_many: int | None = None) -> Course:
        """Follow all rows; with `too_many` errors no further, as nobody takes that course."""
        known = 0
        for number, (row, seat) in enumerate(zip(self._sheet.rows, reading, strict=True), 1):
            time_up = self._is_late(number)
            self._meet_dealer(number, row, time_up)
            if self._may_add and self._deal.normal_games_over(time_up):
                self._play_additional(number, row, seat)
            elif seat is None:
                deal, kind = self._deal, row.kind
                if time_up:
                    self._refuse_late_game(number, row)
                elif deal.normal_games_over(time_up):
                    self._omit_forced_solo(number, row)
                elif row.forced:
                    flag = error(Code.FORCED_FLAG, number, right_forced=0, kind=kind.value)
                    self._findings.append(flag)
                soloist = None
                if self._solos_lengthen:
                    soloist = row.soloist or odd_one_out(row.points)
                if soloist and not kind.is_alone:
                    self._may_lengthen += self._sheet.rules.adds_game(RowKind.VOLUNTARY_SOLO)
                self._deal = deal.after_normal(
                    kind if kind.is_normal_rubric else RowKind.NORMAL, soloist
                )
            else:
                self._play_compulsory(number, row, seat, time_up)
            if too_many is not None and len(self._findings) > known:
                known = len(self._findings)
                if known >= too_many and _errors(self._findings) >= too_many:
                    return self._finish([])
        named = self._duties.named_seats | self._omitted
        owing = self._deal.owing - named
        missing = sorted(owing | (self._unwritten - named))
        self._findings += [error(Code.MISSING_COMPULSORY_SOLO, None, seat) for seat in missing]
        # Reported rows make the list longer than it should be.
        struck = {number for number in self._duties.second_rows if reading[number - 1]}
        for found in self._findings:
            omitted = found.code is Code.FORCED_SOLO_OMITTED and found.seat not in self._deal.owing
            if found.row is not None and (omitted or found.code is Code.GAME_AFTER_TIME_LIMIT):
                struck.add(found.row)
        lacking = len(owing) + len(self._deal.twice - named)
        planned = self._planned
        too_many = self._sheet.rows_too_many + self._sheet.planned_games - planned
        planned += max(0, min(too_many - self._additional, self._may_lengthen))
        counted = _count_games(self._sheet, lacking, struck, planned, self._additional)
        return self._finish(counted, bool(owing))

    def _play_additional(self, number: int, row: Row, seat: int | None) -> None:
        """Follow an additional game after those of the round: only allowed to play an owed solo."""
        deal = self._deal
        self._additional += 1
        if seat is not None and seat in deal.owing:
            self._deal = deal.after_compulsory(seat, time_up=True)
            return
        if seat is None and self._is_late(number):
            self._refuse_late_game(number, row)
        elif deal.owing and seat is None:
            self._omit_forced_solo(number, row)
        else:
            self._findings.append(error(Code.EXTRA_GAME, number, seat, kind=row.kind.value))
        self._deal = deal.after_normal()

    def _refuse_late_game(self, number: int, row: Row) -> None:
        limit, kind = self._limit or 0, row.kind.value
        self._findings.append(error(Code.GAME_AFTER_TIME_LIMIT, number, limit=limit, kind=kind))

    def _omit_forced_solo(self, number: int, row: Row) -> None:
        deal, kind = self._deal, row.kind.value
        too_many = number > self._planned and not self._additional
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
        deal = self._deal
        forced = deal.normal_games_over(time_up) and deal.reserved
        if forced and deal.also and seat in deal.owing:
            # Of several possible dealers those are kept who explain who was forced (TSR 4.2.3).
            fitting = [
                each
                for each in (deal.dealer, *deal.also)
                if forced_soloist(deal.owing, each, deal.table_size) == seat
            ]
            if fitting:
                self._turn_dealers(number, fitting[0] - deal.dealer)
                deal = deal._replace(dealer=fitting[0], also=tuple(fitting[1:]))
        self._deal = deal.after_compulsory(seat, time_up)
        turns = set(self._passed_over)  # they may make up for it: that is reported already
        if forced and seat in deal.owing:
            for dealer in (deal.dealer, row.dealer_named or deal.dealer):
                turns.add(forced_soloist(deal.owing, dealer, deal.table_size))
        if forced and seat in deal.owing and seat not in turns:
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
            self._deal = self._deal._replace(also=(*self._deal.also, moved))
            self._undecided = number + 1
            self._findings.append(
                error(Code.FORCED_FLAG, number, right_forced=int(forced), kind=row.kind.value)
            )


class _PeriodWalk(_Walk):
    """One pass over the rows of a list where solos are owed in periods (rule-sets.md 3.6).

    A new period begins when everybody has played one.
    """

    def follow(self, as_written: Collection[int] = ()) -> Course:
        """Follow all rows; without solo only those `as_written` that look like one."""
        passed_over: set[int] = set()
        for number, row in enumerate(self._sheet.rows, start=1):
            self._meet_dealer(number, row, self._is_late(number))
            deal, kind = self._deal, row.kind.value
            # The soloist as written, or the only one with a figure of his own.
            soloist = row.soloist
            if soloist is None or not self._sheet.rules.kind(row.kind).fulfils:
                soloist = None if number in as_written else odd_one_out(row.points)
            due = deal.is_forced(time_up=False)
            right = forced_soloist(deal.owing, deal.dealer, deal.table_size)
            found = None
            if row.forced and not (due and row.kind.is_announced_solo):
                found = error(Code.FORCED_FLAG, number, right_forced=0, kind=kind)
            elif row.forced and row.soloist not in {right, None} | passed_over:
                should_be = {"right_soloist": right, "dealer": deal.dealer}
                found = error(Code.FORCED_WRONG_PLAYER, number, row.soloist, **should_be)
            elif due and soloist is None:
                passed_over.add(right)
                found = error(Code.OWED_SOLO, number, right, kind=kind, dealer=deal.dealer)
            if found is not None:
                self._findings.append(found)
            if soloist is None:
                self._deal = deal.after_normal(row.kind)
            else:
                passed_over.discard(soloist)  # who was passed over may make up for it
                self._deal = deal.after_compulsory(soloist, kind=row.kind)
        return self._finish(_count_games(self._sheet, 0, (), self._planned))


def _count_games(
    sheet: ScoreSheet,
    missing_rows: int,
    reported: Collection[int | None],
    games: int,
    additional: int = 0,
) -> list[Finding]:
    """Check the number of games; missing or already reported rows are not counted again.

    `games` are those of the round; `additional` is the number of rows that are additional ones.
    """
    rows, struck = len(sheet.rows), sheet.struck_games
    surplus = rows + struck - games - additional
    unlimited = struck > 0 and sheet.time_limit_after_row is None
    if surplus < -missing_rows or (surplus <= 0 and unlimited):
        reason = "struck_without_time_limit" if unlimited else "rows_missing"
        return [error(Code.TOO_FEW_GAMES, games=games, rows=rows, struck=struck, reason=reason)]
    if limit_too_late(sheet):
        limit, first = sheet.time_limit_after_row or 0, _last_unforced(sheet) + 1
        forced = {"forced_row": first} if limit <= rows else {}
        return [error(Code.GAME_AFTER_TIME_LIMIT, limit=limit, rows=rows, **forced)]
    surplus -= len(reported)
    beyond = [number for number in range(games + 1, rows + 1) if number not in reported]
    places: list[int | None] = [*beyond[-surplus:]] if surplus > 0 else []
    if surplus > len(beyond):
        places.append(None)
    return [
        error(Code.TOO_MANY_GAMES, place, games=games, rows=rows, struck=struck) for place in places
    ]
