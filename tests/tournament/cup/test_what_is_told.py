"""What the journal and the page tell of a stage, whatever became of it."""

from dataclasses import replace

import pytest

from tests.factories.cups import make_cup, stage_of
from tournament.labels.journal import has_sentence
from tournament.lists.cup import picture_of
from tournament.models import JournalEntry

pytestmark = pytest.mark.django_db


def test_every_act_that_makes_a_stage_of_teams_can_be_read() -> None:
    told = JournalEntry.objects.filter(tournament=stage_of(make_cup(8)).tournament)
    assert [each.action for each in told if not has_sentence(each.action, each.data)] == []


def test_a_stage_without_anybody_has_no_boxes() -> None:
    found = stage_of(make_cup(8))
    assert len(picture_of(found)) == 2
    assert picture_of(replace(found, cut=replace(found.cut, groups=()))) == []
