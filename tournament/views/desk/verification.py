"""Verification: table after table, typed again blindly or confirmed by a second person."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from scoring.findings import Code
from scoring.penalties import breaks_parity
from tournament.errors import Refused
from tournament.labels.refusals import refusal_sentence
from tournament.labels.sheets import booked_question, sheet_lines
from tournament.models import Round, SheetVersion, Tournament, VerificationRule
from tournament.permissions import may_submit_sheets
from tournament.shared.rules.typed import figure, readable, whole_number
from tournament.sheets.reads.sheets import penalty_content, with_penalties
from tournament.sheets.reads.verifications import RoundVerification, WaitingTable, verification_of
from tournament.sheets.writes.verification import confirm_version, verify_blindly
from tournament.views.access import Request, tournament_page
from tournament.views.acts import form_page
from tournament.views.desk.desk import Desk, answer_name, booked_choices, to_be_added, undecided
from tournament.views.desk.fields import Cell
from tournament.views.direction.visible import visible_round

NOTHING_TYPED: Mapping[str, str] = {}


class Incomplete(Exception):
    """Input is missing, named in a sentence: nothing can be compared yet."""


@tournament_page(may_submit_sheets)
def verification(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show the tables of a round that wait, and one to verify: `?table=`, else the next."""
    round = visible_round(request, tournament, number)
    if tournament.verification == VerificationRule.NONE:
        return redirect("round", tournament.slug, number)
    if not round.published_at:
        raise Http404
    if request.method == "POST":
        return _verify(request, round)
    progress = verification_of(round, request.user)
    after = whole_number(request.GET.get("after", "")) or 0
    asked = whole_number(request.GET.get("table", ""))
    table = asked or progress.next_for_reader(tournament.verification, after)
    if any(each.number == table and each.is_stopped for each in progress.waiting):
        return redirect("verification-decision", tournament.slug, number, table)
    return _page(request, round, progress, table)


def _verify(request: Request, round: Round) -> HttpResponse:
    """Compare or confirm one table and go on to the next, or show the input again."""
    table = whole_number(request.POST.get("table", ""))
    version = whole_number(request.POST.get("version", ""))
    if table is None or version is None:
        return redirect(request.path)
    desk = Desk.to_type(request, round.tournament, round.number, table)
    is_person = round.tournament.verification == VerificationRule.PERSON
    fields = readable(request.POST.dict())
    try:
        elsewhere = (_confirm if is_person else _compare)(desk, fields, version)
    except (Refused, Incomplete) as error:
        refused = refusal_sentence(error) if isinstance(error, Refused) else str(error)
        progress = verification_of(round, request.user)
        return _page(request, round, progress, table, fields, refused)
    if elsewhere:
        return redirect(elsewhere)
    messages.success(request, gettext("Table %(table)s is confirmed.") % {"table": table})
    return redirect(f"{request.path}?after={table}")


def _confirm(desk: Desk, fields: Mapping[str, str], version: int) -> str:
    """Confirm a table by the number or letters typed from its paper; return another's address.

    Enter alone would confirm the next table unread. The address is that of another table of the
    round, if its number or letters were typed.
    """
    place, table = fields.get("paper", "").strip().upper(), desk.table
    if place in (str(table.number), table.code):
        confirm_version(desk.request.actor, table, version=version)
        return ""
    progress = verification_of(table.round, desk.request.user)
    other = _table_named(table.round, place)
    if other not in [each.number for each in progress.waiting]:
        text = gettext("Type the number of table %(table)s or the letters of its sheet.")
        raise Incomplete(text % {"table": table.number})
    text = gettext("This is table %(table)s: does it agree, type its number once more.")
    messages.info(desk.request, text % {"table": other})
    return f"{desk.request.path}?table={other}"


def _table_named(round: Round, place: str) -> int | None:
    """Return the number of the table with this number or these letters."""
    number = whole_number(place)
    if number is not None:
        return number
    return round.tables.filter(code=place).values_list("number", flat=True).first()


def _compare(desk: Desk, fields: Mapping[str, str], version: int) -> str:
    """Compare totals typed blindly, plus the penalties they lack; a difference stops the table."""
    totals = [figure(fields.get(f"t{seat}", "")) for seat in desk.table_rules.seats]
    whole = [total for total in totals if isinstance(total, int)]
    if len(whole) < len(totals):
        raise Incomplete(gettext("The totals of all positions are needed, as whole numbers."))
    if questions := undecided(desk.booked, fields):
        raise Incomplete(booked_question(penalty_content(questions[0])))
    typed = with_penalties(whole, to_be_added(desk.booked, fields))
    is_confirmed = verify_blindly(desk.request.actor, desk.table, typed, version=version)
    return "" if is_confirmed else desk.url("verification-decision")


def _page(
    request: Request,
    round: Round,
    progress: RoundVerification,
    number: int | None,
    fields: Mapping[str, str] = NOTHING_TYPED,
    refused: str = "",
) -> HttpResponse:
    """Render the waiting tables, and a form for the one with this number if it waits."""
    tournament = round.tournament
    waiting = next((each for each in progress.waiting if each.number == number), None)
    context: dict[str, Any] = {
        "round": round,
        "progress": progress,
        "now": waiting,
        "is_blind": tournament.verification == VerificationRule.BLIND,
        "refused": refused,
    }
    if waiting is not None:
        desk = Desk.to_type(request, tournament, round.number, waiting.number)
        context |= _table_context(desk, waiting, fields)
    return form_page(request, "desk/verification.html", context)


def _table_context(
    desk: Desk, waiting: WaitingTable, fields: Mapping[str, str]
) -> dict[str, object]:
    """Return who sits there and what was typed; the sheet itself only for a second person."""

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

    They may at a table of five and under some rules; elsewhere after a penalty, or if the direction
    has accepted it.
    """
    if not desk.table_rules.equal_parity:
        return True
    is_accepted = any(each["code"] == Code.PARITY for each in version.accepted)
    return is_accepted or any(
        breaks_parity(penalty["points"]) for penalty in version.content["penalties"]
    )
