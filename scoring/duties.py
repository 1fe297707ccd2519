"""Whose compulsory solo each row is, as written and as it may be meant (TSR 4.2.3, 4.3.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.findings import Code, Finding, error
from scoring.model import Row, RowKind, ScoreSheet
from scoring.pattern import Pattern, kind_error, possible_soloists

Options = tuple[int | None, ...]
"""What a row may be: the compulsory solo of a seat, or None, a game of the normal rubric.

As it is written comes first.
"""


@dataclass(frozen=True, slots=True)
class Duties:
    """Findings on second and early solos, and the readings of each row.

    `named_seats` are told already that their first solo was no compulsory one. `second_rows`
    hold one compulsory solo too many. A row in `unwritten_rows` says nothing of a compulsory
    solo; reading it so leaves the solo missing on paper.
    """

    findings: tuple[Finding, ...]
    options: tuple[Options, ...]
    named_seats: frozenset[int]
    second_rows: frozenset[int]
    unwritten_rows: frozenset[int]


def read_duties(sheet: ScoreSheet, patterns: Sequence[Pattern]) -> Duties:
    """Collect what the kinds and soloists say about compulsory solos, row by row."""
    return _Reader(sheet.rows, patterns).read()


def _names_soloist(row: Row, pattern: Pattern) -> bool:
    """Whether the row's word can be taken: its kind and soloist do not contradict its figures."""
    if row.kind.is_alone and not (row.soloist and 1 <= row.soloist <= len(row.points)):
        return False
    return kind_error(row, pattern) in (None, Code.UNEQUAL_PARTNERS)


class _Reader:
    def __init__(self, rows: Sequence[Row], patterns: Sequence[Pattern]) -> None:
        self._rows = dict(enumerate(rows, start=1))
        self._possible = {
            number: possible_soloists(row, pattern)
            for (number, row), pattern in zip(self._rows.items(), patterns, strict=True)
        }
        self._clear = {
            number: row
            for (number, row), pattern in zip(self._rows.items(), patterns, strict=True)
            if _names_soloist(row, pattern)
        }
        self._compulsory = self._solos_by_seat(RowKind.COMPULSORY_SOLO)

    def read(self) -> Duties:
        second = self._second_solos()
        early = self._early_solos()
        named = frozenset(found.seat for found in early if found.seat is not None)
        return Duties(
            findings=(*second, *early),
            options=tuple(self._options(number, named) for number in self._rows),
            named_seats=named,
            second_rows=frozenset(found.row for found in second if found.row is not None),
            unwritten_rows=frozenset(
                number for number, row in self._clear.items() if row.kind.is_normal_rubric
            ),
        )

    def _solos_by_seat(self, kind: RowKind) -> Mapping[int, list[int]]:
        solos: dict[int, list[int]] = {}
        for number, row in self._clear.items():
            if row.kind is kind and row.soloist is not None:
                solos.setdefault(row.soloist, []).append(number)
        return solos

    def _second_solos(self) -> list[Finding]:
        return [
            error(Code.SECOND_COMPULSORY_SOLO, number, seat, first_row=first)
            for seat, (first, *others) in self._compulsory.items()
            for number in others
        ]

    def _early_solos(self) -> list[Finding]:
        """The voluntary solos before the player's own compulsory one.

        His first solo is the compulsory one whatever it was called. So if no compulsory solo
        follows, only that first one is wrong.
        """
        found = []
        for seat, numbers in self._solos_by_seat(RowKind.VOLUNTARY_SOLO).items():
            compulsory = self._compulsory.get(seat, [])
            early = [number for number in numbers if not self._played_before(seat, number)]
            later = {"compulsory_row": compulsory[0]} if compulsory else {}
            for number in early if compulsory else early[:1]:
                found.append(error(Code.VOLUNTARY_BEFORE_COMPULSORY, number, seat, **later))
        return found

    def _played_before(self, seat: int, number: int) -> bool:
        """Whether an earlier row is, or in spite of a mistake in it may be, his compulsory solo."""
        in_doubt = [row for row in self._rows if row not in self._clear]
        earlier = [*self._compulsory.get(seat, []), *in_doubt]
        return any(row < number and seat in self._possible[row] for row in earlier)

    def _options(self, number: int, named: frozenset[int]) -> Options:
        row = self._rows[number]
        compulsory = row.kind is RowKind.COMPULSORY_SOLO
        if number not in self._clear:
            possible = self._possible[number]
            return (*possible, None) if compulsory else (None, *possible)
        seat = row.soloist
        if not row.kind.is_alone or seat is None:
            return (None,)
        solos = len(self._compulsory.get(seat, []))
        if compulsory:
            return (seat,) if solos == 1 and seat not in named else (seat, None)
        return (None,) if solos and seat not in named else (None, seat)
