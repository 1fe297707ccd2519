"""Features combined: whatever is switched on together, the figures match plain sums.

A failure names seed and number of each tournament: KREUZDAME_CROSSINGS_SEED=1
KREUZDAME_CROSSINGS_ONLY=17 plays that one again alone. A switch is a line in `SWITCHES`.
"""

import os
import re
from collections import Counter
from itertools import combinations
from random import Random

import pytest
from django.db import transaction
from django.utils.translation import override

from tests.factories.crossings import (
    EARLY,
    LAST_NAMES,
    LATE,
    NEVER_TOGETHER,
    REDUCED,
    SWITCHES,
    Hall,
    choose_switches,
    make_crossing,
)
from tests.factories.effort import tries
from tests.factories.plain_sums import Ladder, PlainSums, series_totals
from tournament.exports.website import standings_fragment
from tournament.models import Person, Pool, Tournament, VerificationRule
from tournament.money.reads import accounts_of, pool_members, till
from tournament.prizes.reads import prize_list, prizes_of
from tournament.series.reads import series_report
from tournament.standings.reads.courses import contenders
from tournament.standings.reads.rankings import group_rankings
from tournament.standings.reads.standings import standings_after
from tournament.trust.reads.recount import tournament_recount

pytestmark = [pytest.mark.django_db, pytest.mark.alone, pytest.mark.long]

SEED = os.environ.get("KREUZDAME_CROSSINGS_SEED", "1")
ONLY = os.environ.get("KREUZDAME_CROSSINGS_ONLY")
"""The number of one tournament, to play it again alone."""
EACH_PAIR = int(os.environ.get("KREUZDAME_CROSSINGS", tries(3, 100)))
"""How often each pair of switches is on together, at least."""


def test_figures_match_plain_sums_for_any_combination() -> None:
    wanted = {frozenset(pair) for pair in combinations(SWITCHES, 2)} - {NEVER_TOGETHER}
    seen: Counter[frozenset[str]] = Counter()
    different: list[str] = []
    number = 0
    while still := [pair for pair in wanted if seen[pair] < EACH_PAIR]:
        random = Random(f"{SEED} {number}")
        on = choose_switches(random, still)
        if ONLY in (None, str(number)):
            with transaction.atomic():
                found = differences(make_crossing(random, on))
                transaction.set_rollback(True)
            different += [f"{SEED} {number}: {each}; {', '.join(sorted(on))}" for each in found]
        seen.update(map(frozenset, combinations(sorted(on), 2)))
        number += 1
    if different:
        pytest.fail("\n".join([f"{len(different)} differences", *different]), pytrace=False)


def differences(hall: Hall) -> list[str]:
    """Return every figure of the program that differs from the plain sum, in words."""
    tournament = Tournament.objects.get(pk=hall.tournament.pk)
    plain = PlainSums(tournament, hall.noted_in)
    return [
        f"{name}: {told} instead of {right}"
        for name, told, right in (
            *_standings(tournament, plain),
            *_groups(tournament, plain),
            *_still_possible(tournament, plain),
            *_series(hall, plain),
            *_money(hall, tournament, plain),
            *_names_in_public(hall, tournament),
            *_recounted(tournament),
        )
        if told != right
    ]


def _standings(tournament, plain):
    for after in range(1, plain.last + 1):
        report = standings_after(tournament, after)
        people = [row.entry_id for row in report.rows]
        told = {row.entry_id: (row.rank, row.total) for row in report.rows}
        ranks = plain.ranks(after, people)
        right = {pk: (ranks.get(pk), plain.total(pk, after)) for pk in people}
        yield f"standings after {after}", told, right
    yield "last round", report.rounds, plain.last
    if tournament.verification != VerificationRule.NONE:
        verified = sum(each.tables_confirmed for each in report.progress)
        yield "verified", verified, plain.verified(report.rounds)


def _groups(tournament, plain):
    report = standings_after(tournament)
    listed = [row.entry_id for row in report.rows]
    for group in group_rankings(tournament, report):
        told = {each.name.split(" · ")[0]: (each.rank, each.total) for each in group.groups}
        right = plain.group_totals(group.kind, listed)
        yield f"ranking of {group.kind}", told, right
    kinds = [group.kind for group in group_rankings(tournament, report)]
    yield "rankings", sorted(kinds), sorted(each.kind for each in tournament.group_rankings.all())


def _still_possible(tournament, plain):
    if not tournament.frozen_at:
        told = {
            each.entry_id: each.remaining
            for each in contenders(tournament, standings_after(tournament))
        }
        yield "rounds to come", told, {pk: plain.to_come(pk) for pk in told}


def _series(hall, plain):
    if not hall.series:
        return
    report = series_report(hall.series)
    evenings = []
    for each in report.evenings:
        if not each.counts:
            continue
        if each.evening.tournament:
            person_of = {entry.pk: entry.person_id for entry in plain.entries.values()}
            played = [pk for pk in plain.ranks(plain.last) if plain.has_played(pk)]
            evenings.append({person_of[pk]: plain.total(pk, plain.last) for pk in played})
        else:
            evenings.append({line.person_id: line.total for line in each.evening.lines.all()})
    counting = {line.pk: line.same_as_id or line.pk for line in Person.objects.all()}
    evenings = [{counting[pk]: total for pk, total in each.items()} for each in evenings]
    told = {row.standing.person: row.standing.total for row in report.rows}
    yield "series", told, series_totals(hall.series, evenings)


def _money(hall, tournament, plain):
    if {"fees", "pools"} & hall.on:
        accounts = accounts_of(tournament)
        if "fees" in hall.on:
            told = {pk: max(0, account.due - account.paid) for pk, account in accounts.items()}
            yield "open fees", told, plain.open_fees(EARLY, LATE, "Damen", REDUCED)
        yield (
            "till",
            till(tournament).taken,
            sum(
                sum(plain.paid(pool).values())
                for pool in (None, *Pool.objects.filter(tournament=tournament))
            ),
        )
        for pool in Pool.objects.filter(tournament=tournament):
            members = {pk for pk, pools in pool_members(tournament).items() if pool.pk in pools}
            yield "pool", members, {pk for pk, paid in plain.paid(pool).items() if paid > 0}
    if "prizes" in hall.on:
        report = standings_after(tournament)
        listed = prize_list(tournament, report)
        told = {ladder: [] for ladder in map(_ladder, (each for each in prizes_of(tournament)))}
        for line in listed.lines:
            who = line.award.entry or line.award.team.split(" · ")[0]
            told[_ladder(line.award)].append((who, line.award.amount))
        rows = [row.entry_id for row in report.rows]
        right = plain.awards(rows, one_each=listed.rule.one_each)
        for ladder, shares in right.items():
            yield f"prizes {ladder}", sorted(told[ladder], key=str), sorted(shares, key=str)


def _names_in_public(hall, tournament):
    report = standings_after(tournament)
    with override("de"):
        text = standings_fragment(tournament, report).content.decode()
    told = {name for name in LAST_NAMES if re.search(rf"\b{name}\b", text)}
    listed = {row.entry_id for row in report.rows}
    names = {each.person.last_name for each in hall.entries() if each.pk in listed}
    yield "names in public", told, names & {*LAST_NAMES} - hall.secret_names


def _ladder(won):
    ladder = won.ladder
    return Ladder(str(ladder.kind), ladder.category, ladder.round, ladder.pool)


def _recounted(tournament):
    yield "recount", list(tournament_recount(tournament).differences), []
