"""Checks the proof of a draw: sealed before the number was known, every seat where the lot put it.

usage: python3 scripts/replay_draw.py PROOF.json [16 figures or more of what hung on the wall ...]
"""

import json
import sys
from hashlib import sha256
from pathlib import Path


def _hash(*content):
    return sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _code_here():
    core = Path(__file__).resolve().parents[1] / "tournament/core"
    names = ["table_sizes.py", *(f"draw/{path.name}" for path in core.glob("draw/*.py"))]
    texts = {f"tournament/core/{name}": (core / name).read_text("utf-8") for name in names}
    return _hash("Kreuzdame code 1", texts)


def _drawn(step, before):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from tournament.core.draw import DrawRequest, Entrant, draw

    people = tuple(Entrant(**{k: v for k, v in p.items() if k != "name"}) for p in step["players"])
    method, planned = step["settings"]["method"], step["settings"]["rounds"]
    count = planned - len(before) if method == "plan" else 1
    history = tuple(tuple(tuple(who for who, _ in p) for p in tables) for tables in before)
    ranking, names = tuple(step["ranking"]), {p["id"]: p["name"] for p in step["players"]}
    request = DrawRequest(people, count, step["seed"], method, history, ranking, step["sit_out"])
    return [[[[who, names[who]] for who in p] for p in ts] for ts in draw(request).rounds]


def _places(rounds, first):
    tables = [(r, t, p) for r, ts in enumerate(rounds, first) for t, p in enumerate(ts, 1)]
    return {f"round {r}, table {t}, seat {s}": x for r, t, p in tables for s, x in enumerate(p, 1)}


def _checked(step, rounds, redraws, listed):
    """Pairs: whether it fits (None: no fault, but no proof), and what to say if not."""
    first, lots, reason = step["first_round"], step["kind"] == "draw", step["reason"].strip()
    again, right, what, due = first <= len(rounds), rounds[first - 1 :], "MOVED", "it was"
    yield 0 < first <= len(rounds) + 1, "ORDER: a round before this one is missing."
    yield bool(reason) == (again or not lots), "REASON: needed by redraws and changes, no others."
    if lots:
        secret, program, fixed = step["secret"], step["program"], step["settings"]
        promise = secret and _hash("Kreuzdame commitment 1", secret, fixed, program)
        seed = _hash("Kreuzdame seed 1", secret, step["number"]) if secret else step["seed"]
        yield step["commitment"] == promise, "COMMITMENT: not to this secret, settings, program."
        yield step["seed"] == seed, f"SEED: not of this secret and number {step['number']!r}."
        yield step["by_audience"] is True or None, "NUMBER: by the program, nobody gave one."
        same = all(step[key] == listed[key] for key in listed.keys() - {"kind", "seal"})
        yield same and (bool(listed) or None), "LIST: not closed before, or another one."
        queue = {player["queue"] is not None for player in step["players"]}
        yield queue == {fixed["neighbours_apart"]}, "QUEUE: not as in the settings."
        yield step["redraw"] == again * (redraws + 1), f"REDRAWS: {redraws} came before this one."
        yield program["code"] == _code_here(), f"PROGRAM: take version {program['version']!r}."
        right, what, due = _drawn(step, rounds[: first - 1]), "SEAT OR NAME", "by lot it is"
    right, plan = _places(right, first), _places(step["rounds"], first)
    for place in {**right, **plan}:
        one, other = plan.get(place), right.get(place)
        yield one == other or (False if lots else None), f"{what}: {place} has {one}, {due} {other}"


def _report(path, *noted):
    proof, rounds, marks, lists = json.loads(Path(path).read_bytes()), [], [""], {}
    faults = proof != {"format": "Kreuzdame draw proof 2", "steps": proof["steps"]}
    proven, redraws, kinds = 0, 0, [step["kind"] for step in proof["steps"]]
    for step in proof["steps"]:
        print(*(f"{k}: {v!r}" for k, v in step.items() if type(v) in (int, str)), sep="\n  ")
        fits = step["seal"] == _hash("Kreuzdame seal 1", marks[-1], {**step, "seal": None})
        checks = [(fits, "SEAL: this step, or one before it, was changed afterwards.")]
        if step["kind"] == "list":
            lists[step["commitment"]] = step
        else:
            checks += _checked(step, rounds, redraws, lists.get(step.get("commitment"), {}))
            rounds[step["first_round"] - 1 :] = step["rounds"]
        proven += step["kind"] == "draw" and all(fits for fits, _ in checks)
        marks += [step.get("commitment", ""), step["seal"]]
        redraws += bool(step.get("redraw"))
        faults += sum(fits is False for fits, _ in checks)
        print(end="".join(f"  - {text}\n" for fits, text in checks if not fits))
    strange = [n for n in noted if len(n) < 16 or not any(m.startswith(n.lower()) for m in marks)]
    draws, changes, lists = (kinds.count(kind) for kind in ("draw", "change", "list"))
    print(f"Draws: {draws}, proven: {proven}, redraws: {redraws}. Changes without lots: {changes}.")
    print(f"Lists closed: {lists}. Noted: {len(noted)}, of these not in here: {strange or 'none'}.")
    says = ["Everything fits.", "SOMETHING DOES NOT FIT.", "Nothing contradicts. NOT PROVEN."]
    print(f"Faults: {faults}.", says[bool(faults or strange) or 2 * (not 0 < proven == draws)])
    return bool(faults or strange)


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="replace")
    try:
        sys.exit(_report(*sys.argv[1:]))
    except Exception as error:
        sys.exit(print(__doc__, f"No proof, or a damaged one: {error!r}", sep="\n") or 2)
