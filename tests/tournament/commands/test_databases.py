"""An unusable machine or database gives one clear sentence, never a traceback."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, connection

from tests.factories.effort import chiefly
from tests.factories.rounds import make_drawn_tournament
from tests.factories.words import text
from tournament.config.environment import WrongEnvironment, database, make_var_directory, secret_key
from tournament.labels.faults import DATABASE_ERRORS, database_sentence
from tournament.models import Round

PROJECT = Path(__file__).resolve().parents[3]
NOT_UNDERSTOOD = (
    "DATABASE_URL is not understood. Use postgres://USER:PASSWORD@HOST/NAME, "
    "postgres:///NAME?host=/var/run/postgresql or sqlite:////DIRECTORY/FILE."
)
NO_DIRECTORY = (
    "“/dev/null” cannot be used. KREUZDAME_VAR must be a directory that may be written to.\n"
)


def refused(why: str) -> tuple[int, str, str]:
    """Return exit code, standard output and error of a command refused for this fault."""
    return 1, "", f"{DATABASE_ERRORS[why]}\n"


def standings(*arguments: str, **environment: str) -> tuple[int, str, str]:
    """Return exit code, standard output and error of the program in its own environment."""
    return called("standings", "herbst", *arguments, **environment)


def called(*words: str, **environment: str) -> tuple[int, str, str]:
    mine = {name: told for name, told in os.environ.items() if name != "KREUZDAME_SECRET_KEY"}
    ended = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=PROJECT,
        env={**mine, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, ended.stdout, ended.stderr


def test_fresh_database_names_what_prepares_it(tmp_path: Path) -> None:
    told = standings(KREUZDAME_VAR=str(tmp_path), DATABASE_URL="")
    assert told == refused("unprepared")


def test_wrong_environment_is_reported_in_the_requested_language(tmp_path: Path) -> None:
    told = standings(KREUZDAME_VAR=str(tmp_path), DATABASE_URL="foo")
    assert told == (1, "", text(NOT_UNDERSTOOD) + "\n")
    told = standings("--lang", "en", KREUZDAME_VAR="/dev/null", KREUZDAME_SECRET_KEY="")
    assert told == (1, "", NO_DIRECTORY)


def test_missing_directory_and_foreign_file_are_reported(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("This is no database at all. " * 100)
    var = {"KREUZDAME_VAR": str(tmp_path)}
    assert [
        standings(**var, DATABASE_URL=f"sqlite:///{tmp_path}/missing/x.sqlite3"),
        standings(**var, DATABASE_URL=f"sqlite:///{tmp_path}/notes.txt"),
    ] == [refused("not_opened"), refused("damaged")]


NOWHERE = "postgres://u:p@127.0.0.1:1/x"


def test_refused_connection_names_the_setting_and_makes_no_directory(tmp_path: Path) -> None:
    var = tmp_path / "var"
    code, _out, err = standings("--lang", "en", KREUZDAME_VAR=str(var), DATABASE_URL=NOWHERE)
    assert (code, err.count("\n"), var.exists()) == (1, 1, False)
    assert err.startswith(
        "The database cannot be used. Please check DATABASE_URL. It says: “connection failed"
    )


@pytest.mark.parametrize(
    "address",
    [
        "foo",
        "://",
        "mysql://a/b",
        "postgres://localhost:99999/x",
        "postgres://[::1/x",
        "postgres://localhost",
    ],
)
def test_address_of_another_kind_is_refused_without_repeating_it(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    with pytest.raises(WrongEnvironment) as wrong:
        database()
    assert str(wrong.value) == NOT_UNDERSTOOD


@pytest.mark.parametrize(
    ("address", "host", "port", "user"),
    [
        ("postgres:///kreuzdame-nord?host=/run/postgresql", "/run/postgresql", "", ""),
        ("postgres:///kreuzdame-nord?host=/run/pg&port=5433&user=nord", "/run/pg", "5433", "nord"),
        ("postgres://%2Frun%2Fpostgresql/kreuzdame-nord", "/run/postgresql", "", ""),
        ("postgres:///kreuzdame-nord", "", "", ""),
    ],
)
def test_socket_of_postgresql_is_known_as_the_database_location(
    monkeypatch: pytest.MonkeyPatch, address: str, host: str, port: str, user: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    found = database()
    assert (found["NAME"], found["HOST"], str(found["PORT"]), found["USER"]) == (
        "kreuzdame-nord",
        host,
        port,
        user,
    )
    assert found.get("OPTIONS", {}) == {}


@pytest.mark.parametrize("name", ["Ana & Bo", "Größe", "c#1", "100%41", "what?", "a+b"])
def test_database_is_in_the_directory_whatever_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("KREUZDAME_VAR", str(tmp_path / name))
    assert database()["NAME"] == str(tmp_path / name / "kreuzdame.sqlite3")


def test_directory_that_is_a_file_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "secret_key").mkdir()
    monkeypatch.delenv("KREUZDAME_SECRET_KEY", raising=False)
    monkeypatch.setenv("KREUZDAME_VAR", str(tmp_path))
    with pytest.raises(WrongEnvironment):
        secret_key()
    (tmp_path / "file").touch()
    monkeypatch.setenv("KREUZDAME_VAR", str(tmp_path / "file"))
    with pytest.raises(WrongEnvironment):
        make_var_directory()


# Both read the settings, and "check" more besides.
@pytest.mark.parametrize("word", chiefly("check", of=["help", "check"]))
def test_bare_call_makes_neither_directory_nor_key(tmp_path: Path, word: str) -> None:
    var = tmp_path / "var"
    code, _out, _err = called(word, KREUZDAME_VAR=str(var), DATABASE_URL=NOWHERE)
    assert (code, var.exists()) == (0, False)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "arguments",
    [
        ("draw_round", "herbst"),
        ("create_tournament", "neu", "--name", "Neu", "--rounds", "3"),
        ("import_sheets", "herbst", "fixtures/sheets/sheets-30-players-1-round.json"),
        ("import_players", "herbst", "fixtures/players/players-72.csv"),
    ],
)
def test_locked_database_is_reported(
    capsys: pytest.CaptureFixture, arguments: tuple[str, ...]
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite locks as a whole")
    make_drawn_tournament(30, rounds_planned=2)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        with pytest.raises(SystemExit) as ended:
            call_command(*arguments)
    finally:
        other.close()
        connection.close()
    assert (ended.value.code, *capsys.readouterr()) == refused("busy")
    assert Round.objects.filter(published_at__isnull=False).count() == 1


def test_mistake_of_the_program_is_none_of_the_database() -> None:
    assert database_sentence(IntegrityError("UNIQUE constraint failed")) is None
    assert database_sentence(DatabaseError("syntax error")) is None
