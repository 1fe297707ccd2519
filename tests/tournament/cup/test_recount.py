"""The recount of a stage names what differs in the stages of its cup, and who goes on."""

from dataclasses import replace

import pytest
from django.core.management import call_command

from tests.factories.cups import make_cup, play_evenly, row_of_stage, stage_of
from tests.factories.databases import copied
from tests.factories.pages import signed_in
from tournament.cup import reads
from tournament.cup.reads import cut_differences
from tournament.cup.rules import Cut, DrawnLot, Fate
from tournament.cup.writes import draw_cup_lot, withdraw_from_cup
from tournament.labels.cup import cut_difference_sentence
from tournament.models import Cup, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.trust.rules.recount_cup import Cell, Column, Difference

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

FIRST_PATH = {
    Column.TOTAL: ("total", 1000),
    Column.RANK: ("rank", 9),
    Column.FATE: ("fate", Fate.OUT),
}
"""The field of a line that each column of the recount holds against, and another value."""


@pytest.fixture
@copied
def cup() -> Cup:
    """Six teams, of whom three go on: one has withdrawn, three are equal at the cut."""
    cup = make_cup(6, go_on=3, per="all")
    play_evenly(cup, 9, 5, -4, -4, -4, -2)
    first = stage_of(cup).cut.lines[0].contestant.key
    withdraw_from_cup(COMMAND_LINE, row_of_stage(cup), first, "krank")
    return cup


def test_what_nobody_changed_agrees_before_and_after_the_lot(cup: Cup) -> None:
    tournament = row_of_stage(cup).tournament
    (tie,) = stage_of(cup).cut.ties
    assert cut_differences(tournament) == []
    draw_cup_lot(COMMAND_LINE, row_of_stage(cup), tie.keys, "4711", "Würfel")
    assert stage_of(cup).cut.ties == ()
    assert cut_differences(tournament) == []
    assert cut_differences(Tournament.objects.create(slug="x", rounds_planned=1)) == []


def test_one_who_withdraws_after_the_lot_keeps_the_place_drawn() -> None:
    cup = make_cup(6, go_on=3, per="all")
    play_evenly(cup, 8, 2, 2, 2, -7, -7)
    stage, tournament = row_of_stage(cup), row_of_stage(cup).tournament
    lot = draw_cup_lot(COMMAND_LINE, stage, stage_of(cup).cut.ties[0].keys, "4711", "Würfel")
    drawn = DrawnLot(tuple(lot.among), lot.seed).in_order(lot.among)
    for gone in drawn[:2]:
        withdraw_from_cup(COMMAND_LINE, stage, gone, "krank")
        lines = stage_of(cup).cut.lines
        assert [(each.contestant.key, each.rank, each.by_lot) for each in lines[1:4]] == [
            (key, place, True) for place, key in enumerate(drawn, start=2)
        ]
        assert cut_differences(tournament) == []


@pytest.mark.parametrize("column", Column)
def test_a_changed_figure_of_the_first_path_is_named(
    column: Column, cup: Cup, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    field, other = FIRST_PATH[column]
    true = reads.cut

    def changed(*args: object) -> Cut:
        found = true(*args)
        ((first, second, *others),) = found.groups
        return replace(found, groups=((first, replace(second, **{field: other}), *others),))

    line = stage_of(cup).cut.lines[1]
    monkeypatch.setattr(reads, "cut", changed)
    stage, name = row_of_stage(cup), line.contestant.name
    cell = Cell(stage.number, line.contestant.key, column)
    differs = Difference(cell, other, getattr(line, field))
    expected = cut_difference_sentence(differs, f"{cup}, {stage.name}, {name}")
    assert cut_differences(stage.tournament) == [expected]
    with pytest.raises(SystemExit):
        call_command("recount", stage.tournament.slug)
    told = capsys.readouterr().err.splitlines()
    assert [line for line in told if line.startswith(f"{cup}, ")] == [expected]
    page = signed_in().get(f"/t/{stage.tournament.slug}/journal/", {"check": 1})
    assert expected in page.content.decode()
