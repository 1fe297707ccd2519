"""Writing the journal. Services call this inside their transaction; nobody else does."""

from django.db import transaction

from tournament.core.journal_chain import entry_seal
from tournament.mappers_journal import chained
from tournament.models import JournalEntry, JournalHead, Tournament
from tournament.permissions import Actor


@transaction.atomic(savepoint=False)
def record(
    actor: Actor, tournament: Tournament | None, action: str, **data: object
) -> JournalEntry:
    """Append one entry to the tournament's journal, or to the installation's (None).

    `data` are ids and results that JSON can hold, never names or contact data. The sentence for
    `action` stands in `tournament.labels.journal`. Entries of one journal are chained one after
    the other: its head stays locked until the end of the transaction.
    """
    head, _ = JournalHead.objects.select_for_update().get_or_create(tournament=tournament)
    entry = JournalEntry(tournament=tournament, user=actor.user, action=action, data=data)
    entry.seal = entry_seal(head.seal, chained(entry))
    entry.save()
    head.entries += 1
    head.seal = entry.seal
    head.save(update_fields=["entries", "seal"])
    return entry
