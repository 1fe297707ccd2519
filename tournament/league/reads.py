"""Queries of leagues: tables, match days with their results, players of a season, lineups."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from django.db.models import Exists, Max, OuterRef, QuerySet

from tournament.labels.league import season_sentence
from tournament.league.rules import (
    DayOfTeam,
    Deducted,
    GroupPlace,
    LeagueRules,
    PlayerDay,
    SeasonPlayer,
    TableLine,
    day_of_group,
    league_table,
    open_places,
    season_players,
)
from tournament.models import (
    DayTeam,
    Division,
    Entry,
    GameTable,
    JournalEntry,
    League,
    LeagueTeam,
    MatchDay,
    Person,
    PointsDeduction,
    Round,
    Seat,
    TeamPlayer,
    Tournament,
)
from tournament.people.reads.people import (
    club_called,
    counting_people,
    known_clubs,
    known_people,
    people_with_clubs,
)
from tournament.people.rules.people import Identified, identified
from tournament.people.rules.registration import PlayerRow
from tournament.rounds.reads.rounds import released_to_the_end
from tournament.shared.rules.fields import PlayerData
from tournament.shared.rules.names import name_key, name_words, split_name
from tournament.sheets.reads.table_totals import DamagedResult
from tournament.standings.reads.standings import StandingsReport, standings_of
from tournament.standings.reads.stored_results import StoredResults, stored_results
from tournament.standings.reads.team_groups import team_groups_of
from tournament.standings.rules.team_groups import TeamPlace
from tournament.trust.reads.recount_season import recounted_division
from tournament.trust.rules.recount_season import Cell, Figure, differences
from tournament.trust.rules.recount_season import Column as SeasonColumn

_IS_DRAWN = Exists(Round.objects.filter(tournament=OuterRef("tournament")))
REGROUPED = "season_regrouped"
"""The act by which days to come get new groups."""


class DayState(StrEnum):
    """How far a match day is."""

    NOT_DRAWN = "not_drawn"
    PLANNED = "planned"  # its groups are drawn
    MADE = "made"  # its tournament is there
    RUNNING = "running"
    COUNTS = "counts"
    OTHER_TEAMS = "other_teams"  # its tournament has not these teams
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class TeamOfDay:
    """A team on a day, with what it has played so far; `result` without any: None."""

    row: DayTeam
    result: DayOfTeam | None = None
    played: TeamPlace | None = None

    @property
    def lacking(self) -> int:
        """The number of players its lineup needs to be complete."""
        return 0 if self.row.forfeited else len(open_places(self.row.lineup))


@dataclass(frozen=True, slots=True)
class TeamInGroup:
    """A team in its group of a tournament; `result`: on a match day, what it would be worth."""

    played: TeamPlace
    result: DayOfTeam | None = None

    @property
    def place(self) -> int | None:
        """The place in the group; None for a team that has forfeited the day."""
        return self.result.place if self.result else self.played.place


@dataclass(frozen=True, slots=True)
class Substitution:
    """Who came in for a team from a round on, and who had to leave; names as lists have them.

    entries: the ids of all of them.
    """

    team: str
    round: int
    coming: tuple[str, ...]
    leaving: tuple[str, ...]
    reason: str
    entries: frozenset[int]


@dataclass(frozen=True, slots=True)
class DayReport:
    """A match day: its teams by group, and by place where something is played.

    is_drawn: its seats are drawn, whether anybody has seen them or not.
    """

    day: MatchDay
    state: DayState
    teams: tuple[TeamOfDay, ...]
    standings: StandingsReport | None = None
    people: Mapping[int, PlayerDay] | None = None
    is_drawn: bool = False

    @property
    def counts(self) -> bool:
        """Whether it counts in the table."""
        return self.state is DayState.COUNTS

    @property
    def lacking(self) -> tuple[TeamOfDay, ...]:
        """The teams whose lineup is missing or not complete."""
        return tuple(each for each in self.teams if each.lacking)

    @property
    def results(self) -> dict[int, DayOfTeam]:
        """What the day is worth for each team, as far as it is played."""
        return {each.row.team_id: each.result for each in self.teams if each.result}


@dataclass(frozen=True, slots=True)
class DivisionReport:
    """A division: its table, its days, and its players of the season; rows by id."""

    division: Division
    teams: Mapping[int, LeagueTeam]
    days: tuple[DayReport, ...]
    table: tuple[TableLine, ...]
    deductions: tuple[PointsDeduction, ...]
    players: tuple[SeasonPlayer, ...]
    people: Mapping[int, Person]

    @property
    def counted(self) -> tuple[DayReport, ...]:
        """The days that count, in order."""
        return tuple(each for each in self.days if each.counts)

    @property
    def groups(self) -> list[list[list[int]]]:
        """The teams of each group by day, of days that are drawn."""
        days = []
        for each in self.days:
            groups: dict[int, list[int]] = {}
            for team in each.teams:
                if not team.row.forfeited:
                    groups.setdefault(team.row.group, []).append(team.row.team_id)
            if groups:
                days.append(list(groups.values()))
        return days

    @property
    def sizes(self) -> set[int]:
        """The sizes of its groups without who forfeited; empty before they are drawn."""
        playing = (
            [each.row.group for each in day.teams if not each.row.forfeited] for day in self.days
        )
        return {size for groups in playing for size in Counter(groups).values()}

    @property
    def withdrawn(self) -> set[int]:
        """The teams that play on no day to come, as their own pages say."""
        coming = [each for each in self.days if each.teams and not each.is_drawn]
        playing = {
            each.row.team_id for day in coming for each in day.teams if not each.row.forfeited
        }
        return set(self.teams) - playing if coming else set()

    @property
    def next_day(self) -> DayReport | None:
        """The first day that does not count yet."""
        return next((each for each in self.days if not each.counts), None)

    def deducted_on(self, day: MatchDay) -> list[PointsDeduction]:
        """Return what was deducted on one of its days."""
        return [each for each in self.deductions if each.day_id == day.pk]


@dataclass(frozen=True, slots=True)
class LeagueReport:
    """A season with all its divisions."""

    league: League
    divisions: tuple[DivisionReport, ...]

    def of(self, division: Division) -> DivisionReport:
        """Return one of its divisions."""
        return next(each for each in self.divisions if each.division == division)


def league_report(league: League, *, is_public: bool = False) -> LeagueReport:
    """Return tables, days and players of a season; as many queries for any number of days.

    is_public: without results of days whose last standings are not released.
    """
    of_league = {"division__league": league}
    days = MatchDay.objects.filter(**of_league).select_related("tournament", "host")
    days = days.annotate(is_drawn=_IS_DRAWN)
    of_days = DayTeam.objects.filter(day__division__league=league).select_related("team", "day")
    deductions = PointsDeduction.objects.filter(team__division__league=league)
    made = [each.tournament for each in days if each.tournament]
    stored = stored_results(released_to_the_end(made) if is_public else made)
    same = counting_people()
    rows = defaultdict(list)
    for row in of_days.order_by("group", "pk"):
        rows[row.day_id].append(row)
    reports = defaultdict(list)
    for day in days:
        found = stored.get(day.tournament_id) if day.tournament_id else None
        report = _day(day, rows[day.pk], found, league.rules, same)
        reports[day.division_id].append(replace(report, is_drawn=day.is_drawn))
    people = people_with_clubs(
        {pk for of in reports.values() for each in of for pk in each.people or ()}
    )
    teams, taken = defaultdict(list), defaultdict(list)
    for team in LeagueTeam.objects.filter(**of_league).order_by("number"):
        teams[team.division_id].append(team)
    for each in deductions.select_related("team", "day").order_by("pk"):
        taken[each.team.division_id].append(each)
    return LeagueReport(
        league,
        tuple(
            _division(league, each, reports[each.pk], teams[each.pk], taken[each.pk], people)
            for each in league.divisions.order_by("number")
        ),
    )


def changed_tables(league: League, other: League) -> list[tuple[DivisionReport, DivisionReport]]:
    """Return the divisions whose table the rules of `other` change: as it is, as it would be."""
    every = zip(league_report(league).divisions, league_report(other).divisions, strict=True)
    return [(now, then) for now, then in every if now.table != then.table]


def division_of_day(tournament: Tournament) -> DivisionReport | None:
    """Return the division of which a tournament is a match day, as everybody may see it.

    Of each day the results are left out until its last standings are released. None for other
    tournaments.
    """
    day = match_day_of(tournament)
    if day is None:
        return None
    return league_report(day.division.league, is_public=True).of(day.division)


def match_day_of(tournament: Tournament) -> MatchDay | None:
    """Return the match day that a tournament is, with its league; None for other tournaments."""
    days = MatchDay.objects.filter(tournament=tournament)
    return days.select_related("division__league").first()


def season_differences(tournament: Tournament) -> list[str]:
    """Say where the division of a match day differs from what is counted again from the sheets.

    Empty for other tournaments. Every day that counts is recounted.
    """
    day = match_day_of(tournament)
    if day is None:
        return []
    report = league_report(day.division.league).of(day.division)
    counted = recounted_division(day.division, [each.day.number for each in report.counted])
    names = {each.pk: each.name for each in report.teams.values()}
    people = {pk: person.name for pk, person in report.people.items()}
    where = f"{day.division.league}, {day.division}"
    return [
        season_sentence(each, where, names, people)
        for each in differences(_figures(report), counted)
    ]


def _figures(report: DivisionReport) -> dict[Cell, Figure]:
    """Return every figure that the pages of a division show."""
    found: dict[Cell, Figure] = {}
    of_days = ((each.day.number, each.results) for each in report.counted)
    lines: list[tuple[int, int, TableLine | DayOfTeam]] = [
        *((0, line.team, line) for line in report.table),
        *((number, team, day) for number, results in of_days for team, day in results.items()),
    ]
    for day, team, each in lines:
        found[Cell(SeasonColumn.PLACE, team, day)] = each.place
        found[Cell(SeasonColumn.MATCH_POINTS, team, day)] = each.match_points
        found[Cell(SeasonColumn.GAME_POINTS, team, day)] = each.points
    for player in report.players:
        found[Cell(SeasonColumn.RANK, player.person)] = player.rank
        found[Cell(SeasonColumn.ROUNDS, player.person)] = player.rounds
        found[Cell(SeasonColumn.TOTAL, player.person)] = player.total
    return found


def _division(
    league: League,
    division: Division,
    days: Sequence[DayReport],
    teams: Sequence[LeagueTeam],
    deductions: Sequence[PointsDeduction],
    people: Mapping[int, Person],
) -> DivisionReport:
    counted = [each for each in days if each.counts]
    taken: dict[int, Deducted] = {}
    for each in deductions:
        before = taken.get(each.team_id, Deducted())
        match_points = before.match_points + each.match_points
        taken[each.team_id] = Deducted(match_points, before.points + each.points)
    table = league_table(
        [team.pk for team in teams],
        [each.results for each in counted],
        league.rules,
        taken,
        promoted=division.promoted if counted else 0,
        relegated=division.relegated if counted else 0,
    )
    order = sorted(people, key=lambda pk: (name_key(people[pk].list_name), pk))
    players = season_players([each.people or {} for each in counted], league.minimum_rounds, order)
    by_id = {team.pk: team for team in teams}
    return DivisionReport(division, by_id, tuple(days), table, tuple(deductions), players, people)


def _day(
    day: MatchDay,
    rows: Sequence[DayTeam],
    stored: StoredResults | None,
    rules: LeagueRules,
    same: Mapping[int, int],
) -> DayReport:
    """Return a day with what its tournament has come to."""
    plain = tuple(map(TeamOfDay, rows))
    if stored is None:
        return DayReport(day, DayState.PLANNED if rows else DayState.NOT_DRAWN, plain)
    try:
        report = standings_of(stored)
    except DamagedResult:
        return DayReport(day, DayState.DAMAGED, plain)
    if report.nothing_played:
        state = DayState.RUNNING if report.rounds else DayState.MADE
        return DayReport(day, state, plain, report)
    named = _by_entered_name(rows)
    places = _places(named, team_groups_of(report))
    if not _has_all(rows, places):
        return DayReport(day, DayState.OTHER_TEAMS, plain, report)
    state = DayState.COUNTS if report.is_over else DayState.RUNNING
    teams = _teams_by_place(rows, places, rules)
    persons = {entry.pk: (entry.person_id, entry.team.casefold()) for entry in stored.entries}
    people = _people_of_day(report, persons, named, same)
    return DayReport(day, state, teams, report, people)


def _by_entered_name(rows: Iterable[DayTeam]) -> dict[str, DayTeam]:
    return {each.entered_as.casefold(): each for each in rows if each.entered_as}


def _places(
    named: Mapping[str, DayTeam], groups: Iterable[Iterable[TeamPlace]]
) -> dict[int, TeamPlace]:
    """Return what the teams of a day have played in its tournament, by the id of their rows."""
    every = {each.team.casefold(): each for group in groups for each in group}
    return {row.pk: every[name] for name, row in named.items() if name in every}


def _has_all(rows: Iterable[DayTeam], places: Mapping[int, TeamPlace]) -> bool:
    return all(row.forfeited or row.pk in places for row in rows)


def teams_in_groups(
    tournament: Tournament, report: StandingsReport | None
) -> tuple[tuple[TeamInGroup, ...], ...]:
    """Return the teams of each group, best first; on a match day with what it would be worth.

    Without results they are in the order of the draw. At most two queries.
    """
    if report is None or report.nothing_played:
        return tuple(
            tuple(TeamInGroup(TeamPlace(team, 0, (), 0, ())) for team in group)
            for group in tournament.team_groups
        )
    groups = team_groups_of(report)
    rows = list(DayTeam.objects.filter(day__tournament=tournament).order_by("group", "pk"))
    places = _places(_by_entered_name(rows), groups)
    results: dict[str, DayOfTeam | None] = {}
    if rows and _has_all(rows, places):
        rules = League.objects.get(divisions__days__tournament=tournament).rules
        of_day = _teams_by_place(rows, places, rules)
        results = {each.played.team: each.result for each in of_day if each.played}
    teams = [[TeamInGroup(each, results.get(each.team)) for each in group] for group in groups]
    return tuple(tuple(sorted(group, key=lambda each: each.place or len(group))) for group in teams)


def _teams_by_place(
    rows: Sequence[DayTeam], places: Mapping[int, TeamPlace], rules: LeagueRules
) -> tuple[TeamOfDay, ...]:
    """Return the teams of a day with what it is worth, best of each group first."""
    results: dict[int, DayOfTeam] = {}
    for group in sorted({row.group for row in rows}):
        members = [row for row in rows if row.group == group]
        results |= day_of_group(
            [
                GroupPlace(row.pk, None, 0)
                if row.forfeited
                else GroupPlace(row.pk, places[row.pk].place, places[row.pk].total)
                for row in members
            ],
            rules,
        )
    teams = [TeamOfDay(row, results[row.pk], places.get(row.pk)) for row in rows]
    return tuple(sorted(teams, key=_by_place))


def _by_place(each: TeamOfDay) -> tuple[int, bool, int, int]:
    place = each.result.place if each.result else None
    return each.row.group, place is None, place or 0, each.row.pk


def _people_of_day(
    report: StandingsReport,
    persons: Mapping[int, tuple[int, str]],
    named: Mapping[str, DayTeam],
    same: Mapping[int, int],
) -> dict[int, PlayerDay]:
    """Return rounds and points of everybody who has played for one of the teams."""
    found = {}
    for row in report.rows:
        person, team = persons[row.entry_id]
        rounds = sum(points is not None for points in row.rounds)
        if rounds and team in named:
            found[same.get(person, person)] = PlayerDay(named[team].team_id, rounds, row.total)
    return found


def team_people(team: LeagueTeam) -> list[TeamPlayer]:
    """Return the players of a team by name."""
    players = team.players.select_related("person__club", "person__same_as")
    return sorted(players, key=lambda each: (name_key(each.person.list_name), each.pk))


def names_to_choose(team: LeagueTeam) -> list[str]:
    """Return the names of those in a team whom a lineup may name."""
    return [each.person.list_name for each in team_people(team) if not each.person.deleted_at]


def names_of_lineups(
    rows: Iterable[DayTeam], *, public: bool = False, again: bool = False
) -> dict[int, list[str]]:
    """Return the names of each lineup in order as lists have them, by id; one query.

    "" is an open place. again: to be handed in again, without those whose data was deleted.
    """
    every = list(rows)
    people = Person.objects.in_bulk({pk for row in every for pk in row.lineup if pk})
    names: dict[int | None, str] = {
        pk: each.public_list_name if public else each.list_name for pk, each in people.items()
    }
    names[None] = ""
    if again:
        names |= {pk: "" for pk, each in people.items() if each.deleted_at}
    return {row.pk: [names[pk] for pk in row.lineup if pk in names] for row in every}


def substitutions(
    rows: Iterable[DayTeam], *, is_public: bool = False
) -> dict[int, list[Substitution]]:
    """Return who came in for whom and why, by the id of the day, team and round; two queries.

    is_public: in rounds that are published, people as everybody may name them, without the reason.
    """
    every = [row for row in rows if row.day.tournament_id]
    made = {row.day.tournament_id for row in every}
    acts = JournalEntry.objects.filter(tournament__in=made, action="player_substituted")
    reasons = {
        (data["round"], data["entry"]): data["reason"]
        for data in acts.order_by("pk").values_list("data", flat=True)
    }
    teams = {row.entered_as for row in every}
    seats = Seat.objects.filter(round__tournament__in=made, entry__team__in=teams)
    if is_public:
        seats = seats.exclude(round__published_at=None)
    seated = defaultdict[tuple[int | None, str], dict[int, set[Entry]]](lambda: defaultdict(set))
    for seat in seats.select_related("entry__person", "round"):
        of = seat.entry.tournament_id, seat.entry.team
        seated[of][seat.round.number].add(seat.entry)

    def names(entries: Iterable[Entry]) -> tuple[str, ...]:
        people = (each.person for each in entries)
        return tuple(sorted(p.public_list_name if is_public else p.list_name for p in people))

    found = defaultdict(list)
    for row in every:
        by_round = seated[row.day.tournament_id, row.entered_as]
        for (_, before), (number, now) in pairwise(sorted(by_round.items())):
            if come := now - before:
                why = {reasons.get((number, entry.pk), "") for entry in come}
                reason = "" if is_public else "; ".join(sorted(why - {""}))
                who = names(come), names(before - now)
                entries = frozenset(entry.pk for entry in now ^ before)
                found[row.day_id].append(Substitution(row.team.name, number, *who, reason, entries))
    return found


def days_to_come(division: Division) -> list[MatchDay]:
    """Return the days of a drawn season whose seats are not drawn yet."""
    return list(division.days.exclude(_IS_DRAWN).exclude(teams=None).order_by("number"))


def substitute_rounds(of: DayTeam) -> QuerySet[Round]:
    """Return the rounds from which somebody of a team can be replaced: a table has no result."""
    made = of.day.tournament
    if made is None or made.is_over or not of.entered_as:
        return Round.objects.none()
    tables = GameTable.objects.filter(seats__entry__team=of.entered_as, current_version=None)
    rounds = Round.objects.filter(tournament=made, closed_at=None, pk__in=tables.values("round"))
    return rounds.order_by("number")


def people_of_drawn_days(team: LeagueTeam) -> set[int]:
    """Return who is in a lineup of a team that cannot be changed any more."""
    drawn = team.match_days.filter(day__tournament__rounds__isnull=False).distinct()
    return {pk for each in drawn for pk in each.lineup if pk}


def was_regrouped(division: Division) -> bool:
    """Whether days to come have ever got new groups."""
    return _acts_on(division, REGROUPED).exists()


def exchanged_days(division: Division, since: str) -> list[int]:
    """Return the days to come on which teams were exchanged after the last act of this kind."""
    last = _acts_on(division, since).aggregate(last=Max("pk"))["last"] or 0
    acts = _acts_on(division, "day_teams_exchanged").filter(pk__gt=last)
    coming = {each.number for each in days_to_come(division)}
    return sorted(coming.intersection(acts.values_list("data__day", flat=True)))


def _acts_on(division: Division, action: str) -> QuerySet[JournalEntry]:
    place = {"data__league": division.league.slug, "data__division": division.number}
    return JournalEntry.objects.filter(tournament=None, action=action, **place)


def groups_by_team(day: MatchDay) -> list[int]:
    """Return the number of the group of each team of a day, by the ids of their rows."""
    return list(day.teams.order_by("pk").values_list("group", flat=True))


def names_in_team(
    team: LeagueTeam, names: Sequence[str]
) -> tuple[dict[int, TeamPlayer], list[Identified]]:
    """Return the players of a team with these names, by line from 1, and who the others may be.

    Names in any order and spelling; of two players with one name the first, then the other.
    """
    left = {each: name_words(each.person.name) for each in team_people(team)}
    found, others = {}, []
    for line, text in enumerate(names, start=1):
        words = name_words(text)
        player = next((each for each, known in left.items() if known & words), None)
        if player:
            found[line] = player
            del left[player]
        else:
            others.append((line, text))
    return found, _identified(others, team.club) if others else []


def _identified(names: Iterable[tuple[int, str]], club: str) -> list[Identified]:
    """Identify the people with these names, by line; club: a code or a name, or ""."""
    code, full = club_called(club, known_clubs())
    rows = []
    for line, text in names:
        name = split_name(text)
        player = PlayerData(name.last_name, name.first_name, club_name=full, club_code=code)
        rows.append(PlayerRow(line, text, player))
    return identified(rows, known_people().match)
