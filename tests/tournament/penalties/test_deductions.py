"""Deductions without credit (TSR 9.7.2 b)."""

import pytest
from django.core.exceptions import PermissionDenied

from tests.factories.journal import acts
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tournament.errors import Refused
from tournament.models import Adjustment, Entry, Role
from tournament.permissions import Actor
from tournament.services.adjustments import deduct_points, revoke_deduction

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


@pytest.fixture
def entry() -> Entry:
    return make_entries(make_tournament(), 1)[0]


@pytest.fixture
def direction(entry: Entry) -> Actor:
    return Actor(make_user(Role.DIRECTION, entry.tournament))


def test_deduction_takes_points_off(entry: Entry, direction: Actor) -> None:
    round = make_round(entry.tournament)
    deduction = deduct_points(direction, entry, 5, " Unsportlich ", round)
    assert (deduction.points, deduction.reason, deduction.round) == (-5, "Unsportlich", round)
    assert deduction.user == direction.user
    journal = acts().get()
    assert (journal.action, journal.data) == (
        "points_deducted",
        {
            "entry": entry.pk,
            "points": -5,
            "round": 1,
            "reason": "Unsportlich",
        },
    )


@pytest.mark.parametrize("points", [1, 12])
def test_deduction_takes_1_to_12_points(entry: Entry, direction: Actor, points: int) -> None:
    assert deduct_points(direction, entry, points, "Unsportlich").points == -points


@pytest.mark.parametrize("points", [-3, 0, 13])
def test_other_numbers_are_refused(entry: Entry, direction: Actor, points: int) -> None:
    with pytest.raises(Refused, match="deduction_out_of_range"):
        deduct_points(direction, entry, points, "Unsportlich")
    assert (Adjustment.objects.count(), acts().count()) == (0, 0)


def test_deduction_needs_a_reason(entry: Entry, direction: Actor) -> None:
    with pytest.raises(Refused, match="reason_needed"):
        deduct_points(direction, entry, 3, "  ")


def test_round_of_another_tournament_is_a_bug(entry: Entry, direction: Actor) -> None:
    with pytest.raises(ValueError, match="another tournament"):
        deduct_points(direction, entry, 3, "Unsportlich", make_round(make_tournament("anderswo")))


@pytest.mark.parametrize("role", [Role.REFEREE, Role.TYPIST])
def test_deductions_are_for_the_direction_alone(entry: Entry, role: Role) -> None:
    with pytest.raises(PermissionDenied):
        deduct_points(Actor(make_user(role, entry.tournament)), entry, 3, "Unsportlich")
    assert Adjustment.objects.count() == 0


def test_revoking_gives_the_points_back_and_leaves_a_trace(entry: Entry, direction: Actor) -> None:
    deduction = deduct_points(direction, entry, 5, "Unsportlich")
    revoke_deduction(direction, deduction, "Schiedsgericht hat anders entschieden")
    assert Adjustment.objects.count() == 0
    assert acts().last().data == {
        "entry": entry.pk,
        "points": -5,
        "reason": "Schiedsgericht hat anders entschieden",
    }


def test_revoking_needs_a_reason(entry: Entry, direction: Actor) -> None:
    deduction = deduct_points(direction, entry, 5, "Unsportlich")
    with pytest.raises(Refused, match="reason_needed"):
        revoke_deduction(direction, deduction, "")
    assert Adjustment.objects.count() == 1


def test_revoking_twice_is_told(entry: Entry, direction: Actor) -> None:
    deduction = deduct_points(direction, entry, 5, "Unsportlich")
    again = Adjustment.objects.get()
    revoke_deduction(direction, deduction, "Irrtum")
    with pytest.raises(Refused, match="deduction_gone"):
        revoke_deduction(direction, again, "Irrtum")
