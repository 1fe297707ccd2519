"""`import_players` reports what a list says that cannot be kept, line by line."""

from pathlib import Path

import pytest
from django.core.management import call_command

from tests.factories.imported import row_said
from tests.factories.tournaments import make_tournament
from tests.factories.words import refusal
from tournament.models import Entry
from tournament.people.rules.registration import Verdict

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


def imported(
    tmp_path: Path, capsys: pytest.CaptureFixture, text: str, *args: str
) -> tuple[int, list[str], list[str]]:
    """Return exit code and lines on standard output and error."""
    path = tmp_path / "players.csv"
    path.write_text(text, encoding="utf-8")
    code = 0
    try:
        call_command("import_players", "herbst", str(path), *args)
    except SystemExit as end:
        code = int(str(end.code))
    out, err = capsys.readouterr()
    return code, out.splitlines(), err.splitlines()


def entered() -> list[tuple[int, str]]:
    return list(Entry.objects.values_list("number", "person__last_name"))


@pytest.mark.parametrize("number", ["0", "-1", "1.5", "x", "10000", "1e3"])
def test_invalid_number_is_reported_and_another_given(
    tmp_path: Path, capsys: pytest.CaptureFixture, number: str
) -> None:
    make_tournament()
    text = f"Nr.;Name\n7;Ina Hoch\n{number};Hans Meier\n;Ute Kurz\n"
    assert imported(tmp_path, capsys, text) == (
        0,
        ["3 eingetragen, 0 bekannt, 0 nicht übernommen."],
        [row_said(3, f"{number} · Hans Meier", Verdict.OK, "number_unclear", text=number)],
    )
    assert entered() == [(7, "Hoch"), (8, "Meier"), (9, "Kurz")]


def test_unclosed_quotation_mark_loses_nobody_silently(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    make_tournament()
    text = 'Name;Verein\nIna Hoch;A\n"Unclosed;x\nHans Meier;B'
    code, out, err = imported(tmp_path, capsys, text, "--accept-doubtful")
    assert (code, out) == (1, ["1 eingetragen, 0 bekannt, 1 nicht übernommen."])
    assert err == [row_said(3, "Unclosed;x Hans Meier;B", Verdict.REFUSED, "quote_open")]
    assert entered() == [(1, "Hoch")]


def test_heading_with_an_unclosed_quotation_mark_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    make_tournament()
    assert imported(tmp_path, capsys, 'Name;"Verein\nHans Meier;B') == (
        1,
        [],
        [refusal("heading_quote_open", line=1)],
    )
