"""What a stage of a cup tells whose players bring points of the stages before."""

import re
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories.cups import make_cup, play, play_evenly, row_of_stage
from tests.factories.leagues import make_day, make_league
from tests.factories.pages import signed_in, text_of
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import enter_totals
from tests.factories.words import text
from tournament.cup.reads import end_of_cup
from tournament.cup.writes import Plan, begin_next_stage
from tournament.exports.paper import Asked, Reader
from tournament.exports.pdf.certificates import certificates
from tournament.exports.pdf.final import FINAL
from tournament.exports.pdf.results import standings
from tournament.journal.writes import record
from tournament.lists.notes import standings_footnotes
from tournament.models import Cup, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in, release_standings
from tournament.prizes.rules import Ladder, Prize, PrizeKind
from tournament.prizes.writes import set_prizes
from tournament.rounds.writes import close_round
from tournament.seating.writes.draws import draw_next_round
from tournament.stage.reads import stage_of
from tournament.stage.rules import Picture
from tournament.stage.writes import call_places
from tournament.standings.reads.standings import standings_after
from tournament.standings.rules.rankings import GroupKind, GroupRules
from tournament.standings.writes import set_group_rankings
from tournament.trust.writes import freeze_standings
from tournament.views.stage.screens import _FACTS

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

STANDS_ON = pytest.mark.stands_on
PRIZES_OF_THE_STAGE = (
    "The prizes follow the standings of this tournament alone. The cup that it decides, and with "
    "it podium and certificates, ends in another order."
)
IS_ME = r'value="(\d)" class="medal-\d is-me"'
WITHOUT, WITH = (text(f"{each} the points carried over") for each in ("without", "with"))


@pytest.fixture
def owner() -> Client:
    return signed_in()


def final(
    *,
    carries: bool = True,
    go_on: int = 0,
    made: tuple[int, int, int, int] = (6, 10, -8, -8),
    **more: object,
) -> Tournament:
    """Return the last stage of a cup of eight: whoever is first in it is not first of the cup.

    1 comes with 20 points and makes 6; 2 comes with 0 and makes 10; 3 and 4 lose in both.
    """
    cup = make_cup(players=8, go_on=4, carry_points=carries, **more)
    first = {1: [20], 2: [0], 3: [-1], 4: [-2], 5: [-3], 6: [-4], 7: [-5], 8: [-6]}
    play(row_of_stage(cup).tournament, Random(1), first)
    settings = {"name": "Finale", "go_on": go_on}
    stage = begin_next_stage(COMMAND_LINE, cup, settings, Plan("Pokal: Finale", 1))
    numbers = sorted(stage.tournament.entries.values_list("number", flat=True))
    play(
        stage.tournament,
        Random(1),
        {number: [points] for number, points in zip(numbers, made, strict=True)},
    )
    release_standings(COMMAND_LINE, stage.tournament, 1)
    let_phones_in(COMMAND_LINE, stage.tournament)
    stage.tournament.refresh_from_db()
    return stage.tournament


def last_of_teams(*, carries: bool = True) -> Tournament:
    """Return the last stage of a cup of teams: Team 01 wins by the points it came with."""
    cup = make_cup(4, go_on=3, carry_points=carries)
    play_evenly(cup, 6, 2, -1, -7)
    settings = {"name": "Finale", "go_on": 0}
    stage = begin_next_stage(COMMAND_LINE, cup, settings, Plan("Finale", 1, seed="5"))
    play_evenly(cup, 0, 3, -3, number=2)
    return stage.tournament


def made_final() -> Tournament:
    """Return the final that is there."""
    return Tournament.objects.get(name="Pokal: Finale")


def certified(tournament: Tournament, places: int = 3, **more: object) -> list[tuple[str, ...]]:
    """Return what each certificate names of these: event, winner, total; without what it is."""
    told = ("Pokal: Finale", *(f"Ida Nummer{each}" for each in "abcd"), "+26", "+10", "+6", WITHOUT)
    pages = page_texts(read_pdf(certificates(tournament, places, **more)))
    return [tuple(each for each in told if each in page) for page in pages]


@STANDS_ON(make=final)
def test_certificates_of_the_last_stage_are_those_of_the_cup() -> None:
    tournament = frozen(made_final())
    a, b = "Ida Nummera", "Ida Nummerb"
    assert certified(tournament, 2) == [(a, "+26"), (b, "+10")]
    assert certified(tournament, number=2) == [(b, "+10")]
    event = tournament.name
    assert certified(tournament, 2, of="alone") == [
        (event, b, "+10", WITHOUT),
        (event, a, "+6", WITHOUT),
    ]
    form = signed_in().get(reverse("certificates", args=[tournament.slug])).context["form"]
    assert form.fields["of"].choices[:2] == [
        ("", text("Final standings of the cup")),
        ("alone", text("Standings of this tournament")),
    ]


@pytest.mark.parametrize("carries", [True, False])
@pytest.mark.parametrize("make", ["players", "teams"])
def test_prizes_say_where_the_cup_ends_in_another_order(
    owner: Client, make: str, carries: bool
) -> None:
    """Prizes are those of the tournament; by its last stage alone 2 is before 1."""
    tournament = final(carries=carries) if make == "players" else last_of_teams(carries=carries)
    assert not prizes_say_so(owner, tournament)
    ladder = Ladder(PrizeKind.PLACE if make == "players" else PrizeKind.TEAM)
    set_prizes(COMMAND_LINE, tournament, [Prize(ladder, 1, 1, 5000)])
    assert prizes_say_so(owner, tournament) == carries


@STANDS_ON(make=last_of_teams)
def test_prizes_say_nothing_of_a_cup_where_none_follows_what_it_ranks(owner: Client) -> None:
    """Of a cup of teams its players win, or no team has a rank of its own."""
    tournament = Tournament.objects.get(name="Finale")
    of_people = [Prize(Ladder(PrizeKind.PLACE), 1, 3, 5000)]
    of_teams = [Prize(Ladder(PrizeKind.TEAM), 1, 1, 5000)]
    Tournament.objects.filter(pk=tournament.pk).update(team_groups=[])
    told = []
    for prizes, best in ((of_people, None), (of_teams, 4), (of_teams, 5)):
        set_group_rankings(COMMAND_LINE, tournament, {GroupKind.TEAM: GroupRules(best)})
        set_prizes(COMMAND_LINE, tournament, prizes)
        told.append(prizes_say_so(owner, tournament))
    set_group_rankings(COMMAND_LINE, tournament, {})
    assert [*told, prizes_say_so(owner, tournament)] == [False, True, False, False]


def test_prizes_say_so_of_places_that_win_one(owner: Client) -> None:
    """1 wins both; 2 is second of the cup and third of its last stage."""
    tournament = final(made=(12, -4, -5, -3))
    told = {}
    for place in (("place", 1), ("place", 2), ("round", 3), ("without", 1)):
        kind, last = place
        set_prizes(COMMAND_LINE, tournament, [Prize(Ladder(PrizeKind(kind)), 1, last, 5000)])
        told[place] = prizes_say_so(owner, tournament)
    assert {place for place, is_told in told.items() if is_told} == {("place", 2), ("without", 1)}


def prizes_say_so(owner: Client, tournament: Tournament) -> bool:
    """Whether the page of the prizes says that the cup has another order."""
    page = text_of(owner.get(reverse("prizes", args=[tournament.slug])))
    return text(PRIZES_OF_THE_STAGE) in page


def test_a_stage_between_says_that_it_is_without_what_is_carried() -> None:
    tournament = frozen(final(go_on=2))
    assert certified(tournament, 1) == [(tournament.name, "Ida Nummerb", "+10", WITHOUT)]
    assert certified(frozen(final(carries=False, go_on=2, name="Eulenpokal")), 1)[0][-1] == "+10"


@STANDS_ON(make=last_of_teams)
def test_certificates_of_teams_name_their_players() -> None:
    cup, tournament = Cup.objects.get(), frozen(Tournament.objects.get(name="Finale"))
    pages = page_texts(read_pdf(certificates(tournament, 1)))
    assert [cup.name in each and "Team 01" in each and "+24" in each for each in pages] == [True]
    players = tournament.entries.filter(team="Team 01")
    assert all(each.person.name in " ".join(pages[0].split()) for each in players)
    number = tournament.entries.filter(team="Team 02").first().number
    (page,) = page_texts(read_pdf(certificates(tournament, 1, number=number)))
    assert "Team 02" in page


def frozen(tournament: Tournament) -> Tournament:
    """Return it with its final standings, open to phones."""
    freeze_standings(COMMAND_LINE, tournament, seen=None, reason="so gewollt")
    release_standings(COMMAND_LINE, tournament, 1)
    let_phones_in(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    return Tournament.objects.get(pk=tournament.pk)


@STANDS_ON(make=final)
def test_the_podium_of_the_last_stage_is_that_of_the_cup_wherever_it_is(owner: Client) -> None:
    tournament = frozen(made_final())
    first_two = [(1, 26, "Nummera, Ida"), (2, 10, "Nummerb, Ida")]
    title = f"Pokal: {text('Final standings')} · {WITH}"
    for page in (f"/t/{tournament.slug}/", reverse("standings", args=[tournament.slug])):
        winners = owner.get(page).context["winners"]
        names = [(each.rank, each.total, plain(each.people[0][0])) for each in winners.steps]
        assert (names[:2], winners.title, winners.drawing) == (first_two, title, "")
    call_places(COMMAND_LINE, tournament, 3)
    facts = _FACTS[Picture.PODIUM](stage_of(tournament), timezone.now())
    hall = [(each.place, each.rows[0].total, each.rows[0].list_name) for each in facts["places"]]
    assert (hall[:2], facts["ranked_by"]) == (first_two, title)
    owner.get(reverse("phone", args=[tournament.phone_code]), {"q": 2})
    own = owner.get(reverse("phone-mine", args=[tournament.phone_code]))
    steps = [(each.rank, each.total, each.rows[0].list_name) for each in own.context["podium"]]
    assert (steps[:2], own.context["podium_of"]) == (first_two, title)
    wall = " ".join(page_texts(read_pdf(standings(tournament)))[0].split())
    kept = " ".join(page_texts(read_pdf(FINAL.made(asked(tournament))))[0].split())
    assert [(title in paper, "+26" in paper) for paper in (wall, kept)] == [(True, True)] * 2


def plain(link: str) -> str:
    return re.sub("<[^>]*>", "", link)


def asked(tournament: Tournament) -> Asked:
    return Asked(Reader(COMMAND_LINE, tournament), None, {})


@STANDS_ON(make=last_of_teams)
def test_the_podium_of_a_cup_of_teams_names_teams(owner: Client) -> None:
    tournament = frozen(Tournament.objects.get(name="Finale"))
    winners = owner.get(f"/t/{tournament.slug}/").context["winners"]
    told = [(each.rank, each.total, each.people) for each in winners.steps]
    assert told == [
        (1, 24, (("Team 01", ""),)),
        (2, 20, (("Team 02", ""),)),
        (3, -16, (("Team 03", ""),)),
    ]
    mine = tournament.entries.filter(team="Team 02").first()
    owner.get(reverse("phone", args=[tournament.phone_code]), {"q": mine.number})
    own = owner.get(reverse("phone-mine", args=[tournament.phone_code])).content.decode()
    assert re.findall(IS_ME, own) == ["2"]


def test_on_a_podium_of_people_team_mates_are_not_the_owner_of_the_phone() -> None:
    tournament = frozen(make_day_of_teams())
    rows = standings_after(tournament).rows
    assert {(row.team, row.rank) for row in rows[:3]} == {
        ("Mannschaft 1", each) for each in (1, 2, 3)
    }
    for at, marked in ((1, ["2"]), (3, [])):
        phone = Client()
        phone.get(reverse("phone", args=[tournament.phone_code]), {"q": rows[at].number})
        own = phone.get(reverse("phone-mine", args=[tournament.phone_code])).content.decode()
        assert (re.findall(IS_ME, own), rows[at].team) == (marked, "Mannschaft 1")


def make_day_of_teams() -> Tournament:
    """Return a played match day whose first four are one team's."""
    tournament = make_day(make_league(4, 1, rounds_a_day=1).divisions.get().days.get())
    of_team = {"Mannschaft 1": 50, "Mannschaft 2": 20, "Mannschaft 3": -10, "Mannschaft 4": -60}
    for table in draw_next_round(COMMAND_LINE, tournament).tables.all():
        teams = list(table.seats.order_by("position").values_list("entry__team", flat=True))
        more = {"Mannschaft 1": table.number, "Mannschaft 4": -table.number}
        enter_totals(table, [of_team[team] + more.get(team, 0) for team in teams])
    close_round(COMMAND_LINE, tournament.rounds.get())
    return tournament


def test_sheets_of_a_round_to_come_leave_the_own_page_of_a_stage_as_it_was() -> None:
    """A hall of phones would fetch it anew at every sheet."""
    tournament = row_of_stage(make_cup(players=8, go_on=4)).tournament
    let_phones_in(COMMAND_LINE, tournament)
    tournament = Tournament.objects.get(pk=tournament.pk)
    tables = list(draw_next_round(COMMAND_LINE, tournament).tables.order_by("number"))
    enter_totals(tables[0], [10, 5, -5, -10])
    phone = Client()
    phone.get(reverse("phone", args=[tournament.phone_code]), {"q": 1})
    mine, before = reverse("phone-mine", args=[tournament.phone_code]), last_act(tournament)
    marked = phone.get(mine)["ETag"]
    record(COMMAND_LINE, tournament, "sheet_corrected", touched=[], round=1, table=1)
    assert last_act(tournament) > before
    assert phone.get(mine)["ETag"] == marked


def last_act(tournament: Tournament) -> int:
    return tournament.journal.latest("pk").pk


def test_a_stage_before_the_last_asks_for_no_acts_of_its_cup(owner: Client) -> None:
    stage = frozen(final(go_on=2))
    for page in (f"/t/{stage.slug}/", reverse("standings", args=[stage.slug])):
        owner.get(page)
        with CaptureQueriesContext(connection) as asked_for:
            assert owner.get(page).status_code == 200
        of_cup = [each["sql"] for each in asked_for if "cupstage" in each["sql"]]
        assert [sql for sql in of_cup if "journalentry" in sql] == []


@STANDS_ON(make=final)
def test_the_podium_of_a_category_is_its_own(owner: Client) -> None:
    tournament = frozen(made_final())
    tournament.entries.filter(number=2).update(tags=["Damen"])
    assert end_of_cup(tournament, standings_after(tournament, tag="Damen")) is None


@pytest.mark.parametrize("carries", [False, True])
def test_everybody_is_told_that_the_standings_are_without_what_is_carried(
    owner: Client, *, carries: bool
) -> None:
    tournament = final(carries=carries)
    footnotes = standings_footnotes(tournament, standings_after(tournament)).lines
    assert [line for line in footnotes if WITHOUT[1:] in line] == (
        [f"{WITHOUT[0].upper()}{WITHOUT[1:]}."] if carries else []
    )
    shown, now = stage_of(tournament), timezone.now()
    assert (WITHOUT in _FACTS[Picture.STANDINGS](shown, now)["note"]) == carries
    page = owner.get(reverse("standings", args=[tournament.slug]))
    assert (WITHOUT[1:] in text_of(page)) == carries
    phones = [
        reverse("phone-standings", args=[tournament.phone_code]),
        reverse("phone-player", args=[tournament.phone_code, 1]),
    ]
    assert [WITHOUT in text_of(owner.get(page)) for page in phones] == [carries, carries]
    owner.get(reverse("phone", args=[tournament.phone_code]), {"q": 1})
    own = owner.get(reverse("phone-mine", args=[tournament.phone_code]))
    assert (WITHOUT in own.content.decode()) == carries


@STANDS_ON(make=final)
def test_the_end_of_the_cup_is_shown_with_the_points_of_all_stages(owner: Client) -> None:
    tournament = made_final()
    facts = _FACTS[Picture.CUT](stage_of(tournament), timezone.now())
    assert facts["title"] == f"Pokal: {text('Final standings')}"
    assert facts["note"] == f"{WITH[0].upper()}{WITH[1:]}."
    assert [(each.rank, each.key, each.total, each.words) for each in facts["lines"]] == [
        (1, "1", 26, ""),
        (2, "2", 10, ""),
        (3, "3", -9, ""),
        (4, "4", -10, ""),
    ]
    picture = owner.get(f"/t/{tournament.slug}/beamer/pictures/cut/").content.decode()
    assert [picture.count(f'class="total">{points}<') for points in ("+26", "+10")] == [1, 1]
    address = reverse("phone-cut", args=[tournament.phone_code])
    for name in ("phone-standings", "phone-mine"):
        owner.get(reverse("phone", args=[tournament.phone_code]), {"q": 2})
        page = owner.get(reverse(name, args=[tournament.phone_code])).content.decode()
        assert (address in page) == (name == "phone-standings" or tournament.is_over)
    page = owner.get(address)
    assert [line.rank for line in page.context["own"]] == [2]
    assert [[line.key for line in lines] for _words, lines in page.context["parts"]] == [
        ["1", "2", "3", "4"]
    ]


def test_the_hall_sees_totals_at_a_cut_where_points_are_carried(owner: Client) -> None:
    cup = make_cup(players=12, go_on=8, carry_points=True)
    first = row_of_stage(cup).tournament
    play(first, Random(1))
    release_standings(COMMAND_LINE, first, 1)
    settings = {"name": "Zwischenrunde", "go_on": 4}
    second = begin_next_stage(COMMAND_LINE, cup, settings, Plan("Zwischenrunde", 1)).tournament
    play(second, Random(2))
    release_standings(COMMAND_LINE, second, 1)
    for each in (first, second):
        each.refresh_from_db()
    shown = [_FACTS[Picture.CUT](stage_of(each), timezone.now()) for each in (first, second)]
    assert [each["has_totals"] for each in shown] == [False, True]


def test_the_first_stage_has_nothing_carried_over(owner: Client) -> None:
    cup = make_cup(players=8, go_on=4, carry_points=True)
    tournament = row_of_stage(cup).tournament
    play(tournament, Random(1))
    assert WITHOUT[1:] not in text_of(owner.get(reverse("standings", args=[tournament.slug])))
