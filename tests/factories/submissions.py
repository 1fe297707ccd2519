"""Submitting sheets, and everything a submission could change, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tournament.models import (
    GameTable,
    JournalEntry,
    Penalty,
    SheetDraft,
    SheetVersion,
    Verification,
)
from tournament.permissions import Actor
from tournament.sheets.writes.sheets import SheetRefused, Submission, submit_sheet


def submit(
    actor: Actor, table: GameTable, content: dict, based_on: int | None = None, **more: Any
) -> Submission:
    """Submit a content of either kind."""
    kind = "rows" if "rows" in content else "totals"
    return submit_sheet(actor, table, kind, content, based_on=based_on, **more)


def stored() -> tuple:
    """Return everything a submission could change."""
    return (
        list(SheetVersion.objects.order_by("pk").values()),
        list(GameTable.objects.order_by("pk").values()),
        list(JournalEntry.objects.order_by("pk").values()),
        list(Penalty.objects.order_by("pk").values()),
        list(SheetDraft.objects.order_by("pk").values()),
        list(Verification.objects.order_by("pk").values()),
    )


@contextmanager
def nothing_written() -> Iterator[None]:
    """Assert that the database is as before, byte for byte."""
    before = stored()
    yield
    assert stored() == before


def refused_codes(actor: Actor, table: GameTable, content: dict, **more: Any) -> list:
    """Return code and seat of each finding of a refused sheet."""
    with nothing_written(), pytest.raises(SheetRefused) as refused:
        submit(actor, table, content, **more)
    return [(str(found.code), found.seat) for found in refused.value.findings]


def current(table: GameTable) -> SheetVersion:
    """Return the version that counts."""
    version = GameTable.objects.get(pk=table.pk).current_version
    assert version is not None
    return version


def journal(action: str) -> list[dict]:
    """Return the journal's entries of such acts."""
    return [entry.data for entry in JournalEntry.objects.filter(action=action)]
