"""Prizes: what there is to win, assigning it after the last round, and handing it out.

`mark` is made up by the page that sends: the same sent again under it is not repeated.
All of it is refused in a finished tournament ("tournament_finished").
"""

import secrets
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from tournament.errors import Refused
from tournament.journal.reads import rows_named
from tournament.journal.writes import needed_reason, record
from tournament.models import EqualOnes, PrizeAward, PrizeRule, Tournament
from tournament.models import Prize as PrizeRow
from tournament.money.writes import check_amount
from tournament.permissions import Actor, may_run_money
from tournament.prizes.mapping import ladder_fields
from tournament.prizes.reads import awards_now, prizes_of
from tournament.prizes.rules.prizes import Prize
from tournament.shared.reads.sendings import act_under, marked, rows_under
from tournament.shared.writes.open_tournaments import open_for
from tournament.standings.reads.rankings import group_rules
from tournament.standings.reads.standings import standings_after

MOST_PLACES = 500


@transaction.atomic
def set_prizes(
    actor: Actor,
    tournament: Tournament,
    prizes: Sequence[Prize],
    sharing: EqualOnes = EqualOnes.SPLIT,
    *,
    one_each: bool = False,
) -> None:
    """Set what there is to win, as a whole, and how equal places share it.

    Refused: `prizes_are_assigned`, `prize_is_nothing`, `prize_places_wrong`,
    `prize_needs_category`, `prize_of_unknown_round`, `prize_needs_ranking`, `amount_out_of_range`.
    """
    rule = _open_rule(actor, tournament)
    tournament = rule.tournament
    if rule.assigned_at:
        raise Refused("prizes_are_assigned")
    pools = set(tournament.pools.values_list("pk", flat=True))
    ranked = group_rules(tournament)
    for prize in prizes:
        _check(tournament, prize)
        if prize.ladder.ranking and prize.ladder.ranking not in ranked:
            raise Refused("prize_needs_ranking", needed=prize.ladder.ranking)
        if prize.ladder.pool is not None and prize.ladder.pool not in pools:
            raise ValueError("The pool belongs to another tournament.")
    old = PrizeRow.objects.filter(tournament=tournament)
    gone = rows_named(old)
    old.delete()
    rows = PrizeRow.objects.bulk_create(
        PrizeRow(
            tournament=tournament,
            first=prize.first,
            last=prize.last,
            amount=prize.amount,
            thing=prize.thing,
            **ladder_fields(prize.ladder),
        )
        for prize in prizes
    )
    rule.sharing, rule.one_each = sharing, one_each
    rule.save()
    record(
        actor,
        tournament,
        "prizes_set",
        touched=[*gone, *rows, rule],
        count=len(prizes),
        amount=sum(prize.total for prize in prizes),
        sharing=str(sharing),
    )


@transaction.atomic
def assign_prizes(
    actor: Actor, tournament: Tournament, seed: str = "", mark: UUID | None = None
) -> None:
    """Fix who gets what by the standings of now, equal ones by the seed (none: one is made up).

    Refused: `prizes_are_assigned`, `no_prizes`, `prizes_too_early` (a round or a sheet is
    missing, and the tournament is not finished).
    """
    rule = _open_rule(actor, tournament)
    tournament = rule.tournament
    if act_under(tournament, mark, ["prizes_assigned"]):
        return
    if rule.assigned_at:
        raise Refused("prizes_are_assigned")
    prizes = prizes_of(tournament)
    if not prizes:
        raise Refused("no_prizes")
    report = standings_after(tournament)
    if not report.complete and tournament.frozen_at is None:
        raise Refused("prizes_too_early")
    rule.seed = seed.strip() or secrets.token_hex(4)
    rule.assigned_at = timezone.now()
    rule.save()
    given = awards_now(tournament, report, prizes, rule)
    rows = PrizeAward.objects.bulk_create(
        PrizeAward(
            tournament=tournament,
            entry_id=award.entry,
            team=award.team,
            place=award.place,
            amount=award.amount,
            thing=award.thing,
            sharers=award.sharers,
            drawn=award.drawn,
            **ladder_fields(award.ladder),
        )
        for award in given
    )
    record(
        actor,
        tournament,
        "prizes_assigned",
        touched=[*rows, rule],
        count=len(given),
        amount=sum(award.amount for award in given),
        seed=rule.seed,
        **marked(mark),
    )


@transaction.atomic
def unassign_prizes(
    actor: Actor, tournament: Tournament, reason: str, mark: UUID | None = None
) -> None:
    """Take all assignments back, so that prizes can be set and assigned anew.

    Refused: `reason_needed`, `prizes_not_assigned`, `prizes_are_handed_out` (one at least).
    """
    rule = _open_rule(actor, tournament)
    if act_under(tournament, mark, ["prizes_unassigned"]):
        return
    reason = needed_reason(reason)
    if not rule.assigned_at:
        raise Refused("prizes_not_assigned")
    rows = PrizeAward.objects.filter(tournament=tournament)
    if rows.filter(handed_at__isnull=False).exists():
        raise Refused("prizes_are_handed_out")
    gone = rows_named(rows)
    rows.delete()
    rule.assigned_at, rule.seed = None, ""
    rule.save()
    words = {"reason": reason, **marked(mark)}
    record(actor, tournament, "prizes_unassigned", touched=[*gone, rule], **words)


@transaction.atomic
def hand_out_prize(actor: Actor, award: PrizeAward, handed: bool, mark: UUID | None = None) -> None:
    """Note that a winner has his prize, in cash where it is money; or has not after all."""
    tournament = award.tournament
    open_for(may_run_money, actor, tournament)
    action = "prize_handed_out" if handed else "prize_not_handed_out"
    if award.pk in rows_under(tournament, mark, action, "prizeaward"):
        return
    award.refresh_from_db(fields=["handed_at"])
    if (award.handed_at is not None) == handed:
        return
    award.handed_at = timezone.now() if handed else None
    award.handed_by = actor.user if handed else None
    award.save(update_fields=["handed_at", "handed_by"])
    winner = {"entry": award.entry_id} if award.entry_id else {"team": award.team}
    record(
        actor,
        tournament,
        action,
        touched=[award],
        **winner,
        prize=[award.amount, award.thing],
        **marked(mark),
    )


def _open_rule(actor: Actor, tournament: Tournament) -> PrizeRule:
    """The rules of the prizes, to be changed, with the tournament as it is now."""
    tournament = open_for(may_run_money, actor, tournament)
    rule, _ = PrizeRule.objects.get_or_create(tournament=tournament)
    rule.tournament = tournament
    return rule


def _check(tournament: Tournament, prize: Prize) -> None:
    if not prize.amount and not prize.thing:
        raise Refused("prize_is_nothing")
    check_amount(prize.amount, least=0)
    if not 1 <= prize.first <= prize.last <= MOST_PLACES:
        raise Refused("prize_places_wrong", first=prize.first, last=prize.last)
    if (prize.ladder.kind == "category") != bool(prize.ladder.category):
        raise Refused("prize_needs_category")
    if prize.ladder.round is not None and not (
        prize.ladder.kind == "round" and 1 <= prize.ladder.round <= tournament.rounds_planned
    ):
        raise Refused("prize_of_unknown_round", round=prize.ladder.round)
