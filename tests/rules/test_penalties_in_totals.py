"""Whether totals that name a penalty still contain its points."""

import pytest

from tournament.sheets.rules.doubts import TotalsVersion, penalties_gone

MINOR = ("9.3.2", 3, (1, 1, -3, 1))
OTHER = ("9.4.3", 1, (-12, 4, 4, 4))
BEFORE = TotalsVersion((6, 2, -2, -6), ())
WITH = TotalsVersion((7, 3, -5, -5), (MINOR,))
WITH_BOTH = TotalsVersion((-5, 7, -1, -1), (MINOR, OTHER))


def typed(*totals: int, penalties=(MINOR,)) -> TotalsVersion:
    return TotalsVersion(totals, penalties)


@pytest.mark.parametrize(
    ("sheet", "gone"),
    [
        (typed(6, 2, -2, -6), [MINOR]),  # the figures from before
        (typed(8, 2, -2, -8), [MINOR]),  # these, and two of them corrected
        (typed(9, 3, -5, -7), []),  # those with the penalty, two of them corrected
        (typed(7, 3, -5, -5), []),
        (typed(6, 2, -2, -6, penalties=()), []),  # taken back, and so not named any more
        (typed(1, 1, -1, -1), []),  # typed anew altogether: nobody can tell
    ],
)
def test_totals_nearer_to_the_earlier_ones_have_lost_the_penalty(sheet, gone):
    assert penalties_gone([BEFORE, WITH], sheet) == gone


def test_each_of_two_penalties_is_checked_where_it_came_in():
    history = [BEFORE, WITH, WITH_BOTH]
    both = (MINOR, OTHER)
    assert penalties_gone(history, typed(7, 3, -5, -5, penalties=both)) == [OTHER]
    assert penalties_gone(history, typed(-5, 7, -1, -1, penalties=both)) == []


def test_penalty_present_from_the_start_is_missed_too():
    assert penalties_gone([WITH], typed(6, 2, -2, -6)) == [MINOR]
    assert penalties_gone([WITH], typed(9, 3, -5, -7)) == []


def test_answer_about_a_version_holds_for_later_ones():
    """Figures as before the penalty contain it: what lacks it is nearer to those without."""
    said = TotalsVersion((6, 2, -2, -6), (MINOR,), (MINOR,))
    history = [BEFORE, WITH, said]
    assert penalties_gone(history, typed(6, 2, -2, -6)) == []
    assert penalties_gone(history, typed(8, 2, -2, -8)) == []
    assert penalties_gone(history, typed(5, 1, 1, -7)) == [MINOR]


@pytest.mark.parametrize("content", [None, [], {}, {"totals": 7, "penalties": []}, {"totals": [1]}])
def test_content_that_is_no_sheet_is_not_compared(content):
    assert TotalsVersion.of(content) == TotalsVersion((), ())
    history = [TotalsVersion.of(content), WITH]
    assert penalties_gone(history, typed(6, 2, -2, -6)) == penalties_gone(
        [WITH], typed(6, 2, -2, -6)
    )
