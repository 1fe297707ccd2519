"""Long lists on paper: orientation, letter sizes, how pages are filled."""

from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from tests.factories.papers import A4, page_sizes, page_texts
from tournament.exports.base import Imprint
from tournament.exports.pdf.drawing import (
    Item,
    Weight,
    block,
    fill_evenly,
    fill_pages,
    largest,
    width,
)
from tournament.exports.pdf.lists import EARLIER, SIZES, print_list
from tournament.exports.pdf.table import Cell, PaperColumn, Table
from tournament.lists.columns import Column, Kind, List, Marked
from tournament.lists.standings import points_column, round_columns

HEAD = Imprint("Herbstturnier", "Köln", "Zwischenstand", "Alle Tische", "7. November 2026 14:05")
NAME = "Schmidt-Rottluff, Friederike"
CLUB = "Doppelkopffreunde Oldenburg von 1984 e. V."


def listed(people: int, rounds: int, name: str = NAME, club: str = CLUB) -> List:
    """Return a list of so many people over so many rounds."""
    columns = (
        Column("rank", "Platz", lambda row: row, Kind.NUMBER, "rank"),
        Column("name", "Name", lambda row: name, Kind.NAME, "name"),
        Column("club", "Verein", lambda row: club, classes="club minor"),
        *round_columns(rounds, lambda row, number: -100 - number),
        points_column("total", "Gesamt", lambda row: Marked(-1000, "¹"), "total main"),
        Column("note", "Bemerkung", lambda row: "außer Wertung" if row == 2 else ""),
    )
    return List(columns, range(1, people + 1))


def printed(of: List, *notes: str) -> PdfReader:
    return PdfReader(BytesIO(print_list(HEAD, of, notes).content))


def letters(pdf: PdfReader, text: str) -> set[float]:
    """Return the sizes in points in which a text is printed."""
    sizes = set()

    def visit(found: str, _cm: object, _tm: object, _font: object, size: float) -> None:
        if found.strip() == text:
            sizes.add(size)

    for page in pdf.pages:
        page.extract_text(visitor_text=visit)
    return sizes


def test_eight_rounds_fit_in_portrait_with_whole_names_and_clubs_below() -> None:
    paper = printed(listed(30, 8))
    assert page_sizes(paper) == {A4}
    for page in page_texts(paper):
        assert page.count(f"{NAME} {CLUB} −101 −102 ") + page.count("(außer Wertung)") >= 1
    assert sum(page.count(CLUB) for page in page_texts(paper)) == 30
    assert min(letters(paper, NAME)) >= 14


def test_a_text_is_not_broken_in_a_column_made_as_wide_as_it_is() -> None:
    columns = (
        Column("group", "Gruppe", lambda row: row),
        Column("rank", "Platz", lambda row: 1, Kind.NUMBER, "rank"),
        Column("name", "Mannschaft", lambda row: "Bussard", Kind.NAME, "name"),
        points_column("total", "Gesamt", lambda row: -216),
        Column("decided", "Entschieden durch", lambda row: "letzte Runde +16 : +8"),
        Column("fate", "Nächste Stufe", lambda row: "Gans weiter, Hahn aber zu Brotsuppe"),
    )
    (page,) = printed(List(columns, ["Gruppe A", "Gruppe B"])).pages
    assert [line for line in page.extract_text().splitlines() if "Gruppe" in line] == [
        *("Gruppe", "Gruppe A", "Gruppe B"),
    ]


def test_short_clubs_are_next_to_the_names() -> None:
    beside = printed(listed(30, 8, club="OL RE"))
    assert "Name Verein R1" in page_texts(beside)[0]
    assert "Name R1" in page_texts(printed(listed(30, 8)))[0]


def test_many_rounds_lie_crosswise_and_very_many_are_smaller() -> None:
    fourteen, thirty = printed(listed(9, 14)), printed(listed(9, 30))
    assert page_sizes(fourteen) == page_sizes(thirty) == {A4[::-1]}
    assert min(letters(fourteen, "−114")) >= 14 * EARLIER > max(letters(thirty, "−130"))
    assert page_texts(thirty)[0].count("−130") == 9


def test_letters_grow_as_far_as_the_page_has_room() -> None:
    assert letters(printed(listed(5, 2, club="")), NAME) == {19}
    (size,) = letters(printed(listed(33, 2, club="")), NAME)
    assert 14 <= size < 19


def test_footnote_marks_follow_their_figures_and_notes_follow_names() -> None:
    text = page_texts(printed(listed(3, 1), "¹ berichtigt", "", "Kontrollsumme 0."))[0]
    assert text.count("−1000 ¹") == 3
    assert f"{NAME} (außer Wertung)" in text
    assert (
        "¹ berichtigt Kontrollsumme 0. Gedruckt am 7. November 2026 14:05 · Seite 1 von 1" in text
    )


@pytest.mark.parametrize("text", ["<b>&amp;", "=1+1", "Ä" * 200, "O’Brien", "x" * 3000])
def test_hostile_texts_are_printed_as_they_are(text: str) -> None:
    paper = printed(listed(2, 8, name=text, club=text), text)
    printed_text = "".join(page_texts(paper)).replace(" ", "")
    assert printed_text.count(text.replace(" ", "")) >= 3
    assert page_sizes(paper) <= {A4, A4[::-1]}


heights = st.lists(st.floats(1, 90), min_size=1, max_size=60)


def items(of: list[float]) -> list[Item]:
    return [Item(height, lambda drawing, top: None) for height in of]


@given(heights)
def test_pages_keep_the_order_and_never_overflow(of: list[float]) -> None:
    given_items = items(of)
    pages = fill_evenly(given_items, 100)
    assert [item for page in pages for item in page] == given_items
    assert all(sum(item.height for item in page) <= 100 for page in pages)
    assert len(pages) == len(fill_pages(given_items, 100))


@given(st.integers(1, 400), st.floats(1, 30))
def test_equal_rows_are_shared_evenly(count: int, height: float) -> None:
    rows = [len(page) for page in fill_evenly(items([height] * count), 250)]
    assert all(more >= fewer for more, fewer in pairwise(rows))
    assert max(rows) == -(-count // len(rows))


@given(st.integers(1, 200))
def test_largest_letters_need_no_more_pages(count: int) -> None:
    def rows(points: float) -> Iterator[Item]:
        return iter(items([points / 2] * count))

    def pages(points: float) -> int:
        return len(fill_pages(list(rows(points)), 250))

    found = largest(SIZES, lambda points: list(rows(points)), 250)
    assert pages(found) == pages(SIZES[0])
    assert all(pages(size) > pages(found) for size in SIZES if size > found)


@pytest.mark.parametrize("points", [14.0, 19.0])
def test_long_words_leave_room_for_the_figures(points: float) -> None:
    """A word of 60 letters beside a long club breaks; the position stays on the paper."""
    columns = (
        PaperColumn("Name", [Cell("Donaudampfschifffahrt" * 3 + ", Bo")], is_text=True),
        PaperColumn("Verein", [Cell("Übermutsgesellschaft " * 3)], is_text=True, scale=0.75),
        PaperColumn("Position", [Cell("4")]),
    )
    table = Table(columns, 160, points)
    name, club, position = table.widths
    assert position == pytest.approx(columns[2].wanted(points))
    assert table.lefts[2] + position == pytest.approx(160)
    assert min(name, club) > 15
    words = block(columns[0].cells[0].text, name, points, Weight.REGULAR)
    assert max(width(line, points, Weight.REGULAR) for line in words.lines) <= name + 0.01


def test_beside_a_long_text_short_ones_stay_whole() -> None:
    names = PaperColumn("", [Cell("Nachnamenskind, Annegret"), Cell("Kurz, A")], is_text=True)
    teams = PaperColumn("", [Cell("Alte Doppelköpfe vom Fluss " * 4), Cell("Solo")], is_text=True)
    narrow = Table((names, teams), names.wanted(14) + teams.wanted(14), 14)  # but for the gap
    wide_name, wide_team = narrow.widths
    assert wide_name == pytest.approx(names.wanted(14))
    assert teams.least(14) < wide_team < teams.wanted(14)
