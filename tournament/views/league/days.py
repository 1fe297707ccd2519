"""A match day: its groups and lineups, forfeits, its tournament, substitutes."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.errors import Refused
from tournament.exports.league import day_pdf, lineups_pdf
from tournament.forms import league as forms
from tournament.labels.league import day_title, lineup_words, tournament_name
from tournament.labels.refusals import refusal_sentence
from tournament.league import reads as select
from tournament.league.reads import DayReport, DayState, DivisionReport, TeamOfDay
from tournament.league.writes import days as services
from tournament.lists import league as lists
from tournament.models import DayTeam, League, MatchDay
from tournament.permissions import may_run_installation
from tournament.tables import ListTable
from tournament.views.access import Request, league_page, owner_page
from tournament.views.answers import (
    as_response,
    done,
    form_page,
    list_page,
    refusals_in,
    show_refusals,
)
from tournament.views.league.leagues import asked_people, numbers_sent
from tournament.views.new_people import answers_in

FOLLOWED = (DayState.MADE, DayState.RUNNING)
"""An open page asks again then, and is not exchanged itself when the first round begins."""


@league_page
def day(request: Request, league: League, division: int, day: int) -> HttpResponse:
    """Show the groups of a match day: lineups before it, places while and after it is played.

    `?part=now` answers with that alone, for the script.
    """
    is_part = request.GET.get("part") == "now"
    if is_part:  # its links are the page's
        asked = request.GET.copy()
        del asked["part"]
        request.GET = asked  # type: ignore[assignment]  # a copy that can be changed
    of, shown = _reported(league, division, day)
    may_change = may_run_installation(request.actor)
    teams = shown.teams and _teams(shown, may_change=may_change)
    deducted = of.deducted_on(shown.day)
    rows = [each.row for each in shown.teams]
    changed = select.substitutions(rows)[shown.day.pk]
    context = {
        "league": league,
        "division": of.division,
        "report": shown,
        "title": day_title(shown.day),
        "about": lists.day_words(shown),
        "state": lists.state_words(shown),
        "is_followed": shown.state in FOLLOWED,
        "days": [each.day.number for each in of.days],
        "table": teams,
        "sentences": lists.day_sentences(shown),
        "deductions": deducted
        and ListTable(lists.deductions_list(deducted), gettext("Deductions"), key="p"),
        "substitutions": changed
        and ListTable(
            lists.substitutions_list(changed),
            gettext("Substitutes"),
            key="s",
            file=lambda: lists.substitutions_list(
                select.substitutions(rows, is_public=True)[shown.day.pk]
            ),
        ),
        "may_make": may_change and shown.state is DayState.PLANNED,
        "lacking": shown.lacking[0].row.pk if shown.lacking else None,
        "may_change": may_change,
        "may_exchange": may_change
        and len({each.row.group for each in shown.teams}) > 1
        and shown.day in select.days_to_come(of.division),
    }
    page = "league/day_now.html" if is_part else "league/day.html"
    return list_page(request, page, context, of=league)


@league_page
def day_paper(request: Request, league: League, division: int, day: int) -> HttpResponse:
    """Return a match day to print: its groups, lineups and results."""
    of, shown = _reported(league, division, day)
    return as_response(day_pdf(shown, of.deducted_on(shown.day)))


@league_page
def lineup_papers(request: Request, league: League, division: int, day: int) -> HttpResponse:
    """Return a page for each team's lineup, to print and to be written on."""
    return as_response(lineups_pdf(_reported(league, division, day)[1]))


def _reported(league: League, division: int, number: int) -> tuple[DivisionReport, DayReport]:
    """Return a match day of a division; 404 where there is none."""
    for of in select.league_report(league).divisions:
        for each in of.days:
            if (of.division.number, each.day.number) == (division, number):
                return of, each
    raise Http404


def _teams(report: DayReport, *, may_change: bool) -> ListTable:
    """Return the list of the teams of a day; the first of each group is marked."""
    division = report.day.division
    place = division.league.slug, division.number, report.day.number
    first = {each.row.group: each.row.pk for each in reversed(report.teams)}

    def linked(each: TeamOfDay) -> str:
        address = reverse("league-lineup", args=[*place, each.row.pk])
        return format_html('<a href="{}">{}</a>', address, each.row.team.name)

    rows = [each.row for each in report.teams]
    lineups = select.names_of_lineups(rows)
    return ListTable(
        lists.day_teams_list(report, lineups, linked=linked if may_change else None),
        day_title(report.day),
        look="standings match-day-groups",
        attributes=lambda each: {"class": "first" if first[each.row.group] == each.row.pk else ""},
        file=lambda: lists.day_file(report, select.names_of_lineups(rows, public=True)),
    )


@require_POST
@owner_page
def make_tournament(request: Request, league: str, division: int, day: int) -> HttpResponse:
    """Create the tournament of a match day, and go to its draw."""
    found = found_day(league, division, day)
    alone = found.division.league.divisions.count() == 1
    with show_refusals(request):
        name = tournament_name(found, found.division, alone=alone)
        made = services.make_day_tournament(request.actor, found, name=name)
        return redirect("draw", made.slug)
    return redirect("league-day", league, division, day)


@owner_page
def lineup(request: Request, league: str, division: int, day: int, pk: int) -> HttpResponse:
    """Hand in whom a team sends."""
    found = _found_team(league, division, day, pk)
    earlier = found.team.match_days.filter(day__number__lt=day).exclude(lineup=[])
    in_order = earlier.select_related("day").order_by("day__number")
    before = None if found.lineup else in_order.last()
    names = select.names_of_lineups([found])
    known = select.names_to_choose(found.team)
    shown = before or found
    given = select.names_of_lineups([shown], again=True)[shown.pk]
    form = forms.LineupForm(request.POST or None, names=given, known=known)
    asked: list[Any] = []
    if request.method == "POST" and form.is_valid():
        asked = asked_people(found.team, [*filter(None, form.names)])
        with refusals_in(form):
            services.hand_in_lineup(
                request.actor,
                found,
                form.names,
                answers_in(request),
                replaces=numbers_sent(request, "replaces"),
            )
            words = lineup_words(found.team.name, form.names)
            return done(request, words, "league-day", league, division, day)
    made = found.day.tournament
    context = {
        **_place_of(found),
        "form": form,
        "asked": asked,
        "before": day_title(before.day) if before else "",
        "names": names[found.pk],
        "is_drawn": made is not None and made.rounds.exists(),
        "may_substitute": select.substitute_rounds(found).exists(),
    }
    return form_page(request, "league/lineup.html", context)


@require_POST
@owner_page
def forfeit(request: Request, league: str, division: int, day: int, pk: int) -> HttpResponse:
    """Say that a team does not come, or does after all; asked first where the day counts."""
    found, forfeited = _found_team(league, division, day, pk), "plays" not in request.POST
    if "sure" not in request.POST and found.forfeited != forfeited:
        _of, shown = _reported(found.day.division.league, division, day)
        if shown.counts:
            context = {**_place_of(found), "forfeited": forfeited}
            return form_page(request, "league/forfeit.html", context)
    with show_refusals(request):
        services.set_forfeit(request.actor, found, forfeited=forfeited)
        words = gettext("“%(team)s” plays after all.")
        if forfeited:
            words = gettext("“%(team)s” has forfeited this match day.")
        messages.success(request, words % {"team": found.team.name})
    return redirect("league-day", league, division, day)


@owner_page
def substitute(request: Request, league: str, division: int, day: int, pk: int) -> HttpResponse:
    """Let somebody of a team take the seats of a team mate from a round on."""
    found = _found_team(league, division, day, pk)
    made = found.day.tournament
    if made is None or not made.rounds.exists():
        return redirect("league-lineup", league, division, day, pk)
    known = select.names_to_choose(found.team)
    form = forms.LeagueSubstituteForm(request.POST or None, of=found, known=known)
    asked: list[Any] = []
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        asked = asked_people(found.team, [given["coming"]])
        with refusals_in(form):
            services.bring_in_substitute(
                request.actor,
                found,
                str(given["leaving"].number),
                name=given["coming"],
                round=given["round"].number,
                reason=given["reason"],
                answers=answers_in(request),
            )
            words = gettext("%(coming)s plays for “%(team)s” from round %(round)s.")
            told = {"coming": given["coming"], "team": found.team.name}
            told["round"] = given["round"].number
            return done(request, words % told, "league-day", league, division, day)
    stays = ""
    if not form.fields["round"].queryset:  # type: ignore[attr-defined]
        stays = gettext("No round is open for the team any more: nobody is replaced.")
        if not found.entered_as:
            stays = refusal_sentence(Refused("drawn_without_team", team=found.team.name))
    context = {**_place_of(found), "form": form, "asked": asked, "stays": stays}
    return form_page(request, "league/substitute.html", context)


def _place_of(found: DayTeam) -> dict[str, Any]:
    day = found.day
    return {
        "league": day.division.league,
        "division": day.division,
        "day": day,
        "title": day_title(day),
        "team": found.team,
        "of": found,
    }


def found_day(league: str, division: int, number: int) -> MatchDay:
    """Return a match day by league, division and number; 404 where there is none."""
    days = MatchDay.objects.select_related("division__league", "tournament")
    place = {"division__league__slug": league, "division__number": division}
    return get_object_or_404(days, **place, number=number)


def _found_team(league: str, division: int, number: int, pk: int) -> DayTeam:
    teams = DayTeam.objects.select_related("day__division__league", "day__tournament", "team")
    return get_object_or_404(teams, pk=pk, day=found_day(league, division, number))
