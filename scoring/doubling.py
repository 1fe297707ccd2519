"""Doubling rounds: which games of a list count double, as far as the list shows (20).

After an event the next deals count double, one for each person at the table; further events add
theirs behind these. A game worth nothing is such an event, seen in its row. A Re or Kontra that was
lost, 120 : 120 and a trick of hearts are seen only in a row that describes its game; any other row
may hide one.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from scoring.findings import Code, Finding, error
from scoring.game import Impossible
from scoring.ledger import penalties_by_row
from scoring.model import Figures, Row, ScoreSheet
from scoring.pattern import Shape, pattern_of
from scoring.terms import is_whole


@dataclass(frozen=True, slots=True)
class Doubling:
    """What a list shows about one game.

    `is_double`: whether it counts double, None where that depends on what no row shows. `events`:
    for it and each game after it that certainly does, the row after which it does.
    `follows_round`: whether it may be of a round that follows a doubling round (27).
    """

    is_double: bool | None
    events: tuple[int, ...] = ()
    follows_round: bool = False

    @property
    def event(self) -> int | None:
        """The row after which it certainly counts double, None if it may not."""
        return self.events[0] if self.events else None

    @property
    def left(self) -> int:
        """How many games after it certainly count double."""
        return max(len(self.events) - 1, 0)


def follow_doubling(sheet: ScoreSheet, in_doubt: Collection[int] = ()) -> list[Doubling]:
    """Return what is known of each game, and of the next one; rows in doubt show nothing."""
    known: list[Doubling] = []
    certain: list[int] = []  # the event of each game that certainly counts double
    most, ended = 0, -sheet.table_size  # the last game with which a doubling round may have ended
    event = 0  # the first row after which these that may count double do
    booked = penalties_by_row(sheet)
    for number in range(1, len(sheet.rows) + 2):
        is_double = True if certain else None if most else False
        follows = number - ended <= sheet.table_size
        known.append(Doubling(is_double, tuple(certain), follows))
        if number > len(sheet.rows):
            break
        seen: bool | None = None
        begins: bool | None = None
        if number not in in_doubt:
            seen, begins = _shown(sheet, sheet.rows[number - 1], number in booked)
        if seen is False and not certain:
            most = 0
        may_be_double = most > 0
        certain, most = certain[1:], max(most - 1, 0)
        if begins is not False:
            event = event if most else number
            most += sheet.table_size
        if begins:
            certain += [number] * sheet.table_size
        if may_be_double and not certain and number >= event + sheet.table_size:
            ended = number
    return known


def doubled_games(sheet: ScoreSheet) -> dict[int, int]:
    """Return the games that certainly count double, those to come included, and after which."""
    if not sheet.rules.doubling_rounds:
        return {}
    known = follow_doubling(sheet)
    found = {number: each.event for number, each in enumerate(known, start=1) if each.event}
    return found | dict(enumerate(known[-1].events, start=len(known)))


def _shown(sheet: ScoreSheet, row: Row, is_penalised: bool) -> tuple[bool | None, bool | None]:
    """Return whether a row's points are doubled, and whether it begins a doubling round."""
    pattern, rules = pattern_of(row.points), sheet.rules
    if pattern.shape is Shape.UNREADABLE:
        return None, None
    if pattern.shape is Shape.ZERO:  # beside a penalty it may be a game that was broken off
        return None, None if is_penalised else True
    if row.detail is None:
        return (False if pattern.value % (2 * rules.step(row.kind)) else None), None
    try:
        once = rules.value_of(row.detail, len(row.points)).points
        begins = rules.begins_doubling(row.detail, len(row.points))
    except Impossible:
        return None, None
    return {once: False, doubled(once): True}.get(row.points), begins


def doubled(points: Figures) -> Figures:
    """Return twice the points."""
    return tuple(2 * figure if is_whole(figure) else figure for figure in points)


def halved(points: Figures) -> Figures:
    """Return half the points of a game that counted double."""
    return tuple(figure // 2 if is_whole(figure) else figure for figure in points)


def doubling_findings(
    sheet: ScoreSheet, in_doubt: Collection[int]
) -> Iterator[tuple[int, Finding]]:
    """Yield every row that should have been doubled, or should not, and games without their round.

    Rows in doubt are not checked.
    """
    if not sheet.rules.doubling_rounds:
        return
    known, booked = follow_doubling(sheet, in_doubt), penalties_by_row(sheet)
    for number, row in enumerate(sheet.rows, start=1):
        if number in in_doubt:
            continue
        here = known[number - 1]
        seen, _begins = _shown(sheet, row, number in booked)
        points = row.points
        if here.event is not None and seen is False:
            right, event = doubled(points), here.event
            yield (
                number,
                error(Code.NOT_DOUBLED, number, points=points, right_points=right, event=event),
            )
        elif here.is_double is False and seen is True:
            right = halved(points)
            yield number, error(Code.WRONGLY_DOUBLED, number, points=points, right_points=right)
        elif sheet.rules.kind(row.kind).after_doubling and not here.follows_round:
            yield number, error(Code.NO_ROUND_FOR_IT, number, row.soloist, kind=row.kind.value)
