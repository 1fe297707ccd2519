"""One pass over the rows of a list: the dealers, and the number of games."""

from collections.abc import Collection
from dataclasses import dataclass

from scoring.deal import Deal
from scoring.findings import Code, Finding, Severity, error, warning
from scoring.model import Row, ScoreSheet


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
        return sum(found.severity is Severity.ERROR for found in self.findings)


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


class Walk:
    """The state of a pass: the table before the next row, the dealers, the findings."""

    def __init__(self, sheet: ScoreSheet) -> None:
        self._sheet = sheet
        self._limit = effective_limit(sheet)
        self._deal = Deal.first(sheet.table_size, sheet.planned_games, sheet.rules)
        self._findings: list[Finding] = []
        self._dealers: list[int] = []
        self._departure: int | None = None
        self._undecided = 1  # the first row with several possible dealers

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


def count_games(
    sheet: ScoreSheet, missing_rows: int, reported: Collection[int | None], additional: int = 0
) -> list[Finding]:
    """Check the number of games; missing or already reported rows are not counted again.

    `additional` is the number of rows that are additional games.
    """
    games, rows, struck = sheet.planned_games, len(sheet.rows), sheet.struck_games
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
