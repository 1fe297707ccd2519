import pytest

from scoring.english import LINE_PARTS, LINE_SENTENCES, line_message
from scoring.notation import LineCode, LineProblem, parse_line
from scoring.notation.problems import PARAMETERS


@pytest.mark.parametrize("code", list(LineCode))
def test_every_code_has_a_sentence_made_of_its_documented_parameters(code):
    params = {name: ("x", "y") if name == "options" else "value" for name in PARAMETERS[code]}
    sentence = line_message(LineProblem(code, 0, 0, params=params))

    assert "{" not in sentence
    assert ("x, y" in sentence) == ("options" in params)


def test_table_names_every_code():
    assert set(LINE_SENTENCES) == set(LineCode)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2 5", "One or three winners: a letter is missing (p, l, s, u)."),
        ("13 -4", "No value has a minus. Winners are those with plus points: 24."),
        ("13 p", f"p cannot stand here, but {LINE_PARTS['value']}."),
        ("13 4 {", f"{{ cannot stand here, but {LINE_PARTS['letters']}."),
        (
            "13 4 ! 3 9.3.3",
            "9.3.3 does not fit position 3 in this game, but 9.3.2, 9.4.3, 9.4.4, 9.5.1.",
        ),
    ],
)
def test_sentence_says_what_would_be_right(text, sentence):
    assert line_message(parse_line(text)) == sentence
