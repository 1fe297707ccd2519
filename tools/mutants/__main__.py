"""Would the tests notice? Changes one place of the program at a time and runs the tests.

    python -m tools.mutants tournament/sheets tournament/static --count 300 --seed 1

The tests run once and tell which of them reach which line. Then places are drawn by the seed; each
change is made in a copy of the project and meets the tests that reach it, and those that read the
program. What no test notices is printed, with the change.

`--within 90` spares the first run: each change meets the test files that name it, the nearest
first, for 90 seconds of the processor. `--since COMMIT` draws from newer lines alone. `--only 3 7`
tries these of what is drawn once more.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from queue import Queue
from random import Random

import polib

from tools.mutants.changes import CHANGED, Change, changes_of
from tools.mutants.named import Named
from tools.mutants.reached import DIRECTORY, IN_ORDER, WITHIN, Reached, read

PROJECT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache", ".hypothesis")
READ_BY = {
    ".py": ("tests/architecture/test_services.py",),
    ".js": (),
    ".html": ("tests/tournament/test_page_heads.py", "tests/tournament/test_dressed.py"),
    ".po": ("tests/architecture/test_catalogues.py", "tests/architecture/test_german.py"),
}
"""The tests that read the changed code, whatever the place; they run first."""
PLUGIN = ("-p", "tools.mutants.reached", "-p", "no:cacheprovider", "-q")


@dataclass(frozen=True)
class Copy:
    """A copy of the project in which one change after the other is made."""

    directory: Path

    def notices(self, change: Change, text: str, reached: Reached | Named) -> bool:
        """Return whether a test fails with this text of a file."""
        target = self.directory / change.path
        before = target.read_text(encoding="utf-8")
        tests = [*READ_BY[target.suffix], *reached.tests_of(str(change.path), change.line)]
        write(target, text)
        try:
            return bool(tests) and not self.passes(reached, tests)
        finally:
            write(target, before)

    def passes(self, reached: Reached | Named, tests: Sequence[str]) -> bool:
        """Return whether these tests pass, in their order; an endless change does not."""
        patience = 120 + 5 * reached.needed(tests)
        asked = self.directory / "asked.txt"
        asked.write_text("\n".join(dict.fromkeys(tests)), encoding="utf-8")
        call = [sys.executable, "-m", "pytest", *PLUGIN, "-x", "-n0", f"@{asked}"]
        environment = {**os.environ, IN_ORDER: str(asked)}
        environment["KREUZDAME_VAR"] = str(self.directory / "var")
        environment.pop(DIRECTORY, None)
        if isinstance(reached, Named):
            environment[WITHIN] = str(reached.seconds)
        try:
            run = subprocess.run(
                call,
                cwd=self.directory,
                env=environment,
                capture_output=True,
                timeout=patience,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False
        return run.returncode == 0


def write(target: Path, text: str) -> None:
    """Write a text into a file; compile a catalogue, as its editors do."""
    target.write_text(text, encoding="utf-8")
    if target.suffix == ".po":
        polib.pofile(str(target)).save_as_mofile(str(target.with_suffix(".mo")))


@contextmanager
def copies(count: int) -> Iterator["Queue[Copy]"]:
    """Create so many copies of the project."""
    with tempfile.TemporaryDirectory() as directory:
        free: Queue[Copy] = Queue()
        for number in range(count):
            copy = Path(directory) / str(number)
            shutil.copytree(PROJECT, copy, ignore=LEFT_OUT)
            free.put(Copy(copy))
        yield free


def run_all(directory: Path, tests: Sequence[str], workers: int) -> None:
    """Run the tests once, recording into the directory what they reach."""
    call = [sys.executable, "-m", "pytest", *PLUGIN, "-n", str(workers), "--dist", "worksteal"]
    call += ["--cov=tournament", "--cov=scoring", "--cov-context=test", "--cov-report=", *tests]
    environment = {**os.environ, DIRECTORY: str(directory)}
    environment["COVERAGE_FILE"] = str(directory / "coverage")
    if subprocess.run(call, cwd=PROJECT, env=environment, check=False).returncode:
        sys.exit("The tests fail without any change.")


def newer_lines(commit: str) -> dict[Path, set[int]]:
    """Return for each file the lines a commit lacks."""
    call = ["git", "diff", "--unified=0", "--find-renames", "-l0", "--no-color", commit]
    told = subprocess.run(
        [*call, "--", "*.py", "*.js", "*.html"], cwd=PROJECT, capture_output=True, check=True
    ).stdout.decode()
    lines: dict[Path, set[int]] = {}
    for path, begin, count in re.findall(
        r"^\+\+\+ b/(.+)$|^@@ \S+ \+(\d+)(?:,(\d+))? @@", told, re.MULTILINE
    ):
        if path:
            newer = lines.setdefault(Path(path), set())
        else:
            newer |= {*range(int(begin), int(begin) + int(count or 1))}
    return lines


def drawn_changes(
    paths: Sequence[Path], count: int, seed: int, since: str | None
) -> tuple[list[Change], int]:
    """Return the changes drawn by a seed, in proportion to their kinds, and the total number."""
    files = [
        file
        for path in paths
        for file in sorted([path] if path.is_file() else path.rglob("*"))
        if file.suffix in CHANGED
    ]
    places = [change for file in files for change in changes_of(file)]
    if since:
        newer = newer_lines(since)
        places = [change for change in places if change.line in newer.get(change.path, ())]
    random = Random(seed)
    kinds = [
        random.sample(of_kind, min(count, len(of_kind)))
        for kind in sorted({change.kind for change in places})
        if (of_kind := [change for change in places if change.kind == kind])
    ]
    in_turn = [change for turn in zip_longest(*kinds) for change in turn if change]
    return in_turn[:count], len(places)


def main() -> int:
    """Draw the changes, try each, and print which went unnoticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--tests", nargs="+", default=["tests/tournament", "tests/browser"])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--since", metavar="COMMIT", help="lines that this commit has not")
    parser.add_argument("--within", type=float, metavar="SECONDS", help="tests by their words")
    parser.add_argument("--only", type=int, nargs="+", metavar="NUMBER", help="of those drawn")
    parser.add_argument("--reached", type=Path, help="a directory; kept, and used when it is there")
    asked = parser.parse_args()
    os.chdir(PROJECT)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary, copies(asked.workers) as free:
        directory = asked.reached or Path(temporary)
        if not asked.within and not any(directory.glob("seconds-*")):
            directory.mkdir(exist_ok=True)
            run_all(directory.resolve(), asked.tests, asked.workers)
        reached = Named(asked.tests, asked.within) if asked.within else read(directory, PROJECT)
        drawn, places = drawn_changes(asked.paths, asked.count, asked.seed, asked.since)
        tried = [
            (number, change)
            for number, change in enumerate(drawn, start=1)
            if not asked.only or number in asked.only
        ]

        def is_noticed(numbered: tuple[int, Change]) -> bool:
            number, change = numbered
            what, text = change.make()
            copy = free.get()
            try:
                noticed = copy.notices(change, text, reached)
            finally:
                free.put(copy)
            if not noticed:
                sys.stdout.write(f"{number}: {change.path}:{change.line}: {what}\n")
                sys.stdout.flush()
            return noticed

        with ThreadPoolExecutor(asked.workers) as threads:
            noticed = sum(threads.map(is_noticed, tried))
    minutes = (time.monotonic() - begin) / 60
    sys.stdout.write(
        f"{noticed} of {len(tried)} changes noticed, of {places} places, {minutes:.0f} min\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
