"""Findings of a sheet in words: each names its place, the error and the correct value."""

from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring.findings import Code, Finding, error, warning
from scoring.json_format import Malformed, sheet_from_json, sheet_to_json
from scoring.sheet import check
from tests.factories.findings_by_rules import FINDINGS_BY_RULES
from tests.factories.pages import figures_in
from tests.factories.parameters import as_documented
from tournament.draw.randomness import seeded
from tournament.labels.findings import ALL_SENTENCES, ROW_KINDS, finding_sentence, finding_text
from tournament.labels.rule_sets import RULE_NAMES
from tournament.labels.sheets import EXCEPTIONS
from tournament.rehearsal.rules import random_sheet
from tournament.sheets.reads.sheets import ACCEPTABLE, TournamentCode, TournamentFinding

FINDINGS: list[tuple[Finding | TournamentFinding, list[str]]] = [
    (
        error(Code.MALFORMED, path="rows[3].ponits", problem="unknown_key"),
        ["3"],
    ),
    (error(Code.MALFORMED, path="rows", problem="missing_key"), []),
    (error(Code.MALFORMED, path="no", problem="repeated_key"), []),
    (
        error(Code.MALFORMED, path="", problem="wrong_type", expected="object"),
        [],
    ),
    (
        error(Code.MALFORMED, path="rows[0].kind", problem="out_of_range", expected="row_kind"),
        ["0"],
    ),
    (
        error(Code.MALFORMED, path="games", problem="out_of_range", expected=">= 4"),
        ["4"],
    ),
    (
        error(Code.MALFORMED, path="totals", problem="wrong_length", expected="4, 5"),
        ["4", "5"],
    ),
    (
        error(Code.MALFORMED, path="", problem="too_deep"),
        [],
    ),
    (error(Code.MALFORMED, path="", problem="not_json"), []),
    (error(Code.POINTS_MISSING, 3, 2), ["3", "2"]),
    (error(Code.POINTS_MISSING, 3), ["3"]),
    (
        error(Code.NOT_INTEGER, 3, 2, figure="1,5", field="points"),
        ["3", "2", "1", "5"],
    ),
    (
        error(Code.NOT_INTEGER, 3, 2, figure="x%s", field="cumulative"),
        ["3", "2"],
    ),
    (
        error(Code.NOT_INTEGER, None, 2, figure="True", field="totals"),
        ["2"],
    ),
    (
        error(Code.FIVE_TABLE_DEALER_SCORED, 8, 3, figure=-4),
        ["8", "3", "−4"],
    ),
    (
        error(Code.NONZERO_SUM, 12, sum=2, right_seat=3, right_figure=-4),
        ["12", "+2", "0", "3", "−4"],
    ),
    (error(Code.NONZERO_SUM, 12, sum=-2), ["12", "−2", "0"]),
    (error(Code.ONLY_WINNERS_WRITTEN), []),
    (error(Code.ONLY_LOSERS_WRITTEN), []),
    (error(Code.ONLY_CUMULATIVE), []),
    (
        error(Code.PARITY, 4, odd_seats=(2,), even_seats=(1, 3, 4)),
        ["4", "2", "1", "3", "4"],
    ),
    (
        error(Code.UNEQUAL_PARTNERS, 4, points=(3, 1, -2, -2)),
        ["4", "+3", "+1", "−2", "−2"],
    ),
    (
        error(Code.SOLOIST_MISSING, 4, kind="voluntary_solo", right_soloist=2),
        ["4", "2"],
    ),
    (
        error(Code.SOLOIST_MISSING, 4, kind="wedding_unclarified"),
        ["4"],
    ),
    (
        error(Code.SOLOIST_MISMATCH, 4, 1, kind="compulsory_solo", right_soloist=2),
        ["4", "1", "2"],
    ),
    (
        error(Code.SOLO_NOT_TRIPLED, 4, 1, kind="compulsory_solo", points=(2, 2, -2, -2)),
        ["4", "+2", "+2", "−2", "−2"],
    ),
    (
        error(Code.TEAM_GAME_TRIPLED, 4, 1, kind="normal", points=(6, -2, -2, -2)),
        ["4", "+6", "−2", "−2", "−2", "1"],
    ),
    (
        error(Code.VALUE_OUT_OF_RANGE, 4, value=30, limit=29),
        ["4", "30", "29"],
    ),
    (
        error(Code.VALUE_UNLIKELY, 4, value=12, limit=10),
        ["4", "12", "10"],
    ),
    (
        error(Code.DETAIL_IMPOSSIBLE, 4, error="no_trick_both"),
        ["4"],
    ),
    (
        error(Code.VALUE_MISMATCH, 4, points=(1, 1, -1, -1), right_points=(2, 2, -2, -2)),
        ["4", "+2", "+2", "−2", "−2", "+1", "+1", "−1", "−1"],
    ),
    (
        error(
            Code.WRONG_CUMULATIVE, 4, 1, figure=12, right_figure=14, seats=(1,), right_figures=(14,)
        ),
        ["4", "1", "+12", "+14"],
    ),
    (
        error(
            Code.WRONG_TOTAL,
            None,
            1,
            figure=0,
            right_figure=14,
            seats=(1, 3, 4),
            right_figures=(14, -3, 0),
        ),
        ["1", "0", "+14", "1", "+14", "3", "−3", "4", "0"],
    ),
    (
        error(Code.WRONG_DEALER, 4, dealer=3, right_dealer=4),
        ["4", "3", "4"],
    ),
    (
        error(Code.ROW_NUMBER, 4, number=5, right_number=4),
        ["4", "5", "4"],
    ),
    (
        error(Code.SECOND_COMPULSORY_SOLO, 9, 2, first_row=4),
        ["9", "2", "4"],
    ),
    (error(Code.SECOND_COMPULSORY_SOLO, None, 2), ["2"]),
    (error(Code.MISSING_COMPULSORY_SOLO, None, 2), ["2"]),
    (
        error(Code.VOLUNTARY_BEFORE_COMPULSORY, 4, 2, compulsory_row=20),
        ["4", "2", "20"],
    ),
    (
        error(Code.VOLUNTARY_BEFORE_COMPULSORY, 4, 2),
        ["4", "2"],
    ),
    (
        error(Code.FORCED_WRONG_PLAYER, 21, 3, right_soloist=2, dealer=1),
        ["21", "2", "3", "1"],
    ),
    (
        error(Code.FORCED_FLAG, 21, 3, right_forced=1, kind="compulsory_solo"),
        ["21"],
    ),
    (
        error(Code.FORCED_FLAG, 2, None, right_forced=0, kind="silent_wedding"),
        ["2"],
    ),
    (
        error(Code.FORCED_SOLO_OMITTED, 21, 2, kind="normal", dealer=1),
        ["21", "2", "1"],
    ),
    (
        error(Code.TOO_MANY_GAMES, 25, games=24, rows=25, struck=0),
        ["25", "25", "24"],
    ),
    (
        error(Code.TOO_MANY_GAMES, None, games=24, rows=24, struck=2),
        ["24", "2", "24"],
    ),
    (
        error(Code.TOO_FEW_GAMES, None, games=24, rows=20, struck=0, reason="rows_missing"),
        ["20", "24"],
    ),
    (
        error(
            Code.TOO_FEW_GAMES,
            None,
            games=24,
            rows=3,
            struck=0,
            reason="fewer_than_solos",
            solos=4,
        ),
        ["3", "4"],
    ),
    (
        error(Code.TOO_FEW_GAMES, 12, games=24, rows=23, struck=0, reason="row_left_out"),
        ["12"],
    ),
    (
        error(Code.TOO_FEW_GAMES, None, games=24, rows=20, struck=2, reason="rows_missing"),
        ["20", "2", "24"],
    ),
    (
        error(
            Code.TOO_FEW_GAMES,
            None,
            games=24,
            rows=22,
            struck=2,
            reason="struck_without_time_limit",
        ),
        ["2"],
    ),
    (
        error(Code.GAME_AFTER_TIME_LIMIT, 20, kind="normal", limit=18),
        ["20", "18"],
    ),
    (
        error(Code.PENALTY_AMOUNT, 7, 3, rule="9.3.2", reason="pattern"),
        ["7", "9", "3", "2", "3"],
    ),
    (
        error(Code.PENALTY_AMOUNT, 7, 3, rule="9.3.2", reason="offender"),
        ["7", "9", "3", "2", "3"],
    ),
    (
        error(Code.PENALTY_AMOUNT, 77, 3, rule="9.3.2", reason="unknown_row"),
        ["77", "9", "3", "2", "3"],
    ),
    (
        error(Code.PENALTY_AMOUNT, 7, 3, rule="9%s", reason="unknown_rule"),
        ["7", "3", "9"],
    ),
    (
        error(Code.PENALTY_AMOUNT, 7, 3, rule="9.3.2", reason="announced_solo"),
        ["7", "9", "3", "2", "3", "9", "3", "3"],
    ),
    (
        error(Code.PENALTY_AMOUNT, 7, 3, rule="9.4.4", reason="game_points"),
        ["7", "9", "4", "4", "3"],
    ),
    (
        warning(Code.INITIALS_MISSING, 7, 3, rule="9.3.2"),
        ["7", "9", "3", "2", "3"],
    ),
    (
        warning(Code.DEALT_OUT_OF_TURN, 7, dealer=4, right_dealer=3),
        ["7", "4", "3", "9", "6", "3"],
    ),
    (
        error(Code.ROW_TWICE, 7),
        ["7"],
    ),
    (
        error(Code.GAME_AFTER_TIME_LIMIT, limit=22, rows=22, forced_row=20),
        ["20", "22"],
    ),
    (
        error(Code.GAME_AFTER_TIME_LIMIT, limit=23, rows=22),
        ["23", "22"],
    ),
    (
        warning(Code.VALUE_UNLIKELY, 7, value=0),
        ["7", "0"],
    ),
    (
        error(Code.PENALTY_NONZERO_SUM, 7, 3, rule="9.3.2", sum=1),
        ["7", "9", "3", "2", "3", "+1", "0"],
    ),
    (
        TournamentFinding(
            TournamentCode.AWARDED_PENALTY_MISSING,
            row=7,
            seat=3,
            params={"rule": "9.3.2", "points": (1, 1, -3, 1)},
        ),
        ["7", "9", "3", "2", "3"],
    ),
    (
        TournamentFinding(TournamentCode.OTHER_RULES, params={"rules": "ddv"}),
        [],
    ),
    (
        TournamentFinding(TournamentCode.OTHER_TABLE_SIZE, params={"size": 5, "right_size": 4}),
        ["5", "4"],
    ),
    (
        TournamentFinding(
            TournamentCode.OTHER_NUMBER_OF_GAMES, params={"games": 12, "right_games": 24}
        ),
        ["12", "24"],
    ),
    (
        TournamentFinding(
            TournamentCode.TOTAL_OUT_OF_RANGE, seat=2, params={"figure": -9999, "limit": 1512}
        ),
        ["−9999", "2", "1512"],
    ),
    (
        TournamentFinding(
            TournamentCode.TOTAL_UNLIKELY, seat=2, params={"figure": 122, "limit": 120}
        ),
        ["+122", "2", "120"],
    ),
    *FINDINGS_BY_RULES,
]
"""Each with the figures that its sentence names, in the order of the German one."""
ids = [f"{found.code}-{number}" for number, (found, _figures) in enumerate(FINDINGS)]


@pytest.mark.parametrize(("finding", "figures"), FINDINGS, ids=ids)
def test_finding_gives_place_mistake_and_correction(
    finding: Finding | TournamentFinding, figures: list[str]
) -> None:
    assert figures_in(finding_sentence(finding)) == figures
    with translation.override("en"):
        assert sorted(figures_in(finding_sentence(finding))) == sorted(figures)


def test_every_example_has_a_sentence_of_its_own_in_both_languages() -> None:
    """Among those of one code they differ by what is wrong."""
    german = [finding_text(found) for found, _figures in FINDINGS]
    with translation.override("en"):
        english = [finding_text(found) for found, _figures in FINDINGS]
    assert all(each[0] == each[0].upper() for each in english)
    assert len({*german, *english}) == 2 * len(FINDINGS)


def test_words_of_rows_and_rules_are_those_of_the_screen() -> None:
    solo = error(Code.SOLOIST_MISSING, 4, kind="voluntary_solo", right_soloist=2)
    assert str(ROW_KINDS["voluntary_solo"]) in finding_text(solo)
    other = TournamentFinding(TournamentCode.OTHER_RULES, params={"rules": "ddv"})
    assert str(RULE_NAMES["ddv"]) in finding_text(other)


def test_every_code_has_its_sentence() -> None:
    codes = {*map(str, Code), *map(str, TournamentCode)}
    assert set(ALL_SENTENCES) == codes
    assert {str(found.code) for found, _figures in FINDINGS} == codes


def test_examples_have_the_parameters_of_the_rules() -> None:
    for found, _figures in FINDINGS:
        if isinstance(found, Finding):
            assert as_documented(found)


def test_other_codes_have_their_words() -> None:
    assert set(EXCEPTIONS) == {str(code) for code in ACCEPTABLE}
    assert "compulsory_solo" in ROW_KINDS


ODD_VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.integers(-80, 80), st.just("3,5"), st.just(True), st.sampled_from(list(ROW_KINDS))
)


@given(
    seed=st.integers(0, 20),
    size=st.sampled_from([4, 5]),
    row=st.integers(0, 19),
    key=st.sampled_from(["no", "kind", "soloist", "forced", "points", "cumulative", "dealer"]),
    value=ODD_VALUES,
    seat=st.integers(0, 3),
)
def test_every_mistake_has_a_sentence(
    seed: int, size: int, row: int, key: str, value: Any, seat: int
) -> None:
    """One figure of a valid list is changed into anything."""
    sheet = random_sheet(size, {4: 24, 5: 30}[size], seeded(str(seed)), penalty_chance=0.5)
    content = sheet_to_json(sheet)
    line = content["rows"][min(row, len(content["rows"]) - 1)]
    if isinstance(line[key], list):
        line[key][seat] = value
    else:
        line[key] = value
    try:
        findings = check(sheet_from_json(content)).findings
    except Malformed as malformed:
        findings = (malformed.finding,)
    for finding in findings:
        for language in ("de", "en"):
            with translation.override(language):
                assert "%(" not in finding_sentence(finding)
