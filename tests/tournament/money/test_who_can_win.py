"""Who competes for which prize, and what the page says of the others."""

from collections.abc import Mapping

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.factories.databases import copied
from tests.factories.pages import signed_in, text_of
from tests.factories.papers import made, page_texts, read_pdf
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.words import text
from tournament.models import Entry, Pool, Prize, PrizeAward, Tournament
from tournament.money.writes import PoolData, set_fees, take_payment
from tournament.permissions import COMMAND_LINE
from tournament.standings.rules.rankings import ALL_COUNT, GroupKind
from tournament.standings.writes import set_group_rankings, set_team

pytestmark = pytest.mark.django_db

PRIZES = "/t/herbst/prizes/"
Status = Entry.Status


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Twelve players whose points in the first of two rounds are ten times their numbers."""
    tournament = make_drawn_tournament(12, rounds_planned=2, published=2)
    play(tournament, 1, {number: 10 * number for number in range(1, 13)})
    return tournament


@pytest.fixture
def client() -> Client:
    return signed_in()


def play(tournament: Tournament, number: int, points: Mapping[int, int]) -> None:
    """Enter these points by start number, 0 for everybody else, and close the round."""
    for table in round_number(tournament, number).tables.all():
        numbers = table.seats.order_by("position").values_list("entry__number", flat=True)
        enter_totals(table, [points.get(each, 0) for each in numbers])
    tournament.rounds.filter(number=number).update(closed_at=timezone.now())


def is_now(tournament: Tournament, status: str, *numbers: int) -> None:
    tournament.entries.filter(number__in=numbers).update(status=status)


def rank(tournament: Tournament, *kinds: GroupKind) -> None:
    set_group_rankings(COMMAND_LINE, tournament, dict.fromkeys(kinds, ALL_COUNT))


def paid_pool(tournament: Tournament, *numbers: int) -> Pool:
    set_fees(COMMAND_LINE, tournament, [], [PoolData("Topf", 500)])
    pool = tournament.pools.get()
    for entry in tournament.entries.filter(number__in=numbers):
        take_payment(COMMAND_LINE, entry, 500, pool=pool)
    return pool


def set_prizes(client: Client, *rows: Mapping[str, object]) -> HttpResponse:
    fields = {f"lines-{n}-{key}": value for n, row in enumerate(rows) for key, value in row.items()}
    sent = {"lines-TOTAL_FORMS": len(rows), "lines-INITIAL_FORMS": 0, "sharing": "split"}
    return client.post(f"{PRIZES}edit/", {**sent, **fields})


def winners(tournament: Tournament, client: Client) -> list[tuple[str, str, int]]:
    """Return prize, winner (by number or name), cents: as listed on the page and as assigned."""
    play(tournament, 2, {})
    page = client.get(PRIZES)
    shown = [
        (line.award.ladder.kind.value, str(line.number or line.name), line.award.amount)
        for line in page.context["list"].lines
    ]
    client.post(f"{PRIZES}assign/")
    awards = PrizeAward.objects.filter(tournament=tournament)
    assigned = [
        (each.kind, str(each.entry.number) if each.entry else each.team, each.amount)
        for each in awards.select_related("entry")
    ]
    assert sorted(shown) == sorted(assigned)
    return shown


def with_a_pair_before_two_teams(tournament: Tournament) -> None:
    for name, numbers in (("Paar", [12, 11]), ("Elstern", [10, 9, 8]), ("Raben", [1, 2, 3])):
        set_team(COMMAND_LINE, tournament, numbers, name)


def test_prize_of_a_team_follows_the_ranking_of_teams(tournament, client):
    with_a_pair_before_two_teams(tournament)
    rank(tournament, GroupKind.TEAM, GroupKind.PAIR)
    assert set_prizes(client, {"kind": "team", "amount": "30", "last": "3"}).status_code == 302
    assert winners(tournament, client) == [("team", "Raben", 3000), ("team", "Elstern", 3000)]


def test_two_are_a_team_where_pairs_are_not_ranked(tournament, client):
    with_a_pair_before_two_teams(tournament)
    rank(tournament, GroupKind.TEAM)
    set_prizes(client, {"kind": "team", "amount": "30"})
    # 10 + 9 + 8 are more than 12 + 11
    assert winners(tournament, client) == [("team", "Elstern", 3000)]
    set_team(COMMAND_LINE, tournament, [10], "")


def test_prize_of_a_pair_follows_the_ranking_of_pairs(tournament, client):
    with_a_pair_before_two_teams(tournament)
    rank(tournament, GroupKind.PAIR)
    set_prizes(client, {"kind": "pair", "amount": "20", "last": "2"})
    assert winners(tournament, client) == [("pair", "Paar", 2000)]


def test_prize_of_a_state_goes_to_all_who_write_it_in_any_way(tournament, client):
    states = {12: "Hessen", 11: "Atlantis", 10: " atlantis"}
    for entry in tournament.entries.filter(number__in=states).select_related("person"):
        entry.person.state = states[entry.number]
        entry.person.save()
    rank(tournament, GroupKind.STATE)
    set_prizes(client, {"kind": "state", "amount": "20", "last": "2"})
    won = winners(tournament, client)
    assert won == [("state", "Hessen", 2000), ("state", "atlantis", 2000)]
    assert not client.get(PRIZES).context["list"].changed


@pytest.mark.parametrize(
    ("kind", "words"), [("team", "keine Mannschaftswertung"), ("pair", "keine Paarwertung")]
)
def test_prize_whose_ranking_is_off_cannot_be_created(tournament, client, kind, words):
    rank(tournament, GroupKind.CLUB)
    page = set_prizes(client, {"kind": kind, "amount": "30,05"})
    assert (page.status_code, Prize.objects.count()) == (422, 0)
    assert text_of(page).count(words) == 1
    assert page.content.decode().count('value="30,05"') == 1


def test_only_prizes_that_can_be_made_are_offered(tournament, client):
    def offered() -> list[set[str]]:
        lines = client.get(f"{PRIZES}edit/").context["form"].lines
        return [{str(kind) for kind, _words in line.fields["kind"].choices} for line in lines][:2]

    usual = {"place", "category", "round", "without"}
    assert offered() == [usual, usual]
    for kind in GroupKind:
        rank(tournament, kind)
        assert offered() == [usual | {kind.value}, usual | {kind.value}]
    rank(tournament, GroupKind.TEAM)
    set_prizes(client, {"kind": "team", "amount": "30"})
    rank(tournament)
    assert offered() == [usual | {"team"}, usual]


def test_prize_whose_ranking_is_switched_off_says_so_and_pays_nobody(tournament, client):
    with_a_pair_before_two_teams(tournament)
    rank(tournament, GroupKind.TEAM)
    set_prizes(client, {"kind": "team", "amount": "30"})
    rank(tournament)
    assert winners(tournament, client) == []
    told = text(
        "There is no %(ranking)s: nobody gets the prizes that follow it.",
        ranking="Mannschaftswertung",
    )
    assert text_of(client.get(PRIZES)).count(told) == 1
    (paper,) = page_texts(read_pdf(made("prizes", tournament)))
    assert " ".join(paper.split()).count(told) == 1


def test_assigned_prizes_do_not_change_when_the_ranking_is_switched_off(tournament, client):
    with_a_pair_before_two_teams(tournament)
    rank(tournament, GroupKind.TEAM)
    set_prizes(client, {"kind": "team", "amount": "30"})
    assert winners(tournament, client) == [("team", "Elstern", 3000)]
    rank(tournament)
    page = client.get(PRIZES)
    listed = page.context["list"]
    assert (listed.changed, listed.not_ranked) == (False, (GroupKind.TEAM,))
    assert page.context["notes"] == [
        text(
            "The %(ranking)s is switched off. The prizes that follow it stand as they are "
            "assigned.",
            ranking="Mannschaftswertung",
        )
    ]


@pytest.mark.parametrize("kinds", [[GroupKind.TEAM, GroupKind.PAIR], []])
def test_list_to_sign_names_the_people_of_a_team_and_of_a_pair(tournament, client, kinds):
    with_a_pair_before_two_teams(tournament)
    rank(tournament, GroupKind.TEAM, GroupKind.PAIR)
    set_prizes(client, {"kind": "team", "amount": "30"}, {"kind": "pair", "thing": "Schinken"})
    is_now(tournament, Status.DISQUALIFIED, 10)
    play(tournament, 2, {})
    client.post(f"{PRIZES}assign/")
    rank(tournament, *kinds)
    (paper,) = page_texts(read_pdf(made("prizes-received", tournament)))
    words = " ".join(paper.split())
    name = {each.number: each.person.list_name for each in tournament.entries.all()}
    assert words.count(f"Elstern {name[9]} · {name[8]}") == 1
    assert words.count(f"Paar {name[12]} · {name[11]}") == 1
    assert words.count(name[10]) == 0
    assert words.count(text("Of a team or pair one person signs.")) == 1


@pytest.mark.parametrize("kind", ["team", "pair"])
def test_best_without_a_prize_excludes_winning_teams_and_pairs(tournament, client, kind):
    size = {"team": [12, 11, 10], "pair": [12, 11]}[kind]
    set_team(COMMAND_LINE, tournament, size, "Sieger")
    rank(tournament, GroupKind.TEAM, GroupKind.PAIR)
    set_prizes(client, {"kind": kind, "amount": "30"}, {"kind": "without", "amount": "5"})
    best_other = str(min(size) - 1)
    assert winners(tournament, client) == [("without", best_other, 500), (kind, "Sieger", 3000)]


def test_unranked_player_who_paid_for_a_pool_can_win_it(tournament, client):
    pool = paid_pool(tournament, 12, 11, 10, 9)
    is_now(tournament, Status.UNRANKED, 12)
    is_now(tournament, Status.WITHDRAWN, 11)
    set_prizes(
        client,
        {"kind": "place", "amount": "5", "last": "2", "pool": pool.pk},
        {"kind": "round", "amount": "4", "pool": pool.pk},
        {"kind": "place", "amount": "50"},
    )
    assert winners(tournament, client) == [
        ("round", "12", 400),
        ("place", "11", 500),
        ("place", "12", 500),
        ("place", "10", 5000),
    ]


def test_player_who_paid_for_a_pool_but_cannot_win_is_named(tournament, client):
    pool = paid_pool(tournament, 12, 11, 10)
    is_now(tournament, Status.DISQUALIFIED, 12)
    set_prizes(client, {"kind": "place", "amount": "15", "pool": pool.pk})
    assert winners(tournament, client) == [("place", "11", 1500)]
    name = tournament.entries.get(number=12).person.list_name
    told = text(
        "%(pool)s: %(name)s (number %(number)s) has paid and cannot win (%(status)s). The money "
        "stays in until it is given back in the till.",
        pool="Topf",
        name=name,
        number=12,
        status=Status.DISQUALIFIED.label,
    )
    assert text_of(client.get(PRIZES)).count(told) == 1
    (paper,) = page_texts(read_pdf(made("prizes", tournament)))
    assert " ".join(paper.split()).count(told) == 1


def test_player_who_paid_for_a_pool_and_left_before_the_start_is_named(client):
    tournament = make_drawn_tournament(12, rounds_planned=2)
    pool = paid_pool(tournament, 12)
    is_now(tournament, Status.WITHDRAWN, 12)
    set_prizes(client, {"kind": "place", "amount": "15", "pool": pool.pk})
    listed = client.get(PRIZES).context["list"]
    assert [[each.number for each in entries] for entries in listed.without_a_chance.values()] == [
        [12]
    ]


def test_best_round_goes_to_its_winner_though_withdrawn_since(tournament, client):
    is_now(tournament, Status.WITHDRAWN, 12)
    set_prizes(client, {"kind": "round", "round": "1", "amount": "7"})
    assert winners(tournament, client) == [("round", "12", 700)]


def test_player_skipped_for_the_best_round_is_named(tournament, client):
    is_now(tournament, Status.UNRANKED, 12)
    is_now(tournament, Status.DISQUALIFIED, 11)
    set_prizes(client, {"kind": "round", "round": "1", "amount": "7"})
    assert winners(tournament, client) == [("round", "10", 700)]
    words = text_of(client.get(PRIZES))
    for number, points, status in ((12, 120, "spielt außer Wertung"), (11, 110, "disqualifiziert")):
        name = tournament.entries.get(number=number).person.list_name
        told = f"{name} (Nummer {number}) hat +{points} und bekommt nichts ({status})."
        assert words.count(text("Best in round %(round)s", round=f"1: {told}")) == 1
