"""Every slip of the pen, typed into the list lane as it is on paper, is reported at its row."""

import json
from random import Random

import pytest

from scoring.sheet import check
from tests.factories.desk import address_of
from tests.factories.effort import tries
from tests.factories.lane import as_written, typed_as_written
from tests.factories.pages import signed_in
from tests.factories.sheets import make_table
from tests.factories.slips import SLIPS, random_slip
from tests.factories.tournaments import make_tournament
from tournament.forms.score_sheets import LinesForm
from tournament.models import Role
from tournament.sheets.rules.table_rules import TableRules

REFUSED = 422
LISTS = tries(2, 10)
NO_ROW = {
    # Which row was first is not on the list: it shows where something contradicts it.
    "two players' columns exchanged throughout",
    "two players exchanged throughout, in word and figures",
    # A game worth nothing leaves no trace but the number of games.
    "row left out, its number too",
    "row left out, the others numbered on",
}


@pytest.fixture
def desks(db):
    """A table of each size with a typist."""
    desks = {}
    for size in (4, 5):
        table = make_table(make_tournament(slug=f"turnier-{size}"), size=size)
        desks[size] = table, signed_in(table.round.tournament, Role.TYPIST)
    return desks


def ask(desk, fields, name):
    table, client = desk
    body = {"kind": "rows", "based_on": "", "fields": fields}
    address = address_of(table, name)
    return client.post(address, json.dumps(body), content_type="application/json").json()


def rows_in_red(answer):
    return [
        number
        for number, row in enumerate(answer["rows"], 1)
        if any(note["severity"] == "error" for note in row["notes"])
    ]


def is_read_as_meant(slip, fields):
    form = LinesForm(TableRules(slip.written.table_size, slip.written.planned_games), fields)
    read = form.content()
    return read.rows == as_written(slip.meant).rows


@pytest.mark.parametrize("name", sorted(SLIPS))
def test_slip_is_stopped_or_reported_at_its_row(desks, name):
    random = Random(name)
    told = shown = 0
    for _ in range(LISTS):
        slip = random_slip(name, random)
        desk, fields = desks[slip.written.table_size], typed_as_written(slip.written)
        if check(as_written(slip.written)).ok:
            continue  # nothing on the paper contradicts it
        answer = ask(desk, fields, "sheet-check")
        if is_read_as_meant(slip, fields):
            continue  # what follows from the rules needs no mark
        page = desk[1].post(address_of(desk[0], "sheet"), {"kind": "rows", **fields})
        assert page.status_code == REFUSED
        shown += 1
        proposals = ask(desk, fields, "sheet-doctor")["proposals"]
        pointed_at = {*rows_in_red(answer), *(each["row"] for each in proposals)}
        told += slip.row in pointed_at or (slip.row is None and answer["sheet"] != [])
    assert shown > 0
    assert told == shown or name in NO_ROW
