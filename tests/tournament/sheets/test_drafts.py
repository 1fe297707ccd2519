"""What somebody has typed and not submitted."""

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
from tournament.services.sheets import (
    discard_draft,
    save_draft,
)

pytestmark = pytest.mark.django_db


def test_draft_never_counts(table: GameTable, typist: Actor) -> None:
    before = JournalEntry.objects.count()
    save_draft(typist, table, "rows", {"rows": "halb getippt"}, None)
    draft = save_draft(typist, table, "totals", {"totals": ["1", ""]}, None)
    assert SheetDraft.objects.get() == draft
    assert (draft.kind, draft.content) == ("totals", {"totals": ["1", ""]})
    table.refresh_from_db()
    assert (table.current_version, JournalEntry.objects.count()) == (None, before)


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
