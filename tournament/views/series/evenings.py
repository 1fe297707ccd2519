"""The evenings of a series: adding a tournament, taking one out, a new one like the last."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.core.next_evening import month_later, next_name
from tournament.forms.series import EveningForm, NextEveningForm
from tournament.models import Series, SeriesEvening, Tournament
from tournament.permissions import may_copy_tournament
from tournament.services.next_evening import create_next_evening
from tournament.services.series import add_evening, remove_evening
from tournament.views.access import Request, owner_page, tournament_page
from tournament.views.direction.acts import accepted, attempt


@require_POST
@owner_page
def evening_add(request: Request, series: str) -> HttpResponse:
    """Make a tournament an evening of the series."""
    found = get_object_or_404(Series, slug=series)
    form = EveningForm(request.POST, series=found)
    if form.is_valid():
        tournament = form.cleaned_data["tournament"]
        if attempt(request, lambda: add_evening(request.actor, found, tournament)):
            name = {"name": tournament.name}
            messages.success(request, gettext("“%(name)s” is an evening of the series.") % name)
    else:
        messages.error(request, gettext("Choose a tournament that is no evening of it yet."))
    return redirect("series", found.slug)


@require_POST
@owner_page
def evening_remove(request: Request, series: str, pk: int) -> HttpResponse:
    """Take an evening out of the series."""
    evening = get_object_or_404(SeriesEvening, series__slug=series, pk=pk)
    name = str(evening)
    remove_evening(request.actor, evening)
    messages.success(request, gettext("“%(name)s” is taken out of the series.") % {"name": name})
    return redirect("series", series)


@tournament_page(may_copy_tournament)
def evening_next(request: Request, tournament: Tournament) -> HttpResponse:
    """A new evening like this one, in the same series; name and day are filled in.

    Not like a rehearsal.
    """
    if tournament.is_rehearsal:
        raise Http404
    series = list(Series.objects.filter(evenings__tournament=tournament))
    day = month_later(tournament.date) if tournament.date else None
    filled = {"name": next_name(tournament.name, day)[:200], "date": day}
    form = NextEveningForm(request.POST or None, initial=filled)
    if request.method == "POST" and form.is_valid():
        create = partial(create_next_evening, request.actor, tournament, series=series)
        made: list[Tournament] = []
        if accepted(form, lambda: made.append(create(**form.cleaned_data))):
            count = made[0].entries.count()
            words = {"name": made[0].name, "players": count}
            messages.success(
                request, gettext("“%(name)s” is there with %(players)s players.") % words
            )
            return redirect("players", made[0].slug)
    context = {
        "tournament": tournament,
        "form": form,
        "series": series,
        "players": tournament.entries.filter(person__deleted_at=None).count(),
    }
    return render(request, "series/next.html", context)
