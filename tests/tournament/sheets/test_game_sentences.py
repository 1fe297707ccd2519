"""The value of a game and its refusals, said in words."""

import pytest
from django.utils import translation

from scoring.game import Code, Game, GameType, Line, LineKind, Party, Side, Special, Value, evaluate
from scoring.rulesets.altgeld_value import AltgeldLineKind
from tournament.labels.game_values import breakdown
from tournament.labels.games import ALTGELD_LINES, LINES, REFUSALS, game_refusal


def test_every_line_and_refusal_has_its_words():
    assert [*LINES, *ALTGELD_LINES] == [*LineKind, *AltgeldLineKind]
    assert set(REFUSALS) == set(Code)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("kind", list(LineKind))
def test_every_line_is_made_of_its_party_and_count(kind, language):
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

    assert [(text, line.re) for line, text, _points in breakdown(evaluate(game))] == [
        ("Kontra hat gewonnen", -1),
        ("Re unter 90", -1),
        ("Re angesagt", -2),
        ("Kontra angesagt", -2),
        ("Re: keine 90 abgesagt", -1),
        ("Kontra hat 120 gegen keine 90", -1),
        ("Kontra gegen die Alten", -1),
        ("Re: 1 × Doppelkopf", 1),
        ("Kontra: 2 × Fuchs gefangen", -2),
        ("Kontra: Karlchen", -1),
    ]


def test_a_refusal_says_why():
    assert game_refusal("points_unreachable") == "1 Auge oder 239 Augen kann keine Partei haben"
    assert game_refusal("other_kind") == "sie beschreiben eine andere Spielart als diese Zeile"
