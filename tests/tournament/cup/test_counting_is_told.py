"""Where table points are ranked the lists of a cup say so; else nothing does."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.cups import make_cup, play, row_of_stage, stage_of
from tests.factories.databases import copied
from tests.factories.pages import signed_in, text_of
from tests.factories.papers import page_texts, read_pdf
from tournament.cup.reads import cup_report
from tournament.cup.writes import Plan, begin_next_stage
from tournament.exports.cup import people_pdf, stage_pdf
from tournament.exports.pdf.certificates import certificates
from tournament.labels.counting import counting_sentences, counting_words
from tournament.labels.cup import first_places_words, shown_sentence
from tournament.models import Cup, CupStage, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.standings.rules.counting import Counting
from tournament.trust.writes import freeze_standings

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

TABLE_POINTS = Counting(table_points=True)


@pytest.fixture
@copied
def cup() -> Cup:
    cup = make_cup(players=8, go_on=4)
    play(row_of_stage(cup).tournament, Random(1))
    return cup


def told(owner: Client, cup: Cup) -> list[str]:
    """Return the pages and papers of a stage and of the players, and what the hall reads."""
    report = cup_report(cup)
    papers = [stage_pdf(report, report.stage(1)), people_pdf(report)]
    pages = [text_of(owner.get(reverse(page, args=[cup.slug]))) for page in ("cup", "cup-people")]
    return [*pages, *(" ".join(page_texts(read_pdf(each))) for each in papers)]


def told_in_the_hall(cup: Cup, number: int) -> str:
    found = stage_of(cup, number)
    return shown_sentence(found.stage, found.counting)


def rank_table_points(stage: CupStage) -> None:
    stage.tournament.table_points = True
    stage.tournament.save(update_fields=["table_points"])


def headings(owner: Client, cup: Cup) -> list[str]:
    files = [("cup", {"list": "stage-1"}), ("cup-people", {})]
    return [
        owner.get(reverse(page, args=[cup.slug]), {**asked, "as": "csv"})
        .content.decode()
        .splitlines()[0]
        for page, asked in files
    ]


def test_lists_of_a_cup_say_what_they_rank(cup: Cup) -> None:
    owner, (sentence,) = signed_in(), counting_sentences(TABLE_POINTS)
    words = counting_words(TABLE_POINTS)
    assert [words in each for each in told(owner, cup)] == [False] * 4
    assert [words in each for each in headings(owner, cup)] == [False] * 2
    assert words not in told_in_the_hall(cup, 1)
    rank_table_points(row_of_stage(cup))
    assert [(sentence in each, words in each) for each in told(owner, cup)] == [(True, True)] * 4
    assert [words in each for each in headings(owner, cup)] == [True] * 2
    assert words in told_in_the_hall(cup, 1)


def test_a_stage_set_otherwise_by_hand_is_marked(cup: Cup) -> None:
    owner, words = signed_in(), counting_words(TABLE_POINTS)
    last = begin_next_stage(COMMAND_LINE, cup, {"name": "Finale", "go_on": 0}, Plan("Finale", 1))
    rank_table_points(last)
    *earlier, first, final, total, average = headings(owner, cup)[1].split(";")
    assert (first, final) == ("Vorrunde", f"Finale ({words})")
    assert [each for each in (*earlier, total, average) if words in each] == []


@pytest.mark.parametrize("carries", [False, True])
@pytest.mark.parametrize("of_all", [False, True])
def test_points_carried_over_are_called_table_points_only_if_all_are(
    *, carries: bool, of_all: bool
) -> None:
    cup = make_cup(players=8, go_on=4, carry_points=carries)
    if of_all:
        rank_table_points(row_of_stage(cup))
    play(row_of_stage(cup).tournament, Random(1))
    last = begin_next_stage(COMMAND_LINE, cup, {"name": "Finale", "go_on": 0}, Plan("Finale", 1))
    rank_table_points(last)
    # Another way to count a missed round is no other way to rank.
    Tournament.objects.filter(pk=last.tournament.pk).update(missed_round=-3)
    play(last.tournament, Random(2))
    freeze_standings(COMMAND_LINE, last.tournament, seen=None, reason="so gewollt")
    final = Tournament.objects.get(pk=last.tournament.pk)
    report, words = cup_report(cup), counting_words(TABLE_POINTS).casefold()
    table = signed_in().get(reverse("cup", args=[cup.slug]), {"list": "stage-2", "as": "csv"})
    told = [
        table.content.decode().splitlines()[0],
        " ".join(page_texts(read_pdf(stage_pdf(report, report.stage(2))))),
        told_in_the_hall(cup, 2),
        first_places_words(final),
        " ".join(page_texts(read_pdf(certificates(final, 1)))),
    ]
    assert [words in each.casefold() for each in told] == [of_all or not carries] * 5
