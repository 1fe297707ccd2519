"""When a table will be done: worked by hand, edge cases, and in net time."""

from datetime import UTC, datetime, timedelta

import pytest

from tournament.rounds.rules.clock import Progress, expected_end, hall_pace, net_time

NINE = datetime(2026, 11, 7, 9, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def progress(minutes: float, games: float, solos_left: int | None = 0, **more: float) -> Progress:
    fields = {"planned": 24, "limit": 100.0, "owed_by_all": 4, **more}
    return Progress(minutes, games, solos_left=solos_left, **fields)


def test_table_keeps_its_own_pace_where_the_hall_does_not_count() -> None:
    assert expected_end(progress(48, 12), 9.9, weight=0) == 96


def test_pace_is_drawn_towards_that_of_the_hall() -> None:
    assert expected_end(progress(36, 12), 5.0, weight=4) == 36 + 12 * (36 + 20) / 16


def test_after_time_the_begun_game_and_the_solos_are_played() -> None:
    """12 games in 60 minutes, 8 more until the time is up; then 2 of the 4 left are solos."""
    assert expected_end(progress(60, 12, solos_left=6), 5.0, weight=0) == 100 + 2.5 + 2 * 5
    assert expected_end(progress(60, 12, solos_left=0), 5.0, weight=0) == 100 + 2.5
    unknown = expected_end(progress(60, 12, solos_left=None), 5.0, weight=0)
    assert unknown == pytest.approx(100 + 2.5 + 4 * 4 / 24 * 5)


def test_last_begun_game_is_only_finished() -> None:
    assert expected_end(progress(98, 23.5, solos_left=1), 4.0, weight=0) == pytest.approx(
        98 + 0.5 * 98 / 23.5
    )


def test_table_seen_after_time_still_owes_its_games() -> None:
    assert expected_end(progress(110, 22, solos_left=2), 5.0, weight=0) == 110 + 2 * 5


def test_unseen_table_plays_at_the_pace_of_the_hall() -> None:
    assert expected_end(progress(0, 0, solos_left=None), 4.0) == 96


def test_pace_of_the_hall_is_that_of_all_its_games() -> None:
    assert hall_pace([progress(50, 10), progress(50, 15), progress(0, 0)]) == 4
    assert hall_pace([progress(0, 0)]) is None


def test_pauses_are_no_time_played() -> None:
    pauses = (
        (NINE + 10 * MINUTE, NINE + 15 * MINUTE),
        (NINE + 30 * MINUTE, None),
    )
    minutes = [net_time(NINE, NINE + each * MINUTE, pauses) // MINUTE for each in (5, 12, 20, 40)]
    assert minutes == [5, 10, 15, 25]
    assert net_time(NINE + 12 * MINUTE, NINE + 20 * MINUTE, pauses) == 5 * MINUTE
    assert net_time(NINE, NINE - MINUTE, ()) == timedelta()


def test_additional_games_count_as_games_to_come() -> None:
    """24 of 24 played, four solos owed after them; on average half of these are still bid."""
    more = {"is_additional": True}
    assert expected_end(progress(96, 24, solos_left=4, **more), 4.0) == 96 + 4 * 4
    assert expected_end(progress(100, 25, solos_left=3, **more), 4.0) == 100 + 3 * 4
    assert expected_end(progress(112, 28, solos_left=0, **more), 4.0) == 112
    assert expected_end(progress(48, 12, solos_left=2, limit=200, **more), 4.0) == 96 + 4
    assert expected_end(progress(96, 24, solos_left=None, **more), 4.0) == 96 + 4 * 4


def test_time_limit_strikes_no_additional_game() -> None:
    """16 games in 80 minutes, 4 more until the time is up: two are owed, a sixth of them is bid."""
    found = expected_end(progress(80, 16, solos_left=2, is_additional=True), 5.0)
    assert found == pytest.approx(100 + (0.5 + 2 * (1 - 4 / 24)) * 5)
