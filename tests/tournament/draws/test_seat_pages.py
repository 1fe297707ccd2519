"""Two seats swapped, a substitute: what the pages show before, and the result."""

import re

import pytest
from django.test import Client

from tests.factories.pages import signed_in, text_of
from tests.factories.rounds import enter_totals, round_number
from tests.factories.seated import (
    REPAIR,
    ROUND,
    SIXTEEN,
    SUBSTITUTE,
    SWAP,
    TWO_ROUNDS,
    fingerprint_on,
    make_seated_tournament,
    named,
    seats,
    withdraw,
)
from tests.factories.tournaments import make_entries, make_user
from tests.factories.words import label, refusal, text
from tournament.labels.draws import PLAN_FINDINGS
from tournament.models import Bye, Entry, SheetDraft, SheetKind
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import start_clock

pytestmark = pytest.mark.django_db
NOBODY = text("Nobody has this number or name.")


@pytest.fixture
def client() -> Client:
    return signed_in()


# --- Two seats swapped ---


def test_swap_shows_both_seats_and_who_meets_again(client):
    tournament = make_seated_tournament(*SIXTEEN)
    page = client.get(f"{SWAP}?one=2&other=5")
    two, five = named(tournament, 2), named(tournament, 5)
    words = text_of(page)
    assert f"{two}: Tisch 1, Position 2 → Tisch 2, Position 1" in words
    assert f"{five}: Tisch 2, Position 1 → Tisch 1, Position 2" in words
    repeats = page.context["preview"]["repeats"]
    assert repeats == [
        f"{named(tournament, 1)} und {five}: Runden 1 und 2",
        f"{two} und {named(tournament, 6)}: Runden 1 und 2",
    ]
    assert " ".join([text("These meet again because of it:"), *repeats]) in words
    assert "Schon zusammen gespielt 0 mehr: ▲ 2" in words
    typed = {"one": "2", "other": "5", "fingerprint": fingerprint_on(page), "reason": "Ehepaar"}
    client.post(SWAP, typed)
    assert seats(tournament, 1) == "1 5 3 4 / 2 6 7 8 / 9 10 11 12 / 13 14 15 16"
    assert seats(tournament, 2) == SIXTEEN[1]


def test_swap_warns_of_mates_and_wishes(client):
    tournament = make_seated_tournament(*SIXTEEN)
    tournament.entries.filter(number__in=[1, 8]).update(team="Rot")
    tournament.entries.filter(number=8).update(keeps_list=False)
    tournament.entries.filter(number=4).update(fixed_table=1)
    page = client.get(f"{SWAP}?one=4&other=8")
    one, four, eight = (named(tournament, number) for number in (1, 4, 8))
    told = page.context["preview"]
    assert told["mates"] == [f"Runde 1, Tisch 1: {one} und {eight}"]
    assert told["wishes"] == [
        label(PLAN_FINDINGS, "keeps_no_list", table=1, person=eight),
        label(PLAN_FINDINGS, "wrong_table", table=2, person=four, fixed=1),
    ]
    words = text_of(page)
    assert all(sentence in words for sentence in told["mates"] + told["wishes"])


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        ("one=1&other=1", {"__all__": [refusal("swap_with_oneself")]}),
        ("one=1&other=50", {"other": [NOBODY]}),
        ("one=zzz&other=9", {"one": [NOBODY]}),
        ("one=1&other=9", {"__all__": [refusal("not_seated", number=9, round=1)]}),
    ],
)
def test_impossible_swap_is_explained(client, typed, errors):
    make_entries(make_seated_tournament(*TWO_ROUNDS), 1)
    page = client.get(f"{SWAP}?{typed}")
    assert page.context["form"].errors == errors
    assert 'name="fingerprint"' not in page.content.decode()


def test_swap_is_reached_from_the_seat_list_with_one_number(client):
    make_seated_tournament(*TWO_ROUNDS)
    for order in ("table", "name"):
        html = client.get(f"{ROUND}seats/?by={order}").content.decode()
        assert html.count(f'href="{SWAP}?one=') == 8
    assert 'value="7"' in client.get(f"{SWAP}?one=7").content.decode()


def test_points_do_not_change_hands(client):
    tournament = make_seated_tournament(*TWO_ROUNDS)
    table = round_number(tournament, 1).tables.get(number=2)
    enter_totals(table, [6, 2, -2, -6])
    page = client.get(f"{SWAP}?one=1&other=5")
    assert refusal("seat_change_has_results", places=[(1, 2)]) in text_of(page)
    assert 'name="fingerprint"' not in page.content.decode()
    typed = {"one": "1", "other": "5", "fingerprint": fingerprint_on(page), "reason": "x"}
    assert client.post(SWAP, typed).status_code == 422
    assert seats(tournament) == TWO_ROUNDS[0]


def test_swap_in_a_running_round_says_what_to_do_with_the_paper(client):
    tournament = make_seated_tournament(*TWO_ROUNDS)
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    table = round_number(tournament, 1).tables.get(number=1)
    SheetDraft.objects.create(table=table, user=make_user(), kind=SheetKind.TOTALS, content={})
    page = client.get(f"{SWAP}?one=1&other=5")
    told = page.context["preview"]
    papers = " ".join(told["rounds"][0]["papers"])
    assert re.findall(r"\d", papers) == ["1", "1", "2"]
    assert told["begun"] == [(1, 1)]
    words = text_of(page)
    assert papers in words
    assert "Runde 1, Tisch 1." in words


# --- Substitute ---


def test_substitute_takes_all_seats_and_plays_unranked(client):
    tournament = make_seated_tournament(*TWO_ROUNDS)
    make_entries(tournament, 1)
    page = client.get(f"{SUBSTITUTE}?leaving=3&coming=9")
    gone, come = named(tournament, 3), named(tournament, 9)
    words = text_of(page)
    assert (
        text(
            "%(gone)s withdraws. %(come)s comes instead and %(status)s.",
            gone=gone,
            come=come,
            status=Entry.Status.UNRANKED.label,
        )
        in words
    )
    assert [round["coming"] for round in page.context["preview"]["rounds"]] == [
        [f"{come}: Tisch 1, Position 3"],
        [f"{come}: Tisch 2, Position 1"],
    ]
    typed = {
        "leaving": "3",
        "coming": "9",
        "fingerprint": fingerprint_on(page),
        "reason": "Zahnarzt",
    }
    client.post(SUBSTITUTE, typed)
    assert [seats(tournament, number) for number in (1, 2)] == [
        "1 2 9 4 / 5 6 7 8",
        "1 5 2 6 / 9 7 4 8",
    ]
    statuses = dict(tournament.entries.filter(number__in=[3, 9]).values_list("number", "status"))
    assert statuses == {3: "withdrawn", 9: "unranked"}


def test_substitute_may_play_in_the_ranking(client):
    tournament = make_seated_tournament(*TWO_ROUNDS)
    make_entries(tournament, 1)
    page = client.get(f"{SUBSTITUTE}?leaving=3&coming=9&ranked=on")
    assert str(Entry.Status.ACTIVE.label) in page.context["outcome"]
    assert '<input type="hidden" name="ranked" value="True">' in page.content.decode()
    typed = {
        "leaving": "3",
        "coming": "9",
        "ranked": "True",
        "fingerprint": fingerprint_on(page),
        "reason": "x",
    }
    client.post(SUBSTITUTE, typed)
    assert tournament.entries.get(number=9).status == "active"


def test_substitute_who_sat_out_sits_out_no_more(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8", published=0)
    make_entries(tournament, 2)
    first = round_number(tournament, 1)
    Bye.objects.create(round=first, entry=tournament.entries.get(number=9))
    fingerprint = fingerprint_on(client.get(f"{SUBSTITUTE}?leaving=3&coming=9"))
    client.post(
        SUBSTITUTE, {"leaving": "3", "coming": "9", "fingerprint": fingerprint, "reason": "x"}
    )
    assert seats(tournament) == "1 2 9 4 / 5 6 7 8"
    assert not Bye.objects.exists()


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        ("leaving=3&coming=4", {"__all__": [refusal("seated_already", number=4, round=1)]}),
        ("leaving=3&coming=50", {"coming": [NOBODY]}),
        ("leaving=50&coming=60", {"leaving": [NOBODY], "coming": [NOBODY]}),
    ],
)
def test_impossible_substitute_is_explained(client, typed, errors):
    make_seated_tournament(*TWO_ROUNDS)
    page = client.get(f"{SUBSTITUTE}?{typed}")
    assert page.context["form"].errors == errors


def test_answer_while_typing_is_the_preview(client):
    tournament = make_seated_tournament(*TWO_ROUNDS)
    before = seats(tournament)
    for address, typed in ((SWAP, "one=2&other=5"), (SUBSTITUTE, "leaving=3&coming=9")):
        make_entries(tournament, 1)
        answer = client.get(f"{address}?{typed}&part=answer")
        assert answer.status_code == 200
        assert fingerprint_on(answer) == fingerprint_on(client.get(f"{address}?{typed}"))
        assert "autofocus" not in answer.content.decode()
    unclear = client.get(f"{SWAP}?one=zzz&other=&part=answer").content.decode()
    assert unclear.count(NOBODY) == 1
    assert "notice" not in client.get(f"{SWAP}?one=2&other=&part=answer").content.decode()
    assert client.get(f"{ROUND}by-hand/?part=answer").status_code == 200
    assert seats(tournament) == before


def test_people_are_found_by_name_as_well(client):
    tournament = make_seated_tournament(*TWO_ROUNDS)
    one, other = tournament.entries.filter(number__in=[2, 5]).order_by("number")
    other.person.first_name, other.person.last_name = "Łukasz", "Đorđe<script>"
    other.person.save()
    page = client.get(SWAP, {"one": f"2 {one.person.name}", "other": "luk"})
    assert page.context["form"].number("other") == "5"
    assert '<input type="hidden" name="other" value="luk">' in page.content.decode()
    assert page.context["preview"]["rounds"]


# --- Queries ---


@pytest.mark.parametrize("players", [16, 32])
def test_pages_need_a_constant_number_of_queries(players, django_assert_num_queries, client):
    tournament = make_seated_tournament(
        " / ".join(
            " ".join(map(str, range(first, first + 4))) for first in range(1, players + 1, 4)
        )
    )
    withdraw(tournament, 3)
    make_entries(tournament, 1)
    come = players + 1
    with django_assert_num_queries(21):
        client.get(REPAIR)
    # One for each of the two people, by number.
    with django_assert_num_queries(12):
        client.get(f"{SWAP}?one=1&other=5")
    with django_assert_num_queries(12):
        client.get(f"{SUBSTITUTE}?leaving=3&coming={come}")
    # Three of them for the bar: its clock, the round it names, the round it leads to.
    with django_assert_num_queries(16):
        client.post(f"{ROUND}by-hand/", {"tables": "1 2 3 4"})
