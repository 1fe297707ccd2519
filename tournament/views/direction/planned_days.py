"""What a day will be by what is typed so far: its tables, games and minutes, and its length."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from tournament.draw.table_sizes import CannotSeat, TableSizes, table_sizes
from tournament.labels.draws import cannot_seat_sentence, table_sizes_sentence
from tournament.labels.planned_day import hours_words, rounds_sentence
from tournament.labels.rule_sets import RULE_SET_HINTS, RULE_SETS
from tournament.lists.timetable import timetable_lines
from tournament.models import Tournament
from tournament.rounds.reads.timetable import planned_length, usual_sizes
from tournament.seating.reads.draws import outlooks, what_ifs
from tournament.views.direction.draws import repeats_matter

EXAMPLES = (16, 20, 24, 30, 42, 60)
"""Shown while nobody says how many will come."""


@dataclass(frozen=True, slots=True)
class Length:
    """How long the day is with tables of some sizes, and what it is made of."""

    hours: str
    made_of: str


@dataclass(frozen=True, slots=True)
class SizeLine:
    """The tables of one size: how many (None: unknown), games and minutes of a round."""

    size: int
    tables: int | None
    games: int
    minutes: int | None


def planned_day(tournament: Tournament, players: int | None) -> dict[str, Any]:
    """Return what the day of a tournament with these settings, saved or not, will be.

    players: how many will play; None or 0 if nobody knows. The timetable takes two queries, and
    nothing without a start time or for a tournament that is not stored.
    """
    larger = tournament.has_larger_tables
    sizes, cannot_seat = None, ""
    if players:
        try:
            sizes = table_sizes(players, larger)
        except CannotSeat as refusal:
            cannot_seat = cannot_seat_sentence(refusal)
    looked_at = what_ifs(players, larger) if players else outlooks(EXAMPLES, larger)
    day = timetable_lines(tournament, timezone.now()) if tournament.pk else []
    return {
        "players": players,
        "tables": table_sizes_sentence(sizes) if sizes else "",
        "cannot_seat": cannot_seat,
        "lengths": _lengths(tournament, sizes),
        "lines": _lines(tournament, sizes),
        "ends_early": tournament.rule_set.until is not None,
        "what_ifs": looked_at,
        "repeats_matter": repeats_matter(looked_at, tournament.rounds_planned),
        # As planned, whatever the clock says now.
        "timetable": [replace(each, time=each.planned or each.time, planned="") for each in day],
        "rules_name": RULE_SETS[tournament.rules],
        "rules_hint": RULE_SET_HINTS[tournament.rules],
    }


def _lengths(tournament: Tournament, sizes: TableSizes | None) -> list[Length]:
    """Return how long the day is; where nobody knows the tables, with those of four and of five."""
    usual = sorted(usual_sizes(tournament))
    kinds: Sequence[set[int]] = [set(sizes.sizes)] if sizes else [set(usual[:1]), set(usual)]
    found = (planned_length(tournament, kind) for kind in kinds)
    lengths = [
        Length(
            hours_words(each.whole) if each.whole else "",
            rounds_sentence(each.rounds, each.minutes, each.break_minutes),
        )
        for each in found
    ]
    return list(dict.fromkeys(lengths))


def _lines(tournament: Tournament, sizes: TableSizes | None) -> list[SizeLine]:
    seats = sizes.sizes if sizes else ()
    return [
        SizeLine(
            size,
            seats.count(size) if seats else None,
            tournament.games(size),
            tournament.minutes(size),
        )
        for size in (sorted(set(seats)) or sorted(usual_sizes(tournament)))
    ]
