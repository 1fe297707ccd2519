"""Papers about people and the day, read back."""

from io import BytesIO

import pytest
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from tests.factories.databases import copied
from tests.factories.pages import signed_in
from tests.factories.papers import A4, font_names, made, page_sizes, page_texts, read_pdf
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.sheets import rows_content
from tests.factories.submissions import submit
from tests.factories.tournaments import make_club
from tournament.errors import Refused
from tournament.exports.papers import PAPERS, Asked, Reader
from tournament.labels.rule_sets import RULE_SETS, chosen_options
from tournament.models import Entry, Person, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import deduct_points

pytestmark = pytest.mark.django_db


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Nine players; round 1 is in, 2 published, 3 drawn."""
    tournament = make_drawn_tournament(9, published=2)
    enter_round(round_number(tournament, 1))
    return tournament


def test_participants_are_those_who_play_by_name(tournament: Tournament) -> None:
    Entry.objects.filter(number=1).update(status=Entry.Status.WITHDRAWN)
    Entry.objects.filter(number=2).update(club=make_club(), tags=["Senioren"])
    Person.objects.filter(entries__number=3).update(last_name="<b>=1+1", first_name="")
    paper = read_pdf(made("participants", tournament))
    (page,) = page_texts(paper)
    assert "Nr. Name Verein Kategorien 3 <b>=1+1 2 Beck, Bernd DU ZHN Senioren 4 Dietz" in page
    assert "Arnold" not in page
    assert "8 Teilnehmer" in page
    assert page_sizes(paper) == {A4}
    assert set(font_names(paper).values()) == {True}


def test_a_player_has_the_way_through_the_tournament(tournament: Tournament) -> None:
    seat = round_number(tournament, 1).seats.get(table__number=1, position=1)
    deduct_points(COMMAND_LINE, seat.entry, 3, "Türen geknallt")
    mates = round_number(tournament, 1).seats.filter(table__number=1, position__gt=1)
    names = [mate.entry.person.list_name for mate in mates.order_by("position")]
    address = f"/t/herbst/print/course/?player={seat.entry.pk}"
    client = signed_in()
    (page,) = page_texts(PdfReader(BytesIO(client.get(address).content)))
    told = " · ".join(
        f"{name} {points}" for name, points in zip(names, ("+2", "−2", "−6"), strict=True)
    )
    assert f"Verlauf: {seat.entry.person.name}" in page
    assert f"1 Tisch 1, Position 1 {told}" in page
    assert "Türen geknallt · −3" in page
    own = client.get(reverse("player", args=["herbst", seat.entry.pk])).content.decode()
    assert f'href="{address}"' in own


def test_announcements_leave_room_for_the_time(tournament: Tournament) -> None:
    (page,) = page_texts(read_pdf(made("announcements", round_number(tournament, 2))))
    assert "Runde 2: Durchsagen" in page
    assert page.count("________") == 2  # at the start, after an interruption
    assert "Vor dem Ende Noch 5 Minuten." in page
    assert "offene Pflichtsoli werden gespielt" in page


def test_without_a_time_limit_time_is_not_mentioned() -> None:
    """Word for word: what is read out to the hall."""
    tournament = make_drawn_tournament(8, rules="club", rule_options={"minutes": None})
    with translation.override("en"):
        (page,) = page_texts(read_pdf(made("announcements", round_number(tournament, 1))))
    calls = (
        "Before the round Please take your seats. Shuffle, deal and pick up the cards, "
        "but ask for no reservations yet. At the start Round 1 begins. "
        "At an interruption Round 1 is interrupted. Please wait until it goes on. "
        "After an interruption Round 1 goes on."
    )
    assert calls in page


def test_rules_of_the_evening_name_each_option_by_a_phrase() -> None:
    options = {"14": True, "20": True, "games": 16, "minutes": None}
    evening = make_drawn_tournament(8, rules="club", rule_options=options)
    (page,) = page_texts(read_pdf(made("rules", evening)))
    for words in (*chosen_options(evening.rule_set), str(RULE_SETS["club"])):
        assert words.replace(" ", "") in page.replace(" ", "")


def test_there_is_no_paper_of_the_rules_of_the_ddv(tournament: Tournament) -> None:
    with pytest.raises(Refused, match="no_rules_to_print"):
        PAPERS["rules"].made(Asked(Reader(COMMAND_LINE, tournament)))


def test_statistics_name_the_best_round(tournament: Tournament) -> None:
    (page,) = page_texts(read_pdf(made("statistics", tournament)))
    best = [
        seat.entry.person.list_name
        for seat in round_number(tournament, 1).seats.filter(position=1).order_by("table__number")
    ]
    assert f"Beste Runde +6: {best[0]} (Runde 1), {best[1]} (Runde 1)" in page
    assert "Teilnehmer, die gespielt haben 9" in page
    assert "Spiellisten 2 Spiele 54" in page
    assert "Pflichtsoli" not in page  # totals alone are in


def test_statistics_tell_the_solos_of_lists(tournament: Tournament) -> None:
    table = round_number(tournament, 2).tables.get(number=1)
    rows = rows_content(table.size)
    submit(COMMAND_LINE, table, rows)
    (page,) = page_texts(read_pdf(made("statistics", tournament)))
    assert f"Einzeln bekannte Spiele {len(rows['rows'])} " in page
    assert f"Pflichtsoli {table.size} davon gewonnen {table.size} (100 %)" in page
