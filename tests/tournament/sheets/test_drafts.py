"""Typed and not submitted: drafts."""

import pytest
from django.core.exceptions import PermissionDenied

from tests.factories.sheets import rows_content, totals_content
from tests.factories.submissions import nothing_written, refused_codes, submit
from tests.factories.tournaments import make_user
from tournament.models import (
    GameTable,
    JournalEntry,
    Role,
    SheetDraft,
)
from tournament.permissions import Actor
from tournament.sheets.reads.sheets import drafts_of
from tournament.sheets.writes.progress import discard_draft, save_draft
from tournament.sheets.writes.sheets import LANE, Window

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.mark.alone
def test_draft_never_counts(table: GameTable, typist: Actor) -> None:
    before = JournalEntry.objects.count()
    save_draft(typist, table, "rows", {"rows": "halb getippt"}, None)
    window = Window(revision=SheetDraft.objects.get().revision)
    draft = save_draft(typist, table, "totals", {"totals": ["1", ""]}, None, window)
    assert SheetDraft.objects.get() == draft
    assert (draft.kind, draft.content) == ("totals", {"totals": ["1", ""]})
    table.refresh_from_db()
    assert (table.current_version, JournalEntry.objects.count()) == (None, before)


@pytest.mark.alone
def test_everybody_has_a_draft_of_his_own(
    table: GameTable, typist: Actor, direction: Actor
) -> None:
    save_draft(typist, table, "rows", {"a": 1}, None)
    save_draft(direction, table, "rows", {"b": 2}, None)
    assert [draft.content for draft in drafts_of(table, typist.user)] == [{"a": 1}]
    discard_draft(typist, table)
    assert [draft.user for draft in SheetDraft.objects.all()] == [direction.user]


@pytest.mark.alone
def test_submitting_discards_only_ones_own_draft(
    table: GameTable, typist: Actor, direction: Actor
) -> None:
    save_draft(typist, table, "rows", {"a": 1}, None)
    save_draft(direction, table, "rows", {"b": 2}, None)
    submit(typist, table, rows_content())
    assert [draft.user for draft in SheetDraft.objects.all()] == [direction.user]


@pytest.mark.alone
def test_draft_stays_when_the_sheet_is_refused(table: GameTable, typist: Actor) -> None:
    save_draft(typist, table, "totals", {"totals": ["1"]}, None)
    refused_codes(typist, table, totals_content([1, 1, 1, 1]))
    assert SheetDraft.objects.get().content == {"totals": ["1"]}


ONE, OTHER = Window("one"), Window("other")


def drafts(table: GameTable) -> list[dict]:
    return [draft.content for draft in SheetDraft.objects.filter(table=table).order_by("pk")]


def test_two_windows_on_an_empty_list_keep_a_draft_each(table: GameTable, typist: Actor) -> None:
    """The longer one came first: the later one of the other window must not replace it."""
    save_draft(typist, table, "rows", {"l1": "13 4", "l2": "24 1"}, None, ONE)
    save_draft(typist, table, "rows", {"l1": "12 2"}, None, OTHER)
    save_draft(typist, table, "rows", {"l1": "13 4", "l2": "24 1", "l3": "0"}, None, ONE)
    assert drafts(table) == [{"l1": "13 4", "l2": "24 1", "l3": "0"}, {"l1": "12 2"}]


def test_draft_goes_on_in_a_window_opened_later(table: GameTable, typist: Actor) -> None:
    first = save_draft(typist, table, "rows", {"l1": "13 4"}, None, ONE)
    save_draft(typist, table, "rows", {"l1": "12 2"}, None, Window("other", first.revision))
    assert drafts(table) == [{"l1": "12 2"}]


def test_stale_window_does_not_replace_a_continued_draft(table: GameTable, typist: Actor) -> None:
    first = save_draft(typist, table, "rows", {"l1": "13 4"}, None, ONE)
    save_draft(typist, table, "rows", {"l1": "12 2"}, None, Window("other", first.revision))
    save_draft(typist, table, "rows", {"l1": "13 5"}, None, Window("one", first.revision))
    assert drafts(table) == [{"l1": "12 2"}, {"l1": "13 5"}]


def test_lost_answer_makes_no_second_draft(table: GameTable, typist: Actor) -> None:
    """The window goes on without knowing the revision that was saved for it."""
    first = save_draft(typist, table, "rows", {"l1": "13 4"}, None, Window("before"))
    unheard = Window("one", first.revision)
    save_draft(typist, table, "rows", {"l1": "13 5"}, None, unheard)
    save_draft(typist, table, "rows", {"l1": "12 5"}, None, unheard)
    assert drafts(table) == [{"l1": "12 5"}]


def test_draft_without_further_content_is_not_kept_in_addition(
    table: GameTable, typist: Actor
) -> None:
    save_draft(typist, table, "rows", {"l1": "13 4", "l2": "2", "l3": ""}, None, ONE)
    save_draft(typist, table, "rows", {"l1": "13 4", "l2": "24 1"}, None, OTHER)
    assert drafts(table) == [{"l1": "13 4", "l2": "24 1"}]


def test_totals_refused_in_the_lane_do_not_replace_a_list(table: GameTable, typist: Actor) -> None:
    save_draft(typist, table, "rows", {"l1": "13 4"}, None, ONE)
    save_draft(typist, table, "totals", {"t1": "1"}, None, LANE)
    save_draft(typist, table, "totals", {"t1": "2"}, None, LANE)
    assert drafts(table) == [{"l1": "13 4"}, {"t1": "2"}]


def test_sheet_saved_in_one_window_leaves_the_draft_of_the_other(
    table: GameTable, typist: Actor
) -> None:
    save_draft(typist, table, "rows", {"l1": "13 4"}, None, ONE)
    save_draft(typist, table, "rows", {"l1": "12 2"}, None, OTHER)
    submit(typist, table, rows_content(), window=ONE)
    assert drafts(table) == [{"l1": "12 2"}]


def test_draft_of_one_window_is_discarded_alone(table: GameTable, typist: Actor) -> None:
    save_draft(typist, table, "rows", {"l1": "13 4"}, None, ONE)
    other = save_draft(typist, table, "rows", {"l1": "12 2"}, None, OTHER)
    discard_draft(typist, table, Window(revision=other.revision))
    assert drafts(table) == [{"l1": "13 4"}]


def test_draft_is_not_for_others(table: GameTable) -> None:
    referee = Actor(make_user(Role.REFEREE, table.round.tournament))
    with nothing_written(), pytest.raises(PermissionDenied):
        save_draft(referee, table, "rows", {}, None)
