"""Finishing a tournament declares its standings final; resuming it undoes both."""

import io
from datetime import timedelta

import pytest
from django.utils import timezone
from openpyxl import load_workbook

from tests.factories.databases import copied
from tests.factories.journal import note_everything
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.submissions import journal
from tests.factories.words import refusal, text
from tournament.errors import Refused
from tournament.exports.excel.workbook import workbook
from tournament.exports.pdf.results import standings
from tournament.models import GameTable, Tournament, Verification
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round
from tournament.standings.reads.standings import standings_after
from tournament.standings.rules.checksum import short_checksum
from tournament.tournaments.writes.tournaments import finish_tournament, resume_tournament
from tournament.trust.reads.freezing import freeze_outlook

pytestmark = pytest.mark.django_db

SETTINGS = "/t/herbst/settings/"
FINISH = "/t/herbst/finish/"
RESUME = "/t/herbst/resume/"


def played(tournament: Tournament) -> Tournament:
    """A tournament whose first round is entered and closed."""
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    return tournament


@pytest.fixture
@copied
def tournament() -> Tournament:
    """A small club: one round of two tables, played and closed; no verification, no objections."""
    return played(make_drawn_tournament(8, rounds_planned=1))


@pytest.fixture
def open_matters(tournament: Tournament) -> Tournament:
    """Objections for another hour, a planned round not played, table 2 not confirmed."""
    tournament.objections_until = timezone.now() + timedelta(hours=1)
    tournament.rounds_planned, tournament.verification = 2, "blind"
    tournament.save()
    first = round_number(tournament, 1).tables.get(number=1)
    Verification.objects.create(version=first.current_version, how="blind")
    note_everything(tournament)
    return tournament


def refused(act: object, *arguments: object, **named: object) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refused) as caught:
        act(*arguments, **named)  # type: ignore[operator]
    return caught.value.code, caught.value.params


def test_finishing_declares_the_standings_final(tournament: Tournament) -> None:
    checksum = freeze_outlook(tournament, timezone.now()).checksum
    finish_tournament(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    assert (tournament.status, tournament.frozen_checksum) == ("finished", checksum)
    assert journal("standings_frozen")[0]["reason"] == ""
    assert standings_after(tournament).final


def test_open_matters_are_overridden_only_with_a_reason(open_matters: Tournament) -> None:
    assert refused(finish_tournament, COMMAND_LINE, open_matters) == ("reason_needed", {})
    open_matters.refresh_from_db()
    assert (open_matters.status, open_matters.frozen_at) == ("running", None)
    finish_tournament(COMMAND_LINE, open_matters, reason=" Alle sind heim ")
    (entry,) = journal("standings_frozen")
    assert (entry["unconfirmed"], entry["objections_open"]) == ([[1, 2]], True)
    assert (entry["rounds_unplayed"], entry["reason"]) == (1, "Alle sind heim")


def test_missing_sheet_is_refused_for_any_reason(tournament: Tournament) -> None:
    GameTable.objects.filter(number=2).update(current_version=None)
    assert refused(finish_tournament, COMMAND_LINE, tournament, reason="egal") == (
        "freeze_sheets_missing",
        {"places": ((1, 2),)},
    )


def test_every_form_of_the_list_says_final_by_whom_and_what_was_open(
    open_matters: Tournament,
) -> None:
    finish_tournament(COMMAND_LINE, open_matters, reason="Alle sind heim")
    open_matters.refresh_from_db()
    checksum = f"Endgültig · Prüfsumme {short_checksum(open_matters.frozen_checksum)}"
    matters = [
        text("not verified: %(places)s", places="Runde 1, Tisch 2"),
        f"{text('objections until')} TIME",
        text("%(count)s planned round not played", "%(count)s planned rounds not played", count=1),
    ]
    decision, rest = text(
        "Declared final by “%(account)s” though this was open: %(matters)s. Reason: %(reason)s",
        account=text("Program"),
        matters="; ".join(matters),
        reason="Alle sind heim",
    ).split("TIME")
    screen = text_of(signed_in().get("/t/herbst/standings/"))
    (paper,) = page_texts(read_pdf(standings(open_matters)))
    sheet = load_workbook(io.BytesIO(workbook(open_matters).content)).worksheets[-1]
    excel = " ".join(str(cell.value) for cell in sheet["A"])
    for form in (screen, paper, excel):
        words = " ".join(form.split())
        assert (words.count(decision), words.count(rest)) == (1, 1)
    assert (paper.count(checksum), excel.count(checksum)) == (1, 1)
    assert screen.startswith("Endstand festgestellt seit ")
    assert [form.lower().count("vorläufig") for form in (screen, paper, excel)] == [0, 0, 0]


def test_resuming_takes_both_back_with_a_reason(tournament: Tournament) -> None:
    finish_tournament(COMMAND_LINE, tournament)
    assert refused(resume_tournament, COMMAND_LINE, tournament, " ") == (
        "reason_needed",
        {},
    )
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    checksum = tournament.frozen_checksum
    resume_tournament(COMMAND_LINE, tournament, "Einspruch Tisch 2")
    assert journal("standings_unfrozen") == [{"checksum": checksum, "reason": "Einspruch Tisch 2"}]
    enter_totals(round_number(tournament, 1).tables.get(number=2), [8, 4, -4, -8])
    assert refused(resume_tournament, COMMAND_LINE, tournament, "x") == (
        "tournament_not_finished",
        {},
    )


def test_small_club_finishes_by_one_press_without_a_question(tournament: Tournament) -> None:
    client = signed_in()
    page = client.get(FINISH)
    assert 'name="reason"' not in page.content.decode()
    answer = client.post(FINISH, {"seen": page.context["outlook"].checksum}, follow=True)
    assert messages_of(answer) == [text("The tournament is finished.")]
    tournament.refresh_from_db()
    assert tournament.status == "finished"


def test_page_shows_what_is_open_and_asks_for_the_reason(open_matters: Tournament) -> None:
    client = signed_in()
    page = client.get(FINISH)
    outlook = page.context["outlook"]
    assert (outlook.report.rounds_planned, outlook.played_rounds) == (2, 1)
    assert page.context["open_until"] in text_of(page)
    assert 'href="/t/herbst/rounds/1/tables/2/"' in page.content.decode()
    answer = client.post(FINISH, {"reason": ""})
    assert answer.status_code == 422
    assert refusal("reason_needed") in text_of(answer)
    client.post(FINISH, {"reason": "Alle heim"})
    assert 'id="reason"' in client.get(FINISH).content.decode()
    answer = client.post(RESUME, {"reason": " "}, follow=True)
    assert messages_of(answer) == [refusal("reason_needed")]
    client.post(RESUME, {"reason": "Irrtum"})
    open_matters.refresh_from_db()
    assert (open_matters.status, open_matters.frozen_at) == ("running", None)


def test_settings_can_be_opened_though_a_result_is_damaged(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.sheets.reads.table_totals._are_totals", lambda *_, **__: False)
    assert 'name="rounds_planned"' in signed_in().get(SETTINGS).content.decode()
