"""The checksum of a list: its input text, and the example of its documentation."""

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tournament.standings.rules.checksum import (
    StandingLine,
    round_text,
    short_checksum,
    standings_text,
    text_checksum,
)

EXAMPLE = [
    (1, 3, (9, 12), 0, 21, "Christa Conrad"),
    (2, 1, (-1, 5), 0, 4, "Änne Arnold"),
    (3, 4, (-3, -7), -3, -13, "Dieter Dietz"),
    (None, 2, (-5, None), 0, -5, "Bernd Beck"),
]


def test_text_and_checksum_of_the_example_match_the_documentation(project: Path) -> None:
    document = (project / "docs" / "checksum.md").read_text(encoding="utf-8")
    text = standings_text(EXAMPLE, 2)
    assert "".join(f"    {line}\n" for line in text.splitlines()) in document
    checksum = text_checksum(text)
    assert re.findall(r"    ([0-9a-f]{64})  -\n", document) == [checksum]
    assert f"so the list carries `{short_checksum(checksum)}`" in document


def test_result_of_a_round_is_rank_number_points_and_name() -> None:
    lines = [(1, 7, 12, "Anna"), (None, 2, None, "=1+1;2")]
    assert round_text(lines) == "rank;number;points;name\n1;7;12;Anna\n;2;;=1+1;2\n"


def test_no_players_leave_the_headings() -> None:
    assert standings_text([], 0) == "rank;number;adjustment;total;name\n"


LINES = st.lists(
    st.tuples(
        st.none() | st.integers(1, 200),
        st.integers(1, 9999),
        st.tuples(*[st.none() | st.integers(-300, 300)] * 2),
        st.integers(-36, 0),
        st.integers(-900, 900),
        st.text(st.characters(blacklist_categories=["Cc", "Cs", "Zl", "Zp"])),
    ),
    max_size=4,
)


@given(LINES, LINES)
def test_different_lists_have_different_texts(
    some: list[StandingLine], others: list[StandingLine]
) -> None:
    assert (standings_text(some, 2) == standings_text(others, 2)) == (some == others)
