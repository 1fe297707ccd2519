"""Malicious workbooks and lists: each small, each exhausting a resource in another way."""

import io
import zipfile
from collections.abc import Callable

import openpyxl

START = '<?xml version="1.0"?>'
SPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SHEET, STRINGS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"


def _sheet(rows: str) -> bytes:
    return f"{START}<worksheet {SPACE}><sheetData>{rows}</sheetData></worksheet>".encode()


def _nested() -> str:
    entities = '<!ENTITY e0 "ha">' + "".join(
        f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12)
    )
    return f"{START}<!DOCTYPE worksheet [{entities}]><worksheet {SPACE}>&e11;</worksheet>"


def _workbook(sheet: bytes, strings: bytes | None = None) -> bytes:
    book, file, hostile = openpyxl.Workbook(), io.BytesIO(), io.BytesIO()
    book.active.append(["Name"])
    book.save(file)
    with zipfile.ZipFile(file) as usual:
        parts = {name: usual.read(name) for name in usual.namelist()}
    parts[SHEET] = sheet
    if strings:
        parts[STRINGS] = strings
        kind = (
            b'<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.'
            b'openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
        )
        types = "[Content_Types].xml"
        parts[types] = parts[types].replace(b"</Types>", kind)
    with zipfile.ZipFile(hostile, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return hostile.getvalue()


def _huge_shared_strings() -> bytes:
    strings = f"{START}<sst {SPACE}>{'<si><t>a</t></si>' * 2_500_000}</sst>"
    return _workbook(_sheet('<row><c t="s"><v>1</v></c></row>'), strings.encode())


HOSTILE_FILES: dict[str, Callable[[], bytes]] = {
    "million columns": lambda: _workbook(_sheet("<row>" + "<c/>" * 1_000_000 + "</row>")),
    "last column in every row": lambda: _workbook(_sheet('<row><c r="XFD1"/></row>' * 19_000)),
    "million rows": lambda: _workbook(_sheet("<row/>" * 7_000_000)),
    "zip bomb": lambda: _workbook(_sheet(" " * 60_000_000)),
    "nested entities": lambda: _workbook(_nested().encode()),
    "huge shared strings": _huge_shared_strings,
    "deep elements": lambda: _workbook((f"{START}" + "<a>" * 5_000_000).encode()),
    "csv of delimiters": lambda: b"Name\n" + b";" * 2_000_000,
    "csv of quotation marks": lambda: b"Name\n" + b'"' * 2_000_000,
    "csv of one name": lambda: b"Name\n" + b"a" * 2_000_000,
}
"""How to make the files, by what they do."""
