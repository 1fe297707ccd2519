"""The tables of a round, as lists."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.translation import gettext

from scoring.outlook import Outlook
from tournament.labels.rounds import sheet_words, time_of_day
from tournament.lists.columns import Column, Kind, List, affiliation_column, number_column
from tournament.lists.standings import points_column
from tournament.models import Tournament
from tournament.rounds.reads.board import BoardTable
from tournament.rounds.reads.clock import Seen
from tournament.rounds.reads.rounds import TableState
from tournament.shared.rules.places import SeatRow


class Owing(NamedTuple):
    """Who still has to play a compulsory solo; the person is unknown where nobody sits."""

    position: int
    person: SeatRow | None

    def __str__(self) -> str:
        return f"{self.position} · {self.person.name if self.person else ''}"


@dataclass(frozen=True, slots=True)
class ForecastRow:
    """A table as far as it is known.

    `owing`: who owes a solo, in the order of being forced; None if unknown. `seen` is None if
    nobody has looked at the table. `games` are those of the whole round, plus known additional
    ones. `time_up`: its time is over; `is_done`: nothing is left to play.
    """

    number: int
    games: int
    seen: Seen | None
    coming: Outlook | None
    owing: list[Owing] | None
    time_up: bool
    is_done: bool


ForecastLine = tuple[ForecastRow, datetime | None]
"""A table, and when it is expected to be done."""


def tables_list(tournament: Tournament, tables: Iterable[tuple[TableState, BoardTable]]) -> List:
    """Return every seat of every table, with the state of the sheet and the points of the seat."""
    columns = (
        number_column("table", gettext("Table"), lambda row: row[0].number),
        Column(
            *("state", gettext("State")),
            lambda row: sheet_words(row[1].state, is_ruled=row[1].is_ruled),
        ),
        Column("code", gettext("Sheet code"), lambda row: row[0].code),
        number_column("position", gettext("Position"), lambda row: row[2].seat),
        number_column("number", gettext("No."), lambda row: row[2].number),
        Column("name", gettext("Name"), lambda row: row[2].public_list_name, Kind.NAME),
        affiliation_column(
            lambda row: row[2].affiliation, shows_teams=tournament.shows_teams, classes=""
        ),
        points_column("points", gettext("Points"), lambda row: row[3]),
    )
    return List(columns, [(table, on, *line) for table, on in tables for line in table.lines])


def forecast_list(lines: Iterable[ForecastLine], *, has_limit: bool) -> List:
    """Return how far each table is, who owes a solo, when one is forced and when it is done."""
    nobody = gettext("nobody")

    def name(line: ForecastLine) -> str:
        return gettext("Table %(number)s") % {"number": line[0].number}

    def played(line: ForecastLine) -> str:
        row = line[0]
        if not row.seen:
            return gettext("nothing reported")
        words = gettext("%(some)s of %(all)s") % {"some": row.seen.games, "all": row.games}
        return format_html('{} <span class="hint">{}</span>', words, time_of_day(row.seen.at))

    def owes(line: ForecastLine) -> str | None:
        """Return positions and names, as files write names."""
        row = line[0]
        names = [f"{at} {who.public_list_name if who else ''}" for at, who in row.owing or ()]
        return " · ".join(names) or (nobody if row.seen and row.coming else None)

    def owes_here(line: ForecastLine) -> str:
        return ", ".join(map(str, line[0].owing or ())) or owes(line) or "–"

    def forced(line: ForecastLine) -> str | None:
        coming = line[0].coming
        if coming and coming.is_forced:
            return gettext("now")
        if not coming or not coming.forced_from:
            return None
        words = {"game": coming.forced_from, "latest": coming.forced_at_latest}
        if coming.forced_from == coming.forced_at_latest:
            return gettext("from game %(game)s") % words
        return gettext("from game %(game)s, at the latest %(latest)s") % words

    def forced_here(line: ForecastLine) -> str:
        coming, words = line[0].coming, forced(line)
        is_now = words and coming and coming.is_forced
        return format_html("<strong>{}</strong>", words) if is_now else words or "–"

    ends = Column(
        *("end", gettext("Done at about (estimated)")),
        lambda line: time_of_day(line[1]) if line[1] else None,
        missing="–",
    )
    columns = (
        Column(
            "table", gettext("Table"), lambda line: line[0].number, Kind.NUMBER, "name", html=name
        ),
        Column(
            *("played", gettext("Games played")),
            lambda line: line[0].seen.games if line[0].seen else None,
            Kind.NUMBER,
            html=played,
        ),
        Column("planned", gettext("Games"), lambda line: line[0].games, Kind.NUMBER),
        Column(
            *("seen", gettext("Time")),
            lambda line: time_of_day(line[0].seen.at) if line[0].seen else None,
        ),
        Column("owing", gettext("Owes a compulsory solo"), owes, html=owes_here),
        Column("forced", gettext("Forced"), forced, html=forced_here),
        *([ends] if has_limit else []),
    )
    return List(columns, list(lines))
