"""Leagues: the list of them, a season's tables, its players, teams and settings."""

import re
from collections.abc import Sequence
from copy import copy
from functools import partial
from itertools import chain
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext

from tournament.draw.season import least_most_after, rarer_size, turns, turns_apart
from tournament.errors import Refused
from tournament.exports.league import division_pdf, division_workbook
from tournament.forms import league as forms
from tournament.labels.league import (
    deducted_sentence,
    league_sentences,
    lost_exchanges_sentence,
    meetings_sentence,
    minimum_sentence,
    turns_sentence,
)
from tournament.league import reads as select
from tournament.league.reads import DivisionReport
from tournament.league.rules import SEATS, meetings
from tournament.league.writes import leagues as services
from tournament.lists import league as lists
from tournament.lists.html import act_button
from tournament.models import Division, League, LeagueTeam, PointsDeduction, TeamPlayer
from tournament.permissions import may_run_installation
from tournament.tables import ListTable
from tournament.views.access import Request, league_page, of_league, owner_page, person_address
from tournament.views.answers import (
    as_response,
    button,
    done,
    form_page,
    list_page,
    refusals_in,
    show_refusals,
)
from tournament.views.new_people import ANSWER, answers_in, candidates

MOST_THAT_FIT = 10
"""More match days than this make the table wider than a page; it scrolls by itself."""


@league_page
def league_season(request: Request, league: League) -> HttpResponse:
    """Show the tables of all divisions, their match days, and what was deducted."""
    report = select.league_report(league)
    may_change = may_run_installation(request.actor)
    divisions = [_division(each, may_change=may_change) for each in report.divisions]
    tables = {
        f"{name}{number}": table
        for number, shown in enumerate(divisions)
        for name in ("table", "days", "deductions")
        if (table := shown[name])
    }
    sizes = {size for each in report.divisions for size in each.sizes}
    context = {
        "league": league,
        "divisions": divisions,
        "sentences": [
            *league_sentences(league.rules, sorted(sizes) or [SEATS]),
            *lists.ranked_sentences(report.divisions),
        ],
        "has_players": any(each.players for each in report.divisions),
        "may_change": may_change,
        **tables,
    }
    return list_page(request, "league/season.html", context, of=league)


def _division(report: DivisionReport, *, may_change: bool) -> dict[str, Any]:
    """Return what the page of a season shows of a division."""
    division, number = report.division, report.division.number
    address = reverse("league-give-back", args=[division.league.slug, 0])

    def give_back(each: PointsDeduction) -> str:
        words, action = gettext("Give back"), address.replace("/0/", f"/{each.pk}/")
        return act_button(words, each.team.name, formaction=action)

    def line(each: Any) -> dict[str, object]:
        return {"class": f"zone-{each.zone}" if each.zone else ""}

    is_wide = len(report.counted) > MOST_THAT_FIT
    title = gettext("Table: %(division)s") % {"division": division.name}
    days = f"{gettext('Match days')}: {division.name}"
    deducted = f"{gettext('Deductions')}: {division.name}"
    return {
        "division": division,
        "report": report,
        "table": report.table
        and ListTable(
            lists.table_list(report, is_linked=may_change),
            title,
            key=f"t{number}",
            look="standings scrolls" if is_wide else "standings",
            attributes=line,
            order_by="rank",
            file=lambda: lists.table_list(report),
        ),
        "days": ListTable(lists.days_list(report), days, key=f"d{number}"),
        "deductions": report.deductions
        and ListTable(
            lists.deductions_list(report.deductions),
            deducted,
            key=f"p{number}",
            acts=(gettext("Give back"), give_back) if may_change else None,
        ),
        "meetings": _meetings(report),
    }


def _meetings(report: DivisionReport) -> str:
    groups = report.groups
    if not groups:
        return ""
    gone, count, days = report.withdrawn, len(report.teams), len(groups)
    teams = sorted(set(report.teams) - gone)
    # Without them are the days since the last of them has stopped.
    since = next(
        at
        for at in range(days + 1)
        if gone.isdisjoint(chain.from_iterable(chain.from_iterable(groups[at:])))
    )
    bound = least_most_after(teams, chain.from_iterable(groups[:since]), groups[since:])
    told = meetings_sentence(*meetings(teams, groups), bound, after=since)
    if (size := rarer_size(count)) and all(sum(map(len, day)) == count for day in groups):
        apart = turns_apart(count, days)
        told = f"{told} {turns_sentence(size, *turns(count, groups), apart)}"
    return told


@league_page
def division_paper(request: Request, league: League, division: int) -> HttpResponse:
    """Return a division to print, or as a workbook: its table, match days, and players."""
    made = division_workbook if request.GET.get("as") == "xlsx" else division_pdf
    for each in select.league_report(league).divisions:
        if each.division.number == division:
            return as_response(made(each))
    raise Http404


@league_page
def league_players(request: Request, league: League) -> HttpResponse:
    """Show the players of the season by average, for each division."""
    report = select.league_report(league)
    tables = {}
    for each in report.divisions:
        words = f"{gettext('Individual ranking')}: {each.division.name}"
        tables[f"table{each.division.number}"] = ListTable(
            lists.season_players_list(each, public=False),
            words,
            key=f"t{each.division.number}",
            look="standings",
            people=person_address(request),
            order_by="rank",
            file=partial(lists.season_players_list, each),
        )
    context = {
        "league": league,
        "tables": list(tables.values()),
        "minimum": minimum_sentence(league.minimum_rounds),
        "sentences": lists.ranked_sentences(report.divisions),
        **tables,
    }
    return list_page(request, "league/players.html", context, of=league)


@owner_page
@of_league
def division_new(request: Request, league: League) -> HttpResponse:
    """Add a division with its teams."""
    form = forms.DivisionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            services.add_division(request.actor, league, **form.settings)
            return redirect("league", league.slug)
    return form_page(request, "league/division.html", {"league": league, "form": form})


@owner_page
def division_settings(request: Request, league: str, division: int) -> HttpResponse:
    """Edit a division; its teams and the number of its days until they are drawn."""
    found = _found_division(league, division)
    form = forms.DivisionForm(request.POST or None, instance=_found_division(league, division))
    if request.method == "POST" and form.is_valid():
        with refusals_in(form), transaction.atomic():
            services.edit_division(request.actor, found, **form.changed)
            return done(request, gettext("Saved."), "league", league)
    context = {"league": found.league, "division": found, "form": form}
    return form_page(request, "league/division.html", context)


@button(owner_page, "league")
def season_draw(request: Request, league: str, division: int) -> str:
    """Draw all match days of a division."""
    found = _found_division(league, division)
    services.draw_season(request.actor, found)
    return gettext("The match days of “%(name)s” are drawn.") % {"name": found.name}


@owner_page
def division_days(request: Request, league: str, division: int) -> HttpResponse:
    """Set date, place and host of all match days of a division."""
    found = _found_division(league, division)
    teams = found.teams.order_by("number")
    every = [
        forms.DayForm(request.POST or None, instance=each, prefix=f"d{each.number}", teams=teams)
        for each in found.days.order_by("number")
    ]
    checked = [form.is_valid() for form in every]  # each shows what is wrong
    if request.method == "POST" and all(checked):
        with transaction.atomic():
            days = {}
            for form in every:
                with refusals_in(form):
                    days[form.instance.number] = form.changed
            if len(days) == len(every):
                services.set_days(request.actor, found, days)
                return done(request, gettext("Saved."), "league", league)
    context = {"league": found.league, "division": found, "forms": every}
    return form_page(request, "league/days.html", context)


@owner_page
def deduct(request: Request, league: str, division: int) -> HttpResponse:
    """Deduct points from a team."""
    found = _found_division(league, division)
    initial = {name: request.GET.get(name) for name in ("team", "day")}
    form = forms.DeductionForm(request.POST or None, division=found, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            seen = numbers_sent(request, "seen")
            made = services.deduct_team_points(request.actor, **form.cleaned_data, seen=seen)
            return done(request, deducted_sentence(made), "league", league)
    there = PointsDeduction.objects.filter(team__division=found).values_list("pk", flat=True)
    context = {"league": found.league, "division": found, "form": form, "seen": list(there)}
    return form_page(request, "league/deduct.html", context)


@button(owner_page, "league")
def deduction_revoke(request: Request, league: str, pk: int) -> str:
    """Give a team its points back."""
    found = PointsDeduction.objects.filter(pk=pk, team__division__league__slug=league).first()
    if found is None:
        raise Refused("deduction_given_back")
    services.give_points_back(request.actor, found)
    return gettext("The points of “%(name)s” are given back.") % {"name": found.team.name}


@owner_page
def team(request: Request, league: str, pk: int) -> HttpResponse:
    """Edit a team, and the people who may play for it."""
    found = get_object_or_404(LeagueTeam, pk=pk, division__league__slug=league)
    form = forms.TeamForm(request.POST or None, instance=copy(found))
    asked: list[Any] = []
    if request.method == "POST" and form.is_valid():
        answers = answers_in(request)
        asked = asked_people(found, form.names)
        with refusals_in(form), transaction.atomic():
            services.edit_team(request.actor, found, **form.changed)
            services.add_team_players(request.actor, found, form.names, answers)
            return done(request, gettext("Saved."), "league-team", league, pk)
    players = select.team_people(found)
    coming = found.match_days.filter(day__in=select.days_to_come(found.division))
    has_stopped = coming.exists() and not coming.filter(forfeited=False).exists()
    lost: list[int] = []
    if has_stopped and select.was_regrouped(found.division):
        lost = select.exchanged_days(found.division, "season_drawn")

    stay = select.people_of_drawn_days(found)

    def take_out(each: TeamPlayer) -> str:
        if each.person_id in stay:
            return ""
        address = reverse("league-player-remove", args=[league, each.pk])
        return act_button(gettext("Take out"), each.person.name, formaction=address)

    context = {
        "league": found.division.league,
        "team": found,
        "form": form,
        "asked": asked,
        "may_stop": coming.filter(forfeited=False).exists(),
        "has_stopped": has_stopped,
        "lost": lost_exchanges_sentence(lost),
        "players": players
        and ListTable(
            lists.team_players_list(players, public=False),
            gettext("Players of the team"),
            people=person_address(request),
            file=lambda: lists.team_players_list(players),
            acts=(gettext("Take out"), take_out),
        ),
    }
    return list_page(request, "league/team.html", context, of=found.division.league, has_form=True)


@button(owner_page, "league")
def player_remove(request: Request, league: str, pk: int) -> HttpResponse:
    """Take somebody out of a team."""
    found = get_object_or_404(TeamPlayer, pk=pk, team__division__league__slug=league)
    name, team = found.person.name, found.team_id
    with show_refusals(request):
        services.remove_team_player(request.actor, found)
        words = gettext("%(name)s is out of the team.") % {"name": name}
        messages.success(request, words)
    return redirect("league-team", league, team)


def asked_people(team: LeagueTeam, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return who is asked about: the field of the answer, the name, and the people it may be."""
    _there, others = select.names_in_team(team, names)
    people = candidates(others)
    return [
        {
            "field": f"{ANSWER}{each.row.line}",
            "name": each.row.text,
            "people": people[each.row.line],
        }
        for each in others
        if each.asked
    ]


def numbers_sent(request: Request, name: str) -> list[int] | None:
    """Return the numbers in a hidden field: what the form showed; None without the field."""
    sent = request.POST.get(name)
    return None if sent is None else [*map(int, re.findall(r"\d{1,18}", sent))]


def _found_division(league: str, number: int) -> Division:
    return get_object_or_404(Division, league__slug=league, number=number)
