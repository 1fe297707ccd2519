"""Writing the journal. Services call this inside their transaction; nobody else does."""

from collections.abc import Iterable

from django.db import transaction

from tournament.errors import Refused
from tournament.journal.mapping import chained
from tournament.journal.reads import Touched, facts_of
from tournament.journal.rules.journal_chain import entry_seal
from tournament.models import Call, JournalEntry, JournalHead, Tournament
from tournament.models.fields import fitting, longest
from tournament.permissions import Actor
from tournament.shared.reads.prepared import Prepared

LONGEST_REASON = longest(Call, "withdrawn_reason")

_HEAD = Prepared(
    lambda tournament: JournalHead.objects.select_for_update().filter(tournament=tournament)
)


def needed_reason(reason: str) -> str:
    """Why something is done, for the journal. Refused: `reason_needed`, `text_longer_than`."""
    if not reason.strip():
        raise Refused("reason_needed")
    return fitting_reason(reason)


def fitting_reason(reason: str) -> str:
    """Why something is done where nobody need say it. Refused: `text_longer_than`."""
    return fitting(Call, "withdrawn_reason", reason.strip())


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

    `touched` are the rows that the act has written: the entry keeps what stands in them now, so
    that anybody can tell later whether it still does. They are read again, with one query for each
    model: of what a service has not written it may hold an older state. Versions never change
    and need none. Rows that the act deletes are given by name (`journal.reads.rows_named`).

    `data` are ids and results that JSON can hold, never names or contact data. The sentence for
    `action` stands in `tournament.labels.journal`. Entries of one journal are chained one after
    the other: its head stays locked until the end of the transaction.
    """
    head = _HEAD.one(tournament.pk) if tournament else None
    if head is None:
        head, _ = JournalHead.objects.select_for_update().get_or_create(tournament=tournament)
    facts = facts_of(tournament.pk if tournament else None, touched)
    entry = JournalEntry(
        tournament=tournament, user=actor.user, action=action, data=data, facts=facts
    )
    entry.seal = entry_seal(head.seal, chained(entry))
    entry.save()
    head.entries += 1
    head.seal = entry.seal
    head.save(update_fields=["entries", "seal"])
    return entry
