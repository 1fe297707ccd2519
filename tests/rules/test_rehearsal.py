from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.model import DEFAULT_GAMES, RowKind, ScoreSheet
from scoring.sheet import check
from tests.factories.effort import tries
from tests.factories.ruled_sheets import TABLES
from tournament.draw.randomness import seeded
from tournament.rehearsal.rules import random_sheet


@cache
def thousand_sheets() -> list[ScoreSheet]:
    return [
        random_sheet(size, DEFAULT_GAMES[size], seeded(f"{size}/{number}"))
        for size in (4, 5)
        for number in range(500)
    ]


def test_a_thousand_random_sheets_have_no_findings_at_all() -> None:
    assert [found for sheet in thousand_sheets() for found in check(sheet).findings] == []


@given(
    size=st.sampled_from([4, 5]),
    turns=st.integers(1, 6),
    seed=st.text(max_size=8),
    time_out=st.sampled_from([0.0, 1.0]),
    penalty=st.sampled_from([0.0, 1.0]),
)
def test_random_sheet_is_valid_for_any_number_of_games(
    size: int, turns: int, seed: str, time_out: float, penalty: float
) -> None:
    sheet = random_sheet(
        size, size * turns, seeded(seed), time_out_chance=time_out, penalty_chance=penalty
    )
    report = check(sheet)
    assert report.findings == ()
    assert report.totals == sheet.totals
    assert len(sheet.rows) + sheet.struck_games == size * turns
    assert len(sheet.penalties) <= penalty


@pytest.mark.parametrize("name", TABLES)
def test_random_sheets_by_other_rules_have_no_findings(name: str) -> None:
    rules, size = TABLES[name]
    games, kinds = rules.games(size), set()
    bid = {kind.name for kind in rules.kinds if kind.name != "compulsory_solo" or rules.duty(size)}
    bid -= {"compulsory_solo"} if "nothing owed" in name else set()
    rare = {"voluntary_solo"} if "two additional" in name else set()
    for number in range(40):
        sheet = random_sheet(size, games, seeded(f"{name}/{number}"), rules, time_out_chance=0.5)
        report = check(sheet)
        assert (report.findings, report.totals) == ((), sheet.totals), number
        kinds |= {row.kind for row in sheet.rows}
        if number >= tries(15, 40) and kinds | rare == bid:
            break
    assert kinds | rare == bid


def test_random_sheets_show_everything_that_happens_in_a_hall() -> None:
    sheets = thousand_sheets()
    kinds = Counter(row.kind for sheet in sheets for row in sheet.rows)
    assert set(kinds) == set(RowKind)
    assert kinds[RowKind.NORMAL] > sum(kinds.values()) // 2
    compulsory = [
        row for sheet in sheets for row in sheet.rows if row.kind is RowKind.COMPULSORY_SOLO
    ]
    assert len(compulsory) == 500 * 4 + 500 * 5
    assert 100 < sum(row.forced for row in compulsory) < len(compulsory) // 2
    assert 50 < sum(sheet.struck_games > 0 for sheet in sheets) < 250
    assert 10 < sum(len(sheet.penalties) for sheet in sheets) < 80


def test_random_sheets_have_realistic_values() -> None:
    values = Counter(
        max(abs(figure) for figure in row.points if isinstance(figure, int))
        for sheet in thousand_sheets()
        for row in sheet.rows
        if not row.kind.is_alone
    )
    assert set(values) == set(range(1, 9))
    assert sum(values[value] for value in range(1, 6)) > 0.75 * values.total()


def test_random_sheet_comes_from_the_seed() -> None:
    assert random_sheet(4, 24, seeded("a")) == random_sheet(4, 24, seeded("a"))
    assert random_sheet(4, 24, seeded("a")) != random_sheet(4, 24, seeded("b"))


@pytest.mark.parametrize("size", [4, 5])
def test_random_sheet_without_time_out_has_all_games(size: int) -> None:
    sheet = random_sheet(size, DEFAULT_GAMES[size], seeded("x"), time_out_chance=0)
    assert (len(sheet.rows), sheet.struck_games) == (DEFAULT_GAMES[size], 0)
    assert sheet.time_limit_after_row is None
