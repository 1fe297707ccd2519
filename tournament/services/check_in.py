"""The registration desk: who is there and who has paid, and taking either back.

Every act returns its entry in the journal, or None where nothing had to be done. The entry keeps
the mark that the page has made up for the act: sent again under the same mark, nothing is done and
the entry of the first time returned. All of it is refused in a finished tournament
("tournament_finished").
"""

from uuid import UUID

from django.db import transaction

from tournament.errors import Refused
from tournament.models import Entry, JournalEntry, Tournament
from tournament.permissions import Actor, may_check_in_players, require
from tournament.selectors.check_in import FEE, PRESENCE, desk_act, last_desk_act
from tournament.selectors.players import player_list
from tournament.services.journal import record
from tournament.services.open_tournaments import open_tournament


@transaction.atomic
def check_in_player(
    actor: Actor, entry: Entry, present: bool, mark: UUID | None = None
) -> JournalEntry | None:
    """Note that a player is there, or is not. Refused for somebody who does not play."""
    require(may_check_in_players, actor, entry.tournament)
    open_tournament(entry.tournament, though_frozen=True)
    entry.refresh_from_db(fields=["checked_in", "status"])
    if present and not entry.plays:
        raise Refused("player_does_not_play", number=entry.number, name=entry.person.name)
    return _switch(actor, entry, "checked_in", present, PRESENCE, mark)


@transaction.atomic
def set_fee(
    actor: Actor, entry: Entry, paid: bool, mark: UUID | None = None
) -> JournalEntry | None:
    """Note that a player has paid the entry fee, or has not."""
    require(may_check_in_players, actor, entry.tournament)
    open_tournament(entry.tournament, though_frozen=True)
    entry.refresh_from_db(fields=["fee_paid"])
    return _switch(actor, entry, "fee_paid", paid, FEE, mark)


@transaction.atomic
def undo_at_desk(
    actor: Actor, tournament: Tournament, undone: UUID, mark: UUID
) -> JournalEntry | None:
    """Take back what was done under the mark `undone`.

    None where that had changed nothing, or somebody has decided otherwise since.
    """
    require(may_check_in_players, actor, tournament)
    open_tournament(tournament, though_frozen=True)
    act = desk_act(tournament, undone)
    entry = player_list(tournament).filter(pk=act.data["entry"]).first() if act else None
    if act is None or entry is None:
        return None
    actions = PRESENCE if act.action in PRESENCE else FEE
    if last_desk_act(entry, actions) != act:
        return None
    change = check_in_player if actions is PRESENCE else set_fee
    return change(actor, entry, act.action != actions[0], mark)


def _switch(
    actor: Actor, entry: Entry, field: str, on: bool, actions: tuple[str, str], mark: UUID | None
) -> JournalEntry | None:
    """Set what the desk notes about somebody, unless this mark was here or it is so already."""
    if mark and (done := desk_act(entry.tournament, mark)):
        return done
    if getattr(entry, field) == on:
        return None
    setattr(entry, field, on)
    entry.save(update_fields=[field])
    action = actions[0] if on else actions[1]
    words = {"entry": entry.pk, "number": entry.number, **({"mark": str(mark)} if mark else {})}
    return record(actor, entry.tournament, action, touched=[entry], **words)
