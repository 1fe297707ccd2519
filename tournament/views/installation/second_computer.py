"""The page of the second computer, on both of them, and the endpoints they talk through."""

from http import HTTPStatus

from django.contrib.auth.decorators import login_not_required
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from tournament.accounts.reads.hall_network import hall_url
from tournament.backup.sqlite import is_one_file
from tournament.errors import Refused
from tournament.labels.refusals import refusal_sentence
from tournament.permissions import may_run_installation
from tournament.standby.reads import acts_after
from tournament.standby.rules import Line
from tournament.standby.standing import Way, feed, standing
from tournament.standby.writes import second_computer as services
from tournament.standby.writes.second_computer import answer_other
from tournament.views.access import Request, owner_page, take_over_page
from tournament.views.acts import button
from tournament.views.one_counts import give_way_to

CLOCK_DIFFERS = 2.0  # seconds
LONGEST_EPOCH = 200  # bytes


@take_over_page
def second_computer(request: Request) -> HttpResponse:
    """Show how this computer relates to the other one, and the buttons that change it."""
    others = standing.others
    context: dict[str, object] = {
        "may_run_installation": may_run_installation(request.actor),
        "is_possible": is_one_file(),
        "url": hall_url(),
        "follower": others.get(Way.FOLLOWER),
        "first": others.get(Way.FIRST),
        "successor": others.get(Way.SUCCESSOR),
        "to_be_told": standing.to_be_told,
        "has_given_way": standing.has_given_way.removeprefix("http://"),
        "problem": standing.problem and refusal_sentence(standing.problem),
        "typed": request.GET.get("line", ""),
    }
    if Way.FIRST in others:
        context |= _copy_here()
    if Way.FOLLOWER in others:
        context |= {
            "line": str(Line(hall_url(), others[Way.FOLLOWER].code)),
            "is_followed": feed.is_followed,
            "behind": feed.behind,
        }
    if (successor := others.get(Way.SUCCESSOR)) and successor.last_entry is not None:
        context["missed"] = acts_after(successor.last_entry)
    return render(request, "installation/second_computer.html", context)


def _copy_here() -> dict[str, object]:
    """Return how old the copy is, and how far the two clocks differ."""
    ahead = round(standing.clock_ahead)
    age = timezone.now() - standing.heard_at if standing.heard_at else None
    return {
        "seconds_old": None if age is None else max(0, round(age.total_seconds())),
        "ahead": ahead if ahead >= CLOCK_DIFFERS else 0,
        "late": -ahead if -ahead >= CLOCK_DIFFERS else 0,
    }


@button(owner_page, "standby")
def code(request: Request) -> str:
    """Create a code for a second computer; with `end` remove it."""
    if "end" in request.POST:
        services.shut_second_out(request.actor)
        return gettext("Code for a second computer ended.")
    services.let_second_in(request.actor)
    return ""


@button(owner_page, "standby")
def follow(request: Request) -> str:
    """Stand by for the computer named in this line; signed-in users here must sign in again."""
    services.stand_by(request.actor, request.POST.get("line", ""), requests=1)
    # The session went with the database that was set aside.
    request.session = SessionStore()
    return gettext("This computer stands by. Sign in with an account of the first computer.")


@button(take_over_page, "standby")
def take_over(request: Request) -> str:
    """Take over: this computer counts from now on."""
    services.take_over_from_first(request.actor)
    return gettext("This computer has taken over. Go on here.")


@button(owner_page, "standby")
def go_on(request: Request) -> str:
    """Count again, although another computer has taken over."""
    services.go_on_here(request.actor)
    return gettext("This computer counts again.")


@csrf_exempt
@login_not_required
@never_cache
@require_POST
def door(request: HttpRequest) -> HttpResponse:
    """Answer the other computer, sealed with the code like the request; 403 without it."""
    try:
        return HttpResponse(answer_other(request.body), content_type="application/octet-stream")
    except Refused as refusal:
        raise PermissionDenied from refusal


@csrf_exempt
@login_not_required
@never_cache
@require_POST
def epoch(request: HttpRequest) -> HttpResponse:
    """Receive the signed epoch a browser has seen on another computer; forged ones are ignored."""
    give_way_to(request.body[:LONGEST_EPOCH].decode(errors="replace"))
    return HttpResponse(status=HTTPStatus.NO_CONTENT)
