"""Draws by the standings use confirmed results, or say why not."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.pages import signed_in, text_of
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.submissions import journal
from tests.factories.words import refusal
from tournament.errors import Refused
from tournament.models import Role, Tournament, Verification, VerificationRule
from tournament.permissions import COMMAND_LINE
from tournament.seating.writes.draws import draw_rounds
from tournament.seating.writes.lots import Lots

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """One of two rounds played and closed, one of its two tables confirmed; ranked draws."""
    tournament = make_drawn_tournament(
        8, rounds_planned=2, draw_method="ranked", verification=VerificationRule.BLIND
    )
    round = round_number(tournament, 1)
    enter_round(round)
    for table in round.tables.exclude(number=2):
        Verification.objects.create(version=table.current_version, how="blind")
    round.ended_at = round.closed_at = round.first_closed_at = timezone.now()
    round.started_at = round.ended_at
    round.save()
    return tournament


def confirm_all(tournament: Tournament) -> None:
    table = round_number(tournament, 1).tables.get(number=2)
    Verification.objects.create(version=table.current_version, how="blind")


@pytest.fixture
def direction(tournament: Tournament) -> Client:
    return signed_in(tournament, Role.DIRECTION)


def test_draw_by_the_standings_waits_for_the_verification(tournament: Tournament) -> None:
    with pytest.raises(Refused) as refused:
        draw_rounds(COMMAND_LINE, tournament)
    assert (refused.value.code, refused.value.params) == (
        "results_unconfirmed",
        {"places": ((1, 2),)},
    )
    assert tournament.rounds.count() == 1


def test_draw_with_a_reason_is_in_the_journal(tournament: Tournament) -> None:
    draw_rounds(COMMAND_LINE, tournament, Lots(unconfirmed_reason=" Der Wirt schließt "))
    assert tournament.rounds.count() == 2
    assert journal("drawn_by_unconfirmed") == [
        {"round": 2, "tables": "1-2", "reason": "Der Wirt schließt"}
    ]


def test_draw_by_confirmed_standings_needs_no_reason(tournament: Tournament) -> None:
    confirm_all(tournament)
    draw_rounds(COMMAND_LINE, tournament)
    assert journal("drawn_by_unconfirmed") == []


@pytest.mark.parametrize(
    "change", [{"draw_method": "redraw"}, {"verification": VerificationRule.NONE}]
)
def test_other_draws_and_tournaments_do_not_wait(tournament: Tournament, change: dict) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(**change)
    tournament.refresh_from_db()
    draw_rounds(COMMAND_LINE, tournament)
    assert tournament.rounds.count() == 2


def test_page_of_the_draw_asks_for_the_reason(tournament: Tournament, direction: Client) -> None:
    address = reverse("draw", args=[tournament.slug])
    page = direction.get(address)
    assert page.context["unconfirmed"] == ((1, 2),)
    assert 'name="unconfirmed_reason"' in page.content.decode()
    page = direction.post(address, {"expected": 2, "number": "4711"})
    assert page.status_code == 422
    assert refusal("results_unconfirmed", places=((1, 2),)) in text_of(page)
    assert page.context["form"]["number"].value() == "4711"
    page = direction.post(
        address, {"expected": 2, "number": "4711", "unconfirmed_reason": "Zeitnot"}
    )
    assert page.status_code == 302
    assert journal("drawn_by_unconfirmed")[0]["reason"] == "Zeitnot"


def test_page_of_the_draw_asks_nothing_once_all_are_confirmed(
    tournament: Tournament, direction: Client
) -> None:
    confirm_all(tournament)
    page = direction.get(reverse("draw", args=[tournament.slug]))
    assert page.context["unconfirmed"] == ()
    assert "unconfirmed_reason" not in page.content.decode()
