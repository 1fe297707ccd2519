"""The direction admits phones, issues a new code, releases the standings, prints the way."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.journal import NOTED
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.papers import made, page_texts, read_pdf
from tests.factories.rounds import make_drawn_tournament, round_number
from tournament.errors import Refused
from tournament.exports.pdf.seat_lists import seat_list
from tournament.journal.reads import stored_facts, told_facts
from tournament.journal.rules import differences
from tournament.models import JournalEntry, Role, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.reads import phone_url
from tournament.phones.writes import (
    let_phones_in,
    note_printed_address,
    release_standings,
    renew_phone_code,
    shut_phones_out,
)
from tournament.shared.rules.codes import CODE_LETTERS
from tournament.trust.reads.journal import journal_days, journal_entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def others_let_in(settings) -> None:
    settings.NAMED_HOSTS = ["192.168.1.20"]


def sentences(tournament: Tournament) -> list[str]:
    """Return the sentences in the order they were written."""
    days = journal_days(tournament, journal_entries(tournament).exclude(action=NOTED))
    acts = [act for day in reversed(days) for act in reversed(day.acts)]
    return [sentence for act in acts for sentence in act.sentences]


def page_of(tournament: Tournament, role: Role = Role.DIRECTION) -> str:
    client = signed_in(tournament, role)
    return text_of(client.get(reverse("phones", args=[tournament.slug])))


def test_tournament_begins_with_phones_off_and_without_a_code():
    tournament = make_drawn_tournament(8)
    assert [tournament.phones_let_in, tournament.phone_code] == [False, None]
    assert phone_url(tournament) == ""


def test_code_is_long_and_holds_nothing_that_is_mistaken(tournament):
    assert len(tournament.phone_code) == 9
    assert len(CODE_LETTERS) ** 9 > 2**40
    assert set(tournament.phone_code) <= set(CODE_LETTERS)
    assert set("01ilo") & set(CODE_LETTERS) == set()


def test_code_stays_when_phones_are_excluded_for_a_while(tournament):
    shut_phones_out(COMMAND_LINE, tournament)
    let_phones_in(COMMAND_LINE, tournament)
    assert Tournament.objects.get(pk=tournament.pk).phone_code == tournament.phone_code
    renew_phone_code(COMMAND_LINE, tournament)
    assert Tournament.objects.get(pk=tournament.pk).phone_code != tournament.phone_code


def test_journal_records_it_all(tournament, others_let_in):
    let_phones_in(COMMAND_LINE, tournament)  # they are: nothing happens
    note_printed_address(COMMAND_LINE, tournament)
    note_printed_address(COMMAND_LINE, Tournament.objects.get(pk=tournament.pk))
    release_standings(COMMAND_LINE, tournament, 1)
    release_standings(COMMAND_LINE, tournament, 0)
    renew_phone_code(COMMAND_LINE, tournament)
    shut_phones_out(COMMAND_LINE, tournament)
    address = f"http://192.168.1.20:8000/h/{tournament.phone_code}/"
    assert sentences(tournament)[-6:] == [
        "Handys der Spieler hereingelassen.",
        f"Adresse für Handys gedruckt: {address}",
        "Stand nach Runde 1 für alle freigegeben.",
        "Stand nicht mehr für alle freigegeben.",
        "Neuer Code für die Handys der Spieler; der frühere führt ins Leere.",
        "Handys der Spieler nicht mehr hereingelassen.",
    ]
    assert [*differences(stored_facts(tournament.pk), told_facts(tournament.pk))] == []


def test_standings_of_a_round_not_published_are_not_released(tournament):
    with pytest.raises(Refused, match="unknown_round"):
        release_standings(COMMAND_LINE, tournament, 2)
    client = signed_in(tournament, Role.DIRECTION)
    release = reverse("standings-release", args=[tournament.slug])
    answer = client.post(release, {"after": "2"}, follow=True)
    assert "Runde 2 ist noch nicht ausgelost." in text_of(answer)
    answer = client.post(release, {"after": "1"}, follow=True)
    assert re.findall(r'value="(\d)"\s+aria-pressed="true"', answer.content.decode()) == ["1"]


def test_buttons_let_in_and_shut_out():
    tournament = make_drawn_tournament(8)
    client = signed_in(tournament, Role.DIRECTION)
    switch = reverse("phones-switch", args=[tournament.slug])
    assert text_of(client.post(switch, {"on": ""}, follow=True)).startswith(
        "Handys der Spieler hereingelassen. Handys der Spieler offen"
    )
    code = Tournament.objects.get(pk=tournament.pk).phone_code
    assert Client().get(f"/h/{code}/").status_code == 200
    assert "Handys der Spieler geschlossen" in text_of(client.post(switch, follow=True))
    assert Client().get(f"/h/{code}/").status_code == 404


def test_new_code_invalidates_the_earlier_one(tournament):
    earlier = tournament.phone_code
    renew = reverse("phones-renew", args=[tournament.slug])
    page = signed_in(tournament, Role.DIRECTION).post(renew, follow=True)
    assert messages_of(page) == [
        "Neuer Code für die Handys der Spieler; der frühere führt ins Leere."
    ]
    tournament.refresh_from_db()
    asked = [Client().get(f"/h/{code}/") for code in (earlier, tournament.phone_code)]
    assert [answer.status_code for answer in asked] == [404, 200]


def test_page_says_who_lets_others_in(tournament):
    text = page_of(tournament)
    assert "Bisher erreicht niemand anderes im Saal diesen Rechner." in text
    assert "Hereinlassen kann sie nur, wem die Installation gehört." in text


def test_page_shows_address_and_code(tournament, others_let_in):
    address = f"192.168.1.20:8000/h/{tournament.phone_code}"
    page = signed_in(tournament, Role.DIRECTION).get(reverse("phones", args=[tournament.slug]))
    assert f"<figcaption>{address}</figcaption>" in page.content.decode()
    assert page.content.decode().count("<path") > 2


def test_page_warns_of_papers_with_another_address(tournament, others_let_in, settings):
    client = signed_in(tournament, Role.TYPIST)
    paper = client.get(reverse("paper-of-round", args=[tournament.slug, 1, "seats"]))
    assert paper.status_code == 200
    warning = "Aushänge wurden mit einer anderen Adresse gedruckt"
    assert warning not in page_of(tournament)
    settings.NAMED_HOSTS = ["192.168.1.33"]
    text = page_of(tournament)
    assert f"{warning} (192.168.1.20:8000/h/{tournament.phone_code})" in text


@pytest.mark.parametrize("by", ["name", "table"])
def test_seat_list_shows_the_way_while_phones_are_admitted(tournament, others_let_in, by):
    way = f"Mein Platz auf dem Handy: 192.168.1.20:8000/h/{tournament.phone_code}"
    round = round_number(tournament, 1)
    assert way in " ".join(page_texts(read_pdf(seat_list(round, by))))
    shut_phones_out(COMMAND_LINE, tournament)
    text = " ".join(page_texts(read_pdf(seat_list(round_number(tournament, 1), by))))
    assert "Handy" not in text


def test_table_tents_have_the_way_on_both_sides(tournament, others_let_in):
    texts = page_texts(read_pdf(made("tents", tournament)))
    way = f"192.168.1.20:8000/h/{tournament.phone_code}"
    assert [text.count(way) for text in texts] == [2] * 4


def test_print_is_not_noted_while_phones_are_off(tournament):
    count = JournalEntry.objects.count()
    note_printed_address(COMMAND_LINE, tournament)
    assert JournalEntry.objects.count() == count
