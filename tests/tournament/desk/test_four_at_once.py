"""Four people save all tables at the same moment, on SQLite: nothing lost, no error shown."""

import json
import sqlite3
from collections import Counter
from pathlib import Path

from tests.factories.effort import tries
from tests.processes.hall import (
    Desk,
    command,
    drawn_hall,
    saved_at_once,
    served,
    sessions,
    totals_of,
)

TABLES = tries(24, 60)


def test_a_hall_saved_by_four_people_at_once(var: Path) -> None:
    drawn_hall(var, TABLES)
    totals = {table: totals_of(table) for table in range(1, TABLES + 1)}

    with served(var) as server:
        desks = [Desk(server, "/t/halle/rounds/1/totals/", key) for key in sessions(var, 4)]
        answers = saved_at_once(desks, totals)

    assert Counter(answer.state for answer in answers) == {"saved": TABLES}
    with sqlite3.connect(var / "kreuzdame.sqlite3") as database:
        stored = database.execute(
            "SELECT t.number, v.totals FROM tournament_gametable t "
            "JOIN tournament_sheetversion v ON v.id = t.current_version_id"
        )
        assert {number: json.loads(text) for number, text in stored} == totals
        (versions,) = database.execute("SELECT count(*) FROM tournament_sheetversion").fetchone()
    assert versions == TABLES
    command(var, "recount", "halle")
