"""Checks the proof of a draw: sealed before the number was known, every seat where the lot put it.

Aufruf: python3 scripts/replay_draw.py NACHWEIS.json [16 Zeichen oder mehr jedes Prüfwerts ...]
usage: python3 scripts/replay_draw.py [--lang en] PROOF.json [16 characters of what hung there ...]
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

DRAW = Path(__file__).resolve().parents[1] / "tournament" / "draw"
LIST = ("players", "first_round", "ranking", "sit_out", "expected")
GERMAN = {
    "ORDER: a round before this one is missing.": "REIHENFOLGE: Davor fehlt eine Runde.",
    "REASON: needed by redraws and changes, no others.": "BEGRÜNDUNG: Sie gehört zu "
    "Neuauslosungen und Änderungen und zu nichts anderem.",
    "COMMITMENT: not to this secret, settings, program.": "PRÜFWERT: nicht der zu diesem "
    "Geheimnis, diesen Einstellungen, diesem Programm.",
    "COMMITMENT: used by a draw before.": "PRÜFWERT: schon für eine Auslosung davor benutzt.",
    "SEED: not of this secret and number {}.": "LOSSCHLÜSSEL: nicht aus Geheimnis und Zahl {}.",
    "NUMBER: this is none.": "ZAHL: Das ist keine.",
    "NUMBER: nobody gave it.": "ZAHL: Niemand hat sie genannt.",
    "LIST: not the one closed immediately before.": "LISTE: nicht die unmittelbar davor "
    "geschlossene.",
    "NOTED: not the commitment of this draw.": "NOTIERT: nicht der Prüfwert dieser Auslosung.",
    "NOTED: not the seal of the list of this draw.": "NOTIERT: nicht der Prüfwert ihrer Liste.",
    "QUEUE: not as in the settings.": "ANMELDUNG: nicht wie in den Einstellungen.",
    "REDRAWS: {} came before this one.": "NEUAUSLOSUNGEN: Davor waren es {}.",
    "SEAT OR NAME: round {}, table {}, seat {} has {}, by lot it is {}": "PLATZ ODER NAME: "
    "Runde {}, Tisch {}, Position {} hat {}, nach dem Los {}",
    "MOVED: round {}, table {}, seat {} has {}, it was {}": "UMGESETZT: Runde {}, Tisch {}, "
    "Position {} hat {}, vorher {}",
    "SEAL: this step, or one before it, was changed.": "SCHRITT: Dieser oder einer davor wurde "
    "geändert.",
    "Everything fits.": "Alles stimmt.",
    "SOMETHING DOES NOT FIT.": "ETWAS STIMMT NICHT.",
    "Nothing contradicts. NOT PROVEN.": "Kein Widerspruch. OHNE NACHWEIS.",
}
SPOKEN = ["en"]


def _say(text, *found):
    return (GERMAN[text] if SPOKEN == ["de"] else text).format(*found)


def _hash(*content):
    return sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _drawn(step, before):
    sys.path.insert(0, str(DRAW.parents[1]))
    from tournament.draw import DrawRequest, Entrant, draw, seat_arrivals

    how, names = step["settings"], {p["id"]: p["name"] for p in step["players"]}
    larger, version = how.get("larger_tables", False), how.get("draw", 1)
    if expected := step.get("expected"):
        seats = seat_arrivals(step["seed"], expected, list(names), larger)
        return [[[who and [who, names[who]] for who in table] for table in seats]]
    people = tuple(Entrant(**{k: v for k, v in p.items() if k != "name"}) for p in step["players"])
    count = how["rounds"] - len(before) if how["method"] in ("plan", "groups") else 1
    history = tuple(tuple(tuple(who for who, _ in p) for p in tables) for tables in before)
    lots = (step["seed"], how["method"], history, tuple(step["ranking"]), step["sit_out"])
    groups = tuple(map(tuple, how.get("groups", ())))
    request = DrawRequest(people, count, *lots, larger, version, groups)
    return [[[[who, names[who]] for who in p] for p in ts] for ts in draw(request).rounds]


def _places(rounds, first):
    tables = [(r, t, p) for r, ts in enumerate(rounds, first) for t, p in enumerate(ts, 1)]
    return {(r, t, s): x for r, t, p in tables for s, x in enumerate(p, 1)}


def _checked(step, last, used, rounds, redraws, noted):
    """Pairs: whether it fits (None: no fault, but no proof), and what to say if not."""
    first, lots, reason = step["first_round"], step["kind"] == "draw", step["reason"].strip()
    again, right = first <= len(rounds), rounds[first - 1 :]
    what = "MOVED: round {}, table {}, seat {} has {}, it was {}"
    yield 0 < first <= len(rounds) + 1, "ORDER: a round before this one is missing."
    yield bool(reason) == (again or not lots), "REASON: needed by redraws and changes, no others."
    if lots:
        wall, secret, number = step["commitment"], step["secret"], step["number"]
        sealed = _hash("Kreuzdame commitment 1", secret, step["settings"], step["program"])
        seed = _hash("Kreuzdame seed 1", secret, number) if secret else step["seed"]
        listed = last if wall and last.get("commitment") == wall else {"seal": ""}
        yield wall == (secret and sealed), "COMMITMENT: not to this secret, settings, program."
        yield not wall or wall not in used, "COMMITMENT: used by a draw before."
        yield step["seed"] == seed, ("SEED: not of this secret and number {}.", repr(number))
        yield not secret or (type(number) is int and 0 <= number <= 10**12), "NUMBER: this is none."
        yield (step["by_audience"] is True and len(secret) >= 32) or None, "NUMBER: nobody gave it."
        # Only where seats are drawn at the desk "expected" is there, and the list names nobody yet.
        known = {"expected": 0, **step, **({"players": []} if step.get("expected") else {})}
        told = {"expected": 0, **listed}
        same = all(known[key] == told[key] for key in LIST) if listed["seal"] else None
        yield same, "LIST: not the one closed immediately before."
        for word, mark in (("commitment", wall), ("seal of the list", listed["seal"])):
            yield any(map(mark.startswith, noted)) or None, f"NOTED: not the {word} of this draw."
        queue = {player["queue"] is not None for player in step["players"]}
        yield queue == {step["settings"]["neighbours_apart"]}, "QUEUE: not as in the settings."
        yield (
            step["redraw"] == again * (redraws + 1),
            ("REDRAWS: {} came before this one.", redraws),
        )
        right = _drawn(step, rounds[: first - 1])
        what = "SEAT OR NAME: round {}, table {}, seat {} has {}, by lot it is {}"
    right, plan = _places(right, first), _places(step["rounds"], first)
    for place in {**right, **plan}:
        one, other = plan.get(place), right.get(place)
        yield one == other or (False if lots else None), (what, *place, one, other)


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
        texts = [text if isinstance(text, tuple) else (text,) for fits, text in checks if not fits]
        print(end="".join(f"  - {_say(*text)}\n" for text in texts))
    strange = [n for n in noted if len(n) < 16 or not any(m.startswith(n) for m in marks)]
    print({**tally, "noted": len(noted), "not in here": strange})
    bad, proven = bool(tally["faults"] or strange), 0 < tally["proven"] == tally["draws"]
    says = ["Everything fits.", "SOMETHING DOES NOT FIT.", "Nothing contradicts. NOT PROVEN."]
    print(_say(says[bad or 2 * (not proven)]))
    return bad


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="replace")
    given = sys.argv[3:] if sys.argv[1:3] == ["--lang", "en"] else sys.argv[1:]
    SPOKEN[:] = ["de"] if given == sys.argv[1:] else ["en"]
    try:
        sys.exit(_report(given[0], *map(str.lower, given[1:])))
    except Exception as error:
        sys.exit(
            print(
                __doc__,
                f"Kein Nachweis, oder ein beschädigter / no proof, or a damaged one: {error!r}",
                sep="\n",
            )
            or 2
        )
