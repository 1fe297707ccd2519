"""Do two commits answer the same? python -m tools.comparison [BEFORE [AFTER]] [--shown N]

Every page, paper, workbook and file of one installation (the example with one of everything, 176
people, the torture tournament, Altgeld, a series), made once by the commit DATA and opened by both.
AFTER is the working tree if not named, BEFORE the last commit. Says what differs, and keeps the
answers and every difference in var/comparison. Exit code 1 where something differs.
"""

import argparse
import difflib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
KEPT = PROJECT / "var" / "comparison"
DATA = "ade3b65b210a42156420510bf8fa761e9f2ceb72"
"""Makes the installation, by its own `data.py`: later commits migrate it, as a club's would be."""
WORKING_TREE = "."
KEYS = ("secret_key", "signing_key")
"""The files of an installation with its keys."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare what two commits answer.")
    parser.add_argument("before", nargs="?", default="HEAD")
    parser.add_argument("after", nargs="?", default=WORKING_TREE)
    parser.add_argument("--shown", type=int, default=20, help="differences that are shown")
    given = parser.parse_args()
    installation = KEPT / f"data-{DATA[:8]}"
    if not (installation / "addresses.json").is_file():
        _make_data(installation)
    known = installation / "addresses.json"
    before = _answers(given.before, installation, known)
    # The second one is asked for all of the first one's addresses: an old one may redirect.
    every = KEPT / "known.json"
    every.write_text(json.dumps([*before["owner"], *json.loads(known.read_text())]))
    after = _answers(given.after, installation, every)
    return _compare(before, after, given.shown)


def _make_data(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "var").mkdir(parents=True)
    with _checkout(DATA) as tree:
        _run(tree, folder / "var", tree / "tools/comparison/data.py", folder)


def _answers(commit: str, installation: Path, known: Path) -> dict[str, dict[str, str]]:
    """Return what a commit answers, from its own installation."""
    name = "working-tree" if commit == WORKING_TREE else _full(commit)[:8]
    folder, running = KEPT / f"answers-{name}", KEPT / "running"
    for each in (folder, running):
        shutil.rmtree(each, ignore_errors=True)
    # Both answer from a folder of one name, which is as long on every page, and with one key.
    shutil.copytree(installation / "var", running / "var")
    give_keys(running / "var")
    with _checkout(commit) as tree:
        _run(tree, running / "var", HERE / "collect.py", running, known)
    running.rename(folder)
    return json.loads((folder / "answers.json").read_text())


def give_keys(var: Path) -> None:
    """Write the keys that an installation else makes up, and shows on papers and in archives."""
    for name in KEYS:
        (var / name).write_text(name * 8)


@contextmanager
def _checkout(commit: str) -> Iterator[Path]:
    if commit == WORKING_TREE:
        yield PROJECT
        return
    tree = KEPT / f"tree-{_full(commit)[:8]}"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    packed = subprocess.run(
        ["git", "archive", commit], cwd=PROJECT, check=True, capture_output=True
    )
    subprocess.run(["tar", "-x"], cwd=tree, input=packed.stdout, check=True)
    try:
        yield tree
    finally:
        shutil.rmtree(tree)


def _full(commit: str) -> str:
    words = ["git", "rev-parse", f"{commit}^{{commit}}"]
    done = subprocess.run(words, cwd=PROJECT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def _run(tree: Path, var: Path, script: Path, *words: object) -> None:
    mine = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    subprocess.run(
        [sys.executable, str(script), *map(str, words)],
        cwd=tree,
        env={**mine, "KREUZDAME_VAR": str(var), "PYTHONHASHSEED": "0"},
        check=True,
    )


def _compare(
    before: dict[str, dict[str, str]], after: dict[str, dict[str, str]], shown: int
) -> int:
    different = KEPT / "different"
    shutil.rmtree(different, ignore_errors=True)
    different.mkdir(parents=True)
    found = 0
    for reader, one in before.items():
        other = after[reader]
        for address in sorted({*one, *other}):
            lines = list(_difference(one.get(address, ""), other.get(address, "")))
            if not lines:
                continue
            found += 1
            text = f"{reader} {address}\n" + "\n".join(lines)
            (different / f"{found:04}.diff").write_text(text)
            if found <= shown:
                sys.stdout.write("\n".join(text.split("\n")[:12]) + "\n\n")
    many = sum(map(len, before.values()))
    sys.stdout.write(f"{many} answers, {found} differ; see {different}\n")
    return int(found > 0)


def _difference(one: str, other: str) -> Iterator[str]:
    lines = difflib.unified_diff(one.splitlines(), other.splitlines(), lineterm="", n=1)
    return (line for line in lines if not line.startswith(("---", "+++")))


if __name__ == "__main__":
    sys.exit(main())
