"""The round is redrawn while somebody types: nothing is saved for others, nothing is lost."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.databases import copied
from tests.factories.desk import address_of, form_fields, real_sheets, typed_totals
from tests.factories.lane import typed_lines
from tests.factories.pages import signed_in, text_of
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.tournaments import make_entries
from tests.factories.words import refusal
from tournament.models import Entry, GameTable, Role, SheetDraft, SheetVersion, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.seating.writes.draws import redraw_rounds
from tournament.seating.writes.lots import Lots
from tournament.views.desk import sheets, totals_lane

LINES = {name: text for name, text in typed_lines(real_sheets()[0]).items() if text}
TOTALS = typed_totals(6, 2, -2, -6)


@pytest.fixture
@copied
def tournament() -> Tournament:
    return make_drawn_tournament(8)


@pytest.fixture
def typist(tournament: Tournament) -> Client:
    return signed_in(tournament, Role.TYPIST)


def table_of(tournament: Tournament, number: int = 2) -> GameTable:
    return round_number(tournament, 1).tables.get(number=number)


def redraw(tournament: Tournament) -> None:
    redraw_rounds(COMMAND_LINE, tournament, "Nachzügler", Lots(seed="again"))


def typed(client: Client, table: GameTable, name: str, fields: dict) -> dict:
    """Return what the page of a table sends with these fields."""
    kind = fields.get("kind", "rows")
    return {**form_fields(client.get(f"{address_of(table, name)}?kind={kind}")), **fields}


@pytest.mark.parametrize(
    ("name", "fields", "shown"),
    [
        ("sheet", LINES, LINES["l7"]),
        ("sheet", TOTALS, "6 / 2 / -2 / -6"),
    ],
)
@pytest.mark.alone
def test_sheet_of_the_old_draw_is_not_saved_for_the_new_one(
    tournament, typist, name, fields, shown
):
    table = table_of(tournament)
    sent = typed(typist, table, name, fields)
    redraw(tournament)
    page = typist.post(address_of(table, name), sent)
    assert page.status_code == 409
    assert page.templates[0].name == "desk/table_gone.html"
    assert shown in text_of(page)
    assert not SheetVersion.objects.exists()
    assert not SheetDraft.objects.exists()


def test_removed_table_shows_what_was_typed(tournament, typist):
    make_entries(tournament, 1)
    redraw(tournament)
    Entry.objects.filter(tournament=tournament, number__gte=5).update(status="withdrawn")
    table = table_of(tournament)
    sent = typed(typist, table, "sheet", LINES)
    redraw(tournament)
    page = typist.post(address_of(table), sent)
    assert page.status_code == 404
    assert LINES["l7"] in text_of(page)


@pytest.mark.parametrize(
    ("name", "fields"), [("sheet", LINES), ("sheet", TOTALS), ("sheet", {**TOTALS, "t1": "7"})]
)
@pytest.mark.alone
def test_redraw_during_a_save_shows_what_was_typed(tournament, typist, monkeypatch, name, fields):
    """The page has found its table; when the service looks for it, it is gone."""

    def save_after_a_redraw(*args, **more):
        redraw(tournament)
        return submit_sheet(*args, **more)

    submit_sheet = sheets.submit_sheet
    monkeypatch.setattr(sheets, "submit_sheet", save_after_a_redraw)
    table = table_of(tournament)
    page = typist.post(address_of(table, name), typed(typist, table, name, fields))
    assert page.status_code == 409
    assert fields.get("l7", fields.get("t1", "?")) in text_of(page)
    assert not SheetVersion.objects.exists()


def test_refused_sheet_whose_table_goes_before_it_is_kept_is_shown(tournament, typist, monkeypatch):
    def keep_after_a_redraw(*args, **more):
        redraw(tournament)
        return save_draft(*args, **more)

    save_draft = sheets.save_draft
    monkeypatch.setattr(sheets, "save_draft", keep_after_a_redraw)
    table = table_of(tournament)
    page = typist.post(address_of(table), typed(typist, table, "sheet", {**TOTALS, "t1": "7"}))
    assert page.status_code == 409
    assert page.context["totals"] == "7 / 2 / -2 / -6"


@pytest.mark.alone
def test_draft_of_the_old_draw_is_refused_in_words(tournament, typist):
    table = table_of(tournament)
    fields = typed(typist, table, "sheet", {})
    redraw(tournament)
    body = {"kind": "rows", "table": fields["table"], "fields": {"l1": "13 4"}}
    address = address_of(table, "sheet-draft")
    answer = typist.post(address, json.dumps(body), content_type="application/json")
    assert answer.status_code == 409
    assert answer.json()["refused"] == refusal("table_gone")
    assert not SheetDraft.objects.exists()


def test_totals_of_a_table_removed_during_saving_stay_in_the_lane(tournament, typist, monkeypatch):
    def save_after_a_redraw(*args, **more):
        redraw(tournament)
        return submit_sheet(*args, **more)

    submit_sheet = totals_lane.submit_sheet
    monkeypatch.setattr(totals_lane, "submit_sheet", save_after_a_redraw)
    address = reverse("totals-lane-save", args=[tournament.slug, 1])
    body = {"table": 2, "totals": ["6", "2", "-2", "-6"]}
    answer = typist.post(address, json.dumps(body), content_type="application/json").json()
    assert answer["state"] == "unsaved"
    assert refusal("table_gone") in answer["text"]
