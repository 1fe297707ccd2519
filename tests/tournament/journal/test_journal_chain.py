"""Tampering with the journal behind the program's back is noticed."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from tests.factories.journal import drop_triggers, erase_journal
from tests.factories.pages import signed_in, text_of
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_owner, make_tournament
from tests.factories.words import text
from tournament.journal.reads import chain_report
from tournament.journal.writes import record
from tournament.labels.audit import chain_sentence
from tournament.models import JournalEntry, JournalHead, Tournament
from tournament.permissions import COMMAND_LINE, Actor

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    erase_journal(tournament)
    record(COMMAND_LINE, tournament, "round_published", round=1)
    record(Actor(make_owner()), tournament, "round_reopened", round=1, reason="Zahlendreher ä")
    record(COMMAND_LINE, tournament, "round_published", round=2)
    return tournament


ENTRIES_ARE_THERE = (
    "The journal was changed behind the program's back: %(entries)s entries are there, "
    "%(expected)s were written."
)


def whole(entries: int, seal: str) -> str:
    words = (
        "The journal is whole: %(entries)s entry, seal %(seal)s.",
        "The journal is whole: %(entries)s entries, seal %(seal)s.",
    )
    return text(*words, entries, entries=entries, seal=seal)


def differs(what: str, stored: str, told: str) -> str:
    sentence = "%(what)s: stored %(stored)s, journal %(told)s."
    return text(sentence, what=what, stored=stored, told=told)


def behind_the_back(statement: str, *values: object) -> None:
    """Run a statement past the program and its triggers."""
    drop_triggers()
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def test_journal_is_intact_as_written(tournament, django_assert_num_queries) -> None:
    with django_assert_num_queries(2):
        report = chain_report(tournament)
    assert (report.is_whole, report.entries, report.expected) == (True, 3, 3)
    assert report.seal == JournalEntry.objects.last().seal
    assert chain_sentence(report) == whole(3, report.seal[:8])


def test_every_journal_has_its_own_chain(tournament) -> None:
    before = chain_report(None).entries
    other = make_tournament("zweites")
    record(COMMAND_LINE, None, "account_created", account=1)
    record(COMMAND_LINE, other, "round_published", round=1)
    entries = [chain_report(which).entries for which in (tournament, other, None)]
    assert entries == [3, 2, before + 2]
    assert all(chain_report(which).is_whole for which in (tournament, other, None))


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        ("UPDATE tournament_journalentry SET action = 'round_closed' WHERE id = %s", 2),
        ("DELETE FROM tournament_journalentry WHERE id = %s", 2),
    ],
)
def test_a_changed_or_deleted_entry_is_noticed(tournament, statement, place) -> None:
    second = JournalEntry.objects.filter(tournament=tournament).order_by("pk")[1]
    behind_the_back(statement, second.pk)
    report = chain_report(tournament)
    assert (report.is_whole, report.broken_at) == (False, place)
    left = JournalEntry.objects.filter(tournament=tournament).order_by("pk")
    assert report.broken_time == left[place - 1].at
    assert f" {place} (" in chain_sentence(report)


def test_a_cut_off_end_is_noticed(tournament) -> None:
    behind_the_back(
        "DELETE FROM tournament_journalentry WHERE id = %s", JournalEntry.objects.last().pk
    )
    report = chain_report(tournament)
    assert (report.is_whole, report.entries, report.expected) == (False, 2, 3)


def test_a_journal_without_any_entry_left_is_noticed(tournament) -> None:
    behind_the_back("DELETE FROM tournament_journalentry WHERE id > %s", 0)
    report = chain_report(tournament)
    assert (report.is_whole, report.entries) == (False, 0)
    assert chain_sentence(report) == text(ENTRIES_ARE_THERE, entries=0, expected=3)


def test_recount_verifies_the_chain(capsys) -> None:
    tournament = make_tournament()
    record(COMMAND_LINE, tournament, "commitment_published", commitment="ab")
    call_command("recount", "herbst")
    assert chain_sentence(chain_report(tournament)) in capsys.readouterr().out.splitlines()
    JournalHead.objects.filter(tournament=tournament).update(entries=4)
    with pytest.raises(SystemExit, match="1"):
        call_command("recount", "herbst")
    assert capsys.readouterr().err.splitlines() == [chain_sentence(chain_report(tournament))]


def test_journal_erased_with_its_head_is_noticed_after_any_act(capsys) -> None:
    tournament = make_tournament()
    make_round(tournament)
    call_command("recount", "herbst")
    erase_journal(tournament)
    with pytest.raises(SystemExit, match="1"):
        call_command("recount", "herbst")
    out, err = capsys.readouterr()
    assert text("The journal has no entries.") in out
    assert differs("Runde 1, Tisch 1", text("present"), text("nothing")) in err


@pytest.mark.alone
def test_the_page_of_the_installation_checks_its_journal() -> None:
    tournament = make_tournament()
    client = signed_in()
    page = reverse("installation-journal")
    assert "?check=1" in client.get(page).content.decode()
    checked = text_of(client.get(page, {"check": 1}))
    assert whole(2, JournalHead.objects.get(tournament=None).seal[:8]) in checked
    assert text("What is stored is what the journal says.") in checked
    Tournament.objects.filter(pk=tournament.pk).update(slug="anders")
    checked = text_of(client.get(page, {"check": 1}))
    assert differs("Turnier, Kurzname", "anders", "herbst") in checked
    behind_the_back("DELETE FROM tournament_journalentry WHERE tournament_id IS NULL AND id > 0")
    checked = text_of(client.get(page, {"check": 1}))
    assert text(ENTRIES_ARE_THERE, entries=0, expected=2) in checked
