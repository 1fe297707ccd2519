"""A page is made once for all who may do the same, and sent to nobody who has it already (304).

It is known by the heads of the journals and its reader's rights and language, so it is another one
with the next entry. What is each reader's own, or of the moment alone (account, token, clock and
copies in the bar), is left out of it and filled in every time. The marks of these gaps cannot be
guessed, so no name can hold one. A browser that has the page asks for what is of the moment.
"""

import re
import secrets
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_vary_headers

from tournament.models import Tournament
from tournament.permissions import may_edit_tournament, may_give_roles
from tournament.rounds.reads.board import typed_and_due
from tournament.shared.reads.kept import heads, keep
from tournament.shared.rules.version import VERSION
from tournament.standby.standing import ribbon
from tournament.views.access import Request

P = ParamSpec("P")
Page = Callable[Concatenate[Request, Tournament, P], HttpResponse]
OK = 200
_SECRET = secrets.token_hex(16)
_GAPS = {name: f"{name}-{_SECRET}" for name in ("account", "now", "token")}
_GAP = re.compile(f"([a-z]+)-{_SECRET}")


def kept_page(*, of_tables: bool = False) -> Callable[[Page[P]], Page[P]]:
    """Behind `@tournament_page`, so only whoever may see the page learns that it is the same.

    What it shows stands in the journals, and its forms carry no number made up for one page. It
    depends on its reader by his roles alone. of_tables: it says of the tables of the round `number`
    who types and whose time is up.
    """

    def decorate(page: Page[P]) -> Page[P]:
        @wraps(page)
        def answer(
            request: Request, tournament: Tournament, /, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            if get_messages(request):  # told once, and gone
                return page(request, tournament, *args, **kwargs)
            now = timezone.now()
            until = tournament.objections_until
            known_by = heads(tournament)  # before the page: changes meanwhile are seen next
            key = (
                tournament.pk,
                request.build_absolute_uri(),
                translation.get_language(),
                known_by,
                timezone.localdate(now),  # a time of another day carries its date
                until and until <= now,
                of_tables and typed_and_due(tournament, int(str(kwargs["number"])), now, known_by),
                ribbon(),
            )
            etag = etag_of(key, request.user.pk, request.META.get("CSRF_COOKIE"))
            response = get_conditional_response(request, etag)
            if not isinstance(response, HttpResponseNotModified):
                rights = request.actor.is_owner or sorted(request.actor.roles_in(tournament))
                made = keep(
                    "page",
                    repr((key, rights)),
                    lambda: _split_at_gaps(
                        request, lambda: page(request, tournament, *args, **kwargs)
                    ),
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
    """What a page is known by, in this version of the program; the same parts, the same page."""
    return f'"{sha256(repr((VERSION, settings.STATIC_URL, *parts)).encode()).hexdigest()[:32]}"'


def token(request: HttpRequest) -> dict[str, object]:
    """A context processor: the gap for the token of the forms, in a page that leaves gaps."""
    gaps = getattr(request, "gaps", None)
    return {"csrf_token": gaps["token"]} if gaps else {}


def _split_at_gaps(request: Request, page: Callable[[], HttpResponse]) -> HttpResponse | list[str]:
    """The pieces of a page, between them the names of the gaps; what is no page as it is."""
    request.gaps = _GAPS
    try:
        made = page()
    finally:
        request.gaps = {}
    is_html = made.headers["Content-Type"].startswith("text/html")
    if made.status_code != OK or not is_html or "Content-Disposition" in made.headers:
        return made  # a file, or the way to another page
    return _GAP.split(made.content.decode())


def _filled(pieces: list[str], request: Request) -> HttpResponse:
    """The page with what this reader has in its gaps."""
    tournament = request.tournament
    may_edit = may_edit_tournament(request.actor, tournament)
    facts = {"tournament": tournament, "user": request.user, "may_edit": may_edit}

    def own(gap: str) -> str:
        if gap == "token":
            return get_token(request)
        if gap == "now":
            return render_to_string("components/bar_now.html", facts)
        facts["may_give_roles"] = may_give_roles(request.actor, tournament)
        return render_to_string("components/account_menu.html", facts, request)

    return HttpResponse("".join(own(each) if at % 2 else each for at, each in enumerate(pieces)))
