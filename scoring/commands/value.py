"""`python -m scoring value`: games in, their value or a refusal out, one line each."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TextIO

from scoring import english
from scoring.commands.exit_codes import OK, REFUSED
from scoring.game import Impossible, Party, Value
from scoring.json_format import Unreadable, parse
from scoring.rulesets import DDV, GameValue, RuleSet, rule_set
from scoring.rulesets.altgeld_value import AltgeldValue

Json = Any
MALFORMED: Final[dict[str, Json]] = {
    "error": "malformed",
    "message": "This line is no JSON object.",
}


def asked_rules(arguments: Sequence[str]) -> RuleSet | None:
    """Return the rule set from the arguments, None if they are invalid.

    Raises WrongOption for one that does not exist, or does not have such options.
    """
    said = dict(zip(arguments[::2], arguments[1::2], strict=False))
    if 2 * len(said) != len(arguments) or not said.keys() <= {"--rules", "--options"}:
        return None
    try:
        options = parse(said.get("--options", "{}"))
    except ValueError:  # no JSON; refused as anything else that is no object
        options = None
    return rule_set(said.get("--rules", DDV.name), options)


def value_games(lines: Iterable[bytes], output: TextIO, rules: RuleSet = DDV) -> int:
    """Answer every non-empty line, in order; return 0 if all were JSON objects, else 2."""
    code = OK
    for line in lines:
        if not line.strip():
            continue
        said = answer(line, rules)
        if said is MALFORMED:
            code = REFUSED
        output.write(json.dumps(said) + "\n")
    return code


def answer(line: bytes, rules: RuleSet = DDV) -> dict[str, Json]:
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
        return _answer(rules.value_of(obj))
    except Impossible as refused:
        message = english.impossible_message(refused, rules)
        return {"error": refused.code.value, "message": message}


def _answer(value: GameValue) -> dict[str, Json]:
    if isinstance(value, AltgeldValue):
        return _two_sided_answer(value)
    assert isinstance(value, Value)
    return {
        "winner": None if value.winner is None else value.winner.value,
        "base_re": value.base_re,
        "special_re": value.special_re,
        "value_re": value.value_re,
        "points": list(value.points),
        "breakdown": [
            {"rule": line.rule, "text": english.line_text(line), "re": line.re}
            for line in value.breakdown
        ],
        "notes": list(_notes(value)),
    }


def _notes(value: Value) -> Iterator[str]:
    yield from map(english.announcement_note, value.announcements_added)
    if value.schwarz_untold:
        yield english.schwarz_note(value.schwarz_untold)


def _two_sided_answer(value: AltgeldValue) -> dict[str, Json]:
    return {
        "re": value.re,
        "kontra": value.kontra,
        "points": list(value.points),
        "breakdown": [
            {
                "rule": line.rule,
                "text": english.line_text(line),
                "re": line.points if line.party is Party.RE else 0,
                "kontra": line.points if line.party is Party.KONTRA else 0,
            }
            for line in value.breakdown
        ],
    }
