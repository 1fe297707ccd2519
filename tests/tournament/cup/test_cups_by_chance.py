"""Cups by chance, against a plain count from seats and score sheets alone.

Teams or players, of all or of each group, points or table points, carried over or not, ties,
forfeits, deductions, withdrawals before and after the next stage is made.
"""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import groupby
from random import Random

import pytest

from tests.factories.cups import make_cup, play, row_of_stage, stage_of
from tests.factories.effort import chiefly
from tournament.cup.reads import StageState, cup_people_rows, cup_report, cut_differences
from tournament.cup.rules import Cut, Fate
from tournament.cup.writes import (
    Plan,
    begin_consolation,
    begin_next_stage,
    draw_cup_lot,
    withdraw_from_cup,
)
from tournament.draw.season import group_sizes
from tournament.errors import Refused
from tournament.models import Adjustment, Cup, CupStage, Entry, Seat, SheetVersion, Tournament
from tournament.people.writes.players import set_player_status
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import deduct_points
from tournament.tournaments.writes.tournaments import edit_tournament
from tournament.trust.reads.audit import installation_findings

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

PLAYS = ("active", "unranked")


class Count:
    """What somebody would count with a pencil; everybody by key, as the cup calls them."""

    def __init__(self, cup: Cup) -> None:
        self.cup = cup
        self.of_teams = cup.of == "teams"
        self.brought: dict[str, list[int]] = {}
        """Points of each round of the stages before, and deductions, by key."""

    def key(self, entry: Entry) -> str:
        return entry.team if self.of_teams else str(entry.number)

    def results(self, stage: CupStage) -> dict[str, tuple[int, int]]:
        """Return everybody's total, with what is carried over, and the points of the last round."""
        totals: dict[str, int] = defaultdict(int)
        last: dict[str, int] = defaultdict(int)
        for seat, points in ranked_seats(stage.tournament):
            totals[self.key(seat.entry)] += points
            if seat.round.number == stage.tournament.rounds_planned:
                last[self.key(seat.entry)] += points
        for each in Adjustment.objects.filter(entry__tournament=stage.tournament):
            totals[self.key(each.entry)] += each.points
        if self.cup.carry_points:
            for key in totals:
                totals[key] += sum(self.brought.get(key, []))
        return {key: (total, last[key]) for key, total in totals.items()}

    def groups(self, stage: CupStage) -> dict[str, list[str]]:
        """Return who is counted with whom: of those who may go on."""
        found: dict[str, list[str]] = defaultdict(list)
        may = {}
        for entry in stage.tournament.entries.select_related("club"):
            counts = entry.status in PLAYS if self.of_teams else entry.status == "active"
            may[self.key(entry)] = may.get(self.key(entry), False) or counts
            club = entry.club.name if entry.club else ""
            found[club if stage.per == "club" else ""] += [self.key(entry)]
        if stage.per == "group":
            found = {str(number): team for number, team in enumerate(stage.tournament.team_groups)}
        return {name: sorted({key for key in keys if may[key]}) for name, keys in found.items()}

    def expected(self, stage: CupStage) -> tuple[set[str], list[set[str]]]:
        """Return who goes on, and the sets of those who are equal at a cut without a lot."""
        results = self.results(stage)
        gone = {each.who for each in stage.withdrawals.all()}
        going: set[str] = set()
        tied: list[set[str]] = []
        for keys in self.groups(stage).values():
            there = [key for key in keys if key not in gone]

            def worth(key: str) -> tuple[int, ...]:
                return results[key] if self.cup.chain else results[key][:1]

            left = stage.go_on
            for _worth, equal in groupby(sorted(there, key=worth, reverse=True), key=worth):
                some = list(equal)
                if 0 < left < len(some):
                    lot = [each for each in stage.lots.all() if {*some} <= {*each.among}]
                    if lot:
                        some.sort(key=lambda key: drawn(lot[0].seed, key))
                    else:
                        tied.append({*some})
                        some = []
                        left = 0
                going |= {*some[:left]}
                left = max(0, left - len(some))
        return going, tied

    def carry(self, stage: CupStage) -> None:
        """Keep what those of this stage bring to the next one."""
        self.brought = {key: [total] for key, (total, _last) in self.results(stage).items()}


def ranked_seats(tournament: Tournament) -> Iterator[tuple[Seat, int]]:
    """Yield each seat with what counts of it: a point for each beaten, less one for each better."""
    sheets = {each.table_id: each for each in SheetVersion.objects.exclude(current_of=None)}
    seats = Seat.objects.filter(round__tournament=tournament).select_related("entry", "round")
    for seat in seats.order_by("pk"):
        totals = sheets[seat.table_id].totals
        own = totals[seat.position - 1]
        beaten, better = (sum(each < own for each in totals), sum(each > own for each in totals))
        yield seat, beaten - better if tournament.table_points else own


def drawn(seed: str, key: str) -> str:
    """Return the lot of a key as docs/cup.md tells everybody to reckon it."""
    text = json.dumps(["Kreuzdame cup lot 1", seed, key], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def play_by_chance(tournament: Tournament, random: Random) -> None:
    """Play with few different totals; then somebody leaves, is not ranked, or loses points."""
    rounds = range(tournament.rounds_planned)
    entries = list(tournament.entries.order_by("number"))
    totals = {each.number: [random.randint(-1, 1) for _ in rounds] for each in entries}
    play(tournament, random, totals)
    if random.random() < 0.5:
        status = random.choice(list(Entry.Status))
        for each in random.choice([entries[:1], entries[:4]]):
            if status != each.status:
                set_player_status(COMMAND_LINE, each, status, "kam nicht wieder")
    if random.random() < 0.5:
        deduct_points(COMMAND_LINE, random.choice(entries), 2, "zu spät")


def settle(cup: Cup, number: int, count: Count, random: Random) -> int:
    """Draw the lots of a stage; check each tie, and at the end who goes on; return how many."""
    lots = 0
    while True:
        going, tied = count.expected(row_of_stage(cup, number))
        found = stage_of(cup, number)
        assert sorted(map(sorted, (tie.keys for tie in found.cut.ties))) == sorted(
            map(sorted, tied)
        )
        assert {each.key for each in found.cut.those(Fate.GOES_ON)} == going
        if not tied:
            return lots
        assert found.state is StageState.TIED
        keys = random.choice(found.cut.ties).keys
        draw_cup_lot(COMMAND_LINE, row_of_stage(cup, number), keys, f"{random.random()}", "Würfel")
        lots += 1


def withdraw_by_chance(cup: Cup, number: int, random: Random) -> None:
    """Let somebody withdraw: everybody's place is kept, also one by lot."""
    found = stage_of(cup, number).cut
    going = [each.key for each in found.those(Fate.GOES_ON)]
    if going and random.random() < 0.5:
        stage = row_of_stage(cup, number)
        try:
            withdraw_from_cup(COMMAND_LINE, stage, random.choice(going), "krank")
            assert places_of(stage_of(cup, number).cut) == places_of(found)
        except Refused as refusal:
            assert refusal.code == "cup_tied_behind"  # noqa: PT017 - nothing else may be refused


def places_of(found: Cut) -> dict[str, tuple[int | None, bool]]:
    return {line.contestant.key: (line.rank, line.by_lot) for line in found.lines}


def make_by_chance(random: Random) -> Cup:
    more = {"carry_points": random.random() < 0.5, "chain": random.choice([[], ["last_round"]])}
    rounds = random.randint(1, 2)
    if random.random() < 0.5:
        per = random.choice(["all", "group"])
        go_on = random.randint(1, 3) if per == "group" else random.randint(3, 6)
        teams = random.randint(6, 11)
        if per == "group":
            go_on = of_a_group(go_on, teams)
        return make_cup(teams, rounds=rounds, go_on=go_on, per=per, **more)
    per = random.choice(["all", "club"])
    go_on = random.randint(1, 3) if per == "club" else random.randint(4, 10)
    return make_cup(players=random.choice([12, 16]), rounds=rounds, go_on=go_on, per=per, **more)


def of_a_group(go_on: int, teams: int) -> int:
    """Return so many, or as many as there are so that one of the largest group is out."""
    return min(go_on, max(group_sizes(teams)) - 1)


@pytest.mark.long
@pytest.mark.parametrize("seed", chiefly(0, 1, 2, 19, 26, 32, of=range(60)))
def test_whoever_goes_on_is_counted_plainly(seed: int) -> None:
    random = Random(seed)
    cup = make_by_chance(random)
    table_points = Random(f"table {seed}").random() < 0.5
    edit_tournament(COMMAND_LINE, row_of_stage(cup).tournament, {"table_points": table_points})
    count = Count(cup)
    of_people: dict[int, int] = defaultdict(int)
    for number in (1, 2, 3):
        play_by_chance(row_of_stage(cup, number).tournament, random)
        add_people(row_of_stage(cup, number), of_people)
        settle(cup, number, count, random)
        withdraw_by_chance(cup, number, random)
        settle(cup, number, count, random)
        assert cut_differences(row_of_stage(cup, number).tournament) == []
        going = {each.key for each in stage_of(cup, number).cut.those(Fate.GOES_ON)}
        if len(going) < (3 if count.of_teams else 4) or number == 3:
            break
        if random.random() < 0.3 and stage_of(cup, number).cut.those(Fate.OUT):
            begin_consolation(COMMAND_LINE, row_of_stage(cup, number), Plan("Trost", 1))
        count.carry(row_of_stage(cup, number))
        per = random.choice(["all", "group" if count.of_teams else "club"])
        settings = {"name": f"Stufe {number + 1}", "go_on": random.randint(1, 4), "per": per}
        if per == "group":
            settings["go_on"] = of_a_group(settings["go_on"], len(going))
        plan = Plan(f"Stufe {number + 1}", random.randint(1, 2), seed=str(seed))
        made = begin_next_stage(COMMAND_LINE, cup, settings, plan).tournament
        assert made.table_points == table_points
        withdraw_by_chance(cup, number, random)
        entered = {count.key(each) for each in made.entries.all()}
        assert entered == {each.key for each in stage_of(cup, number).cut.those(Fate.GOES_ON)}
        assert {*stage_of(cup, number).astray.values()} <= {"consoled"}
        if not can_play(made, of_teams=count.of_teams):
            break
    rows = cup_people_rows(cup_report(cup))
    assert {row.person.pk: row.standing.total for row in rows} == dict(of_people)
    assert installation_findings() == ()


def can_play(tournament: Tournament, *, of_teams: bool) -> bool:
    """Whether it can be drawn: three teams of four, or so many that tables hold four or five."""
    sizes = Counter(tournament.entries.values_list("team", flat=True))
    if of_teams:
        return len(sizes) >= 3 and {*sizes.values()} == {4}
    return sizes.total() not in (1, 2, 3, 6, 7, 11)


def add_people(stage: CupStage, totals: dict[int, int]) -> None:
    """Add the points of a stage to everybody's sum over all stages, of those ranked in it."""
    of_ranked = {"entry__tournament": stage.tournament, "entry__status": Entry.Status.ACTIVE}
    for seat, points in ranked_seats(stage.tournament):
        if seat.entry.status == Entry.Status.ACTIVE:
            totals[seat.entry.person_id] += points
    for each in Adjustment.objects.filter(**of_ranked).select_related("entry"):
        totals[each.entry.person_id] += each.points
