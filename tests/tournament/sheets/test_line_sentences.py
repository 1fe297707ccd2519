"""What is wrong with a line of the row notation, in words."""

import pytest
from django.utils import translation

from scoring.notation import LineCode, LineProblem, parse_line
from scoring.rulesets import DDV, RuleSet, rule_set
from tests.factories.parameters import OF_LINES
from tournament.labels.lines import EXPECTED, SENTENCES, problem_text


def line_sentence(problem: LineProblem | None, rules: RuleSet = DDV) -> str:
    return problem_text("line", {"problem": problem}, rules)


def test_every_code_has_its_sentence():
    assert set(SENTENCES) == set(LineCode)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("code", list(LineCode))
def test_sentences_use_their_documented_parameters(code, language):
    params = {name: ("p",) if name == "options" else "value" for name in OF_LINES[code]}
    with translation.override(language):
        assert "%(" not in line_sentence(LineProblem(code, 0, 0, params=params))


@pytest.mark.parametrize("expected", list(EXPECTED))
def test_every_expected_part_is_named(expected):
    params = {"text": "x", "expected": expected}
    sentence = line_sentence(LineProblem(LineCode.UNEXPECTED, 0, 1, params=params))
    assert sentence == f"„x“ gehört nicht hierher. Erwartet: {EXPECTED[expected]}."


@pytest.mark.parametrize(
    ("text", "correction"),
    [
        ("13 -4", "24"),
        ("15 4", "13 4"),
        (
            "2 5",
            "p (Pflichtsolo), l (Lustsolo), s (Stille Hochzeit), u (ungeklärte Hochzeit)",
        ),
        ("13 4 x", "h (Hochzeit)"),
        ("13 4 v", "„v“ (vorgeführt)"),
        ("2 5 p ! 4 9.3.3", "9.3.3b1, 9.3.3b2"),
        ("13 %", str(EXPECTED["value"])),
    ],
)
def test_sentence_gives_the_correction(text, correction):
    assert correction in line_sentence(parse_line(text))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("123456 3", LineCode.TOO_MANY_WINNERS),
        ("1 3 h", LineCode.LETTER_NEEDS_PARTNERS),
        ("135 3 l", LineCode.LETTER_NEEDS_SOLOIST),
    ],
)
def test_four_is_not_mentioned_where_only_winners_score(line: str, code: LineCode) -> None:
    altgeld = rule_set("altgeld")
    problem = parse_line(line, 6, rules=altgeld)
    assert isinstance(problem, LineProblem)
    assert problem.code is code
    assert line_sentence(problem, altgeld) != line_sentence(problem)


def test_letters_have_the_meaning_of_the_rules() -> None:
    altgeld = rule_set("altgeld")
    problem = parse_line("1 3", 6, rules=altgeld)
    assert isinstance(problem, LineProblem)
    assert "s (Trumpfsolo)" in line_sentence(problem, altgeld)
