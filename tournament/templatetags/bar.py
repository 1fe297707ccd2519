"""The bar on top of every tournament page: tournament, round, state, and the five tabs."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.models import Round, Tournament
from tournament.permissions import Actor, may_draw_round, may_edit_tournament, may_give_roles
from tournament.rounds.reads.rounds import current_round
from tournament.shared.rules.version import VERSION

register = template.Library()


@dataclass(frozen=True)
class Tab:
    """One of the five tabs: its address, its key after `g`, whether the page belongs to it."""

    label: object
    key: str
    url: str
    here: bool


# The tabs: name of the URL, label, key after `g`.
_TABS = (
    ("overview", _("Overview"), "u"),
    ("players", _("Players"), "t"),
    ("round", _("Round"), "r"),
    ("standings", _("Results"), "e"),
    ("print", _("Print"), "d"),
)
# The tab of a page: by its URL name, else by the first word of it.
_PLACE_OF = {
    "round-result": "standings",
    "settings": "overview",
    "evening": "overview",
    "rules": "overview",
    "remove": "overview",
    "find": "overview",
    "role": "overview",
    "roles": "overview",
    "journal": "overview",
    "beamer": "overview",
    "phones": "overview",
    "tournament": "overview",
    "hall": "overview",
    "rehearsal": "overview",
    "player": "players",
    "draw": "round",
    "redraw": "round",
    "plan": "round",
    "seats": "round",
    "totals": "round",
    "clock": "round",
    "board": "round",
    "forecast": "round",
    "verification": "round",
    "sheet": "round",
    "calls": "round",
    "call": "round",
    "protest": "round",
    "referee": "round",
    "extra": "round",
    "table": "round",
    "penalties": "standings",
    "penalty": "standings",
    "deductions": "standings",
    "deduction": "standings",
    "money": "players",
    "payment": "players",
    "prizes": "standings",
    "prize": "standings",
    "paper": "print",
    "certificates": "print",
}


@register.simple_tag
def version() -> str:
    """Return the version, to be read out on the telephone."""
    return VERSION


@register.inclusion_tag("components/bar.html", takes_context=True)
def tournament_bar(context: dict[str, Any], tournament: Tournament) -> dict[str, object]:
    """Return the context of a page's bar; one query for the current round."""
    request = context["request"]
    actor: Actor = getattr(request, "actor", None) or Actor(request.user)
    current = current_round(tournament)
    page = request.resolver_match.url_name if request.resolver_match else ""
    return {
        "request": request,
        "user": request.user,
        "tournament": tournament,
        "current_round": current,
        "tabs": _tabs(actor, tournament, current, page),
        "may_edit": may_edit_tournament(actor, tournament),
        "may_give_roles": may_give_roles(actor, tournament),
    }


def _tabs(actor: Actor, tournament: Tournament, current: Round | None, page: str) -> list[Tab]:
    here = _PLACE_OF.get(page) or _PLACE_OF.get(page.split("-")[0]) or page.split("-")[0]
    tabs = []
    for name, label, key in _TABS:
        url = reverse(name, args=[tournament.slug]) if name != "round" else ""
        if name == "round" and current:
            url = reverse("round", args=[tournament.slug, current.number])
        elif name == "round" and may_draw_round(actor, tournament):  # before the first draw
            url = reverse("draw", args=[tournament.slug])
        if url:
            tabs.append(Tab(label, key, url, here=name == here))
    return tabs
