"""A save checks its sheet once, whatever the outcome; on the sheet's page and in the lane."""

import sys
from collections.abc import Callable

import pytest

from scoring import sheet
from scoring.model import ScoreSheet
from scoring.sheet import check
from scoring.totals import check_totals
from tests.factories.desk import address_of, typed_rows, typed_totals
from tests.factories.rounds import enter_totals
from tests.factories.sheets import rows_content
from tests.factories.submissions import current
from tests.factories.totals_lane import send
from tests.factories.tournaments import make_owner
from tests.tournament.desk.test_dealt_out_of_turn import BACK_TO_HIM, ON_FROM_HIM
from tournament.models import VerificationRule

ROWS = typed_rows(rows_content())
TOTALS = typed_totals(6, 2, -2, -6)
FAR_OFF = (480, 2, -2, -480)
SURE = {"sure": "1:480 4:-480"}


@pytest.fixture
def checks(monkeypatch) -> list[Callable]:
    """Record each check of a sheet."""
    made: list[Callable] = []

    def counted(rule: Callable) -> Callable:
        def counting(*args, **more):
            made.append(rule)
            return rule(*args, **more)

        return counting

    modules = [each for name, each in sys.modules.items() if name.startswith("tournament.")]
    for rule in (check, check_totals):
        for module in modules:
            if getattr(module, rule.__name__, None) is rule:
                monkeypatch.setattr(module, rule.__name__, counted(rule))
    return made


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        pytest.param(ROWS, 302, id="accepted"),
        pytest.param(ON_FROM_HIM, 302, id="accepted with a warning"),
        pytest.param({**ROWS, "l5": "+1 +1 -1 -2"}, 422, id="refused"),
        pytest.param({**ROWS, "l5": "?"}, 422, id="not read"),
        pytest.param({**TOTALS}, 302, id="totals accepted"),
        pytest.param({**typed_totals(*FAR_OFF), **SURE}, 302, id="totals, sure of them"),
        pytest.param(typed_totals(*FAR_OFF), 422, id="totals, asked"),
        pytest.param(typed_totals(6, 2, -2, -7), 422, id="totals refused"),
    ],
)
def test_sheet_is_checked_once(typist, table, checks, fields: dict, status: int):
    page = typist.post(address_of(table), {"kind": "rows", "action": "save", **fields})
    assert (page.status_code, len(checks)) == (status, 1)


@pytest.mark.parametrize(
    ("lines", "readings"),
    [
        pytest.param(ROWS, 1, id="dealers in turn"),
        pytest.param(ON_FROM_HIM, 1, id="out of turn, and on from there"),
        pytest.param(BACK_TO_HIM, 3, id="do the marks alone tell who dealt?"),
    ],
)
def test_rows_are_read_once(typist, table, monkeypatch, lines: dict, readings: int):
    """The dealers stored with the list are those of the check."""
    read: list[ScoreSheet] = []
    once = sheet.read_duties
    monkeypatch.setattr(sheet, "read_duties", lambda of, how: read.append(of) or once(of, how))
    typist.post(address_of(table), {"kind": "rows", "action": "save", **lines})
    assert len(read) == readings
    assert current(table).number == 1


def test_queries_of_a_save(client, table, django_assert_num_queries):
    """Five for who and where; under the lock three to judge, three to write, four of the journal.

    Two more begin and end the transaction within that of the test.
    """
    client.force_login(make_owner())
    with django_assert_num_queries(17):
        client.post(address_of(table), {"kind": "rows", "action": "save", **ROWS})
    assert current(table).number == 1


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        pytest.param(ROWS, 409, id="conflict"),
        pytest.param(TOTALS, 409, id="conflict of totals"),
        pytest.param({**ROWS, "based_on": "1"}, 422, id="without a reason"),
        pytest.param({**typed_totals(8, 4, -4, -8), "based_on": "1"}, 422, id="totals, too"),
    ],
)
def test_sheet_over_a_result_is_checked_once(typist, table, checks, fields: dict, status: int):
    enter_totals(table, [2, 6, -2, -6])
    checks.clear()
    page = typist.post(address_of(table), {"kind": "rows", "action": "save", **fields})
    assert (page.status_code, len(checks)) == (status, 1)


@pytest.mark.parametrize("rule", VerificationRule)
def test_lane_checks_once(typist, table, checks, rule: VerificationRule):
    table.round.tournament.verification = rule
    table.round.tournament.save()
    for totals in ((6, 2, -2, -6), (6, 2, -2, -7), (2, 6, -2, -6), (6, 2, -2, -6), FAR_OFF):
        send(typist, table.round, totals)
        assert len(checks) == 1
        checks.clear()
