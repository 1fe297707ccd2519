"""`python -m scoring value`: games in, their value or why they are refused out, one line each."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, TextIO

from scoring import english
from scoring.commands.exit_codes import OK, REFUSED
from scoring.game import Impossible, Value, evaluate, game_from_json
from scoring.json_format import Unreadable, parse

Json = Any
MALFORMED: Final[dict[str, Json]] = {
    "error": "malformed",
    "message": "This line is no JSON object.",
}


def value_games(lines: Iterable[bytes], output: TextIO) -> int:
    """Answer every line that is not empty, in order; 0 when all were JSON objects, else 2."""
    code = OK
    for line in lines:
        if not line.strip():
            continue
        said = answer(line)
        if said is MALFORMED:
            code = REFUSED
        output.write(json.dumps(said) + "\n")
    return code


def answer(line: bytes) -> dict[str, Json]:
    """Return the answer to one line."""
    try:
        obj = parse(line.decode("utf-8-sig"))
    except ValueError:  # no JSON, or no UTF-8
        return MALFORMED
    if isinstance(obj, Unreadable) and obj.problem == "repeated_key":
        return {"error": "malformed", "message": f"The key {obj.key} stands there twice."}
    if not isinstance(obj, Mapping):
        return MALFORMED
    try:
        return _value(evaluate(game_from_json(obj)))
    except Impossible as refused:
        return {"error": refused.code.value, "message": english.impossible_message(refused)}


def _value(value: Value) -> dict[str, Json]:
    return {
        "winner": None if value.winner is None else value.winner.value,
        "base_re": value.base_re,
        "special_re": value.special_re,
        "value_re": value.value_re,
        "points": list(value.points),
        "breakdown": [
            {"rule": line.rule, "text": english.breakdown_text(line), "re": line.re}
            for line in value.breakdown
        ],
        "notes": [english.announcement_note(party) for party in value.announcements_added],
    }
