"""Everything said about a typed sheet, each with its row and the field it refers to."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scoring.english import Said
from scoring.findings import Severity
from scoring.notation import Column, LineProblem
from tournament.forms.line_sheets import LinesForm
from tournament.forms.score_sheets import PenaltyLine, SheetForm
from tournament.labels.findings import finding_sentence, finding_text, place_sentence
from tournament.labels.lines import problem_text, swapped_totals
from tournament.labels.sheets import suspicion_words
from tournament.shared.rules.typed import Problem, whole_number
from tournament.sheets.rules.doubts import Slip, suspicions

# Always missing from an unfinished list: no mistake while the user is typing.
_OPEN = {"missing_compulsory_solo", "penalty_undecided", "points_missing"}
# Only has to be filled in.
MISSING = {"games_played_missing", "penalty_row_missing", "penalty_undecided", "points_missing"}

_BESIDE = "wrong_cumulative"  # about the running totals beside a line, not about the line
_PENALTIES = {
    *("awarded_penalty_missing", "initials_missing", "penalty_amount", "penalty_nonzero_sum")
}


@dataclass(frozen=True, slots=True)
class Note:
    """One sentence about the sheet. `short` leaves out the place; `anchor` is a field's name.

    `severity` is "error", "warning", or "open" for what an unfinished list still lacks. `problem`
    is why a line cannot be read, with the place in it.
    """

    code: str
    text: str
    short: str
    row: int | None
    anchor: str
    severity: str
    problem: LineProblem | None = None


def notes_of(form: SheetForm, findings: Iterable[Said], problems: Iterable[Problem]) -> list[Note]:
    """Merge problems of fields and findings of the rules, in the order of the list.

    While a field cannot be read, findings about the whole list or the same row would only repeat
    the problem.
    """
    problems = list(problems)
    unread = {problem.row for problem in problems}
    told = [
        finding
        for finding in findings
        if not unread or (finding.row is not None and finding.row not in unread)
    ]
    notes = []
    for problem in problems:
        short = problem_text(problem.code, problem.params, form.at.rules)
        of_line = problem.params.get("problem")
        notes.append(
            Note(
                code=problem.code,
                text=place_sentence(problem.row, short),
                short=short,
                row=problem.row,
                anchor=problem.name,
                severity="error",
                problem=of_line if isinstance(of_line, LineProblem) else None,
            )
        )
    for finding in told:
        slip = _slip_of_totals(form, finding)
        notes.append(
            Note(
                code=str(finding.code),
                text=slip or finding_sentence(finding),
                short=slip or finding_text(finding),
                row=finding.row,
                anchor=_anchor(form, finding),
                severity=str(getattr(finding, "severity", Severity.ERROR)),
            )
        )
    return sorted(notes, key=lambda note: (note.row is None, note.row or 0))


def in_progress(notes: Iterable[Note]) -> list[Note]:
    """Return the notes for a sheet in progress: what is still to come is open, not wrong.

    That games are still missing is obvious and left out.
    """
    return [
        replace(note, severity="open") if note.code in _OPEN else note
        for note in notes
        if not (note.code == "too_few_games" and note.anchor.startswith("l"))
    ]


def _slip_of_totals(form: SheetForm, finding: Said) -> str:
    """Return what to say when totals look swapped or all signs inverted, else nothing."""
    if str(finding.code) != "wrong_total":
        return ""
    right = dict(zip(finding.params["seats"], finding.params["right_figures"], strict=True))
    typed = {seat: whole_number(form.fields.get(f"t{seat}", "")) for seat in form.seats}
    both = [*typed.values()], [*(typed | right).values()]
    exchanged = [each.seats for each in suspicions(*both) if each.slip is Slip.EXCHANGED]
    if exchanged:
        return swapped_totals({seat: right[seat] for seat in exchanged[0]})
    words = suspicion_words(*both)
    return finding_text(finding) + words if words else ""


def _anchor(form: SheetForm, finding: Said) -> str:
    """Return the name of the field a finding refers to."""
    code, row = str(finding.code), finding.row
    seat = finding.seat or finding.params.get("right_seat", 1)
    if code in _PENALTIES:
        for line in form.penalties:
            is_in_row = row is None or line.row == row
            if is_in_row and whole_number(line.text("offender")) == finding.seat:
                return line.first
    if isinstance(form, LinesForm):
        if row is not None:
            return f"{Column.PAPER if code == _BESIDE else Column.NOTE}{row}"
        if code == "game_after_time_limit" or (
            code == "too_few_games" and finding.params.get("reason") == "struck_without_time_limit"
        ):
            return "time_limit"
        if code in ("too_few_games", "missing_compulsory_solo"):
            return f"{Column.NOTE}{min(form.rows_typed + 1, form.at.lines)}"
    elif code in _PENALTIES:
        return PenaltyLine(1, form.at, {}).first
    elif code in ("too_few_games", "too_many_games"):
        return "games_played"
    elif code in ("missing_compulsory_solo", "second_compulsory_solo"):
        return f"solo{seat}"
    return f"t{seat}"
