"""Reading a journal that somebody has forged."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.core.journal_chain import ChainedEntry
from tournament.core.journal_replay import TELLERS, replay

NOON = "2026-09-12T10:00:00.000000+00:00"

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
)
KEYS = ("round", "table", "version", "totals", "points", "deduction", "first", "last", "number")
MORE_KEYS = ("changes", "settings", "proof", "gone", "entry", "offender", "old_number", "checksum")


@given(
    st.lists(
        st.tuples(
            st.sampled_from([*TELLERS, "sheet_entered", "sheet_corrected", "second_look_agreed"]),
            st.dictionaries(st.sampled_from(KEYS + MORE_KEYS), anything) | anything,
        ),
        max_size=6,
    )
)
def test_forged_entries_never_stop_the_reading(entries: list) -> None:
    sealed = [ChainedEntry(NOON, None, action, data) for action, data in entries]
    assert replay(sealed).entries == len(entries)
