"""Reads about what was done at the registration desk, as the journal has it."""

from collections.abc import Collection
from uuid import UUID

from tournament.models import Entry, JournalEntry, Tournament, User
from tournament.shared.reads.sendings import act_under

# What the journal calls it when somebody is noted, and when that is taken back.
PRESENCE = ("player_checked_in", "player_checked_out")
FEE = ("fee_paid", "fee_not_paid")
SHOWN_AT_DESK = 5  # people, as in static/tournament/check-in.js
_LOOKED_THROUGH = 40  # acts: several are about one person


def desk_act(tournament: Tournament, mark: UUID) -> JournalEntry | None:
    """What was done at the desk under this mark of the page that sent it."""
    return act_under(tournament, mark, [*PRESENCE, *FEE])


def last_desk_act(entry: Entry, actions: Collection[str]) -> JournalEntry | None:
    """The last of these acts that was about this player."""
    acts = JournalEntry.objects.filter(tournament=entry.tournament_id, action__in=actions)
    return acts.filter(data__entry=entry.pk).last()


def last_at_desk(tournament: Tournament, user: User) -> list[int]:
    """The entries that an account has handled at the desk last, the latest first; one query."""
    acts = JournalEntry.objects.filter(
        tournament=tournament, user=user, action__in=[*PRESENCE, *FEE]
    )
    about = acts.order_by("-pk").values_list("data__entry", flat=True)[:_LOOKED_THROUGH]
    return [pk for pk in dict.fromkeys(about) if pk is not None]
