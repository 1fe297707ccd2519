"""Workbooks (.xlsx and .ods), read defensively."""

import zipfile
from datetime import date
from io import BytesIO

from openpyxl import load_workbook

from tournament.errors import Refused
from tournament.imports.base import MEGABYTE, RawRow, TextTable, text_table
from tournament.imports.open_documents import MIMETYPE, read_open_document

ZIP = b"PK\x03\x04"
# Container format of old Excel files and of new ones locked with a password.
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MAX_UNPACKED = 50 * MEGABYTE
MAX_PARTS = 1000


def is_workbook(data: bytes) -> bool:
    """Whether the file looks like a workbook, of Excel, old or new, or of LibreOffice."""
    return data.startswith((ZIP, OLE))


def read_workbook(data: bytes, *, calculated: bool = False) -> tuple[TextTable, ...]:
    """Return the sheets of a workbook; a formula yields its text or, `calculated`, its figure.

    Refused: "old_or_locked_excel", "file_unreadable", "file_too_large", "too_many_columns".
    """
    if data.startswith(OLE):
        raise Refused("old_or_locked_excel")
    try:
        # A small file may unpack to a huge one, but no part to more than it declares.
        with zipfile.ZipFile(BytesIO(data)) as archive:
            parts = archive.infolist()
        if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
            raise Refused("file_too_large", megabytes=MAX_UNPACKED // MEGABYTE)
        if MIMETYPE in data[:120]:  # it declares itself, where the format requires it
            return read_open_document(data)
        workbook = load_workbook(
            BytesIO(data), read_only=True, data_only=calculated, keep_links=False
        )
        try:
            tables = []
            for sheet in workbook.worksheets:
                # What a sheet says about its own size may be wrong.
                sheet.reset_dimensions()
                rows = enumerate(sheet.iter_rows(values_only=True), start=1)
                raw = (RawRow(line, map(_text, row)) for line, row in rows)
                tables.append(text_table(sheet.title, raw))
            return tuple(tables)
        finally:
            workbook.close()
    except Refused:
        raise
    except Exception as error:
        # A damaged workbook makes openpyxl fail in any way; the details are no use to a judge.
        raise Refused("file_unreadable") from error


def _text(value: object) -> str:
    """Return a cell as a person would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.isoformat() if isinstance(value, date) else str(value)
