"""Services for the players' phones: access, code, released standings."""

import secrets

from django.db import transaction

from tournament.errors import Refused
from tournament.journal.writes import open_for, open_tournament, record
from tournament.models import Round, Tournament
from tournament.permissions import (
    Actor,
    may_let_phones_in,
    may_print,
    may_release_standings,
    require,
)
from tournament.phones.reads import phone_url
from tournament.shared.rules.codes import new_code
from tournament.standby.standing import standing

CODE_LENGTH = 9
"""44 bits: cannot be guessed."""


@transaction.atomic
def let_phones_in(actor: Actor, tournament: Tournament) -> None:
    """Make the tournament visible to phones with its code, created the first time."""
    current = open_for(may_let_phones_in, actor, tournament)
    if current.phones_let_in:
        return
    current.phones_let_in = True
    current.phone_code = current.phone_code or new_code(CODE_LENGTH, secrets.randbelow)
    _save(actor, current, "phones_let_in", "phones_let_in", "phone_code")


@transaction.atomic
def shut_phones_out(actor: Actor, tournament: Tournament) -> None:
    """Hide the tournament from phones; the code works again once they are let in again."""
    current = open_for(may_let_phones_in, actor, tournament)
    if not current.phones_let_in:
        return
    current.phones_let_in = False
    _save(actor, current, "phones_shut_out", "phones_let_in")


@transaction.atomic
def renew_phone_code(actor: Actor, tournament: Tournament) -> None:
    """Rotate the code; old links stop working."""
    current = open_for(may_let_phones_in, actor, tournament)
    current.phone_code = new_code(CODE_LENGTH, secrets.randbelow)
    _save(actor, current, "phone_code_renewed", "phone_code")


@transaction.atomic
def release_standings(actor: Actor, tournament: Tournament, after: int) -> None:
    """Make the standings after a round public, none after 0. Refused: `unknown_round`."""
    current = open_for(may_release_standings, actor, tournament)
    published = Round.objects.filter(tournament=current, published_at__isnull=False)
    if after and not published.filter(number=after).exists():
        raise Refused("unknown_round", round=after)
    if after == current.standings_released:
        return
    current.standings_released = after
    if after:
        _save(actor, current, "standings_released", "standings_released", round=after)
    else:
        _save(actor, current, "standings_withheld", "standings_released")


@transaction.atomic
def note_printed_address(actor: Actor, tournament: Tournament) -> None:
    """Save the address printed on a paper, to warn when it is no longer right."""
    require(may_print, actor, tournament)
    address = phone_url(tournament)
    if address in ("", tournament.printed_address) or not standing.takes_entries:
        return
    current = open_tournament(tournament, though_frozen=True)
    current.printed_address = address
    _save(actor, current, "phone_address_printed", "printed_address", address=address)


def _save(actor: Actor, current: Tournament, action: str, *fields: str, **data: object) -> None:
    current.save(update_fields=fields)
    record(actor, current, action, touched=[current], **data)
