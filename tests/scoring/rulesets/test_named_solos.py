"""Rows that name their solo (rule-sets.md 5), so that options 12 and 24 can be checked."""

import pytest

from scoring.findings import Code
from scoring.game import GameType
from scoring.json_format import Malformed, sheet_from_json, sheet_to_json
from scoring.model import Row, RowKind, ScoreSheet
from scoring.rulesets import rule_set
from scoring.sheet import check

SOLOS = [kind for kind in GameType if kind.is_announced_solo]
KINGS = GameType.SOLO_KINGS
BY_24 = {
    GameType.SOLO_DIAMONDS, GameType.SOLO_HEARTS, GameType.SOLO_SPADES, GameType.SOLO_CLUBS,
    GameType.SOLO_ACES,
}  # fmt: skip


def named(solo, options, kind=RowKind.VOLUNTARY_SOLO, detail=None):
    row = Row(1, kind, (6, -2, -2, -2), 1, 1, detail=detail, solo_kind=solo)
    return ScoreSheet(4, (row,), games=1, rules=rule_set("club", options))


def found(sheet):
    return [(one.code, one.row, one.seat) for one in check(sheet).findings]


@pytest.mark.parametrize("solo", SOLOS)
def test_pagat_12_king_solo_is_played_only_where_chosen(solo):
    wrong = [(Code.SOLO_KIND, 1, 1)] if solo is KINGS else []

    assert found(named(solo, {})) == wrong
    assert found(named(solo, {"12": True})) == []


@pytest.mark.parametrize("solo", SOLOS)
def test_pagat_24_trump_and_ace_solos_are_not_played(solo):
    wrong = [(Code.SOLO_KIND, 1, 1)] if solo in BY_24 else []

    assert found(named(solo, {"12": True, "24": True})) == wrong
    assert found(named(solo, {"12": True})) == []


@pytest.mark.parametrize("kind", [RowKind.SILENT_WEDDING, RowKind.WEDDING_UNCLARIFIED])
def test_only_an_announced_solo_has_a_name(kind):
    assert found(named(GameType.SOLO_QUEENS, {}, kind)) == [(Code.SOLO_KIND, 1, 1)]


def test_named_solo_is_the_described_one():
    game = {"game_type": "solo_queens", "solo_kind": "voluntary", "re": [1], "kontra": [2, 3, 4],
            "re_points": 160}  # fmt: skip
    rules = rule_set("club")
    points = rules.value_of(game).points
    sheets = {}
    for solo in ("solo_queens", "solo_jacks", None):
        row = Row(1, RowKind.VOLUNTARY_SOLO, points, 1, 1, detail=game, solo_kind=solo)
        sheets[solo] = ScoreSheet(4, (row,), games=1, rules=rules)

    assert found(sheets["solo_queens"]) == found(sheets[None]) == []
    assert found(sheets["solo_jacks"]) == [(Code.DETAIL_IMPOSSIBLE, 1, None)]


@pytest.mark.parametrize("name", ["pagat", "club"])
def test_named_solo_is_read_and_written(name):
    sheet = sheet_from_json(
        {**sheet_to_json(named("solo_queens", {})), "rules": name, "options": {}}
    )

    assert sheet.rows[0].solo_kind == "solo_queens"
    assert sheet_to_json(sheet)["rows"][0]["solo_kind"] == "solo_queens"
    assert "solo_kind" not in sheet_to_json(named(None, {}))["rows"][0]


@pytest.mark.parametrize(
    ("rules", "solo", "problem"),
    [
        ("ddv", "solo_queens", "unknown_key"),
        ("altgeld", "solo_queens", "unknown_key"),
        ("club", "normal", "out_of_range"),
        ("club", "kings", "out_of_range"),
        ("pagat", 12, "wrong_type"),
    ],
)
def test_other_names_are_refused(rules, solo, problem):
    kind = "queen_solo" if rules == "altgeld" else "voluntary_solo"
    row = {"no": 1, "kind": kind, "points": [6, -2, -2, -2], "solo_kind": solo}

    with pytest.raises(Malformed) as refused:
        sheet_from_json({"rules": rules, "table_size": 4, "rows": [row]})
    params = refused.value.finding.params
    assert (params["path"], params["problem"]) == ("rows[0].solo_kind", problem)
