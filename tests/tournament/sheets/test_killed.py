"""The program killed in the middle of its saves: acknowledged saves are there, completely."""

import json
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.factories.effort import tries
from tests.processes.hall import PROJECT, command, drawn, environment
from tests.processes.saving import number_of

PLAYERS = PROJECT / "fixtures" / "players" / "players-72.csv"
SAVES, KILLS = tries(120, 1000), tries(2, 8)


@pytest.fixture
def var(var: Path) -> Path:
    """An installation with a drawn and published round."""
    drawn(var, "probe", PLAYERS)
    return var


def _saving(var: Path, first: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.processes.saving", str(first), str(SAVES)],
        cwd=PROJECT,
        env=environment(var),
        stdout=subprocess.PIPE,
        text=True,
    )


def _told(process: subprocess.Popen[str], until: int | None) -> list[int]:
    """Return what the process reported as saved; it is killed soon after it has printed `until`."""
    told: list[int] = []
    assert process.stdout is not None
    for line in process.stdout:
        told.append(int(line))
        if until is not None and told[-1] >= until:
            process.kill()
            break
    # Output from before the kill counts even if it was not read yet.
    told += [int(line) for line in process.stdout if line.endswith("\n")]
    assert process.wait() == (0 if until is None else -signal.SIGKILL)
    process.stdout.close()
    return told


def _stored(var: Path) -> tuple[list[int], int, int]:
    """Return saves by number; journal entries about them; wrong pointers."""
    with sqlite3.connect(next(var.glob("*.sqlite3"))) as database:
        totals = database.execute("SELECT totals FROM tournament_sheetversion ORDER BY id")
        saves = [number_of(json.loads(text)) for (text,) in totals]
        (entries,) = database.execute(
            "SELECT count(*) FROM tournament_journalentry "
            "WHERE action IN ('sheet_entered', 'sheet_corrected')"
        ).fetchone()
        (lying,) = database.execute(
            "SELECT count(*) FROM tournament_gametable t WHERE t.current_version_id IS NOT "
            "(SELECT max(id) FROM tournament_sheetversion v WHERE v.table_id = t.id)"
        ).fetchone()
    return saves, entries, lying


def test_saves_with_kills_at_random_moments_are_all_there(var: Path) -> None:
    random = Random(20261121)
    moments = sorted(random.sample(range(20, SAVES - 20), KILLS))
    told: set[int] = set()
    for moment in [*moments, None]:
        saves, _, _ = _stored(var)
        said = _told(_saving(var, first=len(saves) + 1), moment)
        told.update(said)
        saves, entries, lying = _stored(var)
        assert told <= set(saves)
        # In order, each once, none half: at most one unacknowledged save on top.
        assert saves == list(range(1, len(saves) + 1))
        assert len(saves) - max(told) in (0, 1)
        assert (entries, lying) == (len(saves), 0)
    assert len(saves) == SAVES
    assert "Das Journal ist unversehrt: " in command(var, "recount", "probe")
