"""One table's sheet as one user sees it, its page, drafts, and all that is said about it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from scoring.english import Said
from scoring.findings import Severity
from scoring.notation import Column, LineProblem
from scoring.penalties import ABSAGEN
from tournament.errors import Refused
from tournament.forms.score_sheets import (
    ADDED,
    BOOKED,
    CONTAINED,
    LOSS,
    MOST_LINES,
    PARTS,
    LinesForm,
    PenaltyLine,
    SheetForm,
    TotalsForm,
    fields_of_penalty,
)
from tournament.labels.findings import dealt_by, finding_sentence, finding_text, place_sentence
from tournament.labels.lines import line_example, problem_text, swapped_totals
from tournament.labels.referee import PENALTY_RULES
from tournament.labels.sheets import (
    exception_words,
    penalty_words,
    ruling_lines,
    suspicion_words,
)
from tournament.models import (
    GameTable,
    Penalty,
    Seat,
    SheetDraft,
    SheetKind,
    SheetVersion,
    Tournament,
)
from tournament.permissions import (
    Permission,
    may_accept_exceptions,
    may_award_penalty,
    may_change_round,
    may_draw_round,
    may_now,
    may_rule_table,
    may_submit_sheets,
)
from tournament.shared.rules.typed import (
    Fields,
    readable,
    text_of,
    uuid_in,
    whole_number,
)
from tournament.sheets.reads.sheets import (
    CheckedSheet,
    awarded_penalties,
    checked_sheet,
    drafts_of,
    game_table,
    lost_penalties,
    missing_penalties,
    penalty_content,
    seats_of,
)
from tournament.sheets.rules.doubts import Slip, identity, suspicions
from tournament.sheets.rules.table_rules import (
    TableRules,
    dealt_out_of_turn,
    points_of,
    stored_content,
)
from tournament.sheets.writes.sheets import Window
from tournament.views.access import Request
from tournament.views.kept_pages import new_number

_LONGEST_WINDOW = 36


@dataclass(frozen=True)
class Desk:
    """A table as seen by one reader: who sits there, which result counts, what they may do."""

    request: Request
    tournament: Tournament
    table: GameTable

    @classmethod
    def find(cls, request: Request, tournament: Tournament, number: int, table: int) -> Self:
        """Return the table of a round; 404 if it does not exist or is not visible yet."""
        try:
            found = game_table(tournament, number, table)
        except Refused as refusal:
            raise Http404(refusal.code) from refusal
        if not (found.round.published_at or may_draw_round(request.actor, tournament)):
            raise Http404
        return cls(request, tournament, found)

    @classmethod
    def find_published(
        cls, request: Request, tournament: Tournament, number: int, table: int
    ) -> Self:
        """Return the table to type a sheet for; also 404 while its round is not published."""
        desk = cls.find(request, tournament, number, table)
        if not desk.table.round.published_at:
            raise Http404
        return desk

    def require_drawn(self, table_id: str) -> None:
        """Check that the page was made for this very table; the id is empty on pages without one.

        A redraw puts another table at the same number. Refused: `table_gone`.
        """
        if table_id not in ("", str(self.table.pk)):
            raise Refused("table_gone")

    def url(self, name: str = "sheet") -> str:
        """Return the address of its sheet, or of another page about it."""
        return reverse(
            name, args=[self.tournament.slug, self.table.round.number, self.table.number]
        )

    @property
    def version(self) -> SheetVersion | None:
        """The version that counts."""
        return self.table.current_version

    @cached_property
    def seats(self) -> list[Seat]:
        """The players at the table, by position."""
        return seats_of(self.table)

    @cached_property
    def drafts(self) -> list[SheetDraft]:
        """The reader's unsaved drafts for this table, latest first."""
        return drafts_of(self.table, self.request.actor.user)

    @cached_property
    def booked(self) -> tuple[Penalty, ...]:
        """The referee's penalties, which every sheet of the table must contain."""
        return awarded_penalties(self.table)

    def adds_up(self, penalties: Iterable[Mapping[str, Any]]) -> bool:
        """Whether all totals add up to 0 with these penalties and the referee's."""
        points = [points_of([each], self.table.size) for each in (*penalties, *self.awarded)]
        return self.table_rules.adds_up and not any(map(sum, points))

    def is_to_add_up(self, form: SheetForm) -> bool:
        """Whether the totals add up to 0 with the penalties typed; not while one is only begun."""
        return not form.is_sum_open and self.adds_up(stored_content(form.content())["penalties"])

    @property
    def on_sheet(self) -> list[dict[str, Any]]:
        """The penalties on the sheet that counts, whoever has imposed them."""
        return self.version.content.get("penalties", []) if self.version else []

    @property
    def awarded(self) -> list[dict[str, Any]]:
        """The referee's penalties as they appear on a sheet."""
        return [*map(penalty_content, self.booked)]

    @cached_property
    def table_rules(self) -> TableRules:
        """The rules at this table."""
        return self.tournament.at_table(self.table.size)

    def may(self, permission: Permission) -> bool:
        """Whether the reader may do this at the table now: never before its round is published."""
        actor, round = self.request.actor, self.table.round
        is_theirs = round.published_at and may_change_round(actor, self.tournament, round)
        return bool(is_theirs) and may_now(permission, actor, self.tournament)

    @cached_property
    def may_submit(self) -> bool:
        """Whether the reader may save a sheet here now."""
        return not self.is_anothers_ruling and self.may(may_submit_sheets)

    @property
    def is_anothers_ruling(self) -> bool:
        """Whether the direction has ruled on this table and the reader is not of the direction."""
        return self.table.is_ruled and not may_rule_table(self.request.actor, self.tournament)

    @property
    def may_take_back(self) -> bool:
        """Whether the reader may take the table's result back."""
        is_there = self.version is not None and not self.table.round.closed_at
        return is_there and not self.is_anothers_ruling and self.may(may_submit_sheets)

    def form(self, kind: str, fields: Fields) -> SheetForm:
        """Return the form as typed, completed by penalties the referee has booked meanwhile.

        Bare totals are asked again about penalties whose points they seem to lack: earlier totals
        named and contained them; retyped from a paper without them, they no longer do.
        """
        form = self._add_awarded_penalties(_form_class(kind)(self.table_rules, fields))
        if not self.booked or not isinstance(form, TotalsForm):
            return form
        gone = lost_penalties(self.table, stored_content(form.content()))
        awarded = [identity(penalty) for penalty in self.awarded]
        open_lines = [
            line.name(BOOKED)
            for line in form.penalties
            if identity(line.typed()) in gone and identity(line.typed()) in awarded
        ]
        return replace(form, fields={**dict.fromkeys(open_lines, ""), **form.fields})

    def questions(self, answers: Mapping[str, object]) -> dict[str, str]:
        """Return by field the questions still to be answered: whether totals contain a penalty."""
        question = gettext(
            "Penalty of the referee: %(penalty)s. Do these totals contain it already?"
        )
        return {
            answer_name(each): question % {"penalty": penalty_words(penalty_content(each))}
            for each in self.booked
            if answers.get(answer_name(each)) not in (CONTAINED, ADDED)
        }

    def checked(self, form: SheetForm) -> CheckedSheet:
        """Check a sheet as typed, exactly as saving it does."""
        return checked_sheet(self.table, form.kind, form.content())

    def form_with_known_penalties(self, kind: str, fields: Fields) -> SheetForm:
        """Return the form for a table that may have a result, with all its known penalties."""
        return self._add_penalties(self.form(kind, fields), self.on_sheet)

    def form_of_version(self, kind: str) -> SheetForm:
        """Return the current version as a form; an empty form if there is none of this kind."""
        form_class, version = _form_class(kind), self.version
        if version is None or version.kind != kind:
            return self.form_with_known_penalties(kind, form_class.blank(self.table_rules).fields)
        return self._add_awarded_penalties(form_class.of_content(version.content, self.table_rules))

    def _add_awarded_penalties(self, form: SheetForm) -> SheetForm:
        """Return the form with the referee's penalties.

        For a penalty that is new to bare totals, the form asks whether they contain it.
        """
        return self._add_penalties(form, self.awarded, is_asked=form.kind == SheetKind.TOTALS)

    def _add_penalties(
        self, form: SheetForm, penalties: Iterable[dict[str, Any]], *, is_asked: bool = False
    ) -> SheetForm:
        """Return the form with these penalties as lines, except those that are there already."""
        for penalty in missing_penalties(form.all_penalties, penalties):
            line = form.next_line
            if line is not None:
                question = {line.name(BOOKED): ""} if is_asked else {}
                fields = {**form.fields, **question, **fields_of_penalty(line.number, penalty)}
                form = replace(form, fields=fields)
        return form


def head_context(desk: Desk) -> dict[str, object]:
    """Return the context for the head of every page about a table."""
    version = desk.version
    return {
        "table": desk.table,
        "round": desk.table.round,
        "seats": desk.seats,
        "version": version,
        "exceptions": exception_words(version.accepted) if version else "",
        "out_of_turn": ", ".join(
            place_sentence(row["no"], dealt_by(row["dealer"]))
            for row in (dealt_out_of_turn(version.content) if version else ())
        ),
        "may_confirm": desk.table.awaits_direction and desk.may(may_accept_exceptions),
        "may_submit": desk.may_submit,
        "may_take_back": desk.may_take_back,
        "may_rule": desk.may(may_rule_table),
        "ruling": ruling_lines(version.content) if version and desk.table.is_ruled else {},
        "may_award": desk.may(may_award_penalty),
    }


def show_form(
    desk: Desk,
    form: SheetForm,
    based_on: int | None,
    more: Mapping[str, object],
    status: int = 200,
) -> HttpResponse:
    """Render the form as typed, with what is wrong above it.

    `more`: `refused`, why nothing was saved; `summary`, the errors; `acceptable`, the errors the
    direction could accept; `needs_reason`, whether a reason is missing; and further context.
    """
    context = {
        **head_context(desk),
        "kind": form.kind,
        "form": form,
        "based_on": based_on,
        "submission": new_number(desk.request),
        "asks_reason": desk.version
        or desk.table.round.closed_at
        or more.get("acceptable")
        or more.get("needs_reason"),
        "reason": form.fields.get("reason", ""),
        "totals": cells_of_seats(form, "t"),
        "single": {name: cell(form, name) for name in ("time_limit", "struck", "games_played")},
        "penalty_rows": penalty_rows(form, desk.awarded),
        "adds_up": desk.is_to_add_up(form),
    }
    if isinstance(form, LinesForm):
        context |= {
            "line_rows": [
                {
                    "number": line.number,
                    "dealer": line.context.coming.dealer,
                    "line": form.line_text(line.number),
                    "paper": form.paper_text(line.number),
                }
                for line in form.lines
            ],
            "keys": "desk/rows_keys.html",
            "line_example": line_example(form.at),
        }
    else:
        context |= _fields_of_totals(desk, form)
    return render(desk.request, "desk/sheet.html", {**context, **more}, status=status)


def _fields_of_totals(desk: Desk, form: SheetForm) -> dict[str, object]:
    """Return the context that only the form of bare totals has."""
    cells = zip(desk.seats, cells_of_seats(form, "t"), cells_of_seats(form, "solo"), strict=True)
    return {
        "total_lines": [
            {"seat": seat, "total": total, "solo": solo} for seat, total, solo in cells
        ],
        "keys": "desk/totals_keys.html",
        "most_penalties": MOST_LINES,
        "rules": [("", ""), *((rule, f"{rule} {short}") for rule, short in PENALTY_RULES.items())],
        "absagen": [(str(count), count) for count in ABSAGEN],
        "positions": [("", ""), *((str(seat), seat) for seat in form.seats)],
        "booked_choices": booked_choices(),
    }


def penalty_rows(form: SheetForm, awarded: Iterable[Mapping[str, Any]]) -> list[dict[str, object]]:
    """Return the penalty lines with content; a totals form gets one spare line to type into.

    The referee's are read-only; `hidden` are the fields submitted there. `booked` asks whether bare
    totals contain a penalty of the referee.
    """
    known = [identity(penalty) for penalty in awarded]
    spare = None if isinstance(form, LinesForm) else form.next_line
    rows: list[dict[str, object]] = []
    for line in [*form.penalties, *([spare] if spare else [])]:
        by_rule = form.points_by_rule(line) or []
        proposals = dict(enumerate(("–" if each is None else text_of(each) for each in by_rule), 1))
        cells = {part: cell(form, line.name(part)) for part in PARTS}
        points = [
            Cell(line.name(f"p{seat}"), line.text(f"p{seat}"), seat, proposals.get(seat, ""))
            for seat in form.seats
        ]
        read_only = [each for part, each in cells.items() if part not in ("row", LOSS)]
        rows.append(
            {
                **cells,
                "number": line.number,
                "is_awarded": identity(line.typed()) in known,
                "points": points,
                "hidden": [*read_only, *points],
                "booked": cell(form, line.name(BOOKED))
                if line.name(BOOKED) in form.fields
                else None,
            }
        )
    return rows


def _form_class(kind: str) -> type[LinesForm] | type[TotalsForm]:
    return LinesForm if kind == SheetKind.ROWS else TotalsForm


def answer_name(penalty: Penalty) -> str:
    """Return the field name for the answer about a penalty."""
    return f"booked-{penalty.pk}"


def booked_choices() -> list[tuple[str, str]]:
    """Return the possible answers; they can be chosen by typing their first letters."""
    contained, added = gettext("contained already"), gettext("still to be added")
    return [("", ""), (CONTAINED, contained), (ADDED, added)]


@dataclass(frozen=True, slots=True)
class Cell:
    """One field: its name, its text, the position it belongs to."""

    name: str
    text: str
    seat: int | None = None
    proposal: str = ""
    is_wrong: bool = False


def cell(form: SheetForm, name: str, seat: int | None = None) -> Cell:
    """Return a field as typed."""
    return Cell(name, form.fields.get(name, ""), seat)


def cells_of_seats(form: SheetForm, name: str) -> list[Cell]:
    """Return the fields of this name, one per position."""
    return [cell(form, f"{name}{seat}", seat) for seat in form.seats]


def window_of(sent: Mapping[str, object]) -> Window:
    """Return the sending window and the draft it continues."""
    texts = readable({name: sent.get(name) for name in ("window", "draft")})
    return Window(texts.get("window", "")[:_LONGEST_WINDOW], uuid_in(texts.get("draft", "")))


def draft_context(desk: Desk, draft: SheetDraft | None) -> dict[str, object]:
    """Return what a page shows about its draft, if any, and about the others."""
    return {
        "has_draft": draft is not None,
        "revision": draft.revision if draft else "",
        "others": other_drafts(desk, draft),
    }


def other_drafts(desk: Desk, shown: SheetDraft | None) -> list[dict[str, str]]:
    """Return the reader's other drafts for the table, latest first."""
    others = []
    for draft in desk.drafts:
        if draft == shown:
            continue
        form = desk.form(draft.kind, draft.content)
        if isinstance(form, LinesForm):
            count = form.rows_typed
            sentence = ngettext("list, %(count)s game", "list, %(count)s games", count)
            text = sentence % {"count": count}
        else:
            totals = (form.fields.get(f"t{seat}", "").strip() for seat in form.seats)
            words = {"totals": " / ".join(each or "–" for each in totals)}
            text = gettext("totals %(totals)s") % words
        others.append(
            {
                "revision": str(draft.revision),
                "text": f"{time_of(draft)}: {text}",
                "url": f"{desk.url()}?kind={draft.kind}&draft={draft.revision}",
            }
        )
    return others


def is_in_result(desk: Desk, draft: SheetDraft) -> bool:
    """Whether a draft equals the result that counts; for another kind of sheet, its totals do."""
    version, drafted = desk.version, desk.checked(desk.form(draft.kind, draft.content))
    if version is not None and version.kind == draft.kind:
        return bool(drafted.content == version.content)
    return version is not None and list(drafted.totals) == version.totals


def time_of(draft: SheetDraft) -> str:
    """Return when a draft was saved."""
    return date_format(timezone.localtime(draft.updated_at), "H:i")


# Always missing from an unfinished list: no mistake while the user is typing.
_OPEN = {"missing_compulsory_solo", "penalty_undecided", "points_missing"}
# Only has to be filled in.
MISSING = {"games_played_missing", "penalty_row_missing", "penalty_undecided", "points_missing"}

_BESIDE = "wrong_cumulative"  # about the running totals beside a line, not about the line


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


def notes_of(form: SheetForm, findings: Iterable[Said]) -> list[Note]:
    """Merge problems of fields and findings of the rules, in the order of the list.

    While a field cannot be read, findings about the whole list or the same row would only repeat
    the problem.
    """
    problems = form.problems()
    unread = {problem.row for problem in problems}
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
    for finding in findings:
        if unread and (finding.row is None or finding.row in unread):
            continue
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


def in_progress(notes: Iterable[Note], *, is_sum_open: bool = False) -> list[Note]:
    """Return the notes for a sheet in progress: what is still to come is open, not wrong.

    That games are still missing is obvious and left out.
    """
    still_open = _OPEN | ({"nonzero_sum"} if is_sum_open else set())
    return [
        replace(note, severity="open") if note.code in still_open else note
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
    is_of_penalty = "rule" in finding.params  # the paragraph by which it is awarded
    if is_of_penalty:
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
    elif is_of_penalty:
        return PenaltyLine(1, form.at, {}).first
    elif code in ("too_few_games", "too_many_games"):
        return "games_played"
    elif code in ("missing_compulsory_solo", "second_compulsory_solo"):
        return f"solo{seat}"
    return f"t{seat}"
