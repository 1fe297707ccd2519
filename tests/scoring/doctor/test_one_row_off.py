"""One value typed wrong, while the control figures of the paper stay as they are."""

from dataclasses import replace
from random import Random

import pytest

from scoring.doctor import Field, propose
from scoring.english import suggestion
from scoring.findings import Code
from scoring.model import Row, RowKind, ScoreSheet
from scoring.rulesets import rule_set
from scoring.sheet import check
from tests.factories.effort import tries
from tests.factories.ruled_sheets import ruled_sheet
from tests.factories.score_sheets import played_sheet


def typed_from_paper(paper, number, points, kept=()):
    """Return the list as typed: one row wrong, running totals of some rows, and the totals."""
    rows = tuple(
        replace(
            row,
            points=points if at == number else row.points,
            cumulative=row.cumulative if at in kept else None,
        )
        for at, row in enumerate(paper.rows, start=1)
    )
    return replace(paper, rows=rows)


def one_higher(row):
    """Return the row with a value higher by 1."""
    value = min(abs(figure) for figure in row.points if figure is not None)
    return tuple(None if figure is None else figure + figure // value for figure in row.points)


def papers(random, size):
    """Return valid lists with a row whose value can be typed wrong."""
    while True:
        paper = played_sheet(random, size)
        worth = [
            number
            for number, row in enumerate(paper.rows, start=1)
            if all(figure is None or figure for figure in row.points)
        ]
        if worth:
            number = random.choice(worth)
            yield paper, number, one_higher(paper.rows[number - 1])


@pytest.mark.long
@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("lines", ["totals", "checkpoints"])
def test_row_is_proposed_or_named_and_the_figures_stay(size, lines):
    proposed = named = 0
    tried = papers(Random(f"{size} {lines}"), size)
    for _ in range(tries(6, 150)):
        paper, number, points = next(tried)
        kept = range(6, len(paper.rows) + 1, 6) if lines == "checkpoints" else ()
        typed = typed_from_paper(paper, number, points, kept)
        [found] = [each for each in check(typed).findings if each.severity == "error"]
        rows, proposals = found.params["rows"], propose(typed)

        assert number in rows
        assert found.code in (Code.WRONG_TOTAL, Code.WRONG_CUMULATIVE)
        assert suggestion(found) == f"One of the rows {', '.join(map(str, rows))}?"
        assert (len(proposals) > 0) == (len(rows) <= 5)
        for proposal in proposals:
            assert check(proposal.mended).ok
            assert all(change.field is not Field.CUMULATIVE for change in proposal.changes)
        if proposals:
            assert sorted({each.row for each in proposals}) == list(rows)
            assert typed_from_paper(paper, number, paper.rows[number - 1].points, kept) in [
                each.mended for each in proposals
            ]
        proposed, named = proposed + bool(proposals), named + (not proposals)
    assert proposed > 0
    assert named > 0 or lines == "checkpoints" or size == 5


def plain(pairs):
    """Return normal games of 2 points each, won by these pairs, where nobody owes a solo."""
    rows = tuple(
        Row(number, RowKind.NORMAL, tuple(2 if str(seat) in won else -2 for seat in range(1, 5)))
        for number, won in enumerate(pairs, start=1)
    )
    return ScoreSheet(4, rows, rules=rule_set("club", {"games": len(rows)}))


def one_game_off(sheet):
    """Return the list with totals as if positions 1 and 3 had won 1 more."""
    right = check(sheet).totals
    return replace(sheet, totals=tuple(map(sum, zip(right, (1, -1, 1, -1), strict=True))))


@pytest.mark.parametrize(("fitting", "proposed"), [(5, 5), (6, 0)])
def test_five_rows_are_proposed_and_six_are_named(fitting, proposed):
    typed = one_game_off(plain(["13"] * fitting + ["12"] * 4))

    [found] = check(typed).findings

    assert found.params["rows"] == tuple(range(1, fitting + 1))
    assert [each.row for each in propose(typed)] == list(range(1, proposed + 1))


def test_consistent_figures_no_row_explains_are_left_alone():
    typed = one_game_off(plain(["12"] * 6))

    [found] = check(typed).findings

    assert found.params["rows"] == ()
    assert suggestion(found) is None
    assert propose(typed) == ()


def test_one_figure_that_contradicts_the_others_is_added_up_again():
    sheet = plain(["12"] * 6)
    right = check(sheet).totals
    typed = replace(sheet, totals=(right[0] + 2, *right[1:]))

    [found] = check(typed).findings
    [proposal] = propose(typed)

    assert "rows" not in found.params
    assert proposal.mended == replace(sheet, totals=right)


def test_figures_of_one_row_are_named_where_only_winners_score():
    paper, tried = ruled_sheet(rule_set("altgeld"), 4, 3), 0
    for number, row in enumerate(paper.rows, start=1):
        points = tuple(figure + (figure == max(row.points)) for figure in row.points)
        typed = typed_from_paper(paper, number, points)
        errors = [each for each in check(typed).findings if each.severity == "error"]
        if [each.code for each in errors] != [Code.WRONG_TOTAL]:
            continue  # no such game: the row says so itself

        assert number in errors[0].params["rows"]
        assert all(
            change.field is not Field.CUMULATIVE
            for proposal in propose(typed)
            for change in proposal.changes
        )
        tried += 1
    assert tried > 3
