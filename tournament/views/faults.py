"""Pages for what the program cannot help: the database cannot be used, or is being changed.

What was sent comes back with the page, to be sent again by one button.
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
from tournament.backup.kind import is_one_file
from tournament.backup.sqlite import database_file
from tournament.labels.faults import FAULTS, ON_SERVER, database_problem
from tournament.models.triggers import ANOTHER_COUNTS
from tournament.standby.standing import Way, standing

NOT_ALLOWED, UNAVAILABLE = 405, 503
RETRY_SECONDS = "5"
_log = logging.getLogger("kreuzdame.database")


def server_error(request: HttpRequest) -> HttpResponse:
    """The page for whatever went wrong: the fault of the database in words, else the plain one."""
    error = sys.exc_info()[1]
    problem = _problem(error) if isinstance(error, Error) else None
    if problem:
        _tell_places()
    return fault_page(request, problem) if problem else _plain_page()


def while_restoring(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: nobody reads or writes while a copy becomes the database."""

    def respond(request: HttpRequest) -> HttpResponse:
        with let_through() as may:
            return get_response(request) if may else fault_page(request, "restoring")

    return respond


def in_words(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: whoever opens the address of a button as a page finds words there."""

    def respond(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        if answer.status_code == NOT_ALLOWED and request.method == "GET":
            page = render(request, "405.html", status=NOT_ALLOWED)
            page["Allow"] = answer["Allow"]
            return page
        return answer

    return respond


def fault_page(request: HttpRequest, problem: str) -> HttpResponse:
    """What has happened, what to do, and what was typed."""
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
    """Without a request: reading of it may be what went wrong."""
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
    """Where database and copies lie, to whoever sits at the program: a page may be a stranger's."""
    if is_one_file():
        _log.error("Database: %s. Copies: %s.", database_file(), own_directory())


def _address_of_other_computer() -> str:
    other = standing.others.get(Way.FIRST) or standing.others.get(Way.SUCCESSOR)
    return other.url.removeprefix("http://") if other and other.url else "–"


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """What a form of this program has sent, but passwords and files: those are chosen again."""
    if request.method != "POST" or request.FILES or not _is_own(request):
        return []
    return [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if "password" not in name and name != "csrfmiddlewaretoken"
    ]


def _is_own(request: HttpRequest) -> bool:
    """Whether token or origin fit: the fault may have come before anybody has looked at them.

    The page has a new token, so what another site has sent must not be sent by its button.
    """
    csrf = CsrfViewMiddleware(plain_page)
    csrf.process_request(request)
    if "HTTP_ORIGIN" in request.META and csrf._origin_verified(request):  # type: ignore[attr-defined]
        return True
    return csrf.process_view(request, plain_page, (), {}) is None
