"""The pages of drawing, publishing and drawing again."""

import re

import pytest
from django.http import HttpResponse

from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_entries, make_owner, make_tournament
from tournament.models import Draw, Round, SheetDraft, SheetKind
from tournament.permissions import COMMAND_LINE
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db

DRAW = "/t/herbst/draw/"


def path_of(page: HttpResponse) -> str:
    """Where one has landed."""
    return page.request["PATH_INFO"]


def test_draw_page_says_what_will_happen_and_who_is_left_out() -> None:
    tournament = make_tournament()
    make_entries(tournament, 17, checked_in=True)
    make_entries(tournament, 2)
    text = text_of(signed_in().get(DRAW))
    assert "Runden 1 bis 3 auslosen" in text
    assert "17 Teilnehmer: 3 Vierertische und 1 Fünfertisch." in text
    assert "nicht ausgelost: 2 Teilnehmer. 18 Özdemir, Bernd 19 Arnold, Christa" in text
    assert Draw.objects.count() == 0


def test_draw_page_explains_seven_players_and_offers_no_draw() -> None:
    make_entries(make_tournament(), 7)
    page = signed_in().get(DRAW)
    assert "Möglich ist es mit 5 oder 8." in text_of(page)
    assert 'name="expected"' not in page.content.decode()


def test_drawing_leads_to_the_seat_list() -> None:
    make_entries(make_tournament(), 16)
    page = signed_in().post(DRAW, {"expected": "1", "seed": ""}, follow=True)
    assert path_of(page) == "/t/herbst/rounds/1/seats/"
    assert messages_of(page) == ["Runde 1 ist veröffentlicht."]


def test_a_seed_of_ones_own_is_used_and_shown() -> None:
    make_entries(make_tournament(), 16)
    client = signed_in()
    client.post(DRAW, {"expected": "1", "seed": "<b>Karlchen"})
    assert Draw.objects.get().seed == "<b>Karlchen"
    assert "Losschlüssel: <b>Karlchen" in text_of(client.get(DRAW))
    assert "<b>Karlchen" not in client.get(DRAW).content.decode()


def test_a_second_press_does_not_publish_one_round_more() -> None:
    tournament = make_drawn_tournament()
    client = signed_in()
    client.post(DRAW, {"expected": "2"})
    answer = client.post(DRAW, {"expected": "2"})
    assert "Runde 2 ist inzwischen veröffentlicht." in text_of(answer)
    assert tournament.rounds.filter(published_at__isnull=False).count() == 2


def test_publishing_warns_of_a_round_that_goes_on_and_of_changes() -> None:
    tournament = make_drawn_tournament()
    tournament.entries.filter(number=3).update(status="withdrawn")
    make_entries(tournament, 1)
    text = text_of(signed_in().get(DRAW))
    assert "Runde 1 ist noch nicht zu Ende (veröffentlicht)." in text
    assert "Gesetzt, aber nicht da 3 Conrad, Christa" in text
    assert "Da, aber nicht gesetzt 17 Horn, Änne" in text


def test_after_a_closed_round_the_changes_lead_to_a_repair() -> None:
    tournament = make_drawn_tournament()
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    tournament.entries.filter(number=3).update(status="withdrawn")
    page = signed_in().get(DRAW)
    main = re.findall(r'class="button primary"\s+href="([^"]*)"', page.content.decode())
    assert main == ["/t/herbst/rounds/2/repair/"]
    assert '<button class="button primary"' not in page.content.decode()
    assert (
        "So veröffentlichen, wie sie ist Jeder behält den ausgelosten Sitz: Wer gegangen ist, "
        "fehlt an seinem Tisch, und wer dazugekommen ist, sitzt nirgends. Zu dritt wird nicht "
        "gespielt. Runde 2 trotzdem veröffentlichen" in text_of(page)
    )


def test_without_changes_publishing_is_the_main_act() -> None:
    tournament = make_drawn_tournament()
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    assert '<button class="button primary">Runde 2 veröffentlichen</button>' in (
        signed_in().get(DRAW).content.decode()
    )


def test_all_rounds_published_leaves_nothing_to_draw() -> None:
    make_drawn_tournament(published=3)
    page = signed_in().get(DRAW)
    assert "Alle Runden sind ausgelost und veröffentlicht." in text_of(page)
    assert 'name="expected"' not in page.content.decode()


def test_redraw_page_names_what_is_lost() -> None:
    tournament = make_drawn_tournament()
    table = round_number(tournament, 1).tables.get(number=2)
    SheetDraft.objects.create(table=table, user=make_owner("ulla"), kind=SheetKind.ROWS)
    text = text_of(signed_in().get("/t/herbst/rounds/1/redraw/"))
    assert "Auslosung der Runden 1 bis 3 verwerfen" in text
    assert "Angefangene Spiellisten gehen verloren: Tisch 1-2 (Runde-Tisch)." in text


def test_redraw_with_a_reason_leads_to_the_new_seats() -> None:
    make_drawn_tournament()
    page = signed_in().post("/t/herbst/rounds/1/redraw/", {"reason": "Nachzügler"}, follow=True)
    assert path_of(page) == "/t/herbst/rounds/1/seats/"
    assert Draw.objects.get(number=2).reason == "Nachzügler"


def test_redraw_without_a_reason_stays_on_the_page() -> None:
    make_drawn_tournament()
    page = signed_in().post("/t/herbst/rounds/1/redraw/", {"reason": "", "seed": "mein"})
    assert page.status_code == 422
    assert 'value="mein"' in page.content.decode()
    assert Draw.objects.count() == 1


def test_redraw_page_offers_nothing_while_there_are_results() -> None:
    tournament = make_drawn_tournament()
    enter_totals(round_number(tournament, 1).tables.get(number=3), [4, 0, 0, -4])
    page = signed_in().get("/t/herbst/rounds/1/redraw/")
    assert "Es gibt schon Ergebnisse, von Tisch 1-3 (Runde-Tisch)." in text_of(page)
    assert 'name="reason"' not in page.content.decode()


def test_only_the_round_whose_turn_it_is_can_be_redrawn() -> None:
    make_drawn_tournament(published=2)
    page = signed_in().get("/t/herbst/rounds/1/redraw/", follow=True)
    assert path_of(page) == DRAW
    assert Round.objects.count() == 3


@pytest.mark.parametrize("players", [4, 16])
def test_draw_pages_need_a_constant_number_of_queries(
    players: int, django_assert_num_queries
) -> None:
    make_drawn_tournament(players, rounds_planned=2)
    client = signed_in()
    with django_assert_num_queries(15):
        client.get(DRAW)
