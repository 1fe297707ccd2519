"""The screens in the hall: pictures, opening one with a code, the direction's page for them.

A picture is rendered once for all: a hall polls every few seconds.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.accounts.reads import hall_url
from tournament.cup.reads import cut_shown, lot_reports
from tournament.errors import Refused
from tournament.forms import stage as forms
from tournament.labels.counting import standings_words
from tournament.labels.cup import first_places_words, shown_sentence, shown_title
from tournament.labels.draws import to_note
from tournament.labels.refusals import refusal_sentence
from tournament.labels.standings import standings_title
from tournament.league.reads import teams_in_groups
from tournament.lists.cup import places_at_cut, shown_lines
from tournament.lists.notes import caution_of, ended_note, verification_notes
from tournament.lists.timetable import timetable_lines
from tournament.models import Cup, Round, RoundState, Screen, Stage, Tournament, User, pictures_of
from tournament.models.cup import brings_points
from tournament.models.stage import NOTED_EVERY
from tournament.permissions import Actor, may_run_stage, may_see_tournament
from tournament.phones.writes import release_standings
from tournament.rounds.reads.board import Board, BoardState, board_of
from tournament.rounds.reads.clock import clock_faces, extra_times
from tournament.rounds.reads.rounds import (
    by_name,
    byes_of,
    round_progress,
    round_released,
    seat_list,
    shown_rounds,
)
from tournament.rounds.rules.clock import net_time
from tournament.seating.writes.lots import this_program
from tournament.shared.reads.kept import heads, keep
from tournament.shared.rules.typed import number_in
from tournament.stage import reads as select
from tournament.stage import writes as services
from tournament.stage.rules import SHOWINGS, Picture
from tournament.standings.reads.standings import shown_standings
from tournament.views.access import Request, View, tournament_page, visible_round
from tournament.views.answers import button, done, form_page, refusals_in
from tournament.views.direction.rounds import read_aloud

KEY = "kreuzdame_screen"
"""The cookie that identifies a device; signed, so that it cannot be forged."""
MADE_ANEW = 15
"""Seconds after which a picture is rendered again without any act, because time has passed."""
COUNTED_DOWN = timedelta(hours=2)
"""The countdown to the end of the objection period starts this long before it."""
AT_THE_TABLE = frozenset({BoardState.DRAWN, BoardState.RUNNING, BoardState.DUE})
"""States in which the paper has not been handed in."""
SIZES = ((12, "few"), (26, "some"), (400, "many"))
"""Up to how many names are meant for which size of print; the script finds the exact one."""
CLUBS = range(28)
"""How many clubs fall for the first place."""
SECOND = timedelta(seconds=1)
Facts = Mapping[str, object]


@login_not_required
@never_cache
def screen_door(request: HttpRequest) -> HttpResponse:
    """Ask for the code."""
    form = forms.CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        code = form.cleaned_data["code"]
        with refusals_in(form, field="code"):
            services.find_stage(request.META["REMOTE_ADDR"], code)
            return redirect("screen", code)
    return render(request, "stage/door.html", {"form": form})


@login_not_required
@never_cache
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Open a screen, which then follows what the direction shows. 404 for a wrong code."""
    code = code.upper()
    known = _known(request, code)
    try:
        stage = known.stage if known else services.find_stage(request.META["REMOTE_ADDR"], code)
    except Refused as refusal:
        form = forms.CodeForm({"code": code})
        form.add_error("code", refusal_sentence(refusal))
        return render(request, "stage/door.html", {"form": form}, status=404)
    device = known or services.open_screen(stage)
    # Places can be called from a screen that the direction has opened.
    user = request.user
    may_call = isinstance(user, User) and may_run_stage(Actor(user), stage.tournament)
    answer = screen_page(
        request,
        shown_picture(stage, _picture_on(device, stage), timezone.now()),
        source=reverse("screen-picture", args=[code]),
        device=device,
        podium=stage if may_call else None,
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
        if not device and request.get_signed_cookie(KEY, default=""):
            raise Refused("screen_gone")
        stage = device.stage if device else services.find_stage(request.META["REMOTE_ADDR"], code)
    except Refused:
        html = render_to_string("stage/closed.html")
        return picture_answer(request, Shown(Picture.WELCOME, html, now))
    if device and abs(now - device.seen_at) >= NOTED_EVERY:
        services.note_screen(device, now=now)
    return picture_answer(request, shown_picture(stage, _picture_on(device, stage), now))


def _known(request: HttpRequest, code: str) -> Screen | None:
    """Return the screen of this device, if it was opened with this code."""
    key = request.get_signed_cookie(KEY, default="")
    opened = Screen.objects.select_related("stage__tournament").filter(key=key, stage__code=code)
    return opened.first() if key else None


def _picture_on(device: Screen | None, stage: Stage) -> Picture:
    return (device or stage).shown_at(timezone.now())


@tournament_page(may_see_tournament)
def clock(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show the clock of a round full screen, without a code; `?part=picture` for its updates."""
    round = visible_round(request, tournament, number)
    now = timezone.now()
    facts = _clock_of(tournament, round, now)
    found = Shown(Picture.CLOCK, _render(Picture.CLOCK, facts, tournament, now), now)
    return _preview(request, found, reverse("round", args=[tournament.slug, number]))


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture as sent, and the digest by which a screen says that it has it."""

    picture: Picture
    html: SafeString
    now: datetime

    @property
    def digest(self) -> str:
        """Changes with the picture."""
        return hashlib.sha256(self.html.encode()).hexdigest()[:16]


def shown_picture(stage: Stage, picture: Picture, now: datetime) -> Shown:
    """Return a picture of the stage; one query if nothing was done since it was rendered."""
    tournament = stage.tournament
    said = (stage.message, stage.until, tournament.standings_released, stage.places_called)
    since = int(now.timestamp()) // MADE_ANEW
    key = (tournament.pk, picture, get_language(), heads(tournament), said, since)
    html = keep(
        "picture", key, lambda: _render(picture, _FACTS[picture](stage, now), tournament, now)
    )
    return Shown(picture, html, now)


def picture_answer(request: HttpRequest, shown: Shown) -> HttpResponse:
    """Answer a polling screen; 204 if it has the picture already, `?seen=`."""
    if request.GET.get("seen") == shown.digest:
        return HttpResponse(status=204)
    return render(request, "stage/picture.html", {"shown": shown})


def screen_page(request: HttpRequest, shown: Shown, source: str, **more: Any) -> HttpResponse:
    """Render a full screen that shows this picture and polls `source` for updates."""
    return render(request, "stage/screen.html", {"shown": shown, "source": source, **more})


def _preview(request: HttpRequest, shown: Shown, back: str) -> HttpResponse:
    """Answer a full screen without a code; `?part=picture` for its updates."""
    if request.GET.get("part") == "picture":
        return picture_answer(request, shown)
    return screen_page(request, shown, source="?part=picture", back=back)


def _render(picture: Picture, facts: Facts, tournament: Tournament, now: datetime) -> SafeString:
    context = {"tournament": tournament, "now": now, **facts}
    return SafeString(render_to_string(f"stage/{picture}.html", context))


def _welcome(stage: Stage, now: datetime) -> Facts:
    until = stage.until
    left = max(0, -(-(until - now) // SECOND)) if until else 0
    return {"message": stage.message, "until": until, "left": left}


def _timetable(stage: Stage, now: datetime) -> Facts:
    return {"timetable": timetable_lines(stage.tournament, now)}


def _draw(stage: Stage, _now: datetime) -> Facts:
    course = select.draw_course(stage.tournament, this_program())
    return {
        "course": course,
        "commitment": to_note(course.commitment),
        "figures": select.draw_figures(stage.tournament, course.round) if course.is_drawn else None,
    }


def _seats(stage: Stage, _now: datetime) -> Facts:
    round = next(reversed(shown_rounds(stage.tournament)), None)
    if round is None:
        return {"round": None}
    seats = by_name((*seat_list(round), *byes_of(round)))
    return {"round": round, "seats": seats, "size": _size(len(seats))}


def _size(names: int) -> str:
    """Return the size of print meant for so many names."""
    return next((size for most, size in SIZES if names <= most), "crowd")


def _clock(stage: Stage, now: datetime) -> Facts:
    rounds = shown_rounds(stage.tournament)
    running = (round for round in rounds if round.state == RoundState.RUNNING)
    round = next(running, rounds[-1] if rounds else None)
    return _clock_of(stage.tournament, round, now) if round else {"round": None}


def _clock_of(tournament: Tournament, round: Round, now: datetime) -> Facts:
    faces = clock_faces(tournament, round, now)
    sheets = _sheets(board_of(tournament, round, now)) if round.started_at else {}
    played = net_time(round.started_at, now, round.pause_times) if round.started_at else timedelta()
    return {
        **sheets,
        "round": round,
        "minutes": played // timedelta(minutes=1),
        "counted_from": now - played,
        "faces": faces,
        "announcements": read_aloud(tournament, round, faces, now),
        "extra_times": extra_times(tournament, round, now),
    }


def _missing_facts(stage: Stage, now: datetime) -> Facts:
    round = next(reversed(shown_rounds(stage.tournament)), None)
    if round is None:
        return {"round": None}
    sheets = _sheets(board_of(stage.tournament, round, now))
    return {"round": round, **sheets, "size": _size(len(sheets["missing"]))}


def _sheets(board: Board) -> dict[str, Any]:
    """Return the tables without a sheet, how many of them are due, and how many sheets are in."""
    missing = [table for table in board.tables if table.state in AT_THE_TABLE]
    return {
        "missing": missing,
        "due": sum(table.state is BoardState.DUE for table in missing),
        "all": len(board.tables),
        "received": len(board.tables) - len(missing),
    }


def _standings(stage: Stage, now: datetime) -> Facts:
    found = select.hall_standings(stage)
    if found is None:
        return {"lines": ()}
    report = found.report
    until = report.objections_until
    left = until - now if until else timedelta(0)
    verified = verification_notes(stage.tournament, report.progress)
    ranked_by = standings_words(stage.tournament)
    notes = filter(None, (ranked_by, ended_note(report), caution_of(report, now), *verified))
    return {
        "title": standings_title(rounds=report.rounds, final=report.final),
        "note": " · ".join(notes),
        "until": until if timedelta(0) < left <= COUNTED_DOWN else None,
        "left": -(-left // SECOND),
        "lines": found.lines,
        "size": _size(len(found.lines)),
        "with_rounds": report.rounds > 1,
    }


def _teams(stage: Stage, now: datetime) -> Facts:
    after = round_released(stage.tournament)
    report = shown_standings(stage.tournament, after) if after else None
    groups = teams_in_groups(stage.tournament, report)
    if report is None:
        return {"title": gettext("Groups"), "groups": groups}
    notes = filter(None, (standings_words(stage.tournament), caution_of(report, now)))
    return {
        "title": standings_title(rounds=report.rounds, final=report.final),
        "note": " · ".join(notes),
        "groups": groups,
        "is_played": True,
        # They play for match points.
        "is_league": any(each.result for group in groups for each in group),
    }


def _cut(stage: Stage, _now: datetime) -> Facts:
    found = cut_shown(stage.tournament)
    if found is None:
        return {"lines": ()}
    lines = shown_lines(found)
    tied, lots = places_at_cut(found), lot_reports(found)
    return {
        "title": shown_title(found.stage),
        "note": tied or shown_sentence(found.stage, found.counting),
        "is_tied": bool(tied),
        "number": lots[-1].lot.seed if lots and not tied else "",
        "lines": lines,
        # So that the hall sees why, where its standings tell other ones, and at the end.
        "has_totals": found.is_last or brings_points(stage.tournament),
        "of_teams": found.stage.cup.of == Cup.Of.TEAMS,
        "size": _size(len(lines)),
    }


def _podium(stage: Stage, _now: datetime) -> Facts:
    places = select.podium(stage)
    called = [place.place for place in places if place.is_called]
    # It names somebody: not before all places are called.
    best = select.best_round(stage.tournament) if 1 in called else None
    return {
        "places": places,
        "latest": min(called, default=0),
        "best": best,
        "clubs": CLUBS,
        "ranked_by": first_places_words(stage.tournament),
    }


_FACTS: Mapping[Picture, Callable[[Stage, datetime], Facts]] = {
    Picture.WELCOME: _welcome,
    Picture.TIMETABLE: _timetable,
    Picture.DRAW: _draw,
    Picture.SEATS: _seats,
    Picture.CLOCK: _clock,
    Picture.MISSING: _missing_facts,
    Picture.STANDINGS: _standings,
    Picture.TEAMS: _teams,
    Picture.CUT: _cut,
    Picture.PODIUM: _podium,
}
"""What each picture is made of."""


@tournament_page(may_run_stage)
def beamer(request: Request, tournament: Tournament) -> HttpResponse:
    """Show thumbnails of all pictures, what is up, the connected screens, and announcements."""
    stage = select.stage_of(tournament)
    return _page(request, stage, _announce_form(stage), forms.TurnsForm(stage))


@require_POST
@tournament_page(may_run_stage)
def beamer_announce(request: Request, tournament: Tournament) -> HttpResponse:
    """Make an announcement; with `show` at once on all screens. `round`: pressed on its page."""
    stage, form = select.stage_of(tournament), forms.AnnounceForm(request.POST)
    if not form.is_valid():
        return _page(request, stage, form, forms.TurnsForm(stage))
    services.announce(request.actor, tournament, **form.cleaned_data)
    if "show" in request.POST:
        services.show_picture(request.actor, tournament, Picture.WELCOME)
    if number := number_in(request.POST.get("round", "")):
        sentence = gettext("The screens show the announcement.")
        return done(request, sentence, "round", tournament.slug, number)
    return done(request, gettext("Saved."), "beamer", tournament.slug)


@require_POST
@tournament_page(may_run_stage)
def beamer_turns(request: Request, tournament: Tournament) -> HttpResponse:
    """Show the ticked pictures in rotation."""
    stage = select.stage_of(tournament)
    form = forms.TurnsForm(stage, request.POST)
    if form.is_valid():
        with refusals_in(form):
            services.show_in_turn(request.actor, tournament, form.turns)
            sentence = gettext("The screens show these pictures in turn.")
            return done(request, sentence, "beamer", tournament.slug)
    return _page(request, stage, _announce_form(stage), form)


@tournament_page(may_run_stage)
def beamer_picture(request: Request, tournament: Tournament, picture: str) -> HttpResponse:
    """Show one picture full screen as a preview; `?part=picture` for its updates."""
    if picture not in SHOWINGS:
        raise Http404
    now = timezone.now()
    found = shown_picture(select.stage_of(tournament), Picture(picture), now)
    return _preview(request, found, reverse("beamer", args=[tournament.slug]))


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
        return services.show_on_screen(request.actor, tournament, typed["screen"], picture)
    return services.show_picture(request.actor, tournament, picture) if picture else None


def _release(request: Request, tournament: Tournament, typed: dict) -> object:
    """Release standings and show them at once; take down what is no longer released."""
    after = typed["after"] or 0
    release_standings(request.actor, tournament, after)
    if after and "show" in request.POST:
        services.show_picture(request.actor, tournament, Picture.STANDINGS)
    return True


def _call(request: Request, tournament: Tournament, typed: dict) -> object:
    return services.call_places(request.actor, tournament, typed["called"])


def _code(request: Request, tournament: Tournament, _typed: dict) -> object:
    act = services.shut_screens_out if "end" in request.POST else services.let_screens_in
    return act(request.actor, tournament)


def _name(request: Request, tournament: Tournament, typed: dict) -> object:
    return services.name_screen(request.actor, tournament, **typed)


beamer_show = _button(forms.ShowForm, _show)
beamer_release = _button(forms.ReleaseForm, _release)
beamer_podium = _button(forms.PodiumForm, _call)
beamer_code = _button(Form, _code)
beamer_screen = _button(forms.ScreenForm, _name)


def _announce_form(stage: Stage) -> forms.AnnounceForm:
    until = timezone.localtime(stage.until).time() if stage.until else None
    return forms.AnnounceForm(initial={"message": stage.message, "until": until})


def _page(
    request: Request, stage: Stage, announcing: forms.AnnounceForm, turns: forms.TurnsForm
) -> HttpResponse:
    tournament, now = stage.tournament, timezone.now()
    played = [each.number for each in round_progress(tournament) if each.tables_in]
    places = select.podium(stage)
    seconds = {turn.picture: turn.seconds for turn in stage.rotation}
    up = {*seconds} or {Picture(stage.picture)}
    offered = pictures_of(tournament)
    # Where a screen is opened: in the hall network once it is open, else only here.
    hall = hall_url()
    base = hall or request.build_absolute_uri("/").rstrip("/")
    code = reverse("screen", args=[stage.code]) if stage.code else ""
    context = {
        "stage": stage,
        # Each picture as it looks now; whether the hall sees it, alone or in rotation.
        "tiles": [
            {
                "picture": picture,
                "label": str(label),
                "shown": shown_picture(stage, picture, now),
                "is_up": picture in up,
                "seconds": seconds.get(picture, 0),
            }
            for picture, label in offered
        ],
        "screens": select.connected_screens(stage, now),
        "announcing": announcing,
        "turns": turns,
        "pictures": offered,
        "played": played,
        "released": round_released(tournament),
        "places": places,
        "to_call": max((each.place for each in places if not each.is_called), default=None),
        "is_in_hall": bool(hall),
        "door": base + reverse("screen-door"),
        "code_address": code and base + code,
        "here": code,
        "now": now,
    }
    return form_page(request, "stage/beamer.html", context)
