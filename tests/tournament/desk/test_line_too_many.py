"""One line more than games: it lands in the first total, and is recognised."""

import pytest

from tests.factories.desk import address_of
from tests.tournament.desk.test_list_lane import ask
from tournament.labels.lines import problem_text
from tournament.models import SheetVersion

SOLOS = {f"l{20 + number}": f"{seat} 1 p" for number, seat in enumerate((2, 3, 4, 1), start=1)}
VALUES = {f"l{game}": f"13 {game % 7 + 1}" for game in range(1, 21)}
GAMES = VALUES | SOLOS


def too_many(**twice: int) -> str:
    return problem_text("line_too_many", {"games": 24, **twice})


def twice(number, lines=GAMES):
    """Return the lines with one duplicated; the last one is typed in place of the first total."""
    texts = [lines[f"l{game}"] for game in range(1, 25)]
    texts.insert(number, texts[number - 1])
    return {f"l{game}": text for game, text in enumerate(texts[:24], start=1)} | {"t1": texts[24]}


def said(answer):
    return [(note["anchor"], note["text"]) for note in answer["sheet"]]


def test_line_after_the_last_game_is_one_too_many(typist, table):
    answer = ask(typist, table, {**GAMES, "t1": "13 4"})
    assert said(answer) == [("t1", too_many())]
    assert answer["wrong"]
    assert ask(typist, table, {**GAMES, "t1": "13 4"}, "sheet-doctor")["proposals"] == []


@pytest.mark.parametrize("total", ["- 4", "abc", "13 4"])
def test_invalid_line_is_not_a_line_too_many(typist, table, total):
    fields = {**GAMES, "t1": total}
    if total == "13 4":
        del fields["l24"]
    assert too_many() not in str(said(ask(typist, table, fields)))


def test_two_equal_lines_are_named_and_one_can_be_deleted(typist, table):
    fields = twice(6)
    assert said(ask(typist, table, fields)) == [("t1", too_many(twice=7))]
    (proposal,) = ask(typist, table, fields, "sheet-doctor")["proposals"]
    assert proposal["row"] == 7
    mended = {**fields, **proposal["fields"]}
    assert {name: text for name, text in mended.items() if text} == GAMES
    assert not ask(typist, table, mended)["wrong"]


def test_running_totals_move_up_with_their_lines(typist, table):
    fields = {**twice(6), "s6": "6", "s7": "7", "s8": "8"}
    (proposal,) = ask(typist, table, fields, "sheet-doctor")["proposals"]
    assert {name: proposal["fields"][name] for name in ("s7", "s8")} == {"s7": "8", "s8": ""}


def test_surplus_line_may_be_the_last_one_twice(typist, table):
    (proposal,) = ask(typist, table, twice(24), "sheet-doctor")["proposals"]
    assert proposal["fields"] == {"t1": ""}


def test_equal_lines_whose_removal_leaves_no_mistake_come_first(typist, table):
    lines = {**GAMES, "l3": "1 2 l", "l4": "1 2 l"}
    fields = twice(6, lines)
    proposals = ask(typist, table, fields, "sheet-doctor")["proposals"]
    assert [each["row"] for each in proposals] == [4, 7]


@pytest.mark.parametrize("limit", ["19", "20"])
def test_duplicate_line_is_removed_from_the_time_limit_that_counts_it(typist, table, limit):
    games = [f"13 {game % 7 + 1}" for game in range(1, 20)]
    solos = [f"{seat} 1 pv" for seat in range(1, 5)]
    right, written = ([*games[:6], *again, *games[6:], *solos] for again in ((), games[5:6]))
    fields, mended = (
        {f"l{game}": text for game, text in enumerate(lines, start=1)} | {"struck": "1"}
        for lines in (written, right)
    )
    (proposal,) = ask(typist, table, {**fields, "time_limit": limit}, "sheet-doctor")["proposals"]
    found = {**fields, "time_limit": limit, **proposal["fields"]}
    assert {name: text for name, text in found.items() if text} == {**mended, "time_limit": "19"}


@pytest.mark.alone
def test_it_is_refused_in_words_and_nothing_is_lost(typist, table):
    answer = typist.post(address_of(table), {"kind": "rows", **twice(6)})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert too_many() in page
    assert 'id="t1" name="t1" value="1 1 p"' in page
    assert not SheetVersion.objects.exists()
