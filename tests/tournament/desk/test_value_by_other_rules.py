"""The value calculator of the desk by rules other than the DDV's."""

import json
from typing import Any

import pytest

from scoring.english import game_refusal
from scoring.rulesets import rule_set
from tests.factories.desk import address_of
from tests.factories.pages import signed_in, text_of
from tests.factories.words import text
from tests.tournament.desk.test_other_rules import table_by
from tournament.forms.referee import ValueForm
from tournament.labels.findings import translate
from tournament.models import GameTable, Role
from tournament.sheets.rules.table_rules import TableRules

pytestmark = pytest.mark.django_db


def valued(table: GameTable, dealer: int = 1, **fields: str) -> dict[str, Any]:
    typist = signed_in(table.round.tournament, Role.TYPIST)
    body = json.dumps({"kind": "rows", "fields": {"dealer": str(dealer), **fields}})
    answer = typist.post(address_of(table, "sheet-value"), body, content_type="application/json")
    return dict(answer.json())


@pytest.mark.parametrize(
    ("rules", "size", "points"), [("ddv", 4, 240), ("altgeld", 4, 240), ("altgeld", 7, 360)]
)
def test_the_calculator_knows_how_many_card_points_there_are(
    rules: str, size: int, points: int
) -> None:
    table = table_by(rules, size)
    page = signed_in(table.round.tournament, Role.TYPIST).get(address_of(table))
    assert f'data-card-points="{points}"' in page.content.decode()


def test_the_calculator_knows_the_solo_of_the_source() -> None:
    fields = {"re_points": "87", "kontra_fox": "1", "re_charlie": "1"}
    answer = valued(table_by("altgeld"), type="trump_solo", re="2", **fields)
    assert answer["line"] == "134 13/1 s"
    assert answer["sum"] == "Re 1, Kontra 13"


def test_announcements_are_asked_by_rules_that_count_them() -> None:
    at = TableRules(4, 24, rule_set("altgeld", {}))
    fields = ValueForm({}, kind="normal", at=at).fields
    assert {"re_announced", "kontra_announced"} - fields.keys() == set()
    assert "re_absage" not in fields


@pytest.mark.parametrize(
    ("size", "told", "line"),
    [
        (4, {"type": "lumper", "re": "2", "tricks": "0"}, "2 3 l"),
        (4, {"type": "lumper", "re": "2", "tricks": "2", "forced": "on"}, "134 12 lv"),
        (7, {"type": "normal", "re": "246", "re_points": "200"}, "246 1"),
        (7, {"type": "poverty", "re": "24", "re_points": "200", "no_side": "35"}, "24 1 -35 a"),
    ],
)
def test_the_calculator_writes_lines_of_altgeld(size: int, told: dict[str, str], line: str) -> None:
    assert valued(table_by("altgeld", size), **told)["line"] == line


def test_calculator_counts_the_points_of_options() -> None:
    table = table_by("pagat", options={"10": True})
    told = {"type": "poverty", "re": "13", "re_points": "130", "re_heart_ten": "1"}
    answer = valued(table, **told)
    assert answer["line"] == "13 2 a"
    page = text_of(signed_in(table.round.tournament, Role.TYPIST).get(address_of(table)))
    assert text("tens of hearts caught") in page


@pytest.mark.parametrize("rules", ["pagat", "club"])
@pytest.mark.parametrize(
    ("told", "plain", "doubled"),
    [
        ({"type": "normal", "re": "13", "re_points": "130"}, "13 1", "13 2"),
        ({"type": "voluntary_solo", "re": "2", "re_points": "150"}, "2 1 l", "2 2 l"),
    ],
)
def test_the_calculator_doubles_in_a_doubling_round(
    rules: str, told: dict[str, str], plain: str, doubled: str
) -> None:
    table = table_by(rules, options={"20": True})
    assert valued(table, **told)["line"] == plain
    answer = valued(table, **told, doubling_round="on")
    assert answer["line"] == doubled
    assert answer["sum"] == text("Value from the view of Re: %(value)s", value="+2")
    last = answer["breakdown"][-1]
    assert (last["rule"], last["points"]) == ("P 20", "+1")
    page = text_of(signed_in(table.round.tournament, Role.TYPIST).get(address_of(table)))
    assert text("in a doubling round") in page


def test_without_doubling_rounds_nothing_doubles() -> None:
    table = table_by("club")
    told = {"type": "normal", "re": "13", "re_points": "130", "doubling_round": "on"}
    assert valued(table, **told)["line"] == "13 1"
    page = text_of(signed_in(table.round.tournament, Role.TYPIST).get(address_of(table)))
    assert text("in a doubling round") not in page


def test_game_nobody_wins_stays_worthless_in_a_doubling_round() -> None:
    table = table_by("club", options={"20": True})
    told = {"type": "normal", "re": "13", "re_points": "120", "re_absage": "1"}
    game = valued(table, **told, kontra_absage="1", doubling_round="on")
    assert game["line"] == "0"
    assert "P 20" not in [each["rule"] for each in game["breakdown"]]


def test_the_calculator_refuses_in_words_of_the_rules() -> None:
    table = table_by("altgeld", 6)
    answer = valued(table, type="normal", re="1", re_points="200")
    reason = game_refusal("members", table.round.tournament.rule_set, translate)
    assert reason != game_refusal("members", translate=translate)
    refused = text("This game cannot have been played: %(reason)s.", reason=reason)
    assert answer["refused"] == refused
