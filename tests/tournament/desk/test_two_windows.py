"""One person types one sheet in two windows: both drafts are kept and offered, on both pages."""

import json

import pytest
from django.test import Client

from tests.factories.desk import address_of, form_fields, real_sheets, typed_totals
from tests.factories.lane import typed_lines
from tests.factories.pages import text_of
from tests.factories.submissions import current
from tests.factories.words import text
from tournament.models import GameTable, SheetDraft

pytestmark = pytest.mark.database

LONGER = {"l1": "13 4", "l2": "24 1", "l3": "2 3 p"}
SHORTER = {"l1": "12 2"}


def keep(client: Client, table: GameTable, fields: dict, window: str, draft: str = "") -> dict:
    """Return the list lane's answer to a draft."""
    marks = {"kind": "rows", "based_on": "", "window": window, "draft": draft}
    body = json.dumps({**marks, "fields": fields})
    address = address_of(table, "sheet-draft")
    return client.post(address, body, content_type="application/json").json()


@pytest.fixture
def both(typist: Client, table: GameTable) -> dict:
    """Return the answer to the window that came second."""
    keep(typist, table, LONGER, "one")
    return keep(typist, table, SHORTER, "other")


def list_of(games: int) -> str:
    return text("list, %(count)s game", "list, %(count)s games", games, count=games)


def lines(page) -> list[str]:
    fields = form_fields(page)
    return [fields[f"l{game}"] for game in (1, 2, 3)]


def test_second_window_gets_a_notice(typist, table, both):
    assert list_of(3) in both["others"]
    assert text("Go on with this one") in both["others"]
    assert f"{list_of(1)}\n" in keep(typist, table, {**LONGER, "l4": "0"}, "one")["others"]


@pytest.mark.alone
def test_single_window_gets_no_notice(typist, table):
    first = keep(typist, table, SHORTER, "one")
    assert first["others"] == ""
    assert keep(typist, table, LONGER, "later", first["draft"])["others"] == ""
    assert SheetDraft.objects.count() == 1


def test_reopened_page_shows_the_latest_draft_and_offers_the_other(typist, table, both):
    page = typist.get(address_of(table))
    assert lines(page) == ["12 2", "", ""]
    (other,) = page.context["others"]
    page = typist.get(other["url"])
    assert lines(page) == ["13 4", "24 1", "2 3 p"]
    assert form_fields(page)["draft"] == other["revision"]
    assert len(page.context["others"]) == 1


@pytest.mark.alone
def test_other_one_is_discarded_alone(typist, table, both):
    page = typist.get(address_of(table))
    (other,) = page.context["others"]
    fields = {**form_fields(page), "discard": other["revision"]}
    page = typist.post(address_of(table), fields, follow=True)
    assert lines(page) == ["12 2", "", ""]
    assert page.context["others"] == []
    assert SheetDraft.objects.get().content["l1"] == "12 2"


def test_sheet_saved_in_one_window_offers_the_draft_of_the_other(typist, table, both):
    fields = {"kind": "rows", "window": "other", "draft": both["draft"]}
    sheet = typed_lines(real_sheets()[0])
    page = typist.post(address_of(table), {**fields, **sheet}, follow=True)
    assert current(table).totals == real_sheets()[0]["totals"]
    assert form_fields(page)["based_on"] == "1"
    (other,) = page.context["others"]
    assert list_of(3) in other["text"]


def test_totals_and_list_are_offered_on_each_others_page(typist, table):
    keep(typist, table, LONGER, "one")
    typist.post(address_of(table), {**typed_totals(6, 2, -2, -5), "window": "other"})
    (other,) = typist.get(f"{address_of(table)}?kind=rows").context["others"]
    assert other["text"].endswith(" 6 / 2 / -2 / -5")
    page = typist.get(other["url"])
    assert form_fields(page)["t4"] == "-5"
    assert list_of(3) in text_of(page)


@pytest.mark.parametrize("draft", ["x", "00000000-0000-4000-8000-000000000001"])
def test_draft_that_is_none_shows_the_latest(typist, table, both, draft):
    page = typist.get(f"{address_of(table)}?draft={draft}")
    assert lines(page) == ["12 2", "", ""]
