"""Ctrl K: find any player, table or page by a few letters or a number."""

import re

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import resolve, reverse
from django.utils.translation import gettext

from tournament.labels.pages import OF_ROUND, OF_TOURNAMENT
from tournament.models import GameTable, Tournament
from tournament.people.reads.players import find_players
from tournament.permissions import may_see_tournament
from tournament.rounds.reads.rounds import current_round
from tournament.shared.rules.names import find_names
from tournament.views.access import Request, search_text, tournament_page

MOST = 12  # as many as one takes in at a glance
TABLE = re.compile(r"(?:t|tisch|table)?\s*(\d{1,6})", re.IGNORECASE)


@tournament_page(may_see_tournament)
def find(request: Request, tournament: Tournament) -> HttpResponse:
    """Search for the letters (`q`): a single hit is opened; `part=list` answers the script.

    `part=people` answers a field for a player with those who may be meant.
    """
    typed = search_text(request)
    if request.GET.get("part") == "people":
        people = find_players(tournament, typed)[:MOST] if typed else ()
        return render(request, "direction/find_people.html", {"people": people})
    found: list[tuple[str, str, str]] = []  # name, kind and address
    round, args = current_round(tournament), [tournament.slug]
    number = TABLE.fullmatch(typed)
    if round and number:
        for table in GameTable.objects.filter(round=round, number=int(number[1])):
            url = reverse("sheet", args=[*args, round.number, table.number])
            found.append((gettext("Table %(number)s") % {"number": table.number}, str(round), url))
    for entry in find_players(tournament, typed) if typed else ():
        url = reverse("player", args=[*args, entry.pk])
        found.append((f"{entry.number} {entry.person.name}", gettext("Player"), url))
    pages = [(reverse(name, args=args), str(label)) for name, label in OF_TOURNAMENT.items()]
    if round:
        of_round = [*args, round.number]
        pages += [(reverse(name, args=of_round), str(label)) for name, label in OF_ROUND.items()]
    for at in find_names(typed, [label for _url, label in pages]) if typed else ():
        url, label = pages[at]
        if resolve(url).func.permission(request.actor, tournament):  # type: ignore[attr-defined]
            found.append((label, gettext("Page"), url))
    is_list = request.GET.get("part") == "list"
    if len(found) == 1 and not is_list:
        return redirect(found[0][2])
    template = "direction/find_list.html" if is_list else "direction/find.html"
    context = {"typed": typed, "found": found[:MOST], "others": len(found[MOST:])}
    return render(request, template, context)
