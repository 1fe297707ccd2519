"""Whatever happens to a round, every page, phone and screen says the same word for it."""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from html import unescape
from itertools import chain
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.effort import tries
from tests.factories.pages import signed_in
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tournament.errors import Refused
from tournament.labels.rounds import PHASES
from tournament.models import Round, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in
from tournament.rounds import writes as services
from tournament.rounds.rules.phases import RoundPhase
from tournament.sheets.writes.sheets import take_sheet_back
from tournament.stage.writes import let_screens_in

pytestmark = [pytest.mark.django_db, pytest.mark.long]

SEED = os.environ.get("KREUZDAME_ACTS_SEED", "5")
T = "/t/herbst/"
ROUND = f"{T}rounds/1/"


def expected(round: Round, now: datetime) -> RoundPhase:
    """Return the phase, counted plainly from the rows."""
    if round.closed_at:
        return RoundPhase.CLOSED
    tables = list(round.tables.all())
    if all(table.current_version_id for table in tables):
        return RoundPhase.ALL_IN
    if round.ended_at:
        return RoundPhase.ENDED
    if not round.started_at:
        return RoundPhase.PUBLISHED
    if round.paused_at:
        return RoundPhase.PAUSED
    up = [
        now >= round.end_at_table(now, table.size, extra, began)
        for table in tables
        for extra, began in ((0, None), (table.extra_minutes, table.started_at))
    ]
    if not any(up):
        return RoundPhase.RUNNING
    return RoundPhase.TIME_UP if all(up) else RoundPhase.LAST_TABLES


def words_for(pk: int, page: str, now: datetime) -> list[str]:
    """Return the words with which a page says how a round stands, as its script turns them over."""
    found = re.findall(rf'data-round="{pk}" data-turns="([^"]*)">', page)
    turns = [json.loads(unescape(each)) for each in found]
    return [
        [word for since, word, _look in each if since <= now.timestamp() * 1000][-1]
        for each in turns
    ]


def do_something(random: Random, round: Round) -> None:
    """Do an act by chance, those more often that move the round on."""
    tables = list(round.tables.all())
    table = random.choice(tables)
    missing = [each for each in tables if not each.current_version_id] or [table]
    entered = [each for each in tables if each.current_version_id]
    is_early = random.random() < 0.3

    def take_back() -> None:
        for each in entered[:1]:
            version = each.current_version.number
            take_sheet_back(COMMAND_LINE, each, "falsch", version=version)

    acts: dict[Callable[[], object], int] = {
        lambda: services.start_clock(COMMAND_LINE, round): 4,
        lambda: services.pause_clock(COMMAND_LINE, round): 1,
        lambda: services.resume_clock(COMMAND_LINE, round): 4,
        lambda: services.end_clock(COMMAND_LINE, round, early=is_early): 2,
        lambda: services.reset_clock(COMMAND_LINE, round, "versehentlich"): 2,
        lambda: services.extend_time(COMMAND_LINE, table, 15, "Kaffee", "KS"): 1,
        lambda: services.start_table(COMMAND_LINE, table, timezone.now(), "Stau"): 1,
        lambda: services.close_round(COMMAND_LINE, round): 2,
        lambda: services.reopen_round(COMMAND_LINE, round, "noch einmal"): 1,
        lambda: enter_totals(missing[0], [4, 0, 0, -4, 0][: missing[0].size]): 4,
        take_back: 2,
    }
    with suppress(Refused):
        random.choices([*acts], [*acts.values()])[0]()


def whole_round(round: Round) -> Iterator[int]:
    """Play a round as it should be, then open it again; each time the minutes that go by."""
    yield 0
    services.start_clock(COMMAND_LINE, round)
    yield 1
    services.pause_clock(COMMAND_LINE, round)
    yield 1
    services.resume_clock(COMMAND_LINE, round)
    yield 100  # the table of five has more
    yield 30
    services.end_clock(COMMAND_LINE, round)
    yield 0
    enter_round(round)
    yield 0
    services.close_round(COMMAND_LINE, round)
    yield 0
    services.reopen_round(COMMAND_LINE, round, "noch einmal")
    for each in round.tables.all():
        take_sheet_back(COMMAND_LINE, each, "falsch", version=1)
    services.reset_clock(COMMAND_LINE, round, "noch einmal")
    yield 0


def test_all_faces_say_one_word_whatever_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    random, now = Random(SEED), timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    tournament = make_drawn_tournament(13, rounds_planned=2)
    let_phones_in(COMMAND_LINE, tournament)
    let_screens_in(COMMAND_LINE, tournament)
    code = Tournament.objects.get(pk=tournament.pk).phone_code
    direction, stranger, phone, met = signed_in(), Client(), Client(), set[RoundPhase]()
    phone.get(reverse("phone", args=[code]), {"q": tournament.entries.first().number}, follow=True)
    faces = (
        *((direction, address) for address in (ROUND, T, f"{ROUND}board/", f"{T}clock/figures/")),
        (direction, f"{T}beamer/pictures/clock/"),
        (phone, reverse("phone-mine", args=[code])),
        (stranger, reverse("phone", args=[code])),
    )

    def by_chance() -> Iterator[int]:
        for _act in range(tries(20, 400)):
            do_something(random, round_number(tournament, 1))
            yield random.choice((0, 1, 9, 30))

    for minutes in chain(whole_round(round_number(tournament, 1)), by_chance()):
        now += timedelta(minutes=minutes)
        round = round_number(tournament, 1)
        phase = expected(round, now)
        for client, address in faces:
            said = words_for(round.pk, client.get(address).content.decode(), now)
            assert {*said} == {str(PHASES[phase])}, address
        met.add(phase)
    assert met == {*RoundPhase} - {RoundPhase.DRAWN}


def test_bar_says_drawn_until_a_round_is_published() -> None:
    make_drawn_tournament(8)
    Round.objects.update(published_at=None)
    bar = signed_in().get(T).content.decode().partition('class="bar-round">')[2]
    assert bar.partition("<")[0] == str(PHASES[RoundPhase.DRAWN])
