"""Valid lists by any rule set: random games, dealt as its rules say."""

from itertools import accumulate
from random import Random

from scoring.deal import Deal
from scoring.model import Row, RowKind, ScoreSheet
from scoring.rulesets import Owed, Scoring, rule_set
from scoring.terms import dealer_sits_out

RULED = {
    "pagat": rule_set("pagat"),
    "pagat with 23 and 27": rule_set("pagat", {"23": True, "27": True}),
    "altgeld": rule_set("altgeld"),
    "altgeld with 60 games": rule_set("altgeld", {"games": 60}),
    "club": rule_set("club"),
    "club, one solo": rule_set("club", {"solos": 1, "games": 12}),
    "club, two solos": rule_set("club", {"solos": 2}),
    "club, two additional": rule_set("club", {"solos": 2, "owed": "additional", "games": 8}),
    "club, nothing owed": rule_set("club", {"solos": 1, "owed": "none", "23": True}),
    "club, longer by solos": rule_set("club", {"solo_extra_game": True, "games": 8}),
    "club, longer, nothing owed": rule_set(
        "club", {"solos": 2, "owed": "none", "solo_extra_game": True, "games": 8}
    ),
    "club, longer and forced": rule_set("club", {"solos": 1, "solo_extra_game": True}),
    "club, longer and additional": rule_set(
        "club", {"solos": 1, "owed": "additional", "solo_extra_game": True, "games": 8}
    ),
    "club, doubling rounds": rule_set("club", {"20": True, "minutes": None}),
}
TABLES = {
    f"{name}, {size} people": (rules, size)
    for name, rules in RULED.items()
    for size in rules.table_sizes
}


def ruled_sheet(rules, size, seed, solos=0.2):
    """Return a valid list, with running totals and totals."""
    random = Random(seed)
    deal = Deal.first(size, rules.games(size), rules)
    rows = []
    while (coming := deal.coming()) is not None:
        row = _row(rules, deal, coming, len(rows) + 1, random, solos)
        rows.append(row)
        deal = deal.after(row, time_up=False)
    columns = list(accumulate(([figure or 0 for figure in row.points] for row in rows), _added))
    rows = [
        Row(**{name: getattr(row, name) for name in row.__slots__} | {"cumulative": tuple(line)})
        for row, line in zip(rows, columns, strict=True)
    ]
    return ScoreSheet(size, tuple(rows), totals=tuple(columns[-1]), rules=rules)


def _added(one, other):
    return [figure + more for figure, more in zip(one, other, strict=True)]


def _row(rules, deal, coming, number, random, solos):
    sitting = coming.dealer if dealer_sits_out(deal.table_size) else None
    players = [seat for seat in range(1, deal.table_size + 1) if seat != sitting]
    kind, soloist, forced = _played(rules, deal, coming, players, random, solos)
    size = deal.table_size
    if rules.scoring is Scoring.WINNERS_ONLY:
        pair = random.choice(sorted(rules.reachable(kind.name, size, forced)))
        sides = rules.sides(kind.name, size)
        no_side, points = winners_points(pair, sides, soloist, players, random)
    else:
        no_side = ()
        points = plus_minus_points(rules, size, kind, soloist, players, random)
    figures = tuple(points.get(seat) for seat in range(1, deal.table_size + 1))
    return Row(number, kind.name, figures, coming.dealer, soloist, forced, no_side=no_side)


def _played(rules, deal, coming, players, random, solos):
    """Return what is played: kind, soloist, whether forced."""
    if coming.is_forced:
        kind = random.choice([kind for kind in rules.kinds if kind.fulfils and kind.announced])
        additional = rules.additional_games(deal.table_size)
        if additional:
            owing = sorted(deal.owing - ({coming.dealer} - set(players)))
            return kind, random.choice(owing), False
        return kind, coming.forced_soloist, True
    alone = random.random() < solos
    kind = random.choice([kind for kind in rules.kinds if kind.alone == alone])
    if not alone:
        return kind, None, False
    soloist = random.choice(players)
    kinds = {kind.name: kind for kind in rules.kinds}
    if RowKind.COMPULSORY_SOLO in kinds and kind.announced:
        duty, played = rules.duty(deal.table_size), deal.adding.count(soloist)
        may_add = duty and rules.adds_game(RowKind.COMPULSORY_SOLO) and played < duty.solos
        owes = soloist in deal.owing or (may_add and duty.owed is Owed.NONE)
        kind = kinds[RowKind.COMPULSORY_SOLO if owes else RowKind.VOLUNTARY_SOLO]
    return kind, soloist, False


def plus_minus_points(rules, size, kind, soloist, players, random):
    highest = rules.highest(kind.name, size)
    value = random.choice((1, 2, 3, 4, 6, 60 if highest is None else highest))
    value *= random.choice((1, -1))
    winners = {soloist} if kind.alone else set(random.sample(players, 2))
    points = {seat: value if seat in winners else -value for seat in players}
    if kind.alone:
        points[soloist] *= rules.factor_alone
    return points


def winners_points(pair, sides, soloist, players, random):
    """Return the points of Re and Kontra for these sides, and who is on neither."""
    (re, kontra), (for_re, for_kontra) = pair, random.choice(sides)
    seats = random.sample(players, len(players))
    if soloist is not None:
        seats = [soloist, *(seat for seat in seats if seat != soloist)]
    no_side = tuple(sorted(seats[for_re + for_kontra :]))
    points = dict.fromkeys(seats[:for_re], re) | dict.fromkeys(no_side, 0)
    return no_side, points | dict.fromkeys(seats[for_re : for_re + for_kontra], kontra)
