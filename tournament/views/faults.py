"""Pages for faults outside the program: the database is unusable or being replaced.

What was posted comes back with the page, to be sent again with one button.
"""

import logging
import sys
from collections.abc import Callable

from django.conf import settings
from django.db import Error, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.middleware.csrf import CsrfViewMiddleware
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.defaults import server_error as plain_page

from tournament.backup.copies import own_directory
from tournament.backup.gate import let_through
from tournament.backup.sqlite import database_file, is_one_file
from tournament.labels.faults import FAULTS, ON_SERVER, database_problem
from tournament.models.triggers import ANOTHER_COUNTS
from tournament.standby.standing import Way, standing

NOT_ALLOWED, UNAVAILABLE = 405, 503
RETRY_SECONDS = "5"
_log = logging.getLogger("kreuzdame.database")


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a server error: a database fault in words, else the plain page."""
    error = sys.exc_info()[1]
    problem = _problem(error) if isinstance(error, Error) else None
    if problem:
        _tell_places()
    return fault_page(request, problem) if problem else _plain_page()


def while_restoring(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: block all requests while a copy is being restored as the database."""

    def respond(request: HttpRequest) -> HttpResponse:
        with let_through() as may:
            return get_response(request) if may else fault_page(request, "restoring")

    return respond


def in_words(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: explain in words when a button's address is opened as a page (405)."""

    def respond(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        if answer.status_code == NOT_ALLOWED and request.method == "GET":
            page = render(request, "405.html", status=NOT_ALLOWED)
            page["Allow"] = answer["Allow"]
            return page
        return answer

    return respond


def fault_page(request: HttpRequest, problem: str) -> HttpResponse:
    """Render what has happened, what to do, and what was typed."""
    words = ON_SERVER.get(problem, FAULTS[problem]) if settings.IS_SERVER else FAULTS[problem]
    page = render(
        request,
        "fault.html",
        {
            "title": words.title,
            "todo": str(words.todo) % {"other": _address_of_other_computer()},
            "can_read": words.can_read,
            "sent": _sent(request),
            "address": request.get_full_path(),
        },
        status=UNAVAILABLE,
    )
    page["Retry-After"] = RETRY_SECONDS
    return page


def _plain_page() -> HttpResponse:
    """Render without the request: reading it may be what failed."""
    page = render_to_string("500.html", {"is_server": settings.IS_SERVER})
    return HttpResponseServerError(page)


def _problem(error: Error) -> str | None:
    problem = database_problem(error)
    if problem == ANOTHER_COUNTS:
        return "stands_by" if standing.stands_by else "taken_over"
    if problem is None and isinstance(error, OperationalError) and not is_one_file():
        return "unreachable"
    return problem


def _tell_places() -> None:
    """Log where database and copies are, for the operator: a page may be read by strangers."""
    if is_one_file():
        _log.error("Database: %s. Copies: %s.", database_file(), own_directory())


def _address_of_other_computer() -> str:
    other = standing.others.get(Way.FIRST) or standing.others.get(Way.SUCCESSOR)
    return other.url.removeprefix("http://") if other and other.url else "–"


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """Return what a form of this program sent, except passwords and files, to be chosen again."""
    if request.method != "POST" or request.FILES or not _is_own(request):
        return []
    return [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if "password" not in name and name != "csrfmiddlewaretoken"
    ]


def _is_own(request: HttpRequest) -> bool:
    """Whether token or origin match: the fault may have come before they were checked.

    The page carries a new token, so its button must not resend what another site has posted.
    """
    csrf = CsrfViewMiddleware(plain_page)
    csrf.process_request(request)
    if "HTTP_ORIGIN" in request.META and csrf._origin_verified(request):  # type: ignore[attr-defined]
        return True
    return csrf.process_view(request, plain_page, (), {}) is None
