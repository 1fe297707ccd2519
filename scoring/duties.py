"""The compulsory solos in the rows, as written and as possibly meant (TSR 4.2.3, 4.3.1)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

from scoring.findings import Code, Finding, error
from scoring.model import Row, RowKind, ScoreSheet
from scoring.pattern import Pattern, kind_error, possible_soloists

Reading = tuple[int | None, ...]
"""For each row the seat whose compulsory solo it was, None for a game of the normal rubric."""

Way = Mapping[int, int | None]
"""A part of a reading: rows by number."""

MOST_READINGS = 64  # a list with more of them has many mistakes anyway


@dataclass(frozen=True, slots=True)
class Duties:
    """Findings on second and early solos, and the readings of the list, as written first.

    `named_seats` already have the finding that their first solo was not compulsory. `second_rows`
    hold one compulsory solo too many. `unwritten_rows` do not mention a compulsory solo; reading
    them so leaves the solo missing on paper.
    """

    findings: tuple[Finding, ...]
    readings: tuple[Reading, ...]
    named_seats: frozenset[int]
    second_rows: frozenset[int]
    unwritten_rows: frozenset[int]


def read_duties(sheet: ScoreSheet, patterns: Sequence[Pattern]) -> Duties:
    """Collect what the kinds and soloists say about compulsory solos, row by row."""
    return _Reader(sheet, patterns).read()


def names_soloist(row: Row, pattern: Pattern) -> bool:
    """Whether kind and soloist of a row are consistent with its figures."""
    if row.kind.is_alone and not (row.soloist and 1 <= row.soloist <= len(row.points)):
        return False
    return kind_error(row, pattern) in (None, Code.UNEQUAL_PARTNERS)


class _Reader:
    def __init__(self, sheet: ScoreSheet, patterns: Sequence[Pattern]) -> None:
        self._seats = range(1, sheet.table_size + 1)
        duty = sheet.rules.duty(sheet.table_size)
        self._solos = duty.demanded if duty else 0
        self._most = duty.solos if duty else 0
        self._last = len(sheet.rows)
        if sheet.rules.additional_games(sheet.table_size):
            self._last = sheet.planned_games - sheet.struck_games
        self._rows = dict(enumerate(sheet.rows, start=1))
        self._possible = {
            number: possible_soloists(row, pattern)
            for (number, row), pattern in zip(self._rows.items(), patterns, strict=True)
        }
        self._clear = {
            number: row
            for (number, row), pattern in zip(self._rows.items(), patterns, strict=True)
            if names_soloist(row, pattern)
        }
        self._compulsory = self._solos_by_seat(RowKind.COMPULSORY_SOLO)

    def read(self) -> Duties:
        second = self._second_solos()
        early = self._early_solos()
        named = frozenset(found.seat for found in early if found.seat is not None)
        return Duties(
            findings=(*second, *early),
            readings=tuple(islice(self._readings(named), MOST_READINGS)),
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
        """Return the compulsory solos beyond those owed, except in additional games."""
        return [
            error(Code.SECOND_COMPULSORY_SOLO, number, seat, first_row=numbers[0])
            for seat, numbers in self._compulsory.items()
            for number in numbers[self._most :]
            if number <= self._last
        ]

    def _early_solos(self) -> list[Finding]:
        """Return the voluntary solos before the player's own compulsory one.

        His first solo is the compulsory one whatever it was called, or his first two if two are
        owed. So if no compulsory solo follows, only that first one is wrong.
        """
        found = []
        for seat, numbers in self._solos_by_seat(RowKind.VOLUNTARY_SOLO).items():
            compulsory = self._compulsory.get(seat, [])
            early = [number for number in numbers if not self._played_before(seat, number)]
            later = {"compulsory_row": compulsory[0]} if compulsory else {}
            lacking = self._solos - len(compulsory)
            for number in early[:lacking] if lacking > 0 else early:
                found.append(error(Code.VOLUNTARY_BEFORE_COMPULSORY, number, seat, **later))
        return found

    def _played_before(self, seat: int, number: int) -> bool:
        """Whether earlier rows are, or in spite of mistakes may be, all the solos he owed."""
        in_doubt = (row for row in self._rows if row not in self._clear)
        meant = [row for row in in_doubt if seat in self._possible[row]]
        solos = (*self._compulsory.get(seat, []), *meant)
        return sum(row < number for row in solos) >= self._solos

    def _readings(self, named: frozenset[int]) -> Iterator[Reading]:
        """Yield every reading of the list: all combinations for rows and seats in doubt."""
        choices = [self._ways_of_row(row) for row in self._rows if row not in self._clear]
        choices += [self._ways_of_seat(seat, named) for seat in self._seats]
        written = {
            number: row.soloist if row.kind is RowKind.COMPULSORY_SOLO else None
            for number, row in self._clear.items()
        }
        for ways in product(*choices):
            reading = dict(written)
            for way in ways:
                reading |= way
            yield tuple(reading[number] for number in self._rows)

    def _ways_of_row(self, number: int) -> list[Way]:
        """Return readings of a contradictory row: a normal game, or a solo of anyone who fits."""
        if not self._most:
            return [{number: None}]
        written = self._rows[number].soloist
        possible = sorted(self._possible[number], key=lambda seat: seat != written)
        if self._rows[number].kind is RowKind.COMPULSORY_SOLO:
            return [{number: seat} for seat in (*possible, None)]
        return [{number: seat} for seat in (None, *possible)]

    def _ways_of_seat(self, seat: int, named: frozenset[int]) -> list[Way]:
        """Return readings of a seat's solos: if their number is wrong, any solo rows may count."""
        is_clear = seat not in named and len(self._compulsory.get(seat, [])) == self._solos
        if is_clear or not self._solos:
            return [{}]
        solos = [
            number
            for number, row in self._clear.items()
            if row.kind.is_alone and row.soloist == seat
        ]
        return [
            {},
            *(
                {row: seat if row in chosen else None for row in solos}
                for chosen in combinations(solos, min(self._solos, len(solos)))
                if chosen
            ),
        ]
