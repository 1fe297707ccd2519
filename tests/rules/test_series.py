"""A series of evenings: worked by hand, and 12 evenings of 60 people by a second method."""

from fractions import Fraction
from random import Random

from tournament.series.rules import (
    BEST_EVENING,
    LAST_EVENING,
    EveningResult,
    Played,
    SeriesRules,
    SeriesStanding,
    played_in_all,
    series_standings,
    shared_ranks,
)

ANNE, BERND, CARLA = 1, 2, 3


def evening(*totals: int | None) -> dict[int, EveningResult]:
    """Return an evening with the totals of Anne, Bernd, Carla in three rounds; None: absent."""
    there = [total for total in totals if total is not None]
    return {
        person: EveningResult(total, 3, 1 + sum(other > total for other in there), 72)
        for person, total in enumerate(totals, start=1)
        if total is not None
    }


EVENINGS = [evening(20, 10, -30), evening(-8, 5, 3), evening(None, 5, 40)]


def lines(standings: tuple[SeriesStanding, ...]) -> list[tuple]:
    return [(each.rank, each.person, each.bonus, each.total) for each in standings]


def dropped(standings: tuple[SeriesStanding, ...], person: int) -> list[bool]:
    one = next(each for each in standings if each.person == person)
    return [each.dropped for each in one.evenings]


def test_evenings_are_added_and_equal_totals_share_a_rank() -> None:
    found = series_standings([EVENINGS[0], EVENINGS[1], evening(8, 5, 50)], SeriesRules())
    assert lines(found) == [(1, CARLA, 0, 23), (2, ANNE, 0, 20), (2, BERND, 0, 20)]
    assert found[1].average == Fraction(20, 9)


def test_the_worst_evening_is_dropped_or_the_missed_one() -> None:
    found = series_standings(EVENINGS, SeriesRules(dropped=1))
    assert lines(found) == [(1, CARLA, 0, 43), (2, ANNE, 0, 20), (3, BERND, 0, 15)]
    assert dropped(found, ANNE) == [False, True, False]
    assert dropped(found, BERND) == [False, True, False]  # of two equal ones the earlier
    found = series_standings(EVENINGS, SeriesRules(dropped=1, missed_points=-20))
    assert dropped(found, ANNE) == [False, False, True]
    assert found[1].total == 15
    fixed = SeriesRules(dropped=1, missed_points=-20, missed_dropped=False)
    found = series_standings(EVENINGS, fixed)
    assert dropped(found, ANNE) == [False, True, False]
    assert found[2].total == 0


def test_one_evening_always_counts() -> None:
    found = series_standings(EVENINGS, SeriesRules(dropped=9))
    assert [line[3] for line in lines(found)] == [40, 20, 10]
    assert series_standings(EVENINGS[:1], SeriesRules(dropped=3))[0].total == 20
    assert series_standings([], SeriesRules(dropped=3)) == ()


def test_the_best_so_many_count() -> None:
    found = series_standings(EVENINGS, SeriesRules(dropped=3, best=2))
    assert [line[3] for line in lines(found)] == [43, 20, 15]
    assert lines(series_standings(EVENINGS, SeriesRules(best=5))) == lines(
        series_standings(EVENINGS, SeriesRules())
    )


def test_missed_evening_that_is_not_dropped_is_among_the_best() -> None:
    """25, missed, 12 with k = 2 gives 25; where more than k are missed, k missed ones count."""
    three = [evening(25), evening(None, 1), evening(12)]
    kept = SeriesRules(best=2, missed_dropped=False)
    anne = series_standings(three, kept)[0]
    assert (anne.total, [each.dropped for each in anne.evenings]) == (25, [False, False, True])
    fine = SeriesRules(best=2, missed_dropped=False, missed_points=-10)
    assert series_standings(three, fine)[0].total == 15
    seldom = [evening(None, 1), evening(25), evening(None, 1), evening(None, 1)]
    (anne,) = (each for each in series_standings(seldom, fine) if each.person == ANNE)
    assert (anne.total, dropped((anne,), ANNE)) == (-20, [True, True, False, False])
    assert series_standings(three[:1], kept)[0].total == 25


def test_best_evenings_and_missed_ones_match_a_second_count() -> None:
    """Never more than k values: the missed ones, then the best that are left."""
    random = Random(28)
    for _ in range(200):
        rows = [[random.choice([None, -9, 4, 7, 25]) for _ in "AB"] for _ in range(5)]
        best, missed = random.randint(1, 6), random.choice([0, -10])
        rules = SeriesRules(best=best, missed_points=missed, missed_dropped=False)
        lines = series_standings([evening(*row) for row in rows], rules)
        found = {each.person: each.total for each in lines}
        for person, column in enumerate(zip(*rows, strict=True), start=1):
            played = sorted((each for each in column if each is not None), reverse=True)
            away = min(best, column.count(None))
            expected = away * missed + sum(played[: best - away])
            assert found.get(person) == (expected if played else None)


def test_bonus_by_place_goes_with_its_evening_and_attendance_stays() -> None:
    rules = SeriesRules(dropped=1, place_bonus=(10, 5), attendance_bonus=2)
    found = series_standings(EVENINGS, rules)
    by_person = {each.person: (each.bonus, each.total) for each in found}
    # Carla: -30 dropped, 2nd (+5) and 1st (+10), three evenings: 15 + 6 on 43.
    assert by_person[CARLA] == (21, 64)
    # Bernd: 10 (+5), 5 (+10), 5 (+5): the last is the worst; 15 + 6 on 15.
    assert by_person[BERND] == (21, 36)
    # Anne: 20 (+10), -8, missed: -8 dropped; 10 + 4 on 20.
    assert by_person[ANNE] == (14, 34)


def test_tie_breaks_decide_in_order() -> None:
    equal = [evening(20, 15), evening(0, 5)]
    assert [line[:2] for line in lines(series_standings(equal, SeriesRules()))] == [(1, 1), (1, 2)]
    ordered = series_standings(equal, SeriesRules(), order=[BERND, ANNE])
    assert [each.person for each in ordered] == [BERND, ANNE]
    by_best = series_standings(equal, SeriesRules(tie_breaks=(BEST_EVENING,)))
    assert [each.person for each in by_best] == [ANNE, BERND]
    by_last = series_standings(equal, SeriesRules(tie_breaks=(LAST_EVENING,)))
    assert [(each.rank, each.person) for each in by_last] == [(1, BERND), (2, ANNE)]
    absent = [evening(20, 20), {BERND: EveningResult(0, 3, 1)}]
    by_last = series_standings(absent, SeriesRules(tie_breaks=(LAST_EVENING,)))
    assert [each.person for each in by_last] == [BERND, ANNE]


def test_unranked_player_has_missed_the_evening() -> None:
    guest = {ANNE: EveningResult(50, 3, None, 70), BERND: EveningResult(1, 3, 1, 72)}
    found = series_standings([guest, evening(4, 3)], SeriesRules())
    assert lines(found) == [(1, ANNE, 0, 4), (1, BERND, 0, 4)]
    assert found[0].attended == 1
    assert [each.person for each in series_standings([guest], SeriesRules())] == [BERND]
    assert played_in_all([guest, evening(4, 3)]) == {
        ANNE: Played(6, 142, 54),
        BERND: Played(6, 144, 4),
    }


def test_games_missing_from_one_list_are_unknown() -> None:
    unknown = {ANNE: EveningResult(5, 3, 1, None)}
    found = played_in_all([evening(4), unknown, evening(4)])
    assert found == {ANNE: Played(9, None, 13)}
    assert found[ANNE].average == Fraction(13, 9)


def test_ranks_that_tie_breaks_may_have_given() -> None:
    assert shared_ranks([9, 5, 5, 1]) == [(1, 1), (2, 3), (2, 3), (4, 4)]


def test_twelve_evenings_of_sixty_people_match_a_second_count() -> None:
    """Every total by sorting plain numbers, every rank by counting who has more."""
    random = Random(14)
    evenings, totals = [], {person: [] for person in range(60)}
    for _ in range(12):
        there = [person for person in range(60) if random.random() < 0.8]
        points = {person: random.randint(-80, 120) for person in there}
        better = {one: sum(other > points[one] for other in points.values()) for one in there}
        evenings.append({one: EveningResult(points[one], 3, better[one] + 1) for one in there})
        bonus = {0: 10, 1: 6, 2: 3}
        for person in range(60):
            totals[person].append(
                (points[person] + bonus.get(better[person], 0)) if person in points else 0
            )
    rules = SeriesRules(dropped=3, place_bonus=(10, 6, 3), attendance_bonus=2)
    expected = {
        person: sum(sorted(values)[3:]) + 2 * sum(person in evening for evening in evenings)
        for person, values in totals.items()
    }
    found = series_standings(evenings, rules)
    assert {each.person: each.total for each in found} == expected
    assert {each.person: each.rank for each in found} == {
        one: 1 + sum(other > expected[one] for other in expected.values()) for one in expected
    }
    assert all(sum(one.dropped for one in each.evenings) == 3 for each in found)
