"""Screens in the hall: opened by a code, they show only what the direction puts up."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from django.utils.text import capfirst

from tests.factories.journal import note
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_club, make_tournament, make_user
from tests.factories.words import text
from tournament.errors import Refused
from tournament.labels.hall import STAGE_ACTIONS
from tournament.models import (
    Entry,
    JournalEntry,
    Person,
    Role,
    Round,
    Screen,
    Seat,
    Stage,
    Tournament,
    VerificationRule,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.phones.writes import release_standings
from tournament.rounds.writes import close_round, end_clock, start_clock
from tournament.seating.writes.draws import draw_next_round
from tournament.stage import writes as services
from tournament.stage.reads import (
    DrawFigures,
    best_round,
    connected_screens,
    draw_figures,
    hall_standings,
    podium,
    stage_of,
)
from tournament.stage.rules import Picture, Turn

pytestmark = pytest.mark.django_db

BEAMER = "/t/herbst/beamer/"
NEED_MORE = (Picture.TIMETABLE, Picture.TEAMS, Picture.CUT)  # a start, groups of teams, a cup
PICTURES = [each for each in Picture if each not in NEED_MORE]
NOT_RELEASED = text("The standings come here when the direction releases them.")
NOON = datetime(2026, 11, 7, 12, 0, tzinfo=UTC)


@pytest.fixture
def tournament() -> Tournament:
    """Two tables of four, the first of two rounds published."""
    return make_drawn_tournament(8, rounds_planned=2)


@pytest.fixture
def code(tournament: Tournament) -> str:
    """Return the code of its screens."""
    return services.let_screens_in(COMMAND_LINE, tournament).code


def picture(page: HttpResponse) -> str:
    """Return which picture an answer shows."""
    found = re.search(r'<div class="picture (\w+)" data-mark', page.content.decode())
    assert found is not None
    return found[1]


def words(page: HttpResponse) -> str:
    """Return the text of a picture."""
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


def acts(tournament: Tournament) -> list[str]:
    """Return the journal's entries on the screens."""
    ours = [*STAGE_ACTIONS, "standings_released", "standings_withheld"]
    found = JournalEntry.objects.filter(tournament=tournament, action__in=ours).order_by("pk")
    return list(found.values_list("action", flat=True))


def played(tournament: Tournament, number: int) -> None:
    round = round_number(tournament, number)
    enter_round(round)
    close_round(COMMAND_LINE, round)


def test_code_opens_a_screen_that_follows_the_direction(tournament: Tournament, code: str) -> None:
    screen = Client()
    opened = screen.post("/s/", {"code": f" {code.lower()} "})
    assert (opened.status_code, opened["Location"]) == (302, f"/s/{code}/")
    assert picture(screen.get(f"/s/{code}/")) == "welcome"
    for shown in (Picture.SEATS, Picture.CLOCK, Picture.MISSING, Picture.DRAW):
        services.show_picture(COMMAND_LINE, tournament, shown)
        assert picture(screen.get(f"/s/{code}/picture/")) == shown
    assert [device.number for device in Screen.objects.all()] == [1]


def test_screens_of_another_tournament_show_its_pictures(tournament: Tournament) -> None:
    other = make_tournament("anders")
    services.show_picture(COMMAND_LINE, other, Picture.CLOCK)
    assert (stage_of(other).picture, stage_of(tournament).picture) == ("clock", "welcome")
    services.open_screen(services.let_screens_in(COMMAND_LINE, other))
    assert connected_screens(stage_of(tournament), timezone.now()) == ()
    assert len(connected_screens(stage_of(other), timezone.now())) == 1


def test_unchanged_screen_content_is_not_sent_again(tournament: Tournament, code: str) -> None:
    screen = Client()
    page = screen.get(f"/s/{code}/").content.decode()
    mark = re.search(r'data-mark="(\w+)"', page)[1]
    assert screen.get(f"/s/{code}/picture/?seen={mark}").status_code == 204
    services.announce(COMMAND_LINE, tournament, "Pause", None)
    assert "Pause" in words(screen.get(f"/s/{code}/picture/?seen={mark}"))


def test_asking_takes_two_queries_while_nothing_happens(
    tournament: Tournament, code: str, django_assert_num_queries
) -> None:
    services.show_picture(COMMAND_LINE, tournament, Picture.SEATS)
    screen = Client()
    screen.get(f"/s/{code}/")
    with django_assert_num_queries(2):
        screen.get(f"/s/{code}/picture/")


@pytest.mark.parametrize(
    ("shown", "queries"),
    [("seats", 6), ("clock", 6), ("missing", 6), ("draw", 9), ("standings", 10), ("podium", 9)],
)
def test_making_a_picture_takes_a_constant_number_of_queries(
    shown: str, queries: int, django_assert_num_queries
) -> None:
    tournament = make_drawn_tournament(24, rounds_planned=2)
    played(tournament, 1)
    release_standings(COMMAND_LINE, tournament, 1)
    client = signed_in()
    client.get(f"{BEAMER}pictures/welcome/?part=picture")
    with django_assert_num_queries(queries + 2):  # session and account
        client.get(f"{BEAMER}pictures/{shown}/?part=picture")


def test_address_of_screens_is_the_one_others_can_reach(
    tournament: Tournament, code: str, settings
) -> None:
    page = signed_in().get("/t/herbst/beamer/")
    assert ("http://testserver/s/" in text_of(page), 'class="qr"' in page.content.decode()) == (
        True,
        False,
    )
    nobody_in = text("Other devices reach this computer once the owner lets others in.")
    assert nobody_in in text_of(page)
    settings.NAMED_HOSTS = ["192.168.1.20"]
    page = signed_in(tournament, Role.DIRECTION).get("/t/herbst/beamer/")
    assert "http://192.168.1.20:8000/s/ Code" in text_of(page)
    assert f"QR-Code für http://192.168.1.20:8000/s/{code}/" in page.content.decode()
    assert nobody_in not in text_of(page)


def test_wrong_codes_cause_a_pause_for_the_guesser(tournament: Tournament, code: str) -> None:
    stranger, screen = Client(), Client()
    screen.get(f"/s/{code}/")
    for _guess in range(5):
        assert stranger.get("/s/XXXXX/").status_code == 404
    paused = stranger.post("/s/", {"code": code})
    assert "Zu viele falsche Eingaben" in text_of(paused)
    assert "closed" in stranger.get(f"/s/{code}/picture/").content.decode()
    assert picture(screen.get(f"/s/{code}/picture/")) == "welcome"
    assert "data-closed" not in screen.get(f"/s/{code}/picture/").content.decode()


def test_new_code_closes_the_screens_that_were_open(tournament: Tournament, code: str) -> None:
    services.show_picture(COMMAND_LINE, tournament, Picture.SEATS)
    screen = Client()
    screen.get(f"/s/{code}/")
    new = services.let_screens_in(COMMAND_LINE, tournament).code
    assert "data-closed" in screen.get(f"/s/{code}/picture/").content.decode()
    # Polling with a cookie guesses nothing: not even the right code is tried.
    assert "data-closed" in screen.get(f"/s/{new}/picture/").content.decode()
    assert picture(screen.get(f"/s/{new}/")) == "seats"
    services.shut_screens_out(COMMAND_LINE, tournament)
    assert "data-closed" in screen.get(f"/s/{new}/picture/").content.decode()
    assert screen.get(f"/s/{new}/").status_code == 404
    assert acts(tournament) == ["screens_let_in", "screens_let_in", "screens_shut_out"]


def test_code_reaches_nothing_but_the_picture(tournament: Tournament, code: str) -> None:
    screen = Client()
    screen.get(f"/s/{code}/")
    for address in ("/t/herbst/", "/t/herbst/standings/", f"{BEAMER}pictures/seats/", BEAMER):
        assert screen.get(address).status_code == 302
    page = screen.get(f"/s/{code}/").content.decode()
    assert ('id="call-places"' in page, "/t/herbst/" in page) == (False, False)


def test_seats_have_the_names_people_want_to_be_read(tournament: Tournament, code: str) -> None:
    shy = tournament.entries.get(number=1).person
    Person.objects.filter(pk=shy.pk).update(publish_name=False, last_name="Geheim")
    services.show_picture(COMMAND_LINE, tournament, Picture.SEATS)
    shown = words(Client().get(f"/s/{code}/picture/"))
    assert ("Geheim" in shown, "Ä. G." in shown) == (False, True)


def test_standings_in_the_hall_say_how_many_results_are_not_verified(
    tournament: Tournament, code: str
) -> None:
    Tournament.objects.update(verification=VerificationRule.BLIND)
    played(tournament, 1)
    release_standings(COMMAND_LINE, tournament, 1)
    services.show_picture(COMMAND_LINE, tournament, Picture.STANDINGS)
    shown = words(Client().get(f"/s/{code}/picture/"))
    assert "0 von 2 Tischen bestätigt, 2 ungeprüft" in shown


def test_standings_are_shown_as_far_as_they_are_released(tournament: Tournament, code: str) -> None:
    with pytest.raises(Refused, match="standings_not_released"):
        services.show_picture(COMMAND_LINE, tournament, Picture.STANDINGS)
    with pytest.raises(Refused, match="unknown_round"):
        release_standings(COMMAND_LINE, tournament, 2)
    played(tournament, 1)
    release_standings(COMMAND_LINE, tournament, 1)
    services.show_picture(COMMAND_LINE, tournament, Picture.STANDINGS)
    draw_next_round(COMMAND_LINE, tournament)
    for table in round_number(tournament, 2).tables.all():
        enter_totals(table, [-30, -10, 10, 30])
    screen = Client()
    assert "Zwischenstand nach Runde 1" in words(screen.get(f"/s/{code}/picture/"))
    release_standings(COMMAND_LINE, tournament, 2)
    lines = hall_standings(Stage.objects.get(tournament=tournament)).lines
    assert sum(line.rise for line in lines if line.rise > 0) > 0
    assert {line.last for line in lines} == {-30, -10, 10, 30}
    release_standings(COMMAND_LINE, tournament, 0)
    assert NOT_RELEASED in words(screen.get(f"/s/{code}/picture/"))
    assert acts(tournament) == [
        "screens_let_in",
        "standings_released",
        "standings_released",
        "standings_withheld",
    ]


def test_buttons_release_the_standings_and_show_them_at_once(
    tournament: Tournament, code: str
) -> None:
    played(tournament, 1)
    client, screen = signed_in(tournament, Role.DIRECTION), Client()
    client.post(f"{BEAMER}release/", {"after": "1"})
    assert picture(screen.get(f"/s/{code}/")) == "welcome"
    client.post(f"{BEAMER}release/", {"after": "1", "show": ""})
    assert "Zwischenstand nach Runde 1" in words(screen.get(f"/s/{code}/picture/"))
    client.post(f"{BEAMER}release/", {"after": "", "show": ""})
    assert NOT_RELEASED in words(screen.get(f"/s/{code}/picture/"))


def test_podium_is_called_from_third_place_to_first(tournament: Tournament) -> None:
    with pytest.raises(Refused, match="podium_not_ready"):
        services.call_places(COMMAND_LINE, tournament, 1)
    round = round_number(tournament, 1)
    for table, best in zip(round.tables.all(), (60, 50), strict=True):
        enter_totals(table, [best, best - 20, -best, 20 - best])
    called = []
    for places in range(5):
        stage = services.call_places(COMMAND_LINE, tournament, places)
        called.append([place.place for place in podium(stage) if place.is_called])
    assert called == [[], [3], [2, 3], [1, 2, 3], [1, 2, 3]]
    assert acts(tournament) == ["place_called"] * 3


def test_nobody_is_named_before_the_place_is_called(tournament: Tournament) -> None:
    played(tournament, 1)
    client = signed_in()
    shown = words(client.get(f"{BEAMER}pictures/podium/?part=picture"))
    assert shown == "Siegerehrung Herbstturnier 1 . Platz 3 . Platz"


def test_rotating_pictures_are_the_same_on_every_screen(tournament: Tournament) -> None:
    turns = [Turn(Picture.SEATS, 60), Turn(Picture.CLOCK, 20)]
    stage = services.show_in_turn(COMMAND_LINE, tournament, turns, now=NOON)
    shown = [stage.shown_at(NOON + timedelta(seconds=at)) for at in (0, 59, 60, 79, 80, 141)]
    assert shown == ["seats", "seats", "clock", "clock", "seats", "clock"]
    with pytest.raises(Refused, match="turns_too_few"):
        services.show_in_turn(COMMAND_LINE, tournament, turns[:1])
    with pytest.raises(Refused, match="turn_out_of_range"):
        services.show_in_turn(COMMAND_LINE, tournament, [*turns, Turn(Picture.DRAW, 1)])


def test_turns_are_chosen_among_all_pictures_but_the_podium(tournament: Tournament) -> None:
    client = signed_in(tournament, Role.DIRECTION)
    offered = [box.name for box, _ in client.get(BEAMER).context["turns"].lines()]
    assert offered == [picture for picture in PICTURES if picture is not Picture.PODIUM]
    seconds = {f"{picture}_seconds": "20" for picture in offered}
    ticked = {"seats": "on", "clock": "on", **seconds, "seats_seconds": "60"}
    client.post(f"{BEAMER}turns/", ticked)
    assert stage_of(tournament).rotation == (Turn(Picture.SEATS, 60), Turn(Picture.CLOCK, 20))


def test_one_screen_can_have_its_own_picture_and_name(tournament: Tournament, code: str) -> None:
    bar, hall = Client(), Client()
    for screen in (bar, hall):
        screen.get(f"/s/{code}/")
    services.show_on_screen(COMMAND_LINE, tournament, 1, Picture.CLOCK)
    assert str(services.name_screen(COMMAND_LINE, tournament, 1, "Theke")) == "Theke"
    both = [picture(screen.get(f"/s/{code}/picture/")) for screen in (bar, hall)]
    assert both == ["clock", "welcome"]
    services.show_picture(COMMAND_LINE, tournament, Picture.SEATS)
    assert [picture(screen.get(f"/s/{code}/picture/")) for screen in (bar, hall)] == ["seats"] * 2
    with pytest.raises(Refused, match="screen_gone"):
        services.name_screen(COMMAND_LINE, tournament, 3, "Bühne")


def test_too_many_screens_follow_without_being_listed(tournament: Tournament, code: str) -> None:
    stage = Stage.objects.get(tournament=tournament)
    for _device in range(services.MOST_SCREENS):
        services.open_screen(stage)
    late = Client()
    assert picture(late.get(f"/s/{code}/")) == "welcome"
    assert (picture(late.get(f"/s/{code}/picture/")), stage.screens.count()) == ("welcome", 40)
    tomorrow = timezone.now() + timedelta(days=1)
    assert (services.open_screen(stage, now=tomorrow).number, stage.screens.count()) == (1, 1)


def test_clock_says_how_many_sheets_are_missing_once_they_are_due(
    tournament: Tournament, code: str
) -> None:
    services.show_picture(COMMAND_LINE, tournament, Picture.CLOCK)
    round = start_clock(COMMAND_LINE, round_number(tournament, 1))
    enter_totals(round.tables.get(number=1), [30, 10, -10, -30])
    missing = text(
        "%(counter)s score sheet missing", "%(counter)s score sheets missing", 1, counter=1
    )
    page = Client()
    assert missing not in words(page.get(f"/s/{code}/picture/"))
    end_clock(COMMAND_LINE, round, early=True)
    assert missing in words(page.get(f"/s/{code}/picture/"))
    enter_totals(round.tables.get(number=2), [30, 10, -10, -30])
    shown = words(page.get(f"/s/{code}/picture/"))
    ended = capfirst(text("ended"))
    assert (ended in shown, text("All score sheets are in.") in shown) == (True, True)


def test_picture_of_missing_sheets_says_that_they_are_missing_once_one_is_due(
    tournament: Tournament, code: str
) -> None:
    services.show_picture(COMMAND_LINE, tournament, Picture.MISSING)
    round = start_clock(COMMAND_LINE, round_number(tournament, 1))
    enter_totals(round.tables.get(number=1), [30, 10, -10, -30])
    heading = r"<h2>\s*(.*?)\s*</h2>"
    shown = Client().get(f"/s/{code}/picture/").content.decode()
    assert re.findall(heading, shown) == [
        text(
            "%(missing)s of %(tables)s table without a score sheet yet",
            "%(missing)s of %(tables)s tables without a score sheet yet",
            2,
            missing=1,
            tables=2,
        )
    ]
    end_clock(COMMAND_LINE, round, early=True)
    shown = Client().get(f"/s/{code}/picture/").content.decode()
    assert re.findall(heading, shown) == [
        text("%(counter)s score sheet missing", "%(counter)s score sheets missing", 1, counter=1)
    ]


def test_clock_without_a_limit_counts_the_minutes_played_without_pauses() -> None:
    tournament = make_drawn_tournament(8, rules="altgeld")
    client = signed_in()
    clock = f"{BEAMER}pictures/clock/?part=picture"
    assert text("Not started yet") in words(client.get(clock))
    now = timezone.now()
    round = start_clock(
        COMMAND_LINE, round_number(tournament, 1), now=now - timedelta(minutes=50, seconds=5)
    )
    Round.objects.filter(pk=round.pk).update(
        pauses=[[(now - timedelta(minutes=at)).isoformat() for at in (20, 12)]]
    )
    note(tournament, round)
    played = re.search(r'class="is-played" data-minutes-since="\d+">(\d+)<', clock_of(client))
    assert played[1] == "42"
    end_clock(COMMAND_LINE, round_number(tournament, 1), early=True)
    assert "is-played" not in clock_of(client)


def clock_of(client: Client) -> str:
    return client.get(f"{BEAMER}pictures/clock/?part=picture").content.decode()


def test_draw_shows_its_tables_and_counts_pairs(tournament: Tournament) -> None:
    tables = [
        [seat.entry_id for seat in table.seats.all()]
        for table in round_number(tournament, 1).tables.all()
    ]
    for people in tables:
        Entry.objects.filter(pk__in=people[:2]).update(club=make_club())
    assert draw_figures(tournament, 1) == DrawFigures((1, 2), 8, 12, 0, 2, 0)
    played(tournament, 1)
    draw_next_round(COMMAND_LINE, tournament)
    again = round_number(tournament, 2)
    # The same people at both tables, but for two who change: three pairs stay at each.
    Seat.objects.filter(round=again).delete()
    one, other = tables
    for table, people in zip(
        again.tables.all(), ([*one[:3], other[3]], [*other[:3], one[3]]), strict=True
    ):
        for position, entry in enumerate(people, start=1):
            Seat.objects.create(round=again, table=table, entry_id=entry, position=position)
    assert draw_figures(tournament, 2) == DrawFigures((1, 2), 8, 12, 6, 2, 0)
    assert draw_figures(tournament, 1).met == 0  # what comes later is not read
    Entry.objects.update(club=None)
    assert draw_figures(tournament, 2).mates is None


def test_best_round_is_told_when_the_first_place_is_called(tournament: Tournament) -> None:
    for table, best in zip(round_number(tournament, 1).tables.all(), (60, 50), strict=True):
        enter_totals(table, [best, best - 20, -best, 20 - best])
    client = signed_in()
    told = []
    for places in range(4):
        services.call_places(COMMAND_LINE, tournament, places)
        shown = client.get(f"{BEAMER}pictures/podium/?part=picture").content.decode()
        told.append(re.findall(r'class="best".*?<strong>(.*?)</strong>', shown, re.DOTALL))
    assert told == [[], [], [], ["+60"]]
    best = best_round(tournament)
    winner = round_number(tournament, 1).tables.get(number=1).seats.get(position=1).entry_id
    assert [(row.entry_id, number) for row, number in best.by] == [(winner, 1)]


def test_standings_in_the_hall_have_everybody() -> None:
    tournament = make_drawn_tournament(24, rounds_planned=2)
    played(tournament, 1)
    release_standings(COMMAND_LINE, tournament, 1)
    page = signed_in().get(f"{BEAMER}pictures/standings/?part=picture").content.decode()
    assert len(re.findall(r'<span class="rank">\d+</span>', page)) == 24


def test_only_the_direction_controls_the_screens(tournament: Tournament) -> None:
    referee = Actor(make_user(Role.REFEREE, tournament))
    with pytest.raises(PermissionDenied):
        services.show_picture(referee, tournament, Picture.CLOCK)


def test_page_shows_every_picture_small_and_the_current_one(tournament: Tournament) -> None:
    client = signed_in(tournament, Role.DIRECTION)
    page = client.get(BEAMER)
    assert re.findall(r'class="picture (\w+)', page.content.decode()) == PICTURES
    assert "Bildschirme einlassen" in text_of(page)
    client.post(f"{BEAMER}code/", {"new": ""})
    code = Stage.objects.get(tournament=tournament).code
    assert f"http://testserver/s/ Code {code}" in text_of(client.get(BEAMER))
    client.post(f"{BEAMER}show/", {"picture": "clock"})
    assert "Uhr wird gezeigt" in text_of(client.get(BEAMER))


def test_announcement_with_a_past_time_keeps_what_was_typed(tournament: Tournament) -> None:
    client = signed_in(tournament, Role.DIRECTION)
    past = timezone.localtime() - timedelta(minutes=5)
    typed = {"message": "Pause bis gleich", "until": past.strftime("%H:%M"), "show": ""}
    page = client.post(f"{BEAMER}announce/", typed)
    assert (page.status_code, "ist vorbei" in text_of(page)) == (422, True)
    assert "Pause bis gleich" in text_of(page)
    soon = timezone.localtime() + timedelta(minutes=5)
    sent = {**typed, "until": soon.strftime("%H:%M")}
    assert messages_of(client.post(f"{BEAMER}announce/", sent, follow=True)) == [text("Saved.")]
    stage = Stage.objects.get(tournament=tournament)
    kept = (stage.message, stage.picture, timezone.localtime(stage.until).strftime("%H:%M"))
    assert kept == ("Pause bis gleich", "welcome", sent["until"])


def test_page_of_an_empty_tournament_says_how_to_begin() -> None:
    make_tournament("leer")
    assert text("This appears as soon as a round is published.") in text_of(
        signed_in().get("/t/leer/beamer/")
    )


@pytest.mark.parametrize("players", [8, 24])
def test_page_needs_a_constant_number_of_queries(
    players: int, django_assert_num_queries, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)  # its pictures are made anew every 15 s
    tournament = make_drawn_tournament(players, rounds_planned=2)
    client = signed_in(tournament, Role.DIRECTION)
    client.get(BEAMER)
    # Each is kept: one question what is new. One of the others: whether it is a stage of a cup.
    with django_assert_num_queries(15 + len(PICTURES)):
        client.get(BEAMER)
