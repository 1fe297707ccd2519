"""Queries of rankings: what counts here, the list as of a day, movements, published lists."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Max
from django.utils import timezone

from tournament.journal.mapping import row_of
from tournament.models import (
    NAMELESS,
    Club,
    EveningLine,
    Person,
    Ranking,
    RankingIssue,
    SeriesEvening,
    Tournament,
)
from tournament.people.reads.people import counting_people, people_with_clubs
from tournament.rankings.reads.people import Crowd, RankedRow, Seen
from tournament.rankings.rules import (
    Event,
    Line,
    Movements,
    Outcome,
    Score,
    is_within,
    movements,
    outcome_of,
    outvoted,
    rank,
    state_champions,
)
from tournament.series.reads import PlayedRow, played_people, rules_of
from tournament.series.rules import EveningResult, played_in_all
from tournament.shared.rules.fields import known_player
from tournament.shared.rules.names import name_key
from tournament.sheets.reads.table_totals import DamagedResult
from tournament.standings.reads.standings import standings_of
from tournament.standings.reads.stored_results import StoredResults, stored_results
from tournament.standings.rules.counting import Counting

Occasion = Tournament | SeriesEvening


@dataclass(frozen=True, slots=True)
class OccasionReport:
    """A tournament here or a list brought in: its day, whether it counts, and what was played.

    rounds: the number of its rounds. champions: the best of its own federal state.
    """

    occasion: Occasion
    day: date
    outcome: Outcome
    scores: tuple[Score, ...] = ()
    rounds: int = 0
    champions: tuple[Person, ...] = ()

    @property
    def key(self) -> str:
        """Its name among the choices of a ranking."""
        return row_of(type(self.occasion), self.occasion.pk)

    @property
    def counts(self) -> bool:
        """Whether it counts."""
        return self.outcome is Outcome.COUNTS

    @property
    def rules(self) -> dict[str, object]:
        """What was played by; a list that was brought in does not say."""
        return rules_of(self.occasion) if isinstance(self.occasion, Tournament) else {}

    @property
    def event(self) -> Event:
        """What the rules count."""
        return Event(self.occasion.state, self.scores)


@dataclass(frozen=True, slots=True)
class RankingReport:
    """A ranking as of a day: what is in its window, latest first; the list; what has moved.

    before: the last list published before that day.
    """

    ranking: Ranking
    on: date
    occasions: tuple[OccasionReport, ...]
    rows: tuple[RankedRow, ...]
    before: RankingIssue | None
    moves: Movements
    people: Mapping[int, Person]

    @property
    def counting(self) -> Counting:
        """Whether points or table points were added."""
        return Counting(any(each.occasion.table_points for each in self.occasions if each.counts))

    @property
    def stateless(self) -> int:
        """The number of people with results that lack the federal state in which they count."""
        lacking = (each for each in self.occasions if each.outcome is Outcome.NO_STATE)
        return len({score.person for each in lacking for score in each.scores})

    @property
    def gone(self) -> list[str]:
        """The names of those who were on that list and are no longer."""
        return [self.people[pk].public_list_name for pk in self.moves.gone if pk in self.people]


def ranking_report(ranking: Ranking, on: date, *, with_games: bool = False) -> RankingReport:
    """Return a ranking as of a day; ten queries, and one for each order that needs games."""
    same = counting_people()
    reports = _reports(ranking, on, same, with_games=with_games)
    counted = [each for each in reports if each.counts]
    lines = rank([each.event for each in counted], ranking.rules)
    before = ranking.issues.filter(on__lt=on).last()
    ranks = {same.get(pk, pk): place for place, pk, *_ in before.lines} if before else {}
    moves = movements(lines, ranks)
    champions = {each.key: state_champions(each.event) for each in counted}
    best = {pk for each in champions.values() for pk in each}
    people = people_with_clubs({*(line.person for line in lines), *moves.gone, *best})
    occasions = tuple(
        replace(each, champions=tuple(people[pk] for pk in champions.get(each.key, ())))
        for each in reports
    )
    return RankingReport(ranking, on, occasions, _rows(lines, people), before, moves, people)


def issue_rows(issue: RankingIssue) -> tuple[RankedRow, ...]:
    """Return the rows of a published list, names as of today."""
    lines = [
        Line(place, pk, events, rounds, points, tuple((state, best) for state, best in states))
        for place, pk, events, rounds, points, states in issue.lines
    ]
    return _rows(lines, people_with_clubs({line.person for line in lines}))


def played_in_window(report: RankingReport) -> list[PlayedRow]:
    """Return everybody's rounds, games and points in what counts, for an association, by name.

    The report must be one with games.
    """
    events = [
        {
            score.person: EveningResult(score.points, score.rounds, score.rank, score.games)
            for score in each.scores
        }
        for each in report.occasions
        if each.counts
    ]
    played = played_in_all(events)
    return played_people(played)


def told_apart(ranking: Ranking) -> list[tuple[Person, Person]]:
    """Return who was said to be two here, as long as both are kept; one query."""
    people = people_with_clubs({pk for pair in ranking.told_apart for pk in pair})
    kept = {pk: each for pk, each in people.items() if not (each.deleted_at or each.same_as_id)}
    return [
        (kept[one], kept[other]) for one, other in ranking.told_apart if {one, other} <= {*kept}
    ]


def possibly_same(report: RankingReport) -> list[tuple[Person, Person]]:
    """Return pairs of people in what counts who may be one; two queries.

    Two who have met are not, nor those of whom this or another ranking says that they are two.
    """
    counted = [each for each in report.occasions if each.counts]
    people = people_with_clubs({score.person for each in counted for score in each.scores})
    crowd, numbers = Crowd(), dict[int, int]()
    for at, each in enumerate(counted):
        for score in each.scores:
            if (person := people.get(score.person)) and not person.deleted_at:
                numbers[crowd.add(_seen(person, each.day), at)] = person.pk
    same, number_of = counting_people(), {pk: number for number, pk in numbers.items()}
    told = Ranking.objects.values_list("told_apart", flat=True)
    answers = {}
    for pair in (pair for pairs in told for pair in pairs):
        one, other = sorted(number_of.get(same.get(pk, pk), -1) for pk in pair)
        if -1 < one < other:
            answers[one, other] = False
    asked = crowd.joined(answers).asked
    return [(people[numbers[one]], people[numbers[other]]) for one, other in asked]


def _seen(person: Person, day: date) -> Seen:
    told = {**vars(person), "state": person.home_state}
    player = known_player(told, vars(person.club or Club()))
    return Seen(str(person.pk), "", player, person.names, day)


def _rows(lines: Iterable[Line], people: Mapping[int, Person]) -> tuple[RankedRow, ...]:
    """Return the lines with their people, equal ones by name; whoever was deleted has none."""
    found = []
    for line in lines:
        person = people.get(line.person) or Person(last_name=NAMELESS)
        about = person.names, person.club_short, person.home_state, person.pk or 0
        found.append(RankedRow(line, *about))
    found.sort(key=lambda row: (row.line.rank, name_key(row.names.list_name), row.pk))
    return tuple(found)


def _occasions(ranking: Ranking, on: date) -> list[tuple[Occasion, date]]:
    """Return the tournaments and lists of results in the window, latest first; two queries.

    A tournament without a date has that of its last round that was started.
    """
    started = Max("rounds__started_at")
    real = Tournament.objects.filter(is_example=False, is_rehearsal=False)
    found: list[tuple[Occasion, date]] = []
    for each in real.annotate(last_start=started).order_by("pk"):
        found.append((each, each.date or timezone.localdate(each.last_start or each.created_at)))
    lists = SeriesEvening.objects.filter(tournament=None, held_on__isnull=False)
    listed = lists.select_related("series").order_by("pk")
    found += [(each, each.held_on) for each in listed if each.held_on]
    within = [each for each in found if is_within(each[1], on, ranking.window)]
    return sorted(within, key=lambda each: each[1], reverse=True)


def _reports(
    ranking: Ranking, on: date, same: Mapping[int, int], *, with_games: bool
) -> list[OccasionReport]:
    """Return what is in the window, with the results of what may count."""
    occasions = _occasions(ranking, on)
    tournaments = [each for each, _day in occasions if isinstance(each, Tournament)]
    stored = stored_results(tournaments)
    lines: dict[int, list[EveningLine]] = defaultdict(list)
    lists = [each.pk for each, _day in occasions if isinstance(each, SeriesEvening)]
    told = EveningLine.objects.filter(evening__in=lists).select_related("person__club")
    for line in told.order_by("pk"):
        lines[line.evening_id].append(line)
    found = []
    for each, day in occasions:
        report = OccasionReport(each, day, Outcome.COUNTS)
        if not ranking.choices.get(report.key, ranking.all_count):
            report = replace(report, outcome=Outcome.LEFT_OUT)
        elif isinstance(each, Tournament):
            report = _with_standings(report, stored[each.pk], same, with_games=with_games)
        else:
            report = _with_lines(report, lines[each.pk], same)
        if report.counts:
            outcome = outcome_of(report.rounds, report.event.state, ranking.rules)
            report = replace(report, outcome=outcome)
        found.append(report)
    table_points = {
        at: each.occasion.table_points
        for at, each in reversed([*enumerate(found)])
        if each.outcome in (Outcome.COUNTS, Outcome.NO_STATE)
    }
    rules = {at: found[at].rules for at in table_points}
    counting = [at for at in table_points if found[at].counts]
    for at, outcome in outvoted(table_points, rules, counting).items():
        found[at] = replace(found[at], outcome=outcome)
    return found


def _with_standings(
    report: OccasionReport, stored: StoredResults, same: Mapping[int, int], *, with_games: bool
) -> OccasionReport:
    try:
        standings = standings_of(stored)
    except DamagedResult:
        return replace(report, outcome=Outcome.DAMAGED)
    if not standings.is_over or standings.nothing_played:
        return replace(report, outcome=Outcome.NOT_OVER)
    persons = {entry.pk: entry.person_id for entry in stored.entries}
    scores = []
    for row in standings.rows:
        pk = persons[row.entry_id]
        rounds = sum(points is not None for points in row.rounds)
        games = standings.results.games_played(row.entry_id) if with_games else None
        scores.append(Score(same.get(pk, pk), rounds, row.total, row.rank, row.state, games))
    return replace(report, scores=tuple(scores), rounds=standings.rounds)


def _with_lines(
    report: OccasionReport, lines: Sequence[EveningLine], same: Mapping[int, int]
) -> OccasionReport:
    scores = []
    for line in lines:
        rounds = line.rounds_played
        person = same.get(line.person_id, line.person_id)
        state = line.state or line.person.home_state
        scores.append(Score(person, rounds, line.total, line.rank, state, line.games))
    rounds = max((line.of_rounds or len(line.rounds) for line in lines), default=0)
    return replace(report, scores=tuple(scores), rounds=rounds)
