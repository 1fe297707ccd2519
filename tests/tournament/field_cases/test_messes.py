"""Random messes made of known lists: nobody is invented, nobody dropped without a word."""

import csv
from io import StringIO
from random import Random

import pytest

from tests.factories.effort import tries
from tournament.errors import Refused
from tournament.imports.players import read_players
from tournament.imports.standings import read_result_table, read_results
from tournament.people.rules.registration import PlayerRow, Verdict

PEOPLE = [
    *(("Franke", "Änne"), ("Schröder", "Jörg"), ("Müßig", "Uwe"), ("Grün", "Käthe")),
    *(("Berger", "Ole"), ("Voß", "Ida"), ("Kühn", "Tom"), ("Jäger", "Lea"), ("Höhn", "Max")),
    *(("Süß", "Eva"), ("Lück", "Jan"), ("Böhm", "Kim"), ("von der Heide", "Hans")),
    *(("D'Angelo", "Pia"), ("Jäger-Höhn", "Rita"), ("Özdemir", "Ali"), ("Lindner", "Maria")),
]
CLUBS = ("DK Köpenick", "Süd", "")
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "cp850", "mac_roman")
ABOUT_THE_NAME = {"one_word", "digits_in_name", "several_commas", "double", "sum_row"}
ABOUT_THE_NAME |= {"heading_again", "same_name_other_club"}


def written(rows: list[list[str]], random: Random) -> tuple[bytes, list[str]]:
    """Return the rows as a file in some encoding, and its lines."""
    text = StringIO()
    delimiter, end = random.choice(";,\t"), random.choice(["\n", "\r\n"])
    csv.writer(text, delimiter=delimiter, lineterminator=end).writerows(rows)
    for encoding in random.sample(ENCODINGS, len(ENCODINGS)):
        try:
            return text.getvalue().encode(encoding), text.getvalue().splitlines()
        except UnicodeEncodeError:  # old ones lack some letters
            continue
    raise AssertionError("UTF-8 has all letters")


def shuffled(columns: dict[str, list[str]], random: Random) -> list[list[str]]:
    titles = random.sample(list(columns), len(columns))
    return [titles, *map(list, zip(*(columns[title] for title in titles), strict=True))]


def messy(rows: list[list[str]], random: Random) -> list[list[str]]:
    """Return a list with titles above it, blank lines in it and perhaps its heading again."""
    width = len(rows[0])
    title = [["Doppelkopf-Turnier am 7. März"], ["Stand: 1.3.26"], [""] * width]
    heading, *people = rows
    if random.random() < 0.3:
        people.insert(random.randrange(len(people)), heading)
    if random.random() < 0.3:
        people.insert(random.randrange(len(people)), [""] * width)
    return [*title[: random.randrange(4)], heading, *people]


def people_columns(people: list[tuple[str, str]], random: Random) -> dict[str, list[str]]:
    """Return the columns of the names, in one of the ways to write them."""
    way = random.randrange(4)
    if way == 0:
        name = random.choice(["Nachname", "Name"])
        return {name: [last for last, _ in people], "Vorname": [first for _, first in people]}
    title = random.choice(["Name", "Spieler", "Teilnehmer", "Vor- und Nachname", "Spieler (Name)"])
    if way == 1:
        return {title: [f"{first} {last}" for last, first in people]}
    return {title: [f"{last}, {first}" for last, first in people]}


def place(rows: list[list[str]], titles: set[str]) -> int:
    """Return the index of the first of these columns."""
    return next(at for at, title in enumerate(rows[0]) if title in titles)


@pytest.mark.parametrize("seed", range(tries(200, 5000)))
def test_nobody_of_a_messy_list_is_invented_or_dropped(seed: int) -> None:
    random = Random(seed)
    people = random.sample(PEOPLE, random.randint(4, len(PEOPLE)))
    columns = people_columns(people, random)
    names = set(columns)
    for title, choices in (
        ("Nr", [""]),
        ("Verein", CLUBS),
        ("Bemerkung", ["", "vegetarisch", "abgesagt"]),
        ("E-Mail", ["", "x@example.org"]),
        ("Status", ["bestätigt", "storniert", "Warteliste"]),
        ("Land", ["Deutschland", ""]),
        ("bezahlt", ["ja", "", "10 €"]),
    ):
        if random.random() < 0.4:
            columns[title] = [random.choice(choices) for _ in people]
    rows = shuffled(columns, random)
    doubled = None
    if random.random() < 0.3:
        doubled = random.choice(rows[1:])
        rows.append(doubled)
    first_name_column = place(rows, names)
    messed = messy(rows, random)
    if random.random() < 0.3:
        total = [""] * len(rows[0])
        total[first_name_column] = random.choice(["Summe", "Gesamt: 12", "Anzahl"])
        messed.append(total)
    data, lines = written(messed, random)

    found = read_players(data)

    clear = [named(row) for row in found.rows if row.verdict is Verdict.OK]
    others = [row for row in found.rows if row.verdict is not Verdict.OK]
    assert set(clear) <= set(people), "invented"
    assert len(set(clear)) == len(clear)
    told = {last for last, _first in people for row in others if last in row.text}
    assert {last for last, _first in people} <= {last for last, _ in clear} | told, "dropped"
    for row in others:
        # The line of the file, by its last cell that is told.
        assert row.text.split(" · ")[-1].split(", ")[0] in lines[row.file_line - 1]
        for finding in row.findings:
            assert finding.params.get("column") in rows[0] or finding.code in ABOUT_THE_NAME
    for row in found.rows:
        if row.verdict is Verdict.OK:
            assert not {"storniert", "Warteliste", "abgesagt"} & set(row.text.split(" · "))


def named(row: PlayerRow) -> tuple[str, str]:
    return row.player.last_name, row.player.first_name


def signed(points: int, random: Random) -> str:
    """Return points in one of the ways to write them."""
    sign = random.choice(["-", "–", "- ", "\N{MINUS SIGN}"]) if points < 0 else ""
    figure = str(abs(points))
    if len(figure) > 3 and random.random() < 0.5:
        figure = f"{figure[:-3]}.{figure[-3:]}"
    plus = random.choice(["", "", "+", "+ "]) if points > 0 else ""
    return f"{plus}{sign}{figure}{random.choice(['', '', ' Punkte', ',0'])}"


@pytest.mark.parametrize("seed", range(tries(100, 2000)))
def test_results_of_a_messy_list_are_read_or_refused_by_the_line(seed: int) -> None:
    random = Random(seed)
    people = random.sample(PEOPLE, random.randint(4, len(PEOPLE)))
    rounds = [[random.choice([*range(-1500, 1500), None]) for _ in range(3)] for _ in people]
    ranking = sorted(zip(people, rounds, strict=True), key=lambda each: -sum(filter(None, each[1])))
    totals = [sum(filter(None, each)) for _person, each in ranking]
    columns = people_columns([person for person, _ in ranking], random)
    names = set(columns)
    if random.random() < 0.5:
        ranks = [1 + sum(other > total for other in totals) for total in totals]
        columns[random.choice(["Platz", "Rang", "Pl."])] = [
            "" if at and ranks[at - 1] == rank else f"{rank}{random.choice(['', '.'])}"
            for at, rank in enumerate(ranks)
        ]
    titles = random.choice([["R{}"], ["Runde {}"], ["{}. Serie"], ["Punkte R{}"]])[0]
    for at in range(3):
        columns[titles.format(at + 1)] = [
            random.choice(["-", "x", "n.a.", ""])
            if each[at] is None
            else signed(each[at] or 0, random)
            for _person, each in ranking
        ]
    columns[random.choice(["Gesamt", "Summe", "Punkte"])] = [
        signed(total, random) for total in totals
    ]
    rows = shuffled(columns, random)
    wrong = None
    if random.random() < 0.3:
        wrong = random.choice(["double", "sum_row"])
        last = list(rows[-1])
        if wrong == "sum_row":
            last[place(rows, names - {"Vorname"})] = "Summe"
        rows.append(last)
    data, lines = written(rows, random)
    try:
        found = read_results(read_result_table(data)).lines
    except Refused as refused:
        problems = refused.params["problems"]
        assert wrong
        assert {problem.line for problem in problems} == {len(lines)}
        return
    assert wrong is None
    assert [(line.rounds, line.total) for line in found] == [
        (tuple(each), total) for (_person, each), total in zip(ranking, totals, strict=True)
    ]
    known = {frozenset(f"{first} {last}".split()) for last, first in people}
    assert [frozenset(line.name.replace(",", "").split()) in known for line in found] == [
        True for _ in found
    ]
