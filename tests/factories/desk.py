"""The desk in tests: a sheet as typed, and the form as a browser would send it."""

import json
from collections.abc import Mapping
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from django.http import HttpResponse
from django.urls import reverse

from scoring.model import Row, RowKind
from scoring.notation import letters_of
from tests.factories.lane import typed_lines
from tournament.models import GameTable

SHEETS = Path(__file__).resolve().parents[2] / "fixtures" / "sheets"


@cache
def real_sheets(name: str = "sheets-72-players-3-rounds.json") -> tuple[dict, ...]:
    """Return the score sheets of a real list."""
    entries = json.loads((SHEETS / name).read_text(encoding="utf-8"))["sheets"]
    return tuple(entry["sheet"] for entry in entries)


def typed_rows(sheet: Mapping[str, Any], *, notes: bool = False) -> dict[str, str]:
    """Return the form fields as typed from paper: the points of all positions.

    With `notes` winners and value are typed instead of the points.
    """
    if notes:
        return typed_lines(sheet)
    typed = {f"l{row['no']}": _points_line(row) for row in sheet["rows"]}
    if sheet.get("time_limit_after_row") is not None:
        typed["time_limit"] = str(sheet["time_limit_after_row"])
    if sheet.get("struck_games"):
        typed["struck"] = str(sheet["struck_games"])
    return typed


def _points_line(row: Mapping[str, Any]) -> str:
    """Return the points of a game with its letters: "+4 -4 +4 -4 h"."""
    figures = " ".join("–" if each is None else f"{each:+}" for each in row["points"])
    kind, forced = RowKind(row["kind"]), row.get("forced", False)
    noted = Row(row["no"], kind, tuple(row["points"]), None, row.get("soloist"), forced)
    return f"{figures} {letters_of(noted)}".strip()


def typed_totals(*totals: object, games: int = 24) -> dict[str, str]:
    """Return the form fields for bare totals, everything else as usual."""
    typed = {f"t{seat}": str(total) for seat, total in enumerate(totals, 1)}
    solos = {f"solo{seat}": "on" for seat in range(1, len(totals) + 1)}
    return {"kind": "totals", **typed, "games_played": str(games), **solos}


def address_of(table: GameTable, name: str = "sheet") -> str:
    """Return the address of a table's sheet, or of another page about it."""
    round = table.round
    return reverse(name, args=[round.tournament.slug, round.number, table.number])


def form_fields(page: HttpResponse) -> dict[str, str]:
    """Return what a browser would send with the entry form of a page, without the token."""
    reader = _FormReader()
    reader.feed(page.content.decode())
    reader.fields.pop("csrfmiddlewaretoken", None)
    return reader.fields


def filled_in(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the non-empty fields, without normal games and missing Absagen.

    Also left out is what identifies the sending page: submission mark, table, draft, window.
    """
    usual = {("kind", "normal"), ("absagen", "0")}
    around = {"submission", "table", "draft", "window"}
    return {
        name: text
        for name, text in fields.items()
        if text and name not in around and (name.rpartition("-")[2], text) not in usual
    }


class _FormReader(HTMLParser):
    """Collects the successful controls of the form `sheet-form`."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self._inside = False
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "form":
            self._inside = attributes.get("id") == "sheet-form"
        if not self._inside:
            return
        if tag == "input":
            self._read_input(attributes)
        elif tag == "select":
            self._select = attributes["name"] or ""
            self.fields[self._select] = ""
        elif tag == "option" and "selected" in attributes:
            self.fields[self._select] = attributes["value"] or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False

    def _read_input(self, attributes: dict[str, str | None]) -> None:
        if attributes.get("type") == "checkbox" and "checked" not in attributes:
            return
        self.fields[attributes["name"] or ""] = attributes.get("value") or ""
