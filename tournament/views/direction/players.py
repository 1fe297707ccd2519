"""The players: their list, entering and editing one, and the check-in desk.

The desk's script sends act after act, and nobody waits for the answer: so the meaning of what was
typed is decided here alone, and the answer names the person.
"""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from tournament.check_in import reads, writes
from tournament.draw.table_sizes import cannot_seat
from tournament.errors import Refused
from tournament.forms import people as forms
from tournament.journal.reads import SHEETS
from tournament.labels.draws import tables_for, way_out_sentence
from tournament.labels.people import list_words
from tournament.labels.refusals import refusal_sentence
from tournament.labels.standings import hall_time
from tournament.lists.people import DeskCells, players_list, players_on_page
from tournament.models import Entry, JournalEntry, Person, Tournament
from tournament.money.reads import account_of, fees_of, open_fee, open_fees, pools_of
from tournament.money.writes import take_payment
from tournament.people.reads import players as select
from tournament.people.reads.people import may_reach
from tournament.people.rules.people import KnownPerson
from tournament.people.writes import players as services
from tournament.permissions import (
    may_check_in_players,
    may_edit_players,
    may_import_players,
    may_move_players,
    may_now,
    may_see_tournament,
)
from tournament.rounds.reads.rounds import rounds_of
from tournament.seating.reads.draws import changes_since_draw, players_to_draw
from tournament.seating.reads.seat_changes import first_not_begun
from tournament.shared.rules.fields import Of, fields_of
from tournament.shared.rules.names import split_name
from tournament.shared.rules.typed import LONGEST_LINE, key_in, numbers_in, numbers_text
from tournament.tables import ListTable
from tournament.views import new_people
from tournament.views.access import Request, search_text, tournament_page
from tournament.views.answers import (
    button,
    done,
    form_page,
    list_page,
    refusals_in,
    show_refusals,
)
from tournament.views.direction import papers
from tournament.views.kept_pages import kept_page

MALFORMED = 400
MOST_CHOICES = 12
FEWEST_SHOWN, MOST_SHOWN = 2, 6
"""Search while typing: minimum number of letters, maximum number of people."""
Answer = dict[str, object]
SHOWN_ON_PAPER = frozenset(field.name for field in fields_of(Of.NAME, Of.CLUB))
# The field a refusal is about.
_FIELD_OF = {
    "club_named_otherwise": "club_name",
    "name_entered": "last_name",
    "name_missing": "last_name",
    "number_is_drawn": "number",
    "number_out_of_range": "number",
    "number_taken": "number",
    "person_is_deleted": "last_name",
}


def _next_round(tournament: Tournament, *_now: object) -> int | None:
    """Return what the page shows of sheets: to which round players without a seat may be added."""
    return first_not_begun(tournament)


@tournament_page(may_see_tournament)
@kept_page(but_for=SHEETS, aside=_next_round)
def players(request: Request, tournament: Tournament) -> HttpResponse:
    """List players: all, those matching a few letters (`q`), those missing or owing (`show`)."""
    typed = search_text(request)
    show = request.GET.get("show", "")
    found = select.find_players(tournament, typed) if typed else None
    entries = select.players_shown(tournament, show) if found is None else found
    rows = select.listed_players(entries)
    may_import = may_now(may_import_players, request.actor, tournament)
    count = _head_count(request, tournament)
    counts = count["counts"]
    cells = DeskCells(tournament.slug, open_fees(tournament, entries), count["may_check_in"])
    ticks = {  # where there are fewer than pills, a tick is what one looks for
        "few-there": counts.checked_in < counts.missing,
        "few-paid": counts.fee_paid < counts.unpaid,
    }
    table = ListTable(
        players_on_page(tournament, rows, cells, uses_presence=counts.uses_presence),
        gettext("Players"),
        look=" ".join(["players", *(mark for mark, is_rare in ticks.items() if is_rare)]),
        attributes=lambda row: {"id": f"player-{row.pk}", "data-entry": row.pk},
        file=lambda: players_list(entries),
        order_by="name",
    )
    context = {
        "table": table,
        "shown": len(rows),
        "typed": typed,
        "offer": count["may_edit"] and typed and not rows and _offer(request, tournament, typed),
        **count,
        "show": show,
        **_last_at_desk(request, tournament),
        "most_at_desk": reads.SHOWN_AT_DESK,
        "has_desk": may_check_in_players(request.actor, tournament),
        "fees_are_open": cells.owed is not None and counts.unpaid,
        "may_import": may_import,
        "may_undo_import": may_import
        and any(not x.held_by for x in select.entered_lists(tournament)),
    }
    return list_page(request, "direction/players.html", context)


@button(tournament_page(may_check_in_players), "players")
def players_check_in(request: Request, tournament: Tournament) -> HttpResponse:
    """Check in the one player matching a few letters or a number; several are offered to choose."""
    typed = request.POST.get("typed", "").strip()
    entry = select.player_to_check_in(tournament, typed)
    if entry is None:
        return _to_list(tournament, q=typed)
    is_new = writes.check_in_player(request.actor, entry, present=True)
    return _to_list(tournament, desk="now" if is_new else "again", last=str(entry.pk))


@require_POST
@tournament_page(may_check_in_players)
def player_check_in(
    request: Request, tournament: Tournament, pk: int, *, is_fee: bool = False
) -> HttpResponse:
    """Note that one player is there, or has paid the fee (`on` = 1), or that not.

    Redirects to the list, filtered and sorted as before, at the player's row.
    """
    entry, is_on = _entry(tournament, pk), request.POST.get("on") == "1"
    with show_refusals(request):
        if is_fee:
            _set_fee(request, entry, is_on)
        else:
            writes.check_in_player(request.actor, entry, is_on)
    address = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(address, allowed_hosts={request.get_host()}):
        address = reverse("players", args=[tournament.slug])
    return redirect(f"{address.split('#')[0]}#player-{entry.pk}")


@tournament_page(may_edit_players)
def player_new(request: Request, tournament: Tournament) -> HttpResponse:
    """Enter a player; `name` is prefilled with what was typed at the desk."""
    asks = {
        "asks_presence": select.registration(tournament).uses_presence,
        "asks_year": bool(tournament.age_categories),
    }
    asked: tuple[KnownPerson, ...] = ()
    if request.method == "POST":
        form = forms.NewPlayerForm(request.POST, **asks)
        who = request.POST.get("who", "")
        if form.is_valid() and who != new_people.SOMEBODY_ELSE:
            asked = new_people.asked_about(tournament, form.player())
        person = new_people.chosen(asked, who)
        if asked and person is None:
            form.add_error(None, gettext("Somebody of a similar name is known already."))
        elif form.is_valid() and (entry := _add_player(request, tournament, form, person)):
            words = {"entry": entry.person.name, "number": entry.number}
            messages.success(request, gettext("%(entry)s entered with number %(number)s.") % words)
            return _to_list(tournament, last=str(entry.pk), **new_people.answered_question(request))
    else:
        name, who = split_name(request.GET.get("name", "")), ""
        initial = {
            "last_name": name.last_name,
            "first_name": name.first_name,
            "checked_in": bool(name.last_name),
        }
        form = forms.NewPlayerForm(initial=initial, **asks)
    if fees_of(tournament):
        form.leave_fee_to_the_till()
    context = {
        "form": form,
        "asked": new_people.to_choose(asked),
        "is_unknown": who == new_people.SOMEBODY_ELSE,
        "clubs": select.clubs_of(tournament),
    }
    return form_page(request, "direction/player_new.html", context)


@tournament_page(may_edit_players)
def player_edit(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Edit a player; participation below, and removal while never seated."""
    entry = _entry(tournament, pk)
    person = entry.person.same_as or entry.person
    was_drawn, has_fees = select.was_drawn(entry), bool(fees_of(tournament))
    player = select.player_data(entry)
    form = forms.KnownPlayerForm(request.POST or None, entry, player, person, was_drawn=was_drawn)
    if not (person.deleted_at or may_reach(request.actor, person)):
        form.hide_contact(person)
    elif not tournament.age_categories:
        form.leave_year_out()
    if has_fees:
        form.leave_fee_to_the_till()
    if request.method == "POST" and form.is_valid():
        player, number = form.player(), form.cleaned_data["number"]
        with refusals_in(form, _FIELD_OF), transaction.atomic():
            new_people.hold_where_details_change(person, form.details())
            services.edit_player(request.actor, entry, player, number)
            if not person.deleted_at:
                new_people.keep_details(request, person, form)
            if was_drawn and not SHOWN_ON_PAPER.isdisjoint(form.changed_data):
                # A round without a clock is never started, but closed.
                ahead = entry.seats.filter(round__started_at=None, round__closed_at=None)
                if ahead.exists():
                    on_paper = ahead.filter(round__published_at__isnull=False)
                    seats = on_paper.values_list("round__number", "table__number")
                    papers.print_again(request, tournament, ((at, [table]) for at, table in seats))
                    papers.print_again_for_all_rounds(request, tournament, {number}, {number})
                played = entry.seats.values_list("round__number", flat=True)
                papers.print_results_again(request, tournament, played)
                return _to_list(tournament)  # where the message is in sight
            return _to_list(tournament, entry)
    context = {
        "entry": entry,
        # The stored name, whatever was typed.
        "name": _entry(tournament, pk).person.name,
        "form": form,
        "person": person,
        "was_drawn": was_drawn,
        "clubs": select.clubs_of(tournament),
        "has_fees": has_fees,
    }
    return form_page(request, "direction/player_edit.html", context)


@require_POST
@tournament_page(may_edit_players)
def player_remove(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Remove a player from the list for good."""
    entry = _entry(tournament, pk)
    sentence = gettext("%(name)s is off the list.") % {"name": entry.person.name}
    with show_refusals(request):
        services.remove_player(request.actor, entry)
        return done(request, sentence, "players", tournament.slug)
    return redirect("player-edit", tournament.slug, pk)


def _entry(tournament: Tournament, pk: int) -> Entry:
    return get_object_or_404(select.player_list(tournament), pk=pk)


def _last_at_desk(request: Request, tournament: Tournament) -> dict[str, Any]:
    """Return the player just checked in at the desk, and since when if they were there already."""
    last = key_in(request.GET.get("last", ""))
    if last is None:
        return {}
    entry = select.player_list(tournament).filter(pk=last).first()
    again = entry is not None and entry.checked_in and request.GET.get("desk") == "again"
    # Whom the same account checked in before that one, latest first.
    numbers = [pk for pk in reads.last_at_desk(tournament, request.user) if pk != last]
    others = select.player_list(tournament).in_bulk(numbers[: reads.SHOWN_AT_DESK - 1])
    desk = reads.open_desk(tournament)
    return {
        "last": entry,
        "desk_is_open": desk is not None,
        "drawn": reads.seat_drawn(entry, desk) if entry else None,
        "before": [others[pk] for pk in numbers if pk in others],
        "again": again,
        "since": _since_when(entry) if entry and again else "",
        "fee": open_fee(entry) if entry else 0,
    }


def _add_player(
    request: Request, tournament: Tournament, form: forms.NewPlayerForm, person: Person | None
) -> Entry | None:
    """Add the player; None when refused, with the reason in the form."""
    is_unknown = request.POST.get("who") == new_people.SOMEBODY_ELSE
    with refusals_in(form, _FIELD_OF), transaction.atomic():
        if person is None and not is_unknown:
            person = new_people.recognised(tournament, form.player())
        if person is not None:
            details = new_people.new_details(person, form)
            new_people.hold_where_details_change(person, details, tournament)
        try:
            entry = services.add_player(
                request.actor,
                tournament,
                form.player(),
                form.cleaned_data["number"],
                besides=form.others,
                person=person,
                is_unknown=is_unknown,
            )
        except Refused as refusal:
            if refusal.code == "name_entered":
                form.ask_for_another_person(int(str(refusal.params["number"])))
            raise
        writes.check_in_player(request.actor, entry, form.cleaned_data.get("checked_in", False))
        new_people.keep_new_details(request, entry.person, form)
        return entry
    return None


def _to_list(tournament: Tournament, anchor: Entry | None = None, /, **query: str) -> HttpResponse:
    address = reverse("players", args=[tournament.slug])
    if query:
        address += f"?{urlencode(query)}"
    return redirect(f"{address}#player-{anchor.pk}" if anchor else address)


@tournament_page(may_edit_players)
def player_status(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Let a player take part, play unranked, withdraw, or disqualify them."""
    entry = _entry(tournament, pk)
    form = forms.PlayerStatusForm(request.POST or None, initial={"status": entry.status})
    if request.method == "POST" and form.is_valid():
        status, reason = Entry.Status(form.cleaned_data["status"]), form.cleaned_data["reason"]
        with refusals_in(form):
            services.set_player_status(request.actor, entry, status, reason)
            messages.success(request, f"{entry.person.name}: {status.label}")
            papers.print_results_again(request, tournament)
            first = first_not_begun(tournament)
            ahead = entry.seats.filter(round__number__gte=first or 0)
            if first and not entry.plays and ahead.exists():
                return redirect("seats-repair", tournament.slug, first)
            return _to_list(tournament, entry)
    ahead = entry.seats.filter(round__closed_at__isnull=True).order_by("round__number")
    seats = list(ahead.select_related("table", "round"))
    rounds = {round.pk: round for round in rounds_of(tournament)}
    for seat in seats:
        seat.round = rounds[seat.round_id]  # which knows how it stands
    context = {"entry": entry, "form": form, "seats": seats}
    drawn = players_to_draw(tournament).drawn
    if entry in drawn and tournament.rounds.exists():  # the tables with and without this player
        players, larger = len(drawn) - 1, tournament.has_larger_tables
        why_not = cannot_seat(players, larger)
        context |= {
            "now": {"players": len(drawn), "tables": tables_for(len(drawn), larger)},
            "without": {"players": players, "tables": tables_for(players, larger)},
            "way_out": way_out_sentence(why_not) if why_not else "",
        }
    return form_page(request, "direction/player_status.html", context)


@require_POST
@tournament_page(may_check_in_players)
def players_desk(request: Request, tournament: Tournament) -> HttpResponse:
    """Do one act of the desk; text that matches nobody is answered, never lost."""
    form = forms.DeskActForm(request.POST)
    if not form.is_valid():
        return JsonResponse({}, status=MALFORMED)
    try:
        answer = _do(request, tournament, form.cleaned_data)
    except Refused as refusal:
        answer = {"state": "refused", "text": refusal_sentence(refusal)}
    count = {**_head_count(request, tournament), "tournament": tournament}
    figures = render_to_string("direction/players_count.html", count, request)
    return JsonResponse({**answer, "figures": figures})


@tournament_page(may_check_in_players)
def players_found(request: Request, tournament: Tournament) -> HttpResponse:
    """Return who matches the text typed so far (`typed`); read-only."""
    typed = request.GET.get("typed", "")[:LONGEST_LINE].strip()
    is_enough = typed.isdecimal() or len(typed) >= FEWEST_SHOWN
    found = select.find_players(tournament, typed) if is_enough else []
    playing = [entry for entry in found if entry.plays]
    return JsonResponse({"people": [_choice(entry) for entry in playing[:MOST_SHOWN]]})


def _do(request: Request, tournament: Tournament, act: dict[str, Any]) -> Answer:
    mark, undone = act["mark"], act["undo"]
    noted = reads.desk_act(tournament, mark)  # sent twice
    if noted is None and undone:
        noted = writes.undo_at_desk(request.actor, tournament, undone, mark)
        if noted is None:
            return {"state": "nothing", "text": gettext("Nothing to undo.")}
    if noted:
        return _answer(tournament, _entry(tournament, noted.data["entry"]), noted)
    if act["typed"]:
        entry = select.player_to_check_in(tournament, act["typed"])
        if entry is None:
            return _unclear(request, tournament, act["typed"])
    else:
        entry = _entry(tournament, act["entry"])
    is_on = act["on"] != forms.OFF
    if act["what"].startswith(forms.POOL):
        pools = {f"{forms.POOL}{pool.pk}": pool for pool in pools_of(tournament)}
        if pool := pools.get(act["what"]):
            take_payment(request.actor, entry, None, pool=pool, submission_id=mark)
        return _answer(tournament, entry, None, is_fee=True)
    if act["what"] == forms.FEE:
        noted = _set_fee(request, entry, is_on, mark)
    elif act["with_fee"] and is_on:
        noted = writes.check_in_with_fee(request.actor, entry, mark)
    else:
        noted = writes.check_in_player(request.actor, entry, is_on, mark)
    return _answer(tournament, entry, noted, is_fee=act["what"] == forms.FEE)


def _answer(
    tournament: Tournament, entry: Entry, noted: JournalEntry | None, *, is_fee: bool = False
) -> Answer:
    """Return what the act did and how the person stands now; `noted` is None if nothing changed."""
    is_fee = is_fee or (noted is not None and noted.action in reads.FEE)
    again = entry.checked_in and noted is None and not is_fee
    found = select.player_list(tournament).filter(pk=entry.pk)
    owed = open_fees(tournament, found)
    (row,) = select.listed_players(found)
    desk = reads.open_desk(tournament)
    pools = pools_of(tournament)
    paid = account_of(entry).pools if pools else {}
    context = {
        "tournament": tournament,
        "entry": entry,
        "desk_is_open": desk is not None,
        "drawn": reads.seat_drawn(entry, desk),
        "again": again,
        "since": _since_when(entry) if again else "",
        "taken_back": not entry.checked_in and not is_fee,
        "fee": (owed or {}).get(entry.pk, 0),
        "pools": [pool for pool in pools if not paid.get(pool.pk)],
        "may_check_in": True,
    }
    cells = DeskCells(tournament.slug, owed, may_check_in=True)
    return {
        "state": "done",
        "entry": entry.pk,
        "cells": {"there": cells.there(row), "paid": cells.paid(row)},  # by their class
        "item": render_to_string("direction/players_desk_person.html", context),
    }


def _unclear(request: Request, tournament: Tournament, typed: str) -> Answer:
    """Answer that nobody is checked in: the text matches nobody, or somebody has to choose."""
    found = select.find_players(tournament, typed)
    playing = [entry for entry in found if entry.plays]
    if len(found) == 1 and not playing:
        (entry,) = found
        raise Refused("player_does_not_play", number=entry.number, name=entry.person.name)
    shown = len(playing)
    if not shown:
        text = gettext("“%(typed)s” means nobody.")
    elif shown == 1 and select.is_written_otherwise(playing[0], typed):
        text = gettext("Nobody is written “%(typed)s”. Is this who is meant?")
    elif shown == 1:
        text = gettext("“%(typed)s” is short: three letters check in at once.")
    else:
        text = ngettext(
            "“%(typed)s” means %(shown)s player.", "“%(typed)s” means %(shown)s players.", shown
        )
    text %= {"typed": typed, "shown": shown}
    if shown > MOST_CHOICES:
        text += " " + gettext("The first %(most)s are shown.") % {"most": MOST_CHOICES}
    answer: Answer = {"state": "unclear", "text": text}
    if playing:
        answer["people"] = [_choice(entry) for entry in playing[:MOST_CHOICES]]
    elif may_now(may_edit_players, request.actor, tournament):
        context = {
            "tournament": tournament,
            "typed": typed,
            "offer": _offer(request, tournament, typed),
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


def _offer(request: Request, tournament: Tournament, typed: str) -> dict[str, Any]:
    """Return what the desk offers for the typed text, for the template."""
    found = reads.find_walk_in(request.actor, tournament, typed)
    return {
        "known": new_people.to_choose(found.known),
        "entered": [words for _pk, words in new_people.to_choose(found.entered)],
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
    player, answered = reads.walk_in_data(typed), new_people.answered_question(request)
    with show_refusals(request):
        entry = writes.enter_walk_in(
            request.actor,
            tournament,
            player,
            new_people.chosen(reads.find_walk_in(request.actor, tournament, typed).known, who),
            besides=numbers_in(request.POST.get("namesakes", "")),
            is_unknown=who == new_people.SOMEBODY_ELSE,
        )
        return _to_list(tournament, desk="now", last=str(entry.pk), **answered)
    return _to_list(tournament, q=typed, **answered)


def _head_count(request: Request, tournament: Tournament) -> dict[str, Any]:
    """Return how many are entered, there and paid, and the tables and seats this gives."""
    counts, repairs, tables = select.registration(tournament), None, ""
    if counts.to_be_drawn:
        tables = tables_for(counts.to_be_drawn, tournament.has_larger_tables)
    if counts.is_drawn and may_now(may_move_players, request.actor, tournament):
        # From which round on seats and players no longer match.
        first = first_not_begun(tournament)
        round = next((each for each in rounds_of(tournament) if each.number == first), None)
        if round and changes_since_draw(round, players_to_draw(tournament)):
            repairs = first
    may_check_in = may_now(may_check_in_players, request.actor, tournament)
    return {
        "counts": counts,
        "tables": tables,
        "repairs": repairs,
        "may_check_in": may_check_in,
        "checks_in": may_check_in and counts.uses_presence,
        "may_edit": may_now(may_edit_players, request.actor, tournament),
    }


def _since_when(entry: Entry) -> str:
    """Return since when somebody is there, according to the journal; "" if it does not say."""
    act = reads.last_desk_act(entry, reads.PRESENCE)
    return hall_time(act.at, timezone.now()) if act else ""


def _set_fee(
    request: Request, entry: Entry, is_paid: bool, mark: UUID | None = None
) -> JournalEntry | None:
    """Note the fee; with fees it is taken back in the till alone, with a reason, not by one tap."""
    if not is_paid and fees_of(entry.tournament):
        raise Refused("fee_back_in_till")
    return writes.set_fee(request.actor, entry, is_paid, mark)
