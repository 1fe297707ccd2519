"""What is once in a version or in the journal stays as it is: the database refuses."""

import pytest
from django.db import DatabaseError, transaction

from tests.factories.sheets import make_table, rows_content
from tests.factories.tournaments import make_tournament
from tournament.models import JournalEntry, SheetVersion
from tournament.permissions import COMMAND_LINE
from tournament.services.sheets import submit_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def version() -> SheetVersion:
    table = make_table(make_tournament())
    return submit_sheet(COMMAND_LINE, table, "rows", rows_content(), based_on=None).version


@pytest.mark.parametrize(
    "change", [{"totals": [1, 1, -1, -1]}, {"content": {}}, {"reason": "Schönschrift"}]
)
def test_version_cannot_be_changed(version: SheetVersion, change: dict) -> None:
    before = SheetVersion.objects.filter(pk=version.pk).values().get()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        SheetVersion.objects.filter(pk=version.pk).update(**change)
    assert SheetVersion.objects.filter(pk=version.pk).values().get() == before


def test_version_cannot_be_saved_again(version: SheetVersion) -> None:
    version.totals = [0, 0, 0, 0]
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        version.save()


def test_journal_entry_cannot_be_changed(version: SheetVersion) -> None:
    entry = JournalEntry.objects.get()
    before = JournalEntry.objects.values().get()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        JournalEntry.objects.filter(pk=entry.pk).update(action="nothing_happened")
    assert JournalEntry.objects.values().get() == before
