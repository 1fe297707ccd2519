import pytest

from scoring.english import SENTENCES, SUGGESTIONS, message, suggestion
from scoring.findings import PARAMETERS, Code, Finding, Severity, error

COLUMN = {"figure": 5, "right_figure": 4, "seats": (2, 3), "right_figures": (4, -4)}


@pytest.mark.parametrize("code", list(Code))
def test_every_code_has_a_sentence_made_of_its_documented_parameters(code):
    params = {name.rstrip("?"): 1 for name in PARAMETERS[code]}
    finding = Finding(code, Severity.ERROR, 1, 2, params)

    assert "{" not in message(finding)
    assert (suggestion(finding) is not None) == (code in SUGGESTIONS)


def test_tables_name_every_code():
    assert set(SENTENCES) == set(PARAMETERS) == set(Code)


@pytest.mark.parametrize(
    ("finding", "sentence", "hint"),
    [
        (
            error(Code.MALFORMED, path="rows[0].no", problem="wrong_type", expected="whole_number"),
            "rows[0].no is no score sheet: wrong type, expected whole number.",
            None,
        ),
        (
            error(Code.SOLOIST_MISSING, 5, kind="silent_wedding", right_soloist=2),
            "A silent wedding needs its soloist.",
            "Position 2?",
        ),
        (
            error(Code.SOLOIST_MISSING, 5, kind="silent_wedding"),
            "A silent wedding needs its soloist.",
            None,
        ),
        (
            error(Code.UNEQUAL_PARTNERS, 2, points=(4, None, 2, -2, -4)),
            "4 - 2 -2 -4 is neither two against two nor one against three.",
            None,
        ),
        (
            error(Code.WRONG_CUMULATIVE, 2, 2, **COLUMN),
            "The running total 5 of position 2 does not follow from the row before.",
            "4 -4 at 2 3?",
        ),
    ],
)
def test_sentences_show_the_values(finding, sentence, hint):
    assert message(finding) == sentence
    assert suggestion(finding) == hint
