"""Drawing, publishing and drawing again, each with a page that says first what will happen."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from tournament.errors import Refused
from tournament.forms.rounds import DrawForm, RedrawForm
from tournament.labels.refusals import refusal_sentence
from tournament.labels.rounds import quality_sentence
from tournament.labels.table_sizes import cannot_seat_sentence, table_sizes_sentence
from tournament.models import Round, RoundState, Tournament
from tournament.permissions import may_draw_round, may_redraw_round
from tournament.selectors.draws import (
    Field,
    changes_since_draw,
    drawing_field,
    draws_of,
    redraw_outlook,
)
from tournament.selectors.rounds import rounds_of
from tournament.services.draws import draw_next_round
from tournament.services.lots import Lots
from tournament.services.redraws import redraw_rounds
from tournament.views.access import Request, tournament_page
from tournament.views.direction.acts import attempt

REFUSED = 422


@tournament_page(may_draw_round)
def draw(request: Request, tournament: Tournament) -> HttpResponse:
    """What the next draw or publication means, and doing it."""
    form = DrawForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        published = attempt(
            request,
            lambda: draw_next_round(request.actor, tournament, form.seed_or_none),
        )
        if published is not None:
            words = {"number": published.number}
            messages.success(request, gettext("Round %(number)s is published.") % words)
            return redirect("round-seats", tournament.slug, published.number)
        form = DrawForm()
    rounds = rounds_of(tournament)
    upcoming = next((round for round in rounds if not round.published_at), None)
    number = upcoming.number if upcoming else len(rounds) + 1
    context = {
        "tournament": tournament,
        "form": form,
        "number": number,
        "is_possible": number <= tournament.rounds_planned,
        "still_open": [round for round in rounds if _is_open(round)],
        "past_draws": [(draw, quality_sentence(draw.quality)) for draw in draws_of(tournament)],
        **(_publication(tournament, upcoming) if upcoming else _first_draw(tournament)),
    }
    return render(request, "direction/draw.html", context)


@tournament_page(may_redraw_round)
def redraw(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """What drawing again means and what is lost, and doing it with a reason."""
    outlook = redraw_outlook(tournament)
    if outlook is None or outlook.first.number != number:
        messages.error(request, refusal_sentence(Refused("nothing_to_redraw")))
        return redirect("draw", tournament.slug)
    form = RedrawForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        redrawn = attempt(
            request,
            lambda: redraw_rounds(
                request.actor, tournament, form.cleaned_data["reason"], Lots(seed=form.seed_or_none)
            ),
        )
        if redrawn is not None:
            messages.success(request, gettext("The seats are drawn again."))
            return redirect("round-seats", tournament.slug, number)
    context = {
        "tournament": tournament,
        "form": form,
        "outlook": outlook,
        **_in_words(drawing_field(tournament)),
    }
    status = REFUSED if request.method == "POST" else 200
    return render(request, "direction/redraw.html", context, status=status)


def _is_open(round: Round) -> bool:
    """Whether the round is published and goes on."""
    return round.state in (RoundState.PUBLISHED, RoundState.RUNNING)


def _first_draw(tournament: Tournament) -> dict[str, object]:
    return {"draws_now": True, **_in_words(drawing_field(tournament))}


def _publication(tournament: Tournament, upcoming: Round) -> dict[str, object]:
    changes = changes_since_draw(upcoming, drawing_field(tournament))
    return {"draws_now": False, "changes": changes, "may_redraw": _redraws(tournament, upcoming)}


def _redraws(tournament: Tournament, upcoming: Round) -> bool:
    """Whether a redraw would begin with this round."""
    outlook = redraw_outlook(tournament)
    return outlook is not None and outlook.first == upcoming


def _in_words(field: Field) -> dict[str, object]:
    return {
        "field": field,
        "sizes": table_sizes_sentence(field.sizes) if field.sizes else "",
        "cannot_seat": cannot_seat_sentence(field.cannot_seat) if field.cannot_seat else "",
    }
