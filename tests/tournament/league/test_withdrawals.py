"""A team that stops for the season or returns, and two that are exchanged on a day to come."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.leagues import make_day, make_league, play_day
from tests.factories.pages import signed_in, text_of
from tests.factories.tournaments import make_owner
from tests.factories.words import refusal, text
from tournament.draw.season import least_most
from tournament.errors import Refused
from tournament.journal.reads import journal_facts, stored_facts
from tournament.journal.rules import differences
from tournament.labels.league import meetings_sentence, turns_sentence
from tournament.league.reads import DivisionReport, days_to_come, league_report
from tournament.league.writes.days import set_forfeit
from tournament.league.writes.groups import exchange_teams, return_team, withdraw_team
from tournament.models import DayTeam, JournalEntry, League, LeagueTeam, MatchDay
from tournament.permissions import COMMAND_LINE
from tournament.seating.writes.draws import draw_next_round, draw_rounds
from tournament.seating.writes.lots import Lots

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


@pytest.fixture
def owner() -> Client:
    client = Client()
    client.force_login(make_owner())
    return client


def even(size: int) -> list[int]:
    return [6, 2, -2, -6, 0][:size]


def make_season(teams: int, days: int) -> LeagueTeam:
    """Return the first team of a season whose first day is played, one round a day."""
    make_league(teams, days, rounds_a_day=1)
    play_day(MatchDay.objects.get(number=1), even)
    return first_team()


def season_of_eight() -> None:
    make_season(8, 3)


OF_EIGHT = pytest.mark.stands_on(make=season_of_eight)


def first_team() -> LeagueTeam:
    return LeagueTeam.objects.get(number=1)


def groups() -> list[tuple[int, int, int, bool]]:
    rows = DayTeam.objects.order_by("day__number", "team__number")
    return list(rows.values_list("day__number", "team__number", "group", "forfeited"))


def report() -> DivisionReport:
    return league_report(LeagueTeam.objects.first().division.league).divisions[0]


def sizes(day: int) -> list[int]:
    return sorted(map(len, report().groups[day - 1]))


def last_acts(count: int) -> list[str]:
    acts = JournalEntry.objects.filter(tournament=None).order_by("-pk")[:count]
    return [each.action for each in acts][::-1]


def test_a_team_that_stops_forfeits_the_days_to_come_and_nothing_else() -> None:
    team = make_season(8, 4)
    before, table = groups(), report().table
    withdraw_team(COMMAND_LINE, team, regroup=False)
    assert groups() == [
        (day, number, group, day > 1 and number == 1) for day, number, group, _forfeited in before
    ]
    assert [(line.team, line.points) for line in report().table] == [
        (line.team, line.points) for line in table
    ]
    assert report().withdrawn == {team.pk}
    assert last_acts(1) == ["league_team_withdrawn"]
    assert [sizes(day) for day in (1, 2, 3, 4)] == [[4, 4], [3, 4], [3, 4], [3, 4]]
    tournament = play_day(MatchDay.objects.get(number=2), even)
    assert tournament.entries.count() == 28
    return_team(COMMAND_LINE, team)
    assert [forfeited for day, number, _, forfeited in groups() if number == 1] == [
        False,
        True,
        False,
        False,
    ]
    assert list(differences(journal_facts(None), stored_facts(None))) == []


@pytest.mark.parametrize(("days", "drawn"), [(2, False), (3, True)])
def test_table_and_page_of_the_team_say_the_same_of_one_day_to_come(days, drawn, owner) -> None:
    """The last day is the only one to come: of two, or of three whose second is drawn unseen."""
    team = make_season(4, days)
    if drawn:
        made = make_day(MatchDay.objects.get(number=2))
        draw_rounds(COMMAND_LINE, made, Lots(seed="5"))
    assert report().withdrawn == set()
    last = DayTeam.objects.get(team=team, day__number=days)
    set_forfeit(COMMAND_LINE, last, forfeited=True)
    slug = team.division.league.slug
    back = reverse("league-team-return", args=[slug, team.pk])
    assert back in owner.get(reverse("league-team", args=[slug, team.pk])).content.decode()
    assert report().withdrawn == {team.pk}
    league = team.division.league
    assert league_report(league, is_public=True).divisions[0].withdrawn == {team.pk}
    assert text("withdrawn") in text_of(owner.get(reverse("league", args=[slug])))


def test_others_get_new_groups_as_even_as_possible_and_the_old_ones_back() -> None:
    team = make_season(9, 4)
    before = groups()
    withdraw_team(COMMAND_LINE, team, regroup=True)
    assert [sizes(day) for day in (2, 3, 4)] == [[4, 4]] * 3
    assert groups()[:9] == before[:9]
    assert last_acts(2) == ["league_team_withdrawn", "season_regrouped"]
    return_team(COMMAND_LINE, team)
    assert groups() == before
    assert list(differences(journal_facts(None), stored_facts(None))) == []


def told(owner: Client) -> str:
    """Return what the page of the season says of meetings."""
    page = owner.get(reverse("league", args=[League.objects.get().slug]))
    (division,) = page.context["divisions"]
    assert division["meetings"] in text_of(page)
    return division["meetings"]


@pytest.mark.parametrize("regroup", [True, False])
def test_the_least_possible_of_the_days_left_is_named(owner: Client, regroup: bool) -> None:
    team = make_season(9, 4)
    withdraw_team(COMMAND_LINE, team, regroup=regroup)
    assert told(owner) == meetings_sentence(3, 0, 2, after=1)
    # What is played since changes nothing of it.
    play_day(MatchDay.objects.get(number=2), even)
    assert told(owner) == meetings_sentence(3, 0, 2, after=1)


def test_the_least_possible_counts_who_has_met_before(owner: Client) -> None:
    """By themselves the four days would be possible with two meetings."""
    withdraw_team(COMMAND_LINE, make_season(8, 5), regroup=True)
    assert least_most(7, 4) == 2
    assert told(owner) == meetings_sentence(3, 1, 3, after=1) != meetings_sentence(3, 1, 3)


def test_turns_are_told_of_days_on_which_all_play_alone(owner: Client) -> None:
    make_league(7, 2, rounds_a_day=1)
    assert told(owner) == meetings_sentence(2, 0, 2) + " " + turns_sentence(3, 1, 0, 1)
    DayTeam.objects.filter(day__number=2, team__number=1).update(forfeited=True)
    assert "3" not in told(owner)


def test_who_stops_before_the_first_day_leaves_an_ordinary_season(owner: Client) -> None:
    make_league(9, 3, rounds_a_day=1)
    withdraw_team(COMMAND_LINE, first_team(), regroup=True)
    assert told(owner) == meetings_sentence(2, 0, 2)


def test_two_teams_cannot_be_left_in_a_group() -> None:
    team = make_season(7, 7)
    before = groups()
    with pytest.raises(Refused) as refused:
        withdraw_team(COMMAND_LINE, team, regroup=False)
    assert (refused.value.code, groups()) == ("group_without_team", before)
    withdraw_team(COMMAND_LINE, team, regroup=True)
    assert {tuple(sizes(day)) for day in range(2, 8)} == {(3, 3)}
    with pytest.raises(Refused) as refused:
        withdraw_team(COMMAND_LINE, team, regroup=True)
    assert refused.value.code == "team_is_withdrawn"


def test_a_division_of_three_teams_cannot_lose_one() -> None:
    team = make_season(3, 2)
    for regroup, code in ((False, "group_without_team"), (True, "too_few_to_regroup")):
        with pytest.raises(Refused) as refused:
            withdraw_team(COMMAND_LINE, team, regroup=regroup)
        assert refused.value.code == code


@OF_EIGHT
def test_players_leave_the_tournament_of_the_next_day_that_is_not_drawn() -> None:
    team = first_team()
    day = MatchDay.objects.get(number=2)
    made = make_day(day)
    withdraw_team(COMMAND_LINE, team, regroup=False)
    made.refresh_from_db()
    assert (made.entries.count(), made.entries.filter(team=team.name).count()) == (28, 0)
    assert sorted(map(len, made.team_groups)) == [3, 4]
    draw_next_round(COMMAND_LINE, made)
    assert [each.number for each in days_to_come(team.division)] == [3]


@OF_EIGHT
def test_two_teams_change_groups_on_one_day_and_in_its_tournament() -> None:
    day = MatchDay.objects.get(number=2)
    made = make_day(day)
    one, other = day.teams.filter(group=1).first(), day.teams.filter(group=2).first()
    with pytest.raises(Refused) as refused:
        exchange_teams(COMMAND_LINE, one, day.teams.filter(group=1).last())
    assert refused.value.code == "same_group"
    exchange_teams(COMMAND_LINE, one, other)
    one.refresh_from_db()
    made.refresh_from_db()
    assert one.group == 2
    assert one.team.name in made.team_groups[1]
    assert other.team.name in made.team_groups[0]
    assert "day_teams_exchanged" in last_acts(2)
    assert list(differences(journal_facts(None), stored_facts(None))) == []
    of_tournament = signed_in().get(reverse("players-team-groups", args=[made.slug]))
    slug = day.division.league.slug
    assert of_tournament.headers["Location"] == reverse("league-day", args=[slug, 1, 2])
    draw_next_round(COMMAND_LINE, made)
    with pytest.raises(Refused) as refused:
        exchange_teams(COMMAND_LINE, one, other)
    assert refused.value.code == "day_is_drawn"


@OF_EIGHT
def test_pages_say_what_a_withdrawal_means_and_take_it_back(owner: Client) -> None:
    team = first_team()
    slug = team.division.league.slug
    own = reverse("league-team", args=[slug, team.pk])
    stop, back = (
        reverse(name, args=[slug, team.pk]) for name in ("league-team-stop", "league-team-return")
    )
    assert stop in owner.get(own).content.decode()
    assert "2, 3" in text_of(owner.get(stop))
    assert owner.post(stop, {}).status_code == 422
    assert owner.post(stop, {"regroup": "False"}).status_code == 302
    assert text("withdrawn") in text_of(owner.get(reverse("league", args=[slug])))
    page = owner.get(own).content.decode()
    assert (stop in page, back in page) == (False, True)
    owner.post(back)
    assert report().withdrawn == set()
    address = reverse("league-exchange", args=[slug, 1, 2])
    day = reverse("league-day", args=[slug, 1, 2])
    assert address in owner.get(day).content.decode()
    rows = DayTeam.objects.filter(day__number=2)
    chosen = {"one": rows.filter(group=1)[0].pk, "other": rows.filter(group=2)[0].pk}
    assert owner.post(address, chosen).url == day
    assert DayTeam.objects.get(pk=chosen["one"]).group == 2
    played = reverse("league-exchange", args=[slug, 1, 1])
    assert played not in owner.get(reverse("league-day", args=[slug, 1, 1])).content.decode()


@OF_EIGHT
def test_what_is_done_already_is_said_to_be_so(owner: Client) -> None:
    team = first_team()
    slug = team.division.league.slug
    stop, back = (
        reverse(name, args=[slug, team.pk]) for name in ("league-team-stop", "league-team-return")
    )
    page = text_of(owner.post(back, follow=True))
    assert refusal("team_plays_already", team=team.name) in page
    title = text("Table: %(division)s", division=team.division.name)
    page = owner.get(stop)
    assert page.context["table"].caption == title
    assert f"<h2>{title}</h2>" in page.content.decode()
    assert owner.post(stop, {"regroup": "False"}).status_code == 302
    page = owner.post(stop, {"regroup": "False"})
    assert (page.status_code, 'name="regroup"' in page.content.decode()) == (422, False)
    assert refusal("team_is_withdrawn", team=team.name) in text_of(page)


@OF_EIGHT
def test_an_exchange_sent_twice_stays_one(owner: Client) -> None:
    slug = first_team().division.league.slug
    address = reverse("league-exchange", args=[slug, 1, 2])
    rows = DayTeam.objects.filter(day__number=2).order_by("pk")
    shown = " ".join(str(each.group) for each in rows)
    assert f'name="groups" value="{shown}"' in owner.get(address).content.decode()
    chosen = {"one": rows.filter(group=1)[0].pk, "other": rows.filter(group=2)[0].pk}
    assert owner.post(address, {**chosen, "groups": shown}).status_code == 302
    exchanged = groups()
    page = owner.post(address, {**chosen, "groups": shown})
    assert (page.status_code, groups()) == (422, exchanged)
    assert refusal("groups_changed_meanwhile") in text_of(page)
    now = " ".join(str(each.group) for each in rows.all())
    assert f'name="groups" value="{now}"' in page.content.decode()


@OF_EIGHT
def test_a_team_that_does_not_come_hands_in_no_lineup(owner: Client) -> None:
    team = first_team()
    withdraw_team(COMMAND_LINE, team, regroup=False)
    of = DayTeam.objects.get(day__number=3, team=team)
    address = reverse("league-lineup", args=[team.division.league.slug, 1, 3, of.pk])
    assert 'name="name_0"' not in owner.get(address).content.decode()
    page = owner.post(address, {"name_0": "Ute Meyer", "replaces": ""})
    of.refresh_from_db()
    assert (page.status_code, of.lineup) == (422, [])
    assert refusal("team_does_not_come", team=team.name) in text_of(page)
    assert 'value="Ute Meyer"' in page.content.decode()
    return_team(COMMAND_LINE, team)
    assert owner.post(address, {"name_0": "Ute Meyer", "replaces": ""}).status_code == 302


@OF_EIGHT
def test_new_groups_that_undo_an_exchange_say_so_before(owner: Client) -> None:
    team = first_team()
    slug = team.division.league.slug
    own, stop = (
        reverse(name, args=[slug, team.pk]) for name in ("league-team", "league-team-stop")
    )
    assert owner.get(stop).context["lost"] == ""
    rows = DayTeam.objects.filter(day__number=2).exclude(team=team)
    exchange_teams(COMMAND_LINE, rows.filter(group=1).first(), rows.filter(group=2).first())
    lost = text("New groups undo the exchange of teams (match day %(days)s).", days="2")
    assert lost in text_of(owner.get(stop))
    withdraw_team(COMMAND_LINE, team, regroup=False)
    assert lost not in text_of(owner.get(own))  # no groups are made anew
    return_team(COMMAND_LINE, team)
    withdraw_team(COMMAND_LINE, team, regroup=True)
    assert lost in text_of(owner.get(own))


@OF_EIGHT
def test_the_table_beside_the_question_offers_no_links(owner: Client) -> None:
    team = first_team()
    page = owner.get(reverse("league-team-stop", args=[League.objects.get().slug, team.pk]))
    assert "<table" in page.content.decode()
    assert re.findall(r'href="[^"]*[?&;](?:as|sort)=', page.content.decode()) == []
