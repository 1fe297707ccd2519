"""Every code the program raises or records has its sentence."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.rulesets import RULE_SETS
from tests.factories.read_python import nodes
from tournament.labels import rule_sets
from tournament.labels.journal import ACTIONS, INSTALLATION_ACTIONS
from tournament.labels.refusals import REFUSALS

PROJECT = Path(__file__).resolve().parents[2]


def calls(name: str) -> Iterator[ast.Call]:
    """Every call of a function in the program."""
    for path in sorted((PROJECT / "tournament").rglob("*.py")):
        for node in nodes(path):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name) and called.id == name:
                yield node


def constants(node: ast.expr) -> set[str]:
    """Return the strings an argument can be: a constant, or a choice between two."""
    if isinstance(node, ast.IfExp):
        return constants(node.body) | constants(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) else set()


def recorded(*, in_installation: bool) -> set[str]:
    """The actions that services record in one of the two kinds of journal."""
    return {
        action
        for call in calls("record")
        if isinstance(call.args[1], ast.Constant) == in_installation
        for action in constants(call.args[2])
    }


def test_every_refusal_has_its_sentence():
    raised = set().union(*(constants(call.args[0]) for call in calls("Refused") if call.args))
    assert len(raised) > 20
    assert raised - REFUSALS.keys() == set()


@pytest.mark.parametrize(
    ("in_installation", "sentences"), [(False, ACTIONS), (True, INSTALLATION_ACTIONS)]
)
def test_every_recorded_action_has_its_sentence(in_installation, sentences):
    actions = recorded(in_installation=in_installation)
    assert len(actions) > 5
    assert actions - sentences.keys() == set()


def test_rule_sets_and_option_values_have_labels():
    assert list(rule_sets.RULE_SETS) == list(rule_sets.RULE_SET_HINTS) == list(RULE_SETS)
    for rules in RULE_SETS.values():
        for name, allowed in rules.known_options.items():
            named = rule_sets.VALUES.get(name, {})
            assert list(named) == list(allowed.choices), name


def test_every_option_is_named_by_a_phrase():
    for rules in RULE_SETS.values():
        for name in rules.known_options:
            number, _, phrase = rule_sets.option_name(name).partition(" ")
            assert len(phrase) > 10
            assert number == name or not name.isdecimal()
    assert not rule_sets.OPTIONS.keys() & rule_sets.AT_THE_TABLE.keys()
