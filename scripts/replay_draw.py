#!/usr/bin/env python3
"""Checks the proof of a draw: sealed before the number was known, every seat where the lot put it.

usage: python3 scripts/replay_draw.py PROOF.json [NOTED ...] (explained in docs/draw-proof.md)

NOTED: commitments and seals as you noted them from the wall, 8 characters or more of each.
Needs Python 3.11, no more. Exit 0: everything fits, 1: something does not, 2: this is no proof.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]


def _hash(*content):
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()


def _code_here():
    files = [PROJECT / "tournament/core/table_sizes.py", *PROJECT.glob("tournament/core/draw/*.py")]
    texts = {path.relative_to(PROJECT).as_posix(): path.read_text("utf-8") for path in files}
    return _hash("Kreuzdame code 1", texts)


def _drawn(step, before, seed):
    """The rounds as the lot gives them: the only place where the program itself is used."""
    sys.path.insert(0, str(PROJECT))
    from tournament.core.draw import DrawRequest, Entrant, draw

    people = tuple(Entrant(**{k: v for k, v in p.items() if k != "name"}) for p in step["players"])
    method, rest = step["settings"]["method"], step["settings"]["rounds"] - len(before)
    count = rest if method == "plan" else max(1, len(step["rounds"]))
    history = tuple(tuple(tuple(who for who, _ in p) for p in tables) for tables in before)
    ranking, names = tuple(step["ranking"]), {p["id"]: p["name"] for p in step["players"]}
    plan = draw(DrawRequest(people, count, seed, method, history, ranking, step["sit_out"]))
    return [[[[who, names[who]] for who in p] for p in tables] for tables in plan.rounds]


def _places(rounds, first):
    tables = [(r, t, p) for r, ts in enumerate(rounds, first) for t, p in enumerate(ts, 1)]
    return {f"round {r}, table {t}, seat {s}": x for r, t, p in tables for s, x in enumerate(p, 1)}


def _checked(step, rounds, seal, redraws):
    """Pairs: whether it fits, what to say if not. From the rounds, seal and redraws before it."""
    first, lots = step["first_round"], step["kind"] == "draw"
    again, reason = first <= len(rounds), step["reason"].strip()
    seal = _hash("Kreuzdame seal 1", seal, {**step, "seal": None})
    yield step["seal"] == seal, "SEAL: this step, or one before it, was changed afterwards."
    yield 0 < first <= len(rounds) + 1, "ORDER: a round before this one is missing."
    yield bool(reason) == (again or not lots), "REASON: needed by redraws and changes, no others."
    right, what, due = rounds[first - 1 :], "MOVED without lots", "it was"
    if lots:
        secret, program = step["secret"], step["program"]
        promise = _hash("Kreuzdame commitment 1", secret, step["settings"], program)
        yield step["commitment"] == promise, "COMMITMENT: not to this secret, settings, program."
        seed = _hash("Kreuzdame seed 1", secret, step["number"])
        yield step["by_audience"] is True or None, "NUMBER: by the program, nobody gave one."
        yield step["seed"] == seed, f"SEED: not of this secret and number {step['number']!r}."
        yield step["redraw"] == again * (redraws + 1), f"REDRAWS: {redraws} came before this one."
        yield program["code"] == _code_here(), f"PROGRAM: take version {program['version']!r}."
        right, what, due = _drawn(step, rounds[: first - 1], seed), "SEAT OR NAME", "by lot it is"
    right, plan = _places(right, first), _places(step["rounds"], first)
    for place in {**right, **plan}:
        one, other = plan.get(place), right.get(place)
        yield one == other or (False if lots else None), f"{what}: {place} has {one}, {due} {other}"


def main(path, *noted):
    """Report step by step; gives the exit code: 0 if all fits, else 1."""
    proof, rounds, marks, redraws = json.loads(Path(path).read_bytes()), [], [""], 0
    faults = proof != {"format": "Kreuzdame draw proof 1", "steps": proof["steps"]}
    for step in proof["steps"]:
        first, reason, sealed = step["first_round"], step["reason"], step["seal"]
        print(f"From round {first} on: number {step.get('number')!r}, reason {reason!r}")
        print(f"  commitment {step.get('commitment', 'none, no lots')}\n  seal       {sealed}")
        for fits, text in _checked(step, rounds, marks[-1], redraws):
            faults += fits is False
            print(end="" if fits else f"  - {text}\n")
        redraws, rounds[first - 1 :] = redraws + bool(step.get("redraw")), step["rounds"]
        marks += [step.get("commitment", ""), step["seal"]]
    strange = [n for n in noted if len(n) < 8 or not any(m.startswith(n.lower()) for m in marks)]
    print(f"Redraws: {redraws}. Faults: {faults}. Noted, but not in here: {strange or 'none'}.")
    fits = rounds and not faults and not strange
    print("Everything fits." if fits else "SOMETHING DOES NOT FIT.")
    return 0 if fits else 1


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="replace")
    try:
        sys.exit(main(*sys.argv[1:]))
    except Exception as error:
        print(__doc__, f"No proof, or a damaged one: {error!r}", sep="\n")
        sys.exit(2)
