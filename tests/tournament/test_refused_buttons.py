"""What was typed beside a button that is refused comes back, to be sent again."""

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.cups import make_cup, play_evenly
from tests.factories.pages import messages_of, signed_in
from tests.factories.sheets import make_round
from tests.factories.submissions import nothing_written
from tests.factories.tournaments import make_tournament
from tests.factories.words import refusal, text
from tournament.models import Penalty, Role, Round
from tournament.money.writes import take_payment
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import award_penalty

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


@pytest.fixture
def round() -> Round:
    return make_round(make_tournament(), sizes=(4, 4))


def assert_comes_back(page: HttpResponse, label: str, way_back: str, **sent: str) -> None:
    """The page shows what was sent in fields, and leads back to where the button was."""
    assert page.status_code == 422
    content = page.content.decode()
    for name, value in sent.items():
        assert f'name="{name}" value="{value}"' in content
    assert f'action="{page.wsgi_request.get_full_path()}"' in content
    assert f'<label for="typed">{text(label)}</label>' in content
    assert f'href="{way_back}"' in content


def test_reason_for_a_penalty_taken_back_comes_back_until_it_is_taken(round: Round) -> None:
    slug = round.tournament.slug
    penalty = award_penalty(
        COMMAND_LINE, round.tables.get(number=1), rule="9.3.2", offender=2, initials="KS"
    )
    referee = signed_in(round.tournament, Role.REFEREE)
    address = reverse("penalty-revoke", args=[slug, penalty.pk])
    Round.objects.update(closed_at=timezone.now())
    with nothing_written():
        page = referee.post(address, {"reason": "falscher <b>Tisch", "back": "overview"})
    assert messages_of(page) == [refusal("round_is_for_direction", round=1)]
    overview = reverse("overview", args=[slug])
    kept = "falscher &lt;b&gt;Tisch"
    assert_comes_back(page, "Reason", overview, reason=kept, back="overview")
    Round.objects.update(closed_at=None)
    assert referee.post(address, {"reason": "falscher Tisch"}).status_code == 302
    assert not Penalty.objects.exists()


def test_reason_for_a_payment_taken_back_comes_back(round: Round) -> None:
    tournament = round.tournament
    entry = tournament.entries.first()
    payment = take_payment(COMMAND_LINE, entry, 1500)
    address = reverse("payment-take-back", args=[tournament.slug, payment.pk])
    desk = signed_in(tournament, Role.TYPIST)
    person = reverse("money-person", args=[tournament.slug, entry.pk])
    assert desk.post(address, {"reason": "verklickt"})["Location"] == person
    page = desk.post(address, {"reason": "noch einmal"})
    assert_comes_back(page, "Reason", person, reason="noch einmal")


def test_seats_typed_for_a_round_closed_meanwhile_come_back_whole(round: Round) -> None:
    """The number of a line is that of its table; far more lines than a field may have fit in."""
    Round.objects.update(closed_at=timezone.now())
    address = reverse("seats-by-hand", args=[round.tournament.slug, 1])
    plan = "\n" + "\n".join(f"{table} / Müller, Änne / Kurz, Kai / Lang" for table in range(250))
    page = signed_in().post(address, {"tables": plan + "\x00", "confirmed": ["1", "2"]})
    assert messages_of(page) == [refusal("round_is_closed", round=1)]
    content = page.content.decode()
    assert f'name="tables" rows="20" required>\n{plan}</textarea>' in content
    for number in ("1", "2"):
        assert f'<input type="hidden" name="confirmed" value="{number}">' in content


@pytest.mark.parametrize(
    ("button", "label", "way_back", "typed"),
    [
        ("backup-place", "Stick or folder", "backup", {"path": "/nirgends/nie"}),
        ("standby-follow", "Line of the first computer", "standby", {"line": "192.168.1.20"}),
    ],
)
def test_what_is_typed_on_pages_of_the_installation_comes_back(
    button: str, label: str, way_back: str, typed: dict[str, str]
) -> None:
    page = signed_in().post(reverse(button), typed)
    assert_comes_back(page, label, reverse(way_back), **typed)


def test_numbers_called_out_in_the_hall_come_back(round: Round) -> None:
    owner = signed_in()
    slug = round.tournament.slug
    page = owner.post(reverse("prizes-assign", args=[slug]), {"seed": "4711"})
    assert_comes_back(
        page, "Ties by lot, with the seed", reverse("prizes", args=[slug]), seed="4711"
    )
    cup = make_cup(4, go_on=3)
    play_evenly(cup, 5, -9, 7, -3)
    page = owner.post(reverse("cup-groups", args=[cup.slug, 1]), {"seed": "17"})
    way_back = reverse("cup", args=[cup.slug])
    assert_comes_back(page, "Number for the lot of the groups", way_back, seed="17")


def test_where_nothing_was_typed_the_button_leads_back(round: Round) -> None:
    address = reverse("clock-reset", args=[round.tournament.slug, 1])
    page = signed_in().post(address, {"reason": " "})
    assert page["Location"] == reverse("round", args=[round.tournament.slug, 1])


def test_whoever_may_not_press_it_gets_nothing_back(round: Round) -> None:
    typist: Client = signed_in(round.tournament, Role.TYPIST)
    address = reverse("clock-reset", args=[round.tournament.slug, 1])
    assert typist.post(address, {"reason": "Tisch 2 fehlte"}).status_code == 403
