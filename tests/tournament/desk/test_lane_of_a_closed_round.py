"""The totals lane of a closed round: verification goes on, nothing else is taken or lost."""

import json

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.journal import note
from tests.factories.pages import signed_in, text_of
from tests.factories.sheets import make_round, totals_content
from tests.factories.submissions import nothing_written, submit
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import text
from tournament.models import Role, Round, Verification, VerificationRule
from tournament.permissions import Actor
from tournament.views.desk.sheets import closed_sentence

TOTALS = (6, 2, -2, -6)
SWAPPED = (6, 2, -6, -2)
LOOKS = "A verification can still be typed; it changes no result."


def make_closed(rule: VerificationRule = VerificationRule.NONE) -> Round:
    """Create a closed round with results at both tables by other people."""
    round = make_round(make_tournament(verification=rule), sizes=(4, 4))
    other = Actor(make_user(Role.TYPIST, round.tournament, "anna"))
    for table in round.tables.all():
        submit(other, table, totals_content(TOTALS))
    round.closed_at = timezone.now()
    round.save()
    return round


def send(client: Client, round: Round, totals, **more: str) -> dict:
    address = reverse("totals-lane-save", args=[round.tournament.slug, round.number])
    typed = {"table": 1, "totals": [str(total) for total in totals], **more}
    return client.post(address, json.dumps(typed), content_type="application/json").json()


def lane(client: Client, round: Round) -> str:
    return text_of(client.get(reverse("totals-lane", args=[round.tournament.slug, round.number])))


@pytest.mark.django_db
@pytest.mark.parametrize("totals", [SWAPPED, (6, 2, -2, -5)])
def test_totals_for_a_closed_round_are_answered_with_the_reason(totals):
    round = make_closed()
    typist = signed_in(round.tournament, Role.TYPIST)
    with nothing_written():
        answer = send(typist, round, totals)
    assert answer["state"] == "unsaved"
    assert answer["text"].endswith(closed_sentence())


@pytest.mark.django_db
def test_code_of_another_sheet_leaves_the_totals_in_the_lane():
    round = make_closed()
    answer = send(signed_in(round.tournament, Role.TYPIST), round, TOTALS, code="ZZ")
    assert answer["state"] == "unsaved"


@pytest.mark.django_db
@pytest.mark.parametrize("rule", [VerificationRule.BLIND, VerificationRule.PERSON])
@pytest.mark.alone
def test_verification_is_typed_in_the_lane_of_a_closed_round(rule):
    round = make_closed(rule)
    answer = send(signed_in(round.tournament, Role.TYPIST), round, TOTALS)
    assert answer["state"] == "saved"
    assert Verification.objects.get().version.table.number == 1


@pytest.mark.django_db
def test_differing_verification_stops_in_a_closed_round_without_changes():
    round = make_closed(VerificationRule.BLIND)
    answer = send(signed_in(round.tournament, Role.TYPIST), round, SWAPPED)
    assert (answer["state"], Verification.objects.get(agrees=False).totals) == (
        "refused",
        [*SWAPPED],
    )
    assert round.tables.get(number=1).current_version.totals == [*TOTALS]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rule", "may_verify"), [(VerificationRule.NONE, False), (VerificationRule.BLIND, True)]
)
def test_lane_of_a_closed_round_says_so_beforehand(rule, may_verify):
    round = make_closed(rule)
    typist = signed_in(round.tournament, Role.TYPIST)
    assert closed_sentence() in lane(typist, round)
    assert (text(LOOKS) in lane(typist, round)) == may_verify
    round.closed_at = None
    round.save()
    note(round.tournament)
    assert closed_sentence() not in lane(typist, round)
