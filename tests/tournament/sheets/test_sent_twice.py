"""A sheet sent twice is saved once: a double click, a lost answer, two simultaneous requests."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest
from django.db import connection

from tests.factories.journal import acts
from tests.factories.sheets import make_table, rows_content, totals_content
from tests.factories.submissions import current, journal, nothing_written, submit
from tests.factories.tournaments import make_tournament
from tournament.errors import Refused
from tournament.models import GameTable
from tournament.permissions import COMMAND_LINE, Actor
from tournament.sheets.writes.sheets import Outcome, SheetConflict, submit_sheet, take_sheet_back

pytestmark = [pytest.mark.django_db, pytest.mark.database]

MARK, OTHER_MARK = UUID(int=1), UUID(int=2)


def test_same_sending_again_is_answered_with_its_version(table: GameTable, typist: Actor) -> None:
    first = submit(typist, table, rows_content(), submission=MARK)
    with nothing_written():
        again = submit(typist, table, rows_content(), submission=MARK)
    assert (again.outcome, again.version) == (Outcome.REPEATED, first.version)
    assert first.version.submission == MARK


def test_same_sending_after_a_correction_does_not_come_back(
    table: GameTable, typist: Actor, direction: Actor
) -> None:
    first = submit(typist, table, rows_content(), submission=MARK)
    correction = submit(
        direction, table, rows_content(winners=(1, 3)), based_on=1, reason="Spiel 2"
    )
    with nothing_written():
        again = submit(typist, table, rows_content(), submission=MARK)
    assert (again.outcome, again.version) == (Outcome.REPEATED, first.version)
    assert current(table) == correction.version


def test_same_sending_after_taking_back_does_not_come_back(
    table: GameTable, typist: Actor, direction: Actor
) -> None:
    submit(typist, table, rows_content(), submission=MARK)
    take_sheet_back(direction, table, "Falscher Tisch", version=1)
    with nothing_written():
        again = submit(typist, table, rows_content(), submission=MARK)
    assert again.outcome is Outcome.REPEATED
    table.refresh_from_db()
    assert table.current_version is None


def test_same_sending_in_a_round_closed_meanwhile_is_answered(
    table: GameTable, typist: Actor
) -> None:
    first = submit(typist, table, rows_content(), submission=MARK)
    table.round.closed_at = first.version.created_at
    table.round.save()
    assert submit(typist, table, rows_content(), submission=MARK).outcome is Outcome.REPEATED


def test_other_figures_under_the_same_mark_are_a_separate_sheet(
    table: GameTable, typist: Actor
) -> None:
    """The answer was lost, a figure was corrected, and the page sends again."""
    submit(typist, table, totals_content([6, 2, -2, -6]), submission=MARK)
    mended = totals_content([6, 2, -6, -2])
    with nothing_written(), pytest.raises(SheetConflict):
        submit(typist, table, mended, submission=MARK)
    done = submit(typist, table, mended, based_on=1, reason="vertauscht", submission=MARK)
    assert (done.outcome, done.version.number, done.version.submission) == (
        Outcome.ACCEPTED,
        2,
        None,
    )


def test_same_mark_at_another_table_is_another_sheet(typist: Actor, table: GameTable) -> None:
    submit(typist, table, rows_content(), submission=MARK)
    other = make_table(make_tournament("fruehling"))
    assert submit(COMMAND_LINE, other, rows_content(), submission=MARK).outcome is Outcome.ACCEPTED


def test_agreeing_totals_sent_twice_confirm_once(table: GameTable, typist: Actor) -> None:
    submit(typist, table, rows_content(), submission=MARK)
    totals = totals_content([20, 20, -20, -20])
    assert submit(typist, table, totals, submission=OTHER_MARK).outcome is Outcome.CONFIRMED
    with nothing_written():
        again = submit(typist, table, totals, submission=OTHER_MARK)
    assert again.outcome is Outcome.CONFIRMED
    assert len(journal("sheet_confirmed")) == 1


def test_contradicting_totals_are_refused_on_any_base_version(
    table: GameTable, typist: Actor
) -> None:
    submit(typist, table, rows_content())
    with nothing_written(), pytest.raises(Refused, match="totals_contradict_rows"):
        submit(typist, table, totals_content([6, 2, -2, -6]))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("sendings", [2, 5])
def test_same_sending_at_the_same_moment_is_saved_once(sendings: int) -> None:
    table = make_table(make_tournament())
    together = Barrier(sendings)

    def send(_number: int) -> tuple[str, int]:
        try:
            together.wait(10)
            done = submit_sheet(
                COMMAND_LINE, table, "rows", rows_content(), based_on=None, submission=MARK
            )
            return str(done.outcome), done.version.pk
        finally:
            connection.close()

    with ThreadPoolExecutor(sendings) as people:
        answers = sorted(people.map(send, range(sendings)))
    (version,) = table.versions.all()
    assert answers == [("accepted", version.pk), *[("repeated", version.pk)] * (sendings - 1)]
    assert [entry.action for entry in acts().all()] == ["sheet_entered"]
