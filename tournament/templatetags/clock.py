"""The round clock: `{% round_clock tournament %}` for the bar, `{% countdown state now %}` alone.

`{% clock_end state %}` is the time of day beside it. The server says when the time ends and what
time it is; clock.js counts down between, so that a wrong clock in the browser's machine does not
matter.
"""

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone

from tournament.models import Tournament
from tournament.rounds.reads.clock import running_clock
from tournament.rounds.rules.clock import ClockState

register = template.Library()


@register.inclusion_tag("direction/clock_bar.html")
def round_clock(tournament: Tournament) -> dict[str, Any]:
    """The clock of the running round, empty while none runs."""
    return {"clock": running_clock(tournament, timezone.now())}


@register.simple_tag
def server_now() -> str:
    """What time it is here, for a browser whose own clock may be wrong."""
    return milliseconds(timezone.now())


@register.inclusion_tag("direction/clock_countdown.html")
def countdown(state: ClockState, now: datetime) -> dict[str, Any]:
    """The time left of one clock, as minutes and seconds."""
    return {
        "state": state,
        "left": minutes_and_seconds(state.remaining_seconds),
        "ends_at": milliseconds(state.ends_at) if state.ends_at else None,
        "now": milliseconds(now),
    }


@register.inclusion_tag("direction/clock_end.html")
def clock_end(state: ClockState) -> dict[str, Any]:
    """Until when the time of one clock runs, or since when it is up."""
    ends_at = milliseconds(state.ends_at) if state.ends_at else None
    return {"state": state, "ends_at": ends_at}


def minutes_and_seconds(seconds: int) -> str:
    """As on a stopwatch: 6000 -> "100:00"."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02}"


register.filter("stopwatch", minutes_and_seconds)


@register.filter
def milliseconds(moment: datetime) -> str:
    """Since 1970, as JavaScript counts; a text, because templates would group the figures."""
    return str(round(moment.timestamp() * 1000))
