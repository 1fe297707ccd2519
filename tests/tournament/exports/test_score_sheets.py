"""Blank score sheets: the printed form, and what is filled in per table."""

import re
from itertools import chain, pairwise

import pytest

from scoring.rulesets import DDV, rule_set
from tests.factories.papers import A4, font_names, page_sizes, page_texts, read_pdf
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.words import text
from tournament.exports.pdf.drawing import Drawing, Weight
from tournament.exports.pdf.score_sheets import (
    BAND,
    LEFT,
    NAMES_HEIGHT,
    WIDTH,
    SheetForm,
    _name_and_club,
    rule_of_rows,
    score_sheets,
)
from tournament.models import Person
from tournament.rounds.reads.rounds import table_states

LONG_CLUB = "Doppelkopffreunde Schwarzenberg-Mittelsachsen"
LONG_NAME = "Freifrau von Droste-Hülshoff, Annabella"
DOUBLE_NAME = "Schwarzenberger-Mittelsachsen, Maximiliane"


def printed(form: Drawing, *, bold: bool) -> list[tuple[float, float, str]]:
    """Return position and text of the words in one weight, from top to bottom."""
    weight = Weight.SEMIBOLD if bold else Weight.REGULAR
    words = [(word.x, word.y, word.text) for word in form.words if word.weight is weight]
    return sorted(words, key=lambda word: word[1])


def hatching(form: Drawing) -> list[tuple[float, float, float, float]]:
    """Return the rising strokes."""
    lines = chain(*form.lines.values())
    return [line for line in lines if line[0] != line[2] and line[1] != line[3]]


def game_rows(form: Drawing) -> list[tuple[float, int]]:
    """Return base line and number of each normal game."""
    column = BAND + 4
    return [
        (y, int(text))
        for x, y, text in printed(form, bold=False)
        if x == column and text.isdecimal()
    ]


@pytest.mark.parametrize(("size", "games", "normal"), [(4, 24, 20), (5, 30, 25)])
def test_form_has_a_row_for_every_normal_game(size, games, normal):
    rows = game_rows(SheetForm(size, games).drawing())

    assert [number for _, number in rows] == list(range(1, normal + 1))


@pytest.mark.parametrize(("size", "games"), [(4, 24), (5, 30)])
def test_form_prints_the_dealer_of_every_normal_game(size, games):
    form = SheetForm(size, games).drawing()
    column = BAND + 8 + 5
    dealers = [int(text) for x, _, text in printed(form, bold=True) if x == column]

    assert dealers == [(game - 1) % size + 1 for game in range(1, games - size + 1)]


def test_form_has_a_row_for_every_compulsory_solo():
    form = SheetForm(5, 30).drawing()
    soloists = [text for x, _, text in printed(form, bold=True) if x == BAND + 4]

    assert soloists == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize(("size", "games", "height"), [(4, 24, 7.0), (5, 30, 5.5)])
def test_form_leaves_room_to_write(size, games, height):
    rows = [y for y, _ in game_rows(SheetForm(size, games).drawing())]

    assert min(lower - upper for upper, lower in pairwise(rows)) >= height


def test_form_of_five_hatches_the_points_of_the_sitting_player():
    form = SheetForm(5, 30).drawing()
    width = (WIDTH - LEFT) / 5
    rows = game_rows(form)
    hatched: dict[int, set[int]] = {}
    for x1, y1, x2, y2 in hatching(form):
        middle = (y1 + y2) / 2
        game = min(rows, key=lambda row: abs(row[0] - 1 - middle))[1]
        hatched.setdefault(game, set()).add(int(((x1 + x2) / 2 - LEFT) / width) + 1)

    assert hatched == {game: {(game - 1) % 5 + 1} for game in range(1, 26)}


def test_form_of_four_hatches_nothing():
    assert hatching(SheetForm(4, 24).drawing()) == []


NO_FORCED = {"games": 8, "solos": 1}


def rows_of(rules, size: int) -> tuple[list[int], list[str]]:
    """Return numbers of the games in the first rubric, and whose solos are in the second."""
    form = SheetForm(size, rules.games(size), rules).drawing()
    solos = [text for x, _, text in printed(form, bold=True) if x == BAND + 4]
    return [number for _, number in game_rows(form)], solos


@pytest.mark.parametrize(
    ("rules", "size", "normal", "solos"),
    [
        (rule_set("altgeld"), 4, 24, []),
        (rule_set("altgeld"), 7, 28, []),
        (rule_set("pagat"), 4, 24, ["1", "2", "3", "4"]),
        (rule_set("pagat"), 5, 25, ["1", "2", "3", "4", "5"]),
        (rule_set("club"), 4, 24, []),
        (rule_set("club", {"games": 20, "solos": 2}), 4, 12, ["1", "2", "3", "4"] * 2),
        (rule_set("club", NO_FORCED | {"owed": "additional"}), 4, 8, ["1", "2", "3", "4"]),
        (rule_set("club", NO_FORCED | {"owed": "none"}), 4, 8, ["1", "2", "3", "4"]),
    ],
    ids=[
        "altgeld 4",
        "altgeld 7",
        "pagat 4",
        "pagat 5",
        "club 4",
        "club two solos",
        "club additional",
        "club nothing owed",
    ],
)
def test_form_has_the_rubrics_of_its_rules(rules, size, normal, solos):
    numbers, whose = rows_of(rules, size)

    assert numbers == list(range(1, normal + 1))
    assert whose == solos


def words_of(rules, size: int) -> set[str]:
    """Return the text printed on the form."""
    return {word.text for word in SheetForm(size, rules.games(size), rules).drawing().words}


def test_form_without_sum_zero_and_time_limit_asks_for_neither():
    altgeld, ddv = words_of(rule_set("altgeld"), 4), words_of(DDV, 4)

    assert ddv - altgeld == {
        "A  Normalspiele", "B  Pflichtsoli", "+ / −", "Summe A", "Summe B", "Summe = 0", "Regel",
        "Beginn", "Ende", "Nachspielzeit (Minuten)", "Kürzel Schiedsrichter",
        "nach Nr.", "vorgef.",
    }  # fmt: skip
    assert altgeld - ddv == {"Spiele", "Punkte", "Summe der Spiele", "21", "22", "23", "24"}


@pytest.mark.parametrize(
    ("rules", "rule"),
    [
        ("ddv", "Every row: sum 0, all even or all odd."),
        ("altgeld", "Every row: what a side has won, for each of them; nobody below 0."),
    ],
)
def test_form_says_what_the_figures_of_a_row_must_be(rules, rule):
    assert rule_of_rows(rule_set(rules)) == text(rule)


def test_form_asks_for_a_forced_solo_only_where_solos_are_forced():
    assert "vorgef." in words_of(DDV, 4)
    assert "vorgef." not in words_of(rule_set("pagat"), 4)


def test_form_leaves_the_dealer_open_where_a_solo_may_keep_him():
    rules = rule_set("club", {"23": True})
    form = SheetForm(4, 24, rules).drawing()

    assert [text for x, _, text in printed(form, bold=True) if x == BAND + 8 + 5] == []


def test_form_of_seven_hatches_the_sitting_player():
    rules = rule_set("altgeld")
    assert hatching(SheetForm(7, 28, rules).drawing())
    assert hatching(SheetForm(6, 24, rules).drawing()) == []


@pytest.mark.django_db
@pytest.mark.parametrize(("players", "sizes"), [(6, [6]), (7, [7]), (11, [5, 6])])
def test_larger_tables_get_a_page_with_everybody(players, sizes):
    round = round_number(make_drawn_tournament(players, rules="altgeld"), 1)
    paper = read_pdf(score_sheets(round))

    assert [table.size for table in table_states(round)] == sizes
    assert page_sizes(paper) == {A4}
    for table, page in zip(table_states(round), page_texts(paper), strict=True):
        assert "Spiele ohne Zeitlimit" in page
        for row in table.players:
            assert re.search(rf"{row.seat} (Listenführer )?{row.name} Nr\. {row.number} ", page)


@pytest.mark.django_db
def test_table_gets_one_page_with_its_players_and_code():
    round = round_number(make_drawn_tournament(22), 1)
    paper = read_pdf(score_sheets(round))
    pages = page_texts(paper)

    assert page_sizes(paper) == {A4}
    assert [table.size for table in table_states(round)] == [4, 4, 4, 5, 5]
    for table, page in zip(table_states(round), pages, strict=True):
        assert table.code in page
        assert f"{table.size * 6} Spiele in {table.size * 25} Minuten" in page
        for row in table.players:
            assert re.search(rf"{row.seat} (Listenführer )?{row.name} Nr\. {row.number} ", page)
        keeper = table.players[-1]
        assert f"{keeper.seat} Listenführer {keeper.name}" in page
        assert page.count(" Listenführer ") == 2  # this mark, and the sentence beside the names


@pytest.mark.django_db
def test_score_sheets_embed_every_font():
    paper = read_pdf(score_sheets(round_number(make_drawn_tournament(8), 1)))

    assert set(font_names(paper).values()) == {True}


@pytest.mark.django_db
def test_long_names_stay_on_their_page():
    tournament = make_drawn_tournament(9)
    Person.objects.update(last_name="Donaudampfschiff" * 12, first_name="Ä")

    paper = read_pdf(score_sheets(round_number(tournament, 1)))

    assert len(paper.pages) == 2
    for page in page_texts(paper):
        assert page.replace(" ", "").count("Donaudampfschiff" * 12) in (4, 5)


@pytest.mark.parametrize("size", [4, 5, 7])
@pytest.mark.parametrize("club", ["Nr. 17", f"Nr. 17 · {LONG_CLUB}"])
@pytest.mark.parametrize("name", ["Beck, Bernd", LONG_NAME, DOUBLE_NAME])
def test_the_name_is_larger_than_the_club_below_it(size: int, club: str, name: str) -> None:
    room = (WIDTH - LEFT) / size - 7
    above, below = _name_and_club(name, club, room, NAMES_HEIGHT - 4.7, size)
    assert "".join(above.lines).replace(" ", "") == name.replace(" ", "")
    assert below.points <= above.points
    assert below.lines[0].startswith("Nr. 17")
    assert above.height + below.height <= NAMES_HEIGHT - 4.7


def test_a_long_club_takes_nothing_from_a_name() -> None:
    name, club = _name_and_club("Schwarzenberger, Annabella", LONG_CLUB, 25, 12.8, 4)
    assert (name.points, club.points) == (9, 5.5)


def test_long_club_is_cut_at_the_end_of_the_name_box() -> None:
    name, club = _name_and_club("Kurz", "Verein " * 40, 30, 9, 4)
    assert (name.is_whole, club.is_whole) == (True, False)
    assert 0 < club.height <= 9 - name.height
