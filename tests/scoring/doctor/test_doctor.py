"""The doctor on single slips, and on lists that are barely lists."""

import copy
from dataclasses import replace
from random import Random

import pytest

from scoring.doctor import Reason, proposal_to_json, propose
from scoring.json_format import Malformed, sheet_from_json, sheet_to_json
from scoring.model import Row, RowKind, ScoreSheet
from scoring.sheet import check
from tests.factories.effort import tries
from tests.factories.score_sheets import (
    plain_sheet,
    replace_figure,
    replace_row,
    with_columns,
)
from tests.factories.slips import random_list

FOUR = with_columns(plain_sheet())
FIVE = with_columns(plain_sheet(5))
BARE = plain_sheet()
VOLUNTARY_LATER = ScoreSheet(
    4,
    (
        Row(1, RowKind.COMPULSORY_SOLO, (-1, -1, 3, -1), 1, 3),
        Row(2, RowKind.NORMAL, (1, 1, -1, -1), 1),
        Row(3, RowKind.VOLUNTARY_SOLO, (-1, -1, 3, -1), 2, 3),
        Row(4, RowKind.COMPULSORY_SOLO, (-1, 3, -1, -1), 3, 2),
        Row(5, RowKind.NORMAL, (1, 1, -1, -1), 3),
        Row(6, RowKind.NORMAL, (1, 1, -1, -1), 4),
        Row(7, RowKind.COMPULSORY_SOLO, (-1, -1, -1, 3), 1, 4, True),
        Row(8, RowKind.COMPULSORY_SOLO, (3, -1, -1, -1), 2, 1, True),
    ),
    games=8,
)
WORTH_FOUR = {
    "game_type": "normal",
    "re": [1, 2],
    "kontra": [3, 4],
    "re_points": 172,
    "re_announced": True,
}


def first(sheet):
    """Return the likeliest correction: reason, changes as (row, field, seat, from, to)."""
    proposal = propose(sheet)[0]
    changes = [tuple(change.values()) for change in proposal_to_json(proposal)["changes"]]
    return proposal.reason, changes


def figure(sheet, number, seat, new):
    points = replace_figure(sheet.rows[number - 1].points, seat, new)
    return replace_row(sheet, number, points=points)


def running(sheet, number, seat, new):
    typed = replace_figure(sheet.rows[number - 1].cumulative, seat, new)
    return replace_row(sheet, number, cumulative=typed)


CASES = {
    "a sign forgotten": (
        figure(FOUR, 2, 3, 2),
        (Reason.SIGN_FORGOTTEN, [(2, "points", 3, 2, -2)]),
    ),
    "a sign forgotten where only the points are written": (
        figure(BARE, 2, 3, 2),
        (Reason.SIGN_FORGOTTEN, [(2, "points", 3, 2, -2)]),
    ),
    "a solo not tripled": (
        figure(FOUR, 5, 2, 1),
        (Reason.SOLO_NOT_TRIPLED, [(5, "points", 2, 1, 3)]),
    ),
    "a figure that is missing": (
        figure(FOUR, 2, 3, None),
        (Reason.FIGURE_MISSING, [(2, "points", 3, None, -2)]),
    ),
    "a figure that is no number": (
        figure(FOUR, 2, 3, "-2"),
        (Reason.FIGURE_MISREAD, [(2, "points", 3, "-2", -2)]),
    ),
    "a figure with a decimal point": (
        figure(FOUR, 2, 3, -2.0),
        (Reason.FIGURE_MISREAD, [(2, "points", 3, -2.0, -2)]),
    ),
    "true where a figure belongs": (
        running(FOUR, 2, 3, True),
        (Reason.RUNNING_TOTAL_MISREAD, [(2, "cumulative", 3, True, -4)]),
    ),
    "a running total that is no number": (
        running(FOUR, 2, 3, "-4"),
        (Reason.RUNNING_TOTAL_MISREAD, [(2, "cumulative", 3, "-4", -4)]),
    ),
    "a running total without its sign": (
        running(FOUR, 2, 3, 4),
        (Reason.RUNNING_TOTAL_MISREAD, [(2, "cumulative", 3, 4, -4)]),
    ),
    "a compulsory solo called voluntary": (
        replace_row(FOUR, 5, kind=RowKind.VOLUNTARY_SOLO, forced=False),
        (
            Reason.COMPULSORY_NOT_MARKED,
            [
                (5, "kind", None, "voluntary_solo", "compulsory_solo"),
                (5, "forced", None, False, True),
            ],
        ),
    ),
    "the mark of a forced solo": (
        replace_row(FOUR, 6, forced=False),
        (Reason.FORCED_MARK, [(6, "forced", None, False, True)]),
    ),
    "a soloist of the wrong name": (
        replace_row(FOUR, 6, soloist=4),
        (Reason.WRONG_SOLOIST, [(6, "soloist", None, 4, 3)]),
    ),
    "a solo worth nothing that names nobody": (
        replace_row(BARE, 5, points=(0, 0, 0, 0), soloist=None),
        (Reason.WRONG_SOLOIST, [(5, "soloist", None, None, 2)]),
    ),
    "a solo worth nothing that is not marked": (
        replace_row(
            replace_row(BARE, 5, points=(0, 0, 0, 0)), 5, kind=RowKind.NORMAL, soloist=None
        ),
        (
            Reason.COMPULSORY_NOT_MARKED,
            [(5, "kind", None, "normal", "compulsory_solo"), (5, "soloist", None, None, 2)],
        ),
    ),
    "figures in each other's place in a row without running totals": (
        figure(figure(replace_row(FOUR, 4, cumulative=None), 4, 2, -2), 4, 3, 2),
        (Reason.NEIGHBOUR_COLUMN, [(4, "points", 2, -2, 2), (4, "points", 3, 2, -2)]),
    ),
    "a solo written for another player, whose true one played a voluntary solo later": (
        replace_row(VOLUNTARY_LATER, 1, soloist=2, points=(-1, 3, -1, -1)),
        (
            Reason.PLAYERS_EXCHANGED,
            [
                (1, "points", 2, 3, -1),
                (1, "points", 3, -1, 3),
                (1, "soloist", None, 2, 3),
            ],
        ),
    ),
    "a compulsory and a later voluntary solo that bear each other's mark": (
        replace_row(
            replace_row(VOLUNTARY_LATER, 1, kind=RowKind.VOLUNTARY_SOLO),
            3,
            kind=RowKind.COMPULSORY_SOLO,
        ),
        (
            Reason.WRONG_KIND,
            [
                (1, "kind", None, "voluntary_solo", "compulsory_solo"),
                (3, "kind", None, "compulsory_solo", "voluntary_solo"),
            ],
        ),
    ),
    "a wrong dealer": (
        replace_row(FOUR, 3, dealer=4),
        (Reason.WRONG_DEALER, [(3, "dealer", None, 4, 3)]),
    ),
    "a game described with other points": (
        replace_row(BARE, 1, detail=WORTH_FOUR),
        (
            Reason.DETAIL_TELLS,
            [
                (1, "points", 1, 2, 4),
                (1, "points", 2, 2, 4),
                (1, "points", 3, -2, -4),
                (1, "points", 4, -2, -4),
            ],
        ),
    ),
    "a figure of the sitting dealer": (
        figure(FIVE, 2, 2, 0),
        (Reason.FIGURE_MISREAD, [(2, "points", 2, 0, None)]),
    ),
}


@pytest.mark.parametrize(("sheet", "correction"), CASES.values(), ids=CASES.keys())
def test_the_likeliest_correction(sheet, correction):
    assert first(sheet) == correction


def test_valid_list_and_empty_list_have_no_proposals():
    assert propose(FOUR) == ()
    assert propose(sheet_from_json({"table_size": 4, "rows": []})) == ()


def test_totals_that_contradict_bare_points_put_every_row_in_doubt():
    """Rows 1 to 4 have the same figures here: in each of them two may have been swapped."""
    exchanged = figure(figure(BARE, 2, 2, -2), 2, 3, 2)
    proposals = propose(replace(exchanged, totals=FOUR.totals))

    assert {proposal.row for proposal in proposals if proposal.row} >= {2}
    assert (Reason.NEIGHBOUR_COLUMN, 2) in [(one.reason, one.row) for one in proposals[:3]]


@pytest.mark.parametrize(
    "detail",
    [
        WORTH_FOUR | {"table_size": 5},
        WORTH_FOUR | {"re": [1, 5], "kontra": [3, 4]},
        WORTH_FOUR | {"game_type": "skat"},
        WORTH_FOUR | {"re_points": 239},
    ],
)
def test_a_game_described_that_cannot_be_is_left_alone(detail):
    assert propose(replace_row(FOUR, 1, detail=detail)) == ()


RUBBISH = (
    None,
    "",
    "x",
    0,
    1,
    -1,
    2.5,
    1.0,
    True,
    False,
    7,
    99,
    10**30,
    -(10**30),
    [],
    {},
    "1e400",
)


def damaged(sheet, random):
    """Return a list as JSON with rubbish in up to six places."""
    obj = copy.deepcopy(sheet)
    for _ in range(random.randint(1, 6)):
        row = random.choice(obj["rows"])
        key = random.choice((*row, "points", "cumulative", "table"))
        if key == "table":
            obj[random.choice(("struck_games", "time_limit_after_row", "games", "totals"))] = (
                random.choice(RUBBISH)
            )
        elif isinstance(row[key], list) and row[key]:
            row[key][random.randrange(len(row[key]))] = random.choice(RUBBISH)
        elif key == "kind":
            row[key] = random.choice(("normal", "wedding", "voluntary_solo", "compulsory_solo"))
        else:
            row[key] = random.choice(RUBBISH)
    return obj


@pytest.mark.no_cover  # so many cases take four times as long when measured
@pytest.mark.parametrize("seed", range(tries(1, 6)))
def test_proposals_mend_any_damaged_list(seed):
    random = Random(seed)
    tried = proposed = 0
    while tried < 100:
        try:
            sheet = sheet_from_json(damaged(sheet_to_json(random_list(random)), random))
        except Malformed:
            continue
        tried += 1
        for proposal in propose(sheet):
            proposed += 1
            assert check(proposal.mended).ok
            assert proposal.changes
    assert proposed > 20


def test_a_game_described_that_is_written_twice_is_removed():
    right = replace_row(FOUR, 1, detail=WORTH_FOUR | {"re_announced": False})
    twice = replace(right, rows=(right.rows[0], *right.rows))

    assert [(one.reason, one.mended) for one in propose(twice)] == [(Reason.ROW_TWICE, right)]
