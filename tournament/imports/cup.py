"""Who plays for a cup, as typed: a line for each team with its players, or for each player."""

import csv
import io
import re
from dataclasses import dataclass, replace

from tournament.errors import Refused
from tournament.imports.players import read_players
from tournament.imports.tables import NAMES, TextRow, columns_of
from tournament.people.rules.registration import PlayerRow, Verdict
from tournament.shared.rules.names import tidy
from tournament.shared.rules.typed import is_formula

_WORDS = r"(?=[^()]*[^\W\d])[^()]+"
"""What a bracket says; one of digits alone is part of the name: a second team."""
_STATE = rf"(?: *\((?P<state>{_WORDS})\))?"
_WITH_CLUB = re.compile(rf"(?P<name>[^()]+)\((?P<club>[^()]+)\){_STATE}")
_TEAM_WITH_CLUB = re.compile(rf"(?P<team>[^()]+)\((?P<club>{_WORDS})\){_STATE}")
HEADING = ("Name", "Verein", "Landesverband", "Mannschaft")


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
    """Read "Team (Club) (State): Name; Name (Club)" or "Name (Club) (State)", a line each.

    Club and federal state of a team are those of its players who name no club. Names without a
    comma may have commas between them. What begins with the headings of a list of players is read
    as one, as from a file. Refused: "cup_line_without_team", and what `read_players` refuses.
    """
    if _has_headings(text):
        rows = read_players(text.encode("utf-8-sig")).rows
        for row in rows:
            if of_teams and row.verdict is not Verdict.REFUSED and not row.player.team:
                raise Refused("cup_line_without_team", line=row.file_line, text=row.text)
        return Entrants(rows, {row.line: row.line for row in rows})
    cells: list[tuple[str, ...]] = []
    line_of: dict[int, int] = {}
    for number, line in enumerate(map(tidy, text.splitlines()), start=1):
        if not line:
            continue
        team, beside, names = "", ("", ""), [line]
        if of_teams:
            # The name of a team may have a colon itself.
            before, colon, behind = line.rpartition(":")
            team, names = before.strip(), behind.split(";" if ";" in behind else ",")
            if not colon or not team:
                raise Refused("cup_line_without_team", line=number, text=line)
            if found := _TEAM_WITH_CLUB.fullmatch(team):
                team, beside = found["team"].strip(), _beside(found)
        for name in filter(None, map(str.strip, names)):
            found = _WITH_CLUB.fullmatch(name)
            own = (found["name"], *_beside(found)) if found else (name, *beside)
            cells.append((*own, team))
            line_of[len(cells) + 1] = number  # below the heading
    if not cells:
        return Entrants((), {})
    written = io.StringIO()
    # A club or a team typed in a line is no formula; a name that looks like one is asked about.
    texts = [(name, *map(_as_text, others)) for name, *others in cells]
    csv.writer(written, delimiter=";").writerows([HEADING, *texts])
    rows = read_players(written.getvalue().encode("utf-8-sig")).rows
    return Entrants(tuple(_with_typed_lines(row, line_of) for row in rows), line_of)


def _has_headings(text: str) -> bool:
    """Whether the first line holds two headings of a table or more, one of them of the names."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    titles = re.split("[\t;,]", first)
    known = list(filter(None, columns_of(TextRow(1, tuple(titles)))))
    return len(known) > 1 and not NAMES.isdisjoint(known)


def _beside(found: re.Match[str]) -> tuple[str, str]:
    """Return club and federal state in brackets."""
    return found["club"].strip(), (found["state"] or "").strip()


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
