"""CSV files as spreadsheets write them: encodings and delimiters vary."""

import codecs
import csv
from collections.abc import Iterator
from io import StringIO

from tournament.errors import Refused
from tournament.imports.base import Quotes, RawRow, TextTable, text_table

DELIMITERS = ";\t,"
UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read_csv(data: bytes) -> tuple[TextTable, ...]:
    """Return the file read once per delimiter, the likeliest first. Refused: "file_unreadable"."""
    text = decode(data)
    readings: list[TextTable] = []
    fault: csv.Error | None = None
    for delimiter in DELIMITERS:
        try:
            readings.append(text_table("", _rows(text, delimiter)))
        except csv.Error as error:
            fault = error
    if not readings:
        raise Refused("file_unreadable") from fault
    return tuple(readings)


def decode(data: bytes) -> str:
    """Return the text: UTF-16 with a BOM, UTF-8 with or without, otherwise Windows-1252.

    An undefined byte becomes "�", which stands out in a name like a "?".
    """
    if data.startswith(UTF16_MARKS):
        return data.decode("utf-16", errors="replace")
    if b"\0" in data:
        raise Refused("file_unreadable")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


class _Lines:
    """The lines of a text, and whether a line beyond the last was requested."""

    def __init__(self, text: str) -> None:
        self._lines = StringIO(text, newline="")
        self.used_up = False

    def __iter__(self) -> Iterator[str]:
        yield from self._lines
        self.used_up = True


def _rows(text: str, delimiter: str) -> Iterator[RawRow]:
    """Yield each row with the number of its first line."""
    lines = _Lines(text)
    reader = csv.reader(lines, delimiter=delimiter)
    line = 1
    for cells in reader:
        # A complete row is yielded before the next line is requested.
        quotes = Quotes.OPEN if lines.used_up else Quotes.FINE
        for cell in cells if quotes is Quotes.FINE else ():
            could_hold_a_row = delimiter in cell or len(cells) == 1
            if could_hold_a_row and len(cell.strip().splitlines()) > 1:
                quotes = Quotes.SWALLOWING
        yield RawRow(line, cells, quotes)
        line = reader.line_num + 1
