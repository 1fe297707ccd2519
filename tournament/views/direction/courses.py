"""A player's own page: next seat, every round, course, and what is missing."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from tournament.labels.standings import way_words
from tournament.lists.courses import course_list, offences_list
from tournament.lists.curves import Line, draw_courses
from tournament.lists.notes import verification_notes
from tournament.models import Entry, Tournament
from tournament.people.reads.players import player_list
from tournament.permissions import (
    may_edit_players,
    may_see_people,
    may_see_tournament,
)
from tournament.standings.reads.courses import PlayerCourse, courses, player_course
from tournament.standings.reads.standings import StandingsReport, shown_standings
from tournament.tables import ListTable
from tournament.views.access import Request, tournament_page
from tournament.views.direction.visible import visible_rounds
from tournament.views.lists import list_page


@tournament_page(may_see_tournament)
def player(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Show one player of the tournament, with the rounds the reader may see."""
    entry, report, course = _course(request, tournament, pk)
    context = {
        "entry": entry,
        "person": entry.person.same_as or entry.person,
        "report": report,
        "course": course,
        "curve": draw_courses([Line("", entry.person.name, course.figures)]),
        "way": _way(course),
        "notes": verification_notes(tournament, report.progress),
        "rounds": ListTable(
            course_list(tournament, course), gettext("Rounds"), look="stacks player-rounds"
        ),
        "offences": course.offences
        and ListTable(
            offences_list(tournament, course), gettext("Penalties and deductions"), key="offences"
        ),
        "may_edit": may_edit_players(request.actor, tournament),
        "may_see_people": may_see_people(request.actor),
    }
    return list_page(request, "direction/player.html", context)


def _course(
    request: Request, tournament: Tournament, pk: int
) -> tuple[Entry, StandingsReport, PlayerCourse]:
    entry = get_object_or_404(player_list(tournament), pk=pk)
    entry.tournament = tournament
    rounds = visible_rounds(request, tournament)
    report = shown_standings(tournament)
    return entry, report, player_course(entry, rounds, report, courses(report))


def _way(course: PlayerCourse) -> str:
    place = course.next_place
    return way_words(place.rank, place.points, is_lead=place.is_lead) if place else ""
