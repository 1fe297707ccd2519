"""The verification: table after table, typed again blindly or confirmed by a second person."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scoring.findings import Code
from scoring.penalties import breaks_parity
from tournament.errors import Refused
from tournament.forms.typed import figure, readable, whole_number
from tournament.labels.booked_penalties import booked_question
from tournament.labels.refusals import refusal_sentence
from tournament.labels.sheet_contents import sheet_lines
from tournament.mappers import penalty_content
from tournament.models import Round, SheetVersion, Tournament, VerificationRule
from tournament.permissions import may_submit_sheets
from tournament.selectors.booked_penalties import with_penalties
from tournament.selectors.verifications import RoundVerification, WaitingTable, verification_of
from tournament.services.verification import confirm_version, verify_blindly
from tournament.views.access import Request, tournament_page
from tournament.views.desk.booked import answer_name, booked_choices, to_be_added, undecided
from tournament.views.desk.desk import Desk
from tournament.views.desk.fields import Cell
from tournament.views.direction.visible import visible_round

REFUSED = 422


class Incomplete(Exception):
    """Something is missing, named in a sentence: there is nothing to compare yet."""


@tournament_page(may_submit_sheets)
def verification(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The tables of a round that wait, and the one whose turn it is: `?table=`, else the next."""
    round = visible_round(request, tournament, number)
    if tournament.verification == VerificationRule.NONE:
        return redirect("round", tournament.slug, number)
    if not round.published_at:
        raise Http404
    if request.method == "POST":
        return _verify(request, tournament, number)
    progress = verification_of(round, request.user)
    after = whole_number(request.GET.get("after", "")) or 0
    asked = whole_number(request.GET.get("table", ""))
    table = asked or progress.next_for_reader(tournament.verification, after)
    if any(each.number == table and each.is_stopped for each in progress.waiting):
        return redirect("verification-decision", tournament.slug, number, table)
    return _page(request, tournament, round, progress, table)


def _verify(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Compare or confirm one table, and go on to the next."""
    table = whole_number(request.POST.get("table", ""))
    version = whole_number(request.POST.get("version", ""))
    if table is None or version is None:
        return redirect("verification", tournament.slug, number)
    desk = Desk.to_type(request, tournament, number, table)
    fields = readable(request.POST.dict())
    if tournament.verification == VerificationRule.PERSON:
        return _confirm(desk, fields, version)
    return _compare(desk, fields, version)


def _confirm(desk: Desk, fields: Mapping[str, str], version: int) -> HttpResponse:
    """Confirm the table whose paper is at hand: its number or letters are typed from there.

    Enter alone would confirm the next table unread. Another table of the round is shown instead.
    """
    progress = verification_of(desk.table.round, desk.request.user)
    place = fields.get("paper", "").strip().upper()
    table = desk.table
    if place not in (str(table.number), table.code):
        other = _table_named(table.round, place)
        if other in [each.number for each in progress.waiting]:
            words = {"table": other}
            text = gettext("This is table %(table)s: does it agree, type its number once more.")
            messages.info(desk.request, text % words)
            return redirect(f"{desk.request.path}?table={other}")
        words = {"table": table.number}
        text = gettext("Type the number of table %(table)s or the letters of its sheet.")
        return _shown_again(desk, fields, text % words)
    try:
        confirm_version(desk.request.actor, table, version=version)
    except Refused as refusal:
        return _shown_again(desk, fields, refusal_sentence(refusal))
    return _on_to_the_next(desk)


def _table_named(round: Round, place: str) -> int | None:
    """The table with this number or these letters."""
    number = whole_number(place)
    if number is not None:
        return number
    return round.tables.filter(code=place).values_list("number", flat=True).first()


def _compare(desk: Desk, fields: Mapping[str, str], version: int) -> HttpResponse:
    """Compare what was typed blindly; what is not the same stops."""
    try:
        typed = _typed(desk, fields)
        is_confirmed = verify_blindly(desk.request.actor, desk.table, typed, version=version)
    except Refused as refusal:
        return _shown_again(desk, fields, refusal_sentence(refusal))
    except Incomplete as incomplete:
        return _shown_again(desk, fields, str(incomplete))
    if not is_confirmed:
        return redirect(desk.url("verification-decision"))
    return _on_to_the_next(desk)


def _on_to_the_next(desk: Desk) -> HttpResponse:
    words = {"table": desk.table.number}
    messages.success(desk.request, gettext("Table %(table)s is confirmed.") % words)
    return redirect(f"{desk.request.path}?after={desk.table.number}")


def _typed(desk: Desk, fields: Mapping[str, str]) -> list[int]:
    """The totals typed, with the penalties they do not contain."""
    totals = [figure(fields.get(f"t{seat}", "")) for seat in range(1, desk.table.size + 1)]
    whole = [total for total in totals if isinstance(total, int)]
    if len(whole) < len(totals):
        raise Incomplete(gettext("The totals of all positions are needed, as whole numbers."))
    questions = undecided(desk.booked, fields)
    if questions:
        raise Incomplete(booked_question(penalty_content(questions[0])))
    return with_penalties(whole, to_be_added(desk.booked, fields))


def _shown_again(desk: Desk, fields: Mapping[str, str], refusal: str) -> HttpResponse:
    """The table once more with what was typed, and what is wrong."""
    round = desk.table.round
    progress = verification_of(round, desk.request.user)
    more = {"fields": fields, "refused": refusal}
    return _page(
        desk.request, desk.tournament, round, progress, desk.table.number, more, status=REFUSED
    )


def _page(
    request: Request,
    tournament: Tournament,
    round: Round,
    progress: RoundVerification,
    number: int | None,
    more: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The tables that wait, and a form for the one with this number where it is among them."""
    waiting = next((each for each in progress.waiting if each.number == number), None)
    context: dict[str, Any] = {
        "tournament": tournament,
        "round": round,
        "progress": progress,
        "now": waiting,
        "is_blind": tournament.verification == VerificationRule.BLIND,
        **(more or {}),
    }
    if waiting is not None:
        desk = Desk.to_type(request, tournament, round.number, waiting.number)
        context |= _table_context(desk, waiting, context.get("fields") or {})
    return render(request, "desk/verification.html", context, status=status)


def _table_context(
    desk: Desk, waiting: WaitingTable, fields: Mapping[str, str]
) -> dict[str, object]:
    """Who sits there with what was typed; the sheet itself only for a second person."""

    def typed(name: str) -> Cell:
        return Cell(name, fields.get(name, ""), is_wrong=bool(fields) and not fields.get(name))

    is_person = desk.tournament.verification == VerificationRule.PERSON
    version = desk.version
    shown = sheet_lines(version.content, version.totals) if is_person and version else {}
    totals = version.totals if is_person and version else [None] * desk.table.size
    return {
        "table": desk.table,
        "has_sum": not is_person and desk.table_rules.adds_up,
        "adds_up": desk.adds_up,
        "total_lines": [
            {"seat": seat, "points": points, "total": None if is_person else typed(f"t{position}")}
            for position, (seat, points) in enumerate(zip(desk.seats, totals, strict=True), 1)
        ],
        "booked": [
            (booked_question(penalty_content(each)), typed(answer_name(each)))
            for each in (() if is_person else desk.booked)
        ],
        "booked_choices": booked_choices(),
        "version": version if is_person else None,
        "shown": shown,
        "mixed_allowed": version is not None and _may_be_mixed(desk, version),
        "needs_other": is_person and waiting.is_own,
    }


def _may_be_mixed(desk: Desk, version: SheetVersion) -> bool:
    """Whether odd and even totals may stand side by side (TSR 7.3.3).

    At a table of five they do, and by some rules; elsewhere by a penalty, or by the direction's
    word.
    """
    if not desk.table_rules.equal_parity:
        return True
    is_accepted = any(each["code"] == Code.PARITY for each in version.accepted)
    return is_accepted or any(
        breaks_parity(penalty["points"]) for penalty in version.content["penalties"]
    )
