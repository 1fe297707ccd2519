"""The plan of all rounds on paper, read back."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from tests.factories.databases import copied
from tests.factories.pages import messages_of, signed_in
from tests.factories.papers import A4, font_names, page_sizes, page_texts, read_pdf
from tests.factories.plans import make_planned_tournament, publish_rounds
from tests.factories.tournaments import make_club, make_tournament
from tests.factories.words import refusal, text
from tournament.errors import Refused
from tournament.exports.pdf.seat_lists import plan
from tournament.models import Draw, Entry, Person, Round, Tournament

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 7, 13, 5, tzinfo=UTC)
LANDSCAPE = A4[::-1]
ORDERS = ["name", "number", "table"]
HOSTILE = ["<script>alert(1)</script>", "=1+1", "Ä" * 200, "</style><b>x", "url(http://x/)"]


@pytest.fixture
@copied
def tournament() -> Tournament:
    return make_planned_tournament((4, 5), (5, 4), (4,), place="Köln")


def printed(tournament: Tournament, by: str) -> str:
    return " ".join(page_texts(read_pdf(plan(tournament, by))))


def test_plan_by_player_has_every_seat_of_everybody(tournament: Tournament) -> None:
    Entry.objects.filter(number=5).update(club=make_club())
    body = printed(tournament, "name").partition("Nr. Name Verein R1 R2 * R3 * ")[2]
    assert body.partition(" Gedruckt")[0] == (
        "1 Arnold, Änne 1-1 1-1 1-1 "
        "2 Beck, Bernd 1-2 1-2 1-2 "
        "3 Conrad, Christa 1-3 1-3 1-3 "
        "4 Dietz, Dieter 1-4 1-4 1-4 "
        "5 Engel, Erika DU ZHN 2-1 1-5 – "
        "6 Franke, Frank 2-2 2-1 – "
        "7 Groß, Günter 2-3 2-2 – "
        "8 Horn, Heike 2-4 2-3 – "
        "9 Özdemir, Änne 2-5 2-4 –"
    )


def test_plan_by_player_explains_a_seat(tournament: Tournament) -> None:
    explained = text("7-3 means table 7, position 3. A dash: no seat in this round.")
    assert [printed(tournament, by).count(explained) for by in ORDERS] == [1, 1, 0]


def test_plan_by_number_is_in_that_order(tournament: Tournament) -> None:
    Person.objects.filter(entries__number=1).update(last_name="Zander")
    by_name, by_number = (printed(tournament, by) for by in ("name", "number"))
    assert by_name.index("Zander") > by_name.index("Özdemir")
    assert by_number.index("Zander") < by_number.index("Beck")


def test_plan_by_table_has_a_row_for_each_position(tournament: Tournament) -> None:
    body = printed(tournament, "table").partition("Tisch 2 R1 R2 * R3 * ")[2]
    assert body.partition(" Gedruckt")[0] == (
        "1 5 Engel, Erika 6 Franke, Frank – "
        "2 6 Franke, Frank 7 Groß, Günter – "
        "3 7 Groß, Günter 8 Horn, Heike – "
        "4 8 Horn, Heike 9 Özdemir, Änne – "
        "5 9 Özdemir, Änne – –"
    )


def test_plan_by_table_of_eight_rounds_fills_its_pages() -> None:
    tournament = make_planned_tournament(*[(4,) * 20] * 8)
    Person.objects.filter(last_name="Beck").update(last_name="Wüstenberger")
    pages = page_texts(read_pdf(plan(tournament, "table")))
    assert [page.count("Tisch ") for page in pages] == [5, 5, 5, 5]
    assert "2 Wüstenberger, Bernd 2 Wüstenberger," in pages[0]


@pytest.mark.parametrize("by", ORDERS)
def test_every_page_says_what_it_is(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    tournament = make_planned_tournament((4,) * 15, (4,) * 15, place="Köln")
    title = {"name": "Namen", "number": "Startnummern", "table": "Tischen"}[by]
    pages = page_texts(read_pdf(plan(tournament, by)))
    assert len(pages) > 1
    for number, page in enumerate(pages, start=1):
        assert "Herbstturnier · Köln" in page
        assert f"Plan aller Runden nach {title}" in page
        assert "Enthält nicht veröffentlichte Runden (*)" in page
        assert "Auslosung 1, Losschlüssel test" in page
        assert f"Gedruckt am 7. November 2026 14:05 · Seite {number} von {len(pages)}" in page


@pytest.mark.parametrize("by", ORDERS)
def test_nothing_is_marked_when_everything_is_published(tournament: Tournament, by: str) -> None:
    publish_rounds(tournament, 3)
    whole = printed(tournament, by)
    assert "veröffentlicht" not in whole
    assert "*" not in whole


def test_seeds_of_several_draws_are_on_the_last_page() -> None:
    tournament = make_planned_tournament(*[(4,) * 15] * 4)
    again = Draw.objects.create(tournament=tournament, number=2, seed="x" * 200, method="plan")
    Round.objects.filter(number__gt=1).update(draw=again)
    pages = page_texts(read_pdf(plan(tournament)))
    assert len(pages) > 1
    seeds = text("Draws %(numbers)s, seeds on the last page", numbers="1, 2")
    assert all(seeds in page for page in pages)
    assert ["Auslosung 1, Losschlüssel test: R1" in page for page in pages][-1:] == [True]
    assert "x" * 200 + ": R2, R3, R4" in pages[-1].replace("x ", "x")


@pytest.mark.parametrize(
    ("by", "rounds", "size"),
    [
        ("name", 8, A4),
        ("name", 16, LANDSCAPE),
        ("table", 3, A4),
        ("table", 6, LANDSCAPE),
        ("table", 12, LANDSCAPE),
    ],
)
def test_many_rounds_are_printed_in_landscape(by: str, rounds: int, size: tuple) -> None:
    tournament = make_planned_tournament(*[(4, 4)] * rounds)
    paper = read_pdf(plan(tournament, by))
    assert page_sizes(paper) == {size}
    assert len(paper.pages) == 1
    assert f"R{rounds} *" in page_texts(paper)[0]


@pytest.mark.parametrize("by", ORDERS)
@pytest.mark.parametrize("rounds", [1, 12])
def test_hostile_names_are_printed_as_they_are(by: str, rounds: int) -> None:
    tournament = make_planned_tournament(*[(4, 4)] * rounds)
    for number, name in enumerate(HOSTILE, start=1):
        Person.objects.filter(entries__number=number).update(last_name=name, first_name="")
    Entry.objects.filter(number=1).update(club=make_club("", "Verein der Doppelkopffreunde " * 6))
    whole = printed(tournament, by).replace(" ", "")
    assert [name for name in HOSTILE if name not in whole] == []


def test_plan_is_set_in_the_embedded_typeface(tournament: Tournament) -> None:
    assert all(font_names(read_pdf(plan(tournament))).values())


def test_plan_follows_the_language(tournament: Tournament) -> None:
    with translation.override("en"):
        document = plan(tournament, "table")
        page = page_texts(read_pdf(document))[0]
    assert "Plan of all rounds by table" in page
    assert "Contains rounds not published (*)" in page
    assert document.file_name == "herbst-plan-of-all-rounds-by-table.pdf"


def test_there_is_no_plan_before_the_draw() -> None:
    with pytest.raises(Refused, match="unknown_round"):
        plan(make_tournament())


@pytest.mark.parametrize(
    ("query", "file_name"),
    [
        ("", "herbst-plan-aller-runden-nach-namen.pdf"),
        ("?by=nonsense", "herbst-plan-aller-runden-nach-namen.pdf"),
        ("?by=number", "herbst-plan-aller-runden-nach-startnummern.pdf"),
        ("?by=table", "herbst-plan-aller-runden-nach-tischen.pdf"),
    ],
)
def test_address_gives_the_plan_asked_for(
    tournament: Tournament, query: str, file_name: str
) -> None:
    answer = signed_in().get(reverse("paper", args=["herbst", "plan"]) + query)
    assert answer["Content-Disposition"] == f'inline; filename="{file_name}"'


@pytest.mark.parametrize("key", ["plan", "tents"])
def test_before_the_draw_the_address_redirects_with_the_reason(key: str) -> None:
    make_tournament()
    answer = signed_in().get(reverse("paper", args=["herbst", key]), follow=True)
    assert answer.redirect_chain == [("/t/herbst/print/", 302)]
    assert messages_of(answer) == [refusal("unknown_round", round=1)]


@pytest.mark.parametrize("by", ORDERS)
@pytest.mark.parametrize(("tables", "rounds"), [(1, 1), (6, 4)])
def test_plan_on_paper_needs_four_queries(
    by: str, tables: int, rounds: int, django_assert_num_queries
) -> None:
    tournament = make_planned_tournament(*[(4,) * tables] * rounds)
    with django_assert_num_queries(4):  # one of them for the club's mark
        read_pdf(plan(tournament, by))
