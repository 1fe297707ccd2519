"""What a recount found, as sentences."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.recount import Difference
from tournament.labels.points import signed

COLUMNS: dict[str, str | Promise] = {
    "adjustment": _("Deduction"),
    "rank": _("Rank"),
    "total": _("Total"),
}
"""What of somebody in the standings can differ."""

DIFFERENCES: dict[str, str | Promise] = {
    "group": _("Ranking “%(group)s”: total %(counted)s, its list shows %(claimed)s."),
    "group_rank": _("Ranking “%(group)s”: rank %(counted)s, its list shows %(claimed)s."),
    "penalty_gone": _(
        "Round %(round)s, table %(table)s: the totals name the penalty under %(rule)s against "
        "position %(seat)s, but look like those from before it. Please compare with the score "
        "sheet."
    ),
    "round_result": _(
        "Round %(round)s, start number %(number)s: the sheet gives %(counted)s, the standings "
        "show %(claimed)s."
    ),
    "running_total": _(
        "Round %(round)s, table %(table)s: from game %(row)s on the running totals do not follow "
        "from the games."
    ),
    "seats": _(
        "Round %(round)s, table %(table)s: %(claimed)s people sit there, the sheet has figures "
        "for %(counted)s."
    ),
    "sheet_total": _(
        "Round %(round)s, table %(table)s, start number %(number)s: the games give %(counted)s, "
        "the stored total is %(claimed)s."
    ),
    "sum_not_zero": _(
        "Round %(round)s, table %(table)s: the sum of all positions is %(counted)s instead of "
        "%(claimed)s."
    ),
    **dict.fromkeys(
        COLUMNS,
        _("Start number %(number)s: %(column)s %(counted)s, the standings show %(claimed)s."),
    ),
}
CONTROL_SUM = _("Control sum of the tournament: %(counted)s, the standings show %(claimed)s.")

COUNTS = {"group_rank", "rank", "seats"}


def difference_sentence(difference: Difference, numbers: dict[int, int]) -> str:
    """The difference with its place; `numbers` are start numbers by entry."""
    code = str(difference.code)
    is_count = code in COUNTS
    control = code == "sum_not_zero" and difference.table is None
    return str(CONTROL_SUM if control else DIFFERENCES[code]) % {
        "round": difference.round,
        "table": difference.table,
        "column": COLUMNS.get(code),
        "row": difference.row,
        "rule": difference.rule,
        "seat": difference.seat,
        "group": difference.group,
        "number": numbers.get(difference.entry_id or 0, "?"),
        "counted": difference.counted if is_count else signed(difference.counted),
        "claimed": difference.claimed if is_count else signed(difference.claimed),
    }
