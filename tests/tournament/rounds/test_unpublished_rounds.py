"""A drawn, unpublished round does not exist for anybody but the direction."""

import json

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.test import Client

from tests.factories.addresses import Scene, parameters, patterns
from tests.factories.desk import address_of, real_sheets, typed_rows
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.submissions import nothing_written
from tests.factories.tournaments import make_user
from tests.factories.words import refusal, text
from tournament.errors import Refused
from tournament.models import GameTable, Role, SheetDraft, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import award_penalty
from tournament.rounds.writes import extend_time
from tournament.sheets.writes.progress import save_draft


def drawn() -> None:
    make_drawn_tournament(8)


pytestmark = [pytest.mark.django_db, pytest.mark.stands_on(make=drawn)]

BELOW_A_ROUND = [name for name in patterns() if "number" in parameters(name)]
TYPED = {"kind": "rows", **typed_rows(real_sheets()[0])}


@pytest.fixture
def scene() -> Scene:
    """Round 2 of a tournament, drawn with the first and hidden until its turn."""
    round = round_number(Tournament.objects.get(slug="herbst"), 2)
    return Scene(round.tournament, round, round.tables.get(number=1))


@pytest.fixture
def table(scene: Scene) -> GameTable:
    return scene.table


def send_json(client: Client, address: str) -> HttpResponse:
    typed = {"kind": "rows", "fields": TYPED, "based_on": ""}
    return client.post(address, json.dumps(typed), content_type="application/json")


@pytest.mark.parametrize("role", [Role.TYPIST, Role.REFEREE])
@pytest.mark.parametrize("name", BELOW_A_ROUND)
def test_no_address_below_it_is_there_for_the_others(name: str, role: Role, scene: Scene) -> None:
    client = signed_in(scene.tournament, role)
    address = scene.address(name)
    with nothing_written():
        # Earlier addresses of papers redirect to the present ones.
        sent = client.get(address, follow=True), client.post(address, TYPED, follow=True)
        answers = {each.status_code for each in sent}
    # 405: one can only send; 403: not for this role, whatever the round.
    assert answers <= {404, 405, 403}
    assert answers != {405}


@pytest.mark.parametrize("name", ["sheet", "sheet-versions"])
def test_the_direction_looks_and_types_nothing(name: str, table: GameTable) -> None:
    page = signed_in().get(address_of(table, name))
    assert page.status_code == 200
    assert "sheet-form" not in page.content.decode()


def test_direction_is_told_why_there_is_nothing_to_type(table: GameTable) -> None:
    told = (
        "The round is not published yet: its seats are for the direction alone, and no sheet can "
        "be entered."
    )
    assert text(told) in text_of(signed_in().get(address_of(table)))


@pytest.mark.parametrize("is_redrawn", [False, True])
def test_a_sheet_sent_by_the_direction_is_refused(table: GameTable, *, is_redrawn: bool) -> None:
    """With the one reason: the page was of a table of an older draw, or nothing is published."""
    client = signed_in()
    with nothing_written():
        page = client.post(address_of(table), {**TYPED, "table": table.pk + is_redrawn})
    assert (page.status_code, messages_of(page)) == (409, [])
    reasons = (refusal("round_not_published", round=2), text("The round was drawn again"))
    assert [reason in text_of(page) for reason in reasons] == [not is_redrawn, is_redrawn]
    assert TYPED["l1"] in page.content.decode()


@pytest.mark.parametrize("name", ["sheet-check", "sheet-draft"])
def test_nothing_is_checked_or_kept_for_the_direction(name: str, table: GameTable) -> None:
    client = signed_in()
    with nothing_written():
        assert send_json(client, address_of(table, name)).status_code == 404


@pytest.mark.alone
def test_services_refuse_acts_that_need_a_published_round(table: GameTable) -> None:
    tournament = table.round.tournament
    direction = Actor(make_user(Role.DIRECTION, tournament))
    typist = Actor(make_user(Role.TYPIST, tournament))
    with pytest.raises(Refused, match="round_not_published"):
        save_draft(direction, table, "rows", {}, None)
    with pytest.raises(PermissionDenied):
        save_draft(typist, table, "rows", {}, None)
    with pytest.raises(Refused, match="round_not_published"):
        award_penalty(direction, table, rule="9.3.2", offender=1, initials="KS")
    with pytest.raises(Refused, match="round_not_published"):
        extend_time(COMMAND_LINE, table, 5, "Reklamation", "KS")
    assert not SheetDraft.objects.exists()


def test_page_of_a_complaint_does_not_name_who_sits_there(table: GameTable) -> None:
    referee = signed_in(table.round.tournament, Role.REFEREE)
    page = referee.get("/t/herbst/calls/new/?round=2&table=1")
    assert page.status_code == 422
    assert refusal("round_not_published", round=2) in text_of(page)
    names = [seat.entry.person.last_name for seat in table.seats.select_related("entry__person")]
    assert [name for name in names if name in text_of(page)] == []


def test_its_tables_offer_no_extra_time(scene: Scene) -> None:
    client = signed_in()
    pages = [client.get(scene.address("round", number=number)) for number in (1, 2)]
    assert ["extra-time" in page.content.decode() for page in pages] == [True, False]
