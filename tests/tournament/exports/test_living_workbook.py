"""The workbook that counts itself again: its formulas, calculated independently."""

import shutil
import subprocess
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from django.utils.translation import gettext, gettext_lazy
from openpyxl import load_workbook
from openpyxl.utils import column_index_from_string

from tests.factories.effort import tries
from tests.factories.formulas import Recalculated
from tests.factories.rounds import enter_totals
from tests.factories.rulings import rule
from tests.factories.tournaments import make_entries
from tests.factories.words import text
from tournament.exports.excel import workbook as excel
from tournament.exports.excel.page import HEADING_ROW
from tournament.labels.referee import PENALTY_RULES
from tournament.labels.standings import ranking_title
from tournament.lists.games import GAME_FIGURES, GameFigure
from tournament.models import Adjustment, Entry, GroupRanking, Person, Seat, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rehearsal.writes import generate_tournament
from tournament.sheets.rules.results import Game, Result, TournamentResults
from tournament.standings.reads.rankings import group_rankings
from tournament.standings.reads.standings import standings_after
from tournament.standings.rules.tie_breaks import CRITERIA

pytestmark = pytest.mark.django_db
EVERY_TIE_BREAK = [
    *("opponents", "games_won", "compulsory_solos_won", "best_round", "last_rounds"),
    *("last_round", "points_played", "lot"),
]
EXCEL = "Calc MS Excel 2007 XML"


def make_played(
    rule_set: str = "ddv", players: int = 9, rounds: int = 3, slug: str = "buch"
) -> Tournament:
    """Create tables of four and more, a ruling with averages, deductions, unranked people."""
    tournament = generate_tournament(
        COMMAND_LINE, slug=slug, players=players, rounds=rounds, seed="47", rules=rule_set
    )
    entries = list(tournament.entries.order_by("number"))
    for at, entry in enumerate(entries):
        entry.team = f"=Team {at // 3}"
        entry.tags = ["Damen"] if at % 2 else []
    entries[3].status = Entry.Status.UNRANKED
    entries[4].status = Entry.Status.WITHDRAWN
    Entry.objects.bulk_update(entries, ["team", "tags", "status"])
    Person.objects.filter(pk=entries[0].person_id).update(last_name="=1+1 <r>&</r>")
    second = tournament.rounds.get(number=2)
    Adjustment.objects.create(entry=entries[0], points=-5, reason="=x", round=second)
    Adjustment.objects.create(entry=entries[0], points=-3, reason="y")
    for kind in ("club", "team"):
        best = 2 if kind == "team" else None
        GroupRanking.objects.create(
            tournament=tournament, kind=kind, best=best, by_round=bool(best)
        )
    table = tournament.rounds.get(number=3).tables.order_by("number").first()
    rule(table, [*["average"] * 2, *[3] * (table.size - 2)])
    tournament.tie_breaks = EVERY_TIE_BREAK
    tournament.save()
    return tournament


def opened(tournament: Tournament, after: int | None = None):
    return read(excel.workbook(tournament, after).content)


def read(data: bytes):
    """Return the workbook with its formulas, and with the values it was written with."""
    return load_workbook(BytesIO(data)), load_workbook(BytesIO(data), data_only=True)


@pytest.fixture(scope="module")
def written(made_once) -> tuple[int, bytes]:
    """A played tournament and its workbook, made once for all tests."""
    tournament = make_played()
    return tournament.pk, excel.workbook(tournament).content


@pytest.fixture
def tournament(written) -> Tournament:
    return Tournament.objects.get(pk=written[0])


@pytest.fixture
def book(written):
    """The workbook with its formulas; a test may change it."""
    return load_workbook(BytesIO(written[1]))


@pytest.fixture(scope="module")
def known(written):
    """The workbook with the values it was written with."""
    return load_workbook(BytesIO(written[1]), data_only=True)


def test_every_criterion_is_recalculated_here() -> None:
    assert {*EVERY_TIE_BREAK} == {*CRITERIA}


def columns_of(sheet) -> dict[str, str]:
    return {cell.value: cell.column_letter for cell in sheet[HEADING_ROW]}


def verdicts_in(sheet) -> dict[str, str]:
    rows = sheet.iter_rows(min_row=HEADING_ROW + 1, values_only=True)
    return {row[0]: row[3] for row in rows if row[3]}


ROWS = "%(list)s: every row as in the program"
ZERO_SUMS = ["All points together are 0 (without penalties)", "Every game adds up to 0"]


COUNTINGS = {
    "table points": {"table_points": True, "missed_round": 0},
    "scaled": {"scale_fives": True, "games_four": 26, "missed_round": -7},
    **tries(
        {},
        {
            "scaled alone": {"scale_fives": True},
            "a round not played": {"missed_round": 0},
            "table points lost": {"table_points": True, "missed_round": -30},
        },
    ),
}


@pytest.mark.parametrize("options", COUNTINGS.values(), ids=COUNTINGS)
def test_formulas_give_what_is_ranked(options):
    """Somebody came to the second round, and somebody has bare totals at a table of five."""
    tournament = make_played()
    first = tournament.rounds.get(number=1)
    late = tournament.entries.get(number=2)
    Seat.objects.filter(round=first, entry=late).update(entry=make_entries(tournament, 1)[0])
    Tournament.objects.filter(pk=tournament.pk).update(**options)
    tournament.refresh_from_db()
    five = tournament.rounds.get(number=2).tables.get(size=5)
    enter_totals(five, [15, -6, 4, 4, -17])
    late_row = next(row for row in standings_after(tournament).rows if row.number == 2)
    assert late_row.rounds[0] == options.get("missed_round")
    book, known = opened(tournament)

    found = Recalculated(book).formulas()

    assert found == {at: known[at[0]][at[1]].value for at in found}
    differ = [row[2] for row in known["Nachrechnen"].iter_rows(min_row=5, values_only=True)]
    assert not any(filter(None, differ))
    report = standings_after(tournament)
    for ranked in group_rankings(tournament, report):
        sheet = ranking_title(ranked.kind, 0, final=True)
        columns, played = columns_of(known[sheet]), gettext("Played")
        assert (played in columns) == report.counting.reckons
        if played in columns:
            cells = [f"{columns[played]}{row}" for row in rows_of(known[sheet])]
            assert [found[sheet, cell] for cell in cells] == [
                ranked.points_played(each) for each in ranked.groups
            ]


@pytest.mark.parametrize("rules", ["ddv", "altgeld", "pagat"])
def test_formulas_give_the_figure_next_to_them(rules):
    book, known = opened(make_played(rules, slug=rules))

    found = Recalculated(book).formulas()

    assert found == {at: known[at[0]][at[1]].value for at in found}
    assert book.properties.creator == "Kreuzdame"
    assert {sheet for sheet, _cell in found} == {
        *("Teilnehmer", "Sitzliste", "Punktabzüge", "Damen", "Wer zählt"),
        *(["Strafpunkte"] if "Strafpunkte" in known.sheetnames else []),
        *("Spiele", "Tischergebnisse", "Runde 1", "Runde 2", "Runde 3"),
        *("Vereinswertung", "Mannschaftswertung", "Nachrechnen", "Zwischenstand"),
    }
    places = ["Runde 1", "Runde 2", "Runde 3", "Damen", "Vereinswertung", "Mannschaftswertung"]
    compared = [
        *("Teilnehmer", "Sitzliste", "Spiele"),
        *(["Strafpunkte"] if "Strafpunkte" in known.sheetnames else []),
        *("Punktabzüge", "Tischergebnisse"),
    ]
    checks = [
        "Alles zusammen",
        *(text(ROWS, list=name) for name in compared),
        "Tischergebnisse aus den Spielen",
        *(map(text, ZERO_SUMS) if rules != "altgeld" else []),
        *(f"{name}: Summen und Plätze" for name in (*places, "Zwischenstand")),
    ]
    assert verdicts_in(known["Nachrechnen"]) == dict.fromkeys(checks, "stimmt")


def test_formulas_give_the_programs_totals_places_and_averages(tournament, book):
    found = Recalculated(book)
    report = standings_after(tournament)

    letters = columns_of(book["Zwischenstand"])
    keys = ("Platz", "Nr.", "R1", "R2", "R3", "Gesamt", "Spiele")
    rows = [
        tuple(found.cell("Zwischenstand", f"{letters[key]}{row}") for key in keys)
        for row in range(5, 14)
    ]
    assert rows == [
        (row.rank, row.number, *row.rounds, row.total, report.results.games_played(row.entry_id))
        for row in report.rows
    ]
    for ranking in group_rankings(tournament, report):
        name = {"club": "Vereinswertung", "team": "Mannschaftswertung"}[ranking.kind]
        letters = columns_of(book[name])
        cells = [
            tuple(found.cell(name, f"{letters[key]}{row}") for key in ("Platz", "Gesamt"))
            for row, _group in enumerate(ranking.groups, start=5)
        ]
        assert cells == [(group.rank, group.total) for group in ranking.groups]


def test_figure_declared_for_a_tie_break_is_counted_from_the_games(tournament, monkeypatch):
    """One line of `GAME_FIGURES` is enough: both lists have it, by formulas, unfolded on demand."""

    def has_lost(game: Game, seat: int) -> bool:
        own, all_ = game.points[seat - 1], [each for each in game.points if each is not None]
        return own is not None and own < max(all_)

    def key(result: Result, results: TournamentResults) -> int:
        return -sum(has_lost(game, seat) for seat, game in results.games_of(result.entry_id))

    words = gettext_lazy("Games won")  # any words of the catalogue
    figure = GameFigure(words, words, has_lost, 'IF(AND({own}<>"",{own}<MAX({game})),1,0)')
    monkeypatch.setitem(GAME_FIGURES, "lost", figure)
    criterion = replace(CRITERIA["games_won"], key=key, formula="-{lost}")
    monkeypatch.setitem(CRITERIA, "games_won", criterion)
    tournament.tie_breaks = ["games_won"]
    tournament.save()
    book, known = opened(tournament)
    found = Recalculated(book).formulas()
    assert found == {at: known[at[0]][at[1]].value for at in found}
    for sheet, rows in (("Spiele", known["Spiele"].max_row), ("Tischergebnisse", 5)):
        column = columns_of(book[sheet])[text("Games won")]
        cells = {(sheet, f"{column}{row}") for row in range(HEADING_ROW + 1, rows + 1)}
        assert cells <= found.keys()
        hidden = [each for each in book[sheet].column_dimensions.values() if each.hidden]
        at = column_index_from_string(column)
        assert [each for each in hidden if each.min <= at <= each.max]


def test_formulas_break_ties_as_the_program_does(tournament):
    """Everybody has the same total: the chain alone makes the ranks."""
    Adjustment.objects.all().delete()
    for chain in (["games_won"], ["compulsory_solos_won", "best_round"], ["last_rounds"], []):
        tournament.tie_breaks = chain
        tournament.save()
        book = load_workbook(BytesIO(excel.workbook(tournament).content))
        level = Recalculated(_levelled(book))
        letters = columns_of(book["Zwischenstand"])
        ranks = [level.cell("Zwischenstand", f"{letters['Platz']}{row}") for row in range(5, 14)]
        keys = [
            letter for heading, letter in letters.items() if heading.startswith("Punktgleichheit")
        ]
        merits = [
            tuple(level.cell("Zwischenstand", f"{key}{row}") for key in keys)
            for row in range(5, 14)
        ]
        counted = [merit for merit, rank in zip(merits, ranks, strict=True) if rank]
        assert ranks == [
            1 + sum(other > merit for other in counted) if rank else None
            for merit, rank in zip(merits, ranks, strict=True)
        ]
        assert (chain == []) == (set(ranks) == {1, None})


def _levelled(book):
    """Return the standings with the same total for all."""
    sheet = book["Zwischenstand"]
    letter = columns_of(sheet)["Gesamt"]
    for row in range(5, 14):
        sheet[f"{letter}{row}"] = 0
    return book


def test_a_figure_that_was_changed_turns_the_verdict(book):
    letter = columns_of(book["Spiele"])["Punkte"]
    cell = next(cell for cell in book["Spiele"][letter][HEADING_ROW:] if cell.value is not None)
    cell.value += 100

    verdicts = recalculated_verdicts(book)

    assert verdicts["Alles zusammen"] == "stimmt nicht"
    assert verdicts["Tischergebnisse aus den Spielen"] == "stimmt nicht"
    assert {verdicts[text(each)] for each in ZERO_SUMS} == {"stimmt nicht"}
    assert verdicts["Runde 1: Summen und Plätze"] == "stimmt nicht"
    assert verdicts["Zwischenstand: Summen und Plätze"] == "stimmt nicht"


def test_two_slips_that_cancel_out_at_a_table_are_seen(book, known):
    letters = columns_of(book["Spiele"])
    points, place = letters["Punkte"], [letters[key] for key in ("Runde", "Tisch", "Position")]
    cells = [
        cell
        for cell in book["Spiele"][points][HEADING_ROW:]
        if [known["Spiele"][f"{letter}{cell.row}"].value for letter in place] == [1, 1, 1]
    ]
    one, other = [cell for cell in cells if cell.value is not None][:2]
    one.value, other.value = one.value + 2, other.value - 2

    verdicts = recalculated_verdicts(book)

    wrong = [
        "Alles zusammen",
        text(ROWS, list="Spiele"),
        text("Every game adds up to 0"),
    ]
    assert [what for what, verdict in verdicts.items() if verdict == "stimmt nicht"] == wrong


NO_SUM = {
    "Spiele": ("Nr.", "Geber", "Spielart", "Solist"),
    "Sitzliste": ("Tisch", "Position", "Nr."),
    "Teilnehmer": ("Nr.", "Nachname", "Status"),
    "Punktabzüge": ("Nr.",),
    "Tischergebnisse": ("Nr.",),
}


def test_what_no_sum_depends_on_is_compared_too(book):
    """Start numbers, dealers, kinds, soloists, seats and status: exchanged, they are noticed."""
    for sheet, headings in NO_SUM.items():
        letters, rows = columns_of(book[sheet]), rows_of(book[sheet])
        for heading in headings:
            cells = [book[sheet][f"{letters[heading]}{row}"] for row in rows]
            one = cells[0]
            other = next((each for each in cells if each.value != one.value), one)
            before = one.value, other.value
            put((one, other), before[::-1] if other is not one else (99, 99))
            lines = text(ROWS, list=sheet), "Alles zusammen"
            verdicts = recalculated_verdicts(book, *lines)
            assert verdicts == dict.fromkeys(lines, "stimmt nicht"), (sheet, heading)
            put((one, other), before)
    assert {*recalculated_verdicts(book).values()} == {"stimmt"}


def put(cells, values) -> None:
    for cell, value in zip(cells, values, strict=True):
        cell.value = value
        cell.data_type = "n" if isinstance(value, int) else "s"  # "=1+1" is a name


def test_two_games_that_cancel_each_other_out_are_seen(book, known):
    """The same change in one game and back in another: every sum stays what it was."""
    letters = columns_of(book["Spiele"])
    changed = {1: (4, -4, 4, -4), 2: (-4, 4, -4, 4)}
    for row in rows_of(book["Spiele"]):
        at = [known["Spiele"][f"{letters[key]}{row}"].value for key in ("Runde", "Tisch", "Spiel")]
        cell = book["Spiele"][f"{letters['Punkte']}{row}"]
        if at[:2] == [1, 1] and at[2] in changed and cell.value is not None:
            position = known["Spiele"][f"{letters['Position']}{row}"].value
            cell.value += changed[at[2]][(position - 1) % 4]

    verdicts = recalculated_verdicts(book)

    assert verdicts[text(ROWS, list="Spiele")] == "stimmt nicht"


def recalculated_verdicts(book, *wanted: str) -> dict[str, object]:
    """Return the verdicts, all or those wanted, by what they are about."""
    found = Recalculated(book)
    sheet = book["Nachrechnen"]
    return {
        sheet.cell(row, 1).value: found.cell("Nachrechnen", f"D{row}")
        for row in range(HEADING_ROW + 1, sheet.max_row + 1)
        if sheet.cell(row, 4).value and (not wanted or sheet.cell(row, 1).value in wanted)
    }


def test_average_that_later_rounds_count_for_stays_a_figure(tournament):
    table = tournament.rounds.get(number=1).tables.order_by("number").first()
    rule(table, ["average"] * table.size)
    book, known = opened(tournament, after=1)

    found = Recalculated(book).formulas()

    assert found == {at: known[at[0]][at[1]].value for at in found}


def test_rows_of_all_lists_are_in_the_workbook(tournament, known):
    listed = [
        (table.round.number, table.number, at, position, points)
        for round in tournament.rounds.order_by("number")
        for table in round.tables.order_by("number")
        for at, row in enumerate(table.current_version.content.get("rows", ()), start=1)
        for position, points in enumerate(row["points"], start=1)
    ]
    letters = columns_of(known["Spiele"])
    keys = ("Runde", "Tisch", "Spiel", "Position", "Punkte")
    rows = [
        tuple(known["Spiele"][f"{letters[key]}{row}"].value for key in keys)
        for row in range(5, known["Spiele"].max_row + 1)
    ]
    assert rows == listed


ROUNDS = ("R1", "R2", "R3")
IN_ROUND = ("Platz", "Punkte", "Gesamt")
TIES_OF_PEOPLE = (
    *("Punktgleichheit: Gegner", "Punktgleichheit: Spiele", "Punktgleichheit: Pflichtsoli"),
    "Punktgleichheit: Spielpunkte",
)
TIES = (
    *("Punktgleichheit: beste Runde", "Punktgleichheit: letzte Runde"),
    *(f"Punktgleichheit: {each}" for each in ROUNDS),
)
IN_RANKING = {"Platz", *ROUNDS, "Abzug", "Gesamt", *TIES}
IN_CATEGORY = {"Platz", *ROUNDS, "Gesamt", "Spiele", "Je Runde", "Je Spiel", *TIES, *TIES_OF_PEOPLE}
AS_IT_STANDS = "Zeile, wie sie dasteht"
OF_GAMES, OF_TABLES = (
    {str(getattr(each, of)) for each in GAME_FIGURES.values()} for of in ("of_game", "of_table")
)
COUNTED = {
    **{each: {AS_IT_STANDS} for each in ("Teilnehmer", "Sitzliste", "Punktabzüge", "Strafpunkte")},
    "Spiele": {
        AS_IT_STANDS,
        *("Strafpunkte", "Laufende Summe", "Summe des Spiels"),
        *OF_GAMES,
    },
    "Tischergebnisse": {
        AS_IT_STANDS,
        *("Spiele", "Aus der Liste", "Punkte", "Gesamt", "Gesamtpunkte der Gegner"),
        *OF_TABLES,
    },
    **{f"Runde {number}": set(IN_ROUND) for number in (1, 2, 3)},
    "Damen": IN_CATEGORY,
    "Wer zählt": {*ROUNDS, "Abzug", "Gesamt"},
    "Vereinswertung": IN_RANKING,
    "Mannschaftswertung": IN_RANKING,
    "Nachrechnen": {"Abweichungen", "Ergebnis"},
    "Zwischenstand": {*IN_CATEGORY, "Abzug"},
}
"""The calculated columns of each sheet, in every row that is not empty."""
OF_LISTS_ALONE = {"Aus der Liste", *OF_TABLES}


def rows_of(sheet) -> list[int]:
    """Return the rows of the list, without the sentences below it in the first column."""
    rows = range(HEADING_ROW + 1, sheet.max_row + 1)
    return [row for row in rows if any(cell.value is not None for cell in sheet[row][1:])]


def test_every_countable_cell_is_a_formula(book, known):
    found: dict[str, set[str]] = {}
    figures = set()
    for sheet in book:
        rows, counted = rows_of(sheet), COUNTED.get(sheet.title, set())
        for heading, letter in columns_of(sheet).items():
            cells = [(row, sheet[f"{letter}{row}"]) for row in rows]
            if any(cell.data_type == "f" for _row, cell in cells):
                found.setdefault(sheet.title, set()).add(heading)
            figures |= {
                (sheet.title, heading, row)
                for row, cell in cells
                if heading in counted and cell.value is not None and cell.data_type != "f"
            }
    assert found == COUNTED
    assert figures == {*without_a_list(known), *without_a_solo(known)}


def without_a_list(known) -> set[tuple[str, str, int]]:
    """A table whose points the direction has set has no games to count from."""
    sheet = known["Tischergebnisse"]
    letters = columns_of(sheet)
    ruled = [row for row in rows_of(sheet) if sheet[f"{letters['Spiele']}{row}"].value is None]
    return {
        ("Tischergebnisse", heading, row)
        for heading in OF_LISTS_ALONE
        for row in ruled
        if sheet[f"{letters[heading]}{row}"].value is not None
    }


def without_a_solo(known) -> set[tuple[str, str, int]]:
    """A player without an own compulsory solo in a game has neither won nor lost one there."""
    sheet = known["Spiele"]
    letters = columns_of(sheet)

    def has_formula(figure: GameFigure, row: int) -> bool:
        kind, soloist, position = (
            sheet[f"{letters[key]}{row}"].value for key in ("Spielart", "Solist", "Position")
        )
        return figure.where(Game((), soloist if kind == "Pflichtsolo" else None), position)

    return {
        ("Spiele", str(figure.of_game), row)
        for figure in GAME_FIGURES.values()
        for row in rows_of(sheet)
        if not has_formula(figure, row)
    }


def test_checks_say_how_many_figures_they_compare(known):
    rows = known["Nachrechnen"].iter_rows(min_row=HEADING_ROW + 1, values_only=True)
    compared = {row[0]: row[1] for row in rows if row[3]}
    assert compared["Tischergebnisse aus den Spielen"] == 3 * 9
    assert compared["Zwischenstand: Summen und Plätze"] == 2 * 9


def test_penalties_name_the_offender_by_start_number(tournament, known):
    sheet = known["Strafpunkte"]
    letters = columns_of(sheet)
    keys = ("Runde", "Tisch", "Spiel", "Verursacht von Nr.")
    found = {
        tuple(sheet[f"{letters[key]}{row}"].value for key in keys)
        for row in range(HEADING_ROW + 1, sheet.max_row + 1)
    }
    listed = {
        (
            table.round.number,
            table.number,
            penalty["row"],
            table.seats.get(position=penalty["offender"]).entry.number,
        )
        for round in tournament.rounds.all()
        for table in round.tables.all()
        for penalty in table.current_version.content.get("penalties", ())
    }
    assert found == listed
    assert found
    at, rule = letters["Begründung"], letters["Paragraf"]
    why = {
        (sheet[f"{rule}{row}"].value, sheet[f"{at}{row}"].value)
        for row in range(HEADING_ROW + 1, sheet.max_row + 1)
    }
    assert why == {(rule, str(PENALTY_RULES[rule])) for rule, _why in why}


@pytest.mark.parametrize("players", [8, 12])
def test_number_of_queries_does_not_grow_with_the_people(players, django_assert_num_queries):
    tournament = make_played(players=players, slug="andere")
    with django_assert_num_queries(30):
        excel.workbook(tournament)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("soffice"), reason="needs LibreOffice: soffice")
@pytest.mark.parametrize("rules", ["ddv", "altgeld"])
def test_libreoffice_calculates_the_same(tmp_path: Path, rules):
    """176 people and 8 rounds by the DDV's rules; saved again, every cell is the same."""
    size = {"players": 176, "rounds": 8} if rules == "ddv" else {}
    file = tmp_path / "buch.xlsx"
    # Cached values of the cells are removed, so that LibreOffice has to calculate.
    tournament = make_played(rules, slug=rules, **size)
    data = excel.workbook(tournament).content
    known = load_workbook(BytesIO(data), data_only=True)
    load_workbook(BytesIO(data)).save(file)
    home = f"-env:UserInstallation={(tmp_path / 'home').as_uri()}"
    out = tmp_path / "out"
    call = ["soffice", home, "--headless", "--convert-to", f"xlsx:{EXCEL}", "--outdir", str(out)]
    subprocess.run([*call, str(file)], check=True, capture_output=True, timeout=300)

    found = load_workbook(out / "buch.xlsx", data_only=True)

    for sheet in known:
        other = found[sheet.title]
        cells = {
            cell.coordinate: cell.value for row in sheet.iter_rows() for cell in row if cell.value
        }
        assert {at: other[at].value for at in cells} == cells
