"""An evening that ends before its last round: rounds played are final, the rest does not count."""

import pytest

from tests.factories.pages import signed_in, text_of
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.submissions import journal
from tournament.errors import Refused
from tournament.exports.pdf.results import standings
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round
from tournament.seating.writes.draws import draw_next_round
from tournament.standings.reads.standings import standings_after
from tournament.standings.rules.checksum import short_checksum
from tournament.tournaments.writes.tournaments import finish_tournament, resume_tournament

pytestmark = pytest.mark.django_db

REASON = "Der Wirt macht zu"


def played(rounds: int, published: int, **fields: object) -> Tournament:
    """Of three rounds, so many closed and so many published."""
    tournament = make_drawn_tournament(8, published=published, rounds_planned=3, **fields)
    for number in range(1, rounds + 1):
        enter_round(round_number(tournament, number))
        close_round(COMMAND_LINE, round_number(tournament, number))
    tournament.refresh_from_db()
    return tournament


@pytest.mark.parametrize("published", [2, 3])
def test_standings_after_two_of_three_rounds_are_final(published: int) -> None:
    tournament = played(2, published)
    with pytest.raises(Refused, match="reason_needed"):
        finish_tournament(COMMAND_LINE, tournament)
    finish_tournament(COMMAND_LINE, tournament, reason=REASON)
    tournament.refresh_from_db()
    report = standings_after(tournament)
    assert (report.rounds, report.rounds_planned, report.final) == (2, 3, True)
    checksum = short_checksum(tournament.frozen_checksum)
    (paper,) = page_texts(read_pdf(standings(tournament)))
    assert f"Endgültig · Prüfsumme {checksum} · nach 2 von 3 Runden beendet" in paper
    page = signed_in().get("/t/herbst/standings/")
    assert "nach 2 von 3 Runden beendet" in text_of(page)
    assert "nach 3" not in text_of(page)
    resume_tournament(COMMAND_LINE, tournament, "Der Wirt macht doch weiter")
    tournament.refresh_from_db()
    assert standings_after(tournament).rounds == published
    if published == 2:
        assert draw_next_round(COMMAND_LINE, tournament).number == 3


def test_a_round_half_entered_is_in_the_way() -> None:
    tournament = played(2, 3)
    enter_totals(round_number(tournament, 3).tables.get(number=1), [6, 2, -2, -6])
    with pytest.raises(Refused, match="rounds_open"):
        finish_tournament(COMMAND_LINE, tournament, reason=REASON)
    page = signed_in().get("/t/herbst/finish/")
    assert page.context["outlook"].open_rounds == (3,)
    notice = (
        page.content.decode().partition('<div class="notice warning">')[2].partition("</div>")[0]
    )
    assert 'href="/t/herbst/rounds/3/"' in notice


@pytest.mark.parametrize(
    ("rules", "players"), [("ddv", 8), ("pagat", 8), ("altgeld", 6), ("club", 9)]
)
def test_any_tournament_ends_without_a_result(rules: str, players: int) -> None:
    tournament = make_drawn_tournament(players, rules=rules, published=1)
    finish_tournament(COMMAND_LINE, tournament, reason=REASON)
    tournament.refresh_from_db()
    assert (tournament.status, tournament.frozen_at) == ("finished", None)
    assert journal("tournament_finished") == [{"without_result": True, "reason": REASON}]


def test_menu_of_every_page_offers_the_early_end() -> None:
    played(0, 1)
    client = signed_in()
    for page in ("", "players/", "rounds/1/"):
        assert (
            client.get(f"/t/herbst/{page}").content.decode().count('href="/t/herbst/finish/"') == 1
        )
