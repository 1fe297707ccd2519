"""Entering, correcting and confirming the sheet of a table."""

from copy import deepcopy
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from tests.factories.journal import acts
from tests.factories.sheets import make_table, rows_content, totals_content
from tests.factories.submissions import current, journal, nothing_written, submit
from tests.factories.tournaments import make_tournament, make_user
from tournament.errors import Refused
from tournament.labels.sheets import suspicion_words
from tournament.models import (
    GameTable,
    Role,
    Seat,
    SheetKind,
    SheetVersion,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.sheets.writes.sheets import Outcome, SheetConflict, SheetRefused, submit_sheet

pytestmark = pytest.mark.django_db

# 20 games won by positions 1 and 2 with value 1, then four forced solos, each won with value 1.
TOTALS = [20, 20, -20, -20]
# The same with positions 1 and 3.
OTHER_TOTALS = [20, -20, 20, -20]


def close(table: GameTable) -> None:
    table.round.closed_at = timezone.now()
    table.round.save()


# --- The first result -----------------------------------------------------------------------------


def test_first_list_becomes_the_result(table: GameTable, typist: Actor) -> None:
    submission = submit(typist, table, rows_content())
    version = submission.version
    assert submission.outcome == Outcome.ACCEPTED
    assert (version.number, version.kind, version.based_on) == (1, SheetKind.ROWS, None)
    assert (version.user, version.reason, version.accepted) == (typist.user, "", [])
    assert version.totals == TOTALS
    assert current(table).totals == TOTALS


def test_first_list_is_in_the_journal_without_names(table: GameTable, typist: Actor) -> None:
    submit(typist, table, rows_content())
    entry = acts().get()
    assert (entry.action, entry.user) == ("sheet_entered", typist.user)
    assert entry.data == {
        "round": 1,
        "table": 1,
        "version": 1,
        "kind": "rows",
        "totals": TOTALS,
    }


def test_version_is_complete_for_any_input(table: GameTable, typist: Actor) -> None:
    content = rows_content()
    for row in content["rows"]:
        del row["dealer"]
    stored_content = submit(typist, table, content).version.content
    assert [row["dealer"] for row in stored_content["rows"]] == [1, 2, 3, 4] * 6
    assert stored_content["rows"][1]["cumulative"] == [2, 2, -2, -2]
    assert stored_content["rows"][20]["cumulative"] == [19, 23, -21, -21]
    assert (stored_content["games"], stored_content["struck_games"]) == (24, 0)
    assert stored_content["totals"] == TOTALS


def test_five_table_is_complete_with_sitting_dealers() -> None:
    table = make_table(make_tournament(), size=5)
    version = submit(COMMAND_LINE, table, rows_content(5)).version
    assert [row["dealer"] for row in version.content["rows"][:7]] == [1, 2, 3, 4, 5, 1, 2]
    assert version.content["rows"][0]["cumulative"] == [0, 1, 1, -1, -1]
    assert sum(version.totals) == 0
    assert version.content["games"] == 30


def test_tournament_decides_the_number_of_games(table: GameTable, typist: Actor) -> None:
    table.round.tournament.games_four = 12
    table.round.tournament.save()
    with nothing_written(), pytest.raises(SheetRefused):
        submit(typist, table, rows_content())
    totals = submit(typist, table, totals_content([4, 0, -2, -2], games_played=12)).version
    assert totals.content["games"] == 12


def test_sheet_for_another_number_of_games_is_refused(table: GameTable, typist: Actor) -> None:
    with nothing_written(), pytest.raises(SheetRefused) as refused:
        submit(typist, table, {**rows_content(), "games": 12})
    (found,) = refused.value.findings
    assert (found.code, found.params) == (
        "other_number_of_games",
        {"games": 12, "right_games": 24},
    )


@pytest.mark.parametrize("content", [rows_content(5), totals_content([4, 4, -4, -4, 0])])
def test_sheet_of_another_table_size_is_refused(
    table: GameTable, typist: Actor, content: dict
) -> None:
    with nothing_written(), pytest.raises(SheetRefused) as refused:
        submit(typist, table, {**content, "games": 30})
    (found,) = refused.value.findings
    assert (found.code, found.params) == ("other_table_size", {"size": 5, "right_size": 4})


def test_wrong_figure_is_refused_with_its_row(table: GameTable, typist: Actor) -> None:
    content = rows_content()
    content["rows"][11]["points"] = [1, 1, 1, -1]
    with nothing_written(), pytest.raises(SheetRefused) as refused:
        submit(typist, table, content)
    assert [(found.code, found.row) for found in refused.value.findings] == [("nonzero_sum", 12)]


@pytest.mark.parametrize("content", [None, [], "rows", {"rows": 7}, {"rows": [], "names": ["x"]}])
def test_anything_else_is_refused_as_malformed(
    table: GameTable, typist: Actor, content: Any
) -> None:
    with nothing_written(), pytest.raises(SheetRefused) as refused:
        submit_sheet(typist, table, "rows", content, based_on=None)
    assert [found.code for found in refused.value.findings] == ["malformed"]


def test_warning_does_not_refuse_and_is_told(table: GameTable, typist: Actor) -> None:
    content = rows_content()
    content["rows"][0]["points"] = [11, 11, -11, -11]
    submission = submit(typist, table, content)
    assert [(found.code, found.row) for found in submission.warnings] == [("value_unlikely", 1)]
    assert current(table).totals == [30, 30, -30, -30]


def test_redrawn_table_is_reported(table: GameTable, typist: Actor) -> None:
    gone = GameTable.objects.get(pk=table.pk)
    table.delete()
    with nothing_written(), pytest.raises(Refused, match="table_gone"):
        submit(typist, gone, rows_content())


def test_table_that_went_with_its_round_is_reported(table: GameTable, typist: Actor) -> None:
    """A redraw for fewer rounds removes the last ones."""
    gone = GameTable.objects.select_related("round__tournament").get(pk=table.pk)
    Seat.objects.filter(table=table).delete()
    table.round.delete()
    with nothing_written(), pytest.raises(Refused, match="table_gone"):
        submit(typist, gone, rows_content())


# --- Over a result --------------------------------------------------------------------------------


def test_same_list_again_is_unchanged(table: GameTable, typist: Actor) -> None:
    version = submit(typist, table, rows_content()).version
    with nothing_written():
        again = submit(typist, table, rows_content(), based_on=1)
    assert (again.outcome, again.version) == (Outcome.UNCHANGED, version)


def test_same_list_with_more_written_down_is_unchanged(table: GameTable, typist: Actor) -> None:
    version = submit(typist, table, rows_content()).version
    with nothing_written():
        again = submit(typist, table, deepcopy(version.content), based_on=1)
    assert again.outcome == Outcome.UNCHANGED


def test_same_list_is_unchanged_on_any_base_version(table: GameTable, typist: Actor) -> None:
    submit(typist, table, rows_content())
    with nothing_written():
        assert submit(typist, table, rows_content()).outcome == Outcome.UNCHANGED


def test_other_list_needs_a_reason(table: GameTable, typist: Actor) -> None:
    submit(typist, table, rows_content())
    with nothing_written(), pytest.raises(Refused, match="sheet_reason_needed"):
        submit(typist, table, rows_content(winners=(1, 3)), based_on=1, reason="  ")


def test_other_list_with_a_reason_is_a_new_version(table: GameTable, typist: Actor) -> None:
    submit(typist, table, rows_content())
    submission = submit(
        typist, table, rows_content(winners=(1, 3)), based_on=1, reason="Spalten vertauscht"
    )
    version = submission.version
    assert submission.outcome == Outcome.ACCEPTED
    assert (version.number, version.based_on, version.reason) == (2, 1, "Spalten vertauscht")
    assert current(table).totals == OTHER_TOTALS
    assert journal("sheet_corrected") == [
        {
            "round": 1,
            "table": 1,
            "version": 2,
            "kind": "rows",
            "totals": OTHER_TOTALS,
            "old_totals": TOTALS,
            "reason": "Spalten vertauscht",
        }
    ]
    first = SheetVersion.objects.get(table=table, number=1)
    assert first.totals == TOTALS


def test_other_base_is_a_conflict_with_the_current_version(
    table: GameTable, typist: Actor, direction: Actor
) -> None:
    current = submit(direction, table, rows_content()).version
    with nothing_written(), pytest.raises(SheetConflict) as conflict:
        submit(typist, table, rows_content(winners=(1, 3)), reason="Ich war schneller")
    assert conflict.value.current == current


def test_base_without_a_version_means_another_draw(table: GameTable, typist: Actor) -> None:
    with nothing_written(), pytest.raises(Refused, match="table_gone"):
        submit(typist, table, rows_content(), based_on=1)


def test_list_over_equal_totals_needs_no_reason(table: GameTable, typist: Actor) -> None:
    submit(typist, table, totals_content(TOTALS))
    submission = submit(typist, table, rows_content(), based_on=1)
    assert (submission.outcome, submission.version.number) == (Outcome.ACCEPTED, 2)
    assert submission.version.kind == SheetKind.ROWS


def test_list_over_other_totals_needs_a_reason(table: GameTable, typist: Actor) -> None:
    submit(typist, table, totals_content(OTHER_TOTALS))
    with nothing_written(), pytest.raises(Refused, match="sheet_reason_needed"):
        submit(typist, table, rows_content(), based_on=1)
    submit(typist, table, rows_content(), based_on=1, reason="Zahlendreher")
    assert current(table).totals == TOTALS


def test_other_totals_over_totals_need_a_reason(table: GameTable, typist: Actor) -> None:
    submit(typist, table, totals_content(TOTALS))
    with nothing_written(), pytest.raises(Refused, match="sheet_reason_needed"):
        submit(typist, table, totals_content(OTHER_TOTALS), based_on=1)
    submit(typist, table, totals_content(OTHER_TOTALS), based_on=1, reason="Zahlendreher")
    assert current(table).totals == OTHER_TOTALS


@pytest.mark.alone
def test_equal_totals_confirm_a_list(table: GameTable, typist: Actor, direction: Actor) -> None:
    version = submit(typist, table, rows_content()).version
    submission = submit(direction, table, totals_content(TOTALS), based_on=1)
    assert (submission.outcome, submission.version) == (Outcome.CONFIRMED, version)
    assert SheetVersion.objects.count() == 1
    assert journal("sheet_confirmed") == [
        {"round": 1, "table": 1, "version": 1, "totals": TOTALS},
    ]


def test_other_totals_contradict_a_list_even_with_a_reason(table: GameTable, typist: Actor) -> None:
    submit(typist, table, rows_content())
    with nothing_written(), pytest.raises(Refused) as refused:
        submit(typist, table, totals_content(OTHER_TOTALS), based_on=1, reason="Stimmt so")
    assert refused.value.code == "totals_contradict_rows"
    assert refused.value.params == {
        "table": 1,
        "counted": "+20 / +20 / −20 / −20",
        "given": "+20 / −20 / +20 / −20",
        "suspicion": suspicion_words(TOTALS, OTHER_TOTALS),
    }


# --- Who and when ---------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [None, Role.REFEREE])
def test_others_may_not_submit(table: GameTable, role: Role | None) -> None:
    stranger = Actor(make_user(role, table.round.tournament))
    with nothing_written(), pytest.raises(PermissionDenied):
        submit(stranger, table, rows_content())


def test_role_in_another_tournament_does_not_help(table: GameTable) -> None:
    elsewhere = Actor(make_user(Role.DIRECTION, make_tournament("anderswo")))
    with nothing_written(), pytest.raises(PermissionDenied):
        submit(elsewhere, table, rows_content())


def test_closed_round_is_not_for_typists(table: GameTable, typist: Actor) -> None:
    close(table)
    with nothing_written(), pytest.raises(PermissionDenied):
        submit(typist, table, rows_content(), reason="Nachgereicht")


def test_closed_round_needs_a_reason(table: GameTable, direction: Actor) -> None:
    submit(direction, table, totals_content(TOTALS))
    close(table)
    with nothing_written(), pytest.raises(Refused, match="closed_round_reason_needed"):
        submit(direction, table, rows_content(), based_on=1)
    submit(direction, table, rows_content(), based_on=1, reason="Liste nachgereicht")
    assert GameTable.objects.get(pk=table.pk).current_version.kind == SheetKind.ROWS


def test_only_a_command_enters_sheets_of_an_unpublished_round(
    table: GameTable, typist: Actor, direction: Actor
) -> None:
    table.round.published_at = None
    table.round.save()
    with nothing_written(), pytest.raises(PermissionDenied):
        submit(typist, table, rows_content())
    with nothing_written(), pytest.raises(Refused, match="round_not_published"):
        submit(direction, table, rows_content())
    assert submit(COMMAND_LINE, table, rows_content()).outcome == Outcome.ACCEPTED


def test_command_line_is_named_as_no_account(table: GameTable) -> None:
    version = submit(COMMAND_LINE, table, rows_content()).version
    assert (version.user, acts().get().user) == (None, None)
