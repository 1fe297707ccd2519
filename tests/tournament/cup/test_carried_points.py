"""What a stage of a cup tells whose players bring points of the stages before."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.cups import make_cup, play, row_of_stage
from tests.factories.pages import signed_in, text_of
from tests.factories.papers import page_texts, read_pdf
from tests.factories.words import text
from tournament.cup.writes import Plan, begin_next_stage
from tournament.exports.pdf.certificates import certificates
from tournament.lists.notes import standings_footnotes
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in, release_standings
from tournament.stage.reads import stage_of
from tournament.stage.rules import Picture
from tournament.standings.reads.standings import standings_after
from tournament.trust.writes import freeze_standings
from tournament.views.stage.screens import _FACTS

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

WITHOUT = text("without the points carried over")


@pytest.fixture
def owner() -> Client:
    return signed_in()


def final(*, carries: bool = True) -> Tournament:
    """Return the last stage of a cup of eight: whoever is first in it is not first of the cup.

    1 comes with 20 points and makes 6; 2 comes with 0 and makes 10; 3 and 4 lose in both.
    """
    cup = make_cup(players=8, go_on=4, carry_points=carries)
    first = {1: [20], 2: [0], 3: [-1], 4: [-2], 5: [-3], 6: [-4], 7: [-5], 8: [-6]}
    play(row_of_stage(cup).tournament, Random(1), first)
    settings = {"name": "Finale", "go_on": 0}
    stage = begin_next_stage(COMMAND_LINE, cup, settings, Plan("Finale", 1))
    numbers = sorted(stage.tournament.entries.values_list("number", flat=True))
    play(
        stage.tournament,
        Random(1),
        dict(zip(numbers, ([6], [10], [-8], [-8]), strict=True)),
    )
    release_standings(COMMAND_LINE, stage.tournament, 1)
    let_phones_in(COMMAND_LINE, stage.tournament)
    stage.tournament.refresh_from_db()
    return stage.tournament


@pytest.mark.parametrize("carries", [False, True])
def test_a_certificate_says_that_it_is_without_what_is_carried(*, carries: bool) -> None:
    tournament = final(carries=carries)
    freeze_standings(COMMAND_LINE, tournament, seen=None, reason="so gewollt")
    (page,) = page_texts(read_pdf(certificates(tournament, 1)))
    assert (WITHOUT in page) == carries


@pytest.mark.parametrize("carries", [False, True])
def test_everybody_is_told_that_the_standings_are_without_what_is_carried(
    owner: Client, *, carries: bool
) -> None:
    tournament = final(carries=carries)
    said = WITHOUT if carries else ""
    footnotes = standings_footnotes(tournament, standings_after(tournament)).lines
    assert [line for line in footnotes if WITHOUT[1:] in line] == (
        [f"{WITHOUT[0].upper()}{WITHOUT[1:]}."] if carries else []
    )
    shown, now = stage_of(tournament), timezone.now()
    assert (WITHOUT in _FACTS[Picture.STANDINGS](shown, now)["note"]) == carries
    assert _FACTS[Picture.PODIUM](shown, now)["ranked_by"] == said
    page = owner.get(reverse("standings", args=[tournament.slug]))
    assert (WITHOUT[1:] in text_of(page)) == carries
    phones = [
        reverse("phone-standings", args=[tournament.phone_code]),
        reverse("phone-player", args=[tournament.phone_code, 1]),
    ]
    assert [WITHOUT in text_of(owner.get(page)) for page in phones] == [carries, carries]
    owner.get(reverse("phone", args=[tournament.phone_code]), {"q": 1})
    own = owner.get(reverse("phone-mine", args=[tournament.phone_code]))
    assert (WITHOUT in own.content.decode()) == carries


def test_the_end_of_the_cup_is_shown_with_the_points_of_all_stages(owner: Client) -> None:
    tournament = final()
    facts = _FACTS[Picture.CUT](stage_of(tournament), timezone.now())
    assert facts["title"] == text("%(cup)s: final standings", cup="Pokal")
    assert facts["note"] == text("With the points carried over.")
    assert [(each.rank, each.key, each.total, each.words) for each in facts["lines"]] == [
        (1, "1", 26, ""),
        (2, "2", 10, ""),
        (3, "3", -9, ""),
        (4, "4", -10, ""),
    ]
    picture = owner.get(f"/t/{tournament.slug}/beamer/pictures/cut/").content.decode()
    assert [picture.count(f'class="total">{points}<') for points in ("+26", "+10")] == [1, 1]
    address = reverse("phone-cut", args=[tournament.phone_code])
    for name in ("phone-standings", "phone-mine"):
        owner.get(reverse("phone", args=[tournament.phone_code]), {"q": 2})
        page = owner.get(reverse(name, args=[tournament.phone_code])).content.decode()
        assert (address in page) == (name == "phone-standings" or tournament.is_over)
    page = owner.get(address)
    assert [line.rank for line in page.context["own"]] == [2]
    assert [[line.key for line in lines] for _words, lines in page.context["parts"]] == [
        ["1", "2", "3", "4"]
    ]


def test_the_hall_sees_totals_at_a_cut_where_points_are_carried(owner: Client) -> None:
    cup = make_cup(players=12, go_on=8, carry_points=True)
    first = row_of_stage(cup).tournament
    play(first, Random(1))
    release_standings(COMMAND_LINE, first, 1)
    settings = {"name": "Zwischenrunde", "go_on": 4}
    second = begin_next_stage(COMMAND_LINE, cup, settings, Plan("Zwischenrunde", 1)).tournament
    play(second, Random(2))
    release_standings(COMMAND_LINE, second, 1)
    for each in (first, second):
        each.refresh_from_db()
    shown = [_FACTS[Picture.CUT](stage_of(each), timezone.now()) for each in (first, second)]
    assert [each["has_totals"] for each in shown] == [False, True]


def test_the_first_stage_has_nothing_carried_over(owner: Client) -> None:
    cup = make_cup(players=8, go_on=4, carry_points=True)
    tournament = row_of_stage(cup).tournament
    play(tournament, Random(1))
    assert WITHOUT[1:] not in text_of(owner.get(reverse("standings", args=[tournament.slug])))
