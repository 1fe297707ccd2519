"""From which total on the program asks."""

import json
from pathlib import Path
from statistics import NormalDist

import pytest

from tournament.sheets.rules.doubts import FIXED_LIMIT, unlikely_beyond

ONE_GAME = 63

SHEETS = Path(__file__).resolve().parents[2] / "fixtures" / "sheets"


def real_totals() -> list[int]:
    files = ("sheets-72-players-3-rounds.json", "sheets-30-players-1-round.json")
    entries = [
        entry for name in files for entry in json.loads((SHEETS / name).read_text())["sheets"]
    ]
    return [total for entry in entries for total in entry["sheet"]["totals"]]


def test_too_few_totals_leave_the_fixed_limit():
    assert unlikely_beyond([], ONE_GAME) == FIXED_LIMIT
    assert unlikely_beyond([3] * 31, ONE_GAME) == FIXED_LIMIT
    assert unlikely_beyond([3] * 32, ONE_GAME) != FIXED_LIMIT


def test_limit_follows_the_spread_of_the_event():
    assert unlikely_beyond([20, -20] * 20, ONE_GAME) == 70
    assert unlikely_beyond([50, -50] * 20, ONE_GAME) == 175


def test_one_game_is_never_far_outside():
    assert unlikely_beyond([1, -1] * 20, ONE_GAME) == ONE_GAME


def test_slips_among_the_totals_do_not_move_the_limit():
    usual = [*range(-40, 41)]
    slips = [4711, -4711, 900, -900]
    assert abs(unlikely_beyond([*usual, *slips], ONE_GAME) - unlikely_beyond(usual, ONE_GAME)) <= 7


def test_many_small_totals_do_not_make_larger_ones_implausible():
    """At every table two win what two lose, and half of all totals are nearly 0."""
    assert unlikely_beyond([60, -60, 4, -4] * 10, ONE_GAME) > 120


@pytest.mark.parametrize("deviation", [20, 28, 40])
def test_one_normal_total_in_many_thousands_is_questioned(deviation: int):
    normal = NormalDist(0, deviation)
    totals = [round(normal.inv_cdf((place + 0.5) / 1000)) for place in range(1000)]
    share = 2 * normal.cdf(-unlikely_beyond(totals, ONE_GAME))
    assert 1e-5 < share < 1e-4


def test_no_real_total_is_asked_about():
    totals = real_totals()
    assert (len(totals), unlikely_beyond(totals, ONE_GAME)) == (246, 105)
    assert max(map(abs, totals)) == 84
