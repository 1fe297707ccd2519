"""Lineups with open places, and what the pages about them offer."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.databases import copied
from tests.factories.leagues import hand_in, make_day, make_league, names_of
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import enter_totals
from tests.factories.words import refusal, text
from tournament.errors import Refused
from tournament.forms.league import LeagueSubstituteForm
from tournament.labels.league import lineup_words
from tournament.league.reads import league_report, names_of_lineups
from tournament.league.writes.days import bring_in_substitute, make_day_tournament, set_forfeit
from tournament.league.writes.leagues import remove_team_player
from tournament.lists.league import day_teams_list, lineup_names
from tournament.models import Club, DayTeam, GameTable, JournalEntry, MatchDay, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round
from tournament.seating.writes.draws import draw_next_round
from tournament.stage.reads import draw_figures

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


@pytest.fixture
def owner() -> Client:
    return signed_in()


@pytest.fixture
@copied
def day() -> MatchDay:
    return MatchDay.objects.get(division__league=make_league(4, 1, rounds_a_day=2))


def address(page: str, of: DayTeam) -> str:
    return reverse(page, args=[of.day.division.league.slug, 1, 1, of.pk])


@pytest.mark.parametrize("missing", [[4], [3, 4], [2], [1, 2, 3, 4]])
def test_a_substitute_never_takes_an_open_place(owner, day, missing: list[int]) -> None:
    of = day.teams.order_by("pk").first()
    seated = [number for number in range(1, 5) if number not in missing]
    sent = {f"name_{at - 1}": f"Anna{at} Neu{at}" for at in seated} | {"name_4": "Egon Ersatz"}
    sent |= {f"person-{line}": "new" for line in range(1, 6)} | {"replaces": ""}
    answer = owner.post(address("league-lineup", of), sent)
    of.refresh_from_db()
    names = names_of_lineups([of])[of.pk]
    kept = ["" if number in missing else f"Neu{number}, Anna{number}" for number in range(1, 5)]
    assert names == [*kept, "Ersatz, Egon"]
    assert messages_of(owner.get(answer.url)) == [lineup_words(of.team.name, names)]
    (report,) = league_report(day.division.league).divisions[0].days
    assert [each.lacking for each in report.teams if each.row == of] == [len(missing)]
    assert lineup_names(names).split(" · ")[0] == "; ".join(name or "–" for name in kept)
    for other in day.teams.exclude(pk=of.pk):
        hand_in(other, names_of(other.team))
    with pytest.raises(Refused) as refused:
        make_day_tournament(COMMAND_LINE, day, name="Tag")
    assert refused.value.code == "lineups_missing"
    assert refused.value.params["teams"] == f"{of.team.name} ({len(seated)}/4)"
    # The page brings the places back, and takes what it has shown.
    form = owner.get(address("league-lineup", of)).context["form"]
    assert [form[name].value() or "" for name in form.fields][:5] == names
    full = {f"name_{at}": name for at, name in enumerate(names_of(of.team))}
    full |= {f"person-{line}": "new" for line in range(1, 5)}
    full["replaces"] = " ".join(str(pk or 0) for pk in of.lineup)
    assert owner.post(address("league-lineup", of), full).status_code == 302
    assert names_of_lineups(DayTeam.objects.filter(pk=of.pk)) == {
        of.pk: [" ".join(reversed(name.split())).replace(" ", ", ") for name in names_of(of.team)]
    }


def test_a_tournament_made_already_follows_a_lineup_with_an_open_place(day) -> None:
    made = make_day(day)
    of = day.teams.order_by("pk").first()
    one, two, three, four = names_of(of.team)
    hand_in(of, [one, two, "", three, four])
    assert made.entries.filter(team=of.team.name).count() == 3


def test_the_journal_counts_substitutes_where_a_team_comes_after_all(day) -> None:
    make_day(day)
    of = day.teams.order_by("pk").first()
    hand_in(of, names_of(of.team, range(1, 6)))
    for forfeited in (True, False):
        set_forfeit(COMMAND_LINE, of, forfeited=forfeited)
    told = JournalEntry.objects.filter(action="lineup_handed_in").order_by("-pk")
    assert [each.data["players"] for each in told[:3]] == [5, 0, 5]


def test_a_single_group_offers_no_exchange(owner) -> None:
    for teams, is_offered in ((4, False), (8, True)):
        place = [make_league(teams, 1).slug, 1, 1]
        page = owner.get(reverse("league-day", args=place)).content.decode()
        assert (reverse("league-exchange", args=place) in page) == is_offered


def test_a_team_the_day_is_drawn_without_is_not_offered_to_play(owner, day) -> None:
    gone = day.teams.order_by("pk").first()
    set_forfeit(COMMAND_LINE, gone, forfeited=True)
    forfeit = address("league-forfeit", gone)
    assert forfeit in owner.get(address("league-lineup", gone)).content.decode()
    draw_next_round(COMMAND_LINE, make_day(day))
    says = refusal("drawn_without_team", team=gone.team.name)
    page = owner.get(address("league-lineup", gone))
    assert forfeit not in page.content.decode()
    assert says in text_of(page)
    assert messages_of(owner.post(forfeit, {"plays": "1"}, follow=True)) == [says]


def test_a_substitute_is_offered_from_rounds_without_results_alone(owner, day) -> None:
    made = make_day(day)
    first, of = draw_next_round(COMMAND_LINE, made), day.teams.order_by("pk").first()
    substitute, lineup = address("league-substitute", of), address("league-lineup", of)

    def offered() -> list[int]:
        fields = LeagueSubstituteForm(of=of, known=[]).fields
        return [each.number for each in fields["round"].queryset]

    of.refresh_from_db()
    assert offered() == [1, 2]
    for table in first.tables.order_by("number"):
        enter_totals(table, [6, 2, -2, -6])
    assert offered() == [2]
    assert substitute in owner.get(lineup).content.decode()
    close_round(COMMAND_LINE, first)
    for table in draw_next_round(COMMAND_LINE, made).tables.order_by("number"):
        enter_totals(table, [6, 2, -2, -6])
    assert offered() == []
    assert substitute not in owner.get(lineup).content.decode()


@pytest.mark.parametrize("ends_early", [False, True])
def test_a_day_without_an_open_round_says_why_nobody_is_replaced(
    owner, day, ends_early: bool
) -> None:
    made, of = make_day(day), day.teams.order_by("pk").first()
    draw_next_round(COMMAND_LINE, made)
    page = address("league-substitute", of)
    assert owner.get(page).context["stays"] == ""
    if ends_early:
        Tournament.objects.update(frozen_at=timezone.now())
    else:
        for table in GameTable.objects.order_by("round", "number"):
            assert 'name="round"' in owner.get(page).content.decode()
            enter_totals(table, [6, 2, -2, -6])
    words = text("No round is open for the team any more: nobody is replaced.")
    for shown in (owner.get(page), owner.post(page, {"coming": "Ole Neu", "round": ""})):
        assert words in text_of(shown)
        assert 'name="round"' not in shown.content.decode()


def test_a_team_the_day_is_drawn_without_replaces_nobody(owner, day) -> None:
    gone = day.teams.order_by("pk").first()
    set_forfeit(COMMAND_LINE, gone, forfeited=True)
    draw_next_round(COMMAND_LINE, make_day(day))
    page = owner.get(address("league-substitute", gone))
    assert refusal("drawn_without_team", team=gone.team.name) in text_of(page)


def test_who_plays_for_another_team_is_told_as_in_the_lineup(day) -> None:
    made = make_day(day)
    draw_next_round(COMMAND_LINE, made)
    of, other = day.teams.select_related("team").order_by("pk")[:2]
    leaving = made.entries.filter(team=of.team.name).first()
    with pytest.raises(Refused) as refused:
        bring_in_substitute(
            COMMAND_LINE,
            of,
            str(leaving.number),
            name=names_of(other.team)[0],
            round=1,
            reason="krank",
            answers={1: str(other.lineup[0])},
        )
    assert (refused.value.code, refused.value.params["team"]) == (
        "lineup_elsewhere",
        other.team.name,
    )


def test_nobody_of_a_drawn_lineup_is_offered_to_be_taken_out(owner, day) -> None:
    made = make_day(day)
    of = day.teams.order_by("pk").first()
    player = of.team.players.order_by("pk").first()
    place = [day.division.league.slug, of.team.pk]
    remove = reverse("league-player-remove", args=[place[0], player.pk])

    def is_offered() -> bool:
        return remove in owner.get(reverse("league-team", args=place)).content.decode()

    def refused() -> str:
        with pytest.raises(Refused) as found:
            remove_team_player(COMMAND_LINE, player)
        return found.value.code

    assert (is_offered(), refused()) == (True, "player_is_in_lineup")
    draw_next_round(COMMAND_LINE, made)
    assert (is_offered(), refused()) == (False, "player_is_drawn")


def test_a_withdrawal_after_the_last_draw_says_the_one_reason(owner, day) -> None:
    draw_next_round(COMMAND_LINE, make_day(day))
    place = [day.division.league.slug, day.teams.first().team_id]
    page = owner.get(reverse("league-team-stop", args=place))
    assert page.context["stays"] == text("All match days are drawn.")


def test_the_picture_of_a_draw_of_teams_counts_no_club_mates(day) -> None:
    made = make_day(day)
    made.entries.update(club=Club.objects.create(name="Eulen"))
    draw_next_round(COMMAND_LINE, made)
    assert draw_figures(made, 1).mates is None


def test_rounds_of_a_day_are_left_out_on_a_phone(day) -> None:
    for table in draw_next_round(COMMAND_LINE, make_day(day)).tables.order_by("number"):
        enter_totals(table, [6, 2, -2, -6])
    (report,) = league_report(day.division.league).divisions[0].days
    lineups = names_of_lineups(each.row for each in report.teams)
    columns = {each.key: each for each in day_teams_list(report, lineups, linked=None).columns}
    assert columns["r1"].classes.split() == ["points", "round", "minor"]
