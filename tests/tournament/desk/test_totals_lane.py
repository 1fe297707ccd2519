"""Answers of the totals lane: saved, confirmed, stopped, and the next place."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.databases import copied
from tests.factories.desk import address_of
from tests.factories.journal import note
from tests.factories.pages import signed_in
from tests.factories.sheets import ask_for, make_round, totals_content
from tests.factories.submissions import current, submit
from tests.factories.totals_lane import send, state_on_page
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import refusal, text
from tournament.labels.sheets import outcome_sentence, suspicion_words
from tournament.models import (
    Penalty,
    Role,
    Round,
    SheetDraft,
    Verification,
    VerificationRule,
)
from tournament.permissions import Actor

pytestmark = pytest.mark.alone

TOTALS = (6, 2, -2, -6)
SWAPPED = (6, 2, -6, -2)
SAME_NOW = (
    "Table %(table)s, verification: the same now, but typed differently before: %(typed)s. "
    "Somebody has to decide."
)
# 9.3.3 b1 against position 4, to the soloist 1: odd and even from there (TSR 7.3.3).
AGAINST_SOLOIST = [3, 0, 0, -3]
MIXED = (7, 2, -2, -7)


@pytest.fixture
@copied
def round() -> Round:
    return make_round(make_tournament(), sizes=(4, 4))


@pytest.fixture
def typist(round: Round) -> Client:
    return signed_in(round.tournament, Role.TYPIST)


def send_all(client: Client, round: Round, **more: str) -> str:
    """Return the lane's answer for the entered totals with other games or solos."""
    address = reverse("totals-lane-save", args=[round.tournament.slug, round.number])
    typed = {"table": 1, "totals": [str(total) for total in TOTALS], **more}
    return client.post(address, json.dumps(typed), content_type="application/json").json()["text"]


def test_other_number_of_games_is_named(typist: Client, round: Round):
    ask_for(VerificationRule.PERSON, round)
    entered_by_somebody_else(round)
    other_games = (
        "Table %(table)s, verification: the totals are the same, the number of games is not. "
        "Entered: %(entered)s. Typed now: %(typed)s. Somebody has to decide."
    )
    told = send_all(typist, round, played="23")
    assert told == text(other_games, table=1, entered=24, typed=23)
    typed = text("%(totals)s with %(games)s games", totals="+6 / +2 / −2 / −6", games=23)
    assert send_all(typist, round) == text(SAME_NOW, table=1, typed=typed)


def entered_by_somebody_else(round: Round) -> None:
    other = Actor(make_user(Role.TYPIST, round.tournament, "anna"))
    submit(other, round.tables.get(number=1), totals_content(TOTALS))


def test_totals_are_saved_and_read_back(typist: Client, round: Round):
    assert send(typist, round, TOTALS)["text"] == outcome_sentence("accepted", 1, TOTALS)


def test_typing_ones_own_totals_again_confirms_nothing(typist: Client, round: Round):
    ask_for(VerificationRule.PERSON, round)
    first, again = (send(typist, round, TOTALS)["text"] for _ in range(2))
    assert first == outcome_sentence("accepted", 1, TOTALS)
    assert again == refusal("verification_same_person", table=1)


def test_nothing_is_revealed_to_the_second_typist(typist: Client, round: Round):
    ask_for(VerificationRule.BLIND, round)
    assert send(typist, round, TOTALS)["text"] == text("Table %(table)s is saved.", table=1)
    again = send(typist, round, TOTALS)
    assert again["text"] == outcome_sentence("agreed", 1, TOTALS)
    assert Verification.objects.count() == 1


@pytest.mark.parametrize("rule", [VerificationRule.BLIND, VerificationRule.PERSON])
def test_other_totals_stop_and_copying_them_is_no_verification(
    typist: Client, round: Round, rule: VerificationRule
):
    ask_for(rule, round)
    entered_by_somebody_else(round)
    different = text(
        "Table %(table)s, verification: it has not been the same. Entered: %(entered)s. "
        "Typed now: %(typed)s.%(suspicion)s Somebody has to decide.",
        table=1,
        entered="+6 / +2 / −2 / −6",
        typed="+6 / +2 / −6 / −2",
        suspicion=suspicion_words(TOTALS, SWAPPED),
    )
    same_now = text(SAME_NOW, table=1, typed="+6 / +2 / −6 / −2")
    for typed, told in ((SWAPPED, different), (TOTALS, same_now)):
        answer = send(typist, round, typed)
        assert answer["state"] == "refused"
        assert answer["text"] == told
        assert typist.get(answer["url"]).context["typed"].totals == [*SWAPPED]
    assert not Verification.objects.filter(agrees=True).exists()
    assert not SheetDraft.objects.exists()


def test_without_a_verification_the_other_result_is_named(typist: Client, round: Round):
    entered_by_somebody_else(round)
    answer = send(typist, round, SWAPPED)
    there = text("There is another result already: %(totals)s.", totals="+6 / +2 / −2 / −6")
    assert answer["text"].endswith(there + suspicion_words(TOTALS, SWAPPED))
    assert SheetDraft.objects.count() == 1


def penalize(round: Round, source: str) -> None:
    penalty = Penalty.objects.create(
        table=round.tables.get(number=1),
        rule="9.3.3b1",
        offender=4,
        points=AGAINST_SOLOIST,
        initials="KS",
        source=source,
    )
    note(round.tournament, penalty)


def mixing_tables(client: Client, round: Round) -> list[int]:
    """Return the tables at which the page accepts odd and even totals together."""
    return state_on_page(client, round)["mixed"]


def test_odd_and_even_totals_are_accepted_where_a_penalty_mixed_them(typist: Client, round: Round):
    assert mixing_tables(typist, round) == []
    assert send(typist, round, MIXED)["state"] == "refused"
    penalize(round, Penalty.Source.REFEREE)
    assert mixing_tables(typist, round) == [1]
    contained = {f"booked-{Penalty.objects.get().pk}": "in"}
    assert send(typist, round, MIXED, answers=contained)["state"] == "saved"
    assert send(typist, round, MIXED, table=2)["state"] == "refused"


def test_penalty_on_the_sheet_lifts_the_rule_for_the_second_typing(typist: Client, round: Round):
    ask_for(VerificationRule.BLIND, round)
    penalty = {"rule": "9.3.3b1", "offender": 4, "points": AGAINST_SOLOIST, "initials": "KS"}
    content = totals_content(MIXED) | {"penalties": [penalty]}
    typist_there = Actor(make_user(Role.TYPIST, round.tournament, "anna"))
    submit(typist_there, round.tables.get(number=1), content)
    assert mixing_tables(typist, round) == [1]
    assert send(typist, round, MIXED)["text"] == outcome_sentence("agreed", 1, MIXED)
    page = typist.get(address_of(round.tables.get(number=1)))
    assert page.status_code == 200
    assert current(round.tables.get(number=1)).number == 1


def test_blind_page_accepts_odd_and_even_where_a_penalty_mixed_them(typist: Client, round: Round):
    ask_for(VerificationRule.BLIND, round)
    penalize(round, Penalty.Source.REFEREE)
    send(typist, round, MIXED, answers={f"booked-{Penalty.objects.get().pk}": "in"})
    send(typist, round, TOTALS, table=2)
    address = reverse("verification", args=[round.tournament.slug, 1])
    shown = [typist.get(f"{address}?table={table}").context["mixed_allowed"] for table in (1, 2)]
    assert shown == [True, False]
