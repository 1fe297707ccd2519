"""The window for objections and the final standings as pages, on paper and in Excel."""

import io
import re
from datetime import datetime, timedelta

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.utils import timezone
from openpyxl import load_workbook

from tests.factories.databases import copied
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.words import refusal, text
from tournament.exports.excel.workbook import workbook
from tournament.exports.pdf.results import standings
from tournament.models import Role, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round
from tournament.standings.reads.standings import standings_after
from tournament.standings.rules.checksum import short_checksum
from tournament.tournaments.writes.tournaments import edit_tournament
from tournament.trust.reads.freezing import freeze_outlook
from tournament.trust.writes import freeze_standings

pytestmark = pytest.mark.django_db

STANDINGS = "/t/herbst/standings/"
FINISH = "/t/herbst/finish/"
UNTIL = datetime.fromisoformat("2026-09-12T18:30:00+02:00")
BEFORE, AFTER = UNTIL - timedelta(minutes=5), UNTIL + timedelta(minutes=5)


@pytest.fixture
@copied
def tournament() -> Tournament:
    """One round of two tables, played and closed; objections until half past six."""
    tournament = make_drawn_tournament(8, rounds_planned=1, objections_until=UNTIL)
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    return tournament


def freeze(tournament: Tournament) -> Tournament:
    seen = freeze_outlook(tournament, AFTER).checksum
    return freeze_standings(COMMAND_LINE, tournament, seen=seen, now=AFTER)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (BEFORE, "Vorläufig, Einsprüche bis 18:30"),
        (AFTER, "Vorläufig, Einspruchsfrist bis 18:30 abgelaufen"),
        (AFTER + timedelta(days=1), "Vorläufig, Einspruchsfrist bis 12.09.2026 18:30 abgelaufen"),
    ],
)
def test_list_says_until_when_objections_are_heard(
    now: datetime, expected: str, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: now)
    (paper,) = page_texts(read_pdf(standings(tournament)))
    assert (paper.count(expected), "Endstand" in paper) == (
        2,
        False,
    )  # below the title, in the foot
    sheet = load_workbook(io.BytesIO(workbook(tournament).content)).worksheets[-1]
    assert str(sheet["A3"].value).startswith(f"{expected} · ")


def badges(page: HttpResponse) -> list[str]:
    found = re.findall(r'<span class="badge \w+">([^<]*)</span>', page.content.decode())
    return [" ".join(badge.split()) for badge in found]


def test_screen_says_provisional_then_final(tournament: Tournament) -> None:
    client = signed_in()
    (badge,) = badges(client.get(STANDINGS))
    assert re.fullmatch(r"Vorläufig, Einspr\S+ bis .*18:30.*", badge)
    freeze(tournament)
    page = client.get(STANDINGS)
    (badge,) = badges(page)
    assert re.fullmatch(r"festgestellt seit .*18:35", badge)
    assert text_of(page).startswith("Endstand")


def test_page_shows_what_is_frozen_and_freezes_it(tournament: Tournament) -> None:
    over = timezone.now() - timedelta(minutes=1)
    edit_tournament(COMMAND_LINE, tournament, {"objections_until": over})
    checksum = freeze_outlook(tournament, AFTER).checksum
    client = signed_in(tournament, Role.DIRECTION)
    page = client.get(FINISH)
    assert f"Prüfsumme {short_checksum(checksum)}" in text_of(page)
    assert f'name="seen" value="{checksum}"' in page.content.decode()
    answer = client.post(FINISH, {"seen": checksum}, follow=True)
    assert messages_of(answer) == [text("The tournament is finished.")]
    tournament.refresh_from_db()
    assert tournament.frozen_checksum == checksum


def test_first_ten_include_everybody_sharing_the_tenth_rank() -> None:
    tournament = make_drawn_tournament(16, rounds_planned=1)
    for table in round_number(tournament, 1).tables.all():
        enter_totals(table, [6, 2, -2, -6])
    tournament = closed(tournament)
    client = signed_in()
    page = client.get(FINISH)
    ranks = re.findall(r'<td class="rank">(\d*)</td>', page.content.decode())
    assert ranks == ["1"] * 4 + ["5"] * 4 + ["9"] * 4
    parts = re.findall(r'<button class="button primary">|<table\b', page.content.decode())
    assert parts == ['<button class="button primary">', "<table"]
    freeze_standings(COMMAND_LINE, tournament, seen=freeze_outlook(tournament, AFTER).checksum)
    papers = client.get("/t/herbst/print/").content.decode()
    assert re.findall(r"standings/\?after=1\">(\w+)</a>", papers) == ["Endstand"]
    assert re.findall(r'button primary"[^>]*>(.*)</a>', papers) == ["Endstand"]
    assert re.findall('class="bar-round">(.*)</p>', papers) == ["beendet"]
    final = client.get(STANDINGS).content.decode()
    assert re.findall("<caption[^>]*>([^<]*)</caption>", final)[0] == "Endstand"


def closed(tournament: Tournament) -> Tournament:
    close_round(COMMAND_LINE, round_number(tournament, 1))
    return tournament


def test_refusal_keeps_the_reason_that_was_typed(tournament: Tournament) -> None:
    answer = signed_in().post(FINISH, {"seen": "alt", "reason": "Alle <einig>"})
    assert answer.status_code == 422
    assert refusal("standings_changed") in text_of(answer)
    Tournament.objects.update(objections_until=timezone.now() + timedelta(hours=1))
    answer = signed_in(tournament, Role.DIRECTION).post(
        FINISH, {"seen": "alt", "reason": "Alle <einig>"}
    )
    assert 'name="reason" value="Alle &lt;einig&gt;"' in answer.content.decode()


def test_page_names_the_obstacles(tournament: Tournament) -> None:
    round = round_number(tournament, 1)
    round.tables.filter(number=2).update(current_version=None)
    round.closed_at = None
    round.save()
    Tournament.objects.update(verification="blind", rounds_planned=2)
    page = signed_in().get(FINISH)
    _head, obstacles, reasons = page.content.decode().split('<div class="notice ')
    assert re.findall(r'href="/t/herbst/rounds/([^"]*)/"', obstacles) == ["1", "1/tables/2"]
    assert re.findall(r'href="/t/herbst/rounds/([^"]*)/"', reasons) == ["1/tables/1"]
    planned = text("%(planned)s rounds are planned, %(rounds)s are there.", planned=2, rounds=1)
    assert planned in text_of(page)
    assert 'name="seen"' not in page.content.decode()


def test_page_of_frozen_standings_reports_tampering(
    tournament: Tournament,
) -> None:
    freeze(tournament)
    client = signed_in()
    assert '<p class="notice error">' not in client.get(FINISH).content.decode()
    person = tournament.entries.get(number=4).person
    person.last_name += "er"
    person.save()
    page = client.get(FINISH)
    assert page.content.decode().count('<p class="notice error">') == 1
    assert page.context["checksum"] in text_of(page)


def test_settings_keep_the_window_to_the_minute(tournament: Tournament) -> None:
    client = signed_in()
    form = client.get("/t/herbst/settings/").context["form"]
    assert form["objections_until"].value().isoformat().startswith("2026-09-12T")
    assert 'value="2026-09-12T18:30"' in str(form["objections_until"])
    fields = {name: field.value() for name, field in ((f.name, f) for f in form)}
    typed = {name: value for name, value in fields.items() if value not in (None, False)}
    answer = client.post(
        "/t/herbst/settings/", {**typed, "objections_until": "2026-09-12T19:00"}, follow=True
    )
    assert messages_of(answer) == ["Gespeichert."]
    tournament.refresh_from_db()
    assert tournament.objections_until == UNTIL + timedelta(minutes=30)


def test_pages_offer_nothing_that_would_change_final_standings(tournament: Tournament) -> None:
    client = signed_in()
    assert "reopen" in client.get("/t/herbst/rounds/1/").content.decode()
    freeze(tournament)
    assert "reopen" not in client.get("/t/herbst/rounds/1/").content.decode()
    players = client.get("/t/herbst/players/").content.decode()
    assert ("/fee/" in players, "/players/new/" in players) == (True, False)


@pytest.mark.parametrize("players", [8, 32])
def test_finish_page_needs_a_constant_number_of_queries(
    players: int, django_assert_num_queries
) -> None:
    tournament = make_drawn_tournament(players, rounds_planned=1)
    enter_round(round_number(tournament, 1))
    client = signed_in()
    with django_assert_num_queries(13):
        client.get(FINISH)


@pytest.fixture
def changed(tournament: Tournament) -> Tournament:
    """Declared final; then a name was corrected, as another tournament can do."""
    edit_tournament(COMMAND_LINE, tournament, {"objections_until": None})
    frozen = freeze(Tournament.objects.get())
    person = frozen.entries.get(number=4).person
    person.last_name += "er"
    person.save()
    return frozen


@pytest.mark.alone
def test_every_form_of_the_list_says_it_is_not_the_final_one(
    changed: Tournament, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    report = standings_after(changed)
    declared, found = map(short_checksum, (changed.frozen_checksum, report.changed_to))
    not_these, checksums = text(
        "These are not the standings that were declared final (%(time)s): those had the checksum "
        "%(declared)s, these have %(found)s. A name was mended, or a result was changed past the "
        "program.",
        time="TIME",
        declared=declared,
        found=found,
    ).split("TIME")
    page = signed_in().get(STANDINGS)
    (badge,) = badges(page)
    assert re.fullmatch(r"Seit der Feststellung \(.*18:35\) verändert", badge)
    assert f'<p class="notice error">{not_these}' in page.content.decode()
    with monkeypatch.context() as clock:
        clock.setattr(timezone, "now", lambda: AFTER)
        (paper,) = page_texts(read_pdf(standings(changed)))
        book = load_workbook(io.BytesIO(workbook(changed).content))
    assert paper.count("Seit der Feststellung (18:35) verändert") == 2  # at the top, in the foot
    excel = " ".join(str(cell.value) for cell in book.worksheets[-1]["A"])
    call_command("standings", "herbst")
    for form in (text_of(page), paper, excel, capsys.readouterr().out):
        words = " ".join(form.split())
        assert (words.count(not_these), words.count(checksums)) == (1, 1)
        assert "Endgültig" not in words
        if form in (paper, excel):  # both on the day it was declared final
            assert f"{not_these}18:35)" in words
        for named in ("Festgestellter Endstand", text("Final standings to keep")):  # a link
            words = words.replace(named, "")
        assert "Endstand" not in words


@pytest.mark.alone
def test_list_of_a_category_says_so_too(changed: Tournament) -> None:
    changed.entries.filter(number__lte=3).update(tags=["Damen"])
    report = standings_after(changed, tag="Damen")
    assert (len(report.rows), report.final) == (3, False)
    assert report.changed_to == standings_after(changed).changed_to


@pytest.mark.alone
def test_list_that_is_not_the_frozen_one_costs_one_more_query(
    changed: Tournament, django_assert_num_queries
) -> None:
    with django_assert_num_queries(6):
        assert standings_after(changed, tag="Damen").changed_to


def test_unchanged_list_of_a_category_stays_final(tournament: Tournament) -> None:
    frozen = freeze(tournament)
    frozen.entries.filter(number__lte=3).update(tags=["Damen"])
    assert standings_after(frozen, tag="Damen").final
