"""What the script that checks a proof notices: whatever a forger could change."""

import copy
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.factories.altered import another, exchanged, mutations, resealed, with_value
from tests.factories.draws import field
from tests.factories.proofs import drawn, players, pledge
from tests.factories.replay import SCRIPT, fault, histories, proof
from tournament.core.draw import DrawRequest, Entrant, draw
from tournament.core.draw.proof import (
    Player,
    PlayerList,
    Pledge,
    Program,
    Settings,
    drawn_step,
    listed_step,
    proof_document,
)


@histories
def test_script_notices_by_the_seals_whatever_is_changed(history, check_without_lots):
    """Even if the lot agreed with every plan."""
    document = proof(history)
    assert check_without_lots(document) == 0
    unnoticed = [
        (how, way) for how, way, changed in mutations(document) if not check_without_lots(changed)
    ]
    # The end can be torn off without a trace in what is left; the last seal on the wall tells.
    assert unnoticed == [("left out", ("steps", len(document["steps"]) - 1))]


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


WISHES = ("club", "team", "table", "no_list", "queue")


@pytest.mark.parametrize("wish", WISHES)
def test_script_notices_a_wish_changed_after_the_number_was_known(wish, check, capsys):
    """Drawn honestly from the changed list and sealed: only the list closed before tells."""
    document = proof("four-tables")
    closed, step = document["steps"]
    players = [
        Player(player["name"], Entrant(**{key: player[key] for key in ("id", *WISHES)}))
        for player in step["players"]
    ]
    entrant = players[6].entrant
    others = {"club": "C9", "team": "U", "table": 1, "no_list": True, "queue": 99}
    entrant = replace(entrant, **{wish: others[wish]})
    players[6] = replace(players[6], entrant=entrant)
    entrants = tuple(player.entrant for player in players)
    sealed = pledge(rounds=2, apart=True)
    rounds = draw(DrawRequest(entrants, 2, sealed.seed(4711), "plan")).rounds
    forged = drawn_step(sealed, 4711, PlayerList(players), rounds)

    assert check(proof_document([closed, forged])) == 1
    assert fault(capsys) == ["LIST: not closed before, or another one."]


def test_script_wants_the_neighbours_apart_as_the_settings_say(check, capsys):
    listed = PlayerList(players(field(8)))
    sealed = pledge("redraw", 2, apart=True)
    rounds = draw(DrawRequest(tuple(field(8)), 1, sealed.seed(1), "redraw")).rounds
    steps = [listed_step(sealed.commitment, listed), drawn_step(sealed, 1, listed, rounds)]
    assert check(proof_document(steps)) == 1
    assert fault(capsys) == ["QUEUE: not as in the settings."]


def test_script_notices_each_name_exchanged_in_list_and_plan_or_in_one_of_them(check):
    document = proof("four-tables")
    for index in range(8):
        path = ("steps", 1, "players", index, "name")
        assert check(resealed(with_value(document, path, "Somebody Else"))) == 1


@pytest.mark.parametrize("index", range(11))
def test_script_notices_whoever_sits_out_instead_of_another(index, check, capsys):
    """Two exchange their parts in the whole round; sealed anew."""
    document = copy.deepcopy(proof("byes"))
    step = document["steps"][1]
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


SENTENCES = {
    "secret": [
        "COMMITMENT: not to this secret, settings, program.",
        "SEED: not of this secret and number 4711.",
    ],
    "seed": ["SEED: not of this secret and number 4711."],
    "commitment": [
        "COMMITMENT: not to this secret, settings, program.",
        "LIST: not closed before, or another one.",
    ],
    "redraw": ["REDRAWS: 0 came before this one."],
    "reason": ["REASON: needed by redraws and changes, no others."],
    "by_audience": ["NUMBER: by the program, nobody gave one."],
    "first_round": ["ORDER: a round before this one is missing."],
}


@pytest.mark.parametrize("key", SENTENCES)
def test_script_says_what_was_changed(key, check, capsys):
    document = proof("four-tables")
    value = another(document["steps"][1][key])
    check(resealed(with_value(document, ("steps", 1, key), value)))
    assert fault(capsys)[: len(SENTENCES[key])] == SENTENCES[key]


def test_script_says_which_two_have_exchanged_their_seats(check, capsys):
    document = proof("four-tables")
    first, second = document["steps"][1]["rounds"][1][1][:2]
    assert check(exchanged(document, ("steps", 1, "rounds", 1, 1, 0))) == 1
    assert fault(capsys) == [
        "SEAL: this step, or one before it, was changed afterwards.",
        f"SEAT OR NAME: round 2, table 2, seat 1 has {second}, by lot it is {first}",
        f"SEAT OR NAME: round 2, table 2, seat 2 has {first}, by lot it is {second}",
    ]


def test_script_says_whose_name_is_another(check, capsys):
    document = proof("four-tables")
    who, _ = document["steps"][1]["rounds"][0][0][3]
    check(with_value(document, ("steps", 1, "rounds", 0, 0, 3, 1), "Gast"))
    assert fault(capsys)[1:] == [
        f"SEAT OR NAME: round 1, table 1, seat 4 has ['{who}', 'Gast'], "
        f"by lot it is ['{who}', 'Änne Nr. {who}']"
    ]


def test_script_says_that_another_version_of_the_program_is_needed(check, capsys):
    old = Pledge("a" * 32, Settings("herbst", 2, "plan"), Program("0.3.9", "0" * 64))
    steps, _ = drawn(old, 5, field(8))
    assert check(proof_document(steps)) == 1
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
    path = ("steps", 1, "rounds", 0, 0, 0, 1)
    check(with_value(proof("four-tables"), path, "\x1b[2JEverything fits.\n"))
    assert "\x1b" not in capsys.readouterr().out
