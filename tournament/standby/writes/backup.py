"""Services for copies of the database: the second place, and restoring."""

import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.db import DatabaseError, connections, transaction

from tournament.accounts.writes.hall_network import network_changed
from tournament.backup import gate
from tournament.backup.copies import copy_wanted
from tournament.backup.restoring import is_empty_place, restore
from tournament.backup.second_place import prepare_folder
from tournament.journal.writes import record
from tournament.models import BackupPlace, Epoch, OtherComputer, User
from tournament.permissions import COMMAND_LINE, Actor, require_owner
from tournament.shared.reads.kept import forget_all
from tournament.standby.follower import follower
from tournament.standby.writes.moved_clock import clock_reading, follow_clock
from tournament.standby.writes.second_computer import keep_standing


@dataclass(frozen=True, slots=True)
class Restored:
    """Where the old database was set aside, and the owner's account in the copy.

    Either may be None: there was no database, or the copy has no owner of that name.
    """

    aside: Path | None
    account: User | None


@transaction.atomic
def choose_place(actor: Actor, path: str) -> None:
    """Choose a second place for copies. Refused: as `prepare_folder`."""
    require_owner(actor)
    place = BackupPlace.objects.first() or BackupPlace(pk=1, mark=secrets.token_hex(4))
    place.path = str(prepare_folder(Path(path.strip()), place.mark).parent)
    place.save()
    record(actor, None, "backup_place_chosen", path=place.path)
    transaction.on_commit(copy_wanted.set)


@transaction.atomic
def leave_place(actor: Actor) -> None:
    """Stop copying to the second place; copies there stay."""
    require_owner(actor)
    for place in BackupPlace.objects.all():
        record(actor, None, "backup_place_left", path=place.path)
        place.delete()


def restore_copy(actor: Actor, source: Path, *, requests: int = 0) -> Restored:
    """Make a copy the database in use; the present one is set aside.

    `requests`: how many of the running requests are the caller's. Refused: `still_busy`, and as
    `restore`.
    """
    require_owner(actor)
    with follower.lock, gate.shut(requests):
        others, epoch = list[OtherComputer](), None
        if not is_empty_place():  # a query would create a database
            with suppress(DatabaseError):  # a damaged one
                others, epoch = list(OtherComputer.objects.all()), Epoch.objects.first()
        connections.close_all()
        aside = restore(source)
        keep_standing(others, epoch)
    forget_all()
    network_changed.set()
    follow_clock(clock_reading())  # the copy has the clock of its own time, or another computer's
    same = User.objects.filter(username=actor.user.username if actor.user else "")
    account = same.filter(is_superuser=True, is_active=True).first()
    by = Actor(account) if account else COMMAND_LINE
    record(by, None, "copy_restored", copy=source.name, aside=aside.name if aside else "–")
    return Restored(aside, account)
