"""Reading archives: whether it is one, whether it is as signed, and what it contains."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tournament.archives.rules import archive as form
from tournament.archives.rules.archive import (
    Archive,
    ArchiveFault,
    CompetitionFile,
    Finding,
    Rows,
    is_competition,
    is_contents,
    is_count,
    is_journal,
)
from tournament.competitions.rules import in_part
from tournament.errors import Refused
from tournament.shared.writes.signing import is_signed

READERS: dict[int, Callable[[Any], Any]] = {1: lambda data: data}
"""By format version: converts rows of that version to today's."""


_CONTENTS = {form.FORMAT: is_contents, form.COMPETITION: is_competition}


@dataclass(frozen=True, slots=True)
class _Signed:
    """The parts of a file, compared with the contents that were signed."""

    about: dict[str, Any]
    signer: str
    parts: dict[str, bytes | None]
    findings: list[Finding]

    def json(self, part: str) -> Any:
        return form.from_json(part, self.parts.get(part) or b"")

    def rows(self) -> dict[str, Rows]:
        return form.rows_of(READERS[self.about["version"]](self.json(form.DATA)))


def read_archive(data: bytes, *, may_be_unsigned: bool = False) -> Archive:
    """Return the contents of a tournament's archive, as signed.

    Parts that are not opened may differ: these are the findings. Refused: any other difference, and
    as `archives.rules.archive` says. `may_be_unsigned`: one without a signature is read as well,
    and has no signer; a wrong signature is refused all the same.
    """
    with _refusals():
        return _archive(_signed(data, (form.FORMAT,), may_be_unsigned=may_be_unsigned))


def read_any(data: bytes, *, may_be_unsigned: bool = False) -> Archive | CompetitionFile:
    """Return the contents of an archive, or of a competition with the archives in it.

    Refused as `read_archive`; in one of these archives as "archive_part_refused". If a competition
    may be unsigned and is, its archives have the signatures they have.
    """
    with _refusals():
        found = _signed(data, _CONTENTS, may_be_unsigned=may_be_unsigned)
        if found.about["format"] == form.FORMAT:
            return _archive(found)
        archives: dict[int, Archive] = {}
        whole = (form.CONTENTS, *([form.SIGNATURE] if found.signer else []), form.DATA)
        numbers = range(1, len(found.parts.keys() - {*whole}) + 1)
        wanted = {*whole, *map(form.part_of_tournament, numbers)}
        if wrong := sorted(wanted ^ found.parts.keys()):
            raise ArchiveFault("archive_changed", part=wrong[0])
        for number in numbers:
            with in_part(number):
                part = found.parts[form.part_of_tournament(number)] or b""
                archives[number] = read_archive(part, may_be_unsigned=not found.signer)
                # Whoever signs the whole says that people of the same number are the same.
                if found.signer and archives[number].signer != found.signer:
                    raise Refused("archive_signed_otherwise")
        findings = tuple(found.findings)
        return CompetitionFile(found.about, found.signer, found.rows(), archives, findings)


def _archive(found: _Signed) -> Archive:
    journal = found.json(form.JOURNAL)
    if not is_journal(journal):
        raise ArchiveFault("archive_no_rows", model=form.JOURNAL)
    return Archive(
        *(found.about, found.signer, found.rows(), journal, found.parts[form.JOURNAL] or b""),
        findings=tuple(found.findings),
        standings=found.parts.get(form.STANDINGS) or b"",
    )


def _signed(data: bytes, kinds: Collection[str], *, may_be_unsigned: bool = False) -> _Signed:
    parts = form.unpack(data)
    text, signature = parts.get(form.CONTENTS), parts.get(form.SIGNATURE)
    if text is None or (signature is None and not may_be_unsigned):
        raise ArchiveFault("archive_unsigned" if text else "archive_no_zip")
    about = form.from_json(form.CONTENTS, text)
    version = about.get("version") if isinstance(about, dict) else None
    if not is_count(version) or about.get("format") not in kinds:
        raise ArchiveFault("archive_no_zip")
    if version not in READERS:
        raise ArchiveFault("archive_too_new", version=version)
    if signature is not None:
        # It is signed to the letter: a blank or a capital more was changed too.
        sealed, signer = signature.decode("ascii", errors="replace"), about.get("signer")
        is_plain = sealed == sealed.lower() and sealed.endswith("\n") and len(sealed) == 129
        if not (is_plain and isinstance(signer, str) and is_signed(text, sealed[:-1], signer)):
            raise ArchiveFault("archive_unsigned")
    if not _CONTENTS[about["format"]](about):
        raise ArchiveFault("archive_no_rows", model=form.CONTENTS)
    found = form.findings(parts, about["parts"], about["format"])
    if wrong := next((each for each in found if each.matters), None):
        raise ArchiveFault("archive_changed", part=wrong.part)
    if not found and not form.is_unaltered(data):
        found = [Finding("", "repacked", matters=False)]
    return _Signed(about, "" if signature is None else about["signer"], parts, found)


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except ArchiveFault as fault:
        raise Refused(fault.code, **fault.params) from fault
