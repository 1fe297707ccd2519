"""The example tournament: its content, and that it can be removed and stays away."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.databases import copied
from tests.factories.tournaments import make_owner, make_tournament, make_user
from tournament.accounts.reads import example_is_due
from tournament.imports.example import import_example
from tournament.models import JournalEntry, Penalty, Person, Role, RoundState, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.standings.reads.standings import standings_after
from tournament.trust.reads.audit import contradictions

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


@pytest.fixture
@copied
def example() -> Tournament:
    return import_example(COMMAND_LINE)


def test_example_is_in_the_middle_of_its_third_round(example):
    assert example.is_example
    assert example.status == Tournament.Status.RUNNING
    assert example.entries.filter(checked_in=True, fee_paid=True).count() == 72
    assert [round.state for round in example.rounds.all()] == [
        RoundState.CLOSED,
        RoundState.CLOSED,
        RoundState.RUNNING,
    ]
    entered = [
        round.tables.filter(current_version__isnull=False).count() for round in example.rounds.all()
    ]
    assert entered == [18, 18, 9]


def test_example_has_something_to_see_everywhere(example):
    assert [penalty.rule for penalty in Penalty.objects.all()] == ["9.3.2"]
    assert [entry.adjustments.get().points for entry in example.entries.filter(adjustments__gt=0)]
    table = example.rounds.get(number=3).tables.get(extra_minutes__gt=0)
    assert (table.number, table.extra_minutes) == (14, 5)


def test_journal_of_the_example_matches_the_stored_data(example):
    assert contradictions(example) == ()


def test_standings_of_the_example_balance(example):
    report = standings_after(example)
    assert (report.tables_in, report.tables_all, report.provisional) == (9, 18, True)
    for number in range(3):
        assert sum(row.rounds[number] or 0 for row in report.rows) == 0


def test_example_is_due_on_the_very_first_start_alone():
    assert example_is_due()
    make_tournament()
    assert not example_is_due()


def test_example_is_removed_by_one_click_and_stays_away(example):
    client = Client()
    client.force_login(make_owner())
    answer = client.post(reverse("remove-example", args=[example.slug]))
    assert answer["Location"] == reverse("home")
    assert not Tournament.objects.exists()
    assert not Person.objects.exists()
    assert not example_is_due()
    deletion = JournalEntry.objects.get(tournament=None, action="tournament_deleted")
    assert (deletion.data["players"], deletion.data["rounds"]) == (72, 3)


def test_only_an_example_goes_by_one_click():
    real = make_tournament()
    client = Client()
    client.force_login(make_owner())
    assert client.post(reverse("remove-example", args=[real.slug])).status_code == 404
    assert Tournament.objects.get() == real


def test_direction_cannot_remove_the_example(example):
    client = Client()
    client.force_login(make_user(Role.DIRECTION, example))
    assert client.post(reverse("remove-example", args=[example.slug])).status_code == 403
    assert Tournament.objects.exists()
