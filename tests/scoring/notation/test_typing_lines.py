"""The desk parses at every key: half a line is incomplete, never wrong, and nothing breaks."""

from hypothesis import assume, example, given
from hypothesis import strategies as st

from scoring.notation import LineProblem, NotedGame, parse_line, write_line
from scoring.notation.booked import EVERY_NAME
from scoring.pattern import pattern_of
from scoring.penalties import check_penalty
from scoring.rows import check_row, has_row_error
from scoring.rulesets import DDV
from tests.factories.noted_rows import TABLES

# A way to end each part; one of them must help where a line counts as incomplete.
ENDINGS = [
    "0",
    "p",
    "1",
    "1p",
    " 1",
    " 1 p",
    *(f"{seat} 9.3.2" for seat in (1, 2)),
    *sorted({name[place:] for name in EVERY_NAME for place in range(len(name))}),
    *sorted({f" {name}" for name in EVERY_NAME}),
]

GAMES = st.sampled_from(
    [
        "13 4",
        "23 29 h",
        "12,0H",
        "0",
        "0 h",
        "2 5 pv",
        "134 5 V p",
        "3 0l",
        "2/21/S",
        "123+3 u",
        "13 4 h g2",
        "2 5 G.3,p",
        "0g 4",
    ]
)
PENALTIES = st.sampled_from(
    [
        " ! 3 9.3.2 KS",
        "!2 943",
        "!3,943.a 3 K.S.",
        "! 1 9.4.4 A4",
        " ! 2 9 4 4 a. ,2 KS",
        "!3 9.3.3 b1 Ä-Ö",
        "!3 9.3.3 B / 2",
        "! 2 933a A",
        "!3 9.5.1b2 B",
        "!3 951 b1ks",
        "!1 9.5.1 B",
        "!2 9.5.1  ",
    ]
)
LINES = st.tuples(GAMES, st.lists(PENALTIES, max_size=2)).map(
    lambda line: line[0] + "".join(line[1])
)

# Pieces of lines in any order: closer to typed text than random letters.
PIECES = st.sampled_from(
    [
        *("0", "1", "13", "24", "134", "5", "29", "30"),
        *(" ", ",", "-", ".", "\n", "p", "V", "l", "h", "x", "é", "g", "g2"),
        *("!", " ! 3 ", "9.3.2", "9.3.3", "943", "9.5.1", "b1", "b", "a", " a2", "a5", " KS"),
    ]
)
TEXTS = st.lists(PIECES, max_size=10).map("".join) | LINES | st.text()


def is_right_so_far(text: str) -> bool:
    read = parse_line(text)
    return isinstance(read, NotedGame) or read.incomplete


@given(LINES)
def test_beginning_of_a_right_line_is_never_wrong(line):
    assume(isinstance(parse_line(line), NotedGame))
    for end in range(len(line)):
        assert is_right_so_far(line[:end]), line[:end]


@given(TEXTS, st.sampled_from(TABLES))
@example("13 4 ! 3 9.4.3 a ,", (4, None))
@example("13 4 ! 3 9.4.3 a,", (4, None))
def test_incomplete_line_can_be_made_right(text, table):
    read = parse_line(text, *table)
    if isinstance(read, LineProblem) and read.incomplete:
        more = (parse_line(text + ending, *table) for ending in ENDINGS)
        assert any(isinstance(game, NotedGame) for game in more), text


@given(TEXTS, st.sampled_from(TABLES))
def test_any_text_is_a_valid_game_or_has_one_located_problem(text, table):
    read = parse_line(text, *table, 1)
    if isinstance(read, LineProblem):
        assert 0 <= read.start <= read.end <= len(text)
        assert not read.incomplete or not text[read.end :].strip(" \t\n\r,./+\x0b\x0c\x1c\x1d\x1e")
        return
    size, dealer = table
    sitting = (read.dealer or dealer) if size == 5 else None
    assert not has_row_error(
        check_row(1, read.as_row(1, dealer), pattern_of(read.points), sitting, DDV)
    )
    soloists = [read.soloist] if read.soloist else []
    for penalty in read.penalties:
        assert check_penalty(penalty, size, soloists, [sitting] if sitting else []) is None
    assert parse_line(write_line(read), *table, 1) == read
