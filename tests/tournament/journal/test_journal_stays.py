"""Nothing in the program deletes an entry of a journal."""

import pytest
from django.contrib import admin
from django.db.models import ProtectedError
from django.test import RequestFactory

from tests.factories.journal import acts
from tests.factories.tournaments import make_owner, make_tournament
from tournament.journal.reads import chain_report
from tournament.journal.writes import record
from tournament.models import JournalEntry, JournalHead, Tournament
from tournament.permissions import Actor
from tournament.tournaments.writes.tournaments import delete_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_administration_deletes_nothing_and_does_not_know_the_heads() -> None:
    request = RequestFactory().post("/")
    request.user = make_owner()
    ours = {
        model: entry
        for model, entry in admin.site._registry.items()
        if model._meta.app_label == "tournament"
    }
    assert {JournalEntry, Tournament} <= ours.keys()
    assert JournalHead not in ours
    assert [entry for entry in ours.values() if entry.has_delete_permission(request)] == []
    assert [
        entry for entry in ours.values() if "delete_selected" in entry.get_actions(request)
    ] == []
    journal = ours[JournalEntry]
    assert not journal.has_add_permission(request)
    assert not journal.has_change_permission(request)


def test_account_named_in_a_journal_cannot_be_deleted() -> None:
    owner = make_owner()
    record(Actor(owner), make_tournament(), "round_published", round=1)
    with pytest.raises(ProtectedError):
        owner.delete()


@pytest.mark.alone
def test_journal_of_a_deleted_tournament_goes_and_others_stay_intact() -> None:
    tournament, other = make_tournament(), make_tournament("anderes")
    actor = Actor(make_owner())
    for where in (tournament, other, None):
        record(actor, where, "tournament_created", slug="x")
    delete_tournament(actor, tournament)
    assert set(JournalEntry.objects.values_list("tournament", flat=True)) == {None, other.pk}
    assert [chain_report(which).is_whole for which in (other, None)] == [True, True]
    assert list(acts().filter(tournament=None).values_list("action", flat=True)) == [
        "tournament_created",
        "tournament_deleted",
    ]
