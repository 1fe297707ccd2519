#!/usr/bin/env python3
"""Checks the proof of a draw: sealed before the number was known, every seat where the lot put it.

usage: python3 scripts/replay_draw.py PROOF.json [NOTED ...]

NOTED: commitments and seals as you noted them from the wall, 8 characters or more of each.
Python 3.11 is enough, nothing is installed. What is checked, and why: docs/draw-proof.md.
Exit 0: all fits. 1: something does not. 2: no proof there. 3: another program version is needed.
"""

import json
import sys
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
MOST_SHOWN, SHORTEST_NOTE = 10, 8


def fingerprint(*content):
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()


def program_code():
    core = PROJECT / "tournament/core"
    files = (core / "table_sizes.py", *(core / "draw").glob("*.py"))
    texts = {path.relative_to(PROJECT).as_posix(): path.read_text("utf-8") for path in files}
    return fingerprint("Kreuzdame code 1", texts)


def seats_of(rounds, first, most=()):
    """Every seat by round, table, seat; with who sits there."""
    for number, tables in enumerate(rounds, first):
        for table, people in enumerate(tables, 1):
            yield from (((number, table, seat), who) for seat, who in enumerate(people, 1))


def replayed(step, history):
    """What the lot gives: the one place where the program itself is used."""
    sys.path.insert(0, str(PROJECT))
    from tournament.core.draw import DrawRequest, Entrant, draw

    people = tuple(Entrant(**{k: v for k, v in p.items() if k != "name"}) for p in step["players"])
    method, seed = step["settings"]["method"], step["seed"]
    count, ranking = len(step["rounds"]), tuple(step["ranking"])
    return draw(DrawRequest(people, count, seed, method, history, ranking)).rounds
