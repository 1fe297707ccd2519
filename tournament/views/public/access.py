"""How a phone's page finds its tournament, and is made once for all phones that ask for it."""

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
from tournament.stage.reads.stage import said_to_hall
from tournament.views.kept_pages import etag_of

Page = Callable[..., HttpResponse]
View = Callable[..., HttpResponseBase]


def phone_page(page: Page) -> View:
    """A page of the tournament with this code: for everybody, read alone, 404 without the code.

    It is the same for everybody who reads in one language, and stays so until an act in the
    journal may change it, or something else is said to the hall. That is its ETag: a phone
    that has the page gets no second one, and one that was made for one phone is sent to all. So
    nothing in it may depend on the time of day or on who asks.
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

        if "q" in request.GET:  # a search, which nobody else asks for
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
    """A piece that is true for a moment alone, such as the time left: never kept."""

    def answer(request: HttpRequest, tournament: Tournament, values: Any) -> HttpResponseBase:
        return page(request, tournament, **values)

    return _require_code(page, answer, keep="no-store")


def part_of(request: HttpRequest) -> str:
    """Which part of it an open page asks for: what changes, what is said to the hall; or all."""
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
        # Of the cookies the language alone matters; it is in the ETag.
        patch_vary_headers(response, ["Cookie"])
        return response

    return view


def _chosen_language(request: HttpRequest) -> str:
    """The language of a link that changes it, empty without one.

    No form: its token would make every page another one.
    """
    wanted = request.GET.get("language", "")
    return wanted if wanted in dict(settings.LANGUAGES) else ""
