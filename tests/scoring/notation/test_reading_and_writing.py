"""Reading and writing are inverse for everything a line can express."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.findings import Code
from scoring.model import Penalty, Row, RowKind
from scoring.notation import NotedGame, parse_line, write_line
from scoring.pattern import kind_error, pattern_of
from scoring.penalties import check_penalty
from scoring.rows import check_row
from scoring.rulesets import DDV
from tests.factories.noted_rows import TABLES, every_penalty, every_row, playing

SOLO = NotedGame(RowKind.COMPULSORY_SOLO, (-5, 15, -5, -5), 2)
TEAM = NotedGame(RowKind.NORMAL, (4, -4, 4, -4))
MINOR = Penalty(1, "9.3.2", 3, (1, 1, -3, 1))

ROWS = {table: list(every_row(*table)) for table in TABLES}
PENALTIES = {
    (size, dealer, soloist): list(every_penalty(size, dealer, soloist))
    for size, dealer in TABLES
    for soloist in (None, *playing(size, dealer))
}

# Initials accepted in a line: letters of any script, dots, hyphens, single blanks; or none.
INITIALS = st.from_regex(r"\A([A-Za-zÄÖÜäöüßÉŁ]([.'-]{0,2}[A-ZÄ]?| [A-Z])){0,2}\.?\Z").filter(
    lambda initials: initials != "."
)


@pytest.mark.parametrize(("size", "dealer"), TABLES)
def test_every_row_comes_back_from_its_line(size, dealer):
    lines = set()
    for row in every_row(size, dealer):
        line = write_line(NotedGame.of_row(row))
        game = parse_line(line, size, dealer)
        assert isinstance(game, NotedGame), line
        assert game.as_row(1, dealer) == row
        lines.add(line)

    # 2 kinds x (6 pairs x 29 + 1), 4 kinds and the forced one x 4 soloists x 43 values
    assert len(lines) == 2 * (6 * 29 + 1) + 5 * 4 * 43


@pytest.mark.parametrize(("size", "dealer"), TABLES)
def test_rows_agree_with_the_check_of_the_list(size, dealer):
    sitting = dealer if size == 5 else None
    for row in every_row(size, dealer):
        game = parse_line(write_line(NotedGame.of_row(row)), size, dealer)
        read = game.as_row(1, dealer)
        pattern = pattern_of(read.points)
        assert kind_error(read, pattern) is None
        found = check_row(1, read, pattern, sitting, DDV)
        assert found is None or found.code is Code.VALUE_UNLIKELY


@pytest.mark.parametrize(("size", "dealer"), TABLES)
def test_every_penalty_comes_back_from_its_line(size, dealer):
    players = playing(size, dealer)
    for soloist in (None, *players):
        row = next(row for row in ROWS[size, dealer] if row.soloist == soloist)
        lines = set()
        for penalty in PENALTIES[size, dealer, soloist]:
            game = NotedGame.of_row(row, [penalty])
            lines.add(write_line(game))
            assert parse_line(write_line(game), size, dealer, 1) == game
        # 9.4.3 and 9.4.4 with 0 to 4 Absagen, 9.3.2 and 9.5.1; for the soloist 9.3.3a on top, for
        # the others 9.3.3b1 and b2 and the second pattern of 9.5.1
        assert len(lines) == (4 * 12 if soloist is None else 13 + 3 * 15)


@st.composite
def games(draw):
    """Return a game with up to four penalties, at any table."""
    size, dealer = draw(st.sampled_from(TABLES))
    row = draw(st.sampled_from(ROWS[size, dealer]))
    possible = PENALTIES[size, dealer, row.soloist]
    chosen = draw(
        st.lists(st.tuples(st.sampled_from(possible), INITIALS | st.just("")), max_size=4)
    )
    number = draw(st.none() | st.integers(1, 30))
    penalties = [replace(one, row=number, initials=initials[:10]) for one, initials in chosen]
    if dealer is not None and draw(st.booleans()):
        row = replace(row, out_of_turn=True)
    return size, dealer, number, NotedGame.of_row(row, penalties)


@given(games())
def test_game_with_penalties_comes_back_from_its_line(drawn):
    size, dealer, number, game = drawn
    line = write_line(game)
    read = parse_line(line, size, dealer, number)

    assert read == game
    assert write_line(read) == line
    sitting = [dealer] if size == 5 else []
    soloists = [game.soloist] if game.soloist else []
    for penalty in read.penalties:
        assert check_penalty(penalty, size, soloists, sitting) is None


def row_game(points, kind=RowKind.NORMAL, soloist=None, forced=False):
    return NotedGame(kind, points, soloist, forced)


@pytest.mark.parametrize(
    "game",
    [
        row_game(()),
        row_game((4, -4, 0)),
        row_game((4, -4, 4, 4)),
        row_game((4, -4, 4, "-4")),
        row_game((4.0, -4, 4, -4)),
        row_game((True, -1, True, -1)),
        row_game((4, None, 4, -4)),
        row_game((4, -4, 4, -4, None, None)),
        row_game((4, -4, None, -4, None)),
        row_game((4, -4, 4, -4, 0)),
        row_game((5, 3, -3, -5)),
        row_game((30, -30, 30, -30)),
        row_game((0, 0, 0, 0, 0)),
        row_game((15, -5, -5, -5)),
        row_game((4, -4, 4, -4), soloist=1),
        row_game((4, -4, 4, -4), forced=True),
        row_game((4, -4, 4, -4), RowKind.COMPULSORY_SOLO, 1),
        row_game((15, -5, -5, -5), RowKind.COMPULSORY_SOLO),
        row_game((15, -5, -5, -5), RowKind.COMPULSORY_SOLO, 2),
        row_game((15, -5, -5, -5), RowKind.VOLUNTARY_SOLO, 1, forced=True),
        row_game((66, -22, -22, -22), RowKind.VOLUNTARY_SOLO, 1),
        row_game((0, 0, 0, 0), RowKind.SILENT_WEDDING),
        row_game((0, 0, 0, 0), RowKind.SILENT_WEDDING, 5),
        TEAM._replace(dealer=5),
        TEAM._replace(points=(4, -4, 4, -4, None), dealer=3),
    ],
)
def test_game_that_no_line_can_say_is_refused(game):
    with pytest.raises(ValueError, match=r"no line|table of"):
        write_line(game)


@pytest.mark.parametrize(
    ("game", "penalties"),
    [
        (TEAM, [replace(MINOR, points=(3, 0, -3, 0))]),
        (TEAM, [replace(MINOR, rule="9.7.2")]),
        (TEAM, [replace(MINOR, rule="9.3.3b2")]),
        (TEAM, [replace(MINOR, offender=2)]),
        (TEAM, [replace(MINOR, initials="Schiedsrichter")]),
        (TEAM, [replace(MINOR, initials="K  S")]),
        (TEAM, [replace(MINOR, initials=" KS")]),
        (TEAM, [replace(MINOR, initials="KS!")]),
        (TEAM, [replace(MINOR, initials="007")]),
        (TEAM, [replace(MINOR, initials="KS ! 3 9.3.2")]),
        (TEAM, [MINOR, replace(MINOR, row=2)]),
        (SOLO, [Penalty(1, "9.3.3b1", 4, (0, 0, 3, -3))]),
    ],
)
def test_penalty_that_no_line_can_say_is_refused(game, penalties):
    with pytest.raises(ValueError, match="no line"):
        write_line(game._replace(penalties=tuple(penalties)))


def test_row_loses_only_data_kept_elsewhere():
    row = Row(3, RowKind.NORMAL, (4, -4, 4, -4), 3, cumulative=(8, -8, 8, -8))
    back = parse_line(write_line(NotedGame.of_row(row))).as_row(3, 3)

    assert back == replace(row, cumulative=None)
