"""The bar on top of every page: tournament, round and six places, last copy, second computer."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django import template
from django.urls import resolve, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.backup.copies import copy_status
from tournament.labels.backup import age_in_words
from tournament.labels.pages import IN_MENU, IN_MENU_WHEN_OVER
from tournament.models import Tournament, User
from tournament.permissions import (
    Actor,
    Permission,
    may_draw_round,
    may_edit_tournament,
    may_take_over,
)
from tournament.rounds.reads.rounds import current_round
from tournament.shared.rules.version import VERSION
from tournament.standby.standing import follower_state, ribbon

register = template.Library()


@dataclass(frozen=True)
class Tab:
    """One of the places: its address, its key after `g`, whether the page belongs to it.

    pages: of the menu, with their names; it has no address of its own.
    """

    label: object
    key: str
    url: str
    here: bool
    pages: tuple["Tab", ...] = ()


# The places: name of the URL, label, key after `g`.
_TABS = (
    ("overview", _("Overview"), "u"),
    ("players", _("Players"), "t"),
    ("round", _("Round"), "r"),
    ("standings", _("Results"), "e"),
    ("print", _("Print"), "d"),
)
_MENU = pgettext_lazy("menu", "More")
# The other pages of a place: by their URL name, else by the first word of it.
_PAGES_OF = {
    "overview": "evening remove find rehearsal",
    "players": "player",
    "round": "draw redraw plan seats totals clock board forecast verification sheet extra table",
    "standings": "round-result",
    "print": "paper certificates",
    "beamer": "beamer",
    "phones": "phones",
    "money": "money payment",
    "prizes": "prizes prize",
    "calls": "calls call protest referee penalties penalty deductions deduction",
    "hall": "hall",
    "journal": "journal",
    "roles": "roles role",
    "settings": "settings rules tournament-archive tournament-delete",
    "tournament-finish": "tournament",
}
_PLACE_OF = {page: tab for tab, pages in _PAGES_OF.items() for page in pages.split()}


@register.simple_tag
def version() -> str:
    """Return the version, to be read out on the telephone."""
    return VERSION


@register.inclusion_tag("components/bar.html", takes_context=True)
def tournament_bar(context: dict[str, Any], tournament: Tournament) -> dict[str, object]:
    """Return the context of a page's bar; one query for the current round."""
    request = context["request"]
    actor: Actor = getattr(request, "actor", None) or Actor(request.user)
    page = request.resolver_match.url_name if request.resolver_match else ""
    here = _PLACE_OF.get(page) or _PLACE_OF.get(page.split("-")[0]) or page.split("-")[0]
    labels = IN_MENU | (IN_MENU_WHEN_OVER if tournament.is_over else {})
    rare = tuple(  # the sixth place: pages which the actor may open
        Tab(label, "", reverse(name, args=[tournament.slug]), here=name == here)
        for name, label in labels.items()
        if _permission_to_open(name)(actor, tournament)
    )
    menu = Tab(_MENU, "m", "", here in IN_MENU, rare)
    return {
        "request": request,
        "user": request.user,
        "tournament": tournament,
        "tabs": [*_tabs(actor, tournament, here), menu],
        "may_edit": may_edit_tournament(actor, tournament),
    }


def _tabs(actor: Actor, tournament: Tournament, here: str) -> Iterator[Tab]:
    current = current_round(tournament)
    for name, label, key in _TABS:
        url = reverse(name, args=[tournament.slug]) if name != "round" else ""
        if name == "round" and current:
            url = reverse("round", args=[tournament.slug, current.number])
        elif name == "round" and may_draw_round(actor, tournament):  # before the first draw
            url = reverse("draw", args=[tournament.slug])
        if url:
            yield Tab(label, key, url, here=name == here)


@cache
def _permission_to_open(name: str) -> Permission:
    """Return what the page of this name asks for: said once, at its view."""
    permission: Permission = resolve(reverse(name, args=["any"])).func.permission  # type: ignore[attr-defined]
    return permission


@register.inclusion_tag("components/standing_ribbon.html")
def standing_ribbon(user: User) -> dict[str, object]:
    """Return the ribbon of a computer that takes no entries; empty on one that counts."""
    shown = ribbon()
    is_signed_in = bool(user and user.is_authenticated)
    may = is_signed_in and not shown["takes_entries"] and may_take_over(Actor(user))
    return {**shown, "is_signed_in": is_signed_in, "may_take_over": may}


register.inclusion_tag("components/second_computer_state.html", name="second_computer_state")(
    follower_state
)


@register.inclusion_tag("components/copy_state.html")
def copy_state(user: User) -> dict[str, object]:
    """Return age and alarm of the last copy, empty before the first is due; owners get a link."""
    status = copy_status()
    copied_at = status.copied_at
    return {
        "age": age_in_words(timezone.now() - copied_at) if copied_at else "",
        "is_alarm": status.is_alarm,
        "place_lost": status.place_problem is not None,
        "may_open": user.is_owner,
    }
