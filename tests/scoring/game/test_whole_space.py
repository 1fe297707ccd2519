"""Every possible game, special points and seats apart: what must hold for all of them."""

from itertools import product
from operator import add, le

import pytest

from scoring.game import evaluate
from tests.factories.games import ADMISSIBLE, NO_SPECIAL, game_of, whole_space
from tests.factories.paragraphs import KONTRA, RE, reckon
from tests.factories.reckonings import as_reckoning

SIGN = {"re": 1, "kontra": -1}


@pytest.fixture(scope="module")
def space():
    """All games with their values."""
    return [(played, evaluate(game_of(played))) for played in whole_space()]


def found(space, is_violated):
    """Return the first games that break a law; more would only fill the screen."""
    return [played for played, value in space if is_violated(played, value)][:3]


def test_whole_space_has_its_number_of_distinct_games(space):
    games = [played for played, _ in space]

    assert len(games) == len(set(games)) == 6 * 6 * 241 * 2 == 17_352


def test_the_points_of_a_game_add_up_to_nothing(space):
    assert found(space, lambda _, value: sum(value.points) != 0) == []


def test_points_of_a_game_are_all_even_or_all_odd(space):
    assert found(space, lambda _, value: len({points % 2 for points in value.points}) != 1) == []


def test_the_winner_has_a_base_of_at_least_one(space):
    won = [(played, value) for played, value in space if value.winner is not None]

    assert found(won, lambda _, value: SIGN[value.winner] * value.base_re < 1) == []


def test_nobody_wins_only_where_both_parties_failed_their_absage(space):
    nobody = [(played, value) for played, value in space if value.winner is None]

    assert nobody
    assert found(nobody, lambda played, _: not (played.re_absage and played.kontra_absage)) == []
    assert max(abs(value.value_re) for _, value in nobody) == 7


def test_the_breakdown_adds_up(space):
    def is_violated(_, value):
        base = sum(line.re for line in value.breakdown if line.rule != "7.2.3")
        special = sum(line.re for line in value.breakdown if line.rule == "7.2.3")
        return (base, special, base + special) != (value.base_re, value.special_re, value.value_re)

    assert found(space, is_violated) == []


def test_the_breakdown_has_no_empty_line_and_none_twice(space):
    def is_violated(_, value):
        lines = {(line.rule, line.kind, line.party) for line in value.breakdown}
        return len(lines) != len(value.breakdown) or not all(line.re for line in value.breakdown)

    assert found(space, is_violated) == []


def test_breakdown_is_in_the_order_of_the_paragraphs(space):
    def is_violated(_, value):
        rules = [line.rule for line in value.breakdown]
        return rules != sorted(rules)

    assert found(space, is_violated) == []


def test_a_game_without_a_winner_has_nothing_for_words(space):
    nobody = [(played, value) for played, value in space if value.winner is None]

    assert {line.rule for _, value in nobody for line in value.breakdown} == {
        "7.2.2(a)", "7.2.2(e)", "7.2.2(f)",
    }  # fmt: skip
    assert "won" not in {line.kind for _, value in nobody for line in value.breakdown}


def test_queens_of_clubs_are_beaten_only_by_a_winner_with_a_partner(space):
    def is_violated(played, value):
        return value.special_re != (-1 if played.with_partner and value.winner == "kontra" else 0)

    assert found(space, is_violated) == []


def test_value_is_booked_to_partners_and_threefold_to_the_soloist(space):
    def is_violated(played, value):
        worth = value.value_re
        team, alone = (worth, worth, -worth, -worth), (3 * worth, -worth, -worth, -worth)
        return value.points != (team if played.with_partner else alone)

    assert found(space, is_violated) == []


def test_the_second_evaluator_agrees_on_every_game(space):
    def is_violated(played, value):
        return as_reckoning(value) != reckon(played)

    assert found(space, is_violated) == []


def test_absage_includes_the_announcement_and_says_so(space):
    """A missing announcement is added: nothing changes but the note."""

    def is_violated(played, value):
        bare = played._replace(
            re_announced=played.re_announced and not played.re_absage,
            kontra_announced=played.kontra_announced and not played.kontra_absage,
        )
        bare_value = evaluate(game_of(bare))
        added = [(RE, played.re_absage), (KONTRA, played.kontra_absage)]
        return value.announcements_added != () or (
            as_reckoning(bare_value) != as_reckoning(value)
            or bare_value.announcements_added != tuple(party for party, absage in added if absage)
        )

    assert found(space, is_violated) == []


@pytest.mark.parametrize(("with_partner", "extremes"), [(True, (-22, 21)), (False, (-21, 21))])
def test_values_reach_their_range_and_no_further(space, with_partner, extremes):
    values = [value.value_re for played, value in space if played.with_partner is with_partner]

    assert (min(values), max(values)) == extremes
    assert sorted(set(values)) == list(range(extremes[0], extremes[1] + 1))


def test_values_with_all_special_points_reach_exactly_their_range(space):
    """Special points of one party move the value one way, so the most of each party decides."""
    values = []
    for played, plain in space:
        if not played.with_partner:
            continue
        for_re = most_special(played.re_points, played.re_no_trick)
        for_kontra = most_special(240 - played.re_points, played.kontra_no_trick)
        highest = evaluate(game_of(played._replace(re_special=for_re))).value_re
        lowest = evaluate(game_of(played._replace(kontra_special=for_kontra))).value_re
        assert (lowest, highest) == (
            plain.value_re - sum(for_kontra),
            plain.value_re + sum(for_re),
        )
        values += [lowest, highest]

    assert (min(values), max(values)) == (-29, 28)


def most_special(points, no_trick):
    return NO_SPECIAL if no_trick else max(ADMISSIBLE[points], key=sum)


def test_special_points_of_both_parties_are_offset():
    """Every pair of special points that fits one game whose value is 1 without them."""
    base = next(played for played in whole_space() if played.re_points == 121)
    pairs = [
        (re, kontra)
        for re, kontra in product(ADMISSIBLE[121], ADMISSIBLE[119])
        if all(map(le, map(add, re, kontra), (4, 2, 1)))
    ]

    values = {
        pair: evaluate(game_of(base._replace(re_special=pair[0], kontra_special=pair[1])))
        for pair in pairs
    }

    assert {pair: value.special_re for pair, value in values.items()} == {
        (re, kontra): sum(re) - sum(kontra) for re, kontra in pairs
    }
    assert {value.base_re for value in values.values()} == {1}
