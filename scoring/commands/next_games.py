"""`python -m scoring next`: score sheets in, a table of what happens next out."""

import sys
from collections.abc import Sequence
from typing import TextIO

from scoring import english
from scoring.commands.cases import Name, read_cases
from scoring.commands.exit_codes import OK, REFUSED
from scoring.findings import Finding
from scoring.hall import HallRow, hall_outlook
from scoring.model import ScoreSheet
from scoring.outlook import ForcedGame, Outlook
from scoring.rulesets import DDV, RuleSet

LONGEST_NAME = 16
GAP = "  "
RIGHT_ALIGNED = {"Games", "Dealer", "Normal left", "Solos left", "Struck"}

Cells = tuple[str, ...]


def next_games(data: bytes, output: TextIO, time_is_up: bool, rules: RuleSet = DDV) -> int:
    """Print one line per list, most urgent first; with `time_is_up` as if time were up.

    `rules` apply to sheets that name none. Invalid sheets are reported on standard error; then the
    code is 2, else 0.
    """
    sheets: list[tuple[Name, ScoreSheet]] = []
    code = OK
    for case in read_cases(data, rules):
        if isinstance(case.sheet, Finding):
            print(f"{_short(case.name)}: {english.message(case.sheet)}", file=sys.stderr)  # noqa: T201
            code = REFUSED
        else:
            sheets.append((case.name, case.sheet))
    hall = hall_outlook(sheets, time_is_up)
    lines = time_up_table(hall) if time_is_up else next_table(hall)
    if any(row.outlook.in_doubt for row in hall):
        lines += ["", english.IN_DOUBT]
    output.writelines(_writable(line, output) + "\n" for line in lines)
    return code


def next_table(hall: Sequence[HallRow]) -> list[str]:
    """Return the lines of the table of the next games."""
    return _aligned([english.NEXT_COLUMNS, *(_next_cells(row) for row in hall)])


def time_up_table(hall: Sequence[HallRow]) -> list[str]:
    """Return the lines of the table for the referee's walk when time is up."""
    table = _aligned([english.TIME_UP_COLUMNS, *(_time_up_cells(row) for row in hall)])
    return [*table, "", english.DEAL_BEGUN]


def _next_cells(row: HallRow) -> Cells:
    ahead = row.outlook
    dealer, game = english.NOTHING, english.COMPLETE
    if ahead.next_game is not None:
        dealer, game = str(ahead.next_game.dealer), english.FREE_GAME
        if ahead.is_forced:
            game = english.FORCED_GAME.format(soloist=ahead.next_game.forced_soloist)
    return (
        *_name_and_games(row),
        dealer,
        game,
        " ".join(map(str, ahead.owing)) or english.NOTHING,
        str(ahead.normal_left),
        str(ahead.solos_left),
        _forced_from(ahead),
    )


def _time_up_cells(row: HallRow) -> Cells:
    solos = ", ".join(map(_forced_solo, row.outlook.forced_games))
    return (*_name_and_games(row), str(row.outlook.struck), solos or english.COMPLETE)


def _name_and_games(row: HallRow) -> Cells:
    ahead = row.outlook
    name = _short(row.name)
    return (
        f"{name} ?" if ahead.in_doubt else name,
        f"{ahead.games_played}/{ahead.planned_games}",
    )


def _forced_from(ahead: Outlook) -> str:
    first, latest = ahead.forced_from, ahead.forced_at_latest
    if first is None:
        return english.NOTHING
    return str(first) if first == latest else english.FORCED_FROM.format(first=first, latest=latest)


def _forced_solo(game: ForcedGame) -> str:
    sentence = english.FORCED_SOLO if game.passed_over is None else english.FORCED_SOLO_PASSED_OVER
    return sentence.format(soloist=game.soloist, dealer=game.dealer)


def _short(name: Name) -> str:
    """Return the name in one line of printable characters, cut to the width of its column."""
    readable = "".join(char if char.isprintable() else "?" for char in str(name))
    if len(readable) <= LONGEST_NAME:
        return readable
    return readable[: LONGEST_NAME - 3] + "..."


def _aligned(rows: Sequence[Cells]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    right = [heading in RIGHT_ALIGNED for heading in rows[0]]
    return [
        GAP.join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(cells, widths, right, strict=True)
        ).rstrip()
        for cells in rows
    ]


def _writable(line: str, output: TextIO) -> str:
    """Replace the characters of a line that the output's encoding lacks."""
    encoding = output.encoding or "utf-8"
    return line.encode(encoding, "replace").decode(encoding)
