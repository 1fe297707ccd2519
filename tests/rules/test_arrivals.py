"""Score sheets as they arrive, and when the last one will."""

from datetime import UTC, datetime, timedelta

from tournament.seating.rules import Arrivals, arrivals_until

NINE = datetime(2026, 11, 7, 9, 0, tzinfo=UTC)


def after(*minutes: float) -> list[datetime]:
    return [NINE + timedelta(minutes=each) for each in minutes]


def found(end: float, *minutes: float, expected: int = 9) -> Arrivals:
    arrivals = arrivals_until(after(*minutes), NINE + timedelta(minutes=end), expected)
    assert arrivals is not None
    return arrivals


def test_sheets_are_added_up_by_the_minute_from_the_first() -> None:
    arrivals = found(8, 3.5, 0, 0.9, 3)
    assert (arrivals.start, arrivals.step) == (NINE, 1)
    assert arrivals.totals == (2, 2, 2, 4, 4, 4, 4, 4, 4)
    assert (arrivals.lately, arrivals.expected) == (1, 9)


def test_sheet_of_exactly_five_minutes_ago_is_outside_the_last_five() -> None:
    assert found(10, 0, 5).lately == 0


def test_long_time_is_shown_in_steps() -> None:
    arrivals = found(90, 0, 1, 2, 90)
    assert (arrivals.step, len(arrivals.totals)) == (3, 31)
    assert (arrivals.totals[0], arrivals.totals[-2], arrivals.totals[-1]) == (3, 3, 4)


def test_last_sheet_is_expected_at_the_pace_of_the_last_quarter_of_an_hour() -> None:
    arrivals = found(30, 0, 1, 2, 3, 20, 25, 30, expected=11)
    assert arrivals.all_in_at == NINE + timedelta(minutes=30 + 4 * 5)


def test_young_curve_counts_from_its_first_sheet() -> None:
    arrivals = found(6, 0, 2, 4, 6, expected=5)
    assert arrivals.all_in_at == NINE + timedelta(minutes=6 + 2)


def test_nothing_is_expected_without_a_pace_or_once_all_are_in() -> None:
    assert found(40, 0, 1, 2, 30, expected=9).all_in_at is None
    assert found(6, 0, 2, 4, 6, expected=4).all_in_at is None


def test_nothing_has_come_in() -> None:
    assert arrivals_until([], NINE, 9) is None
    assert arrivals_until(after(1), NINE, 9) is None


def test_first_minutes_make_no_curve() -> None:
    assert arrivals_until(after(0, 1), NINE + timedelta(minutes=4), 9) is None


def test_sheets_that_came_all_at_once_make_no_curve() -> None:
    assert arrivals_until(after(0, 0.1, 0.2), NINE + timedelta(minutes=30), 9) is None
