"""Every version of a table's sheet: restoring one, taking one back, points set by a ruling."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from scoring.terms import figures
from tournament.errors import Refused
from tournament.forms.calls import RulingForm
from tournament.forms.rounds import ReasonForm
from tournament.labels.findings import finding_sentence
from tournament.labels.journal import PENALTY_ACTS, act_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.labels.sheets import differences, exception_words, penalty_words, sheet_lines
from tournament.models import SheetKind, SheetVersion, Tournament
from tournament.permissions import (
    may_accept_exceptions,
    may_rule_table,
    may_see_tournament,
    may_submit_sheets,
    require,
)
from tournament.shared.rules.typed import readable, uuid_in, version_number, whole_number
from tournament.sheets.reads.sheets import versions_of
from tournament.sheets.reads.table_totals import averages_at
from tournament.sheets.writes.sheets import (
    NO_WINDOW,
    SheetConflict,
    SheetRefused,
    restore_version,
    submit_sheet,
    take_sheet_back,
)
from tournament.sheets.writes.verification import confirm_dealt_out_of_turn
from tournament.trust.reads.journal import sheet_acts
from tournament.views.access import Request, tournament_page
from tournament.views.answers import form_page, refusals_told, said
from tournament.views.desk.desk import Desk, head_context
from tournament.views.direction.papers import print_results_again


@tournament_page(may_see_tournament)
def sheet_versions(
    request: Request, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """List all versions, the one that counts first; those who may correct may restore one.

    The direction may confirm the out-of-turn deals of the one that counts.
    """
    desk = Desk.at(request, tournament, number, table)
    if request.method != "POST":
        return _page(desk)
    fields = readable(request.POST.dict())
    if "confirm" in request.POST:
        version = whole_number(fields.get("confirm", "")) or 0
        try:
            confirm_dealt_out_of_turn(request.actor, desk.table, version=version)
        except Refused as refusal:
            return _page(desk, refused=refusal_sentence(refusal))
        sentence = gettext("Table %(table)s: games dealt out of turn confirmed.")
        messages.success(request, sentence % {"table": table})
        return redirect(desk.url())
    require(may_submit_sheets, request.actor, tournament)
    wanted = whole_number(fields.get("version", "")) or 0
    seen, reason = version_number(fields.get("based_on", "")), fields.get("reason", "")
    try:
        restored = restore_version(request.actor, desk.table, wanted, reason, based_on=seen)
    except (Refused, SheetRefused) as error:
        return _page(desk, wanted, reason, said(error))
    words = {"number": wanted, "version": restored.number}
    sentence = gettext("Version %(number)s is restored; it is version %(version)s now.")
    messages.success(request, sentence % words)
    print_results_again(request, tournament, [number])
    return redirect(request.path)


def _page(desk: Desk, wanted: int = 0, reason: str = "", refused: str = "") -> HttpResponse:
    taken_back = sheet_acts(desk.tournament, "sheet_taken_back")
    made_by = sheet_acts(desk.tournament, "sheet_restored", *PENALTY_ACTS)
    may_accept = may_accept_exceptions(desk.request.actor, desk.tournament)
    history: list[dict[str, object]] = []
    before: SheetVersion | None = None
    for version in versions_of(desk.table):
        changes, kind_changed = [], ""
        if before:
            earlier = before.content, before.totals
            changes = differences(earlier, (version.content, version.totals))
        if before and before.kind != version.kind:
            words = {"before": before.get_kind_display(), "after": version.get_kind_display()}
            kind_changed = gettext("Entered as: %(after)s, before: %(before)s.") % words
        act = made_by.get(version.pk)
        restored = act.data.get("restored") if act else None
        history.append(
            {
                "version": version,
                "differences": changes,
                "kind_changed": kind_changed,
                "is_like_before": before is not None
                and (before.kind, before.content) == (version.kind, version.content),
                "exceptions": exception_words(version.accepted),
                "lines": sheet_lines(version.content, version.totals),
                "taken_back": taken_back.get(version.pk),
                "restored": restored,
                "penalty": "" if restored else act_sentence(act),
                "may_restore": version != desk.version
                and desk.may_submit
                and (may_accept or not (version.accepted or version.kind == SheetKind.RULING)),
                "is_wanted": version.number == wanted,
            }
        )
        before = version
    context = {
        **head_context(desk),
        "kind": "versions",
        "history": list(reversed(history)),
        "reason": reason,
        "refused": refused,
    }
    return form_page(desk.request, "desk/versions.html", context)


@tournament_page(may_submit_sheets)
def sheet_take_back(
    request: Request, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Take back the version named by its number: nobody takes back one they have not seen."""
    desk = Desk.at(request, tournament, number, table)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        seen = version_number(request.POST.get("version", "")) or 0
        reason = form.cleaned_data["reason"]
        with refusals_told(request):
            take_sheet_back(request.actor, desk.table, reason, version=seen)
            words = {"table": table}
            messages.success(request, gettext("The sheet of table %(table)s is withdrawn.") % words)
        return redirect("sheet-versions", tournament.slug, number, table)
    if not desk.may_take_back:
        return redirect("sheet-versions", tournament.slug, number, table)
    return form_page(request, "desk/take_back.html", {**head_context(desk), "form": form})


@tournament_page(may_rule_table)
def sheet_ruling(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Set or change the points that players get where a table cannot be counted, with a reason."""
    desk = Desk.to_type(request, tournament, number, table)
    found = averages_at([desk.table.pk])
    averages = [found[desk.table.pk, seat.position] for seat in desk.seats]
    ruled = desk.version.content if desk.version and desk.table.is_ruled else {}
    post = request.POST
    form = RulingForm(averages, ruled, post or None)
    if request.method == "POST" and form.is_valid():
        content = form.cleaned_data["content"]
        try:
            desk.require_drawn(post.get("table", ""))
            submit_sheet(
                request.actor,
                desk.table,
                SheetKind.RULING,
                content,
                based_on=version_number(post.get("based_on", "")),
                reason=content["reason"],
                submission=uuid_in(post.get("submission", "")),
                window=NO_WINDOW,  # the typed list stays: the sheet may still be found
            )
        except SheetConflict as conflict:
            sentence = gettext(
                "Meanwhile there is another result: %(totals)s. Set the points once more to "
                "replace it."
            )
            form.add_error(None, sentence % {"totals": figures(tuple(conflict.current.totals))})
        except SheetRefused as refused:
            for finding in refused.findings:
                field = f"points{finding.seat}" if finding.seat else None
                form.add_error(field, finding_sentence(finding))
        except Refused as refusal:
            form.add_error(None, refusal_sentence(refusal))
        else:
            messages.success(request, gettext("Table %(table)s is saved.") % {"table": table})
            print_results_again(request, tournament, [number])
            return redirect("round", tournament.slug, number)
    head = head_context(desk)
    if request.method != "POST" and not head["may_rule"]:
        return redirect("sheet", tournament.slug, number, table)
    context = {
        **head,
        "form": form,
        "lines": list(zip(desk.seats, form.lines(), strict=True)),
        "awarded": [penalty_words(penalty) for penalty in desk.awarded],
        "submission": post.get("submission") or uuid4(),
    }
    return form_page(request, "desk/ruling.html", context)
