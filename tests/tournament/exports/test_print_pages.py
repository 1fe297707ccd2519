"""The printing page, and print_sheets on the command line."""

import re
from io import BytesIO

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone, translation
from pypdf import PdfReader

from tests.factories.databases import copied
from tests.factories.papers import page_texts
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.tournaments import make_user
from tests.factories.words import refusal
from tournament.errors import Refused
from tournament.exports.base import PDF, XLSX, Document
from tournament.exports.excel.contents import keep_document
from tournament.exports.papers import PAPERS
from tournament.exports.pdf import layout
from tournament.models import Role, Round, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import deduct_points
from tournament.rounds.writes import close_round

pytestmark = pytest.mark.django_db
OF_A_ROUND = [key for key, paper in PAPERS.items() if paper.of_round]


@pytest.fixture
@copied
def tournament() -> Tournament:
    tournament = make_drawn_tournament(13, published=2)
    enter_round(round_number(tournament, 1))
    return tournament


@pytest.fixture
def typist(client, tournament):
    client.force_login(make_user(Role.TYPIST, tournament))
    return client


@pytest.mark.parametrize("key", OF_A_ROUND)
def test_document_opens_in_the_browser(typist, key):
    answer = typist.get(reverse("paper-of-round", args=["herbst", 1, key]))

    assert answer.status_code == 200
    assert answer["Content-Type"] == PDF
    assert answer["Content-Disposition"].startswith('inline; filename="herbst-')
    assert PdfReader(BytesIO(answer.content)).pages


def test_seat_list_is_by_table_unless_requested_by_name(typist):
    url = reverse("paper-of-round", args=["herbst", 1, "seats"])
    titles = [
        page_texts(PdfReader(BytesIO(typist.get(url + query).content)))[0]
        for query in ("", "?by=name", "?by=nonsense")
    ]

    assert ["nach Namen" in title for title in titles] == [False, True, False]


def test_standings_are_those_after_the_requested_round(typist):
    url = reverse("paper", args=["herbst", "standings"])

    last, first = (
        page_texts(PdfReader(BytesIO(typist.get(url + query).content)))[0]
        for query in ("", "?after=1")
    )

    assert "Zwischenstand nach Runde 2" in last
    assert "Zwischenstand nach Runde 1" in first


@pytest.mark.parametrize("after", ["3", "0", "99", "x", "-1", "²"])
def test_standings_after_no_round_are_not_found(typist, after):
    answer = typist.get(reverse("paper", args=["herbst", "standings"]), {"after": after})

    assert answer.status_code == 404


def test_workbook_is_saved_as_a_file(typist):
    answer = typist.get(reverse("paper", args=["herbst", "workbook"]))

    assert answer["Content-Type"] == XLSX
    assert answer["Content-Disposition"] == 'attachment; filename="herbst-ergebnisse.xlsx"'


def test_large_document_is_cached_until_something_changes(tournament):
    made = []

    def asked(*what: object, name: str = "buch.xlsx") -> int:
        def make() -> Document:
            made.append(name)
            return Document(name, XLSX, b"x" * len(made))

        return len(keep_document(make, tournament, name, *what).content)

    assert [asked(), asked(), asked("payments"), asked(name="andere.xlsx"), asked()] == [
        1,
        1,
        2,
        3,
        1,
    ]
    with translation.override("en"):
        assert asked() == 4
    deduct_points(COMMAND_LINE, tournament.entries.get(number=1), 3, "Lärm")
    assert [asked(), asked()] == [5, 5]
    make_user()  # stands in the journal of the installation
    assert asked() == 6


@pytest.mark.parametrize("key", OF_A_ROUND)
def test_unpublished_round_is_for_the_direction_alone(client, tournament, key):
    url = reverse("paper-of-round", args=["herbst", 3, key])
    answers = {}
    for role in (Role.TYPIST, Role.REFEREE, Role.DIRECTION):
        client.force_login(make_user(role, tournament))
        answers[role] = client.get(url).status_code

    assert answers == {Role.TYPIST: 404, Role.REFEREE: 404, Role.DIRECTION: 200}


def test_page_offers_every_document_of_published_rounds(typist):
    page = typist.get(reverse("print", args=["herbst"])).content.decode()

    for number in (1, 2):
        for url in ("seats/?by=name", "seats/?by=table", "sheets/", "result/"):
            assert page.count(f'href="/t/herbst/print/{number}/{url}"') == 1
        assert page.count(f'href="/t/herbst/print/standings/?after={number}"') == 1
    assert page.count('href="/t/herbst/print/workbook/"') == 1
    assert "/print/3/" not in page


def test_page_offers_drawn_rounds_to_the_direction(client, tournament):
    client.force_login(make_user(Role.DIRECTION, tournament))

    page = client.get(reverse("print", args=["herbst"])).content.decode()

    assert page.count('href="/t/herbst/print/3/sheets/"') == 1
    assert "/print/3/result/" not in page


def test_standings_have_the_same_title_on_page_and_paper(client):
    tournament = make_drawn_tournament(8, rounds_planned=1)
    client.force_login(make_user(Role.DIRECTION, tournament))
    enter_round(round_number(tournament, 1))
    link = re.compile(r'standings/\?after=1">([^<]+)</a>')
    page = client.get(reverse("print", args=["herbst"])).content.decode()
    assert link.findall(page) == ["Zwischenstand nach Runde 1"]
    close_round(COMMAND_LINE, round_number(tournament, 1))
    page = client.get(reverse("print", args=["herbst"])).content.decode()
    assert link.findall(page) == ["Endstand"]


def test_page_before_the_draw_says_what_will_be_here(client):
    tournament = make_drawn_tournament(8, published=0)
    client.force_login(make_user(Role.TYPIST, tournament))

    page = client.get(reverse("print", args=["herbst"])).content.decode()

    assert '<div class="empty">' in page


def test_page_needs_the_same_queries_for_one_round_and_for_three(
    client, django_assert_max_num_queries
):
    small = make_drawn_tournament(8, published=1, slug="small", rounds_planned=1)
    large = make_drawn_tournament(16, published=3, slug="large")
    user = make_user(Role.TYPIST, small)
    large.memberships.create(user=user, role=Role.TYPIST)
    client.force_login(user)
    for slug in ("small", "large"):
        # One counts the players: papers of many say that they are being made.
        with django_assert_max_num_queries(21):
            assert client.get(reverse("print", args=[slug])).status_code == 200


def test_page_says_why_nothing_can_be_printed(typist, monkeypatch):
    def refuse() -> None:
        raise Refused("pango_missing")

    monkeypatch.setattr(layout, "load_weasyprint", refuse)

    Round.objects.update(published_at=timezone.now())
    answer = typist.get(reverse("paper", args=["herbst", "proof"]), follow=True)

    assert answer.redirect_chain == [("/t/herbst/print/", 302)]
    assert "Pango fehlt" in answer.content.decode()


def test_print_sheets_writes_a_page_per_table(tournament, tmp_path):
    file = tmp_path / "sheets.pdf"

    call_command("print_sheets", "herbst", "--round", "1", "-o", str(file))

    assert len(PdfReader(file).pages) == 3


def test_print_sheets_of_an_undrawn_round_is_refused(tournament, capsys):
    with pytest.raises(SystemExit) as end:
        call_command("print_sheets", "herbst", "--round", "4", "-o", "-")

    assert end.value.code == 1
    assert capsys.readouterr().err.strip() == refusal("unknown_round", round=4)
