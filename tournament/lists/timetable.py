"""The timetable of the day as it is read: on screens, phones and paper."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from tournament.labels.rounds import time_of_day
from tournament.lists.columns import Column, Kind, List
from tournament.models import Tournament
from tournament.rounds.reads.timetable import timetable_of
from tournament.rounds.rules.timetable import Part, PartState


@dataclass(frozen=True, slots=True)
class TimetableLine:
    """A row in words; `planned` only where it is to come at another time than planned.

    Texts are empty where nobody knows.
    """

    what: str
    time: str
    planned: str
    state: PartState

    @property
    def is_now(self) -> bool:
        """Whether it is going on."""
        return self.state is PartState.RUNNING

    @property
    def is_done(self) -> bool:
        """Whether it lies behind."""
        return self.state is PartState.DONE


def timetable_lines(tournament: Tournament, now: datetime) -> list[TimetableLine]:
    """Return the lines of the day; none without a start time."""
    words = {
        Part.ROUND: gettext("Round %(number)s"),
        Part.BREAK: gettext("Break"),
        Part.PRIZES: gettext("Prize-giving"),
    }
    return [
        TimetableLine(
            what=words[row.part] % {"number": row.round},
            time=_time(row.expected or row.planned),
            planned=_time(row.planned) if row.has_moved else "",
            state=row.state,
        )
        for row in timetable_of(tournament, now)
    ]


def timetable_list(lines: Iterable[TimetableLine]) -> List:
    """Return the lines as a list for paper, with what was planned if something has moved."""
    rows = list(lines)
    columns = [
        Column("when", gettext("When"), lambda line: line.time, classes="figure"),
        Column("what", gettext("What"), lambda line: line.what, Kind.NAME),
    ]
    if any(line.planned for line in rows):
        columns.append(
            Column("planned", gettext("Planned"), lambda line: line.planned, classes="figure")
        )
    return List(tuple(columns), rows)


def _time(moment: datetime | None) -> str:
    return time_of_day(moment) if moment else ""
