"""The proof of a draw: what is sealed, and what the script that checks it notices."""

import shutil
import subprocess
import sys

from tests.factories.altered import exchanged, resealed
from tests.factories.proofs import PROJECT, Document
from tests.factories.replay import SCRIPT, histories, lines, proof
from tournament.core.draw.proof import (
    proof_document,
    proof_text,
)


@histories
def test_script_confirms_a_real_draw_without_anything_installed(history, tmp_path):
    """Isolated from all settings and site-packages, in a copy that holds nothing but the core."""
    shutil.copytree(PROJECT / "tournament/core", tmp_path / "tournament/core")
    shutil.copy(PROJECT / "tournament/__init__.py", tmp_path / "tournament")
    (tmp_path / "scripts").mkdir()
    shutil.copy(SCRIPT, tmp_path / "scripts")
    file = tmp_path / "proof.json"
    file.write_text(proof_text(proof(history)), encoding="utf-8")
    command = [sys.executable, "-I", "-S", "-W", "error", "scripts/replay_draw.py", "proof.json"]
    answer = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert (answer.returncode, answer.stderr) == (0, "")
    draws, proven = drawn_and_proven(proof(history))
    assert answer.stdout.splitlines()[-1] == (
        "Faults: 0. Everything fits."
        if draws == proven
        else "Faults: 0. Nothing contradicts. NOT PROVEN."
    )


def drawn_and_proven(document: Document) -> tuple[int, int]:
    """How many draws there are, and how many with a closed list and a number from the audience."""
    draws = [step for step in document["steps"] if step["kind"] == "draw"]
    closed = [step["commitment"] for step in document["steps"] if step["kind"] == "list"]
    return len(draws), sum(step["by_audience"] and step["commitment"] in closed for step in draws)


def test_script_is_short_and_imports_the_standard_library_and_the_draw_alone():
    text = SCRIPT.read_text()
    assert len(text.splitlines()) < 100
    imports = [
        line.strip() for line in text.splitlines() if line.strip().startswith(("im", "from"))
    ]
    assert imports == [
        "import json",
        "import sys",
        "from hashlib import sha256",
        "from pathlib import Path",
        "from tournament.core.draw import DrawRequest, Entrant, draw",
    ]


@histories
def test_script_confirms_what_was_noted_from_the_wall(history, check, capsys):
    document = proof(history)
    steps = document["steps"]
    commitment = next(step["commitment"] for step in steps if step.get("commitment"))
    assert check(document, commitment, steps[-1]["seal"][:16].upper()) == 0
    assert check(document, commitment[:15]) == 1
    assert check(document, "0" * 64) == 1
    kinds = [step["kind"] for step in steps]
    draws, proven = drawn_and_proven(document)
    assert lines(capsys)[-3:] == [
        f"Draws: {draws}, proven: {proven}, redraws: "
        f"{sum(bool(step.get('redraw')) for step in steps)}. "
        f"Changes without lots: {kinds.count('change')}.",
        f"Lists closed: {kinds.count('list')}. Noted: 1, of these not in here: ['{'0' * 64}'].",
        "Faults: 0. SOMETHING DOES NOT FIT.",
    ]


def test_script_says_that_nothing_was_compared_and_that_a_file_without_lots_proves_nothing(
    check, capsys
):
    document = proof_document(proof("begun by hand")["steps"][:1])
    assert check(document) == 0
    assert lines(capsys)[-3:] == [
        "Draws: 0, proven: 0, redraws: 0. Changes without lots: 1.",
        "Lists closed: 0. Noted: 0, of these not in here: none.",
        "Faults: 0. Nothing contradicts. NOT PROVEN.",
    ]


def of_steps(capsys, *keys: str) -> list[list[str]]:
    """What is said of every step: the values of these keys, where it has them."""
    told: list[list[str]] = []
    for line in lines(capsys):
        key, _, value = line.partition(": ")
        if key == "kind":
            told.append([])
        if key in keys and told:
            told[-1].append(value)
    return told


def test_script_lists_every_redraw_with_its_reason(check, capsys):
    assert check(proof("redrawn")) == 0
    assert of_steps(capsys, "kind", "redraw", "first_round", "number", "reason") == [
        ["'list'", "1"],
        ["'draw'", "0", "''", "12", "1"],
        ["'list'", "2"],
        ["'draw'", "1", "'9 has left'", "1", "2"],
        ["'list'", "2"],
        ["'draw'", "2", "'5 was called by mistake'", "2", "2"],
    ]


def test_script_shows_everybody_who_was_moved_without_lots(check, capsys):
    document = proof("repaired")
    assert check(document) == 0
    before, after = (
        {
            (number, table, seat): person
            for number, tables in enumerate(step["rounds"], 1)
            for table, people in enumerate(tables, 1)
            for seat, person in enumerate(people, 1)
        }
        for step in document["steps"][1:]
    )
    assert [line for line in lines(capsys) if line.startswith("MOVED")] == [
        f"MOVED: round {place[0]}, table {place[1]}, seat {place[2]} "
        f"has {after.get(place)}, it was {before[place]}"
        for place in before
        if before[place] != after.get(place)
    ]


def test_script_shows_seats_entered_by_hand_as_such_and_what_was_drawn_after_them(check, capsys):
    assert check(proof("begun by hand")) == 0
    told = lines(capsys)
    entered = [line for line in told if line.startswith("MOVED")]
    assert len(entered) == 8
    assert entered[0] == "MOVED: round 1, table 1, seat 1 has ['1', 'Änne Nr. 1'], it was None"
    assert told[-3:-1] == [
        "Draws: 2, proven: 2, redraws: 1. Changes without lots: 1.",
        "Lists closed: 2. Noted: 0, of these not in here: none.",
    ]


def test_script_says_that_nobody_gave_the_number(check, capsys):
    assert check(proof("byes")) == 0
    assert [line for line in lines(capsys) if line.partition(":")[0].isupper()] == [
        "NUMBER: by the program, nobody gave one.",
        "LIST: not closed before, or another one.",
    ]


def test_script_draws_from_a_seed_of_ones_own_and_says_that_it_proves_nothing(check, capsys):
    assert check(proof("own seed")) == 0
    told = lines(capsys)
    assert [line for line in told if line.partition(":")[0].isupper()] == [
        "NUMBER: by the program, nobody gave one.",
        "LIST: not closed before, or another one.",
    ]
    assert told[-3] == "Draws: 2, proven: 1, redraws: 1. Changes without lots: 0."
    seats = proof("own seed")["steps"][0]["rounds"][0]
    forged = exchanged(proof("own seed"), ("steps", 0, "rounds", 0, 0, 0))
    assert check(resealed(forged)) == 1
    first, second = seats[0][:2]
    assert f"SEAT OR NAME: round 1, table 1, seat 1 has {second}, by lot it is {first}" in lines(
        capsys
    )
