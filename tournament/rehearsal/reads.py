"""Queries of a rehearsal: its events, and the judge's reactions."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from scoring.json_format import sheet_from_json, sheet_to_json
from scoring.notation import line_of
from tournament.draw.randomness import seeded
from tournament.models import (
    Adjustment,
    Entry,
    GameTable,
    Protest,
    Rehearsal,
    Round,
    RoundState,
    Seat,
    Tournament,
)
from tournament.rehearsal.rules import (
    LISTS,
    ODD_BY,
    OFFENDER,
    Event,
    Happening,
    events_of_round,
    random_sheet,
)
from tournament.sheets.reads.sheets import penalty_content
from tournament.sheets.rules.table_rules import complete

ASKED = "asked"
"""Prefix of the key recording that the judge has asked at a table."""


@dataclass(frozen=True, slots=True)
class Task:
    """An event that has happened, the person's name, and whether the judge has dealt with it."""

    event: Event
    who: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class Paper:
    """A list at the desk: its lines, and totals by position, as written down.

    `is_odd`: the totals do not add up, and nobody has asked at the table yet.
    """

    event: Event
    lines: tuple[str, ...]
    people: tuple[str, ...]
    totals: tuple[int, ...]
    is_odd: bool

    @property
    def figures(self) -> tuple[tuple[int, str, int], ...]:
        """Position, name and total of everybody at the table."""
        places = range(1, len(self.totals) + 1)
        return tuple(zip(places, self.people, self.totals, strict=True))


def events(tournament: Tournament) -> tuple[Event, ...]:
    """Return the events of the published rounds, in order; two queries."""
    sizes: dict[int, dict[int, int]] = {}
    tables = GameTable.objects.filter(
        round__tournament=tournament, round__published_at__isnull=False
    )
    for number, table, size in tables.values_list("round__number", "number", "size"):
        sizes.setdefault(number, {})[table] = size
    planned = tournament.rounds_planned
    return tuple(
        event
        for number in sorted(sizes)
        for event in events_of_round(
            number, planned, sizes[number], seeded(f"{tournament.slug} day {number}")
        )
    )


def due(tournament: Tournament, rehearsal: Rehearsal, now: datetime) -> tuple[list[Event], bool]:
    """Return the remaining events of the running round, and whether the first is due."""
    round = Round.objects.filter(
        tournament=tournament, started_at__isnull=False, closed_at__isnull=True
    ).first()
    if round is None or round.started_at is None:
        return [], False
    coming = [
        event
        for event in events(tournament)
        if event.round == round.number and event.key not in rehearsal.happened
    ]
    if coming and round.state == RoundState.RUNNING:
        minutes = tournament.minutes_five * coming[0].share
        return coming, now >= round.started_at + timedelta(minutes=minutes)
    return coming, bool(coming)


def tasks(tournament: Tournament, rehearsal: Rehearsal) -> tuple[Task, ...]:
    """Return the incidents so far, and whether the judge has dealt with them; without lists."""
    found = []
    for event in (Event(Happening.NO_SHOW), *events(tournament)):
        what, entry = event.what, None
        if event.key not in rehearsal.happened or what in LISTS:
            continue
        if what is Happening.NO_SHOW:  # the last of the list does not come
            entry = tournament.entries.select_related("person").order_by("number").last()
            is_done = tournament.rounds.exists()
        else:
            round = tournament.rounds.get(number=event.round)
            table = round.tables.filter(number=event.table).first()
            if what in (Happening.PENALTY, Happening.PROTEST, Happening.DEDUCTION):
                seats = Seat.objects.filter(table=table, position=OFFENDER)
                entry = Entry.objects.filter(seats__in=seats).select_related("person").first()
            if what is Happening.DEDUCTION:
                is_done = Adjustment.objects.filter(entry=entry).exists()
            elif what is Happening.POWER_CUT:
                was_paused = bool(round.pauses) and round.paused_at is None
                is_done = was_paused or round.ended_at is not None
            elif what is Happening.PENALTY:
                is_done = bool(table and table.penalties.filter(offender=OFFENDER).exists())
            elif what is Happening.PROTEST:
                is_done = Protest.objects.filter(table=table, decided_at__isnull=False).exists()
            else:
                is_done = bool(table and table.current_version_id)
        found.append(Task(event, entry.person.name if entry else "", is_done))
    return tuple(found)


def papers(tournament: Tournament, rehearsal: Rehearsal) -> tuple[Paper, ...]:
    """Return the untyped lists at the desk, in the order of arrival."""
    untyped = GameTable.objects.filter(
        round__tournament=tournament, current_version__isnull=True
    ).select_related("round__tournament")
    waiting = {(table.round.number, table.number): table for table in untyped}
    found = []
    for event in events(tournament):
        table = waiting.get((event.round, event.table))
        if event.key not in rehearsal.happened or event.what not in LISTS or table is None:
            continue
        sheet = sheet_from_json(list_content(table), table.round.tournament.rule_set)
        sheet = complete(sheet, [row.dealer or 0 for row in sheet.rows])
        lines = []
        for row in sheet.rows:
            penalties = [each for each in sheet.penalties if each.row == row.no]
            lines.append(line_of(row, penalties, sheet.rules))
        seats = Seat.objects.filter(table=table).select_related("entry__person")
        people = tuple(seat.entry.person.name for seat in seats.order_by("position"))
        totals = [int(total or 0) for total in sheet.totals or ()]
        is_odd = event.what is Happening.ODD_LIST and asked_key(event) not in rehearsal.happened
        if is_odd:
            totals[0] += ODD_BY
        found.append(Paper(event, tuple(lines), people, tuple(totals), is_odd))
    return tuple(found)


def list_content(table: GameTable) -> dict[str, Any]:
    """Return the generated list of a table without its sums, with the penalties so far."""
    tournament = table.round.tournament
    games, rules = tournament.games(table.size), tournament.rule_set
    random = seeded(f"{tournament.slug} list {table.round.number} {table.number}")
    sheet = random_sheet(table.size, games, random, rules, time_out_chance=0, penalty_chance=0)
    bare = replace(sheet, rows=tuple(replace(row, cumulative=None) for row in sheet.rows))
    penalties = [penalty_content(each) for each in table.penalties.order_by("pk")]
    return {**sheet_to_json(bare), "penalties": penalties, "totals": None}


def asked_key(event: Event) -> str:
    """Return the key recording that the judge has asked at the table of a list."""
    return f"{ASKED}-{event.round}-{event.table}"
