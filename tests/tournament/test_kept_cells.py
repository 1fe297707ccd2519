"""The cells of lists that pages keep written are the cells that would be written now."""

import random
from itertools import product

import pytest
from django.utils.translation import override

from tests.factories.effort import tries
from tournament.lists import html
from tournament.lists.columns import Column, Kind, List, Marked, text_of

KINDS = tuple(each for each in Kind if each is not Kind.NAME)
VALUES = {
    Kind.TEXT: ("", "a", "<b>", "Ł & Đ", None),
    Kind.NUMBER: (0, 1, 1.0, True, False, None, 17),
    Kind.POINTS: (0, 1, -1, None, Marked(1), Marked(1, "<1>"), Marked(1, struck=True), Marked(-3)),
    Kind.AVERAGE: (0.0, 1, 1.0, -2.25, None),
    Kind.AMOUNT: (0, 1, 100, -5, None),
    Kind.DATE: (0, 1, None),
    Kind.MOVE: (0, 1, -1, 12, None, "a"),
    Kind.CURVE: ("", "<svg></svg>", None),
}


def written(column: Column, values: list[object], *, stacks: bool) -> list[str]:
    return [*map(html.page_row(List((column,), values), stacks=stacks), values)]


@pytest.mark.parametrize("seed", range(tries(40, 400)))
def test_kept_cells_are_as_if_written_now(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    html._cells.cache_clear()
    monkeypatch.setattr(html._Cells, "MOST", chance.choice([1, 3, 1000]))
    for _ in range(30):
        kind = chance.choice(KINDS)
        column = Column(
            *("key", chance.choice(["Eins", "<Zwei>"]), lambda row: row, kind),
            *(chance.choice(["", "points main"]), chance.choice(["", "–"])),
        )
        values = chance.choices(VALUES[kind], k=5)
        with override(chance.choice(["de", "en"])):
            stacks = chance.random() < 0.5
            kept = written(column, values, stacks=stacks)
            with monkeypatch.context() as anew:
                anew.setattr(html, "_cells", html._cells.__wrapped__)
                assert kept == written(column, values, stacks=stacks)


@pytest.mark.parametrize(("value", "other"), [*product((1, 1.0, True), repeat=2)])
def test_equal_values_of_other_kinds_are_other_cells(value: object, other: object) -> None:
    column = Column("key", "Eins", lambda row: row, Kind.NUMBER)
    assert written(column, [value, other], stacks=False) == [
        f"<tr><td>{text_of(column, each)}</td></tr>\n" for each in (value, other)
    ]


def test_no_more_cells_are_kept_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html._Cells, "MOST", 10)
    html._cells.cache_clear()
    column = Column("key", "Eins", lambda row: row, Kind.NUMBER)
    written(column, list(range(100)), stacks=False)
    assert len(html._cells("<td>", Kind.NUMBER, "", "de")) == 10
