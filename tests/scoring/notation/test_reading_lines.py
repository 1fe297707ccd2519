"""What a line means, in all its spellings, and where it goes wrong."""

from dataclasses import replace

import pytest

from scoring.model import Penalty, Row, RowKind
from scoring.notation import (
    LineCode,
    LineProblem,
    NotedGame,
    parse_line,
    read_list,
    write_line,
)
from scoring.notation.problems import OPEN
from scoring.rulesets import rule_set
from tests.factories.parameters import OF_LINES

NORMAL, WEDDING = RowKind.NORMAL, RowKind.WEDDING
COMPULSORY, VOLUNTARY = RowKind.COMPULSORY_SOLO, RowKind.VOLUNTARY_SOLO
SILENT, UNCLARIFIED = RowKind.SILENT_WEDDING, RowKind.WEDDING_UNCLARIFIED
SOLO_5 = (-5, 15, -5, -5)
LONG = "1" * 5000  # more digits than Python turns into a number

LINES = {
    "13 4": NotedGame(NORMAL, (4, -4, 4, -4)),
    "24 29": NotedGame(NORMAL, (-29, 29, -29, 29)),
    "13 4 h": NotedGame(WEDDING, (4, -4, 4, -4)),
    "2 5 p": NotedGame(COMPULSORY, SOLO_5, 2),
    "134 5 p": NotedGame(COMPULSORY, (5, -15, 5, 5), 2),
    "2 5 pv": NotedGame(COMPULSORY, SOLO_5, 2, forced=True),
    "134 21 pv": NotedGame(COMPULSORY, (21, -63, 21, 21), 2, forced=True),
    "2 3 l": NotedGame(VOLUNTARY, (-3, 9, -3, -3), 2),
    "2 3 s": NotedGame(SILENT, (-3, 9, -3, -3), 2),
    "2 3 u": NotedGame(UNCLARIFIED, (-3, 9, -3, -3), 2),
    "0": NotedGame(NORMAL, (0, 0, 0, 0)),
    "0 h": NotedGame(WEDDING, (0, 0, 0, 0)),
    "2 0 p": NotedGame(COMPULSORY, (0, 0, 0, 0), 2),
    "13 4 g2": NotedGame(NORMAL, (4, -4, 4, -4), dealer=2),
    "13 4 h g1": NotedGame(WEDDING, (4, -4, 4, -4), dealer=1),
    "2 5 pv g3": NotedGame(COMPULSORY, SOLO_5, 2, forced=True, dealer=3),
    "0 g4": NotedGame(NORMAL, (0, 0, 0, 0), dealer=4),
}


@pytest.mark.parametrize("text", LINES)
def test_line_means_a_game(text):
    assert parse_line(text) == LINES[text]
    assert write_line(LINES[text]) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("31 4", "13 4"),
        ("  13   4  ", "13 4"),
        ("13\t4", "13 4"),
        ("13\u00a04", "13 4"),
        ("13,4", "13 4"),
        ("13.4", "13 4"),
        ("13/4", "13 4"),
        ("13+4", "13 4"),
        ("13 +4", "13 4"),
        ("13 , 4,", "13 4"),
        ("13 0", "0"),
        ("13 0 h", "0 h"),
        ("0h", "0 h"),
        ("13 4H", "13 4 h"),
        ("2 5p", "2 5 p"),
        ("2/5/P", "2 5 p"),
        ("431 5 p", "134 5 p"),
        ("2 5 p v", "2 5 pv"),
        ("2 5 v p", "2 5 pv"),
        ("2,5VP", "2 5 pv"),
        ("13 4G2", "13 4 g2"),
        ("13 4 g.2", "13 4 g2"),
        ("13 4 g 2 h", "13 4 h g2"),
        ("2 5 g3p", "2 5 p g3"),
        ("2 5 v g3 p", "2 5 pv g3"),
        ("13 4 g2!3 9.3.2", "13 4 g2 ! 3 9.3.2"),
        ("13 4!3 9.3.2", "13 4 ! 3 9.3.2"),
        ("13 4 !3,932", "13 4 ! 3 9.3.2"),
        ("13 4 ! 3 9,3,2 KS", "13 4 ! 3 9.3.2 KS"),
        ("13 4 ! 3 9.3.2 .", "13 4 ! 3 9.3.2"),
        ("13 4 ! 3 9 3 2. K.S.", "13 4 ! 3 9.3.2 K.S."),
        ("13 4 ! 3 9.3.2  Dr.  K ! 1 932", "13 4 ! 3 9.3.2 Dr. K ! 1 9.3.2"),
        ("13 4 ! 3 9.3.2 a", "13 4 ! 3 9.3.2 a"),
        ("13 4 ! 3 9.5.1 B", "13 4 ! 3 9.5.1 B"),
        ("13 4 ! 3 9.4.3", "13 4 ! 3 9.4.3 a0"),
        ("13 4 ! 3 9.4.3 KS", "13 4 ! 3 9.4.3 a0 KS"),
        ("13 4 ! 3 943A2KS", "13 4 ! 3 9.4.3 a2 KS"),
        ("13 4 ! 3 9.4.3 a 2 KS", "13 4 ! 3 9.4.3 a2 KS"),
        ("13 4 ! 3 9.4.3 a0 A", "13 4 ! 3 9.4.3 a0 A"),
        ("13 4 ! 3 9.4.3 A.K.", "13 4 ! 3 9.4.3 a0 A.K."),
        ("2 5 p ! 4 933B1", "2 5 p ! 4 9.3.3b1"),
        ("2 5 p ! 4 9.3.3 b 2 KS", "2 5 p ! 4 9.3.3b2 KS"),
        ("2 5 p ! 4 951b1KS", "2 5 p ! 4 9.5.1b1 KS"),
        ("2 5 p ! 2 9.3.3 A A", "2 5 p ! 2 9.3.3a A"),
    ],
)
def test_spellings_of_a_tired_typist_mean_the_canonical_line(text, canonical):
    game = parse_line(text)

    assert isinstance(game, NotedGame)
    assert game == parse_line(canonical)
    assert write_line(game) == canonical


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("25 3", (None, 3, -3, -3, 3)),
        ("5 2 l", (None, -2, -2, -2, 6)),
        ("245 2 l", (None, 2, -6, 2, 2)),
        ("0", (None, 0, 0, 0, 0)),
    ],
)
def test_line_at_a_five_table_leaves_out_the_dealer(text, points):
    game = parse_line(text, 5, 1)

    assert game.points == points
    assert write_line(game) == text


def test_player_dealing_out_of_turn_sits_out_at_a_five_table():
    game = parse_line("12 3 g4 ! 5 9.3.2", 5, 1, row=2)

    assert (game.points, game.dealer) == ((3, 3, -3, None, -3), 4)
    assert game.penalties == (Penalty(2, "9.3.2", 5, (1, 1, 1, None, -3)),)
    assert write_line(game) == "12 3 g4 ! 5 9.3.2"
    assert parse_line("12 3 g2", 5, 1) == wrong(LineCode.SEAT_SITS_OUT, 1, 2, seat=2)


def test_row_names_its_dealer_only_when_out_of_turn():
    game = parse_line("12 3 g4", 5, 1)
    row = Row(3, NORMAL, (3, 3, -3, None, -3), 4, out_of_turn=True)

    assert game.as_row(3, dealer=1) == row
    assert NotedGame.of_row(row) == game
    assert NotedGame.of_row(replace(row, dealer=None)) == game
    assert NotedGame.of_row(replace(row, out_of_turn=False)).dealer is None


@pytest.mark.parametrize(
    ("text", "penalty"),
    [
        ("13 4 ! 3 9.3.2 KS", Penalty(7, "9.3.2", 3, (1, 1, -3, 1), "KS")),
        ("13 4 ! 1 9.4.3 a4", Penalty(7, "9.4.3", 1, (-24, 8, 8, 8))),
        ("13 4 ! 1 9.5.1", Penalty(7, "9.5.1", 1, (-3, 1, 1, 1))),
        ("2 5 p ! 2 9.3.3a", Penalty(7, "9.3.3a", 2, (1, -3, 1, 1))),
        ("2 5 p ! 4 9.3.3b1", Penalty(7, "9.3.3b1", 4, (0, 3, 0, -3))),
        ("2 5 p ! 4 9.3.3b2", Penalty(7, "9.3.3b2", 4, (1, 1, 1, -3))),
        ("2 0 p ! 4 9.4.4 a2", Penalty(7, "9.4.4", 4, (0, 18, 0, -18))),
        ("2 5 p ! 4 9.5.1b1", Penalty(7, "9.5.1", 4, (0, 3, 0, -3))),
        ("2 5 p ! 4 9.5.1b2", Penalty(7, "9.5.1", 4, (1, 1, 1, -3))),
    ],
)
def test_penalty_has_the_points_of_its_paragraph(text, penalty):
    game = parse_line(text, row=7)

    assert game.penalties == (penalty,)
    assert write_line(game) == text


def test_penalty_at_a_five_table_leaves_out_the_dealer():
    game = parse_line("5 2 l ! 3 9.3.3b1 ! 2 9.3.2", 5, 4, row=1)

    assert game.penalties == (
        Penalty(1, "9.3.3b1", 3, (0, 0, -3, None, 3)),
        Penalty(1, "9.3.2", 2, (1, -3, 1, None, 1)),
    )


def test_game_becomes_a_row_and_comes_from_one():
    game = parse_line("2 5 pv ! 4 9.3.2", row=3)
    row = game.as_row(3, dealer=1)

    assert row == Row(3, COMPULSORY, SOLO_5, 1, 2, forced=True)
    assert NotedGame.of_row(row, game.penalties) == game


def wrong(code, start, end, **params):
    return LineProblem(code, start, end, params=params)


def not_yet(code, place, **params):
    return LineProblem(code, place, place, incomplete=True, params=params)


def unexpected(start, text, expected):
    return wrong(LineCode.UNEXPECTED, start, start + 1, text=text, expected=expected)


SOLOS = ("p", "l", "s", "u")
TEAM = ("9.3.2", "9.4.3", "9.4.4", "9.5.1")
AGAINST = ("9.3.2", "9.3.3b1", "9.3.3b2", "9.4.3", "9.4.4", "9.5.1b1", "9.5.1b2")

PROBLEMS = {
    "": not_yet(LineCode.EMPTY, 0),
    "  ": not_yet(LineCode.EMPTY, 2),
    "p 2 5": unexpected(0, "p", "winners"),
    " -4": unexpected(1, "-", "winners"),
    ",13 4": unexpected(0, ",", "winners"),
    "!": unexpected(0, "!", "winners"),
    "²": unexpected(0, "²", "winners"),
    "15 4": wrong(LineCode.SEAT_UNKNOWN, 1, 2, seat=5, table_size=4),
    "10 4": wrong(LineCode.SEAT_UNKNOWN, 1, 2, seat=0, table_size=4),
    "0 4": wrong(LineCode.SEAT_UNKNOWN, 0, 1, seat=0, table_size=4),
    "00": wrong(LineCode.SEAT_UNKNOWN, 0, 1, seat=0, table_size=4),
    "131 4": wrong(LineCode.SEAT_TWICE, 2, 3, seat=1),
    "1234 4": wrong(LineCode.TOO_MANY_WINNERS, 3, 4),
    "13": not_yet(LineCode.VALUE_MISSING, 2),
    "13, ": not_yet(LineCode.VALUE_MISSING, 4),
    "13 p": unexpected(3, "p", "value"),
    "13 !": unexpected(3, "!", "value"),
    "13 -4": wrong(LineCode.VALUE_NEGATIVE, 3, 5, right="24"),
    "13−4": wrong(LineCode.VALUE_NEGATIVE, 2, 4, right="24"),
    "2 –5 p": wrong(LineCode.VALUE_NEGATIVE, 2, 4, right="134"),
    "134 —": wrong(LineCode.VALUE_NEGATIVE, 4, 5, right="2"),
    "13 4,5": wrong(LineCode.VALUE_NOT_WHOLE, 3, 6),
    "13 4.5 h": wrong(LineCode.VALUE_NOT_WHOLE, 3, 6),
    "13 04": wrong(LineCode.VALUE_LEADING_ZERO, 3, 5, right="4"),
    "13 00": wrong(LineCode.VALUE_LEADING_ZERO, 3, 5, right="0"),
    "13 30": wrong(LineCode.VALUE_TOO_LARGE, 3, 5, limit=29),
    f"13 {LONG}": wrong(LineCode.VALUE_TOO_LARGE, 3, 5003, limit=29),
    "2 22 p": wrong(LineCode.VALUE_TOO_LARGE, 2, 4, limit=21),
    "134 22": wrong(LineCode.VALUE_TOO_LARGE, 4, 6, limit=21),
    "134 0": wrong(LineCode.ZERO_WITHOUT_SOLOIST, 4, 5, right="2 0 p"),
    "0 s": wrong(LineCode.ZERO_WITHOUT_SOLOIST, 2, 3, right="2 0 s"),
    "13 4 12": wrong(LineCode.EXTRA_NUMBER, 5, 7),
    "1 3 4": wrong(LineCode.EXTRA_NUMBER, 4, 5),
    "13 4-": unexpected(4, "-", "letters"),
    "13 4 ½": unexpected(5, "½", "letters"),
    "2 5": not_yet(LineCode.LETTER_MISSING, 3, options=SOLOS),
    "134 5 ": not_yet(LineCode.LETTER_MISSING, 6, options=SOLOS),
    "2 5 v": not_yet(LineCode.LETTER_MISSING, 5, options=("p",)),
    "2 5 ! 4": wrong(LineCode.LETTER_MISSING, 4, 4, options=SOLOS),
    "13 4 x": wrong(LineCode.LETTER_UNKNOWN, 5, 6, letter="x", options=("h",)),
    "2 5 Ä": wrong(LineCode.LETTER_UNKNOWN, 4, 5, letter="Ä", options=(*SOLOS, "v")),
    "2 5 solo": wrong(LineCode.LETTER_UNKNOWN, 5, 6, letter="o", options=(*SOLOS, "v")),
    "0 x": wrong(LineCode.LETTER_UNKNOWN, 2, 3, letter="x", options=("h",)),
    "2 5 pp": wrong(LineCode.LETTER_TWICE, 5, 6, letter="p"),
    "2 5 pvV": wrong(LineCode.LETTER_TWICE, 6, 7, letter="v"),
    "13 4 hh": wrong(LineCode.LETTER_TWICE, 6, 7, letter="h"),
    "2 5 p l": wrong(LineCode.LETTERS_CONTRADICT, 6, 7, first="p", second="l"),
    "2 5 sv": wrong(LineCode.LETTERS_CONTRADICT, 5, 6, first="s", second="v"),
    "2 5 vl": wrong(LineCode.LETTERS_CONTRADICT, 5, 6, first="v", second="l"),
    "2 5 pvl": wrong(LineCode.LETTERS_CONTRADICT, 6, 7, first="p", second="l"),
    "2 5 h": wrong(LineCode.LETTER_NEEDS_PARTNERS, 4, 5, letter="h"),
    "134 5 H": wrong(LineCode.LETTER_NEEDS_PARTNERS, 6, 7, letter="h"),
    "13 4 p": wrong(LineCode.LETTER_NEEDS_SOLOIST, 5, 6, letter="p"),
    "13 4 v": wrong(LineCode.LETTER_NEEDS_SOLOIST, 5, 6, letter="v"),
    "13 4 g": not_yet(LineCode.DEALER_MISSING, 6),
    "2 5 p g ": not_yet(LineCode.DEALER_MISSING, 8),
    "13 4 g5": wrong(LineCode.DEALER_UNKNOWN, 6, 7, seat=5, table_size=4),
    "13 4 g h": unexpected(7, "h", "dealer"),
    "13 4 g!": unexpected(6, "!", "dealer"),
    "13 4 g2 G3": wrong(LineCode.LETTER_TWICE, 8, 9, letter="g"),
    "13 4 g23": wrong(LineCode.EXTRA_NUMBER, 7, 8),
    "2 5 g3": not_yet(LineCode.LETTER_MISSING, 6, options=SOLOS),
    "13 4 !": not_yet(LineCode.OFFENDER_MISSING, 6),
    "13 4 ! KS": unexpected(7, "K", "offender"),
    "13 4 !!": unexpected(6, "!", "offender"),
    "13 4 ! 5": wrong(LineCode.OFFENDER_UNKNOWN, 7, 8, seat=5, table_size=4),
    "13 4 ! 9.3.2 3": wrong(LineCode.OFFENDER_UNKNOWN, 7, 8, seat=9, table_size=4),
    "13 4 ! 34 932": wrong(LineCode.TOO_MANY_OFFENDERS, 8, 9),
    "13 4 ! 3": not_yet(LineCode.PARAGRAPH_MISSING, 8, options=TEAM),
    "2 5 p ! 4 ": not_yet(LineCode.PARAGRAPH_MISSING, 10, options=AGAINST),
    "13 4 ! 3 KS": unexpected(9, "K", "paragraph"),
    "13 4 ! 3 !": unexpected(9, "!", "paragraph"),
    "13 4 ! 3 9.3 KS": wrong(LineCode.PARAGRAPH_OPEN, 9, 12, paragraph="9.3", options=("9.3.2",)),
    "13 4 ! 3 9.7.2": wrong(LineCode.PARAGRAPH_UNKNOWN, 9, 14, paragraph="9.7.2", options=TEAM),
    "13 4 ! 3 8": wrong(LineCode.PARAGRAPH_UNKNOWN, 9, 10, paragraph="8", options=TEAM),
    "13 4 ! 3 9.3.3": wrong(
        LineCode.PARAGRAPH_MISFIT, 9, 14, paragraph="9.3.3", offender=3, options=TEAM
    ),
    "13 4 ! 3 9.5.1 B1 KS": wrong(
        LineCode.PARAGRAPH_MISFIT, 9, 17, paragraph="9.5.1b1", offender=3, options=TEAM
    ),
    "2 5 p ! 4 9.3.3a": wrong(
        LineCode.PARAGRAPH_MISFIT, 10, 16, paragraph="9.3.3a", offender=4, options=AGAINST
    ),
    "2 5 p ! 4 9.5.1 KS": wrong(
        LineCode.PARAGRAPH_OPEN, 10, 15, paragraph="9.5.1", options=("9.5.1b1", "9.5.1b2")
    ),
    "13 4 ! 3 9.4.3 a": not_yet(LineCode.ABSAGEN_MISSING, 16, limit=4),
    "13 4 ! 3 9.4.3 A KS": wrong(LineCode.ABSAGEN_MISSING, 16, 16, limit=4),
    "13 4 ! 3 9.4.3 a!": wrong(LineCode.ABSAGEN_MISSING, 16, 16, limit=4),
    "13 4 ! 3 9.4.3 a5": wrong(LineCode.ABSAGEN_OUT_OF_RANGE, 15, 17, limit=4),
    "13 4 ! 3 9.4.3 a02": wrong(LineCode.ABSAGEN_OUT_OF_RANGE, 15, 18, limit=4),
    "13 4 ! 3 9.4.3 2": unexpected(15, "2", "absagen"),
    "13 4 ! 3 9.4.3 a2 a2": unexpected(19, "2", "initials"),
    "13 4 ! 3 9.3.2 a2": wrong(LineCode.ABSAGEN_NOT_COUNTED, 15, 17, paragraph="9.3.2"),
    "13 4 ! 3 9.3.2 4": unexpected(15, "4", "initials"),
    "13 4 ! 3 9.3.2 K_S": unexpected(16, "_", "initials"),
    "13 4 ! 3 9.3.2 Schiedsrichter": wrong(LineCode.INITIALS_TOO_LONG, 15, 29, limit=10),
}


@pytest.mark.parametrize("text", PROBLEMS, ids=lambda text: text[:20])
def test_problem_names_error_and_place(text):
    assert parse_line(text) == PROBLEMS[text]


def test_problem_names_the_dealer_of_a_five_table():
    sits_out = wrong(LineCode.SEAT_SITS_OUT, 1, 2, seat=3)

    assert parse_line("13 4", 5, 3) == sits_out
    assert parse_line("13 4", 4, 3) == LINES["13 4"]
    assert parse_line("12 4 ! 3", 5, 3) == wrong(LineCode.SEAT_SITS_OUT, 7, 8, seat=3)
    assert parse_line("26 4", 5, 3) == wrong(LineCode.SEAT_UNKNOWN, 1, 2, seat=6, table_size=5)


def test_codes_are_all_reached_with_their_documented_parameters():
    alone = [("+4 -4", ""), ("", "4 -4"), ("", "4 -4 – -4"), ("", "1 2 3 4")]
    read = [read_list([pair], 4, 24)[0] for pair in alone]
    read.append(read_list([("1", ""), ("", "4 -4 4 -4")], 4, 24)[1])
    met = [*PROBLEMS.values(), parse_line("3 4", 5, 3), *(line.problem for line in read)]
    free = ("13 4 ! 3", "13 4 ! 3 4 late", "13 4 ! 3 3")
    met += [parse_line(line, rules=rule_set("pagat")) for line in free]

    assert {problem.code for problem in met} == set(LineCode) == set(OF_LINES)
    for problem in met:
        assert tuple(problem.params) == OF_LINES[problem.code]
        assert not problem.incomplete or problem.code in OPEN


@pytest.mark.parametrize(("size", "dealer"), [(3, None), (6, 1), (5, None), (5, 6), (4, 5), (4, 0)])
def test_impossible_table_is_refused(size, dealer):
    with pytest.raises(ValueError, match="table"):
        parse_line("13 4", size, dealer)
