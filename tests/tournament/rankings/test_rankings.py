"""Rankings of groups on page, paper, in workbook, CSV and command; compared with sums by hand."""

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.databases import copied
from tests.factories.journal import acts
from tests.factories.pages import cells_of, signed_in, text_of
from tests.factories.papers import page_texts, read_pdf, read_workbook
from tests.factories.rounds import enter_round, enter_totals
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_club, make_tournament
from tests.factories.words import text
from tournament.exports.excel import workbook as excel
from tournament.exports.excel.page import HEADING_ROW
from tournament.exports.pdf.results import ranking as print_ranking
from tournament.labels.audit import difference_sentence
from tournament.labels.standings import tie_break_sentence
from tournament.lists.notes import ranking_footnotes
from tournament.models import Entry, GroupRanking, Role, Tournament, VerificationRule
from tournament.permissions import COMMAND_LINE, Actor
from tournament.standings.reads.rankings import group_ranking, group_rules
from tournament.standings.reads.standings import standings_after
from tournament.standings.rules.rankings import GroupKind, GroupRules, RankedGroup, ranking
from tournament.standings.writes import set_group_rankings
from tournament.trust.reads.recount import tournament_recount
from tournament.trust.writes import freeze_standings

pytestmark = pytest.mark.django_db

SETUP = "/t/herbst/standings/rankings/"
CLUBS = f"{SETUP}club/"
HOSTILE = "=1+1 <b>&"


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Two rounds of eight: totals 12, 3, -5, -10 at table 1 and 8, 2, -4, -6 at table 2.

    1, 2, 5 are of one club, 3, 4, 6 of another, 7 of a third; 8 of none.
    """
    tournament = make_tournament(rounds_planned=3, tie_breaks=["games_won", "last_round"])
    for number, points in (
        (1, ([9, 1, -3, -7], [4, 4, -2, -6])),
        (2, ([3, 2, -2, -3], [4, -2, -2, 0])),
    ):
        round = make_round(tournament, number, sizes=(4, 4))
        for table, totals in zip(round.tables.order_by("number"), points, strict=True):
            enter_totals(table, totals)
    for code, name, numbers in (
        ("DU", "Duisburg", (1, 2, 5)),
        ("", HOSTILE, (3, 4, 6)),
        ("E", "Essen", (7,)),
    ):
        tournament.entries.filter(number__in=numbers).update(club=make_club(code, name))
    return tournament


def rank(
    tournament: Tournament, kind: str, best: int | None = None, *, by_round: bool = False
) -> None:
    GroupRanking.objects.create(tournament=tournament, kind=kind, best=best, by_round=by_round)


def cells(page: HttpResponse) -> list[list[str]]:
    return cells_of(page, "move", "course")


def ranked(tournament: Tournament, kind: str) -> list[tuple[int | None, str, int]]:
    report = group_ranking(tournament, standings_after(tournament), kind)
    return [(group.rank, group.name, group.total) for group in report.groups]


def test_club_page_shows_who_counts_and_why_a_club_has_no_rank(tournament: Tournament) -> None:
    rank(tournament, "club", 2)
    page = signed_in().get(CLUBS)
    assert cells(page) == [
        [
            "1",
            "DU · Duisburg",
            "Arnold, Änne +12 · Engel, Erika +8 · 1 weiterer",
            "+13",
            "+7",
            "+20",
            "",
        ],
        ["2", HOSTILE, "Franke, Frank +2 · Conrad, Christa −5 · 1 weiterer", "+1", "−4", "−3", ""],
        ["–", "E · Essen", "Groß, Günter −4", "−2", "−2", "−4", "nur 1 von 2"],
    ]
    shown = text_of(page)
    assert "Vereinswertung nach Runde 2" in shown
    best = "The best %(best)s of each count, with all their rounds."
    for sentence in (
        text("The best one of each counts, with all rounds.", best, 2, best=2),
        text("Whoever is not ranked, has withdrawn or is disqualified counts for nobody."),
        tie_break_sentence(["last_round"]),
        text("%(count)s player belongs to none.", "%(count)s players belong to none.", count=1),
    ):
        assert sentence in shown


@pytest.mark.parametrize("best", [None, 2])
def test_sentences_below_a_ranking_fit_one_ranked_player(
    tournament: Tournament, best: int | None
) -> None:
    rank(tournament, "club", best)
    tournament.entries.filter(number__in=(1, 2)).update(status=Entry.Status.UNRANKED)
    page = signed_in().get(CLUBS)
    (duisburg,) = (row for row in cells(page) if row[1] == "DU · Duisburg")
    told = text("Every ranked player counts, even if there is only one.")
    is_ranked = duisburg[0] != "–"
    assert (is_ranked, text_of(page).count(told)) == ((True, 1) if best is None else (False, 0))


def test_ranking_says_how_many_results_are_not_verified(
    tournament: Tournament, tmp_path: Path
) -> None:
    told = "0 von 4 Tischen bestätigt, 4 ungeprüft"
    rank(tournament, "club")
    Tournament.objects.update(verification=VerificationRule.BLIND)
    tournament.refresh_from_db()
    player = reverse("player", args=["herbst", tournament.entries.get(number=1).pk])
    pages = (CLUBS, "/t/herbst/standings/outlook/", player, "/t/herbst/standings/")
    client = signed_in()
    assert [text_of(client.get(page)).count(told) for page in pages] == [1, 1, 1, 1]
    report = group_ranking(tournament, standings_after(tournament), "club")
    paper = " ".join(page_texts(read_pdf(print_ranking(tournament, report))))
    assert " ".join(paper.split()).count(told) == 1
    sheet = read_workbook(excel.workbook(tournament))["Vereinswertung"]
    assert [cell.value for row in sheet for cell in row].count(told) == 1


def test_largest_contributor_is_named_first(tournament: Tournament) -> None:
    """Beck has the higher total, Franke brings more: his first round and her second one."""
    tournament.entries.filter(number__in=(2, 6)).update(club=make_club("BO", "Bochum"))
    rank(tournament, "club", 1, by_round=True)
    bochum = next(row for row in cells(signed_in().get(CLUBS)) if "Bochum" in row[1])
    assert bochum[2] == "Franke, Frank +4 · Beck, Bernd +2"


def test_unranked_players_count_for_no_club_and_earlier_rounds_are_available(
    tournament: Tournament,
) -> None:
    rank(tournament, "club")
    tournament.entries.filter(number=1).update(status="unranked")
    assert ranked(tournament, "club") == [
        (1, "DU · Duisburg", 11),
        (2, "E · Essen", -4),
        (3, HOSTILE, -13),
    ]
    client = signed_in()
    assert cells(client.get(f"{CLUBS}?after=1"))[0][-2:] == ["+5", "+5"]
    assert client.get(f"{CLUBS}?after=9").status_code == 404


def test_a_state_is_the_persons_else_the_clubs(tournament: Tournament) -> None:
    """One however it is written, and called as the lowest number writes it."""
    rank(tournament, "state")
    club = tournament.entries.get(number=1).club
    club.state = "NRW"
    club.save()
    states = {2: "Hessen", 4: " atlantis", 6: "Nordrhein-Westfalen", 7: "nrw", 8: "Atlantis"}
    for number, state in states.items():
        person = tournament.entries.get(number=number).person
        person.state = state
        person.save()
    assert ranked(tournament, "state") == [
        (1, "NRW", 18),
        (2, "Hessen", 3),
        (3, "atlantis", -16),
    ]
    assert tournament_recount(tournament).differences == ()


def test_team_of_two_is_a_pair_where_pairs_are_ranked(tournament: Tournament) -> None:
    """4 has not come: a team of three stays one though two of it have played."""
    for team, numbers in (("Drei", (1, 2, 4)), ("Zwei", (5, 6))):
        tournament.entries.filter(number__in=numbers).update(team=team)
    rank(tournament, "team", 2, by_round=True)
    assert ranked(tournament, "team") == [(1, "Drei", 15), (2, "Zwei", 10)]
    rank(tournament, "pair")
    assert ranked(tournament, "team") == [(1, "Drei", 15)]
    assert ranked(tournament, "pair") == [(1, "Zwei", 10)]


def test_tabs_appear_with_what_is_ranked(tournament: Tournament) -> None:
    client = signed_in()
    assert "Wertungen" not in client.get("/t/herbst/standings/").content.decode()
    assert client.get(CLUBS).status_code == 404
    rank(tournament, "club")
    Entry.objects.filter(number=3).update(tags=["club"])
    tabs = re.compile(r'small" href="([^"]*)" (aria-current="true")?>([^<]*)</a>')
    assert tabs.findall(client.get(CLUBS).content.decode()) == [
        ("/t/herbst/standings/?after=2", "", "Alle"),
        ("/t/herbst/standings/?after=2&amp;tag=club", "", "club"),
        ("/t/herbst/standings/rankings/club/?after=2", 'aria-current="true"', "Vereine"),
    ]


def chosen(**fields: object) -> dict[str, object]:
    """Return what the form sends: nothing ranked but these."""
    kinds = {kind.value: "" for kind in GroupKind} | {f"{kind}_best": 3 for kind in GroupKind}
    return kinds | fields


def test_direction_configures_rankings_and_the_journal_says_so(tournament: Tournament) -> None:
    client = signed_in(tournament, Role.DIRECTION)
    client.post(SETUP, chosen(club="total", team="all"))
    assert group_rules(tournament) == {GroupKind.CLUB: GroupRules(3), GroupKind.TEAM: GroupRules()}
    assert acts().get(action="rankings_set").data == {
        "rankings": {"club": [3, False], "team": [None, False]}
    }
    client.post(SETUP, chosen(club="total", team="all"))
    assert acts().filter(action="rankings_set").count() == 1
    client.post(SETUP, chosen(club="round", club_best=1))
    assert group_rules(tournament) == {GroupKind.CLUB: GroupRules(1, by_round=True)}


@pytest.mark.parametrize(("best", "code"), [("", None), ("0", "min_value"), ("100", "max_value")])
def test_wrong_number_is_named_and_the_choice_stays(
    tournament: Tournament, best: str, code: str | None
) -> None:
    page = signed_in().post(SETUP, chosen(state="round", state_best=best))
    ((field, found),) = page.context["form"].errors.items()
    (error,) = found.as_data()
    assert (field, error.code) == ("state_best", code)
    assert [each for each in found if each not in text_of(page)] == []
    assert '<option value="round" selected>' in page.content.decode()
    assert group_rules(tournament) == {}


def test_nothing_is_set_up_while_standings_are_final(tournament: Tournament) -> None:
    Tournament.objects.update(frozen_at=timezone.now())
    page = signed_in().post(SETUP, chosen(club="all"))
    assert group_rules(tournament) == {}
    assert "Endstand" in text_of(page)


def test_a_typist_sets_up_nothing(tournament: Tournament, django_user_model) -> None:
    typist = Actor(django_user_model.objects.create(username="tippt"))
    with pytest.raises(PermissionDenied):
        set_group_rankings(typist, tournament, {GroupKind.CLUB: GroupRules()})


def test_paper_workbook_and_csv_have_the_figures_of_the_page(tournament: Tournament) -> None:
    rank(tournament, "club", 2)
    Entry.objects.filter(number__in=[3, 8]).update(tags=["A/B: [Damen]"])
    report = group_ranking(tournament, standings_after(tournament), "club")
    (paper,) = page_texts(read_pdf(print_ranking(tournament, report)))
    for words in (
        "Vereinswertung nach Runde 2",
        "1 DU · Duisburg",
        "+13 +7 +20",
        "(nur 1 von 2)",
        HOSTILE,
    ):
        assert words in paper
    book = read_workbook(excel.workbook(tournament))
    assert [name for name in book.sheetnames if name in ("A B Damen", "Vereinswertung")] == [
        "A B Damen",
        "Vereinswertung",
    ]
    rows = list(book["Vereinswertung"].iter_rows(min_row=HEADING_ROW + 1, values_only=True))
    assert [row[:2] + row[3:5] + row[6:7] for row in rows[:3]] == [
        (1, "DU · Duisburg", 13, 7, 20),
        (2, HOSTILE, 1, -4, -3),
        (None, "E · Essen", -2, -2, -4),
    ]
    damen = list(book["A B Damen"].iter_rows(min_row=HEADING_ROW + 1, values_only=True))
    assert [row[:2] for row in damen[:2]] == [(1, 3), (2, 8)]
    file = signed_in().get("/t/herbst/print/ranking/?kind=club&as=csv")
    assert file["Content-Disposition"] == (
        'attachment; filename="herbst-vereinswertung-nach-runde-2.csv"'
    )
    lines = list(csv.DictReader(io.StringIO(file.content.decode("utf-8-sig")), delimiter=";"))
    assert [(each["Platz"], each["Verein"], each["Gesamt"]) for each in lines] == [
        ("1", "DU · Duisburg", "20"),
        ("2", f"'{HOSTILE}", "-3"),
        ("", "E · Essen", "-4"),
    ]


def test_a_final_ranking_names_the_checksum_of_its_standings(tournament: Tournament) -> None:
    rank(tournament, "club")
    Tournament.objects.update(rounds_planned=2)
    tournament.rounds.update(closed_at=timezone.now())
    tournament.refresh_from_db()
    freeze_standings(COMMAND_LINE, tournament, seen=None, reason="Schluss")
    tournament.refresh_from_db()
    checksum = tournament.frozen_checksum[:4]
    shown = text_of(signed_in().get(CLUBS))
    since = timezone.localtime(tournament.frozen_at).strftime("%H:%M")
    assert shown.startswith(f"Vereinswertung festgestellt seit {since} nach 1 nach 2 Drucken Mehr")
    assert (
        text("Final · of the standings with the checksum %(checksum)s", checksum=checksum) in shown
    )


def test_command_lists_groups_and_categories(
    tournament: Tournament, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    with pytest.raises((CommandError, SystemExit)):
        call_command("standings", "herbst", "--ranking", "club")
    rank(tournament, "club", 2)
    file = tmp_path / "out.json"
    call_command("standings", "herbst", "--ranking", "club", "--format", "json", "-o", str(file))
    first = json.loads(file.read_text(encoding="utf-8"))[0]
    assert first == {
        "rank": 1,
        "name": "DU · Duisburg",
        "rounds": [13, 7],
        "adjustment": 0,
        "total": 20,
        "members": [
            {"number": 1, "points": 12, "counted": [True, True]},
            {"number": 5, "points": 8, "counted": [True, True]},
            {"number": 2, "points": 0, "counted": [False, False]},
        ],
    }
    capsys.readouterr()
    call_command("standings", "herbst", "--ranking", "club")
    title, _, heading, *_rows = (out := capsys.readouterr().out).splitlines()
    ranked = group_ranking(tournament, standings_after(tournament), "club")
    assert title == "Vereinswertung nach Runde 2"
    assert heading.startswith("Platz  Verein")
    notes = ranking_footnotes(tournament, ranked)
    assert out.endswith("\n\n" + "".join(f"{note}\n" for note in notes))
    Entry.objects.filter(number=3).update(tags=["Damen"])
    call_command("standings", "herbst", "--category", "Damen", "--format", "csv")
    assert len(capsys.readouterr().out.splitlines()) == 2


def differs(group: str, counted: object, claimed: object, column: str = "Gesamt") -> str:
    sentence = "Ranking “%(group)s”: %(column)s %(counted)s, its list shows %(claimed)s."
    return text(sentence, group=group, column=column, counted=counted, claimed=claimed)


def test_recount_adds_groups_up_again(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a slip in the first path: of three only one counts."""
    rank(tournament, "club", 2)
    assert tournament_recount(tournament).differences == ()
    monkeypatch.setattr(
        "tournament.standings.reads.rankings.ranking",
        lambda groups, _rules, chain: ranking(groups, GroupRules(1), chain),
    )
    told = [difference_sentence(each, {}) for each in tournament_recount(tournament).differences]
    assert told == [differs("DU · Duisburg", "+20", "+12"), differs(HOSTILE, "−3", "+2")]


def test_recount_notices_a_rank_that_no_total_gives(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    rank(tournament, "club", 2)

    def slipped(*groups: object) -> tuple[RankedGroup, ...]:
        first, *others = ranking(*groups)
        return (replace(first, rank=2), *others)

    monkeypatch.setattr("tournament.standings.reads.rankings.ranking", slipped)
    told = [difference_sentence(each, {}) for each in tournament_recount(tournament).differences]
    assert told == [differs("DU · Duisburg", 1, 2, column="Platz")]


@pytest.mark.parametrize("tables", [2, 44])
def test_a_ranking_page_needs_a_constant_number_of_queries(
    tables: int, django_assert_num_queries
) -> None:
    tournament = make_tournament()
    enter_round(make_round(tournament, sizes=(4,) * tables))
    clubs = [make_club(f"C {number}", "") for number in range(tables)]
    for number, entry in enumerate(tournament.entries.all()):
        entry.club, entry.team = clubs[number % tables], f"T{number // 4}"
        entry.save()
    rank(tournament, "club", 2)
    rank(tournament, "team")
    client: Client = signed_in()
    with django_assert_num_queries(12):
        assert len(cells(client.get(CLUBS))) == tables
