"""Numbers of seats drawn one by one at the registration desk: opening it, and giving it up."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.check_in.reads import open_desk
from tournament.forms.rounds import DeskDrawForm, ReasonForm
from tournament.labels.draws import in_groups, to_note
from tournament.models import Tournament
from tournament.permissions import may_draw_round
from tournament.seating.reads.draws import players_to_draw
from tournament.seating.reads.proofs import last_list, open_commitment
from tournament.seating.writes.desk import give_up_desk, open_desk_draw
from tournament.seating.writes.lots import Lots, close_list, this_program
from tournament.views.access import Request, tournament_page
from tournament.views.answers import done, form_page, refusals_in, show_refusals
from tournament.views.direction.draws import draw_page


@tournament_page(may_draw_round)
def desk_draw(request: Request, tournament: Tournament) -> HttpResponse:
    """Say what drawing at the desk means; seal the number of people, then open the desk."""
    if open_desk(tournament):
        return redirect("draw", tournament.slug)
    commitment = open_commitment(tournament, 1, this_program())
    closed = last_list(commitment) if commitment else None
    sealed = closed.step.get("expected") if closed else None
    people = sealed or len(players_to_draw(tournament).drawn) or None
    form = DeskDrawForm(request.POST or None, initial={"people": people})
    if request.method == "POST" and form.is_valid():
        people, number = form.cleaned_data["people"], form.cleaned_data["number"]
        with refusals_in(form, {"number_invalid": "number"}, "people"):
            if "seal" in request.POST:
                step = close_list(request.actor, tournament, 1, people)
                words = {"seal": to_note(step.step["seal"])}
                said = gettext("The number of people is sealed. Everybody notes: %(seal)s") % words
                return done(request, said, "draw-desk", tournament.slug)
            open_desk_draw(request.actor, tournament, people, Lots(number=number))
            said = gettext("From now on everybody who is checked in draws a number.")
            return done(request, said, "draw", tournament.slug)
    context = {
        "form": form,
        "is_possible": not tournament.rounds.exists(),
        "commitment": commitment,
        "groups": in_groups(commitment.value) if commitment else [],
        "sealed": sealed,
        "seal": to_note(closed.step["seal"]) if closed and sealed else "",
    }
    return form_page(request, "direction/draw_desk.html", context)


@require_POST
@tournament_page(may_draw_round)
def desk_give_up(request: Request, tournament: Tournament) -> HttpResponse:
    """Take all numbers back, with a reason."""
    form = ReasonForm(request.POST)
    if form.is_valid():
        with show_refusals(request):
            give_up_desk(request.actor, tournament, form.cleaned_data["reason"])
            said = gettext("All numbers are taken back. Round 1 is drawn as ever.")
            return done(request, said, "draw", tournament.slug)
    return draw_page(request, tournament, give_up=form)
