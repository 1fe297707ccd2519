import re

import pytest

from scoring.english import (
    ALTGELD_LINES,
    LINES,
    OTHER_REFUSALS,
    REFUSALS,
    SENTENCES,
    Sentence,
    announcement_note,
    impossible_message,
    line_text,
    message,
    suggestion,
)
from scoring.findings import Code, error
from scoring.game import Code as GameCode
from scoring.game import Impossible, Line, LineKind, Party
from scoring.rows import OTHER_KIND
from scoring.rulesets import rule_set
from scoring.rulesets.altgeld_value import AltgeldLine, AltgeldLineKind
from tests.factories.parameters import OF_FINDINGS

COLUMN = {"figure": 5, "right_figure": 4, "seats": (2, 3), "right_figures": (4, -4)}
SOLOS_OWED = {"reason": "fewer_than_solos", "solos": 4}
COMPUTED = {"seat", "place", "column"}


@pytest.mark.parametrize("code", list(Code))
def test_sentences_use_the_documented_parameters_of_their_code(code):
    said = SENTENCES[code]
    documented = {name.rstrip("?") for name in OF_FINDINGS[code]} | COMPUTED

    for sentence in (said,) if isinstance(said, Sentence) else said:
        for text in (sentence.text, sentence.plural):
            assert set(re.findall(r"%\((\w+)\)s", text)) <= documented
        assert {*sentence.given, *filter(None, [sentence.count])} <= documented


def test_every_code_has_a_sentence():
    assert set(SENTENCES) == set(OF_FINDINGS) == set(Code)


@pytest.mark.parametrize(
    ("finding", "sentence", "hint"),
    [
        (
            error(Code.MALFORMED, path="", problem="wrong_type", expected="whole_number"),
            "“sheet” should be: a whole number.",
            None,
        ),
        (
            error(Code.SOLOIST_MISSING, 5, kind="silent_wedding", right_soloist=2),
            "Silent wedding without a soloist.",
            "By the points it is position 2.",
        ),
        (
            error(Code.SOLOIST_MISSING, 5, kind="silent_wedding"),
            "Silent wedding without a soloist.",
            None,
        ),
        (
            error(Code.UNEQUAL_PARTNERS, 2, points=(4, None, 2, -2, -4)),
            "+4 / – / +2 / −2 / −4 does not fit: two positions win and two lose the same number of"
            " points.",
            None,
        ),
        (
            error(Code.GAME_AFTER_TIME_LIMIT, 9, limit=8, kind="normal"),
            "A normal game after the time was up: after game 8 there are forced solos only.",
            None,
        ),
        (
            error(Code.GAME_AFTER_TIME_LIMIT, limit=8, rows=7),
            "Games were struck, but time was not up before game 8, and the list ends with game 7.",
            None,
        ),
        (
            error(
                Code.TOO_FEW_GAMES, games=24, rows=1, struck=0, reason="fewer_than_solos", solos=4
            ),
            "1 game is fewer than the 4 compulsory solos.",
            None,
        ),
        (
            error(
                Code.TOO_FEW_GAMES, games=24, rows=3, struck=0, reason="fewer_than_solos", solos=4
            ),
            "3 games are fewer than the 4 compulsory solos.",
            None,
        ),
        (
            error(Code.WRONG_CUMULATIVE, 2, 2, **COLUMN),
            "Running total of position 2: +5 instead of +4.",
            "By the games it would be position 2: +4, position 3: −4.",
        ),
        (
            error(Code.WRONG_TOTAL, None, 2, **COLUMN, rows=(3, 7)),
            "By the games it would be position 2: +4, position 3: −4. The figures agree among"
            " themselves, so one game may be wrong, of these: 3, 7.",
            "One of the rows 3, 7?",
        ),
        (
            error(Code.WRONG_TOTAL, None, 2, **{**COLUMN, "seats": (2,), "right_figures": (4,)}),
            "Total of position 2: +5 instead of +4.",
            "+4 at position 2?",
        ),
        (
            error(Code.WRONG_DEALER, 4, dealer=3, right_dealer=4),
            "Position 3 is written as dealer, it should be position 4.",
            "Position 4?",
        ),
    ],
)
def test_sentences_show_the_values(finding, sentence, hint):
    assert message(finding) == sentence
    assert suggestion(finding) == hint


def test_every_refusal_of_a_game_has_its_sentence():
    assert set(REFUSALS) == {*GameCode, OTHER_KIND}
    assert OTHER_REFUSALS.keys() < REFUSALS.keys()


def test_refused_game_names_the_place_where_there_is_one():
    sentence = "The card points of Re are a whole number from 0 to 240."

    assert impossible_message(Impossible(GameCode.POINTS_RANGE)) == sentence
    assert impossible_message(Impossible(GameCode.POINTS_RANGE, "re_points")) == (
        f"re_points: {sentence}"
    )


def test_refusal_uses_the_words_of_its_rule_set():
    refused = Impossible(GameCode.POINTS_RANGE, "re_points")

    assert impossible_message(refused, rule_set("altgeld")) == (
        "re_points: The card points of Re are a whole number, and no more than there are."
    )


@pytest.mark.parametrize("kind", list(AltgeldLineKind))
def test_every_line_of_altgeld_hall_has_its_words(kind):
    text = line_text(AltgeldLine("A 3.4", kind, Party.RE, Party.KONTRA, 2))

    assert text.startswith("Re")
    assert "%(" not in text
    assert set(ALTGELD_LINES) == set(AltgeldLineKind)


@pytest.mark.parametrize("kind", list(LineKind))
def test_every_line_of_a_value_has_its_words(kind):
    text = line_text(Line("7.2.2(a)", kind, Party.KONTRA, 1))

    assert "%(" not in text


def test_lines_and_notes_in_words():
    assert set(LINES) == set(LineKind)
    assert line_text(Line("7.2.3", LineKind.FOX, Party.RE, 2)) == "Re: 2 × fox caught"
    assert announcement_note(Party.RE) == "Re counts as announced: the Absage includes it."
