"""Temporary data that loses a name when the person's data is deleted.

Permanent texts are not changed here: the page that deletes lists them (`privacy.reads.free_texts`).
"""

from collections.abc import Collection
from typing import Any

from django.contrib.admin.models import LogEntry

from tournament.archives.rules.archive import OPENED, ArchiveFault, unpacked
from tournament.models import (
    KnownHeading,
    Person,
    PlayerImport,
    Screen,
    SheetDraft,
    Stage,
    WaitingArchive,
)
from tournament.privacy.reads.free_texts import Named, named_by


def forget_names(people: Collection[Person]) -> None:
    """Delete uploaded lists and archives that contain one of the last names.

    The names are also removed from announcements, names of screens, drafts, learned headings, and
    the administration's log. For services.
    """
    is_named = named_by({person.last_name for person in people})
    for waiting in PlayerImport.objects.order_by("pk"):
        if waiting.entered and is_named(waiting.file_name):
            PlayerImport.objects.filter(pk=waiting.pk).update(file_name="")
        elif is_named(waiting.file_name) or is_named(str(waiting.table)):
            waiting.delete()
    for archive in WaitingArchive.objects.order_by("pk"):
        if is_named(archive.file_name) or _is_named_in(bytes(archive.content), is_named):
            archive.delete()
    for draft in SheetDraft.objects.order_by("pk"):
        content = _remove_names(draft.content, is_named)
        if content != draft.content:
            SheetDraft.objects.filter(pk=draft.pk).update(content=content)
    _empty(Stage, "message", is_named)
    _empty(Screen, "name", is_named)
    titles = KnownHeading.objects.order_by("pk").values_list("pk", "title")
    learned = [pk for pk, title in titles if is_named(title)]
    KnownHeading.objects.filter(pk__in=learned).delete()
    mended = [str(person.pk) for person in people]
    LogEntry.objects.filter(content_type__model="person", object_id__in=mended).delete()


def _empty(model: type[Stage | Screen], field: str, is_named: Named) -> None:
    rows = model.objects.order_by("pk").values_list("pk", field)
    found = [pk for pk, text in rows if is_named(text)]
    model.objects.filter(pk__in=found).update(**{field: ""})


def _is_named_in(content: bytes, is_named: Named) -> bool:
    """Whether an archive names them; an unreadable one is useless and counts as well."""
    try:
        parts = unpacked(content)
    except ArchiveFault:
        return True
    return any(is_named((parts.get(each) or b"").decode(errors="ignore")) for each in OPENED)


def _remove_names(content: Any, is_named: Named) -> Any:
    """Return a draft with texts that name somebody emptied, at any depth."""
    if isinstance(content, dict):
        return {key: _remove_names(value, is_named) for key, value in content.items()}
    if isinstance(content, list):
        return [_remove_names(value, is_named) for value in content]
    return "" if isinstance(content, str) and is_named(content) else content
