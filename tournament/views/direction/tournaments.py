"""A tournament as a whole: creating, settings, the end of it, deleting."""

from copy import copy

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.errors import Refused
from tournament.forms.tournaments import DeleteTournamentForm, NewTournamentForm, SettingsForm
from tournament.labels.refusals import refusal_sentence
from tournament.models import Tournament
from tournament.permissions import may_delete_tournament, may_edit_tournament
from tournament.selectors.second_looks import unconfirmed_tables
from tournament.selectors.tournaments import losses_of
from tournament.services import tournaments as services
from tournament.views.access import Request, owner_page, tournament_page

# The field a refusal is about; all others concern the form as a whole.
_FIELD_OF = {
    "tournament_exists": "slug",
    "slug_invalid": "slug",
    "rounds_out_of_range": "rounds_planned",
    "rounds_already_drawn": "rounds_planned",
}


@owner_page
def tournament_new(request: Request) -> HttpResponse:
    """Create a tournament; then come the players."""
    form = NewTournamentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        try:
            created = services.create_tournament(
                request.actor,
                slug=values["slug"],
                name=values["name"],
                rounds=values["rounds_planned"],
                date=values["date"],
                place=values["place"],
                state=values["state"],
            )
        except Refused as refusal:
            form.add_error(_FIELD_OF.get(refusal.code), refusal_sentence(refusal))
        else:
            return redirect("players", created.slug)
    return render(request, "direction/tournament_new.html", {"form": form})


@tournament_page(may_edit_tournament)
def settings(request: Request, tournament: Tournament) -> HttpResponse:
    """Name, day, rounds, games and minutes; the end of the tournament; the way to deleting it."""
    # The form writes into its own copy: what the service refuses must not show in the bar.
    form = SettingsForm(request.POST or None, instance=copy(tournament))
    if request.method == "POST" and form.is_valid():
        try:
            services.edit_tournament(request.actor, tournament, form.cleaned_data)
        except Refused as refusal:
            form.add_error(_FIELD_OF.get(refusal.code), refusal_sentence(refusal))
        else:
            messages.success(request, gettext("Settings saved."))
            return redirect("settings", tournament.slug)
    context = {
        "tournament": tournament,
        "form": form,
        "may_delete": may_delete_tournament(request.actor, tournament),
        "unconfirmed": () if tournament.frozen_at else unconfirmed_tables(tournament),
    }
    return render(request, "direction/settings.html", context)


@require_POST
@tournament_page(may_edit_tournament)
def tournament_finish(request: Request, tournament: Tournament) -> HttpResponse:
    """Declare the tournament finished."""
    try:
        reason = request.POST.get("unconfirmed_reason", "")
        services.finish_tournament(request.actor, tournament, unconfirmed_reason=reason)
    except Refused as refusal:
        messages.error(request, refusal_sentence(refusal))
    return redirect("settings", tournament.slug)


@require_POST
@tournament_page(may_edit_tournament)
def tournament_resume(request: Request, tournament: Tournament) -> HttpResponse:
    """Take back that the tournament is finished."""
    services.resume_tournament(request.actor, tournament)
    return redirect("settings", tournament.slug)


@tournament_page(may_delete_tournament)
def tournament_delete(request: Request, tournament: Tournament) -> HttpResponse:
    """Say what will be lost; deleted once the short name is typed."""
    form = DeleteTournamentForm(request.POST or None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        slug = tournament.slug
        services.delete_tournament(request.actor, tournament)
        messages.success(request, gettext("The tournament “%(slug)s” is deleted.") % {"slug": slug})
        return redirect("home")
    context = {"tournament": tournament, "form": form, "losses": losses_of(tournament)}
    return render(request, "direction/tournament_delete.html", context)
