"""The command line of the rules: `python -m scoring check`, `next` and `value`, input to output."""

import sys

from scoring.commands.exit_codes import REFUSED

USAGE = """usage: python -m scoring check < SHEETS > ANSWERS
       python -m scoring next [--time-up] < SHEETS
       python -m scoring value < GAMES > ANSWERS

check   score sheets as JSON, one per line, or one object with "cases"
next    of the same sheets, what happens next, or who must play on when time is up
value   games as JSON objects, one per line
"""


def main(arguments: list[str]) -> int:
    """Run one command; return the exit code. Only what the command needs is loaded."""
    match arguments:
        case ["check"]:
            from scoring.commands.check import check_sheets

            return check_sheets(sys.stdin.buffer.read(), sys.stdout)
        case ["next"] | ["next", "--time-up"]:
            from scoring.commands.next_games import next_games

            return next_games(sys.stdin.buffer.read(), sys.stdout, "--time-up" in arguments)
        case ["value"]:
            from scoring.commands.value import value_games

            return value_games(sys.stdin.buffer, sys.stdout)
    print(USAGE, end="", file=sys.stderr)  # noqa: T201
    return REFUSED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
