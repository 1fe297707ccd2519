"""A table that cannot be counted: the reason, and the points its players get instead."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from scoring.english import figures
from tournament.errors import Refused
from tournament.forms.rulings import RulingForm
from tournament.labels.findings import finding_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.labels.sheets import penalty_words
from tournament.models import SheetKind, Tournament
from tournament.permissions import may_rule_table
from tournament.shared.rules.typed import mark_of, version_number
from tournament.sheets.reads.table_totals import averages_at
from tournament.sheets.writes.sheets import NO_WINDOW, SheetConflict, SheetRefused, submit_sheet
from tournament.views.access import Request, tournament_page
from tournament.views.acts import form_page
from tournament.views.desk.desk import Desk, head_context
from tournament.views.direction.reprint import print_results_again


@tournament_page(may_rule_table)
def sheet_ruling(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Set or change the ruled points of a table; input stays when refused."""
    desk = Desk.to_type(request, tournament, number, table)
    found = averages_at([desk.table.pk])
    averages = [found[desk.table.pk, seat.position] for seat in desk.seats]
    content = desk.version.content if desk.version and desk.table.is_ruled else {}
    form = RulingForm(averages, content, request.POST or None)
    if request.method == "POST" and form.is_valid() and _is_ruled_now(desk, form):
        words = {"table": table}
        messages.success(request, gettext("Table %(table)s is saved.") % words)
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
        "submission": request.POST.get("submission") or uuid4(),
    }
    return form_page(request, "desk/ruling.html", context)


def _is_ruled_now(desk: Desk, form: RulingForm) -> bool:
    """Save the ruling; objections are shown on the form."""
    post, content = desk.request.POST, form.cleaned_data["content"]
    try:
        desk.require_drawn(post.get("table", ""))
        submit_sheet(
            desk.request.actor,
            desk.table,
            SheetKind.RULING,
            content,
            based_on=version_number(post.get("based_on", "")),
            reason=content["reason"],
            submission=mark_of(post.get("submission", "")),
            window=NO_WINDOW,  # the typed list stays: the sheet may still be found
        )
    except SheetConflict as conflict:
        words = {"totals": figures(tuple(conflict.current.totals))}
        sentence = gettext(
            "Meanwhile there is another result: %(totals)s. Set the points once more to replace it."
        )
        form.add_error(None, sentence % words)
    except SheetRefused as refused:
        for finding in refused.findings:
            field = f"points{finding.seat}" if finding.seat else None
            form.add_error(field, finding_sentence(finding))
    except Refused as refusal:
        form.add_error(None, refusal_sentence(refusal))
    return form.is_valid()
