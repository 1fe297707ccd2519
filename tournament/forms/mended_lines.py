"""The list doctor for the list lane: its proposals as changed fields of the form."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, combinations

from scoring.doctor import Field, Proposal, Reason, propose
from scoring.findings import Severity
from scoring.model import Row, RowKind, ScoreSheet
from scoring.notation import Column, ReadLine, letters_of, line_of
from scoring.outlook import outlook
from scoring.pattern import Shape, is_whole, kind_error, pattern_of
from scoring.row_slips import MOST_PROPOSALS
from scoring.rulesets import Scoring
from scoring.sheet import check
from scoring.terms import dealer_sits_out
from tournament.forms.score_sheets import LinesForm
from tournament.labels.lines import proposal_sentence
from tournament.shared.rules.typed import text_of

MOST = 3


@dataclass(frozen=True, slots=True)
class Mended:
    """A correction of a list: its first row, in words, and the fields that change.

    is_at_row: shown at that row; otherwise no single row is wrong, and the words name it.
    """

    row: int | None
    text: str
    fields: Mapping[str, str]
    is_at_row: bool = True


def mended_lines(form: LinesForm) -> list[Mended]:
    """Return at most three corrections, likeliest first; five if no single row is wrong.

    If a line cannot be read, they concern the first such line; else they are the list doctor's.
    """
    if form.is_blank:
        return []
    if form.line_too_many:
        return _mend_double_line(form)[:MOST]
    if form.are_only_running_totals:
        # Beside the games, which then follow.
        lines = range(1, form.rows_typed + 1)
        fields = {f"{Column.PAPER}{number}": form.line_text(number) for number in lines}
        text = proposal_sentence(None, fields, 1)
        fields |= {f"{Column.NOTE}{number}": "" for number in lines}
        return [Mended(1, text, fields, is_at_row=False)]
    first = next((line for line in form.lines_typed if line.problem is not None), None)
    if (
        first is not None
        and first.number == form.rows_typed
        and first.problem is not None
        and first.problem.column is not Column.PAPER
        and not any(True for _mended in _mend_by_letters(form, first))
    ):
        # The line being typed right now, no game with any letter: the slip is in those before it.
        blank = {f"l{first.number}": "", f"s{first.number}": ""}
        form, first = _with(form, blank), None
    if first is None:
        found = _mend_by_doctor(form)
    elif first.problem is not None and first.problem.column is Column.PAPER:
        found = _mend_running_totals(form, first.number)
    else:
        found = chain(_mend_by_letters(form, first), _mend_worthless_solos(form, first.number))
    proposed = zip(range(MOST_PROPOSALS), found, strict=False)
    return [mended for at, mended in proposed if at < MOST or not mended.is_at_row]


def _mend_double_line(form: LinesForm) -> list[Mended]:
    """Return a list one line too long without a line that occurs twice; correct ones first."""
    found = []
    for number in form.lines_twice:
        below = range(number, form.at.lines + 1)
        fields = {
            f"{column}{game}": form.fields.get(f"{column}{game + 1}", "")
            for game in below
            for column in "ls"
        }
        if number <= form.at.lines:
            fields[f"l{form.at.lines}"] = form.line_too_many
        fields["t1"] = ""
        changed = {name: text for name, text in fields.items() if form.fields.get(name, "") != text}
        text = proposal_sentence(Reason.ROW_TWICE, changed, number)
        found.append(Mended(number, text, changed))

    def is_right(mended: Mended) -> bool:
        tried = _with(form, mended.fields)
        return not tried.problems() and check(tried.content()).ok

    return sorted(found, key=is_right, reverse=True)


def _mend_by_doctor(form: LinesForm) -> Iterator[Mended]:
    sheet = form.content()
    typed, whole = len(sheet.rows), fill_with_games_without_points(sheet)
    found = check(whole).findings
    is_in_a_row = any(each.row is not None for each in found if each.severity is Severity.ERROR)
    for proposal in propose(whole):
        rows = [change.row for change in proposal.changes if change.row is not None]
        inserted = _row_moved_by(proposal, Field.INSERT_ROW)
        if max(rows, default=0) > typed + (inserted is not None):
            continue  # it changes what nobody has typed yet
        fields = _fields(form, typed, proposal)
        changed = {name: text for name, text in fields.items() if form.fields.get(name, "") != text}
        if changed:
            named = {f"l{inserted}": fields[f"l{inserted}"]} if inserted else changed
            text = proposal_sentence(proposal.reason, named, proposal.row, inserted, is_in_a_row)
            yield Mended(proposal.row, text, changed, is_in_a_row)


def _mend_by_letters(form: LinesForm, line: ReadLine) -> Iterator[Mended]:
    """Yield the letters that may be missing after one or three winners."""
    typed = form.line_text(line.number)
    alone = [kind for kind in form.at.rules.kinds if kind.alone]
    # If only some announced solos count as owed, whoever owes one plays one of those.
    tells = len({kind.fulfils for kind in alone if kind.announced}) > 1
    for kind in alone if not typed.strip()[-1:].isalpha() else ():
        text = f"{typed.strip()} {kind.letter}".strip()
        fields = {f"l{line.number}": text}
        read = _with(form, fields).lines[line.number - 1]
        fits = kind.fulfils is (read.soloist in line.context.owing)
        if read.problem is None and (fits or not (tells and kind.announced)):
            yield Mended(line.number, proposal_sentence(None, fields, line.number), fields)


def _mend_worthless_solos(form: LinesForm, number: int) -> Iterator[Mended]:
    """Propose marking a compulsory solo worth 0: unmarked, it shifts the dealers who sit out."""
    if not form.at.sits_out:
        return
    for line in reversed(form.lines[: number - 1]):
        if pattern_of(line.points).shape is not Shape.ZERO or not line.kind.is_normal_rubric:
            continue
        for seat in sorted(line.context.owing):
            fields = {f"l{line.number}": f"{seat} 0 p"}
            tried = _with(form, fields)
            if all(read.problem is None for read in tried.lines[: form.rows_typed]):
                reason = Reason.COMPULSORY_NOT_MARKED
                text = proposal_sentence(reason, fields, line.number)
                yield Mended(line.number, text, fields)


def _with(form: LinesForm, fields: Mapping[str, str]) -> LinesForm:
    return replace(form, fields={**form.fields, **fields})


def fill_with_games_without_points(sheet: ScoreSheet) -> ScoreSheet:
    """Return an unfinished list as if nobody scored in the games to come.

    The doctor looks at whole lists only: this way it also finds a slip in the first half.
    """
    rows = list(sheet.rows)
    if sheet.rules.scoring is Scoring.WINNERS_ONLY:
        return sheet  # there is hardly a game in which nobody scores
    if not rows or sheet.struck_games or sheet.time_limit_after_row is not None:
        return sheet
    while len(rows) < sheet.planned_games:
        coming = outlook(replace(sheet, rows=tuple(rows), totals=None)).next_game
        if coming is None:
            break
        sitting = coming.dealer if dealer_sits_out(sheet.table_size) else None
        points = tuple(None if seat == sitting else 0 for seat in range(1, sheet.table_size + 1))
        kind = RowKind.COMPULSORY_SOLO if coming.is_forced else RowKind.NORMAL
        soloist = coming.forced_soloist
        rows.append(Row(len(rows) + 1, kind, points, None, soloist, coming.is_forced))
    return replace(sheet, rows=tuple(rows))


def _row_moved_by(proposal: Proposal, field: Field) -> int | None:
    """Return the row that a proposal inserts or deletes, if it does."""
    return next((change.row for change in proposal.changes if change.field is field), None)


def _fields(form: LinesForm, typed: int, proposal: Proposal) -> dict[str, str]:
    """Return all fields of the list after a proposal; those after a changed row count move."""
    fields: dict[str, str] = {}
    inserted = _row_moved_by(proposal, Field.INSERT_ROW)
    deleted = _row_moved_by(proposal, Field.DELETE_ROW)
    of_rows = {Field.CUMULATIVE, Field.DELETE_ROW}
    touched = {change.row for change in proposal.changes if change.field not in of_rows}
    sums = {(change.row, change.seat) for change in proposal.changes}
    mended = proposal.mended
    if deleted is not None:
        fields |= {f"l{typed}": "", f"s{typed}": ""}
    lines = typed + (inserted is not None) - (deleted is not None)
    for number, row in enumerate(mended.rows[:lines], start=1):
        old = number - (inserted is not None and number >= inserted)
        old += deleted is not None and number >= deleted
        paper = "" if number == inserted else form.paper_text(old)
        if any((number, seat) in sums for seat in form.seats) and paper and row.cumulative:
            paper = " ".join(
                text_of(figure) if figure is not None else "–" for figure in row.cumulative
            )
        line = form.line_text(old)
        if number in touched:
            of_row = [each for each in mended.penalties if each.row == row.no]
            keeps_paper = not line.strip() and bool(paper)
            rules = form.at.rules
            line = letters_of(row, rules) if keeps_paper else line_of(row, of_row, rules)
        fields |= {f"l{number}": line, f"s{number}": paper}
    for seat, total in enumerate(mended.totals or (), start=1):
        if (None, seat) in sums:
            fields[f"t{seat}"] = text_of(total)
    if inserted is not None or deleted is not None:
        fields["time_limit"] = text_of(mended.time_limit_after_row)
    return fields


def _mend_running_totals(form: LinesForm, number: int) -> Iterator[Mended]:
    """Propose changing one running total so that the line adds up, or swapping two.

    Only proposals that make both this line and the next correct.
    """
    paper = form.lines[number - 1].paper or ()
    figures = [figure for figure in paper if is_whole(figure)]
    if len(figures) != form.at.size:
        return
    for seat, figure in enumerate(figures, start=1):
        right = figure - sum(figures)
        yield from _propose_paper(form, number, {seat: right})
    for one, other in combinations(form.seats, 2):
        yield from _propose_paper(form, number, {one: figures[other - 1], other: figures[one - 1]})


def _propose_paper(form: LinesForm, number: int, right: Mapping[int, int]) -> Iterator[Mended]:
    paper = list(form.lines[number - 1].paper or ())
    for seat, figure in right.items():
        paper[seat - 1] = figure
    fields = {f"s{number}": " ".join(map(text_of, paper))}
    tried = _with(form, fields)
    for line in tried.lines[number - 1 : min(number + 1, form.rows_typed)]:
        row = line.game.as_row(line.number)
        pattern = pattern_of(row.points)
        is_game = pattern.shape is not Shape.UNREADABLE and kind_error(row, pattern) is None
        if line.problem is not None or not is_game:
            break
    else:
        yield Mended(number, proposal_sentence(None, fields, number), fields)
