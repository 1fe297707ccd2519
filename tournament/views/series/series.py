"""Series: the list of them, standings after each evening, settings, files, evenings.

An evening that was not played here is imported: file, questions, decision. Nothing is stored
between the two pages: what was read travels in the page, signed.
"""

import re
from collections.abc import Sequence
from dataclasses import astuple
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from tournament.errors import Refused
from tournament.exports.series import association_file, series_csv, series_pdf, series_workbook
from tournament.forms.series import (
    EveningForm,
    ListedEveningForm,
    NextEveningForm,
    ReadResultsForm,
    ResultFileForm,
)
from tournament.imports.apart import read_apart
from tournament.imports.letters import CODECS, UNSURE
from tournament.imports.standings import (
    ROUND,
    ResultTable,
    read_result_table,
    read_results,
    result_lines,
)
from tournament.imports.tables import by_spelling
from tournament.labels.filling import fill
from tournament.labels.people import LETTERS, people_words, unused_column
from tournament.labels.refusals import refusal_sentence
from tournament.labels.series import (
    MOST_NAMED,
    RESULT_COLUMNS,
    SERIES_ACTIONS,
    TOTALS_ALONE,
    problem_sentence,
    series_sentences,
    series_title,
)
from tournament.lists.html import act_button
from tournament.lists.podium import winners_of_series
from tournament.lists.series import evenings_list
from tournament.lists.series import series_list as list_of
from tournament.lists.standings import with_courses
from tournament.models import Series, SeriesEvening, Tournament
from tournament.models.fields import longest
from tournament.people.reads.players import known_headings
from tournament.people.rules.people import Identified
from tournament.people.rules.registration import file_line
from tournament.permissions import may_copy_tournament, may_run_installation
from tournament.series import reads as select
from tournament.series.reads import recognised_lines, same_results, usual_state
from tournament.series.rules import LineProblem, ResultLine, common_state, month_later, next_name
from tournament.series.writes import (
    add_evening,
    create_next_evening,
    edit_evening,
    import_evening,
    remove_evening,
)
from tournament.shared.rules.names import tidy
from tournament.shared.rules.typed import key_in, whole_number
from tournament.tables import ListTable
from tournament.views.access import (
    Request,
    of_series,
    owner_page,
    person_address,
    series_page,
    tournament_page,
)
from tournament.views.answers import (
    REFUSED,
    as_response,
    button,
    done,
    download,
    form_page,
    list_page,
    refusals_in,
    show_refusals,
)
from tournament.views.new_people import answers_in, candidates
from tournament.views.uploads import (
    BYTES,
    Packed,
    column_choice,
    kept_bytes,
    kept_with,
    letters_choice,
    read_again,
    read_upload,
    remembered_sentence,
)

_CELL = re.compile(r"cell-([0-9]{1,12})-([0-9]{1,3})")
SALT = "evening-import"
MOST_SENT = settings.DATA_UPLOAD_MAX_MEMORY_SIZE - 256 * 1024  # the rest is for the fields

MOST_THAT_FIT = 7
"""More evenings than this make the list wider than a page; it scrolls by itself."""

FILES = {"xlsx": series_workbook, "csv": series_csv}


@series_page
def series_standings(request: Request, series: Series) -> HttpResponse:
    """Show the standings after an evening (`?after=`, default the last that counts)."""
    report = select.series_report(series, whole_number(request.GET.get("after", "")))
    make = FILES.get(request.GET.get("as", ""))
    if make and "list" not in request.GET:
        return as_response(make(report))
    people = person_address(request)
    course = select.series_course(report)
    table = ListTable(
        with_courses(
            list_of(report, public=False),
            lambda row: course.moved(row.person.pk),
            lambda row: course.totals(row.person.pk),
        ),
        gettext("Standings"),
        look="standings scrolls" if len(report.counted) > MOST_THAT_FIT else "standings",
        people=people,
        order_by="rank",
        file=lambda: list_of(report, public=False),
    )
    counting = [each for each in report.evenings if each.counts]
    tournaments = [each.evening for each in report.evenings if each.evening.tournament]
    may_change = may_run_installation(request.actor)

    def take_out(each: select.EveningReport) -> str:
        address = reverse("evening-remove", args=[series.slug, each.evening.pk])
        return act_button(gettext("Take out"), str(each.evening), formaction=address)

    context = {
        "series": series,
        "report": report,
        "evenings": report.evenings
        and ListTable(
            evenings_list(report.evenings, is_linked=may_change),
            gettext("Evenings"),
            key="evenings",
            acts=(gettext("Take out"), take_out) if may_change else None,
        ),
        "table": table,
        "winners": winners_of_series(report, course, is_linked=bool(people)),
        "title": series_title(report.after),
        "sentences": series_sentences(series.rules, report.counting),
        "counting": counting,
        "not_counted": [str(each.evening) for each in report.evenings if not each.counts],
        "latest": tournaments[-1].tournament if tournaments else None,
        "form": EveningForm(series=series),
        "may_change": may_change,
    }
    return list_page(request, "series/series.html", context, of=series)


@series_page
def series_file(request: Request, series: Series) -> HttpResponse:
    """Return the standings to print, or `?as=xlsx`, `?as=csv`; `?after=` as on the page."""
    report = select.series_report(series, whole_number(request.GET.get("after", "")))
    make = FILES.get(request.GET.get("as", ""), series_pdf)
    return download(request, lambda: make(report), "series", series.slug)


@series_page
def series_association(request: Request, series: Series) -> HttpResponse:
    """Return how much everybody has played, for the association: a workbook, or `?as=csv`."""
    as_workbook = request.GET.get("as") != "csv"
    played = select.played_rows(series)
    make = partial(association_file, series, *played, as_workbook=as_workbook)
    return download(request, make, "series", series.slug)


@button(owner_page, "series")
@of_series
def evening_add(request: Request, series: Series) -> str:
    """Make a tournament an evening of the series."""
    form = EveningForm(request.POST, series=series)
    if not form.is_valid():
        messages.error(request, gettext("Choose a tournament that is no evening of it yet."))
        return ""
    tournament = form.cleaned_data["tournament"]
    add_evening(request.actor, series, tournament)
    return gettext("“%(name)s” is an evening of the series.") % {"name": tournament.name}


@button(owner_page, "series")
def evening_remove(request: Request, series: str, pk: int) -> str:
    """Remove an evening from the series."""
    evening = get_object_or_404(SeriesEvening, series__slug=series, pk=pk)
    words = {"series": series, "name": str(evening)}
    remove_evening(request.actor, evening)
    return fill(SERIES_ACTIONS["evening_removed"], words)


@owner_page
def evening_edit(request: Request, series: str, pk: int) -> HttpResponse:
    """Edit what is known of an evening that was brought in."""
    place = {"series__slug": series, "pk": pk, "tournament": None}
    found = get_object_or_404(SeriesEvening, **place)
    # The form writes into its row what was typed, refused or not.
    instance = get_object_or_404(SeriesEvening, **place)
    form = ListedEveningForm(request.POST or None, instance=instance)
    if request.method == "POST" and form.is_valid():
        of_name = dict.fromkeys(("name_needed", "evening_there_already"), "name")
        with refusals_in(form, of_name), transaction.atomic():
            edit_evening(request.actor, found, form.changed)
            return done(request, gettext("Saved."), "series", series)
    return form_page(request, "series/evening.html", {"evening": found, "form": form})


@tournament_page(may_copy_tournament)
def evening_next(request: Request, tournament: Tournament) -> HttpResponse:
    """Create an evening like this one, unless a rehearsal, in the same series, prefilled."""
    if tournament.is_rehearsal:
        raise Http404
    series = list(Series.objects.filter(evenings__tournament=tournament))
    day = month_later(tournament.date) if tournament.date else None
    filled = {"name": next_name(tournament.name, day)[: longest(Tournament, "name")], "date": day}
    form = NextEveningForm(request.POST or None, initial=filled)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            made = create_next_evening(
                request.actor, tournament, series=series, **form.cleaned_data
            )
            words = {"name": made.name, "players": made.entries.count()}
            sentence = gettext("“%(name)s” is there with %(players)s players.")
            return done(request, sentence % words, "players", made.slug)
    context = {
        "form": form,
        "series": series,
        "players": tournament.entries.filter(person__deleted_at=None).count(),
    }
    return form_page(request, "series/next.html", context)


@owner_page
@of_series
def evening_import(request: Request, series: Series) -> HttpResponse:
    """Read a list of results; posted again with the answers, it becomes an evening."""
    if "read" in request.POST:
        return _read_before(request, series)
    initial = {"state": usual_state(series)}
    form = ResultFileForm(request.POST or None, request.FILES or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, field="file"):
            data = read_upload(form.cleaned_data["file"])
            table = read_apart(read_result_table, data, known_headings())
            return _preview(request, series, table, kept_bytes(data, table.letters))
    return form_page(request, "series/import.html", {"series": series, "form": form})


def _read_before(request: Request, series: Series) -> HttpResponse:
    """Handle a post about a list already read: its column meanings, or entering the evening."""
    try:
        packed = signing.loads(request.POST["read"], salt=SALT)
    except signing.BadSignature:
        messages.error(request, gettext("The list is not as it was read. Please choose it again."))
        return redirect("evening-import", series.slug)
    table = ResultTable.from_json(packed)
    named, dropped = (key_in(request.POST.get(name, "")) for name in ("people", "drop"))
    edit: Packed = {"cells": _cells(request, table), "people": named, "drop": dropped}
    if request.POST.get("letters") in CODECS and BYTES in packed:
        with show_refusals(request):
            kept, letters = kept_with(packed, edit), request.POST["letters"]
            chosen = read_again(read_result_table, _edited, kept, letters)
            return _preview(request, series, chosen, {})
        return _preview(request, series, table, packed, REFUSED)
    if named is not None or dropped is not None or "mended" in request.POST:
        return _preview(request, series, _edited(table, edit), kept_with(packed, edit))
    if "columns" in request.POST:
        typed = [request.POST.get(f"column-{at}", "") for at in range(len(table.columns))]
        columns = [column if column in RESULT_COLUMNS else "" for column in typed]
        with show_refusals(request):
            edit = {"columns": columns, "heading": "heading" in request.POST}
            return _preview(request, series, _edited(table, edit), kept_with(packed, edit))
    else:
        form = ReadResultsForm(request.POST)
        if form.is_valid():
            about, answers = form.cleaned_data, answers_in(request)
            with show_refusals(request):
                lines = result_lines(table)
                again = "again" in request.POST
                told = by_spelling(table.explained)
                evening = import_evening(
                    *(request.actor, series, lines),
                    **{"answers": answers, "again": again, "headings": told, **about},
                )
                sentence = gettext("“%(name)s” is an evening of the series.")
                return done(request, sentence % {"name": evening.name}, "series", series.slug)
    return _preview(request, series, table, packed, REFUSED)


def _edited(table: ResultTable, edit: Packed) -> ResultTable:
    """Return the list with other columns, other texts in cells, a line split, a line left out."""
    if "columns" in edit:
        return table.with_columns(edit["columns"], has_heading=edit["heading"])
    edited = table.mended({(line, at): text for line, at, text in edit["cells"]})
    edited = edited if edit["people"] is None else edited.with_people(edit["people"])
    return edited if edit["drop"] is None else edited.without(edit["drop"])


def _cells(request: Request, table: ResultTable) -> list[tuple[int, int, str]]:
    """Return the texts typed for cells that change them, with line and place."""
    rows, cells = {row.line: row for row in table.rows}, []
    for name, value in request.POST.items():
        if (found := _CELL.fullmatch(name)) and (row := rows.get(int(found[1]))):
            at, text = int(found[2]), tidy(str(value))
            if row.cell(at) != text:
                cells.append((row.line, at, text))
    return cells


def _preview(
    request: Request, series: Series, table: ResultTable, kept: Packed, status: int = 200
) -> HttpResponse:
    """Show what was understood, or what is wrong; the columns can be chosen again.

    `kept`: of a file whose letters are unsure.
    """
    lines: tuple[ResultLine, ...] = ()
    notes: tuple[LineProblem, ...] = ()
    wrong, wrong_lines = "", frozenset[int]()
    named: dict[int, str] = {}
    if table.is_understood:
        try:
            lines, notes = read_results(table)
        except Refused as refusal:
            wrong = refusal_sentence(refusal)
            problems: Any = refusal.params.get("problems", ())
            wrong_lines = frozenset(each.line for each in problems)
            named = {each.line: people_words(each.people) for each in problems if each.people}
    known = recognised_lines(lines)
    packed = signing.dumps({**kept, **table.to_json()}, salt=SALT, compress=True)
    if BYTES in kept and len(packed) > MOST_SENT:  # better a list that can be sent
        return _preview(request, series, table, {}, status)
    read = [at for at, column in enumerate(table.columns) if column]
    context = {
        "series": series,
        "name": request.POST.get("name", ""),
        "day": request.POST.get("day", ""),
        "state": request.POST.get("state") or common_state(lines),
        "table_points": "table_points" in request.POST
        if "read" in request.POST
        else table.in_table_points,
        "has_states": any(line.state for line in lines),
        "wrong": wrong,
        # The cells of the lines with mistakes (place, title, text), and a button for its people.
        "mendable": [
            (
                *(row.line, file_line(row.line)),
                [(at, table.heading.cell(at), row.cell(at)) for at in read],
                named.get(row.line, ""),
            )
            for row in table.rows
            if row.line in wrong_lines
        ][:MOST_NAMED],
        "notes": list(map(problem_sentence, notes)),
        "dropped": table.dropped,
        "ignored_sheets": table.ignored_sheets,
        "totals_alone": "" if table.rounds or table.says_rounds else TOTALS_ALONE,
        "remembered": remembered_sentence(table.explained, RESULT_COLUMNS),
        "letters": LETTERS.get(table.letters, ""),
        "letters_choice": letters_choice(kept),
        "is_too_large_to_choose": table.letters == UNSURE and BYTES not in kept,
        "same_as": same_results(series, lines),
        "rows": _rows(lines, known, answers_in(request)),
        "says_rounds": table.says_rounds,
        "numbers": () if table.says_rounds else range(1, (len(table.rounds) or 1) + 1),
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
        "read": packed,
    }
    return render(request, "series/preview.html", context, status=status)


def _rows(
    lines: Sequence[ResultLine], known: Sequence[Identified], answers: dict[int, str]
) -> list[dict[str, object]]:
    """Return each line with whom to ask about (id and words) and the answer."""
    asked = candidates(known)
    return [
        {
            "line": line,
            "file_line": file_line(line.line),
            "is_known": each.person is not None,
            "asked": asked.get(each.row.line, []),
            "chosen": key_in(answers.get(line.line, "")),
        }
        for line, each in zip(lines, known, strict=True)
    ]
