"""Services of a computer: its clock, its copies, and a second one.

A round is stored with the time of day at which it began. A computer also counts its uptime, which
nobody can move. When the difference of the two changes, the clock was moved, and the start of
running rounds is moved with it: tables keep their remaining time. This works across a restart of
the program; after one of the computer only the time of day is known. It is trusted unless the
journal has later entries: then the round continues from the last of them.
"""

import secrets
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from django.contrib.sessions.models import Session
from django.db import DatabaseError, connections, transaction
from django.db.models import F, Max, Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournament.accounts.reads import (
    address_towards,
    an_owner_has_a_password,
    hall_url,
    is_own_address,
    own_port,
)
from tournament.accounts.writes import network_changed
from tournament.backup import gate
from tournament.backup.copies import copy_wanted, make_copy
from tournament.backup.restoring import is_empty_place, restore
from tournament.backup.second_place import prepare_folder
from tournament.backup.sqlite import is_one_file
from tournament.errors import Refused
from tournament.journal.writes import open_tournament, record
from tournament.models import (
    BackupPlace,
    ClockReference,
    Epoch,
    GameTable,
    HallNetwork,
    JournalEntry,
    OtherComputer,
    Round,
    SheetDraft,
    TableReport,
    Tournament,
    User,
)
from tournament.permissions import COMMAND_LINE, Actor, may_take_over, require, require_owner
from tournament.shared.reads.kept import forget_all
from tournament.shared.rules.codes import new_code
from tournament.standby.channel import THIS_PROCESS, Message, ask, opened, sealed
from tournament.standby.follower import follower
from tournament.standby.rules import CODE_LENGTH, MARK_LENGTH, Notice, notice_in, parse_line
from tournament.standby.standing import Way, feed, refresh, standing

LEAST_SECONDS = 0.5
"""Real moves are larger; the two clocks are read one after the other."""
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_BOOT = _BOOT_ID.read_text().strip() if _BOOT_ID.exists() else THIS_PROCESS
KEY_BYTES = 32
standing_changed = threading.Event()
"""Set on a change of roles, for the server of this process."""


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The time of day minus the uptime, in seconds, and the boot it refers to.

    `boot` identifies the last boot; where unknown, this process: then nothing is known across its
    restart.
    """

    boot: str
    offset: float

    def moved_since(self, other: "ClockReading") -> float:
        """Return by how many seconds the clock was moved in between; 0 if unknown."""
        moved = self.offset - other.offset if self.boot == other.boot else 0.0
        return moved if abs(moved) >= LEAST_SECONDS else 0.0


def clock_reading() -> ClockReading:
    """Read the clocks of this computer."""
    # On Linux the plain monotonic clock stops while the lid is closed.
    clock = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    running = time.monotonic() if clock is None else time.clock_gettime(clock)
    return ClockReading(_BOOT, time.time() - running)


class ClockWatch:
    """Checks on every request whether the clock was moved; queries the database only then."""

    def __init__(self) -> None:
        self._known: ClockReading | None = None

    def look(self) -> None:
        """Follow a move of the clock, also one before the first call."""
        if not standing.takes_entries:  # the active computer keeps the times
            return
        reading = clock_reading()
        if self._known is None or reading.moved_since(self._known):
            # Reading works without write access; the next request tries again.
            with suppress(DatabaseError):
                follow_clock(reading)
                self._known = reading


@transaction.atomic
def follow_clock(reading: ClockReading, now: datetime | None = None) -> None:
    """Move the start of every running round by the move of the clock since the last time."""
    kept = ClockReference.objects.select_for_update().first()
    if kept is None:
        ClockReference.objects.get_or_create(pk=1, boot=reading.boot, offset=reading.offset)
        return
    last = ClockReading(kept.boot, kept.offset)
    seconds = reading.moved_since(last)
    if not seconds and reading.boot == last.boot:
        return
    kept.boot, kept.offset = reading.boot, reading.offset
    kept.save()
    running = Round.objects.filter(
        started_at__isnull=False,
        ended_at__isnull=True,
        closed_at__isnull=True,
        tournament__frozen_at__isnull=True,
    )
    for round in running.exclude(tournament__status=Tournament.Status.FINISHED):
        if seconds:
            _move(round, timedelta(seconds=seconds), "clock_followed")
            continue
        # By the last entry, not the latest: entries before a move of the clock have another time.
        entry = JournalEntry.objects.filter(tournament=round.tournament).order_by("pk").last()
        late = entry.at - (now or timezone.now()) if entry else timedelta()
        if late >= timedelta(seconds=LEAST_SECONDS):
            _move(round, -late, "clock_behind")


def _move(round: Round, by: timedelta, action: str) -> None:
    """Move all times of a round, as if the clock had always been right."""
    open_tournament(round.tournament)
    round = Round.objects.select_for_update().get(pk=round.pk)
    assert round.started_at is not None  # it runs
    round.started_at += by
    round.pauses = [
        [text and (datetime.fromisoformat(text) + by).isoformat() for text in pause]
        for pause in round.pauses
    ]
    round.save(update_fields=["started_at", "pauses"])
    later = GameTable.objects.filter(round=round, started_at__isnull=False)
    later.update(started_at=F("started_at") + by)
    TableReport.objects.filter(table__round=round).update(at=F("at") + by)
    SheetDraft.objects.filter(table__round=round).update(updated_at=F("updated_at") + by)
    words = {"round": round.number, "seconds": f"{by.total_seconds():+.0f}"}
    record(COMMAND_LINE, round.tournament, action, touched=[round, later], **words)


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


@transaction.atomic
def let_second_in(actor: Actor) -> None:
    """Create a code for a second computer; earlier codes stop working.

    Refused: `standby_not_here` (PostgreSQL), `standby_not_let_in` without access from the hall, and
    `standby_no_password`: nobody could sign in on the other one.
    """
    require_owner(actor)
    if not is_one_file():
        raise Refused("standby_not_here")
    if not hall_url():
        raise Refused("standby_not_let_in")
    if not an_owner_has_a_password():
        raise Refused("standby_no_password")
    Epoch.objects.get_or_create(pk=1, defaults={"key": secrets.token_hex(KEY_BYTES)})
    new = {"code": new_code(CODE_LENGTH, secrets.randbelow), "mark": ""}
    OtherComputer.objects.update_or_create(way=Way.FOLLOWER, defaults=new)
    record(actor, None, "second_let_in")
    transaction.on_commit(_tell_this_process)


@transaction.atomic
def shut_second_out(actor: Actor) -> None:
    """Revoke the code: no second computer gets anything any more."""
    require_owner(actor)
    if OtherComputer.objects.filter(way=Way.FOLLOWER).delete()[0]:
        record(actor, None, "second_shut_out")
        transaction.on_commit(_tell_this_process)


def stand_by(actor: Actor, typed: str, *, requests: int = 0) -> None:
    """Become the standby of the computer with this line. The database here is set aside.

    `requests`: how many of the running requests are the caller's. Refused: `standby_line`,
    `standby_not_here`, `standby_taken`, `still_busy`, `copy_failed`, and as `channel.ask` and
    `copies.check_copy`. Then nothing has changed.
    """
    require_owner(actor)
    if not is_one_file():
        raise Refused("standby_not_here")
    try:
        line = parse_line(typed)
    except ValueError as error:
        raise Refused("standby_line", typed=typed[:60]) from error
    first = OtherComputer(way=Way.FIRST, url=line.url, code=line.code, mark=own_mark(line.code))
    with follower.lock, gate.shut(requests):
        follower.begin(first)
        make_copy("aside")
        with transaction.atomic():  # what belongs to this computer, before it gets its database
            OtherComputer.objects.all().delete()
            Session.objects.all().delete()
            ClockReference.objects.all().delete()
            first.save()
            host = address_towards(urlsplit(first.url).hostname or "")
            if is_own_address(host) and not hall_url():
                here = {"host": host, "port": own_port()}
                HallNetwork.objects.update_or_create(pk=1, defaults=here)
        try:
            follower.apply()
        except Exception:
            OtherComputer.objects.all().delete()  # the database here is unchanged
            raise
        connections.close_all()
        _tell_this_process()
    network_changed.set()


def take_over_from_first(actor: Actor) -> None:
    """Take over, with the other's last save if reachable. Refused: `standby_not_following`."""
    require(may_take_over, actor)
    with follower.lock:
        first = standing.others.get(Way.FIRST)
        if first is None:
            raise Refused("standby_not_following")
        with suppress(Refused):
            _say_newer(first.url, standing.epoch + 1, _last_entry())
            follower.fetch(first)
        follower.apply()
        with transaction.atomic():
            epoch = Epoch.objects.select_for_update().get()
            epoch.number += 1
            epoch.save(update_fields=["number"])
            last_entry = _last_entry()
            OtherComputer.objects.all().delete()
            OtherComputer.objects.create(way=Way.PREDECESSOR, url=first.url, last_entry=last_entry)
            record(actor, None, "taken_over", address=_short_address(first.url), epoch=epoch.number)
            # Running rounds were begun by the first computer's clock.
            reading = clock_reading()
            reference = {"boot": reading.boot, "offset": reading.offset - standing.clock_ahead}
            ClockReference.objects.update_or_create(pk=1, defaults=reference)
            follow_clock(reading)
        _tell_this_process()
    network_changed.set()


@transaction.atomic
def go_on_here(actor: Actor) -> None:
    """Become active again after another computer has taken over, and notify it to give way.

    The code for a second computer is revoked: the one that used it has taken over. Refused:
    `standby_not_taken_over`.
    """
    require_owner(actor)
    other = OtherComputer.objects.filter(way=Way.SUCCESSOR).first()
    if other is None:
        raise Refused("standby_not_taken_over")
    epoch = Epoch.objects.select_for_update().get()
    epoch.number = max(epoch.number, other.epoch) + 1
    epoch.save(update_fields=["number"])
    OtherComputer.objects.filter(way__in=(Way.SUCCESSOR, Way.FOLLOWER)).delete()
    if other.url:
        told = {name: getattr(other, name) for name in ("url", "mark", "epoch", "last_entry")}
        OtherComputer.objects.update_or_create(way=Way.PREDECESSOR, defaults=told)
    record(
        actor, None, "went_on_here", address=_short_address(other.url) or "–", epoch=epoch.number
    )
    transaction.on_commit(_tell_this_process)


@transaction.atomic
def give_way(notice: Notice) -> bool:
    """Give way to another active computer; return whether this one does.

    An epoch older than this computer's, or than the one known of a third computer, changes nothing.
    A standby takes no entries anyway.
    """
    own = Epoch.objects.select_for_update().first()
    if own is None or notice.epoch < own.number:
        return False
    known = OtherComputer.objects.filter(way=Way.SUCCESSOR).first()
    if known and known.mark not in ("", notice.mark) and notice.epoch <= known.epoch:
        return False
    said = asdict(notice)
    is_said = OtherComputer.objects.filter(Q(way=Way.FIRST) | Q(way=Way.SUCCESSOR, **said)).exists()
    if not is_said and (known is None or notice.mark):
        OtherComputer.objects.update_or_create(way=Way.SUCCESSOR, defaults=said)
        transaction.on_commit(_tell_this_process)
    return True


def own_mark(secret: str) -> str:
    """Return an id of this computer for a secret: stable, and unique to this computer."""
    return salted_hmac("second computer", secret).hexdigest()[:MARK_LENGTH]


@transaction.atomic
def bind_second(mark: str) -> None:
    """Bind the code to a computer. Refused: `standby_taken`, `standby_code_wrong`."""
    follower_row = OtherComputer.objects.select_for_update().filter(way=Way.FOLLOWER).first()
    if follower_row is None:
        raise Refused("standby_code_wrong")
    if follower_row.mark not in ("", mark):
        raise Refused("standby_taken")
    if not follower_row.mark:
        follower_row.mark = mark
        follower_row.save(update_fields=["mark"])
        transaction.on_commit(refresh)


def tell_predecessor() -> None:
    """Notify the computer this one has taken over from, even if it knows already.

    It may have become active again without reaching this one: if it does not give way, this
    computer does. Refused: as `channel.ask`.
    """
    other = standing.others[Way.PREDECESSOR]
    gives_way, newest = _say_newer(other.url, standing.epoch, other.last_entry)
    if not gives_way:
        give_way(replace(newest, url=other.url, last_entry=other.last_entry))
    if other.epoch != newest.epoch:
        OtherComputer.objects.filter(pk=other.pk).update(epoch=newest.epoch)
        refresh()


@transaction.atomic
def keep_standing(before: list[OtherComputer], epoch: Epoch | None) -> None:
    """Make this computer active in a higher epoch, after a copy was restored.

    `before`: the earlier roles of others, and the epoch. Another active computer is notified, if it
    has the same database.
    """
    transaction.on_commit(_tell_this_process)
    OtherComputer.objects.all().delete()
    epochs = [each for each in (epoch, Epoch.objects.first()) if each]
    if not epochs:
        return
    key = epochs[-1].key
    number = max([*(each.number for each in epochs), *(other.epoch for other in before)]) + 1
    Epoch.objects.update_or_create(pk=1, defaults={"number": number, "key": key})
    for other in sorted(before, key=lambda other: other.way == Way.PREDECESSOR):
        if other.way in (Way.FIRST, Way.SUCCESSOR):
            other.way = Way.PREDECESSOR
        is_there = OtherComputer.objects.filter(way=other.way).exists()
        if not is_there and (other.way == Way.FOLLOWER or key == epochs[0].key):
            other.pk = None
            other.save(force_insert=True)


def _say_newer(url: str, epoch: int, last_entry: int | None) -> tuple[bool, Notice]:
    """Notify a computer of this one's epoch; return whether it gives way, and its newest epoch."""
    words = asdict(Notice(epoch, hall_url(), own_mark(standing.key), last_entry))
    answer = ask(url, standing.key, **words).words
    try:
        return answer.get("gives_way") is True, notice_in(answer)
    except ValueError as error:
        raise Refused("standby_damaged") from error


def _last_entry() -> int:
    return int(JournalEntry.objects.aggregate(last=Max("pk"))["last"] or 0)


def _short_address(url: str) -> str:
    return url.removeprefix("http://")


def _tell_this_process() -> None:
    refresh()
    standing_changed.set()


def answer_other(token: bytes) -> bytes:
    """Return the encrypted answer to an encrypted question. Refused: `standby_code_wrong`."""
    follower_row = standing.others.get(Way.FOLLOWER)
    for secret in filter(None, (follower_row.code if follower_row else "", standing.key)):
        with suppress(Refused):
            question = opened(secret, token)
            break
    else:
        raise Refused("standby_code_wrong")
    words = {
        "question": question.words.get("question"),
        "process": THIS_PROCESS,
        "now": time.time(),
    }
    if question.words.get("process") == THIS_PROCESS:
        return sealed(secret, Message(words))
    try:
        found = _hear(question) if secret == standing.key else _give_pages(question)
    except Refused as refusal:
        found = Message({"refused": refusal.code})
    return sealed(secret, Message({**words, **found.words}, found.content))


def _hear(question: Message) -> Message:
    """Handle the notice of another active computer; answer with the newest epoch known here."""
    try:
        notice = notice_in(question.words)
    except ValueError as error:
        raise Refused("standby_damaged") from error
    gives_way = give_way(notice)
    mark = own_mark(standing.key)
    return Message({"epoch": standing.newest_epoch, "gives_way": gives_way, "mark": mark})


def _give_pages(question: Message) -> Message:
    held, mark = question.words.get("held"), question.words.get("mark")
    if not (isinstance(held, str) and isinstance(mark, str) and len(mark) <= MARK_LENGTH):
        raise Refused("standby_damaged")
    if standing.others[Way.FOLLOWER].mark != mark:
        bind_second(mark)
    changes = feed.changes(held)
    return Message(
        {
            "name": changes.name,
            "is_whole": changes.is_whole,
            "digest": sha256(changes.content).hexdigest(),
            "now": time.time(),
        },
        changes.pages,
    )
