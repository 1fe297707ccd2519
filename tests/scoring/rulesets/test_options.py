"""Options by name: what a rule set accepts, and its answer to anything else."""

from dataclasses import FrozenInstanceError

import pytest

from scoring.english import OPTION_SENTENCES, option_message
from scoring.rulesets import DDV, RULE_SETS, WrongOption, WrongOptionCode, rule_set

NUMBERS = [str(number) for number in range(1, 29)]
YES_OR_NO = ("re_121", "karlchen_caught", "fox_end", "doppelkopf_solo", "poverty")
RIGHT = [
    *(("pagat", {number: True}) for number in NUMBERS if number not in ("4", "16", "18")),
    *((name, {"4": value}) for name in ("pagat", "club") for value in ("game", "all")),
    *((name, {"16": value}) for name in ("pagat", "club") for value in ("double", "re")),
    *((name, {"18": value}) for name in ("pagat", "club") for value in ("last", "last_first")),
    *(("club", {"games": games}) for games in (4, 24, 60)),
    *(("club", {"minutes": minutes}) for minutes in (None, 1, 999)),
    *(("club", {"solos": solos}) for solos in (0, 1, 2)),
    *(("club", {"owed": owed}) for owed in ("forced", "additional", "none")),
    ("club", {"solos": 2, "games": 8}),
    ("club", {"solos": 1, "games": 4}),
    *(("altgeld", {"games": games}) for games in (4, 60)),
    *(("altgeld", {"until": score}) for score in (1, 999)),
    ("altgeld", {"forced_at_five": True, "equal_deals": True, "games": 8}),
    *(("club", {name: True}) for name in YES_OR_NO),
    *(("club", {"heart_ten": value}) for value in (1, 2)),
    *(("club", {"replay": value}) for value in (0, 1)),
    ("club", {"levels": 60}),
    *((name, {}) for name in RULE_SETS),
]
NAMES_OF_CLUB = (
    *NUMBERS, "games", "minutes", "solos", "owed", "solo_extra_game", "re_121", "karlchen_caught",
    "heart_ten", "fox_end", "doppelkopf_solo", "levels", "replay", "poverty",
)  # fmt: skip
NAMES_OF_ALTGELD = ("games", "forced_at_five", "until", "equal_deals")
WRONG = [
    ("skat", {}, "unknown_rules", "skat", tuple(RULE_SETS)),
    ("DDV", {}, "unknown_rules", "DDV", tuple(RULE_SETS)),
    ("pagat", [], "not_an_object", "options", ()),
    ("pagat", None, "not_an_object", "options", ()),
    ("pagat", "4", "not_an_object", "options", ()),
    ("ddv", {"4": "game"}, "unknown_option", "4", ()),
    ("altgeld", {"4": "game"}, "unknown_option", "4", NAMES_OF_ALTGELD),
    ("altgeld", {"minutes": 90}, "unknown_option", "minutes", NAMES_OF_ALTGELD),
    ("pagat", {"29": True}, "unknown_option", "29", tuple(NUMBERS)),
    ("pagat", {"0": True}, "unknown_option", "0", tuple(NUMBERS)),
    ("pagat", {"games": 12}, "unknown_option", "games", tuple(NUMBERS)),
    ("club", {"duty": 1}, "unknown_option", "duty", NAMES_OF_CLUB),
    *(("pagat", {"10": value}, "wrong_value", "10", ("true",))
      for value in (False, None, 1, 1.0, "true", "yes", [], [True], {})),
    *(("pagat", {"4": value}, "wrong_value", "4", ("game", "all"))
      for value in (True, None, 1, "Game", "", ["game"])),
    ("pagat", {"16": "game"}, "wrong_value", "16", ("double", "re")),
    ("pagat", {"18": True}, "wrong_value", "18", ("last", "last_first")),
    *(("club", {"games": value}, "wrong_value", "games", ("4..60",))
      for value in (3, 61, None, True, 24.0, "24", -24, 10**30)),
    *(("club", {"minutes": value}, "wrong_value", "minutes", ("1..999", "null"))
      for value in (0, 1000, True, 90.0, "90")),
    *(("club", {"solos": value}, "wrong_value", "solos", ("0..2",))
      for value in (-1, 3, None, True)),
    *(("club", {"owed": value}, "wrong_value", "owed", ("forced", "additional", "none"))
      for value in (None, True, "", "Forced")),
    ("club", {"solos": 2, "games": 7}, "wrong_value", "games", ("8..60",)),
    ("altgeld", {"games": 3}, "wrong_value", "games", ("4..60",)),
    ("altgeld", {"games": 22, "equal_deals": True}, "wrong_value", "games",
     tuple(str(games) for games in range(4, 61, 4))),
    *(("altgeld", {"until": value}, "wrong_value", "until", ("1..999", "null"))
      for value in (0, 1000, True, 20.0, "20")),
    *(("club", {"heart_ten": value}, "wrong_value", "heart_ten", ("1", "2", "false"))
      for value in (0, 3, True, None, 1.0, "1")),
    *(("club", {"levels": value}, "wrong_value", "levels", ("60", "false"))
      for value in (30, True, None)),
    *(("club", {"replay": value}, "wrong_value", "replay", ("0", "1", "false"))
      for value in (2, -1, True, None)),
    *(("club", {name: value}, "wrong_value", name, ("true", "false"))
      for name in YES_OR_NO for value in (1, 0, None, "true")),
]  # fmt: skip
CONTRADICTING = [
    ({"11": True}, "needed", "11", ("3",)),
    ({"27": True}, "needed", "27", ("20",)),
    ({"14": True, "22": True}, "excluded", "22", ("14",)),
    ({"21": True, "22": True}, "excluded", "22", ("21",)),
    ({"14": True, "21": True, "22": True}, "excluded", "22", ("14", "21")),
]
TOGETHER = [
    {"3": True, "11": True},
    {"20": True, "27": True},
    {"14": True, "21": True},
    {"22": True},
]


@pytest.mark.parametrize("name", ["pagat", "club"])
@pytest.mark.parametrize(("options", "code", "what", "others"), CONTRADICTING)
def test_options_the_source_does_not_have_together_are_named(name, options, code, what, others):
    wrong = rule_set(name, options).contradiction

    assert (wrong.code, wrong.name, wrong.allowed) == (code, what, others)
    assert all(word in option_message(wrong) for word in (what, *others))


@pytest.mark.parametrize("options", TOGETHER)
def test_options_that_go_together_do_not_contradict(options):
    assert rule_set("pagat", options).contradiction is None
    assert all(rule_set(name).contradiction is None for name in RULE_SETS)


@pytest.mark.parametrize(("name", "options"), RIGHT)
def test_a_rule_set_keeps_its_options(name, options):
    rules = rule_set(name, options)

    assert rules.options == options
    assert rule_set(name, rules.options) == rules


@pytest.mark.parametrize(("name", "options", "code", "what", "allowed"), WRONG)
def test_unknown_option_of_a_rule_set_is_named(name, options, code, what, allowed):
    with pytest.raises(WrongOption) as wrong:
        rule_set(name, options)

    assert (wrong.value.code, wrong.value.name, wrong.value.allowed) == (code, what, allowed)
    assert str(wrong.value) == f"{code}: {what}"
    assert "{" not in option_message(wrong.value)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *(("club", {option: False}) for option in (*YES_OR_NO, "heart_ten", "levels", "replay")),
        *(("altgeld", {option: False}) for option in ("forced_at_five", "equal_deals")),
        ("altgeld", {"until": None}),
    ],
)
def test_false_or_null_is_the_same_as_absent(name, options):
    assert rule_set(name, options) == rule_set(name)


def test_every_code_has_its_sentence_and_its_mistakes():
    mistakes = {code for _, _, code, *_ in WRONG} | {code for _, code, *_ in CONTRADICTING}
    assert set(OPTION_SENTENCES) == set(WrongOptionCode) == mistakes


def test_of_two_wrong_options_the_first_is_named():
    with pytest.raises(WrongOption) as wrong:
        rule_set("pagat", {"10": True, "11": False, "30": True})

    assert wrong.value.name == "11"


def test_a_rule_set_is_a_value():
    rules = rule_set("pagat", {"10": True, "4": "game"})

    assert rules == rule_set("pagat", {"4": "game", "10": True})
    assert hash(rules) == hash(rule_set("pagat", {"4": "game", "10": True}))
    assert rules != rule_set("pagat", {"4": "all", "10": True})
    assert rules != rule_set("club", {"4": "game", "10": True})
    assert rule_set("ddv") == DDV
    with pytest.raises(FrozenInstanceError):
        rules.chosen = ()
    rules.options["10"] = False
    assert rules.options["10"] is True


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("skat", {}, f"There are no rules skat, only {', '.join(RULE_SETS)}."),
        ("ddv", {"4": "game"}, "There is no option 4. Options: none."),
        (
            "altgeld",
            {"4": "game"},
            "There is no option 4. Options: games, forced_at_five, until, equal_deals.",
        ),
        ("pagat", [], "Options are a JSON object."),
        ("pagat", {"4": True}, "The option 4 is one of game, all, or left out."),
        ("club", {"minutes": 0}, "The option minutes is one of 1..999, null, or left out."),
    ],
)
def test_sentences_name_the_allowed_values(name, options, sentence):
    with pytest.raises(WrongOption) as wrong:
        rule_set(name, options)

    assert option_message(wrong.value) == sentence
