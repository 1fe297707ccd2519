"""What a club may count besides (rule-sets.md 5, the German Wikipedia's Doppelkopf), by hand.

Each option stands beside the same game without it. Lines are those of
tests.factories.numbered_examples.
"""

import pytest

from scoring.english import line_text
from scoring.findings import Code, Severity
from scoring.game import Impossible
from scoring.model import Row, RowKind, ScoreSheet
from scoring.rulesets import rule_set
from scoring.sheet import check
from tests.factories.numbered import Told, json_of
from tests.factories.numbered_examples import read_example
from tests.factories.ruled_sheets import ruled_sheet

EXAMPLES = """\
120 are enough after Kontra alone     |                   | N 120     | -/Ko    | :     | re     | 1 2
re_121: not where 121 are needed      | re_121            | N 120     | -/Ko    | :     | kontra | -1 -2 -1
re_121: 121 are enough                | re_121            | N 121     | -/Ko    | :     | re     | 1 2
re_121: in a solo as well             | re_121            | S 120     | -/Ko    | :     | kontra | -1 -2
re_121: nothing else after Re         | re_121            | N 121     | Re/Ko   | :     | re     | 1 2 2
re_121: nor where Kontra failed       | re_121            | N 90      | -/k90   | :     | re     | 1 2 1
karlchen_caught: for who caught it    | karlchen_caught   | N 130     | -/-     | :c    | re     | 1 -1
karlchen_caught: with the own one     | karlchen_caught   | N 130     | -/-     | kc:   | re     | 1 1 1
karlchen_caught: both of the others   | karlchen_caught   | N 130     | -/-     | cc:   | re     | 1 2
heart_ten: for one                    | heart_ten=1       | N 130     | -/-     | h:    | re     | 1 1
heart_ten: or for two                 | heart_ten=2       | N 130     | -/-     | h:    | re     | 1 2
heart_ten: each                       | heart_ten=2       | N 118     | -/-     | :hh   | kontra | -1 -1 -4
heart_ten: more than by 10            | heart_ten=2 10    | N 130     | -/-     | h:    | re     | 1 2
fox_end: the last trick with a fox    | fox_end           | N 130     | -/-     | E:    | re     | 1 1
fox_end: of the side that lost        | fox_end           | N 130     | -/-     | :E    | re     | 1 -1
fox_end: beside the other one caught  | fox_end           | N 130     | -/-     | Ef:   | re     | 1 1 1
doppelkopf_solo: of the soloist       | doppelkopf_solo   | S 130     | -/-     | d:    | re     | 1 1
doppelkopf_solo: and of the others    | doppelkopf_solo   | S 110     | -/-     | :dd   | kontra | -1 -2
every level counts                    |                   | N 215     | k60/-   | :     | re     | 1 3 2 2
levels: under 60 alone                | levels=60         | N 215     | -/-     | :     | re     | 1 1
levels: under 90 is nothing           | levels=60         | N 155     | -/-     | :     | re     | 1
levels: under 60 said and held        | levels=60         | N 215     | k60/-   | :     | re     | 1 1 2 1
levels: schwarz counts two            | levels=60         | N 240 Ko0 | k0/-    | :     | re     | 1 2 2 2
levels: under 60 said and failed      | levels=60         | N 180     | k60/-   | :     | kontra | -1 -2 -1 -1
levels: 120 against no 60             | levels=60         | N 120     | k60/-   | :     | kontra | -1 -2 -1 -1 -1
levels: 60 and 120 against schwarz    | levels=60         | N 120     | k0/-    | :     | kontra | -1 -2 -2 -2 -1
poverty: valued as a normal game      | poverty           | A 118     | Re/-    | f:    | kontra | -1 -1 -2 1
replay: no bearing on the value       | replay=1          | N 121     | -/-     | :     | re     | 1
"""  # noqa: E501


@pytest.mark.parametrize("line", EXAMPLES.splitlines(), ids=lambda line: line.split("|")[0].strip())
def test_an_example_has_its_value(line):
    example = read_example(line)

    value = rule_set("club", example.options).value_of(json_of(example.told))

    assert (value.winner, value.value_re) == (example.winner, example.value_re)
    assert sum(line.re for line in value.breakdown) == value.value_re
    assert value.points == example.points


def code_of(options, told):
    try:
        rule_set("club", options).value_of(json_of(told))
    except Impossible as refused:
        return refused.code
    return None


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("karlchen_caught", Told(re_special={"karlchen_caught": 1})),
        ("fox_end", Told(re_special={"fox_end": 1})),
        ("heart_ten", Told(re_special={"heart_ten": 1})),
        ("doppelkopf_solo", Told("silent_wedding", re_special={"doppelkopf": 1})),
        ("poverty", Told("poverty")),
    ],
)
def test_game_that_needs_an_option_is_refused_without_it(option, told):
    chosen = 1 if option == "heart_ten" else True

    assert code_of({}, told) in ("special", "special_in_solo", "game_type")
    assert code_of({option: chosen}, told) is None


LAST = {"karlchen_caught": True, "fox_end": True}


@pytest.mark.parametrize(
    ("re", "kontra", "code"),
    [
        # One side has the last trick, with a fox or a jack of clubs; there are two of each.
        ({"karlchen_caught": 1}, {"karlchen_caught": 1}, "special_max"),
        ({"karlchen": 1}, {"fox_end": 1}, "special_max"),
        ({"karlchen": 1, "fox_end": 1}, {}, "special_max"),
        ({"karlchen": 1, "karlchen_caught": 2}, {}, "special_max"),
        ({"fox_end": 1, "karlchen_caught": 2}, {}, None),
        ({"fox_end": 1, "fox": 2}, {}, "special_max"),
        ({"fox_end": 1}, {"fox": 1}, None),
        ({"fox_end": 2}, {}, "special_max"),
    ],
)
def test_last_trick_is_taken_once(re, kontra, code):
    assert code_of(LAST, Told(re_special=re, kontra_special=kontra)) == code


@pytest.mark.parametrize(
    ("special", "needed"),
    [({"fox_end": 1}, 11), ({"karlchen_caught": 2}, 4), ({"fox_end": 1, "karlchen_caught": 1}, 13)],
)
def test_special_points_need_card_points(special, needed):
    assert code_of(LAST, Told(re_points=needed, re_special=special)) is None
    assert code_of(LAST, Told(re_points=needed - 1, re_special=special)) == "special_points"


@pytest.mark.parametrize(("said", "code"), [(2, "absage_level"), (3, None), (4, "absage_level")])
def test_levels_between_those_of_60_cannot_be_said(said, code):
    assert code_of({"levels": 60}, Told(re_said=said)) == code
    assert code_of({"levels": 60}, Told(kontra_said=said)) == code
    assert code_of({}, Told(re_said=said)) is None
    assert rule_set("club", {"levels": 60}).absagen == (0, 2, 4)


def test_breakdown_names_the_source_and_what_it_counts():
    rules = rule_set("club", {"levels": 60, "heart_ten": 2, **LAST})
    told = Told(re_points=120, re_said=5, re_special={"heart_ten": 1, "karlchen_caught": 1})

    lines = [line for line in rules.value_of(json_of(told)).breakdown if line.rule != "7.2.2(b)"]

    assert [(line.rule, line.kind, line.party, line.re) for line in lines] == [
        ("7.2.2(a)", "won", "kontra", -1),
        ("7.2.2(c)", "absage_60", "re", -1),
        ("7.2.2(c)", "absage_schwarz", "re", -1),
        ("7.2.2(f)", "reached_120_by_60", "kontra", -1),
        ("7.2.2(f)", "reached_60_by_60", "kontra", -1),
        ("7.2.3", "against_the_queens", "kontra", -1),
        ("W", "heart_ten", "re", 2),
        ("W", "karlchen_caught", "re", 1),
    ]
    assert line_text(lines[3]) == "Kontra reached 120 against no 60"


def errors(sheet):
    return [found for found in check(sheet).findings if found.severity is Severity.ERROR]


@pytest.mark.parametrize(("replay", "least"), [(False, 0), (0, 1), (1, 2)])
def test_game_worth_less_is_played_again_and_not_written(replay, least):
    rules = rule_set("club", {"replay": replay, "games": 4})

    for value in (0, 1, 2):
        points = (value, value, -value, -value)
        rows = tuple(Row(no, RowKind.NORMAL, points, no) for no in range(1, 5))
        found = errors(ScoreSheet(4, rows, rules=rules))
        again = [(Code.VALUE_UNREACHABLE, no) for no in range(1, 5)] if value < least else []
        assert [(each.code, each.row) for each in found] == again


def test_poverty_has_its_letter_on_a_list():
    rules = rule_set("club", {"poverty": True})

    assert [kind.letter for kind in rules.kinds if kind.name == "poverty"] == ["a"]
    assert "poverty" not in [kind.name for kind in rule_set("club").kinds]
    assert errors(ruled_sheet(rules, 4, seed=3)) == []
