"""A stopped verification is still one after a penalty."""

import pytest
from django.urls import reverse

from tests.factories.pages import signed_in
from tests.factories.sheets import rows_content, totals_content
from tests.factories.submissions import current, journal, nothing_written, submit
from tests.factories.tournaments import make_user
from tournament.errors import Refused
from tournament.models import GameTable, Role, Verification, VerificationRule
from tournament.permissions import Actor
from tournament.referee.writes.penalties import award_penalty, revoke_penalty
from tournament.sheets.reads.verifications import open_differences, verification_of
from tournament.sheets.writes.sheets import submit_sheet
from tournament.sheets.writes.verification import confirm_version, let_stand, verify_blindly

pytestmark = pytest.mark.django_db

TOTALS = [6, 2, -2, -6]
OTHER = [6, 2, -6, -2]
WITH_PENALTY = [7, 3, -5, -5]
OTHER_WITH_PENALTY = [7, 3, -9, -1]


@pytest.fixture
def other(table: GameTable) -> Actor:
    return Actor(make_user(Role.TYPIST, table.round.tournament, "zweite"))


@pytest.fixture
def referee(table: GameTable) -> Actor:
    return Actor(make_user(Role.REFEREE, table.round.tournament))


def ask_for(rule: VerificationRule, table: GameTable) -> None:
    table.round.tournament.verification = rule
    table.round.tournament.save()


def award(referee: Actor, table: GameTable):
    return award_penalty(referee, table, rule="9.3.2", offender=3, initials="SR", contained=False)


def stop(table: GameTable, typist: Actor, other: Actor, typed: list[int] = OTHER) -> None:
    submit(typist, table, totals_content(TOTALS))
    outcome = submit_sheet(
        other, table, "totals", totals_content(typed), based_on=None, retyped=True
    ).outcome
    assert outcome == "stopped"


def test_stop_survives_a_penalty_and_its_revocation(
    table: GameTable, typist: Actor, other: Actor, referee: Actor
) -> None:
    ask_for(VerificationRule.PERSON, table)
    stop(table, typist, other)
    penalty = award(referee, table)
    (waiting,) = verification_of(table.round, other.user).waiting
    assert (waiting.version, waiting.differences, waiting.is_stopped) == (2, 1, True)
    with nothing_written(), pytest.raises(Refused, match="verification_stopped"):
        confirm_version(other, table, version=2)
    assert [typed.totals for typed in open_differences(current(table))] == [OTHER_WITH_PENALTY]
    revoke_penalty(referee, penalty, "doch nicht")
    assert [typed.totals for typed in open_differences(current(table))] == [OTHER]
    with nothing_written(), pytest.raises(Refused, match="verification_stopped"):
        confirm_version(other, table, version=3)


def test_sheet_typed_with_the_points_of_the_penalty_stays_as_typed(
    table: GameTable, typist: Actor, other: Actor, referee: Actor
) -> None:
    ask_for(VerificationRule.BLIND, table)
    stop(table, typist, other, WITH_PENALTY)
    award(referee, table)
    assert [typed.totals for typed in open_differences(current(table))] == [WITH_PENALTY]
    with nothing_written():
        assert not verify_blindly(other, table, WITH_PENALTY, version=2)


def test_differing_list_is_next_to_the_penalty_with_its_sums(
    table: GameTable, typist: Actor, other: Actor, referee: Actor
) -> None:
    ask_for(VerificationRule.PERSON, table)
    submit(typist, table, rows_content())
    submit(other, table, rows_content(winners=(1, 3)))
    award(referee, table)
    (typed,) = open_differences(current(table))
    assert typed.content is not None
    assert typed.content["penalties"] == current(table).content["penalties"]
    assert typed.content["totals"] == typed.totals


def test_page_of_the_decision_decides_after_a_penalty(
    table: GameTable, typist: Actor, other: Actor, referee: Actor
) -> None:
    ask_for(VerificationRule.PERSON, table)
    stop(table, typist, other)
    award(referee, table)
    client = signed_in(table.round.tournament, Role.DIRECTION)
    address = reverse("verification-decision", args=[table.round.tournament.slug, 1, 1])
    page = client.get(address)
    assert [line.differs for line in page.context["lines"]].count(True) == 2
    fields = {"action": "corrects", "reason": "Papier", "version": "2"}
    client.post(address, {**fields, "typed": page.context["typed"].pk})
    assert (current(table).number, current(table).totals) == (3, OTHER_WITH_PENALTY)
    assert open_differences(current(table)) == []


def test_decision_after_a_penalty_settles_the_stop(
    table: GameTable, typist: Actor, other: Actor, referee: Actor, direction: Actor
) -> None:
    ask_for(VerificationRule.PERSON, table)
    stop(table, typist, other)
    award(referee, table)
    let_stand(direction, table, "Papier geprüft", version=2)
    assert Verification.objects.get(decided_by=direction.user).version == current(table)
    assert journal("verification_decided")[0]["typed"] == OTHER_WITH_PENALTY
    assert verification_of(table.round, other.user).waiting == ()


def test_stop_that_was_decided_does_not_come_back(
    table: GameTable, typist: Actor, other: Actor, referee: Actor, direction: Actor
) -> None:
    ask_for(VerificationRule.PERSON, table)
    stop(table, typist, other)
    let_stand(direction, table, "Papier geprüft", version=1)
    award(referee, table)
    assert open_differences(current(table)) == []


def test_first_typing_is_carried_over_any_number_of_penalties(
    table: GameTable, typist: Actor, other: Actor, referee: Actor
) -> None:
    """Typed with the points of a penalty awarded only later, and revoked."""
    ask_for(VerificationRule.BLIND, table)
    stop(table, typist, other, WITH_PENALTY)
    penalty = award(referee, table)
    revoke_penalty(referee, penalty, "doch nicht")
    assert [typed.totals for typed in open_differences(current(table))] == [WITH_PENALTY]
