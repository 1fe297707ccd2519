"""Kept pages of a stage follow at once what changes in its cup."""

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from tests.factories.pages import signed_in
from tests.factories.rounds import enter_totals
from tests.tournament.cup.test_carried_points import WITH, WITHOUT, final, frozen
from tournament.competitions.writes import edit_competition
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.alone]


def test_phones_see_at_once_that_points_are_carried(settings: LazySettings) -> None:
    settings.NEW_LIST_EVERY = 600
    tournament, phone = frozen(final(carries=False)), Client()
    phone.get(reverse("phone", args=[tournament.phone_code]), {"q": 2})
    pages = {"phone-standings": WITHOUT, "phone-player": WITHOUT, "phone-mine": WITHOUT}
    pages["phone-cut"] = WITH[1:]

    def say_so() -> dict[str, bool]:
        found = {}
        for name, words in pages.items():
            number = [2] if name == "phone-player" else []
            page = phone.get(reverse(name, args=[tournament.phone_code, *number]))
            found[name] = words in page.content.decode()
        return found

    assert say_so() == dict.fromkeys(pages, False)
    edit_competition(COMMAND_LINE, tournament.cup_stage.cup, {"carry_points": True})
    assert say_so() == dict.fromkeys(pages, True)


def test_the_podium_follows_a_correction_in_an_earlier_stage() -> None:
    tournament, reader = frozen(final()), signed_in()
    reader.get(reverse("phone", args=[tournament.phone_code]), {"q": 2})
    pages = [
        f"/t/{tournament.slug}/",
        reverse("standings", args=[tournament.slug]),
        reverse("phone-mine", args=[tournament.phone_code]),
    ]
    assert ["+26" in reader.get(page).content.decode() for page in pages] == [True] * 3
    table = (
        Tournament.objects.get(cup_stage__number=1).rounds.get().tables.get(seats__entry__number=1)
    )
    seats = table.seats.order_by("position").values_list("entry__number", flat=True)
    points = {1: 21, **{seat: at for at, seat in enumerate(each for each in seats if each != 1)}}
    enter_totals(table, [points[seat] for seat in seats])
    assert ["+27" in reader.get(page).content.decode() for page in pages] == [True] * 3
