"""Who plays for a cup, as typed: a line for each team with its players, or for each player."""

import csv
import io
import re
from dataclasses import dataclass, replace

from tournament.errors import Refused
from tournament.imports.players import read_players
from tournament.people.rules.registration import PlayerRow, Verdict
from tournament.shared.rules.names import tidy
from tournament.shared.rules.typed import is_formula

_WITH_CLUB = re.compile(r"(?P<name>[^()]+)\((?P<club>[^()]+)\)")
_TEAM_WITH_CLUB = re.compile(r"(?P<team>[^()]+)\((?P<club>(?=[^()]*[^\W\d])[^()]+)\)")
"""A bracket of digits alone is part of the name: a second team."""
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
    """Read "Team (Club): Name; Name (Club)" or "Name (Club)", a line each.

    The club of a team is that of its players who name none. Names without a comma may have commas
    between them. Refused: "cup_line_without_team".
    """
    cells: list[tuple[str, str, str]] = []
    line_of: dict[int, int] = {}
    for number, line in enumerate(map(tidy, text.splitlines()), start=1):
        if not line:
            continue
        team, club, names = "", "", [line]
        if of_teams:
            # The name of a team may have a colon itself.
            before, colon, behind = line.rpartition(":")
            team, names = before.strip(), behind.split(";" if ";" in behind else ",")
            if not colon or not team:
                raise Refused("cup_line_without_team", line=number, text=line)
            if found := _TEAM_WITH_CLUB.fullmatch(team):
                team, club = found["team"].strip(), found["club"].strip()
        for name in filter(None, map(str.strip, names)):
            found = _WITH_CLUB.fullmatch(name)
            cells.append((found["name"], found["club"], team) if found else (name, club, team))
            line_of[len(cells) + 1] = number  # below the heading
    if not cells:
        return Entrants((), {})
    written = io.StringIO()
    # A club or a team typed in a line is no formula; a name that looks like one is asked about.
    texts = [(name, *map(_as_text, beside)) for name, *beside in cells]
    csv.writer(written, delimiter=";").writerows([HEADING, *texts])
    rows = read_players(written.getvalue().encode("utf-8-sig")).rows
    return Entrants(tuple(_with_typed_lines(row, line_of) for row in rows), line_of)


def _as_text(cell: str) -> str:
    return f"'{cell}" if is_formula(cell) else cell


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
