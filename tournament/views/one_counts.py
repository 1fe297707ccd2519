"""Of two computers only one takes entries: answers carry the epoch, requests are checked.

The epoch is signed with a key that only the two computers have, so nobody can forge one. It travels
in a cookie, which a browser sends only to the host it came from; if the other computer has another
address, the pages of the newer one report to it (docs/standby.md).
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from tournament.standby.rules import Notice
from tournament.standby.standing import feed, standing
from tournament.standby.writes.second_computer import give_way
from tournament.views.faults import fault_page

EPOCH = "kreuzdame_epoch"
SECONDS_KEPT = 60 * 60 * 24 * 30
SERVER_ERROR = 500
READING = frozenset({"GET", "HEAD", "OPTIONS"})
ALWAYS = frozenset(
    {
        *("sign-in", "sign-out", "set_language", "screen-door", "backup-restore"),
        *("standby-door", "standby-epoch"),
        *("standby-follow", "standby-take-over", "standby-go-on"),
    }
)
"""Requests allowed on a computer that takes no entries; their data stays local."""


def one_counts(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware: accept entries only on the computer that counts, after checking the cookie."""

    def respond(request: HttpRequest) -> HttpResponse:
        seen = request.COOKIES.get(EPOCH, "")
        if standing.key and seen:
            give_way_to(seen)
        if request.method in READING:
            return _set_epoch(request, get_response(request))
        if not standing.takes_entries and _page(request) not in ALWAYS:
            return fault_page(request, "stands_by" if standing.stands_by else "taken_over")
        response = get_response(request)
        found = request.resolver_match
        is_door = found is not None and found.url_name == "standby-door"
        if response.status_code < SERVER_ERROR and not is_door:
            feed.note_save()
        return _set_epoch(request, response)

    return respond


def give_way_to(signed: str) -> None:
    """Stop taking entries if a browser has seen a newer epoch; a forged one is ignored."""
    epoch = standing.epoch_signed(signed)
    if epoch > standing.epoch and standing.takes_entries:
        give_way(Notice(epoch))


def _set_epoch(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Set the epoch cookie for signed-in users; phones and screens send nothing that counts."""
    signed = standing.signed_epoch
    if not signed or settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return response
    if standing.to_be_told:
        # Read by django-csp: only these pages may send anything to another address.
        response._csp_update = {"connect-src": standing.to_be_told}  # type: ignore[attr-defined]
    if request.COOKIES.get(EPOCH) != signed:
        response.set_cookie(
            EPOCH,
            signed,
            max_age=SECONDS_KEPT,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
    return response


def _page(request: HttpRequest) -> str:
    try:
        return resolve(request.path_info).url_name or ""
    except Resolver404:
        return ""
