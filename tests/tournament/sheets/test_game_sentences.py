"""The value of a game and its refusals, in words."""

import pytest
from django.utils import translation

from scoring.english import REFUSALS, game_refusal
from scoring.game import Game, GameType, Line, LineKind, Party, Side, Special, Value, evaluate
from tournament.labels.findings import translate
from tournament.labels.lines import breakdown


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("kind", list(LineKind))
def test_every_line_consists_of_its_party_and_count(kind, language):
    with translation.override(language):
        line = Line("7.2.2(a)", kind, Party.RE, 1)
        value = Value("normal", Party.RE, 1, 0, (1, -1, 1, -1), (line,))
        ((_line, text, points),) = breakdown(value)
        assert "%(" not in text
        assert points == "+1"


def test_a_game_is_read_out_line_by_line():
    game = Game(
        GameType.NORMAL,
        re=Side((1, 3), absage=1, special=Special(doppelkopf=1)),
        kontra=Side((2, 4), announced=True, special=Special(fox=2, karlchen=1)),
        re_points=88,
    )

    lines = [(text, line.re) for line, text, _points in breakdown(evaluate(game))]
    assert [points for _text, points in lines] == [-1, -1, -2, -2, -1, -1, -1, 1, -2, -1]
    assert [lines[at][0] for at in (1, 5, 8)] == [
        "Re unter 90",
        "Kontra hat 120 gegen keine 90",
        "Kontra: 2 × Fuchs gefangen",
    ]


def test_every_refusal_says_why_in_german():
    for code in REFUSALS:
        said = game_refusal(code, translate=translate)
        assert said not in ("", game_refusal(code))
        assert "%(" not in said
