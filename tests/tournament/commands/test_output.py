"""A command does its work whether or not anybody reads its output."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_tournament
from tests.factories.words import refusal, text
from tournament.management.base import visible

PROJECT = Path(__file__).resolve().parents[3]
SHEETS = "fixtures/sheets/sheets-72-players-3-rounds.json"
FULL, CLOSED = "no space is left", "it is closed"
"""Why standard output could not be written."""
UNWRITTEN = "The file “%(path)s” cannot be written: %(reason)s."


def unwritten(why: str) -> str:
    """Return what a command says if its output was lost; nothing without a reason."""
    return (
        text("Standard output cannot be written: %(reason)s.", reason=text(why)) + "\n"
        if why
        else ""
    )


pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(os.name != "posix", reason="pipes and /dev/full"),
]


class Installation:
    """A copy of the test's database, for separate programs."""

    def __init__(self, var: Path) -> None:
        self.database = var / "kreuzdame.sqlite3"
        self.environment = {
            **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
            "KREUZDAME_VAR": str(var),
            "KREUZDAME_SECRET_KEY": "test",
        }
        source = sqlite3.connect(connection.settings_dict["NAME"])
        copy = sqlite3.connect(self.database)
        source.backup(copy)
        source.close()
        copy.close()

    def run(self, line: str, *, reader: bool = True, unbuffered: bool = False) -> tuple[int, str]:
        """Return exit code and standard error of a command; the shell reads its redirections.

        Without a `reader` its standard output is a pipe whose other end is closed.
        """
        reading, writing = os.pipe()
        os.close(reading)
        ended = subprocess.run(
            ["/bin/sh", "-c", f"exec {sys.executable} manage.py {line}"],
            cwd=PROJECT,
            env={**self.environment, "PYTHONUNBUFFERED": "1" if unbuffered else ""},
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL if reader else writing,
            text=True,
            check=False,
        )
        os.close(writing)
        return ended.returncode, ended.stderr

    def count(self, table: str, where: str = "1 = 1") -> int:
        """Return the current number of rows of a table."""
        copy = sqlite3.connect(self.database)
        (count,) = copy.execute(f"SELECT count(*) FROM tournament_{table} WHERE {where}").fetchone()
        copy.close()
        return int(count)


@pytest.fixture
def installed(tmp_path: Path) -> Callable[[], Installation]:
    """Make the copy; call it when the database holds what it should."""
    if connection.vendor != "sqlite":
        pytest.skip("the copy is one of a SQLite file")
    return lambda: Installation(tmp_path)


@pytest.mark.parametrize("unbuffered", [pytest.param(False, marks=pytest.mark.slow), True])
def test_sheets_go_in_though_nobody_reads(
    installed: Callable[[], Installation], unbuffered: bool
) -> None:
    make_drawn_tournament(72)
    installation = installed()
    ended = installation.run(f"import_sheets herbst {SHEETS}", reader=False, unbuffered=unbuffered)
    assert (ended, installation.count("sheetversion")) == ((1, ""), 54)


def test_sheets_go_in_though_the_device_is_full(installed: Callable[[], Installation]) -> None:
    make_drawn_tournament(72)
    installation = installed()
    ended = installation.run(f"import_sheets herbst {SHEETS} >/dev/full")
    assert (ended, installation.count("sheetversion")) == ((1, unwritten(FULL)), 54)


@pytest.mark.parametrize(
    ("redirection", "why"),
    [
        pytest.param(">/dev/full", FULL, marks=pytest.mark.slow),
        pytest.param(">&-", CLOSED, marks=pytest.mark.slow),
        (">/dev/full 2>&1", ""),
    ],
)
def test_draw_is_published_and_the_lost_output_reported(
    installed: Callable[[], Installation], redirection: str, why: str
) -> None:
    make_drawn_tournament(16)
    installation = installed()
    ended = installation.run(f"draw_round herbst {redirection}")
    assert ended == (1, unwritten(why))
    assert installation.count("round", "published_at IS NOT NULL") == 2


READING = (
    "seats herbst --round 1 --format json",
    "print_sheets herbst --round 1",
    "recount herbst",
)
OUTPUTS = ((False, "", ""), (True, ">/dev/full", FULL), (True, ">&-", CLOSED))


# They write through one console: each command and each output once, all pairs by `make slow`.
@pytest.mark.parametrize(
    ("command", "output"),
    [
        pytest.param(command, output, marks=[] if number == place else pytest.mark.slow)
        for number, command in enumerate(READING)
        for place, output in enumerate(OUTPUTS)
    ],
)
def test_read_only_commands_end_quietly_without_a_reader(
    installed: Callable[[], Installation], command: str, output: tuple[bool, str, str]
) -> None:
    make_drawn_tournament(16)
    reader, redirection, why = output
    assert installed().run(f"{command} {redirection}", reader=reader) == (1, unwritten(why))


def test_full_device_named_as_the_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    make_drawn_tournament(16)
    with pytest.raises(SystemExit) as ended:
        call_command("seats", "herbst", "--round", "1", "--output", "/dev/full")
    assert (ended.value.code, capsys.readouterr().err) == (
        1,
        text(UNWRITTEN, path="/dev/full", reason=text(FULL)) + "\n",
    )


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("", "it is a directory"),
        ("missing/x.txt", "there is no such file or directory"),
        ("file/x.txt", "part of the path is a file, not a directory"),
        ("x" * 300, "the name is too long"),
    ],
)
def test_reasons_of_the_system_are_german(
    tmp_path: Path, capsys: pytest.CaptureFixture, path: str, reason: str
) -> None:
    make_drawn_tournament(16)
    (tmp_path / "file").touch()
    target = str(tmp_path / path)
    with pytest.raises(SystemExit) as ended:
        call_command("seats", "herbst", "--round", "1", "--output", target)
    assert (ended.value.code, capsys.readouterr().err) == (
        2,
        text(UNWRITTEN, path=target, reason=text(reason)) + "\n",
    )


def test_terminal_finds_nothing_to_obey(capsys: pytest.CaptureFixture) -> None:
    with pytest.raises(SystemExit):
        call_command("recount", "\x1b[31mnix\nRunde 1: erfasst")
    unknown = refusal("unknown_tournament", slug="\\x1b[31mnix\\nRunde 1: erfasst")
    assert capsys.readouterr().err == f"{unknown}\n"
    assert visible("Änne Groß\u202egnp −4 \u200d\t") == "Änne Groß\\u202egnp −4 \u200d\\t"


@pytest.mark.parametrize(
    "arguments",
    [
        ("create_tournament", "rlt", "--name", "bad\udcff", "--rounds", "3"),
        ("recount", "bad\udcff"),
        ("draw_round", "herbst", "--seed", "bad\udcff"),
    ],
)
def test_bytes_that_are_no_text_are_refused(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture
) -> None:
    make_tournament()
    with pytest.raises(SystemExit) as ended:
        call_command(*arguments)
    assert (ended.value.code, capsys.readouterr().err) == (
        1,
        text("“%(text)s” is not valid UTF-8.", text="bad\\udcff") + "\n",
    )
