"""The round clock: `{% round_clock tournament %}` for the bar, and its moments for clock.js.

The server sends the end and its own time; clock.js counts down, so that a wrong clock on the
browser's machine does not matter.
"""

import json
from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournament.labels.rounds import PHASES
from tournament.models import Round, Tournament
from tournament.rounds.reads.clock import running_clock
from tournament.rounds.reads.phases import turns_of
from tournament.rounds.reads.rounds import current_round
from tournament.rounds.rules.phases import RoundPhase

register = template.Library()


@register.inclusion_tag("direction/clock_bar.html")
def round_clock(tournament: Tournament) -> dict[str, Any]:
    """Return the round for the bar, else the state of the tournament; the clock while one runs."""
    if tournament.is_over:
        round, state = None, gettext("finished")
    elif round := current_round(tournament):
        state = ""
    elif tournament.status == Tournament.Status.RUNNING:
        state = str(PHASES[RoundPhase.DRAWN])
    else:
        state = tournament.get_status_display()
    return {"clock": running_clock(tournament, timezone.now()), "round": round, "state": state}


@register.inclusion_tag("direction/clock_times.html")
def clock_times(tournament: Tournament) -> dict[str, Any]:
    """Return the clock of the running round; empty if none runs."""
    return {"clock": running_clock(tournament, timezone.now())}


_LOOKS = {
    **dict.fromkeys((RoundPhase.DRAWN, RoundPhase.PUBLISHED), ""),
    **dict.fromkeys((RoundPhase.ALL_IN, RoundPhase.CLOSED), "done"),
}
"""The look of a badge with this word."""
WAITS = "waiting"
"""In all other phases a round waits for something."""


@register.simple_tag
def round_word(round: Round, look: str = "") -> SafeString:
    """Return how a round stands, in one word, or as a "badge"; at most two queries.

    clock.js turns it over when the time is up: each turn has its moment, word and look.
    """
    turns = [
        (int(milliseconds(since)) if since else 0, str(PHASES[phase]), _LOOKS.get(phase, WAITS))
        for since, phase in turns_of(round, timezone.now())
    ]
    return format_html(
        '<span{} data-round="{}" data-turns="{}">{}</span>',
        format_html(' class="{} {}"', look, turns[0][2]) if look else "",
        round.pk,
        json.dumps(turns),
        turns[0][1],
    )


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
