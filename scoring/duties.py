"""The compulsory solos in the rows, as written and as possibly meant (TSR 4.2.3, 4.3.1)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

from scoring.findings import Code, Finding, error
from scoring.model import Row, RowKind, ScoreSheet
from scoring.pattern import Pattern, kind_error, possible_soloists

Reading = tuple[int | None, ...]
"""For each row the seat whose compulsory solo it was, None for a game of the normal rubric."""

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


def names_soloist(row: Row, pattern: Pattern) -> bool:
    """Whether kind and soloist of a row are consistent with its figures."""
    if row.kind.is_alone and not (row.soloist and 1 <= row.soloist <= len(row.points)):
        return False
    return kind_error(row, pattern) in (None, Code.UNEQUAL_PARTNERS)


def read_duties(sheet: ScoreSheet, patterns: Sequence[Pattern]) -> Duties:
    """Collect what the kinds and soloists say about compulsory solos, row by row."""
    duty, last = sheet.rules.duty(sheet.table_size), len(sheet.rows)
    demanded, most = (duty.demanded, duty.solos) if duty else (0, 0)
    if sheet.rules.additional_games(sheet.table_size):
        last = sheet.planned_games - sheet.struck_games
    clear: dict[int, Row] = {}
    doubtful: dict[int, tuple[Row, tuple[int, ...]]] = {}
    for number, (row, pattern) in enumerate(zip(sheet.rows, patterns, strict=True), start=1):
        if names_soloist(row, pattern):
            clear[number] = row
        else:
            doubtful[number] = (row, possible_soloists(row, pattern))
    compulsory = _solos_by_seat(clear, RowKind.COMPULSORY_SOLO)
    # Solos beyond those owed are one too many, except in additional games.
    second = [
        error(Code.SECOND_COMPULSORY_SOLO, number, seat, first_row=numbers[0])
        for seat, numbers in compulsory.items()
        for number in numbers[most:]
        if number <= last
    ]
    # A player's first solo is the compulsory one whatever it was called, or his first two if two
    # are owed. So if no compulsory solo follows, only that first one is wrong.
    early: list[Finding] = []
    for seat, numbers in _solos_by_seat(clear, RowKind.VOLUNTARY_SOLO).items():
        own = compulsory.get(seat, [])
        # These are, or in spite of mistakes may be, the solos he owed.
        meant = [*own, *(row for row, (_row, possible) in doubtful.items() if seat in possible)]
        found = [number for number in numbers if sum(row < number for row in meant) < demanded]
        later = {"compulsory_row": own[0]} if own else {}
        lacking = demanded - len(own)
        for number in found[:lacking] if lacking > 0 else found:
            early.append(error(Code.VOLUNTARY_BEFORE_COMPULSORY, number, seat, **later))
    named = frozenset(found.seat for found in early if found.seat is not None)
    seats = [
        seat
        for seat in range(1, sheet.table_size + 1)
        if demanded and (seat in named or len(compulsory.get(seat, [])) != demanded)
    ]
    return Duties(
        findings=(*second, *early),
        readings=tuple(islice(_readings(clear, doubtful, seats, demanded, most), MOST_READINGS)),
        named_seats=named,
        second_rows=frozenset(found.row for found in second if found.row is not None),
        unwritten_rows=frozenset(no for no, row in clear.items() if row.kind.is_normal_rubric),
    )


def _solos_by_seat(rows: Mapping[int, Row], kind: RowKind) -> Mapping[int, list[int]]:
    solos: dict[int, list[int]] = {}
    for number, row in rows.items():
        if row.kind is kind and row.soloist is not None:
            solos.setdefault(row.soloist, []).append(number)
    return solos


def _readings(
    clear: Mapping[int, Row],
    doubtful: Mapping[int, tuple[Row, tuple[int, ...]]],
    seats: Iterable[int],
    demanded: int,
    most: int,
) -> Iterator[Reading]:
    """Yield every reading of the list: all combinations for rows and seats in doubt."""
    choices: list[list[Mapping[int, int | None]]] = []
    for number, (row, possible) in doubtful.items():
        # A contradictory row is a normal game, or a solo of anyone who fits.
        soloists = sorted(possible, key=lambda seat: seat != row.soloist) if most else []
        is_compulsory = row.kind is RowKind.COMPULSORY_SOLO
        ways = (*soloists, None) if is_compulsory else (None, *soloists)
        choices.append([{number: way} for way in ways])
    for seat in seats:
        # If the number of a seat's solos is wrong, any of its solo rows may count.
        solos = [no for no, row in clear.items() if row.kind.is_alone and row.soloist == seat]
        chosen = combinations(solos, min(demanded, len(solos)))
        counts = ({no: seat if no in each else None for no in solos} for each in chosen if each)
        choices.append([{}, *counts])
    written = {
        number: row.soloist if row.kind is RowKind.COMPULSORY_SOLO else None
        for number, row in clear.items()
    }
    for combination in product(*choices):
        reading = dict(written)
        for way in combination:
            reading |= way
        yield tuple(reading[number] for number in sorted(reading))
