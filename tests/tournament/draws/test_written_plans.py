"""Seat plans in every form people write them: read as they are meant, never guessed."""

from io import BytesIO
from random import Random
from time import process_time

import openpyxl
import pytest

from tests.factories.effort import tries
from tests.factories.written_plans import PEOPLE, WRITERS, Writer, known, random_plan
from tournament.errors import Refused
from tournament.imports.seat_plans import is_plan, read_seat_plan
from tournament.seating.rules import seats_in_numbers


@pytest.mark.long
@pytest.mark.parametrize("write", WRITERS, ids=lambda write: write.__name__)
def test_random_plans_are_read_as_written(write: Writer) -> None:
    for seed in range(tries(12, 2000)):
        random = Random(seed)
        plan, names = random_plan(random)
        data = write(plan, names, random)
        number = random.randint(1, len(plan))
        text, problems = seats_in_numbers(read_seat_plan(data, number).tables, known(names))
        expected = "\n".join(" ".join(map(str, people)) for people in plan[number - 1])
        assert (seed, text, problems) == (seed, expected, [])


TWELVE = dict(enumerate(PEOPLE, start=1))


def read(data: str | bytes, round: int = 1) -> tuple[str, list[str], set[str]]:
    """Return the tables in one line, the codes of the problems, and of what is told."""
    found = read_seat_plan(data.encode() if isinstance(data, str) else data, round)
    text, problems = seats_in_numbers(found.tables, known(TWELVE))
    codes = {note.code for note in found.notes} - {"found"}
    return text.replace("\n", " / "), [problem.code for problem in problems], codes


def rows(*lines: str) -> str:
    return "\n".join(lines)


ORDER = "1 2 3 4 / 5 6 7 8"
SAMPLES = {
    # A player in a row, table and seat in each round.
    "words in the cells": (
        rows(
            "Spieler;Durchgang 1",
            *(
                f"{TWELVE[each]};Tisch {1 + each // 5}, Platz {1 + (each - 1) % 4}"
                for each in (1, 2)
            ),
            *(f"{TWELVE[each]};T1 P{each}" for each in (3, 4)),
            *(f"{TWELVE[each]};2{'abcd'[each - 5]}" for each in (5, 6, 7, 8)),
        ),
        ORDER,
        set(),
    ),
    "one who does not play": (
        rows(
            "Nr;Serie 1",
            *("1;1-1", "2;1-2", "3;1-3", "4;1-4", "9;-", "5;2-1", "6;2-2", "7;2-3", "8;2-4"),
        ),
        ORDER,
        set(),
    ),
    "tables alone": (
        rows("Nr;Runde 1", *(f"{each};{1 + each // 5}" for each in range(1, 9))),
        ORDER,
        {"in_order_of_lines"},
    ),
    "seat first by what fits": (
        rows(
            "Nr;Runde 1",
            *(f"{each};{(each - 1) % 4 + 1}-{(each - 1) // 4 + 7}" for each in range(1, 5)),
        ),
        None,
        "seat_plan_pair",  # table 7 alone: no plan without gaps
    ),
    # Dates.
    "months in words": (
        rows(
            "Nr;Runde 1",
            *("1;01. Jan", "2;01. Feb", "3;01. Mrz", "4;1. April"),
            *("5;02.01.2026", "6;2. Februar 2026", "7;2026-03-02", "8;2.4.26"),
        ),
        ORDER,
        {"dates"},
    ),
    "dates that fit in no way": (
        rows("Nr;Runde 1", "1;11.12.2026", "2;12.11.2026"),
        None,
        "seat_plan_dates",
    ),
    # A line for each table.
    "blanks round hyphens": ("1 - 2 - 3 - 4\n5 – 6 – 7 – 8", ORDER, set()),
    "table and colon": ("Sitzplan\nTisch 1: 1-2-3-4\nTisch 2: 5-6-7-8", ORDER, {"unread"}),
    "round and table before the people": (
        "Runde 1: Tisch 1: 1, 2, 3, 4\nRunde 1: Tisch 2: 5, 6, 7, 8\nRunde 2: Tisch 1: 5, 2, 7, 4",
        ORDER,
        {"other_rounds"},
    ),
    "round, table and hyphens": (
        "2. Runde, Tisch 1: 5-6-7-8\n1. Runde, Tisch 1: 1-2-3-4\n1. Runde, Tisch 2: 5-6-7-8",
        ORDER,
        {"other_rounds"},
    ),
    "round, table and names": (
        rows(
            *(
                f"Runde 1 - Tisch {1 + at // 4}: "
                + " / ".join(TWELVE[at + each] for each in range(1, 5))
                for at in (0, 4)
            )
        ),
        ORDER,
        set(),
    ),
    "bars of a README": ("| 1 | 2 | 3 | 4 |\n| 5 | 6 | 7 | 8 |", ORDER, set()),
    "bars with a heading": (
        rows(
            "# Plan",
            "",
            "| Tisch | Nord | Ost | Süd | West |",
            "|:------|------|-----|-----|------|",
            "| 1     | 1    | 2   | 3   | 4    |",
            "| 2     | 5    | 6   | 7   | 8    |",
        ),
        ORDER,
        {"compass", "unread"},
    ),
    "bars and a round for each player": (
        rows(
            "| Nr | Name | Runde 1 |",
            "| --- | --- | ---: |",
            *(f"| {at} | {TWELVE[at]} | {1 + at // 5}-{1 + (at - 1) % 4} |" for at in range(1, 9)),
        ),
        ORDER,
        set(),
    ),
    "a bracket behind the table": ("1) 1 2 3 4\n2) 5 6 7 8", ORDER, set()),
    "the table counts in front": ("1;4;2;3;1\n2;5;6;7;8", "4 2 3 1 / 5 6 7 8", set()),
    "names in a line": (
        rows(
            "Änne Franke - Jörg Schröder - Uwe Müßig - Käthe Grün",
            "Ole Berger - Ida Voß - Tom Kühn - Lea Jäger",
        ),
        ORDER,
        set(),
    ),
    # A row for each table.
    "rounds side by side": (
        rows("Tisch;Runde 1;Runde 2", "1;1-2-3-4;9-2-3-4", "2;5-6-7-8;5-6-7-8"),
        ORDER,
        {"other_rounds"},
    ),
    "letters for players": (
        rows("Tisch;Spieler A;Spieler B;Spieler C;Spieler D", "1;1;2;3;4", "2;5;6;7;8"),
        ORDER,
        set(),
    ),
    "without a table, with titles": (
        rows("1. Spieler,2. Spieler,3. Spieler,4. Spieler", "1,2,3,4", "5,6,7,8"),
        ORDER,
        set(),
    ),
    "last and first name of each": (
        rows(
            "Tisch;" + ";".join(f"Nachname {each};Vorname {each}" for each in (1, 2, 3, 4)),
            "1;Franke;Aenne;Schroeder;Jörg;Müssig;Uwe;GRÜN;Käthe",
            "2;Berger;Ole;Voss;Ida;Kuehn;Tom;Jäger;Lea",
        ),
        ORDER,
        set(),
    ),
    "number and name in a cell": (
        rows(
            "Tisch;Spieler 1;Spieler 2;Spieler 3;Spieler 4",
            "1;1 Franke, Änne;2. Jörg Schröder;Uwe Müßig (3);Nr. 4",
            "2;#5;6;Dr. Tom Kühn;Frau Jäger, Lea (Gast)",
        ),
        ORDER,
        set(),
    ),
    # North, east, south, west.
    "pairs of a club of bridge": (
        rows("Tisch;Nord;Süd;Ost;West", "1;1;3;2;4", "2;5;7;6;8"),
        ORDER,
        {"compass"},
    ),
    "letters of the compass in English": (
        rows("Table;N;E;S;W", "1;1;2;3;4", "2;5;6;7;8"),
        ORDER,
        {"compass"},
    ),
    "compass in a cell": (
        rows(
            "Tisch;Platz;Nr", "1;N;1", "1;S;3", "1;O;2", "1;W;4", "2;W;8", "2;N;5", "2;O;6", "2;S;7"
        ),
        ORDER,
        {"compass"},
    ),
    # Blocks.
    "the table once": (
        rows(
            "Tisch;Platz;Nr",
            *("1;1;1", ";2;2", ";3;3", ";4;4", "2;1;5", ";2;6", ";3;7", ";4;8"),
        ),
        ORDER,
        set(),
    ),
    "blocks of text": (
        rows(
            *("Tisch 1", "1. Änne Franke", "2. Jörg Schröder", "3. Uwe Müßig", "4. Käthe Grün"),
            *("", "Tisch 2", "1. Ole Berger", "2. Ida Voß", "3. Tom Kühn", "4. Lea Jäger"),
        ),
        ORDER,
        set(),
    ),
    "blocks beside each other": (
        rows("Tisch 1;;Tisch 2;", "Nr.;Name;Nr.;Name", "1;;5;", "2;;6;", "3;;7;", "4;;8;"),
        ORDER,
        set(),
    ),
    "letters of positions": (rows("Tisch;A;B;C;D", "1;1;2;3;4", "2;5;6;7;8"), ORDER, set()),
    "the round by its letter": (
        "R1 T1: 1 2 3 4\nR1 T2: 5 6 7 8\nR2 T1: 8 2 6 1\n",
        ORDER,
        {"other_rounds"},
    ),
    "blocks with the compass": (
        rows(
            *("Tisch 1", "Nord;1", "Süd;3", "Ost;2", "West;4"),
            *("Tisch 2", "Nord;5", "Ost;6", "Süd;7", "West;Jäger, Lea"),
        ),
        ORDER,
        {"compass"},
    ),
    "a column for each table": (
        rows("Platz;Tisch 1;Tisch 2", "1;1;5", "3;3;7", "2;2;6", "4;4;8"),
        ORDER,
        set(),
    ),
    "a line below a column for each table": (
        rows("Platz;Tisch 1;Tisch 2", *(f"{each};{each};{each + 4}" for each in (1, 2, 3, 4)), "x"),
        ORDER,
        set(),
    ),
    "a column for each table, by letters": (
        rows("Platz;Tisch 1;Tisch 2", "C;3;7", "A;1;5", "B;2;6", "D;4;8"),
        ORDER,
        set(),
    ),
    "a line below": (
        rows("Tisch;Platz;Nr", *(f"1;{each};{each}" for each in (1, 2, 3, 4)), "Gut Blatt!;;"),
        "1 2 3 4",
        {"unread"},
    ),
    "a line below the players": (
        rows(
            "Name;Runde 1", *(f"{TWELVE[each]};1-{each}" for each in (1, 2, 3, 4)), "Stand: heute;"
        ),
        "1 2 3 4",
        {"unread"},
    ),
    "the round in the title": ("Sitzplan Runde 1\n1-2-3-4", "1 2 3 4", set()),
    "rounds with a heading each": (
        rows("Runde 1", "Tisch;N;O;S;W", "1;1;2;3;4", "Runde 2", "Tisch;N;O;S;W", "1;4;3;2;1"),
        "1 2 3 4",
        {"other_rounds", "compass"},
    ),
    "a column that is not read": (
        rows("Tisch;Nr;Verein", *(f"{1 + each // 5};{each};Süd" for each in range(1, 9))),
        ORDER,
        {"columns", "in_order_of_lines"},
    ),
}


@pytest.mark.parametrize("kind", SAMPLES)
def test_plan_is_read_or_refused(kind: str) -> None:
    data, tables, told = SAMPLES[kind]
    if tables is None:
        with pytest.raises(Refused, match=told):
            read(data)
    else:
        assert read(data) == (tables, [], told)
        assert read("\ufeff" + data) == (tables, [], told)


def test_wrong_position_beside_tables_names_its_column() -> None:
    with pytest.raises(Refused) as refused:
        read(rows("Platz;Tisch 1;Tisch 2", "1;1;5", "zwei;2;6", "3;3;7", "4;4;8"))
    assert (refused.value.params["line"], refused.value.params["column"]) == (3, "1")


def test_pasted_bars_are_a_plan() -> None:
    assert is_plan("| 1 | 2 | 3 | 4 |\n| 5 | 6 | 7 | 8 |")
    assert not is_plan("1 2 3 4\n5 6 7 8")


@pytest.mark.parametrize("size", [4, 5])
def test_dates_that_fit_both_ways_are_two_readings_named_by_an_example(size: int) -> None:
    days = range(1, size + 1)
    cells = [(day, month) for day in days for month in days]
    random = Random(size)
    random.shuffle(cells)
    lines = [f"{at};0{day}.0{month}.2026" for at, (day, month) in enumerate(cells, start=1)]
    found = read_seat_plan(rows("Nr;Runde 1", *lines).encode(), 1)
    assert found.turned
    for plan, is_turned in ((found, False), (found.turned, True)):
        seated = [cells[int(seat.number) - 1] for table in plan.tables for seat in table]
        read = [(month, day) if is_turned else (day, month) for day, month in seated]
        assert read == sorted(cells)
        (note,) = (note for note in plan.notes if note.code == "date_is")
        day, month = cells[note.params["line"] - 2]
        said = (note.params["table"], note.params["seat"], note.params["text"])
        assert said == (*((month, day) if is_turned else (day, month)), f"{day}.{month}.")


def test_dates_with_a_mistake_among_them_are_two_readings() -> None:
    plan = rows("Nr;Runde 1", "1;01. Jan", "2;01. Feb", "3;01. Mrz", "4;1-4", "5;7-1")
    found = read_seat_plan(plan.encode(), 1)
    assert found.turned
    assert list(map(len, found.tables)) == [4, 1]
    assert list(map(len, found.turned.tables)) == [2, 1, 1, 1]


def test_dates_of_another_round_leave_no_choice() -> None:
    lines = [
        f"{4 * (day - 1) + month};0{day}.0{month}.2026"
        for day in range(1, 5)
        for month in range(1, 5)
    ]
    head, *rest = [f"{line};{1 + at // 4}-{1 + at % 4}" for at, line in enumerate(lines)]
    plan = rows("Nr;Runde 1;Runde 2", head, *rest).encode()
    assert read_seat_plan(plan, 1).turned
    found = read_seat_plan(plan, 2)
    assert (found.turned, {note.code for note in found.notes}) == (None, {"found", "other_rounds"})


SEATS_OF_EIGHT = ("1-1", "1-2", "1-3", "1-4", "2-1", "2-2", "2-3", "2-4")
ONE_WRONG_CELL = {
    "no pair": ("Nr;Runde 1;Runde 2", "{nr};{pair};{pair}", "?!"),
    "no such position": ("Nr;Runde 1;Runde 2", "{nr};{pair};{pair}", "9-9"),
    "a table alone": ("Nr;Runde 1;Runde 2", "{nr};{pair};{pair}", "2"),
    "a formula": ("Nr;Runde 1;Runde 2", "{nr};{pair};{pair}", "=A1"),
    "two columns": (
        "Nr;R1 Tisch;R1 Platz;R2 Tisch;R2 Platz",
        "{nr};{table};{seat};{table};{seat}",
        "x",
    ),
    "a row for each seat": (
        "Runde;Tisch;Platz;Nr",
        "1;{table};{seat};{nr}\n2;{table};{seat};{nr}",
        "x",
    ),
}


@pytest.mark.parametrize("kind", ONE_WRONG_CELL)
def test_one_wrong_cell_refuses_its_own_round_alone(kind: str) -> None:
    heading, line, wrong = ONE_WRONG_CELL[kind]
    lines = [
        line.format(nr=nr, pair=pair, table=pair[0], seat=pair[-1])
        for nr, pair in enumerate(SEATS_OF_EIGHT, start=1)
    ]
    if kind == "a row for each seat":
        lines[4] = "1;2;1;5\n2;x;1;5"
    else:
        lines[4] = ";".join([*lines[4].split(";")[:-1], wrong])
    data = rows(heading, *lines)
    assert read(data, 1) == (ORDER, [], {"other_rounds", "wrong_round"})
    (note,) = (
        each for each in read_seat_plan(data.encode(), 1).notes if each.code == "wrong_round"
    )
    with pytest.raises(Refused) as refused:
        read(data, 2)
    place = {name: refused.value.params[name] for name in ("line", "column")}
    assert note.params == {"round": 2, **place}
    assert place["line"] == (11 if kind == "a row for each seat" else 6)


def test_points_beside_a_plan_are_no_tables() -> None:
    plan = rows(
        "Nr;Runde 1;Runde 2",
        *(f"{nr};{pair};{1 + nr // 5}" for nr, pair in enumerate(SEATS_OF_EIGHT, start=1)),
    )
    assert read(plan, 1)[0] == ORDER
    with pytest.raises(Refused, match="seat_plan_pair"):
        read(plan, 2)


def test_doubtful_names_are_asked_not_guessed() -> None:
    plan = rows(
        "Tisch;Spieler 1;Spieler 2;Spieler 3;Spieler 4",
        "1;Franke;Jörg und Eva Schröder;2 Änne Franke;Uwe Müßig / Käthe Grün",
    )
    assert read(plan)[1] == ["nobody", "nobody", "other_name", "nobody"]


def test_table_of_three_and_who_sits_twice_are_named() -> None:
    assert read("1-2-3-4\n5-6-1") == ("1 2 3 4 / 5 6 1", ["twice"], {"few_at_table"})


def test_gaps_between_positions_are_closed_and_named() -> None:
    plan = "Tisch;Platz;Nr\n1;1;1\n1;2;2\n1;3;3\n1;5;4"
    assert read(plan) == ("1 2 3 4", [], {"gaps"})


@pytest.mark.parametrize("line", ["1;;2", "1;x;2", ";1;2"])
def test_seat_without_table_or_position_is_refused_with_its_place(line: str) -> None:
    with pytest.raises(Refused, match="seat_plan_row") as refused:
        read(f"Tisch;Platz;Nr\n1;1;1\n{line}\n1;3;3")
    assert refused.value.params["line"] == 3
    with pytest.raises(Refused, match="seat_plan_row"):
        read("Nr;R1 Tisch;R1 Platz\n1;1;1\n2;1;")


def test_tables_alone_beside_table_and_seat_are_refused() -> None:
    with pytest.raises(Refused, match="seat_plan_pair") as refused:
        read("Nr;Runde 1\n1;1-1\n2;1")
    assert refused.value.params == {"line": 3, "column": "Runde 1", "text": "1"}
    assert read("Nr;Runde 1;R2 Tisch;R2 Platz\n1;1-2;1;1\n2;1-1;1;2")[0] == "2 1"


@pytest.mark.parametrize("title", ["sitzplatz" * 1000 + "x", "(1" * 50_000])
def test_endless_title_does_not_take_long(title: str) -> None:
    start = process_time()
    assert not is_plan(title)
    with pytest.raises(Refused, match="seat_plan_without_columns"):
        read(f"Nr;{title}\n1;1")
    assert process_time() - start < 5


def test_other_rounds_are_named() -> None:
    plan = "Runde 2\n1-2-3-4\nRunde 3\n4-3-2-1"
    with pytest.raises(Refused, match="seat_plan_other_rounds"):
        read(plan)
    assert read(plan, 3) == ("4 3 2 1", [], {"other_rounds"})
    assert read(f"5-6-7-8\n{plan}", 2)[2] == {"other_rounds", "outside_rounds"}


def test_results_are_no_plan() -> None:
    for points in ("1;52;18", "1;-5;3", "1;1;2"):
        with pytest.raises(Refused, match="seat_plan_without_columns"):
            read(f"Nr;Runde 1;Runde 2\n{points}\n2;7;12\n3;8;9")


def test_formula_without_a_result_is_named() -> None:
    book, file = openpyxl.Workbook(), BytesIO()
    for row in (["Tisch", "Nr"], [1, 1], [1, "=A2+1"]):
        book.active.append(row)
    book.save(file)
    with pytest.raises(Refused, match="seat_plan_formula") as refused:
        read(file.getvalue())
    assert refused.value.params == {"line": 3, "column": "Nr"}
    with pytest.raises(Refused, match="seat_plan_formula"):
        read("Tisch;Nr\n1;=HYPERLINK(1)")


def test_script_is_a_name_that_nobody_has() -> None:
    assert read("Tisch;Name\n1;<script>alert(1)</script>")[1] == ["nobody"]


def test_ten_thousand_columns_are_refused() -> None:
    wide = ";".join(map(str, range(10_000)))
    with pytest.raises(Refused, match=r"too_many_columns|seat_plan_without_columns"):
        read(f"Name;{wide}\nÄnne;{wide}")
    with pytest.raises(Refused, match="too_many_columns"):
        read(f"Tisch;Nr;{wide}\n1;1;{wide}")


@pytest.mark.parametrize(
    "typed",
    ["1 2 3 4\n5 6 7 8", "7-2-1-8", "1;2;3;4", "1 2 Niemand_Neu 4", "", "1 " * 100_000, "\x00"],
)
def test_lines_of_numbers_are_no_pasted_plan(typed: str) -> None:
    assert not is_plan(typed)


@pytest.mark.parametrize(
    "typed",
    [
        *("Tisch\tName\n1\tÄnne Franke", "Tisch 1: 1-2-3-4", "Runde 1\n1-2-3-4"),
        *("Änne Franke;Jörg Schröder;Uwe Müßig", "Änne Franke - Jörg Schröder - Uwe Müßig"),
    ],
)
def test_anything_else_is(typed: str) -> None:
    assert is_plan(typed)


def test_seats_are_found_by_double_names_and_not_by_two_people() -> None:
    names = known({**TWELVE, 4: "Müller Lü, Anna Maria"})
    data = rows(
        "Tisch;Name", *(f"1;{TWELVE[each]}" for each in (1, 2, 3)), "1;Müller Lü, Anna Maria"
    )
    text, problems = seats_in_numbers(read_seat_plan(data.encode(), 1).tables, names)
    assert (text, problems) == ("1 2 3 4", [])
    data = data.replace("Müller Lü, Anna Maria", "Ute Ohm, Tom Ohm")
    _text, problems = seats_in_numbers(read_seat_plan(data.encode(), 1).tables, names)
    assert [(each.code, each.seat.name) for each in problems] == [("nobody", "Ute Ohm, Tom Ohm")]
