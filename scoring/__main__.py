"""The command line of the rules: `python -m scoring check`, `next` and `value`, input to output."""

import os
import sys

from scoring import commands, english
from scoring.rulesets import RULE_SETS, WrongOption

USAGE = f"""usage: python -m scoring check [--rules RULES] [--options JSON] < SHEETS > ANSWERS
       python -m scoring next [--time-up] [--rules RULES] [--options JSON] < SHEETS
       python -m scoring value [--rules RULES] [--options JSON] < GAMES > ANSWERS

check   score sheets as JSON, one per line, or one object with "cases"; those that name no rules
        by these
next    of the same sheets, what happens next, or who must play on when time is up
value   games as JSON objects, one per line, by the rules {", ".join(RULE_SETS)}
"""


def main(arguments: list[str]) -> int:
    """Run one command; return the exit code."""
    if sys.stdin is None or sys.stdout is None:
        return _complain("standard input and output must be open")
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has seen enough
        _discard_output()
        return commands.NOT_WRITTEN
    except OSError as reason:
        _discard_output()
        return _complain(f"the answers cannot be written: {reason.strerror}")
    return code


def _run(arguments: list[str]) -> int:
    command, asked = arguments[:1], arguments[1:]
    time_is_up = command == ["next"] and "--time-up" in asked
    if time_is_up:
        asked.remove("--time-up")
    rules = None
    if command in (["check"], ["next"], ["value"]):
        try:
            rules = commands.asked_rules(asked)
        except WrongOption as wrong:
            _complain(english.option_message(wrong))
            return commands.REFUSED
    if rules is None:
        print(USAGE, end="", file=sys.stderr)  # noqa: T201
        return commands.REFUSED
    if command == ["value"]:
        return commands.value_games(sys.stdin.buffer, sys.stdout, rules)
    data = sys.stdin.buffer.read()
    if command == ["check"]:
        return commands.check_sheets(data, sys.stdout, rules)
    return commands.next_games(data, sys.stdout, time_is_up, rules)


def _complain(what: str) -> int:
    print(f"python -m scoring: {what}", file=sys.stderr)  # noqa: T201
    return commands.NOT_WRITTEN


def _discard_output() -> None:
    """Send what is still waiting nowhere, or Python would fail on it once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
