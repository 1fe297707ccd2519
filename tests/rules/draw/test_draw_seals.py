"""What a commitment, a seed and a seal consist of, and what a step refuses."""

import json
from hashlib import sha256

import pytest

from tests.factories.draws import field
from tests.factories.proofs import PROJECT, commitment, planned, players
from tournament.draw.proof import (
    LARGEST_NUMBER,
    Commitment,
    PlayerList,
    Program,
    Settings,
    changed_step,
    drawn_step,
    proof_text,
    seal_after,
)


def test_commitment_and_seed_are_the_bytes_of_the_documentation():
    promise = Commitment("s" * 32, Settings("herbst", 3, "plan"), Program("1.0", "c" * 64))
    text = (
        '["Kreuzdame commitment 1","ssssssssssssssssssssssssssssssss",'
        '{"draw":5,"method":"plan","neighbours_apart":false,"rounds":3,"tournament":"herbst"},'
        f'{{"code":"{"c" * 64}","version":"1.0"}}]'
    )
    assert promise.value == sha256(text.encode()).hexdigest()
    text = '["Kreuzdame seed 1","ssssssssssssssssssssssssssssssss",4711]'
    assert promise.seed(4711) == sha256(text.encode()).hexdigest()
    assert f"    {promise.seed(4711)}  -\n" in (PROJECT / "docs/draw-proof.md").read_text()


def test_commitment_of_an_older_draw_is_what_it_was():
    settings = Settings("herbst", 3, "plan", draw=1)
    assert settings.as_sealed() == {
        "tournament": "herbst",
        "rounds": 3,
        "method": "plan",
        "neighbours_apart": False,
    }


def test_commitment_differs_with_everything_it_is_for():
    one = commitment()
    others = [
        commitment(letter="b"),
        commitment("ranked"),
        commitment(rounds=4),
        commitment(apart=True),
        Commitment(one.secret, Settings("winter", 3, "plan"), one.program),
        Commitment(one.secret, one.settings, Program("0", one.program.code)),
        Commitment(one.secret, one.settings, Program(one.program.version, "0")),
    ]
    assert len({one.value, *(other.value for other in others)}) == 8


def test_commitment_keeps_its_secret_and_wants_a_real_one():
    assert "aaa" not in repr(commitment())
    with pytest.raises(ValueError, match="too short"):
        Commitment("a" * 31, Settings("herbst", 3, "plan"), Program("1", "c"))


@pytest.mark.parametrize("number", [-1, LARGEST_NUMBER + 1])
def test_seed_refuses_a_number_nobody_can_have_given(number):
    with pytest.raises(ValueError, match="number"):
        commitment().seed(number)


@pytest.mark.parametrize(("redraw", "reason"), [(1, " "), (0, "because")])
def test_redraw_needs_a_reason_and_nothing_else_has_one(redraw, reason):
    with pytest.raises(ValueError, match="reason"):
        drawn_step(commitment(), 1, PlayerList(()), (), redraw=redraw, reason=reason)
    with pytest.raises(ValueError, match="reason"):
        changed_step((), (), first_round=1, reason=" ")


def test_step_refuses_seats_of_strangers():
    with pytest.raises(KeyError):
        drawn_step(commitment(), 1, PlayerList(players(field(4))), ((("1", "2", "3", "5"),),))


def test_seal_covers_the_step_and_all_before_it():
    step = planned()["steps"][0]
    assert seal_after("", step) == step["seal"] == seal_after("", {**step, "seal": "any"})
    assert seal_after("x", step) != step["seal"]


def test_proof_text_does_not_depend_on_key_order():
    document = planned()
    backwards = {key: document[key] for key in reversed(document)}
    assert proof_text(backwards) == proof_text(document)
    assert json.loads(proof_text(document)) == document
