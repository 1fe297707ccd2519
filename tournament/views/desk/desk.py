"""One table's sheet as one user sees it, and the page that shows it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self
from uuid import uuid4

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from scoring.penalties import ABSAGEN
from tournament.errors import Refused
from tournament.forms.line_sheets import LinesForm
from tournament.forms.score_sheets import (
    ADDED,
    BOOKED,
    CONTAINED,
    MOST_LINES,
    SheetForm,
    TotalsForm,
    fields_of_penalty,
    next_line,
)
from tournament.labels.findings import dealt_by, place_sentence
from tournament.labels.lines import line_example
from tournament.labels.referee import PENALTY_RULES
from tournament.labels.sheets import exception_words, ruling_lines
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
    may_accept_exceptions,
    may_award_penalty,
    may_correct_closed_round,
    may_draw_round,
    may_now,
    may_rule_table,
    may_submit_sheets,
)
from tournament.shared.rules.typed import Fields
from tournament.sheets.reads.sheets import (
    CheckedSheet,
    awarded_penalties,
    checked_sheet,
    drafts_of,
    game_table,
    not_among,
    penalties_gone_from,
    penalty_content,
    seats_of,
)
from tournament.sheets.rules.penalties_in_totals import identity
from tournament.sheets.rules.table_rules import TableRules, dealt_out_of_turn, points_of
from tournament.views.access import Request
from tournament.views.desk.fields import (
    cell,
    cells_of_seats,
    line_rows,
    penalty_rows,
)


@dataclass(frozen=True)
class Desk:
    """A table as seen by one reader: who sits there, which result counts, what they may do."""

    request: Request
    tournament: Tournament
    table: GameTable

    @classmethod
    def at(cls, request: Request, tournament: Tournament, number: int, table: int) -> Self:
        """Return the table of a round; 404 if it does not exist or is not visible yet."""
        try:
            found = game_table(tournament, number, table)
        except Refused as refusal:
            raise Http404(refusal.code) from refusal
        if not (found.round.published_at or may_draw_round(request.actor, tournament)):
            raise Http404
        return cls(request, tournament, found)

    @classmethod
    def to_type(cls, request: Request, tournament: Tournament, number: int, table: int) -> Self:
        """Return the table to type a sheet for; also 404 while its round is not published."""
        desk = cls.at(request, tournament, number, table)
        if not desk.table.round.published_at:
            raise Http404
        return desk

    def require_drawn(self, mark: str) -> None:
        """Check that the page was made for this very table; `mark` is empty on pages without one.

        A redraw puts another table at the same number. Refused: `table_gone`.
        """
        if mark not in ("", str(self.table.pk)):
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

    @property
    def adds_up(self) -> bool:
        """Whether all totals add up to 0, penalties included."""
        points = [points_of([each], self.table.size) for each in self.awarded]
        return self.table_rules.adds_up and not any(map(sum, points))

    @property
    def awarded(self) -> list[dict[str, Any]]:
        """The referee's penalties as they appear on a sheet."""
        return [*map(penalty_content, self.booked)]

    @cached_property
    def table_rules(self) -> TableRules:
        """The rules at this table."""
        return self.tournament.at_table(self.table.size)

    @cached_property
    def may_submit(self) -> bool:
        """Whether the reader may save a sheet here now."""
        actor, round = self.request.actor, self.table.round
        if not (round.published_at and may_now(may_submit_sheets, actor, self.tournament)):
            return False
        if self.is_anothers_ruling:
            return False
        return not round.closed_at or may_correct_closed_round(actor, self.tournament)

    @property
    def is_anothers_ruling(self) -> bool:
        """Whether the direction has ruled on this table and the reader is not of the direction."""
        return self.table.is_ruled and not may_rule_table(self.request.actor, self.tournament)

    @cached_property
    def may_take_back(self) -> bool:
        """Whether the reader may take the table's result back."""
        actor, round = self.request.actor, self.table.round
        is_there = self.version is not None and not round.closed_at
        is_there = is_there and not self.is_anothers_ruling
        return is_there and may_now(may_submit_sheets, actor, self.tournament)

    def form(self, kind: str, fields: Fields) -> SheetForm:
        """Return the form as typed, completed by penalties the referee has booked meanwhile."""
        return self._asking_again(
            self._add_awarded_penalties(_form_class(kind)(self.table_rules, fields))
        )

    def checked(self, form: SheetForm) -> CheckedSheet:
        """Check a sheet as typed, exactly as saving it does."""
        return checked_sheet(self.table, form.kind, form.content())

    def form_beside_version(self, kind: str, fields: Fields) -> SheetForm:
        """Return the form for a table that may have a result, with all its known penalties."""
        on_sheet = self.version.content.get("penalties", []) if self.version else []
        return self._add_penalties(self.form(kind, fields), on_sheet)

    def form_of_version(self, kind: str) -> SheetForm:
        """Return the current version as a form; an empty form if there is none of this kind."""
        form_class, version = _form_class(kind), self.version
        if version is None or version.kind != kind:
            return self.form_beside_version(kind, form_class.blank(self.table_rules).fields)
        return self._add_awarded_penalties(form_class.of_content(version.content, self.table_rules))

    def _add_awarded_penalties(self, form: SheetForm) -> SheetForm:
        """Return the form with the referee's penalties.

        For a penalty that is new to bare totals, the form asks whether they contain it.
        """
        return self._add_penalties(form, self.awarded, is_asked=form.kind == SheetKind.TOTALS)

    def _asking_again(self, form: SheetForm) -> SheetForm:
        """Return the form, asking again about penalties whose points bare totals seem to lack.

        Earlier totals named and contained them; retyped from a paper without them, they no longer
        do.
        """
        if not self.booked or form.kind == SheetKind.ROWS:
            return form
        gone = penalties_gone_from(self.table, form.content())
        awarded = [identity(penalty) for penalty in self.awarded]
        open_lines = [
            line.name(BOOKED)
            for line in form.penalties
            if identity(line.typed()) in gone and identity(line.typed()) in awarded
        ]
        return replace(form, fields={**dict.fromkeys(open_lines, ""), **form.fields})

    def _add_penalties(
        self, form: SheetForm, penalties: Iterable[dict[str, Any]], *, is_asked: bool = False
    ) -> SheetForm:
        """Return the form with these penalties as lines, except those that are there already."""
        for penalty in not_among(form.penalties_said, penalties):
            line = next_line(form.fields, form.at)
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
        "may_confirm": desk.table.awaits_direction
        and may_now(may_accept_exceptions, desk.request.actor, desk.tournament),
        "may_submit": desk.may_submit,
        "may_take_back": desk.may_take_back,
        "may_rule": bool(desk.table.round.published_at)
        and may_now(may_rule_table, desk.request.actor, desk.tournament),
        "ruling": ruling_lines(version.content) if version and desk.table.is_ruled else {},
        "may_award": bool(desk.table.round.published_at)
        and may_now(may_award_penalty, desk.request.actor, desk.tournament),
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
    needs_reason, is_offered = more.get("needs_reason"), more.get("acceptable")
    is_correction = desk.version or desk.table.round.closed_at
    context = {
        **head_context(desk),
        "kind": form.kind,
        "form": form,
        "based_on": based_on,
        "submission": uuid4(),
        "asks_reason": is_correction or is_offered or needs_reason,
        "reason": form.fields.get("reason", ""),
        **_form_context(desk, form),
        **more,
    }
    return render(desk.request, "desk/sheet.html", context, status=status)


def _form_class(kind: str) -> type[LinesForm] | type[TotalsForm]:
    return LinesForm if kind == SheetKind.ROWS else TotalsForm


def _form_context(desk: Desk, form: SheetForm) -> dict[str, object]:
    common: dict[str, object] = {
        "totals": cells_of_seats(form, "t"),
        "single": {name: cell(form, name) for name in ("time_limit", "struck", "games_played")},
        "penalty_rows": penalty_rows(form, desk.awarded),
        "adds_up": desk.adds_up,
    }
    if isinstance(form, LinesForm):
        return {
            **common,
            "line_rows": line_rows(form),
            "keys": "desk/rows_keys.html",
            "line_example": line_example(form.at),
        }
    cells = zip(desk.seats, cells_of_seats(form, "t"), cells_of_seats(form, "solo"), strict=True)
    return {
        **common,
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


Answers = Mapping[str, object]


def answer_name(penalty: Penalty) -> str:
    """Return the field name for the answer about a penalty."""
    return f"booked-{penalty.pk}"


def booked_choices() -> list[tuple[str, str]]:
    """Return the possible answers; they can be chosen by typing their first letters."""
    contained, added = gettext("contained already"), gettext("still to be added")
    return [("", ""), (CONTAINED, contained), (ADDED, added)]


def undecided(booked: Iterable[Penalty], answers: Answers) -> list[Penalty]:
    """Return the penalties without an answer, including any booked a moment ago."""
    return [each for each in booked if answers.get(answer_name(each)) not in (CONTAINED, ADDED)]


def to_be_added(booked: Iterable[Penalty], answers: Answers) -> list[dict[str, Any]]:
    """Return the penalties missing from the totals, as they appear on a sheet."""
    lacking = (each for each in booked if answers.get(answer_name(each)) == ADDED)
    return [*map(penalty_content, lacking)]
