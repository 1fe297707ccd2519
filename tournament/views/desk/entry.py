"""One table's sheet as one person has it in front of them, and the page that shows it."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self
from uuid import uuid4

from django.http import Http404, HttpResponse
from django.shortcuts import render

from scoring.notation import FORCED
from scoring.penalties import ABSAGEN
from tournament.errors import Refused
from tournament.forms.penalty_lines import MOST_LINES, fields_of_penalty, next_line
from tournament.forms.row_sheets import RowsForm
from tournament.forms.totals_sheets import TotalsForm
from tournament.forms.typed import Fields
from tournament.labels.desk import note_words
from tournament.labels.exceptions import exception_words
from tournament.labels.penalty_rules import PENALTY_RULES
from tournament.models import GameTable, Seat, SheetKind, SheetVersion, Tournament
from tournament.permissions import (
    may_award_penalty,
    may_correct_closed_round,
    may_draw_round,
    may_now,
    may_submit_sheets,
)
from tournament.selectors.desk import game_table, seats_of
from tournament.selectors.sheet_checks import awarded_content
from tournament.views.access import Request
from tournament.views.desk.grid import (
    Cell,
    field_cells,
    identity,
    kind_choices,
    penalty_rows,
    row_lines,
    solo_cells,
    total_cells,
)
from tournament.views.desk.notes import Note, SheetForm


@dataclass(frozen=True)
class Entry:
    """A table, who sits there, which result counts, and what its reader may do."""

    request: Request
    tournament: Tournament
    table: GameTable
    template: ClassVar[str] = "desk/sheet.html"
    only_kind: ClassVar[SheetKind | None] = None

    @classmethod
    def at(cls, request: Request, tournament: Tournament, number: int, table: int) -> Self:
        """The table of a round; 404 when it is not there, or not to be seen yet."""
        try:
            found = game_table(tournament, number, table)
        except Refused as refusal:
            raise Http404(refusal.code) from refusal
        if not (found.round.published_at or may_draw_round(request.actor, tournament)):
            raise Http404
        return cls(request, tournament, found)

    @classmethod
    def to_type(cls, request: Request, tournament: Tournament, number: int, table: int) -> Self:
        """The table whose sheet is being typed; 404 as well while its round is not published."""
        entry = cls.at(request, tournament, number, table)
        if not entry.table.round.published_at:
            raise Http404
        return entry

    @property
    def version(self) -> SheetVersion | None:
        """The result that counts."""
        return self.table.current_version

    @cached_property
    def seats(self) -> list[Seat]:
        """Who sits there, by position."""
        return seats_of(self.table)

    @cached_property
    def awarded(self) -> list[dict[str, Any]]:
        """The referee's penalties, which every sheet of the table must show."""
        return awarded_content(self.table)

    @property
    def games(self) -> int:
        """Games of the round at this table."""
        return self.tournament.games(self.table.size)

    @cached_property
    def may_submit(self) -> bool:
        """Whether the reader may save a sheet here now."""
        actor, round = self.request.actor, self.table.round
        if not (round.published_at and may_now(may_submit_sheets, actor, self.tournament)):
            return False
        return not round.closed_at or may_correct_closed_round(actor, self.tournament)

    @cached_property
    def may_take_back(self) -> bool:
        """Whether the reader may leave the table without its result."""
        actor, round = self.request.actor, self.table.round
        is_there = self.version is not None and not round.closed_at
        return is_there and may_now(may_submit_sheets, actor, self.tournament)

    def more_to_show(self, form: SheetForm, notes: list[Note]) -> Mapping[str, object]:
        """What a page of its own shows besides."""
        return {}

    def form(self, kind: str, fields: Fields) -> SheetForm:
        """What was typed, completed by penalties the referee has awarded meanwhile."""
        cls = RowsForm if kind == SheetKind.ROWS else TotalsForm
        form: SheetForm = cls(self.table.size, self.games, fields)
        return self._with_penalties(form, self.awarded)

    def form_beside_version(self, kind: str, fields: Fields) -> SheetForm:
        """What was typed for a table whose result may be there, with all penalties known of it."""
        on_sheet = self.version.content["penalties"] if self.version else []
        return self._with_penalties(self.form(kind, fields), on_sheet)

    def form_of_version(self, kind: str) -> SheetForm:
        """The current version to be corrected; an empty sheet where there is none of this kind."""
        version = self.version
        size, games = self.table.size, self.games
        if version is not None and version.kind == kind:
            cls = RowsForm if kind == SheetKind.ROWS else TotalsForm
            form: SheetForm = cls.of_content(version.content, size, games)
            return self._with_penalties(form, self.awarded)
        blank = (
            RowsForm(size, games, {}) if kind == SheetKind.ROWS else TotalsForm.blank(size, games)
        )
        on_sheet = version.content["penalties"] if version else []
        return self._with_penalties(blank, [*on_sheet, *self.awarded])

    def _with_penalties(self, form: SheetForm, penalties: Iterable[Mapping[str, Any]]) -> SheetForm:
        """The form with these penalties as lines, as far as they do not stand there yet."""
        there = Counter(identity(line.typed()) for line in form.penalties)
        for penalty in penalties:
            if there[identity(penalty)] > 0:
                there[identity(penalty)] -= 1
                continue
            line = next_line(form.fields, form.table_size)
            if line is not None:
                more = fields_of_penalty(line.number, penalty)
                form = replace(form, fields={**form.fields, **more})
        return form


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing was saved: a headline, and what the direction could accept."""

    headline: str
    acceptable: list[dict[str, object]] = field(default_factory=list)
    needs_reason: bool = False


def head_context(entry: Entry) -> dict[str, object]:
    """What the head of every page about a table shows."""
    version = entry.version
    return {
        "tournament": entry.tournament,
        "table": entry.table,
        "round": entry.table.round,
        "seats": entry.seats,
        "version": version,
        "exceptions": exception_words(version.accepted) if version else "",
        "may_submit": entry.may_submit,
        "may_take_back": entry.may_take_back,
        "may_award": bool(entry.table.round.published_at)
        and may_now(may_award_penalty, entry.request.actor, entry.tournament),
    }


def show_form(
    entry: Entry,
    form: SheetForm,
    notes: list[Note],
    *,
    based_on: int | None,
    refusal: Refusal | None = None,
    status: int = 200,
    more: Mapping[str, object] | None = None,
) -> HttpResponse:
    """The entry form as it was typed, with everything that is said about it."""
    reason = Cell("reason", form.fields.get("reason", ""), bool(refusal and refusal.needs_reason))
    context = {
        **head_context(entry),
        "kind": form.kind,
        "form": form,
        "notes": notes,
        "summary": [note for note in notes if note.severity == "error"],
        "based_on": based_on,
        "submission": uuid4(),
        "refused": refusal.headline if refusal else "",
        "acceptable": refusal.acceptable if refusal else [],
        "asks_reason": bool(entry.version or entry.table.round.closed_at)
        or bool(refusal and (refusal.acceptable or refusal.needs_reason)),
        "reason": reason,
        **_grid_context(entry, form, notes),
        **entry.more_to_show(form, notes),
        **(more or {}),
    }
    return render(entry.request, entry.template, context, status=status)


def _grid_context(entry: Entry, form: SheetForm, notes: list[Note]) -> dict[str, object]:
    single = ("time_limit", "struck", "games_played")
    common: dict[str, object] = {
        "totals": total_cells(form, notes),
        "single": field_cells(form, single, notes),
        "penalty_rows": penalty_rows(form, entry.awarded, notes),
        "most_penalties": MOST_LINES,
        "rules": [
            {"paragraph": paragraph, "short": short} for paragraph, short in PENALTY_RULES.items()
        ],
        "absagen": [str(count) for count in ABSAGEN],
    }
    if isinstance(form, RowsForm):
        row = form.rows_typed + 1 if form.rows_typed < form.games else 1
        return {
            **common,
            "lines": row_lines(form, notes),
            "kinds": kind_choices(),
            "forced_key": FORCED,
            "flaws": json.dumps(note_words(), ensure_ascii=False),
            # No., dealer, kind, soloist, forced, winners, value, the points, sum
            "computed_span": 8 + form.table_size,
            "first_field": f"r{row}-winners",
        }
    cells = zip(entry.seats, total_cells(form, notes), solo_cells(form, notes), strict=True)
    return {
        **common,
        "total_lines": [
            {"seat": seat, "total": total, "solo": solo} for seat, total, solo in cells
        ],
        "first_field": "t1",
    }
