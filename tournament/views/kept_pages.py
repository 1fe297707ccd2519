"""A page is made once for all who have the same rights, until something that it shows changes.

What is each reader's own is left out of it and filled in every time: the clock and the name in the
bar, the token of the forms. The marks of these gaps cannot be guessed, so no name can hold one.
"""

import re
import secrets
from collections.abc import Callable

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils import timezone

from tournament.models import Tournament
from tournament.permissions import may_edit_tournament, may_give_roles
from tournament.selectors.clock import running_clock
from tournament.views.access import Request

KEPT_SECONDS = 3600
OK = 200
_SECRET = secrets.token_hex(16)
_GAPS = {name: f"{name}-{_SECRET}" for name in ("account", "clock", "token")}
_GAP = re.compile(f"([a-z]+)-{_SECRET}")


def token(request: HttpRequest) -> dict[str, object]:
    """A context processor: the gap for the token of the forms, in a page that leaves gaps."""
    gaps = getattr(request, "gaps", None)
    return {"csrf_token": gaps["token"]} if gaps else {}


def kept_page(
    request: Request, tournament: Tournament, mark: str, page: Callable[[], HttpResponse]
) -> HttpResponse:
    """The page known by this mark, filled in for its reader; made by `page` where it is not kept.

    A file or the way to another page is passed on as it is.
    """
    pieces = caches["pages"].get(mark)
    if pieces is None:
        response = _with_gaps(request, page)
        if not _is_page(response):
            return response
        pieces = _GAP.split(response.content.decode())
        caches["pages"].set(mark, pieces, KEPT_SECONDS)
    # Behind each piece of the page, but the last, the name of the gap that follows it.
    pieces[1::2] = (_own(gap, request, tournament) for gap in pieces[1::2])
    return HttpResponse("".join(pieces))


def _with_gaps(request: Request, page: Callable[[], HttpResponse]) -> HttpResponse:
    request.gaps = _GAPS
    try:
        return page()
    finally:
        request.gaps = {}


def _is_page(response: HttpResponse) -> bool:
    is_html = response.headers["Content-Type"].startswith("text/html")
    return response.status_code == OK and is_html and "Content-Disposition" not in response.headers


def _own(gap: str, request: Request, tournament: Tournament) -> str:
    """What this reader has in a gap."""
    if gap == "token":
        return get_token(request)
    shown: dict[str, object] = {"tournament": tournament}
    if gap == "clock":
        shown["clock"] = running_clock(tournament, timezone.now())
        return render_to_string("direction/clock_bar.html", shown)
    shown["may_edit"] = may_edit_tournament(request.actor, tournament)
    shown["may_give_roles"] = may_give_roles(request.actor, tournament)
    return render_to_string("components/account_menu.html", shown, request)
