"""Settings of a row: what changes is saved, and named for the journal."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model


def save_changes(row: Model, values: Mapping[str, Any]) -> list[str]:
    """Save what differs from the stored row, which is locked; return the names of these fields."""
    before = type(row)._default_manager.select_for_update().get(pk=row.pk)
    changed = sorted(name for name, value in values.items() if getattr(before, name) != value)
    for name in changed:
        setattr(row, name, values[name])
    row.save(update_fields=changed)
    return changed
