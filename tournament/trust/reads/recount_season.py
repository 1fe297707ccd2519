"""Recount of a division of a league, from the recounts of the tournaments of its match days."""

from collections import defaultdict
from collections.abc import Collection

from tournament.models import (
    DayTeam,
    Division,
    Entry,
    LeagueTeam,
    MatchDay,
    Person,
    PointsDeduction,
    Tournament,
)
from tournament.standings.rules.tie_breaks import known_codes
from tournament.trust.reads.recount import tournament_recount
from tournament.trust.rules.recount_season import (
    DayPlayed,
    EntryOfDay,
    Figures,
    Terms,
    recount_season,
)


def recounted_division(division: Division, counting: Collection[int]) -> Figures:
    """Return every figure of a division from the sheets of the days that count, by their numbers.

    Entries are found by the name their team has in the day's tournament.
    """
    days = MatchDay.objects.filter(division=division, number__in=counting, tournament__isnull=False)
    league = division.league
    return recount_season(
        list(LeagueTeam.objects.filter(division=division).values_list("pk", flat=True)),
        [
            _day_played(day.number, day.tournament, DayTeam.objects.filter(day=day))
            for day in days.select_related("tournament").order_by("number")
            if day.tournament
        ],
        list(
            PointsDeduction.objects.filter(team__division=division).values_list(
                "team", "match_points", "points"
            )
        ),
        Terms(
            {int(size): points for size, points in league.match_points.items()},
            league.tie_breaks,
            league.minimum_rounds,
        ),
    )


def _day_played(number: int, tournament: Tournament, rows: Collection[DayTeam]) -> DayPlayed:
    groups: dict[int, list[int]] = defaultdict(list)
    forfeited: list[int] = []
    teams = {}
    for row in rows:
        (forfeited if row.forfeited else groups[row.group]).append(row.team_id)
        if row.entered_as:
            teams[row.entered_as.casefold()] = row.team_id
    merged = Person.objects.filter(same_as__isnull=False).values_list("pk", "same_as")
    same = {pk: counts for pk, counts in merged if counts}
    results = tournament_recount(tournament).counted
    entries = [
        EntryOfDay(teams[entry.team.casefold()], same.get(entry.person_id, entry.person_id), *made)
        for entry in Entry.objects.filter(tournament=tournament).order_by("pk")
        if (made := results.get(entry.pk)) and entry.team.casefold() in teams
    ]
    codes = known_codes(tournament.tie_breaks)
    return DayPlayed(number, list(groups.values()), forfeited, entries, codes)
