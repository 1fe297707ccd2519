"""The command `recount`: a second path finds tampering behind the program's back."""

import json
import re

import pytest
from django.core.management import call_command
from django.db import connection

from tests.factories.databases import copied
from tests.factories.journal import drop_triggers
from tests.factories.pages import figures_in
from tests.factories.sheets import make_round, rows_content, totals_content
from tests.factories.tournaments import make_tournament
from tests.factories.words import refusal, text
from tournament.labels.audit import COLUMNS, CONTROL_SUM, DIFFERENCES
from tournament.models import GameTable, SheetVersion, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import award_penalty, deduct_points, revoke_penalty
from tournament.sheets.writes.sheets import submit_sheet

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


def counted(sheets: int, as_typed: int) -> str:
    one = "%(sheets)s sheet counted again, %(as_typed)s of it taken as typed (totals only)."
    many = "%(sheets)s sheets counted again, %(as_typed)s of them taken as typed (totals only)."
    return text(one, many, sheets, sheets=sheets, as_typed=as_typed)


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Table 1 with all its games (players 1 to 4), table 2 with totals alone (5 to 8)."""
    tournament = make_tournament()
    make_round(tournament, sizes=(4, 4))
    tables = GameTable.objects.order_by("number")
    submit_sheet(COMMAND_LINE, tables[0], "rows", rows_content(), based_on=None)
    submit_sheet(COMMAND_LINE, tables[1], "totals", totals_content([6, 2, -2, -6]), based_on=None)
    return tournament


def differs(code: str, **words: object) -> str:
    return str(DIFFERENCES[code]) % {"round": 1, **words}


def sheet_total(number: int, counted: str, claimed: str) -> str:
    return differs("sheet_total", table=1, number=number, counted=counted, claimed=claimed)


def round_result(number: int, counted: str, claimed: str) -> str:
    return differs("round_result", number=number, counted=counted, claimed=claimed)


def in_column(code: str, number: int, counted: object, claimed: object) -> str:
    words = {"counted": counted, "claimed": claimed}
    return differs(code, number=number, column=COLUMNS[code], **words)


def no_sheet(table: int) -> str:
    sentence = "Round %(round)s, table %(table)s: what is stored is no score sheet."
    return text(sentence, round=1, table=table)


@pytest.fixture
def _triggers_dropped() -> None:
    drop_triggers()


def recount(capsys: pytest.CaptureFixture, *args: str) -> tuple[int, list[str], list[str]]:
    code = 0
    try:
        call_command("recount", "herbst", *args)
    except SystemExit as exit:
        code = int(str(exit.code))
    out, err = capsys.readouterr()
    return code, not_about_journal(out), not_about_journal(err)


def not_about_journal(text: str) -> list[str]:
    return [line for line in text.splitlines() if not re.search("journal|sperre", line, re.I)]


def corrupt(table: int, **fields: object) -> None:
    versions = SheetVersion.objects.filter(table__number=table)
    assert versions.update(**fields) == 1


@pytest.mark.database
def test_untouched_tournament_agrees(tournament: Tournament, capsys: pytest.CaptureFixture) -> None:
    entry = tournament.entries.get(number=1)
    deduct_points(COMMAND_LINE, entry, 5, "Unsportlich")
    deduct_points(COMMAND_LINE, entry, 2, "Noch einmal")
    agrees = [counted(2, 1), text("Control sum %(sum)s.", sum=0), text("Every figure agrees.")]
    assert recount(capsys) == (0, agrees, [])


def test_tournament_without_rounds_agrees(capsys: pytest.CaptureFixture) -> None:
    make_tournament()
    assert recount(capsys, "--lang", "en") == (
        0,
        [
            "0 sheets counted again, 0 of them taken as typed (totals only).",
            "Control sum 0.",
            "Every figure agrees.",
        ],
        [],
    )


@pytest.mark.usefixtures("_triggers_dropped")
@pytest.mark.database
def test_changed_total_is_named(tournament: Tournament, capsys: pytest.CaptureFixture) -> None:
    corrupt(1, totals=[24, 20, -24, -20])
    code, out, err = recount(capsys)
    assert (code, figures_in(out[-1])) == (1, ["8"])
    assert err == [
        sheet_total(1, "+20", "+24"),
        sheet_total(3, "−20", "−24"),
        round_result(1, "+20", "+24"),
        in_column("total", 1, "+20", "+24"),
        in_column("rank", 2, 1, 2),
        round_result(3, "−20", "−24"),
        in_column("total", 3, "−20", "−24"),
        in_column("rank", 3, 7, 8),
    ]


@pytest.mark.usefixtures("_triggers_dropped")
def test_changed_game_is_named(tournament: Tournament, capsys: pytest.CaptureFixture) -> None:
    content = SheetVersion.objects.get(table__number=1).content
    content["rows"][4]["points"] = [3, 1, -1, -1]
    corrupt(1, content=content)
    code, _out, err = recount(capsys)
    assert code == 1
    assert err[:2] == [
        differs("sum_not_zero", table=1, counted="+2", claimed=0),
        sheet_total(1, "+22", "+20"),
    ]
    assert err[-1] == str(CONTROL_SUM) % {"counted": "+2", "claimed": 0}


@pytest.mark.usefixtures("_triggers_dropped")
def test_changed_running_total_is_named_with_its_game(
    tournament: Tournament, capsys: pytest.CaptureFixture
) -> None:
    content = SheetVersion.objects.get(table__number=1).content
    content["rows"][6]["cumulative"] = [8, 6, -7, -7]
    corrupt(1, content=content)
    assert recount(capsys)[2] == [differs("running_total", table=1, row=7)]


@pytest.mark.usefixtures("_triggers_dropped")
@pytest.mark.parametrize(
    "totals", [[20, -20], [], [20, 20, -20, None], [1.5, 0, 0, -1.5], ["20"] * 4, "20", {}, 7]
)
def test_invalid_totals_are_named(
    tournament: Tournament, capsys: pytest.CaptureFixture, totals: object
) -> None:
    """There are no standings then, but there is an answer."""
    corrupt(1, totals=totals)
    code, out, err = recount(capsys)
    assert (code, figures_in(out[-1])) == (1, ["1"])
    assert err == [no_sheet(1)]


@pytest.mark.database
def test_result_lost_by_a_table_is_named(
    tournament: Tournament, capsys: pytest.CaptureFixture
) -> None:
    """The versions are there, the table no longer says which one counts."""
    GameTable.objects.filter(number=2).update(current_version=None)
    code, _out, err = recount(capsys)
    assert (code, err[0]) == (
        1,
        round_result(5, "+6", "–"),
    )


@pytest.mark.database
def test_older_version_that_counts_again_is_named(
    tournament: Tournament, capsys: pytest.CaptureFixture
) -> None:
    table = GameTable.objects.get(number=1)
    other = rows_content(winners=(1, 3))
    submit_sheet(COMMAND_LINE, table, "rows", other, based_on=1, reason="Spalten vertauscht")
    assert recount(capsys)[0] == 0
    GameTable.objects.filter(pk=table.pk).update(current_version=table.versions.get(number=1))
    code, _out, err = recount(capsys)
    assert (code, err[0]) == (
        1,
        round_result(2, "−20", "+20"),
    )


def test_recount_agrees_after_penalties_and_corrections(capsys: pytest.CaptureFixture) -> None:
    tournament = make_tournament()
    make_round(tournament, sizes=(4, 4, 5))
    four, bare, five = GameTable.objects.order_by("number")
    submit_sheet(COMMAND_LINE, four, "rows", rows_content(), based_on=None)
    submit_sheet(COMMAND_LINE, bare, "totals", totals_content([6, 2, -2, -6]), based_on=None)
    submit_sheet(COMMAND_LINE, five, "rows", rows_content(5), based_on=None)
    award_penalty(COMMAND_LINE, four, rule="9.4.3", offender=3, absagen=1, row=5, initials="SR")
    award_penalty(COMMAND_LINE, bare, rule="9.3.2", offender=1, initials="SR", contained=False)
    award_penalty(COMMAND_LINE, five, rule="9.3.2", offender=1, row=8, initials="SR")
    wrongly = award_penalty(COMMAND_LINE, five, rule="9.3.2", offender=2, row=8, initials="SR")
    revoke_penalty(COMMAND_LINE, wrongly, "Falsche Position")
    code, out, err = recount(capsys)
    assert (code, err) == (0, [])
    assert out[0] == counted(3, 1)


@pytest.mark.usefixtures("_triggers_dropped")
@pytest.mark.parametrize("content", [{"rows": []}, {}, [], {"totals": [None] * 4}])
@pytest.mark.database
def test_content_that_is_no_sheet_is_named(
    tournament: Tournament, capsys: pytest.CaptureFixture, content: object
) -> None:
    corrupt(2, content=content)
    code, out, err = recount(capsys)
    assert (code, err[0], out[0]) == (1, no_sheet(2), counted(2, 0))


@pytest.mark.usefixtures("_triggers_dropped")
@pytest.mark.database
def test_change_by_sql_alone_is_named(
    tournament: Tournament, capsys: pytest.CaptureFixture
) -> None:
    """Not even the program's models take part."""
    version = SheetVersion.objects.get(table__number=1)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournament_sheetversion SET totals = %s WHERE id = %s",
            [json.dumps([20, 20, -22, -18]), version.pk],
        )
    _code, _out, err = recount(capsys)
    assert err[0] == sheet_total(3, "−20", "−22")


def test_unknown_tournament_is_a_wrong_call(capsys: pytest.CaptureFixture) -> None:
    assert recount(capsys) == (2, [], [refusal("unknown_tournament", slug="herbst")])
