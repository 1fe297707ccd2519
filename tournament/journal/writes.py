"""What services begin and end with, in their transaction: the open tournament, a journal entry."""

from collections.abc import Iterable

from django.db import transaction

from tournament.errors import Refused
from tournament.journal.mapping import chained
from tournament.journal.reads import Touched, facts_of
from tournament.journal.rules import entry_seal
from tournament.models import Call, JournalEntry, JournalHead, Tournament
from tournament.models.fields import fitting, longest
from tournament.permissions import THOUGH_FROZEN, Actor, Permission, require
from tournament.shared.reads.prepared import Prepared
from tournament.shared.writes.rows import insert, update

LONGEST_REASON = longest(Call, "withdrawn_reason")

_LOCKED = Prepared(lambda tournament: Tournament.objects.select_for_update().filter(pk=tournament))
_HEAD = Prepared(
    lambda *tournament: (
        JournalHead.objects.select_for_update()
        .filter(tournament=tournament[0] if tournament else None)
        .order_by("pk")
    )
)


def open_for(permission: Permission, actor: Actor, tournament: Tournament) -> Tournament:
    """Check the permission and return the tournament as `open_tournament`; `PermissionDenied`."""
    require(permission, actor, tournament)
    return open_tournament(tournament, though_frozen=permission in THOUGH_FROZEN)


def open_tournament(tournament: Tournament, *, though_frozen: bool = False) -> Tournament:
    """Return the current tournament, locked until the end of the transaction.

    Locks on rounds or tables come after this one. `though_frozen`: the act does not affect the
    standings, so the tournament may be over. Refused: `tournament_finished` until it is resumed.
    """
    locked = _LOCKED.one(tournament.pk)
    if locked is None:
        raise Tournament.DoesNotExist
    if locked.is_over and not though_frozen:
        raise Refused("tournament_finished")
    return locked


def needed_reason(reason: str) -> str:
    """Return a required reason, stripped. Refused: `reason_needed`, `text_longer_than`."""
    if not reason.strip():
        raise Refused("reason_needed")
    return fitting_reason(reason)


def fitting_reason(reason: str) -> str:
    """Return an optional reason, stripped. Refused: `text_longer_than`."""
    return fitting(Call, "withdrawn_reason", reason.strip())


def lock_journal(tournament: Tournament | None) -> JournalHead:
    """Return the head of a journal, locked until the end of the transaction.

    Whatever else is recorded there comes before it, and is seen, or waits.
    """
    head = _HEAD.one(*([tournament.pk] if tournament else []))
    if head is None:
        head, _ = JournalHead.objects.select_for_update().get_or_create(tournament=tournament)
    return head


@transaction.atomic(savepoint=False)
def record(
    actor: Actor,
    tournament: Tournament | None,
    action: str,
    *,
    touched: Iterable[Touched] = (),
    **data: object,
) -> JournalEntry:
    """Append one entry to the tournament's journal, or to the installation's (None).

    `touched` are the rows written by the act: the entry stores their content, for later
    verification. They are read again, with one query per model, since an instance may be outdated
    in fields the service has not written; versions are immutable and are not. Rows the act deletes
    are given by name (`journal.reads.rows_named`).

    `data` are ids and results in JSON form, never names or contact data. The sentence for `action`
    is in `tournament.labels.journal`. Entries of one journal are chained one after the other: its
    head stays locked until the end of the transaction.
    """
    head = lock_journal(tournament)
    facts = facts_of(tournament.pk if tournament else None, touched)
    entry = JournalEntry(
        tournament=tournament, user=actor.user, action=action, data=data, facts=facts
    )
    entry.seal = entry_seal(head.seal, chained(entry))
    insert(entry)
    head.entries += 1
    head.seal = entry.seal
    update(head, "entries", "seal")
    return entry
