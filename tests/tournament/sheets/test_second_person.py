"""Who may be the second person for a version made by the referee or by a restore."""

import pytest

from tests.factories.sheets import rows_content, totals_content
from tests.factories.submissions import current, submit
from tests.factories.tournaments import make_user
from tournament.errors import Refused
from tournament.models import GameTable, Role, Verification, VerificationRule
from tournament.permissions import Actor
from tournament.referee.writes.penalties import award_penalty, revoke_penalty
from tournament.sheets.reads.verifications import verification_of
from tournament.sheets.writes.sheets import restore_version, take_sheet_back
from tournament.sheets.writes.verification import confirm_version, verify_blindly

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

TOTALS = [6, 2, -2, -6]
OTHER = [6, 2, -6, -2]


@pytest.fixture(autouse=True)
def second_person_wanted(table: GameTable) -> None:
    table.round.tournament.verification = VerificationRule.PERSON
    table.round.tournament.save()


@pytest.fixture
def referee(table: GameTable) -> Actor:
    return Actor(make_user(Role.REFEREE, table.round.tournament))


def award(referee: Actor, table: GameTable):
    return award_penalty(referee, table, rule="9.3.2", offender=3, initials="SR", contained=False)


def assert_not_second(actor: Actor, table: GameTable) -> None:
    (waiting,) = verification_of(table.round, actor.user).waiting
    assert waiting.is_own
    with pytest.raises(Refused) as refused:
        confirm_version(actor, table, version=current(table).number)
    assert refused.value.code == "verification_same_person"
    assert not Verification.objects.filter(agrees=True).exists()


@pytest.mark.parametrize("content", [totals_content(TOTALS), rows_content()])
def test_typist_is_not_the_second_person_after_penalties(
    table: GameTable, typist: Actor, referee: Actor, direction: Actor, content: dict
) -> None:
    submit(typist, table, content)
    award(referee, table)
    penalty = award(referee, table)
    assert_not_second(typist, table)
    revoke_penalty(referee, penalty, "zweimal gebucht")
    assert (current(table).number, current(table).user) == (4, referee.user)
    assert_not_second(typist, table)
    confirm_version(direction, table, version=4)
    assert Verification.objects.get().user == direction.user


def test_referee_who_booked_the_penalty_may_be_the_second_person(
    table: GameTable, typist: Actor, direction: Actor
) -> None:
    """A desk of two: else nobody could confirm that table any more."""
    submit(typist, table, totals_content(TOTALS))
    award(direction, table)
    (waiting,) = verification_of(table.round, direction.user).waiting
    assert not waiting.is_own
    confirm_version(direction, table, version=2)
    assert Verification.objects.get().user == direction.user


def test_typist_of_a_restored_version_is_not_the_second_person(
    table: GameTable, typist: Actor, referee: Actor, direction: Actor
) -> None:
    submit(typist, table, totals_content(TOTALS))
    submit(direction, table, totals_content(OTHER), based_on=1, reason="verlesen")
    restore_version(direction, table, 1, "doch", based_on=2)
    assert_not_second(typist, table)
    assert_not_second(direction, table)  # answers for it
    award(referee, table)
    assert_not_second(typist, table)
    third = Actor(make_user(Role.TYPIST, table.round.tournament, "dritte"))
    confirm_version(third, table, version=4)


def test_typist_of_other_figures_before_a_correction_is_a_second_person(
    table: GameTable, typist: Actor, direction: Actor
) -> None:
    submit(typist, table, totals_content(OTHER))
    submit(direction, table, totals_content(TOTALS), based_on=1, reason="verlesen")
    confirm_version(typist, table, version=2)
    assert Verification.objects.get().user == typist.user


def test_typist_of_a_sheet_after_a_take_back_is_its_author(
    table: GameTable, typist: Actor, direction: Actor
) -> None:
    submit(typist, table, totals_content(TOTALS))
    take_sheet_back(typist, table, "falscher Tisch", version=1)
    submit(direction, table, totals_content(TOTALS))
    assert_not_second(direction, table)


@pytest.mark.parametrize("looker", ["typist", "direction"])
def test_viewer_of_a_penalty_version_is_distinct_from_its_typist(
    table: GameTable, typist: Actor, direction: Actor, looker: str
) -> None:
    table.round.tournament.verification = VerificationRule.BLIND
    table.round.tournament.save()
    submit(typist, table, totals_content(TOTALS))
    award(direction, table)
    who = {"typist": typist, "direction": direction}[looker]
    verify_blindly(who, table, current(table).totals, version=2)
    assert Verification.objects.get().by_second_person == (looker == "direction")
