"""The check-in desk: walk-ins, and its script: act after act, each answered with its result.

Nobody waits for the answer, so the meaning of what was typed is decided here alone, and the answer
names the person.
"""

from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from tournament.check_in import reads as select
from tournament.check_in.reads import PRESENCE, find_walk_in, last_desk_act, walk_in_data
from tournament.check_in.writes import (
    check_in_player,
    check_in_with_fee,
    enter_walk_in,
    set_fee,
    undo_at_desk,
)
from tournament.errors import Refused
from tournament.forms.people import FEE, OFF, POOL, DeskActForm
from tournament.labels.draws import tables_for
from tournament.labels.people import list_words
from tournament.labels.refusals import refusal_sentence
from tournament.labels.standings import hall_time
from tournament.models import Entry, JournalEntry, Person, Round, Tournament
from tournament.money.reads import fees_of, open_fee, open_pools, pools_of
from tournament.money.writes import take_payment
from tournament.people.reads import players as select_players
from tournament.permissions import may_check_in_players, may_edit_players, may_move_players, may_now
from tournament.seating.reads.draws import changes_since_draw, players_to_draw
from tournament.seating.reads.seat_changes import first_not_begun
from tournament.shared.rules.typed import numbers_in, numbers_text
from tournament.views.access import Request, tournament_page
from tournament.views.answers import refusals_told
from tournament.views.new_people import (
    SOMEBODY_ELSE,
    answered_question,
    to_choose,
)

MALFORMED = 400
MOST_CHOICES = 12
FEWEST_SHOWN, MOST_SHOWN = 2, 6
"""Search while typing: minimum number of letters, maximum number of people."""
LONGEST_TYPED = 100
Answer = dict[str, object]


@require_POST
@tournament_page(may_check_in_players)
def players_desk(request: Request, tournament: Tournament) -> HttpResponse:
    """Do one act of the desk; text that matches nobody is answered, never lost."""
    form = DeskActForm(request.POST)
    if not form.is_valid():
        return JsonResponse({}, status=MALFORMED)
    try:
        answer = _do(request, tournament, form.cleaned_data)
    except Refused as refusal:
        answer = {"state": "refused", "text": refusal_sentence(refusal)}
    count = head_count(request, tournament)
    figures = render_to_string("direction/players_count.html", count, request)
    return JsonResponse({**answer, "figures": figures})


@tournament_page(may_check_in_players)
def players_found(request: Request, tournament: Tournament) -> HttpResponse:
    """Return who matches the text typed so far (`typed`); read-only."""
    typed = request.GET.get("typed", "")[:LONGEST_TYPED].strip()
    is_enough = typed.isdecimal() or len(typed) >= FEWEST_SHOWN
    found = select_players.find_players(tournament, typed) if is_enough else []
    playing = [entry for entry in found if entry.plays]
    return JsonResponse({"people": [_choice(entry) for entry in playing[:MOST_SHOWN]]})


def _do(request: Request, tournament: Tournament, act: dict[str, Any]) -> Answer:
    mark, undone = act["mark"], act["undo"]
    done = select.desk_act(tournament, mark)  # sent twice
    if done is None and undone:
        done = undo_at_desk(request.actor, tournament, undone, mark)
        if done is None:
            return {"state": "nothing", "text": gettext("Nothing to undo.")}
    if done:
        return _told(tournament, _entry(tournament, done.data["entry"]), done)
    if act["typed"]:
        entry = select_players.player_to_check_in(tournament, act["typed"])
        if entry is None:
            return _unclear(request, tournament, act["typed"])
    else:
        entry = _entry(tournament, act["entry"])
    is_on = act["on"] != OFF
    if act["what"].startswith(POOL):
        pools = {f"{POOL}{pool.pk}": pool for pool in pools_of(tournament)}
        if pool := pools.get(act["what"]):
            take_payment(request.actor, entry, None, pool=pool, mark=mark)
        return _told(tournament, entry, None, is_fee=True)
    if act["what"] == FEE:
        require_till(tournament, is_on)
        done = set_fee(request.actor, entry, is_on, mark)
    elif act["with_fee"] and is_on:
        done = check_in_with_fee(request.actor, entry, mark)
    else:
        done = check_in_player(request.actor, entry, is_on, mark)
    return _told(tournament, entry, done, is_fee=act["what"] == FEE)


def _entry(tournament: Tournament, pk: int) -> Entry:
    return get_object_or_404(select_players.player_list(tournament), pk=pk)


def _told(
    tournament: Tournament, entry: Entry, done: JournalEntry | None, *, is_fee: bool = False
) -> Answer:
    """Return what the act did and how the person stands now; `done` is None if nothing changed."""
    is_fee = is_fee or (done is not None and done.action in select.FEE)
    again = entry.checked_in and done is None and not is_fee
    context = {
        "tournament": tournament,
        "entry": entry,
        "again": again,
        "since": since_when(entry) if again else "",
        "taken_back": not entry.checked_in and not is_fee,
        "fee": open_fee(entry),
        "pools": open_pools(entry),
        "may_check_in": True,
    }
    return {
        "state": "done",
        "entry": entry.pk,
        "checked_in": entry.checked_in,
        "fee_paid": entry.fee_paid,
        "item": render_to_string("direction/players_desk_person.html", context),
    }


def _unclear(request: Request, tournament: Tournament, typed: str) -> Answer:
    """Answer that nobody is checked in: the text matches nobody, or somebody has to choose."""
    found = select_players.find_players(tournament, typed)
    playing = [entry for entry in found if entry.plays]
    if len(found) == 1 and not playing:
        (entry,) = found
        raise Refused("player_does_not_play", number=entry.number, name=entry.person.name)
    shown, words = len(playing), {"typed": typed}
    if not shown:
        text = gettext("“%(typed)s” means nobody.") % words
    elif shown == 1 and select_players.is_written_otherwise(playing[0], typed):
        text = gettext("Nobody is written “%(typed)s”. Is this who is meant?") % words
    elif shown == 1:
        text = gettext("“%(typed)s” is short: three letters check in at once.") % words
    else:
        text = ngettext(
            "“%(typed)s” means %(shown)s player.", "“%(typed)s” means %(shown)s players.", shown
        ) % {"typed": typed, "shown": shown}
    if shown > MOST_CHOICES:
        text += " " + gettext("The first %(most)s are shown.") % {"most": MOST_CHOICES}
    answer: Answer = {"state": "unclear", "text": text}
    if playing:
        answer["people"] = [_choice(entry) for entry in playing[:MOST_CHOICES]]
    elif may_now(may_edit_players, request.actor, tournament):
        context = {
            "tournament": tournament,
            "typed": typed,
            "offer": offer(request, tournament, typed),
        }
        answer["new"] = render_to_string("direction/players_walk_in.html", context, request)
    return answer


def _choice(entry: Entry) -> dict[str, object]:
    """Return one of several candidates, as on a button."""
    text = f"{entry.number} · {entry.person.list_name}"
    if entry.club:
        text += f" ({entry.club.short})"
    if entry.checked_in:
        text += " · " + gettext("there")
    return {"entry": entry.pk, "text": text}


def offer(request: Request, tournament: Tournament, typed: str) -> dict[str, Any]:
    """Return what the desk offers for the typed text, for the template."""
    found = find_walk_in(request.actor, tournament, typed)
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
    offered = {str(known.pk) for known in find_walk_in(request.actor, tournament, typed).known}
    return get_object_or_404(Person, pk=who, deleted_at=None) if who in offered else None


def head_count(request: Request, tournament: Tournament) -> dict[str, Any]:
    """Return how many are entered, there and paid, and the tables and seats this gives."""
    counts, repairs = select_players.registration(tournament), None
    if counts.is_drawn and may_now(may_move_players, request.actor, tournament):
        # From which round on seats and players no longer match.
        first = first_not_begun(tournament)
        round = Round.objects.filter(tournament=tournament, number=first or 0).first()
        if round and changes_since_draw(round, players_to_draw(tournament)):
            repairs = first
    return {
        "counts": counts,
        "tables": (
            tables_for(counts.to_be_drawn, tournament.has_larger_tables)
            if counts.to_be_drawn
            else ""
        ),
        "repairs": repairs,
    }


def since_when(entry: Entry) -> str:
    """Return since when somebody is there, according to the journal; "" if it does not say."""
    act = last_desk_act(entry, PRESENCE)
    return hall_time(act.at, timezone.now()) if act else ""


def require_till(tournament: Tournament, is_on: bool) -> None:
    """Refuse taking a fee back with one tap: that is done in the till, with a reason."""
    if not is_on and fees_of(tournament):
        raise Refused("fee_back_in_till")
