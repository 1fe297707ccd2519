"""Rule sets: one program, several ways to play for points.

    rules = rule_set("pagat", {"4": "game"})
    rules.games(5), rules.duty(4), rules.highest("normal", 4)
    rules.value_of({"game_type": "normal", "re": [1, 3], "kontra": [2, 4], "re_points": 172})

A rule set is an argument, like time and chance: the code that checks, deals, prints or explains
asks it and contains no rule. `RuleSet` is its interface, an immutable value, equal to another of
the same name and options. An unknown name or option raises `WrongOption`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scoring.rulesets.altgeld import Altgeld
from scoring.rulesets.club import Club
from scoring.rulesets.ddv import Ddv
from scoring.rulesets.pagat import Pagat
from scoring.rulesets.ruleset import (
    Duty,
    GameValue,
    Kind,
    Owed,
    Penalties,
    RuleSet,
    Scoring,
    WrongOption,
    WrongOptionCode,
)

RULE_SETS: Mapping[str, type[RuleSet]] = {
    rules.name: rules for rules in (Ddv, Pagat, Altgeld, Club)
}
"""The rule sets by their names, the default first."""
DDV = Ddv()
NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})

__all__ = [
    "DDV",
    "RULE_SETS",
    "Duty",
    "GameValue",
    "Kind",
    "Owed",
    "Penalties",
    "RuleSet",
    "Scoring",
    "WrongOption",
    "WrongOptionCode",
    "rule_set",
    "rule_set_to_choose",
]


def rule_set(name: str, options: Any = NO_OPTIONS) -> RuleSet:
    """Return a rule set with options as in JSON; raises WrongOption.

    Options that contradict each other are accepted: see `RuleSet.contradiction`.
    """
    if name not in RULE_SETS:
        raise WrongOption(WrongOptionCode.UNKNOWN_RULES, name, tuple(RULE_SETS))
    return RULE_SETS[name].with_options(options)


def rule_set_to_choose(name: str, options: Any = NO_OPTIONS) -> RuleSet:
    """Return a rule set as somebody may choose it: options that contradict each other are refused.

    Raises WrongOption.
    """
    rules = rule_set(name, options)
    if contradiction := rules.contradiction:
        raise contradiction
    return rules
