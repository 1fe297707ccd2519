"""The amount due: by category, by day, and with earlier payments (rules.md 7.7)."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.money.rules import (
    PIECES,
    Fee,
    Paid,
    categories_without_end,
    counted,
    fee_due,
    fee_on,
)

EARLY, DAY = date(2026, 10, 31), date(2026, 11, 7)
FEES = (Fee(1200, until=EARLY), Fee(1500), Fee(800, "Jugend"), Fee(1000, "Senioren", EARLY))
FEES += (Fee(1300, "Senioren"),)


@pytest.mark.parametrize(
    ("tags", "day", "fee"),
    [
        ((), EARLY, 1200),
        ((), EARLY + timedelta(1), 1500),
        (("Damen",), DAY, 1500),
        (("Senioren",), EARLY, 1000),
        (("Senioren",), DAY, 1300),
        (("Senioren", "Jugend"), DAY, 800),
    ],
)
def test_fee_is_that_of_the_category_and_the_day(tags, day, fee):
    assert fee_on(FEES, tags, day) == fee


def test_category_with_a_higher_fee_than_the_usual_pays_it():
    assert fee_on([Fee(1000), Fee(1400, "Gäste")], ["Gäste"], DAY) == 1400


def test_without_a_list_nobody_pays():
    assert fee_on([], (), DAY) == 0


def test_early_payer_owes_nothing_later():
    assert fee_due(FEES, (), [Paid(EARLY, 1200)], DAY) == 1200


def test_early_part_payer_owes_the_fee_of_the_day_the_rest_comes():
    assert fee_due(FEES, (), [Paid(EARLY, 1000)], DAY) == 1500
    assert fee_due(FEES, (), [Paid(DAY, 300), Paid(EARLY, 1200 - 1)], DAY) == 1500


def test_category_needs_a_fee_that_does_not_end():
    assert categories_without_end(FEES) == []
    assert categories_without_end([Fee(5, until=DAY), Fee(5, "A", DAY), Fee(9, "A")]) == [""]


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 900))), st.integers(0, 40))
def test_more_payments_never_leave_more_open(payments, today):
    paid = [Paid(EARLY + timedelta(day - 15), amount) for day, amount in payments]
    day = EARLY + timedelta(today - 15)
    open_then = [
        max(0, fee_due(FEES, (), paid[:count], day) - sum(each.amount for each in paid[:count]))
        for count in range(len(paid) + 1)
    ]
    assert open_then == sorted(open_then, reverse=True)


def test_pieces_are_added_up():
    assert counted({5000: 2, 200: 3, 1: 4}) == 10604


def test_till_is_counted_by_euro_notes_and_coins_largest_first():
    euro = [digit * 10**power for power in range(5) for digit in (1, 2, 5)]
    assert sorted(euro[:-1], reverse=True) == [*PIECES]
