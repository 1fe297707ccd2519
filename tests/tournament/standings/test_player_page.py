"""A player's own page."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.databases import copied
from tests.factories.pages import signed_in, text_of, without_tags
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_entries, make_owner, make_tournament
from tests.factories.words import text
from tournament.models import Adjustment, Bye, Entry, Penalty, Role, Tournament, User
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import start_clock

pytestmark = pytest.mark.django_db

FIRST = ([9, 1, -3, -7], [4, 4, -2, -6])


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Eight players; round 1 is played, in round 2 only table 2, round 3 is to be played."""
    tournament = make_tournament(rounds_planned=3)
    first = make_round(tournament, 1, sizes=(4, 4))
    for table, totals in zip(first.tables.order_by("number"), FIRST, strict=True):
        enter_totals(table, totals)
    second = make_round(tournament, 2, sizes=(4, 4))
    enter_totals(second.tables.get(number=2), [-8, 6, 4, -2])
    tournament.rounds.filter(number=1).update(closed_at=second.published_at)
    return tournament


def page_of(tournament: Tournament, number: int, client: Client | None = None) -> HttpResponse:
    pk = tournament.entries.get(number=number).pk
    return (client or a_reader()).get(f"/t/herbst/players/{pk}/")


def a_reader() -> Client:
    """Return a browser of a user who may read everything."""
    client = Client()
    client.force_login(User.objects.filter(is_superuser=True).first() or make_owner())
    return client


def now(page: HttpResponse) -> dict[str, str]:
    """Return what is at the top, by its heading."""
    top = page.content.decode().split('class="figures player-now"')[1].split("</dl>")[0]
    pairs = re.findall(r"<dt>(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>", top, re.DOTALL)
    return {without_tags(name): without_tags(value).replace(" ,", ",") for name, value in pairs}


def rounds(page: HttpResponse) -> list[list[str]]:
    table = page.content.decode().split('class="stacks player-rounds"')[1].split("</table>")[0]
    body = table.split("<tbody>")[1]
    return [
        [without_tags(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
        for row in body.split("<tr>")[1:]
    ]


def test_page_says_where_to_sit_and_what_is_missing(tournament: Tournament) -> None:
    assert now(page_of(tournament, 6)) == {
        "Nächster Tisch, Runde 2": "Tisch 2, Position 2",
        "Platz": "1 von 8",
        "Gesamt": "+10",
        "Vorsprung": "1 Punkt vor Platz 2",
        "Pflichtsoli": "2 von 2",
    }
    assert now(page_of(tournament, 2)) == {
        "Nächster Tisch, Runde 2": "Tisch 1, Position 2",
        "Platz": "4 von 8",
        "Gesamt": "+1",
        "Zum nächsten Platz": "1 Punkt bis Platz 3",
        "Pflichtsoli": "1 von 1",
    }


def test_score_sheet_that_is_missing_is_named_once_the_round_runs(tournament: Tournament) -> None:
    title = text("Score sheet, round %(round)s", round=2)
    assert title not in now(page_of(tournament, 2))
    second = round_number(tournament, 2)
    start_clock(COMMAND_LINE, second)
    page = page_of(tournament, 2)
    assert now(page)[title] == text("not in yet")
    assert reverse("sheet", args=[tournament.slug, 2, 1]) in page.content.decode()
    assert title not in now(page_of(tournament, 6)), "whose sheet is in"
    tournament.rounds.filter(number=2).update(ended_at=timezone.now())
    assert now(page_of(tournament, 2))[title] == text("not in yet")


def test_rounds_have_table_mates_and_points(tournament: Tournament) -> None:
    assert rounds(page_of(tournament, 5)) == [
        [
            "Runde 1",
            "Tisch 2, Position 1",
            "Franke, Frank +4 Groß, Günter −2 Horn, Heike −6",
            "✓ gespielt",
            "+4",
            "+4",
            "2",
        ],
        [
            "Runde 2",
            "Tisch 2, Position 1",
            "Franke, Frank +6 Groß, Günter +4 Horn, Heike −2",
            "✓ gespielt",
            "−8",
            "−4",
            "6",
        ],
    ]


def test_course_is_a_drawing_with_its_without_tags(tournament: Tournament) -> None:
    page = page_of(tournament, 5).content.decode()
    assert 'aria-label="Erika Engel: nach Runde 1 +4, nach Runde 2 −4"' in page
    assert page.count('<svg class="curves"') == page.count('<path class="zero"') == 1


def test_equal_totals_are_marked_as_shared(tournament: Tournament) -> None:
    enter_totals(tournament.rounds.get(number=2).tables.get(number=1), [1, 9, -4, -6])
    assert now(page_of(tournament, 1))["Platz"] == "1 von 8 (geteilt)"
    tournament.tie_breaks = ["last_round"]
    tournament.save()
    assert now(page_of(tournament, 1))["Zum nächsten Platz"] == "punktgleich mit Platz 2"


def test_penalties_and_deductions_are_listed(tournament: Tournament) -> None:
    table = tournament.rounds.get(number=1).tables.get(number=1)
    Penalty.objects.create(table=table, rule="9.3.2", offender=2, points=[1, -3, 1, 1])
    Adjustment.objects.create(
        entry=tournament.entries.get(number=2), points=-6, reason="<b>Lärm</b>", round=table.round
    )
    page = page_of(tournament, 2)
    text = text_of(page)
    assert "Strafpunkte und Punktabzüge" in text
    assert "9.3.2" in text
    assert "<b>Lärm</b>" in text
    assert now(page)["Gesamt"] == "−5"
    assert rounds(page)[0][4:6] == ["+1", "−5"]
    own = [row.record[2] for row in page.context["offences"].rows]
    assert sorted(own) == [-6, -3]
    assert "Strafpunkte und Punktabzüge" not in text_of(page_of(tournament, 3))


def test_withdrawn_player_has_a_way_and_no_rank(tournament: Tournament) -> None:
    tournament.entries.filter(number=5).update(status="disqualified")
    page = page_of(tournament, 5)
    assert text_of(page).startswith("Erika Engel disqualifiziert")
    assert now(page)["Platz"] == "disqualifiziert"
    assert "Zum nächsten Platz" not in now(page)
    assert [row[-1] for row in rounds(page)] == ["–", "–"]


def test_who_sits_out_is_told(tournament: Tournament) -> None:
    late = make_entries(tournament, 1)[0]
    Bye.objects.create(round=tournament.rounds.get(number=2), entry=late)
    page = page_of(tournament, late.number)
    assert now(page)["Nächster Tisch, Runde 2"] == "setzt aus"
    assert [row[1] for row in rounds(page)] == ["–", "setzt aus"]


def test_before_any_draw_the_page_says_what_will_be_here() -> None:
    tournament = make_tournament()
    make_entries(tournament, 4)
    page = page_of(tournament, 1).content.decode()
    assert ('<div class="empty">' in page, "player-rounds" in page) == (True, False)


def test_unpublished_round_is_only_for_the_direction() -> None:
    tournament = make_drawn_tournament(8, published=1, rounds_planned=2)
    second = round_number(tournament, 2)
    assert second.published_at is None
    for role, seen in ((Role.DIRECTION, 2), (Role.REFEREE, 1), (Role.TYPIST, 1)):
        assert len(rounds(page_of(tournament, 1, signed_in(tournament, role)))) == seen


def test_only_the_direction_is_led_to_the_form(tournament: Tournament) -> None:
    pk = tournament.entries.get(number=1).pk
    for role, is_led in ((Role.DIRECTION, True), (Role.TYPIST, False)):
        page = page_of(tournament, 1, signed_in(tournament, role)).content.decode()
        assert (f"/t/herbst/players/{pk}/edit/" in page) is is_led


@pytest.mark.parametrize(("players", "played"), [(8, 1), (16, 2)])
def test_page_takes_a_constant_number_of_queries(
    players: int, played: int, django_assert_num_queries
) -> None:
    tournament = make_drawn_tournament(players, published=played, rounds_planned=2)
    for number in range(1, played + 1):
        enter_round(round_number(tournament, number))
    client = a_reader()
    with django_assert_num_queries(19):  # three of them for what the desk can do
        page_of(tournament, 1, client)


NAMED_ON = [
    "players/",
    "standings/",
    "standings/outlook/",
    "rounds/1/result/",
    "rounds/1/seats/",
    "rounds/1/seats/?by=name",
    "rounds/1/tables/1/",
    "plan/",
    "finish/",
]


@pytest.mark.parametrize("place", NAMED_ON)
def test_names_lead_to_their_players(tournament: Tournament, place: str) -> None:
    tournament.rounds.update(closed_at=None)
    enter_totals(tournament.rounds.get(number=2).tables.get(number=1), [8, -6, -4, 2])
    if place == "finish/":
        tournament.rounds_planned = 2
        tournament.save()
        tournament.rounds.update(closed_at=tournament.rounds.get(number=1).published_at)
    page = a_reader().get(f"/t/herbst/{place}").content.decode()
    first = Entry.objects.get(tournament=tournament, number=1)
    assert f'<a href="/t/herbst/players/{first.pk}/">' in page
