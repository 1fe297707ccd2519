"""The endpoint of the check-in desk's script: act after act, each answered with its result.

Nobody waits for the answer, so the meaning of what was typed is decided here alone, and the answer
names the person.
"""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from tournament.check_in import reads as select
from tournament.check_in.writes import check_in_player, check_in_with_fee, set_fee, undo_at_desk
from tournament.errors import Refused
from tournament.forms.check_in import FEE, OFF, POOL, DeskActForm
from tournament.labels.refusals import refusal_sentence
from tournament.models import Entry, JournalEntry, Tournament
from tournament.money.reads import open_fee, open_pools, pools_of
from tournament.money.writes import take_payment
from tournament.people.reads import players as select_players
from tournament.permissions import may_check_in_players, may_edit_players, may_now
from tournament.views.access import Request, tournament_page
from tournament.views.direction.players import head_count, require_till, since_when
from tournament.views.direction.walk_ins import offer

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
        answer = _done(request, tournament, form.cleaned_data)
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


def _done(request: Request, tournament: Tournament, act: dict[str, Any]) -> Answer:
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
        return _pool_paid(request, tournament, entry, act)
    if act["what"] == FEE:
        require_till(tournament, is_on)
        done = set_fee(request.actor, entry, is_on, mark)
    elif act["with_fee"] and is_on:
        done = check_in_with_fee(request.actor, entry, mark)
    else:
        done = check_in_player(request.actor, entry, is_on, mark)
    return _told(tournament, entry, done, is_fee=act["what"] == FEE)


def _pool_paid(
    request: Request, tournament: Tournament, entry: Entry, act: dict[str, Any]
) -> Answer:
    """Book a cash payment of a side pool."""
    pks = {f"{POOL}{pool.pk}": pool for pool in pools_of(tournament)}
    if pool := pks.get(act["what"]):
        take_payment(request.actor, entry, None, pool=pool, mark=act["mark"])
    return _told(tournament, entry, None, is_fee=True)


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
    answer: Answer = {"state": "unclear", "text": _why_unclear(typed, playing)}
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


def _why_unclear(typed: str, playing: Sequence[Entry]) -> str:
    shown = len(playing)
    if not shown:
        return gettext("“%(typed)s” means nobody.") % {"typed": typed}
    if shown == 1 and select_players.is_written_otherwise(playing[0], typed):
        return gettext("Nobody is written “%(typed)s”. Is this who is meant?") % {"typed": typed}
    if shown == 1:
        return gettext("“%(typed)s” is short: three letters check in at once.") % {"typed": typed}
    sentence = ngettext(
        "“%(typed)s” means %(shown)s player.", "“%(typed)s” means %(shown)s players.", shown
    ) % {"typed": typed, "shown": shown}
    if shown <= MOST_CHOICES:
        return sentence
    return f"{sentence} " + gettext("The first %(most)s are shown.") % {"most": MOST_CHOICES}


def _choice(entry: Entry) -> dict[str, object]:
    """Return one of several candidates, as on a button."""
    text = f"{entry.number} · {entry.person.list_name}"
    if entry.club:
        text += f" ({entry.club.short})"
    if entry.checked_in:
        text += " · " + gettext("there")
    return {"entry": entry.pk, "text": text}
