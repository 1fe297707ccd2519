"""Copies of the database, restoring one, and the second computer."""

from http import HTTPStatus

from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from tournament.accounts.reads import hall_url
from tournament.accounts.signed_in import SessionStore
from tournament.backup import second_place
from tournament.backup.copies import (
    Copy,
    copy_status,
    last_copied_at,
    own_copies,
    own_directory,
)
from tournament.backup.restoring import losses
from tournament.backup.sqlite import is_one_file
from tournament.errors import Refused
from tournament.labels.backup import age_in_words, loss_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.lists.html import act_button
from tournament.lists.installation import CopyLine, copies_list, copy_lines
from tournament.standby import writes as services
from tournament.standby.reads import acts_after
from tournament.standby.rules import Line
from tournament.standby.standing import Way, feed, standing
from tournament.tables import ListTable
from tournament.views.access import Request, owner_page, take_over_page
from tournament.views.answers import button, done, list_page, show_refusals
from tournament.views.middleware import give_way_to

CLOCK_DIFFERS = 2.0  # seconds
LONGEST_EPOCH = 200  # bytes


@owner_page
def backup(request: Request) -> HttpResponse:
    """Show how old the last copies are, where they go, and all of them."""
    status = copy_status()
    own, elsewhere, problem = _copies()
    now = timezone.now()
    lines, copied_at = copy_lines(own, elsewhere, now), last_copied_at(status)

    def restore(line: CopyLine) -> str:
        return act_button(gettext("Restore …"), line.made, name="copy", value=line.copy.path)

    context = {
        "table": lines
        and ListTable(
            copies_list(lines),
            gettext("Copies"),
            acts=(gettext("Restore …"), restore) if is_one_file() else None,
        ),
        "last": copied_at and age_in_words(now - copied_at),
        "place": second_place.chosen_place(),
        "place_problem": problem,
        "sticks": second_place.sticks(),
        "directory": own_directory(),
        "is_one_file": is_one_file(),
        "is_by_timer": not (is_one_file() or status.is_kept_here),
        "problem": status.problem and refusal_sentence(status.problem),
        "is_too_old": status.is_too_old,
    }
    return list_page(request, "installation/backup.html", context)


@button(owner_page, "backup")
def backup_now(_request: Request) -> str:
    """Copy now, to the second place as well."""
    second_place.copy_to_both_places("button")
    return gettext("Copied and checked.")


@button(owner_page, "backup", typed=("path", gettext_lazy("Stick or folder")))
def backup_place(request: Request) -> str:
    """Choose the second place; an empty path removes it."""
    path = request.POST.get("path", "").strip()
    if not path:
        services.leave_place(request.actor)
        return gettext("Copies go nowhere else any more.")
    services.choose_place(request.actor, path)
    return gettext("Copies of the database go to “%(path)s” as well.") % {"path": path}


@owner_page
def backup_restore(request: Request) -> HttpResponse:
    """Show what is lost and what comes back, then restore. Only listed copies are allowed."""
    own, elsewhere, _problem = _copies() if is_one_file() else ([], [], "")
    wanted = (request.POST or request.GET).get("copy", "")
    lines = copy_lines(own, elsewhere, timezone.now())
    line = next((each for each in lines if str(each.copy.path) == wanted), None)
    if line is None:
        return redirect("backup")
    path = line.path
    if request.method == "POST":
        with show_refusals(request):
            restored = services.restore_copy(request.actor, path, requests=1)
            # The session belonged to the old database; start a new one if this owner exists here
            # too.
            request.session = SessionStore()
            if not restored.account:
                return redirect("sign-in")
            login(request, restored.account)
            return done(request, gettext("The copy is the database now."), "home")
        return redirect("backup")
    lost = loss_sentence(losses(path))
    context = {"line": line, "lost": lost, "is_twin": path != line.copy.path}
    return render(request, "installation/backup_restore.html", context)


def _copies() -> tuple[list[Copy], list[Copy], str]:
    """Return the program's own copies, those at the second place, and why there are none."""
    place = second_place.chosen_place()
    try:
        return own_copies(), second_place.copies_at(place) if place else [], ""
    except Refused as refusal:
        return own_copies(), [], refusal_sentence(refusal)


@take_over_page
def second_computer(request: Request) -> HttpResponse:
    """Show how this computer relates to the other one, and the buttons that change it."""
    others = standing.others
    context: dict[str, object] = {
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
        ahead = round(standing.clock_ahead)
        age = timezone.now() - standing.heard_at if standing.heard_at else None
        context |= {
            "seconds_old": None if age is None else max(0, round(age.total_seconds())),
            "ahead": ahead if ahead >= CLOCK_DIFFERS else 0,
            "late": -ahead if -ahead >= CLOCK_DIFFERS else 0,
        }
    if Way.FOLLOWER in others:
        context |= {
            "line": str(Line(hall_url(), others[Way.FOLLOWER].code)),
            "is_followed": feed.is_followed,
            "behind": feed.behind,
        }
    if (successor := others.get(Way.SUCCESSOR)) and successor.last_entry is not None:
        context["missed"] = acts_after(successor.last_entry)
    return render(request, "installation/second_computer.html", context)


@button(owner_page, "standby")
def code(request: Request) -> str:
    """Create a code for a second computer; with `end` remove it."""
    if "end" in request.POST:
        services.shut_second_out(request.actor)
        return gettext("Code for a second computer ended.")
    services.let_second_in(request.actor)
    return ""


@button(owner_page, "standby", typed=("line", gettext_lazy("Line of the first computer")))
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
        answer = services.answer_other(request.body)
    except Refused as refusal:
        raise PermissionDenied from refusal
    return HttpResponse(answer, content_type="application/octet-stream")


@csrf_exempt
@login_not_required
@never_cache
@require_POST
def epoch(request: HttpRequest) -> HttpResponse:
    """Receive the signed epoch a browser has seen on another computer; forged ones are ignored."""
    give_way_to(request.body[:LONGEST_EPOCH].decode(errors="replace"))
    return HttpResponse(status=HTTPStatus.NO_CONTENT)
