"""Both evaluators on random games of every kind, with special points, at both tables."""

from collections import Counter
from random import Random

import pytest

from scoring.game import Party, evaluate
from tests.factories.effort import tries
from tests.factories.games import game_of, random_games
from tests.factories.paragraphs import reckon
from tests.factories.reckonings import as_reckoning
from tests.factories.refusals import KINDS

GAMES = tries(10_000, 100_000)
SEED = 2026


@pytest.mark.no_cover  # so many cases take four times as long when measured
def test_both_evaluators_agree_on_random_games():
    disagreed = [
        played
        for played in random_games(Random(SEED), GAMES)
        if as_reckoning(evaluate(game_of(played))) != reckon(played)
    ]

    assert disagreed[:3] == []


def test_random_games_leave_nothing_out():
    """The agreement covers every kind, table, seat, winner, call and special point."""
    seen = Counter()
    for played in random_games(Random(SEED), 20_000):
        winner = reckon(played).winner
        seen.update(
            [
                played.kind,
                ("table", played.table_size),
                ("called", played.re_absage, played.kontra_absage),
                ("first seat", played.re[0]),
                ("winner", played.with_partner, winner),
                ("special", played.re_special),
                ("no trick", played.re_no_trick, played.kontra_no_trick),
                ("special points", sum(played.re_special) > 0, sum(played.kontra_special) > 0),
            ]
        )

    assert min(seen.values()) >= 20
    assert {what for what in seen if isinstance(what, str)} == set(KINDS)
    assert sum(isinstance(what, tuple) and what[0] == "called" for what in seen) == 25
    assert sum(isinstance(what, tuple) and what[0] == "winner" for what in seen) == 6
    assert sum(isinstance(what, tuple) and what[0] == "special" for what in seen) == 30
    assert sum(isinstance(what, tuple) and what[0] == "special points" for what in seen) == 4


def test_points_are_at_the_seats_of_the_parties():
    for played in random_games(Random(SEED + 1), 500):
        value = evaluate(game_of(played))
        shares = {Party.RE: played.re, Party.KONTRA: played.kontra}
        sitting = set(range(1, played.table_size + 1)) - {*played.re, *played.kontra}

        assert len(value.points) == played.table_size
        assert all(value.points[seat - 1] is None for seat in sitting)
        assert {value.points[seat - 1] for seat in shares[Party.KONTRA]} == {-value.value_re}
