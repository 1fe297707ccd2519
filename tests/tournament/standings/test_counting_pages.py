"""What is ranked, as pages, phones, screens and papers say it."""

import json

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.evenings import make_series
from tests.factories.journal import acts
from tests.factories.pages import signed_in, text_of
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import text
from tests.tournament.standings.test_counting import command_json, played, set_options
from tournament.archives.rules.archive import Archive
from tournament.archives.writes import open_archive
from tournament.exports.archive import archive_file
from tournament.exports.series import evening_words
from tournament.imports.archives import read_archive
from tournament.labels.counting import counting_sentences, counting_words
from tournament.labels.journal import act_sentence
from tournament.lists.podium import winners_of
from tournament.lists.standings import result_list, standings_list
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in, release_standings
from tournament.prizes.reads import prize_list
from tournament.prizes.rules import Ladder, Prize, PrizeKind
from tournament.prizes.writes import set_prizes
from tournament.series.reads import series_report
from tournament.stage.reads import best_round, stage_of
from tournament.stage.rules import Picture
from tournament.standings.reads.courses import certain_bounds, contenders, courses
from tournament.standings.reads.laboratory import try_rules
from tournament.standings.reads.standings import round_result, standings_after
from tournament.standings.rules.standings import Bounds
from tournament.tournaments.writes.tournaments import delete_tournament
from tournament.views.stage.screens import _FACTS

pytestmark = pytest.mark.django_db
OPTIONS = {"table_points": True, "missed_round": -30}


@pytest.fixture
def tournament() -> Tournament:
    """Four people in round 1, nine in round 2 and a fifth who came late; one more round planned."""
    tournament = make_tournament(rounds_planned=3)
    played(tournament, 1, [30, 10, -5, -35])
    make_entries(tournament, 4)
    played(tournament, 2, [-3, 1, 1, 1], [40, 8, -8, -40])
    return tournament


@pytest.fixture
def client() -> Client:
    return signed_in()


def settings_of(client: Client, tournament: Tournament) -> dict[str, str]:
    """Return what the page of the settings would send as it is."""
    form = client.get(reverse("settings", args=[tournament.slug])).context["form"]
    values = {field.html_name: field.value() for field in form if field.name != "tie_breaks"}
    values["warning_minutes"] = "10, 5"
    return {name: value for name, value in values.items() if value not in (None, False)}


def test_settings_say_how_many_have_another_rank(tournament, client) -> None:
    page = reverse("settings", args=["herbst"])
    sent = {**settings_of(client, tournament), "table_points": "on", "missed_round": "-30"}
    answer = client.post(page, sent, follow=True)
    moved = len(try_rules(tournament, table_points=True, missed_round=-30).moved)
    sentences = (f"%(count)s of %(all)s players {has} another rank now." for has in ("has", "have"))
    said = text(*sentences, moved, count=moved, all=8)
    assert moved > 1
    assert text_of(answer).count(said) == 1
    tournament.refresh_from_db()
    assert (tournament.table_points, tournament.missed_round) == (True, -30)
    changes = acts().get(action="tournament_edited").data["changes"]
    assert changes == {"missed_round": [None, -30], "table_points": [False, True]}
    assert act_sentence(acts().get(action="tournament_edited")).count("−30") == 1
    assert text_of(answer).count(counting_sentences(tournament.counting)[0]) == 1


def test_settings_saved_without_another_option_say_nothing_of_ranks(tournament, client) -> None:
    sent = {**settings_of(client, tournament), "place": "Essen"}
    answer = client.post(reverse("settings", args=["herbst"]), sent, follow=True)
    (message,) = [str(each) for each in answer.context["messages"]]
    assert message == text("Saved.")
    assert "table_points" not in acts().get(action="tournament_edited").data["changes"]


def test_settings_leave_what_another_window_has_changed(tournament, client) -> None:
    """A page opened before says nothing of it."""
    page, early = reverse("settings", args=["herbst"]), settings_of(client, tournament)
    moment = "2026-11-20T18:00"
    client.post(page, {**early, "table_points": "on", "objections_until": moment, "place": "Hof"})
    client.post(page, {**early, "name": "Winter"})
    tournament.refresh_from_db()
    assert (tournament.name, tournament.place) == ("Winter", "Hof")
    assert (tournament.table_points, tournament.objections_until is None) == (True, False)
    late = settings_of(client, tournament)
    client.post(page, {**late, "state": "Hessen"})
    assert [*acts().filter(action="tournament_edited").last().data["changes"]] == ["state"]
    client.post(page, {name: text for name, text in late.items() if name != "table_points"})
    tournament.refresh_from_db()
    assert tournament.table_points is False


@pytest.mark.parametrize("seen", ["", "x", "[1]", "[" * 9999, "null"])
def test_settings_sent_without_what_was_seen_are_all_saved(tournament, client, seen) -> None:
    page, sent = reverse("settings", args=["herbst"]), settings_of(client, tournament)
    client.post(page, {**sent, "seen": seen, "place": "Hof"})
    tournament.refresh_from_db()
    assert tournament.place == "Hof"


@pytest.mark.parametrize("typed", ["1", "-201", "x"])
def test_points_of_a_round_not_played_are_0_or_less(tournament, client, typed) -> None:
    sent = {**settings_of(client, tournament), "missed_round": typed}
    answer = client.post(reverse("settings", args=["herbst"]), sent)
    assert [*answer.context["form"].errors] == ["missed_round"]
    tournament.refresh_from_db()
    assert tournament.missed_round is None


def test_lists_have_the_points_played_beside_what_is_ranked(tournament) -> None:
    keys = [column.key for column in standings_list(standings_after(tournament), {}).columns]
    assert "played" not in keys
    tournament.missed_round = -30
    assert "played" not in [
        column.key for column in standings_list(standings_after(tournament), {}).columns
    ]
    tournament.table_points = True
    listed = standings_list(standings_after(tournament), {})
    columns = {column.key: column for column in listed.columns}
    assert columns["total"].heading == text("Table points")
    assert {row.number: columns["played"].value(row) for row in listed.rows} == {
        1: 27, 2: 11, 3: -4, 4: -34, 5: 40, 6: 8, 7: -8, 8: -40,
    }  # fmt: skip
    tournament.save()
    result = round_result(tournament.rounds.get(number=1))
    listed = result_list(result, {})
    columns = {column.key: column for column in listed.columns}
    both = [(columns["result"].value(row), columns["played"].value(row)) for row in listed.rows]
    assert both == [(3, 30), (1, 10), (-1, -5), (-3, -35)]


@pytest.mark.parametrize("name", ["standings", "round-result", "player"])
def test_pages_name_what_they_show(tournament, client, name) -> None:
    late = tournament.entries.get(number=5)
    more = {"standings": [], "round-result": [2], "player": [late.pk]}[name]
    address = reverse(name, args=["herbst", *more])
    before = text_of(client.get(address))
    assert text("Table points") not in before
    set_options(tournament, **OPTIONS)
    page = text_of(client.get(address))
    assert page.count(text("Table points")) >= 1
    assert (f"{text('not played')}: −30" in page) == (name == "standings")
    assert (text("not played") in page) == (name != "round-result")


def test_phones_name_what_they_show(tournament) -> None:
    set_options(tournament, **OPTIONS)
    let_phones_in(COMMAND_LINE, tournament)
    release_standings(COMMAND_LINE, tournament, 2)
    tournament.refresh_from_db()
    standings, late = (
        text_of(Client().get(reverse(name, args=[tournament.phone_code, *more])))
        for name, more in (("phone-standings", []), ("phone-player", [5]))
    )
    assert standings.count(counting_words(tournament.counting)) >= 2  # above and below
    assert standings.count(f"{text('not played')}: −30") == 1
    assert late.count(text("not played")) == 1
    assert late.count(" ".join(text("%(points)s played", points="+40").split())) == 1


def test_drawings_of_courses_name_what_they_show(tournament, client) -> None:
    set_options(tournament, **OPTIONS)
    let_phones_in(COMMAND_LINE, tournament)
    release_standings(COMMAND_LINE, tournament, 2)
    tournament.refresh_from_db()
    first = tournament.entries.get(number=1)
    report, said = standings_after(tournament), text("Table points after each round")
    assert winners_of(tournament, report, courses(report)).words == said
    for name, who in (
        ("player", ["herbst", first.pk]),
        ("phone-player", [tournament.phone_code, 1]),
    ):
        assert text_of(client.get(reverse(name, args=who))).count(said) == 1


def test_still_possible_is_reckoned_with_what_a_round_counts(tournament) -> None:
    tournament.table_points = True
    assert certain_bounds(tournament) == Bounds(4, -4)
    tournament.missed_round = -30
    assert certain_bounds(tournament) == Bounds(4, -30)
    report = standings_after(tournament)
    assert {each.entry_id: each.total for each in contenders(tournament, report)} == {
        row.entry_id: row.total for row in report.rows
    }


def test_bounds_of_scaled_tables_of_five_are_those_of_a_table_of_four(tournament) -> None:
    usual = certain_bounds(tournament)
    tournament.scale_fives = True
    assert certain_bounds(tournament) == usual


def test_best_round_is_that_with_the_most_points_played(tournament) -> None:
    set_options(tournament, **OPTIONS)
    assert best_round(tournament).points == 40
    set_prizes(COMMAND_LINE, tournament, [Prize(Ladder(PrizeKind.ROUND), 1, 1, 500)])
    (line,) = prize_list(tournament).lines
    assert (line.number, line.award.sharers) == (5, 1)


def test_points_played_decide_between_equal_table_points(tournament) -> None:
    set_options(tournament, table_points=True)
    ranks = {row.number: row.rank for row in standings_after(tournament).rows}
    assert ranks == {5: 1, 2: 2, 6: 3, 1: 4, 3: 4, 7: 6, 4: 7, 8: 8}
    set_options(tournament, tie_breaks=["points_played"])
    ranks = {row.number: row.rank for row in standings_after(tournament).rows}
    assert ranks == {5: 1, 2: 2, 6: 3, 1: 4, 3: 5, 7: 6, 4: 7, 8: 8}


def test_laboratory_tries_table_points_and_stores_nothing(tournament, client) -> None:
    address = reverse("standings-laboratory", args=["herbst"])
    asked = {"solos": "as_played", "table_points": "True"}
    shown = client.get(address, asked).context["table"]
    other = try_rules(tournament, table_points=True)
    assert other.tried.counting.table_points
    assert [row.row.total for row in other.rows] == [each.total for each in other.tried.rows]
    assert shown is not None
    tournament.refresh_from_db()
    assert not tournament.table_points
    unchanged = try_rules(tournament, table_points=False)
    assert unchanged.checksums[0] == unchanged.checksums[1]
    assert other.checksums[0] != other.checksums[1]


def test_archive_keeps_what_is_ranked(tournament) -> None:
    set_options(tournament, **OPTIONS)
    told = command_json(tournament)
    archive = read_archive(archive_file(tournament).content)
    assert isinstance(archive, Archive)
    delete_tournament(COMMAND_LINE, tournament)
    opened = open_archive(COMMAND_LINE, archive)
    assert opened.same_standings
    assert json.loads(json.dumps(command_json(Tournament.objects.get(slug="herbst")))) == told


def test_hall_and_series_name_what_is_ranked(tournament) -> None:
    """On the standings and the podium, and beside the evening where it counts."""
    series = make_series(tournament)
    (evening,) = series_report(series).evenings
    before = evening_words(evening)
    set_options(tournament, table_points=True)
    named = counting_words(tournament.counting)
    (evening,) = series_report(series).evenings
    assert evening_words(evening) == f"{before}, {named}"
    release_standings(COMMAND_LINE, tournament, 2)
    tournament.refresh_from_db()
    stage = stage_of(tournament)
    now = timezone.now()
    assert _FACTS[Picture.STANDINGS](stage, now)["note"].split(" · ")[0] == named
    assert _FACTS[Picture.PODIUM](stage, now)["ranked_by"] == named


def test_page_of_what_is_possible_says_what_counts(tournament, client) -> None:
    set_options(tournament, table_points=True)
    page = text_of(client.get(reverse("standings-outlook", args=["herbst"])))
    assert page.count(counting_sentences(tournament.counting)[0]) == 1
