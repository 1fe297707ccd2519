"""What the proof script detects: everything a forger could change."""

import ast
import copy
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.factories.altered import another, exchanged, mutations, resealed, with_value
from tests.factories.draws import field
from tests.factories.effort import chiefly
from tests.factories.proofs import commitment, drawn, players, proof_document
from tests.factories.replay import SCRIPT, fault, histories, lines, on_the_wall, proof
from tournament.draw import DrawRequest, Entrant, draw
from tournament.draw.proof import (
    Commitment,
    Player,
    PlayerList,
    Program,
    Settings,
    changed_step,
    drawn_step,
    fingerprint,
    listed_step,
)

pytestmark = pytest.mark.long


@histories
def test_script_detects_any_change_by_the_seals(history, check_without_lots):
    """Even if the lot agreed with every plan."""
    document = proof(history)
    assert check_without_lots(document) == 0
    unnoticed = [
        (how, way) for how, way, changed in mutations(document) if not check_without_lots(changed)
    ]
    # The end can be torn off without a trace in what is left; the last seal on the wall shows it.
    assert {*unnoticed} <= {("left out", ("steps", len(document["steps"]) - 1))}


@histories
def test_script_detects_resealed_forgery_by_the_seal_on_the_wall(history, check_without_lots):
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


LIST = ("players", "first_round", "ranking", "sit_out")
LOTS = {
    *("commitment", "secret", "number", "seed", "settings", "program"),
    *("rounds", "redraw", "sit_out"),
}


@histories
def test_script_detects_forged_seat_number_seed_or_setting_by_the_lot(history, check):
    """Resealed, and nobody has noted anything: the lot and the commitment contradict it."""
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
def test_script_detects_a_wish_changed_after_the_number(wish, check, capsys):
    """Drawn honestly from the changed list and sealed: only the list closed before reveals it."""
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
    sealed = commitment(rounds=2, apart=True)
    rounds = draw(DrawRequest(entrants, 2, sealed.seed(4711), "plan")).rounds
    forged = drawn_step(sealed, 4711, PlayerList(players), rounds)

    assert check(proof_document([closed, forged])) == 1
    assert fault(capsys) == ["LIST: not the one closed immediately before."]


def test_script_wants_the_neighbours_apart_as_the_settings_say(check, capsys):
    listed = PlayerList(players(field(8)))
    sealed = commitment("redraw", 2, apart=True)
    rounds = draw(DrawRequest(tuple(field(8)), 1, sealed.seed(1), "redraw")).rounds
    steps = [listed_step(sealed.value, listed), drawn_step(sealed, 1, listed, rounds)]
    assert check(proof_document(steps)) == 1
    assert fault(capsys) == ["QUEUE: not as in the settings."]


def test_script_detects_swapped_names_in_list_plan_or_either(check):
    document = proof("four-tables")
    for index in range(8):
        path = ("steps", 1, "players", index, "name")
        assert check(resealed(with_value(document, path, "Somebody Else"))) == 1


@pytest.mark.parametrize("index", chiefly(0, 5, 10, of=range(11)))
def test_script_detects_a_swapped_bye(index, check, capsys):
    """Two swap their parts in the whole round; resealed."""
    document = copy.deepcopy(proof("byes"))
    step = document["steps"][1]
    names = {player["id"]: player["name"] for player in step["players"]}
    (bye,) = set(names).difference(who for table in step["rounds"][0] for who, _ in table)
    other = step["players"][index]["id"]
    for table in step["rounds"][0]:
        table[:] = [[bye, names[bye]] if who == other else [who, name] for who, name in table]
    assert check(resealed(document)) == (other != bye)
    assert any(bye in line for line in fault(capsys)) == (other != bye)


def test_script_detects_a_change_without_a_reason_even_the_first(check, capsys):
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
        "LIST: not the one closed immediately before.",
    ],
    "redraw": ["REDRAWS: 0 came before this one."],
    "reason": ["REASON: needed by redraws and changes, no others."],
    "by_audience": ["NUMBER: nobody gave it."],
    "first_round": ["ORDER: a round before this one is missing."],
}


@pytest.mark.parametrize("key", SENTENCES)
def test_script_names_the_change(key, check, capsys):
    document = proof("four-tables")
    value = another(document["steps"][1][key])
    check(resealed(with_value(document, ("steps", 1, key), value)))
    assert fault(capsys)[: len(SENTENCES[key])] == SENTENCES[key]


def test_script_names_two_swapped_seats(check, capsys):
    document = proof("four-tables")
    first, second = document["steps"][1]["rounds"][1][1][:2]
    assert check(exchanged(document, ("steps", 1, "rounds", 1, 1, 0))) == 1
    assert fault(capsys) == [
        "SEAL: this step, or one before it, was changed.",
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


def test_script_names_the_program_version_that_drew(check, capsys):
    old = Commitment("a" * 32, Settings("herbst", 2, "plan"), Program("0.3.9", "0" * 64))
    steps, _ = drawn(old, 5, field(8))
    assert check(proof_document(steps)) == 0
    told = [line for line in lines(capsys) if line.startswith("program: ")]
    assert [ast.literal_eval(line.partition(" ")[2]) for line in told] == [
        {"version": "0.3.9", "code": "0" * 64}
    ]


def test_script_explains_its_input_when_there_is_no_proof(tmp_path):
    nothing, file = tmp_path / "nothing.json", tmp_path / "proof.json"
    file.write_text('{"steps": [{}]}')
    for arguments in ([], [nothing], [file]):
        command = [sys.executable, SCRIPT, *arguments]
        answer = subprocess.run(command, check=False, capture_output=True, text=True)
        assert (answer.returncode, answer.stderr) == (2, "")
        assert "Aufruf: python3 scripts/replay_draw.py NACHWEIS.json" in answer.stdout


def test_script_lets_no_name_play_tricks_with_the_screen(check, capsys):
    path = ("steps", 1, "rounds", 0, 0, 0, 1)
    check(with_value(proof("four-tables"), path, "\x1b[2JEverything fits.\n"))
    assert "\x1b" not in capsys.readouterr().out


def signed(capsys, check, steps, wall) -> tuple[int, str]:
    """Return what the script says of forged, resealed steps to somebody who noted the wall."""
    code = check(proof_document(steps), *wall)
    return code, lines(capsys)[-1]


NOT_PROVEN = (0, "Nothing contradicts. NOT PROVEN.")
NO_FIT = (1, "SOMETHING DOES NOT FIT.")
NO_PROOF = 2


def honest() -> tuple[list, list[str]]:
    """Return two steps of an honest draw, and what hung on the wall."""
    document = proof("four-tables")
    return copy.deepcopy(document["steps"]), on_the_wall(document)


def test_secret_chosen_after_the_number_contradicts_the_wall(check, capsys):
    """Another commitment, closed and drawn with the same number; the old steps stay in the file."""
    steps, wall = honest()
    entrants = [replace(one, queue=int(one.id)) for one in field(8)]
    again, _ = drawn(commitment(rounds=2, apart=True, letter="z"), 4711, entrants)
    assert signed(capsys, check, [steps[0], *again], wall) == NOT_PROVEN
    assert signed(capsys, check, again, wall) == NO_FIT


def test_list_reclosed_after_the_number_contradicts_the_first_note(check, capsys):
    steps, wall = honest()
    sealed = commitment(rounds=2, apart=True)
    entrants = [replace(one, queue=int(one.id)) for one in field(8)]
    again, _ = drawn(sealed, 4711, entrants)
    assert signed(capsys, check, [steps[0], *again], wall) == NOT_PROVEN


def test_a_step_of_no_known_kind_is_no_proof(check, capsys):
    steps, wall = honest()
    dummy = {"kind": "x", "commitment": wall[1], "reason": "r", "first_round": 1, "rounds": []}
    assert check(proof_document([dummy, *steps]), *wall) == NO_PROOF
    assert check(proof_document([*steps, {**dummy, "kind": "Change"}]), *wall) == NO_PROOF


def test_wall_note_on_another_step_proves_nothing(check, capsys):
    _, wall = honest()
    change = {"kind": "change", "reason": "r", "first_round": 1, "rounds": []}
    marked = [{**change, "commitment": mark} for mark in wall]
    others, _ = drawn(commitment("redraw", 2, letter="z"), 1, field(8), count=1)
    assert signed(capsys, check, [*marked, *others], wall) == NOT_PROVEN


def test_own_seed_is_never_proven_whatever_it_claims(check, capsys):
    own = proof("own seed")["steps"][0]
    listed = {"kind": "list", "commitment": "", **{key: own[key] for key in LIST}}
    forged = {**own, "by_audience": True}
    assert signed(capsys, check, [listed, forged], []) == NOT_PROVEN


@pytest.mark.parametrize(
    "number", [4711.0, "4711", "4711 ", [4711, 3], True, -4711, {"a": 1}, 10**40, None]
)
def test_draw_number_is_a_whole_number_a_person_can_give(number, check, capsys):
    steps, wall = honest()
    sealed = commitment(rounds=2, apart=True)
    seed = fingerprint("Kreuzdame seed 1", sealed.secret, number)
    players = steps[1]["players"]
    people = tuple(
        Entrant(**{key: value for key, value in player.items() if key != "name"})
        for player in players
    )
    names = {player["id"]: player["name"] for player in players}
    rounds = [
        [[[who, names[who]] for who in table] for table in tables]
        for tables in draw(DrawRequest(people, 2, seed, "plan")).rounds
    ]
    forged = {**steps[1], "number": number, "seed": seed, "rounds": rounds}
    assert check(proof_document([steps[0], forged]), *wall) == 1
    assert fault(capsys) == ["NUMBER: this is none."]


def test_a_commitment_is_good_for_one_draw(check, capsys):
    sealed = commitment("redraw", 2)
    first, _ = drawn(sealed, 1, field(8), count=1)
    again, _ = drawn(sealed, 2, field(8), count=1, redraw=1, reason="again")
    assert check(proof_document([*first, *again])) == 1
    assert "COMMITMENT: used by a draw before." in fault(capsys)


def test_a_list_that_lacks_something_is_no_proof(check):
    steps, wall = honest()
    bare = {"kind": "list", "commitment": wall[0]}
    assert check(proof_document([bare, steps[1]]), *wall) == NO_PROOF


def test_seats_changed_between_list_and_draw_leave_it_unproven(check, capsys):
    entrants = field(8)
    first, rounds = drawn(commitment("redraw", 2), 1, entrants, count=1)
    listed, second = drawn(
        commitment("redraw", 2, letter="b"), 2, entrants, before=rounds, count=1
    )[0]
    change = changed_step(players(entrants), rounds, first_round=1, reason="nothing moved")
    wall = on_the_wall(proof_document([*first, listed, second]))
    assert signed(capsys, check, [*first, listed, second], wall)[1] == "Everything fits."
    document = proof_document([*first, listed, change, second])
    assert signed(capsys, check, document["steps"], on_the_wall(document)) == NOT_PROVEN


def test_no_key_of_the_file_reaches_the_screen(check, capsys):
    steps, _ = honest()
    steps[1]["\x1b[2J"] = "\x1b[2J"
    steps[1]["reason"] = "\x1b[2J"
    check(proof_document(steps))
    assert "\x1b" not in capsys.readouterr().out
