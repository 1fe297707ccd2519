"""Every row a game can give passes its check; one changed figure does not, if it shows."""

from itertools import combinations, permutations

import pytest

from scoring.findings import Severity
from scoring.model import Row
from scoring.pattern import pattern_of
from scoring.rows import check_row, check_sides
from scoring.rulesets import RULE_SETS, Scoring, rule_set
from scoring.terms import dealer_sits_out
from tests.factories.effort import tries

pytestmark = pytest.mark.long
EACH = tries(3, 1)
"""Rows have their changes by turns; each one with `make slow`."""

ANY_RULES = {name: rule_set(name) for name in RULE_SETS} | {
    "pagat with options": rule_set("pagat", {"4": "all", "16": "double", "27": True}),
    "club with options": rule_set("club", {"solos": 1, "18": "last"}),
}
CASES = {
    f"{name} {size} {kind.name}": (rules, size, kind)
    for name, rules in ANY_RULES.items()
    for size in rules.table_sizes
    for kind in rules.kinds
}


def wrong(rules, row):
    sitting = 1 if dealer_sits_out(len(row.points)) else None
    if rules.scoring is Scoring.WINNERS_ONLY:
        found = check_sides(1, row, sitting, rules)
    else:
        found = check_row(1, row, pattern_of(row.points), sitting, rules)
    return found is not None and found.severity is Severity.ERROR


def players(rules, size):
    first = 2 if dealer_sits_out(size) else 1
    return list(range(first, size + 1))


def rows(rules, size, kind):
    """Return every row such a game can give, for one choice of the sides of each size."""
    seats = players(rules, size)
    for re, kontra in rules.sides(kind.name, size):
        no_side = tuple(seats[re + kontra :])
        for for_re, for_kontra in pairs(rules, size, kind):
            points = dict.fromkeys(seats[:re], for_re) | dict.fromkeys(no_side, 0)
            points |= dict.fromkeys(seats[re : re + kontra], for_kontra)
            figures = tuple(points.get(seat) for seat in range(1, size + 1))
            soloist = seats[0] if kind.alone else None
            yield Row(1, kind.name, figures, 1, soloist, no_side=no_side)


def pairs(rules, size, kind):
    reachable = rules.reachable(kind.name, size)
    if reachable is not None:
        return sorted(reachable)
    factor, highest = rules.factor_alone if kind.alone else 1, rules.highest(kind.name, size)
    values = range(-highest, highest + 1)
    return [(factor * value, -value) for value in values if value % rules.step(kind.name) == 0]


def possible(rules, size, kind):
    """Return all figures such a game can give, whoever is on which side; a soloist is the first."""
    seats, figures = players(rules, size), set()
    for row in rows(rules, size, kind):
        if row.no_side:
            continue
        played = [row.points[seat - 1] for seat in seats]
        figures |= {tuple(played)} if kind.alone else _arranged(played)
    return figures


def changes(seats):
    """Return what is changed: of the small changes each way, each seat has every other one."""
    for seat in seats:
        yield from ((seat, change) for change in ((-2, 1) if seat % 2 else (-1, 2)))


def _arranged(played):
    """Return all ways to deal two figures to the seats."""
    one, other = played[0], played[-1]
    return {
        tuple(one if seat in side else other for seat in range(len(played)))
        for side in combinations(range(len(played)), played.count(one))
    }


@pytest.mark.parametrize("case", CASES)
def test_every_row_that_can_be_passes(case):
    assert not any(wrong(CASES[case][0], row) for row in rows(*CASES[case]))


@pytest.mark.parametrize("case", CASES)
def test_a_changed_figure_does_not_pass_where_it_shows(case):
    rules, size, kind = CASES[case]
    seats, right = players(rules, size), possible(rules, size, kind)
    for at, row in enumerate(rows(rules, size, kind)):
        if row.no_side:
            continue
        for seat, change in [*changes(seats)][at % EACH :: EACH]:
            points = list(row.points)
            points[seat - 1] += change
            changed = Row(1, kind.name, tuple(points), 1, row.soloist)
            played = tuple(points[each - 1] for each in seats)
            assert wrong(rules, changed) == (played not in right)


@pytest.mark.parametrize("size", [6, 7])
def test_people_without_a_side_have_nothing_and_are_two(size):
    rules = rule_set("altgeld")
    poverty = rules.kind("poverty")
    for row in rows(rules, size, poverty):
        if row.no_side and row.points[row.no_side[0] - 1] == 0:
            points = list(row.points)
            points[row.no_side[0] - 1] = 1
            assert wrong(rules, Row(1, poverty.name, tuple(points), 1, no_side=row.no_side))
            assert wrong(rules, Row(1, poverty.name, row.points, 1, no_side=row.no_side[:1]))
            break


def test_sides_may_be_anybody():
    rules = rule_set("altgeld")
    for points in set(permutations((4, 4, 1, 1))):
        assert not wrong(rules, Row(1, rules.kinds[0].name, points, 1))
