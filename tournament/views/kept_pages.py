"""Caching of whole pages, shared by all readers with the same rights; with ETag and 304.

The key is made of the journal heads and the reader's rights and language, so the next journal entry
makes a new page. Whatever is each reader's own or momentary (account, token, clock and copies in
the bar) is left out and filled in every time. The placeholders of these gaps cannot be guessed, so
no name can contain one. A browser that has the page asks for the momentary parts.
"""

import secrets
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from hashlib import sha256

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_vary_headers

from tournament.journal.reads import SHEETS, heads_but_for
from tournament.models import Tournament
from tournament.permissions import may_edit_tournament
from tournament.shared.reads.kept import Heads, heads, keep
from tournament.shared.rules.version import VERSION
from tournament.standby.standing import ribbon
from tournament.views.access import P, Page, Request

OK = 200
_SECRET = secrets.token_hex(16)
_GAPS = {name: f"{_SECRET}{name}{_SECRET}" for name in ("account", "now", "token")}


AsideFromJournals = Callable[[Tournament, int | None, datetime, Heads], object]
"""What a page of a round (its number; None: of none) shows at a time besides the journals."""


def kept_page(
    *, aside: AsideFromJournals | None = None, but_for: frozenset[str] = frozenset()
) -> Callable[[Page[P]], Page[P]]:
    """Decorate a page to be cached.

    It goes inside `@tournament_page`, so only readers who may see the page get a 304. Everything it
    shows is in the journals, and its forms carry no per-page number. It depends on its reader only
    through their roles. aside: what else it shows, such as who types and whose time is up. but_for:
    rows of the journal of which it shows nothing.
    """

    def decorate(page: Page[P]) -> Page[P]:
        @wraps(page)
        def answer(
            request: Request, tournament: Tournament, /, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            if get_messages(request):  # shown once
                return page(request, tournament, *args, **kwargs)
            now = timezone.now()
            until = tournament.objections_until
            number = kwargs.get("number")
            of_round = number if isinstance(number, int) else None
            known_by = heads(tournament)  # before the page: later changes are seen next time
            always = (
                tournament.pk,
                request.build_absolute_uri(),
                translation.get_language(),
                timezone.localdate(now),  # a time of another day is shown with its date
                until and until <= now,
                ribbon(),
            )
            key = (
                always,
                heads_but_for(tournament, known_by, but_for) if but_for else known_by,
                aside and aside(tournament, of_round, now, known_by),
            )
            etag = etag_of(key, request.user.pk, request.META.get("CSRF_COOKIE"))
            response = get_conditional_response(request, etag)
            if not isinstance(response, HttpResponseNotModified):
                rights = request.actor.is_owner or sorted(request.actor.roles_in(tournament))

                def make() -> HttpResponse | list[str]:
                    without_sheets = heads_but_for(tournament, known_by, SHEETS)
                    request.frame = repr((always, without_sheets, rights))
                    return _split_at_gaps(
                        request, lambda: page(request, tournament, *args, **kwargs)
                    )

                made = keep(
                    "page",
                    repr((key, rights)),
                    make,
                    if_it=lambda made: isinstance(made, list),
                )
                response = made if isinstance(made, HttpResponse) else _filled(made, request)
            if response.status_code in (OK, HttpResponseNotModified.status_code):
                response.headers.setdefault("Cache-Control", "private, no-cache")
                response["ETag"] = etag
                patch_vary_headers(response, ["Cookie", "Accept-Language"])
            return response

        return answer

    return decorate


def etag_of(*parts: object) -> str:
    """Return the ETag of these parts in this version of the program."""
    return f'"{sha256(repr((VERSION, settings.STATIC_URL, *parts)).encode()).hexdigest()[:32]}"'


def token(request: HttpRequest) -> dict[str, object]:
    """Context processor: the placeholder of the forms' token, in a page with gaps."""
    gaps = getattr(request, "gaps", None)
    return {"csrf_token": gaps["token"]} if gaps else {}


def _split_at_gaps(request: Request, page: Callable[[], HttpResponse]) -> HttpResponse | list[str]:
    """Return the page's pieces with gap names between them; a response that is no page as it is."""
    request.gaps = _GAPS
    try:
        made = page()
    finally:
        request.gaps, request.frame = {}, ""
    is_html = made.headers["Content-Type"].startswith("text/html")
    if made.status_code != OK or not is_html or "Content-Disposition" in made.headers:
        return made  # a file, or a redirect
    return made.content.decode().split(_SECRET)


def _filled(pieces: list[str], request: Request) -> HttpResponse:
    """Return the page with this reader's values in its gaps."""
    tournament = request.tournament
    may_edit = may_edit_tournament(request.actor, tournament)
    facts = {"tournament": tournament, "user": request.user, "may_edit": may_edit}

    def own(gap: str) -> str:
        if gap == "token":
            return get_token(request)
        if gap == "now":
            return render_to_string("components/bar_now.html", facts)
        return render_to_string("components/account_menu.html", facts, request)

    return HttpResponse("".join(own(each) if at % 2 else each for at, each in enumerate(pieces)))
