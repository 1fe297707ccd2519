"""`standings` where somebody has changed the stored totals by hand."""

import json

import pytest
from django.core.management import call_command
from django.db import connection

from tests.factories.sheets import make_round, rows_content
from tests.factories.tournaments import make_tournament
from tests.factories.words import text
from tournament.models import GameTable, SheetVersion
from tournament.permissions import COMMAND_LINE
from tournament.sheets.writes.sheets import submit_sheet

pytestmark = [pytest.mark.django_db, pytest.mark.alone, pytest.mark.database]


NO_TOTALS = (
    "Round %(round)s, table %(table)s: what is stored are no totals. The command “recount” names "
    "everything that does not agree."
)


def ended(capsys: pytest.CaptureFixture, *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as leaving:
        call_command(*arguments)
    return (int(str(leaving.value.code)), *capsys.readouterr())


@pytest.mark.parametrize(
    "totals", [{"a": 1}, [1], [], ["a", None, 1.5, True], [1, 2, 3, None], "x"]
)
def test_damaged_totals_send_to_the_recount(capsys: pytest.CaptureFixture, totals: object) -> None:
    make_round(make_tournament(), sizes=(4, 4))
    table = GameTable.objects.get(number=2)
    submit_sheet(COMMAND_LINE, table, "rows", rows_content(), based_on=None)
    on_table = " ON tournament_sheetversion" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER tournament_sheetversion_immutable{on_table}")
        cursor.execute("UPDATE tournament_sheetversion SET totals = %s", [json.dumps(totals)])
    assert SheetVersion.objects.get().totals == totals
    for file_format in ("text", "json", "csv", "xlsx"):
        assert ended(capsys, "standings", "herbst", f"--format={file_format}") == (
            1,
            "",
            text(NO_TOTALS, round=1, table=2) + "\n",
        )
    code, _out, err = ended(capsys, "recount", "herbst")
    no_sheet = "Round %(round)s, table %(table)s: what is stored is no score sheet."
    assert (code, err.splitlines()[0]) == (1, text(no_sheet, round=1, table=2))
