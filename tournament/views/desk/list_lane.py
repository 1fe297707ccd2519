"""The list lane: the sheet of a table typed line by line, as on paper."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from django.http import HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from scoring.game import Party, Special
from tournament.forms.game_values import LEVELS
from tournament.forms.list_lines import LinesForm
from tournament.forms.typed import Fields
from tournament.labels.games import PARTIES
from tournament.labels.list_lane import ABSAGE_WORDS, SPECIAL_WORDS
from tournament.models import SheetKind, Tournament
from tournament.permissions import may_see_tournament, may_submit_sheets
from tournament.services.sheets import save_draft
from tournament.views.access import Request, tournament_page
from tournament.views.desk.entry import Entry
from tournament.views.desk.grid import PenaltyRow, kind_choices, penalty_rows
from tournament.views.desk.list_answer import answer_of, notes_in_lines
from tournament.views.desk.live import MALFORMED, typed_sheet
from tournament.views.desk.notes import Note, SheetForm
from tournament.views.desk.sheets import page_of


@dataclass(frozen=True)
class LaneEntry(Entry):
    """A table's sheet as one person types it line by line."""

    template: ClassVar[str] = "desk/list_lane.html"
    only_kind: ClassVar[SheetKind | None] = SheetKind.ROWS

    def form(self, kind: str, fields: Fields) -> SheetForm:
        """The lines as typed, completed by penalties the referee has awarded meanwhile."""
        lines = LinesForm.read(self.table.size, self.games, fields)
        return self._with_penalties(lines, self.awarded)

    def form_of_version(self, kind: str) -> SheetForm:
        """The current version as lines."""
        rows = super().form_of_version(kind)
        return LinesForm.read(self.table.size, self.games, rows.fields)

    def more_to_show(self, form: SheetForm, notes: list[Note]) -> Mapping[str, object]:
        """The lines, and what is said about them at their own fields."""
        form = lines_of(form)
        told = list(notes_in_lines(notes))
        return {
            "notes": told,
            "summary": [note for note in told if note.severity == "error"],
            "lane_rows": [_LaneRow(form, number, told) for number in _numbers(form)],
            "penalty_rows": _shown_penalties(self, form, told),
            "words": json.dumps(_words(), ensure_ascii=False),
            **_calculator(),
        }


@dataclass(frozen=True)
class _LaneRow:
    """One line as the page draws it."""

    form: LinesForm
    number: int
    all_notes: list[Note]

    @property
    def line(self) -> str:
        return self.form.line_text(self.number)

    @property
    def stand(self) -> str:
        return self.form.stand_text(self.number)

    @property
    def dealer(self) -> int:
        return self.form.dealers[self.number - 1]

    @property
    def notes(self) -> list[Note]:
        return [note for note in self.all_notes if note.row == self.number]

    @property
    def wrong(self) -> set[str]:
        return {note.anchor[0] for note in self.notes if note.severity == "error"}


@tournament_page(may_see_tournament)
def list_lane(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """A table's score sheet line by line: to be typed and saved, else the result to read."""
    return page_of(LaneEntry.at(request, tournament, number, table))


@require_POST
@tournament_page(may_submit_sheets)
def list_check(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """What the lines mean and what the rules say about them; nothing is saved."""
    entry = LaneEntry.to_type(request, tournament, number, table)
    typed = typed_sheet(request)
    if typed is None:
        return JsonResponse({}, status=MALFORMED)
    form = entry.form(typed.kind, typed.fields)
    return JsonResponse(answer_of(entry, lines_of(form)))


@require_POST
@tournament_page(may_submit_sheets)
def list_draft(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Keep what is typed, and what it means, so that the grid can go on with it."""
    entry = LaneEntry.to_type(request, tournament, number, table)
    typed = typed_sheet(request)
    if typed is None:
        return JsonResponse({}, status=MALFORMED)
    form = LinesForm.read(entry.table.size, entry.games, typed.fields)
    draft = save_draft(request.actor, entry.table, form.kind, form.fields, typed.based_on)
    time = date_format(timezone.localtime(draft.updated_at), "H:i")
    return JsonResponse({"text": gettext("Draft saved %(time)s") % {"time": time}})


def lines_of(form: SheetForm) -> LinesForm:
    """The form as lines; anything else is a bug."""
    if not isinstance(form, LinesForm):
        raise TypeError("The list lane has lines.")
    return form


def _numbers(form: LinesForm) -> range:
    return range(1, form.games + 1)


def _shown_penalties(entry: Entry, form: LinesForm, notes: Iterable[Note]) -> list[PenaltyRow]:
    """The penalties that no line says: those of the referee, and what no line can say."""
    rows = penalty_rows(form, entry.awarded, notes)
    return [row for row in rows if row.rule.text and not form.fields.get(f"x{row.number}-line")]


def _words() -> dict[str, str]:
    """What the script of the page says itself."""
    return {
        "pasted_one": _line_filled_in(1),
        "pasted": _line_filled_in(2),
        "did_not_fit_one": _line_too_many(1),
        "did_not_fit": _line_too_many(2),
        "are_running": gettext(
            "These are probably running totals: paste them into the column “On paper”."
        ),
        "undone": gettext("Undone."),
        "redone": gettext("Done again."),
        "nothing_to_undo": gettext("Nothing to undo."),
        "inserted": gettext("A line is inserted before game %(row)s."),
        "deleted": gettext("Line %(row)s is deleted."),
        "no_room": gettext("The last line is not empty: there is no room for one more."),
        "taken": gettext("Taken over: %(text)s"),
    }


def _line_filled_in(count: int) -> str:
    """The form for this many; the script of the page puts the figure in."""
    return ngettext("%(count)s line filled in.", "%(count)s lines filled in.", count)


def _line_too_many(count: int) -> str:
    """The form for this many, as above."""
    return ngettext("%(count)s line did not fit.", "%(count)s lines did not fit.", count)


def _calculator() -> dict[str, object]:
    """What can be chosen in the value calculator."""
    words = (gettext("nothing"), "", *map(str, ABSAGE_WORDS))
    return {
        "game_kinds": kind_choices(),
        "parties": [{"value": party.value, "label": PARTIES[party]} for party in Party],
        "levels": [
            {"value": value, "label": label} for value, label in zip(LEVELS, words, strict=True)
        ],
        "specials": [{"value": name, "label": SPECIAL_WORDS[name]} for name in Special._fields],
    }
