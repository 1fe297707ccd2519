"""Services that let others in the hall reach the program, or stop it."""

import threading

from django.db import transaction

from tournament.accounts.reads.hall_network import is_own_address, own_port
from tournament.errors import Refused
from tournament.journal.writes import record
from tournament.models import HallNetwork
from tournament.permissions import Actor, require_owner

network_changed = threading.Event()
"""Set on a change, for the server of this process."""


@transaction.atomic
def let_others_in(actor: Actor, host: str) -> None:
    """Let others in at this address of the machine. Refused: `address_not_here`."""
    require_owner(actor)
    host = host.strip()
    if not is_own_address(host):
        raise Refused("address_not_here", host=host)
    port = own_port()
    HallNetwork.objects.update_or_create(pk=1, defaults={"host": host, "port": port})
    record(actor, None, "others_let_in", address=f"{host}:{port}")
    transaction.on_commit(network_changed.set)


@transaction.atomic
def let_nobody_in(actor: Actor) -> None:
    """Serve this computer only; idempotent."""
    require_owner(actor)
    if HallNetwork.objects.filter(port__isnull=False).update(port=None):
        record(actor, None, "others_shut_out")
        transaction.on_commit(network_changed.set)
