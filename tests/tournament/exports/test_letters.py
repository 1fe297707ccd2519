"""Where drawn words break into lines, and what happens when there is no room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.exports.pdf.drawing import Block, Weight, block, first_that_fits, whole_words, width

TEXTS = st.text(st.sampled_from("abcÄß im-W  "), min_size=1, max_size=120)


def lines(text: str, room: float) -> tuple[str, ...]:
    return block(text, room, 10, Weight.REGULAR).lines


@pytest.mark.parametrize(
    ("text", "room", "expected"),
    [
        ("Änne Franke", 40, ("Änne Franke",)),
        ("Änne Franke", 12, ("Änne", "Franke")),
        ("Anna Schmidt-Rottluff", 20, ("Anna", "Schmidt-", "Rottluff")),
        ("22\xa0Änne Franke", 14, ("22\xa0Änne", "Franke")),
        ("", 20, ()),
        ("   ", 20, ()),
    ],
)
def test_lines_break_between_words_and_after_hyphens(text, room, expected):
    assert lines(text, room) == expected


def test_word_longer_than_a_line_is_broken_and_reported():
    found = block("Donaudampfschifffahrt", 15, 10, Weight.REGULAR)
    assert ("".join(found.lines), found.is_whole, len(found.lines)) == (
        "Donaudampfschifffahrt",
        False,
        3,
    )


@given(TEXTS, st.integers(5, 60))
def test_no_letter_is_lost_and_no_line_is_too_wide(text, room):
    found = block(text, room, 10, Weight.SEMIBOLD)
    assert "".join(found.lines).replace(" ", "") == text.replace(" ", "")
    for line in found.lines:
        assert width(line, 10, Weight.SEMIBOLD) <= room


def test_first_size_with_whole_words_is_used():
    sizes = (20.0, 10.0, 5.0)
    assert first_that_fits("Maximiliane", 25, 5, sizes, Weight.REGULAR).points == 10
    assert first_that_fits("Jo", 25, 20, sizes, Weight.REGULAR).points == 20


def test_letters_shrink_slightly_before_a_word_breaks():
    def found(text: str) -> tuple[tuple[str, ...], float]:
        shown = whole_words(text, 27, 13, Weight.BOLD)
        return shown.lines, round(shown.points, 2)

    assert found("Hohenzollern-Sigmaringen") == (("Hohenzollern-", "Sigmaringen"), 12.09)
    assert found("Änne Franke") == (("Änne Franke",), 13)
    assert found("Donaudampfschifffahrt") == (("Donaudampf", "schifffahrt"), 13)


def test_text_without_room_is_cut_with_dots():
    found = block("eins zwei drei", 10, 10, Weight.REGULAR)
    assert found.lines == ("eins", "zwei", "drei")
    assert found.cut(2 * found.leading).lines == ("eins", "zwei…")
    assert found.cut(found.height) == found
    assert found.cut(0.1) == Block((), 10, Weight.REGULAR, found.leading, is_whole=False)
