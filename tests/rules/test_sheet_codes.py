from hypothesis import given
from hypothesis import strategies as st

from tournament.draw.randomness import seeded
from tournament.shared.rules.codes import CODES, MOST_TABLES, sheet_codes


def test_codes_are_the_397_allowed_pairs_of_twenty_letters() -> None:
    assert len(CODES) == len(set(CODES)) == 20 * 20 - len(["AH", "HH", "KK"])
    assert set("".join(CODES)) == set("ABCDEFGHKLMNPRTUVWXY")
    assert not set(CODES) & {"AH", "HH", "KK", "NS", "SA", "SS", "HJ", "KZ"}


@given(tables=st.integers(1, MOST_TABLES), rounds=st.integers(1, 9), seed=st.text(max_size=5))
def test_sheet_codes_differ_within_a_round_and_at_a_table(
    tables: int, rounds: int, seed: str
) -> None:
    random = seeded(seed)
    previous: dict[int, set[str]] = {}
    for _ in range(rounds):
        codes = sheet_codes(tables, previous, random)
        assert len(codes) == tables
        assert set(codes) <= set(CODES)
        assert len(set(codes)) == tables
        for table, code in enumerate(codes, start=1):
            earlier = previous.setdefault(table, set())
            assert code not in earlier
            earlier.add(code)


def test_sheet_codes_avoid_only_those_of_the_same_table() -> None:
    everything_but_ab = set(CODES) - {"AB"}
    assert sheet_codes(1, {1: everything_but_ab}, seeded("x")) == ("AB",)
    assert sheet_codes(1, {1: {"AB"}, 2: everything_but_ab}, seeded("x")) != ("AB",)


def test_sheet_codes_come_from_the_seed() -> None:
    assert sheet_codes(18, {}, seeded("one")) == sheet_codes(18, {}, seeded("one"))
    assert sheet_codes(18, {}, seeded("one")) != sheet_codes(18, {}, seeded("two"))
