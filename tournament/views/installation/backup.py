"""Copies of the database: their state, a second place for them, and restoring."""

from pathlib import Path

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from tournament.backup import second_place
from tournament.backup.copies import Copy, copy_status, own_copies, own_directory
from tournament.backup.restoring import losses
from tournament.backup.second_place import copy_to_both_places
from tournament.backup.sqlite import is_one_file
from tournament.errors import Refused
from tournament.labels.backup import loss_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.lists.html import act_button
from tournament.lists.installation import CopyLine, copies_list, copy_lines
from tournament.standby.writes.backup import choose_place, leave_place, restore_copy
from tournament.tables import ListTable
from tournament.views.access import Request, owner_page
from tournament.views.acts import button, refusals_told
from tournament.views.lists import list_page

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"


@owner_page
def backup(request: Request) -> HttpResponse:
    """Show how old the last copies are, where they go, and all of them."""
    status = copy_status()
    own, elsewhere, problem = _copies()
    lines = copy_lines(own, elsewhere, timezone.now())

    def restore(line: CopyLine) -> str:
        return act_button(gettext("Restore …"), line.made, name="copy", value=line.copy.path)

    return list_page(
        request,
        "installation/backup.html",
        {
            "table": lines
            and ListTable(
                copies_list(lines),
                gettext("Copies"),
                acts=(gettext("Restore …"), restore) if is_one_file() else None,
            ),
            "last": next((line for line in lines if line.copy.name.occasion != "aside"), None),
            "place": second_place.chosen_place(),
            "place_problem": problem,
            "sticks": second_place.sticks(),
            "directory": own_directory(),
            "is_one_file": is_one_file(),
            "is_by_timer": not (is_one_file() or status.is_kept_here),
            "problem": status.problem and refusal_sentence(status.problem),
            "is_too_old": status.is_too_old,
        },
    )


@button(owner_page, "backup")
def backup_now(_request: Request) -> str:
    """Copy now, to the second place as well."""
    copy_to_both_places("button")
    return gettext("Copied and checked.")


@button(owner_page, "backup")
def backup_place(request: Request) -> str:
    """Choose the second place; an empty path removes it."""
    path = request.POST.get("path", "").strip()
    if not path:
        leave_place(request.actor)
        return gettext("Copies go nowhere else any more.")
    choose_place(request.actor, path)
    return gettext("Copies of the database go to “%(path)s” as well.") % {"path": path}


@owner_page
def backup_restore(request: Request) -> HttpResponse:
    """Show what is lost and what comes back, then restore. Only listed copies are allowed."""
    own, elsewhere, _problem = _copies() if is_one_file() else ([], [], "")
    wanted = (request.POST or request.GET).get("copy", "")
    line = next(
        (
            each
            for each in copy_lines(own, elsewhere, timezone.now())
            if str(each.copy.path) == wanted
        ),
        None,
    )
    if line is None:
        return redirect("backup")
    if request.method == "POST":
        return _restore(request, line.path)
    path = line.path
    context = {
        "line": line,
        "lost": loss_sentence(losses(path)),
        "is_twin": path != line.copy.path,
    }
    return render(request, "installation/backup_restore.html", context)


def _restore(request: Request, path: Path) -> HttpResponse:
    with refusals_told(request):
        restored = restore_copy(request.actor, path, requests=1)
        # The session belonged to the old database; start a new one if this owner exists here too.
        request.session = SessionStore()
        if restored.account:
            login(request, restored.account, backend=MODEL_BACKEND)
            messages.success(request, gettext("The copy is the database now."))
            return redirect("home")
        return redirect("sign-in")
    return redirect("backup")


def _copies() -> tuple[list[Copy], list[Copy], str]:
    """Return the program's own copies, those at the second place, and why there are none."""
    place = second_place.chosen_place()
    try:
        return own_copies(), second_place.copies_at(place) if place else [], ""
    except Refused as refusal:
        return own_copies(), [], refusal_sentence(refusal)
