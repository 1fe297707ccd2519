"""Writing the tables and seats of rounds: shared by everything that says who sits where."""

from collections.abc import Iterable, Mapping, Sequence

from tournament.core.draw import Round as SeatedRound
from tournament.core.draw import Table
from tournament.core.draw.randomness import seeded
from tournament.core.sheet_codes import fresh_code, sheet_codes
from tournament.models import Bye, Entry, GameTable, Round, Seat, Tournament

Codes = dict[int, set[str]]
"""The sheet codes that each table number has or had in other rounds."""
Entries = Mapping[str, Entry]
"""The entries by the id that the draw knows: the start number as text."""


def by_id(entries: Iterable[Entry]) -> dict[str, Entry]:
    """The entries as the draw names them."""
    return {str(entry.number): entry for entry in entries}


def codes_in_use(tournament: Tournament) -> Codes:
    """Every sheet code of the tournament: a sheet must pass for no other table or draw."""
    codes: Codes = {}
    tables = GameTable.objects.filter(round__tournament=tournament)
    for number, code in tables.values_list("number", "code"):
        codes.setdefault(number, set()).add(code)
    return codes


def seat_rounds(
    rounds: Sequence[Round],
    planned: Sequence[SeatedRound],
    entries: Entries,
    seed: str,
    codes: Codes,
) -> None:
    """Write the tables and seats of rounds that have none; `codes` receives the new codes."""
    # A source of its own: the codes must not depend on how much chance the draw has used up.
    random = seeded(f"{seed} sheet codes")
    tables: list[GameTable] = []
    for round, seated in zip(rounds, planned, strict=True):
        new_codes = sheet_codes(len(seated), codes, random)
        for number, (table, code) in enumerate(zip(seated, new_codes, strict=True), start=1):
            codes.setdefault(number, set()).add(code)
            tables.append(GameTable(round=round, number=number, size=len(table), code=code))
    GameTable.objects.bulk_create(tables)
    people = (table for seated in planned for table in seated)
    Seat.objects.bulk_create(
        seat
        for table, names in zip(tables, people, strict=True)
        for seat in seats_at(table, names, entries)
    )


def seats_at(table: GameTable, people: Table, entries: Entries) -> list[Seat]:
    """The seats of a table, not yet written."""
    return [
        Seat(round=table.round, table=table, entry=entries[person], position=position)
        for position, person in enumerate(people, start=1)
    ]


def note_byes(rounds: Sequence[Round], planned: Sequence[SeatedRound], present: Entries) -> None:
    """Whoever is there and has no seat in a round sits it out."""
    Bye.objects.filter(round__in=rounds).delete()
    Bye.objects.bulk_create(
        Bye(round=round, entry=present[person])
        for round, seated in zip(rounds, planned, strict=True)
        for person in sitting_out(seated, present)
    )


def sitting_out(seated: SeatedRound, people: Iterable[str]) -> list[str]:
    """Those of the people who have no seat, in their order."""
    placed = {person for table in seated for person in table}
    return [person for person in people if person not in placed]


def reseat_tables(
    tournament: Tournament, first: int, planned: Sequence[SeatedRound], entries: Entries
) -> None:
    """Write the rounds from `first` on as planned; tables nobody moves at stay as they are.

    A table gets a new sheet code unless its clock runs: then its sheet is being written already.
    """
    rounds = Round.objects.filter(tournament=tournament, number__gte=first).order_by("number")
    codes = codes_in_use(tournament)
    seats: list[Seat] = []
    for round, seated in zip(rounds, planned, strict=True):
        seats += _reseated(round, seated, entries, codes)
    Seat.objects.bulk_create(seats)


def _reseated(round: Round, seated: SeatedRound, entries: Entries, codes: Codes) -> list[Seat]:
    """Change the tables of one round; returns the seats to be written once all are free."""
    tables = {table.number: table for table in round.tables.all()}
    sitting = people_by_table(round)
    wanted = dict(enumerate(seated, start=1))
    moved = [number for number in {**tables, **wanted} if sitting.get(number) != wanted.get(number)]
    Seat.objects.filter(round=round, table__number__in=moved).delete()
    round.tables.filter(number__in=[number for number in moved if number not in wanted]).delete()
    seats: list[Seat] = []
    for number in moved:
        people = wanted.get(number)
        if people is not None:
            table = tables.get(number) or GameTable(round=round, number=number)
            table.size = len(people)
            if not (table.pk and round.started_at):
                table.code = _new_code(round, number, codes)
            table.save()
            seats += seats_at(table, people, entries)
    return seats


def people_by_table(round: Round) -> dict[int, Table]:
    """Who sits at each table now, in seat order, as the draw names them; one query."""
    seats = Seat.objects.filter(round=round).order_by("table__number", "position")
    people: dict[int, Table] = {}
    for number, entry in seats.values_list("table__number", "entry__number"):
        people[number] = (*people.get(number, ()), str(entry))
    return people


def _new_code(round: Round, number: int, codes: Codes) -> str:
    """A code that this table number has never had, and no other table of the round has."""
    others = set(round.tables.exclude(number=number).values_list("code", flat=True))
    used = codes.setdefault(number, set())
    code = fresh_code(used | others, seeded(f"{round.pk} table {number} code {len(used)}"))
    used.add(code)
    return code
