"""The second place for copies: a stick or folder outside the program's own directory.

The copies lie in a folder of their own there, made when the place was chosen, on a server by
whoever runs it. Where that folder is missing the stick is: nothing is ever written into the empty
folder at which it was attached.
"""

import os
import shutil
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from tournament.backup.copies import (
    Copy,
    copies_in,
    last_copy,
    make_copy,
    own_directory,
    remove_old,
)
from tournament.backup.files import lay_keys_beside, write_whole
from tournament.backup.status import leave_note, read_note, status
from tournament.errors import Refused
from tournament.labels.faults import system_reason
from tournament.models import BackupPlace, JournalEntry, SheetDraft

_STICKS = ("/media", "/run/media", "/Volumes", "/mnt")


@dataclass(frozen=True, slots=True)
class Place:
    """Where copies go besides, and our folder there; given by the server, or chosen by an owner."""

    path: Path
    folder: Path
    is_given: bool = False


def chosen_place() -> Place | None:
    """Where copies go besides: what the server gives, else an owner has chosen; one query."""
    if given := settings.SECOND_PLACE:
        return Place(Path(given), Path(given), is_given=True)
    place = BackupPlace.objects.first()
    path = Path(place.path) if place else None
    return Place(path, path / folder_name(place.mark)) if place and path else None


def sticks() -> list[Path]:
    """Where a stick seems to be attached, to be offered."""
    return [
        path
        for root in _STICKS
        for outer in _inside(Path(root))
        for path in (outer, *_inside(outer))  # as in /media/NAME/STICK
        if path.is_mount() and os.access(path, os.W_OK)
    ]


def prepare_folder(path: Path, mark: str) -> Path:
    """Make our folder at a place that will do.

    Refused: `place_relative`, `place_absent`, `place_inside`, `place_not_writable`.
    """
    if not path.is_absolute():
        raise Refused("place_relative", path=path)
    if not path.is_dir():
        raise Refused("place_absent", path=path)
    if path.resolve().is_relative_to(own_directory().parent.resolve()):
        raise Refused("place_inside", path=path)
    folder = path / folder_name(mark)
    try:
        folder.mkdir(exist_ok=True)
        (folder / "test").write_bytes(b"")
        (folder / "test").unlink()
    except OSError as error:
        reason = system_reason(error)
        raise Refused("place_not_writable", path=path, reason=reason) from error
    return folder


def folder_name(mark: str) -> str:
    """The folder of an installation with this mark."""
    return f"Kreuzdame-{mark}"


def copies_at(place: Place) -> list[Copy]:
    """All copies there, those of other installations as well: one may be wanted here.

    Refused: `place_lost`.
    """
    try:
        if place.is_given:
            return copies_in(place.folder)
        folders = [each for each in place.path.iterdir() if each.name.startswith("Kreuzdame")]
        return [copy for folder in folders for copy in copies_in(folder)]
    except OSError as error:
        raise Refused("place_lost", path=place.path) from error


def carry_over(place: Place) -> None:
    """Bring the latest copy to the second place, unless it is there.

    Refused: `place_lost`, `place_full` and other reasons of the system (`place_not_writable`).
    """
    latest = last_copy()
    folder = place.folder
    if not folder.is_dir():
        raise Refused("place_lost", path=place.path)
    try:
        lay_keys_beside(folder)
        if latest is None or (folder / latest.path.name).exists():
            return
        target = folder / latest.path.name
        with write_whole(target) as part:
            shutil.copyfile(latest.path, part)
            if _digest(part) != _digest(latest.path):
                raise Refused("copy_damaged", path=target)
        remove_old(folder)
    except OSError as error:
        reason = system_reason(error)
        raise Refused("place_not_writable", path=place.path, reason=reason) from error


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return file_digest(file, "sha256").digest()


def _inside(folder: Path) -> list[Path]:
    try:
        return [each for each in folder.iterdir() if each.is_dir()]
    except OSError:
        return []


def copy_to_both_places(occasion: str, *, only_if_written: bool = False) -> Copy:
    """Copy, bring the copy to the second place, and leave a note of how it went for the bar.

    only_if_written: not where the last copy has everything; it is the one returned then.
    Refused: as `make_copy` and `carry_over`; then the note says so, too.
    """
    note = read_note()
    note.problem = note.place_problem = None
    try:
        written = repr(written_last())
        copy = last_copy()
        if copy is None or not only_if_written or written != note.written:
            copy = make_copy(occasion)
        note.copied_at, note.written = timezone.now(), written
        status.copied_at = note.copied_at
    except Refused as refusal:
        note.problem = refusal
        raise
    else:
        try:
            # The workers of a server write nowhere but in their own directory: its timer carries.
            if (place := chosen_place()) and not settings.IS_SERVER:
                carry_over(place)
        except Refused as refusal:
            note.place_problem = refusal
            raise
    finally:
        leave_note(note)
    return copy


def written_last() -> tuple[object, object]:
    """What was written last: it differs as soon as something is to be copied; two queries.

    The seal, not the number: after a restore another entry has the same number.
    """
    entry = JournalEntry.objects.order_by("-pk").values_list("seal", flat=True).first()
    draft = SheetDraft.objects.aggregate(last=Max("updated_at"))["last"]
    return entry, draft
