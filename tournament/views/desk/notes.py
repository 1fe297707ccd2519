"""Everything that is said about a typed sheet, each with its row and the field it leads to."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scoring.findings import Severity
from tournament.forms.penalty_lines import PenaltyLine
from tournament.forms.row_sheets import RowsForm
from tournament.forms.totals_sheets import TotalsForm
from tournament.forms.typed import Problem, whole_number
from tournament.labels.desk import problem_text, swapped_totals, with_place
from tournament.labels.findings import SheetFinding, finding_sentence, finding_text

SheetForm = RowsForm | TotalsForm

# What an unfinished list lacks by nature: no mistake while somebody is typing.
_OPEN = {"missing_compulsory_solo", "points_missing"}

# Which field of its row a finding leads to, where that is not a figure.
_PARTS = {
    "forced_flag": "forced",
    "forced_solo_omitted": "kind",
    "forced_wrong_player": "soloist",
    "game_after_time_limit": "kind",
    "second_compulsory_solo": "kind",
    "solo_not_tripled": "kind",
    "soloist_mismatch": "soloist",
    "soloist_missing": "soloist",
    "team_game_tripled": "kind",
    "too_many_games": "kind",
    "voluntary_before_compulsory": "kind",
}
_PENALTIES = {"awarded_penalty_missing", "penalty_amount", "penalty_nonzero_sum"}


@dataclass(frozen=True, slots=True)
class Note:
    """One sentence about the sheet. `short` leaves out the place; `anchor` is a field's name.

    `severity` is "error", "warning", or "open" for what an unfinished list still lacks.
    """

    code: str
    text: str
    short: str
    row: int | None
    anchor: str
    severity: str
    seat: int | None = None


def notes_of(
    form: SheetForm, findings: Iterable[SheetFinding], problems: Iterable[Problem]
) -> list[Note]:
    """Problems of fields and findings of the rules together, in the order of the list.

    While a field cannot be read, what the rules say about the list as a whole or about the same
    row would only repeat it.
    """
    problems = list(problems)
    unread = {problem.row for problem in problems if not problem.is_doubt}
    told = [
        finding
        for finding in findings
        if not unread or (finding.row is not None and finding.row not in unread)
    ]
    notes = [*map(_of_problem, problems), *(_of_finding(form, finding) for finding in told)]
    return sorted(notes, key=lambda note: (note.row is None, note.row or 0))


def in_progress(notes: Iterable[Note]) -> list[Note]:
    """The notes as they are said while somebody types: what is to come is open, not wrong.

    That games are still to come one sees.
    """
    return [
        replace(note, severity="open") if note.code in _OPEN else note
        for note in notes
        if not (note.code == "too_few_games" and note.anchor.endswith("-kind"))
    ]


def _of_problem(problem: Problem) -> Note:
    short = problem_text(problem.code, problem.params)
    return Note(
        code=problem.code,
        text=with_place(problem.row, short),
        short=short,
        row=problem.row,
        anchor=problem.name,
        severity="warning" if problem.is_doubt else "error",
    )


def _of_finding(form: SheetForm, finding: SheetFinding) -> Note:
    severity = getattr(finding, "severity", Severity.ERROR)
    swapped = _swapped_totals(form, finding)
    return Note(
        code=str(finding.code),
        text=swapped or finding_sentence(finding),
        short=swapped or finding_text(finding),
        row=finding.row,
        anchor=_anchor(form, finding),
        severity=str(severity),
        seat=finding.seat,
    )


def _swapped_totals(form: SheetForm, finding: SheetFinding) -> str:
    """What to say when the totals of two positions stand at each other's place, else nothing."""
    if str(finding.code) != "wrong_total":
        return ""
    right = dict(zip(finding.params["seats"], finding.params["right_figures"], strict=True))
    typed = [whole_number(form.fields.get(f"t{seat}", "")) for seat in right]
    crossed = len(right) == 2 and typed == list(reversed(right.values()))
    return swapped_totals(right) if crossed else ""


def _anchor(form: SheetForm, finding: SheetFinding) -> str:
    code = str(finding.code)
    seat = finding.seat or finding.params.get("right_seat", 1)
    if code in _PENALTIES:
        return _penalty_anchor(form.penalties, finding)
    if isinstance(form, TotalsForm):
        return _totals_anchor(code, seat)
    if finding.row is not None:
        return f"r{finding.row}-{_PARTS.get(code, f'p{seat}')}"
    if code == "too_few_games" and finding.params.get("reason") == "struck_without_time_limit":
        return "time_limit"
    if code in ("too_few_games", "missing_compulsory_solo"):
        return f"r{min(form.rows_typed + 1, form.games)}-kind"
    return f"t{seat}"


def _totals_anchor(code: str, seat: int) -> str:
    if code in ("too_few_games", "too_many_games"):
        return "games_played"
    if code in ("missing_compulsory_solo", "second_compulsory_solo"):
        return f"solo{seat}"
    return f"t{seat}"


def _penalty_anchor(lines: list[PenaltyLine], finding: SheetFinding) -> str:
    """The line of the offender and the game; for one that is missing, the first line."""
    for line in lines:
        same_row = finding.row is None or whole_number(line.text("row")) == finding.row
        if same_row and whole_number(line.text("offender")) == finding.seat:
            return line.name("rule")
    return "x1-rule"
