"""The program's value in the form of the second evaluator, for comparison."""

from scoring.game import Value
from tests.factories.paragraphs import Reckoning


def as_reckoning(value: Value) -> Reckoning:
    return Reckoning(
        winner=value.winner,
        base_re=value.base_re,
        special_re=value.special_re,
        value_re=value.value_re,
        points=value.points,
        lines={(line.rule, line.kind, line.party): line.re for line in value.breakdown},
    )
