"""Plurals, dates and the words of forms, as they are read."""

from datetime import UTC, date, datetime

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format

from tests.factories.desk import address_of, typed_totals
from tests.factories.pages import signed_in, text_of
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.tournaments import make_entries, make_owner, make_tournament
from tournament.draw.table_sizes import CannotSeat, table_sizes
from tournament.errors import Refused
from tournament.labels.draws import cannot_seat_sentence
from tournament.labels.journal import journal_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.models import JournalEntry
from tournament.permissions import COMMAND_LINE
from tournament.seating.writes.draws import draw_next_round
from tournament.tournaments.writes.tournaments import delete_tournament

pytestmark = pytest.mark.django_db


def test_one_missing_sheet_is_singular() -> None:
    tournament = make_drawn_tournament(8, rounds_planned=1)
    first, second = round_number(tournament, 1).tables.order_by("number")
    client = signed_in()
    page = client.post(address_of(first), typed_totals(6, 2, -2, -6), follow=True)
    assert "Es fehlt noch 1 Spielliste." in text_of(page)
    assert address_of(second) in page.content.decode()


def test_two_missing_sheets_are_plural() -> None:
    tournament = make_drawn_tournament(12, rounds_planned=1)
    first = round_number(tournament, 1).tables.get(number=1)
    page = signed_in().post(address_of(first), typed_totals(6, 2, -2, -6), follow=True)
    assert "Es fehlen noch 2 Spiellisten." in text_of(page)


@pytest.mark.parametrize(
    ("players", "words"),
    [(1, "1 Teilnehmer lässt sich nicht setzen"), (3, "3 Teilnehmer lassen sich nicht setzen")],
)
def test_too_few_players(players: int, words: str) -> None:
    with pytest.raises(CannotSeat) as error:
        table_sizes(players)
    assert cannot_seat_sentence(error.value).startswith(words)


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (
            Refused("sheets_missing", round=2, tables="3, 4"),
            "Runde 2 kann nicht abgeschlossen werden: Es fehlen Spiellisten, Tisch 3, 4.",
        ),
        (
            Refused("standings_incomplete", round=3, places=((1, 3), (1, 4), (2, 1))),
            "Runde 3 wird nach dem Zwischenstand gesetzt, und es fehlen Spiellisten: Runde 1, "
            "Tisch 3, 4; Runde 2, Tisch 1.",
        ),
        (
            Refused("reason_needed"),
            "Die Begründung fehlt: Ohne sie geht das nicht, und sie steht dann im Journal.",
        ),
        (
            Refused("sign_in_paused", seconds=1),
            "Zu viele falsche Eingaben. Bitte 1 Sekunde warten.",
        ),
        (
            Refused("sign_in_paused", seconds=30),
            "Zu viele falsche Eingaben. Bitte 30 Sekunden warten.",
        ),
    ],
)
def test_refusals_count(refusal: Refused, sentence: str) -> None:
    assert refusal_sentence(refusal) == sentence


@pytest.mark.parametrize(
    ("rounds", "drawn"), [(1, "Auslosung 1: Runde 1 für"), (3, "Auslosung 1: Runden 1 bis 3 für")]
)
@pytest.mark.alone
def test_journal_names_the_rounds_of_a_draw(rounds: int, drawn: str) -> None:
    tournament = make_tournament(rounds_planned=rounds)
    make_entries(tournament, 4)
    draw_next_round(COMMAND_LINE, tournament, "x")
    entry = JournalEntry.objects.get(action="rounds_drawn")
    assert journal_sentence(entry.action, entry.data, {}, {}) == (
        f"{drawn} 4 Teilnehmer ausgelost."
    )


def test_command_names_the_only_round(capsys: pytest.CaptureFixture) -> None:
    make_entries(make_tournament(rounds_planned=1), 4)
    call_command("draw_round", "herbst", "--seed", "x")
    assert capsys.readouterr().out.startswith(
        "Runde 1 für 4 Teilnehmer ausgelost. Losschlüssel: x\n"
    )


def test_extra_time_of_one_minute() -> None:
    data = {"round": 1, "table": 2, "minutes": 1, "initials": "KS", "reason": "Karte"}
    assert journal_sentence("time_extended", data, {}, {}) == (
        "Runde 1, Tisch 2: 1 Minute Nachspielzeit (KS). Begründung: Karte"
    )


def test_journal_counts_what_was_deleted() -> None:
    tournament = make_drawn_tournament(4, rounds_planned=1)
    table = round_number(tournament, 1).tables.get()
    table.penalties.create(rule="9.3.2", offender=1, points=[-3, 1, 1, 1])
    delete_tournament(COMMAND_LINE, tournament)
    assert (
        "Turnier „Herbstturnier“ (herbst) gelöscht: 4 Teilnehmer, davon 4 in keinem anderen "
        "Turnier gemeldet, 1 Auslosung, 1 Runde, 1 Strafe."
        in text_of(signed_in().get(reverse("installation-journal")))
    )


@pytest.mark.parametrize(
    ("typed", "focused"),
    [
        ({"name": "Herbst", "rounds_planned": "0", "slug": "a b"}, "rounds_planned"),
        ({"name": "Herbst", "rounds_planned": "3", "slug": "a b"}, "slug"),
        ({"name": "Herbst", "rounds_planned": "3", "slug": "herbst"}, "slug"),
        ({"name": "", "rounds_planned": "0"}, "name"),
    ],
)
def test_cursor_goes_to_the_first_wrong_field(typed: dict[str, str], focused: str) -> None:
    make_tournament()
    form = signed_in().post(reverse("tournament-new"), typed).context["form"]
    with_cursor = [name for name, field in form.fields.items() if "autofocus" in str(form[name])]
    assert with_cursor == [focused]
    assert 'aria-invalid="true"' in str(form[focused])


def test_short_name_is_called_by_its_label() -> None:
    page = signed_in().post(
        reverse("tournament-new"), {"name": "Herbst", "rounds_planned": "3", "slug": "a b"}
    )
    assert page.context["form"].errors == {
        "slug": ["Möglich sind nur die Buchstaben a bis z, Ziffern, Binde- und Unterstriche."]
    }


def test_password_page_is_spelt_right() -> None:
    page = text_of(signed_in().get(reverse("password")))
    assert "Dasselbe Passwort noch einmal." in page
    assert "das selbe" not in page


def test_english_dates_name_the_month_and_count_24_hours() -> None:
    moment = datetime(2026, 11, 21, 20, 28, tzinfo=UTC)
    with translation.override("en"):
        assert date_format(date(2026, 11, 21), "DATE_FORMAT") == "21 November 2026"
        assert date_format(date(2026, 5, 12), "SHORT_DATE_FORMAT") == "12 May 2026"
        assert date_format(moment, "SHORT_DATETIME_FORMAT") == "21 Nov 2026, 20:28"
        assert date_format(moment, "DATETIME_FORMAT") == "21 November 2026, 20:28"
        assert date_format(moment, "TIME_FORMAT") == "20:28"


def test_english_pages_use_them() -> None:
    tournament = make_drawn_tournament(4, date=date(2026, 11, 21), rounds_planned=1)
    client = Client(headers={"accept-language": "en"})
    client.force_login(make_owner())
    client.cookies["django_language"] = "en"
    assert "21 November 2026" in text_of(client.get("/t/herbst/"))
    first = round_number(tournament, 1).tables.get()
    words = text_of(client.post(address_of(first), typed_totals(6, 2, -2, -6), follow=True))
    assert "a.m." not in words
    assert "p.m." not in words
