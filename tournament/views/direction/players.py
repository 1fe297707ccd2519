"""The players: their list, the check-in desk without script, entering and editing one."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.check_in.reads import SHOWN_AT_DESK, last_at_desk
from tournament.check_in.writes import check_in_player, set_fee
from tournament.draw.table_sizes import cannot_seat
from tournament.errors import Refused
from tournament.forms.people import KnownPlayerForm, NewPlayerForm, PlayerStatusForm
from tournament.labels.draws import tables_for, way_out_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.lists.people import players_list, players_on_page
from tournament.models import Entry, Person, Tournament
from tournament.money.reads import fees_of, open_fee
from tournament.people.reads import players as select
from tournament.people.reads.people import may_reach
from tournament.people.reads.players import entered_lists
from tournament.people.rules.people import KnownPerson
from tournament.people.writes import players as services
from tournament.permissions import (
    may_check_in_players,
    may_edit_players,
    may_import_players,
    may_now,
    may_see_tournament,
)
from tournament.seating.reads.draws import players_to_draw
from tournament.seating.reads.seat_changes import first_not_begun
from tournament.shared.rules.fields import Of, fields_of
from tournament.shared.rules.names import split_name
from tournament.shared.rules.typed import key_in
from tournament.tables import ListTable
from tournament.views.access import Request, tournament_page
from tournament.views.answers import button, form_page, list_page, refusals_in, refusals_told
from tournament.views.direction.check_in import head_count, offer, require_till, since_when
from tournament.views.direction.papers import (
    print_again,
    print_again_for_all_rounds,
    print_results_again,
)
from tournament.views.kept_pages import kept_page
from tournament.views.new_people import (
    SOMEBODY_ELSE,
    answered_question,
    asked_about,
    chosen,
    keep_details,
    keep_new_details,
    to_choose,
)

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


@tournament_page(may_see_tournament)
@kept_page()
def players(request: Request, tournament: Tournament) -> HttpResponse:
    """List players: all, those matching a few letters (`q`), those missing or owing (`show`)."""
    typed = request.GET.get("q", "").strip()
    show = request.GET.get("show", "")
    if typed:
        entries = select.find_players(tournament, typed)
    else:
        entries = select.players_shown(tournament, show)
    rows = select.listed_players(entries)
    may_check_in = may_now(may_check_in_players, request.actor, tournament)
    may_edit = may_now(may_edit_players, request.actor, tournament)
    may_import = may_now(may_import_players, request.actor, tournament)
    count = head_count(request, tournament)
    counts = count["counts"]
    table = ListTable(
        players_on_page(
            tournament, rows, uses_presence=counts.uses_presence, may_check_in=may_check_in
        ),
        gettext("Players"),
        look="players",
        attributes=lambda row: {"id": f"player-{row.pk}", "data-entry": row.pk},
        file=lambda: players_list(entries),
        order_by="name",
    )
    context = {
        "table": table,
        "shown": len(rows),
        "typed": typed,
        "offer": may_edit and typed and not rows and offer(request, tournament, typed),
        "show": show,
        **count,
        **_last_at_desk(request, tournament),
        "has_desk": may_check_in_players(request.actor, tournament),
        "may_check_in": may_check_in,
        "checks_in": may_check_in and counts.uses_presence,
        "may_edit": may_edit,
        "may_import": may_import,
        "may_undo_import": may_import and any(not x.held_by for x in entered_lists(tournament)),
    }
    return list_page(request, "direction/players.html", context)


@button(tournament_page(may_check_in_players), "players")
def players_check_in(request: Request, tournament: Tournament) -> HttpResponse:
    """Check in the one player matching a few letters or a number; several are offered to choose."""
    typed = request.POST.get("typed", "").strip()
    entry = select.player_to_check_in(tournament, typed)
    if entry is None:
        return _redirect_to_list(tournament, q=typed)
    is_new = check_in_player(request.actor, entry, present=True)
    return _redirect_to_list(tournament, desk="now" if is_new else "again", last=str(entry.pk))


@require_POST
@tournament_page(may_check_in_players)
def player_check_in(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Note that one player is there (`on` = 1), or is not."""
    entry = _entry(tournament, pk)
    present = request.POST.get("on") == "1"
    with refusals_told(request):
        check_in_player(request.actor, entry, present)
    return _back(request, tournament, entry)


@require_POST
@tournament_page(may_check_in_players)
def player_fee(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Note that one player has paid the fee (`on` = 1), or has not."""
    entry = _entry(tournament, pk)
    paid = request.POST.get("on") == "1"
    with refusals_told(request):
        require_till(tournament, paid)
        set_fee(request.actor, entry, paid)
    return _back(request, tournament, entry)


@tournament_page(may_edit_players)
def player_new(request: Request, tournament: Tournament) -> HttpResponse:
    """Enter a player; `name` is prefilled with what was typed at the desk."""
    asks_presence = select.registration(tournament).uses_presence
    asked: tuple[KnownPerson, ...] = ()
    if request.method == "POST":
        form = NewPlayerForm(request.POST, asks_presence=asks_presence)
        who = request.POST.get("who", "")
        if form.is_valid() and who != SOMEBODY_ELSE:
            asked = asked_about(tournament, form.player())
        person = chosen(asked, who)
        if asked and person is None:
            form.add_error(None, gettext("Somebody of a similar name is known already."))
        elif form.is_valid() and (entry := _added(request, tournament, form, person)):
            messages.success(
                request,
                gettext("%(entry)s entered with number %(number)s.")
                % {"entry": entry.person.name, "number": entry.number},
            )
            query = {"last": str(entry.pk), **answered_question(request)}
            return redirect(f"{reverse('players', args=[tournament.slug])}?{urlencode(query)}")
    else:
        name = split_name(request.GET.get("name", ""))
        who = ""
        form = NewPlayerForm(
            initial={
                "last_name": name.last_name,
                "first_name": name.first_name,
                "checked_in": bool(name.last_name),
            },
            asks_presence=asks_presence,
        )
    if fees_of(tournament):
        form.leave_fee_to_the_till()
    context = {
        "form": form,
        "asked": to_choose(asked),
        "is_unknown": who == SOMEBODY_ELSE,
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
    form = KnownPlayerForm(request.POST or None, entry, player, person, was_drawn=was_drawn)
    if not (person.deleted_at or may_reach(request.actor, person)):
        form.hide_contact(person)
    if has_fees:
        form.leave_fee_to_the_till()
    if request.method == "POST" and form.is_valid():
        player, number = form.player(), form.cleaned_data["number"]
        with refusals_in(form, _FIELD_OF), transaction.atomic():
            services.edit_player(request.actor, entry, player, number)
            if not person.deleted_at:
                keep_details(request, person, form)
            if was_drawn and not SHOWN_ON_PAPER.isdisjoint(form.changed_data):
                if select.has_seat_ahead(entry):
                    seats = ((each.round, [each.table]) for each in select.seats_on_paper(entry))
                    print_again(request, tournament, seats)
                    print_again_for_all_rounds(request, tournament, {number}, {number})
                played = entry.seats.values_list("round__number", flat=True)
                print_results_again(request, tournament, played)
                return _redirect_to_list(tournament)  # where the message is in sight
            return _redirect_to_list(tournament, anchor=entry)
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
    name = entry.person.name
    with refusals_told(request):
        services.remove_player(request.actor, entry)
        messages.success(request, gettext("%(name)s is off the list.") % {"name": name})
        return _redirect_to_list(tournament)
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
    numbers = [pk for pk in last_at_desk(tournament, request.user) if pk != last]
    others = select.player_list(tournament).in_bulk(numbers[: SHOWN_AT_DESK - 1])
    return {
        "last": entry,
        "before": [others[pk] for pk in numbers if pk in others],
        "again": again,
        "since": since_when(entry) if entry and again else "",
        "fee": open_fee(entry) if entry else 0,
    }


def _added(
    request: Request, tournament: Tournament, form: NewPlayerForm, person: Person | None
) -> Entry | None:
    """Add the player; None when refused, with the reason in the form."""
    try:
        with transaction.atomic():
            entry = services.add_player(
                request.actor,
                tournament,
                form.player(),
                form.cleaned_data["number"],
                besides=form.others,
                person=person,
                is_unknown=request.POST.get("who") == SOMEBODY_ELSE,
            )
            check_in_player(request.actor, entry, form.cleaned_data.get("checked_in", False))
            keep_new_details(request, entry.person, form)
    except Refused as refusal:
        if refusal.code == "name_entered":
            form.ask_for_another_person(int(str(refusal.params["number"])))
        form.add_error(_FIELD_OF.get(refusal.code), refusal_sentence(refusal))
        return None
    return entry


def _redirect_to_list(
    tournament: Tournament, *, anchor: Entry | None = None, **query: str
) -> HttpResponse:
    address = reverse("players", args=[tournament.slug])
    if query:
        address += f"?{urlencode(query)}"
    return redirect(f"{address}#player-{anchor.pk}" if anchor else address)


def _back(request: Request, tournament: Tournament, entry: Entry) -> HttpResponse:
    """Redirect to the list, filtered and sorted as before, at the player's row."""
    address = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(address, allowed_hosts={request.get_host()}):
        address = reverse("players", args=[tournament.slug])
    return redirect(f"{address.split('#')[0]}#player-{entry.pk}")


@tournament_page(may_edit_players)
def player_status(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Let a player take part, play unranked, withdraw, or disqualify them."""
    entry = _entry(tournament, pk)
    form = PlayerStatusForm(request.POST or None, initial={"status": entry.status})
    if request.method == "POST" and form.is_valid():
        status, reason = Entry.Status(form.cleaned_data["status"]), form.cleaned_data["reason"]
        with refusals_in(form):
            services.set_player_status(request.actor, entry, status, reason)
            messages.success(request, f"{entry.person.name}: {status.label}")
            print_results_again(request, tournament)
            first = first_not_begun(tournament)
            ahead = entry.seats.filter(round__number__gte=first or 0)
            if first and not entry.plays and ahead.exists():
                return redirect("seats-repair", tournament.slug, first)
            return _redirect_to_list(tournament, anchor=entry)
    context = {"entry": entry, "form": form, "seats": select.seats_ahead(entry)}
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
