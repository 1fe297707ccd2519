"""Protocol of a protest, report of the day and poster, read back."""

import pytest
from django.utils import timezone

from tests.factories.pages import messages_of, signed_in
from tests.factories.papers import made, page_texts, read_pdf
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.words import refusal, text
from tournament.lists.calls import protest_words
from tournament.models import Entry, GameTable, Person, Protest, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in
from tournament.standings.reads.standings import standings_after

pytestmark = pytest.mark.django_db


@pytest.fixture
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
