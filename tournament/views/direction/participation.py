"""Whether a player takes part: what a change means, and doing it with a reason."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from tournament.draw.table_sizes import cannot_seat
from tournament.forms.players import PlayerStatusForm
from tournament.labels.seat_changes import tables_for, way_out_sentence
from tournament.models import Entry, Tournament
from tournament.people.reads.players import player_list, seats_ahead
from tournament.people.writes.players import set_player_status
from tournament.permissions import may_edit_players
from tournament.seating.reads.draws import players_to_draw
from tournament.seating.reads.seat_changes import first_not_begun
from tournament.views.access import Request, tournament_page
from tournament.views.acts import form_page, refusals_in
from tournament.views.direction.reprint import print_results_again


@tournament_page(may_edit_players)
def player_status(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Let a player take part, play unranked, withdraw, or disqualify them."""
    entry = get_object_or_404(player_list(tournament), pk=pk)
    form = PlayerStatusForm(request.POST or None, initial={"status": entry.status})
    if request.method == "POST" and form.is_valid():
        status, reason = Entry.Status(form.cleaned_data["status"]), form.cleaned_data["reason"]
        with refusals_in(form):
            set_player_status(request.actor, entry, status, reason)
            messages.success(request, f"{entry.person.name}: {status.label}")
            print_results_again(request, tournament)
            return _respond_after_change(tournament, entry)
    context = {
        "entry": entry,
        "form": form,
        "seats": seats_ahead(entry),
        **_players_without(tournament, entry),
    }
    return form_page(request, "direction/player_status.html", context)


def _respond_after_change(tournament: Tournament, entry: Entry) -> HttpResponse:
    """Redirect to the list, or to adjusting the seats if the player leaves some in later rounds."""
    first = first_not_begun(tournament)
    if first and not entry.plays and entry.seats.filter(round__number__gte=first).exists():
        return redirect("seats-repair", tournament.slug, first)
    return redirect(f"{reverse('players', args=[tournament.slug])}#player-{entry.pk}")


def _players_without(tournament: Tournament, entry: Entry) -> dict[str, object]:
    """Return how the tables work out with and without this player, once anything is drawn."""
    drawn = players_to_draw(tournament).drawn
    if entry not in drawn or not tournament.rounds.exists():
        return {}
    players = len(drawn) - 1
    larger = tournament.has_larger_tables
    why_not = cannot_seat(players, larger)
    return {
        "now": {"players": len(drawn), "tables": tables_for(len(drawn), larger)},
        "without": {"players": players, "tables": tables_for(players, larger)},
        "way_out": way_out_sentence(why_not) if why_not else "",
    }
