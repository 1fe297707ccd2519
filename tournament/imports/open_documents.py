"""LibreOffice spreadsheets (.ods), read defensively.

Parsed by hand, with the standard library behind defusedxml: existing libraries build the whole
sheet in memory, and a sheet of 200 bytes can declare a million equal rows.
"""

import zipfile
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import iterparse

from tournament.errors import Refused
from tournament.imports.base import MAX_COLUMNS, MAX_ROWS_WITH_BLANK, RawRow, TextTable, text_table

MIMETYPE = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
ROW = f"{TABLE}table-row"
MOST_IN_ROW = 100_000
"""Starts and ends of elements; a row of 16,384 cells with texts has fewer."""
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def read_open_document(data: bytes) -> tuple[TextTable, ...]:
    """Return the sheets; a formula yields its text, as in other workbooks.

    Raises what the parser raises. Refused: "too_many_columns", "old_or_locked_excel".
    """
    with zipfile.ZipFile(BytesIO(data)) as archive:
        if b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise Refused("old_or_locked_excel")
        with archive.open("content.xml") as content:
            events = iterparse(content, events=("start", "end"))
            tables = []
            for event, element in events:
                if event == "start" and element.tag == f"{TABLE}table":
                    tables.append(text_table(element.get(f"{TABLE}name", ""), _rows(events)))
                    # The rest of a sheet that is too long is skipped.
                    for ended, part in events if tables[-1].too_long else ():
                        if ended == "end" and part.tag in (ROW, element.tag):
                            element.clear()
                        if ended == "end" and part is element:
                            break
            return tuple(tables)


def _rows(events: Iterator[tuple[str, Element]]) -> Iterator[RawRow]:
    """Yield every row up to the end of the sheet, with its number, freeing what was read."""
    line = parts = 0
    for event, element in events:
        parts += 1
        if parts > MOST_IN_ROW:
            raise Refused("too_many_columns", most=MAX_COLUMNS)
        if event == "start" or element.tag not in (ROW, f"{TABLE}table"):
            continue
        if element.tag != ROW:
            element.clear()
            return
        parts = 0
        cells = list(islice(_cells(element), MAX_COLUMNS + 1))
        repeated = _count(element, "number-rows-repeated")
        element.clear()
        # A sheet ends with a million equal blank rows: yielded once, all counted in the line
        # number.
        line += repeated if not any(cells) else 1
        yield RawRow(line, cells)
        for _ in range(min(repeated - 1, MAX_ROWS_WITH_BLANK) if any(cells) else 0):
            line += 1
            yield RawRow(line, cells)


def _cells(row: Element) -> Iterator[str]:
    for cell in row:
        if cell.tag in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
            text = _text(cell)
            for _ in range(_count(cell, "number-columns-repeated")):
                yield text


def _count(element: Element, name: str) -> int:
    text = element.get(f"{TABLE}{name}", "1")
    return int(text) if text.isdecimal() else 1


def _text(cell: Element) -> str:
    """Return a cell as a person would type it."""
    formula = cell.get(f"{TABLE}formula", "")
    if formula:
        return "=" + formula.partition("=")[2]
    kind = cell.get(f"{OFFICE}value-type", "")
    value = cell.get(f"{OFFICE}value", "")
    if kind == "float":
        return value.removesuffix(".0")
    if kind == "boolean":
        return "1" if cell.get(f"{OFFICE}boolean-value") == "true" else "0"
    # Notes at a cell are inside it too, but not part of its text.
    lines = ("".join(_words(line)) for line in cell if line.tag == f"{TEXT}p")
    return "\n".join(lines)


def _words(element: Element) -> Iterator[str]:
    """Yield the text of a paragraph; repeated blanks, tabs and line breaks are elements."""
    yield element.text or ""
    for part in element:
        if part.tag == f"{TEXT}s":
            yield " " * min(int(part.get(f"{TEXT}c", "1")), 100)
        elif part.tag in (f"{TEXT}tab", f"{TEXT}line-break"):
            yield " "
        else:
            yield from _words(part)
        yield part.tail or ""
