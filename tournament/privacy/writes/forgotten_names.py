"""What holds a name for a while only, and loses it when the data of a person is deleted.

Whatever stays for good is not touched here: the page that deletes says where
(`privacy.reads.free_texts`).
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
    """Throw away lists and archives that wait and name one of them by the last name.

    Taken out of announcements and names of screens, of what is typed and not saved, of headings
    that were learned, and of what the administration keeps of its pages. For services.
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
    """One that cannot be read any more is of no use to anybody, and counts as well."""
    try:
        parts = unpacked(content)
    except ArchiveFault:
        return True
    return any(is_named((parts.get(each) or b"").decode(errors="ignore")) for each in OPENED)


def _remove_names(content: Any, is_named: Named) -> Any:
    """A draft without its texts that name somebody, however deep they lie."""
    if isinstance(content, dict):
        return {key: _remove_names(value, is_named) for key, value in content.items()}
    if isinstance(content, list):
        return [_remove_names(value, is_named) for value in content]
    return "" if isinstance(content, str) and is_named(content) else content
