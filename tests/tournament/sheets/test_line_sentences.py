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
    ("text", "sentence"),
    [
        (
            "13 -4",
            "Ein Spielwert ist nie negativ. Gewinner sind die Positionen mit Pluspunkten: 24.",
        ),
        (
            "15 4",
            "Position 5 gibt es an diesem Tisch nicht, nur 1 bis 4. Zwischen Gewinnern und "
            "Spielwert steht eine Leerstelle: 13 4.",
        ),
        (
            "2 5",
            "Der Buchstabe des Solos fehlt. Möglich: p (Pflichtsolo), "
            "l (Lustsolo), s (Stille Hochzeit), u (ungeklärte Hochzeit).",
        ),
        ("13 4 x", "„x“ bedeutet hier nichts. Möglich: h (Hochzeit)."),
        (
            "13 4 v",
            "„v“ (vorgeführt) passt nicht zu zwei Gewinnern. Ein Solo nennt einen Gewinner oder, "
            "wenn es verloren ist, drei.",
        ),
        (
            "2 5 p ! 4 9.3.3",
            "Paragraf 9.3.3 ist nicht vollständig. Möglich: 9.3.3b1, 9.3.3b2.",
        ),
        ("13 %", "„%“ gehört nicht hierher. Erwartet: der Spielwert."),
    ],
)
def test_sentence_gives_the_correction(text, sentence):
    assert line_sentence(parse_line(text)) == sentence


def test_sentence_in_english():
    with translation.override("en"):
        assert line_sentence(parse_line("13 4 p")) == (
            "“p” (compulsory solo) does not fit two winners. A solo names one winner, or three "
            "when it is lost."
        )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("123456 3", "Alle können nicht gewinnen. Einer oder alle bis auf einen: ein Solo"),
        ("1 3", "Der Buchstabe des Solos fehlt. Möglich: s (Trumpfsolo)"),
        ("1 3 lq", "„l“ und „q“ widersprechen sich."),
        ("1 3 h", "„h“ (Hochzeit) wird mit Partnern gespielt"),
        ("135 3 l", "„l“ (Lumper) spielt einer gegen alle anderen"),
    ],
)
def test_four_is_not_mentioned_where_only_winners_score(line: str, told: str) -> None:
    altgeld = rule_set("altgeld")
    problem = parse_line(line, 6, rules=altgeld)
    assert isinstance(problem, LineProblem)
    assert line_sentence(problem, altgeld).startswith(told)
