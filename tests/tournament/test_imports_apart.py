"""Lists are read in their own process: its resource use affects nobody else."""

import sys
import threading
import time
from pathlib import Path

import pytest

from tests.factories.hostile_files import HOSTILE_FILES
from tournament.errors import Refused
from tournament.imports import apart
from tournament.imports.player_tables import read_player_table
from tournament.imports.standings import read_result_table
from tournament.shared.writes.apart import Limits, call_apart

pytest.importorskip("resource")
FIXTURES = Path(__file__).parents[2] / "fixtures" / "players"
HOSTILE = (
    "last column in every row",
    "nested entities",
    "huge shared strings",
    "csv of delimiters",
)


def refusal(data: bytes) -> str:
    with pytest.raises(Refused) as caught:
        apart.read_apart(read_player_table, data)
    return caught.value.code


def test_reading_in_another_process_gives_the_same_result() -> None:
    data = (FIXTURES / "preregistration-messy.xlsx").read_bytes()
    assert apart.read_apart(read_player_table, data) == read_player_table(data)
    results = b"Platz;Name;R1;Gesamt\n1;Otto Beck;12;12\n"
    assert apart.read_apart(read_result_table, results) == read_result_table(results)


def test_refusal_comes_back_with_its_figures() -> None:
    with pytest.raises(Refused) as caught:
        apart.read_apart(read_player_table, b"\n\nName\n")
    assert (caught.value.code, caught.value.params) == ("no_players", {"line": 3})


def test_fault_of_the_program_is_no_refusal() -> None:
    """On a file it is: whatever is wrong there, the file is to blame. Our own database never is."""
    for asks_database, error in ((False, Refused), (True, RuntimeError)):
        limits = Limits(60, asks_database=asks_database)
        with pytest.raises(error, match=r"file_takes_too_much|invalid literal"):
            call_apart(int, limits, "file_takes_too_much", "x")


def write_python(monkeypatch: pytest.MonkeyPatch, directory: Path, script: str) -> None:
    """Let the program start this script where it starts Python."""
    python = directory / "python"
    python.write_text(script)
    python.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(python))


def note_memory(monkeypatch: pytest.MonkeyPatch, directory: Path) -> Path:
    """Return the file that will hold the peak memory, in kB, of the separate process.

    A small program starts it and asks: a child of pytest counts as large as pytest itself, which is
    what it was before it became Python.
    """
    noted = directory / "memory"
    script = f"""#!/bin/sh
exec "{sys.executable}" -c '
import resource, subprocess, sys
done = subprocess.run(["{sys.executable}", *sys.argv[1:]])
with open("{noted}", "w") as noted:
    noted.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(done.returncode != 0)
' "$@"
"""
    write_python(monkeypatch, directory, script)
    return noted


@pytest.mark.parametrize("harm", HOSTILE)
def test_hostile_list_is_refused_or_read_within_the_limits(
    harm: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(apart, "SECONDS", 1)
    data, start = HOSTILE_FILES[harm](), time.monotonic()
    noted = note_memory(monkeypatch, tmp_path)
    with pytest.raises(Refused):
        apart.read_apart(read_player_table, data)
    assert len(data) < 3_000_000
    assert time.monotonic() - start < 30  # not the 154 seconds it took
    assert int(noted.read_text()) < 600 * 1024


def behind_others(monkeypatch: pytest.MonkeyPatch, directory: Path, seconds: float) -> None:
    """Simulate a busy machine: the reading process gets no processor for so long."""
    script = f'#!/bin/sh\nsleep {seconds}\nexec "{sys.executable}" "$@"\n'
    write_python(monkeypatch, directory, script)


def test_good_list_is_read_on_a_busy_machine(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(apart, "SECONDS", 2)
    behind_others(monkeypatch, tmp_path, 3)
    assert len(apart.read_apart(read_player_table, b"Name\nOtto Beck\n").rows) == 1


def test_nobody_waits_for_ever_for_a_list(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(apart, "LONGEST_WAIT", 1)
    behind_others(monkeypatch, tmp_path, 3)
    assert refusal(b"Name\nOtto Beck\n") == "file_takes_too_much"


@pytest.mark.slow
@pytest.mark.parametrize("harm", HOSTILE_FILES)
def test_hostile_lists_are_refused_within_the_limits(
    harm: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    noted = note_memory(monkeypatch, tmp_path)
    assert refusal(HOSTILE_FILES[harm]()) != "reading_another_file"
    assert int(noted.read_text()) < 600 * 1024


def test_second_list_at_the_same_moment_is_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "SECONDS", 1)
    slow = HOSTILE_FILES["last column in every row"]()
    reading = threading.Thread(target=refusal, args=[slow])
    reading.start()
    while not apart._one_at_a_time._turn.locked():
        time.sleep(0.01)
    assert refusal(b"Name\nOtto Beck\n") == "reading_another_file"
    reading.join()
    monkeypatch.undo()  # a busy machine needs its time for an honest list
    assert len(apart.read_apart(read_player_table, b"Name\nOtto Beck\n").rows) == 1
