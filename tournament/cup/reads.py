"""Queries of cups: each stage with who goes on, and the players over all stages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain
from operator import attrgetter

from django.db.models import Max

from tournament.cup.rules import Contestant, Cut, CutLine, DrawnLot, Fate, cut
from tournament.labels.cup import cut_difference_sentence
from tournament.models import Cup, CupLot, CupStage, Entry, JournalEntry, Person, Tournament
from tournament.models.cup import counting_of, ends_cup, has_cut
from tournament.people.reads.people import counting_people, people_with_clubs
from tournament.rounds.reads.rounds import round_released
from tournament.series.reads import results_by_person
from tournament.series.rules import Evening, SeriesRules, SeriesStanding, series_standings
from tournament.shared.rules.names import name_key, plain_text, tidy
from tournament.shared.rules.states import GERMAN, state_called, state_key
from tournament.sheets.reads.table_totals import DamagedResult
from tournament.sheets.rules.results import Result
from tournament.standings.reads.courses import Step, podium
from tournament.standings.reads.standings import StandingRow, StandingsReport, standings_of
from tournament.standings.reads.stored_results import Player, StoredResults, stored_results
from tournament.standings.reads.team_groups import team_groups_of
from tournament.standings.rules.counting import AS_PLAYED, Counting
from tournament.standings.rules.rankings import ALL_COUNT, ranking
from tournament.standings.rules.tie_breaks import known_codes
from tournament.trust.reads.recount import tournament_recount
from tournament.trust.rules.recount_cup import (
    Cell,
    Column,
    Figure,
    StagePlayed,
    differences,
    recount_cup,
)

PLAYING = ("active", "unranked")
_BELONGS: Mapping[str, tuple[Callable[[Player], str], Callable[[str], str]]] = {
    CupStage.Per.CLUB: (attrgetter("club_name"), plain_text),
    CupStage.Per.STATE: (attrgetter("state"), state_key),
}
"""What a player belongs to, and a key equal for all ways of writing it."""
NOTHING = Contestant("", "", ())


class StageState(StrEnum):
    """How far a stage is."""

    LOST = "lost"  # its tournament was deleted
    WAITING = "waiting"
    PLAYING = "playing"
    DAMAGED = "damaged"
    TIED = "tied"
    DECIDED = "decided"
    GONE_ON = "gone_on"  # the next stage is there


class Astray(StrEnum):
    """How somebody's next tournament contradicts the result as it is now, after a correction."""

    MISSING = "missing"  # goes on, and is not in the next stage
    THERE = "there"  # does not go on, and is in the next stage
    CONSOLED = "consoled"  # goes on, and is in the consolation tournament


@dataclass(frozen=True, slots=True)
class StageReport:
    """A stage: how far it is, and who goes on as far as it is played.

    - groups: their names by number, A to Z for groups as drawn; empty without groups.
    - people: whom each contestant's key means from stage to stage: the team, or the person's id.
    - leaving, coming: who is in the next stage and does not go on, and the other way round.
    - astray: whose next tournament contradicts the result, by key: these, and who is consoled.
    - counting: what is ranked, with what is carried over.
    """

    stage: CupStage
    state: StageState
    cut: Cut = field(default_factory=lambda: Cut((), ()))
    groups: tuple[str, ...] = ()
    report: StandingsReport | None = None
    stored: StoredResults | None = None
    chain: tuple[str, ...] = ()
    people: Mapping[str, object] = field(default_factory=dict)
    leaving: tuple[str, ...] = ()
    coming: tuple[str, ...] = ()
    astray: Mapping[str, Astray] = field(default_factory=dict)
    counting: Counting = AS_PLAYED

    @property
    def tournament(self) -> Tournament | None:
        """The tournament, unless it was deleted."""
        return self.stage.tournament

    @property
    def is_begun(self) -> bool:
        """Whether a result is in."""
        return self.report is not None and not self.report.nothing_played

    @property
    def is_over(self) -> bool:
        """Whether all of it is played."""
        return self.state in (StageState.TIED, StageState.DECIDED, StageState.GONE_ON)

    @property
    def is_decided(self) -> bool:
        """Whether it is settled who goes on."""
        return self.state in (StageState.DECIDED, StageState.GONE_ON)

    @property
    def is_tied(self) -> bool:
        """Whether a lot has to decide: also after the next stage is made, by a correction."""
        return self.is_over and bool(self.cut.ties)

    @property
    def is_last(self) -> bool:
        """Whether nobody goes on after it."""
        return self.stage.go_on == 0


@dataclass(frozen=True, slots=True)
class CupReport:
    """A cup with its stages in order."""

    cup: Cup
    stages: tuple[StageReport, ...]

    @property
    def latest(self) -> StageReport | None:
        """The stage that is played now, or was last."""
        return self.stages[-1] if self.stages else None

    @property
    def counting(self) -> Counting:
        """What all its stages rank."""
        return counting_of(each.stage for each in self.stages)

    def stage(self, number: int) -> StageReport:
        """Return the stage with this number."""
        return self.stages[number - 1]


@dataclass(frozen=True, slots=True)
class CupPlayerRow:
    """A player over all stages: points by stage, None where not played; `team`: the latest."""

    standing: SeriesStanding
    person: Person
    team: str


def cup_report(cup: Cup) -> CupReport:
    """Return the stages of a cup; the number of queries depends on none of its rows."""
    stages = list(
        cup.stages.select_related("tournament", "consolation")
        .prefetch_related("lots", "withdrawals")
        .order_by("number")
    )
    stored = stored_results([each.tournament for each in stages if each.tournament])
    same = counting_people()
    consoled = _consoled(cup, stages, same)
    reports: list[StageReport] = []
    carried: dict[object, Contestant] = {}
    for stage in stages:
        own = stored[stage.tournament.pk] if stage.tournament else None
        found = _stage_report(cup, stage, own, same, carried)
        if reports:
            reports[-1] = _followed(reports[-1], found)
        wrongly = consoled.get(stage.consolation_id or 0, set())
        astray = {
            each.key: Astray.CONSOLED
            for each in found.cut.those(Fate.GOES_ON)
            if found.people[each.key] in wrongly
        }
        reports.append(replace(found, counting=stage.counting_in(stages), astray=astray))
        if cup.carry_points:
            carried = {found.people[each.key]: each for each in _contestants(found)}
    return CupReport(cup, tuple(reports))


def cut_differences(tournament: Tournament) -> list[str]:
    """Say where the stages of a tournament's cup differ from what is counted again of the sheets.

    Empty for other tournaments. Who is in which stage and group is taken as it is.
    """
    stage = CupStage.objects.filter(tournament=tournament).select_related("cup").first()
    if stage is None:
        return []
    cup, stages = stage.cup, cup_report(stage.cup).stages
    counted = recount_cup(
        [_played(each) for each in stages], known_codes(cup.chain), carries=cup.carry_points
    )
    claimed: dict[Cell, Figure] = {}
    names: dict[tuple[int, str], str] = {}
    for each in stages:
        for line in each.cut.lines:
            of_line = each.stage.number, line.contestant.key
            names[of_line] = f"{each.stage.name}, {line.contestant.name}"
            claimed[Cell(*of_line, Column.TOTAL)] = line.total
            claimed[Cell(*of_line, Column.RANK)] = line.rank
            claimed[Cell(*of_line, Column.FATE)] = line.fate and str(line.fate)
    return [
        cut_difference_sentence(each, f"{cup}, {names[each.cell[:2]]}")
        for each in differences(claimed, counted)
    ]


def _played(found: StageReport) -> StagePlayed:
    """Return a stage with the rounds of its entries as counted again."""
    made: dict[str, list[tuple[Sequence[int | None], int]]] = {}
    for contestant in _contestants(found):
        made[contestant.key] = []
    counted = tournament_recount(found.tournament).counted if made and found.tournament else {}
    entries = found.stored.entries if found.stored else []
    has_groups = bool(found.report and found.report.team_groups)
    of_teams = found.stage.cup.of == Cup.Of.TEAMS
    for entry in entries:
        key = entry.team if of_teams else str(entry.number)
        # Without groups a team is ranked by those of its players who are.
        counts = entry.ranked or has_groups or not of_teams
        if key in made and entry.pk in counted and counts:
            made[key].append(counted[entry.pk])
    return StagePlayed(
        found.stage.number,
        made,
        found.people,
        [[line.contestant.key for line in group] for group in found.cut.groups],
        [each.key for each in _contestants(found) if not each.ranked],
        found.stage.go_on,
        [(each.among, each.seed) for each in found.stage.lots.all()],
        [each.who for each in found.stage.withdrawals.all()],
    )


def cut_shown(tournament: Tournament) -> StageReport | None:
    """Return who goes on after the stage that a tournament is, or the end, for everybody to see.

    None without a stage, after the only one, and before all its standings are released.
    """
    if not has_cut(tournament):
        return None
    stage = tournament.cup_stage
    found = cup_report(stage.cup).stage(stage.number)
    if found.report is None or not found.is_over:
        return None
    is_released = round_released(tournament) >= found.report.rounds
    return with_public_names(found) if is_released else None


def end_of_cup(tournament: Tournament, report: StandingsReport) -> tuple[StandingRow, ...] | None:
    """Return the end of the cup that a tournament decides as rows of its standings, else None.

    A team has a row of its own. None for a category as well.
    """
    if report.tag or not ends_cup(tournament):
        return None
    stage = tournament.cup_stage
    of_players = {str(row.number): row for row in report.rows}
    rows = []
    for line in cup_report(stage.cup).stage(stage.number).cut.lines:
        who = line.contestant
        if stage.cup.of == Cup.Of.TEAMS:
            names, points = (who.name,) * 3, (who.rounds, who.adjustment, line.total)
            row = StandingRow(
                *(line.rank, 0, 0, *names, "", "", (), *points),
                *("", line.decision, "", "", who.name, who.rounds),
            )
        elif who.key in of_players:
            row = of_players[who.key]
        else:
            continue
        rows.append(row._replace(rank=line.rank, total=line.total, decision=line.decision))
    return tuple(rows)


def first_places(tournament: Tournament, report: StandingsReport) -> tuple[Step, ...]:
    """Return the podium of a tournament, or of the cup that it decides."""
    rows = end_of_cup(tournament, report)
    return podium(report if rows is None else replace(report, rows=rows))


def acts_of_podium(tournament: Tournament) -> int | None:
    """Return the newest act that its podium depends on beside its own: of the cup it decides."""
    return acts_in_cup(tournament) if ends_cup(tournament) else None


def acts_in_cup(tournament: Tournament) -> int | None:
    """Return the newest act in any stage of the cup in which a tournament decides; else None."""
    if not has_cut(tournament):
        return None
    stages = CupStage.objects.filter(cup__stages__tournament=tournament)
    acts = JournalEntry.objects.filter(tournament__in=stages.values("tournament"))
    newest: int | None = acts.aggregate(last=Max("pk"))["last"]
    return newest


def with_public_names(found: StageReport) -> StageReport:
    """Return a stage with the names that everybody may read; those of teams stay."""
    if found.stored is None or found.stage.cup.of == Cup.Of.TEAMS:
        return found
    public = {str(each.number): each.public_list_name for each in found.stored.entries}

    def named(line: CutLine) -> CutLine:
        name = public.get(line.contestant.key, line.contestant.name)
        return replace(line, contestant=replace(line.contestant, name=name))

    groups = tuple(tuple(map(named, group)) for group in found.cut.groups)
    return replace(found, cut=replace(found.cut, groups=groups))


def cup_people_rows(report: CupReport) -> tuple[CupPlayerRow, ...]:
    """Return all players over the stages as far as they are played; two queries."""
    same = counting_people()
    stages: list[Evening] = []
    teams: dict[int, str] = {}
    for each in report.stages:
        if each.report is None or each.stored is None:
            stages.append({})
            continue
        persons = {entry.pk: entry.person_id for entry in each.stored.entries}
        for entry in each.stored.entries:
            teams[same.get(entry.person_id, entry.person_id)] = entry.team
        stages.append(results_by_person(each.report, persons, same))
    people = people_with_clubs({pk for each in stages for pk in each})
    order = sorted(people, key=lambda pk: (name_key(people[pk].list_name), pk))
    if not people:
        return ()
    lines = series_standings(stages, SeriesRules(), order)
    return tuple(
        CupPlayerRow(line, people[line.person], teams.get(line.person, "")) for line in lines
    )


def _consoled(
    cup: Cup, stages: Sequence[CupStage], same: Mapping[int, int]
) -> dict[int, set[object]]:
    """Return who plays in each consolation tournament; a query where there is one."""
    there = [each.consolation_id for each in stages if each.consolation_id]
    found: dict[int, set[object]] = {pk: set() for pk in there}
    if there:
        entries = Entry.objects.filter(tournament__in=there, status__in=PLAYING)
        for pk, person, team in entries.values_list("tournament", "person", "team"):
            is_team = cup.of == Cup.Of.TEAMS
            found[pk].add(team if is_team else same.get(person, person))
    return found


def _contestants(found: StageReport) -> list[Contestant]:
    return [line.contestant for line in found.cut.lines]


def _stage_report(
    cup: Cup,
    stage: CupStage,
    stored: StoredResults | None,
    same: Mapping[int, int],
    carried: Mapping[object, Contestant],
) -> StageReport:
    """Return a stage by itself; `carried`: what everybody brings from the stages before."""
    if stored is None:
        return StageReport(stage, StageState.LOST)
    try:
        report = standings_of(stored)
    except DamagedResult:
        return StageReport(stage, StageState.DAMAGED)
    if cup.of == Cup.Of.TEAMS:
        people, there = _teams(stored, report)
    else:
        people, there = _players(stored, report, same)
    groups, group_of = _groups(stage, stored, report)
    contestants = []
    for each in there:
        before = carried.get(people[each.key], NOTHING)
        contestants.append(
            replace(
                each,
                rounds=(*before.rounds, *each.rounds),
                adjustment=before.adjustment + each.adjustment,
                group=group_of.get(each.key, len(groups)),
            )
        )
    lots = [DrawnLot(tuple(each.among), each.seed) for each in stage.lots.all()]
    withdrawn = [each.who for each in stage.withdrawals.all()]
    codes = known_codes(cup.chain)
    decided = cut(contestants, stage.rules, codes, lots, withdrawn)
    state = _state_of(report, decided)
    return StageReport(stage, state, decided, groups, report, stored, codes, people)


def _groups(
    stage: CupStage, stored: StoredResults, report: StandingsReport
) -> tuple[tuple[str, ...], dict[str, int]]:
    """Return the names of the groups, and the number of each contestant's; "" comes last."""
    if stage.per in _BELONGS:
        belongs, key_of = _BELONGS[stage.per]
        by_number = sorted(stored.entries, key=attrgetter("number"))
        of_players = {str(each.number): tidy(belongs(each)) for each in by_number}
        # Written in more than one way it is one group, called as the lowest number writes it.
        written = {key_of(name): name for name in reversed(of_players.values())}
        keys = sorted(written, key=lambda key: (not key, name_key(written[key])))
        groups = {each: keys.index(key_of(name)) for each, name in of_players.items()}
        return tuple(written[key] for key in keys), groups
    drawn = report.team_groups
    letters = [chr(ord("A") + number) for number in range(26)]
    names = [*letters, *map(str, range(27, len(drawn) + 1))][: len(drawn)]
    return tuple(names), {team: number for number, each in enumerate(drawn) for team in each}


def _state_of(report: StandingsReport, decided: Cut) -> StageState:
    if report.nothing_played:
        return StageState.WAITING
    if not report.is_over:
        return StageState.PLAYING
    return StageState.TIED if decided.ties else StageState.DECIDED


def _followed(before: StageReport, after: StageReport) -> StageReport:
    """Return a stage as one that is followed; who is tied now waits for the lot."""
    there = set(after.people.values())
    if after.state is StageState.LOST or not before.people:
        return replace(before, state=StageState.GONE_ON)
    goes_on = {
        line.contestant.key: line.fate is Fate.GOES_ON
        for line in before.cut.lines
        if line.fate is not Fate.TIED
    }
    wrong = [key for key, going in goes_on.items() if going != (before.people[key] in there)]
    coming = tuple(key for key in wrong if goes_on[key])
    leaving = tuple(key for key in wrong if not goes_on[key])
    astray = {
        **dict.fromkeys(coming, Astray.MISSING),
        **dict.fromkeys(leaving, Astray.THERE),
        **before.astray,
    }
    return replace(before, state=StageState.GONE_ON, leaving=leaving, coming=coming, astray=astray)


def _players(
    stored: StoredResults, report: StandingsReport, same: Mapping[int, int]
) -> tuple[dict[str, object], list[Contestant]]:
    """Return who the players are by start number, and their results."""
    rows = {row.entry_id: row for row in report.rows}
    people: dict[str, object] = {}
    found = []
    for entry in stored.entries:
        row, key = rows.get(entry.pk), str(entry.number)
        if row is None and entry.status not in PLAYING:
            continue
        people[key] = same.get(entry.person_id, entry.person_id)
        rounds, adjustment = (row.rounds, row.adjustment) if row else ((), 0)
        name = entry.list_name
        found.append(Contestant(key, name, rounds, adjustment, ranked=entry.ranked))
    return people, found


def _teams(
    stored: StoredResults, report: StandingsReport
) -> tuple[dict[str, object], list[Contestant]]:
    """Return the teams, and their results: the sums of their players, as they are ranked there."""
    playing = (each for each in stored.entries if each.status in PLAYING)
    entered = dict.fromkeys(each.team for each in playing if each.team)
    found = {team: Contestant(team, team, ()) for team in entered}
    for place in chain.from_iterable(team_groups_of(report)):
        # A team of whom nobody is left never goes on.
        found[place.team] = Contestant(
            *(place.team, place.team, place.rounds, place.adjustment),
            ranked=place.team in entered,
        )
    if not report.team_groups:  # as the tournament ranks its teams
        members: dict[str, list[Result]] = {}
        for row in report.rows:
            if row.team:
                result = (row.entry_id, row.number, row.rounds, row.adjustment)
                members.setdefault(row.team, []).append(Result(*result, row.rank is not None))
        for each in ranking(members, ALL_COUNT):
            is_ranked = each.rank is not None
            found[each.name] = Contestant(
                each.name, each.name, each.rounds, each.adjustment, ranked=is_ranked
            )
    return {team: team for team in found}, list(found.values())


def players_of_other_states(found: StageReport) -> list[Player]:
    """Return who has a federal state that is none of Germany's, where that decides who goes on."""
    if found.stored is None or found.stage.per != CupStage.Per.STATE:
        return []
    there = (each for each in found.stored.entries if each.status in PLAYING and each.state)
    return [each for each in there if state_called(each.state) not in GERMAN]


@dataclass(frozen=True, slots=True)
class LotReport:
    """A lot of a stage: between whom, in the order drawn, and whether it still decides."""

    lot: CupLot
    names: tuple[str, ...]
    decides: bool


def lot_reports(found: StageReport) -> list[LotReport]:
    """Return the lots of a stage; after a correction those it was between may not be equal."""
    by_lot = {line.contestant.key for line in found.cut.lines if line.by_lot}
    return [
        LotReport(
            each,
            tuple(names_in_lot(found, DrawnLot((), each.seed).in_order(each.among))),
            not by_lot.isdisjoint(each.among),
        )
        for each in found.stage.lots.all()
    ]


def keys_of_stage(found: StageReport, *fates: Fate) -> list[str]:
    """Return the keys of those with one of these fates, best first."""
    return [each.key for each in found.cut.those(*fates)]


def names_in_lot(found: StageReport, keys: Sequence[str]) -> list[str]:
    """Return the names of those whom a lot is between; players with the number it reckons by."""
    names = names_of_keys(found, keys)
    if found.stage.cup.of == Cup.Of.TEAMS:
        return names
    return [f"{name} ({key})" for key, name in zip(keys, names, strict=True)]


def names_of_keys(found: StageReport, keys: Sequence[str]) -> list[str]:
    """Return the names behind keys."""
    names = {each.key: each.name for each in _contestants(found)}
    return [names.get(key, key) for key in keys]
