"""What people do at the computers of the day: at the desk, at the sheets, over a list."""

import csv
import json
import re
from html import unescape
from io import BytesIO, StringIO
from uuid import uuid4

from pypdf import PdfReader

from scoring.model import ScoreSheet
from scoring.notation import line_of
from tests.factories.papers import page_texts
from tests.factories.visitor import Visitor
from tests.tournament.day.hall import T

MOST_ASKED = 3


def at_desk(visitor: Visitor, **act: object) -> None:
    """Send one act of the registration desk, as its script does."""
    fields = {"mark": str(uuid4()), **act}
    answer = visitor.client.post(f"{T}players/desk/", fields)
    assert answer.status_code == 200, answer.content
    told = answer.json()
    assert told["state"] == "done", told


def by_lane(visitor: Visitor, round: int, table: int, totals: list[int], **answers: str) -> None:
    """Send the totals of a table as the totals lane does; answer what it asks.

    answers: `booked`, whether the totals contain a penalty ("in") or lack it ("add").
    """
    address = f"{T}rounds/{round}/totals/save/"
    typed = {"table": table, "totals": [*map(str, totals)], "submission": str(uuid4())}
    said: dict[str, str] = {}
    for _ in range(MOST_ASKED):
        told = _sent(visitor, address, {**typed, "answers": said})
        if told["state"] != "asks":
            break
        for each in told["questions"]:
            kind = each["name"].partition("-")[0]
            said[each["name"]] = answers.get(kind, each["choices"][0]["value"])
    assert told["state"] == "saved", (round, table, totals, told)


def _sent(visitor: Visitor, address: str, typed: dict[str, object]) -> dict:
    told: dict = visitor.client.post(
        address, json.dumps(typed), content_type="application/json"
    ).json()
    return told


def by_lines(visitor: Visitor, round: int, table: int, sheet: ScoreSheet) -> None:
    """Type a list game by game, with how many games were struck when the time was up."""
    visitor.open(f"{T}rounds/{round}/tables/{table}/?kind=rows")
    typed = {f"l{row.no}": line_of(row) for row in sheet.rows}
    if sheet.time_limit_after_row is not None:
        typed["time_limit"] = str(sheet.time_limit_after_row)
        typed["struck"] = str(sheet.struck_games)
    visitor.press("Liste speichern", typed)
    while visitor.fields("Liste speichern").get("sure"):
        visitor.press("Liste speichern")  # a rare value is asked about once
    assert f"Tisch {table} ist gespeichert" in visitor.text, visitor.text[:3000]


def cells_of(page: str) -> list[list[str]]:
    """Return the rows of the first table of a page, with the text of each cell."""
    rows = page.split("<tbody")[1].split("</tbody>")[0].split("<tr")[1:]
    return [
        [
            " ".join(unescape(re.sub(r"<[^>]*>", " ", cell)).split())
            for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL)
        ]
        for row in rows
    ]


def call(
    visitor: Visitor, round: int, table: int, paragraph: str, offender: int, **told: object
) -> None:
    """Enter a complaint: the decision is shown first."""
    visitor.open(f"{T}calls/new/?round={round}&table={table}")
    typed = {"paragraph": paragraph, "offender": offender, "initials": "KS", **told}
    visitor.press("Anzeigen", typed)
    visitor.press("Eintragen")


def close(direction: Visitor, number: int) -> None:
    """Close a round, as the direction."""
    direction.open(f"{T}rounds/{number}/")
    direction.press(f"Runde {number} abschließen")
    assert f"Runde {number} abgeschlossen." in direction.text


def csv_of(visitor: Visitor, address: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file by their headings."""
    text = visitor.open(f"{T}{address}").content.decode("utf-8-sig")
    return [*csv.DictReader(StringIO(text), delimiter=";")]


def paper(visitor: Visitor, address: str) -> str:
    """Return the text of a PDF."""
    return " ".join(page_texts(PdfReader(BytesIO(visitor.open(f"{T}{address}").content))))


def plain(text: str) -> str:
    """Replace non-breaking by plain spaces."""
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
