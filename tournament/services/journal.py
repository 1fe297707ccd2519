"""Writing the journal. Services call this inside their transaction; nobody else does."""

from tournament.models import JournalEntry, Tournament
from tournament.permissions import Actor


def record(
    actor: Actor, tournament: Tournament | None, action: str, **data: object
) -> JournalEntry:
    """Append one entry to the tournament's journal, or to the installation's (None).

    `data` are ids and results that JSON can hold, never names or contact data. The sentence for
    `action` stands in `tournament.labels.journal`.
    """
    return JournalEntry.objects.create(
        tournament=tournament, user=actor.user, action=action, data=data
    )
