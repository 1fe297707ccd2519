"""What decided, the lot and its draw, averages, and what is still possible."""

import re
from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.factories.journal import acts, note
from tests.factories.pages import messages_of, signed_in, text_of, without_tags
from tests.factories.papers import page_sizes, page_texts, read_pdf
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_tournament
from tests.factories.words import entry, refusal, text
from tests.tournament.rankings.test_rankings import cells
from tournament.errors import Refused
from tournament.exports.pdf.results import standings
from tournament.exports.website import standings_fragment
from tournament.labels.standings import decision_words, tie_break_sentence
from tournament.models import Round, TieBreakLot, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in, release_standings
from tournament.sheets.rules.results import Game, Result, TableGames, TableResult, TournamentResults
from tournament.standings.reads.courses import certain_bounds
from tournament.standings.reads.standings import shown_standings, standings_after
from tournament.standings.rules.standings import Bounds, Decision
from tournament.standings.rules.tie_breaks import CRITERIA
from tournament.standings.rules.tie_breaks.best_round import NO_ROUND
from tournament.standings.writes import draw_lot
from tournament.trust.reads.recount import tournament_recount

pytestmark = pytest.mark.django_db

STANDINGS = "/t/herbst/standings/"
OUTLOOK = f"{STANDINGS}outlook/"


@pytest.mark.parametrize(
    ("code", "own", "other", "words"),
    [
        ("last_round", 14, -9, "letzte Runde +14 : −9"),
        ("last_rounds", (5, 3, 0), (4, 9, 0), "letzte Runde +5 : +4"),
        ("last_rounds", (5, 3, 0), (5, -1, 0), "Runde 2 +3 : −1"),
        ("best_round", 0, -2, "beste Runde 0 : −2"),
        ("best_round", -2, NO_ROUND, "beste Runde −2 : –"),
        ("compulsory_solos_won", 2, 1, "Pflichtsoli 2 : 1"),
        ("games_won", 31, 28, "Spiele 31 : 28"),
        ("games_won", -1, -2, "Spiele 1 : 2"),  # where fewer were better
        ("opponents", Fraction(17, 4), Fraction(-1, 3), "Gegner +4,25 : −0,33"),
        ("lot", 0xECFE << 240, 0x0F02 << 240, "Los ecfe : 0f02"),
    ],
)
def test_every_criterion_says_what_it_decided_by(code, own, other, words) -> None:
    assert decision_words(["best_round", code], Decision(1, own, other)) == words


def test_every_criterion_has_words() -> None:
    for code in CRITERIA:
        key = (2, 1) if code == "last_rounds" else 2
        other = (1, 2) if code == "last_rounds" else 1
        assert decision_words([code], Decision(0, key, other))
    assert decision_words([], None) == ""


@pytest.fixture
def tied() -> Tournament:
    """Two rounds; 1 and 5 have six points each, 1 four of them in the last round."""
    tournament = make_tournament(rounds_planned=3, tie_breaks=["last_round"])
    for number, points in (
        (1, ([2, 1, 0, -3], [6, 0, 0, -6])),
        (2, ([4, 0, -1, -3], [0, 0, 0, 0])),
    ):
        round = make_round(tournament, number, sizes=(4, 4))
        for table, totals in zip(round.tables.order_by("number"), points, strict=True):
            enter_totals(table, totals)
    return tournament


def test_page_and_paper_say_what_decided(tied: Tournament) -> None:
    page = signed_in().get(STANDINGS)
    assert [row[:1] + row[2:3] + row[-2:] for row in cells(page)][:3] == [
        ["1", "Arnold, Änne", "+6", "letzte Runde +4 : 0"],
        ["2", "Engel, Erika", "+6", ""],
        ["3", "Beck, Bernd", "+1", ""],
    ]
    (paper,) = page_texts(read_pdf(standings(tied)))
    assert "+6 letzte Runde +4 : 0" in paper


def test_nothing_is_explained_where_nothing_was_decided(tied: Tournament) -> None:
    Tournament.objects.update(tie_breaks=[])
    assert "Entschieden durch" not in text_of(signed_in().get(STANDINGS))


def test_averages_on_demand(tied: Tournament) -> None:
    """24 games by rule at a table of four; deductions count as in the total."""
    tied.entries.get(number=2).adjustments.create(points=-3, reason="Lärm")
    client = signed_in()
    assert "Je Spiel" not in text_of(client.get(STANDINGS))
    page = client.get(f"{STANDINGS}?more=1")
    assert "Weniger Spalten" in text_of(page)
    rows = {row[2]: row[-3:] for row in cells(page)}
    assert rows["Arnold, Änne"] == ["48", "+3,00", "+0,13"]
    assert rows["Beck, Bernd"] == ["48", "−1,00", "−0,04"]
    pdfs = [read_pdf(standings(tied, more=more)) for more in (False, True)]
    assert [page_sizes(each) for each in pdfs] == [{(595, 842)}, {(595, 842)}]
    assert "48 +3,00 +0,13" in page_texts(pdfs[1])[0]


def results(*games: TableGames) -> TournamentResults:
    """Return entries 1 to 5 at a table of five in one round, 1 to 4 at one of four in the next."""
    tables = (
        TableResult(1, 1, (1, 2, 3, 4, 5), (0,) * 5),
        TableResult(2, 2, (1, 2, 3, 4), (0,) * 4),
    )
    people = tuple(Result(number, number, (0, 0)) for number in range(1, 6))
    return TournamentResults(people, tables, lambda: dict(enumerate(games, start=1)))


def test_only_games_with_cards_count_for_a_player() -> None:
    """The dealer of a table of five sits out; totals alone give the table's number of games."""
    listed = (Game((None, 1, 1, -1, -1)), Game((1, None, -1, 1, -1)), Game((3, None, -1, -1, -1)))
    known = results(TableGames(3, listed), TableGames(24))
    assert [known.games_played(number) for number in (1, 2, 3, 5)] == [26, 25, 27, 3]
    known = results(TableGames(30), TableGames(24))
    assert [known.games_played(number) for number in (1, 5)] == [48, 24]


def test_unplayed_table_leaves_the_average_open() -> None:
    known = results(TableGames(30), TableGames(0))
    assert [known.games_played(number) for number in (1, 5)] == [None, 24]


def seated_by_hand() -> Tournament:
    tournament = make_tournament(tie_breaks=["lot"], rounds_planned=1)
    enter_round(make_round(tournament, sizes=(4, 4)))
    by_hand = tournament.draws.create(number=2, method="hand")
    Round.objects.filter(tournament=tournament).update(draw=by_hand)
    return tournament


def fragment(tournament: Tournament) -> str:
    return standings_fragment(tournament, shown_standings(tournament)).content.decode()


def listed(tournament: Tournament) -> list[str]:
    """Return the standings on paper, for a website, as a command prints them, and on a phone."""
    let_phones_in(COMMAND_LINE, tournament)
    release_standings(COMMAND_LINE, tournament, 1)
    tournament.refresh_from_db()
    printed = StringIO()
    call_command("standings", tournament.slug, stdout=printed)
    address = reverse("phone-standings", args=[tournament.phone_code])
    return [
        page_texts(read_pdf(standings(tournament)))[0],
        without_tags(fragment(tournament)),
        printed.getvalue(),
        text_of(Client().get(address, {"language": "de"})),
    ]


def test_lot_is_drawn_once_for_manual_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """printf '["Kreuzdame lot 1","test",1]' | sha256sum: ecfe, of 5 ff02."""
    tournament = seated_by_hand()
    monkeypatch.setattr("secrets.token_hex", lambda _count: "test")
    client = signed_in()
    assert f'action="{STANDINGS}lot/"' in client.get(STANDINGS).content.decode()
    page = client.post(f"{STANDINGS}lot/", follow=True)
    assert messages_of(page) == [entry("lot_drawn", {"seed": "test"})]
    assert [row[:2] + row[-1:] for row in cells(page)][:2] == [
        ["1", "5", "Los ff02 : ecfe"],
        ["2", "1", ""],
    ]
    formula = '["Kreuzdame lot 1","test",Startnummer]'
    assert formula in text_of(page)
    assert f'action="{STANDINGS}lot/"' not in page.content.decode()
    tournament.refresh_from_db()
    decides = tie_break_sentence(["lot"])
    for told in listed(tournament):
        assert (formula in told, decides in told) == (True, True)
    (numbered,) = re.findall(r"<tbody>.*?</tbody>", fragment(tournament), re.DOTALL)
    assert without_tags(numbered).startswith("1 5 ")  # the lot is reckoned with the start number
    (act,) = acts().filter(action="lot_drawn")
    assert act.data == {"seed": "test"}
    again = client.post(f"{STANDINGS}lot/", follow=True)
    assert messages_of(again) == [refusal("lot_drawn")]
    assert TieBreakLot.objects.filter(tournament=tournament).count() == 1
    tournament.refresh_from_db()
    assert tournament_recount(tournament).differences == ()
    Round.objects.filter(tournament=tournament).update(draw=tournament.draws.get(number=1))
    assert standings_after(tournament).rows[0].number == 5


def test_lot_of_drawn_seats_stays_secret_until_all_seats_are_known() -> None:
    tournament = make_drawn_tournament(16, tie_breaks=["lot"])
    enter_round(round_number(tournament, 1))
    seed = tournament.rounds.get(number=1).draw.seed
    client = signed_in()
    page = client.get(STANDINGS)
    secret = (
        "The lot was drawn with the seats of round 1. Its seed is told once all rounds are "
        "published."
    )
    assert text(secret) in text_of(page)
    assert seed not in page.content.decode()
    assert f'action="{STANDINGS}lot/"' not in page.content.decode()
    with pytest.raises(Refused, match="lot_drawn"):
        draw_lot(COMMAND_LINE, tournament)
    Round.objects.filter(published_at=None).delete()
    note(tournament)
    assert f'"{seed}"' in text_of(client.get(STANDINGS))


def test_no_lot_before_there_are_seats() -> None:
    with pytest.raises(Refused, match="unknown_round"):
        draw_lot(COMMAND_LINE, make_tournament())


def test_outlook_gives_differences_places_and_points_needed(tied: Tournament) -> None:
    """The best and the worst round so far are +6 and −6: 8 with −9 comes to −3 at most."""
    client = signed_in()
    assert f'href="{OUTLOOK}"' in client.get(STANDINGS).content.decode()
    page = client.get(OUTLOOK)
    assert cells(page) == [
        ["1", "Arnold, Änne", "+6", "–", "–", "1–6", "−6", "+6"],
        ["2", "Engel, Erika", "+6", "–", "–", "1–6", "−6", "+6"],
        ["3", "Beck, Bernd", "+1", "5", "5", "1–8", "−1", "–"],
        ["4", "Franke, Frank", "0", "6", "1", "1–8", "0", "–"],
        ["4", "Groß, Günter", "0", "6", "1", "1–8", "0", "–"],
        ["6", "Conrad, Christa", "−1", "7", "1", "1–8", "+1", "–"],
        ["7", "Horn, Heike", "−6", "12", "5", "1–8", "+6", "–"],
        ["8", "Dietz, Dieter", "−6", "12", "5", "1–8", "+6", "–"],
    ]
    shown = text_of(page)
    assert "Noch höchstens 1 Runde." in shown
    assert "Eine Schätzung" in shown
    assert all(f"{points:+}".replace("-", "−") in shown for points in (1512, -1512))
    page = client.get(f"{OUTLOOK}?best=2&worst=-2&places=1")
    assert [row[1] for row in cells(page)] == ["Arnold, Änne", "Engel, Erika"]
    assert "Eine Schätzung" not in text_of(page)


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ("best=-9", {"best": [None]}),
        ("best=viel", {"best": ["invalid"]}),
        ("places=0", {"places": ["min_value"]}),
    ],
)
def test_wrong_bounds_are_named(
    tied: Tournament, query: str, errors: dict[str, list[str | None]]
) -> None:
    page = signed_in().get(f"{OUTLOOK}?{query}")
    found = page.context["form"].errors
    assert {field: [error.code for error in found[field].as_data()] for field in found} == errors
    assert all(error in text_of(page) for field in found.values() for error in field)


def test_outlook_before_the_first_and_after_the_last_result(tied: Tournament) -> None:
    Tournament.objects.update(rounds_planned=2)
    client = signed_in()
    make_tournament("leer")
    for address in (OUTLOOK, "/t/leer/standings/outlook/"):
        assert '<div class="empty">' in client.get(address).content.decode()


@pytest.mark.parametrize(
    ("rules", "bounds"), [("ddv", Bounds(1512, -1512)), ("altgeld", Bounds(6912, 0))]
)
def test_nobody_loses_where_winners_alone_score(rules: str, bounds: Bounds) -> None:
    assert certain_bounds(make_tournament(rules=rules)) == bounds
