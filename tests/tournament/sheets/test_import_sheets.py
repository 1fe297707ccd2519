"""The command `import_sheets` (formats.md, "Sheets of a tournament")."""

import json
import sys
from collections import Counter
from copy import deepcopy
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories.databases import copied
from tests.factories.journal import acts
from tests.factories.rounds import make_drawn_tournament
from tests.factories.sheets import make_round, rows_content, totals_content
from tests.factories.submissions import stored
from tests.factories.tournaments import make_tournament
from tests.factories.words import finding, refusal, text
from tournament.models import GameTable, SheetVersion, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import award_penalty
from tournament.sheets.writes.sheets import submit_sheet
from tournament.standings.reads.standings import standings_after

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

TOTALS = [20, 20, -20, -20]  # of rows_content()


@pytest.fixture
@copied
def tournament() -> Tournament:
    """One round with two tables of four and one of five."""
    tournament = make_tournament()
    make_round(tournament, sizes=(4, 4, 5))
    return tournament


class Import:
    """Runs the command and keeps its output."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture) -> None:
        self.path = path
        self.capsys = capsys

    def __call__(self, *sheets: dict, args: tuple = ()) -> tuple[int, list[str], list[str]]:
        """Return exit code, lines on standard output, lines on standard error."""
        self.path.write_text(json.dumps({"sheets": sheets}))
        return self.file(self.path, *args)

    def file(self, path: Path, *args: str) -> tuple[int, list[str], list[str]]:
        code = 0
        try:
            call_command("import_sheets", "herbst", str(path), *args)
        except SystemExit as exit:
            code = int(str(exit.code))
        out, err = self.capsys.readouterr()
        return code, out.splitlines(), err.splitlines()


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture) -> Import:
    return Import(tmp_path / "sheets.json", capsys)


def rows(table: int, round: int = 1, size: int = 4, **more: object) -> dict:
    return {"round": round, "table": table, "sheet": {**rows_content(size, **more)}}


def at(round: int, table: int) -> str:
    return text("Round %(round)s, table %(table)s", round=round, table=table)


def totals(table: int, figures: list[int]) -> dict:
    return {"round": 1, "table": table, **totals_content(figures)}


def results() -> dict[int, list[int]]:
    tables = GameTable.objects.filter(current_version__isnull=False)
    return {table.number: table.current_version.totals for table in tables}


@pytest.mark.database
def test_each_sheet_has_its_line(tournament: Tournament, run: Import) -> None:
    assert run(rows(1), totals(2, [4, 4, -4, -4])) == (
        0,
        [
            "Runde 1, Tisch 1: erfasst, +20 / +20 / −20 / −20",
            "Runde 1, Tisch 2: erfasst, +4 / +4 / −4 / −4",
            "2 erfasst, 0 unverändert, 0 bestätigt, 0 abgelehnt.",
        ],
        [],
    )
    assert results() == {1: TOTALS, 2: [4, 4, -4, -4]}


@pytest.mark.database
def test_sheet_with_errors_is_skipped_and_the_others_imported(
    tournament: Tournament, run: Import
) -> None:
    wrong = rows(1)
    wrong["sheet"]["rows"][11]["points"] = [1, 1, -1, -3]
    assert run(wrong, rows(2)) == (
        1,
        [
            "Runde 1, Tisch 2: erfasst, +20 / +20 / −20 / −20",
            "1 erfasst, 0 unverändert, 0 bestätigt, 1 abgelehnt.",
        ],
        [
            "Runde 1, Tisch 1: abgelehnt",
            "    " + finding("nonzero_sum", row=12, sum=-2, right_seat=4, right_figure=-1),
        ],
    )
    assert results() == {2: TOTALS}


def test_messages_are_english_on_demand(tournament: Tournament, run: Import) -> None:
    assert run(totals(1, [4, 4, -4, -3]), args=("--lang", "en")) == (
        1,
        ["0 entered, 0 unchanged, 0 confirmed, 1 refused."],
        ["Round 1, table 1: refused", "    Sum +1 instead of 0."],
    )


@pytest.mark.parametrize(
    ("sheet", "place"),
    [
        (rows(9), {"round": 1, "table": 9}),
        (rows(1, round=2), {"round": 2, "table": 1}),
        ({"round": 1}, {}),
    ],
)
def test_sheet_without_its_table_is_refused(
    tournament: Tournament, run: Import, sheet: dict, place: dict[str, int]
) -> None:
    refused = refusal("sheet_entry_without_place", number=1)
    if place:
        refused = f"{at(**place)}: abgelehnt. {refusal('unknown_table', **place)}"
    assert run(sheet) == (1, ["0 erfasst, 0 unverändert, 0 bestätigt, 1 abgelehnt."], [refused])


def test_other_table_size_is_refused(tournament: Tournament, run: Import) -> None:
    code, _out, err = run(rows(3))
    assert (code, err) == (
        1,
        [
            "Runde 1, Tisch 3: abgelehnt",
            "    " + finding("other_table_size", size=4, right_size=5),
        ],
    )


def test_only_the_round_asked_for_is_taken(tournament: Tournament, run: Import) -> None:
    make_round(tournament, 2, sizes=(4, 4, 5))
    _code, out, _err = run(rows(1), rows(1, round=2), args=("--round", "2"))
    assert out == [
        "Runde 2, Tisch 1: erfasst, +20 / +20 / −20 / −20",
        "1 erfasst, 0 unverändert, 0 bestätigt, 0 abgelehnt.",
    ]


@pytest.mark.database
def test_second_run_changes_nothing(tournament: Tournament, run: Import) -> None:
    sheets = (rows(1), totals(2, [4, 4, -4, -4]))
    run(*sheets)
    journal = acts().count()
    code, out, _err = run(*sheets)
    assert (code, out[-1]) == (0, "0 erfasst, 2 unverändert, 0 bestätigt, 0 abgelehnt.")
    assert (SheetVersion.objects.count(), acts().count()) == (2, journal)


def test_list_over_equal_totals_is_imported_and_totals_confirm_it(
    tournament: Tournament, run: Import
) -> None:
    run(totals(1, TOTALS))
    _code, out, _err = run(rows(1), totals(1, TOTALS))
    assert out == [
        "Runde 1, Tisch 1: erfasst, +20 / +20 / −20 / −20",
        "Runde 1, Tisch 1: bestätigt, +20 / +20 / −20 / −20",
        "1 erfasst, 0 unverändert, 1 bestätigt, 0 abgelehnt.",
    ]


def test_other_result_is_refused_without_replace(tournament: Tournament, run: Import) -> None:
    run(rows(1))
    code, _out, err = run(rows(1, winners=(1, 3)))
    assert (code, err) == (
        1,
        [f"{at(1, 1)}: abgelehnt. {refusal('sheet_reason_needed', table=1, round=1)}"],
    )
    assert results() == {1: TOTALS}


@pytest.mark.database
def test_other_result_replaces_with_a_reason(tournament: Tournament, run: Import) -> None:
    run(rows(1))
    code, _out, _err = run(
        rows(1, winners=(1, 3)), args=("--replace", "--reason", "Spalten vertauscht")
    )
    version = GameTable.objects.get(number=1).current_version
    assert (code, version.number, version.reason) == (0, 2, "Spalten vertauscht")
    assert version.totals == [20, -20, 20, -20]


def test_totals_never_replace_a_list(tournament: Tournament, run: Import) -> None:
    run(rows(1))
    args = ("--replace", "--reason", "Doch")
    code, _out, err = run(totals(1, [4, 4, -4, -4]), args=args)
    contradiction = refusal(
        "totals_contradict_rows",
        table=1,
        counted="+20 / +20 / −20 / −20",
        given="+4 / +4 / −4 / −4",
        suspicion="",
    )
    assert (code, err) == (1, [f"{at(1, 1)}: abgelehnt. {contradiction}"])
    assert results() == {1: TOTALS}


@pytest.mark.parametrize("args", [("--replace",), ("--reason", "Tippfehler")])
def test_replace_and_reason_belong_together(
    tournament: Tournament, run: Import, args: tuple
) -> None:
    assert run(rows(1), args=args) == (
        2,
        [],
        [text("--replace and --reason belong together.")],
    )


def test_sheet_without_the_awarded_penalty_is_refused(tournament: Tournament, run: Import) -> None:
    table = GameTable.objects.get(number=1)
    award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, initials="SR")
    _code, _out, err = run(rows(1))
    assert err == [
        "Runde 1, Tisch 1: abgelehnt",
        "    " + finding("awarded_penalty_missing", seat=3, rule="9.3.2"),
    ]


def test_doubts_are_reported_and_the_sheet_imported(tournament: Tournament, run: Import) -> None:
    sheet = deepcopy(rows(1))
    sheet["sheet"]["rows"][0]["points"] = [11, 11, -11, -11]
    code, out, err = run(sheet)
    assert (code, out[0], err) == (
        0,
        "Runde 1, Tisch 1: erfasst, +30 / +30 / −30 / −30; "
        + finding("value_unlikely", row=1, value=11, limit=10),
        [],
    )
    assert results() == {1: [30, 30, -30, -30]}


def test_output_without_a_minus_sign_does_not_stop_the_import(
    tournament: Tournament, run: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = BytesIO()
    monkeypatch.setattr("sys.stdout", TextIOWrapper(output, encoding="cp1252"))
    assert run(rows(1), rows(2))[0] == 0
    sys.stdout.flush()
    assert output.getvalue().decode("cp1252").splitlines()[1] == (
        r"Runde 1, Tisch 2: erfasst, +20 / +20 / \u221220 / \u221220"
    )
    assert results() == {1: TOTALS, 2: TOTALS}


def test_file_that_is_no_json_is_refused(
    tournament: Tournament, run: Import, tmp_path: Path
) -> None:
    path = tmp_path / "kaputt.json"
    path.write_bytes(b"\x00\xff")
    assert run.file(path) == (1, [], [text("The file is not valid JSON in UTF-8.")])


def test_missing_file_and_tournament_are_wrong_calls(
    run: Import, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    assert run.file(tmp_path / "nichts.json")[0] == 2
    make_tournament()
    assert run.file(tmp_path / "nichts.json")[0] == 2


def test_real_sheets_of_72_players_go_in(project: Path, run: Import) -> None:
    make_drawn_tournament(72)
    path = project / "fixtures" / "sheets" / "sheets-72-players-3-rounds.json"
    code, out, err = run.file(path)
    assert (code, err) == (0, [])
    assert (len(out), out[-1]) == (55, "54 erfasst, 0 unverändert, 0 bestätigt, 0 abgelehnt.")
    rows = standings_after(Tournament.objects.get()).rows
    assert len(rows) == 72
    assert [sum(column) for column in zip(*(row.rounds for row in rows), strict=True)] == [0, 0, 0]
    before = stored()
    assert run.file(path)[1][-1] == "0 erfasst, 54 unverändert, 0 bestätigt, 0 abgelehnt."
    assert stored() == before


def test_one_wrong_figure_among_54_real_sheets(project: Path, run: Import) -> None:
    make_drawn_tournament(72)
    path = project / "fixtures" / "sheets" / "sheets-72-players-3-rounds.json"
    sheets = json.loads(path.read_text(encoding="utf-8"))["sheets"]
    wrong = deepcopy(sheets)
    wrong[20]["sheet"]["rows"][6]["points"][0] += 2
    code, out, err = run(*wrong)
    assert (code, out[-1]) == (1, "53 erfasst, 0 unverändert, 0 bestätigt, 1 abgelehnt.")
    assert [line.split(". ")[0] for line in err[:2]] == [
        "Runde 2, Tisch 3: abgelehnt",
        "    Spiel 7: Summe +2 statt 0",
    ]
    missing = GameTable.objects.filter(current_version=None, round__number__lte=3)
    assert [(table.round.number, table.number) for table in missing] == [(2, 3)]
    assert run(*sheets)[1][-1] == "1 erfasst, 53 unverändert, 0 bestätigt, 0 abgelehnt."


def test_real_sheets_replace_a_wrong_one(project: Path, run: Import) -> None:
    make_drawn_tournament(30, rounds_planned=1)
    path = project / "fixtures" / "sheets" / "sheets-30-players-1-round.json"
    table = GameTable.objects.get(number=1)
    submit_sheet(COMMAND_LINE, table, "rows", rows_content(), based_on=None)
    code, out, err = run.file(path)
    assert (code, len(err), out[-1]) == (
        1,
        1,
        "6 erfasst, 0 unverändert, 0 bestätigt, 1 abgelehnt.",
    )
    code, out, err = run.file(path, "--replace", "--reason", "Vom Papier")
    assert (code, err, out[-1]) == (0, [], "1 erfasst, 6 unverändert, 0 bestätigt, 0 abgelehnt.")
    numbers = Counter(GameTable.objects.values_list("current_version__number", flat=True))
    assert numbers == {1: 6, 2: 1}


@pytest.mark.parametrize(("again", "queries"), [(False, 13), (True, 6)])
@pytest.mark.database
def test_queries_are_the_same_for_every_sheet(
    project: Path, run: Import, again: bool, queries: int
) -> None:
    """One more finds the tournament."""
    make_drawn_tournament(72)
    path = project / "fixtures" / "sheets" / "sheets-72-players-3-rounds.json"
    sheets = json.loads(path.read_text(encoding="utf-8"))["sheets"][:18]
    if again:
        run(*sheets)
    with CaptureQueriesContext(connection) as made:
        run(*sheets)
    assert len(made) == 1 + 18 * queries


def test_real_sheets_with_two_five_tables_go_in(project: Path, run: Import) -> None:
    make_drawn_tournament(30, rounds_planned=1)
    code, out, err = run.file(
        project / "fixtures" / "sheets" / "sheets-30-players-1-round.json", "--round", "1"
    )
    assert (code, err, out[-1]) == (0, [], "7 erfasst, 0 unverändert, 0 bestätigt, 0 abgelehnt.")
    sizes = GameTable.objects.order_by("number").values_list("size", flat=True)
    assert list(sizes) == [4, 4, 4, 4, 4, 5, 5]
