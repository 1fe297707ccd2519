"""The numbers that stand on the tables, read back."""

import pytest
from pypdf import PageObject

from tests.factories.databases import copied
from tests.factories.papers import A4, font_names, made, page_sizes, page_texts, read_pdf
from tests.factories.plans import make_planned_tournament
from tests.factories.tournaments import make_tournament
from tournament.errors import Refused
from tournament.models import GameTable, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Two tables in the first round, three in the second."""
    return make_planned_tournament((4, 5), (4, 4, 5))


def uprights(page: PageObject, word: str) -> list[tuple[bool, bool]]:
    """Return for each word whether it is in the lower half, and whether it is upright."""
    found = []

    def visit(text: str, matrix: list[float], text_matrix: list[float], *_: object) -> None:
        if text.strip() == word:
            _, _, _, up, _, y = matrix
            height = text_matrix[5] * up + y
            found.append((height < A4[1] / 2, text_matrix[3] * up > 0))

    page.extract_text(visitor_text=visit)
    return found


def test_every_table_of_the_tournament_has_its_page(tournament: Tournament) -> None:
    paper = read_pdf(made("tents", tournament))
    assert [page.strip() for page in page_texts(paper)] == [
        f"Tisch {number} Herbstturnier Tisch {number} Herbstturnier" for number in (1, 2, 3)
    ]
    assert page_sizes(paper) == {A4}


@pytest.mark.parametrize("word", ["Tisch", "2", "Herbstturnier"])
def test_upper_half_is_upside_down(tournament: Tournament, word: str) -> None:
    page = read_pdf(made("tents", tournament)).pages[1]
    assert sorted(uprights(page, word)) == [(False, False), (True, True)]


@pytest.mark.parametrize("number", [7, 44, 100, 999])
@pytest.mark.alone
def test_large_number_stays_on_one_line_and_page(number: int) -> None:
    tournament = make_planned_tournament((4,))
    GameTable.objects.update(number=number)
    pages = [page.strip() for page in page_texts(read_pdf(made("tents", tournament)))]
    assert pages == [f"Tisch {number} Herbstturnier Tisch {number} Herbstturnier"]


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "Ä" * 200, "</style><b>x", "=1+1"])
def test_hostile_name_is_printed_as_it_is(name: str) -> None:
    tournament = make_planned_tournament((4, 4), name=name)
    pages = [page.strip() for page in page_texts(read_pdf(made("tents", tournament)))]
    assert [page.replace(" ", "").count(name) for page in pages] == [2, 2]


def test_tents_are_set_in_the_embedded_typeface(tournament: Tournament) -> None:
    assert all(font_names(read_pdf(made("tents", tournament))).values())


def test_there_are_no_tents_before_the_draw() -> None:
    with pytest.raises(Refused, match="unknown_round"):
        made("tents", make_tournament())


def test_file_is_named_after_its_content(tournament: Tournament) -> None:
    assert made("tents", tournament).file_name == "herbst-tischaufsteller.pdf"


@pytest.mark.parametrize("tables", [1, 6])
def test_tents_need_two_queries(tables: int, django_assert_num_queries) -> None:
    tournament = make_planned_tournament((4,) * tables)
    with django_assert_num_queries(2):  # one of them for the club's mark
        assert len(read_pdf(made("tents", tournament)).pages) == tables
