"""The proof of a draw: what is sealed, and what the script that checks it notices."""

import copy
import importlib.util
import json
import shutil
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

import tournament.core.draw
from tests.factories.altered import another, exchanged, mutations, resealed, with_value
from tests.factories.draws import field
from tests.factories.proofs import HISTORIES, PROJECT, Document, drawn
from tournament.core.draw.proof import (
    Pledge,
    Program,
    proof_document,
    proof_text,
)

SCRIPT = PROJECT / "scripts" / "replay_draw.py"
histories = pytest.mark.parametrize("history", list(HISTORIES))


def script() -> Any:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("replay_draw", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def proof(history: str) -> Document:
    return HISTORIES[history]()


@pytest.fixture
def checker(tmp_path, monkeypatch):
    """The script in this process, and a way to run it on a document."""
    module = script()
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(module, "_code_here", cache(module._code_here))
    file = tmp_path / "proof.json"

    def run(document: object, *noted: str) -> int:
        file.write_text(json.dumps(document))
        try:
            return module.main(str(file), *noted)
        except Exception:  # The script says that the document is damaged, and exits with 2.
            return 2

    return module, run


@pytest.fixture
def check(checker, monkeypatch):
    """Runs the script; what was drawn once is not drawn again."""
    monkeypatch.setattr(tournament.core.draw, "draw", cache(tournament.core.draw.draw))
    return checker[1]


@pytest.fixture
def check_without_lots(checker, monkeypatch):
    """Runs the script with a lot that agrees with every plan."""
    monkeypatch.setattr(checker[0], "_drawn", lambda step, _before, _seed: step["rounds"])
    return checker[1]


def lines(capsys) -> list[str]:
    return [line.strip(" -") for line in capsys.readouterr().out.splitlines()]


# What the script confirms.


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
    assert answer.stdout.splitlines()[-1] == "Everything fits."


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
    step = next(step for step in document["steps"] if step["kind"] == "draw")
    assert check(document, step["commitment"], document["steps"][-1]["seal"][:8].upper()) == 0
    assert check(document, step["commitment"][:7]) == 1
    assert check(document, "0" * 64) == 1
    assert lines(capsys)[-2:] == [
        f"Redraws: {sum(bool(step.get('redraw')) for step in document['steps'])}. Faults: 0. "
        f"Noted, but not in here: ['{'0' * 64}'].",
        "SOMETHING DOES NOT FIT.",
    ]


def test_script_lists_every_redraw_with_its_reason(check, capsys):
    assert check(proof("redrawn")) == 0
    told = lines(capsys)
    assert [line for line in told if line.startswith("From")] == [
        "From round 1 on: number 12, reason ''",
        "From round 2 on: number 1, reason '9 has left'",
        "From round 2 on: number 2, reason '5 was called by mistake'",
    ]
    assert told[-2] == "Redraws: 2. Faults: 0. Noted, but not in here: none."


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
        for step in document["steps"]
    )
    assert [line for line in lines(capsys) if line.startswith("MOVED")] == [
        f"MOVED without lots: round {place[0]}, table {place[1]}, seat {place[2]} "
        f"has {after.get(place)}, it was {before[place]}"
        for place in before
        if before[place] != after.get(place)
    ]


def test_script_shows_seats_entered_by_hand_as_such_and_what_was_drawn_after_them(check, capsys):
    assert check(proof("begun by hand")) == 0
    told = lines(capsys)
    assert [line for line in told if line.startswith(("From", "commitment none"))] == [
        'From round 1 on: number None, reason "the club\'s own plan"',
        "commitment none, no lots",
        "From round 2 on: number 5, reason ''",
        "From round 2 on: number 5, reason '8 had been called 9'",
    ]
    entered = [line for line in told if line.startswith("MOVED")]
    assert len(entered) == 8
    assert entered[0] == (
        "MOVED without lots: round 1, table 1, seat 1 has ['1', 'Änne Nr. 1'], it was None"
    )


def test_script_says_that_nobody_gave_the_number(check, capsys):
    assert check(proof("byes")) == 0
    assert [line for line in lines(capsys) if line.startswith(("From", "NUMBER"))] == [
        "From round 1 on: number 8, reason ''",
        "From round 3 on: number 0, reason ''",
        "NUMBER: by the program, nobody gave one.",
    ]


# What the script notices.


@histories
def test_script_notices_by_the_seals_whatever_is_changed(history, check_without_lots):
    """Even if the lot agreed with every plan."""
    document = proof(history)
    assert check_without_lots(document) == 0
    unnoticed = [
        (how, way) for how, way, changed in mutations(document) if not check_without_lots(changed)
    ]
    # The end can be torn off without a trace in what is left; the last seal on the wall tells.
    torn_off = [("left out", ("steps", len(document["steps"]) - 1))]
    assert unnoticed == (torn_off if len(document["steps"]) > 1 else [])


@histories
def test_script_notices_whatever_a_forger_seals_anew_by_the_seal_on_the_wall(
    history, check_without_lots
):
    document = proof(history)
    seal = document["steps"][-1]["seal"]
    assert check_without_lots(document, seal) == 0
    unnoticed = []
    for how, way, changed in mutations(document):
        if way[:1] == ("steps",) and way[2:] != ("seal",) and len(way) > 1:
            try:
                forged = resealed(changed)
            except TypeError:  # A step that is none: nothing to seal.
                continue
            if forged != document and check_without_lots(forged, seal) == 0:
                unnoticed.append((how, way))
    assert unnoticed == []


LOTS = {
    *("commitment", "secret", "number", "seed", "settings", "program"),
    *("rounds", "redraw", "sit_out"),
}


@histories
def test_script_notices_every_seat_number_seed_and_setting_of_a_forger_by_the_lot(history, check):
    """Sealed anew, and nobody has noted anything: the lot and the commitment contradict it."""
    document = proof(history)
    last = max(at for at, step in enumerate(document["steps"]) if step["kind"] == "draw")
    unnoticed = [
        (how, way)
        for how, way, changed in mutations(document)
        if len(way) > 2 and way[1] == last and way[2] in LOTS
        if check(resealed(changed)) == 0
    ]
    assert unnoticed == []


def test_script_notices_each_name_exchanged_in_list_and_plan_or_in_one_of_them(check):
    document = proof("four-tables")
    for index in range(8):
        path = ("steps", 0, "players", index, "name")
        assert check(resealed(with_value(document, path, "Somebody Else"))) == 1


@pytest.mark.parametrize("index", range(11))
def test_script_notices_whoever_sits_out_instead_of_another(index, check, capsys):
    """Two exchange their parts in the whole round; sealed anew."""
    document = copy.deepcopy(proof("byes"))
    step = document["steps"][0]
    names = {player["id"]: player["name"] for player in step["players"]}
    (bye,) = set(names).difference(who for table in step["rounds"][0] for who, _ in table)
    other = step["players"][index]["id"]
    for table in step["rounds"][0]:
        table[:] = [[bye, names[bye]] if who == other else [who, name] for who, name in table]
    assert check(resealed(document)) == (other != bye)
    assert any(bye in line for line in fault(capsys)) == (other != bye)


def test_script_notices_a_change_without_a_reason_even_if_nothing_was_there_before(check, capsys):
    document = with_value(proof("begun by hand"), ("steps", 0, "reason"), " ")
    assert check(resealed(document)) == 1
    assert fault(capsys)[0] == "REASON: needed by redraws and changes, no others."


def fault(capsys) -> list[str]:
    return [line for line in lines(capsys) if line.partition(":")[0].isupper() and ":" in line]


SENTENCES = {
    "secret": [
        "COMMITMENT: not to this secret, settings, program.",
        "SEED: not of this secret and number 4711.",
    ],
    "seed": ["SEED: not of this secret and number 4711."],
    "commitment": ["COMMITMENT: not to this secret, settings, program."],
    "redraw": ["REDRAWS: 0 came before this one."],
    "reason": ["REASON: needed by redraws and changes, no others."],
    "by_audience": ["NUMBER: by the program, nobody gave one."],
    "first_round": ["ORDER: a round before this one is missing."],
}


@pytest.mark.parametrize("key", SENTENCES)
def test_script_says_what_was_changed(key, check, capsys):
    document = proof("four-tables")
    value = another(document["steps"][0][key])
    check(resealed(with_value(document, ("steps", 0, key), value)))
    assert fault(capsys)[: len(SENTENCES[key])] == SENTENCES[key]


def test_script_says_which_two_have_exchanged_their_seats(check, capsys):
    document = proof("four-tables")
    first, second = document["steps"][0]["rounds"][1][1][:2]
    assert check(exchanged(document, ("steps", 0, "rounds", 1, 1, 0))) == 1
    assert fault(capsys) == [
        "SEAL: this step, or one before it, was changed afterwards.",
        f"SEAT OR NAME: round 2, table 2, seat 1 has {second}, by lot it is {first}",
        f"SEAT OR NAME: round 2, table 2, seat 2 has {first}, by lot it is {second}",
    ]


def test_script_says_whose_name_is_another(check, capsys):
    document = proof("four-tables")
    who, _ = document["steps"][0]["rounds"][0][0][3]
    check(with_value(document, ("steps", 0, "rounds", 0, 0, 3, 1), "Gast"))
    assert fault(capsys)[1:] == [
        f"SEAT OR NAME: round 1, table 1, seat 4 has ['{who}', 'Gast'], "
        f"by lot it is ['{who}', 'Änne Nr. {who}']"
    ]


def test_script_says_that_another_version_of_the_program_is_needed(check, capsys):
    old = Pledge("a" * 32, "herbst", 2, "plan", Program("0.3.9", "0" * 64))
    step, _ = drawn(old, 5, field(8))
    assert check(proof_document([step])) == 1
    assert fault(capsys) == ["PROGRAM: take version '0.3.9'."]


def test_script_says_what_it_wants_when_there_is_no_proof(tmp_path):
    nothing, file = tmp_path / "nothing.json", tmp_path / "proof.json"
    file.write_text('{"steps": [{}]}')
    for arguments in ([], [nothing], [file]):
        command = [sys.executable, SCRIPT, *arguments]
        answer = subprocess.run(command, check=False, capture_output=True, text=True)
        assert (answer.returncode, answer.stderr) == (2, "")
        assert "usage: python3 scripts/replay_draw.py PROOF.json" in answer.stdout


def test_script_lets_no_name_play_tricks_with_the_screen(check, capsys):
    path = ("steps", 0, "rounds", 0, 0, 0, 1)
    check(with_value(proof("four-tables"), path, "\x1b[2JEverything fits.\n"))
    assert "\x1b" not in capsys.readouterr().out
