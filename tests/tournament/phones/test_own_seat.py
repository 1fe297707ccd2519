"""Whose a phone is: remembered by its cookie alone, voided by a new code, shown by one fragment."""

import re

import pytest
from django.core.signing import TimestampSigner
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.factories.pages import text_of, without_tags
from tests.factories.rounds import enter_round, round_number
from tests.factories.tournaments import make_owner
from tests.factories.words import text
from tournament.labels.rounds import PHASES
from tournament.models import Bye, Entry, RoundState, Seat, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.phones.writes import (
    let_phones_in,
    release_standings,
    renew_phone_code,
    shut_phones_out,
)
from tournament.privacy.writes import delete_person
from tournament.rounds.rules.phases import RoundPhase
from tournament.rounds.writes import start_clock
from tournament.seating.writes.draws import draw_next_round
from tournament.templatetags.phones import hall_strip
from tournament.views.public.remembered import COOKIE

pytestmark = pytest.mark.django_db


def base(tournament: Tournament) -> str:
    return f"/h/{tournament.phone_code}/"


def phone_of(tournament: Tournament, number: int) -> Client:
    """Return a phone on which this player has been found."""
    client = Client()
    client.get(base(tournament), {"q": str(number)})
    return client


def mine(client: Client, tournament: Tournament) -> HttpResponse:
    answer = client.get(f"{base(tournament)}mine/")
    assert answer.status_code == 200
    return answer


def asks_for_the_name(answer: HttpResponse) -> bool:
    return 'name="q"' in answer.content.decode()


def seat_of(entry: Entry, number: int = 1) -> Seat:
    return entry.seats.select_related("table").get(round__number=number)


# --- The cookie -------------------------------------------------------------------------------


def test_cookie_is_signed_and_goes_to_this_code_alone(tournament: Tournament, settings) -> None:
    settings.SESSION_COOKIE_SECURE = True
    client = phone_of(tournament, 3)
    (cookie,) = client.cookies.values()
    entry = tournament.entries.get(number=3)
    assert (cookie.key, cookie.value.split(":")[0]) == (COOKIE, str(entry.pk))
    looks = {name: cookie[name] for name in ("path", "max-age", "httponly", "samesite", "secure")}
    assert looks == {
        "path": base(tournament),
        "max-age": 30 * 24 * 60 * 60,
        "httponly": True,
        "samesite": "Lax",
        "secure": True,
    }


@pytest.mark.parametrize("made_up", ["1", "1:abc", "", "x" * 5000, "1:2:3"])
def test_cookie_made_up_is_nobodys(tournament: Tournament, made_up: str) -> None:
    client = Client()
    client.cookies[COOKIE] = made_up
    assert asks_for_the_name(client.get(base(tournament)))
    assert asks_for_the_name(mine(client, tournament))


def test_cookie_signed_for_another_code_or_too_old_is_nobodys(tournament: Tournament) -> None:
    entry, code = tournament.entries.get(number=3), tournament.phone_code
    other = TimestampSigner(salt=f"{COOKIE} another").sign(str(entry.pk))
    old = TimestampSigner(salt=f"{COOKIE} {code}")
    old.timestamp = lambda: "1aaaaa"  # years ago
    for value in (other, old.sign(str(entry.pk))):
        client = Client()
        client.cookies[COOKIE] = value
        assert asks_for_the_name(mine(client, tournament))


def test_new_code_voids_it_and_a_pause_does_not(tournament: Tournament) -> None:
    client = phone_of(tournament, 3)
    shut_phones_out(COMMAND_LINE, tournament)
    let_phones_in(COMMAND_LINE, tournament)
    assert not asks_for_the_name(mine(client, tournament))
    renew_phone_code(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    client.cookies[COOKIE]["path"] = base(tournament)
    assert asks_for_the_name(client.get(base(tournament)))


def test_deleted_person_is_forgotten(tournament: Tournament) -> None:
    client = phone_of(tournament, 3)
    assert not asks_for_the_name(mine(client, tournament))
    delete_person(Actor(make_owner()), tournament.entries.get(number=3).person)
    assert asks_for_the_name(mine(client, tournament))


def test_button_forgets(tournament: Tournament) -> None:
    client = phone_of(tournament, 3)
    button = re.search(r'<form action="([^"]+)"', mine(client, tournament).content.decode())
    assert button
    answer = client.get(button[1])
    assert (answer.status_code, answer["Location"], answer["Cache-Control"]) == (
        302,
        base(tournament),
        "no-store",
    )
    assert client.cookies[COOKIE].value == ""
    assert asks_for_the_name(client.get(base(tournament)))


def test_phone_that_keeps_no_cookie_goes_on_to_the_player(tournament: Tournament) -> None:
    found = Client().get(base(tournament), {"q": "3"})
    answer = Client().get(found["Location"])
    assert answer["Location"] == f"{base(tournament)}players/3/"
    known = phone_of(tournament, 3).get(found["Location"])
    assert (known.status_code, asks_for_the_name(known)) == (200, False)


# --- The shared page and the fragment ---------------------------------------------------------


def test_page_is_the_same_for_all_known_phones_and_names_nobody(tournament: Tournament) -> None:
    pages = [phone_of(tournament, number).get(base(tournament)) for number in (3, 4)]
    assert pages[0].content == pages[1].content
    assert pages[0]["ETag"] == pages[1]["ETag"] != Client().get(base(tournament))["ETag"]
    names = [entry.person.last_name for entry in tournament.entries.all()]
    assert [name for name in names if name in pages[0].content.decode()] == []
    assert asks_for_the_name(Client().get(base(tournament)))


@pytest.mark.django_db(transaction=True)
def test_fragment_is_each_ones_own_and_kept(
    tournament: Tournament, django_assert_num_queries
) -> None:
    three, four = phone_of(tournament, 3), phone_of(tournament, 4)
    assert mine(three, tournament)["ETag"] != mine(four, tournament)["ETag"]
    with django_assert_num_queries(2):
        again = mine(three, tournament)
    assert again["Vary"].split(", ")[:2] == ["Accept-Encoding", "Cookie"]
    with django_assert_num_queries(2):
        marked = {"If-None-Match": again["ETag"]}
        assert three.get(f"{base(tournament)}mine/", headers=marked).status_code == 304


def test_fragment_tells_no_more_than_the_players_page_for_everybody(
    tournament: Tournament,
) -> None:
    enter_round(round_number(tournament, 1))
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    for released in (0, 1):
        release_standings(COMMAND_LINE, tournament, released)
        own = without_tags(mine(phone_of(tournament, 3), tournament).content.decode())
        others = text_of(Client().get(f"{base(tournament)}players/3/"))
        shown = {*re.findall(r"[+−]\d+", own)}
        assert shown - {*re.findall(r"[+−]\d+", others)} == set()
        assert bool(shown) == bool(released)


# --- The answer -------------------------------------------------------------------------------


def answer_of(client: Client, tournament: Tournament) -> str:
    """Return the heading: the largest thing of the page."""
    page = mine(client, tournament).content.decode()
    (heading,) = re.findall(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
    return " ".join(re.sub("<[^>]*>", " ", heading).split())


def test_table_then_the_place_then_the_place_at_the_end(tournament: Tournament) -> None:
    entry = tournament.entries.get(number=3)
    client, seat, first = phone_of(tournament, 3), seat_of(entry), round_number(tournament, 1)
    sits = f"{text('Table')} {seat.table.number} {text('Position')} {seat.position}"
    assert answer_of(client, tournament) == sits
    start_clock(COMMAND_LINE, first)
    assert answer_of(client, tournament) == sits
    enter_round(first)
    first.refresh_from_db()
    first.ended_at = first.closed_at = timezone.now()
    first.save()
    assert first.state == RoundState.CLOSED
    release_standings(COMMAND_LINE, tournament, 0)
    assert answer_of(client, tournament) == str(PHASES[RoundPhase.CLOSED])
    release_standings(COMMAND_LINE, tournament, 1)
    rank = answer_of(client, tournament)
    assert re.fullmatch(rf"{text('Rank')} \d+ {text('of %(ranked)s', ranked=16)}", rank)
    assert "own-podium" not in mine(client, tournament).content.decode()
    draw_next_round(COMMAND_LINE, tournament)
    second = seat_of(entry, 2)
    assert answer_of(client, tournament) == (
        f"{text('Table')} {second.table.number} {text('Position')} {second.position}"
    )


def test_at_the_end_the_podium_stands_below_the_place(tournament: Tournament) -> None:
    enter_round(round_number(tournament, 1))
    release_standings(COMMAND_LINE, tournament, 1)
    freeze(tournament)
    page = mine(phone_of(tournament, 3), tournament).content.decode()
    assert re.findall(r'<li value="(\d)" class="medal-\d', page)[0] == "1"
    assert text("of %(ranked)s", ranked=16) in page


def test_podium_waits_until_the_last_round_is_released(tournament: Tournament) -> None:
    enter_round(round_number(tournament, 1))
    release_standings(COMMAND_LINE, tournament, 1)
    draw_next_round(COMMAND_LINE, tournament)
    enter_round(round_number(tournament, 2))
    freeze(tournament)
    page = mine(phone_of(tournament, 3), tournament).content.decode()
    assert text("of %(ranked)s", ranked=16) in page
    assert "own-podium" not in page
    assert text("My result so far") in page


def freeze(tournament: Tournament) -> None:
    finished = Tournament.Status.FINISHED
    Tournament.objects.filter(pk=tournament.pk).update(status=finished, frozen_at=timezone.now())


def test_phone_that_is_not_known_hears_that_the_tournament_is_finished(
    tournament: Tournament,
) -> None:
    enter_round(round_number(tournament, 1))
    freeze(tournament)
    heading = re.findall(r"<h1>(.*?)</h1>", Client().get(base(tournament)).content.decode())
    assert heading == [text("The tournament is finished.")]


def test_no_round_and_a_bye_are_said(tournament: Tournament) -> None:
    client = phone_of(tournament, 1)
    entry = tournament.entries.get(number=1)
    entry.seats.all().delete()
    Bye.objects.create(round=round_number(tournament, 1), entry=entry)
    words = text("sits out this round, by lot")
    assert answer_of(client, tournament) == words[0].upper() + words[1:]
    tournament.rounds.all().update(published_at=None)
    renew_phone_code(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    assert answer_of(phone_of(tournament, 1), tournament) == tournament.name


def test_clock_is_that_of_ones_own_table_with_its_extra_time(tournament: Tournament) -> None:
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    table = seat_of(tournament.entries.get(number=5)).table
    table.extra_minutes = 7
    table.save()
    page = mine(phone_of(tournament, 5), tournament).content.decode()
    (source,) = re.findall(r'data-clock-source="([^"]+)"', page)
    clock = Client().get(source).content.decode()
    assert (clock.count("<time"), text("+%(minutes)s min", minutes=7) in clock) == (1, True)
    other = seat_of(tournament.entries.get(number=1)).table
    assert other != table
    assert "+7" not in Client().get(source.replace("=5", "=1")).content.decode()


@pytest.mark.parametrize(
    ("tables", "own", "shown"),
    [
        (range(1, 2), 1, []),
        (range(1, 5), 4, [1, 2, 3, 4]),
        (range(1, 4), 9, []),
    ],
)
def test_strip_has_the_tables_around_ones_own(tables: range, own: int, shown: list[int]) -> None:
    strip = hall_strip(Tournament(hall={}), tables, own)
    assert [table for table, _x, _y in strip.get("spots", [])] == shown


def test_strip_of_a_wide_hall_is_a_window_with_half_a_table_beyond() -> None:
    hall = {str(number): [number - 1, 0] for number in range(1, 21)}
    windows = (
        (1, [*range(1, 8), ""], 7.5),
        (10, ["", *range(7, 14), ""], 8),
        (20, ["", *range(14, 21)], 7.5),
    )
    for own, numbers, width in windows:
        strip = hall_strip(Tournament(hall=hall), range(1, 21), own)
        shown = [number for number, _x, _y in strip["spots"]]
        assert (shown, strip["width"] / 76) == (numbers, width)


# --- The door ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "mine/", "clock/", "standings/", "seats/1/", "forget/"])
def test_wrong_code_asks_for_the_code_in_place(tournament: Tournament, name: str) -> None:
    page = Client().get(f"/h/<b>wrong/{name}")
    content = page.content.decode()
    assert (page.status_code, page["Cache-Control"]) == (404, "no-store")
    assert ('value="&lt;b&gt;wrong"' in content, "<b>wrong" in content) == (True, False)


def test_code_is_taken_as_people_type_it(tournament: Tournament) -> None:
    code = tournament.phone_code
    in_threes = f"{code[:3]} {code[3:6]} {code[6:]}"
    typed_ways = (code, f" {code.upper()} ", in_threes, in_threes.replace(" ", "-"))
    for typed in (*typed_ways, f"10.0.0.7/h/{code}/"):
        assert Client().get("/h/", {"code": typed})["Location"] == base(tournament)
    assert Client().get("/h/").status_code == 200
    wrong = Client().get("/h/", {"code": "abc"})
    assert (wrong.status_code, 'value="abc"' in wrong.content.decode()) == (404, True)


def test_door_says_the_same_of_a_code_shut_out_and_of_one_that_never_was(
    tournament: Tournament,
) -> None:
    shut_phones_out(COMMAND_LINE, tournament)
    out = Client().get(base(tournament)).content.decode()
    never = Client().get("/h/never/").content.decode()
    assert out.replace(tournament.phone_code, "never") == never
