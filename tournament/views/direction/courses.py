"""A player's own page: where to sit next, every round, the course, and what is missing."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext

from tournament.exports import pdf
from tournament.exports.footnotes import verification_notes
from tournament.labels.curves import way_words
from tournament.labels.points import signed
from tournament.lists.calls import what_was_decided
from tournament.lists.curves import Line, course_curve
from tournament.models import Entry, Tournament
from tournament.permissions import (
    may_edit_players,
    may_print,
    may_see_people,
    may_see_tournament,
)
from tournament.selectors.calls import Record
from tournament.selectors.courses import courses
from tournament.selectors.kept import shown_standings
from tournament.selectors.player_course import PlayerCourse, player_course
from tournament.selectors.players import player_list
from tournament.selectors.standings import StandingsReport
from tournament.views.access import Request, tournament_page
from tournament.views.desk.calls import by_paragraph
from tournament.views.direction.visible import visible_rounds
from tournament.views.downloads import download


@tournament_page(may_see_tournament)
def player(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """One player of the tournament, as far as the reader sees its rounds."""
    entry, report, course = _course(request, tournament, pk)
    context = {
        "entry": entry,
        "person": entry.person.same_as or entry.person,
        "report": report,
        "course": course,
        "curve": course_curve(Line("", entry.person.name, course.figures)),
        "way": _way(course),
        "notes": verification_notes(tournament, report.progress),
        "offences": _offences(tournament, entry, course),
        "has_certificate": tournament.frozen_at is not None
        and may_print(request.actor, tournament),
        "may_edit": may_edit_players(request.actor, tournament),
        "may_see_people": may_see_people(request.actor),
    }
    return render(request, "direction/player.html", context)


@tournament_page(may_print)
def player_paper(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """The same on paper."""
    entry, _report, course = _course(request, tournament, pk)
    offences = [
        " · ".join(filter(None, (_place(each), decided, each.note, _points(points))))
        for each, decided, points in _offences(tournament, entry, course)
    ]
    return download(request, tournament, lambda: pdf.player_paper(entry, course, offences))


def _course(
    request: Request, tournament: Tournament, pk: int
) -> tuple[Entry, StandingsReport, PlayerCourse]:
    entry = get_object_or_404(player_list(tournament), pk=pk)
    entry.tournament = tournament
    rounds = visible_rounds(request, tournament)
    report = shown_standings(tournament)
    return entry, report, player_course(entry, rounds, report, courses(report))


def _place(record: Record) -> str:
    if record.round is None:
        return ""
    return f"{gettext('Round')} {record.round}"


def _points(points: int | None) -> str:
    return "" if points is None else signed(points)


def _way(course: PlayerCourse) -> str:
    place = course.next_place
    return way_words(place.rank, place.points, is_lead=place.is_lead) if place else ""


def _offences(
    tournament: Tournament, entry: Entry, course: PlayerCourse
) -> list[tuple[Record, str, int | None]]:
    """What counts against the player: the line of the log, in words, and the own points of it."""
    told = by_paragraph(tournament)
    seats = {line.round.number: line.position for line in course.rounds}
    return [
        (
            each,
            what_was_decided(each, by_paragraph=told),
            each.own_points(seats.get(each.round or 0)),
        )
        for each in course.offences
    ]
