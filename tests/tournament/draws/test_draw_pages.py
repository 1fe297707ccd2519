"""The pages of drawing, publishing and redrawing."""

import re

import pytest
from django.http import HttpResponse

from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_entries, make_owner, make_tournament
from tournament.models import (
    Bye,
    Commitment,
    Draw,
    Penalty,
    Round,
    SealedStep,
    SheetDraft,
    SheetKind,
)
from tournament.permissions import COMMAND_LINE
from tournament.rounds.reads.rounds import seat_list
from tournament.rounds.writes import close_round, start_clock
from tournament.seating.writes.draws import redraw_rounds

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

DRAW = "/t/herbst/draw/"
PROOF = "/t/herbst/draw/proof/"
REDRAW = "/t/herbst/rounds/1/redraw/"

PRIMARY = re.compile(r'<button class="button primary">\s*([^<]*?)\s*</button>')


def path_of(page: HttpResponse) -> str:
    """Return the path after redirects."""
    return page.request["PATH_INFO"]


def fingerprint_on(page: HttpResponse) -> str:
    """Return what the redraw page sends back to identify what it has shown."""
    return page.context["fingerprint"]


def test_draw_page_explains_the_outcome_and_who_is_left_out() -> None:
    tournament = make_tournament()
    make_entries(tournament, 17, checked_in=True)
    make_entries(tournament, 2)
    text = text_of(signed_in().get(DRAW))
    assert "Runden 1 bis 3 auslosen" in text
    assert "17 Teilnehmer: 3 Vierertische und 1 Fünfertisch." in text
    assert "nicht ausgelost: 2 Teilnehmer. 18 Özdemir, Bernd 19 Arnold, Christa" in text
    assert Draw.objects.count() == 0


def test_three_players_are_too_few_to_draw() -> None:
    make_entries(make_tournament(), 3)
    page = signed_in().get(DRAW)
    assert "Es geht mit 4." in text_of(page)
    assert 'name="expected"' not in page.content.decode()


def test_eleven_players_are_explained_and_one_may_sit_out() -> None:
    tournament = make_tournament()
    make_entries(tournament, 11)
    client = signed_in()
    text = text_of(client.get(DRAW))
    assert (
        "11 Geht nicht mit Vierer- und Fünfertischen. Es geht mit 12, oder wenn 1 aussetzt." in text
    )
    assert "In jeder Runde setzt 1 aus" in text

    refused = client.post(DRAW, {"expected": "1"})
    assert "Möglich ist es mit 10 oder 12." in text_of(refused)
    assert Draw.objects.count() == 0

    preview = text_of(client.post(DRAW, {"expected": "1", "sit_out": "on"}, follow=True))
    bye = Bye.objects.get(round__number=1).entry
    assert f"Freilose {bye.number} {bye.person.list_name}" in preview
    assert "Niemand öfter als einmal. Besser geht es nicht." in preview
    assert Bye.objects.count() == 3


def test_nonexistent_fixed_table_is_reported_and_nothing_drawn() -> None:
    tournament = make_tournament()
    make_entries(tournament, 16)
    tournament.entries.filter(number=3).update(fixed_table=5)
    page = signed_in().post(DRAW, {"expected": "1"})
    name = tournament.entries.get(number=3).person.list_name
    assert messages_of(page) == [f"3 {name} hat den festen Tisch 5, es gibt aber nur 4 Tische."]
    assert Draw.objects.count() == 0


def test_nobody_sits_out_where_everybody_fits() -> None:
    make_entries(make_tournament(), 16)
    signed_in().post(DRAW, {"expected": "1", "sit_out": "on"})
    assert Bye.objects.count() == 0


def test_drawing_publishes_nothing_and_leads_to_the_preview() -> None:
    tournament = make_tournament()
    make_entries(tournament, 16)
    page = signed_in().post(DRAW, {"expected": "1", "number": "4711", "seed": ""}, follow=True)
    assert path_of(page) == DRAW
    assert messages_of(page) == ["Runden 1 bis 3 ausgelost."]
    assert tournament.rounds.filter(published_at__isnull=False).count() == 0
    text = text_of(page)
    assert (
        "Schon zusammen gespielt 0 ✓ Niemand trifft jemanden zweimal. Besser geht es nicht." in text
    )
    for seat in seat_list(round_number(tournament, 1)):
        assert seat.list_name in text


def test_page_names_the_number_made_up_when_none_is_given() -> None:
    make_entries(make_tournament(), 16)
    page = signed_in().post(DRAW, {"expected": "1"}, follow=True)
    number = Draw.objects.get().lot_number
    assert messages_of(page) == [
        "Runden 1 bis 3 ausgelost.",
    ]
    assert f"Zahl aus dem Saal: {number} (vom Programm gewählt)" in text_of(page)


def test_a_second_press_does_not_draw_again() -> None:
    make_entries(make_tournament(), 16)
    client = signed_in()
    client.post(DRAW, {"expected": "1"})
    answer = client.post(DRAW, {"expected": "1"})
    assert "Runde 1 ist inzwischen ausgelost worden." in text_of(answer)
    assert Draw.objects.count() == 1


def test_own_seed_is_used_and_said_to_prove_nothing() -> None:
    make_entries(make_tournament(), 16)
    client = signed_in()
    page = client.post(DRAW, {"expected": "1", "seed": "<b>Karlchen"}, follow=True)
    assert Draw.objects.get().seed == "<b>Karlchen"
    assert messages_of(page) == ["Runden 1 bis 3 ausgelost."]
    proof = client.get(PROOF)
    assert "Losschlüssel <b>Karlchen von Hand, nicht nachprüfbar" in text_of(proof)
    assert "<b>Karlchen" not in proof.content.decode()


def test_number_and_seed_exclude_each_other() -> None:
    make_entries(make_tournament(), 16)
    page = signed_in().post(DRAW, {"expected": "1", "seed": "Karlchen", "number": "7"})
    assert page.status_code == 422
    assert page.context["form"].errors == {
        "seed": ["Entweder eine Zahl aus dem Saal oder ein eigener Losschlüssel."]
    }
    assert 'value="Karlchen"' in page.content.decode()
    assert Draw.objects.count() == 0


def test_commitment_is_published_shown_in_groups_and_redeemed() -> None:
    tournament = make_tournament()
    make_entries(tournament, 16)
    client = signed_in()
    page = client.post(f"{DRAW}commitment/", {"first": "1"}, follow=True)
    commitment = Commitment.objects.get()
    groups = [commitment.value[start : start + 8] for start in range(0, 64, 8)]
    assert path_of(page) == DRAW
    assert " ".join(groups) in text_of(page)
    assert commitment.secret not in page.content.decode()
    # The only green button is the next step, so that nobody spoils the proof with another.
    assert PRIMARY.findall(page.content.decode()) == ["Liste schließen"]

    too_early = client.post(DRAW, {"expected": "1", "number": "6"})
    assert too_early.status_code == 422
    assert messages_of(too_early) == [
        "Der Prüfwert ist veröffentlicht, aber die Teilnehmerliste ist nicht geschlossen. Erst "
        "schließen, dann eine Zahl nennen lassen."
    ]
    assert 'value="6"' in too_early.content.decode()

    page = client.post(f"{DRAW}list/", {"first": "1"}, follow=True)
    seal = SealedStep.objects.get().step["seal"]
    assert messages_of(page) == [
        f"Die Liste ist geschlossen. Alle notieren ihren Prüfwert: {seal[:8]} {seal[8:16]}"
    ]
    assert "16 Teilnehmer. Alle notieren ihren Prüfwert, dann nennt jemand die Zahl." in text_of(
        page
    )
    client.post(DRAW, {"expected": "1", "number": "6"})
    assert Draw.objects.get().commitment == commitment


def test_commitment_of_a_redraw_leads_back_to_it() -> None:
    make_drawn_tournament()
    page = signed_in().post(f"{DRAW}commitment/", {"first": "1"}, follow=True)
    assert path_of(page) == "/t/herbst/rounds/1/redraw/"
    assert "Prüfwert veröffentlichen" not in text_of(page)


def test_seats_by_hand_are_not_drawn() -> None:
    make_entries(make_tournament(draw_method="manual"), 16)
    page = signed_in().get(DRAW)
    assert "Die Plätze dieses Turniers werden von Hand gesetzt" in text_of(page)
    assert 'name="expected"' not in page.content.decode()


def test_by_the_standings_only_the_next_round_is_drawn() -> None:
    tournament = make_tournament(draw_method="ranked")
    make_entries(tournament, 16)
    client = signed_in()
    assert "Runde 1 auslosen" in text_of(client.get(DRAW))
    client.post(DRAW, {"expected": "1"})
    client.post(f"{DRAW}publish/", {"expected": "1"})
    refused = client.post(DRAW, {"expected": "2"})
    assert "fehlen Spiellisten" in text_of(refused)
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    page = client.post(DRAW, {"expected": "2", "number": "3"}, follow=True)
    assert messages_of(page) == ["Runde 2 ausgelost."]
    assert Draw.objects.get(number=2).method == "ranked"


def test_publishing_warns_of_a_running_round_and_of_changes() -> None:
    tournament = make_drawn_tournament()
    tournament.entries.filter(number=3).update(status="withdrawn")
    make_entries(tournament, 1)
    text = text_of(signed_in().get(DRAW))
    assert "Runde 1 ist noch nicht zu Ende (veröffentlicht)." in text
    assert "Gesetzt, aber nicht da 3 Conrad, Christa" in text
    assert "Da, aber nicht gesetzt 17 Horn, Änne" in text


def test_changes_after_a_closed_round_lead_to_a_repair() -> None:
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
    assert "Auslosung ab Runde 1 verwerfen" in text
    assert "Angefangene Spiellisten gehen verloren: Runde 1, Tisch 2." in text


def test_redraw_with_a_reason_leads_to_the_new_seats() -> None:
    make_drawn_tournament()
    client = signed_in()
    typed = {"reason": "Nachzügler", "fingerprint": fingerprint_on(client.get(REDRAW))}
    page = client.post(REDRAW, typed, follow=True)
    assert path_of(page) == "/t/herbst/rounds/1/seats/"
    assert Draw.objects.get(number=2).reason == "Nachzügler"


def test_redraw_without_a_reason_stays_on_the_page() -> None:
    make_drawn_tournament()
    client = signed_in()
    typed = {"reason": "", "seed": "mein", "fingerprint": fingerprint_on(client.get(REDRAW))}
    page = client.post(REDRAW, typed)
    assert page.status_code == 422
    assert 'value="mein"' in page.content.decode()
    assert Draw.objects.count() == 1


def test_redraw_names_every_lost_sheet_and_requires_the_number() -> None:
    tournament = make_drawn_tournament()
    round = round_number(tournament, 1)
    start_clock(COMMAND_LINE, round)
    table = round.tables.get(number=3)
    enter_totals(table, [6, 2, -2, -6])
    Penalty.objects.create(table=table, rule="9.3.2", offender=2, points=[1, -3, 1, 1])
    names = [seat.list_name for seat in seat_list(round) if seat.table == 3]
    client = signed_in()
    page = client.get(REDRAW)
    text, fingerprint = text_of(page), fingerprint_on(page)
    assert (
        f"Runde 1, Tisch 3 {names[0]} +6 {names[1]} +2 {names[2]} −2 {names[3]} −6"
        f" Strafpunkte gehen verloren Runde 1, Tisch 3 {names[1]}, 9.3.2"
        " Die Uhr läuft schon; die gespielte Zeit ist dann weg." in text
    )

    for typed, answer in (("", "Dieses Feld"), ("2", "die Nummer der Runde")):
        page = client.post(
            REDRAW, {"reason": "Falsche Liste", "confirmed": typed, "fingerprint": fingerprint}
        )
        assert (page.status_code, answer in text_of(page)) == (422, True)
        assert 'value="Falsche Liste"' in page.content.decode()
    assert Draw.objects.count() == 1

    typed = {"reason": "Falsche Liste", "confirmed": "1", "number": "5", "fingerprint": fingerprint}
    page = client.post(REDRAW, typed, follow=True)
    assert path_of(page) == "/t/herbst/rounds/1/seats/"
    assert Draw.objects.get(number=2).reason == "Falsche Liste"


def test_a_harmless_redraw_asks_for_no_number() -> None:
    make_drawn_tournament()
    assert 'name="confirmed"' not in signed_in().get(REDRAW).content.decode()


@pytest.mark.parametrize(("state", "is_offered"), [("running", True), ("closed", False)])
def test_round_page_links_to_the_redraw_until_the_round_is_closed(
    state: str, is_offered: bool
) -> None:
    round = round_number(make_drawn_tournament(), 1)
    enter_round(round)
    if state == "running":
        start_clock(COMMAND_LINE, round)
    else:
        close_round(COMMAND_LINE, round)
    page = signed_in().get("/t/herbst/rounds/1/")
    assert (REDRAW in page.content.decode()) == is_offered


def test_unpublished_draw_is_redrawn_and_shown_again() -> None:
    make_entries(make_tournament(), 16)
    client = signed_in()
    client.post(DRAW, {"expected": "1"}, follow=True)
    page = client.post(
        REDRAW,
        {"reason": "Verzählt", "number": "9", "fingerprint": fingerprint_on(client.get(REDRAW))},
        follow=True,
    )
    assert path_of(page) == DRAW
    assert messages_of(page) == ["Runden 1 bis 3 ausgelost."]


def test_only_the_next_round_can_be_redrawn() -> None:
    make_drawn_tournament(published=2)
    page = signed_in().get("/t/herbst/rounds/1/redraw/", follow=True)
    assert path_of(page) == DRAW
    assert Round.objects.count() == 3


@pytest.mark.parametrize("players", [4, 16])
def test_draw_pages_need_a_constant_number_of_queries(
    players: int, django_assert_num_queries
) -> None:
    tournament = make_tournament(rounds_planned=2)
    make_entries(tournament, players)
    client = signed_in()
    client.post(f"{DRAW}commitment/", {"first": "1"}, follow=True)
    with django_assert_num_queries(7):
        client.get(DRAW)
    client.post(DRAW, {"expected": "1"}, follow=True)
    with django_assert_num_queries(21):
        client.get(DRAW)
    for table in round_number(tournament, 1).tables.all():
        enter_totals(table, [6, 2, -2, -6])
    with django_assert_num_queries(15):
        client.get(REDRAW)


@pytest.mark.parametrize("draws", [1, 3])
def test_proof_page_needs_a_constant_number_of_queries(
    draws: int, django_assert_num_queries
) -> None:
    tournament = make_drawn_tournament(8)
    for number in range(1, draws):
        redraw_rounds(COMMAND_LINE, tournament, f"Grund {number}")
    client = signed_in()
    with django_assert_num_queries(13):
        client.get(PROOF)
