"""Two people work on the sheet of one table at the same moment, on a real database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError, Event

import pytest
from django.db import IntegrityError, connection

from tests.factories.journal import acts
from tests.factories.sheets import make_table, rows_content
from tests.factories.tournaments import make_tournament
from tournament.models import GameTable
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import award_penalty
from tournament.sheets.reads.sheets import checked_sheet
from tournament.sheets.writes import sheets
from tournament.sheets.writes.sheets import SheetConflict, submit_sheet

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

CONTENTS = (rows_content(), rows_content(winners=(1, 3)))
SECONDS_TO_MEET = 1.0


@pytest.fixture
def table() -> GameTable:
    return make_table(make_tournament())


@pytest.fixture
def _meet_before_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the other one once the version number is known, unless locked out."""
    barrier, typists = Barrier(2), sheets._typists

    def wait(*args):
        with suppress(BrokenBarrierError):
            barrier.wait(SECONDS_TO_MEET)
        return typists(*args)

    monkeypatch.setattr(sheets, "_typists", wait)


def save_at_once(save: Callable, table: GameTable) -> list[str]:
    """Return the outcome of the two sheets, by name, in alphabetical order."""

    def one(content: dict) -> str:
        try:
            return str(
                save(COMMAND_LINE, table, "rows", content, based_on=None, reason="Eilig").outcome
            )
        except (SheetConflict, IntegrityError) as error:
            return type(error).__name__
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as people:
        return sorted(people.map(one, CONTENTS))


@pytest.mark.usefixtures("_meet_before_writing")
def test_second_of_two_is_told_and_nothing_is_lost(table: GameTable) -> None:
    assert save_at_once(submit_sheet, table) == ["SheetConflict", "accepted"]
    table.refresh_from_db()
    (version,) = table.versions.all()
    assert table.current_version == version
    assert [entry.action for entry in acts().all()] == ["sheet_entered"]


def unlocked_table(table: GameTable) -> GameTable:
    """Act like `locked_table`, without locking anything."""
    tables = GameTable.objects.select_related("round__tournament", "current_version")
    return tables.get(pk=table.pk)


@pytest.mark.usefixtures("_meet_before_writing")
def test_without_the_lock_both_pass_the_check_and_one_crashes(
    table: GameTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The twin of the test above: the purpose of the transaction and its lock."""

    monkeypatch.setattr(sheets, "locked_table", unlocked_table)
    without_transaction = submit_sheet.__wrapped__  # type: ignore[attr-defined]
    assert save_at_once(without_transaction, table) == ["IntegrityError", "accepted"]


def test_without_the_revision_check_the_first_is_overwritten(
    table: GameTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other twin: the purpose of naming the version one has seen."""
    monkeypatch.setattr(sheets, "_require_base", lambda *_args: None)
    assert save_at_once(submit_sheet, table) == ["accepted", "accepted"]
    assert table.versions.count() == 2


def save_while_a_penalty_is_awarded(
    save: Callable, table: GameTable, monkeypatch: pytest.MonkeyPatch
) -> list[dict]:
    """Return the penalties on the sheet when one is awarded between its check and its writing."""
    looked_at, awarded = Event(), Event()

    def check(*args):
        sheet = checked_sheet(*args)
        looked_at.set()
        awarded.wait(SECONDS_TO_MEET)
        return sheet

    def award() -> None:
        try:
            looked_at.wait(10)
            award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, row=20, initials="SR")
            awarded.set()
        finally:
            connection.close()

    def enter() -> None:
        try:
            save(COMMAND_LINE, table, "rows", CONTENTS[0], based_on=None)
        finally:
            connection.close()

    monkeypatch.setattr(sheets, "checked_sheet", check)
    with ThreadPoolExecutor(2) as people:
        for done in (people.submit(enter), people.submit(award)):
            done.result()
    table.refresh_from_db()
    assert table.current_version is not None
    return table.current_version.content["penalties"]


def test_penalty_awarded_while_the_sheet_is_saved_is_on_it(
    table: GameTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    (penalty,) = save_while_a_penalty_is_awarded(submit_sheet, table, monkeypatch)
    assert (penalty["row"], penalty["points"]) == (20, [1, 1, -3, 1])
    assert [version.number for version in table.versions.all()] == [1, 2]
    assert table.penalties.count() == 1


def test_without_the_lock_a_penalty_is_missing_on_the_sheet(
    table: GameTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The twin of the test above."""
    monkeypatch.setattr(sheets, "locked_table", unlocked_table)
    without_transaction = submit_sheet.__wrapped__  # type: ignore[attr-defined]
    assert save_while_a_penalty_is_awarded(without_transaction, table, monkeypatch) == []
    assert table.penalties.count() == 1  # listed, and not on the sheet
