"""Words for rounds and draws."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext

from tournament.models import Round, RoundState


def rounds_in_words(first: int, last: int) -> str:
    """Which rounds: "round 3", "rounds 1 to 3"."""
    if first == last:
        return gettext("round %(number)s") % {"number": first}
    return gettext("rounds %(first)s to %(last)s") % {"first": first, "last": last}


def places_in_words(places: Iterable[Sequence[object]]) -> str:
    """Tables of rounds: "round 3, table 14, 15; round 4, table 2"."""
    tables: dict[object, list[str]] = {}
    for round, table in places:
        tables.setdefault(round, []).append(str(table))
    return "; ".join(
        gettext("round %(round)s, table %(table)s") % {"round": round, "table": ", ".join(numbers)}
        for round, numbers in tables.items()
    )


def time_of_day(moment: datetime) -> str:
    """Hours and minutes here: "11:40"."""
    return time_format(timezone.localtime(moment), "H:i")


def clock_sentence(round: Round) -> str:
    """How a round stands after somebody has started or ended it, or taken that back."""
    sentences = {
        RoundState.RUNNING: gettext("Round %(round)s is running."),
        RoundState.ENDED: gettext("Round %(round)s ended."),
    }
    if round.state == RoundState.RUNNING and round.paused_at:
        return gettext("Round %(round)s paused: its clock stands still.") % {"round": round.number}
    taken_back = gettext("Start of round %(round)s taken back.")
    return sentences.get(round.state, taken_back) % {"round": round.number}


def table_start_sentence(table: int, began: datetime | None) -> str:
    """When a table began, None with the others."""
    if began is None:
        return gettext("Table %(table)s: began with the others.") % {"table": table}
    words = {"table": table, "time": time_of_day(began)}
    return gettext("Table %(table)s: began at %(time)s.") % words


def quality_sentence(quality: Mapping[str, int]) -> str:
    """How good a draw is, from the figures stored with it."""
    if quality["repeat_pairs"]:
        meetings = gettext("Pairs that meet again: %(pairs)s (unavoidable: %(bound)s).") % {
            "pairs": quality["repeat_pairs"],
            "bound": quality["repeat_pairs_bound"],
        }
    else:
        meetings = gettext("No two players meet twice.")
    return f"{meetings} {gettext('Club mates at one table')}: {quality['same_club_pairs']}."
