"""Somebody acts in a season while other match points are saved, on a real database."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Event
from time import sleep
from types import ModuleType

import pytest
from django.db import connection

from tests.factories.journal import acts
from tests.factories.leagues import make_day
from tests.factories.pages import signed_in
from tests.tournament.league.test_other_points import (
    OTHER,
    address,
    counted_league,
    sent,
    standing,
)
from tournament.league.writes import days, groups, leagues
from tournament.league.writes.days import set_forfeit
from tournament.league.writes.groups import withdraw_team
from tournament.league.writes.leagues import deduct_team_points, edit_team
from tournament.models import DayTeam, LeagueTeam, MatchDay, Round
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import reopen_round
from tournament.standings.writes import set_team
from tournament.views import competitions

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.database,
    pytest.mark.alone,
]

SECONDS_TO_ACT = 1.0


def apart(act: Callable[[], None]) -> None:
    """Act on a connection of its own."""
    try:
        act()
    finally:
        connection.close()


def deduct() -> None:
    team = LeagueTeam.objects.get(name="Mannschaft 3")
    deduct_team_points(COMMAND_LINE, team, match_points=5, points=0, reason="zu spät")


def forfeit() -> None:
    set_forfeit(COMMAND_LINE, DayTeam.objects.filter(day__number=1)[0], forfeited=True)


def reopen() -> None:
    round = Round.objects.get(tournament__match_day__number=1)
    reopen_round(COMMAND_LINE, round, "falsche Liste")


@pytest.mark.parametrize("act", [deduct, forfeit, reopen])
def test_tables_that_were_told_are_those_that_are_saved(
    act: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What happens between the comparison and the save waits, and so comes after it."""
    league, owner = counted_league(), signed_in()
    page = owner.post(address(league), sent(owner.get(address(league))) | OTHER)
    at_once: list[Future[None]] = []
    save = competitions.edit_competition

    with ThreadPoolExecutor(1) as other:

        def meet(*given: object) -> None:
            at_once.append(other.submit(apart, act))
            with suppress(TimeoutError):
                at_once[0].result(SECONDS_TO_ACT)
            assert not at_once[0].done()
            save(*given)
            told.extend(standing())

        told: list[tuple[str, int]] = []
        monkeypatch.setattr(competitions, "edit_competition", meet)
        assert owner.post(address(league), sent(page)).status_code == 302
        at_once[0].result()
    assert told[0] == ("Mannschaft 3", 11)
    saved = acts().get(action="league_counted_anew")
    assert acts().filter(pk__gt=saved.pk).exists()
    assert standing() != told


def forfeit_coming() -> None:
    set_forfeit(COMMAND_LINE, DayTeam.objects.filter(day__number=3)[0], forfeited=True)


def withdraw() -> None:
    withdraw_team(COMMAND_LINE, LeagueTeam.objects.get(name="Mannschaft 4"), regroup=False)


def rename() -> None:
    edit_team(COMMAND_LINE, LeagueTeam.objects.get(name="Mannschaft 4"), name="Umbenannt")


def pause_before(step: str, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Event:
    """Let an act wait before a step, which is said, so that another one comes between."""
    begun, take = Event(), getattr(module, step)

    def wait(*given: object) -> None:
        begun.set()
        sleep(SECONDS_TO_ACT)
        take(*given)

    monkeypatch.setattr(module, step, wait)
    return begun


@pytest.mark.parametrize(
    ("act", "module", "step"),
    [
        (forfeit_coming, days, "follow_lineups"),
        (withdraw, groups, "follow_lineups"),
        (rename, leagues, "_enter_renamed"),
    ],
)
def test_who_saves_while_somebody_acts_waits(
    act: Callable[[], None], module: ModuleType, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The act has written into the journal, and the day's tournament follows."""
    league, owner = counted_league(), signed_in()
    make_day(MatchDay.objects.get(number=3))
    page = owner.post(address(league), sent(owner.get(address(league))) | OTHER)
    begun = pause_before(step, module, monkeypatch)
    with ThreadPoolExecutor(1) as other:
        acting = other.submit(apart, act)
        assert begun.wait(10 * SECONDS_TO_ACT)
        answer = owner.post(address(league), sent(page))
        acting.result()
    assert (answer.status_code, acts().last().action) == (302, "league_counted_anew")


def test_who_renames_a_team_in_the_tournament_waits_for_the_act_on_its_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted_league()
    made = make_day(MatchDay.objects.get(number=3))
    last = [*made.entries.filter(team="Mannschaft 4").values_list("number", flat=True)]
    begun = pause_before("follow_lineups", days, monkeypatch)
    with ThreadPoolExecutor(1) as other:
        acting = other.submit(apart, forfeit_coming)
        assert begun.wait(10 * SECONDS_TO_ACT)
        set_team(COMMAND_LINE, made, last, "Umbenannt")
        acting.result()
    assert acts().filter(action="team_joined").exists()
