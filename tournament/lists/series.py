"""The standings of a series, and what an association gets: who has played how much."""

from collections.abc import Sequence
from functools import partial
from operator import attrgetter

from django.utils.translation import gettext

from tournament.labels.points import NONE_YET
from tournament.lists.columns import Column, Kind, List, Marked, Value
from tournament.lists.standings import idle_columns, points_column, rounded
from tournament.models import Person
from tournament.selectors.series import EveningReport, PlayedRow, SeriesReport, SeriesRow


def series_list(report: SeriesReport, *, public: bool = True) -> List:
    """The standings with a column for each evening; dropped results are struck out and named."""
    name = "person.public_list_name" if public else "person.list_name"
    columns = (
        Column("rank", gettext("Rank"), lambda row: row.standing.rank, Kind.NUMBER, "rank"),
        Column("name", gettext("Name"), attrgetter(name), Kind.NAME, "name"),
        Column("club", gettext("Club"), lambda row: _club(row.person), classes="club minor"),
        *(_evening(at, each) for at, each in enumerate(report.counted)),
        points_column("bonus", gettext("Bonus"), lambda row: row.standing.bonus or None),
        points_column("total", gettext("Total"), lambda row: row.standing.total, "total main"),
        Column(
            "attended",
            gettext("Evenings"),
            lambda row: row.standing.attended,
            Kind.NUMBER,
            "number minor attended",
        ),
        Column(
            "average",
            gettext("Per round"),
            lambda row: rounded(row.standing.average),
            Kind.AVERAGE,
            "points minor average",
            NONE_YET,
        ),
        Column(
            "dropped",
            gettext("Dropped evenings"),
            partial(_dropped, report.counted),
            classes="dropped minor",
        ),
    )
    idle = idle_columns(columns, report.rows, "bonus", "dropped")
    return List(columns, report.rows, idle, lambda row: row.person.pk)


def association_list(rows: Sequence[PlayedRow]) -> List:
    """Name, club, federal state, rounds, games, total and average of everybody, by name."""
    columns = (
        Column("name", gettext("Name"), lambda row: row.person.public_list_name, Kind.NAME),
        Column("club", gettext("Club"), lambda row: row.club),
        Column("state", gettext("Federal state"), lambda row: row.state),
        Column("rounds", gettext("Rounds"), lambda row: row.played.rounds, Kind.NUMBER),
        Column("games", gettext("Games"), lambda row: row.played.games, Kind.NUMBER),
        points_column("total", gettext("Total"), lambda row: row.played.total),
        Column(
            "average",
            gettext("Per round"),
            lambda row: rounded(row.played.average),
            Kind.AVERAGE,
        ),
    )
    return List(columns, rows)


def _club(person: Person) -> str:
    return person.club.short if person.club else ""


def evening_key(report: EveningReport) -> str:
    """The key of the column of an evening."""
    return f"e{report.number}"


def _evening(at: int, report: EveningReport) -> Column:
    heading = gettext("E%(number)s") % {"number": report.number}
    return points_column(evening_key(report), heading, partial(_points, at), "round", NONE_YET)


def _points(at: int, row: SeriesRow) -> Value:
    """What the evening is worth without its bonus; nothing where a missed one is worth nothing."""
    one = row.standing.evenings[at]
    if one.result is None and not one.points:
        return None
    return Marked(one.points, struck=True) if one.dropped else one.points


def _dropped(counted: Sequence[EveningReport], row: SeriesRow) -> str:
    """The evenings that were played and do not count."""
    pairs = zip(counted, row.standing.evenings, strict=True)
    return ", ".join(str(each.number) for each, one in pairs if one.dropped and one.result)
