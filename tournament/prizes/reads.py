"""Queries of prizes: what there is to win, who gets it by the standings, what was assigned."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from tournament.cup.reads import end_of_cup
from tournament.journal.reads import across_sheets
from tournament.models import Cup, Entry, EqualOnes, Pool, PrizeAward, PrizeRule, Tournament
from tournament.models import Prize as PrizeRow
from tournament.money.reads import income, pool_members, pools_of, promised
from tournament.prizes.rules import (
    ORDERS,
    Award,
    Contender,
    Giving,
    Ladder,
    Part,
    Prize,
    PrizeKind,
    awards,
    competes,
    last_place,
    not_given,
    passed_over,
    read_out,
    things_not_given,
)
from tournament.standings.reads.rankings import (
    counting_rules,
    group_ranking,
    names_of_groups,
    pairs_of,
)
from tournament.standings.reads.standings import StandingRow, StandingsReport, standings_after
from tournament.standings.rules.rankings import TEAMS_ALONE, GroupKind, GroupRules
from tournament.standings.rules.standings import ranks
from tournament.standings.rules.tie_breaks import keys_of


@dataclass(frozen=True, slots=True)
class AwardLine:
    """One line of the list of prizes; `row` is the assignment, None before that.

    public_name: for public lists. members: once assigned, the present members of the team or pair.
    """

    award: Award
    name: str
    public_name: str
    number: int | None
    club: str
    row: PrizeAward | None = None
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fund:
    """A source of prizes, in cents: the entry fees (pool None) or a side pool.

    prizes: planned. awarded: going to winners, by the present standings until assigned. promised:
    paid by what lists say, and in no payment yet.
    """

    pool: Pool | None
    income: int
    promised: int = 0
    prizes: int = 0
    awarded: int = 0
    is_assigned: bool = False

    def paying(
        self, prizes: Iterable[Prize], given: Iterable[Award] = (), *, is_assigned: bool = False
    ) -> "Fund":
        """Return the fund with what it pays of these prizes, and of those that go to winners."""
        pk = self.pool.pk if self.pool else None
        return replace(
            self,
            prizes=sum(each.total for each in prizes if each.ladder.pool == pk),
            awarded=sum(each.amount for each in given if each.ladder.pool == pk),
            is_assigned=is_assigned,
        )

    @property
    def together(self) -> int:
        """What came in and what will."""
        return self.income + self.promised

    @property
    def out(self) -> int:
        """What is to be paid: the planned prizes until they are assigned."""
        return self.awarded if self.is_assigned else self.prizes

    @property
    def left(self) -> int:
        """The remainder, negative if money is missing."""
        return self.together - self.out

    @property
    def missing(self) -> int:
        """By how much what goes out is more than what comes in."""
        return max(0, -self.left)


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The prizes of a tournament in the order of the prize-giving.

    - planned: what there is to win.
    - changed: they are assigned, but the present standings would give others.
    - not_given: the cents of each ladder without a winner, things_not_given: its things.
    - not_ranked: rankings needed by prizes but switched off.
    - passed_over: who has the points for the prize of a round but does not compete for it.
    - without_a_chance: by pool, who has paid for it but cannot win its prizes. pools: by key.
    """

    lines: tuple[AwardLine, ...]
    rule: PrizeRule
    planned: tuple[Prize, ...]
    funds: tuple[Fund, ...]
    not_given: Mapping[Ladder, int]
    things_not_given: Mapping[Ladder, list[str]]
    not_ranked: tuple[GroupKind, ...]
    passed_over: tuple[tuple[Ladder, StandingRow, int], ...]
    without_a_chance: Mapping[int, list[Entry]]
    pools: Mapping[int, Pool]
    has_prizes: bool
    changed: bool
    complete: bool

    @property
    def is_assigned(self) -> bool:
        """Whether the prizes are assigned."""
        return self.rule.assigned_at is not None

    @property
    def needs_lot(self) -> bool:
        """Whether there are ties to be decided by lot."""
        return any(line.award.drawn for line in self.lines)


def prize_rule(tournament: Tournament) -> PrizeRule:
    """Return how prizes are given; an unsaved default where nothing was set. One query."""
    found = PrizeRule.objects.filter(tournament=tournament).first()
    return found or PrizeRule(tournament=tournament)


def prizes_of(tournament: Tournament) -> list[Prize]:
    """Return the list of prizes; one query."""
    return [
        Prize(_ladder_of(row), row.first, row.last, row.amount, row.thing)
        for row in PrizeRow.objects.filter(tournament=tournament)
    ]


def funds_of(tournament: Tournament, pools: Mapping[int, Pool]) -> tuple[Fund, ...]:
    """Return the entry fees and each side pool, which pay for nothing yet; five queries."""
    came_in = income(tournament)
    owed = across_sheets(tournament, "promised", lambda: promised(tournament))
    return (
        Fund(None, came_in.get(None, 0), owed),
        *(Fund(pool, came_in.get(pk, 0)) for pk, pool in pools.items()),
    )


def _ladder_of(row: PrizeRow | PrizeAward) -> Ladder:
    return Ladder(PrizeKind(row.kind), row.category, row.round, row.pool_id)


def contenders(
    tournament: Tournament,
    report: StandingsReport,
    rules: Collection[GroupKind],
    members: Mapping[int, frozenset[int]],
) -> list[Contender]:
    """Return everybody in the standings; one query, two where pairs are ranked.

    rules: the ranked kinds of groups; members: the pools by entry.
    """
    pairs = pairs_of(tournament, rules)
    parts = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "status"))
    everybody = (each._replace(ranked=True) for each in report.results.people)
    groups = {kind: names_of_groups(report.rows, kind, pairs) for kind in rules}
    rank = ranks(everybody, keys_of(report.chain), report.results)
    return [
        Contender(
            entry=row.entry_id,
            number=row.number,
            rank=rank[row.entry_id],
            total=row.total,
            rounds=row.rounds,
            tags=row.tags,
            groups={
                kind: named[row.entry_id] for kind, named in groups.items() if row.entry_id in named
            },
            pools=members.get(row.entry_id, frozenset()),
            part=Part(parts[row.entry_id]),
            played=row.played,
        )
        for row in report.rows
    ]


def awards_by_standings(
    report: StandingsReport,
    prizes: Iterable[Prize],
    people: Collection[Contender],
    rule: PrizeRule,
    rules: Mapping[GroupKind, GroupRules],
) -> tuple[Award, ...]:
    """Return who gets what by these standings; nobody before the first list is in. No query."""
    if report.nothing_played:
        return ()
    giving = Giving(rule.sharing == EqualOnes.LOT, rule.seed, rule.one_each, rules, report.chain)
    return awards([*prizes], people, giving)


def prize_list(tournament: Tournament, report: StandingsReport | None = None) -> PrizeList:
    """Return the prizes as assigned, or by the present standings (`report`)."""
    rule, prizes = prize_rule(tournament), prizes_of(tournament)
    report = report or standings_after(tournament)
    rules, members = counting_rules(tournament, report), pool_members(tournament)
    people = contenders(tournament, report, rules, members)
    now = awards_by_standings(report, prizes, people, rule, rules)
    rows = {row.entry_id: row for row in report.rows}
    pools = {pool.pk: pool for pool in pools_of(tournament)}
    is_assigned = rule.assigned_at is not None
    kept = _kept_awards(tournament) if is_assigned else {}
    given = tuple(kept) if is_assigned else now
    return PrizeList(
        lines=tuple(_line(award, kept.get(award), people, rows) for award in read_out(given)),
        rule=rule,
        planned=tuple(prizes),
        funds=tuple(
            fund.paying(prizes, given, is_assigned=is_assigned)
            for fund in funds_of(tournament, pools)
        ),
        not_given=not_given(prizes, given),
        things_not_given=things_not_given(prizes, given),
        not_ranked=tuple(
            dict.fromkeys(
                kind for each in prizes if (kind := each.ladder.ranking) and kind not in rules
            )
        ),
        passed_over=tuple(
            (ladder, rows[person.entry], points)
            for ladder, person, points in passed_over(prizes, people, given)
        ),
        without_a_chance=_without_a_chance(tournament, prizes, members, rows),
        pools=pools,
        has_prizes=bool(prizes),
        changed=is_assigned
        and set(now) != {each for each in given if each.ladder.ranking in (None, *rules)},
        complete=report.complete or tournament.frozen_at is not None,
    )


def cup_ends_otherwise(
    tournament: Tournament, report: StandingsReport, prizes: Collection[Prize]
) -> bool:
    """Whether the cup that a tournament decides has others on the places that win a prize.

    Never where nothing can be compared: no prize is for what the cup ranks, or no team has a rank.
    """
    rows = end_of_cup(tournament, report)
    if rows is None or report.nothing_played:
        return False
    kinds: Collection[GroupKind | None] = (None,)
    own: dict[int | str, int | None] = {row.entry_id: row.rank for row in report.rows}
    if tournament.cup_stage.cup.of == Cup.Of.TEAMS:
        kinds = (*TEAMS_ALONE,)
        ranked = [group_ranking(tournament, report, kind) for kind in TEAMS_ALONE]
        own = {each.name: each.rank for of in filter(None, ranked) for each in of.groups}
    last = last_place(prizes, kinds)
    ends = {row.entry_id or row.team: row.rank for row in rows}
    before, after = (
        {who: rank for who, rank in places.items() if rank and rank <= last}
        for places in (own, ends)
    )
    return bool(before) and before != after


def _kept_awards(tournament: Tournament) -> dict[Award, PrizeAward]:
    """Return the assigned prizes with their rows and winners; one query."""
    found = PrizeAward.objects.filter(tournament=tournament)
    return {
        Award(
            ladder=_ladder_of(row),
            place=row.place,
            entry=row.entry_id,
            team=row.team,
            amount=row.amount,
            thing=row.thing,
            sharers=row.sharers,
            drawn=row.drawn,
        ): row
        for row in found.select_related("entry__person", "entry__club", "pool", "handed_by")
    }


def _line(
    award: Award,
    row: PrizeAward | None,
    people: Iterable[Contender],
    rows: Mapping[int, StandingRow],
) -> AwardLine:
    if row and row.entry:
        club, person = row.entry.club_short, row.entry.person
        names = person.list_name, person.public_list_name
        return AwardLine(award, *names, row.entry.number, club, row)
    if row:
        own = people if ORDERS[award.ladder.kind].of_members else ()
        team = [each.entry for each in own if competes(each, award.ladder)]
        members = tuple(rows[pk].list_name for pk in team if rows[pk].team == row.team)
        return AwardLine(award, row.team, row.team, None, "", row, members)
    if standing := rows.get(award.entry or 0):
        names = standing.list_name, standing.public_list_name
        return AwardLine(award, *names, standing.number, standing.club)
    return AwardLine(award, award.team, award.team, None, "")


def _without_a_chance(
    tournament: Tournament,
    prizes: Iterable[Prize],
    members: Mapping[int, frozenset[int]],
    rows: Mapping[int, StandingRow],
) -> dict[int, list[Entry]]:
    """Return by pool who has paid but is disqualified, or has withdrawn without a round."""
    wanted = {each.ladder.pool for each in prizes if each.ladder.pool is not None}
    payers = [entry for entry, pools in members.items() if pools & wanted]
    gone = [Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED]
    found = Entry.objects.filter(tournament=tournament, status__in=gone, pk__in=payers)
    by_pool: dict[int, list[Entry]] = {}
    for entry in found.select_related("person") if payers else ():
        has_played = entry.pk in rows and any(each is not None for each in rows[entry.pk].rounds)
        if entry.status == Entry.Status.DISQUALIFIED or not has_played:
            for pool in members[entry.pk] & wanted:
                by_pool.setdefault(pool, []).append(entry)
    return by_pool
