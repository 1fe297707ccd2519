"""Random score sheets that could have been played, for demonstration, rehearsal and benchmarks."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from scoring.deal import Deal
from scoring.model import FIVE_TABLE, Figures, Penalty, Row, RowKind, ScoreSheet
from tournament.core.draw.randomness import below, one_of, shuffled

NORMAL_VALUES = (1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7, 8)
SOLO_VALUES = (1, 1, 1, 2, 2, 2, 3, 3, 4, 5)
"""Game values before tripling, each as often as it is likely."""
SOLO_WON = 0.6
COMPULSORY_BID = 0.17
VOLUNTARY_BID = 0.03
SILENT_WEDDING = 0.01
WEDDING_UNCLARIFIED = 0.01
WEDDING = 0.06
"""Chances per game; nobody bids a voluntary solo before the compulsory one (TSR 4.3.1)."""
MOST_LAPSED = 6
"""Games that have not begun, at most, when time is up."""
MINOR_PENALTY = "9.3.2"
INITIALS = "SR"


def random_sheet(
    table_size: int,
    games: int,
    random: Random,
    *,
    time_out_chance: float = 0.15,
    penalty_chance: float = 0.03,
) -> ScoreSheet:
    """A complete list without errors for a table of 4 or 5; `games` counts the solos too.

    Time runs out before the last games, and the referee has awarded a minor penalty, with the
    chances given, each per list.
    """
    limit = None
    if random.random() < time_out_chance:
        limit = max(1, games - 1 - below(MOST_LAPSED, random))
    rows, struck = _played(table_size, games, limit, random)
    penalties = _minor_penalty(rows, random) if random.random() < penalty_chance else ()
    rows = _with_running_totals(rows, penalties)
    return ScoreSheet(
        table_size=table_size,
        rows=tuple(rows),
        games=games,
        time_limit_after_row=limit if struck else None,
        struck_games=struck,
        penalties=penalties,
        totals=rows[-1].cumulative,
    )


def _played(
    table_size: int, games: int, limit: int | None, random: Random
) -> tuple[list[Row], int]:
    """The games of a round, and how many normal ones lapsed when time was up after row `limit`."""
    rows: list[Row] = []
    deal = Deal.first(table_size, games)
    time_up = False
    while (coming := deal.coming(time_up)) is not None:
        seats = _active_seats(table_size, coming.dealer)
        soloist = coming.forced_soloist
        kind = RowKind.COMPULSORY_SOLO
        if soloist is None:
            kind, soloist = _bid(seats, deal.owing, random)
        rows.append(
            Row(
                no=len(rows) + 1,
                kind=kind,
                points=_points(table_size, seats, soloist, random),
                dealer=coming.dealer,
                soloist=soloist,
                forced=coming.is_forced,
            )
        )
        if kind.is_normal_rubric or soloist is None:
            deal = deal.after_normal()
        else:
            deal = deal.after_compulsory(soloist, time_up)
        time_up = limit is not None and len(rows) >= limit
    return rows, deal.normal_left


def _active_seats(table_size: int, dealer: int) -> list[int]:
    """The four who have cards: at a five-table not the dealer (TSR 10.1.1)."""
    sitting = dealer if table_size == FIVE_TABLE else None
    return [seat for seat in range(1, table_size + 1) if seat != sitting]


def _bid(seats: Sequence[int], owing: frozenset[int], random: Random) -> tuple[RowKind, int | None]:
    """What somebody bids in a free game, and who plays alone."""
    may_owe = [seat for seat in seats if seat in owing]
    free = [seat for seat in seats if seat not in owing]
    chances = (
        (COMPULSORY_BID if may_owe else 0, RowKind.COMPULSORY_SOLO, may_owe),
        (VOLUNTARY_BID if free else 0, RowKind.VOLUNTARY_SOLO, free),
        (SILENT_WEDDING, RowKind.SILENT_WEDDING, seats),
        (WEDDING_UNCLARIFIED, RowKind.WEDDING_UNCLARIFIED, seats),
        (WEDDING, RowKind.WEDDING, ()),
    )
    lot = random.random()
    for chance, kind, candidates in chances:
        if lot < chance:
            return kind, one_of(candidates, random) if candidates else None
        lot -= chance
    return RowKind.NORMAL, None


def _points(table_size: int, seats: Sequence[int], soloist: int | None, random: Random) -> Figures:
    """Two win against two, or one alone, threefold, against three (TSR 7.2.4)."""
    if soloist is None:
        value = one_of(NORMAL_VALUES, random)
        winners = shuffled(seats, random)[:2]
        by_seat = {seat: value if seat in winners else -value for seat in seats}
    else:
        value = one_of(SOLO_VALUES, random) * (1 if random.random() < SOLO_WON else -1)
        by_seat = {seat: 3 * value if seat == soloist else -value for seat in seats}
    return tuple(by_seat.get(seat) for seat in range(1, table_size + 1))


def _minor_penalty(rows: Sequence[Row], random: Random) -> tuple[Penalty, ...]:
    """For one of the normal games, if any: the offender -3, the other active players +1 each."""
    normal = [row for row in rows if row.kind is RowKind.NORMAL]
    if not normal:
        return ()
    row = one_of(normal, random)
    active = [seat for seat, points in enumerate(row.points, start=1) if points is not None]
    offender = one_of(active, random)
    by_seat = {seat: -3 if seat == offender else 1 for seat in active}
    points = tuple(by_seat.get(seat) for seat in range(1, len(row.points) + 1))
    return (Penalty(row.no, MINOR_PENALTY, offender, points, INITIALS),)


def _with_running_totals(rows: Sequence[Row], penalties: Sequence[Penalty]) -> list[Row]:
    totals = [0] * len(rows[0].points)
    filled = []
    for row in rows:
        booked = [penalty.points for penalty in penalties if penalty.row == row.no]
        for gains in (row.points, *booked):
            totals = [
                total + (gain if isinstance(gain, int) else 0)
                for total, gain in zip(totals, gains, strict=True)
            ]
        filled.append(replace(row, cumulative=tuple(totals)))
    return filled
