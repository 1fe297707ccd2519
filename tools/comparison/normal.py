"""Answers as text to be compared line by line: what changes from one request to the next goes,
and what changes from one installation to another: its folders, and the time of printing.

A page is a line for each tag and each text; a paper a line for each text with its place in points;
a workbook a line for each cell; everything else its own lines.
"""

import os
import re
import zipfile
from collections.abc import Iterator
from datetime import UTC, timedelta
from hashlib import sha256
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import openpyxl
from django.utils import timezone, translation
from django.utils.formats import date_format
from pypdf import PdfReader
from time_machine import escape_hatch

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
STATIC_FILES = re.compile(r"/static/[0-9a-f]{12}/")
SECRET = re.compile(r"\b[A-Za-z0-9_-]{43,64}\b")
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def as_text(content_type: str, content: bytes) -> str:
    """Return an answer of this type as lines."""
    text = _lines_of(content_type, content)
    for told, name in _of_here_and_now():
        text = text.replace(told, name)
    return text


def _of_here_and_now() -> Iterator[tuple[str, str]]:
    """Yield what only this installation says, and only now, with the word that stands for it."""
    if folder := os.environ.get("KREUZDAME_VAR"):
        yield folder, "FOLDER"
    yield str(Path.cwd()), "PROGRAM"
    # A process of its own, as for workbooks, has the computer's time and not the one travelled to.
    for now in (timezone.now(), escape_hatch.datetime.datetime.now(tz=UTC)):
        for minutes in (0, 1):  # it may have been printed a moment ago
            printed = timezone.localtime(now - timedelta(minutes=minutes))
            for language in ("de", "en"):
                with translation.override(language):
                    yield date_format(printed, "DATETIME_FORMAT"), "NOW"


def _lines_of(content_type: str, content: bytes) -> str:
    kind = content_type.partition(";")[0]
    if kind == "application/pdf":
        return "\n".join(_paper(content))
    if kind == WORKBOOK:
        return "\n".join(_workbook(content))
    if kind == "application/zip":
        return "\n".join(_archive(content))
    if not kind.startswith(("text/", "application/j", "application/xml", "image/svg")):
        return f"{kind}, {len(content)} bytes, {sha256(content).hexdigest()}"
    text = _without_chance(content.decode(errors="replace"))
    if kind != "text/html":
        return text
    page = _Page()
    page.feed(text)
    page.close()
    return "\n".join(page.lines)


def _without_chance(text: str) -> str:
    return SECRET.sub("SECRET", UUID.sub("UUID", STATIC_FILES.sub("/static/", text)))


class _Page(HTMLParser):
    """A line for each tag, its attributes sorted, and for each text."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: " ".join((value or "").split()) for name, value in attrs}
        if "class" in given:
            given["class"] = " ".join(sorted(given["class"].split()))
        told = "".join(f' {name}="{value}"' for name, value in sorted(given.items()))
        self.lines.append(f"<{tag}{told}>")

    def handle_endtag(self, tag: str) -> None:
        self.lines.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if text := " ".join(data.split()):
            self.lines.append(text)


def _paper(content: bytes) -> list[str]:
    lines = []
    for number, page in enumerate(PdfReader(BytesIO(content)).pages, 1):
        lines.append(f"page {number}: {page.mediabox.width} x {page.mediabox.height}")

        def note(text: str, cm: list[float], tm: list[float], *_font: object) -> None:
            if text.strip():
                x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
                y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
                lines.append(f"{x:.0f} {y:.0f} {' '.join(text.split())}")

        page.extract_text(visitor_text=note)
    return lines


def _workbook(content: bytes) -> list[str]:
    lines = []
    for sheet in openpyxl.load_workbook(BytesIO(content)):
        widths = {key: round(each.width, 1) for key, each in sheet.column_dimensions.items()}
        lines.append(f"sheet {sheet.title}, frozen {sheet.freeze_panes}, widths {widths}")
        for row in sheet.iter_rows():
            lines += [
                f"{cell.coordinate} {cell.number_format} {cell.font.b} {cell.value!r}"
                for cell in row
                if cell.value is not None
            ]
    return lines


def _archive(content: bytes) -> list[str]:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        return [
            f"{name} {sha256(archive.read(name)).hexdigest()}"
            for name in sorted(archive.namelist())
        ]
