"""The first on their steps, and how they came there, as pages show them."""

from dataclasses import dataclass
from itertools import groupby

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournament.cup.reads import first_places
from tournament.labels.counting import carried_words, curve_words, marked_words
from tournament.labels.cup import first_places_words
from tournament.lists.html import person_link, player_link
from tournament.lists.series import year_drawing
from tournament.lists.standings import first_drawing
from tournament.models import Tournament
from tournament.models.cup import ends_cup
from tournament.series.reads import SeriesCourse, SeriesReport, best_rows
from tournament.standings.reads.courses import (
    COURSES,
    MOST_COURSES,
    MOST_ON_PODIUM,
    Courses,
    first_rows,
)
from tournament.standings.reads.standings import StandingsReport
from tournament.standings.rules.standings import ON_THE_PODIUM


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the podium: everybody on it with name, linked where there is a way, and club."""

    rank: int
    total: int
    people: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Winners:
    """The steps, the courses of the first as a drawing, and the words below it.

    title: of what they are the first, where that is not what the page is about.
    """

    steps: tuple[Step, ...]
    drawing: SafeString | str
    words: str
    title: str = ""


def winners_of(tournament: Tournament, report: StandingsReport, found: Courses) -> Winners:
    """Return the podium of a tournament and the courses of the first.

    The last stage of a cup has the podium of the cup, with the queries of `cup_report`, and no
    courses: they are its own alone.
    """
    steps = (
        Step(
            step.rank,
            step.total,
            tuple(
                (
                    player_link(tournament.slug, row.entry_id, row.list_name)
                    if row.entry_id
                    else row.list_name,
                    row.affiliation,
                )
                for row in step.rows
            ),
        )
        for step in first_places(tournament, report)
    )
    if ends_cup(tournament):
        return Winners(tuple(steps), "", "", first_places_words(tournament))
    drawing = first_drawing(first_rows(report), found, public=False)
    words = curve_words(report.counting), carried_words(tournament)
    return Winners(tuple(steps), drawing, ", ".join(filter(None, words)))


def winners_of_series(
    report: SeriesReport, course: SeriesCourse, *, is_linked: bool
) -> Winners | None:
    """Return the same of a series, and who leads; None after one evening alone."""
    if len(report.counted) < 2:
        return None
    steps = []
    best = best_rows(report, ON_THE_PODIUM, MOST_ON_PODIUM)
    for rank, rows in groupby(best, key=lambda row: row.standing.rank):
        shared = list(rows)
        people = tuple(
            (
                person_link(row.person.pk, row.person.list_name)
                if is_linked
                else row.person.list_name,
                row.person.club_short,
            )
            for row in shared
        )
        steps.append(Step(rank, shared[0].standing.total, people))
    words = [marked_words(gettext("Total after each evening"), report.counting)]
    leaders = [row.person for row in report.rows if row.standing.rank == 1]
    if len(leaders) == 1:
        since = report.counted[course.first_since(leaders[0].pk)]
        leads = gettext("%(name)s leads, since evening %(number)s.")
        words.append(leads % {"name": leaders[0].list_name, "number": since.number})
    drawing = year_drawing(report, course, best_rows(report, COURSES, MOST_COURSES))
    return Winners(tuple(steps), drawing, ". ".join(words))
