"""Caching of whole pages, shared by all readers with the same rights; with ETag and 304.

The key is made of the journal heads and the reader's rights and language, so the next journal entry
makes a new page, or the next that touches what it shows (`heads_but_for`). Whatever is each
reader's own or momentary (account, token, number of a form, clock and copies in the bar) is left
out and filled in every time. The placeholders of these gaps cannot be guessed, so no name can
contain one. A browser that has the page asks for the momentary parts.
"""

import secrets
from collections.abc import Callable
from datetime import datetime
from functools import partial, wraps
from hashlib import sha256
from uuid import uuid4

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
_GAPS = {name: f"{_SECRET}{name}{_SECRET}" for name in ("account", "now", "number", "token")}


AsideFromJournals = Callable[[Tournament, int | None, datetime, Heads], object]
"""What a page of a round (its number; None: of none) shows at a time besides the journals."""


KnownBy = Callable[..., object]
"""What a page is known by: of the request, tournament, the journals' heads, and its arguments."""


def kept_page(
    *,
    aside: AsideFromJournals | None = None,
    but_for: frozenset[str] = frozenset(),
    known_by: KnownBy | None = None,
    kind: str = "page",
) -> Callable[[Page[P]], Page[P]]:
    """Decorate a page to be cached.

    It goes inside `@tournament_page`, so only readers who may see the page get a 304. Everything it
    shows is in the journals; the number of its form comes from `new_number`. It depends on its
    reader only through their roles. aside: what else it shows, such as who types and whose time is
    up. but_for: rows of the journal of which it shows nothing. known_by: returns what it is known
    by, given the journals' heads, in place of these. kind: with which others it shares room.
    """

    def decorate(page: Page[P]) -> Page[P]:
        @wraps(page)
        def answer(
            request: Request, tournament: Tournament, /, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            shown = partial(page, request, tournament, *args, **kwargs)
            if get_messages(request):  # shown once
                return shown()
            now = timezone.now()
            until = tournament.objections_until
            number = kwargs.get("number")
            of_round = number if isinstance(number, int) else None
            now_at = heads(tournament)  # before the page: later changes are seen next time
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
                known_by(request, tournament, now_at, *args, **kwargs)
                if known_by
                else heads_but_for(tournament, now_at, but_for),
                aside and aside(tournament, of_round, now, now_at),
            )
            etag = etag_of(key, request.user.pk, request.META.get("CSRF_COOKIE"))
            response = get_conditional_response(request, etag)
            if not isinstance(response, HttpResponseNotModified):
                rights = request.actor.is_owner or sorted(request.actor.roles_in(tournament))

                def make() -> HttpResponse | list[str]:
                    without_sheets = heads_but_for(tournament, now_at, SHEETS)
                    request.frame = repr((always, without_sheets, rights))
                    return _split_at_gaps(request, shown)

                made = keep(
                    kind, repr((key, rights)), make, if_it=lambda made: isinstance(made, list)
                )
                response = made if isinstance(made, HttpResponse) else _filled(made, request)
            if response.status_code in (OK, HttpResponseNotModified.status_code):
                response.headers.setdefault("Cache-Control", "private, no-cache")
                response["ETag"] = etag
                patch_vary_headers(response, ["Cookie", "Accept-Language"])
            return response

        return answer

    return decorate


def new_number(request: HttpRequest) -> object:
    """Return a number for a form, so that what is sent twice counts once; in a kept page its gap.

    A browser that is told that nothing has changed has a number that nothing was saved with.
    """
    gaps = getattr(request, "gaps", None)
    return gaps["number"] if gaps else uuid4()


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
        if gap == "number":
            return str(uuid4())
        if gap == "now":
            return render_to_string("components/bar_now.html", facts)
        return render_to_string("components/account_menu.html", facts, request)

    return HttpResponse("".join(own(each) if at % 2 else each for at, each in enumerate(pieces)))
