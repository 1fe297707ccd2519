"""A tournament as a whole: creating, settings, the end of it, deleting."""

from copy import copy
from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.rulesets import DDV
from tournament.errors import Refused
from tournament.forms.rounds import typed_reason
from tournament.forms.rule_sets import RulesForm
from tournament.forms.tournaments import DeleteTournamentForm, NewTournamentForm, SettingsForm
from tournament.labels.refusals import refusal_sentence
from tournament.labels.rule_sets import RULE_SET_HINTS, RULE_SETS
from tournament.labels.standings import hall_time
from tournament.models import Tournament
from tournament.permissions import may_delete_tournament, may_edit_tournament
from tournament.selectors.audit import contradictions
from tournament.selectors.freezing import freeze_outlook
from tournament.selectors.table_totals import DamagedResult
from tournament.selectors.tournaments import losses_of
from tournament.services import tournaments as services
from tournament.views.access import Request, owner_page, tournament_page
from tournament.views.direction.acts import accepted, attempt

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
                rounds=values.pop("rounds_planned"),
                rules=values.pop("rules") or DDV.name,
                **values,
            )
        except Refused as refusal:
            form.add_error(_FIELD_OF.get(refusal.code), refusal_sentence(refusal))
        else:
            has_options = bool(created.rule_set.known_options)
            return redirect("rules" if has_options else "players", created.slug)
    return render(request, "direction/tournament_new.html", {"form": form})


@tournament_page(may_edit_tournament)
def rules(request: Request, tournament: Tournament) -> HttpResponse:
    """The rules and their options; `?rules=` shows the options of others. Fixed by the draw."""
    chosen = request.POST.get("rules") or request.GET.get("rules") or tournament.rules
    if chosen not in RULE_SETS:
        chosen = tournament.rules
    options = tournament.rule_options if chosen == tournament.rules else {}
    form = RulesForm(chosen, options, request.POST or None)
    if request.method == "POST" and form.is_valid():
        changes = {"rules": chosen, "rule_options": form.options}
        if accepted(form, lambda: services.edit_tournament(request.actor, tournament, changes)):
            messages.success(request, gettext("Settings saved."))
            return redirect("overview", tournament.slug)
    context = {
        "tournament": tournament,
        "form": form,
        "chosen": chosen,
        "rule_sets": RULE_SETS,
        "hint": RULE_SET_HINTS[chosen],
        "has_variants": any(field.value() for field in form.variants),
        "is_drawn": tournament.rounds.exists(),
    }
    return render(request, "direction/rules.html", context)


@tournament_page(may_edit_tournament)
def settings(request: Request, tournament: Tournament) -> HttpResponse:
    """Name, day, rounds, games and minutes; the end of the tournament; the way to deleting it."""
    # The form writes into its own copy: what the service refuses must not show in the bar.
    form = SettingsForm(request.POST or None, instance=copy(tournament))
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        edit = partial(services.edit_tournament, request.actor, tournament, values)
        if accepted(form, edit, _FIELD_OF):
            messages.success(request, gettext("Settings saved."))
            return redirect("settings", tournament.slug)
    context = {
        "tournament": tournament,
        "form": form,
        "rules_name": RULE_SETS[tournament.rules],
        "may_delete": may_delete_tournament(request.actor, tournament),
        **_end(tournament),
    }
    return render(request, "direction/settings.html", context)


def _end(tournament: Tournament) -> dict[str, object]:
    """What the end of the tournament would mean, and what of it would need a reason."""
    if tournament.frozen_at:
        is_over = tournament.status == Tournament.Status.FINISHED
        return {"findings": () if is_over else contradictions(tournament)}
    now = timezone.now()
    try:
        outlook = freeze_outlook(tournament, now)
    except DamagedResult:
        return {}  # finishing will say so; until then settings can be changed
    until = outlook.open_until
    return {
        "outlook": outlook,
        "open_until": hall_time(until, now) if until else "",
        "findings": contradictions(tournament) if outlook.is_possible else (),
    }


@require_POST
@tournament_page(may_edit_tournament)
def tournament_finish(request: Request, tournament: Tournament) -> HttpResponse:
    """Declare the tournament finished, and its standings final."""
    reason = typed_reason(request.POST)
    attempt(request, lambda: services.finish_tournament(request.actor, tournament, reason=reason))
    return redirect("settings", tournament.slug)


@require_POST
@tournament_page(may_edit_tournament)
def tournament_resume(request: Request, tournament: Tournament) -> HttpResponse:
    """Take back that the tournament is finished."""
    reason = typed_reason(request.POST)
    attempt(request, lambda: services.resume_tournament(request.actor, tournament, reason))
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
