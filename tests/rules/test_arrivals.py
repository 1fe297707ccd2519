"""Score sheets arriving per minute."""

from datetime import UTC, datetime, timedelta

from tournament.seating.rules import arrivals_until

NINE = datetime(2026, 11, 7, 9, 0, tzinfo=UTC)


def after(*minutes: float) -> list[datetime]:
    return [NINE + timedelta(minutes=each) for each in minutes]


def test_sheets_are_counted_per_minute_from_the_first() -> None:
    found = arrivals_until(after(3.5, 0, 0.9, 3), NINE + timedelta(minutes=8))
    assert found is not None
    assert (found.start, found.step, found.counts) == (NINE, 1, (2, 0, 0, 2, 0, 0, 0, 0, 0))
    assert (found.minutes, found.lately) == (8, 1)


def test_sheet_of_exactly_five_minutes_ago_is_outside_the_last_five() -> None:
    found = arrivals_until(after(0, 5), NINE + timedelta(minutes=10))
    assert found is not None
    assert found.lately == 0


def test_long_time_is_shown_in_steps() -> None:
    found = arrivals_until(after(0, 1, 2, 90), NINE + timedelta(minutes=90))
    assert found is not None
    assert (found.step, len(found.counts), found.counts[0], found.counts[-1]) == (3, 31, 3, 1)


def test_nothing_has_come_in() -> None:
    assert arrivals_until([], NINE) is None
    assert arrivals_until(after(1), NINE) is None


def test_first_minutes_make_no_curve() -> None:
    assert arrivals_until(after(0, 1), NINE + timedelta(minutes=4)) is None
