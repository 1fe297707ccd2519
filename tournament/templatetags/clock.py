"""The round clock: `{% round_clock tournament %}` for the bar, and its moments for clock.js.

The server sends the end and its own time; clock.js counts down, so that a wrong clock on the
browser's machine does not matter.
"""

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.translation import gettext

from tournament.models import Tournament
from tournament.rounds.reads.clock import running_clock
from tournament.rounds.reads.rounds import current_round
from tournament.rounds.rules.clock import ClockPhase

register = template.Library()


@register.inclusion_tag("direction/clock_bar.html")
def round_clock(tournament: Tournament) -> dict[str, Any]:
    """Return the round and its state for the bar, and the clock while one runs.

    Once the time is up the clock says so, and the round is not called running beside it.
    """
    clock = running_clock(tournament, timezone.now())
    round = None if tournament.is_over else current_round(tournament)
    faces = clock.faces if clock and clock.round == round else ()
    state: object = round.state.label if round else tournament.get_status_display()
    if tournament.is_over:
        state = gettext("finished")
    elif any(face.state.phase == ClockPhase.OVER for face in faces):
        state = ""
    return {"clock": clock, "round": round, "state": state}


@register.inclusion_tag("direction/clock_times.html")
def clock_times(tournament: Tournament) -> dict[str, Any]:
    """Return the clock of the running round; empty if none runs."""
    return {"clock": running_clock(tournament, timezone.now())}


@register.simple_tag
def server_now() -> str:
    """Return the server's time, for browsers whose own clock may be wrong."""
    return milliseconds(timezone.now())


def minutes_and_seconds(seconds: int) -> str:
    """Format as on a stopwatch: 6000 -> "100:00"."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02}"


register.filter("stopwatch", minutes_and_seconds)


@register.filter
def milliseconds(moment: datetime) -> str:
    """Return milliseconds since 1970 as text, because templates would group the digits."""
    return str(round(moment.timestamp() * 1000))
