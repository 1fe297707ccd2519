"""The same slips by other rules: corrected nearly as often as in a list of the DDV."""

from random import Random

import pytest

from scoring.doctor import Reason, propose
from tests.factories.effort import tries
from tests.factories.ruled_sheets import RULED, ruled_sheet
from tests.factories.score_sheets import replace_row
from tests.factories.slips import SLIPS, list_by, tally

pytestmark = pytest.mark.long

LISTS = tries(4, 12)
ALLOWANCE = 0.1
"""By the DDV's rules it nearly always holds; by others it may hold this much less often."""
NEVER = "two players exchanged throughout, in word and figures"
WORTHLESS = "compulsory solo worth nothing not marked"  # made up by no list of these
ALTGELD = RULED["altgeld"]
OF_RULES = {
    name: sorted(SLIPS.keys() - {NEVER, WORTHLESS}) for name in ("pagat", "club, one solo")
} | {"altgeld": sorted(name for name in SLIPS.keys() - {NEVER} if "compulsory" not in name)}
# Rules take turns at the slips.
OF_SLIP = {
    name: knowing[at % len(knowing)]
    for at, name in enumerate(sorted(SLIPS))
    if (knowing := [rules for rules, names in OF_RULES.items() if name in names])
}


@pytest.mark.no_cover  # so many cases take four times as long when measured
@pytest.mark.parametrize(
    ("rules", "name"),
    [
        # Every slip by one of the rules that know it; by all of them with `make slow`.
        pytest.param(rules, name, marks=[] if rules == OF_SLIP[name] else pytest.mark.slow)
        for rules, names in OF_RULES.items()
        for name in names
    ],
)
def test_the_true_correction_is_among_the_first_three(rules: str, name: str) -> None:
    found = tally(name, LISTS, Random(name), make_list=list_by(RULED[rules]))
    assert found.shown > 0
    assert found.row_named >= int((1 - ALLOWANCE) * found.shown)
    assert found.in_first_three >= int((1 - ALLOWANCE) * found.shown)


def solo_row(sheet):
    return next(
        row
        for row in sheet.rows
        if row.kind in ("trump_solo", "queen_solo") and len({*row.points}) > 1 and not row.forced
    )


@pytest.mark.parametrize("seed", range(5))
def test_soloist_that_the_figures_contradict_is_named(seed: int) -> None:
    sheet = ruled_sheet(ALTGELD, 4, seed, solos=0.5)
    row = solo_row(sheet)
    for wrong in (row.soloist % 4 + 1, None):
        (first, *_others) = propose(replace_row(sheet, row.no, soloist=wrong))
        assert (first.row, first.reason, first.mended) == (row.no, Reason.WRONG_SOLOIST, sheet)


@pytest.mark.parametrize("seed", range(5))
def test_solo_written_as_normal_game_is_among_the_likeliest(seed: int) -> None:
    sheet = ruled_sheet(ALTGELD, 4, seed, solos=0.5)
    row = solo_row(sheet)
    normal = ALTGELD.kinds[0].name
    proposals = propose(replace_row(sheet, row.no, kind=normal, soloist=None))
    assert {proposal.row for proposal in proposals} == {row.no}
    kinds = [proposal.mended.rows[row.no - 1] for proposal in proposals]
    assert {each.soloist for each in kinds} == {row.soloist}
    assert row.kind in [each.kind for each in kinds[:3]]


def test_side_without_a_figure_gets_that_of_its_partner() -> None:
    sheet = ruled_sheet(ALTGELD, 6, 1, solos=0)
    row = next(row for row in sheet.rows if len({*row.points}) == 2 and not row.no_side)
    (first, *_others) = propose(replace_row(sheet, row.no, points=(None, *row.points[1:])))
    assert (first.reason, first.mended) == (Reason.FIGURE_MISSING, sheet)
