"""Where tables are in a hall, and the way along them."""

import pytest

from tournament.seating.rules import Spot, arranged, place_in_rows, trim_hall, walking_order


def lines(places: dict[int, Spot]) -> list[str]:
    """Return the rows of a hall as they look."""
    rows = range(1 + max(spot.row for spot in places.values()))
    at = {spot: number for number, spot in places.items()}
    width = 1 + max(spot.column for spot in places.values())
    return [
        " ".join(str(at.get(Spot(column, row), ".")) for column in range(width)) for row in rows
    ]


@pytest.mark.parametrize(
    ("tables", "rows"),
    [
        (1, ["1"]),
        (2, ["1 2"]),
        (4, ["1 2", "3 4"]),
        (5, ["1 2 3", "4 5 ."]),
        (15, ["1 2 3 4 5", "6 7 8 9 10", "11 12 13 14 15"]),
    ],
)
def test_tables_without_a_map_are_in_rows(tables: int, rows: list[str]) -> None:
    assert lines(place_in_rows(range(1, tables + 1))) == rows


def test_hall_without_tables_has_no_places() -> None:
    assert place_in_rows([]) == {}
    assert arranged([], {7: Spot(0, 0)}) == {}
    assert trim_hall({}) == {}


def test_44_tables_are_nine_per_row() -> None:
    assert [len(line.split()) for line in lines(place_in_rows(range(1, 45)))] == [9] * 5


def test_map_places_known_tables_and_puts_others_behind() -> None:
    places = {1: Spot(2, 0), 2: Spot(0, 1), 9: Spot(5, 5)}
    assert lines(arranged([1, 2, 3, 4, 5, 6], places)) == [". . 1", "2 . .", "3 4 5", "6 . ."]


def test_empty_margins_are_cut_and_aisles_stay() -> None:
    assert trim_hall({1: Spot(3, 2), 2: Spot(5, 4)}) == {1: Spot(0, 0), 2: Spot(2, 2)}


def test_without_a_map_one_walks_by_number() -> None:
    assert walking_order([7, 3, 12], {}) == [3, 7, 12]


def test_path_runs_row_by_row_there_and_back() -> None:
    places = place_in_rows(range(1, 16))
    assert walking_order(range(1, 16), places) == [
        *(1, 2, 3, 4, 5),
        *(10, 9, 8, 7, 6),
        *(11, 12, 13, 14, 15),
    ]


def test_row_without_any_of_the_tables_is_skipped() -> None:
    """Rows 1 and 3: the way back goes along row 3."""
    assert walking_order([2, 4, 11, 14], place_in_rows(range(1, 16))) == [2, 4, 14, 11]
