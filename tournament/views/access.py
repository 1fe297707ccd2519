"""Decorators that find a page's tournament and check that its reader may see it; and its rounds.

Every page of a tournament is a function `page(request, tournament, ...)` behind
`@tournament_page(permission)`; the decorator carries the permission for the matrix test.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from django.conf import settings
from django.contrib.auth.middleware import get_user
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from tournament.models import Cup, League, Ranking, Round, Series, Tournament, User
from tournament.permissions import (
    Actor,
    Permission,
    may_run_installation,
    may_see_competition,
    may_see_people,
    may_take_over,
)
from tournament.rounds.reads.rounds import rounds_seen_by
from tournament.shared.reads.prepared import Prepared
from tournament.shared.rules.typed import number_in, readable

READING = ("GET", "HEAD")

P = ParamSpec("P")
Answer = TypeVar("Answer")  # a response, or what a button says

_TOURNAMENT = Prepared(lambda slug: Tournament.objects.filter(slug=slug))
View = Callable[..., HttpResponse]
Page = Callable[Concatenate["Request", Tournament, P], HttpResponse]


class Request(HttpRequest):
    """An authenticated request, as the views see it."""

    actor: Actor
    user: User
    tournament: Tournament
    """Set on pages about a tournament; templates see it too."""
    gaps: dict[str, str]
    """Placeholders for each reader's own values in a page cached for several readers."""
    frame: str
    """What such a page shows around its content, and what it is known by (`{% kept %}`)."""


def tournament_page(permission: Permission) -> Callable[[Page[P]], View]:
    """Turn the slug in the URL into the tournament; 404 without it, 403 without the permission."""

    def decorate(page: Page[P]) -> View:
        @wraps(page)
        def view(
            request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            tournament = _TOURNAMENT.one(slug)
            if tournament is None:
                raise Http404
            reader = _add_actor(request)
            if not permission(reader.actor, tournament):
                raise PermissionDenied
            tournament.is_only_read = request.method in READING
            reader.tournament = tournament
            return page(reader, tournament, *args, **kwargs)

        view.permission = permission  # type: ignore[attr-defined]
        return view

    return decorate


def place_of(request: HttpRequest) -> dict[str, object]:
    """Context processor: a club's server or a laptop in a hall, and the tournament if any."""
    found = getattr(request, "tournament", None)
    return {"is_server": settings.IS_SERVER, **({"tournament": found} if found else {})}


def in_the_hall(page: View) -> View:
    """Decorate a page that only a laptop in the hall has; a club's server answers 404 in words."""

    @wraps(page)
    def view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if settings.IS_SERVER:
            return render(request, "404_on_server.html", status=HTTPStatus.NOT_FOUND)
        return page(request, *args, **kwargs)

    return view


def _installation_page(
    permission: Callable[[Actor], bool],
) -> Callable[[Callable[Concatenate[Request, P], HttpResponse]], View]:
    """Decorate a page of the installation; 403 without the permission."""

    def decorate(page: Callable[Concatenate[Request, P], HttpResponse]) -> View:
        @wraps(page)
        def view(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            reader = _add_actor(request)
            if not permission(reader.actor):
                raise PermissionDenied
            return page(reader, *args, **kwargs)

        view.permission = permission  # type: ignore[attr-defined]
        return view

    return decorate


owner_page = _installation_page(may_run_installation)
"""Decorator for pages of the installation that only its owners may see."""
people_page = _installation_page(may_see_people)
"""Decorator for pages about people over the years: owners and directions."""
take_over_page = _installation_page(may_take_over)
"""Decorator for pages about the second computer: owners and directions."""
account_page = _installation_page(lambda _actor: True)
"""Decorator for pages for everybody who is signed in."""


def _named(
    model: type[Model], name: str
) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Return a decorator that turns the short name in the URL into its row; 404 without it."""

    def decorate(page: Callable[..., Answer]) -> Callable[..., Answer]:
        @wraps(page)
        def view(request: HttpRequest, *args: Any, **kwargs: Any) -> Answer:
            found = get_object_or_404(model, slug=kwargs.pop(name))
            return page(request, found, *args, **kwargs)

        return view

    return decorate


of_series = _named(Series, "series")
of_cup = _named(Cup, "cup")
of_league = _named(League, "league")
of_ranking = _named(Ranking, "ranking")


def _competition_page(named: Callable[[View], View]) -> Callable[[View], View]:
    """Return a decorator of pages about a competition; 403 for whoever may not see it."""

    def decorate(page: View) -> View:
        @named
        @wraps(page)
        def view(request: HttpRequest, found: Any, *args: Any, **kwargs: Any) -> HttpResponse:
            reader = _add_actor(request)
            if not may_see_competition(reader.actor, found):
                raise PermissionDenied
            return page(reader, found, *args, **kwargs)

        return view

    return decorate


series_page = _competition_page(of_series)
cup_page = _competition_page(of_cup)
league_page = _competition_page(of_league)


def _add_actor(request: HttpRequest) -> Request:
    reader = cast(Request, request)
    # Itself: the lazy one looks it up at every attribute.
    reader.user = cast(User, get_user(request))
    reader.actor = Actor(reader.user)
    return reader


def person_address(request: Request) -> str:
    """Return the address of the page of person 0, for links in a list; "" for other readers.

    A direction may only look up the people of its own tournaments.
    """
    return reverse("person", args=[0]) if may_run_installation(request.actor) else ""


def search_text(request: HttpRequest, name: str = "q") -> str:
    """Return what was typed into a search, `?q=`, or into a field of another name."""
    return readable({name: request.GET.get(name, "")})[name].strip()


def round_asked_for(request: Request) -> int | None:
    """Return the round number in `?after=`; None without one, 404 if it is not a number."""
    text = request.GET.get("after", "")
    number = number_in(text)
    if text and number is None:
        raise Http404
    return number


def visible_round(request: Request, tournament: Tournament, number: int) -> Round:
    """Return one of the visible rounds; 404 for any other."""
    return numbered(rounds_seen_by(request.actor, tournament), number)


def numbered(rounds: list[Round], number: int) -> Round:
    """Return the round with this number; 404 if it is not among them."""
    for round in rounds:
        if round.number == number:
            return round
    raise Http404
