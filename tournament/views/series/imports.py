"""Importing an evening that was not played here: file, questions, decision.

Nothing is stored between the two pages: what was read travels in the page, signed.
"""

from collections.abc import Sequence
from dataclasses import astuple

from django.contrib import messages
from django.core import signing
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext

from tournament.errors import Refused
from tournament.forms.series import ResultFileForm
from tournament.imports.apart import read_apart
from tournament.imports.standings import (
    ROUND,
    ResultTable,
    explained,
    read_result_table,
    result_lines,
)
from tournament.labels.fields import unused_column
from tournament.labels.refusals import refusal_sentence
from tournament.labels.series import RESULT_COLUMNS
from tournament.models import Series, SeriesEvening
from tournament.people.reads.players import known_headings
from tournament.people.rules.people import Identified
from tournament.people.writes.players import remember_headings
from tournament.series.reads import recognised_lines
from tournament.series.rules import ResultLine
from tournament.series.writes import import_evening
from tournament.shared.rules.typed import key_in
from tournament.views.access import Request, owner_page
from tournament.views.acts import REFUSED, form_page, refusals_in, refusals_told
from tournament.views.column_choice import column_choice
from tournament.views.direction.known import to_choose
from tournament.views.uploads import read_upload

ANSWER = "person-"
SALT = "evening-import"


@owner_page
def evening_import(request: Request, series: str) -> HttpResponse:
    """Read a list of results; posted again with the answers, it becomes an evening.

    `columns` sets what each column of the list holds.
    """
    found = get_object_or_404(Series, slug=series)
    if "read" in request.POST:
        return _read_before(request, found)
    form = ResultFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, field="file"):
            upload = read_upload(form.cleaned_data["file"])
            table = read_apart(read_result_table, upload, known_headings())
            return _preview(request, found, table)
    return form_page(request, "series/import.html", {"series": found, "form": form})


def _read_before(request: Request, series: Series) -> HttpResponse:
    """Handle a post about a list already read: its column meanings, or entering the evening."""
    try:
        packed = signing.loads(request.POST["read"], salt=SALT)
    except signing.BadSignature:
        messages.error(request, gettext("The list is not as it was read. Please choose it again."))
        return redirect("evening-import", series.slug)
    table = ResultTable.from_json(packed)
    if "columns" not in request.POST:
        return _decided(request, series, table)
    typed = [request.POST.get(f"column-{at}", "") for at in range(len(table.columns))]
    columns = [column if column in RESULT_COLUMNS else "" for column in typed]
    with refusals_told(request):
        chosen = table.with_columns(columns, has_heading="heading" in request.POST)
        remember_headings(explained(chosen))
        return _preview(request, series, chosen)
    return _preview(request, series, table, REFUSED)


def _decided(request: Request, series: Series, table: ResultTable) -> HttpResponse:
    """Enter the evening; when refused, show the preview again with the answers."""
    form = ResultFileForm(request.POST)
    del form.fields["file"]
    if not form.is_valid():
        return _preview(request, series, table, REFUSED)
    name, day = form.cleaned_data["name"], form.cleaned_data["day"]
    with refusals_told(request):
        lines = result_lines(table)
        evening = import_evening(
            request.actor, series, lines, name=name, day=day, answers=_answers(request)
        )
        _say_done(request, evening)
        return redirect("series", series.slug)
    return _preview(request, series, table, REFUSED)


def _say_done(request: Request, evening: SeriesEvening) -> None:
    sentence = gettext("“%(name)s” is an evening of the series.")
    messages.success(request, sentence % {"name": evening.name})


def _answers(request: Request) -> dict[int, str]:
    """Return who the people in these lines are, as answered."""
    return {
        line: str(value)
        for name, value in request.POST.items()
        if name.startswith(ANSWER) and (line := key_in(name.removeprefix(ANSWER))) is not None
    }


def _preview(
    request: Request, series: Series, table: ResultTable, status: int = 200
) -> HttpResponse:
    """Show what was understood, or what is wrong; the columns can be chosen again."""
    lines: tuple[ResultLine, ...] = ()
    wrong = ""
    if table.is_understood:
        try:
            lines = result_lines(table)
        except Refused as refusal:
            wrong = refusal_sentence(refusal)
    known = recognised_lines(lines)
    context = {
        "series": series,
        "name": request.POST.get("name", ""),
        "day": request.POST.get("day", ""),
        "wrong": wrong,
        "rows": _rows(lines, known, _answers(request)),
        "numbers": range(1, (len(table.rounds) or 1) + 1),
        "has_rounds": bool(table.rounds),
        "unused": [unused_column(*astuple(each)) for each in table.unused],
        **column_choice(
            request,
            table.heading,
            table.rows,
            [ROUND if column in table.rounds else column for column in table.columns],
            RESULT_COLUMNS,
            has_heading=table.has_heading,
        ),
        "asked": sum(bool(each.asked) for each in known),
        "recognised": sum(each.person is not None for each in known),
        "read": signing.dumps(table.to_json(), salt=SALT, compress=True),
    }
    return render(request, "series/preview.html", context, status=status)


def _rows(
    lines: Sequence[ResultLine], known: Sequence[Identified], answers: dict[int, str]
) -> list[dict[str, object]]:
    """Return each line with whom to ask about (id and words) and the answer."""
    every = {one.pk: one for each in known for one in each.asked}
    words = dict(to_choose(every.values()))
    return [
        {
            "line": line,
            "is_known": each.person is not None,
            "asked": [(one.pk, words[one.pk]) for one in each.asked],
            "chosen": key_in(answers.get(line.line, "")),
        }
        for line, each in zip(lines, known, strict=True)
    ]
