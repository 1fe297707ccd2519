#!/usr/bin/env python3
"""Independent verifier for a four-player seating plan (Doppelkopf). Standard library only.

usage: verify_seating.py [--json] [--max-repeats N] [--max-imbalance N] [plan.json | -]

Plan: {"players": [{"id": .., "club": .., "team": ..(opt), "table": ..(opt, fixed table no., 1-based),
                    "from": r, "to": r (opt, 1-based rounds in which the player takes part)}],
       "rounds": [[[id, id, id, id], ...tables; seat order...], ...]}

Prints invalid things, then the quality figures with their lower bounds.
Exit 0: valid (and within the limits asked for); 1: invalid; 2: a limit was exceeded; 3: unreadable input.

It shares no code with any generator on purpose: it recounts everything from the plan.
"""

# ruff: noqa: C420, C901, E501, F841, PIE808, PTH123, SIM115, T201
import json
import sys
from collections import Counter
from itertools import combinations


def min_tables(n):
    """Return (fours, fives) with the fewest fives, or None where impossible (1,2,3,6,7,11)."""
    for fives in range(0, n // 5 + 1):
        rest = n - 5 * fives
        if rest >= 0 and rest % 4 == 0:
            return rest // 4, fives
    return None


def even_pairs(s, t):
    """Return the fewest same-table pairs when s people are spread over t tables."""
    q, r = divmod(s, t)
    return (t - r) * q * (q - 1) // 2 + r * q * (q + 1) // 2


def active(p, r):
    return p.get("from", 1) <= r <= p.get("to", 10**9)


def repeat_lower_bound(players, rounds):
    """A proven lower bound on the repeat count  sum over pairs of (meetings - 1)+ .

    Three counts, the largest wins; each holds for the table sizes in the plan:
    1 all pairs:  total pair slots minus the number of pairs that are ever present together;
    2 per player: a player with d opponent slots and m possible opponents has at least d - m
      repeats; summed over players, halved (each repeat has two ends), rounded up;
    3 pigeonhole: a table of k people drawn from T tables of an earlier round repeats at least
      even_pairs(k, T) pairs (for T < 4 this forces repeats from round 2 on).
    """
    ids = [p["id"] for p in players]
    opp = {i: 0 for i in ids}
    present = []
    total = 0
    for rnd in rounds:
        s = set()
        for t in rnd:
            total += len(t) * (len(t) - 1) // 2
            for a in t:
                if a in opp:
                    opp[a] += len(t) - 1
                s.add(a)
        present.append(s)
    constant = all(s == present[0] for s in present) if present else True
    n = len(ids)
    if constant:
        m = {i: (len(present[0]) - 1 if present else 0) for i in ids}
        distinct = len(present[0]) * (len(present[0]) - 1) // 2 if present else 0
    else:
        together = {i: set() for i in ids}
        for s in present:
            for a in s:
                if a in together:
                    together[a] |= s
        m = {i: max(0, len(together[i]) - 1) for i in ids}
        distinct = sum(m.values()) // 2
    b1 = max(0, total - distinct)
    b2 = -(-sum(max(0, opp[i] - m[i]) for i in ids) // 2)
    b3 = 0
    if constant and rounds:
        t0 = len(rounds[0])
        per = [sum(even_pairs(len(t), t0) for t in rnd) for rnd in rounds[1:]]
        b3 = sum(per)
    return max(b1, b2, b3)


def check(plan):
    players = plan["players"]
    rounds = plan["rounds"]
    errors = []
    ids = [p["id"] for p in players]
    for i, c in Counter(map(repr, ids)).items():
        if c > 1:
            errors.append(f"player id {i} listed {c} times")
    byid = {p["id"]: p for p in players}
    met = Counter()
    seat = {i: [0, 0, 0, 0] for i in ids}
    fives = Counter()
    fifth = Counter()
    club_pairs = team_pairs = club_lb = 0
    right = Counter()
    back_to_back = 0
    last_round = {}
    for r, rnd in enumerate(rounds, 1):
        want = {p["id"] for p in players if active(p, r)}
        seen = Counter(a for t in rnd for a in t)
        for a, c in seen.items():
            if a not in byid:
                errors.append(f"round {r}: unknown player {a!r}")
            elif a not in want:
                errors.append(f"round {r}: player {a!r} does not take part in this round")
            if c > 1:
                errors.append(f"round {r}: player {a!r} seated {c} times")
        for a in want:
            if a not in seen:
                errors.append(f"round {r}: player {a!r} missing")
        sizes = Counter(len(t) for t in rnd)
        for s, c in sizes.items():
            if s not in (4, 5):
                errors.append(f"round {r}: {c} table(s) of size {s}")
        mt = min_tables(len(want))
        if mt is None:
            errors.append(f"round {r}: {len(want)} players cannot be seated at tables of 4 and 5")
        elif sizes.get(5, 0) > mt[1]:
            errors.append(f"round {r}: {sizes[5]} five-tables, {mt[1]} are enough")
        nt = max(1, len(rnd))
        cl = Counter(byid[a].get("club") for a in want if byid[a].get("club") not in (None, ""))
        club_lb += sum(even_pairs(s, nt) for s in cl.values())
        for ti, t in enumerate(rnd, 1):
            for a, b in combinations(t, 2):
                if a == b:
                    continue
                k = (a, b) if repr(a) <= repr(b) else (b, a)
                met[k] += 1
                if last_round.get(k) == r - 1:
                    back_to_back += 1
                last_round[k] = r
                pa, pb = byid.get(a, {}), byid.get(b, {})
                if pa.get("club") not in (None, "") and pa.get("club") == pb.get("club"):
                    club_pairs += 1
                if pa.get("team") not in (None, "") and pa.get("team") == pb.get("team"):
                    team_pairs += 1
            for s, a in enumerate(t):
                if a in seat and s < 4:
                    seat[a][s] += 1
                if len(t) == 5:
                    fives[a] += 1
                    if s == 4:
                        fifth[a] += 1
                right[(a, t[(s + 1) % len(t)])] += 1
                ft = byid.get(a, {}).get("table")
                if ft is not None and ft != ti:
                    errors.append(f"round {r}: player {a!r} must sit at table {ft}, sits at {ti}")
    repeats = sum(c - 1 for c in met.values() if c > 1)
    lb = repeat_lower_bound(players, rounds) if not errors else None
    imb = {i: max(v) - min(v) for i, v in seat.items()}
    total5 = sum(fives.values())
    n = max(1, len(ids))
    fair5_max = -(-total5 // n)
    out = {
        "players": len(ids),
        "rounds": len(rounds),
        "valid": not errors,
        "errors": len(errors),
        "repeat_pairs": repeats,
        "repeat_lower_bound": lb,
        "max_meetings": max(met.values(), default=0),
        "back_to_back_repeats": back_to_back,
        "same_club_pairs": club_pairs,
        "same_club_lower_bound": club_lb,
        "same_team_pairs": team_pairs,
        "seat_imbalance_max": max(imb.values(), default=0),
        "players_with_imbalance_over_1": sum(v > 1 for v in imb.values()),
        "five_table_max": max(fives.values(), default=0),
        "five_table_fair_max": fair5_max,
        "five_table_excess": sum(max(0, c - fair5_max) for c in fives.values()),
        "fifth_seat_max": max(fifth.values(), default=0),
        "same_right_neighbour_repeats": sum(c - 1 for c in right.values() if c > 1),
    }
    return errors, out


def main(argv):
    as_json, limits, path, i = False, {}, "-", 0
    while i < len(argv):
        a = argv[i]
        if a in ("-h", "--help"):
            print(__doc__)
            return 0
        if a == "--json":
            as_json = True
        elif a in ("--max-repeats", "--max-imbalance"):
            i += 1
            limits[a] = int(argv[i])
        else:
            path = a
        i += 1
    try:
        plan = json.load(sys.stdin if path == "-" else open(path, encoding="utf-8"))
        errors, out = check(plan)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as e:
        print(f"unreadable plan: {type(e).__name__}: {e}", file=sys.stderr)
        return 3
    if as_json:
        print(json.dumps({**out, "error_list": errors[:50]}))
    else:
        for e in errors[:50]:
            print("INVALID:", e)
        if len(errors) > 50:
            print(f"INVALID: ... and {len(errors) - 50} more")
        for k, v in out.items():
            print(f"{k:32} {v}")
    if errors:
        return 1
    if out["repeat_pairs"] > limits.get("--max-repeats", 10**9):
        return 2
    if out["seat_imbalance_max"] > limits.get("--max-imbalance", 10**9):
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
