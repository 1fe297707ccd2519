"""A sheet typed for a table that a redraw has removed, shown so that it can be copied."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.utils.translation import gettext

from tournament.forms.line_sheets import LinesForm
from tournament.models import Tournament
from tournament.shared.rules.typed import Fields
from tournament.views.access import Request

NOT_FOUND, GONE = 404, 409


def table_gone(
    request: Request, tournament: Tournament, fields: Fields, status: int = GONE
) -> HttpResponse:
    """Show what was typed, as text. Nothing is saved: other people sit at that number now."""
    sizes = tournament.rule_set.table_sizes
    size = max((size for size in sizes if f"t{size}" in fields), default=sizes[0])
    form = LinesForm(tournament.at_table(size), fields)
    numbers = range(1, form.rows_typed + 1)
    columns = (
        (gettext("Lines"), [form.line_text(number) for number in numbers]),
        (capfirst(gettext("on the score sheet")), [form.paper_text(number) for number in numbers]),
    )
    totals = [fields.get(f"t{seat}", "").strip() for seat in form.seats]
    context = {
        "columns": [(label, texts) for label, texts in columns if any(texts)],
        "totals": " / ".join(total or "–" for total in totals) if any(totals) else "",
        "penalties": [" ".join(filter(None, line.texts)) for line in form.penalties],
        "reason": fields.get("reason", ""),
    }
    return render(request, "desk/table_gone.html", context, status=status)
