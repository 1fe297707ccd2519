"""Somebody acts in a season while other match points are saved, on a real database."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.db import connection

from tests.factories.journal import acts
from tests.factories.pages import signed_in
from tests.tournament.league.test_other_points import (
    OTHER,
    address,
    counted_league,
    sent,
    standing,
)
from tournament.league.writes.days import set_forfeit
from tournament.league.writes.leagues import deduct_team_points
from tournament.models import DayTeam, LeagueTeam, Round
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import reopen_round
from tournament.views import competitions

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.database,
    pytest.mark.alone,
]

SECONDS_TO_ACT = 1.0


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

    def act_apart() -> None:
        try:
            act()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as other:

        def meet(*given: object) -> None:
            at_once.append(other.submit(act_apart))
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
