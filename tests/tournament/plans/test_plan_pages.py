"""The plan of all rounds on the screen."""

import re

import pytest
from django.http import HttpResponse

from tests.factories.pages import signed_in, text_of, without_tags
from tests.factories.plans import make_planned_tournament, publish_rounds
from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_club
from tests.factories.words import text
from tournament.labels.rounds import PHASES
from tournament.models import Entry, Person, Role, Tournament
from tournament.rounds.rules.phases import RoundPhase

pytestmark = pytest.mark.django_db

PLAN, TABLES, PRINT = "/t/herbst/plan/", "/t/herbst/plan/tables/", "/t/herbst/print/"
NOTICE = re.compile(r'<p class="notice warning">.*?</p>', re.DOTALL)
HOSTILE = ["<script>alert(1)</script>", "=1+1", "Ä" * 200, "Özgür"]
EXPLAINED = text("7-3 means table 7, position 3. A dash: no seat in this round.")


@pytest.fixture
def tournament() -> Tournament:
    return make_planned_tournament((4, 5), (5, 4), (4,))


def rows(page: HttpResponse) -> list[list[str]]:
    """Return the cell texts of the list, row by row."""
    body = page.content.decode().split("<tbody>")[1].split("</tbody>")[0]
    return [
        [without_tags(cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row)]
        for row in body.split("<tr")[1:]
    ]


def test_line_has_number_name_club_and_every_seat(tournament: Tournament) -> None:
    Entry.objects.filter(number=5).update(club=make_club())
    assert rows(signed_in().get(PLAN)) == [
        ["1", "Arnold, Änne", "", "1-1", "1-1", "1-1"],
        ["2", "Beck, Bernd", "", "1-2", "1-2", "1-2"],
        ["3", "Conrad, Christa", "", "1-3", "1-3", "1-3"],
        ["4", "Dietz, Dieter", "", "1-4", "1-4", "1-4"],
        ["5", "Engel, Erika", "DU ZHN", "2-1", "1-5", "–"],
        ["6", "Franke, Frank", "", "2-2", "2-1", "–"],
        ["7", "Groß, Günter", "", "2-3", "2-2", "–"],
        ["8", "Horn, Heike", "", "2-4", "2-3", "–"],
        ["9", "Özdemir, Änne", "", "2-5", "2-4", "–"],
    ]


def test_page_explains_once_how_a_seat_is_written(tournament: Tournament) -> None:
    assert text_of(signed_in().get(PLAN)).count(EXPLAINED) == 1


def test_players_are_sorted_by_name_or_by_number(tournament: Tournament) -> None:
    Person.objects.filter(entries__number=1).update(last_name="Zander")
    client = signed_in()
    numbers = {
        query: [row[0] for row in rows(client.get(PLAN + query))]
        for query in ("", "?by=name", "?by=number", "?by=nonsense")
    }
    by_name = [*"234567891"]
    assert numbers == {
        "": by_name,
        "?by=name": by_name,
        "?by=number": [*"123456789"],
        "?by=nonsense": by_name,
    }


@pytest.mark.parametrize("order", ["name", "number"])
def test_displayed_order_is_the_printed_one(tournament: Tournament, order: str) -> None:
    page = signed_in().get(f"{PLAN}?by={order}").content.decode()
    assert re.findall(r'href="/t/herbst/print/plan/\?by=(\w+)"', page) == [order]
    assert re.findall(r'href="[^"]*\?by=(\w+)"\s+aria-current="page"', page) == [order]


@pytest.mark.parametrize("address", [PLAN, TABLES])
@pytest.mark.parametrize(("published", "hidden"), [(0, ["1", "3"]), (1, ["2", "3"]), (2, ["3"])])
def test_the_page_names_the_rounds_that_are_not_published(
    tournament: Tournament, address: str, published: int, hidden: list[str]
) -> None:
    publish_rounds(tournament, published)
    (notice,) = NOTICE.findall(signed_in().get(address).content.decode())
    assert re.findall(r"\d", without_tags(notice)) == hidden


@pytest.mark.parametrize("published", [0, 1, 2])
def test_columns_of_unpublished_rounds_are_marked(tournament: Tournament, published: int) -> None:
    publish_rounds(tournament, published)
    page = signed_in().get(PLAN).content.decode()
    spans = re.findall(r'<th scope="colgroup"\s+colspan="(\d)"[^>]*>([^<]*)</th>', page)
    hidden = (str(3 - published), text("Not published"))
    shown = (str(published), str(PHASES[RoundPhase.PUBLISHED]))
    assert spans == ([shown, hidden] if published else [hidden])
    assert page.count('<td class="seat unpublished">') == 9 * (3 - published)
    assert page.count('<td class="seat">') == 9 * published


@pytest.mark.parametrize("address", [PLAN, TABLES])
def test_nothing_is_marked_when_everything_is_published(
    tournament: Tournament, address: str
) -> None:
    publish_rounds(tournament, 3)
    page = signed_in().get(address)
    assert NOTICE.findall(page.content.decode()) == []
    assert "unpublished" not in page.content.decode()


def test_plan_by_table_has_the_rounds_side_by_side(tournament: Tournament) -> None:
    page = signed_in().get(TABLES)
    tables = page.content.decode().split("<section")[1:]
    heading = re.compile(r"<h2[^>]*>([^<]*)</h2>")
    assert [heading.search(table)[1].strip() for table in tables] == ["Tisch 1", "Tisch 2"]
    second = [
        (
            re.search(r">(Runde \d)</h3>", place)[1],
            [without_tags(name) for name in re.findall(r"<li>(.*?)</li>", place)],
        )
        for place in tables[1].split('<li class="card">')[1:]
    ]
    five = [
        *("Engel, Erika", "Franke, Frank", "Groß, Günter", "Horn, Heike", "Özdemir, Änne"),
    ]
    assert second == [("Runde 1", five), ("Runde 2", five[1:]), ("Runde 3", [])]
    assert text_of(page).count(text("Not in use")) == 1


def test_plan_of_many_tables_shows_one_at_a_time() -> None:
    make_drawn_tournament(36, rounds_planned=1)
    client = signed_in()
    for query, shown in (
        ("", [1]),
        ("?table=9", [9]),
        ("?table=10", [1]),
        ("?table=<b>", [1]),
        ("?table=all", [*range(1, 10)]),
    ):
        page = client.get(TABLES + query).content.decode()
        assert re.findall(r'aria-labelledby="table-(\d+)"', page) == [*map(str, shown)], query
        (here,) = re.findall(r'href="\?table=(\w+)[^"]*"\s+aria-current', page)
        assert here == ("all" if len(shown) > 1 else str(shown[0]))
    chips = re.findall(r'href="\?table=(\w+)[#"]', page)
    assert chips == [*map(str, range(1, 10)), "all"]


def test_hostile_names_are_text(tournament: Tournament) -> None:
    for number, name in enumerate(HOSTILE, start=1):
        Person.objects.filter(entries__number=number).update(last_name=name, first_name="")
    client = signed_in()
    assert [row[1] for row in rows(client.get(PLAN + "?by=number"))][:4] == HOSTILE
    by_table = client.get(TABLES)
    assert "<script>alert" not in by_table.content.decode()
    assert all(name in text_of(by_table) for name in HOSTILE)


@pytest.mark.parametrize("address", [PLAN, TABLES])
def test_before_the_draw_the_page_leads_to_it(address: str) -> None:
    make_drawn_tournament(8, published=0)
    page = signed_in().get(address)
    assert 'class="button primary" href="/t/herbst/draw/">' in page.content.decode()
    assert "/print/plan/" not in page.content.decode()


@pytest.mark.parametrize("address", [PLAN, TABLES])
@pytest.mark.parametrize(("tables", "rounds"), [(1, 1), (6, 5)])
def test_pages_need_the_same_queries_at_every_size(
    address: str, tables: int, rounds: int, django_assert_num_queries
) -> None:
    make_planned_tournament(*[(4,) * tables] * rounds)
    Entry.objects.update(club=make_club())
    client = signed_in()
    with django_assert_num_queries(7):
        assert client.get(address).status_code == 200


def test_printing_page_offers_the_plan_only_to_the_direction(
    tournament: Tournament,
) -> None:
    offered = {}
    for role in (Role.TYPIST, Role.REFEREE, Role.DIRECTION):
        page = signed_in(tournament, role).get(PRINT).content.decode()
        offered[role] = re.findall(r'href="/t/herbst/(plan/|print/(?:plan|tents)/[^"]*)"', page)
    tents = ["print/tents/"]
    plans = ["plan/", "print/plan/?by=name", "print/plan/?by=table"]
    assert offered == {
        Role.TYPIST: tents,
        Role.REFEREE: tents,
        Role.DIRECTION: plans + tents,
    }


def test_printing_page_offers_no_plan_before_the_draw() -> None:
    make_drawn_tournament(8, published=0)
    page = signed_in().get(PRINT).content.decode()
    assert "/plan/" not in page
    assert "/print/tents/" not in page
