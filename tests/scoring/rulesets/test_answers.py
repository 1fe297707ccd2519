"""The answers of each rule set: the table of rule-sets.md, section 1, line by line."""

from itertools import product

import pytest

from scoring.deal import Deal
from scoring.model import DEFAULT_GAMES, RowKind
from scoring.notation import LETTERS
from scoring.pattern import PLAYERS
from scoring.rulesets import DDV, RULE_SETS, Duty, Owed, Penalties, Scoring, rule_set

PAGAT, ALTGELD, CLUB = (rule_set(name) for name in ("pagat", "altgeld", "club"))
EACH = [pytest.param(rule_set(name), id=name) for name in RULE_SETS]
ALONE = {
    "ddv": {"wedding_unclarified", "silent_wedding", "voluntary_solo", "compulsory_solo"},
    "pagat": {"wedding_unclarified", "silent_wedding", "voluntary_solo", "compulsory_solo"},
    "club": {"wedding_unclarified", "silent_wedding", "voluntary_solo"},
    "altgeld": {
        "trump_solo", "silent_solo", "queen_solo", "jack_solo", "suit_solo", "no_trump_solo",
        "lumper",
    },
}  # fmt: skip


def by_size(answer, rules):
    return {size: answer(size) for size in rules.table_sizes}


def names(kinds):
    return {kind.name for kind in kinds}


def letters(rules):
    return {kind.letter: kind.name for kind in rules.kinds}


def test_the_rule_sets_stand_under_their_names():
    assert next(iter(RULE_SETS)) == "ddv"  # what a sheet follows that names none
    assert all(rule_set(name).name == name for name in RULE_SETS)


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        (DDV, {4: 4, 5: 4}),
        (PAGAT, {4: 4, 5: 4}),
        (CLUB, {4: 4, 5: 4}),
        (ALTGELD, {4: 4, 5: 4, 6: 6, 7: 6}),
    ],
)
def test_1_people_at_a_table_and_how_many_of_them_play(rules, players):
    assert by_size(rules.players, rules) == players


@pytest.mark.parametrize(
    ("rules", "games", "minutes"),
    [
        (DDV, {4: 24, 5: 30}, {4: 100, 5: 125}),
        (PAGAT, {4: 24, 5: 25}, {4: 100, 5: 125}),
        (CLUB, {4: 24, 5: 30}, {4: 100, 5: 125}),
        (rule_set("club", {"games": 12, "minutes": 45}), {4: 12, 5: 15}, {4: 45, 5: 57}),
        (rule_set("club", {"minutes": None}), {4: 24, 5: 30}, {4: None, 5: None}),
        (ALTGELD, {4: 24, 5: 30, 6: 24, 7: 28}, dict.fromkeys((4, 5, 6, 7))),
        (rule_set("altgeld", {"games": 12}), {4: 12, 5: 15, 6: 12, 7: 14},
         dict.fromkeys((4, 5, 6, 7))),
    ],
)  # fmt: skip
def test_1_games_and_minutes(rules, games, minutes):
    assert by_size(rules.games, rules) == games
    assert by_size(rules.minutes, rules) == minutes


def test_1_scoring_of_a_row():
    assert {rules.scoring for rules in (DDV, PAGAT, CLUB)} == {Scoring.PLUS_MINUS}
    assert ALTGELD.scoring is Scoring.WINNERS_ONLY


def test_1_parity_of_a_row_and_of_the_totals():
    assert [rules.equal_parity for rules in (DDV, PAGAT, ALTGELD, CLUB)] == [
        True, True, False, True,
    ]  # fmt: skip


def test_1_played_alone():
    assert [rules.factor_alone for rules in (DDV, PAGAT, ALTGELD, CLUB)] == [3, 3, 1, 3]


@pytest.mark.parametrize(
    ("rules", "duty"),
    [
        (DDV, Duty(1, Owed.FORCED)),
        (PAGAT, Duty(1, Owed.ADDITIONAL)),
        (CLUB, None),
        (rule_set("club", {"owed": "additional"}), None),
        (rule_set("club", {"solos": 0}), None),
        (rule_set("club", {"solos": 1}), Duty(1, Owed.FORCED)),
        (rule_set("club", {"solos": 2, "owed": "forced"}), Duty(2, Owed.FORCED)),
        (rule_set("club", {"solos": 1, "owed": "additional"}), Duty(1, Owed.ADDITIONAL)),
        (rule_set("club", {"solos": 1, "owed": "none"}), Duty(1, Owed.NONE)),
    ],
)
def test_1_compulsory_solos_and_who_still_owes_one(rules, duty):
    assert by_size(rules.duty, rules) == {4: duty, 5: duty}


def test_3_6_solos_of_a_period_at_a_table_of_four():
    assert by_size(ALTGELD.duty, ALTGELD) == {
        4: Duty(1, Owed.FORCED, forced_from=11), 5: None, 6: None, 7: None,
    }  # fmt: skip


def test_3_6_solos_may_be_forced_at_five():
    rules = rule_set("altgeld", {"forced_at_five": True})
    duty = Duty(1, Owed.FORCED, forced_from=11)

    assert by_size(rules.duty, rules) == {4: duty, 5: duty, 6: None, 7: None}
    assert "forced" in rules.questions("trump_solo", 5)


def keeping(rules, forced=False):
    return {kind.name for kind in rules.kinds if rules.keeps_dealer(kind.name, forced)}


def test_1_dealer_after_a_solo():
    some_solos = rule_set("club", {"solos": 1})
    any_solo = {"voluntary_solo", "compulsory_solo"}

    for rules in (DDV, PAGAT, some_solos):
        assert keeping(rules) == {"compulsory_solo"}
    for name in ("pagat", "club"):
        assert keeping(rule_set(name, {"23": True})) == any_solo & names(rule_set(name).kinds)
    assert keeping(rule_set("club", {"23": True, "solos": 2})) == any_solo
    for rules in (ALTGELD, CLUB):
        assert keeping(rules) == set()


@pytest.mark.parametrize(
    "rules", [DDV, rule_set("club", {"solos": 1, "23": True}), rule_set("pagat", {"23": True})]
)
def test_1_a_forced_solo_moves_the_deal_on(rules):
    assert keeping(rules, forced=True) == set()


@pytest.mark.parametrize("rules", EACH)
def test_1_kinds_of_rows_and_who_plays_alone(rules):
    kinds = rules.kinds

    assert kinds[0].name == "normal"
    assert kinds[0].letter == ""
    assert len(names(kinds)) == len({kind.letter for kind in kinds}) == len(kinds)
    assert {kind.name for kind in kinds if kind.alone} == ALONE[rules.name]
    assert all(kind.alone for kind in kinds if kind.announced or kind.fulfils)
    assert [rules.kind(kind.name) for kind in kinds] == list(kinds)


@pytest.mark.parametrize("rules", EACH)
def test_1_unknown_kind_of_a_rule_set_is_a_key_error(rules):
    with pytest.raises(KeyError, match="skat"):
        rules.kind("skat")


def test_1_solos_that_fulfil_a_duty():
    fulfilling = {
        rules.name: {kind.name for kind in rules.kinds if kind.fulfils}
        for rules in (DDV, PAGAT, ALTGELD, CLUB)
    }

    assert fulfilling == {
        "ddv": {"compulsory_solo"},
        "pagat": {"compulsory_solo"},
        "altgeld": ALONE["altgeld"],
        "club": set(),
    }


def test_1_named_solos_can_be_forced_but_no_silent_one():
    announced = {
        rules.name: {kind.name for kind in rules.kinds if kind.announced}
        for rules in (DDV, PAGAT, ALTGELD, CLUB)
    }

    assert announced == {
        "ddv": {"voluntary_solo", "compulsory_solo"},
        "pagat": {"voluntary_solo", "compulsory_solo"},
        "altgeld": ALONE["altgeld"] - {"silent_solo"},
        "club": {"voluntary_solo"},
    }


def test_5_letters_after_the_value():
    of_ddv = {letter: kind.value for letter, kind in LETTERS.items()} | {"": "normal"}

    assert letters(DDV) == of_ddv
    assert letters(PAGAT) == of_ddv | {"a": "poverty"}
    assert letters(rule_set("pagat", {"6": True, "27": True})) == of_ddv | {"w": "black_sow"}
    assert letters(rule_set("club", {"solos": 1, "27": True})) == of_ddv | {"w": "black_sow"}
    assert letters(ALTGELD) == {
        "": "normal", "h": "wedding", "a": "poverty", "s": "trump_solo", "q": "silent_solo",
        "d": "queen_solo", "b": "jack_solo", "f": "suit_solo", "n": "no_trump_solo", "l": "lumper",
    }  # fmt: skip


def test_1_black_sow_is_a_solo_that_fulfils_nothing():
    sow = rule_set("pagat", {"27": True}).kind("black_sow")

    assert (sow.alone, sow.announced, sow.fulfils) == (True, False, False)


@pytest.mark.parametrize("rules", [DDV, PAGAT, CLUB], ids=lambda rules: rules.name)
def test_1_two_against_two_or_one_against_three(rules):
    for kind, size in product(rules.kinds, rules.table_sizes):
        assert rules.sides(kind.name, size) == (((1, 3),) if kind.alone else ((2, 2),))


def test_4_sides_at_six_and_seven():
    for size in (4, 5):
        assert ALTGELD.sides("normal", size) == ALTGELD.sides("poverty", size) == ((2, 2),)
        assert ALTGELD.sides("lumper", size) == ((1, 3),)
    for size in (6, 7):
        assert ALTGELD.sides("normal", size) == ALTGELD.sides("wedding", size) == ((3, 3), (2, 4))
        assert ALTGELD.sides("poverty", size) == ((3, 3), (2, 4), (2, 2))
        assert ALTGELD.sides("silent_solo", size) == ((1, 5),)


def test_1_extra_points():
    ddv = ("doppelkopf", "fox", "karlchen")
    options = {"10": True, "11": True, "18": "last_first"}

    assert DDV.special_points == CLUB.special_points == ddv
    assert PAGAT.special_points == (*ddv, "karlchen_lost")
    assert rule_set("pagat", {"19": True}).special_points == ddv
    assert rule_set("pagat", {"18": "last"}).special_points == (
        "doppelkopf", "fox", "fox_last", "karlchen", "karlchen_lost",
    )  # fmt: skip
    assert rule_set("club", options).special_points == (
        "doppelkopf", "fox", "fox_last", "fox_first", "karlchen", "heart_ten", "heart_trick",
    )  # fmt: skip
    assert ALTGELD.special_points == ("fox", "charlie", "full_trick")


def test_1_penalties():
    assert [rules.penalties for rules in (DDV, PAGAT, ALTGELD, CLUB)] == [
        Penalties.CATALOGUE, Penalties.ZERO_SUM, Penalties.DEDUCTION, Penalties.FREE,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "together", "alone"),
    [
        (DDV, 29, 21),
        # The winners: 1, 4 held, 4 said, 4 + 8 levels, the old ones; 4 + 2 + 1 + 1 extra points.
        (PAGAT, 30, 26),
        (CLUB, 29, 21),
        (rule_set("pagat", {"15": True}), 38, 34),
        (rule_set("pagat", {"15": True, "3": True}), 36, 32),
        (rule_set("pagat", {"19": True}), 29, 26),
        (rule_set("pagat", {"16": "double"}), 30, 52),
        # 1 + 4 + 12 + the old ones, four times; then 4 + 2 + 1 + 1.
        (rule_set("pagat", {"4": "game"}), 80, 76),
        (rule_set("club", {"4": "all"}), 100, 68),
        # 1, under 60 and schwarz, 4 said, 2 + 2 levels, 2 reached, the old ones; 4 + 2 + 1.
        (rule_set("club", {"levels": 60}), 21, 13),
        (rule_set("club", {"doppelkopf_solo": True}), 29, 25),
        # 22 without extra points; 4 + 2 foxes, one of them at the end, 2 Karlchen, 2 × 2 tens.
        (rule_set("club", {"karlchen_caught": True, "fox_end": True, "heart_ten": 2}), 34, 21),
        (rule_set("club", {"re_121": True, "replay": 1, "poverty": True}), 29, 21),
        (rule_set("pagat", {"20": True}), None, None),
        (rule_set("club", {"20": True}), None, None),
    ],
)
def test_1_highest_possible_value_of_a_row(rules, together, alone):
    for size in rules.table_sizes:
        assert rules.highest("normal", size) == rules.highest("wedding", size) == together
        assert rules.highest("silent_wedding", size) == alone
        assert rules.highest("voluntary_solo", size) == alone


def test_1_highest_points_of_one_person_at_altgeld_hall():
    """Kontra with everything, the old ones and all extra points; a solo lost; twelve tricks."""
    assert ALTGELD.highest("normal", 4) == 5 * 4 + 1 + 4 + 2 + 1
    assert ALTGELD.highest("wedding", 5) == 5 + 1 + 4 + 2 + 1
    assert ALTGELD.highest("trump_solo", 4) == 5 * 2 * 4 * 3 + 4 + 2 + 1
    assert ALTGELD.highest("queen_solo", 4) == 5 * 2 * 4 * 3 + 4
    assert ALTGELD.highest("lumper", 7) == 6 * 12 * 4
    assert ALTGELD.highest("normal", 6) == 7 * 4 + 1 + 4 + 3 + 1


def test_1_values_that_are_unlikely():
    quiet = {"normal": 10, "wedding": 10, "silent_wedding": 8, "voluntary_solo": 8}

    for rules in (DDV, PAGAT, CLUB, rule_set("club", {"10": True})):
        assert {kind: rules.likely(kind) for kind in quiet} == quiet
    for options in ({"4": "all"}, {"16": "re"}, {"20": True}):
        assert rule_set("pagat", options).likely("normal") is None
    assert ALTGELD.likely("normal") is None


def test_1_doubling_rounds():
    assert not any(rules.doubling_rounds for rules in (DDV, PAGAT, ALTGELD, CLUB))
    assert rule_set("club", {"20": True}).doubling_rounds
    assert rule_set("pagat", {"20": True}).doubling_rounds


def test_pairs_are_not_distinguished_where_all_write_the_value():
    assert [rules.reachable("normal", 4) for rules in (DDV, PAGAT, CLUB)] == [None] * 3


def test_ddv_answers_match_what_its_list_check_accepts():
    assert by_size(DDV.games, DDV) == DEFAULT_GAMES
    assert DDV.players(5) == PLAYERS
    assert (DDV.highest("normal", 4), DDV.highest("silent_wedding", 4)) == (29, 21)
    assert (DDV.likely("normal"), DDV.likely("silent_wedding")) == (10, 8)
    for kind in RowKind:
        assert DDV.kind(kind).alone is kind.is_alone
        assert DDV.kind(kind).announced is kind.is_announced_solo
        assert DDV.kind(kind).fulfils is not kind.is_normal_rubric
    assert names(DDV.kinds) == set(RowKind)


@pytest.mark.parametrize("size", [4, 5])
def test_the_ddv_keeps_the_dealer_where_the_deal_does(size):
    begun, over = Deal(size, 2, 5, frozenset({1})), Deal(size, 2, 0, frozenset({1}))

    assert (begun.after_normal().dealer == 2) is DDV.keeps_dealer("normal", False)
    assert (begun.after_compulsory(1).dealer == 2) is DDV.keeps_dealer("compulsory_solo", False)
    assert (over.after_compulsory(1).dealer == 2) is DDV.keeps_dealer("compulsory_solo", True)
