"""The proof of a draw: what is sealed, and what the checking script reports."""

import shutil
import subprocess
import sys

from tests.factories.altered import exchanged, resealed
from tests.factories.proofs import PROJECT, proof_document
from tests.factories.replay import (
    SCRIPT,
    counted,
    fault,
    histories,
    lines,
    on_the_wall,
    proof,
)
from tournament.draw.proof import proof_text


@histories
def test_script_confirms_a_real_draw_with_nothing_installed(history, tmp_path):
    """Isolated from all settings and site-packages, in a copy that holds nothing but the draw."""
    shutil.copytree(PROJECT / "tournament/draw", tmp_path / "tournament/draw")
    shutil.copy(PROJECT / "tournament/__init__.py", tmp_path / "tournament")
    (tmp_path / "scripts").mkdir()
    shutil.copy(SCRIPT, tmp_path / "scripts")
    file = tmp_path / "proof.json"
    file.write_text(proof_text(proof(history)), encoding="utf-8")
    start = [sys.executable, "-I", "-S", "-W", "error", "scripts/replay_draw.py"]
    command = [*start, "--lang", "en", "proof.json"]
    answer = subprocess.run(
        [*command, *on_the_wall(proof(history))],
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
    )
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.splitlines()[-1] == verdict(history)


def verdict(history: str) -> str:
    """Return the right verdict on an honest tournament for somebody who has noted everything."""
    unproven = history in ("byes", "own seed")
    return "Nothing contradicts. NOT PROVEN." if unproven else "Everything fits."


def test_script_is_short_and_imports_only_stdlib_and_draw():
    text = SCRIPT.read_text()
    assert len(text.splitlines()) < 155
    imports = [
        line.strip() for line in text.splitlines() if line.strip().startswith(("im", "from"))
    ]
    assert imports == [
        "import json",
        "import sys",
        "from hashlib import sha256",
        "from pathlib import Path",
        "from tournament.draw import DrawRequest, Entrant, draw, seat_arrivals",
    ]


def test_script_speaks_german_throughout(checker):
    module, _run = checker
    text = SCRIPT.read_text()
    said = text[text.index("def _checked") :]
    for english, german in module.GERMAN.items():
        assert (
            english.replace("commitment of this", "{word} of this").replace(
                "seal of the list", "{word}"
            )
            in said
        )
        assert english.count("{}") == german.count("{}")
    module.SPOKEN[:] = ["de"]
    assert module._say("Everything fits.") == "Alles stimmt."


@histories
def test_script_confirms_only_to_those_who_noted_commitment_and_list(history, check, capsys):
    document = proof(history)
    wall = on_the_wall(document)
    said = {}
    for what, noted in {
        "all": [mark[:16].upper() for mark in wall],
        "nothing": [],
        "no list": wall[::2],
        "no commitment": wall[1::2],
        "the last seal alone": [document["steps"][-1]["seal"]],
    }.items():
        assert check(document, *noted) == 0
        said[what] = lines(capsys)[-1]
    unproven = "Nothing contradicts. NOT PROVEN."
    assert said == {**dict.fromkeys(said, unproven), "all": verdict(history)}
    for strange in (wall[0][:15], "0" * 64, ""):
        assert check(document, *wall, strange) == 1
        assert lines(capsys)[-1] == "SOMETHING DOES NOT FIT."


def test_script_says_that_a_file_without_lots_proves_nothing(check, capsys):
    document = proof_document(proof("begun by hand")["steps"][:1])
    assert check(document) == 0
    told = lines(capsys)
    assert counted(told) == {"changes": 1}
    assert told[-1] == "Nothing contradicts. NOT PROVEN."


def of_steps(capsys, *keys: str) -> list[list[str]]:
    """Return what is said of every step: the values of these keys, where it has them."""
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
    assert of_steps(capsys, "kind", "first_round", "number", "reason") == [
        ["'list'", "1"],
        ["'draw'", "1", "12", "''"],
        ["'list'", "2"],
        ["'draw'", "2", "1", "'9 has left'"],
        ["'list'", "2"],
        ["'draw'", "2", "2", "'5 was called by mistake'"],
    ]


def test_script_shows_everybody_moved_without_lots(check, capsys):
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


def test_script_shows_manual_seats_and_what_was_drawn_after_them(check, capsys):
    assert check(proof("begun by hand")) == 0
    told = lines(capsys)
    entered = [line for line in told if line.startswith("MOVED")]
    assert len(entered) == 8
    assert entered[0] == "MOVED: round 1, table 1, seat 1 has ['1', 'Änne Nr. 1'], it was None"
    assert counted(told) == {"lists": 2, "draws": 2, "changes": 1, "redraws": 1}


def test_script_says_that_nobody_gave_the_number(check, capsys):
    assert check(proof("byes"), *on_the_wall(proof("byes"))) == 0
    assert fault(capsys) == [
        "NUMBER: nobody gave it.",
        "LIST: not the one closed immediately before.",
    ]


def test_script_draws_from_an_own_seed_and_says_it_proves_nothing(check, capsys):
    assert check(proof("own seed"), *on_the_wall(proof("own seed"))) == 0
    told = lines(capsys)
    assert "NUMBER: nobody gave it." in told
    assert counted(told) == {"lists": 1, "draws": 2, "redraws": 1, "proven": 1, "noted": 2}
    seats = proof("own seed")["steps"][0]["rounds"][0]
    forged = exchanged(proof("own seed"), ("steps", 0, "rounds", 0, 0, 0))
    assert check(resealed(forged)) == 1
    first, second = seats[0][:2]
    assert f"SEAT OR NAME: round 1, table 1, seat 1 has {second}, by lot it is {first}" in lines(
        capsys
    )
