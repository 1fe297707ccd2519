"""Protocol of a protest, report of the day and poster, read back."""

from datetime import datetime, timedelta
from unittest.mock import patch

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories.databases import copied
from tests.factories.pages import messages_of, signed_in
from tests.factories.papers import made, page_texts, read_pdf
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.words import refusal, text
from tournament.lists.calls import protest_words
from tournament.models import Entry, GameTable, Person, Protest, Round, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in
from tournament.seating.reads.plans import arrivals_by_round
from tournament.standings.reads.standings import standings_after

pytestmark = pytest.mark.django_db
NINE = datetime(2026, 11, 7, 9, tzinfo=timezone.get_default_timezone())
OF_SHEETS = "%(entered)s of %(counter)s score sheet", "%(entered)s of %(counter)s score sheets"


@pytest.fixture
@copied
def tournament() -> Tournament:
    tournament = make_drawn_tournament(8)
    enter_round(round_number(tournament, 1))
    return tournament


def protest_at(table: GameTable, **more: object) -> Protest:
    protester = table.seats.order_by("position").first().entry
    Person.objects.filter(pk=protester.person_id).update(last_name="<b>Şen</b>")
    return Protest.objects.create(table=table, protester=protester, note="Falsch bedient", **more)


def protocol(protest: Protest) -> str:
    return " ".join(
        page_texts(read_pdf(made("protest", protest.table.round.tournament, protest=protest.pk)))
    )


def test_protocol_names_protest_jury_votes_and_three_who_sign(tournament: Tournament) -> None:
    table = round_number(tournament, 1).tables.first()
    juror = Entry.objects.filter(tournament=tournament).exclude(seats__table=table).first()
    protest = protest_at(
        table,
        jury=[juror.pk],
        others="Ute Obfrau, Ole Beisitz",
        heard="Alle vier gehört",
        votes_for=2,
        votes_against=1,
        changed=True,
        reason="Der Stich zählt",
        decided_at=timezone.now(),
    )
    said = protocol(protest)
    for words in (
        "<b>Şen</b>",
        "Falsch bedient",
        juror.person.name,
        "Ute Obfrau, Ole Beisitz",
        "Alle vier gehört",
        "Der Stich zählt",
        protest_words(protest),
        text("Referee"),
        text("For the jury"),
    ):
        assert words in said, words


def test_protocol_of_an_undecided_protest_has_room_to_write(tournament: Tournament) -> None:
    protest = protest_at(round_number(tournament, 1).tables.first())
    said = protocol(protest)
    assert text("Hearing") in said
    assert protest_words(protest) not in said


def test_protest_of_another_tournament_is_not_found(tournament: Tournament) -> None:
    protest = protest_at(round_number(tournament, 1).tables.first())
    other = make_drawn_tournament(8, slug="other")
    protest_at(round_number(other, 1).tables.first())
    client = signed_in()
    assert client.get(f"/t/other/print/protest/?protest={protest.pk}").status_code == 404
    assert client.get("/t/herbst/print/protest/?protest=x").status_code == 404
    page = client.get(f"/t/herbst/protests/{protest.pk}/").content.decode()
    assert f"/print/protest/?protest={protest.pk}" in page


def test_report_of_the_day_has_figures_standings_and_calls(tournament: Tournament) -> None:
    protest_at(round_number(tournament, 1).tables.first())
    whole = " ".join(page_texts(read_pdf(made("day", tournament))))
    report = standings_after(tournament)
    assert all(row.list_name in whole for row in report.rows)
    for words in ("Figures of the day", "Complaints and decisions", "How the first got there"):
        assert text(words) in whole
    assert "Falsch bedient" in whole


def hand_in(tournament: Tournament, number: int, *minutes: int) -> None:
    """Enter the tables of a round so many minutes after nine, German time."""
    tables = round_number(tournament, number).tables.order_by("number")
    for table, minute in zip(tables, minutes, strict=False):
        moment = NINE + timedelta(minutes=minute)
        with patch("django.utils.timezone.now", return_value=moment):
            enter_totals(table, [6, 2, -2, -6])


def test_report_of_the_day_draws_how_the_sheets_of_each_round_came_in() -> None:
    tournament = make_drawn_tournament(12, published=2)
    hand_in(tournament, 1, 0, 7, 12)
    hand_in(tournament, 2, 120, 130)
    closed = NINE + timedelta(minutes=150)
    Round.objects.filter(number=2).update(closed_at=closed)
    with CaptureQueriesContext(connection) as asked:
        of_rounds = arrivals_by_round(tournament, closed)
    assert [(each.number, found.totals[-1]) for each, found in of_rounds] == [(1, 3), (2, 2)]
    assert [found.end for _each, found in of_rounds] == [NINE + timedelta(minutes=12), closed]
    assert [found.all_in_at for _each, found in of_rounds] == [None, None]
    assert len(asked) == 3
    whole = " ".join(page_texts(read_pdf(made("day", tournament))))
    assert text("How the score sheets came in") in whole
    for number, entered in ((1, 3), (2, 2)):
        words = text(*OF_SHEETS, 3, entered=entered, counter=3)
        assert f"{text('Round %(number)s', number=number)} {words}" in whole
    assert [f"{clock}" in whole for clock in ("09:00", "09:12", "11:00", "11:30")] == [True] * 4


def test_report_of_the_day_has_no_curve_of_sheets_that_came_at_once(
    tournament: Tournament,
) -> None:
    assert arrivals_by_round(tournament, timezone.now()) == []
    whole = " ".join(page_texts(read_pdf(made("day", tournament))))
    assert text("How the score sheets came in") not in whole


def test_poster_has_the_address_of_phones(tournament: Tournament, settings) -> None:
    refused = signed_in().get("/t/herbst/print/poster/", follow=True)
    assert messages_of(refused) == [refusal("phones_shut_out")]
    settings.NAMED_HOSTS = ["turnier.example.org"]
    let_phones_in(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    (page,) = page_texts(read_pdf(made("poster", tournament)))
    assert tournament.phone_code in page
    assert "turnier.example.org" in page
    assert text("Where do I sit?") in page
