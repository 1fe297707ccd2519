"""Seat plans below a heading: a row for each seat, each table or each player."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournament.errors import Refused
from tournament.imports.seat_cells import (
    COMPASS,
    LEAST_AT_TABLE,
    LEAST_OF_LINE,
    LETTERS,
    MOST,
    MOST_AT_TABLE,
    TITLES,
    WHO,
    Fault,
    Found,
    Plan,
    cell_of,
    count_in,
    people_of,
    person_in,
    round_of_title,
    seat_names,
    section_of,
    unread_notes,
    who_in,
    word_of,
)
from tournament.imports.tables import (
    DEEPEST_HEADING,
    NAME,
    NUMBER,
    ROUNDS,
    TextRow,
    TextTable,
    column_of,
    numbered_titles,
    spelling,
    unused_columns,
)
from tournament.seating.rules import PlannedSeat, PlanNote
from tournament.shared.rules.typed import (
    NOT_PLAYED,
    Unclear,
    counted_number,
    day_and_month,
    two_numbers,
)

# Any word for a table or a position, the longest first.
_TITLE_WORD = "|".join(sorted((*TITLES["table"], *TITLES["seat"]), key=len, reverse=True))
_ROUND = rf"(?:(?:r|{ROUNDS})(?P<behind>[1-9][0-9]?)|(?P<before>[1-9][0-9]?)(?:{ROUNDS}))"
# "Runde 1", "R1 Tisch", "Platz (2. Runde)", "Runde 1: Tisch-Platz", without punctuation.
_OF_ROUND = re.compile(rf"(?P<one>(?:{_TITLE_WORD})*){_ROUND}(?P<other>(?:{_TITLE_WORD}|und)*)")
_BOTH = re.compile(rf"(?P<one>{_TITLE_WORD})(?:und)?(?P<other>{_TITLE_WORD})")

DATE_IS = "date_is"
"""The note that names a reading of dates, where there are two."""
_NUMBERS = tuple(map(str, range(1, 100)))
_LONGEST_TITLE = 40  # of letters that are compared


# A row for each seat, each table or each player, below a heading.


@dataclass(frozen=True, slots=True)
class _Shape:
    """What the columns of a heading hold, by place: of the person, of the seat.

    `positions`: of a table in a row, the columns of each person, by position; `rounds`: of a player
    in a row, the columns "table", "seat" or "both" of each round, 0 if none is named.
    """

    heading: TextRow
    who: Mapping[str, int]
    of: Mapping[str, int]
    positions: Mapping[int, Mapping[str, int]]
    rounds: Mapping[int, Mapping[str, int]]
    is_compass: bool = False

    @property
    def places(self) -> set[int]:
        """The places of the columns that are read."""
        each = (self.who, self.of, *self.positions.values(), *self.rounds.values())
        return {place for columns in each for place in columns.values()}

    @property
    def has_people_of_rounds(self) -> bool:
        """Whether a row is a table, and its cells have its people in each round."""
        is_whole = all(columns.keys() == {""} for columns in self.rounds.values())
        return "table" in self.of and not self.who and bool(self.rounds) and is_whole

    def __bool__(self) -> bool:
        people = not self.who.keys().isdisjoint(WHO[:3])
        if self.has_people_of_rounds:
            return True
        if self.positions:
            return "table" in self.of or len(self.positions) >= LEAST_OF_LINE
        return people and ("table" in self.of or bool(self.rounds))


def shape_of(row: TextRow, above: TextRow) -> _Shape:
    """Return what the columns hold; `above`: its row may name the round of several columns."""
    titles = [spelling(cell)[:_LONGEST_TITLE] for cell in row.cells]
    of: dict[str, int] = {}
    who: dict[str, int] = {}
    rounds: dict[int, dict[str, int]] = defaultdict(dict)
    over = _rounds_above(row, above)
    for at, title in enumerate(titles):
        kind = next((kind for kind, words in TITLES.items() if title in words), "")
        if found := _OF_ROUND.fullmatch(title):
            number = int(found["behind"] or found["before"])
            rounds[number].setdefault(_kind_of(found["one"] + found["other"]), at)
        elif found := _BOTH.fullmatch(title):
            rounds[over.get(at, 0)].setdefault(_kind_of(found["one"] + found["other"]), at)
        elif kind and at in over:
            rounds[over[at]].setdefault(kind, at)
        elif kind:
            of.setdefault(kind, at)
        elif (column := column_of(row.cells[at])) in WHO:
            who.setdefault(str(column), at)
    compass = {COMPASS[title]: at for at, title in enumerate(titles) if title in COMPASS}
    positions: dict[int, dict[str, int]] = defaultdict(dict)
    for sign, word, at in numbered_titles(row.cells):
        kind = next((kind for kind in ("table", "seat") if word in TITLES[kind]), "")
        position = int(sign) if sign.isdecimal() else LETTERS.find(sign) + 1
        column = NAME if kind == "seat" else column_of(word)
        if who and kind:  # "Tisch 1", "Platz 1", "Tisch 2" behind the player
            rounds[position].setdefault(kind, at)
        elif column in WHO and kind != "table":
            positions[position].setdefault(str(column), at)
    if set(who) <= {NUMBER} and len(compass) >= LEAST_AT_TABLE - 1:
        fifth = {int(title): at for at, title in enumerate(titles) if title in ("5", "6")}
        positions |= {position: {NAME: at} for position, at in (compass | fifth).items()}
    if "table" in of and not set(who) - {NUMBER} and not positions:
        signs = max(_alone(titles, _NUMBERS[:MOST_AT_TABLE]), _alone(titles, LETTERS), key=len)
        positions |= {position: {NAME: at} for position, at in signs.items()}
    elif who and not rounds and "table" not in of:
        rounds |= {round: {"": at} for round, at in _alone(titles, _NUMBERS).items()}
    if positions and NUMBER in who and not who.keys() - {NUMBER}:
        of.setdefault("table", who.pop(NUMBER))
    in_row = {} if who.keys() - {NUMBER} or rounds else positions
    is_compass = bool(in_row) and len(compass) >= LEAST_AT_TABLE - 1
    return _Shape(row, who, of, dict(in_row), dict(rounds), is_compass)


def _kind_of(parts: str) -> str:
    """Return "table", "seat", or for both the first of them in capitals: "TABLE"; "" for none."""
    words = re.findall(_TITLE_WORD, parts)
    kinds = ["table" if word in TITLES["table"] else "seat" for word in words]
    if len(kinds) > 1:
        return kinds[0].upper()
    return kinds[0] if kinds else ""


def _rounds_above(row: TextRow, above: TextRow) -> dict[int, int]:
    """Return the round of each column by the row above, where it has several of them."""
    named = {at: round_of_title(cell) for at, cell in enumerate(above.cells)}
    starts = [at for at, number in named.items() if number]
    if not starts or starts == [0]:
        return {}
    ends = [*starts[1:], len(row.cells)]
    return {at: named[one] for one, end in zip(starts, ends, strict=True) for at in range(one, end)}


def _alone(titles: Sequence[str], signs: Sequence[str]) -> dict[int, int]:
    """Return the places of the titles that are the first signs in their order, by number."""
    places: dict[int, int] = {}
    for at, title in enumerate(titles):
        if len(places) < len(signs) and title == signs[len(places)]:
            places[len(places) + 1] = at
    return places


def read_below_heading(table: TextTable) -> Plan | None:
    """Return the seats below the first heading that has what a plan needs, if there is one."""
    for at, row in enumerate(table.rows[:DEEPEST_HEADING]):
        before = table.rows[at - 1] if at else TextRow(0, ())
        if not (shape := shape_of(row, before)):
            continue
        rows, current = [], 0
        for other in table.rows:
            if number := section_of(other):
                current = number
            elif other.line > row.line and other.cells != row.cells:
                rows.append((current, other))
        read = _of_players if shape.rounds else _of_seats
        read = _of_tables if shape.has_people_of_rounds else read
        if plan := read(shape, rows):
            titles = [each for each in table.rows[:at] if not any(map(round_of_title, each.cells))]
            unused = unused_columns(row, (other for _round, other in rows), shape.places)
            columns = [column.title or str(column.number) for column in unused]
            left = [PlanNote("columns", {"columns": columns})] if columns else []
            return plan.with_others([], [*unread_notes(titles), *left])
    return None


def _of_seats(shape: _Shape, rows: Sequence[tuple[int, TextRow]]) -> Plan:
    """Return the seats of rows for a seat or a table each."""
    heading, of = shape.heading, shape.of
    written = [cell for _round, row in rows if (cell := row.cell(of.get("table")))]
    is_filled_down = len(set(written)) == len(written)
    names = seat_names(row.cell(of["seat"]) for _round, row in rows) if "seat" in of else {}
    notes = [PlanNote("compass", {})] if shape.is_compass or names is COMPASS else []
    if "table" in of and "seat" not in of and not shape.positions:
        notes.append(PlanNote("in_order_of_lines", {}))
    plan = Plan([], notes)
    last: int | None = None
    fault: Refused | None
    unread = []
    for count, (section, row) in enumerate(rows, start=1):
        columns = shape.positions or {0: shape.who}
        try:
            people = {each: person_in(row, places, heading) for each, places in columns.items()}
            is_empty = not any(map(any, people.values()))
            if is_empty and not any(map(str.isdecimal, cell_of(row, of.get("table")))):
                unread.append(row)
                continue
            number = count_in(row, heading, of["table"], "table") if "table" in of else count
            last = number or (last if is_filled_down else None)
            if last is None:
                last = _required(row, heading, of["table"], "table")
            at = names.get(word_of(row.cell(of.get("seat"))))
            if "seat" in of and not names and not is_empty:
                at = _required(row, heading, of["seat"], "seat")
        except Refused as refused:
            fault, people, last = refused, {}, None
        else:
            fault = None
        round = count_in(row, heading, of["round"], "round") if "round" in of else section
        if fault:
            plan.faults.append((round or 0, fault))
        for position, (start, name) in people.items():
            if start or name:
                seat = PlannedSeat(last or 0, row.line, start, name, position or at or 0)
                plan.seats.append(Found(round or 0, seat))
    plan.notes += unread_notes(unread)
    return plan


def _of_tables(shape: _Shape, rows: Sequence[tuple[int, TextRow]]) -> Plan | None:
    """Return the seats of rows for a table each, with its people of each round in one cell."""
    plan = Plan([])
    for _section, row in rows:
        table = count_in(row, shape.heading, shape.of["table"], "table")
        for round, columns in shape.rounds.items():
            try:
                people = people_of(cell_of(row, columns[""], shape.heading.cell(columns[""])))
            except Refused as refused:
                plan.faults.append((round, refused))
                continue
            for number, name in map(who_in, people):
                plan.seats.append(Found(round, PlannedSeat(table or 0, row.line, number, name)))
    is_plan = len(plan.seats) >= LEAST_OF_LINE and all(each.seat.table for each in plan.seats)
    return plan if is_plan else None


def _required(row: TextRow, heading: TextRow, place: int, kind: str) -> int:
    """Return the number in a cell. Refused: `seat_plan_row`, also if it is empty."""
    if number := count_in(row, heading, place, kind):
        return number
    raise Refused("seat_plan_row", line=row.line, column=heading.cell(place), text="")


class _Pair(NamedTuple):
    """Table and seat of a player in a round, in the order of the cell; a date as day and month."""

    round: int
    row: TextRow
    column: str
    text: str
    numbers: tuple[int, int]
    is_date: bool
    is_said: bool  # the heading says which comes first
    person: tuple[str, str]


def _of_players(shape: _Shape, rows: Sequence[tuple[int, TextRow]]) -> Plan | None:
    """Return the seats of rows for a player each; None for lists of something else."""
    pairs: list[_Pair] = []
    alone: list[Found] = []
    faults: list[Fault] = []
    is_wrong = False
    unread = []
    for _section_of, row in rows:
        person = person_in(row, shape.who, shape.heading)
        named = [row.cell(place) for each in shape.rounds.values() for place in each.values()]
        if not any(person) or not any(named):
            unread.append(row)
            continue
        for round, columns in shape.rounds.items():
            kinds = {**shape.of, **columns} if not round else columns
            both = next((kind for kind in columns if kind in ("", "TABLE", "SEAT")), None)
            place = columns[both] if both is not None else None
            column = shape.heading.cell(place)
            try:
                if both is None:
                    alone += _in_two_cells(shape, row, round, kinds, person)
                    continue
                text = cell_of(row, place, column)
            except Refused as refused:
                faults.append((round, refused))
                continue
            if text.casefold() in NOT_PLAYED:
                continue
            date, numbers = day_and_month(text), two_numbers(text)
            if date or numbers:
                pair = date or numbers or (0, 0)
                if both == "SEAT":
                    pair = pair[1], pair[0]
                each = _Pair(round, row, column, text, pair, bool(date), bool(both), person)
                pairs.append(each)
                continue
            try:
                number = counted_number(text, MOST, TITLES["table"]) or 0
                alone.append(Found(round, PlannedSeat(number, row.line, *person)))
            except Unclear:
                words = {"line": row.line, "column": column, "text": text[:40]}
                faults.append((round, Refused("seat_plan_pair", **words)))
                is_wrong = True
    if not pairs and "seat" not in {kind for each in shape.rounds.values() for kind in each}:
        if is_wrong or not _are_tables(alone):  # points, for example
            return None
        order = PlanNote("in_order_of_lines", {})
        return Plan(alone, [*unread_notes(unread), order], faults=faults)
    without = [each for each in alone if not each.seat.position] if pairs else []
    for round, seat, _lead in without:  # the table alone, beside others with their positions
        column = shape.heading.cell(min(shape.rounds[round].values()))
        words = {"line": seat.line, "column": column, "text": str(seat.table)}
        faults.append((round, Refused("seat_plan_pair", **words)))
    faults += _faults_of_rounds(pairs)
    wrong = {round for round, _refused in faults}
    fine = [each for each in pairs if each.round not in wrong]
    return _in_order(fine).with_others(alone, unread_notes(unread), faults)


def _faults_of_rounds(pairs: Iterable[_Pair]) -> Iterator[Fault]:
    """Yield the rounds whose cells fit in no order: they do not decide about the others."""
    of_round: dict[int, list[_Pair]] = defaultdict(list)
    for pair in pairs:
        of_round[pair.round].append(pair)
    for round, of_one in of_round.items():
        try:
            _in_order(of_one)
        except Refused as refused:
            yield round, refused


def _in_two_cells(
    shape: _Shape, row: TextRow, round: int, columns: Mapping[str, int], person: tuple[str, str]
) -> Iterator[Found]:
    """Yield the seat that the columns for table and seat of a round name, if they do."""
    heading, place = shape.heading, columns.get("table")
    if place is None or row.cell(place).casefold() in NOT_PLAYED:
        return
    number = _required(row, heading, place, "table")
    position = _required(row, heading, columns["seat"], "seat") if "seat" in columns else 0
    yield Found(round, PlannedSeat(number, row.line, *person, position))


def _are_tables(seats: Iterable[Found]) -> bool:
    """Whether numbers beside players are those of tables: without gaps, three to six at each."""
    sizes = Counter((each.round, each.seat.table) for each in seats)
    tables: dict[int, set[int]] = defaultdict(set)
    for round, table in sizes:
        tables[round].add(table)
    whole = all(each == set(range(1, len(each) + 1)) for each in tables.values())
    return bool(sizes) and whole and set(sizes.values()) <= set(range(3, MOST_AT_TABLE + 1))


def _in_order(pairs: Sequence[_Pair]) -> Plan:
    """Return the seats with the order of table and seat, and of day and month, that fits.

    As written where the heading says so or it fits as table and seat; else the other way round.
    Where day and month fit both ways, the other way is the plan `turned`.
    """
    if not pairs:
        return Plan([])
    written_as_dates = [each for each in pairs if each.is_date]
    telling = (each for each in written_as_dates if each.numbers[0] != each.numbers[1])
    dates = next(telling, next(iter(written_as_dates), None))
    ways = [(False, turned) for turned in ((False, True) if dates else (False,))]
    fitting = [way for way in ways if _in_range(pairs, *way)]
    if not fitting and not any(each.is_said for each in pairs):
        ways = [(True, turned) for _first, turned in ways]
        fitting = [way for way in ways if _in_range(pairs, *way) and _is_whole(pairs, *way)]
    if len(fitting) > 1:
        fitting = [way for way in fitting if _is_whole(pairs, *way)] or fitting
    if not fitting:
        first = dates or next(each for each in pairs if not 1 <= each.numbers[1] <= MOST_AT_TABLE)
        words = {"line": first.row.line, "column": first.column, "text": _shown(first)}
        raise Refused("seat_plan_dates" if dates else "seat_plan_pair", **words)
    plan, *others = (_read_in(pairs, dates, way, is_only=len(fitting) == 1) for way in fitting)
    plan.turned = next(iter(others), None)
    return plan


def _read_in(
    pairs: Sequence[_Pair], dates: _Pair | None, way: tuple[bool, bool], *, is_only: bool
) -> Plan:
    """Return the seats read in one order; `dates`: an example of those that are dates."""
    seat_first, turned = way
    notes = []
    code_of_dates = "dates" if is_only else DATE_IS
    for code, told in ((code_of_dates, dates), ("seat_first", pairs[0] if seat_first else None)):
        if told:
            table, seat = _turned(told, seat_first, turned)
            words = {"line": told.row.line, "column": told.column, "text": _shown(told)}
            words |= {"table": table, "seat": seat, "count": sum(each.is_date for each in pairs)}
            notes.append(PlanNote(code, words))
    seats = [
        Found(each.round, PlannedSeat(table, each.row.line, *each.person, seat))
        for each in pairs
        for table, seat in [_turned(each, seat_first, turned)]
    ]
    return Plan(seats, notes)


def _shown(pair: _Pair) -> str:
    day, month = day_and_month(pair.text) or (0, 0)
    return f"{day}.{month}." if pair.is_date else pair.text[:40]


def _turned(pair: _Pair, seat_first: bool, turned: bool) -> tuple[int, int]:
    one, other = pair.numbers
    return (other, one) if seat_first != (turned and pair.is_date) else (one, other)


def _in_range(pairs: Iterable[_Pair], seat_first: bool, turned: bool) -> bool:
    read = [_turned(each, seat_first, turned) for each in pairs]
    return all(table and 1 <= seat <= MOST_AT_TABLE for table, seat in read)


def _is_whole(pairs: Iterable[_Pair], seat_first: bool, turned: bool) -> bool:
    """Whether every round has tables without gaps, with positions without gaps."""
    seated: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for each in pairs:
        table, seat = _turned(each, seat_first, turned)
        seated[each.round][table].append(seat)
    return all(
        set(tables) == set(range(1, len(tables) + 1))
        and all(
            sorted(seats) == list(range(1, len(seats) + 1)) and len(seats) >= LEAST_AT_TABLE
            for seats in tables.values()
        )
        for tables in seated.values()
    )
