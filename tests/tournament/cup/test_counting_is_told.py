"""Where table points are ranked the lists of a cup say so; else nothing does."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.cups import make_cup, play, row_of_stage
from tests.factories.pages import signed_in, text_of
from tests.factories.papers import page_texts, read_pdf
from tournament.cup.reads import cup_report
from tournament.cup.writes import Plan, begin_next_stage
from tournament.exports.cup import people_pdf, stage_pdf
from tournament.labels.counting import counting_sentences, counting_words
from tournament.labels.cup import shown_sentence
from tournament.models import Cup
from tournament.permissions import COMMAND_LINE
from tournament.standings.rules.counting import Counting

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

TABLE_POINTS = Counting(table_points=True)


@pytest.fixture
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
    words, stage = counting_words(TABLE_POINTS), row_of_stage(cup)
    assert [words in each for each in told(owner, cup)] == [False] * 4
    assert [words in each for each in headings(owner, cup)] == [False] * 2
    assert words not in shown_sentence(stage)
    stage.tournament.table_points = True
    stage.tournament.save(update_fields=["table_points"])
    assert [(sentence in each, words in each) for each in told(owner, cup)] == [(True, True)] * 4
    assert [words in each for each in headings(owner, cup)] == [True] * 2
    assert words in shown_sentence(row_of_stage(cup))


def test_a_stage_set_otherwise_by_hand_is_marked(cup: Cup) -> None:
    owner, words = signed_in(), counting_words(TABLE_POINTS)
    last = begin_next_stage(COMMAND_LINE, cup, {"name": "Finale", "go_on": 0}, Plan("Finale", 1))
    last.tournament.table_points = True
    last.tournament.save(update_fields=["table_points"])
    *earlier, first, final, total, average = headings(owner, cup)[1].split(";")
    assert (first, final) == ("Vorrunde", f"Finale ({words})")
    assert [each for each in (*earlier, total, average) if words in each] == []
