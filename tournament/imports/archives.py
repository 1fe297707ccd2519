"""Reading archives: whether it is one, whether it is as signed, and what it contains."""

from collections.abc import Callable
from typing import Any

from tournament.archives.rules import archive as form
from tournament.archives.rules.archive import (
    Archive,
    ArchiveFault,
    Finding,
    is_contents,
    is_count,
    is_journal,
)
from tournament.errors import Refused
from tournament.shared.writes.signing import is_signed

READERS: dict[int, Callable[[Any], Any]] = {1: lambda data: data}
"""By format version: converts rows of that version to today's."""


def read_archive(data: bytes, *, may_be_unsigned: bool = False) -> Archive:
    """Return the contents of the file, as signed.

    Parts that are not opened may differ: these are the findings. Refused: any other difference, and
    as `archives.rules.archive` says. `may_be_unsigned`: one without a signature is read as well,
    and has no signer; a wrong signature is refused all the same.
    """
    try:
        parts = form.unpack(data)
        text, signature = parts.get(form.CONTENTS), parts.get(form.SIGNATURE)
        if text is None or (signature is None and not may_be_unsigned):
            raise ArchiveFault("archive_unsigned" if text else "archive_no_zip")
        about = form.from_json(form.CONTENTS, text)
        version = about.get("version") if isinstance(about, dict) else None
        if not is_count(version) or about.get("format") != form.FORMAT:
            raise ArchiveFault("archive_no_zip")
        if version not in READERS:
            raise ArchiveFault("archive_too_new", version=version)
        if signature is not None and not _is_sealed(text, signature, about.get("signer")):
            raise ArchiveFault("archive_unsigned")
        if not is_contents(about):
            raise ArchiveFault("archive_no_rows", model=form.CONTENTS)
        found = form.findings(parts, about["parts"])
        if wrong := next((each for each in found if each.matters), None):
            raise ArchiveFault("archive_changed", part=wrong.part)
        if not found and not form.is_unaltered(data):
            found = [Finding("", "repacked", matters=False)]
        whole = {name: parts[name] or b"" for name in form.OPENED}
        rows = form.rows_of(READERS[version](form.from_json(form.DATA, whole[form.DATA])))
        journal = form.from_json(form.JOURNAL, whole[form.JOURNAL])
        if not is_journal(journal):
            raise ArchiveFault("archive_no_rows", model=form.JOURNAL)
        signer = "" if signature is None else about["signer"]
        return Archive(
            *(dict(about), signer, rows, journal, whole[form.JOURNAL], tuple(found)),
            standings=parts.get(form.STANDINGS) or b"",
        )
    except ArchiveFault as fault:
        raise Refused(fault.code, **fault.params) from fault


def _is_sealed(text: bytes, signature: bytes, signer: object) -> bool:
    """Whether it is signed, to the letter: a blank or a capital more was changed too."""
    sealed = signature.decode("ascii", errors="replace")
    is_plain = sealed == sealed.lower() and sealed.endswith("\n") and len(sealed) == 129
    return is_plain and isinstance(signer, str) and is_signed(text, sealed[:-1], signer)
