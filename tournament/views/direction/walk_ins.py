"""Walk-ins at the desk: offered as known or new person, and entered with one press."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from tournament.check_in.reads import walk_in, walk_in_data
from tournament.check_in.writes import enter_walk_in
from tournament.labels.people import list_words
from tournament.models import Person, Tournament
from tournament.permissions import may_edit_players
from tournament.shared.rules.typed import numbers_in, numbers_text
from tournament.views.access import Request, tournament_page
from tournament.views.acts import refusals_told
from tournament.views.direction.known import (
    SOMEBODY_ELSE,
    answered_question,
    to_choose,
)


def offer(request: Request, tournament: Tournament, typed: str) -> dict[str, Any]:
    """Return what the desk offers for the typed text, for the template."""
    found = walk_in(request.actor, tournament, typed)
    return {
        "known": to_choose(found.known),
        "entered": [words for _pk, words in to_choose(found.entered)],
        "namesakes": numbers_text(known.number for known in found.entered),
        "words": list_words(found.player),
    }


@require_POST
@tournament_page(may_edit_players)
def player_walk_in(request: Request, tournament: Tournament) -> HttpResponse:
    """Enter the typed walk-in, as a known `person` or as somebody new, and check them in.

    `namesakes` are the entered players of that name the user was told about when asked.
    """
    typed, who = request.POST.get("typed", ""), request.POST.get("person", "")
    player, address = walk_in_data(typed), reverse("players", args=[tournament.slug])
    answered = answered_question(request)
    with refusals_told(request):
        entry = enter_walk_in(
            request.actor,
            tournament,
            player,
            _chosen(request, tournament, typed, who),
            besides=numbers_in(request.POST.get("namesakes", "")),
            is_unknown=who == SOMEBODY_ELSE,
        )
        query = {"desk": "now", "last": str(entry.pk), **answered}
        return redirect(f"{address}?{urlencode(query)}")
    return redirect(f"{address}?{urlencode({'q': typed, **answered})}")


def _chosen(request: Request, tournament: Tournament, typed: str, who: str) -> Person | None:
    """Return the person that was pressed, if among those offered."""
    if who in ("", SOMEBODY_ELSE):
        return None
    offered = {str(known.pk) for known in walk_in(request.actor, tournament, typed).known}
    return get_object_or_404(Person, pk=who, deleted_at=None) if who in offered else None
