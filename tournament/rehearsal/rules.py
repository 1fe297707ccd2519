"""A rehearsal: the events of a generated day, and random valid score sheets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf
from random import Random

from scoring.deal import Deal, NextGame
from scoring.doubling import follow_doubling
from scoring.model import Figures, Penalty, Row, RowKind, ScoreSheet
from scoring.rulesets import DDV, Kind, Owed, Penalties, RuleSet
from scoring.terms import FOUR_TABLE, dealer_sits_out
from tournament.draw.randomness import below, one_of, shuffled

SPEED = 20
"""Minutes of a real day per minute."""
AT_ONCE = 4
"""Number of people arriving together."""
OFFENDER = 2
"""Position of the offender in penalties, protests and deductions."""
ODD_BY = 1
"""Error in the first total of the list that does not add up."""
OF_LISTS = (0.55, 0.98)
"""The first and the last list come in at this share of the time."""


class Happening(StrEnum):
    """The kind of an event."""

    NO_SHOW = "no_show"
    PENALTY = "penalty"
    PROTEST = "protest"
    POWER_CUT = "power_cut"
    DEDUCTION = "deduction"
    LIST = "list"
    ODD_LIST = "odd_list"
    LOST_LIST = "lost_list"


LISTS = frozenset({Happening.LIST, Happening.ODD_LIST})
SHARES: Mapping[Happening, float] = {
    Happening.PENALTY: 0.2,
    Happening.PROTEST: 0.3,
    Happening.POWER_CUT: 0.35,
    Happening.DEDUCTION: 0.45,
}


@dataclass(frozen=True, slots=True)
class Event:
    """An event in a round at a table, after a share of the table's time."""

    what: Happening
    round: int = 0
    table: int = 0
    share: float = 0.0

    @property
    def key(self) -> str:
        """The key recording that it has happened."""
        return f"{self.what}-{self.round}-{self.table}"


def events_of_round(
    number: int, rounds: int, sizes: Mapping[int, int], random: Random
) -> tuple[Event, ...]:
    """Return the events of a round in order of time; `sizes` of its tables by number.

    The first round has the penalty, the protest against it and the list that does not add up, the
    second (if there is one) the power cut and the lost list, the last the deduction from the total.
    Lists come in one after the other, never all at once.
    """
    tables = shuffled(sorted(sizes), random)
    fours = [table for table in tables if sizes[table] == FOUR_TABLE] or tables
    first, other = fours[0], next((table for table in tables if table != fours[0]), fours[0])
    kinds = dict.fromkeys(tables, Happening.LIST)
    incidents = []
    if number == 1:
        kinds[other] = Happening.ODD_LIST
        incidents += [(Happening.PENALTY, first), (Happening.PROTEST, first)]
    if number == min(2, rounds):
        kinds[first] = Happening.LOST_LIST
        incidents.append((Happening.POWER_CUT, 0))
    if number == rounds:
        incidents.append((Happening.DEDUCTION, other))
    events = [Event(what, number, table, SHARES[what]) for what, table in incidents]
    begin, end = OF_LISTS
    step = (end - begin) / len(tables)
    for place, table in enumerate(tables):
        share = begin + step * place + step * below(50, random) / 100
        events.append(Event(kinds[table], number, table, share))
    return tuple(sorted(events, key=lambda event: event.share))


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
    "black_sow": 0.2,  # in its round only
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
    """Generate a list without errors; `games` includes solos, not additional games.

    With these chances, as far as the rules have them, time runs out before the last games, and the
    referee has awarded a minor penalty.
    """
    limit = None
    if random.random() < time_out_chance and rules.minutes(table_size) is not None:
        limit = max(1, games - 1 - below(MOST_LAPSED, random))
    rows: list[Row] = []
    deal, time_up = Deal.first(table_size, games, rules), False
    won, until = [0] * table_size, rules.until or inf
    while (coming := deal.coming(time_up)) is not None and max(won) < until:
        follows = _follows_doubling_round(ScoreSheet(table_size, tuple(rows), rules=rules))
        rows.append(_row(deal, coming, len(rows) + 1, random, follows=follows))
        won = [so_far + int(gain or 0) for so_far, gain in zip(won, rows[-1].points, strict=True)]
        deal = deal.after(rows[-1], time_up)
        time_up = limit is not None and len(rows) >= limit
    penalties: tuple[Penalty, ...] = ()
    is_punished = random.random() < penalty_chance and rules.penalties is Penalties.CATALOGUE
    normal = [row for row in rows if row.kind is RowKind.NORMAL]
    if is_punished and normal:  # the offender -3, the other active players +1 each
        row = one_of(normal, random)
        active = [seat for seat, points in enumerate(row.points, start=1) if points is not None]
        offender = one_of(active, random)
        by_seat = {seat: -3 if seat == offender else 1 for seat in active}
        points = tuple(by_seat.get(seat) for seat in range(1, table_size + 1))
        penalties = (Penalty(row.no, MINOR_PENALTY, offender, points, INITIALS),)
    struck = 0 if limit is None else deal.normal_left
    sheet = ScoreSheet(
        table_size=table_size,
        rows=tuple(rows),
        games=games,
        time_limit_after_row=limit if struck else None,
        struck_games=struck,
        penalties=penalties,
        rules=rules,
    )
    summed = zip(rows, sheet.running_totals(), strict=True)
    rows = [replace(row, cumulative=totals) for row, totals in summed]
    return replace(sheet, rows=tuple(rows), totals=rows[-1].cumulative)


def _follows_doubling_round(sheet: ScoreSheet) -> bool:
    """Return whether the next game may be of a kind that only follows a doubling round (27)."""
    if not any(kind.after_doubling for kind in sheet.rules.kinds):
        return False
    return not sheet.rules.doubling_rounds or follow_doubling(sheet)[-1].follows_round


def _row(deal: Deal, coming: NextGame, number: int, random: Random, *, follows: bool) -> Row:
    rules, size = deal.rules, deal.table_size
    # Where the dealer sits out, all but him play (TSR 10.1.1).
    sitting = coming.dealer if dealer_sits_out(size) else None
    seats = [seat for seat in range(1, size + 1) if seat != sitting]
    duty, soloist = rules.duty(size), coming.forced_soloist
    forced = coming.is_forced and duty is not None and duty.owed is Owed.FORCED
    if soloist is None:
        kind, soloist = _bid(seats, deal.owing, random, rules, follows=follows)
    else:
        owed = [each for each in rules.kinds if each.fulfils and each.announced]
        kind = owed[0] if len(owed) == 1 else one_of(owed, random)
    no_side: tuple[int, ...] = ()
    pairs = rules.reachable(kind.name, size, forced)
    if pairs is not None:
        # The same points for everybody of a side, 0 for seats on neither.
        in_order = sorted(pairs)
        re, kontra = min((one_of(in_order, random) for _try in range(FEWEST_OF)), key=sum)
        for_re, for_kontra = one_of(rules.sides(kind.name, size), random)
        order = shuffled(seats, random)
        if soloist is not None:
            order = [soloist, *(seat for seat in order if seat != soloist)]
        no_side = tuple(sorted(order[for_re + for_kontra :]))
        figures = (re,) * for_re + (kontra,) * for_kontra + (0,) * len(no_side)
        by_seat = dict(zip(order, figures, strict=True))
    elif soloist is None:  # two against two, or one alone, threefold, against three (TSR 7.2.4)
        value = max(one_of(NORMAL_VALUES, random), rules.least)
        winners = shuffled(seats, random)[:2]
        by_seat = {seat: value if seat in winners else -value for seat in seats}
    else:
        value = max(one_of(SOLO_VALUES, random), rules.least) * rules.step(kind.name)
        value *= 1 if random.random() < SOLO_WON else -1
        alone = rules.factor_alone * value
        by_seat = {seat: alone if seat == soloist else -value for seat in seats}
    points: Figures = tuple(by_seat.get(seat) for seat in range(1, size + 1))
    return Row(number, kind.name, points, coming.dealer, soloist, forced, no_side=no_side)


def _bid(
    seats: Sequence[int], owing: frozenset[int], random: Random, rules: RuleSet, *, follows: bool
) -> tuple[Kind, int | None]:
    """Return the kind of a free game, and its soloist if any."""
    by_name = {str(kind.name): kind for kind in rules.kinds}
    lot = random.random()
    for name, chance in CHANCES.items():
        kind = by_name.get(name)
        if kind is None or (kind.after_doubling and not follows):
            continue
        candidates = list(seats)
        if kind.name == RowKind.COMPULSORY_SOLO:
            candidates = [seat for seat in seats if seat in owing]
        elif kind.name == RowKind.VOLUNTARY_SOLO:
            candidates = [seat for seat in seats if seat not in owing]
        if kind.alone and not candidates:
            continue
        if lot < chance:
            return kind, one_of(candidates, random) if kind.alone else None
        lot -= chance
    return rules.kinds[0], None
