import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.people.rules.registration import (
    PlayerRow,
    RowFinding,
    Verdict,
    compare_with_entered,
    doubt_doubles,
    number_rows,
)
from tournament.shared.rules.fields import PlayerData


def row(line: int, last_name: str = "Beck", club_code: str = "", number: int | None = None):
    return PlayerRow(line, "", PlayerData(last_name, "Otto", club_code=club_code), number)


def outcome(rows):
    return [(each.verdict, *(finding.code for finding in each.findings)) for each in rows]


def test_a_later_row_with_the_same_name_is_doubtful():
    rows = doubt_doubles([row(4), row(5, "BECK"), row(6, club_code="HH ALT"), row(7, "Engel")])

    assert outcome(rows) == [
        ("ok",),
        ("doubtful", "double"),
        ("doubtful", "same_name_other_club"),
        ("ok",),
    ]
    assert rows[1].findings == (RowFinding("double", {"line": 4}),)


def test_same_person_and_club_is_known_and_same_name_elsewhere_doubtful():
    entered = [(3, PlayerData("Beck", "Otto", club_code="HH ALT", club_name="Die Alten"))]

    rows = compare_with_entered([row(2, club_code="hh alt"), row(3, "Engel")], entered)
    assert outcome(rows) == [("known", "known"), ("ok",)]
    rows = compare_with_entered([row(2, club_code="KI FÖR")], entered)
    assert rows[0].findings == (RowFinding("entered_with_other_club", {"number": 3}),)
    assert outcome(compare_with_entered([row(2)], entered)) == [
        ("doubtful", "entered_with_other_club")
    ]


def test_one_entry_matches_only_one_of_two_equal_rows():
    rows = doubt_doubles([row(2), row(3)])
    once = [(1, PlayerData("Beck", "Otto"))]

    assert outcome(compare_with_entered(rows, once)) == [("known", "known"), ("doubtful", "double")]
    twice = [*once, (2, PlayerData("Beck", "Otto"))]
    assert [each.verdict for each in compare_with_entered(rows, twice)] == [Verdict.KNOWN] * 2


def test_list_numbers_hold_when_free_and_requested_once():
    rows = [row(2, number=7), row(3), row(4, number=2)]
    assert [number for number, _row in number_rows(rows, [1])] == [7, 8, 2]


def test_numbers_run_in_order_when_the_list_repeats_or_takes_one():
    assert [number for number, _row in number_rows([row(2, number=7), row(3, number=7)], [])] == [
        1,
        2,
    ]
    assert [number for number, _row in number_rows([row(2, number=1), row(3, number=9)], [1])] == [
        2,
        3,
    ]


numbers = st.none() | st.integers(1, 20)


@given(st.lists(numbers, max_size=12), st.sets(st.integers(1, 20)))
def test_numbers_never_collide(wanted, taken):
    rows = [row(line, number=number) for line, number in enumerate(wanted, start=2)]
    given_numbers = [number for number, _row in number_rows(rows, taken)]
    assert len(set(given_numbers)) == len(rows)
    assert taken.isdisjoint(given_numbers)


@pytest.mark.parametrize(
    ("last_name", "first_name"), [("otto", "beck"), ("Otto Beck", ""), ("BECK", "OTTO")]
)
def test_duplicate_is_noted_in_any_spelling_of_the_name(last_name, first_name):
    other = PlayerRow(5, "", PlayerData(last_name, first_name))
    assert outcome(doubt_doubles([row(4), other])) == [("ok",), ("doubtful", "double")]


def test_umlauts_and_hyphens_make_no_other_name():
    names = [PlayerData("Müller-Groß", "Jörg"), PlayerData("Mueller Gross", "Joerg")]
    rows = [PlayerRow(line, "", player) for line, player in enumerate(names, start=2)]
    assert outcome(doubt_doubles(rows)) == [("ok",), ("doubtful", "double")]


def test_entry_with_reordered_words_is_doubtful():
    entered = [(3, PlayerData("Otto", "Beck"))]
    assert compare_with_entered([row(2)], entered)[0].findings == (
        RowFinding("entered_in_other_order", {"number": 3}),
    )
