import pytest

from tournament.draw.table_sizes import CannotSeat, TableSizes, table_sizes


def fewest_fives_by_trying(players: int) -> tuple[int, int] | None:
    for fives in range(players // 5 + 1):
        if (players - 5 * fives) % 4 == 0:
            return (players - 5 * fives) // 4, fives
    return None


def test_table_sizes_use_the_fewest_fives_that_seat_everybody() -> None:
    for players in range(1, 301):
        expected = fewest_fives_by_trying(players)
        if expected is None:
            with pytest.raises(CannotSeat):
                table_sizes(players)
        else:
            sizes = table_sizes(players)
            assert (sizes.fours, sizes.fives, sizes.players) == (*expected, players)


@pytest.mark.parametrize(
    ("players", "lower", "higher"),
    [(-1, None, 4), (0, None, 4), (1, None, 4), (3, None, 4), (6, 5, 8), (7, 5, 8), (11, 10, 12)],
)
def test_table_sizes_names_the_nearest_seatable_counts(
    players: int, lower: int | None, higher: int
) -> None:
    with pytest.raises(CannotSeat) as refused:
        table_sizes(players)
    error = refused.value
    assert (error.players, error.nearest_lower, error.nearest_higher) == (players, lower, higher)


def test_table_sizes_gives_five_tables_the_highest_numbers() -> None:
    sizes = table_sizes(30)
    assert sizes == TableSizes(fours=5, fives=2)
    assert sizes.tables == 7
    assert sizes.sizes == (4, 4, 4, 4, 4, 5, 5)
