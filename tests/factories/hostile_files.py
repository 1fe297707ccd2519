"""Malicious workbooks and lists: each small, each exhausting a resource in another way."""

import io
import zipfile

import openpyxl

START = '<?xml version="1.0"?>'
SPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SHEET, STRINGS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"


def hostile_files() -> dict[str, bytes]:
    """Return the files by what they do."""
    return {
        "million columns": _workbook(_sheet("<row>" + "<c/>" * 1_000_000 + "</row>")),
        "last column in every row": _workbook(_sheet('<row><c r="XFD1"/></row>' * 19_000)),
        "million rows": _workbook(_sheet("<row/>" * 7_000_000)),
        "zip bomb": _workbook(_sheet(" " * 60_000_000)),
        "nested entities": _workbook(_nested().encode()),
        "huge shared strings": _workbook(
            _sheet('<row><c t="s"><v>1</v></c></row>'),
            f"{START}<sst {SPACE}>{'<si><t>a</t></si>' * 2_500_000}</sst>".encode(),
        ),
        "deep elements": _workbook((f"{START}" + "<a>" * 5_000_000).encode()),
        "csv of delimiters": b"Name\n" + b";" * 2_000_000,
        "csv of quotation marks": b"Name\n" + b'"' * 2_000_000,
        "csv of one name": b"Name\n" + b"a" * 2_000_000,
    }


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
