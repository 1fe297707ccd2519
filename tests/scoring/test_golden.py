"""Worked lists by rule paragraph: fixtures/sheets/tsr_*.json, each with the expected findings."""

import json
from pathlib import Path

import pytest

from scoring.json_format import sheet_from_json
from scoring.sheet import check

FILES = sorted((Path(__file__).parents[2] / "fixtures" / "sheets").glob("tsr_*.json"))
CASES = [
    pytest.param(case, id=f"{file.stem}: {case['id']}")
    for file in FILES
    for case in json.loads(file.read_text("utf-8"))["cases"]
]


def test_golden_files_exist_for_every_chapter_about_lists():
    assert [file.stem for file in FILES] == [
        "tsr_10_1_five_table",
        "tsr_3_3_10_out_of_turn",
        "tsr_4_2_3_forced_solos",
        "tsr_4_3_1_first_solo",
        "tsr_7_3_3_notation",
        "tsr_8_6_time_up",
        "tsr_9_penalties",
    ]


@pytest.mark.parametrize("case", CASES)
def test_golden_list_gives_exactly_the_expected_findings(case):
    found = check(sheet_from_json(case["sheet"])).findings

    assert [{"code": one.code, "row": one.row, "seat": one.seat} for one in found] == case[
        "expected"
    ]
