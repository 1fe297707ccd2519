"""Pages the example tournament lacks: those of other moments, and answers to forms."""

from collections.abc import Callable, Iterator
from datetime import time
from pathlib import Path

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from tests.factories import moments
from tests.factories.leagues import make_league, make_match_day, play_day
from tests.factories.money import make_money
from tests.factories.rounds import make_drawn_tournament
from tests.factories.scenes import is_page
from tests.factories.seated import SIXTEEN, withdraw
from tests.factories.second import forget_other_computer
from tests.tournament.second.conftest import stand
from tournament.archives.writes import keep_archive
from tournament.competitions.writes import delete_competition
from tournament.exports.competition import competition_file
from tournament.models import DayTeam, Entry, MatchDay, User
from tournament.permissions import COMMAND_LINE, Actor
from tournament.standby.standing import Way

FIXTURES = Path(__file__).parents[2] / "fixtures"
Page = str | tuple[str, dict[str, object]]
"""An address to open, or to send these fields to."""


def in_teams() -> None:
    """Two teams of four have entered."""
    moments.everybody_there()
    for place, entry in enumerate(Entry.objects.order_by("pk")[:8]):
        Entry.objects.filter(pk=entry.pk).update(team=("Asse", "Buben")[place // 4])


def somebody_withdrawn() -> None:
    """Two drawn rounds of sixteen, the first published, and one player withdrawn."""
    withdraw(make_drawn_tournament(16), 3)


def prizes_to_be_assigned() -> None:
    """All rounds are closed, and there is money."""
    make_money(moments.all_rounds_closed())


def standing_by() -> None:
    """This computer follows another one."""
    moments.published()
    stand(Way.FIRST)


def given_way() -> None:
    """Another computer has taken over from this one."""
    moments.published()
    stand(Way.SUCCESSOR, 2)


def followed() -> None:
    """Another computer follows this one over the hall's network."""
    moments.published()
    stand(Way.FOLLOWER)


def with_timetable() -> None:
    """The settings name a start."""
    moments.running(starts_at=time(10))


def season_waits() -> None:
    """The file of a season waits to be opened; its tournament is here already."""
    league = make_match_day().match_day.division.league
    content = competition_file(league).content
    delete_competition(COMMAND_LINE, league)
    for owner in User.objects.filter(is_superuser=True):
        keep_archive(Actor(owner), "saison.zip", content)


def a_team_that_may_replace() -> None:
    """A team of a match day whose second round is open, at an address that is known."""
    first = make_match_day().match_day.teams.order_by("pk")[:1]
    DayTeam.objects.filter(pk__in=list(first.values_list("pk", flat=True))).update(id=A_TEAM)


def a_day_counts() -> None:
    """A season whose first day counts."""
    day = MatchDay.objects.get(division__league=make_league(4, 1, rounds_a_day=1))
    play_day(day, lambda _size: [30, 10, -10, -30])


A_TEAM = 999_999
OTHER_POINTS = {"name": "Liga", "rounds_a_day": 1, "minimum_rounds": 0}
OTHER_POINTS |= {"of_3": "3, 2, 1", "of_4": "9, 3, 2, 1", "of_5": "5, 4, 3, 2, 1"}
TYPED_OTHERWISE = {"table": 1, "version": 1, "t1": 9, "t2": 1, "t3": -5, "t4": -5}
MESSY = FIXTURES / "players" / "preregistration-messy.xlsx"
SCENES: list[tuple[Callable[[], object], list[Page]]] = [
    (moments.nobody_entered, ["draw/", "plan/", "hall/", "standings/", "calls/", "players/"]),
    (moments.nobody_entered, ["print/", "standings/outlook/", "draw/proof/"]),
    (moments.nobody_entered, ["journal/?q=nobody", "roles/"]),
    (moments.nobody_entered, ["money/", "/clubs/?q=x", "/people/?q=x", "/series/", "/?q=x"]),
    (moments.registration_open, [""]),
    (moments.everybody_there, ["draw/", "players/"]),
    (in_teams, ["players/teams/groups/"]),
    (moments.seven_there, ["draw/"]),
    (moments.drawn, ["draw/", "rounds/1/", "rounds/1/redraw/"]),
    (moments.next_not_drawn, ["draw/", "rounds/2/by-hand/", "rounds/1/"]),
    (moments.published, ["rounds/1/", "rounds/1/seats/", "rounds/1/swap/?one=1&other=5"]),
    (somebody_withdrawn, ["rounds/1/repair/", "rounds/1/redraw/", "rounds/1/seats/?by=name"]),
    (somebody_withdrawn, ["rounds/1/substitute/?leaving=3&coming=3"]),
    (somebody_withdrawn, [("rounds/1/by-hand/", {"tables": SIXTEEN[0].replace(" / ", "\n")})]),
    (moments.running, ["", "rounds/1/", "rounds/1/tables/1/?kind=totals"]),
    (with_timetable, ["print/", "beamer/", "beamer/pictures/timetable/"]),
    (make_match_day, ["beamer/", "beamer/pictures/teams/"]),
    (make_match_day, ["/h/spieltag1/standings/", "/h/spieltag1/league/"]),
    (a_team_that_may_replace, [f"/leagues/liga-2026-27/1/1/substitute/{A_TEAM}/"]),
    (a_day_counts, [("/leagues/liga-2026-27/settings/", OTHER_POINTS)]),
    (season_waits, ["/archive/", "/archive/open/"]),
    (moments.paused, ["rounds/1/", ("rounds/1/clock/reset/", {"reason": "x" * 1001})]),
    (moments.some_due, ["", "rounds/1/", "rounds/1/board/?view=map"]),
    (moments.one_missing, ["rounds/1/", "rounds/1/close/", "standings/outlook/"]),
    (moments.all_in, ["rounds/1/", "rounds/1/close/"]),
    (moments.all_in_to_be_verified, ["rounds/1/verification/", "rounds/1/close/"]),
    (moments.all_in_to_be_verified, [("rounds/1/verification/", TYPED_OTHERWISE)]),
    (moments.all_rounds_closed, ["finish/", "standings/", ""]),
    (moments.finished, ["finish/", "standings/", "prizes/", "players/", "next-evening/"]),
    (prizes_to_be_assigned, ["prizes/", "prizes/edit/"]),
    (standing_by, ["/second/"]),
    (given_way, ["/second/"]),
    (followed, ["/second/", "/hall-network/"]),
]


def other_pages(client: Client) -> Iterator[tuple[str, HttpResponse]]:
    """Yield every page of the other scenes with its address; undo each scene."""
    for make, places in SCENES:
        with transaction.atomic():
            make()
            for place in places:
                yield f"{make.__name__} {place}", answer_of(client, place)
            forget_other_computer()
            transaction.set_rollback(True)
    with transaction.atomic():
        moments.nobody_entered()
        sent = {"file": SimpleUploadedFile(MESSY.name, MESSY.read_bytes())}
        yield "import", answer_of(client, ("players/import/", sent))
        transaction.set_rollback(True)


def answer_of(client: Client, place: Page) -> HttpResponse:
    """Return the page at this place."""
    address, fields = (place, None) if isinstance(place, str) else place
    address = address if address.startswith("/") else f"/t/herbst/{address}"
    if fields is None:
        answer = client.get(address, follow=True)
    else:
        answer = client.post(address, fields, follow=True)
    assert is_page(answer), place
    assert answer.status_code in (200, 422), (place, answer.status_code)
    return answer
