"""Findings by rules other than the DDV's, and by the clock, with the figures of their sentences."""

from scoring.findings import Code, Finding, error
from tournament.sheets.reads.sheets import TournamentCode, TournamentFinding

FINDINGS_BY_RULES: list[tuple[Finding | TournamentFinding, list[str]]] = [
    (
        error(Code.SIDE_UNEQUAL, 7, kind="lumper", points=(4, 4, 1, 0), sides=((1, 3),)),
        ["7", "+4", "+4", "+1", "0", "1", "3"],
    ),
    (
        error(Code.NEGATIVE_POINTS, 7, 3, figure=-2, field="points"),
        ["7", "3", "−2"],
    ),
    (
        error(Code.NEGATIVE_POINTS, None, 3, figure=-2, field="totals"),
        ["3", "−2"],
    ),
    (
        error(Code.BOTH_SIDES_WON, 7, points=(9, 8, 9, 8), limit=5),
        ["7", "+9", "+8", "+9", "+8", "5"],
    ),
    (
        error(Code.VALUE_UNREACHABLE, 7, kind="lumper", points=(5, 0, 0, 0)),
        ["7", "+5", "0", "0", "0"],
    ),
    (
        error(Code.OWED_SOLO, 11, 4, kind="normal", dealer=3),
        ["11", "4", "3"],
    ),
    (
        error(Code.EXTRA_GAME, 25, 1, kind="compulsory_solo"),
        ["25", "1"],
    ),
    (
        error(Code.EXTRA_GAME, 25, kind="normal"),
        ["25"],
    ),
    (
        error(Code.SOLO_KIND, 7, 2, kind="solo_kings"),
        ["7"],
    ),
    (
        error(Code.NOT_DOUBLED, 7, points=(3, 3, -3, -3), right_points=(6, 6, -6, -6), event=5),
        ["7", "5", "+6", "+6", "−6", "−6", "+3", "+3", "−3", "−3"],
    ),
    (
        error(Code.WRONGLY_DOUBLED, 7, points=(6, 6, -6, -6), right_points=(3, 3, -3, -3)),
        ["7", "+3", "+3", "−3", "−3", "+6", "+6", "−6", "−6"],
    ),
    (
        error(Code.NO_ROUND_FOR_IT, 7, 2, kind="black_sow"),
        ["7"],
    ),
    (
        error(Code.PENALTY_AMOUNT, 7, 3, rule="9.3.2", reason="not_free"),
        ["7", "3", "9", "3", "2"],
    ),
    (
        error(Code.PENALTY_AMOUNT, 7, 3, rule="free", reason="no_reason"),
        ["7", "3"],
    ),
    (
        error(Code.PENALTY_AMOUNT, 7, 3, rule="free", reason="deduction"),
        ["7", "3"],
    ),
    (
        TournamentFinding(TournamentCode.ENDED_EARLY, params={"games": 2, "minutes": 40}),
        ["2", "40"],
    ),
]
