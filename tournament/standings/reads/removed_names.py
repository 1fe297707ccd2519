"""Names removed from a final list: data deleted, or consent to publication withdrawn.

The journal keeps the checksum of the list without them, to tell it from a list that was tampered
with.
"""

from tournament.models import JournalEntry, Tournament

REMOVED = "names_removed"


def removed_names(tournament: Tournament, checksum: str) -> JournalEntry | None:
    """Return the last removal of names from the frozen list, if it led to this checksum.

    One query, if the checksum differs from the frozen one.
    """
    if tournament.frozen_at is None or checksum == tournament.frozen_checksum:
        return None
    acts = JournalEntry.objects.filter(
        tournament=tournament, action__in=(REMOVED, "standings_frozen")
    )
    last = acts.order_by("pk").last()
    is_known = last and last.action == REMOVED and last.data["checksum"] == checksum
    return last if is_known else None


def is_as_frozen(tournament: Tournament, checksum: str) -> bool:
    """Whether a list with this checksum is the frozen one, except for removed names."""
    is_frozen_one = checksum == tournament.frozen_checksum
    return is_frozen_one or removed_names(tournament, checksum) is not None
