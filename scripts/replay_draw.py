"""Checks the proof of a draw: sealed before the number was known, every seat where the lot put it.

usage: python3 scripts/replay_draw.py PROOF.json [16 figures or more of what hung on the wall ...]
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

CORE = Path(__file__).resolve().parents[1] / "tournament" / "core"
LIST = ("players", "first_round", "ranking", "sit_out")


def _hash(*content):
    return sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _drawn(step, before):
    sys.path.insert(0, str(CORE.parents[1]))
    from tournament.core.draw import DrawRequest, Entrant, draw

    people = tuple(Entrant(**{k: v for k, v in p.items() if k != "name"}) for p in step["players"])
    how, names = step["settings"], {p["id"]: p["name"] for p in step["players"]}
    count = how["rounds"] - len(before) if how["method"] == "plan" else 1
    history = tuple(tuple(tuple(who for who, _ in p) for p in tables) for tables in before)
    lots = (step["seed"], how["method"], history, tuple(step["ranking"]), step["sit_out"])
    request = DrawRequest(people, count, *lots, how.get("larger_tables", False))
    return [[[[who, names[who]] for who in p] for p in ts] for ts in draw(request).rounds]


def _places(rounds, first):
    tables = [(r, t, p) for r, ts in enumerate(rounds, first) for t, p in enumerate(ts, 1)]
    return {f"round {r}, table {t}, seat {s}": x for r, t, p in tables for s, x in enumerate(p, 1)}


def _checked(step, last, used, rounds, redraws, noted):
    """Pairs: whether it fits (None: no fault, but no proof), and what to say if not."""
    first, lots, reason = step["first_round"], step["kind"] == "draw", step["reason"].strip()
    again, right, what, due = first <= len(rounds), rounds[first - 1 :], "MOVED", "it was"
    yield 0 < first <= len(rounds) + 1, "ORDER: a round before this one is missing."
    yield bool(reason) == (again or not lots), "REASON: needed by redraws and changes, no others."
    if lots:
        wall, secret, number = step["commitment"], step["secret"], step["number"]
        sealed = _hash("Kreuzdame commitment 1", secret, step["settings"], step["program"])
        seed = _hash("Kreuzdame seed 1", secret, number) if secret else step["seed"]
        listed = last if wall and last.get("commitment") == wall else {"seal": ""}
        yield wall == (secret and sealed), "COMMITMENT: not to this secret, settings, program."
        yield not wall or wall not in used, "COMMITMENT: used by a draw before."
        yield step["seed"] == seed, f"SEED: not of this secret and number {number!r}."
        yield not secret or (type(number) is int and 0 <= number <= 10**12), "NUMBER: this is none."
        yield (step["by_audience"] is True and len(secret) >= 32) or None, "NUMBER: nobody gave it."
        same = all(step[key] == listed[key] for key in LIST) if listed["seal"] else None
        yield same, "LIST: not the one closed immediately before."
        for word, mark in (("commitment", wall), ("seal of the list", listed["seal"])):
            yield any(map(mark.startswith, noted)) or None, f"NOTED: not the {word} of this draw."
        queue = {player["queue"] is not None for player in step["players"]}
        yield queue == {step["settings"]["neighbours_apart"]}, "QUEUE: not as in the settings."
        yield step["redraw"] == again * (redraws + 1), f"REDRAWS: {redraws} came before this one."
        right, what, due = _drawn(step, rounds[: first - 1]), "SEAT OR NAME", "by lot it is"
    right, plan = _places(right, first), _places(step["rounds"], first)
    for place in {**right, **plan}:
        one, other = plan.get(place), right.get(place)
        yield one == other or (False if lots else None), f"{what}: {place} has {one}, {due} {other}"


def _report(path, *noted):
    proof, rounds, last, marks, used = json.loads(Path(path).read_bytes()), [], {"seal": ""}, [], []
    tally = dict.fromkeys(("lists", "draws", "changes", "redraws", "proven", "faults"), 0)
    tally["faults"] += proof != {"format": "Kreuzdame draw proof 2", "steps": proof["steps"]}
    for step in proof["steps"]:
        told = ("kind", "first_round", "number", "reason", "commitment", "seal", "program")
        print(*(f"{key}: {step[key]!r}" for key in told if key in step), sep="\n  ")
        seal = _hash("Kreuzdame seal 1", last["seal"], {**step, "seal": None})
        checks = [(step["seal"] == seal, "SEAL: this step, or one before it, was changed.")]
        if step["kind"] != "list":
            checks += _checked(step, last, used, rounds, tally["redraws"], noted)
            rounds[step["first_round"] - 1 :] = step["rounds"]
        tally[{"list": "lists", "draw": "draws", "change": "changes"}[step["kind"]]] += 1
        tally["redraws"] += bool(step.get("redraw"))
        tally["faults"] += sum(fits is False for fits, _ in checks)
        tally["proven"] += step["kind"] == "draw" and all(fits for fits, _ in checks)
        used += [step.get("commitment")] * (step["kind"] == "draw")
        last, marks = step, [*marks, step["seal"], step.get("commitment", "")]
        print(end="".join(f"  - {text}\n" for fits, text in checks if not fits))
    strange = [n for n in noted if len(n) < 16 or not any(m.startswith(n) for m in marks)]
    print({**tally, "noted": len(noted), "not in here": strange})
    bad, proven = bool(tally["faults"] or strange), 0 < tally["proven"] == tally["draws"]
    says = ["Everything fits.", "SOMETHING DOES NOT FIT.", "Nothing contradicts. NOT PROVEN."]
    print(says[bad or 2 * (not proven)])
    return bad


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="replace")
    try:
        sys.exit(_report(sys.argv[1], *map(str.lower, sys.argv[2:])))
    except Exception as error:
        sys.exit(print(__doc__, f"No proof, or a damaged one: {error!r}", sep="\n") or 2)
