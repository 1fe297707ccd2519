"""The commands create_tournament and import_players, and what all commands share."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.factories.imported import row_said
from tests.factories.journal import acts
from tests.factories.tournaments import make_tournament
from tests.factories.words import refusal, text
from tournament.models import Entry, Tournament
from tournament.people.rules.registration import Verdict

PROJECT = Path(__file__).parents[2]
FIXTURES = PROJECT / "fixtures" / "players"

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> tuple[int, str, str]:
    """Return exit code, standard output and standard error of a command."""
    out, err = io.StringIO(), io.StringIO()
    code = 0
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except SystemExit as end:
        code = end.code
    return code, out.getvalue(), err.getvalue()


def players_of(slug: str) -> list[tuple]:
    entries = Entry.objects.filter(tournament__slug=slug)
    fields = ("number", "person__last_name", "person__first_name", "person__state")
    more = ("club__name", "club__code", "tags", "fee_paid", "checked_in", "status")
    return list(entries.values_list(*fields, *more))


@pytest.mark.alone
def test_create_tournament_with_defaults_of_the_ddv():
    code, out, err = run(
        *("create_tournament", "rlt", "--name", "RLT Köln", "--rounds", "3"),
        *("--date", "2026-09-12", "--place", "Köln"),
    )
    assert (code, out, err) == (0, "Turnier „rlt“ angelegt.\n", "")
    tournament = Tournament.objects.get()
    assert (tournament.name, str(tournament.date), tournament.place) == (
        "RLT Köln",
        "2026-09-12",
        "Köln",
    )
    assert acts().filter(user=None).count() == 2


@pytest.mark.database
def test_create_tournament_twice_is_refused_in_the_requested_language():
    make_tournament("rlt")
    call = ("create_tournament", "rlt", "--name", "X", "--rounds", "3")
    assert run(*call) == (1, "", refusal("tournament_exists", slug="rlt") + "\n")
    assert run(*call, "--lang", "en") == (1, "", "There is a tournament “rlt” already.\n")


def test_wrong_arguments_are_a_wrong_call():
    for arguments in (["rlt"], ["rlt", "--name", "X", "--rounds", "three"]):
        with pytest.raises(CommandError):
            run("create_tournament", *arguments)
    with pytest.raises(CommandError, match="not a date"):
        run("create_tournament", "r", "--name", "X", "--rounds", "3", "--date", "morgen")


def test_wrong_arguments_end_with_exit_code_2():
    ended = subprocess.run(
        [sys.executable, "manage.py", "create_tournament", "rlt", "--rounds", "3"],
        cwd=PROJECT,
        capture_output=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (2, b"")


def test_import_of_excel_and_csv_give_the_same_players():
    make_tournament("excel")
    make_tournament("csv")
    for slug, name in (("excel", "players-72.xlsx"), ("csv", "players-72.csv")):
        assert run("import_players", slug, str(FIXTURES / name)) == (
            0,
            "72 eingetragen, 0 bekannt, 0 nicht übernommen.\n",
            "",
        )
    assert players_of("excel") == players_of("csv")
    assert [player[0] for player in players_of("csv")] == list(range(1, 73))


@pytest.mark.database
def test_import_twice_finds_everybody_known():
    make_tournament("rlt")
    run("import_players", "rlt", str(FIXTURES / "players-72.xlsx"))
    before = players_of("rlt")
    assert run("import_players", "rlt", str(FIXTURES / "players-72.csv"), "--lang", "en") == (
        0,
        "0 added, 72 known, 0 left out.\n",
        "",
    )
    assert players_of("rlt") == before


def test_import_names_every_row_that_stays_out():
    make_tournament("messy")
    file = str(FIXTURES / "preregistration-messy.xlsx")

    code, out, err = run("import_players", "messy", file)

    assert (code, out) == (1, "41 eingetragen, 0 bekannt, 5 nicht übernommen.\n")
    assert err.splitlines() == [
        row_said(50, "Werner, Sabine · BS NON", Verdict.DOUBTFUL, "double", line=6),
        row_said(
            51,
            '=HYPERLINK("x","Klaus Test") · B BÄR · Berlin · 10',
            Verdict.REFUSED,
            "formula",
        ),
        row_said(52, "<b>Max</b> Mustermann · K KON · NRW · 10 €", Verdict.DOUBTFUL, "markup"),
        row_said(53, "Nur-Ein-Name · 0", Verdict.DOUBTFUL, "one_word"),
        row_said(54, "Summe · =SUM(D4:D60)", Verdict.DOUBTFUL, "sum_row"),
    ]
    code, out, err = run("import_players", "messy", file, "--accept-doubtful")
    assert (code, out) == (1, "4 eingetragen, 41 bekannt, 1 nicht übernommen.\n")
    assert len(err.splitlines()) == 5


def test_unknown_tournament_and_file_are_named():
    file = str(FIXTURES / "players-72.csv")
    unknown = refusal("unknown_tournament", slug="nix") + "\n"
    assert run("import_players", "nix", file) == (2, "", unknown)
    make_tournament("rlt")
    for path, reason in (
        ("nix.csv", "there is no such file or directory"),
        (str(FIXTURES), "it is a directory"),
    ):
        unreadable = "The file “%(path)s” cannot be read: %(reason)s."
        told = text(unreadable, path=path, reason=text(reason)) + "\n"
        assert run("import_players", "rlt", path) == (2, "", told)


@pytest.mark.database
def test_file_that_is_no_list_is_refused_and_changes_nothing(tmp_path):
    make_tournament("rlt")
    file = tmp_path / "x.csv"
    file.write_bytes(b"a;b\n1;2\n")
    assert run("import_players", "rlt", str(file)) == (1, "", refusal("no_heading") + "\n")
    assert not acts().exists()
