"""Recalculate a workbook independently: only the few functions its formulas use."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from math import floor
from operator import ge, gt, le, lt
from types import CodeType
from typing import Any

from openpyxl import Workbook
from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token
from openpyxl.utils.cell import range_boundaries

COMPARED = {"=": "==", "<>": "!="}
REFERENCE = re.compile(r"(?:'((?:[^']|'')+)'!)?\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?")


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
    found = re.fullmatch(r"(<>|<=|>=|<|>)(.*)", wanted) if isinstance(wanted, str) else None
    if not found:
        return lambda cell: not isinstance(cell, Blank) and cell == wanted
    sign, limit = found.groups()
    if sign == "<>":
        return lambda cell: not isinstance(cell, Blank) and (not limit or cell != limit)
    compare = {"<=": le, ">=": ge, "<": lt, ">": gt}[sign]
    return lambda cell: not isinstance(cell, str | Blank) and compare(cell, float(limit))


def where(*conditions: Any) -> list[int]:
    """Return the places at which all conditions hold."""
    found: Iterable[int] = range(len(conditions[0]))
    for cells, wanted in zip(conditions[::2], conditions[1::2], strict=True):
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
        def reference(text: str) -> Any:
            return self._reference(sheet, text)

        return eval(_code(formula), {"ref": reference, "Text": Text, **FUNCTIONS})

    def _reference(self, sheet: str, text: str) -> Any:
        found = REFERENCE.fullmatch(text)
        assert found, text
        name = (found[1] or sheet).replace("''", "'")
        if (name, text) not in self._known:
            area = text.rpartition("!")[2].replace("$", "")
            if not found[4]:
                return self._value(name, area)
            left, top, right, bottom = range_boundaries(area)
            rows = self._book[name].iter_rows(top, bottom, left, right)
            cells = [cell.coordinate for row in rows for cell in row]
            self._known[name, text] = Cells(self._value(name, each) for each in cells)
        return self._known[name, text]


@cache
def _code(formula: str) -> CodeType:
    """Return a formula as Python; in the workbooks of a file's tests most are the same."""
    return compile("".join(map(_as_python, Tokenizer(formula).items)), formula, "eval")


def _as_python(token: Token) -> str:
    if token.type == Token.OPERAND and token.subtype == Token.RANGE:
        return f"ref({token.value!r})"
    if token.type == Token.OPERAND and token.subtype == Token.TEXT:
        return f"Text({token.value[1:-1]!r})"
    if token.type == Token.OP_IN:
        return COMPARED.get(token.value, token.value)
    return str(token.value)
