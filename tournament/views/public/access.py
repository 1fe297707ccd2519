"""How a phone's page finds its tournament, and is cached for all phones that ask for it."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.http import require_safe

from tournament.models import Tournament
from tournament.phones.reads import latest_change, tournament_for_phones
from tournament.shared.reads.kept import keep
from tournament.stage.reads import said_to_hall
from tournament.views.kept_pages import etag_of

Page = Callable[..., HttpResponse]
View = Callable[..., HttpResponseBase]


def phone_page(page: Page) -> View:
    """Decorate a read-only page for everybody with the tournament's code; 404 without it.

    It is the same for everybody reading in one language until a journal entry may change it or
    another announcement is made. Its ETag says so: a phone that has the page gets a 304, and one
    rendered for one phone is sent to all. So nothing in it may depend on the time of day or on who
    asks.
    """

    def answer(request: HttpRequest, tournament: Tournament, values: Any) -> HttpResponseBase:
        etag = etag_of(
            tournament.pk,
            latest_change(tournament),
            translation.get_language(),
            request.path.lower(),
            request.GET.get("q", ""),
            part_of(request),
            said_to_hall(tournament),
        )
        if unchanged := get_conditional_response(request, etag):
            return unchanged

        def make() -> HttpResponse | bytes:
            made = page(request, tournament, **values)
            return made.content if made.status_code == HTTPStatus.OK else made

        if "q" in request.GET:  # a search, which nobody else makes
            made = make()
        else:
            made = keep("phone", etag, make, if_it=lambda made: isinstance(made, bytes))
        if isinstance(made, HttpResponse):
            return made
        response = HttpResponse(made)
        response["ETag"] = etag
        return response

    return _require_code(page, answer)


def passing_page(page: Page) -> View:
    """Decorate a part that is only valid now, such as the time left: never cached."""

    def answer(request: HttpRequest, tournament: Tournament, values: Any) -> HttpResponseBase:
        return page(request, tournament, **values)

    return _require_code(page, answer, keep="no-store")


def part_of(request: HttpRequest) -> str:
    """Return the part an open page polls: "now" (what changes), "said" (announcements) or ""."""
    asked = request.GET.get("part", "")
    return asked if asked in ("now", "said") else ""


def _require_code(
    page: Page,
    answer: Callable[[HttpRequest, Tournament, Any], HttpResponseBase],
    keep: str = "private, no-cache",
) -> View:
    @login_not_required
    @require_safe
    @wraps(page)
    def view(request: HttpRequest, code: str, **values: object) -> HttpResponseBase:
        tournament = tournament_for_phones(code)
        if tournament is None:
            raise Http404
        chosen = _chosen_language(request)
        with translation.override(chosen or translation.get_language()):
            response = answer(request, tournament, values)
        if chosen:
            response.set_cookie(settings.LANGUAGE_COOKIE_NAME, chosen, samesite="Lax")
        response["Cache-Control"] = keep
        # Of the cookies only the language matters; it is in the ETag.
        patch_vary_headers(response, ["Cookie"])
        return response

    return view


def _chosen_language(request: HttpRequest) -> str:
    """Return the language of a language link, empty without one.

    Not a form: its token would make every page different.
    """
    wanted = request.GET.get("language", "")
    return wanted if wanted in dict(settings.LANGUAGES) else ""
