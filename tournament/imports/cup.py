"""Who plays for a cup, as typed: a line for each team with its players, or for each player."""

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournament.errors import Refused
from tournament.imports.players import read_players
from tournament.people.rules.registration import PlayerRow, Verdict
from tournament.shared.rules.names import tidy

_WITH_CLUB = re.compile(r"(?P<name>[^()]+)\((?P<club>[^()]+)\)")
HEADING = ("Name", "Verein", "Mannschaft")


@dataclass(frozen=True, slots=True)
class Entrants:
    """The rows as the list of players reads them; `line_of`: the typed line of each."""

    rows: tuple[PlayerRow, ...]
    line_of: dict[int, int]

    @property
    def refused(self) -> list[PlayerRow]:
        """The rows that nobody can enter."""
        return [row for row in self.rows if row.verdict is Verdict.REFUSED]

    @property
    def doubtful(self) -> list[PlayerRow]:
        """The rows that are entered if somebody says so."""
        return [row for row in self.rows if row.verdict is Verdict.DOUBTFUL]


def read_entrants(text: str, *, of_teams: bool) -> Entrants:
    """Read "Team: Name; Name (Club)" or "Name (Club)", a line each.

    Names without a comma may have commas between them. Refused: "cup_line_without_team".
    """
    cells: list[tuple[str, str, str]] = []
    line_of: dict[int, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not tidy(line):
            continue
        team, names = _of_line(number, tidy(line)) if of_teams else ("", [tidy(line)])
        for name in filter(None, map(str.strip, names)):
            found = _WITH_CLUB.fullmatch(name)
            cells.append((found["name"], found["club"], team) if found else (name, "", team))
            line_of[len(cells) + 1] = number  # below the heading
    if not cells:
        return Entrants((), {})
    rows = read_players(_as_csv(cells)).rows
    return Entrants(tuple(_with_typed_lines(row, line_of) for row in rows), line_of)


def _of_line(number: int, line: str) -> tuple[str, list[str]]:
    team, colon, names = line.partition(":")
    if not colon or not team.strip():
        raise Refused("cup_line_without_team", line=number, text=line)
    return team.strip(), names.split(";" if ";" in names else ",")


def _as_csv(cells: Iterable[tuple[str, str, str]]) -> bytes:
    written = io.StringIO()
    csv.writer(written, delimiter=";").writerows([HEADING, *cells])
    return written.getvalue().encode("utf-8-sig")


def _with_typed_lines(row: PlayerRow, line_of: dict[int, int]) -> PlayerRow:
    """Return the row, other lines that it names as they were typed."""
    findings = []
    for finding in row.findings:
        line = finding.params.get("line")
        params = dict(finding.params)
        if isinstance(line, int):
            params["line"] = line_of.get(line, line)
        findings.append(replace(finding, params=params))
    return replace(row, findings=tuple(findings))
