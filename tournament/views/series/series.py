"""Series: the list of them, the standings after each evening, settings, files."""

from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.exports.base import Document
from tournament.exports.series import association_file, series_csv, series_pdf, series_workbook
from tournament.forms.series import EveningForm, SeriesForm
from tournament.labels.series import series_sentences, series_title
from tournament.lists.html import act_button
from tournament.lists.series import evenings_list
from tournament.lists.series import series_list as list_of
from tournament.models import Series
from tournament.permissions import may_run_installation
from tournament.series import reads as select
from tournament.series import writes as services
from tournament.shared.rules.typed import whole_number
from tournament.tables import ListTable
from tournament.views.access import Request, owner_page, people_page, series_page
from tournament.views.acts import form_page, refusals_in, refusals_told
from tournament.views.downloads import as_response
from tournament.views.lists import list_page


@people_page
def series_list(request: Request) -> HttpResponse:
    """List the series the reader may see."""
    context = {
        "every": select.series_of(request.actor).annotate(held=Count("evenings", distinct=True)),
        "may_change": may_run_installation(request.actor),
    }
    return render(request, "series/list.html", context)


@owner_page
def series_new(request: Request) -> HttpResponse:
    """Create a series; its evenings come next."""
    form = SeriesForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            made = services.create_series(request.actor, form.cleaned_data)
            return redirect("series", made.slug)
    return form_page(request, "series/new.html", {"form": form})


@series_page
def series_standings(request: Request, series: Series) -> HttpResponse:
    """Show the standings after an evening (`?after=`, default the last that counts)."""
    report = select.series_report(series, whole_number(request.GET.get("after", "")))
    # A direction may only look up the people of its own tournaments.
    people = reverse("person", args=[0]) if may_run_installation(request.actor) else ""
    table = ListTable(
        list_of(report, public=False),
        gettext("Standings"),
        look="standings",
        people=people,
        has_file=False,
        order_by="rank",
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
        "title": series_title(report.after),
        "sentences": series_sentences(series.rules),
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
    makers = {"xlsx": series_workbook, "csv": series_csv}
    make = makers.get(request.GET.get("as", ""), series_pdf)
    return _download(request, series, make(report))


@series_page
def series_association(request: Request, series: Series) -> HttpResponse:
    """Return how much everybody has played, for the association: a workbook, or `?as=csv`."""
    as_workbook = request.GET.get("as") != "csv"
    rows = select.played_rows(series)
    return _download(request, series, association_file(series, rows, as_workbook=as_workbook))


@owner_page
def series_settings(request: Request, series: str) -> HttpResponse:
    """Edit the name and how evenings are added up."""
    found = get_object_or_404(Series, slug=series)
    form = SeriesForm(request.POST or None, instance=get_object_or_404(Series, slug=series))
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            services.edit_series(request.actor, found, form.cleaned_data)
            messages.success(request, gettext("Saved."))
            return redirect("series", found.slug)
    return form_page(request, "series/settings.html", {"series": found, "form": form})


@require_POST
@owner_page
def series_delete(request: Request, series: str) -> HttpResponse:
    """Delete a series; its tournaments stay."""
    found = get_object_or_404(Series, slug=series)
    if "sure" not in request.POST:
        messages.error(request, gettext("Nothing is deleted: tick that you mean it."))
        return redirect("series-settings", found.slug)
    words = {"name": found.name, "series": series}
    services.delete_series(request.actor, found)
    sentence = gettext("Series “%(name)s” (%(series)s) deleted; its tournaments stay.")
    messages.success(request, sentence % words)
    return redirect("series-list")


def _download(request: Request, series: Series, document: Document) -> HttpResponse:
    """Return the document; if it cannot be made, redirect to the series with the reason."""
    with refusals_told(request):
        return as_response(document)
    return redirect("series", series.slug)
