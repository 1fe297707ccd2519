"""The clock of a round: on every page, its buttons, and what is read aloud to the hall."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import render

from tournament.forms.rounds import typed_reason
from tournament.labels.draws import tables_of
from tournament.labels.hall import announcement_text
from tournament.labels.rounds import clock_sentence
from tournament.models import Round, Tournament
from tournament.permissions import may_edit_tournament, may_run_clock, may_see_tournament
from tournament.rounds.reads.clock import ClockFace
from tournament.rounds.rules.clock import announcements
from tournament.rounds.writes import end_clock, pause_clock, reset_clock, resume_clock, start_clock
from tournament.views.access import Request, View, tournament_page, visible_round
from tournament.views.answers import button


@tournament_page(may_see_tournament)
def clock_figures(request: Request, tournament: Tournament) -> HttpResponse:
    """Render the live part of the bar, clock and copies; every open page polls it."""
    may_edit = may_edit_tournament(request.actor, tournament)
    return render(request, "components/bar_now.html", {"may_edit": may_edit})


def _button(act: Callable[[Request, Round], Round]) -> View:
    """Make the view of a button: it does the act, and the page of the round shows the result."""

    @button(tournament_page(may_run_clock), "round")
    def press(request: Request, tournament: Tournament, number: int) -> str:
        return clock_sentence(act(request, visible_round(request, tournament, number)))

    return press


def _end(request: Request, round: Round) -> Round:
    """End the clock; before the time is up only with the box for that ticked."""
    return end_clock(request.actor, round, early=bool(request.POST.get("early")))


clock_start = _button(lambda request, round: start_clock(request.actor, round))
clock_pause = _button(lambda request, round: pause_clock(request.actor, round))
clock_resume = _button(lambda request, round: resume_clock(request.actor, round))
clock_end = _button(_end)
clock_reset = _button(
    lambda request, round: reset_clock(request.actor, round, typed_reason(request.POST))
)


@dataclass(frozen=True, slots=True)
class ReadAloud:
    """A text to read aloud, from when until when; None: from the start, until something happens."""

    text: str
    since: datetime | None
    until: datetime | None
    is_due: bool


def read_aloud(
    tournament: Tournament, round: Round, faces: Sequence[ClockFace], now: datetime
) -> tuple[ReadAloud, ...]:
    """Return everything to read aloud while nobody presses anything; duplicates appear once."""
    found: dict[ReadAloud, None] = {}
    for face in faces:
        has_solos = tournament.at_table(face.table_size).solos > 0
        ends_at = face.state.ends_at
        calls = announcements(
            face.state, round.started_at, round.pause_times, tournament.warning_minutes
        )
        for call in calls:
            text = announcement_text(call, round=round.number, ends_at=ends_at, has_solos=has_solos)
            if len(faces) > 1 and ends_at:
                text = f"{tables_of(face.table_size)}: {text}"
            found[ReadAloud(text, call.since, call.until, call.is_due(now))] = None
    return tuple(found)
