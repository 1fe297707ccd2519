"""Queries of accounts, roles and the installation, and where others in the hall are let in.

For the addresses of this machine no packet is sent: "connecting" a UDP socket only asks the system
which address it would send from.
"""

import contextlib
import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, Q, QuerySet
from django.urls import Resolver404, resolve

from tournament.models import HallNetwork, JournalEntry, Membership, Tournament, User
from tournament.permissions import Actor, may_run_installation
from tournament.seating.reads.draws import PLAYING


def owners() -> QuerySet[User]:
    """Return the active owners of the installation, oldest first."""
    return User.objects.filter(is_superuser=True, is_active=True).order_by("pk")


def an_owner_has_a_password() -> bool:
    """Whether at least one owner can sign in without a link."""
    return any(owner.has_usable_password() for owner in owners())


def accounts() -> QuerySet[User]:
    """Return all accounts: active ones first, by name."""
    return User.objects.order_by("-is_active", "username")


LATEST_FIRST = (F("date").desc(nulls_first=True), "name", "pk")
"""Those without a date are being prepared."""


def tournaments_of(actor: Actor, typed: str = "") -> QuerySet[Tournament]:
    """Return the tournaments the actor may open, latest first; `typed` is in name or place."""
    tournaments = Tournament.objects.order_by(*LATEST_FIRST)
    if typed:
        tournaments = tournaments.filter(Q(name__icontains=typed) | Q(place__icontains=typed))
    if may_run_installation(actor):
        return tournaments
    mine = Membership.objects.filter(user=actor.user).values("tournament")
    return tournaments.filter(pk__in=mine)


def with_players(tournaments: Iterable[Tournament]) -> QuerySet[Tournament]:
    """Add the numbers of players (`players`) and of those withdrawn (`gone`); one query."""
    plays = Q(entries__status__in=PLAYING)
    counted = Tournament.objects.filter(pk__in=[each.pk for each in tournaments]).annotate(
        players=Count("entries", filter=plays, distinct=True),
        gone=Count("entries", filter=~plays, distinct=True),
    )
    return counted.order_by(*LATEST_FIRST)  # repeated: counting drops the model's order


def installation_journal() -> QuerySet[JournalEntry]:
    """Return the installation's journal, latest first."""
    return JournalEntry.objects.filter(tournament=None).select_related("user").order_by("-pk")


def account_names(entries: Iterable[JournalEntry]) -> dict[int, str]:
    """Return the names of accounts in journal entries, by id; one query."""
    ids = {entry.data["account"] for entry in entries if "account" in entry.data}
    return {account.pk: account.username for account in User.objects.filter(pk__in=ids)}


def example_is_due() -> bool:
    """Whether to load the example tournament: on the very first start only."""
    was_loaded = JournalEntry.objects.filter(tournament=None, action="example_loaded")
    return not was_loaded.exists() and not Tournament.objects.exists()


def most_bytes(account: AbstractBaseUser | AnonymousUser, path: str) -> int:
    """Return the maximum body size of a request, by URL and sender, as in the settings."""
    if not isinstance(account, User):
        return settings.BODY_OF_STRANGERS
    larger = 0
    if account.is_owner:
        with suppress(Resolver404):
            larger = settings.LARGER_BODIES.get(resolve(path).url_name or "", 0)
    return max(settings.BODY_OF_ACCOUNTS, larger)


def most_megabytes(most: int) -> int:
    """Return the limit to name in a refusal, in megabytes; at least the one after signing in."""
    return max(settings.BODY_OF_ACCOUNTS, most) // (1024 * 1024)


# Somewhere out there (RFC 5737), and inside the networks that Linux, Windows and macOS create for a
# hot spot: each route begins at another address of this machine.
_ELSEWHERE = ("192.0.2.1", "10.42.0.2", "192.168.137.2", "192.168.2.2")
_ANY_PORT = 9
_FOR_ITSELF = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True, slots=True)
class Network:
    """Where others reach the program.

    url: without a trailing slash, empty while nobody is let in. lost: the same for an address that
    this machine no longer has. by_environment: configured at start, and not changeable by pages.
    addresses: this machine's, likeliest first.
    """

    url: str
    lost: str
    by_environment: bool
    addresses: tuple[str, ...]


def network() -> Network:
    """Return the current state; two queries."""
    is_for_itself = _listens_at() in _FOR_ITSELF
    if settings.NAMED_HOSTS or settings.SESSION_COOKIE_SECURE or not is_for_itself:
        return Network(hall_url(), lost="", by_environment=True, addresses=())
    let_in, url = _let_in(), hall_url()
    lost = f"http://{let_in}" if let_in and not url else ""
    return Network(url, lost, by_environment=False, addresses=own_addresses())


def hall_url() -> str:
    """Return the URL for others, empty if nobody is let in; at most one query."""
    if settings.NAMED_HOSTS and settings.SESSION_COOKIE_SECURE:
        return f"https://{settings.NAMED_HOSTS[0]}"
    if settings.NAMED_HOSTS:
        is_one = _listens_at() not in (*_FOR_ITSELF, "0.0.0.0", "::")  # noqa: S104
        return f"http://{settings.LISTEN if is_one else f'{settings.NAMED_HOSTS[0]}:{own_port()}'}"
    let_in = _let_in()
    is_here = let_in and let_in.port == own_port() and is_own_address(let_in.host)
    return f"http://{let_in}" if is_here else ""


def _let_in() -> HallNetwork | None:
    return HallNetwork.objects.filter(port__isnull=False).first()


def own_port() -> int:
    """Return the port the program is served at."""
    return int(settings.LISTEN.rpartition(":")[2])


def own_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses, the one towards the router first."""
    found = [address for place in _ELSEWHERE if (address := address_towards(place))]
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return tuple(
        each
        for each in dict.fromkeys(found)
        if not ((ip := ip_address(each)).is_loopback or ip.is_link_local or ip.is_unspecified)
    )


def address_towards(place: str) -> str:
    """Return this machine's address on the route to a host, or ""."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((place, _ANY_PORT))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def is_own_address(host: str) -> bool:
    """Whether this machine can listen at an IPv4 address."""
    with socket.socket() as probe:
        try:
            address = ip_address(host)
            probe.bind((str(address), 0))
        except (OSError, ValueError):
            return False
    return not address.is_unspecified


def _listens_at() -> str:
    return str(settings.LISTEN.rpartition(":")[0].strip("[]"))
