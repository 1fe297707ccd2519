"""How people write a number, points, an amount, yes and no in the cell of a list."""

import pytest

from tournament.shared.rules.typed import (
    FeeTold,
    Unclear,
    cents_of,
    counted_number,
    fee_told,
    is_half,
    points,
    rank,
    text_of_cell,
    whole_number,
    yes_or_no,
)


@pytest.mark.parametrize("text", ["3", " 3 ", "3.", "Tisch 3", "TISCH 3.", "tisch3"])
def test_number_stands_alone_or_with_a_point_or_after_its_word(text):
    assert counted_number(text, 9, ["tisch"]) == 3


@pytest.mark.parametrize("text", ["", "-", "–", "—", "−", " "])
def test_a_dash_says_nothing(text):
    found = counted_number(text, 9), yes_or_no(text), points(text), rank(text, 9)
    assert (found, fee_told(text).is_paid) == ((None,) * 4, False)


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


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        *(("+ 52", 52), ("18 Punkte", 18), ("–5", -5), ("- 13", -13), ("—52", -52), ("12,0", 12)),
        *(("1.512", 1512), ("-2.067", -2067), ("1 512 Pkt.", 1512), ("7 P.", 7), ("0", 0)),
        *(("", None), ("-", None), ("x", None), ("n.a.", None), ("nicht gespielt", None)),
    ],
)
def test_points_are_read_as_lists_have_them(text: str, figure: int | None) -> None:
    assert points(text) == figure


@pytest.mark.parametrize(
    ("text", "half"),
    [("-0,5", True), ("2½", True), ("12.34", True), ("zwei", False), ("1.51", True), ("x3", False)],
)
def test_points_that_are_no_whole_number_are_unclear(text: str, half: bool) -> None:
    with pytest.raises(Unclear):
        points(text)
    assert is_half(text) == half


@pytest.mark.parametrize(
    ("text", "best"),
    [
        *(("2=", 2), ("4./5.", 4), ("=4", 4), ("T2", 2), ("4.–6.", 4), ("1.", 1), ("Platz 3", 3)),
        *(("2. Platz", 2), ("", None), ("a. K.", None), ("-", None)),
    ],
)
def test_shared_rank_is_the_best_of_them(text: str, best: int | None) -> None:
    assert rank(text, 99, ["platz"]) == best


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        *(("15", 1500), ("15,00 €", 1500), ("EUR 12.50", 1250), ("15.-", 1500), ("15,--", 1500)),
        *(("€15", 1500), ("15 Euro", 1500), ("12,5", 1250), ("bez. 15€", 1500), ("Ja, 15", 1500)),
        *(("15 € - überwiesen am 12.03.", 1500), ("15 (PayPal)", 1500), ("bez 03.02.26 9,00", 900)),
    ],
)
def test_amount_in_a_list_is_paid_and_how_much(text, cents):
    assert fee_told(text) == FeeTold(True, cents)


@pytest.mark.parametrize(
    "text",
    [
        *("bez.", "bezahlt", "Ü", "ja", "x", "✓", "✅", "überwiesen", "erhalten", "ok", "1"),
        *("12.03.", "12.03.2026", "2026-03-12T00:00:00", "ü 12.03.", "schon überwiesen (PayPal)"),
        *("15 Mai", "7. Sept. 26", "1. Oktober", "12. März", "31/12/2026", "2026-03-12"),
    ],
)
def test_word_or_day_says_that_the_fee_is_paid(text):
    assert fee_told(text) == FeeTold(is_paid=True)


def test_way_of_paying_alone_is_told_and_cash_is_no_transfer():
    assert fee_told("PayPal") == FeeTold(is_paid=True, only_how=True)
    assert fee_told("bar") == FeeTold(is_paid=True, in_cash=True, only_how=True)
    assert fee_told("15 bar") == FeeTold(True, 1500, in_cash=True)


@pytest.mark.parametrize(
    "text",
    [
        *("offen", "nein", "-", "", "0", "0,00 €", "noch nicht", "nicht überwiesen", "❌"),
        *("zahlt bar", "bar vor Ort", "15 € offen", "Abendkasse"),
    ],
)
def test_fee_that_is_plainly_not_paid(text):
    assert fee_told(text) == FeeTold(is_paid=False)


@pytest.mark.parametrize(
    "text",
    [
        *("halb", "?", "-15", "15+5", "2x15", "kommt später", "99999", "10 bez., 5 offen"),
        *("15.10", "wird überwiesen", "5 € Rest", "1.234,50", "CHF 15", "٣", "Änne zahlt 15"),
        *("15 Maier", "99.99.26", "32.12.", "1.13.2026", "99/99/26", "2026-13-45", "115 Mai"),
    ],
)
def test_nobody_can_tell_whether_the_fee_is_paid(text):
    with pytest.raises(Unclear):
        fee_told(text)
