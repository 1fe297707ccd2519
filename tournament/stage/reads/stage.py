"""Queries of the screens in the hall: connected devices, current picture."""

from datetime import datetime, timedelta

from tournament.models import JournalHead, Screen, Stage, Tournament
from tournament.stage.rules import Picture

CONNECTED = timedelta(seconds=40)
"""A screen that has not polled for this long is gone, asleep, or without a network."""


def stage_of(tournament: Tournament) -> Stage:
    """Return the stage of a tournament, an unsaved default before the first use. One query."""
    return Stage.objects.filter(tournament=tournament).first() or Stage(tournament=tournament)


def stage_with(code: str) -> Stage | None:
    """Return the stage for this code; one query."""
    found = Stage.objects.select_related("tournament").filter(code=code)
    return found.first() if code else None


def screen_with(key: str) -> Screen | None:
    """Return the screen with this key, with its stage; one query."""
    found = Screen.objects.select_related("stage__tournament").filter(key=key)
    return found.first() if key else None


def said_to_hall(tournament: Tournament) -> tuple[str, datetime | None] | None:
    """Return the announcement and its end time; None while no screens are to show it.

    No query if the tournament came with its stage.
    """
    stage = getattr(tournament, "stage", None)
    if stage is None or Picture.WELCOME not in stage.pictures:
        return None
    return stage.message, stage.until


def connected_screens(stage: Stage, now: datetime) -> tuple[tuple[Screen, bool], ...]:
    """Return the screens let in, and whether each is connected; one query."""
    screens = Screen.objects.filter(stage=stage.pk).order_by("number")
    return tuple((screen, now - screen.seen_at <= CONNECTED) for screen in screens)


def journal_length(tournament: Tournament) -> int:
    """Return a number that changes with every act on the tournament; one query."""
    heads = JournalHead.objects.filter(tournament=tournament).values_list("entries", flat=True)
    return heads.first() or 0
