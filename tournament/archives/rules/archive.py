"""The file of an archived tournament: a zip whose every byte is verified.

docs/archive.md describes it. Uploaded files are untrusted: sizes are checked before unpacking,
nothing is written to disk, and anything unreadable is a fault.
"""

import json
import re
import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

FORMAT = "Kreuzdame archive"
VERSION = 1
CONTENTS, SIGNATURE, DATA, JOURNAL = "archive.json", "archive.sig", "data.json", "journal.json"
OPENED = (DATA, JOURNAL)
"""The parts that are imported; the others are for people to read."""

MEGABYTE = 1024 * 1024
MOST_MEGABYTES = 32
MOST_UNPACKED = 96 * MEGABYTE
MOST_PARTS = 60
MOST_RATIO = 100
FIGURES = 64  # hexadecimal digits of a SHA-256
WRITTEN = (1980, 1, 1, 0, 0, 0)  # the earliest time of the zip format: the real one is in CONTENTS
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)?\.[a-z]{3,4}", re.ASCII)
# NUL and surrogates, which databases cannot store; matched unescaped.
_NO_TEXT = re.compile(rb"(?<!\\)(\\\\)*\\u(0000|[dD][89a-fA-F])")
_UNREADABLE = (
    *(BadZipFile, EOFError, LookupError, NotImplementedError, OSError, OverflowError),
    *(RuntimeError, ValueError, struct.error, zlib.error),
)


class ArchiveFault(Exception):
    """The file cannot be opened: a code with its parameters."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code, self.params = code, params


@dataclass(frozen=True, slots=True)
class Finding:
    """A part that differs from what was written: changed, missing or unknown; `part` "": the file.

    matters: whether the tournament could differ from the signed one.
    """

    part: str
    what: str
    matters: bool


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one model: field names, and id and values of each row."""

    fields: tuple[str, ...]
    rows: tuple[tuple[int, tuple[Any, ...]], ...]

    def by_id(self) -> dict[int, dict[str, Any]]:
        """Return the values by field of each row, by id."""
        return {pk: dict(zip(self.fields, values, strict=True)) for pk, values in self.rows}


@dataclass(frozen=True, slots=True)
class Archive:
    """A parsed archive. about: the signed contents; signer: the public key, in hex.

    rows: by model. journal: its entries, `journal_text` verbatim. findings: differences that do not
    matter.
    """

    about: Mapping[str, Any]
    signer: str
    rows: Mapping[str, Rows]
    journal: Sequence[Mapping[str, Any]]
    journal_text: bytes
    findings: tuple[Finding, ...] = ()


def as_json(content: object) -> bytes:
    """Return JSON in one line, keys sorted."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode() + b"\n"


def from_json(part: str, content: bytes) -> Any:
    """Parse a part. Raises ArchiveFault `archive_no_json` for invalid or too deep JSON."""
    try:
        if _NO_TEXT.search(content):
            raise ValueError
        return json.loads(content.decode(), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise ArchiveFault("archive_no_json", part=part) from error


def listed(parts: Mapping[str, bytes]) -> dict[str, dict[str, Any]]:
    """Return size and checksum of the parts, for the contents."""
    return {
        name: {"bytes": len(content), "sha256": sha256(content).hexdigest()}
        for name, content in parts.items()
    }


def packed(parts: Mapping[str, bytes]) -> bytes:
    """Return the zip; its comment is the checksum of every byte before it."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(ZipInfo(name, WRITTEN), content, ZIP_DEFLATED)
        file.comment = b"0" * FIGURES
    whole = out.getvalue()[:-FIGURES]
    return whole + sha256(whole).hexdigest().encode()


def is_as_packed(data: bytes) -> bool:
    """Whether no byte of the file was changed."""
    return sha256(data[:-FIGURES]).hexdigest().encode() == data[-FIGURES:]


def unpacked(data: bytes) -> dict[str, bytes | None]:
    """Return the parts by name; None for one that cannot be unpacked.

    Raises ArchiveFault: `archive_too_large`, `archive_no_zip`, `archive_too_many_parts`,
    `archive_bomb`, `archive_part_name`, `archive_part_twice`.
    """
    if len(data) > MOST_MEGABYTES * MEGABYTE:
        raise ArchiveFault("archive_too_large", megabytes=MOST_MEGABYTES)
    try:
        with ZipFile(BytesIO(data)) as file:
            infos = file.infolist()
            names = [each.filename for each in infos]
            # Checked before anything is unpacked.
            if len(names) > MOST_PARTS:
                raise ArchiveFault("archive_too_many_parts", most=MOST_PARTS)
            if sum(each.file_size for each in infos) > min(MOST_UNPACKED, MOST_RATIO * len(data)):
                raise ArchiveFault("archive_bomb", megabytes=MOST_UNPACKED // MEGABYTE)
            for each in infos:
                is_plain = each.compress_type in (ZIP_STORED, ZIP_DEFLATED)
                if not is_plain or each.flag_bits & 1 or not _NAME.fullmatch(each.filename):
                    raise ArchiveFault("archive_part_name", part=ascii(each.filename[:100]))
            if twice := next((name for name in names if names.count(name) > 1), None):
                raise ArchiveFault("archive_part_twice", part=twice)
            return {each.filename: _content(file, each) for each in infos}
    except _UNREADABLE as error:
        raise ArchiveFault("archive_no_zip") from error


def findings(parts: Mapping[str, bytes | None], told: Mapping[str, Any]) -> list[Finding]:
    """Compare the parts with the contents: changed, missing or unknown ones."""
    found = []
    for name in sorted({*told, *(parts.keys() - {CONTENTS, SIGNATURE})}):
        content, expected = parts.get(name), told.get(name)
        if expected is None:
            what = "unknown"
        elif name not in parts:
            what = "missing"
        elif content is None or listed({name: content})[name] != expected:
            what = "changed"
        else:
            continue
        found.append(Finding(name, what, name in OPENED))
    return found


def rows_of(data: object) -> dict[str, Rows]:
    """Return the rows by model. Raises ArchiveFault `archive_no_rows` for another form."""
    if not isinstance(data, dict):
        raise ArchiveFault("archive_no_rows", model=DATA)
    return {str(model): _rows(str(model), table) for model, table in data.items()}


def _rows(model: str, table: object) -> Rows:
    try:
        fields, rows = table["fields"], table["rows"]  # type: ignore[index]  # or TypeError
        read = tuple((row[0], tuple(row[1:])) for row in rows)
    except (TypeError, LookupError) as error:
        raise ArchiveFault("archive_no_rows", model=model) from error
    ids = {pk for pk, _values in read if type(pk) is int and pk > 0}
    is_text = isinstance(fields, list) and all(isinstance(name, str) for name in fields)
    if not is_text or len(ids) != len(read) or any(len(row) != len(fields) for _, row in read):
        raise ArchiveFault("archive_no_rows", model=model)
    return Rows(tuple(fields), read)


def _content(file: ZipFile, info: ZipInfo) -> bytes | None:
    """Read at most the listed size of a part: read() alone would unpack everything."""
    try:
        with file.open(info) as part:
            return part.read(info.file_size + 1)
    except _UNREADABLE:
        return None


def _no_number(text: str) -> None:
    raise ValueError(text)
