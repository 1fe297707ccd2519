"""A redraw destroys what its page has named, and nothing that came in since."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.factories.databases import copied
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import (
    enter_round,
    enter_totals,
    make_drawn_tournament,
    plan_of,
    round_number,
)
from tests.factories.tournaments import make_entries, make_owner
from tests.factories.words import refusal, text
from tournament.errors import Refused
from tournament.models import Draw, GameTable, Penalty, SheetDraft, SheetKind, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.protests import lodge_protest
from tournament.rounds.writes import close_round, start_clock
from tournament.seating.writes.draws import redraw_rounds

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

PRINTED = re.compile(r'href="/t/herbst/print/([^"]+)"')
REDRAW = "/t/herbst/rounds/1/redraw/"
CHANGED = refusal("redraw_changed_meanwhile")
DRAWN_AGAIN = refusal("redrawn_meanwhile", round=1)


@pytest.fixture
@copied
def tournament() -> Tournament:
    tournament = make_drawn_tournament()
    enter_totals(table_of(tournament, 1), [6, 2, -2, -6])
    return tournament


@pytest.fixture
def client(tournament: Tournament) -> Client:
    return signed_in()


def table_of(tournament: Tournament, number: int) -> GameTable:
    return round_number(tournament, 1).tables.get(number=number)


def fingerprint_on(page: HttpResponse) -> str:
    return page.context["fingerprint"]


def sent(client: Client, fingerprint: str, reason: str = "Falsche Liste") -> HttpResponse:
    typed = {"reason": reason, "number": "7", "confirmed": "1", "fingerprint": fingerprint}
    return client.post(REDRAW, typed)


def test_sheet_that_came_in_since_is_shown_and_stays(
    tournament: Tournament, client: Client
) -> None:
    fingerprint, before = fingerprint_on(client.get(REDRAW)), plan_of(tournament)
    enter_totals(table_of(tournament, 2), [4, 0, 0, -4])

    page = sent(client, fingerprint)
    assert (page.status_code, messages_of(page)) == (422, [CHANGED])
    assert plan_of(tournament) == before
    words = text_of(page)
    assert f"{text('This is lost:')} 2 " in words
    assert "Runde 1, Tisch 1" in words
    assert "Runde 1, Tisch 2" in words

    assert sent(client, fingerprint_on(page)).status_code == 302
    assert Draw.objects.count() == 2
    papers = PRINTED.findall(" ".join(messages_of(client.get("/t/herbst/"))))
    assert papers == ["1/all/", "slips/", "plan/?by=name", "plan/?by=table"]


def test_typed_fields_stay_but_not_the_confirmation_of_losses(
    tournament: Tournament, client: Client
) -> None:
    fingerprint = fingerprint_on(client.get(REDRAW))
    enter_totals(table_of(tournament, 2), [4, 0, 0, -4])
    form = sent(client, fingerprint).context["form"]
    values = [form[name].value() for name in ("reason", "number", "confirmed")]
    assert values == ["Falsche Liste", "7", None]
    assert not form.errors


def change_a_sheet(tournament: Tournament) -> None:
    enter_totals(table_of(tournament, 1), [8, 2, -2, -8])


def award_a_penalty(tournament: Tournament) -> None:
    table = table_of(tournament, 3)
    Penalty.objects.create(table=table, rule="9.3.2", offender=2, points=[1, -3, 1, 1])


def begin_a_sheet(tournament: Tournament) -> None:
    table = table_of(tournament, 4)
    SheetDraft.objects.create(table=table, user=make_owner("ulla"), kind=SheetKind.ROWS)


def start(tournament: Tournament) -> None:
    start_clock(COMMAND_LINE, round_number(tournament, 1))


def withdraw_somebody(tournament: Tournament) -> None:
    tournament.entries.filter(number=3).update(status="withdrawn")


def let_somebody_come(tournament: Tournament) -> None:
    make_entries(tournament, 1)


@pytest.mark.parametrize(
    "happens",
    [change_a_sheet, award_a_penalty, begin_a_sheet, start, withdraw_somebody, let_somebody_come],
)
def test_redraw_seen_otherwise_is_refused(tournament, client, happens) -> None:
    fingerprint = fingerprint_on(client.get(REDRAW))
    happens(tournament)
    page = sent(client, fingerprint)
    assert messages_of(page) == [CHANGED]
    assert Draw.objects.count() == 1


def test_second_redraw_from_an_older_page_is_refused(
    tournament: Tournament, client: Client
) -> None:
    fingerprint = fingerprint_on(client.get(REDRAW))
    assert sent(client, fingerprint).status_code == 302
    after = plan_of(tournament)
    page = sent(client, fingerprint)
    assert (page.status_code, messages_of(page)[-1]) == (422, DRAWN_AGAIN)
    assert (plan_of(tournament), Draw.objects.count()) == (after, 2)


def test_reason_comes_back_where_there_is_nothing_to_redraw_any_more(
    tournament: Tournament, client: Client
) -> None:
    fingerprint, first = fingerprint_on(client.get(REDRAW)), round_number(tournament, 1)
    enter_round(first)
    close_round(COMMAND_LINE, first)
    page = sent(client, fingerprint)
    assert (page.status_code, messages_of(page)) == (422, [refusal("nothing_to_redraw")])
    assert 'name="reason" value="Falsche Liste"' in page.content.decode()
    assert client.get(REDRAW)["Location"] == "/t/herbst/draw/"


def test_page_that_sends_no_mark_is_shown_again(tournament: Tournament, client: Client) -> None:
    page = client.post(REDRAW, {"reason": "Falsche Liste", "confirmed": "1"})
    assert (page.status_code, Draw.objects.count()) == (422, 1)


def test_service_refuses_what_was_not_seen(tournament: Tournament, client: Client) -> None:
    """The page looks first, but a sheet may come in just after that."""
    fingerprint = fingerprint_on(client.get(REDRAW))
    enter_totals(table_of(tournament, 2), [4, 0, 0, -4])
    with pytest.raises(Refused, match="redraw_changed_meanwhile"):
        redraw_rounds(
            COMMAND_LINE, tournament, "Falsche Liste", confirmed=1, fingerprint=fingerprint
        )
    redraw_rounds(COMMAND_LINE, tournament, "Falsche Liste", confirmed=1)
    with pytest.raises(Refused, match="redrawn_meanwhile"):
        redraw_rounds(COMMAND_LINE, tournament, "Falsche Liste", fingerprint=fingerprint)


def test_complaints_that_would_be_lost_are_named(tournament: Tournament, client: Client) -> None:
    words = text(
        "Complaints and protests written down are lost: %(places)s. Print them first.",
        places="Runde 1, Tisch 2",
    )
    assert words not in text_of(client.get(REDRAW))
    fingerprint = fingerprint_on(client.get(REDRAW))
    lodge_protest(COMMAND_LINE, table_of(tournament, 2), 3, "War gespielt")
    page = sent(client, fingerprint)
    assert CHANGED in messages_of(page)
    assert words in text_of(client.get(REDRAW))
