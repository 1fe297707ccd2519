"""Names taken out of a final list: somebody's data was deleted, or a name is published no more.

The journal keeps the checksum the list has without them, so that it can still be told from a
list that was changed.
"""

from tournament.models import JournalEntry, Tournament

REMOVED = "names_removed"


def removed_names(tournament: Tournament, checksum: str) -> JournalEntry | None:
    """The last time names were taken out of the frozen list, which has this checksum now.

    One query where that is not the one it was frozen with.
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
    """Whether a list with this checksum is the frozen one, but for names taken out."""
    is_frozen_one = checksum == tournament.frozen_checksum
    return is_frozen_one or removed_names(tournament, checksum) is not None
