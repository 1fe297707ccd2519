"""The direction admits phones, issues a new code, releases the standings, prints the way."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.journal import acts
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.papers import made, page_texts, read_pdf
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.words import refusal, text
from tournament.errors import Refused
from tournament.exports.pdf.seat_lists import seat_list
from tournament.journal.reads import journal_facts, stored_facts
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

pytestmark = pytest.mark.django_db


@pytest.fixture
def others_let_in(settings) -> None:
    settings.NAMED_HOSTS = ["192.168.1.20"]


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
    told = [(act.action, act.data) for act in acts().filter(tournament=tournament).order_by("pk")]
    assert told[-6:] == [
        ("phones_let_in", {}),
        ("phone_address_printed", {"address": address}),
        ("standings_released", {"round": 1}),
        ("standings_withheld", {}),
        ("phone_code_renewed", {}),
        ("phones_shut_out", {}),
    ]
    assert [*differences(stored_facts(tournament.pk), journal_facts(tournament.pk))] == []


def test_standings_of_a_round_not_published_are_not_released(tournament):
    with pytest.raises(Refused, match="unknown_round"):
        release_standings(COMMAND_LINE, tournament, 2)
    client = signed_in(tournament, Role.DIRECTION)
    release = reverse("standings-release", args=[tournament.slug])
    answer = client.post(release, {"after": "2"}, follow=True)
    assert refusal("unknown_round", round=2) in text_of(answer)
    answer = client.post(release, {"after": "1"}, follow=True)
    assert re.findall(r'value="(\d)"\s+aria-pressed="true"', answer.content.decode()) == ["1"]


def test_buttons_let_in_and_shut_out():
    tournament = make_drawn_tournament(8)
    client = signed_in(tournament, Role.DIRECTION)
    switch = reverse("phones-switch", args=[tournament.slug])
    page = client.post(switch, {"on": ""}, follow=True)
    assert messages_of(page) == [text("Players’ phones let in.")]
    code = Tournament.objects.get(pk=tournament.pk).phone_code
    assert Client().get(f"/h/{code}/").status_code == 200
    page = client.post(switch, follow=True)
    assert messages_of(page) == [text("Players’ phones no longer let in.")]
    assert Client().get(f"/h/{code}/").status_code == 404


def test_new_code_invalidates_the_earlier_one(tournament):
    earlier = tournament.phone_code
    renew = reverse("phones-renew", args=[tournament.slug])
    signed_in(tournament, Role.DIRECTION).post(renew)
    tournament.refresh_from_db()
    asked = [Client().get(f"/h/{code}/") for code in (earlier, tournament.phone_code)]
    assert [answer.status_code for answer in asked] == [404, 200]


def test_page_says_who_lets_others_in(tournament):
    words = page_of(tournament)
    assert text("So far nobody else in the hall reaches this computer.") in words
    assert text("The owner of the installation lets others in.") in words


def test_page_shows_address_and_code(tournament, others_let_in):
    address = f"192.168.1.20:8000/h/{tournament.phone_code}"
    page = signed_in(tournament, Role.DIRECTION).get(reverse("phones", args=[tournament.slug]))
    assert f"<figcaption>{address}</figcaption>" in page.content.decode()
    assert page.content.decode().count("<path") > 2


def test_page_warns_of_papers_with_another_address(tournament, others_let_in, settings):
    client = signed_in(tournament, Role.TYPIST)
    paper = client.get(reverse("paper-of-round", args=[tournament.slug, 1, "seats"]))
    assert paper.status_code == 200
    printed = f"(192.168.1.20:8000/h/{tournament.phone_code})"
    assert printed not in page_of(tournament)
    settings.NAMED_HOSTS = ["192.168.1.33"]
    assert printed in page_of(tournament)


@pytest.mark.parametrize("by", ["name", "table"])
def test_seat_list_shows_the_way_while_phones_are_admitted(tournament, others_let_in, by):
    way = f"192.168.1.20:8000/h/{tournament.phone_code}"
    round = round_number(tournament, 1)
    assert way in " ".join(page_texts(read_pdf(seat_list(round, by))))
    shut_phones_out(COMMAND_LINE, tournament)
    assert way not in " ".join(page_texts(read_pdf(seat_list(round_number(tournament, 1), by))))


def test_table_tents_have_the_way_on_both_sides(tournament, others_let_in):
    texts = page_texts(read_pdf(made("tents", tournament)))
    way = f"192.168.1.20:8000/h/{tournament.phone_code}"
    assert [text.count(way) for text in texts] == [2] * 4


def test_print_is_not_noted_while_phones_are_off(tournament):
    count = JournalEntry.objects.count()
    note_printed_address(COMMAND_LINE, tournament)
    assert JournalEntry.objects.count() == count
