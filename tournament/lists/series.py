"""The standings of a series, and what an association gets: who has played how much."""

from collections.abc import Iterable, Sequence
from functools import partial
from operator import attrgetter

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournament.labels.counting import NOT_COUNTED
from tournament.labels.points import NONE_YET
from tournament.lists.columns import Column, Kind, List, Marked, Value, day_column, number_column
from tournament.lists.curves import Line, Steps, draw_courses
from tournament.lists.standings import average_column, idle_columns, points_column, total_name
from tournament.models import SeriesEvening, Tournament
from tournament.series.reads import (
    EveningReport,
    EveningState,
    PlayedRow,
    SeriesCourse,
    SeriesReport,
    SeriesRow,
)
from tournament.standings.rules.counting import Counting


def series_list(report: SeriesReport, *, public: bool = True) -> List:
    """Return the standings, a column per evening; dropped results are struck out and listed."""
    name = "person.public_list_name" if public else "person.list_name"

    def evening(at: int, row: SeriesRow) -> Value:
        """Return an evening's points without bonus; None if missed and worth nothing."""
        one = row.standing.evenings[at]
        if one.result is None and not one.points:
            return None
        return Marked(one.points, struck=True) if one.dropped else one.points

    def dropped(row: SeriesRow) -> str:
        """Return the evenings that were played and do not count."""
        pairs = zip(report.counted, row.standing.evenings, strict=True)
        return ", ".join(str(each.number) for each, one in pairs if one.dropped and one.result)

    columns = (
        Column("rank", gettext("Rank"), lambda row: row.standing.rank, Kind.NUMBER, "rank"),
        Column("name", gettext("Name"), attrgetter(name), Kind.NAME, "name"),
        Column("club", gettext("Club"), attrgetter("person.club_short"), classes="club minor"),
        *(
            points_column(
                evening_key(each),
                gettext("E%(number)s") % {"number": each.number},
                partial(evening, at),
                *("round", NONE_YET),
            )
            for at, each in enumerate(report.counted)
        ),
        points_column("bonus", gettext("Bonus"), lambda row: row.standing.bonus or None),
        points_column(
            *("total", total_name(report.counting)),
            *(lambda row: row.standing.total, "total main"),
        ),
        Column(
            *("attended", gettext("Evenings"), lambda row: row.standing.attended),
            *(Kind.NUMBER, "number minor attended"),
        ),
        average_column(attrgetter("standing.average"), counting=report.counting),
        Column("dropped", gettext("Dropped evenings"), dropped, classes="dropped minor"),
    )
    idle = idle_columns(columns, report.rows, "bonus", "dropped")
    return List(columns, report.rows, idle, lambda row: row.person.pk)


def year_drawing(
    report: SeriesReport, course: SeriesCourse, rows: Iterable[SeriesRow]
) -> SafeString:
    """Draw how these people's totals came to be, each with rank and last name at its end."""
    short, spoken = gettext("E%(number)s"), gettext("after evening %(number)s")
    numbers = [{"number": each.number} for each in report.counted]
    lines = [
        Line(
            f"{row.standing.rank} {row.person.list_name.split(',')[0]}",
            row.person.list_name,
            course.totals(row.person.pk),
        )
        for row in rows
    ]
    steps = Steps([short % each for each in numbers], [spoken % each for each in numbers])
    return draw_courses(lines, named=True, steps=steps)


def evenings_list(evenings: Iterable[EveningReport], *, is_linked: bool) -> List:
    """Return the evenings of a series by date, with whether each counts."""
    words = {
        EveningState.COUNTS: ("done", gettext("is counted")),
        EveningState.OPEN: ("waiting", gettext("counts once its last round is closed")),
        **{
            state: ("action", str(NOT_COUNTED[state]))
            for state in EveningState
            if state in NOT_COUNTED
        },
    }

    def name(each: EveningReport) -> SafeString:
        shown = format_html("{}", each.evening)
        if is_linked:
            address = address_of(each.evening.tournament or each.evening)
            shown = format_html('<a href="{}">{}</a>', address, each.evening)
        return format_html("{}. {}", each.number, shown)

    def badge(each: EveningReport) -> SafeString:
        return format_html('<span class="badge {}">{}</span>', *words[each.state])

    columns = (
        Column(
            *("evening", gettext("Evening"), lambda each: f"{each.number}. {each.evening}"),
            kind=Kind.NAME,
            html=name,
            order=lambda each: each.number,
        ),
        day_column("date", lambda each: each.evening.day),
        number_column(
            "players", gettext("Players"), lambda x: x.players if x.counts else None, "–"
        ),
        Column("state", gettext("State"), lambda each: words[each.state][1], html=badge),
    )
    return List(columns, list(evenings))


def address_of(held: Tournament | SeriesEvening) -> str:
    """Return where the results of a tournament are seen, or what is said of a list is edited."""
    if isinstance(held, Tournament):
        return reverse("standings", args=[held.slug])
    return reverse("evening-edit", args=[held.series.slug, held.pk])


def association_list(rows: Sequence[PlayedRow], counting: Counting) -> List:
    """Return name, club, federal state, rounds, games, total and average of everybody, by name."""
    columns = (
        Column("name", gettext("Name"), lambda row: row.person.public_list_name, Kind.NAME),
        Column("club", gettext("Club"), lambda row: row.club),
        Column("state", gettext("Federal state"), lambda row: row.state),
        Column("rounds", gettext("Rounds"), lambda row: row.played.rounds, Kind.NUMBER),
        Column("games", gettext("Games"), lambda row: row.played.games, Kind.NUMBER),
        points_column("total", total_name(counting), lambda row: row.played.total),
        average_column(attrgetter("played.average"), "", counting),
    )
    return List(columns, rows)


def evening_key(report: EveningReport) -> str:
    """Return the key of an evening's column."""
    return f"e{report.number}"
