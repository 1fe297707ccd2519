import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.shared.rules.names import SplitName, small_capitals, spellings, split_name, tidy


@pytest.mark.parametrize(
    ("text", "last_name", "first_name"),
    [
        ("Vogel, Bernd", "Vogel", "Bernd"),
        ("Peter König", "König", "Peter"),
        ("Hans von der Heide", "von der Heide", "Hans"),
        ("Heide, Hans von der", "Heide", "Hans von der"),
        ("Anna Maria Müller", "Müller", "Anna Maria"),
        ("Karl Müller jun.", "Müller jun.", "Karl"),
        ("O'Brien, Manfred", "O'Brien", "Manfred"),
        ("Bernd,", "Bernd", ""),
        (", Bernd", "Bernd", ""),
        ("Nur-Ein-Name", "Nur-Ein-Name", ""),
        ("von", "von", ""),
        ("", "", ""),
    ],
)
def test_name_is_split_into_last_and_first(text, last_name, first_name):
    assert split_name(text) == SplitName(last_name, first_name)


@pytest.mark.parametrize(
    ("text", "last_name", "first_name"),
    [
        ("  GÜNTER POHL ", "Pohl", "Günter"),
        ("  SCHULZ, JÜRGEN ", "Schulz", "Jürgen"),
        ("POHL Günter", "Pohl", "Günter"),
        ("Günter POHL", "Pohl", "Günter"),
        ("O'BRIEN, HEINZ-JÜRGEN", "O'Brien", "Heinz-Jürgen"),
        ("HANS VON DER HEIDE", "von der Heide", "Hans"),
    ],
)
def test_capitals_are_made_small_and_noted(text, last_name, first_name):
    assert split_name(text) == SplitName(last_name, first_name, from_capitals=True)


def test_initials_are_no_capitals():
    assert split_name("JP Meier") == SplitName("Meier", "JP")
    assert small_capitals("Li", "AB") == SplitName("Li", "AB")


def test_tidy_removes_invisible_characters_and_superfluous_spaces():
    assert tidy("  Änne\u00a0\u202e \tFranke\x00\n") == "Änne Franke"
    assert tidy("u\u0308ber") == "über"


@given(st.text())
def test_tidying_twice_changes_nothing_more(text):
    assert tidy(tidy(text)) == tidy(text)


@given(st.text())
def test_splitting_loses_no_letter(text):
    name = split_name(text)
    letters = sorted(filter(str.isalnum, f"{name.first_name}{name.last_name}".casefold()))
    assert letters == sorted(filter(str.isalnum, tidy(text).casefold()))


def test_a_word_may_be_typed_without_its_accents():
    assert spellings("Müller") == {"müller", "muller", "mueller"}
    assert "yilmaz" in spellings("Yılmaz")
    assert "lukasz" in spellings("Łukasz")
