"""Positions, sizes and order of everything on the printed score sheet."""

import hashlib
import re
from collections.abc import Iterator
from itertools import chain, pairwise

import pytest

from scoring.rulesets import DDV, RuleSet, rule_set
from tests.factories.papers import read_pdf
from tests.factories.rounds import make_drawn_tournament, round_number
from tournament.exports.pdf.drawing import MM_PER_POINT, Anchor, Drawing, Words
from tournament.exports.pdf.score_sheets import BAND, HEIGHT, LEFT, WIDTH, SheetForm, score_sheets
from tournament.rounds.reads.rounds import table_states

FORMS = [(DDV, 4), (DDV, 5), (rule_set("altgeld"), 4), (rule_set("altgeld"), 7)]
NAMES = ["DDV 4", "DDV 5", "Altgeld 4", "Altgeld 7"]
PRINTS = ("42292ae9685c", "a32cf208a3dd", "f9e9639bc644", "ff0fa6fa46e5")
MM = 72 / 25.4


def form(rules: RuleSet, size: int) -> Drawing:
    return SheetForm(size, rules.games(size), rules).drawing()


def strokes(form: Drawing) -> Iterator[tuple[float, float, float, float]]:
    """Return every line and box as left, top, right, bottom, without hatching."""
    for line in chain(*form.lines.values()):
        if line[0] == line[2] or line[1] == line[3]:
            yield line
    for x, y, w, h in chain(*form.boxes.values()):
        yield x, y, x + w, y + h


@pytest.mark.parametrize(("rules", "size"), FORMS, ids=NAMES)
def test_everything_is_on_the_page(rules, size):
    drawn = form(rules, size)
    for left, top, right, bottom in strokes(drawn):
        assert 0 <= left <= right <= WIDTH + 0.01
        assert 0 <= top <= bottom <= HEIGHT
    for word in drawn.words:
        assert 0 <= word.x <= WIDTH
        assert word.points * MM_PER_POINT < word.y < HEIGHT


@pytest.mark.parametrize(("rules", "size"), FORMS, ids=NAMES)
def test_player_columns_are_equally_wide_from_names_to_signatures(rules, size):
    edges = [LEFT + seat * (WIDTH - LEFT) / size for seat in range(size)]
    drawn = form(rules, size)
    lines = [stroke for stroke in strokes(drawn) if stroke[0] == stroke[2]]
    for edge in edges:
        covered = sum(
            bottom - top for x, top, _x, bottom in lines if x == pytest.approx(edge, abs=0.01)
        )
        assert covered > HEIGHT * 0.8
    signatures = [word.x for word in drawn.words if word.text == "Unterschrift"]
    assert signatures == pytest.approx([edge + 0.8 for edge in edges], abs=0.01)


def captions_in_rows(drawn: Drawing) -> list[list[Words]]:
    """Return the captions of the rubrics, row by row from the top, each from left to right."""
    small = [word for word in drawn.words if word.anchor is Anchor.MIDDLE and word.points < 6.2]
    rows = sorted({word.y for word in small})
    return [sorted((w for w in small if w.y == y), key=lambda w: w.x) for y in rows]


def test_captions_are_in_order_over_their_columns():
    rows = captions_in_rows(form(DDV, 4))

    own = [[word.text for word in row if word.x < LEFT] for row in rows]
    assert own == [
        ["Nr.", "Geber", "Gewinner", "Wert"],
        ["Spieler", "Art", "nach Nr.", "vorgef.", "Wert"],
        ["Spieler", "Regel", "ab Nr.", "Kürzel"],
    ]
    players = [[word.text for word in row if word.x > LEFT] for row in rows]
    assert players == [["+ / −", "Stand"] * 4, [], []]


@pytest.mark.parametrize(("rules", "size"), FORMS, ids=NAMES)
def test_captions_are_centred_in_their_columns(rules, size):
    drawn = form(rules, size)
    downs = [(x, top, bottom) for x, top, right, bottom in strokes(drawn) if x == right]
    for row in captions_in_rows(drawn):
        for word in row:
            here = [x for x, top, bottom in downs if top < word.y < bottom] + [WIDTH]
            left = max(x for x in here if x < word.x)
            right = min(x for x in here if x > word.x)
            assert word.x == pytest.approx((left + right) / 2, abs=0.01), word
            assert len(word.text) * word.points * MM_PER_POINT * 0.42 < right - left, word


@pytest.mark.parametrize(("rules", "size"), FORMS, ids=NAMES)
def test_games_have_equal_room(rules, size):
    drawn = form(rules, size)
    numbers = sorted(word.y for word in drawn.words if word.x == BAND + 4 and word.text.isdecimal())
    across = sorted(
        {y for x, *ends in strokes(drawn) if x in (0, BAND) and ends[1] > LEFT for y in ends[::2]}
    )
    row = min(below - above for above, below in pairwise(numbers))
    for above, below in pairwise(across):
        inside = [y for y in numbers if above < y < below]
        assert len(inside) <= 1
        assert not inside or below - above == pytest.approx(row, abs=0.02)


def described(drawn: Drawing) -> bytes:
    """Return all that is drawn, to the thousandth of a millimetre."""
    parts = [*drawn.lines.items(), *drawn.boxes.items(), *drawn.words]
    return re.sub(r"\d+\.\d+", lambda found: f"{float(found[0]):.3f}", repr(parts)).encode()


@pytest.mark.parametrize(
    ("rules", "size", "print_of_it"),
    [(*form, at) for form, at in zip(FORMS, PRINTS, strict=True)],
    ids=NAMES,
)
def test_form_is_the_one_reviewed_by_a_person(rules, size, print_of_it):
    """Print the form, look at it, and put its new sum here."""
    assert hashlib.sha256(described(form(rules, size))).hexdigest()[:12] == print_of_it


@pytest.mark.django_db
@pytest.mark.parametrize("players", [8, 5])
def test_names_and_numbers_are_over_the_columns_of_their_positions(players):
    round = round_number(make_drawn_tournament(players), 1)
    (table, *_others) = table_states(round)
    found: list[tuple[str, float, float]] = []

    def note(text, outer, inner, _font, _size) -> None:
        x = inner[4] * outer[0] + inner[5] * outer[2] + outer[4]
        y = inner[4] * outer[1] + inner[5] * outer[3] + outer[5]
        found.append((text.strip(), x / MM - 20, 297 - 9 - y / MM))

    read_pdf(score_sheets(round)).pages[0].extract_text(visitor_text=note)
    width = (WIDTH - LEFT) / table.size
    for row in table.players:
        left = LEFT + (row.seat - 1) * width
        for what in (f"Nr. {row.number}", row.name.split()[0]):
            places = [(x, y) for text, x, y in found if text.startswith(what) and 26 < y < 44]
            assert any(left < x < left + width for x, _y in places), (what, places)
