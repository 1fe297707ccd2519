"""Services for the screens in the hall, after the end too: they change nothing that counts.

What the hall is shown of the results is in the journal; the current picture is not.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from random import SystemRandom

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from tournament.accounts.writes import (
    FAILURES_BEFORE_PAUSE,
    count_attempt,
    forget_failures,
)
from tournament.cup.reads import first_places
from tournament.errors import Refused
from tournament.journal.writes import record
from tournament.models import Screen, Stage, Tournament
from tournament.permissions import Actor, may_run_stage, require
from tournament.shared.rules.codes import LETTERS
from tournament.stage.rules import CODE_LETTERS, SECONDS_OF_TURN, Picture, Turn, places_to_call
from tournament.standby.standing import standing
from tournament.standings.reads.standings import standings_after

MOST_SCREENS = 40
FORGOTTEN_AFTER = timedelta(hours=12)


@transaction.atomic
def let_screens_in(actor: Actor, tournament: Tournament) -> Stage:
    """Create a new code; screens opened with an older one go dark."""
    stage = _locked(actor, tournament)
    taken = set(Stage.objects.exclude(code=None).values_list("code", flat=True))
    random = SystemRandom()
    codes = iter(lambda: "".join(random.choices(LETTERS, k=CODE_LETTERS)), "")
    stage.code = next(code for code in codes if code not in taken)
    stage.save(update_fields=["code"])
    stage.screens.all().delete()
    record(actor, tournament, "screens_let_in")
    return stage


@transaction.atomic
def shut_screens_out(actor: Actor, tournament: Tournament) -> Stage:
    """Revoke the code: every screen goes dark."""
    stage = _locked(actor, tournament)
    if stage.code is not None:
        stage.code = None
        stage.save(update_fields=["code"])
        stage.screens.all().delete()
        record(actor, tournament, "screens_shut_out")
    return stage


@transaction.atomic
def show_picture(actor: Actor, tournament: Tournament, picture: Picture) -> Stage:
    """Show one picture on all screens. Refused: `standings_not_released`, `podium_not_ready`."""
    stage = _locked(actor, tournament)
    _require_released(stage, [picture])
    stage.picture, stage.turns = picture, []
    stage.save(update_fields=["picture", "turns"])
    stage.screens.exclude(picture="").update(picture="")
    return stage


@transaction.atomic
def show_on_screen(
    actor: Actor, tournament: Tournament, number: int, picture: Picture | None
) -> Screen:
    """Show a picture on one screen, None: as on all. Refused: `screen_gone`, as `show_picture`."""
    stage = _locked(actor, tournament)
    _require_released(stage, [picture] if picture else [])
    return _changed(stage, number, picture=picture or "")


@transaction.atomic
def show_in_turn(
    actor: Actor, tournament: Tournament, turns: Sequence[Turn], *, now: datetime | None = None
) -> Stage:
    """Show pictures in turn. Refused: `turns_too_few`, `turn_out_of_range`, as `show_picture`."""
    stage = _locked(actor, tournament)
    if len(turns) < 2:  # a rotation has at least two
        raise Refused("turns_too_few")
    if any(turn.seconds not in SECONDS_OF_TURN for turn in turns):
        raise Refused("turn_out_of_range", least=SECONDS_OF_TURN[0], most=SECONDS_OF_TURN[-1])
    _require_released(stage, [turn.picture for turn in turns])
    stage.turns = [[turn.picture, turn.seconds] for turn in turns]
    stage.turns_since = now or timezone.now()
    stage.save(update_fields=["turns", "turns_since"])
    return stage


@transaction.atomic
def announce(actor: Actor, tournament: Tournament, message: str, until: datetime | None) -> Stage:
    """Set the announcement and its end time; with neither, only the name is shown."""
    stage = _locked(actor, tournament)
    stage.message, stage.until = message.strip(), until
    stage.save(update_fields=["message", "until"])
    return stage


@transaction.atomic
def call_places(actor: Actor, tournament: Tournament, called: int) -> Stage:
    """Set how many places are called, from 0, before the third one. Refused: `podium_not_ready`."""
    stage = _locked(actor, tournament)
    to_call = _places_to_call(tournament)
    called = max(0, min(called, len(to_call)))
    if called > stage.places_called:
        record(actor, tournament, "place_called", place=to_call[called - 1])
    stage.places_called = called
    stage.save(update_fields=["places_called"])
    return stage


@transaction.atomic
def name_screen(actor: Actor, tournament: Tournament, number: int, name: str) -> Screen:
    """Name a screen, as "Theke". Refused: `screen_gone`."""
    return _changed(_locked(actor, tournament), number, name=name.strip())


def find_stage(address: str, code: str) -> Stage:
    """Return the stage for a code. Refused: `screen_code_wrong`, `screen_code_paused`."""
    who = f"screen {address}"
    if seconds := count_attempt({who: FAILURES_BEFORE_PAUSE}):
        raise Refused("screen_code_paused", seconds=seconds)
    stages = Stage.objects.select_related("tournament").filter(code=code)
    stage = stages.first() if code else None
    if stage is None:
        raise Refused("screen_code_wrong")
    forget_failures((), [who])
    return stage


@transaction.atomic
def open_screen(stage: Stage, *, now: datetime | None = None) -> Screen | None:
    """Register a device; None on a standby, or if too many are listed: it works all the same."""
    if not standing.takes_entries:
        return None
    now = now or timezone.now()
    screens = Screen.objects.filter(stage=stage)
    screens.filter(seen_at__lt=now - FORGOTTEN_AFTER).delete()
    if screens.count() >= MOST_SCREENS:
        return None
    last = screens.aggregate(last=Max("number"))["last"] or 0
    return Screen.objects.create(
        stage=stage, number=last + 1, seen_at=now, key=secrets.token_hex(16)
    )


@transaction.atomic
def note_screen(screen: Screen, *, now: datetime | None = None) -> None:
    """Record that a screen is connected. Not on every poll: see `NOTED_EVERY`."""
    Screen.objects.filter(pk=screen.pk).update(seen_at=now or timezone.now())


def _locked(actor: Actor, tournament: Tournament) -> Stage:
    """Return the current stage, locked until the end of the transaction."""
    require(may_run_stage, actor, tournament)
    Stage.objects.get_or_create(tournament=tournament)
    return Stage.objects.select_for_update().get(tournament=tournament)


def _changed(stage: Stage, number: int, **values: str) -> Screen:
    screens = stage.screens.filter(number=number)
    if not screens.update(**values):
        raise Refused("screen_gone")
    return screens.get()


def _require_released(stage: Stage, pictures: Sequence[Picture]) -> None:
    """Refuse pictures that the hall must not see yet."""
    if Picture.STANDINGS in pictures and not stage.tournament.standings_released:
        raise Refused("standings_not_released")
    if Picture.PODIUM in pictures:
        _places_to_call(stage.tournament)


def _places_to_call(tournament: Tournament) -> tuple[int, ...]:
    report = standings_after(tournament)
    if report.nothing_played or report.provisional:
        raise Refused("podium_not_ready")
    return places_to_call(step.rank for step in first_places(tournament, report))
