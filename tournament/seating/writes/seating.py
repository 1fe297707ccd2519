"""Writing tables and seats of rounds: shared by all services that assign seats; map of the hall."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from django.db import transaction
from django.db.models import QuerySet

from tournament.draw import Round as SeatedRound
from tournament.draw import Table
from tournament.draw.randomness import seeded, shuffled
from tournament.errors import Refused
from tournament.journal.mapping import row_of
from tournament.journal.reads import Touched, rows_at, rows_named
from tournament.journal.writes import open_for, record
from tournament.models import Bye, Entry, GameTable, Round, Seat, SheetVersion, Tournament
from tournament.permissions import Actor, may_edit_tournament
from tournament.seating.rules import MOST, Spot, trim_hall
from tournament.shared.rules.codes import CODES, MOST_TABLES, sheet_codes
from tournament.sheets.writes.agreement import record_version

Codes = dict[int, set[str]]
"""The sheet codes that each table number has or had in other rounds."""
Entries = Mapping[str, Entry]
"""The entries by their id in the draw: the start number as text."""


def by_id(entries: Iterable[Entry]) -> dict[str, Entry]:
    """Return the entries by their id in the draw."""
    return {str(entry.number): entry for entry in entries}


def codes_in_use(tournament: Tournament) -> Codes:
    """Return every sheet code of the tournament, since codes must identify table and draw."""
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
    """Write the tables and seats of rounds that have none; new codes are added to `codes`.

    Refused: `too_many_tables`.
    """
    if (most := max(map(len, planned), default=0)) > MOST_TABLES:
        raise Refused("too_many_tables", tables=most, most=MOST_TABLES)
    # A separate generator: codes must not depend on how many random numbers the draw has used.
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
    """Return the seats of a table, unsaved."""
    return [
        Seat(round=table.round, table=table, entry=entries[person], position=position)
        for position, person in enumerate(people, start=1)
    ]


def rows_of_seats(rounds: Sequence[Round]) -> list[Touched]:
    """Return the rounds and all their rows about seats, for the journal."""
    byes = Bye.objects.filter(round__in=rounds)
    tables = GameTable.objects.filter(round__in=rounds)
    return [*rounds, tables, Seat.objects.filter(round__in=rounds), byes]


def begin(tournament: Tournament) -> None:
    """Set a tournament in preparation to running; called when the first seats are written."""
    if tournament.status == Tournament.Status.PREPARATION:
        tournament.status = Tournament.Status.RUNNING
        tournament.save(update_fields=["status"])


def note_byes(rounds: Sequence[Round], planned: Sequence[SeatedRound], present: Entries) -> None:
    """Replace the byes of rounds: present players without a seat sit out."""
    Bye.objects.filter(round__in=rounds).delete()
    byes = []
    for round, seated in zip(rounds, planned, strict=True):
        placed = {person for table in seated for person in table}
        byes += [Bye(round=round, entry=present[one]) for one in present if one not in placed]
    Bye.objects.bulk_create(byes)


def discard_tables(actor: Actor, tournament: Tournament, tables: QuerySet[GameTable]) -> list[str]:
    """Delete tables with everything attached; every lost result gets a journal entry.

    Returns the journal names of the rows, for the entry of the caller.
    """
    hold_tables(tables)
    names = rows_named(*rows_at(tables))
    versions = SheetVersion.objects.filter(table__in=tables).select_related("table__round")
    dying = versions.order_by("table__round__number", "table__number", "number").defer("content")
    for table, of_table in groupby(dying, key=lambda version: version.table):
        *_, last = lost = list(of_table)
        table.round.tournament = tournament  # saves a query
        touched = [row_of(SheetVersion, version.pk) for version in lost]
        record_version(actor, table, last, "sheet_discarded", touched=touched)
    Seat.objects.filter(table__in=tables).delete()
    tables.delete()
    return names


def reseat_tables(
    actor: Actor,
    tournament: Tournament,
    first: int,
    planned: Sequence[SeatedRound],
    entries: Entries,
) -> list[Touched]:
    """Write the rounds from `first` on as planned; unaffected tables stay as they are.

    A table gets a new sheet code unless its clock runs: then its sheet is in use already. Returns
    the touched rows for the journal.
    """
    rounds = Round.objects.filter(tournament=tournament, number__gte=first).order_by("number")
    codes = codes_in_use(tournament)
    touched: list[Touched] = []
    seats: list[Seat] = []
    for round, seated in zip(rounds, planned, strict=True):
        moved, deleted = _change_tables(actor, tournament, round, seated, codes)
        for table in moved:
            seats += seats_at(table, seated[table.number - 1], entries)
        touched += [*moved, *deleted]
    return [*touched, *Seat.objects.bulk_create(seats)]


def hold_tables(tables: QuerySet[GameTable]) -> list[GameTable]:
    """Lock the tables until the end of the transaction: no draft is saved for a deleted one."""
    return list(tables.order_by("pk").select_for_update())


def _change_tables(
    actor: Actor, tournament: Tournament, round: Round, seated: SeatedRound, codes: Codes
) -> tuple[list[GameTable], list[str]]:
    """Change the tables of one round; their seats are written later, once all are free.

    Returns the tables with different players, and the journal names of the deleted rows.
    """
    tables = {table.number: table for table in hold_tables(round.tables.all())}
    sitting: dict[int, Table] = {}
    at_tables = Seat.objects.filter(round=round).order_by("table__number", "position")
    for number, entry in at_tables.values_list("table__number", "entry__number"):
        sitting[number] = (*sitting.get(number, ()), str(entry))
    wanted = dict(enumerate(seated, start=1))
    moved = [number for number in {**tables, **wanted} if sitting.get(number) != wanted.get(number)]
    seats = Seat.objects.filter(round=round, table__number__in=moved)
    gone = rows_named(seats)
    if tables.keys() - wanted.keys():
        unwanted = round.tables.filter(number__gt=len(wanted))
        gone += discard_tables(actor, tournament, unwanted)
    seats.delete()
    staying = [number for number in moved if number in wanted]
    for number in staying:
        table = tables.setdefault(number, GameTable(round=round, number=number))
        table.size = len(wanted[number])
        if not (table.pk and round.started_at):
            # One this table number has never had, and no other table of the round has.
            others = round.tables.exclude(number=number).values_list("code", flat=True)
            used = codes.setdefault(number, set())
            taken = used.union(others)
            random = seeded(f"{round.pk} table {number} code {len(used)}")
            table.code = next(code for code in shuffled(CODES, random) if code not in taken)
            used.add(table.code)
        table.save()
    return [tables[number] for number in staying], gone


HIGHEST_TABLE = 999


@transaction.atomic
def arrange_hall(actor: Actor, tournament: Tournament, places: Mapping[int, Spot]) -> None:
    """Save the places of the tables, by number; none means rows again.

    Refused: `tournament_finished`, `hall_place_outside`, `hall_place_twice`.
    """
    before = open_for(may_edit_tournament, actor, tournament)
    taken: dict[Spot, int] = {}
    for number, spot in sorted(places.items()):
        if not (1 <= number <= HIGHEST_TABLE and set(spot) <= set(range(MOST))):
            raise Refused("hall_place_outside", table=number, most=MOST)
        if spot in taken:
            raise Refused("hall_place_twice", table=number, other=taken[spot])
        taken[spot] = number
    tournament.hall = {str(number): list(spot) for number, spot in trim_hall(places).items()}
    if tournament.hall == before.hall:
        return
    tournament.save(update_fields=["hall"])
    record(actor, tournament, "hall_arranged", touched=[tournament])
