"""Random valid score sheets, for demonstration, rehearsal and benchmarks."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from scoring.deal import Deal, NextGame
from scoring.model import Figures, Penalty, Played, Row, RowKind, ScoreSheet
from scoring.rulesets import DDV, Kind, Owed, Penalties, RuleSet
from scoring.terms import dealer_sits_out
from tournament.draw.randomness import below, one_of, shuffled

NORMAL_VALUES = (1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7, 8)
SOLO_VALUES = (1, 1, 1, 2, 2, 2, 3, 3, 4, 5)
"""Game values before tripling, each as often as it is likely."""
SOLO_WON = 0.6
CHANCES: Mapping[str, float] = {
    "compulsory_solo": 0.17,
    "voluntary_solo": 0.03,
    "silent_wedding": 0.01,
    "wedding_unclarified": 0.01,
    "wedding": 0.06,
    "poverty": 0.03,
    "black_sow": 0.01,
    "trump_solo": 0.03,
    "silent_solo": 0.01,
    "queen_solo": 0.02,
    "jack_solo": 0.02,
    "suit_solo": 0.01,
    "no_trump_solo": 0.02,
    "lumper": 0.02,
}
"""Chances per game of special games, as far as the rules have them.

Nobody bids a voluntary solo before the compulsory one (TSR 4.3.1).
"""
FEWEST_OF = 3
"""With winners-only scoring, the least of so many random results: most games are small."""
MOST_LAPSED = 6
"""Maximum number of games not begun when time is up."""
MINOR_PENALTY = "9.3.2"
INITIALS = "SR"


def random_sheet(
    table_size: int,
    games: int,
    random: Random,
    rules: RuleSet = DDV,
    *,
    time_out_chance: float = 0.15,
    penalty_chance: float = 0.03,
) -> ScoreSheet:
    """Generate a complete list without errors; `games` includes solos, not additional games.

    With the given chances per list, time runs out before the last games, and the referee has
    awarded a minor penalty, as far as the rules have a time limit and that penalty.
    """
    limit = None
    if random.random() < time_out_chance and rules.minutes(table_size) is not None:
        limit = max(1, games - 1 - below(MOST_LAPSED, random))
    rows, struck = _played(Deal.first(table_size, games, rules), limit, random)
    is_punished = random.random() < penalty_chance and rules.penalties is Penalties.CATALOGUE
    penalties = _minor_penalty(rows, random) if is_punished else ()
    rows = _with_running_totals(rows, penalties)
    return ScoreSheet(
        table_size=table_size,
        rows=tuple(rows),
        games=games,
        time_limit_after_row=limit if struck else None,
        struck_games=struck,
        penalties=penalties,
        totals=rows[-1].cumulative,
        rules=rules,
    )


def _played(deal: Deal, limit: int | None, random: Random) -> tuple[list[Row], int]:
    """Generate the games of a round, and the number of normal ones lapsed after row `limit`."""
    rows: list[Row] = []
    time_up = False
    while (coming := deal.coming(time_up)) is not None:
        rows.append(_row(deal, coming, len(rows) + 1, random))
        deal = deal.after(rows[-1], time_up)
        time_up = limit is not None and len(rows) >= limit
    return rows, deal.normal_left


def _row(deal: Deal, coming: NextGame, number: int, random: Random) -> Row:
    rules, size = deal.rules, deal.table_size
    seats, duty = _active_seats(size, coming.dealer), rules.duty(size)
    forced = coming.is_forced and duty is not None and duty.owed is Owed.FORCED
    soloist = coming.forced_soloist
    if soloist is None:
        kind, soloist = _bid(seats, deal.owing, random, rules)
    else:
        owed = [each for each in rules.kinds if each.fulfils and each.announced]
        kind = owed[0] if len(owed) == 1 else one_of(owed, random)
    by_seat: dict[int, int]
    no_side: tuple[int, ...] = ()
    pairs = rules.reachable(kind.name, size, forced)
    if pairs is None:
        by_seat = _plus_minus(rules, seats, soloist, random)
    else:
        pair = min((one_of(sorted(pairs), random) for _try in range(FEWEST_OF)), key=sum)
        by_seat, no_side = _by_sides(rules.sides(kind.name, size), pair, seats, soloist, random)
    points: Figures = tuple(by_seat.get(seat) for seat in range(1, size + 1))
    return Row(number, kind.name, points, coming.dealer, soloist, forced, no_side=no_side)


def _active_seats(table_size: int, dealer: int) -> list[int]:
    """Return the seats with cards: where the dealer sits out, all but him (TSR 10.1.1)."""
    sitting = dealer if dealer_sits_out(table_size) else None
    return [seat for seat in range(1, table_size + 1) if seat != sitting]


def _bid(
    seats: Sequence[int], owing: frozenset[int], random: Random, rules: RuleSet
) -> tuple[Kind, int | None]:
    """Return the kind of a free game, and its soloist if any."""
    by_name = {str(kind.name): kind for kind in rules.kinds}
    lot = random.random()
    for name, chance in CHANCES.items():
        kind = by_name.get(name)
        if kind is None:
            continue
        candidates = _may_play(kind.name, seats, owing)
        if kind.alone and not candidates:
            continue
        if lot < chance:
            return kind, one_of(candidates, random) if kind.alone else None
        lot -= chance
    return rules.kinds[0], None


def _may_play(kind: Played, seats: Sequence[int], owing: frozenset[int]) -> list[int]:
    """Return the seats that may play a game of a kind alone."""
    if kind == RowKind.COMPULSORY_SOLO:
        return [seat for seat in seats if seat in owing]
    if kind == RowKind.VOLUNTARY_SOLO:
        return [seat for seat in seats if seat not in owing]
    return list(seats)


def _plus_minus(
    rules: RuleSet, seats: Sequence[int], soloist: int | None, random: Random
) -> dict[int, int]:
    """Return points for two against two, or one alone, threefold, against three (TSR 7.2.4)."""
    if soloist is None:
        value = one_of(NORMAL_VALUES, random)
        winners = shuffled(seats, random)[:2]
        return {seat: value if seat in winners else -value for seat in seats}
    value = one_of(SOLO_VALUES, random) * (1 if random.random() < SOLO_WON else -1)
    return {seat: rules.factor_alone * value if seat == soloist else -value for seat in seats}


def _by_sides(
    sides: Sequence[tuple[int, int]],
    pair: tuple[int, int],
    seats: Sequence[int],
    soloist: int | None,
    random: Random,
) -> tuple[dict[int, int], tuple[int, ...]]:
    """Return the same points for everybody of a side, 0 for seats on neither, and those seats."""
    for_re, for_kontra = one_of(sides, random)
    order = shuffled(seats, random)
    if soloist is not None:
        order = [soloist, *(seat for seat in order if seat != soloist)]
    no_side = tuple(sorted(order[for_re + for_kontra :]))
    re, kontra = pair
    figures = (re,) * for_re + (kontra,) * for_kontra + (0,) * len(no_side)
    return dict(zip(order, figures, strict=True)), no_side


def _minor_penalty(rows: Sequence[Row], random: Random) -> tuple[Penalty, ...]:
    """Penalise a normal game, if any: the offender -3, the other active players +1 each."""
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
