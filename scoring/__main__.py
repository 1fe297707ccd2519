"""The command line of the rules: `python -m scoring check` and `value`, input to output."""

import sys

from scoring.commands.exit_codes import REFUSED

USAGE = """usage: python -m scoring check < SHEETS > ANSWERS
       python -m scoring value < GAMES > ANSWERS

check   score sheets as JSON, one per line, or one object with "cases"
value   games as JSON objects, one per line
"""


def main(arguments: list[str]) -> int:
    """Run one command; return the exit code. Only what the command needs is loaded."""
    match arguments:
        case ["check"]:
            from scoring.commands.check import check_sheets

            return check_sheets(sys.stdin.buffer.read(), sys.stdout)
        case ["value"]:
            from scoring.commands.value import value_games

            return value_games(sys.stdin.buffer, sys.stdout)
    print(USAGE, end="", file=sys.stderr)  # noqa: T201
    return REFUSED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
