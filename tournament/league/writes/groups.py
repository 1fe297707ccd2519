"""Services for groups of days to come: a team withdrawn or returning, two that are exchanged."""

from collections.abc import Sequence

from django.db import transaction

from tournament.draw.season import FEWEST_TEAMS, plan_rest, plan_season
from tournament.errors import Refused
from tournament.journal.writes import record
from tournament.league.reads import REGROUPED, days_to_come, groups_by_team, was_regrouped
from tournament.league.rules import is_playable
from tournament.league.writes.days import follow_lineups, open_day
from tournament.league.writes.leagues import hold_days
from tournament.models import DayTeam, Division, LeagueTeam, MatchDay
from tournament.permissions import Actor, require_owner


@transaction.atomic
def withdraw_team(actor: Actor, team: LeagueTeam, *, regroup: bool) -> None:
    """Withdraw a team from the season: it forfeits each day that is not drawn.

    Days that are drawn stay. regroup: the others are put into groups anew on the days to come; else
    they play in their groups without it. Refused: "no_days_to_come", "team_is_withdrawn",
    "group_without_team" where two would be left in a group, "too_few_to_regroup".
    """
    require_owner(actor)
    days = _locked_days(team.division)
    _set_forfeits(actor, team, days, forfeited=True)
    if regroup:
        _regroup(actor, team.division, days)
    elif unplayable := [each.number for each in days if not is_playable(_groups(each))]:
        raise Refused("group_without_team", day=unplayable[0])
    _follow(actor, days)


@transaction.atomic
def return_team(actor: Actor, team: LeagueTeam) -> None:
    """Let a team that was withdrawn play again on the days that are not drawn.

    Where groups were made anew they are so again: with all teams those of the season's draw.
    Refused: "no_days_to_come", "team_plays_already".
    """
    require_owner(actor)
    days = _locked_days(team.division)
    _set_forfeits(actor, team, days, forfeited=False)
    if was_regrouped(team.division):
        _regroup(actor, team.division, days)
    _follow(actor, days)


@transaction.atomic
def exchange_teams(
    actor: Actor, one: DayTeam, other: DayTeam, *, seen: Sequence[int] | None = None
) -> None:
    """Let two teams of a day change groups.

    seen: the groups as they were shown. Refused: "day_is_drawn", "groups_changed_meanwhile" where
    these are not the groups any more, "same_group".
    """
    require_owner(actor)
    day = open_day(one.day)
    if seen is not None and groups_by_team(day) != [*seen]:
        raise Refused("groups_changed_meanwhile")
    if other.day_id != day.pk or one.group == other.group:
        raise Refused("same_group")
    one.group, other.group = other.group, one.group
    DayTeam.objects.bulk_update([one, other], ["group"])
    words = {"league": day.division.league.slug, "division": day.division.number, "day": day.number}
    words |= {"team": one.team.number, "other": other.team.number}
    record(actor, None, "day_teams_exchanged", touched=[one, other], **words)
    follow_lineups(actor, day)


def _locked_days(division: Division) -> list[MatchDay]:
    """Return the days that are not drawn, no other act changing one meanwhile."""
    hold_days(division.days.all())
    return days_to_come(division)


def _set_forfeits(
    actor: Actor, team: LeagueTeam, days: Sequence[MatchDay], *, forfeited: bool
) -> None:
    rows = list(DayTeam.objects.filter(team=team, day__in=days).order_by("day__number"))
    if not rows:
        raise Refused("no_days_to_come")
    if all(each.forfeited == forfeited for each in rows):
        raise Refused("team_is_withdrawn" if forfeited else "team_plays_already", team=team.name)
    for each in rows:
        each.forfeited = forfeited
    DayTeam.objects.bulk_update(rows, ["forfeited"])
    words = {**_words_of(team.division), "team": team.number, "days": len(rows)}
    action = "league_team_withdrawn" if forfeited else "league_team_returns"
    record(actor, None, action, touched=[*rows], **words)


def _regroup(actor: Actor, division: Division, days: Sequence[MatchDay]) -> None:
    """Put the teams that play on some day to come into groups anew, on all of them."""
    rows = list(DayTeam.objects.filter(day__in=days).order_by("day__number", "team__number"))
    playing = list(dict.fromkeys(each.team_id for each in rows if not each.forfeited))
    if len(playing) < FEWEST_TEAMS:
        raise Refused("too_few_to_regroup", fewest=FEWEST_TEAMS)
    planned: Sequence[Sequence[Sequence[int]]]
    every = list(division.teams.order_by("number").values_list("pk", flat=True))
    if len(playing) == len(every):
        drawn = plan_season(len(every), division.days.count(), division.seed).days
        planned = [[[every[at] for at in group] for group in drawn[day.number - 1]] for day in days]
    else:
        of_others = division.days.exclude(pk__in=[day.pk for day in days])
        before = [group for day in of_others for group in _groups(day)]
        seed = f"{division.seed} {sorted(playing)} {len(days)}"
        planned = plan_rest(playing, len(days), before, seed)
    for day, groups in zip(days, planned, strict=True):
        group_of = {team: at for at, group in enumerate(groups, start=1) for team in group}
        smallest = min(range(len(groups)), key=lambda at: len(groups[at])) + 1
        for each in rows:
            if each.day_id == day.pk:
                each.group = group_of.get(each.team_id, smallest)
    DayTeam.objects.bulk_update(rows, ["group"])
    words = {**_words_of(division), "days": len(days)}
    record(actor, None, REGROUPED, touched=[*rows], **words)


def _groups(day: MatchDay) -> list[list[int]]:
    """Return the teams that play in each group of a day."""
    groups: dict[int, list[int]] = {}
    for each in day.teams.filter(forfeited=False).order_by("group", "pk"):
        groups.setdefault(each.group, []).append(each.team_id)
    return list(groups.values())


def _follow(actor: Actor, days: Sequence[MatchDay]) -> None:
    for day in days:
        follow_lineups(actor, day)


def _words_of(division: Division) -> dict[str, object]:
    return {"league": division.league.slug, "division": division.number}
