"""What docs/rule-sets.md says is what the rule sets do."""

import doctest
import re
from pathlib import Path

from scoring.rulesets import RULE_SETS, rule_set

PAGE = Path(__file__).parents[3] / "docs" / "rule-sets.md"
TEXT = PAGE.read_text(encoding="utf-8")
NAMED = dict(re.findall(r"^\| (\d+) \| (.*) \|$", TEXT, re.MULTILINE))
FOR_THE_PLAYERS = re.findall(r"\d+", re.search(r"^1, 2, 3,.*?rules for", TEXT, re.MULTILINE)[0])


def row(name):
    """Return the cells of a line of the first table, by rule set."""
    cells = re.search(rf"^\| {name} \| (.*) \|$", TEXT, re.MULTILINE)[1].split(" | ")
    return dict(zip(RULE_SETS, cells, strict=True))


def test_examples_match_the_output():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")

    assert tried > 3
    assert failed == 0


def test_every_numbered_option_is_documented_once():
    numbers = [name for name in rule_set("pagat").known_options if name.isdigit()]

    assert sorted([*NAMED, *FOR_THE_PLAYERS], key=int) == numbers


def test_values_of_options_are_those_it_takes():
    known = rule_set("club").known_options
    own = {*known, *rule_set("altgeld").known_options}

    for number, text in NAMED.items():
        told = re.findall(r'"(\w+)"', text)
        assert told == ([] if known[number].holds(True) else list(known[number].words()))
    for name in own - {str(number) for number in range(1, 29)}:
        assert f"`{name}` (" in TEXT


def test_figures_of_the_first_table():
    for name in RULE_SETS:
        rules = rule_set(name)
        games = ", ".join(str(rules.games(size)) for size in rules.table_sizes)
        assert row("people at a table")[name] == ", ".join(map(str, rules.table_sizes))
        assert row("games")[name].startswith(games)
        if rules.minutes(4) is None:
            assert row("minutes")[name] == "no limit"
        else:
            minutes = ", ".join(str(rules.minutes(size)) for size in rules.table_sizes)
            assert row("minutes")[name].startswith(minutes)
