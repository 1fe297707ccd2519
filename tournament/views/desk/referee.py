"""The referee's calculators, made for a phone: question in the address, answer beside it.

`?part=answer` only answers, for a script while one types; `?part=fields` only asks, where one field
decides what the others ask. Nothing is stored or entered in the journal. Violations are those of
the TSR, so rule sets without its catalogue of penalties have no page of them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Self, TypeVar
from urllib.parse import urlencode

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.deal import Deal
from scoring.game import Impossible
from scoring.json_format import sheet_from_json
from scoring.model import ScoreSheet
from scoring.outlook import FiguresDoNotFit, outlook, outlook_from
from scoring.referee import ImpossibleCase, judge_call, rule_on
from scoring.terms import FIVE_TABLE
from tournament.errors import Refused
from tournament.forms.referee import (
    CallForm,
    CaseForm,
    ComplaintForm,
    ConductForm,
    DealForm,
    ValueForm,
    ViolationForm,
    typed_game_value,
)
from tournament.forms.score_sheets import LinesForm
from tournament.labels.lines import breakdown, impossible_game, value_note, value_words
from tournament.labels.referee import (
    PROBLEMS,
    Line,
    call_lines,
    complaint_lines,
    conduct_lines,
    deal_lines,
    misfit_sentence,
    ruling_lines,
)
from tournament.labels.refusals import refusal_sentence
from tournament.lists.calls import by_paragraph
from tournament.models import GameTable, Seat, SheetDraft, SheetKind, Tournament
from tournament.permissions import (
    Permission,
    may_award_penalty,
    may_change_round,
    may_now,
    may_see_tournament,
)
from tournament.rounds.reads.rounds import current_round
from tournament.shared.rules.typed import readable, whole_number
from tournament.sheets.reads.sheets import seats_of
from tournament.sheets.rules.table_rules import TableRules
from tournament.views.access import Request, View, tournament_page
from tournament.views.desk.calls import published_table

PAGES: Mapping[str, str | Promise] = {
    "referee-call": _("Was this call in time?"),
    "referee-violation": _("What follows from a violation?"),
    "referee-complaint": _("Who may complain?"),
    "referee-conduct": _("What follows from unsporting conduct?"),
    "referee-deal": _("Who deals, who is forced?"),
    "referee-value": _("What is this game worth?"),
}
RESHAPES: Mapping[str, str] = {
    **dict.fromkeys(("referee-violation", "referee-complaint"), "round table"),
    "referee-deal": "round table size",
    "referee-value": "type size",
}
"""The fields of a calculator on which its other fields depend."""
FIELDS = "fields"
PARTS: Mapping[str, str] = {
    FIELDS: "desk/referee_fields.html",
    "answer": "desk/referee_answer.html",
}
Context = dict[str, Any]
F = TypeVar("F", bound=CaseForm)
TSR_ALONE = ("referee-violation", "referee-complaint", "referee-conduct")
FOR_REFEREES = ("referee-call", *TSR_ALONE)
NAMES_SOURCES = ("referee-call", "referee-value")
"""Calculators whose answers say where the rule stands, by any rules."""


def calculator(
    page: str, permission: Permission
) -> Callable[[Callable[[Request, Context], None]], View]:
    """Decorate what adds form and answer to a calculator's context, or says why it cannot be so."""

    def decorate(answer: Callable[[Request, Context], None]) -> View:
        @tournament_page(permission)
        @wraps(answer)
        def view(request: Request, tournament: Tournament) -> HttpResponse:
            context: Context = {"refused": ""}
            try:
                answer(request, context)
            except ImpossibleCase as problem:
                context["refused"] = str(PROBLEMS[problem.code]) % problem.params
            except Impossible as impossible:
                context["refused"] = impossible_game(impossible, tournament.rule_set)
            except FiguresDoNotFit as misfit:
                context["refused"] = misfit_sentence(misfit)
            return _show(request, tournament, page, context)

        return view

    return decorate


@tournament_page(may_see_tournament)
def referee(request: Request, tournament: Tournament) -> HttpResponse:
    """List the calculators available to this reader."""
    return _show(request, tournament, "referee", {})


@calculator("referee-call", may_award_penalty)
def referee_call(request: Request, context: Context) -> None:
    """Answer whether a call is in time, and what is still possible (TSR 6.1 to 6.4)."""
    data, rules = _query_with(request, "call", "cards"), request.tournament.rule_set
    context["form"] = form = CallForm(data, rules)
    if form.is_valid():
        verdict = judge_call(*form.question())
        context |= {"lines": call_lines(verdict), "is_wrong": not verdict.in_time}


@calculator("referee-violation", may_award_penalty)
def referee_violation(request: Request, context: Context) -> None:
    """Answer what follows from a violation, and link to imposing it (TSR 9.2 to 9.5)."""
    place = Place.named_by(request, context)
    form = place.form(ViolationForm, _query_with(request, "violation", "offender"))
    context["form"] = form
    if form.is_valid() and not place.refused:
        case = form.question()
        ruling = rule_on(case)
        rule = ruling.rule
        decision = {
            "paragraph": rule or ruling.paragraph,
            "offender": case.offender,
            "soloist": case.soloist_under(rule) if rule else None,
            "credit_soloist": "on" if rule and case.credits_soloist(rule) else None,
            "absagen": case.absagen,
            "sitting": case.sitting_dealer,
        }
        context |= {
            "lines": ruling_lines(case, ruling),
            "points": [*zip(place.names(case.table_size), ruling.points, strict=True)],
            "enter": _call_address(request, place, decision),
        }


@calculator("referee-complaint", may_award_penalty)
def referee_complaint(request: Request, context: Context) -> None:
    """Answer who may complain about a violation and who has lost the right (TSR 9.6.1, 9.6.3)."""
    place = Place.named_by(request, context)
    context["form"] = form = place.form(ComplaintForm, _query_with(request, "offender"))
    if form.is_valid() and not place.refused:
        context["lines"] = complaint_lines(form.question(), form.cleaned_data["acted"])
        context["people"] = place.names(0)


@calculator("referee-conduct", may_award_penalty)
def referee_conduct(request: Request, context: Context) -> None:
    """Answer what the jury may do about unsporting conduct, and who decides (TSR 9.7)."""
    place = Place.named_by(request, context)
    context["form"] = form = ConductForm(_query_with(request, "sanction"), initial=place.initial)
    if form.is_valid() and not place.refused:
        ruling = form.question()
        decision = {"paragraph": ruling.paragraph, "points": -ruling.adjustment or None}
        context["lines"] = conduct_lines(ruling)
        context["enter"] = _call_address(request, place, decision)


@calculator("referee-deal", may_see_tournament)
def referee_deal(request: Request, context: Context) -> None:
    """Answer who deals next, sits out, owes a solo and is forced (TSR 4.2.3, 8.6)."""
    place = Place.named_by(request, context)
    at = _table_rules(request, place.size)
    sheet, context["source"] = _list_of(place.table, at)
    duty = at.duty
    in_list = (duty.forced_from or duty.solos > 1) if duty else at.lines > at.games
    needs_list = sheet is None and in_list
    context["form"] = form = DealForm(
        _query_with(request, "table") if sheet else _query_with(request, "after"),
        people=place.people(max(at.rules.table_sizes)),
        at=at,
        has_figures=sheet is None and not needs_list,
        named=place.table is not None,
        initial=place.initial,
    )
    if needs_list and not place.refused:
        context["refused" if place.table else "hint"] = gettext(
            "By these rules only the list tells who owes a solo: please choose a table whose list "
            "is typed game by game."
        )
    elif form.is_valid() and not place.refused:
        time_up = bool(form.cleaned_data.get("time_up"))
        if sheet is None:
            first = Deal.first(at.size, at.games, at.rules)
            coming = outlook_from(first, at.games, form.question(), time_up)
        else:
            coming = outlook(sheet, time_up)
        context["lines"] = deal_lines(coming, at)
        context["people"] = place.names(0)


@calculator("referee-value", may_see_tournament)
def referee_value(request: Request, context: Context) -> None:
    """Compute what a game is worth, line by line."""
    at = _table_rules(request)
    kinds = [kind.name.value for kind in at.rules.kinds]
    kind = request.GET.get("type", "")
    kind = kind if kind in kinds else kinds[0]
    is_asked = any(request.GET.get(name) for name in ("re", "re_points", "tricks"))
    data = _query_with(request, "re") if is_asked else None
    context["form"] = form = ValueForm(data, kind=kind, at=at, initial=_asked(request))
    if form.is_valid():
        typed = {name: text for name, text in request.GET.items() if name in form.fields}
        value, _line = typed_game_value({**readable(typed), "type": kind}, at)
        head, total = value_words(value)
        parts = [(f"{points} {text}", line.rule) for line, text, points in breakdown(value)]
        context["lines"] = [(head, ""), *parts, (total, "")]
        context["note"] = value_note(value)


@dataclass(frozen=True, slots=True)
class Place:
    """The table a question names, and why it was not found; both empty if none is named.

    `initial` are the values of an unsent form: the current round, and those of the address.
    """

    initial: dict[str, object]
    table: GameTable | None = None
    seats: tuple[Seat, ...] = ()
    refused: str = ""

    @classmethod
    def named_by(cls, request: Request, context: Context) -> Self:
        """Return the named table; without a round number, of the round being played.

        Why there is none such is shown.
        """
        current = current_round(request.tournament)
        initial: dict[str, object] = {"round": current.number if current else None}
        initial |= {name: texts for name, texts in _asked(request).items() if texts}
        if not str(initial.get("table", "")).strip():
            return cls(initial)
        round, table = (whole_number(str(initial[name])) or 0 for name in ("round", "table"))
        try:
            found = published_table(request.tournament, round, table)
        except Refused as refusal:
            context["refused"] = refusal_sentence(refusal)
            return cls(initial, refused=context["refused"])
        return cls(initial, found, tuple(seats_of(found)))

    @property
    def size(self) -> int | None:
        """The number of players there, None if unknown."""
        return self.table.size if self.table else None

    def names(self, size: int) -> list[str]:
        """Return the positions of a table, with players as far as known."""
        if self.table is None:
            return [str(seat) for seat in range(1, size + 1)]
        return [f"{seat.position} · {seat.entry.person.name}" for seat in self.seats]

    def people(self, most: int) -> list[tuple[int, str]]:
        """Return the same as choices; `most` positions if the table is unknown."""
        return list(enumerate(self.names(most), start=1))

    def form(self, kind: type[F], data: QueryDict | None) -> F:
        """Return the form of a case at this table."""
        people = self.people(FIVE_TABLE)
        return kind(data, people=people, size=self.size, initial=self.initial)


def _table_rules(request: Request, known: int | None = None) -> TableRules:
    """Return the rules at a table of the known size, else of the one in the address."""
    sizes = request.tournament.rule_set.table_sizes
    size = known or whole_number(request.GET.get("size", ""))
    return request.tournament.at_table(size if size in sizes else sizes[0])


def _query_with(request: Request, *names: str) -> QueryDict | None:
    """Return the query, None if nothing was asked."""
    is_asked = any(name in request.GET for name in names)
    return request.GET if is_asked and request.GET.get("part") != FIELDS else None


def _asked(request: Request) -> dict[str, object]:
    """Return what the address says: a text, or texts where there are several of one name."""
    return {
        name: texts if len(texts) > 1 else texts[0] for name, texts in request.GET.lists() if texts
    }


def _list_of(table: GameTable | None, at: TableRules) -> tuple[ScoreSheet | None, str]:
    """Return a table's list of games, saved or being typed, and a sentence on its source."""
    if table is None:
        return None, ""
    version = table.current_version
    if version is not None and version.kind == SheetKind.ROWS:
        return sheet_from_json(version.content), gettext("From the score sheet of this table.")
    drafts = SheetDraft.objects.filter(table=table, kind=SheetKind.ROWS).select_related("user")
    draft = drafts.order_by("-updated_at", "-pk").first()
    sheet = LinesForm(at, draft.content).played if draft else None
    if draft is None or sheet is None or not sheet.rows:
        return None, ""
    words = {"who": draft.user, "games": len(sheet.rows)}
    return sheet, gettext("From what %(who)s has typed so far, up to game %(games)s.") % words


def _call_address(request: Request, place: Place, decision: Mapping[str, object]) -> str:
    """Return the address of a new complaint, prefilled; empty without a table or permission."""
    tournament, table = request.tournament, place.table
    if table is None or not may_now(may_award_penalty, request.actor, tournament):
        return ""
    if not may_change_round(request.actor, tournament, table.round):
        return ""
    filled_in = {"round": table.round.number, "table": table.number, **decision}
    query = urlencode({name: value for name, value in filled_in.items() if value is not None})
    return f"{reverse('call-new', args=[tournament.slug])}?{query}"


def _show(request: Request, tournament: Tournament, page: str, context: Context) -> HttpResponse:
    """Render a calculator; 404 if it belongs to other rules than the tournament's."""
    is_tsr = by_paragraph(tournament)
    if page in TSR_ALONE and not is_tsr:
        raise Http404
    hidden = {page} if is_tsr else {page, *TSR_ALONE}
    if not may_award_penalty(request.actor, tournament):
        hidden |= set(FOR_REFEREES)
    lines: list[Line] = context.pop("lines", [])
    has_sentence = is_tsr or page in NAMES_SOURCES
    context |= {
        "title": PAGES.get(page, _("Calculators")),
        "pages": {name: title for name, title in PAGES.items() if name not in hidden},
        "lines": [(text, paragraph if has_sentence else "") for text, paragraph in lines],
        "source_of_rules": "TSR" if is_tsr else "",
    }
    if form := context.get("form"):  # the fields that an answer still needs
        context["missing"] = [
            str(form[name].label)
            for name, errors in form.errors.as_data().items()
            if any(error.code == "required" for error in errors)
        ]
    context["reshapes"] = RESHAPES.get(page, "")
    template = PARTS.get(request.GET.get("part", ""), "desk/referee.html")
    return render(request, template, context)
