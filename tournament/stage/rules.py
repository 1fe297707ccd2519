"""What the screens in the hall show, and when. Chance and time are arguments."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from random import Random

from tournament.rounds.rules.clock import moments
from tournament.sheets.rules.sheet_codes import LETTERS
from tournament.standings.rules.standings import ON_THE_PODIUM

CODE_LETTERS = 5
"""Three million codes: with the pause after five wrong ones nobody finds one in a weekend."""
SECONDS_OF_TURN = range(5, 601)
FURTHEST = timedelta(hours=12)
"""A time of day that lies further ahead was meant for the past."""


class Picture(StrEnum):
    """What a screen can show, in the order of the day."""

    WELCOME = "welcome"
    """The name of the tournament; with it what the direction says, and a countdown."""
    DRAW = "draw"
    SEATS = "seats"
    CLOCK = "clock"
    MISSING = "missing"
    STANDINGS = "standings"
    PODIUM = "podium"


@dataclass(frozen=True, slots=True)
class Showing:
    """What a picture is called, in English and unmarked, and how it is shown among others in turn.

    seconds: how long usually; None: it is never one of several.
    """

    words: str
    seconds: int | None = 20


SHOWINGS: Mapping[Picture, Showing] = {
    Picture.WELCOME: Showing(words="Announcement"),
    Picture.DRAW: Showing(words="Draw"),
    Picture.SEATS: Showing(words="Seats by name", seconds=60),
    Picture.CLOCK: Showing(words="Clock"),
    Picture.MISSING: Showing(words="Missing score sheets"),
    Picture.STANDINGS: Showing(words="Standings", seconds=30),
    Picture.PODIUM: Showing(words="Podium", seconds=None),
}


@dataclass(frozen=True, slots=True)
class Turn:
    """A picture of a rotation, and for how many seconds it is shown."""

    picture: Picture
    seconds: int


def picture_at(turns: Sequence[Turn], since: datetime, now: datetime) -> Picture:
    """Which picture of a rotation is shown now: the same on every screen."""
    seconds = (now - since) // timedelta(seconds=1) % sum(turn.seconds for turn in turns)
    for turn in turns:
        seconds -= turn.seconds
        if seconds < 0:
            return turn.picture
    raise AssertionError("the turns are as long as they are together")


def screen_code(random: Random) -> str:
    """A code to open screens with, of letters that are not mistaken for others."""
    return "".join(random.choices(LETTERS, k=CODE_LETTERS))


def next_time(shown: time, now: datetime) -> datetime | None:
    """When it is so late next, seen from `now` (in local time); None for a time just past."""
    until = (now.astimezone(UTC) + FURTHEST).astimezone(now.tzinfo)
    return next((each for each in moments(shown, now, until) if each > now), None)


def places_to_call(ranks: Iterable[int | None]) -> tuple[int, ...]:
    """The places of the podium in the order in which they are called: the third one first.

    Where a place is shared the next one is missing, as in the standings.
    """
    return tuple(sorted({rank for rank in ranks if rank and rank <= ON_THE_PODIUM}, reverse=True))
