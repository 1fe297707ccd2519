"""Entering, correcting and confirming the sheet of a table."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from tests.factories.sheets import make_table, rows_content, totals_content
from tests.factories.tournaments import make_tournament, make_user
from tournament.errors import Refused
from tournament.models import (
    GameTable,
    JournalEntry,
    Penalty,
    Role,
    SheetDraft,
    SheetKind,
    SheetVersion,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.services.penalties import award_penalty
from tournament.services.sheets import (
    Outcome,
    SheetConflict,
    SheetRefused,
    Submission,
    discard_draft,
    save_draft,
    submit_sheet,
)

pytestmark = pytest.mark.django_db

# 20 games won by positions 1 and 2 with value 1, then four forced solos, each won with value 1.
TOTALS = [20, 20, -20, -20]
# The same with positions 1 and 3.
OTHER_TOTALS = [20, -20, 20, -20]


@pytest.fixture
def table() -> GameTable:
    return make_table(make_tournament())


@pytest.fixture
def typist(table: GameTable) -> Actor:
    return Actor(make_user(Role.TYPIST, table.round.tournament))


@pytest.fixture
def direction(table: GameTable) -> Actor:
    return Actor(make_user(Role.DIRECTION, table.round.tournament))


def submit(
    actor: Actor, table: GameTable, content: dict, based_on: int | None = None, **more: Any
) -> Submission:
    kind = "rows" if "rows" in content else "totals"
    return submit_sheet(actor, table, kind, content, based_on=based_on, **more)


def stored() -> tuple:
    """Everything a submission could change."""
    return (
        list(SheetVersion.objects.order_by("pk").values()),
        list(GameTable.objects.order_by("pk").values()),
        list(JournalEntry.objects.order_by("pk").values()),
        list(Penalty.objects.order_by("pk").values()),
        list(SheetDraft.objects.order_by("pk").values()),
    )


@contextmanager
def nothing_written() -> Iterator[None]:
    before = stored()
    yield
    assert stored() == before


def result(table: GameTable) -> list[int] | None:
    current = GameTable.objects.get(pk=table.pk).current_version
    return current.totals if current else None


def journal(action: str) -> list[dict]:
    return [entry.data for entry in JournalEntry.objects.filter(action=action)]


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
    assert result(table) == TOTALS


def test_first_list_is_in_the_journal_without_names(table: GameTable, typist: Actor) -> None:
    submit(typist, table, rows_content())
    entry = JournalEntry.objects.get()
    assert (entry.action, entry.user) == ("sheet_entered", typist.user)
    assert entry.data == {
        "round": 1,
        "table": 1,
        "version": 1,
        "kind": "rows",
        "totals": TOTALS,
    }


def test_version_is_complete_whatever_was_typed(table: GameTable, typist: Actor) -> None:
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


def test_one_wrong_figure_is_refused_with_its_row(table: GameTable, typist: Actor) -> None:
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
    assert result(table) == [30, 30, -30, -30]


def test_table_that_was_drawn_again_is_told(table: GameTable, typist: Actor) -> None:
    gone = GameTable.objects.get(pk=table.pk)
    table.delete()
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


def test_same_list_is_unchanged_whatever_it_was_based_on(table: GameTable, typist: Actor) -> None:
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
    assert result(table) == OTHER_TOTALS
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
    assert result(table) == TOTALS


def test_other_totals_over_totals_need_a_reason(table: GameTable, typist: Actor) -> None:
    submit(typist, table, totals_content(TOTALS))
    with nothing_written(), pytest.raises(Refused, match="sheet_reason_needed"):
        submit(typist, table, totals_content(OTHER_TOTALS), based_on=1)
    submit(typist, table, totals_content(OTHER_TOTALS), based_on=1, reason="Zahlendreher")
    assert result(table) == OTHER_TOTALS


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
    }


# --- Totals alone ---------------------------------------------------------------------------------


def refused_codes(actor: Actor, table: GameTable, content: dict, **more: Any) -> list:
    with nothing_written(), pytest.raises(SheetRefused) as refused:
        submit(actor, table, content, **more)
    return [(str(found.code), found.seat) for found in refused.value.findings]


def test_totals_are_stored_as_typed(table: GameTable, typist: Actor) -> None:
    version = submit(typist, table, totals_content([12, -4, -20, 12], games_played=22)).version
    assert version.kind == SheetKind.TOTALS
    assert version.totals == [12, -4, -20, 12]
    assert version.content == {
        "totals": [12, -4, -20, 12],
        "games": 24,
        "games_played": 22,
        "compulsory_solos": [1, 2, 3, 4],
        "penalties": [],
    }


def test_sum_is_never_accepted(table: GameTable, direction: Actor) -> None:
    accepted = [{"code": "nonzero_sum", "seat": None}]
    content = totals_content([12, -4, -20, 14])
    found = refused_codes(direction, table, content, accepted=accepted, reason="Ist halt so")
    assert found == [("nonzero_sum", None)]


def test_impossible_totals_are_never_accepted(table: GameTable, direction: Actor) -> None:
    content = totals_content([10**30, -(10**30), 0, 0])
    assert refused_codes(direction, table, content, reason="x") == [
        ("total_out_of_range", 1),
        ("total_out_of_range", 2),
    ]


def test_rare_totals_are_doubted(table: GameTable, typist: Actor) -> None:
    submission = submit(typist, table, totals_content([122, -122, 0, 0]))
    assert [(found.code, found.seat) for found in submission.warnings] == [
        ("total_unlikely", 1),
        ("total_unlikely", 2),
    ]


def test_penalty_beyond_the_games_of_the_round_is_refused(table: GameTable, typist: Actor) -> None:
    penalty = {"row": 10**30, "rule": "9.3.2", "offender": 1, "points": [-3, 1, 1, 1]}
    content = totals_content([1, 1, -1, -1], penalties=[penalty])
    assert refused_codes(typist, table, content) == [("penalty_amount", 1)]


ODD = totals_content([13, -4, -20, 11])
PARITY = {"code": "parity", "seat": None}


def test_parity_is_refused_without_acceptance(table: GameTable, direction: Actor) -> None:
    assert refused_codes(direction, table, ODD, reason="Liste verloren") == [("parity", None)]


def test_parity_is_accepted_by_the_direction_with_a_reason(
    table: GameTable, direction: Actor
) -> None:
    version = submit(direction, table, ODD, accepted=[PARITY], reason="Liste verloren").version
    assert (version.accepted, version.reason) == ([PARITY], "Liste verloren")
    assert journal("exceptions_accepted") == [
        {
            "round": 1,
            "table": 1,
            "version": 1,
            "totals": [13, -4, -20, 11],
            "exceptions": [PARITY],
            "reason": "Liste verloren",
        }
    ]


def test_exception_without_a_reason_is_refused(table: GameTable, direction: Actor) -> None:
    with nothing_written(), pytest.raises(Refused, match="exception_reason_needed"):
        submit(direction, table, ODD, accepted=[PARITY])


def test_exception_is_not_for_typists(table: GameTable, typist: Actor) -> None:
    with nothing_written(), pytest.raises(PermissionDenied):
        submit(typist, table, ODD, accepted=[PARITY], reason="Liste verloren")


def test_missing_solo_and_games_are_accepted_by_seat(table: GameTable, direction: Actor) -> None:
    content = {**totals_content([2, 2, -2, -2]), "games_played": 3, "compulsory_solos": [1, 2]}
    wanted = [
        {"code": "missing_compulsory_solo", "seat": 3},
        {"code": "too_few_games", "seat": None},
    ]
    assert refused_codes(direction, table, content, accepted=wanted, reason="Abbruch") == [
        ("missing_compulsory_solo", 3),
        ("missing_compulsory_solo", 4),
        ("too_few_games", None),
    ]
    wanted.insert(1, {"code": "missing_compulsory_solo", "seat": 4})
    version = submit(direction, table, content, accepted=wanted, reason="Abbruch").version
    assert version.accepted == wanted


def test_only_what_is_broken_is_noted_as_accepted(table: GameTable, direction: Actor) -> None:
    version = submit(
        direction, table, totals_content([2, 2, -2, -2]), accepted=[PARITY], reason="Vorsorglich"
    ).version
    assert version.accepted == []
    assert journal("exceptions_accepted") == []


def test_list_is_never_accepted_with_errors(table: GameTable, direction: Actor) -> None:
    content = rows_content()
    content["rows"][0]["points"] = [2, 1, -1, -2]
    found = refused_codes(direction, table, content, accepted=[PARITY], reason="Stimmt so")
    assert found == [("parity", None)]


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


def test_sheet_may_come_in_for_a_round_not_published(table: GameTable, typist: Actor) -> None:
    table.round.published_at = None
    table.round.save()
    assert submit(typist, table, rows_content()).outcome == Outcome.ACCEPTED


def test_command_line_is_named_as_no_account(table: GameTable) -> None:
    version = submit(COMMAND_LINE, table, rows_content()).version
    assert (version.user, JournalEntry.objects.get().user) == (None, None)


# --- Penalties on the sheet -----------------------------------------------------------------------

MINOR = {"row": 7, "rule": "9.3.2", "offender": 3, "points": [1, 1, -3, 1], "initials": "KS"}


def listed(table: GameTable) -> list[tuple]:
    return list(table.penalties.values_list("row", "rule", "offender", "source", "initials"))


def test_penalty_on_a_sheet_is_listed(table: GameTable, typist: Actor) -> None:
    submit(typist, table, {**rows_content(), "penalties": [MINOR]})
    assert result(table) == [21, 21, -23, -19]
    assert listed(table) == [(7, "9.3.2", 3, "sheet", "KS")]


def test_penalty_without_a_row_belongs_to_the_last(table: GameTable, typist: Actor) -> None:
    # In the last game position 1 played its solo.
    last = {**MINOR, "row": None, "rule": "9.3.3b2"}
    version = submit(typist, table, {**rows_content(), "penalties": [last]}).version
    assert version.content["penalties"][0]["row"] == 24
    assert listed(table) == [(24, "9.3.3b2", 3, "sheet", "KS")]


def test_penalty_that_is_no_longer_on_the_sheet_leaves_the_list(
    table: GameTable, typist: Actor
) -> None:
    submit(typist, table, {**rows_content(), "penalties": [MINOR]})
    submit(typist, table, rows_content(), based_on=1, reason="Falscher Tisch")
    assert listed(table) == []


def test_same_penalty_twice_is_listed_twice(table: GameTable, typist: Actor) -> None:
    twice = [MINOR, {**MINOR, "row": 9}]
    submit(typist, table, {**rows_content(), "penalties": twice})
    assert [row for row, *_rest in listed(table)] == [7, 9]


@pytest.mark.parametrize("content", [rows_content(), totals_content(TOTALS)])
def test_sheet_without_the_awarded_penalty_is_refused(
    table: GameTable, typist: Actor, content: dict
) -> None:
    award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, initials="SR")
    assert refused_codes(typist, table, content) == [("awarded_penalty_missing", 3)]


def test_awarded_penalty_must_stand_as_often_as_awarded(table: GameTable, typist: Actor) -> None:
    for _time in range(2):
        award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, initials="SR")
    content = {**rows_content(), "penalties": [MINOR]}
    assert refused_codes(typist, table, content) == [("awarded_penalty_missing", 3)]
    submit(typist, table, {**content, "penalties": [MINOR, {**MINOR, "row": 9}]})
    assert listed(table) == [(7, "9.3.2", 3, "referee", "SR"), (9, "9.3.2", 3, "referee", "SR")]


# --- Drafts ---------------------------------------------------------------------------------------


def test_draft_never_counts(table: GameTable, typist: Actor) -> None:
    before = JournalEntry.objects.count()
    save_draft(typist, table, "rows", {"rows": "halb getippt"}, None)
    draft = save_draft(typist, table, "totals", {"totals": ["1", ""]}, None)
    assert SheetDraft.objects.get() == draft
    assert (draft.kind, draft.content) == ("totals", {"totals": ["1", ""]})
    assert (result(table), JournalEntry.objects.count()) == (None, before)


def test_everybody_has_a_draft_of_his_own(
    table: GameTable, typist: Actor, direction: Actor
) -> None:
    save_draft(typist, table, "rows", {"a": 1}, None)
    save_draft(direction, table, "rows", {"b": 2}, None)
    discard_draft(typist, table)
    assert [draft.user for draft in SheetDraft.objects.all()] == [direction.user]


def test_submitting_discards_only_ones_own_draft(
    table: GameTable, typist: Actor, direction: Actor
) -> None:
    save_draft(typist, table, "rows", {"a": 1}, None)
    save_draft(direction, table, "rows", {"b": 2}, None)
    submit(typist, table, rows_content())
    assert [draft.user for draft in SheetDraft.objects.all()] == [direction.user]


def test_draft_stays_when_the_sheet_is_refused(table: GameTable, typist: Actor) -> None:
    save_draft(typist, table, "totals", {"totals": ["1"]}, None)
    refused_codes(typist, table, totals_content([1, 1, 1, 1]))
    assert SheetDraft.objects.get().content == {"totals": ["1"]}


def test_draft_is_not_for_others(table: GameTable) -> None:
    referee = Actor(make_user(Role.REFEREE, table.round.tournament))
    with nothing_written(), pytest.raises(PermissionDenied):
        save_draft(referee, table, "rows", {}, None)
