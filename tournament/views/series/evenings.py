"""The evenings of a series: adding a tournament, removing one, creating the next."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.forms.series import EveningForm, NextEveningForm
from tournament.models import Series, SeriesEvening, Tournament
from tournament.permissions import may_copy_tournament
from tournament.series.rules import month_later, next_name
from tournament.series.writes import add_evening, create_next_evening, remove_evening
from tournament.views.access import Request, owner_page, tournament_page
from tournament.views.acts import button, form_page, refusals_in, refusals_told


@require_POST
@owner_page
def evening_add(request: Request, series: str) -> HttpResponse:
    """Make a tournament an evening of the series."""
    found = get_object_or_404(Series, slug=series)
    form = EveningForm(request.POST, series=found)
    if form.is_valid():
        tournament = form.cleaned_data["tournament"]
        with refusals_told(request):
            add_evening(request.actor, found, tournament)
            name = {"name": tournament.name}
            messages.success(request, gettext("“%(name)s” is an evening of the series.") % name)
    else:
        messages.error(request, gettext("Choose a tournament that is no evening of it yet."))
    return redirect("series", found.slug)


@button(owner_page, "series")
def evening_remove(request: Request, series: str, pk: int) -> str:
    """Remove an evening from the series."""
    evening = get_object_or_404(SeriesEvening, series__slug=series, pk=pk)
    words = {"series": series, "name": str(evening)}
    remove_evening(request.actor, evening)
    return gettext("Series “%(series)s”: evening “%(name)s” taken out.") % words


@tournament_page(may_copy_tournament)
def evening_next(request: Request, tournament: Tournament) -> HttpResponse:
    """Create an evening like this one in the same series; name and day are prefilled.

    Not available for a rehearsal.
    """
    if tournament.is_rehearsal:
        raise Http404
    series = list(Series.objects.filter(evenings__tournament=tournament))
    day = month_later(tournament.date) if tournament.date else None
    filled = {"name": next_name(tournament.name, day)[:200], "date": day}
    form = NextEveningForm(request.POST or None, initial=filled)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            made = create_next_evening(
                request.actor, tournament, series=series, **form.cleaned_data
            )
            sentence = gettext("Tournament “%(slug)s” created.")
            messages.success(request, sentence % {"slug": made.slug})
            return redirect("players", made.slug)
    context = {
        "form": form,
        "series": series,
        "players": tournament.entries.filter(person__deleted_at=None).count(),
    }
    return form_page(request, "series/next.html", context)
