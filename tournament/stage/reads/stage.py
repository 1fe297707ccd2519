"""Reads of the screens in the hall: who is let in, what is shown."""

from datetime import datetime, timedelta

from tournament.models import JournalHead, Screen, Stage, Tournament
from tournament.stage.rules import Picture

CONNECTED = timedelta(seconds=40)
"""A screen that has not asked for so long is gone, asleep, or without a network."""


def stage_of(tournament: Tournament) -> Stage:
    """What the screens of a tournament show; before anything was said, the usual. One query."""
    return Stage.objects.filter(tournament=tournament).first() or Stage(tournament=tournament)


def stage_with(code: str) -> Stage | None:
    """The stage that this code opens; one query."""
    found = Stage.objects.select_related("tournament").filter(code=code)
    return found.first() if code else None


def screen_with(key: str) -> Screen | None:
    """The screen a device says it is, with what all show; one query."""
    found = Screen.objects.select_related("stage__tournament").filter(key=key)
    return found.first() if key else None


def said_to_hall(tournament: Tournament) -> tuple[str, datetime | None] | None:
    """What is said to the hall, and when it goes on; None while no screens are to show it.

    No query where the tournament came with its stage.
    """
    stage = getattr(tournament, "stage", None)
    if stage is None or Picture.WELCOME not in stage.pictures:
        return None
    return stage.message, stage.until


def connected_screens(stage: Stage, now: datetime) -> tuple[tuple[Screen, bool], ...]:
    """The screens that were let in, and whether each of them is there now; one query."""
    screens = Screen.objects.filter(stage=stage.pk).order_by("number")
    return tuple((screen, now - screen.seen_at <= CONNECTED) for screen in screens)


def journal_length(tournament: Tournament) -> int:
    """A figure that changes with every act on the tournament; one query."""
    heads = JournalHead.objects.filter(tournament=tournament).values_list("entries", flat=True)
    return heads.first() or 0
