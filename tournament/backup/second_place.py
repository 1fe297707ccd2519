"""The second place for copies: a stick or folder outside the program's own directory.

The copies are in a folder there, created when the place is chosen, on a server by its
administrator. If that folder is missing, the stick is not attached: nothing is ever written into an
empty mount point.
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
    leave_note,
    make_copy,
    own_directory,
    read_note,
    remove_old,
    status,
)
from tournament.backup.files import lay_keys_beside, write_whole
from tournament.errors import Refused
from tournament.labels.faults import system_reason
from tournament.models import BackupPlace, JournalEntry, SheetDraft

_STICKS = ("/media", "/run/media", "/Volumes", "/mnt")


@dataclass(frozen=True, slots=True)
class Place:
    """A second place and our folder there; configured on the server, or chosen by an owner."""

    path: Path
    folder: Path
    is_given: bool = False


def chosen_place() -> Place | None:
    """Return the second place: configured on the server, else chosen by an owner; one query."""
    if given := settings.SECOND_PLACE:
        return Place(Path(given), Path(given), is_given=True)
    place = BackupPlace.objects.first()
    path = Path(place.path) if place else None
    return Place(path, path / folder_name(place.mark)) if place and path else None


def sticks() -> list[Path]:
    """Return likely mount points of sticks, as suggestions."""
    return [
        path
        for root in _STICKS
        for outer in _inside(Path(root))
        for path in (outer, *_inside(outer))  # as in /media/NAME/STICK
        if path.is_mount() and os.access(path, os.W_OK)
    ]


def prepare_folder(path: Path, mark: str) -> Path:
    """Create our folder at a suitable place.

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
    """Return the folder name of an installation with this id."""
    return f"Kreuzdame-{mark}"


def copies_at(place: Place) -> list[Copy]:
    """Return all copies there, of other installations too. Refused: `place_lost`."""
    try:
        if place.is_given:
            return copies_in(place.folder)
        folders = [each for each in place.path.iterdir() if each.name.startswith("Kreuzdame")]
        return [copy for folder in folders for copy in copies_in(folder)]
    except OSError as error:
        raise Refused("place_lost", path=place.path) from error


def carry_over(place: Place) -> None:
    """Copy the latest copy to the second place, unless it is there.

    Refused: `place_lost`, `place_full` and other system errors (`place_not_writable`).
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
    """Make a copy, also in the second place, and write the status note for the bar.

    only_if_written: skipped if the last copy has everything; that one is returned. Refused: as
    `make_copy` and `carry_over`; the note then has the problem, too.
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
            # A server's workers write only in their own directory: its timer copies to the second
            # place.
            if (place := chosen_place()) and not settings.IS_SERVER:
                carry_over(place)
        except Refused as refusal:
            note.place_problem = refusal
            raise
    finally:
        leave_note(note)
    return copy


def written_last() -> tuple[object, object]:
    """Return a value that changes whenever there is something to copy; two queries."""
    # The seal, not the number: after a restore another entry has the same number.
    entry = JournalEntry.objects.order_by("-pk").values_list("seal", flat=True).first()
    draft = SheetDraft.objects.aggregate(last=Max("updated_at"))["last"]
    return entry, draft
