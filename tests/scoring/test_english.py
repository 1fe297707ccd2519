import pytest

from scoring.english import (
    ALTGELD_SENTENCES,
    BREAKDOWN_SENTENCES,
    IMPOSSIBLE_ELSEWHERE,
    IMPOSSIBLE_SENTENCES,
    SENTENCES,
    SUGGESTIONS,
    altgeld_text,
    announcement_note,
    breakdown_text,
    impossible_message,
    message,
    suggestion,
)
from scoring.findings import Code, Finding, Severity, error
from scoring.game import Code as GameCode
from scoring.game import Impossible, Line, LineKind, Party
from scoring.rulesets import RULE_SETS
from scoring.rulesets.altgeld_value import AltgeldLine, AltgeldLineKind
from tests.factories.parameters import OF_FINDINGS

COLUMN = {"figure": 5, "right_figure": 4, "seats": (2, 3), "right_figures": (4, -4)}


@pytest.mark.parametrize("code", list(Code))
def test_every_code_has_a_sentence_made_of_its_documented_parameters(code):
    params = {name.rstrip("?"): 1 for name in OF_FINDINGS[code]}
    finding = Finding(code, Severity.ERROR, 1, 2, params)

    assert "{" not in message(finding)
    assert (suggestion(finding) is not None) == (code in SUGGESTIONS)


def test_tables_name_every_code():
    assert set(SENTENCES) == set(OF_FINDINGS) == set(Code)


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
            error(Code.GAME_AFTER_TIME_LIMIT, 9, limit=8, kind="normal"),
            "After row 8 time was up; only compulsory solos may follow.",
            None,
        ),
        (
            error(Code.GAME_AFTER_TIME_LIMIT, limit=7, rows=7, forced_row=4),
            "Solos are forced from row 4 on, but row 7 was in time.",
            None,
        ),
        (
            error(Code.GAME_AFTER_TIME_LIMIT, limit=8, rows=7),
            "Time was not up before row 8, but the list ends with row 7.",
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


def test_every_refusal_of_a_game_has_its_sentence():
    assert set(IMPOSSIBLE_SENTENCES) == set(GameCode)


def test_a_refused_game_names_the_place_where_there_is_one():
    sentence = "The card points of Re are a whole number from 0 to 240."

    assert impossible_message(Impossible(GameCode.POINTS_RANGE)) == sentence
    assert impossible_message(Impossible(GameCode.POINTS_RANGE, "re_points")) == (
        f"re_points: {sentence}"
    )


def test_a_refusal_is_said_in_the_words_of_its_rule_set():
    refused = Impossible(GameCode.POINTS_RANGE, "re_points")
    messages = {rules: impossible_message(refused, rules) for rules in RULE_SETS}

    assert messages["ddv"] == messages["pagat"] == messages["club"] == impossible_message(refused)
    assert messages["altgeld"] != messages["ddv"]
    assert "360" in messages["altgeld"]
    assert IMPOSSIBLE_ELSEWHERE.keys() <= RULE_SETS.keys()


@pytest.mark.parametrize("kind", list(AltgeldLineKind))
def test_every_line_of_altgeld_hall_has_its_words(kind):
    text = altgeld_text(AltgeldLine("A 3.4", kind, Party.RE, Party.KONTRA, 2))

    assert text.startswith("Re")
    assert "{" not in text
    assert set(ALTGELD_SENTENCES) == set(AltgeldLineKind)


@pytest.mark.parametrize("kind", list(LineKind))
def test_every_line_of_a_value_has_its_words(kind):
    text = breakdown_text(Line("7.2.2(a)", kind, Party.KONTRA, 1))

    assert text.startswith("Kontra") or kind is LineKind.DOUBLING_ROUND
    assert "{" not in text


def test_lines_and_notes_in_words():
    assert set(BREAKDOWN_SENTENCES) == set(LineKind)
    assert breakdown_text(Line("7.2.3", LineKind.FOX, Party.RE, 2)) == "Re: 2 x fox caught"
    assert announcement_note(Party.RE) == "Re counts as announced: the Absage includes it."
