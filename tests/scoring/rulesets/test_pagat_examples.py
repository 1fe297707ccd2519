"""The worked examples of rule-sets.md, section 2, and one or more for each option, by hand.

Lines are those of tests.factories.numbered_examples.
"""

import pytest

from scoring.game import Code, Impossible
from scoring.rulesets import rule_set
from tests.factories.numbered import Told, json_of
from tests.factories.numbered_examples import read_example

EXAMPLES = """\
2: fails no 60, pays both levels      |             | N 172     | k60/-   | :           | kontra | -1 -1 -2 -2 -2
2: without no 60 Re wins              |             | N 172     | k90/-   | :           | re     | 1 2 1 1
2: with Re alone                      |             | N 172     | Re/-    | :           | re     | 1 2 1
2: no 90 against Kontra, 88           |             | N 88      | k90/Ko  | :           | kontra | -1 -1 -2 -2 -1 -2
2: Re said, Kontra has 24             |             | N 216     | Re/-    | :           | re     | 1 2 3
2: both said, Kontra wins plainly     |             | N 119     | Re/Ko   | :           | kontra | -1 -1 -2 -2
2: loses whatever the other has       |             | N 210     | k30/-   | :           | kontra | -1 -1 -2 -6
2: Kontra fails, no old ones          |             | N 90      | -/k90   | :           | re     | 1 2 2
2: Kontra fails two levels            |             | N 150     | -/k60   | :           | re     | 1 2 4
2: nothing for 120 against no 90      |             | N 120     | -/k90   | :           | re     | 1 2 2
2: keeps no 90 with 151               |             | N 151     | k90/-   | :           | re     | 1 1 2 1
2: fails no 90 with 150               |             | N 150     | k90/-   | :           | kontra | -1 -1 -2 -2
2: keeps no 60 with 181               |             | N 181     | k60/-   | :           | re     | 1 2 2 2
2: keeps no 30 with 211               |             | N 211     | k30/-   | :           | re     | 1 3 2 3
2: keeps schwarz with every trick     |             | N 240 Ko0 | k0/-    | :           | re     | 1 4 2 4
2: fails schwarz by a trick worth 0   |             | N 240     | k0/-    | :           | kontra | -1 -1 -2 -8
2: one keeps, the other fails         |             | N 85      | k90/k90 | :           | kontra | -1 -1 -1 -2 -2 -1 -2
2: both fail, nothing held            |             | N 120     | k90/k90 | :           | nobody | 0
2: both fail, Re held one level       |             | N 170     | k60/k60 | :           | nobody | 1
2: both fail, Kontra held two         |             | N 57      | k0/k0   | :           | nobody | -2
2: both fail, extra points remain     |             | N 120     | k90/k90 | :f          | nobody | -1
2: 120 is enough against Kontra       |             | N 120     | -/Ko    | :           | re     | 1 2
2: 120 is enough in a solo, too       |             | S 120     | -/Ko    | :           | re     | 1 2
2: the old ones count in a solo       |             | S 120     | -/-     | :           | kontra | -1 -1
2: a solo won                         |             | S 160     | Re/-    | :           | re     | 1 1 2
2: a Doppelkopf counts in a solo      |             | S 121     | -/-     | d:          | re     | 1 1
2: and one of the others              |             | S 100     | -/Ko    | :dd         | kontra | -1 -1 -2 -2
2: Doppelkopf, fox and Karlchen       |             | N 130     | -/-     | dk:f        | re     | 1 1 1 -1
2: a Karlchen lost costs one          |             | N 130     | -/-     | :l          | re     | 1 1
2: two of them cost two               |             | N 130     | -/-     | ll:         | re     | 1 -2
2: Karlchen made, and one lost        |             | N 130     | -/-     | k:l         | re     | 1 1 1
2: poverty is scored as a normal game |             | A 118     | -/-     | :           | kontra | -1 -1
4: Re doubles                         | 4=game      | N 172     | Re/-    | :           | re     | 1 1 *2
4: both double, extra points apart    | 4=game      | N 119     | Re/Ko   | :f          | kontra | -1 -1 *4 -1
4: or with the extra points           | 4=all       | N 119     | Re/Ko   | :f          | kontra | -1 -1 -1 *4
4: extra points may turn the value    | 4=all       | N 121     | -/Ko    | :dd         | re     | 1 -1 -1 *2
4: levels and the old ones            | 4=game      | N 172     | k60/-   | :           | kontra | -1 -1 -2 -2 *2
4: nothing is doubled without winner  | 4=all       | N 170     | k60/k60 | f:          | nobody | 1 1
4: a solo                             | 4=game      | S 100     | -/Ko    | :d          | kontra | -1 -1 *2 -1
10: a ten of hearts caught            | 10          | N 130     | -/-     | h:          | re     | 1 1
11: a trick of hearts                 | 11          | N 130     | -/-     | :t          | re     | 1 -1
15: five pairs of pairs               | 15          | N 121     | -/-     | ddddd:d     | re     | 1 5 -1
15: none of them need be worth much   | 15          | N 11      | -/Ko    | d:          | kontra | -1 -3 -1 -2 1
16: the whole solo counts double      | 16=double   | S 160     | Re/-    | d:          | re     | 1 1 2 1 *2
16: also when it is lost              | 16=double   | S 119     | -/-     | :           | kontra | -1 -1 *2
16: a normal game does not            | 16=double   | N 121     | -/-     | :           | re     | 1
16: a solo counts as if Re was said   | 16=re       | S 121     | -/-     | :           | re     | 1 2
16: then 120 are not enough           | 16=re       | S 120     | -/Ko    | :           | kontra | -1 -1 -2 -2
16: said all the same, nothing more   | 16=re       | S 121     | Re/-    | :           | re     | 1 2
16: a normal game is as ever          | 16=re       | N 120     | -/Ko    | :           | re     | 1 2
16: as if said, and doubling          | 16=re 4=all | S 121     | -/-     | d:          | re     | 1 1 *2
18: a fox in the last trick           | 18=last     | N 130     | -/-     | F:          | re     | 1 2
18: beside one in another             | 18=last     | N 130     | -/-     | F:f         | re     | 1 2 -1
18: and in the first                  | 18=last_first | N 130   | -/-     | G:F         | re     | 1 2 -2
"""  # noqa: E501


@pytest.mark.parametrize("line", EXAMPLES.splitlines(), ids=lambda line: line.split("|")[0].strip())
def test_an_example_has_its_value(line):
    example = read_example(line)

    value = rule_set("pagat", example.options).value_of(json_of(example.told))

    assert (value.winner, value.value_re) == (example.winner, example.value_re)
    assert sum(line.re for line in value.breakdown) == value.value_re
    assert value.points == example.points


def code_of(options, **game):
    rules = rule_set("pagat", options)
    try:
        rules.value_of(json_of(Told()) | game)
    except Impossible as refused:
        return refused.code
    return None


SOLO = {"re": [1], "kontra": [2, 3, 4], "solo_kind": "compulsory"}
BLACK_SOW = {"game_type": "black_sow", "re": [1], "kontra": [2, 3, 4]}


def test_option_6_takes_poverty_away():
    assert code_of({}, game_type="poverty") is None
    assert code_of({"6": True}, game_type="poverty") is Code.GAME_TYPE


def test_option_12_gives_the_king_solo():
    assert code_of({}, game_type="solo_kings", **SOLO) is Code.GAME_TYPE
    assert code_of({"12": True}, game_type="solo_kings", **SOLO) is None
    assert code_of({"12": True}, game_type="solo_kings", re=[1], kontra=[2, 3, 4]) == "solo_kind"


def test_option_19_counts_no_karlchen_lost():
    lost = {"re": {"karlchen_lost": 1}}

    assert code_of({}, special=lost) is None
    assert code_of({"19": True}, special=lost) is Code.SPECIAL


@pytest.mark.parametrize("suit", ["diamonds", "hearts", "spades", "clubs", "aces"])
def test_option_24_allows_no_trump_solo_and_no_ace_solo(suit):
    assert code_of({}, game_type=f"solo_{suit}", **SOLO) is None
    assert code_of({"24": True}, game_type=f"solo_{suit}", **SOLO) is Code.GAME_TYPE


@pytest.mark.parametrize("kind", ["queens", "jacks"])
def test_option_24_leaves_the_others(kind):
    assert code_of({"24": True}, game_type=f"solo_{kind}", **SOLO) is None


def test_option_27_gives_the_black_sow_which_is_a_solo():
    assert code_of({}, **BLACK_SOW) is Code.GAME_TYPE
    assert code_of({"27": True}, **BLACK_SOW | {"solo_kind": "voluntary"}) is Code.SOLO_KIND

    value = rule_set("pagat", {"27": True, "16": "double"}).value_of(BLACK_SOW | {"re_points": 119})

    assert (value.kind, value.points) == ("black_sow", (-12, 4, 4, 4))


@pytest.mark.parametrize("number", [1, 2, 3, 5, 7, 8, 9, 13, 14, 17, 20, 21, 22, 23, 25, 26, 28])
def test_other_options_do_not_affect_the_value_of_a_game(number):
    game = json_of(Told(re_points=172, re_said=3, kontra_special={"doppelkopf": 1}))

    assert rule_set("pagat", {str(number): True}).value_of(game) == rule_set("pagat").value_of(game)


def test_missing_announcement_with_an_absage_is_added_with_a_note():
    game = json_of(Told(re_points=172, re_said=3))

    said_too = rule_set("pagat").value_of(game)
    left_out = rule_set("pagat").value_of(game | {"re_announced": False})

    assert (said_too.announcements_added, left_out.announcements_added) == ((), ("re",))
    assert left_out.breakdown == said_too.breakdown


def test_solo_that_counts_as_re_notes_only_a_missing_announcement():
    rules = rule_set("pagat", {"16": "re"})
    solo = json_of(Told("silent_wedding", 160))

    assert rules.value_of(solo).announcements_added == ()
    assert rules.value_of(solo | {"re_absage": 1}).announcements_added == ("re",)


def lines_of(told, options=None):
    value = rule_set("pagat", options or {}).value_of(json_of(told))
    return [(line.rule, line.kind, line.party, line.re) for line in value.breakdown]


def test_the_breakdown_of_a_game_without_options():
    said = Told(re_points=88, re_said=2, kontra_said=1, re_special={"fox": 1})

    assert lines_of(said) == [
        ("P", "won", "kontra", -1),
        ("P", "under_90", "re", -1),
        ("P", "announced", "re", -2),
        ("P", "announced", "kontra", -2),
        ("P", "absage_90", "re", -2),
        ("P", "against_the_queens", "kontra", -1),
        ("P", "fox", "re", 1),
    ]
    assert lines_of(Told(re_points=170, re_said=3, kontra_said=3)) == [
        ("P", "under_90", "kontra", 1)
    ]


def test_the_breakdown_of_a_solo_that_counts_double():
    won = Told("silent_wedding", 121, re_special={"doppelkopf": 2})

    assert lines_of(won, {"16": "double"}) == [
        ("P", "won", "re", 1),
        ("P", "doppelkopf", "re", 2),
        ("P 16", "solo_doubled", "re", 3),
    ]
    value = rule_set("pagat", {"16": "double"}).value_of(json_of(won))
    assert (value.base_re, value.special_re) == (2, 4)


def test_the_breakdown_names_source_and_option():
    rules = rule_set("pagat", {"4": "all", "10": True, "11": True, "18": "last_first", "16": "re"})
    special = {"heart_ten": 1, "heart_trick": 1, "fox_last": 1, "fox_first": 1}
    told = Told(re_points=172, re_said=2, re_special=special, kontra_special={"karlchen_lost": 1})

    normal = rules.value_of(json_of(told))
    solo = rules.value_of(json_of(Told("silent_wedding", 121)))

    assert [(line.rule, line.kind, line.party, line.re) for line in normal.breakdown] == [
        ("P", "won", "re", 1),
        ("P", "under_90", "kontra", 1),
        ("P", "absage_90", "re", 1),
        ("P 10", "heart_ten", "re", 1),
        ("P 11", "heart_trick", "re", 1),
        ("P 18", "fox_last", "re", 2),
        ("P 18", "fox_first", "re", 2),
        ("P", "karlchen_lost", "kontra", 1),
        ("P 4", "doubled", "re", 10),
    ]
    assert (normal.base_re, normal.special_re) == (6, 14)
    assert [line[:2] for line in solo.breakdown] == [("P", "won"), ("P 4", "doubled")]
    as_re = rule_set("pagat", {"16": "re"}).value_of(json_of(Told("silent_wedding", 121)))
    assert [line[:2] for line in as_re.breakdown] == [("P", "won"), ("P 16", "solo_as_re")]
