"""Prizes of a tournament: assigned after the last round, handed out, and what changes them."""

from io import BytesIO

import pytest
from django.core.exceptions import PermissionDenied
from django.template.loader import render_to_string
from django.utils import timezone
from pypdf import PdfReader
from pytest_django.asserts import assertContains

from tests.factories.databases import copied
from tests.factories.pages import messages_of
from tests.factories.papers import made, page_texts, read_pdf
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament
from tests.factories.tournaments import make_user
from tests.factories.words import text
from tournament.errors import Refused
from tournament.labels.points import euros
from tournament.labels.refusals import REFUSALS
from tournament.lists.money import funds_list, not_given_lines, prize_sections, prizes_caution
from tournament.models import PrizeAward, Role, Tournament
from tournament.money.reads import till
from tournament.money.rules import Fee
from tournament.money.writes import set_fees, take_payment
from tournament.permissions import COMMAND_LINE, Actor
from tournament.prizes.reads import prize_list
from tournament.prizes.rules import Ladder, Prize, PrizeKind
from tournament.prizes.writes import assign_prizes, hand_out_prize, set_prizes, unassign_prizes

pytestmark = pytest.mark.django_db

PLACES = Ladder(PrizeKind.PLACE)


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Eight players after the only round: two have +6, two +2 ...; all have paid 15 euros."""
    tournament = make_drawn_tournament(8, rounds_planned=1)
    enter_round(tournament.rounds.get())
    tournament.rounds.update(closed_at=timezone.now())
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    for entry in tournament.entries.all():
        take_payment(COMMAND_LINE, entry, 1500)
    return tournament


def set_places(tournament: Tournament, *amounts: int) -> None:
    prizes = [Prize(PLACES, place, place, amount) for place, amount in enumerate(amounts, 1)]
    set_prizes(COMMAND_LINE, tournament, prizes)


def amounts(tournament: Tournament) -> list[tuple[int, int, int]]:
    """Return place, how many share it, cents: as read out."""
    lines = prize_list(tournament).lines
    return [(line.award.place, line.award.sharers, line.award.amount) for line in lines]


def refusal(act, *args: object, **kwargs: object) -> str:
    with pytest.raises(Refused) as refused:
        act(COMMAND_LINE, *args, **kwargs)
    return refused.value.code


def test_all_fees_go_out_and_equal_places_share(tournament):
    set_places(tournament, 6000, 3001, 2000, 999)
    assign_prizes(COMMAND_LINE, tournament)
    assert amounts(tournament) == [
        (3, 2, 1500),
        (3, 2, 1499),
        (1, 2, 4501),
        (1, 2, 4500),
    ]
    listed = prize_list(tournament)
    (fund,) = listed.funds
    assert (fund.income, fund.awarded, fund.left) == (12000, 12000, 0)
    paper = render_to_string("pdf/money/prizes.html", {"sections": prize_sections(listed)})
    assert paper.count('<td class="place noted">') == 4  # needs more room


def test_difference_is_named(tournament):
    ladies = Prize(Ladder(PrizeKind.CATEGORY, "Damen"), 1, 1, 700)
    set_prizes(COMMAND_LINE, tournament, [Prize(PLACES, 1, 1, 5000), ladies])
    listed = prize_list(tournament)
    assert [(fund.prizes, fund.awarded, fund.left) for fund in listed.funds] == [(5700, 5000, 6300)]
    assert listed.not_given == {ladies.ladder: 700}
    assign_prizes(COMMAND_LINE, tournament)
    assert [fund.left for fund in prize_list(tournament).funds] == [7000]  # nobody gets 7.00


def test_assigned_prizes_stay_and_say_that_the_standings_changed(tournament):
    set_places(tournament, 6000, 3000)
    assign_prizes(COMMAND_LINE, tournament)
    before = amounts(tournament)
    assert (prize_list(tournament).changed, prizes_caution(prize_list(tournament))) == (False, "")
    enter_totals(tournament.rounds.get().tables.get(number=1), [-6, 2, -2, 6])
    listed = prize_list(tournament)
    assert (amounts(tournament), listed.changed, listed.is_assigned) == (before, True, True)
    assert prizes_caution(listed) != ""


def test_drawn_prizes_keep_their_seed(tournament):
    set_prizes(COMMAND_LINE, tournament, [Prize(PLACES, 1, 1, 6000)], "lot")
    assign_prizes(COMMAND_LINE, tournament, " 4711 ")
    listed = prize_list(tournament)
    assert (listed.rule.seed, listed.needs_lot, amounts(tournament)) == (
        "4711",
        True,
        [(1, 1, 6000)],
    )
    paper = render_to_string("pdf/money/prizes.html", {"sections": prize_sections(listed)})
    assert paper.count('<td class="place noted">') == 1  # needs more room


def test_cash_prize_leaves_the_till_when_handed_out(tournament):
    set_places(tournament, 6000)
    assign_prizes(COMMAND_LINE, tournament)
    award = PrizeAward.objects.first()
    hand_out_prize(COMMAND_LINE, award, True)
    assert till(tournament).expected(0) == 12000 - 3000
    assert refusal(unassign_prizes, tournament, "Einspruch") == "prizes_are_handed_out"
    hand_out_prize(COMMAND_LINE, award, False)
    unassign_prizes(COMMAND_LINE, tournament, "Einspruch")
    assert (till(tournament).expected(0), PrizeAward.objects.count()) == (12000, 0)


def test_presenter_of_a_prize_is_kept_until_it_is_undone(tournament):
    set_places(tournament, 6000)
    assign_prizes(COMMAND_LINE, tournament)
    award, direction = PrizeAward.objects.first(), make_user(Role.DIRECTION, tournament)
    for handed, by in ((True, direction), (False, None)):
        hand_out_prize(Actor(direction), award, handed)
        award.refresh_from_db()
        assert (award.handed_at is not None, award.handed_by) == (handed, by)


def test_frozen_standings_let_prizes_be_assigned(tournament):
    Tournament.objects.update(frozen_at=timezone.now())
    tournament.refresh_from_db()
    set_places(tournament, 6000)
    assign_prizes(COMMAND_LINE, tournament)
    assert PrizeAward.objects.count() == 2


def test_prizes_of_a_tournament_that_ended_early_are_assigned(tournament):
    set_places(tournament, 6000)
    Tournament.objects.update(rounds_planned=2)
    tournament.refresh_from_db()
    assert (prize_list(tournament).complete, refusal(assign_prizes, tournament)) == (
        False,
        "prizes_too_early",
    )
    Tournament.objects.update(frozen_at=timezone.now())
    tournament.refresh_from_db()
    assert prize_list(tournament).complete
    assign_prizes(COMMAND_LINE, tournament)
    assert amounts(tournament) == [(1, 2, 3000), (1, 2, 3000)]


def test_refusals(tournament):
    assert refusal(assign_prizes, tournament) == "no_prizes"
    assert refusal(unassign_prizes, tournament, "Grund") == "prizes_not_assigned"
    ladies, unknown = Ladder(PrizeKind.CATEGORY), Ladder(PrizeKind.ROUND, round=2)
    for prize, code in (
        (Prize(PLACES, 1, 1), "prize_is_nothing"),
        (Prize(PLACES, 2, 1, 5), "prize_places_wrong"),
        (Prize(PLACES, 1, 501, 5), "prize_places_wrong"),
        (Prize(ladies, 1, 1, 5), "prize_needs_category"),
        (Prize(Ladder(PrizeKind.PLACE, "Damen"), 1, 1, 5), "prize_needs_category"),
        (Prize(unknown, 1, 1, 5), "prize_of_unknown_round"),
        (Prize(PLACES, 1, 1, 10**9), "amount_out_of_range"),
    ):
        assert refusal(set_prizes, tournament, [prize]) == code
    set_places(tournament, 6000)
    tournament.rounds.update(closed_at=None)
    assert refusal(assign_prizes, tournament) == "prizes_too_early"
    tournament.rounds.update(closed_at=timezone.now())
    assign_prizes(COMMAND_LINE, tournament)
    assert refusal(assign_prizes, tournament) == "prizes_are_assigned"
    assert refusal(set_prizes, tournament, []) == "prizes_are_assigned"
    assert refusal(unassign_prizes, tournament, "") == "reason_needed"


def test_referee_assigns_nothing(tournament):
    set_places(tournament, 6000)
    with pytest.raises(PermissionDenied):
        assign_prizes(Actor(make_user(Role.REFEREE, tournament)), tournament)


def test_page_and_paper_name_the_unassigned_thing(tournament, client):
    ladies = Ladder(PrizeKind.CATEGORY, "Damen")
    set_prizes(COMMAND_LINE, tournament, [Prize(ladies, 1, 1, thing="Blumen")])
    client.force_login(make_user(Role.DIRECTION, tournament))
    page = client.get(f"/t/{tournament.slug}/prizes/")
    told = [("Damen", "Blumen")]
    assert (page.context["not_given"], not_given_lines(prize_list(tournament))) == (told, told)
    nobody = text("Nobody gets %(prize)s of “%(name)s”.", prize="Blumen", name="Damen")
    assertContains(page, nobody, count=1)
    assign_prizes(COMMAND_LINE, tournament)
    page = client.get(f"/t/{tournament.slug}/prizes/")
    assertContains(page, nobody, count=1)
    (paper,) = page_texts(read_pdf(made("prizes", tournament)))
    assert paper.count(nobody) == 1


def test_list_to_sign_has_a_line_per_prize_and_its_sum(tournament, client):
    client.force_login(make_user(Role.REFEREE, tournament))
    address, offered = f"/t/{tournament.slug}/print/prizes-received/", []
    set_places(tournament, 6000, 3001, 2000)

    def offers() -> list[int]:
        pages = [client.get(f"/t/{tournament.slug}/{name}/") for name in ("prizes", "print")]
        return [page.content.decode().count(f'"{address}"') for page in pages]

    offered.append(offers())
    told = messages_of(client.get(address, follow=True))
    assert told == [str(REFUSALS["prizes_not_assigned"])]
    assign_prizes(COMMAND_LINE, tournament)
    offered.append(offers())
    assert offered == [[0, 0], [1, 1]]
    (paper,) = page_texts(PdfReader(BytesIO(client.get(address).content)))
    winners = PrizeAward.objects.select_related("entry__person")
    assert winners.count() == 4
    for award in winners:
        assert paper.count(award.entry.person.list_name) == 1
        assert paper.count(euros(award.amount)) >= 1
    assert paper.count("Unterschrift") == 1
    assert " ".join(paper.split()).count(f"Gesamt {euros(11001)}") == 1


def test_what_a_fund_lacks_is_said_without_a_sign(tournament: Tournament) -> None:
    set_places(tournament, 13000)
    (fund,) = prize_list(tournament).funds
    (difference,) = (each for each in funds_list([fund]).columns if each.key == "left")
    assert difference.html(fund) == f"{euros(1000)} {text('missing', context='money')}"
