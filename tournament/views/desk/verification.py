"""Verification: typed again blindly or confirmed by a second person; a difference is decided."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from scoring.findings import Code
from scoring.penalties import breaks_parity
from tournament.errors import Refused
from tournament.forms.score_sheets import ADDED
from tournament.labels.refusals import refusal_sentence
from tournament.labels.sheets import (
    by_position,
    positions,
    sheet_lines,
    suspicion_words,
)
from tournament.models import (
    Round,
    SheetKind,
    SheetVersion,
    Tournament,
    Verification,
    VerificationRule,
)
from tournament.permissions import may_submit_sheets
from tournament.shared.rules.typed import figure, readable, uuid_in, whole_number
from tournament.sheets.reads.sheets import add_penalties, penalty_content
from tournament.sheets.reads.verifications import (
    RoundVerification,
    open_differences,
    verification_of,
)
from tournament.sheets.writes.agreement import is_second_person, require_agreement
from tournament.sheets.writes.progress import discard_draft
from tournament.sheets.writes.sheets import SheetConflict, SheetRefused, submit_sheet
from tournament.sheets.writes.verification import confirm_version, let_stand, verify_blindly
from tournament.views.access import Request, tournament_page, visible_round
from tournament.views.answers import form_page, reasons
from tournament.views.desk.desk import Cell, Desk, answer_name, booked_choices
from tournament.views.direction.papers import print_results_again

NOTHING_TYPED: Mapping[str, str] = {}


class Incomplete(Exception):
    """Input is missing, named in a sentence: nothing can be compared yet."""


@tournament_page(may_submit_sheets)
def verification(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show the tables of a round that wait, and one to verify: `?table=`, else the next.

    A POST compares or confirms one table and goes on to the next, or shows the input again.
    """
    round = visible_round(request, tournament, number)
    if tournament.verification == VerificationRule.NONE:
        return redirect("round", tournament.slug, number)
    if not round.published_at:
        raise Http404
    if request.method != "POST":
        progress = verification_of(round, request.user)
        after = whole_number(request.GET.get("after", "")) or 0
        asked = whole_number(request.GET.get("table", ""))
        table = asked or progress.next_for_reader(tournament.verification, after)
        if any(each.number == table and each.is_stopped for each in progress.waiting):
            return redirect("verification-decision", tournament.slug, number, table)
        return _page(request, round, progress, table)
    table = whole_number(request.POST.get("table", ""))
    version = whole_number(request.POST.get("version", ""))
    if table is None or version is None:
        return redirect(request.path)
    desk = Desk.find_published(request, tournament, number, table)
    fields = readable(request.POST.dict())
    compare = _confirm if tournament.verification == VerificationRule.PERSON else _compare
    try:
        elsewhere = compare(desk, fields, version)
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
    other = whole_number(place)
    if other is None:
        named = table.round.tables.filter(code=place)
        other = named.values_list("number", flat=True).first()
    if other not in [each.number for each in progress.waiting]:
        text = gettext("Type the number of table %(table)s or the letters of its sheet.")
        raise Incomplete(text % {"table": table.number})
    text = gettext("This is table %(table)s: does it agree, type its number once more.")
    messages.info(desk.request, text % {"table": other})
    return f"{desk.request.path}?table={other}"


def _compare(desk: Desk, fields: Mapping[str, str], version: int) -> str:
    """Compare totals typed blindly, plus the penalties they lack; a difference stops the table."""
    totals = [figure(fields.get(f"t{seat}", "")) for seat in desk.table_rules.seats]
    whole = [total for total in totals if isinstance(total, int)]
    if len(whole) < len(totals):
        raise Incomplete(gettext("The totals of all positions are needed, as whole numbers."))
    if questions := desk.questions(fields):
        raise Incomplete(next(iter(questions.values())))
    lacking = (each for each in desk.booked if fields.get(answer_name(each)) == ADDED)
    typed = add_penalties(whole, [*map(penalty_content, lacking)])
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
    """Render the waiting tables, and a form for the one with this number if it waits.

    Only a second person who confirms sees the sheet itself.
    """
    rule = round.tournament.verification
    waiting = next((each for each in progress.waiting if each.number == number), None)
    context: dict[str, Any] = {
        "round": round,
        "progress": progress,
        "now": waiting,
        "is_blind": rule == VerificationRule.BLIND,
        "refused": refused,
    }
    if waiting is None:
        return form_page(request, "desk/verification.html", context)

    def typed(name: str) -> Cell:
        return Cell(name, fields.get(name, ""), is_wrong=bool(fields) and not fields.get(name))

    desk = Desk.find_published(request, round.tournament, round.number, waiting.number)
    version, is_person = desk.version, rule == VerificationRule.PERSON
    shown = version if is_person else None
    totals = shown.totals if shown else [None] * desk.table.size
    context |= {
        "table": desk.table,
        "has_sum": not is_person and desk.table_rules.adds_up,
        "adds_up": desk.adds_up(desk.on_sheet),
        "total_lines": [
            {"seat": seat, "points": points, "total": None if is_person else typed(f"t{position}")}
            for position, (seat, points) in enumerate(zip(desk.seats, totals, strict=True), 1)
        ],
        "booked": [
            (question, typed(name))
            for name, question in desk.questions({}).items()
            if not is_person
        ],
        "booked_choices": booked_choices(),
        "version": shown,
        "shown": sheet_lines(shown.content, shown.totals) if shown else {},
        # Odd and even totals may stand side by side (TSR 7.3.3) at a table of five and under some
        # rules; elsewhere after a penalty, or if the direction has accepted it.
        "mixed_allowed": version is not None
        and (
            not desk.table_rules.equal_parity
            or any(each["code"] == Code.PARITY for each in version.accepted)
            or any(breaks_parity(penalty["points"]) for penalty in version.content["penalties"])
        ),
        "needs_other": is_person and waiting.is_own,
    }
    return form_page(request, "desk/verification.html", context)


@tournament_page(may_submit_sheets)
def decision(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Show both results of a table side by side, and the two ways to decide, each with a reason.

    A POST keeps the entry, or saves what was typed as a correction, and goes to the next table.
    """
    desk = Desk.find_published(request, tournament, number, table)
    version, differing = desk.version, open_differences(desk.version)
    if version is None or not differing:
        return redirect("verification", tournament.slug, number)
    if request.method != "POST":
        return _decision_page(desk, version, differing)
    fields = readable(request.POST.dict())
    seen, reason = whole_number(fields.get("version", "")) or 0, fields.get("reason", "")
    typed = next((each for each in differing if str(each.pk) == fields.get("typed")), differing[-1])
    corrects = fields.get("action") == "corrects"
    try:
        if corrects:
            content: dict[str, Any] = typed.content or {}
            kind = SheetKind.ROWS if "rows" in content else SheetKind.TOTALS
            submit_sheet(
                request.actor,
                desk.table,
                kind,
                content,
                based_on=seen,
                reason=reason,
                submission=uuid_in(fields.get("submission", "")),
                contained=() if kind == SheetKind.ROWS else content["penalties"],
            )
            text = gettext("Table %(table)s is corrected. It waits for a verification again.")
        else:
            let_stand(request.actor, desk.table, reason, version=seen)
            text = gettext("Table %(table)s is confirmed.")
    except (Refused, SheetRefused) as error:
        return _decision_page(desk, version, differing, fields, reasons(error))
    except SheetConflict:
        return redirect(request.path)
    discard_draft(request.actor, desk.table)
    messages.success(request, text % {"table": table})
    if corrects:
        print_results_again(request, tournament, [number])
    return redirect("verification", tournament.slug, number)


def _decision_page(
    desk: Desk,
    version: SheetVersion,
    differing: list[Verification],
    fields: Mapping[str, str] | None = None,
    refused: str = "",
) -> HttpResponse:
    typed = differing[-1]
    is_list, contradiction = version.kind == SheetKind.ROWS, ""
    if typed.content is None:
        lines = positions(version.totals, typed.totals)
    else:
        lines = by_position((version.content, version.totals), (typed.content, typed.totals))
        if is_list and "rows" not in typed.content:
            # Totals may differ from their list in something other than points.
            try:
                require_agreement(desk.table.number, version.content, typed.content)
            except Refused as refusal:
                contradiction = refusal_sentence(refusal)
    is_person = desk.tournament.verification == VerificationRule.PERSON
    context = {
        "round": desk.table.round,
        "table": desk.table,
        "seats": desk.seats,
        "version": version,
        "typed": typed,
        "earlier": differing[:-1],
        "lines": lines,
        "differences": sum(line.differs for line in lines),
        "suspicion": suspicion_words(version.totals, typed.totals),
        "contradiction": contradiction,
        "may_let_stand": not is_person or is_second_person(desk.request.actor, version),
        # Saved as it was typed; totals never replace a list.
        "may_correct": desk.may_submit
        and typed.content is not None
        and ("rows" in typed.content or not is_list),
        "may_submit": desk.may_submit,
        "submission": uuid4(),
        "reasons": {fields.get("action"): fields.get("reason")} if fields else {},
        "refused": refused,
    }
    return form_page(desk.request, "desk/verification_decision.html", context)
