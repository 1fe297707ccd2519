"""The standings, the result of a round, and a player's own page."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refused
from tournament.labels.standings import (
    control_sentence,
    leaders_sentence,
    standings_title,
    tie_break_sentence,
    way_words,
)
from tournament.lists.columns import List
from tournament.lists.curves import Line, draw_courses
from tournament.lists.notes import (
    badge_of,
    final_notes,
    lot_note,
    round_footnotes,
    round_title,
    standings_footnotes,
    verification_notes,
)
from tournament.lists.standings import (
    add_courses,
    course_list,
    first_drawing,
    offences_list,
    result_list,
    standings_list,
)
from tournament.models import Tournament
from tournament.people.reads.players import player_list
from tournament.permissions import (
    may_adjust_points,
    may_edit_players,
    may_edit_tournament,
    may_now,
    may_see_people,
    may_see_tournament,
)
from tournament.rounds.reads.rounds import last_played, rounds_seen_by
from tournament.shared.rules.names import find_names
from tournament.standings.reads.courses import Courses, courses, first_rows, player_course, podium
from tournament.standings.reads.rankings import group_rules
from tournament.standings.reads.standings import StandingsReport, round_result, shown_standings
from tournament.standings.rules.rankings import GROUPS
from tournament.standings.rules.tie_breaks import asks_seed
from tournament.tables import ListTable, configured
from tournament.views.access import (
    Request,
    numbered,
    round_asked_for,
    tournament_page,
)
from tournament.views.answers import as_file, list_page
from tournament.views.kept_pages import kept_page

MOST_LEADERS = 3
"""With more than that on top, nobody counts as the leader."""
NOTHING_YET = _("The standings will be here as soon as seats are drawn and sheets are in.")


@tournament_page(may_see_tournament)
@kept_page()
def standings(request: Request, tournament: Tournament) -> HttpResponse:
    """Show the standings, `?after=R` (default: the last round) and `?tag=` (default: all)."""
    try:
        after = round_asked_for(request)
        report = shown_standings(tournament, after, request.GET.get("tag", ""))
    except Refused as refusal:
        raise Http404 from refusal
    more = bool(request.GET.get("more"))
    title = standings_title(rounds=report.rounds, final=report.final)
    footnotes = standings_footnotes(tournament, report)
    listed = standings_list(report, footnotes.marks, more=more, public=False)
    found, now = courses(report), timezone.now()
    rounds = rounds_seen_by(request.actor, tournament)
    if tournament.is_over:  # rounds that were not played are left out
        last = last_played(tournament)
        rounds = [round for round in rounds if round.number <= last]
    else:
        rounds = [r for r in rounds if r.published_at or r.number <= report.rounds]
    listed = _narrowed(add_courses(listed, found), typed_name(request), lambda row: row)
    context = {
        "report": report,
        "table": _table(request, tournament, listed, title),
        "nothing_yet": NOTHING_YET,
        "title": title,
        "control": control_sentence(report.control_sum, report.deductions),
        "tie_break": tie_break_sentence(tournament.tie_breaks),
        "footnotes": footnotes.lines,
        "badge": badge_of(report, now),
        "final_notes": final_notes(tournament, report, now),
        "may_freeze": may_edit_tournament(request.actor, tournament)
        and (report.complete or report.frozen_at),
        "rounds": rounds,
        "may_adjust": may_adjust_points(request.actor, tournament),
        "has_averages": more,
        "is_open": not (report.nothing_played or report.complete or tournament.is_over),
        "asked": _asked(request, "after", "tag"),
        "typed": typed_name(request),
        "kept": kept(request),
        **_stage(report, found),
        "tabs": standings_tabs(tournament, report),
        "may_set_up": may_now(may_edit_tournament, request.actor, tournament),
        "lot": lot_note(tournament, report),
        "lot_is_open": asks_seed(report.chain) and not report.results.seed,
    }
    return render(request, "direction/standings.html", context)


@tournament_page(may_see_tournament)
@kept_page()
def round_result_page(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show the result of one round."""
    rounds = rounds_seen_by(request.actor, tournament)
    round = numbered(rounds, number)
    result = round_result(round)
    footnotes = round_footnotes(result)
    if file := as_file(
        request,
        tournament,
        round_title(result.round.number),
        lambda: result_list(result, footnotes.marks),
    ):
        return file
    listed = result_list(result, footnotes.marks, public=False)
    listed = _narrowed(listed, typed_name(request), lambda row: row.seat)
    context = {
        "round": round,
        "rounds": rounds,
        "result": result,
        "table": _table(request, tournament, listed, gettext("Result of the round")),
        "badge": badge_of(result),
        "control": control_sentence(result.control_sum, 0),
        "footnotes": footnotes.lines,
        "typed": typed_name(request),
        "kept": kept(request),
    }
    return render(request, "direction/round_result.html", context)


def _table(request: Request, tournament: Tournament, listed: List, caption: str) -> SafeString:
    """Return the list as a page shows it; the same for everybody who may see the page."""
    people = reverse("player", args=[tournament.slug, 0])
    table = ListTable(
        listed,
        caption,
        look="standings",
        people=people,
        has_file=False,
        empty_text=NOTHING_YET,
        order_by="rank",
    )
    return SafeString(configured(request, table).as_html(request))


def standings_tabs(tournament: Tournament, report: StandingsReport, kind: str = "") -> list[dict]:
    """Return the tabs of all rankings: everybody, categories, groups; one query.

    The active one is that of `kind`, else that of the report.
    """
    page, after = reverse("standings", args=[tournament.slug]), f"?after={report.rounds}"
    tabs = [(gettext("All"), page + after, not kind and not report.tag)]
    for tag in report.tags:
        address = f"{page}{after}&{urlencode({'tag': tag})}"
        tabs.append((tag, address, not kind and tag == report.tag))
    for ranked in group_rules(tournament):
        page = reverse("standings-ranking", args=[tournament.slug, ranked.value])
        tabs.append((gettext(GROUPS[ranked].several), page + after, kind == ranked))
    if len(tabs) == 1:
        return []
    return [{"label": label, "url": url, "here": here} for label, url, here in tabs]


def typed_name(request: Request) -> str:
    """Return the searched name, `?q=`; the page's script searches without the address."""
    return request.GET.get("q", "").strip()[:100]


def kept(request: Request) -> list[tuple[str, str]]:
    """Return the other URL parameters that a search keeps."""
    names = ("after", "tag", "more", "sort")
    return [(name, request.GET[name]) for name in names if request.GET.get(name)]


def _narrowed(listed: List, typed: str, who: Callable[[Any], Any]) -> List:
    """Return the rows matching a few letters or a start number; all if nothing is typed."""
    if not typed:
        return listed
    people = [who(row) for row in listed.rows]
    if typed.isdecimal():
        places = [at for at, each in enumerate(people) if str(each.number) == typed.lstrip("0")]
    else:
        places = find_names(typed, [f"{each.list_name} {each.club}" for each in people])
    return replace(listed, rows=[listed.rows[at] for at in places])


def _stage(report: StandingsReport, found: Courses) -> dict[str, object]:
    """Return the leaders and since when; at the end the podium and courses of the first."""
    names = {row.entry_id: row.list_name for row in report.rows}
    if not report.final:
        leaders = [(names[pk], found.first_since(pk)) for pk in found.leaders()]
        return {"leaders": leaders_sentence(leaders if len(leaders) <= MOST_LEADERS else ())}
    return {
        "podium": podium(report),
        "first_five": first_drawing(first_rows(report), found, public=False),
    }


def _asked(request: Request, *names: str) -> str:
    """Return the URL parameters kept when another view of the same list is opened."""
    return urlencode({name: request.GET[name] for name in names if request.GET.get(name)})


@tournament_page(may_see_tournament)
def player(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Show one player of the tournament, with the rounds the reader may see."""
    entry = get_object_or_404(player_list(tournament), pk=pk)
    entry.tournament = tournament
    rounds, report = rounds_seen_by(request.actor, tournament), shown_standings(tournament)
    course = player_course(entry, rounds, report, courses(report))
    place = course.next_place
    context = {
        "entry": entry,
        "person": entry.person.same_as or entry.person,
        "report": report,
        "course": course,
        "curve": draw_courses([Line("", entry.person.name, course.figures)]),
        "way": way_words(place.rank, place.points, is_lead=place.is_lead) if place else "",
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
