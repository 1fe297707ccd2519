"""The list lane: a sheet typed line by line, checked while it is typed, saved like any other."""

import json

import pytest

from tests.factories.desk import address_of, form_fields, real_sheets
from tests.factories.lane import typed_lines, typed_stands
from tests.factories.pages import signed_in, text_of
from tests.factories.sheets import make_table, rows_content, totals_content
from tests.factories.submissions import current, submit
from tests.factories.tournaments import make_tournament
from tournament.models import Role, SheetDraft, SheetVersion
from tournament.permissions import COMMAND_LINE


def ask(client, table, fields, name="sheet-list-check"):
    body = {"kind": "rows", "based_on": "", "fields": fields}
    address = address_of(table, name)
    return client.post(address, json.dumps(body), content_type="application/json").json()


def saved_points(table):
    return [row["points"] for row in current(table).content["rows"]]


@pytest.mark.parametrize("number", range(0, 54, 6))
def test_real_list_typed_line_by_line_is_saved(typist, table, number):
    sheet = real_sheets()[number]
    typist.post(address_of(table, "sheet-list"), {"kind": "rows", **typed_lines(sheet)})
    assert current(table).totals == sheet["totals"]
    assert saved_points(table) == [row["points"] for row in sheet["rows"]]


@pytest.mark.parametrize("number", range(3, 54, 6))
def test_real_list_typed_by_its_running_totals_is_saved(typist, table, number):
    sheet = real_sheets()[number]
    typist.post(address_of(table, "sheet-list"), {"kind": "rows", **typed_stands(sheet)})
    assert current(table).totals == sheet["totals"]
    assert saved_points(table) == [row["points"] for row in sheet["rows"]]


def test_list_of_a_table_of_five_is_saved(db):
    table = make_table(make_tournament(), size=5)
    client = signed_in(table.round.tournament, Role.TYPIST)
    sheet = rows_content(5)
    client.post(address_of(table, "sheet-list"), {"kind": "rows", **typed_lines(sheet)})
    assert saved_points(table) == [row["points"] for row in sheet["rows"]]
