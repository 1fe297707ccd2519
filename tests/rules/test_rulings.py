"""Tables that cannot be counted: the form of a ruling, and how its average is rounded."""

from decimal import ROUND_FLOOR, Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.json_format import Malformed
from tournament.sheets.rules.table_rules import (
    Ruling,
    Why,
    average,
    ruling_from_json,
    ruling_to_json,
)

LOST = {"ruling": "list_lost", "reason": "Kaffee", "figures": [0, "average", -12, 7]}


@pytest.mark.parametrize(
    ("points", "rounded"),
    [
        ([], 0),
        ([7], 7),
        ([2, 3], 3),
        ([-2, -3], -2),
        ([0, 1], 1),
        ([0, -1], 0),
        ([1, 1, 2], 1),
        ([1, 2, 2], 2),
        ([-1, -1, -2], -1),
        ([-1, -2, -2], -2),
        ([12, -4, 0, 3], 3),
    ],
)
def test_the_average_is_rounded_half_up(points: list[int], rounded: int) -> None:
    assert average(points) == rounded


@given(st.lists(st.integers(-500, 500), min_size=1, max_size=8))
def test_half_up_rounds_to_the_next_whole_number(points: list[int]) -> None:
    exact = Decimal(sum(points)) / len(points) + Decimal("0.5")
    if len(points) in (1, 2, 4, 5, 8):  # elsewhere decimals are not exact
        assert average(points) == int(exact.to_integral_value(ROUND_FLOOR))
    assert abs(average(points) * len(points) - sum(points)) * 2 <= len(points)


def test_ruling_is_read_as_it_is_written() -> None:
    ruling = ruling_from_json(LOST, 4)
    assert ruling == Ruling(Why.LIST_LOST, "Kaffee", (0, None, -12, 7))
    assert ruling_to_json(ruling) == LOST


@pytest.mark.parametrize(
    ("changed", "path", "problem"),
    [
        ({"ruling": "rain"}, "ruling", "out_of_range"),
        ({"ruling": None}, "ruling", "out_of_range"),
        ({"ruling": []}, "ruling", "out_of_range"),
        ({"reason": "  "}, "reason", "wrong_type"),
        ({"reason": 5}, "reason", "wrong_type"),
        ({"reason": "x" * 501}, "reason", "out_of_range"),
        ({"figures": "0000"}, "figures", "wrong_type"),
        ({"figures": [0, 0, 0]}, "figures", "wrong_length"),
        ({"figures": [0, 0, 0, True]}, "figures[3]", "wrong_type"),
        ({"figures": [0, 0, None, 0]}, "figures[2]", "wrong_type"),
        ({"figures": [0, "mean", 0, 0]}, "figures[1]", "wrong_type"),
        ({"figures": [0.5, 0, 0, 0]}, "figures[0]", "wrong_type"),
        ({"totals": []}, "totals", "unknown_key"),
    ],
)
def test_invalid_ruling_is_named_by_its_path(
    changed: dict[str, Any], path: str, problem: str
) -> None:
    with pytest.raises(Malformed) as malformed:
        ruling_from_json({**LOST, **changed}, 4)
    assert malformed.value.finding.params["path"] == path
    assert malformed.value.finding.params["problem"] == problem


@pytest.mark.parametrize("key", list(LOST))
def test_every_key_is_needed(key: str) -> None:
    with pytest.raises(Malformed, match=f"{key}: missing_key"):
        ruling_from_json({name: LOST[name] for name in LOST if name != key}, 4)


def test_something_else_is_no_ruling() -> None:
    with pytest.raises(Malformed, match="wrong_type object"):
        ruling_from_json([LOST], 4)
