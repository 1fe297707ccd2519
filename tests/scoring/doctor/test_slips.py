"""One slip of each class in random lists: the row is named, the right correction proposed."""

import copy
from dataclasses import replace
from random import Random

import pytest

from scoring.doctor import proposal_to_json, propose
from scoring.json_format import sheet_from_json, sheet_to_json
from scoring.model import RowKind
from scoring.sheet import check
from tests.factories.effort import tries
from tests.factories.slips import SLIPS, Tally, random_slip, tally

pytestmark = pytest.mark.long

LISTS = tries(4, 60)
NOT_ALWAYS = {
    # An unwritten game worth 0 leaves no trace in the figures.
    "row left out, the others numbered on": (0.97, 0.95),
    "row left out, its number too": (0.99, 0.95),
    # A figure of the same size in both columns may hide the first of the rows.
    "two players' columns exchanged throughout": (0.93, 0.95),
}
NEVER = "two players exchanged throughout, in word and figures"


@pytest.mark.no_cover  # so many cases take four times as long when measured
@pytest.mark.parametrize("name", sorted(SLIPS.keys() - {NEVER}))
def test_the_true_correction_is_among_the_first_three(name):
    found = tally(name, LISTS, Random(name))
    row, three = NOT_ALWAYS.get(name, (1, 0.95))

    assert found.shown > 0
    assert found.row_named >= int(row * found.shown)
    assert found.in_first_three >= int(three * found.shown)


@pytest.mark.no_cover  # so many cases take four times as long when measured
def test_nothing_is_proposed_where_two_players_are_fully_swapped():
    found = tally(NEVER, LISTS, Random(NEVER))

    assert found.shown < found.lists  # many of these lists look perfect
    assert found == Tally(lists=LISTS, shown=found.shown, row_named=0, in_first_three=0)


def test_a_valid_list_needs_no_doctor():
    for _ in range(30):
        assert propose(random_slip("sign forgotten", Random(_)).meant) == ()


def applied(sheet, changes):
    """Return the list with the changes made, through the public format alone.

    What names rows behind a deleted one moves with them as the numbers on paper do, or, where that
    leaves an error, the other way round.
    """
    first, other = (made(sheet, changes, as_numbered) for as_numbered in (True, False))
    return first if check(sheet_from_json(first)).ok else other


def made(sheet, changes, as_numbered):
    mended = copy.deepcopy(sheet)
    for change in changes:
        row, field, seat = change["row"], change["field"], change["seat"]
        if field == "insert_row":
            insert(mended, row, change["to"])
            continue
        if field == "delete_row":
            assert mended["rows"][row - 1] == change["from"]
            delete(mended, row, as_numbered)
            continue
        place = mended if row is None else mended["rows"][row - 1]
        if row is None:
            field = "totals"
        if seat is None:
            assert place[field] == change["from"]
            place[field] = change["to"]
        else:
            assert place[field][seat - 1] == change["from"]
            place[field][seat - 1] = change["to"]
    return mended


def insert(sheet, number, row):
    rows = sheet["rows"]
    gap = number <= len(rows) and rows[number - 1]["no"] == number + 1
    rows.insert(number - 1, row)
    if gap:
        return
    for following in rows[number:]:
        following["no"] += 1
    for penalty in sheet["penalties"]:
        penalty["row"] += penalty["row"] >= number
    limit = sheet["time_limit_after_row"]
    if limit is not None:
        in_time = limit == number - 1 and not row["forced"]
        sheet["time_limit_after_row"] += limit >= number or in_time


def delete(sheet, number, as_numbered):
    rows = sheet["rows"]
    is_counted = rows[number - 1]["no"] != rows[number - 2]["no"]
    del rows[number - 1]
    for place, row in enumerate(rows, start=1):
        row["no"] = place
    if is_counted is not as_numbered:
        return
    for penalty in sheet["penalties"]:
        penalty["row"] -= penalty["row"] >= number
    limit = sheet["time_limit_after_row"]
    if limit is not None:
        sheet["time_limit_after_row"] -= limit >= number


@pytest.mark.parametrize("name", sorted(SLIPS))
def test_proposals_make_the_whole_list_free_of_errors(name):
    random = Random(name)
    for _ in range(tries(2, 8)):
        written = random_slip(name, random).written
        for proposal in propose(written):
            said = proposal_to_json(proposal)
            mended = applied(sheet_to_json(written), said["changes"])

            assert mended == sheet_to_json(proposal.mended)
            assert check(sheet_from_json(mended)).ok
            rows = [change["row"] for change in said["changes"] if change["row"] is not None]
            assert said["row"] == (min(rows) if rows else None)


def test_proposals_are_few_and_differ():
    random = Random(7)
    for name in SLIPS:
        proposals = propose(random_slip(name, random).written)

        assert len(proposals) <= 5
        assert len({proposal.changes for proposal in proposals}) == len(proposals)


def test_proposals_need_no_running_totals():
    """Bare points and the totals at the end are enough for most slips inside a row."""
    for name in ("sign forgotten", "solo not tripled", "compulsory solo not marked"):
        random = Random(name)
        for _ in range(tries(5, 20)):
            slip = random_slip(name, random)
            proposals = propose(bare(slip.written))

            assert bare(slip.meant) in [proposal.mended for proposal in proposals[:3]]


def bare(sheet):
    rows = tuple(replace(row, cumulative=None) for row in sheet.rows)
    return replace(sheet, rows=rows)


def test_omitted_row_is_one_finding_at_its_place():
    found = 0
    for name in ("row left out, its number too", "row left out, the others numbered on"):
        random = Random(name)
        for _ in range(60):
            slip = random_slip(name, random)
            codes = [(one.code, one.row) for one in check(slip.written).findings]
            last = slip.row > len(slip.written.rows)
            worth_nothing = not any(slip.meant.rows[slip.row - 1].points)
            if not last and not worth_nothing:
                assert len([code for code, _row in codes if code != "value_unlikely"]) == 1
                found += ("too_few_games", slip.row) in codes
    assert found > 80


@pytest.mark.parametrize(
    "name", ["row written twice, its number too", "row written twice, the others numbered on"]
)
def test_duplicated_row_is_one_finding_and_removed(name):
    random = Random(name)
    for _ in range(tries(10, 60)):
        slip = random_slip(name, random)
        codes = [(one.code, one.row) for one in check(slip.written).findings]
        codes = [one for one in codes if one[0] != "value_unlikely"]
        first = propose(slip.written)[0]

        assert codes == [("row_twice", slip.row)]
        assert first.mended == slip.meant
        assert [change.field for change in first.changes] == ["delete_row"]


@pytest.mark.parametrize(
    "name", ["row written twice, its number too", "row written twice, the others numbered on"]
)
def test_what_names_rows_behind_a_deleted_one_may_count_otherwise_than_their_numbers(name):
    """The end of time as on a list with the row, or without it, whatever the numbers do."""
    random, told = Random(name), 0
    while told < tries(5, 40):
        slip = random_slip(name, random)
        limit = slip.meant.time_limit_after_row
        if limit is None:
            continue
        counted = slip.written.time_limit_after_row != limit
        penalties = slip.meant.penalties
        if not counted:
            limit += limit >= slip.row - 1
            penalties = tuple(
                replace(each, row=each.row + (each.row >= slip.row)) for each in penalties
            )
        if limit == slip.written.time_limit_after_row:
            continue  # the row is behind the end of time
        written = replace(slip.written, time_limit_after_row=limit, penalties=penalties)
        for proposal in propose(written):
            said = proposal_to_json(proposal)
            mended = applied(sheet_to_json(written), said["changes"])

            assert mended == sheet_to_json(proposal.mended)
            assert check(sheet_from_json(mended)).ok
            told += said["reason"] == "row_twice"


def test_omitted_wedding_comes_back_as_a_normal_game():
    random = Random(1)
    for _ in range(60):
        slip = random_slip("row left out, the others numbered on", random)
        row = slip.meant.rows[slip.row - 1]
        if row.kind is RowKind.WEDDING and any(row.points):
            inserted = propose(slip.written)[0].mended.rows[slip.row - 1]

            assert inserted == replace(row, kind=RowKind.NORMAL)
            return
    raise AssertionError("no wedding among the rows left out")
