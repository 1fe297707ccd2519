"""The bar on top of every page: tournament, round and five tabs, last copy, second computer."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.backup.copies import copy_status
from tournament.labels.backup import age_in_words
from tournament.models import Tournament, User
from tournament.permissions import (
    Actor,
    may_draw_round,
    may_edit_tournament,
    may_give_roles,
    may_take_over,
)
from tournament.rounds.reads.rounds import current_round
from tournament.shared.rules.version import VERSION
from tournament.standby.standing import follower_state, ribbon

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
# The other pages of a tab: by their URL name, else by the first word of it.
_PAGES_OF = {
    "overview": "settings evening rules remove find role roles journal beamer phones tournament "
    "hall rehearsal",
    "players": "player money payment",
    "round": "draw redraw plan seats totals clock board forecast verification sheet calls call "
    "protest referee extra table",
    "standings": "round-result penalties penalty deductions deduction prizes prize",
    "print": "paper certificates",
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
    current = current_round(tournament)
    page = request.resolver_match.url_name if request.resolver_match else ""
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
    return {
        "request": request,
        "user": request.user,
        "tournament": tournament,
        "current_round": current,
        "tabs": tabs,
        "may_edit": may_edit_tournament(actor, tournament),
        "may_give_roles": may_give_roles(actor, tournament),
    }


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
