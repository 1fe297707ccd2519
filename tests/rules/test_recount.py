from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.json_format import sheet_to_json
from scoring.model import DEFAULT_GAMES
from scoring.sheet import check
from tests.factories.results import MadeUp, made_up_tournaments
from tournament.draw.randomness import seeded
from tournament.rehearsal.rules import random_sheet
from tournament.standings.rules.standings import standings
from tournament.standings.rules.tie_breaks import CRITERIA, keys_of
from tournament.trust.rules.recount import (
    Difference,
    DifferenceCode,
    EntryClaim,
    Rules,
    SheetClaim,
    Sums,
    recount,
    recount_sheet,
)

ROWS: dict[str, Any] = {
    "table_size": 5,
    "rows": [
        {"no": 1, "points": [None, 3, 3, -3, -3]},
        {"no": 2, "points": [-2, None, 6, -2, -2]},
    ],
    "penalties": [{"row": 2, "points": [1, None, 1, 1, -3]}],
}
TOTALS: dict[str, Any] = {
    "totals": [12, -4, -20, 12],
    "penalties": [{"rule": "9.3.2", "points": [1, 1, 1, -3]}],
}


def sheet(number: int, totals: list[int], first_entry: int = 1) -> SheetClaim:
    entries = tuple(range(first_entry, first_entry + len(totals)))
    return SheetClaim(number, 1, entries, {"totals": totals}, tuple(totals))


def entry(entry_id: int, rounds: tuple[int | None, ...], rank: int | None) -> EntryClaim:
    total = sum(points or 0 for points in rounds)
    return EntryClaim(entry_id, entry_id, rounds, (), 0, total, rank)


TWO_ROUNDS = [sheet(1, [9, 1, -3, -7]), sheet(2, [-4, 4, 0, 0])]
FOUR_ENTRIES = [
    entry(1, (9, -4), 1),
    entry(2, (1, 4), 1),
    entry(3, (-3, 0), 3),
    entry(4, (-7, 0), 4),
]


def test_recount_sheet_adds_rows_and_penalties_for_every_seat() -> None:
    assert recount_sheet(ROWS) == (-1, 3, 10, -4, -8)


def test_recount_sheet_takes_bare_totals_as_typed_penalties_included() -> None:
    assert recount_sheet(TOTALS) == (12, -4, -20, 12)


@given(size=st.sampled_from([4, 5]), seed=st.text(max_size=8))
def test_recount_sheet_agrees_with_the_check(size: int, seed: str) -> None:
    played = random_sheet(size, DEFAULT_GAMES[size], seeded(seed), penalty_chance=0.5)
    assert recount_sheet(sheet_to_json(played)) == check(played).totals


def test_recount_finds_nothing_where_all_agrees() -> None:
    result = recount([SheetClaim(1, 1, (1, 2, 3, 4, 5), ROWS, (-1, 3, 10, -4, -8))], [])
    assert (result.sheets, result.as_typed, result.differences) == (1, 0, ())
    result = recount(TWO_ROUNDS, FOUR_ENTRIES)
    assert (result.sheets, result.as_typed, result.differences) == (2, 2, ())


def test_recount_names_a_total_that_differs_from_the_rows() -> None:
    claim = SheetClaim(2, 7, (11, 12, 13, 14, 15), ROWS, (-1, 3, 11, -5, -8))
    assert recount([claim], []).differences == (
        Difference(DifferenceCode.SHEET_TOTAL, 11, 10, 2, 7, 13),
        Difference(DifferenceCode.SHEET_TOTAL, -5, -4, 2, 7, 14),
    )


def test_recount_names_a_sheet_that_does_not_sum_to_zero() -> None:
    assert recount([sheet(1, [1, 2, 3, 4])], []).differences == (
        Difference(DifferenceCode.SUM_NOT_ZERO, 0, 10, 1, 1),
    )


def test_recount_names_a_sheet_for_another_number_of_seats() -> None:
    claim = SheetClaim(1, 3, (1, 2, 3, 4), ROWS, (1, -1, 1, -1))
    assert recount([claim], []).differences == (Difference(DifferenceCode.SEATS, 4, 5, 1, 3),)


def played_content(**wrong: Any) -> dict[str, Any]:
    """Return the list above as a careful writer keeps it, except for what is wrong."""
    first, second = ROWS["rows"]
    rows = [
        {**first, "cumulative": [0, 3, 3, -3, -3]},
        {**second, "cumulative": [-1, 3, 10, -4, -8]},
    ]
    return {**ROWS, "rows": rows, "totals": [-1, 3, 10, -4, -8], **wrong}


@pytest.mark.parametrize(
    ("wrong", "row"),
    [
        ({"rows": [{**ROWS["rows"][0], "cumulative": [0, 3, 3, -3, -2]}, ROWS["rows"][1]]}, 1),
        ({"totals": [-1, 3, 10, -4, -7]}, 2),
        ({"totals": "none"}, 2),
        ({"penalties": [{**ROWS["penalties"][0], "row": 1}]}, 1),
    ],
)
def test_recount_names_the_game_where_running_totals_go_wrong(
    wrong: dict[str, Any], row: int
) -> None:
    totals = (-1, 3, 10, -4, -8)
    assert (
        recount([SheetClaim(2, 7, (1, 2, 3, 4, 5), played_content(), totals)], []).differences == ()
    )
    claim = SheetClaim(2, 7, (1, 2, 3, 4, 5), played_content(**wrong), totals)
    assert recount([claim], []).differences == (
        Difference(DifferenceCode.RUNNING_TOTAL, None, None, 2, 7, row=row),
    )


@pytest.mark.parametrize(
    ("wrong", "difference"),
    [
        ({"rounds": (9, -5)}, Difference(DifferenceCode.ROUND_RESULT, -5, -4, 2, None, 1)),
        ({"rounds": (None, -4)}, Difference(DifferenceCode.ROUND_RESULT, None, 9, 1, None, 1)),
        ({"adjustment": -2}, Difference(DifferenceCode.ADJUSTMENT, -2, 0, entry_id=1)),
        ({"total": 6}, Difference(DifferenceCode.TOTAL, 6, 5, entry_id=1)),
        ({"rank": 2}, Difference(DifferenceCode.RANK, 2, 1, entry_id=1)),
    ],
)
def test_recount_names_the_one_wrong_figure_of_an_entry(
    wrong: dict[str, Any], difference: Difference
) -> None:
    entries = [replace(FOUR_ENTRIES[0], **wrong), *FOUR_ENTRIES[1:]]
    assert recount(TWO_ROUNDS, entries).differences == (difference,)


def test_recount_expects_no_figure_where_there_is_no_sheet() -> None:
    entries = [entry(1, (9, None), 1), entry(2, (1, None), 2)]
    assert recount([sheet(1, [9, 1, -3, -7])], entries).differences == ()
    claimed = [entry(1, (9, 0), 1)]
    assert recount([sheet(1, [9, 1, -3, -7])], claimed).differences == (
        Difference(DifferenceCode.ROUND_RESULT, 0, None, 2, None, 1),
    )


def test_recount_takes_deductions_off_and_leaves_out_the_unranked() -> None:
    entries = [
        EntryClaim(1, 1, (9, -4), (-3, -1), -4, 1, 2),
        entry(2, (1, 4), 1),
        entry(3, (-3, 0), None),
        entry(4, (-7, 0), 3),
    ]
    assert recount(TWO_ROUNDS, entries).differences == ()


def test_recount_refuses_a_tie_break_it_does_not_know() -> None:
    with pytest.raises(KeyError, match="dice"):
        recount(TWO_ROUNDS, FOUR_ENTRIES, ["dice"])


def test_recount_takes_the_average_of_the_opponents() -> None:
    """2 of three are more than 2 of four, 5 of three more than 5 of four, and so on."""
    four, five = [5, 2, 0, 0], [5, 2, 0, 0, 0]
    sheets = [sheet(1, four), replace(sheet(1, five, first_entry=5), table=2)]
    lines = zip((*four, *five), (1, 3, 5, 5, 2, 4, 7, 7, 7), strict=True)
    entries = [entry(number, (points,), rank) for number, (points, rank) in enumerate(lines, 1)]
    differences = recount(sheets, entries, ["opponents"]).differences
    assert {difference.code for difference in differences} == {DifferenceCode.SUM_NOT_ZERO}


@given(made_up_tournaments(), st.lists(st.sampled_from(sorted(CRITERIA)), max_size=5))
def test_recount_agrees_with_the_standings_for_any_criteria(made: MadeUp, codes: list[str]) -> None:
    lines = standings(made.people, keys_of(codes), made.known)
    differences = recount(made.sheets, made.claims(lines), codes, made.seed).differences
    assert {difference.code for difference in differences} <= {DifferenceCode.SUM_NOT_ZERO}


def fined(totals: list[int]) -> SheetClaim:
    """Return a table where position 2 lost five points by a penalty that credits nobody."""
    content = {"totals": totals, "penalties": [{"row": None, "points": [0, -5, 0, 0]}]}
    return SheetClaim(1, 1, (1, 2, 3, 4), content, tuple(totals))


@pytest.mark.parametrize(
    ("sums", "totals", "due"),
    [
        (Sums.ZERO, [4, -9, 2, -2], 0),
        (Sums.PENALTIES, [4, -9, 2, -2], None),
        (Sums.PENALTIES, [4, -9, 2, -1], -5),
        (Sums.PENALTIES, [4, -4, 2, -2], -5),
        (Sums.ANY, [4, 9, 0, 3], None),
    ],
)
def test_recount_knows_the_sums_of_points(sums: Sums, totals: list[int], due: int | None):
    found = recount([fined(totals)], [], rules=Rules(sums)).differences
    wrong = [Difference(DifferenceCode.SUM_NOT_ZERO, due, sum(totals), 1, 1)]
    assert list(found) == ([] if due is None else wrong)


def test_recount_counts_the_solos_that_the_rules_ask_for() -> None:
    rows = [{"kind": "lumper", "soloist": 3, "points": [0, 0, 3, 0]}]
    content = {"table_size": 4, "rows": rows}
    played = SheetClaim(1, 1, (1, 2, 3, 4), content, (0, 0, 3, 0))
    level = sheet(1, [0, 0, 0, 3], first_entry=5)
    entries = [entry(n, (points,), None) for n, points in enumerate((0, 0, 3, 0, 0, 0, 0, 3), 1)]
    first = [replace(each, rank=1) if each.total else each for each in entries]
    for kinds, rank in ((frozenset({"lumper"}), 2), (frozenset(), 1)):
        rules = Rules(Sums.ANY, kinds)
        ranked = [replace(each, rank=rank) if each.entry_id == 8 else each for each in first]
        counted = recount([played, level], ranked, ["compulsory_solos_won"], rules=rules)
        assert counted.differences == ()
