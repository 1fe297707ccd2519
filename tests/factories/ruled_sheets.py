"""Valid lists by any rule set: random games, dealt as its rules say."""

from dataclasses import dataclass
from itertools import accumulate
from math import inf
from random import Random

from scoring.deal import Deal
from scoring.model import Row, RowKind, ScoreSheet
from scoring.rulesets import Owed, RuleSet, Scoring, rule_set
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
    "pagat, doubling rounds and Schwarze Sau": rule_set("pagat", {"20": True, "27": True}),
    "club, as in the article": rule_set(
        "club",
        {
            "re_121": True,
            "karlchen_caught": True,
            "heart_ten": 2,
            "fox_end": True,
            "doppelkopf_solo": True,
            "levels": 60,
            "replay": 1,
            "poverty": True,
            "games": 12,
        },
    ),
    "altgeld, until a score": rule_set("altgeld", {"until": 60}),
    "altgeld, forced at five": rule_set("altgeld", {"forced_at_five": True, "equal_deals": True}),
}
WORTH_NOTHING, HIDDEN_EVENTS, DESCRIBED = 0.08, 0.05, 0.2
"""How often a game of doubling rounds is worth nothing, begins one unseen, or is described."""
TABLES = {
    f"{name}, {size} people": (rules, size)
    for name, rules in RULED.items()
    for size in rules.table_sizes
}


def ruled_sheet(rules, size, seed, solos=0.2):
    """Return a valid list, with running totals and totals."""
    random = Random(seed)
    deal = Deal.first(size, rules.games(size), rules)
    rows, rounds, won = [], DoublingRounds(rules, size), [0] * size
    while (coming := deal.coming()) is not None and max(won) < (rules.until or inf):
        row = _row(rules, deal, coming, len(rows) + 1, random, solos, rounds)
        rows.append(row)
        won = _added(won, [figure or 0 for figure in row.points])
        deal = deal.after(row, time_up=False)
    columns = list(accumulate(([figure or 0 for figure in row.points] for row in rows), _added))
    rows = [
        Row(**{name: getattr(row, name) for name in row.__slots__} | {"cumulative": tuple(line)})
        for row, line in zip(rows, columns, strict=True)
    ]
    return ScoreSheet(size, tuple(rows), totals=tuple(columns[-1]), rules=rules)


def _added(one, other):
    return [figure + more for figure, more in zip(one, other, strict=True)]


@dataclass
class DoublingRounds:
    """Doubling rounds as the table counts them: how many games to come are double (20), and how
    many are of the round after them (27)."""

    rules: RuleSet
    size: int
    double: int = 0
    after: int = 0

    @property
    def has_sow(self):
        return self.after > 0 or not self.rules.doubling_rounds

    def play(self, begins):
        """Count a game, and those to come after an event."""
        if self.double:
            self.double -= 1
            self.after = self.size if self.double == 0 else 0
        else:
            self.after = max(self.after - 1, 0)
        if begins and self.rules.doubling_rounds:
            self.double += self.size
            self.after = 0


def _row(rules, deal, coming, number, random, solos, rounds):
    sitting = coming.dealer if dealer_sits_out(deal.table_size) else None
    players = [seat for seat in range(1, deal.table_size + 1) if seat != sitting]
    kind, soloist, forced = _played(rules, deal, coming, players, random, solos)
    while kind.after_doubling and not rounds.has_sow:
        kind, soloist, forced = _played(rules, deal, coming, players, random, solos)
    size, detail = deal.table_size, None
    if rules.scoring is Scoring.WINNERS_ONLY:
        pair = random.choice(sorted(rules.reachable(kind.name, size, forced)))
        sides = rules.sides(kind.name, size)
        no_side, points = winners_points(pair, sides, soloist, players, random)
    else:
        no_side = ()
        points = plus_minus_points(rules, size, kind, soloist, players, random)
        begins = rules.doubling_rounds and random.random() < HIDDEN_EVENTS
        may_be_0 = rules.doubling_rounds and not rules.least  # else it is played again
        if may_be_0 and random.random() < DESCRIBED:
            detail, points, begins = _described(rules, size, kind, soloist, players, random)
        elif may_be_0 and random.random() < WORTH_NOTHING and not kind.alone:
            points = dict.fromkeys(points, 0)
        begins |= not any(points.values())
        points = {seat: figure * (1 + (rounds.double > 0)) for seat, figure in points.items()}
        rounds.play(begins)
    figures = tuple(points.get(seat) for seat in range(1, deal.table_size + 1))
    return Row(
        number, kind.name, figures, coming.dealer, soloist, forced, None, detail, no_side=no_side
    )


def _described(rules, size, kind, soloist, players, random):
    """Return a game, its points, and whether the next ones count double after it."""
    re = [soloist] if kind.alone else sorted(random.sample(players, 2))
    kontra = [seat for seat in players if seat not in re]
    re_points = random.choice((61, 100, 120, 121, 130, 155))
    said = {f"{party}_announced": random.random() < 0.3 for party in ("re", "kontra")}
    detail = {
        **rules.described_as(kind.name), "re": re, "kontra": kontra, "re_points": re_points,
        "table_size": size, **said,
    }  # fmt: skip
    value = rules.value_of(detail, size)
    re_lost = said["re_announced"] and re_points < 121
    # Re needs 120 alone where only Kontra was said, unless the club wants 121.
    needed = 121 if said["re_announced"] or "re_121" in rules.options else 120
    kontra_lost = said["kontra_announced"] and re_points >= needed
    points = {seat: value.points[seat - 1] for seat in players}
    return detail, points, re_points == 120 or re_lost or kontra_lost


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
    highest, step = rules.highest(kind.name, size), rules.step(kind.name)
    small = (step, 2 * step, 3 * step, 4 * step, 6 * step)
    values = (*small, 60 if highest is None else highest - highest % step)
    value = random.choice([each for each in values if each >= rules.least])
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
