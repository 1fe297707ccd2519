"""The direction's page "Screens": what the hall sees, and the buttons for it."""

from collections.abc import Callable

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.accounts.reads import hall_url
from tournament.forms.stage import (
    AnnounceForm,
    PodiumForm,
    ReleaseForm,
    ScreenForm,
    ShowForm,
    TurnsForm,
)
from tournament.models import PICTURES, Stage, Tournament
from tournament.permissions import may_run_installation, may_run_stage
from tournament.phones.writes import release_standings
from tournament.rounds.reads.rounds import round_progress, round_released
from tournament.stage.reads import connected_screens, podium, stage_of
from tournament.stage.rules import Picture
from tournament.stage.writes import (
    announce,
    call_places,
    let_screens_in,
    name_screen,
    show_in_turn,
    show_on_screen,
    show_picture,
    shut_screens_out,
)
from tournament.views.access import Request, View, tournament_page
from tournament.views.answers import button, form_page, refusals_in
from tournament.views.stage.screens import picture_answer, screen_page, shown_picture


@tournament_page(may_run_stage)
def beamer(request: Request, tournament: Tournament) -> HttpResponse:
    """Show thumbnails of all pictures, what is up, the connected screens, and announcements."""
    stage = stage_of(tournament)
    return _page(request, stage, _announce_form(stage), TurnsForm(stage))


@require_POST
@tournament_page(may_run_stage)
def beamer_announce(request: Request, tournament: Tournament) -> HttpResponse:
    """Make an announcement; with `show` at once on all screens."""
    stage, form = stage_of(tournament), AnnounceForm(request.POST)
    if not form.is_valid():
        return _page(request, stage, form, TurnsForm(stage))
    announce(request.actor, tournament, **form.cleaned_data)
    if "show" in request.POST:
        show_picture(request.actor, tournament, Picture.WELCOME)
    messages.success(request, gettext("Saved."))
    return redirect("beamer", tournament.slug)


@require_POST
@tournament_page(may_run_stage)
def beamer_turns(request: Request, tournament: Tournament) -> HttpResponse:
    """Show the ticked pictures in rotation."""
    stage = stage_of(tournament)
    form = TurnsForm(stage, request.POST)
    if form.is_valid():
        with refusals_in(form):
            show_in_turn(request.actor, tournament, form.turns)
            messages.success(request, gettext("The screens show these pictures in turn."))
            return redirect("beamer", tournament.slug)
    return _page(request, stage, _announce_form(stage), form)


@tournament_page(may_run_stage)
def beamer_picture(request: Request, tournament: Tournament, picture: str) -> HttpResponse:
    """Show one picture full screen as a preview; `?part=picture` for its updates."""
    if picture not in dict(PICTURES):
        raise Http404
    now = timezone.now()
    found = shown_picture(stage_of(tournament), Picture(picture), now)
    if request.GET.get("part") == "picture":
        return picture_answer(request, found)
    return screen_page(
        request, found, source="?part=picture", back=reverse("beamer", args=[tournament.slug])
    )


def _button(form_class: type[Form], act: Callable[[Request, Tournament, dict], object]) -> View:
    """Make the view of a button: it does the act, then shows the page."""

    @button(tournament_page(may_run_stage), "beamer")
    def press(request: Request, tournament: Tournament) -> None:
        form = form_class(request.POST)
        if form.is_valid():
            act(request, tournament, form.cleaned_data)

    return press


def _show(request: Request, tournament: Tournament, typed: dict) -> object:
    picture = Picture(typed["picture"]) if typed["picture"] else None
    if typed["screen"] is not None:
        return show_on_screen(request.actor, tournament, typed["screen"], picture)
    return show_picture(request.actor, tournament, picture) if picture else None


def _release(request: Request, tournament: Tournament, typed: dict) -> object:
    """Release standings and show them at once; take down what is no longer released."""
    after = typed["after"] or 0
    release_standings(request.actor, tournament, after)
    if after and "show" in request.POST:
        show_picture(request.actor, tournament, Picture.STANDINGS)
    return True


def _podium(request: Request, tournament: Tournament, typed: dict) -> object:
    return call_places(request.actor, tournament, typed["called"])


def _code(request: Request, tournament: Tournament, _typed: dict) -> object:
    act = shut_screens_out if "end" in request.POST else let_screens_in
    return act(request.actor, tournament)


def _name(request: Request, tournament: Tournament, typed: dict) -> object:
    return name_screen(request.actor, tournament, **typed)


beamer_show = _button(ShowForm, _show)
beamer_release = _button(ReleaseForm, _release)
beamer_podium = _button(PodiumForm, _podium)
beamer_code = _button(Form, _code)
beamer_screen = _button(ScreenForm, _name)


def _announce_form(stage: Stage) -> AnnounceForm:
    until = timezone.localtime(stage.until).time() if stage.until else None
    return AnnounceForm(initial={"message": stage.message, "until": until})


def _page(
    request: Request, stage: Stage, announcing: AnnounceForm, turns: TurnsForm
) -> HttpResponse:
    tournament, now = stage.tournament, timezone.now()
    played = [each.number for each in round_progress(tournament) if each.tables_in]
    places = podium(stage)
    seconds = {turn.picture: turn.seconds for turn in stage.rotation}
    up = {*seconds} or {Picture(stage.picture)}
    # Where a screen is opened: in the hall network once it is open, else only here.
    hall = hall_url()
    base = hall or request.build_absolute_uri("/").rstrip("/")
    code = reverse("screen", args=[stage.code]) if stage.code else ""
    context = {
        "stage": stage,
        # Each picture as it looks now; whether the hall sees it, alone or in rotation.
        "tiles": [
            {
                "picture": Picture(picture),
                "label": str(label),
                "shown": shown_picture(stage, Picture(picture), now),
                "is_up": Picture(picture) in up,
                "seconds": seconds.get(Picture(picture), 0),
            }
            for picture, label in PICTURES
        ],
        "screens": connected_screens(stage, now),
        "announcing": announcing,
        "turns": turns,
        "pictures": PICTURES,
        "played": played,
        "released": round_released(tournament),
        "places": places,
        "to_call": max((each.place for each in places if not each.is_called), default=None),
        "is_in_hall": bool(hall),
        "door": base + reverse("screen-door"),
        "code_address": code and base + code,
        "here": code,
        "may_run_installation": may_run_installation(request.actor),
        "now": now,
    }
    return form_page(request, "stage/beamer.html", context)
