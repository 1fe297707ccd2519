"""Pictures of the screens in the hall, and their times. Time is an argument."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum

from tournament.rounds.rules.clock import moments
from tournament.standings.rules.standings import ON_THE_PODIUM

CODE_LETTERS = 5
"""Three million codes: with the pause after five wrong ones a weekend does not suffice to guess."""
SECONDS_OF_TURN = range(5, 601)
FURTHEST = timedelta(hours=12)  # a time of day further ahead was meant for the past


class Picture(StrEnum):
    """What a screen can show, in the order of the day."""

    WELCOME = "welcome"
    """The name of the tournament, with the direction's announcement and a countdown."""
    TIMETABLE = "timetable"
    """Only in a tournament that has one."""
    DRAW = "draw"
    SEATS = "seats"
    CLOCK = "clock"
    MISSING = "missing"
    STANDINGS = "standings"
    TEAMS = "teams"
    """Only in a tournament whose teams play in groups."""
    CUT = "cut"
    """Only where the tournament is a stage of a cup after which some go on."""
    PODIUM = "podium"


@dataclass(frozen=True, slots=True)
class Showing:
    """The English name of a picture, and its usual seconds; None: never part of a rotation."""

    words: str
    seconds: int | None = 20


SHOWINGS: Mapping[Picture, Showing] = {
    Picture.WELCOME: Showing(words="Announcement"),
    Picture.TIMETABLE: Showing(words="Timetable"),
    Picture.DRAW: Showing(words="Draw"),
    Picture.SEATS: Showing(words="Seats by name", seconds=60),
    Picture.CLOCK: Showing(words="Clock"),
    Picture.MISSING: Showing(words="Missing score sheets"),
    Picture.STANDINGS: Showing(words="Standings", seconds=30),
    Picture.TEAMS: Showing(words="Teams in groups", seconds=30),
    Picture.CUT: Showing(words="Who goes on", seconds=30),
    Picture.PODIUM: Showing(words="Podium", seconds=None),
}


@dataclass(frozen=True, slots=True)
class Turn:
    """A picture of a rotation, and its duration in seconds."""

    picture: Picture
    seconds: int


def picture_at(turns: Sequence[Turn], since: datetime, now: datetime) -> Picture:
    """Return the current picture of a rotation: the same on every screen."""
    seconds = (now - since) // timedelta(seconds=1) % sum(turn.seconds for turn in turns)
    for turn in turns:
        seconds -= turn.seconds
        if seconds < 0:
            return turn.picture
    raise AssertionError("the turns are as long as they are together")


def next_time(shown: time, now: datetime) -> datetime | None:
    """Return when it is next this time of day, in local time; None for a time just past."""
    until = (now.astimezone(UTC) + FURTHEST).astimezone(now.tzinfo)
    return next((each for each in moments(shown, now, until) if each > now), None)


def places_to_call(ranks: Iterable[int | None]) -> tuple[int, ...]:
    """Return the places of the podium, the third one first; none after a shared place."""
    return tuple(sorted({rank for rank in ranks if rank and rank <= ON_THE_PODIUM}, reverse=True))
