"""Processor time of a save of a list with 24 games, compared with another version.

python tools/benchmarks/saving.py OTHER_WORK_TREE [ROUNDS]

Two processes save in turns, each in its own work tree, through Django's test client into a database
in memory; printed are the median of each and of the quotients of consecutive saves.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve()
TABLES = 72


def saving() -> None:
    """Run the worker: one save per input line, answered with its milliseconds."""
    sys.path.insert(0, str(Path.cwd()))
    os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.config.settings"
    import django

    django.setup()
    from django.test import Client
    from django.test.utils import setup_databases, setup_test_environment

    setup_test_environment()
    setup_databases(verbosity=0, interactive=False)
    from tests.factories.desk import address_of, real_sheets, typed_rows
    from tests.factories.sheets import make_round
    from tests.factories.tournaments import make_owner, make_tournament

    client, tournament = Client(), make_tournament()
    client.force_login(make_owner())
    sheets = [sheet for sheet in real_sheets() if sheet["table_size"] == 4]
    tables = (
        table
        for number in range(1, 100)
        for table in make_round(tournament, number, (4,) * TABLES).tables.order_by("number")
    )
    for number, _line in enumerate(sys.stdin):
        table, sheet = next(tables), sheets[number % len(sheets)]
        fields = {"kind": "rows", **typed_rows(sheet), "action": "save", "based_on": ""}
        address = address_of(table)
        start = time.process_time()
        answer = client.post(address, fields)
        spent = time.process_time() - start
        assert answer.status_code == 302, answer.content.decode()
        sys.stdout.write(f"{spent * 1000}\n")
        sys.stdout.flush()


def compared(other: Path, rounds: int) -> None:
    """Measure both in turns, after some saves to warm up."""
    workers = [
        subprocess.Popen(
            [sys.executable, HERE, "worker"],
            cwd=tree,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "KREUZDAME_VAR": tempfile.mkdtemp()},
        )
        for tree in (other, HERE.parents[2])
    ]
    times: list[list[float]] = [[], []]
    for number in range(rounds + 10):
        for worker, spent in zip(workers, times, strict=True):
            assert worker.stdin
            assert worker.stdout
            worker.stdin.write("\n")
            worker.stdin.flush()
            milliseconds = float(worker.stdout.readline())
            if number >= 10:
                spent.append(milliseconds)
    for worker in workers:
        assert worker.stdin
        worker.stdin.close()
        worker.wait()
    before, now = times
    quotient = statistics.median(new / old for old, new in zip(before, now, strict=True))
    sys.stdout.write(
        f"{statistics.median(before):.1f} ms before, {statistics.median(now):.1f} ms now, "
        f"quotient {quotient:.2f}\n"
    )


if __name__ == "__main__":
    if sys.argv[1] == "worker":
        saving()
    else:
        compared(Path(sys.argv[1]).resolve(), int((*sys.argv[2:], 120)[0]))
