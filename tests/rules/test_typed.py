"""How people write a number, points, an amount, yes and no in the cell of a list."""

import pytest

from tournament.shared.rules.typed import (
    Unclear,
    cents_of,
    counted_number,
    text_of_cell,
    whole_number,
    yes_or_no,
)


@pytest.mark.parametrize("text", ["3", " 3 ", "3.", "Tisch 3", "TISCH 3.", "tisch3"])
def test_number_stands_alone_or_with_a_point_or_after_its_word(text):
    assert counted_number(text, 9, ["tisch"]) == 3


@pytest.mark.parametrize("text", ["", "-", "–", " "])
def test_a_dash_says_nothing(text):
    assert (counted_number(text, 9), yes_or_no(text)) == (None, None)


@pytest.mark.parametrize("text", ["0", "10", "1_0", "٣", "3x", "Platz 3", "+3", "3.5", "1" * 30])
def test_value_outside_the_range_is_unclear(text):
    with pytest.raises(Unclear):
        counted_number(text, 9, ["tisch"])


@pytest.mark.parametrize("minus", ["-", "−", "–"])
def test_points_have_any_minus(minus):
    assert [whole_number(text) for text in (f"{minus}5", "+5", "5", "5,0", "x", "")] == [
        *(-5, 5, 5, None, None, None)
    ]


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("12", 1200), ("12,5", 1250), ("12.50 €", 1250), ("€ 12", 1200), ("12,-", 1200),
        ("EUR 12,00", 1200), ("12 Euro", 1200), ("", None),
    ],
)  # fmt: skip
def test_an_amount_with_or_without_its_sign(text, cents):
    assert cents_of(text) == cents


@pytest.mark.parametrize("text", ["zwölf", "-12", "1.234", "12,345", "=12"])
def test_invalid_amount_is_unclear(text):
    with pytest.raises(Unclear):
        cents_of(text)


def test_yes_and_no_in_words():
    assert [yes_or_no(text) for text in ("Ja", "x", "✓", "WAHR", "1")] == [True] * 5
    assert [yes_or_no(text) for text in ("nein", "N", "falsch", "0")] == [False] * 4
    assert yes_or_no("bezahlt", yes=["bezahlt"]) is True
    with pytest.raises(Unclear):
        yes_or_no("bezahlt")


def test_formula_is_no_text_and_its_guard_is_removed():
    assert [text_of_cell(text) for text in ("=1+1", "'=1+1", "'Alm", "+B")] == [
        *("", "=1+1", "'Alm", "+B")
    ]
