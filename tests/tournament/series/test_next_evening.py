"""A new evening like the last one in two presses: what is copied and what is not."""

from datetime import date

import pytest
from django.core.exceptions import PermissionDenied

from tests.factories.evenings import make_evening, make_series
from tests.factories.pages import signed_in, text_of
from tests.factories.submissions import journal
from tests.factories.tournaments import make_club, make_tournament, make_user
from tournament.archives.reads import slug_here
from tournament.errors import Refused
from tournament.forms.tournaments import NewTournamentForm
from tournament.models import Entry, Role, Tournament
from tournament.money.rules import Fee
from tournament.money.writes import PoolData, set_fees, take_payment
from tournament.permissions import COMMAND_LINE, Actor
from tournament.privacy.writes import delete_person
from tournament.prizes.rules import Ladder, Prize, PrizeKind
from tournament.prizes.writes import set_prizes
from tournament.series.rules import month_later, next_name
from tournament.series.writes import create_next_evening
from tournament.shared.rules.names import free_slug
from tournament.shared.writes.new_tournaments import free_tournament_slug
from tournament.trust.reads.audit import contradictions

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Abend 3", "Abend 4"),
        ("9. Kneipenabend 2026", "10. Kneipenabend 2026"),
        ("Kneipenabend 2026", "Kneipenabend 2026 2"),
        ("Runde 1, Abend 12", "Runde 1, Abend 13"),
        ("Abend", "Abend 2"),
        ("Pokal am 23.12.2026", "Pokal am 5.1.2027"),
    ],
)
def test_the_name_has_the_next_number(name, expected) -> None:
    assert next_name(name, date(2027, 1, 5)) == expected


def test_a_month_later() -> None:
    assert month_later(date(2026, 1, 31)) == date(2026, 2, 28)
    assert month_later(date(2026, 12, 9)) == date(2027, 1, 9)


def test_short_names_are_free_and_short() -> None:
    assert free_slug("Märzabend Groß", {"maerzabend-gross"}) == "maerzabend-gross-2"
    assert free_slug("♣", ()) == "abend"
    assert len(free_slug("x" * 200, {"x" * 56})) <= 60


def test_short_names_are_spelled_alike_wherever_they_are_made() -> None:
    name, slug = "Łódź & Đurđa’s Café 2026/27", "lodz-durda-s-cafe-2026-27"
    form = NewTournamentForm({"name": name, "date": "2026-12-01", "rounds_planned": 3})
    assert form.is_valid()
    assert (form.cleaned_data["slug"], free_tournament_slug(name)) == (slug, slug)
    make_tournament(slug=slug)
    assert (slug_here(slug), free_tournament_slug(name)) == (f"{slug}-2", f"{slug}-2")
    assert slug_here("Herbst_2026") == "Herbst_2026"
    make_tournament(slug="Herbst_2026")
    assert slug_here("Herbst_2026") == "herbst_2026-2"  # not one that differs in capitals alone


@pytest.fixture
def march() -> Tournament:
    tournament = make_evening(
        "maerz",
        [20, 10, -10, -20],
        date(2026, 3, 13),
        name="Abend 3",
        place="Bochum",
        tie_breaks=["best_round"],
        minutes_four=90,
        verification="blind",
    )
    first, second, third, _fourth = tournament.entries.order_by("number")
    first.club, first.tags, first.team, first.checked_in = make_club(), ["Damen"], "Elf", True
    second.status, third.status = Entry.Status.WITHDRAWN, Entry.Status.UNRANKED
    for each in (first, second, third):
        each.save()
    fees, pool = [Fee(1000, until=date(2026, 3, 6)), Fee(1200)], PoolData("Topf", 500)
    set_fees(COMMAND_LINE, tournament, fees, [pool])
    kept = tournament.pools.get().pk
    set_prizes(COMMAND_LINE, tournament, [Prize(Ladder(PrizeKind.PLACE, pool=kept), 1, 2, 1500)])
    take_payment(COMMAND_LINE, first, 1200)
    tournament.group_rankings.create(kind="club", best=2)
    return tournament


def test_two_presses_make_the_next_evening(march) -> None:
    series = make_series(march)
    helper = make_user(Role.TYPIST, march, "helga")
    owner = signed_in()
    assert 'href="/t/maerz/next-evening/"' in owner.get(f"/series/{series.slug}/").content.decode()
    page = owner.get("/t/maerz/next-evening/")
    html = page.content.decode()
    assert 'value="Abend 4"' in html
    assert 'value="2026-04-13"' in html
    assert "Kneipenabende 2026" in text_of(page)
    owner.post("/t/maerz/next-evening/", {"name": "Abend 4", "date": "2026-04-13"})
    made = Tournament.objects.get(slug="abend-4")
    assert (made.place, made.tie_breaks, made.minutes_four) == ("Bochum", ["best_round"], 90)
    assert (made.verification, made.status, made.frozen_at) == ("blind", "preparation", None)
    assert not made.rounds.exists()
    assert made.memberships.filter(user=helper, role=Role.TYPIST).exists()
    old = march.entries.order_by("number").values_list("number", "person", "club", "tags", "team")
    new = made.entries.order_by("number").values_list("number", "person", "club", "tags", "team")
    assert list(new) == list(old)
    assert [each.status for each in made.entries.order_by("number")] == [
        "active",
        "active",
        "unranked",
        "active",
    ]
    assert not made.entries.filter(checked_in=True).exists()
    assert not made.entries.filter(fee_paid=True).exists()
    assert [(fee.amount, fee.until) for fee in made.fee_rules.order_by("pk")] == [
        (fee.amount, date(2026, 4, 6) if fee.until else None)
        for fee in march.fee_rules.order_by("pk")
    ]
    assert made.prizes.get().pool == made.pools.get()
    assert made.group_rankings.get().best == 2
    assert [each.tournament for each in series.evenings.order_by("pk")] == [march, made]
    assert contradictions(made) == ()
    assert journal("tournament_copied") == [{"source": "maerz", "players": 4}]


def test_deleted_people_stay_out_and_a_second_evening_has_another_address(march) -> None:
    delete_person(COMMAND_LINE, march.entries.get(number=4).person)
    made = [create_next_evening(COMMAND_LINE, march, name="Abend 4", date=None) for _ in range(2)]
    assert [each.slug for each in made] == ["abend-4", "abend-4-2"]
    assert [each.entries.count() for each in made] == [3, 3]


def test_owners_alone_make_evenings(march) -> None:
    direction = Actor(make_user(Role.DIRECTION, march))
    with pytest.raises(PermissionDenied):
        create_next_evening(direction, march, name="Abend 4", date=None)
    page = signed_in(march, Role.DIRECTION).get("/t/maerz/settings/")
    assert "next-evening" not in page.content.decode()


def test_a_name_that_is_no_name_is_refused(march) -> None:
    page = signed_in().post("/t/maerz/next-evening/", {"name": "a\u2028b", "date": "2026-04-13"})
    assert "Name" in text_of(page)
    assert Tournament.objects.count() == 1


def test_no_evening_is_made_from_a_rehearsal(march: Tournament) -> None:
    Tournament.objects.filter(pk=march.pk).update(is_rehearsal=True)
    march.refresh_from_db()
    with pytest.raises(Refused, match="pattern_is_rehearsal"):
        create_next_evening(COMMAND_LINE, march, name="April", date=None)
    client = signed_in()
    assert "next-evening" not in client.get("/t/maerz/settings/").content.decode()
    assert client.get("/t/maerz/next-evening/").status_code == 404
    assert Tournament.objects.count() == 1
