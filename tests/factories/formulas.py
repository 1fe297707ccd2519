"""Recalculate a workbook independently: only the few functions its formulas use."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from math import floor
from operator import ge, gt, le, lt
from typing import Any

from openpyxl import Workbook
from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token
from openpyxl.utils.cell import range_boundaries

COMPARED = {"=": "==", "<>": "!="}
REFERENCE = re.compile(r"(?:'((?:[^']|'')+)'!)?\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?")
TEXT_OR_REFERENCE = re.compile(rf'"(?:[^"]|"")*"|{REFERENCE.pattern}')
CONDITION = re.compile(r"(<>|<=|>=|<|>)(.*)")


class Blank(int):
    """An empty cell: 0 in arithmetic, and equal to an empty text."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Blank) or other in ("", 0)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__


class Text(str):
    """A text, joined by &."""

    def __and__(self, other: object) -> "Text":
        return Text(self if isinstance(other, Blank) else f"{self}{other}")

    __slots__ = ()


class Cells(list):
    """The cells of a range; compared one by one with another range or a single figure."""

    _places: dict[Any, list[int]] | None = None

    def places(self, wanted: Any) -> list[int]:
        """Return where this figure or text stands; all are looked up once for a range."""
        if self._places is None:
            self._places = {}
            for at, cell in enumerate(self):
                if not isinstance(cell, Blank):
                    self._places.setdefault(cell, []).append(at)
        return self._places.get(wanted, [])

    def __ne__(self, other: object) -> Any:
        if not isinstance(other, list):
            return Cells(one != other for one in self)
        return Cells(one != two for one, two in zip(self, other, strict=True))

    def __eq__(self, other: object) -> Any:
        return Cells(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None

    def __neg__(self) -> "Cells":
        return Cells(-int(each) for each in self)


def numbers(*parts: Any) -> list[float]:
    """Return the numbers a function counts: literal figures, and of ranges only figures."""
    cells = [each for part in parts for each in (part if isinstance(part, list) else [part])]
    return [each for each in cells if not isinstance(each, str | Blank)]


def fitting(wanted: Any) -> Callable[[Any], bool]:
    """Return whether a cell meets a condition, which is read once for all cells."""
    found = CONDITION.fullmatch(wanted) if isinstance(wanted, str) else None
    if not found:
        return lambda cell: not isinstance(cell, Blank) and cell == wanted
    sign, limit = found.groups()
    if sign == "<>":
        return lambda cell: not isinstance(cell, Blank) and (not limit or cell != limit)
    compare = {"<=": le, ">=": ge, "<": lt, ">": gt}[sign]
    return lambda cell: not isinstance(cell, str | Blank) and compare(cell, float(limit))


def is_looked_up(wanted: Any) -> bool:
    """Return whether a condition is a figure or a text that cells are equal to."""
    is_compared = isinstance(wanted, str) and CONDITION.fullmatch(wanted)
    return not isinstance(wanted, Blank) and not is_compared


def where(*conditions: Any) -> list[int]:
    """Return the places at which all conditions hold; one of them is looked up, if any can be."""
    found: Iterable[int] = range(len(conditions[0]))
    pairs = [*zip(conditions[::2], conditions[1::2], strict=True)]
    looked_up = [at for at, (_cells, wanted) in enumerate(pairs) if is_looked_up(wanted)]
    if looked_up:
        cells, wanted = pairs.pop(looked_up[0])
        found = cells.places(wanted)
    for cells, wanted in pairs:
        fits = fitting(wanted)
        found = [at for at in found if fits(cells[at])]
    return [*found]


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "ABS": abs,
    "AND": lambda *parts: all(parts),
    "COUNT": lambda *parts: len(numbers(*parts)),
    "COUNTIFS": lambda *conditions: len(where(*conditions)),
    "IF": lambda asked, then, other: then if asked else other,
    "INT": floor,
    "MAX": lambda *parts: max(numbers(*parts), default=0),
    "MIN": lambda *parts: min(numbers(*parts), default=0),
    "N": lambda cell: 0 if isinstance(cell, str) else int(cell),
    "ROUND": lambda figure, _places: int(abs(figure) + 0.5) * (1 if figure >= 0 else -1),
    "SUM": lambda *parts: sum(numbers(*parts)),
    "SUMIFS": lambda cells, *rest: sum(numbers([cells[at] for at in where(*rest)])),
    "SUMPRODUCT": sum,
}


class Recalculated:
    """Every formula of a workbook, calculated from its figures alone."""

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self._known: dict[tuple[str, str], Any] = {}

    def cell(self, sheet: str, at: str) -> Any:
        """Return the value of a cell or of its formula; None where it is empty."""
        value = self._value(sheet, at)
        return None if isinstance(value, Blank) else value

    def formulas(self) -> dict[tuple[str, str], Any]:
        """Return the value of every formula, by sheet and cell."""
        return {
            (sheet.title, cell.coordinate): self.cell(sheet.title, cell.coordinate)
            for sheet in self._book
            for row in sheet.iter_rows()
            for cell in row
            if cell.data_type == "f"
        }

    def _value(self, sheet: str, at: str) -> Any:
        if (sheet, at) not in self._known:
            cell = self._book[sheet][at]
            value = cell.value
            if cell.data_type == "f":
                value = self._calculated(sheet, value)
            self._known[sheet, at] = Blank() if value is None else value
        return self._known[sheet, at]

    def _calculated(self, sheet: str, formula: str) -> Any:
        pattern, references = _parted(formula)
        return _function(pattern)(lambda at: self._reference(sheet, references[at]))

    def _reference(self, sheet: str, text: str) -> Any:
        name, area, is_range = _place(text)
        name = name or sheet
        if not is_range:
            return self._value(name, area)
        if (name, text) not in self._known:
            left, top, right, bottom = range_boundaries(area)
            rows = self._book[name].iter_rows(top, bottom, left, right)
            cells = [cell.coordinate for row in rows for cell in row]
            self._known[name, text] = Cells(self._value(name, each) for each in cells)
        return self._known[name, text]


@cache
def _place(reference: str) -> tuple[str, str, bool]:
    """Return sheet (empty: its own), cells, and whether they are a range."""
    found = REFERENCE.fullmatch(reference)
    assert found, reference
    name = (found[1] or "").replace("''", "'")
    return name, reference.rpartition("!")[2].replace("$", ""), bool(found[4])


@cache
def _parted(formula: str) -> tuple[str, list[str]]:
    """Return a formula with R1, R2 ... for its references, and these: rows have them alone."""
    references: list[str] = []

    def placed(found: re.Match[str]) -> str:
        if found[0].startswith('"'):
            return found[0]
        references.append(found[0])
        return f"R{len(references)}"

    return TEXT_OR_REFERENCE.sub(placed, formula), references


@cache
def _function(pattern: str) -> Callable[[Callable[[int], Any]], Any]:
    """Return a formula as a function of what its references, from 0 on, give."""
    code = "".join(map(_as_python, Tokenizer(pattern).items))
    return eval(f"lambda ref: {code}", {"Text": Text, **FUNCTIONS})


def _as_python(token: Token) -> str:
    if token.type == Token.OPERAND and token.subtype == Token.RANGE:
        assert re.fullmatch(r"R\d+", token.value), token.value
        return f"ref({int(token.value[1:]) - 1})"
    if token.type == Token.OPERAND and token.subtype == Token.TEXT:
        return f"Text({token.value[1:-1]!r})"
    if token.type == Token.OP_IN:
        return COMPARED.get(token.value, token.value)
    return str(token.value)
