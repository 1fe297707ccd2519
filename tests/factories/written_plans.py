"""Random seat plans, and every way in which people write them into a file."""

import csv
import json
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from io import BytesIO, StringIO
from random import Random

import openpyxl

from tournament.seating.rules import Names
from tournament.shared.rules.names import name_words

PEOPLE = (
    *("Franke, Änne", "Schröder, Jörg", "Müßig, Uwe", "Grün, Käthe", "Berger, Ole", "Voß, Ida"),
    *("Kühn, Tom", "Jäger, Lea", "Höhn, Max", "Süß, Eva", "Lück, Jan", "Böhm, Kim"),
)
LAST = ("Lindner", "Özdemir", "von der Heide", "Jäger-Höhn", "D'Angelo", "Groß", "Weiß", "Köhler")
Plan = Sequence[Sequence[Sequence[int]]]
"""The start numbers by round and table, in the order of the positions."""
Rows = list[list[object]]


def random_plan(random: Random) -> tuple[Plan, dict[int, str]]:
    """Return a plan of one to four rounds, and the names by start number."""
    sizes = [random.choice((4, 4, 4, 5)) for _ in range(random.randint(2, 9))]
    numbers = random.sample(range(1, 150), sum(sizes))
    names = {number: _name(number) for number in numbers}
    rounds = []
    for _ in range(random.randint(1, 4)):
        seated = iter(random.sample(numbers, len(numbers)))
        rounds.append([[next(seated) for _ in range(size)] for size in sizes])
    return rounds, names


def known(names: dict[int, str]) -> Names:
    """Return who is entered, as a plan is compared with it."""
    found: dict[tuple[str, ...], list[int]] = {(str(number),): [number] for number in names}
    for number, name in names.items():
        for words in name_words(name):
            found.setdefault(words, []).append(number)
    return found


def _name(number: int) -> str:
    first = "".join("abcdefghij"[int(digit)] for digit in str(number))
    return f"{LAST[number % len(LAST)]}, {first.capitalize()}{'ä' * (number % 2)}"


def _spoken(name: str) -> str:
    last, _comma, first = name.partition(", ")
    return f"{first} {last}"


def _seats(plan: Plan, names: dict[int, str]) -> Iterable[tuple[int, int, int, int, str]]:
    for round, tables in enumerate(plan, start=1):
        for table, people in enumerate(tables, start=1):
            for position, number in enumerate(people, start=1):
                yield round, table, position, number, names[number]


def _csv(rows: Rows, random: Random) -> bytes:
    text = StringIO()
    csv.writer(text, delimiter=random.choice(";\t")).writerows(rows)
    return text.getvalue().encode(random.choice(["utf-8", "utf-8-sig", "utf-16", "cp1252"]))


def _workbook(*sheets: tuple[str, Rows]) -> bytes:
    book, file = openpyxl.Workbook(), BytesIO()
    book.remove(book.active)
    for title, rows in sheets:
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(file)
    return file.getvalue()


def seat_each(plan: Plan, names: dict[int, str], random: Random) -> bytes:
    rows = [list(each) for each in _seats(plan, names)]
    random.shuffle(rows)
    return _csv([["Runde", "Tisch", "Platz", "Nr", "Name"], *rows], random)


def player_each(plan: Plan, names: dict[int, str], random: Random) -> bytes:
    sign = random.choice(["-", "/", " - ", "."])
    cells = {(number, r): f"{t}{sign}{p}" for r, t, p, number, _name in _seats(plan, names)}
    title = random.choice(["Runde {}", "R{}", "{}. Runde", "Serie {}", "Runde {} (Tisch-Platz)"])
    rounds = range(1, len(plan) + 1)
    heading = ["Nr", "Name", *(title.format(each) for each in rounds)]
    rows = [[who, names[who], *(cells[who, each] for each in rounds)] for who in names]
    return _csv([heading, *rows], random)


def seat_before_table(plan: Plan, names: dict[int, str], random: Random) -> bytes:
    cells = {(number, r): f"{p}/{t}" for r, t, p, number, _name in _seats(plan, names)}
    rounds = range(1, len(plan) + 1)
    heading = ["Name", *(f"Runde {each} (Platz/Tisch)" for each in rounds)]
    rows = [[names[who], *(cells[who, each] for each in rounds)] for who in names]
    return _csv([heading, *rows], random)


def two_cells_for_each_round(plan: Plan, names: dict[int, str], random: Random) -> bytes:
    cells = {(number, r): (t, p) for r, t, p, number, _name in _seats(plan, names)}
    rounds = range(1, len(plan) + 1)
    table, seat = random.choice([("R{} Tisch", "R{} Platz"), ("Tisch {}", "Platz {}")])
    titles = [title.format(each) for each in rounds for title in (table, seat)]
    rows = [[who, *(part for each in rounds for part in cells[who, each])] for who in names]
    return _csv([["Nr", *titles], *rows], random)


def rounds_above(plan: Plan, names: dict[int, str], random: Random) -> bytes:
    cells = {(number, r): (t, p) for r, t, p, number, _name in _seats(plan, names)}
    rounds = range(1, len(plan) + 1)
    above = ["", *(cell for each in rounds for cell in (f"Runde {each}", ""))]
    rows = [[names[who], *(part for each in rounds for part in cells[who, each])] for who in names]
    heading = ["Name", *["Tisch", "Platz"] * len(plan)]
    return _workbook(("Plan", [above, heading, *rows]))


def dates_of_excel(plan: Plan, names: dict[int, str], random: Random) -> bytes:
    """Where the day is certain to be the table: with more than six tables, or tables of one size.

    Else it writes "7-3" as text.
    """
    tables = len(plan[0])
    as_date = tables > 6 or tables < 4
    cells = {
        (number, r): date(2026, p, t) if as_date else f"{t}-{p}"
        for r, t, p, number, _name in _seats(plan, names)
    }
    rounds = range(1, len(plan) + 1)
    rows = [[who, names[who], *(cells[who, each] for each in rounds)] for who in names]
    return _workbook(("Plan", [["Nr", "Name", *(f"Runde {each}" for each in rounds)], *rows]))


def lines_of_numbers(plan: Plan, names: dict[int, str], random: Random) -> bytes:
    sign = random.choice(["-", " ", ";", ",", " – ", "/"])
    before = random.choice(["", "Tisch {}: "])
    lines = []
    for round, tables in enumerate(plan, start=1):
        lines.append(f"Runde {round}")
        for table, people in enumerate(tables, start=1):
            lines.append(before.format(table) + sign.join(map(str, people)))
    return "\n".join(lines).encode()


def lines_of_names(plan: Plan, names: dict[int, str], random: Random) -> bytes:
    sign = random.choice([" - ", "; ", " / ", "\t"])
    lines = []
    for round, tables in enumerate(plan, start=1):
        lines.append(f"{round}. Runde")
        lines += [sign.join(_spoken(names[each]) for each in people) for people in tables]
    return "\n".join(lines).encode()


def table_each(plan: Plan, names: dict[int, str], random: Random) -> bytes:
    titles = random.choice(
        [
            ["Spieler 1", "Spieler 2", "Spieler 3", "Spieler 4", "Spieler 5"],
            ["Nord", "Ost", "Süd", "West", "5"],
            ["N", "E", "S", "W", "Position 5"],
            ["Platz 1", "Platz 2", "Platz 3", "Platz 4", "Platz 5"],
            ["1", "2", "3", "4", "5"],
        ]
    )
    by_name = random.random() < 0.5
    rows = [
        [r, t, *(names[each] if by_name else each for each in people)]
        for r, tables in enumerate(plan, start=1)
        for t, people in enumerate(tables, start=1)
    ]
    return _csv([["Runde", "Tisch", *titles], *rows], random)


def sheet_each_round(plan: Plan, names: dict[int, str], random: Random) -> bytes:
    heading = ["Tisch", *(f"Spieler {each}" for each in range(1, 6))]
    return _workbook(
        ("Hinweise", [["Bitte nicht ändern"]]),
        *(
            (
                f"Runde {r}",
                [heading, *([t, *(names[each] for each in p)] for t, p in enumerate(tables, 1))],
            )
            for r, tables in enumerate(plan, start=1)
        ),
    )


def blocks(plan: Plan, names: dict[int, str], random: Random) -> bytes:
    titles = random.choice([["Platz", "Name"], ["Nr.", "Name"], ["Pos.", "Nr."], []])
    rows: Rows = []
    for r, tables in enumerate(plan, start=1):
        rows.append([f"Runde {r}"])
        for t, people in enumerate(tables, start=1):
            rows.append([f"Tisch {t}", *titles])
            for p, number in enumerate(people, start=1):
                cells = {"Platz": p, "Pos.": p, "Nr.": number, "Name": names[number]}
                rows.append(["", *(cells[title] for title in titles or ["Nr.", "Name"])])
    return _csv(rows, random)


def blocks_side_by_side(plan: Plan, names: dict[int, str], random: Random) -> bytes:
    rows: Rows = []
    for r, tables in enumerate(plan, start=1):
        rows.append([f"Runde {r}"])
        rows.append([f"Tisch {t}" for t in range(1, len(tables) + 1)])
        for p in range(max(map(len, tables))):
            rows.append([_spoken(names[each[p]]) if p < len(each) else "" for each in tables])
    return _csv(rows, random)


def lines_of_blocks(plan: Plan, names: dict[int, str], random: Random) -> bytes:
    lines = []
    for r, tables in enumerate(plan, start=1):
        for t, people in enumerate(tables, start=1):
            lines.append(f"Runde {r}, Tisch {t}")
            lines += [f"{p}. {_spoken(names[each])}" for p, each in enumerate(people, start=1)]
            lines.append("")
    return "\n".join(lines).encode()


def json_of_plan_seating(plan: Plan, names: dict[int, str], random: Random) -> bytes:
    rounds = [[[str(each) for each in people] for people in tables] for tables in plan]
    return json.dumps({"rounds": rounds}).encode()


def web_page(plan: Plan, names: dict[int, str], random: Random) -> bytes:
    rows = [["Runde", "Tisch", "Platz", "Name"]]
    rows += [[str(r), str(t), str(p), name] for r, t, p, _number, name in _seats(plan, names)]
    cells = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    return f"<html><table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table></html>".encode()


Writer = Callable[[Plan, dict[int, str], Random], bytes]
WRITERS: tuple[Writer, ...] = (
    *(seat_each, player_each, seat_before_table, two_cells_for_each_round, rounds_above),
    *(dates_of_excel, lines_of_numbers, lines_of_names, table_each, sheet_each_round, blocks),
    *(blocks_side_by_side, lines_of_blocks, json_of_plan_seating, web_page),
)
