"""The screens themselves: opened with a code, without an account; the direction controls them."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from tournament.errors import Refused
from tournament.forms.stage import CodeForm
from tournament.labels.refusals import refusal_sentence
from tournament.models import Screen, Stage, Tournament, User
from tournament.permissions import Actor, may_run_stage, may_see_tournament
from tournament.stage.reads import screen_with
from tournament.stage.rules import Picture
from tournament.stage.writes import find_stage, note_screen, open_screen
from tournament.views.access import Request, tournament_page
from tournament.views.acts import refusals_in
from tournament.views.direction.visible import visible_round
from tournament.views.stage.pictures import (
    clock_shown,
    picture_answer,
    screen_page,
    shown,
    shown_picture,
)

KEY = "kreuzdame_screen"
"""The cookie that identifies a device; signed, so that it cannot be forged."""


@login_not_required
@never_cache
def screen_door(request: HttpRequest) -> HttpResponse:
    """Ask for the code."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        code = form.cleaned_data["code"]
        with refusals_in(form, field="code"):
            find_stage(request.META["REMOTE_ADDR"], code)
            return redirect("screen", code)
    return render(request, "stage/door.html", {"form": form})


@login_not_required
@never_cache
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Open a screen, which then follows what the direction shows. 404 for a wrong code."""
    code = code.upper()
    known = _known(request, code)
    try:
        stage = known.stage if known else find_stage(request.META["REMOTE_ADDR"], code)
    except Refused as refusal:
        form = CodeForm({"code": code})
        form.add_error("code", refusal_sentence(refusal))
        return render(request, "stage/door.html", {"form": form}, status=404)
    device = known or open_screen(stage)
    answer = screen_page(
        request,
        shown_picture(stage, _picture_on(device, stage), timezone.now()),
        source=reverse("screen-picture", args=[code]),
        device=device,
        podium=_podium_of(request, stage),
    )
    if device and not known:
        answer.set_signed_cookie(
            KEY,
            device.key,
            max_age=settings.SESSION_COOKIE_AGE,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
    return answer


@login_not_required
@never_cache
def screen_picture(request: HttpRequest, code: str) -> HttpResponse:
    """Answer a polling screen: the picture, nothing new, or the end.

    A device that was let in once never tries codes here: after a new code it is told to be
    reopened, so polling guesses nothing.
    """
    code, now = code.upper(), timezone.now()
    device = _known(request, code)
    try:
        stage = device.stage if device else _unknown(request, code)
    except Refused:
        html = render_to_string("stage/closed.html")
        return picture_answer(request, shown(Picture.WELCOME, html, now))
    if device and device.is_to_be_noted(now):
        note_screen(device, now=now)
    return picture_answer(request, shown_picture(stage, _picture_on(device, stage), now))


def _known(request: HttpRequest, code: str) -> Screen | None:
    """Return the screen of this device, if it was opened with this code."""
    device = screen_with(_key(request))
    return device if device and device.stage.code == code else None


def _key(request: HttpRequest) -> str:
    return request.get_signed_cookie(KEY, default="") or ""


def _unknown(request: HttpRequest, code: str) -> Stage:
    """Return the stage for a device that keeps no cookies."""
    if _key(request):
        raise Refused("screen_gone")
    return find_stage(request.META["REMOTE_ADDR"], code)


def _picture_on(device: Screen | None, stage: Stage) -> Picture:
    return (device or stage).shown_at(timezone.now())


def _podium_of(request: HttpRequest, stage: Stage) -> Stage | None:
    """Return the stage if places can be called from this screen: the direction opened it."""
    if not isinstance(request.user, User):
        return None
    return stage if may_run_stage(Actor(request.user), stage.tournament) else None


@tournament_page(may_see_tournament)
def clock(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show the clock of a round full screen, without a code; `?part=picture` for its updates."""
    round = visible_round(request, tournament, number)
    found = clock_shown(tournament, round, timezone.now())
    if request.GET.get("part") == "picture":
        return picture_answer(request, found)
    back = reverse("round", args=[tournament.slug, number])
    return screen_page(request, found, source="?part=picture", back=back)
