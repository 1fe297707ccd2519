"""The verification: typed again blindly, or confirmed by a second person."""

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from tests.factories.sheets import rows_content, totals_content
from tests.factories.submissions import journal, nothing_written, submit
from tests.factories.tournaments import make_user
from tournament.errors import Refused
from tournament.models import GameTable, Role, User, Verification, VerificationRule
from tournament.permissions import COMMAND_LINE, Actor
from tournament.sheets.reads.verifications import unconfirmed_places, verification_of
from tournament.sheets.writes.sheets import SheetConflict
from tournament.sheets.writes.verification import confirm_version, let_stand, verify_blindly
from tournament.tournaments.writes.tournaments import delete_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

TOTALS = [6, 2, -2, -6]
OTHER = [6, 2, -6, -2]
THIRD = [8, 2, -6, -4]
LIST_TOTALS = [20, 20, -20, -20]  # of rows_content()


@pytest.fixture
def other_typist(table: GameTable) -> Actor:
    return Actor(make_user(Role.TYPIST, table.round.tournament, "zweite"))


def ask_for(rule: VerificationRule, table: GameTable) -> None:
    table.round.tournament.verification = rule
    table.round.tournament.save()


def retyped(actor: Actor, table: GameTable, totals: list[int]) -> str:
    """Return the outcome of totals typed in the lane."""
    return submit(actor, table, totals_content(totals), retyped=True).outcome


def confirmed() -> list[tuple[str, User | None]]:
    return [(each.how, each.user) for each in Verification.objects.filter(agrees=True)]


def test_same_totals_typed_blindly_confirm(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    assert unconfirmed_places(table.round.tournament) == ((1, 1),)
    assert verify_blindly(typist, table, TOTALS, version=1)
    assert confirmed() == [("blind", typist.user)]
    assert journal("verification_agreed") == [
        {"round": 1, "table": 1, "version": 1, "totals": TOTALS}
    ]
    assert unconfirmed_places(table.round.tournament) == ()


def test_agreeing_twice_is_noted_once(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    verify_blindly(typist, table, TOTALS, version=1)
    with nothing_written():
        assert verify_blindly(typist, table, TOTALS, version=1)
    assert len(confirmed()) == 1


def test_other_totals_change_nothing_and_are_not_hidden(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    for typed in (OTHER, OTHER, THIRD):  # the second one is the first sent again
        assert not verify_blindly(typist, table, typed, version=1)
    assert confirmed() == []
    assert [entry["typed"] for entry in journal("verification_differed")] == [OTHER, THIRD]
    (waiting,) = verification_of(table.round, typist.user).waiting
    assert (waiting.number, waiting.version, waiting.differences) == (1, 1, 2)


def test_typist_of_different_figures_confirms_nothing(
    table: GameTable, typist: Actor, other_typist: Actor
) -> None:
    """Both were on the screen then: typing the other one is copying."""
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    verify_blindly(typist, table, OTHER, version=1)
    with nothing_written():
        assert not verify_blindly(typist, table, TOTALS, version=1)
        assert retyped(typist, table, TOTALS) == "stopped"
    assert confirmed() == []
    assert verify_blindly(other_typist, table, TOTALS, version=1)
    assert confirmed() == [("blind", other_typist.user)]


def test_second_typing_in_the_lane_is_typed_apart(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    assert retyped(typist, table, TOTALS) == "agreed"
    assert confirmed() == [("typed", typist.user)]


@pytest.mark.parametrize("rule", [VerificationRule.BLIND, VerificationRule.PERSON])
def test_first_other_typing_stops_and_is_kept(
    table: GameTable, typist: Actor, other_typist: Actor, rule: VerificationRule
) -> None:
    ask_for(rule, table)
    submit(typist, table, totals_content(TOTALS))
    assert retyped(other_typist, table, OTHER) == "stopped"
    (kept,) = Verification.objects.filter(agrees=False)
    assert (kept.version.number, kept.user, kept.totals) == (1, other_typist.user, OTHER)
    assert kept.content == {**kept.version.content, "totals": OTHER}
    told = {"round": 1, "table": 1, "version": 1, "totals": TOTALS, "typed": OTHER}
    assert journal("verification_differed") == [told]
    with nothing_written():
        assert retyped(other_typist, table, TOTALS) == "stopped"
    assert confirmed() == []
    assert table.versions.count() == 1


def test_totals_that_are_not_those_of_the_list_stop(
    table: GameTable, typist: Actor, other_typist: Actor
) -> None:
    ask_for(VerificationRule.PERSON, table)
    submit(typist, table, rows_content())
    assert retyped(other_typist, table, OTHER) == "stopped"
    assert retyped(other_typist, table, LIST_TOTALS) == "stopped"
    assert confirmed() == []


def test_list_that_copies_what_was_seen_is_no_verification(
    table: GameTable, typist: Actor, other_typist: Actor
) -> None:
    ask_for(VerificationRule.PERSON, table)
    submit(typist, table, totals_content(LIST_TOTALS))
    assert retyped(other_typist, table, OTHER) == "stopped"
    submit(other_typist, table, rows_content(), based_on=1)
    assert confirmed() == []


def test_lone_typist_in_the_lane_meets_the_own_result(table: GameTable, typist: Actor) -> None:
    """No verification where a second person is wanted, so nothing to be stopped either."""
    ask_for(VerificationRule.PERSON, table)
    submit(typist, table, totals_content(TOTALS))
    with nothing_written(), pytest.raises(SheetConflict):
        retyped(typist, table, OTHER)


def test_one_draft_saved_from_two_windows_is_no_verification(
    table: GameTable, typist: Actor
) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    assert submit(typist, table, totals_content(TOTALS)).outcome == "unchanged"
    assert confirmed() == []


def test_other_figures_from_a_second_window_are_no_verification(
    table: GameTable, typist: Actor
) -> None:
    """Only a certain second typing, or another kind of sheet, verifies one's own typing."""
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    with nothing_written(), pytest.raises(SheetConflict):
        submit(typist, table, totals_content(OTHER))


def test_confirmed_result_needs_nothing_more(
    table: GameTable, typist: Actor, other_typist: Actor
) -> None:
    ask_for(VerificationRule.PERSON, table)
    submit(typist, table, totals_content(TOTALS))
    confirm_version(other_typist, table, version=1)
    with nothing_written(), pytest.raises(SheetConflict):
        retyped(other_typist, table, OTHER)
    assert retyped(other_typist, table, TOTALS) == "unchanged"


def test_totals_typed_next_to_their_list_are_not_blind(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, rows_content())
    submit(typist, table, totals_content(LIST_TOTALS), based_on=1)
    assert confirmed() == []


def test_first_entry_is_upheld_with_a_reason(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    verify_blindly(typist, table, OTHER, version=1)
    with nothing_written(), pytest.raises(Refused, match="reason_needed"):
        let_stand(typist, table, " ", version=1)
    let_stand(typist, table, "verlesen", version=1)
    decided = Verification.objects.get()
    assert (decided.decided_by, decided.reason, decided.agrees) == (typist.user, "verlesen", False)
    assert journal("verification_decided") == [
        {
            "round": 1,
            "table": 1,
            "version": 1,
            "totals": TOTALS,
            "typed": OTHER,
            "reason": "verlesen",
        }
    ]
    with nothing_written(), pytest.raises(Refused, match="verification_not_stopped"):
        let_stand(typist, table, "noch einmal", version=1)


def test_undisputed_sheet_needs_no_decision(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    with nothing_written(), pytest.raises(Refused, match="verification_not_stopped"):
        let_stand(typist, table, "schon recht", version=1)


def test_nobody_decides_alone_where_a_second_person_is_wanted(
    table: GameTable, typist: Actor, other_typist: Actor
) -> None:
    ask_for(VerificationRule.PERSON, table)
    submit(typist, table, totals_content(TOTALS))
    retyped(other_typist, table, OTHER)
    with nothing_written(), pytest.raises(Refused, match="verification_same_person"):
        let_stand(typist, table, "ist richtig", version=1)
    with nothing_written(), pytest.raises(Refused, match="verification_stopped"):
        confirm_version(other_typist, table, version=1)
    let_stand(other_typist, table, "verlesen", version=1)
    assert Verification.objects.get().decided_by == other_typist.user


def test_correction_may_be_verified_by_everybody_again(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    verify_blindly(typist, table, OTHER, version=1)
    submit(typist, table, totals_content(OTHER), based_on=1, reason="vertauscht")
    assert unconfirmed_places(table.round.tournament) == ((1, 1),)
    assert verify_blindly(typist, table, OTHER, version=2)


def test_second_person_confirms(table: GameTable, typist: Actor, other_typist: Actor) -> None:
    ask_for(VerificationRule.PERSON, table)
    submit(typist, table, totals_content(TOTALS))
    with nothing_written(), pytest.raises(Refused, match="verification_same_person"):
        confirm_version(typist, table, version=1)
    confirm_version(other_typist, table, version=1)
    assert confirmed() == [("person", other_typist.user)]
    assert journal("verification_by_person")[0]["version"] == 1


def test_command_line_is_no_second_person(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.PERSON, table)
    submit(typist, table, totals_content(TOTALS))
    with pytest.raises(Refused, match="verification_same_person"):
        confirm_version(COMMAND_LINE, table, version=1)


def test_new_version_needs_a_new_verification(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    verify_blindly(typist, table, TOTALS, version=1)
    submit(typist, table, totals_content(OTHER), based_on=1, reason="vertauscht")
    assert unconfirmed_places(table.round.tournament) == ((1, 1),)
    with nothing_written(), pytest.raises(Refused, match="other_version_counts"):
        verify_blindly(typist, table, TOTALS, version=1)


def test_verifying_is_possible_in_a_closed_round(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    table.round.closed_at = timezone.now()
    table.round.save()
    assert verify_blindly(typist, table, TOTALS, version=1)


@pytest.mark.parametrize(
    ("rule", "verify", "code"),
    [
        (VerificationRule.NONE, verify_blindly, "verification_not_blind"),
        (VerificationRule.PERSON, verify_blindly, "verification_not_blind"),
        (VerificationRule.BLIND, confirm_version, "verification_not_by_person"),
    ],
)
def test_unrequested_verification_is_refused(
    table: GameTable, typist: Actor, rule: VerificationRule, verify, code: str
) -> None:
    ask_for(rule, table)
    submit(typist, table, totals_content(TOTALS))
    more = (TOTALS,) if verify is verify_blindly else ()
    with nothing_written(), pytest.raises(Refused, match=code):
        verify(typist, table, *more, version=1)


def test_table_without_a_result_has_nothing_to_confirm(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.BLIND, table)
    with pytest.raises(Refused, match="no_sheet_to_confirm"):
        verify_blindly(typist, table, TOTALS, version=1)


def test_referee_does_not_verify(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    referee = Actor(make_user(Role.REFEREE, table.round.tournament))
    with nothing_written(), pytest.raises(PermissionDenied):
        verify_blindly(referee, table, TOTALS, version=1)


@pytest.mark.parametrize("rule", [VerificationRule.BLIND, VerificationRule.NONE])
def test_list_that_adds_up_to_earlier_totals_is_confirmed(
    table: GameTable, typist: Actor, rule: VerificationRule
) -> None:
    ask_for(rule, table)
    submit(typist, table, totals_content(LIST_TOTALS))
    version = submit(typist, table, rows_content(), based_on=1).version
    assert [(each.version, each.how) for each in Verification.objects.all()] == [(version, "typed")]


def test_totals_typed_after_their_list_confirm_it(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, rows_content())
    submit(typist, table, totals_content(LIST_TOTALS))
    assert confirmed() == [("typed", typist.user)]


def test_list_and_totals_by_one_person_are_no_second_person(
    table: GameTable, typist: Actor, other_typist: Actor
) -> None:
    ask_for(VerificationRule.PERSON, table)
    submit(typist, table, totals_content(LIST_TOTALS))
    submit(typist, table, rows_content(), based_on=1)
    submit(typist, table, totals_content(LIST_TOTALS))
    assert confirmed() == []
    submit(other_typist, table, totals_content(LIST_TOTALS))
    assert confirmed() == [("typed", other_typist.user)]


def test_other_totals_of_a_second_person_for_a_list_stop(
    table: GameTable, typist: Actor, other_typist: Actor
) -> None:
    """Not refused with the figures of the list, and not without a trace."""
    ask_for(VerificationRule.PERSON, table)
    submit(typist, table, rows_content())
    with pytest.raises(Refused, match="totals_contradict_rows"):
        submit(typist, table, totals_content(TOTALS), based_on=1)
    answer = submit(other_typist, table, totals_content(TOTALS), based_on=1)
    assert answer.outcome == "stopped"
    assert [entry["typed"] for entry in journal("verification_differed")] == [TOTALS]
    assert confirmed() == []


def test_list_after_the_totals_of_another_person_is_confirmed(
    table: GameTable, typist: Actor, other_typist: Actor
) -> None:
    ask_for(VerificationRule.PERSON, table)
    submit(typist, table, totals_content(LIST_TOTALS))
    submit(other_typist, table, rows_content(), based_on=1)
    assert confirmed() == [("typed", other_typist.user)]


def test_list_that_corrects_totals_confirms_nothing(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    submit(typist, table, rows_content(), based_on=1, reason="verlesen")
    assert confirmed() == []


def test_same_sheet_typed_by_two_people_apart_is_confirmed(
    table: GameTable, typist: Actor, other_typist: Actor
) -> None:
    ask_for(VerificationRule.PERSON, table)
    submit(typist, table, totals_content(TOTALS))
    submit(typist, table, totals_content(TOTALS))
    assert confirmed() == []
    submit(other_typist, table, totals_content(TOTALS), based_on=1)
    assert confirmed() == []
    submit(other_typist, table, totals_content(TOTALS))
    assert confirmed() == [("typed", other_typist.user)]
    assert table.versions.count() == 1


def test_verifications_go_with_their_tournament(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    verify_blindly(typist, table, TOTALS, version=1)
    delete_tournament(COMMAND_LINE, table.round.tournament)
    assert confirmed() == []
