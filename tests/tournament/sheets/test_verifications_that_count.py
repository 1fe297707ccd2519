"""A verification counts only if it satisfies the tournament's current requirement."""

import pytest
from django.urls import reverse

from tests.factories.pages import signed_in, text_of
from tests.factories.sheets import totals_content
from tests.factories.submissions import submit
from tournament.errors import Refused
from tournament.models import GameTable, Role, Verification, VerificationRule
from tournament.permissions import Actor
from tournament.rounds.reads.board import BoardState, board_of
from tournament.rounds.reads.rounds import round_progress
from tournament.sheets.reads.verifications import unconfirmed_places, verification_of
from tournament.sheets.writes.verification import confirm_version, let_stand, verify_blindly
from tournament.standings.reads.standings import round_result

pytestmark = [pytest.mark.django_db, pytest.mark.database]

TOTALS = [6, 2, -2, -6]


def ask_for(rule: VerificationRule, table: GameTable) -> None:
    table.round.tournament.verification = rule
    table.round.tournament.save()


def says_confirmed(table: GameTable, actor: Actor) -> set[bool]:
    """Return what every place says about whether the result is confirmed."""
    tournament, round = table.round.tournament, table.round
    return {
        unconfirmed_places(tournament) == (),
        verification_of(round, actor.user).confirmed == 1,
        round_progress(tournament)[0].tables_confirmed == 1,
        round_result(round).confirmed,
        board_of(tournament, round, round.published_at).tables[0].state == BoardState.CONFIRMED,
    }


def confirmed_blindly(table: GameTable, typist: Actor) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    verify_blindly(typist, table, TOTALS, version=1)
    assert says_confirmed(table, typist) == {True}


@pytest.mark.alone
def test_blind_verification_stops_counting_when_a_second_person_is_required(
    table: GameTable, typist: Actor, direction: Actor
) -> None:
    confirmed_blindly(table, typist)
    ask_for(VerificationRule.PERSON, table)
    assert says_confirmed(table, typist) == {False}
    with pytest.raises(Refused, match="verification_same_person"):
        confirm_version(typist, table, version=1)
    confirm_version(direction, table, version=1)
    assert says_confirmed(table, typist) == {True}
    one, other = Verification.objects.all()
    assert (one.how, one.user, other.how, other.user) == (
        *("blind", typist.user),
        *("person", direction.user),
    )


def test_blind_verification_counts_again_when_less_is_required(
    table: GameTable, typist: Actor
) -> None:
    confirmed_blindly(table, typist)
    ask_for(VerificationRule.PERSON, table)
    ask_for(VerificationRule.BLIND, table)
    assert says_confirmed(table, typist) == {True}


def test_blind_verification_by_another_counts_as_second_person(
    table: GameTable, typist: Actor, direction: Actor
) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    verify_blindly(direction, table, TOTALS, version=1)
    ask_for(VerificationRule.PERSON, table)
    assert says_confirmed(table, typist) == {True}


@pytest.mark.alone
def test_decision_about_an_own_version_stops_counting(
    table: GameTable, typist: Actor, direction: Actor
) -> None:
    ask_for(VerificationRule.BLIND, table)
    submit(typist, table, totals_content(TOTALS))
    verify_blindly(typist, table, [6, 2, -6, -2], version=1)
    let_stand(typist, table, "Papier geprüft", version=1)
    ask_for(VerificationRule.PERSON, table)
    assert says_confirmed(table, typist) == {False}
    let_stand(direction, table, "Papier noch einmal geprüft", version=1)
    assert says_confirmed(table, typist) == {True}
    assert Verification.objects.get().reason == "Papier noch einmal geprüft"


def test_versions_say_that_a_verification_does_not_count(table: GameTable, typist: Actor) -> None:
    confirmed_blindly(table, typist)
    client = signed_in(table.round.tournament, Role.DIRECTION)
    address = reverse("sheet-versions", args=[table.round.tournament.slug, 1, 1])
    words = "That does not count: a second person is asked for now."
    headers = {"accept-language": "en"}
    assert words not in text_of(client.get(address, headers=headers))
    ask_for(VerificationRule.PERSON, table)
    assert words in text_of(client.get(address, headers=headers))
