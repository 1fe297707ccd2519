"""Reading archives: is it one, is it as it was signed, and what does it hold."""

from collections.abc import Callable, Mapping
from typing import Any

from tournament.core import archive as form
from tournament.core.archive import Archive, ArchiveFault, Finding
from tournament.errors import Refused
from tournament.services.signing import is_signed

Json = Mapping[str, Any]
READERS: dict[int, Callable[[Any], Any]] = {1: lambda data: data}
"""By version of the form: what makes the rows of that version those of today."""

ABOUT: dict[str, type] = {
    **dict.fromkeys(("program", "written_at", "signer", "standings"), str),
    **dict.fromkeys(("tournament", "counts", "parts"), dict),
    "contacts": bool,
}
NAMED: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("slug", "name", "place", "origin"), str),
    "date": (str, type(None)),
}
ENTRY: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("at", "action", "seal"), str),
    **dict.fromkeys(("data", "facts"), dict),
    "account": (int, type(None)),
}
COUNTED = dict.fromkeys(("entry", "round", "sheetversion", "journal"), int)


def read_archive(data: bytes) -> Archive:
    """What is in the file, as it was signed.

    Parts that are not opened may differ: these are the findings. Refused: whatever else is not as
    it was written, and as `core.archive` says.
    """
    try:
        return _read(data)
    except ArchiveFault as fault:
        raise Refused(fault.code, **fault.params) from fault


def _read(data: bytes) -> Archive:
    parts = form.unpacked(data)
    about = _contents(parts)
    found = form.findings(parts, about["parts"])
    if wrong := next((each for each in found if each.matters), None):
        raise ArchiveFault("archive_changed", part=wrong.part)
    if not found and not form.is_as_packed(data):
        found = [Finding("", "repacked", matters=False)]
    whole = {name: parts[name] or b"" for name in form.OPENED}
    rows = form.rows_of(READERS[about["version"]](form.from_json(form.DATA, whole[form.DATA])))
    journal = form.from_json(form.JOURNAL, whole[form.JOURNAL])
    _check_journal(journal)
    return Archive(about, about["signer"], rows, journal, whole[form.JOURNAL], tuple(found))


def _contents(parts: Mapping[str, bytes | None]) -> dict[str, Any]:
    """The contents, whose signature is right."""
    text, signature = parts.get(form.CONTENTS), parts.get(form.SIGNATURE)
    if text is None or signature is None:
        raise ArchiveFault("archive_unsigned" if text else "archive_no_zip")
    about = form.from_json(form.CONTENTS, text)
    if not _has(about, {"format": str, "version": int}) or about["format"] != form.FORMAT:
        raise ArchiveFault("archive_no_zip")
    if about["version"] not in READERS:
        raise ArchiveFault("archive_too_new", version=about["version"])
    if not _has(about, {"signer": str}) or not _is_signed(text, signature, about["signer"]):
        raise ArchiveFault("archive_unsigned")
    if not (_has(about, ABOUT) and _has(about["tournament"], NAMED)):
        raise ArchiveFault("archive_no_rows", model=form.CONTENTS)
    if not _has(about["counts"], COUNTED):
        raise ArchiveFault("archive_no_rows", model=form.CONTENTS)
    return dict(about)


def _is_signed(text: bytes, signature: bytes, signer: str) -> bool:
    """Letter for letter: one that differs in a blank or a capital was changed, too."""
    told = signature.decode("ascii", errors="replace")
    is_plain = told == told.lower() and told.endswith("\n") and len(told) == 129
    return is_plain and is_signed(text, told[:-1], signer)


def _check_journal(journal: object) -> None:
    if not isinstance(journal, list) or not all(_has(entry, ENTRY) for entry in journal):
        raise ArchiveFault("archive_no_rows", model=form.JOURNAL)


def _has(found: object, wanted: Mapping[str, type | tuple[type, ...]]) -> bool:
    return isinstance(found, dict) and all(
        name in found and isinstance(found[name], kind) for name, kind in wanted.items()
    )
