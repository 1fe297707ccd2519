"""The lists of fixtures/torture, added up from its files alone: shares no code with the program.

`python -m tests.tournament.torture.counting` writes them into fixtures/torture/expected.
"""

import csv
import json
from fractions import Fraction
from io import StringIO
from math import floor
from pathlib import Path
from typing import Any

TORTURE = Path(__file__).parents[3] / "fixtures" / "torture"
EXPECTED = TORTURE / "expected"
BOTH_DAYS, SATURDAY = 6, 3
LISTS = ("players.csv", "late-saturday.csv", "late-sunday.csv")
NOTES = {
    "withdrawn": "zurückgezogen",
    "unranked": "spielt außer Wertung",
    "disqualified": "disqualifiziert",
}
Json = dict[str, Any]


def read(name: str) -> Any:
    """Return a file of the event."""
    return json.loads((TORTURE / name).read_text(encoding="utf-8"))


class Event:
    """The event up to a round: everybody's points by table."""

    def __init__(self, rounds: int) -> None:
        told = read("event.json")
        self.rounds = rounds
        self.people = people(told)
        self.seats: list[list[list[int]]] = told["seats"][:rounds]
        self.status = {
            each["number"]: each["status"] for each in told["status"] if each["round"] <= rounds
        }
        self.deducted = {
            each["number"]: -each["points"]
            for each in told["calls"]
            if "points" in each and each["round"] <= rounds
        }
        self.points: dict[int, list[int | None]] = {
            number: [None] * rounds for tables in self.seats for seats in tables for number in seats
        }
        self.solos_won = dict.fromkeys(self.points, 0)
        for number in range(1, rounds + 1):
            for entry in read(f"sheets-{number}.json")["sheets"]:
                self.add(entry)
        for ruling in told["rulings"]:
            if ruling["round"] <= rounds:
                self.rule(ruling)

    def add(self, entry: Json) -> None:
        """Add what a score sheet brings the players at its table."""
        seats = self.seats[entry["round"] - 1][entry["table"] - 1]
        if "totals" in entry:
            gained = entry["totals"]
        else:
            lines = [*entry["sheet"]["rows"], *entry["sheet"]["penalties"]]
            gained = [sum(line["points"][at] or 0 for line in lines) for at in range(len(seats))]
            for row in entry["sheet"]["rows"]:
                if row["kind"] == "compulsory_solo" and row["points"][row["soloist"] - 1] > 0:
                    self.solos_won[seats[row["soloist"] - 1]] += 1
        for number, figure in zip(seats, gained, strict=True):
            self.points[number][entry["round"] - 1] = figure

    def rule(self, ruling: Json) -> None:
        """Return the direction's points for a lost list: a figure, or the average of the others."""
        seats = self.seats[ruling["round"] - 1][ruling["table"] - 1]
        for number, figure in zip(seats, ruling["figures"], strict=True):
            played = [points for points in self.points[number] if points is not None]
            average = Fraction(sum(played), len(played))
            given = floor(average + Fraction(1, 2)) if figure == "average" else figure
            self.points[number][ruling["round"] - 1] = given

    def total(self, number: int) -> int:
        """Return all rounds less the deduction."""
        return sum(figure or 0 for figure in self.points[number]) + self.deducted.get(number, 0)

    def merit(self, number: int) -> tuple[int | Fraction, ...]:
        """Return the sort key: the total, and the four tie-breaks of the event."""
        met = [
            self.total(other)
            for tables in self.seats
            for seats in tables
            if number in seats
            for other in seats
            if other != number
        ]
        played = [figure for figure in self.points[number] if figure is not None]
        last = self.points[number][-1] or 0
        opponents = Fraction(sum(met), len(met))
        return self.total(number), last, max(played), self.solos_won[number], opponents

    def standings(self, category: str = "") -> list[Json]:
        """Return the list as in formats.md: 1-2-2-4, equal ones by number, unranked ones last."""
        listed = sorted(
            number for number in self.points if not category or category in self.tags(number)
        )
        merits = {number: self.merit(number) for number in listed}
        listed.sort(key=lambda number: merits[number], reverse=True)
        ranked = [number for number in listed if number not in self.status]
        lines = [
            self.line(number, 1 + sum(merits[other] > merits[number] for other in ranked))
            for number in ranked
        ]
        return lines + [
            self.line(number, None) | {"note": NOTES[self.status[number]]}
            for number in listed
            if number in self.status
        ]

    def listed(self) -> list[Json]:
        """Return the standings with names as in a list: "Franke, Änne"."""
        return [
            line | {"list_name": self.people[line["number"]]["list_name"]}
            for line in self.standings()
        ]

    def line(self, number: int, rank: int | None) -> Json:
        return {
            "rank": rank,
            "number": number,
            "name": self.people[number]["name"],
            "club": self.people[number]["club"],
            "rounds": self.points[number],
            "adjustment": self.deducted.get(number, 0),
            "total": self.total(number),
        }

    def tags(self, number: int) -> list[str]:
        return self.people[number]["tags"].split(", ")

    def groups(self, key: str, best: int | None) -> list[Json]:
        """Return the groups: the `best` of each count, or all; unranked players do not."""
        totals: dict[str, list[int]] = {}
        for number in self.points:
            if name := self.people[number][key]:
                members = totals.setdefault(name, [])
                members += [self.total(number)] if number not in self.status else []
        full = {
            name: sum(sorted(each, reverse=True)[:best])
            for name, each in totals.items()
            if len(each) >= (best or 1)
        }
        lines = [
            {"rank": 1 + sum(other > total for other in full.values()), "name": name}
            | {"total": total}
            for name, total in full.items()
        ]
        return sorted(lines, key=lambda line: (line["rank"], line["name"]))

    def seat_list(self, number: int) -> list[Json]:
        """Return who sits where in a round."""
        return [
            {"table": table, "seat": seat, "number": who}
            | {key: self.people[who][key] for key in ("name", "club")}
            for table, seats in enumerate(self.seats[number - 1], 1)
            for seat, who in enumerate(seats, 1)
        ]


def people(told: Json) -> dict[int, dict[str, str]]:
    """Return everybody by start number, from the lists of players and the manual entries."""
    found = {}
    for name in LISTS:
        with (TORTURE / name).open(encoding="utf-8-sig", newline="") as file:
            for row in csv.DictReader(file, delimiter=";"):
                found[int(row["Nr."])] = (
                    *(row["Vorname"], row["Nachname"], row["Vereinskürzel"]),
                    *(row["Kategorie"], row["Mannschaft"]),
                )
    for row in told["typed"]:
        keys = ("first_name", "last_name", "club_code", "tags", "team")
        found[row["number"]] = tuple(row[key] for key in keys)
    return {
        number: {
            "name": f"{first} {last}".strip(),
            "list_name": ", ".join(filter(None, (last, first))),
            "club": club,
            "tags": tags,
            "team": team,
        }
        for number, (first, last, club, tags, team) in found.items()
    }


def as_json(rows: list[Json]) -> str:
    """Return one object per row."""
    return "[" + ",\n ".join(json.dumps(row, ensure_ascii=False) for row in rows) + "]\n"


def as_csv(rows: list[Json], rounds: int) -> str:
    """Return the standings as CSV, last names first; no text is a formula to Excel."""
    played = [f"r{number}" for number in range(1, rounds + 1)]
    headings = ["rank", "number", "name", "club", *played, "adjustment", "total", "note"]
    text = StringIO()
    writer = csv.DictWriter(text, headings, delimiter=";", restval="", extrasaction="ignore")
    writer.writeheader()
    for row in rows:
        name = row["list_name"]
        name = f"'{name}" if name[0] in "=+-@" else name
        writer.writerow({**row, **dict(zip(played, row["rounds"], strict=True)), "name": name})
    return "\N{BYTE ORDER MARK}" + text.getvalue()


def expected() -> dict[str, str]:
    """Return every list of the event, by the name of its file."""
    saturday, final = Event(SATURDAY), Event(BOTH_DAYS)
    lists = {f"seats-{number}.json": final.seat_list(number) for number in range(1, BOTH_DAYS + 1)}
    lists |= {
        "saturday.json": saturday.standings(),
        "final.json": with_rulings(final.standings()),
        "women.json": with_rulings(final.standings("Damen")),
        "juniors.json": with_rulings(final.standings("Junioren")),
        "clubs.json": final.groups("club", 3),
        "teams.json": final.groups("team", None),
    }
    return {name: as_json(rows) for name, rows in lists.items()} | {
        "saturday.csv": as_csv(saturday.listed(), SATURDAY),
        "final.csv": as_csv(final.listed(), BOTH_DAYS),
    }


def with_rulings(lines: list[Json]) -> list[Json]:
    """Return the lines, with the rounds in which the direction has set the points."""
    told = read("event.json")
    ruled: dict[int, list[int]] = {}
    for each in told["rulings"]:
        for number in told["seats"][each["round"] - 1][each["table"] - 1]:
            ruled.setdefault(number, []).append(each["round"])
    return [
        line | ({"ruled": ruled[line["number"]]} if line["number"] in ruled else {})
        for line in lines
    ]


if __name__ == "__main__":
    for file_name, content in expected().items():
        (EXPECTED / file_name).write_text(content, encoding="utf-8", newline="")
