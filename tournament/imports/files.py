"""The tables of a file, whatever kind it is: workbook, web page, CSV; other kinds are named."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from tournament.errors import Refused
from tournament.imports.letters import read_letters
from tournament.imports.tables import (
    MAX_COLUMNS,
    OLD_EXCEL,
    RawRow,
    TextTable,
    check_size,
    is_workbook,
    read_csv,
    read_workbook,
    text_table,
)
from tournament.shared.rules.typed import whole_number

_HEAD = 2000  # bytes that tell what a file is
_WEB_PAGE = re.compile(rb"\s*(<!doctype html|<html|<table|<meta|<\?xml|<!--|mime-version:)", re.I)
_PAGE_IN_UTF16 = re.compile(rb"(\xff\xfe<\0|\xfe\xff\0<)")
# A tournament of a chess program: players in lines that begin with 001.
_CHESS = re.compile(rb"^001 [ \d]{4} ", re.MULTILINE)
_HIDDEN = re.compile(r"<(!--|script\b|style\b)", re.IGNORECASE)
_HIDDEN_UNTIL = {
    "!--": re.compile("-->"),
    "script": re.compile("</script[^<>]*>", re.IGNORECASE),
    "style": re.compile("</style[^<>]*>", re.IGNORECASE),
}
_UNCLOSED = re.compile(r"<[a-z/!?][^<>]*(?=<|\Z)", re.IGNORECASE)
# The parser looks for the end of each unclosed tag in all that follows: about five seconds.
_MOST_LOOKED_THROUGH = 100_000_000
_NAMED = {b"%PDF": "is_pdf", b"{\\rtf": "is_text_document"}


def read_tables(
    data: bytes, letters: str = "", *, calculated: bool = False
) -> tuple[TextTable, ...]:
    """Return the tables of a file: the sheets, the tables of a page, the readings of a CSV file.

    `letters`, chosen by somebody, and `calculated` as in `read_csv` and `read_workbook`. Refused:
    "file_too_large", "file_unreadable", "old_or_locked_excel", "too_many_columns", "is_web_page"
    (without a table), "file_takes_too_much" (to parse a page), "is_chess_file", "is_pdf",
    "is_text_document".
    """
    check_size(data)
    for start, code in _NAMED.items():
        if data.startswith(start):
            raise Refused(code)
    if data.startswith(OLD_EXCEL):
        raise Refused("old_or_locked_excel")
    if is_workbook(data):
        return read_workbook(data, calculated=calculated)
    if _WEB_PAGE.match(data.removeprefix(b"\xef\xbb\xbf")[:_HEAD]) or _PAGE_IN_UTF16.match(data):
        read, page = read_letters(data, letters), _Page()
        text = _without_hidden(read.text)
        if len(_UNCLOSED.findall(text)) * len(text) > _MOST_LOOKED_THROUGH:
            raise Refused("file_takes_too_much")
        try:
            page.feed(text)
            page.close()
        except AssertionError as error:  # a broken declaration, "<![<"
            raise Refused("file_unreadable") from error
        tables = (text_table("", rows, read.how) for rows in page.tables())
        if not (found := tuple(table for table in tables if table.rows)):
            raise Refused("is_web_page")
        return found
    if _CHESS.search(data) and data.lstrip(b"\xef\xbb\xbf")[:3].isdigit():
        raise Refused("is_chess_file")
    return read_csv(data, letters)


def _without_hidden(text: str) -> str:
    """Return a page without comments, scripts and styles, up to the first that does not end."""
    shown, at = [], 0
    while start := _HIDDEN.search(text, at):
        end = _HIDDEN_UNTIL[start[1].lower()].search(text, start.end())
        if not end:
            break
        shown.append(text[at : start.start()])
        at = end.end()
    return "".join((*shown, text[at:]))


class _Page(HTMLParser):
    """The tables of a web page: the texts of their cells, row by row."""

    def __init__(self) -> None:
        super().__init__()
        self._tables: list[list[list[str]]] = []
        self._open: list[list[list[str]]] = []  # a table may stand in a cell of another
        self._covered: list[str] = []  # by the last cell, if it is wider than a column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._open.append([])
            self._tables.append(self._open[-1])
        elif self._open and tag == "tr":
            self._open[-1].append([])
            self._covered = []
        elif self._open and tag in ("td", "th"):
            rows = self._open[-1]
            if not rows:
                rows.append([])
            rows[-1] += [*self._covered, ""]
            span = whole_number(dict(attrs).get("colspan") or "") or 1
            self._covered = [""] * min(span - 1, MAX_COLUMNS)
        elif tag == "br":
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag == "table" and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] and self._open[-1][-1]:
            self._open[-1][-1][-1] += data

    def tables(self) -> Iterator[Iterator[RawRow]]:
        """Yield the rows of each table, numbered within it."""
        for rows in self._tables:
            yield (RawRow(line, cells) for line, cells in enumerate(rows, start=1))
