"""Taking a table's result back: what that means, and doing it with a reason."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from tournament.forms.rounds import ReasonForm
from tournament.models import Tournament
from tournament.permissions import may_submit_sheets
from tournament.shared.rules.typed import version_number
from tournament.sheets.writes.sheets import take_sheet_back
from tournament.views.access import Request, tournament_page
from tournament.views.acts import form_page, refusals_told
from tournament.views.desk.desk import Desk, head_context


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
