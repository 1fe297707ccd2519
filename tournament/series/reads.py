"""Queries of series: evenings that count, standings, results, and people of imported lists."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from operator import attrgetter

from django.db.models import F

from scoring.rulesets import DDV
from tournament.models import EveningLine, Person, Series, SeriesEvening, Tournament
from tournament.people.reads.people import (
    club_called,
    counting_people,
    known_clubs,
    known_people,
    people_with_clubs,
)
from tournament.people.rules.people import Identified, Match, identified
from tournament.people.rules.registration import PlayerRow
from tournament.series.rules import (
    Evening,
    EveningResult,
    Played,
    ResultLine,
    SeriesStanding,
    played_in_all,
    series_standings,
)
from tournament.shared.rules.fields import PlayerData
from tournament.shared.rules.names import name_key, name_words, split_name
from tournament.sheets.reads.table_totals import DamagedResult
from tournament.standings.reads.courses import whole_places
from tournament.standings.reads.standings import StandingsReport, standings_of
from tournament.standings.reads.stored_results import StoredResults, stored_results
from tournament.standings.rules.counting import AS_PLAYED, Counting, counted_apart
from tournament.standings.rules.curves import Figures

# Rule options that do not affect points.
_NO_POINTS = frozenset({"minutes"})


class EveningState(StrEnum):
    """Whether an evening counts, or why not."""

    COUNTS = "counts"
    OPEN = "open"
    OTHER_RULES = "other_rules"
    IN_POINTS = "in_points"
    IN_TABLE_POINTS = "in_table_points"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class EveningReport:
    """One evening: its number by date, whether it counts, and the results by person.

    differs: the settings that differ from the first evening's.
    """

    number: int
    evening: SeriesEvening
    state: EveningState
    results: Evening
    differs: tuple[str, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether its points are added."""
        return self.state is EveningState.COUNTS

    @property
    def counting(self) -> Counting:
        """What it ranks."""
        held = self.evening
        return held.tournament.counting if held.tournament else Counting(held.table_points)

    @property
    def players(self) -> int:
        """The number of ranked players."""
        return sum(result.rank is not None for result in self.results.values())


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """One line of the standings with the person as last known."""

    standing: SeriesStanding
    person: Person


@dataclass(frozen=True, slots=True)
class SeriesReport:
    """The standings of a series. `evenings` are all, `counted` those up to `after`."""

    series: Series
    evenings: tuple[EveningReport, ...]
    counted: tuple[EveningReport, ...]
    rows: tuple[SeriesRow, ...]

    @property
    def after(self) -> int:
        """The number of the last evening counted; 0 before the first."""
        return self.counted[-1].number if self.counted else 0

    @property
    def counting(self) -> Counting:
        """What was added up."""
        return _counting_of(self.evenings)

    @property
    def names(self) -> dict[int, EveningReport]:
        """The evenings that count, by number, to choose from."""
        return {each.number: each for each in self.evenings if each.counts}


@dataclass(frozen=True, slots=True)
class SeriesCourse:
    """How the standings came to be: `stages` are those after each evening, by person."""

    stages: tuple[Mapping[int, SeriesStanding], ...]

    def moved(self, person: int) -> int | None:
        """Return the places gained since the evening before, None without a rank in both."""
        if len(self.stages) < 2:
            return None
        before, now = (stage.get(person) for stage in self.stages[-2:])
        return before.rank - now.rank if before and now else None

    def totals(self, person: int) -> Figures:
        """Return the total after each evening, from 0; None before the first one played."""
        lines = (stage.get(person) for stage in self.stages)
        return (0, *(line.total if line else None for line in lines))

    def first_since(self, person: int) -> int:
        """Return the place among the evenings since which a leader has been first."""
        since = len(self.stages) - 1
        while since and (line := self.stages[since - 1].get(person)) and line.rank == 1:
            since -= 1
        return since


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A person with everything played, for an association's list."""

    person: Person
    club: str
    state: str
    played: Played


def rule_differences(one: Tournament, other: Tournament) -> tuple[str, ...]:
    """Return the settings that prevent adding the points of two tournaments."""
    mine, theirs = rules_of(one), rules_of(other)
    return tuple(name for name in mine if mine[name] != theirs[name])


def rules_of(tournament: Tournament) -> dict[str, object]:
    """Return the settings that two tournaments share whose points are added."""
    options = tournament.rule_set.options.items()
    is_ddv = tournament.rules == DDV.name
    return {
        "rules": tournament.rules,
        "rule_options": {name: value for name, value in options if name not in _NO_POINTS},
        "games_four": tournament.games_four if is_ddv else None,
        "games_five": tournament.games_five if is_ddv else None,
        "table_points": tournament.table_points,
        "missed_round": tournament.missed_round,
        "scale_fives": tournament.scale_fives,
    }


def series_report(series: Series, after: int | None = None) -> SeriesReport:
    """Return the standings after an evening, by default the last one that counts.

    Nine queries, and one more for each evening whose tie-breaks need games.
    """
    evenings = evening_reports(series)
    counted = tuple(
        each for each in evenings if each.counts and (after is None or each.number <= after)
    )
    results = [each.results for each in counted]
    people = people_with_clubs({pk for each in results for pk in each})
    order = sorted(people, key=lambda pk: (name_key(people[pk].list_name), pk))
    lines = series_standings(results, series.rules, order)
    rows = tuple(SeriesRow(line, people[line.person]) for line in lines)
    return SeriesReport(series, evenings, counted, rows)


def series_course(report: SeriesReport) -> SeriesCourse:
    """Return the standings after each of the evenings counted; no query."""
    results, rules = [each.results for each in report.counted], report.series.rules
    return SeriesCourse(
        tuple(
            {line.person: line for line in series_standings(results[:many], rules)}
            for many in range(1, len(results) + 1)
        )
    )


def best_rows(report: SeriesReport, places: int, most: int) -> list[SeriesRow]:
    """Return the rows on the first `places`, the last ones left out while they are too many."""
    return whole_places(report.rows, lambda row: row.standing.rank, places, most)


def evening_reports(series: Series, *, with_games: bool = False) -> tuple[EveningReport, ...]:
    """Return every evening with its results by date, those without one last."""
    evenings = list(series.evenings.select_related("tournament", "series"))
    evenings.sort(key=lambda each: (each.day or date.max, each.pk))
    lines: dict[int, list[EveningLine]] = defaultdict(list)
    for line in EveningLine.objects.filter(evening__series=series).order_by("pk"):
        lines[line.evening_id].append(line)
    same = counting_people()
    first = min((each for each in evenings if each.tournament), key=attrgetter("pk"), default=None)
    stored = stored_results([each.tournament for each in evenings if each.tournament])
    reports = []
    for number, evening in enumerate(evenings, start=1):
        if evening.tournament is not None:
            state, results, differs = _results_of_evening(
                stored[evening.tournament.pk], same, first, with_games=with_games
            )
            reports.append(EveningReport(number, evening, state, results, differs))
            continue
        written = {}
        for line in lines[evening.pk]:
            result = EveningResult(line.total, line.rounds_played, line.rank, line.games)
            written[same.get(line.person_id, line.person_id)] = result
        reports.append(EveningReport(number, evening, EveningState.COUNTS, written))
    table_points = {
        at: each.counting.table_points for at, each in enumerate(reports) if each.counts
    }
    names = {True: EveningState.IN_TABLE_POINTS, False: EveningState.IN_POINTS}
    for at in counted_apart(table_points):
        reports[at] = replace(reports[at], state=names[table_points[at]])
    return tuple(reports)


def _counting_of(evenings: Iterable[EveningReport]) -> Counting:
    """Return what the evenings that count rank: as the first tournament, or else the lists."""
    counting = [each for each in evenings if each.counts]
    first = min(counting, key=lambda each: each.evening.tournament is None, default=None)
    return first.counting if first else AS_PLAYED


def played_rows(series: Series) -> tuple[list[PlayedRow], Counting]:
    """Return everybody's results in the evenings that count, by name, and what they rank."""
    reports = [each for each in evening_reports(series, with_games=True) if each.counts]
    return played_people(played_in_all(each.results for each in reports)), _counting_of(reports)


def played_people(played: Mapping[int, Played]) -> list[PlayedRow]:
    """Return what people have played with their club and state as last known, by name."""
    rows = []
    for pk, person in people_with_clubs(played).items():
        club = person.club.full if person.club else ""
        rows.append(PlayedRow(person, club, person.home_state, played[pk]))
    return sorted(rows, key=_name_order)


def played_rows_of(tournament: Tournament) -> list[PlayedRow]:
    """Return everybody's results in one tournament, by name."""
    stored = stored_results([tournament])[tournament.pk]
    report = standings_of(stored)
    persons = {entry.pk: entry.person_id for entry in stored.entries}
    entered = {persons[row.entry_id]: row for row in report.rows}
    played = played_in_all([results_by_person(report, persons, {}, with_games=True)])
    rows = (
        PlayedRow(person, entered[pk].club_name, entered[pk].state, played[pk])
        for pk, person in people_with_clubs(played).items()
    )
    return sorted(rows, key=_name_order)


def _name_order(row: PlayedRow) -> tuple[object, ...]:
    return name_key(row.person.list_name), row.person.pk


def _results_of_evening(
    stored: StoredResults,
    same: Mapping[int, int],
    first: SeriesEvening | None,
    *,
    with_games: bool,
) -> tuple[EveningState, Evening, tuple[str, ...]]:
    """Return whether a tournament counts, its results if so, and settings that differ."""
    tournament = stored.tournament
    if first and first.tournament and (differs := rule_differences(first.tournament, tournament)):
        return EveningState.OTHER_RULES, {}, differs
    try:
        report = standings_of(stored)
    except DamagedResult:
        return EveningState.DAMAGED, {}, ()
    if not report.is_over or report.nothing_played:
        return EveningState.OPEN, {}, ()
    persons = {entry.pk: entry.person_id for entry in stored.entries}
    results = results_by_person(report, persons, same, with_games=with_games)
    return EveningState.COUNTS, results, ()


def results_by_person(
    report: StandingsReport,
    persons: Mapping[int, int],
    same: Mapping[int, int],
    *,
    with_games: bool = False,
) -> dict[int, EveningResult]:
    """Return the results of all who have played a round, by person; `same`: who counts as whom."""
    found = {}
    for row in report.rows:
        rounds = sum(points is not None for points in row.rounds)
        if rounds:
            pk = persons[row.entry_id]
            games = report.results.games_played(row.entry_id) if with_games else None
            found[same.get(pk, pk)] = EveningResult(row.total, rounds, row.rank, games)
    return found


def usual_state(series: Series) -> str:
    """Return the federal state of the latest tournament of the series that has one, else ""."""
    held = Tournament.objects.filter(series_evenings__series=series).exclude(state="")
    latest = held.order_by(F("date").desc(nulls_last=True), "-pk").first()
    return latest.state if latest else ""


def same_results(series: Series, lines: Sequence[ResultLine]) -> SeriesEvening | None:
    """Return an evening of the series where people of the same names have the same totals."""
    for report in evening_reports(series):
        people = Person.objects.in_bulk(report.results)
        totals = {
            words: report.results[pk].total
            for pk, person in people.items()
            for words in name_words(person.name)
        }
        if len(people) == len(lines) > 0 and all(
            any(totals.get(words) == line.total for words in name_words(line.name))
            for line in lines
        ):
            return report.evening
    return None


def recognised_lines(lines: Sequence[ResultLine]) -> list[Identified]:
    """Identify the person of each line of a list, certainly or perhaps; three queries."""
    people, clubs = known_people(), known_clubs()
    called = {line.club: club_called(line.club, clubs) for line in lines}
    rows = []
    for line in lines:
        name, (code, club) = split_name(line.name), called[line.club]
        player = PlayerData(name.last_name, name.first_name, club_name=club, club_code=code)
        rows.append(PlayerRow(line.line, line.name, replace(player, state=line.state)))
    spoken = {(row.player.last_name, row.player.first_name): row.text for row in rows}

    def find(player: PlayerData) -> Match:
        """Match the name as split, else with any start of the last name: "Ute von der Heide"."""
        found, name = people.match(player), spoken[player.last_name, player.first_name]
        words = name.split()
        if found.same or "," in name:
            return found
        for at in range(1, len(words)):
            last, first = " ".join(words[at:]), " ".join(words[:at])
            other = people.match(replace(player, last_name=last, first_name=first))
            if other.same:
                return other
        return found

    return identified(rows, find)
