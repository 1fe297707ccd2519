"""Middleware, and the pages for faults outside the program: what was posted comes back with them.

Of two computers only one takes entries: answers carry the epoch, requests are checked. The epoch is
signed with a key that only the two computers have, so nobody can forge one. It travels in a cookie,
which a browser sends only to the host it came from; if the other computer has another address, the
pages of the newer one report to it (docs/standby.md).
"""

import logging
import sys
import time
from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.db import Error, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.views.defaults import server_error as plain_page
from prometheus_client import Histogram

from tournament.backup.copies import own_directory
from tournament.backup.gate import let_through
from tournament.backup.sqlite import database_file, is_one_file
from tournament.labels.faults import FAULTS, ON_SERVER, database_problem
from tournament.models.triggers import ANOTHER_COUNTS
from tournament.standby.rules import Notice
from tournament.standby.standing import Way, feed, standing
from tournament.standby.writes import give_way
from tournament.views.answers import sent_in

SERVER_ERROR, UNAVAILABLE, NOT_ALLOWED, FORBIDDEN = 500, 503, 405, 403
NOT_WHOLE = {206, 304}
PACKED = {"font/woff2"}
"""Types whose files are compressed in themselves."""
RETRY_SECONDS = "5"
logger = logging.getLogger("kreuzdame.requests")
_database_log = logging.getLogger("kreuzdame.database")
SECONDS = Histogram(
    "kreuzdame_request_seconds",
    "How long requests took, in seconds, by page, method and status.",
    ["route", "method", "status"],
    buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0),
)
METHODS = frozenset({"GET", "HEAD", "POST"})
"""Other methods, which anybody may send, are counted under one label."""
EPOCH = "kreuzdame_epoch"
EPOCH_SECONDS = 60 * 60 * 24 * 30
READING = frozenset({"GET", "HEAD", "OPTIONS"})
ALWAYS = frozenset(
    {
        *("sign-in", "sign-out", "set_language", "screen-door", "backup-restore"),
        *("standby-door", "standby-epoch"),
        *("standby-follow", "standby-take-over", "standby-go-on"),
    }
)
"""Requests allowed on a computer that takes no entries; their data stays local."""
POLICY = "Content-Security-Policy"
ITS_OWN = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "connect-src 'self'"
)
"""What a page may load and where it may send: nothing but this program's own."""
Answer = Callable[[HttpRequest], HttpResponse]


def watched(get_response: Answer) -> Answer:
    """Count each request and log its outcome, by route: addresses may contain codes and links."""

    def respond(request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        response = get_response(request)
        seconds = time.perf_counter() - begun
        route = route_of(request)
        method = str(request.method) if request.method in METHODS else "other"
        SECONDS.labels(route, method, response.status_code).observe(seconds)
        fields = {
            "route": route,
            "method": method,
            "status": response.status_code,
            "milliseconds": round(seconds * 1000, 1),
        }
        logger.info("request", extra={"fields": fields})
        return response

    return respond


def route_of(request: HttpRequest) -> str:
    """Return the route name of the request; "none" if it matches no page."""
    match = request.resolver_match
    return "none" if match is None else match.view_name or match.route


class CompressedForOthers(GZipMiddleware):
    """Gzip for other devices: a list of 1,000 is 13 times smaller in the hall's network.

    This machine's own browser would gain nothing and pay for it. CSRF tokens are masked anew in
    each page and its length is varied, so that secrets cannot be guessed from sizes (BREACH).
    WhiteNoise's answers pass here, too: of a file, only a whole one is compressed.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compress the response where that helps."""
        try:
            is_here = ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
        except ValueError:  # a proxy that sends no address
            is_here = False
        is_part = response.status_code in NOT_WHOLE or request.method == "HEAD"
        if is_here or is_part or response.get("Content-Type") in PACKED:
            return response
        return super().process_response(request, response)


def with_policy(get_response: Answer) -> Answer:
    """Set the policy of contents, where the page has not set a wider one."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault(POLICY, ITS_OWN)
        return response

    return respond


def while_restoring(get_response: Answer) -> Answer:
    """Block all requests while a copy is being restored as the database."""

    def respond(request: HttpRequest) -> HttpResponse:
        with let_through() as may:
            return get_response(request) if may else fault_page(request, "restoring")

    return respond


def in_words(get_response: Answer) -> Answer:
    """Explain in words when a button's address is opened as a page (405)."""

    def respond(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        if answer.status_code == NOT_ALLOWED and request.method == "GET":
            page = render(request, "405.html", status=NOT_ALLOWED)
            page["Allow"] = answer["Allow"]
            return page
        return answer

    return respond


def one_counts(get_response: Answer) -> Answer:
    """Accept entries only on the computer that counts, after checking the epoch's cookie."""

    def respond(request: HttpRequest) -> HttpResponse:
        seen = request.COOKIES.get(EPOCH, "")
        if standing.key and seen:
            give_way_to(seen)
        if request.method in READING:
            return _set_epoch(request, get_response(request))
        if not standing.takes_entries:
            try:
                page = resolve(request.path_info).url_name
            except Resolver404:
                page = ""
            if page not in ALWAYS:
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
        # Only these pages may send anything to another address.
        response[POLICY] = f"{ITS_OWN} {standing.to_be_told}"
    if request.COOKIES.get(EPOCH) != signed:
        response.set_cookie(
            EPOCH,
            signed,
            max_age=EPOCH_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a server error: a database fault in words, else the plain page."""
    error = sys.exc_info()[1]
    problem = database_problem(error) if isinstance(error, Error) else None
    if problem == ANOTHER_COUNTS:
        problem = "stands_by" if standing.stands_by else "taken_over"
    elif problem is None and isinstance(error, OperationalError) and not is_one_file():
        problem = "unreachable"
    if problem is None:  # rendered without the request: reading it may be what failed
        page = render_to_string("500.html", {"is_server": settings.IS_SERVER})
        return HttpResponseServerError(page)
    if is_one_file():  # for the operator alone: the page may be read by strangers
        _database_log.error("Database: %s. Copies: %s.", database_file(), own_directory())
    return fault_page(request, problem)


def fault_page(request: HttpRequest, problem: str) -> HttpResponse:
    """Render what has happened, what to do, and what was typed."""
    words = ON_SERVER.get(problem, FAULTS[problem]) if settings.IS_SERVER else FAULTS[problem]
    other = standing.others.get(Way.FIRST) or standing.others.get(Way.SUCCESSOR)
    address = other.url.removeprefix("http://") if other and other.url else "–"
    page = render(
        request,
        "fault.html",
        {
            "title": words.title,
            "todo": str(words.todo) % {"other": address},
            "can_read": words.can_read,
            "sent": _sent(request),
            "address": request.get_full_path(),
        },
        status=UNAVAILABLE,
    )
    page["Retry-After"] = RETRY_SECONDS
    return page


def old_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose token is old or missing: what this program's own sent can be sent again.

    The token is another one once somebody has signed in or out in this browser.
    """
    return _keep_sent(request, "403_csrf.html")


class SignInFirst(LoginRequiredMiddleware):
    """Ask for an account; what was sent after the session has ended stays on the page meanwhile."""

    def handle_no_permission(  # type: ignore[override]  # it may answer without leading elsewhere
        self, request: HttpRequest, view_func: Callable[..., HttpResponseBase]
    ) -> HttpResponseBase:
        """Show what was sent, or else the page to sign in."""
        if _resendable(request):
            return _keep_sent(request, "signed_out.html")
        return super().handle_no_permission(request, view_func)


def _keep_sent(request: HttpRequest, template: str) -> HttpResponse:
    context = {"sent": _resendable(request), "address": request.get_full_path()}
    return render(request, template, context, status=FORBIDDEN)


def _resendable(request: HttpRequest) -> list[tuple[str, str]]:
    """Return what was sent, nothing of a form with a password: without it, it would be refused."""
    return [] if any("password" in name for name in request.POST) else _sent(request)


class _Token(CsrfViewMiddleware):
    """Tells whether token or origin are right, without the page of those that are not."""

    def _reject(self, _request: HttpRequest, _reason: str) -> HttpResponse:
        return HttpResponse(status=FORBIDDEN)


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """Return what a form of this program sent, except passwords and files, to be chosen again.

    The page carries a new token, so its button must not resend what another site has posted: token
    or origin are checked, as the fault may have come before they were.
    """
    if request.method != "POST" or request.FILES:
        return []
    csrf = _Token(plain_page)
    csrf.process_request(request)
    is_own = "HTTP_ORIGIN" in request.META and csrf._origin_verified(request)  # type: ignore[attr-defined]
    if not is_own and csrf.process_view(request, plain_page, (), {}) is not None:
        return []
    return sent_in(request)
