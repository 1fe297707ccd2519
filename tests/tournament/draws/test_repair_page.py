"""No-shows, late entries, withdrawals: who moves in words, and the seats after."""

import pytest
from django.test import Client

from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.seated import (
    REPAIR,
    ROUND,
    SIXTEEN,
    SUBSTITUTE,
    SWAP,
    TWO_ROUNDS,
    fingerprint_on,
    make_seated_tournament,
    named,
    seats,
    withdraw,
)
from tests.factories.tournaments import make_entries, make_tournament
from tournament.models import Role
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import start_clock
from tournament.seating.writes.draws import draw_next_round, redraw_rounds
from tournament.seating.writes.lots import Lots

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return signed_in()


def test_repair_describes_who_moves_and_does_it(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9")
    withdraw(tournament, 3)
    page = client.get(REPAIR)
    words = text_of(page)
    five, nine = named(tournament, 5), named(tournament, 9)
    assert (
        "Plätze anpassen ab Runde 1 So wenige wie möglich ziehen um. Andere wechseln nur die "
        "Position, und nur damit die Positionen gleich verteilt bleiben. "
        f"Gesetzt, aber nicht da {named(tournament, 3)} Diese Spieler ziehen "
        "um: insgesamt 1 Tischwechsel Begründung Plätze so setzen Abbrechen Runde 1 "
        f"Ziehen an einen anderen Tisch (1) {five}: Tisch 2, Position 1 → Tisch 1, Position 3 "
        f"Wechseln nur die Position (1) {nine}: Tisch 2, Position 5 → Position 1 "
        f"Haben keinen Sitz mehr (1) {named(tournament, 3)}: Tisch 1, Position 3 "
        "Neu drucken: Sitzliste Runde 1, Spiellisten: Tisch 1 und 2. "
        "Folgen Niemand trifft dadurch jemanden wieder." in words
    )
    assert "Fünfertische 1 0 " in words
    assert seats(tournament) == "1 2 3 4 / 5 6 7 8 9"
    answer = client.post(
        REPAIR, {"fingerprint": fingerprint_on(page), "reason": "Grippe"}, follow=True
    )
    assert answer.request["PATH_INFO"] == f"{ROUND}seats/"
    told, again, all_rounds = messages_of(answer)
    assert (told, again) == (
        "Gespeichert.",
        '<a href="/t/herbst/print/1/all/?tables=1,2" target="_blank">'
        "Neu drucken: Sitzliste Runde 1, Spiellisten: Tisch 1 und 2.</a>",
    )
    assert "/t/herbst/print/slips/?numbers=5,9" in all_rounds
    assert seats(tournament) == "1 2 5 4 / 9 6 7 8"


def test_repair_says_which_sheet_is_taken_away(client):
    tournament = make_seated_tournament(*SIXTEEN)
    withdraw(tournament, 16)
    assert "Tisch 4 entfällt: Seine Spielliste einziehen." in text_of(client.get(REPAIR))


def test_repair_names_the_pairs_that_meet_again(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9", "1 5 9 6 / 2 3 4 7 8")
    withdraw(tournament, 6)
    words = text_of(client.get(REPAIR))
    page = client.get(REPAIR)
    repeats = page.context["preview"]["repeats"]
    assert repeats
    assert "Diese treffen sich dadurch wieder: " + " ".join(repeats) in words
    for sentence in repeats:
        assert sentence.endswith(": Runden 1 und 2")


def test_repair_needs_a_reason_and_keeps_the_seats_without(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9")
    withdraw(tournament, 3)
    answer = client.post(REPAIR, {"fingerprint": fingerprint_on(client.get(REPAIR)), "reason": ""})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["reason"])
    assert seats(tournament) == "1 2 3 4 / 5 6 7 8 9"


def test_repair_for_other_people_than_shown_is_shown_first(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9")
    withdraw(tournament, 3)
    seen = fingerprint_on(client.get(REPAIR))
    withdraw(tournament, 4)
    make_entries(tournament, 1)
    answer = client.post(REPAIR, {"fingerprint": seen, "reason": "Grippe"})
    assert messages_of(answer) == [
        "Spieler oder Plätze haben sich inzwischen geändert. Hier steht, was jetzt geschehen würde."
    ]
    assert seats(tournament) == "1 2 3 4 / 5 6 7 8 9"
    client.post(REPAIR, {"fingerprint": fingerprint_on(answer), "reason": "Grippe"})
    assert "3" not in seats(tournament).split()


def test_late_entry_takes_the_seat_of_a_no_show_in_every_round(client):
    tournament = make_seated_tournament(*SIXTEEN)
    withdraw(tournament, 6)
    make_entries(tournament, 1)
    box = text_of(client.get(ROUND))
    assert (
        f"Gesetzt, aber nicht da {named(tournament, 6)} Da, aber nicht gesetzt "
        f"{named(tournament, 17)} Plätze anpassen Neu auslosen ab Runde 1" in box
    )
    page = client.get(REPAIR)
    words = text_of(page)
    new = named(tournament, 17)
    assert "insgesamt 0 Tischwechsel" in words
    assert f"Runde 1 Bekommen einen Sitz (1) {new}: Tisch 2, Position 2" in words
    assert f"Runde 2 Bekommen einen Sitz (1) {new}: Tisch 2, Position 2" in words
    client.post(REPAIR, {"fingerprint": fingerprint_on(page), "reason": "Nachzügler"})
    assert [seats(tournament, number) for number in (1, 2)] == [
        "1 2 3 4 / 5 17 7 8 / 9 10 11 12 / 13 14 15 16",
        "1 5 9 13 / 2 17 10 14 / 3 7 11 15 / 4 8 12 16",
    ]
    assert "Seit der Auslosung" not in text_of(client.get(ROUND))


def test_repair_names_who_sits_at_tables_of_five_too_often(client):
    """20 players, 5 rounds: everybody meets everybody, so nobody can replace them."""
    tournament = make_drawn_tournament(20, rounds_planned=5)
    make_entries(tournament, 1)
    late = named(tournament, 21)
    words = text_of(client.get(REPAIR))
    assert f"Am häufigsten am Fünfertisch: {late}, 5-mal (gerecht wäre höchstens 2)." in words


def test_repair_that_is_fair_names_nobody(client):
    make_entries(make_seated_tournament("1 2 3 4 / 5 6 7 8"), 1)
    page = client.get(REPAIR)
    assert page.context["preview"]["at_fives"] == ""
    assert "Am häufigsten am Fünfertisch" not in text_of(page)


def test_undone_check_in_leads_to_the_repair(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9")
    tournament.entries.update(checked_in=True)
    entry = tournament.entries.get(number=9)
    client.post(f"/t/herbst/players/{entry.pk}/check-in/", {"on": "0"})
    assert f'href="{REPAIR}"' in client.get(ROUND).content.decode()
    words = "Teilnehmer und Sitze passen ab Runde 1 nicht mehr zusammen. Plätze anpassen"
    assert words in text_of(client.get("/t/herbst/players/"))
    typist = signed_in(tournament, Role.TYPIST)
    assert words not in text_of(typist.get("/t/herbst/players/"))
    client.post(REPAIR, {"fingerprint": fingerprint_on(client.get(REPAIR)), "reason": "Nicht da"})
    assert seats(tournament) == "1 2 3 4 / 5 6 7 8"
    assert words not in text_of(client.get("/t/herbst/players/"))


def test_repair_begins_with_the_first_round_that_has_not_begun(client):
    tournament = make_seated_tournament(*SIXTEEN)
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    withdraw(tournament, 6)
    make_entries(tournament, 1)
    assert client.get(REPAIR).url == "/t/herbst/rounds/2/repair/"
    assert 'href="/t/herbst/rounds/2/repair/"' in client.get("/t/herbst/draw/").content.decode()
    assert "Plätze anpassen" in text_of(client.get("/t/herbst/rounds/2/"))
    page = client.get("/t/herbst/rounds/2/repair/")
    # Round 2 is not published, and round 1 is running: nothing to print, nothing to redraw.
    assert "Neu drucken" not in text_of(page)
    assert "neu auslosen" not in text_of(page)
    client.post(
        "/t/herbst/rounds/2/repair/", {"fingerprint": fingerprint_on(page), "reason": "Nachzügler"}
    )
    assert seats(tournament, 1) == SIXTEEN[0]
    assert seats(tournament, 2) == "1 5 9 13 / 2 17 10 14 / 3 7 11 15 / 4 8 12 16"


def test_eleven_are_explained_and_lead_to_the_redraw(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 / 9 10 11 12")
    withdraw(tournament, 3)
    page = client.get(REPAIR)
    assert text_of(page) == (
        "Plätze anpassen ab Runde 1 11 Teilnehmer lassen sich nicht auf Vierer- und Fünfertische "
        "verteilen. Möglich ist es mit 10 oder 12. Mit einem Spieler mehr geht es. Oder einer "
        "setzt in jeder Runde aus, durch Los: Dann wird neu ausgelost. Neu auslosen ab Runde 1 "
        "Teilnehmer"
    )
    assert f'href="{ROUND}redraw/"' in page.content.decode()


def test_a_round_with_byes_leads_to_the_redraw(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 / 9 10 11 12")
    withdraw(tournament, 3)
    redraw_rounds(COMMAND_LINE, tournament, "Elf", Lots(sit_out=1))
    make_entries(tournament, 1)
    page = client.get(REPAIR)
    assert "Ab Runde 1 setzt jemand durch Los aus" in text_of(page)
    assert f'href="{ROUND}redraw/"' in page.content.decode()
    assert 'name="fingerprint"' not in page.content.decode()


def test_repair_has_nothing_to_do_and_says_so(client):
    make_seated_tournament(*TWO_ROUNDS)
    assert "nichts zu tun" in text_of(client.get(REPAIR))
    assert client.post(REPAIR, {"reason": "x", "fingerprint": ""}).status_code == 422


def test_names_are_shown_as_text(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9")
    person = tournament.entries.get(number=5).person
    person.last_name, person.first_name = "<script>alert(1)</script>" + "L" * 175, "=1+1"
    person.save()
    withdraw(tournament, 3)
    for page in (client.get(REPAIR), client.get(f"{SWAP}?one=1&other=5")):
        assert f"5 {person.list_name}: Tisch 2, Position 1 → Tisch 1" in text_of(page)
        assert "<script>alert" not in page.content.decode()


def test_draw_by_the_program_is_repaired_in_every_round(client):
    tournament = make_tournament()
    make_entries(tournament, 20)
    draw_next_round(COMMAND_LINE, tournament, "lot")
    before = [seats(tournament, number) for number in (1, 2, 3)]
    withdraw(tournament, 7)
    page = client.get(REPAIR)
    # 19 make one table of four and three of five: one fills the gap, three join a table each.
    assert page.context["preview"]["walks"] <= 12
    assert [seats(tournament, number) for number in (1, 2, 3)] == before
    client.post(REPAIR, {"fingerprint": fingerprint_on(page), "reason": "Nicht da"})
    for number in (1, 2, 3):
        tables = [table.split() for table in seats(tournament, number).split(" / ")]
        assert sorted(map(len, tables)) == [4, 5, 5, 5]
        assert sorted(int(person) for table in tables for person in table) == [
            person for person in range(1, 21) if person != 7
        ]


# --- Participation ---


def test_withdrawal_explains_its_effect_and_leads_to_the_repair(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9", "1 5 9 6 / 2 3 4 7 8")
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    entry = tournament.entries.get(number=2)
    address = f"/t/herbst/players/{entry.pk}/status/"
    page = client.get(address)
    assert (
        "Jetzt, mit 9 Teilnehmern 1 Vierertisch und 1 Fünfertisch "
        "Dann, mit 8 Teilnehmern 2 Vierertische" in text_of(page)
    )
    assert f'href="{SUBSTITUTE}?leaving=2"' in page.content.decode()
    answer = client.post(address, {"status": "withdrawn", "reason": "krank"})
    assert answer.url == "/t/herbst/rounds/2/repair/"


def test_withdrawal_that_leaves_eleven_names_the_way_out(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 / 9 10 11 12")
    entry = tournament.entries.get(number=2)
    words = text_of(client.get(f"/t/herbst/players/{entry.pk}/status/"))
    assert (
        "Dann, mit 11 Teilnehmern 11 Teilnehmer lassen sich nicht auf Vierer- und Fünfertische "
        "verteilen. Möglich ist es mit 10 oder 12. Mit einem Spieler mehr geht es. Oder einer "
        "setzt in jeder Runde aus, durch Los: Dann wird neu ausgelost." in words
    )
