"""Queries of acts at the check-in desk, from the journal."""

from collections.abc import Collection
from uuid import UUID

from tournament.journal.reads import act_under
from tournament.models import Entry, JournalEntry, Tournament, User

# Journal actions for setting and undoing.
PRESENCE = ("player_checked_in", "player_checked_out")
FEE = ("fee_paid", "fee_not_paid")
SHOWN_AT_DESK = 5  # people, as in static/tournament/check-in.js
_LOOKED_THROUGH = 40  # acts: several concern one person


def desk_act(tournament: Tournament, mark: UUID) -> JournalEntry | None:
    """Return the act at the desk with this submission id."""
    return act_under(tournament, mark, [*PRESENCE, *FEE])


def last_desk_act(entry: Entry, actions: Collection[str]) -> JournalEntry | None:
    """Return the last of these acts that concerns this player."""
    acts = JournalEntry.objects.filter(tournament=entry.tournament_id, action__in=actions)
    return acts.filter(data__entry=entry.pk).last()


def last_at_desk(tournament: Tournament, user: User) -> list[int]:
    """Return the entries an account has handled last at the desk, latest first; one query."""
    acts = JournalEntry.objects.filter(
        tournament=tournament, user=user, action__in=[*PRESENCE, *FEE]
    )
    about = acts.order_by("-pk").values_list("data__entry", flat=True)[:_LOOKED_THROUGH]
    return [pk for pk in dict.fromkeys(about) if pk is not None]
