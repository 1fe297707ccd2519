"""Who plays for a cup, as typed: a line for each team with its players, or for each player."""

import csv
import io
import re
from dataclasses import dataclass, replace

from tournament.errors import Refused
from tournament.imports.players import LONGEST_TOLD, read_players
from tournament.imports.tables import NAME, NAMES, STATE, TEAM, TextRow, columns_of
from tournament.labels.people import LIST_COLUMNS
from tournament.people.rules.registration import PlayerRow, Verdict
from tournament.shared.rules.names import tidy
from tournament.shared.rules.typed import is_formula

_NUMBER = re.compile(r"\([\W\d]*\)")
_BRACKET = re.compile(r"\([^()]*\)?|\)")
HEADING = (NAME, "club", STATE, TEAM)
"""What the typed lines hold, as columns of a list of players."""


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

    Club and federal state are the last two brackets, or the only one; a bracket left in a name is
    in doubt. Those of a team are those of its players who name no club. Names without a comma may
    have commas between them. What begins with the headings of a list of players is read as one, as
    from a file. Refused: "cup_line_without_team", and what `read_players` refuses.
    """
    if _has_headings(text):
        rows = read_players(text.encode("utf-8-sig")).rows
        for row in rows:
            if of_teams and row.verdict is not Verdict.REFUSED and not row.player.team:
                raise Refused("cup_line_without_team", line=row.file_line, text=row.text)
        return Entrants(rows, {row.line: row.line for row in rows})
    cells: list[tuple[str, ...]] = []
    line_of: dict[int, int] = {}
    doubts: dict[int, str] = {}
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
            team, beside = _apart(team, is_team=True)
            if left := _BRACKET.search(_NUMBER.sub("", team)):
                doubts[len(cells) + 2] = left[0][:LONGEST_TOLD]  # told with its first player
        for typed in filter(None, map(str.strip, names)):
            name, own = _apart(typed)
            cells.append((name, *(own if any(own) else beside), team))
            line_of[len(cells) + 1] = number  # below the heading
    if not cells:
        return Entrants((), {})
    written = io.StringIO()
    # A club or a team typed in a line is no formula; a name that looks like one is asked about.
    texts = [(name, *map(_as_text, others)) for name, *others in cells]
    titles = [str(LIST_COLUMNS[each]) for each in HEADING]  # a question names them
    csv.writer(written, delimiter=";").writerows([titles, *texts])
    column, found = titles[-1], []
    for row in read_players(written.getvalue().encode("utf-8-sig")).rows:
        told = _with_typed_lines(row, line_of)
        left_over = doubts.get(row.line)
        found.append(
            told.doubted("beside_name", column=column, text=left_over) if left_over else told
        )
    return Entrants(tuple(found), line_of)


def _has_headings(text: str) -> bool:
    """Whether the first line holds two headings of a table or more, one of them of the names."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    titles = re.split("[\t;,]", first)
    known = list(filter(None, columns_of(TextRow(1, tuple(titles)))))
    return len(known) > 1 and not NAMES.isdisjoint(known)


def _apart(text: str, *, is_team: bool = False) -> tuple[str, tuple[str, str]]:
    """Return a name, and club and federal state: the last two brackets behind it, or the only one.

    A bracket without letters is part of a team's name: a second team.
    """
    beside: list[str] = []
    while len(beside) < 2 and text.endswith(")"):
        before, _bracket, words = text[:-1].rpartition("(")
        is_number = is_team and not any(map(str.isalpha, words))
        if not before.strip() or not words.strip() or ")" in words or is_number:
            break
        beside.insert(0, words.strip())
        text = before.strip()
    club, state = [*beside, "", ""][:2]
    return text, (club, state)


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
