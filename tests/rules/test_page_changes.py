"""Changed pages of a file are sent, and restore the exact file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.standby.rules import PAGE, apply_changes, pack_changes

pages = st.lists(st.sampled_from([bytes([each]) * PAGE for each in range(4)]), max_size=6)
files = st.builds(lambda whole, rest: b"".join(whole) + rest, pages, st.binary(max_size=9))


@given(files, files)
def test_new_file_results_from_old_file_and_changes(before: bytes, after: bytes):
    assert apply_changes(before, pack_changes(before, after)) == after


def test_only_pages_that_differ_travel():
    before = bytes(10 * PAGE)
    after = before[:PAGE] + b"\1" + before[PAGE + 1 :]
    assert len(pack_changes(before, after)) == 8 + 4 + PAGE
    assert len(pack_changes(before, before)) == 8


@pytest.mark.parametrize("length", [0, 7, 9, 11, 12, 8 + 4 + PAGE - 1])
def test_changes_that_were_cut_off_are_refused(length: int):
    changes = pack_changes(b"", bytes(2 * PAGE))
    with pytest.raises(ValueError, match="cut off"):
        apply_changes(b"", changes[:length])
