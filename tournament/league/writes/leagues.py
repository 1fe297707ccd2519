"""Services for leagues, their divisions and teams, and the match days of a season."""

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from tournament.draw.season import FEWEST_TEAMS, MOST_DAYS, MOST_TEAMS, plan_season
from tournament.errors import Refused
from tournament.journal.reads import Touched, rows_named
from tournament.journal.writes import lock_journal, needed_reason, record
from tournament.league.reads import (
    DivisionReport,
    changed_tables,
    days_to_come,
    names_in_team,
)
from tournament.league.rules import TypedTeam, doubles
from tournament.models import (
    DayTeam,
    Division,
    League,
    LeagueTeam,
    MatchDay,
    PointsDeduction,
    TeamPlayer,
    Tournament,
)
from tournament.models.fields import fitting
from tournament.people.writes.people import remove_orphans
from tournament.permissions import Actor, require_owner
from tournament.seating.writes.lots import new_secret
from tournament.series.writes import NO_ANSWERS, SOMEBODY_NEW, person_of_line, require_name
from tournament.shared.rules.names import tidy
from tournament.shared.writes.changes import save_changes
from tournament.standings.writes import set_team
from tournament.tournaments.writes.tournaments import OF_MATCH_DAY, edit_tournament


def hold_days(days: QuerySet[MatchDay]) -> list[MatchDay]:
    """Return match days, locked with their tournaments until the end of the transaction.

    Every act locks in this order: the league, a division, days, their tournaments, a team, the
    journal of the installation. So of two acts at once the second one waits, and neither for the
    other.
    """
    held = list(days.select_for_update(of=("self",)).order_by("division_id", "number"))
    made = [each.tournament_id for each in held if each.tournament_id]
    tournaments = Tournament.objects.filter(pk__in=made)
    list(tournaments.select_for_update().order_by("pk").values_list("pk"))
    return held


def hold_league(league: League) -> None:
    """Lock a league with its divisions and match days until the end of the transaction."""
    list(League.objects.select_for_update().filter(pk=league.pk))
    list(league.divisions.select_for_update().order_by("pk"))
    hold_days(MatchDay.objects.filter(division__league=league))


@transaction.atomic
def tables_to_change(
    league: League, settings: Mapping[str, Any]
) -> list[tuple[DivisionReport, DivisionReport]]:
    """Return the divisions whose table other settings change, until the end of the transaction.

    Who acts on a match day or in the season meanwhile waits: what is told is what is saved.
    """
    other = copy(league)
    for name, value in settings.items():
        setattr(other, name, value)
    if other.rules == league.rules:
        return []
    hold_days(MatchDay.objects.filter(division__league=league, tournament__isnull=False))
    lock_journal(None)
    return changed_tables(league, other)


@transaction.atomic
def add_division(
    actor: Actor,
    league: League,
    settings: Mapping[str, Any],
    teams: Sequence[TypedTeam],
    days: int,
) -> Division:
    """Add a division with its teams and so many match days, which are not drawn yet.

    Refused: "name_needed", "league_teams_number", "league_days_number",
    "league_team_twice", "league_lines_cross", "text_longer_than".
    """
    require_owner(actor)
    require_name(settings)
    last = League.objects.select_for_update().get(pk=league.pk).divisions.last()
    number = last.number + 1 if last else 1
    division = Division.objects.create(league=league, number=number, **settings)
    _set_teams(division, teams)
    _set_days(division, days)
    _check_lines(division)
    words = {"league": league.slug, "division": number, "teams": len(teams)}
    touched: list[Touched] = [division, division.teams.all(), division.days.all()]
    record(actor, None, "division_added", touched=touched, **words)
    return division


@transaction.atomic
def edit_division(
    actor: Actor,
    division: Division,
    settings: Mapping[str, Any],
    teams: Sequence[TypedTeam] | None = None,
    days: int | None = None,
) -> None:
    """Change a division; its teams and the number of its days until they are drawn.

    Refused as `add_division`, and "season_is_drawn".
    """
    require_owner(actor)
    require_name(settings)
    locked = Division.objects.select_for_update().get(pk=division.pk)
    if locked.seed and (teams is not None or days is not None):
        raise Refused("season_is_drawn")
    people = list(TeamPlayer.objects.filter(team__division=locked).values_list("person", flat=True))
    gone: list[str] = []
    changed = save_changes(locked, settings)
    deductions = PointsDeduction.objects.filter(team__division=locked)
    if teams is not None:
        gone += _set_teams(locked, teams)
        changed.append("teams")
    if days is not None:
        gone += _set_days(locked, days)
        changed.append("days")
    _check_lines(locked)
    if changed:
        words = {"league": locked.league.slug, "division": locked.number, "changed": changed}
        touched: list[Touched] = [locked, locked.teams.all(), locked.days.all(), deductions, *gone]
        record(actor, None, "division_edited", touched=touched, **words)
    remove_orphans(people, [])


@transaction.atomic
def draw_season(actor: Actor, division: Division, seed: str = "") -> None:
    """Draw the groups of all match days at once; from a seed, else from one that is made up.

    Refused: "season_is_drawn", where somebody else has drawn them already.
    """
    require_owner(actor)
    locked = Division.objects.select_for_update().get(pk=division.pk)
    days, teams = list(locked.days.all()), list(locked.teams.all())
    if locked.seed:
        raise Refused("season_is_drawn")
    locked.seed = seed or new_secret()
    season = plan_season(len(teams), len(days), locked.seed)
    locked.save(update_fields=["seed"])
    DayTeam.objects.bulk_create(
        DayTeam(day=day, team=teams[at], group=group)
        for day, groups in zip(days, season.days, strict=True)
        for group, members in enumerate(groups, start=1)
        for at in members
    )
    words = {"league": locked.league.slug, "division": locked.number, "days": len(days)}
    touched: list[Touched] = [locked, DayTeam.objects.filter(day__division=locked)]
    record(actor, None, "season_drawn", touched=touched, **words)


@transaction.atomic
def set_days(actor: Actor, division: Division, days: Mapping[int, Mapping[str, Any]]) -> None:
    """Set date, place and host of match days, by their number.

    The tournament of a day that is moved is moved with it, unless it is over.
    """
    require_owner(actor)
    changed = []
    for day in hold_days(division.days.all()):
        if said := save_changes(day, days.get(day.number, {})):
            changed.append(day)
            moved = {name: getattr(day, name) for name in said if name in OF_MATCH_DAY}
            if moved and day.tournament and not day.tournament.is_over:
                edit_tournament(actor, day.tournament, moved)
    if changed:
        words: dict[str, object] = {"league": division.league.slug, "division": division.number}
        words["days"] = [day.number for day in changed]
        record(actor, None, "match_days_set", touched=changed, **words)


@transaction.atomic
def edit_team(actor: Actor, team: LeagueTeam, **settings: str) -> None:
    """Change the `name` of a team, or its `club`; tournaments of its days not over follow.

    Refused: "league_team_nameless", "league_team_twice", "text_longer_than".
    """
    require_owner(actor)
    hold_days(MatchDay.objects.filter(teams__team=team))
    locked = LeagueTeam.objects.select_for_update().get(pk=team.pk)
    changed = {name: tidy(value) for name, value in settings.items()}
    name = changed.get("name", locked.name)
    if not name:
        raise Refused("league_team_nameless")
    others = locked.division.teams.exclude(pk=locked.pk).values_list("name", flat=True)
    _check_doubles([*others, name])
    if save_changes(locked, changed):
        record(actor, None, "league_team_edited", touched=[locked], **_words_of(locked))
        for of in locked.match_days.exclude(entered_as="").select_related("day__tournament"):
            _enter_renamed(actor, of, locked.name)


def _enter_renamed(actor: Actor, of: DayTeam, name: str) -> None:
    """Rename a team in the tournament of a day, unless that is over or has a team of this name."""
    made = of.day.tournament
    if made is None or made.is_over or of.entered_as == name:
        return
    own = [*made.entries.filter(team=of.entered_as).values_list("number", flat=True)]
    others = made.entries.exclude(team=of.entered_as).values_list("team", flat=True)
    if own and name.casefold() not in {team.casefold() for team in others}:
        set_team(actor, made, own, name)


@transaction.atomic
def add_team_players(
    actor: Actor,
    team: LeagueTeam,
    names: Sequence[str],
    answers: Mapping[int, str] = NO_ANSWERS,
) -> list[TeamPlayer]:
    """Return the people of a team with these names, in order; who is not in it is added.

    `answers`: by line from 1, the id of the known person meant, or "new". Refused:
    "team_player_asked" where somebody known may be meant, "team_player_twice" for somebody new, and
    `evening_unknown_person`.
    """
    require_owner(actor)
    there, others = names_in_team(team, names)
    if twice := doubles(each.row.text for each in others):
        raise Refused("team_player_twice", name=twice[0])
    asked = [each for each in others if each.asked and each.row.line not in answers]
    if asked:
        raise Refused("team_player_asked", names=", ".join(each.row.text for each in asked))
    found, new = dict(there), []
    for each in others:
        line = each.row.line
        person = person_of_line(actor, each, answers.get(line, SOMEBODY_NEW))
        found[line], is_new = TeamPlayer.objects.get_or_create(team=team, person=person)
        new += [found[line]] if is_new else []
    if new:
        words = {**_words_of(team), "players": len(new)}
        record(actor, None, "team_players_added", touched=new, **words)
    return [found[line] for line in sorted(found)]


@transaction.atomic
def remove_team_player(actor: Actor, player: TeamPlayer) -> None:
    """Take somebody out of a team. Refused: "player_is_in_lineup", "player_is_drawn"."""
    require_owner(actor)
    days = DayTeam.objects.filter(team=player.team).select_related("day")
    there = [each.day for each in days if player.person_id in each.lineup]
    to_come = days_to_come(player.team.division)
    # What cannot be changed any more is said first.
    for day in sorted(there, key=lambda each: each in to_come):
        code = "player_is_in_lineup" if day in to_come else "player_is_drawn"
        raise Refused(code, name=player.person.name, day=day.number)
    touched = rows_named(TeamPlayer.objects.filter(pk=player.pk))
    record(actor, None, "team_player_removed", touched=touched, **_words_of(player.team))
    player.delete()
    remove_orphans([player.person_id], [])


@transaction.atomic
def deduct_team_points(
    actor: Actor,
    team: LeagueTeam,
    *,
    match_points: int,
    points: int,
    reason: str,
    day: MatchDay | None = None,
    seen: Collection[int] | None = None,
) -> PointsDeduction:
    """Take points from a team. seen: the ids of the deductions that were there when it was written.

    Refused: "nothing_deducted", `reason_needed`, "deducted_meanwhile" where the same one has been
    stored since.
    """
    require_owner(actor)
    if not match_points and not points:
        raise Refused("nothing_deducted")
    what: dict[str, Any] = {"day": day, "match_points": match_points, "points": points}
    what["reason"] = needed_reason(reason)
    LeagueTeam.objects.select_for_update().get(pk=team.pk)
    if seen is not None and team.deductions.filter(**what).exclude(pk__in=seen).exists():
        raise Refused("deducted_meanwhile", team=team.name)
    deduction = PointsDeduction.objects.create(team=team, **what)
    words = {**_words_of(team), "match_points": match_points, "points": points}
    record(actor, None, "team_points_deducted", touched=[deduction], **words)
    return deduction


@transaction.atomic
def give_points_back(actor: Actor, deduction: PointsDeduction) -> None:
    """Give a team its points back."""
    require_owner(actor)
    words = _words_of(deduction.team)
    words |= {"match_points": deduction.match_points, "points": deduction.points}
    touched = rows_named(PointsDeduction.objects.filter(pk=deduction.pk))
    record(actor, None, "team_points_given_back", touched=touched, **words)
    deduction.delete()


def _words_of(team: LeagueTeam) -> dict[str, object]:
    division = team.division
    return {"league": division.league.slug, "division": division.number, "team": team.number}


def _set_teams(division: Division, teams: Sequence[TypedTeam]) -> list[str]:
    """Save the teams of a division; those of the same name stay. Return the rows that are gone."""
    if not FEWEST_TEAMS <= len(teams) <= MOST_TEAMS:
        raise Refused("league_teams_number", count=len(teams), fewest=FEWEST_TEAMS, most=MOST_TEAMS)
    _check_doubles([each.name for each in teams])
    there = {each.name.casefold(): each for each in division.teams.all()}
    staying = [there.get(each.name.casefold()) for each in teams]
    leaving = division.teams.exclude(pk__in=[each.pk for each in staying if each])
    gone = rows_named(
        PointsDeduction.objects.filter(team__in=leaving),
        TeamPlayer.objects.filter(team__in=leaving),
        leaving,
    )
    leaving.delete()
    # Numbers are unique: those that stay make room first.
    for each in filter(None, staying):
        LeagueTeam.objects.filter(pk=each.pk).update(number=each.number + MOST_TEAMS)
    for number, (typed, known) in enumerate(zip(teams, staying, strict=True), start=1):
        team = known or LeagueTeam(division=division)
        team.number, team.name, team.club = number, typed.name, typed.club
        team.save()
    return gone


def _check_doubles(names: Sequence[str]) -> None:
    if twice := doubles(names):
        raise Refused("league_team_twice", name=twice[0])
    for name in names:
        fitting(LeagueTeam, "name", name)


def _set_days(division: Division, days: int) -> list[str]:
    """Save how many match days there are; return the rows that are gone."""
    if not 1 <= days <= MOST_DAYS:
        raise Refused("league_days_number", count=days, most=MOST_DAYS)
    leaving = division.days.filter(number__gt=days)
    gone = rows_named(leaving)
    leaving.delete()
    there = division.days.count()
    for number in range(there + 1, days + 1):
        MatchDay.objects.create(division=division, number=number)
    return gone


def _check_lines(division: Division) -> None:
    teams = division.teams.count()
    if division.promoted + division.relegated > teams:
        raise Refused("league_lines_cross", teams=teams)
