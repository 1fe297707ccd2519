"""Services for accounts and roles, sign-in, letting others in the hall in, the own mark.

Accounts that have acted are deactivated, never deleted. One signs in by a one-time link, or by name
and password. Wrong passwords and codes are limited by their origin, in the database, so that a
restart forgets nothing. An attempt counts before it is checked, and is forgotten if it was right:
parallel attempts are limited like sequential ones.
"""

import hashlib
import secrets
import threading
from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import authenticate
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournament.accounts.hashing import AT_A_TIME
from tournament.accounts.reads import an_owner_has_a_password, is_own_address, own_port, owners
from tournament.errors import Refused
from tournament.journal.reads import rows_named
from tournament.journal.writes import record
from tournament.models import (
    Failures,
    HallNetwork,
    HouseStyle,
    Membership,
    Role,
    SignInLink,
    Tournament,
    User,
)
from tournament.permissions import Actor, may_give_roles, require, require_owner

FIRST_OWNER = "leitung"
START_LINK_LIFETIME = timedelta(minutes=10)
# A helper's link is handed out before the tournament, perhaps the evening before.
HANDED_OUT_LINK_LIFETIME = timedelta(hours=24)
OF_ADDRESS, OF_NAME = 20, 50
"""Wrong passwords before a pause: from one address for all names, for one name from all."""
KNOWN_BROWSER = "browser"
KNOWN_FOR = timedelta(days=365)
LET_WAIT = 8
"""Concurrent sign-ins: two are checked, the others wait; more would delay the desk."""
_places = threading.BoundedSemaphore(LET_WAIT)
# As many as are hashed: so concurrent right passwords never count together as wrong ones.
_turns = threading.BoundedSemaphore(AT_A_TIME)
FAILURES_BEFORE_PAUSE = 5
FAILURES_REMEMBERED = timedelta(minutes=15)
PAUSE = timedelta(seconds=60)
network_changed = threading.Event()
"""Set on a change, for the server of this process."""


@transaction.atomic
def create_account(
    actor: Actor, *, username: str, first_name: str = "", last_name: str = "", owner: bool = False
) -> User:
    """Create an account without a password: its first sign-in is by a link."""
    require_owner(actor)
    account = User.objects.create_user(
        username, first_name=first_name, last_name=last_name, is_superuser=owner, is_staff=owner
    )
    record(actor, None, "account_created", touched=[account], account=account.pk)
    return account


@transaction.atomic
def owner_start_link(actor: Actor) -> str | None:
    """Return the token of a new link for the first owner; None once an owner has a password.

    On the very first start this also creates the owner's account. Earlier links expire.
    """
    require_owner(actor)
    if an_owner_has_a_password():
        return None
    owner = owners().first() or create_account(actor, username=FIRST_OWNER, owner=True)
    return issue_link(owner, START_LINK_LIFETIME)


@transaction.atomic
def hand_out_link(actor: Actor, account: User) -> str:
    """Return the token of a one-time link for an account, shown once. Earlier links expire."""
    require_owner(actor)
    if not account.is_active:
        raise Refused("account_off", account=account)
    token = issue_link(account, HANDED_OUT_LINK_LIFETIME)
    record(actor, None, "link_handed_out", account=account.pk)
    return token


@transaction.atomic
def set_password(account: User, password: str) -> None:
    """Set one's own password; the form has checked it."""
    account.set_password(password)
    account.save(update_fields=["password"])
    record(Actor(account), None, "password_set", account=account.pk)


@transaction.atomic
def switch_account(actor: Actor, account: User, *, active: bool) -> None:
    """Deactivate an account (sessions and links end) or activate it. Refused: last_owner."""
    require_owner(actor)
    # Locked: two owners must not deactivate each other at once, which would lock everybody out.
    active_owners = list(owners().select_for_update())
    if account.is_active == active:
        return
    if not active and active_owners == [account]:
        raise Refused("last_owner", account=account)
    account.is_active = active
    account.save(update_fields=["is_active"])
    end_links(account)
    action = "account_switched_on" if active else "account_switched_off"
    record(actor, None, action, touched=[account], account=account.pk)


@transaction.atomic
def give_role(actor: Actor, tournament: Tournament, account: User, role: Role) -> None:
    """Give an account a role in a tournament; idempotent."""
    require(may_give_roles, actor, tournament)
    if not account.is_active:
        raise Refused("account_off", account=account)
    given, is_new = Membership.objects.get_or_create(tournament=tournament, user=account, role=role)
    if is_new:
        words = {"account": account.pk, "role": role.value}
        record(actor, tournament, "role_given", touched=[given], **words)


@transaction.atomic
def take_role(actor: Actor, tournament: Tournament, account: User, role: Role) -> None:
    """Take a role in a tournament away."""
    require(may_give_roles, actor, tournament)
    held = Membership.objects.filter(tournament=tournament, user=account, role=role)
    taken = rows_named(held)
    if not held.delete()[0]:
        raise Refused("role_missing", account=account)
    words = {"account": account.pk, "role": role.value}
    record(actor, tournament, "role_taken", touched=taken, **words)


def issue_link(account: User, lifetime: timedelta) -> str:
    """Return a new token for an account; earlier ones expire."""
    end_links(account)
    token = secrets.token_urlsafe(32)
    # As a hash: a copy of the database signs nobody in.
    SignInLink.objects.create(
        user=account, token_hash=_hash(token), expires_at=timezone.now() + lifetime
    )
    return token


def end_links(account: User) -> None:
    """Expire all open links of an account now."""
    now = timezone.now()
    open_links = SignInLink.objects.filter(user=account, used_at=None, expires_at__gt=now)
    open_links.update(expires_at=now)


def find_link(token: str) -> SignInLink:
    """Return the link of a token. Refused: link_unknown, link_used, link_expired."""
    link = SignInLink.objects.select_related("user").filter(token_hash=_hash(token)).first()
    if link is None or not link.user.is_active:
        raise Refused("link_unknown")
    if link.used_at:
        raise Refused("link_used")
    if link.expires_at <= timezone.now():
        raise Refused("link_expired")
    return link


@transaction.atomic
def use_link(token: str) -> User:
    """Consume a link and return its account. Of two concurrent uses one succeeds."""
    link = find_link(token)
    unused = SignInLink.objects.filter(pk=link.pk, used_at=None)
    if not unused.update(used_at=timezone.now()):
        raise Refused("link_used")
    record(Actor(link.user), None, "link_used", account=link.user.pk)
    return link.user


def check_password(request: HttpRequest, username: str, password: str) -> User:
    """Return the account for a name and password.

    Five wrong passwords for a name from one address within 15 minutes start a pause of a minute,
    every further one another; so do 20 from one address, and 50 for one name. Nothing is checked
    during it. A browser with an earlier sign-in under that name is counted separately, so that
    others in the hall cannot cause it a pause. Raises `Refused` sign_in_wrong, sign_in_paused or
    sign_in_busy.
    """
    name, address = username.casefold(), request.META["REMOTE_ADDR"]
    own, shared = f"{address} {name}", {f"address {address}": OF_ADDRESS, f"name {name}": OF_NAME}
    if browser := _name_in_cookie(request, name):
        own, shared = f"browser {browser} {name}", {}
    if not _places.acquire(blocking=False):
        raise Refused("sign_in_busy")
    try:
        with _turns:
            if seconds := count_attempt({own: FAILURES_BEFORE_PAUSE, **shared}):
                raise Refused("sign_in_paused", seconds=seconds)
            user = authenticate(request, username=username, password=password)
            if not isinstance(user, User):
                raise Refused("sign_in_wrong")
            forget_failures([own], shared)
            return user
    finally:
        _places.release()


def remember_browser(request: HttpRequest, answer: HttpResponse, account: User) -> None:
    """Set the cookie of a browser in which this account has signed in; see `check_password`."""
    name = account.username.casefold()
    answer.set_signed_cookie(
        KNOWN_BROWSER,
        _name_in_cookie(request, name) or secrets.token_hex(16),
        salt=_salt(name),
        max_age=KNOWN_FOR,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _name_in_cookie(request: HttpRequest, name: str) -> str | None:
    return request.get_signed_cookie(KNOWN_BROWSER, None, salt=_salt(name))


def _salt(name: str) -> str:
    return f"{KNOWN_BROWSER} {name}"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


@transaction.atomic
def count_attempt(limits: Mapping[str, int]) -> int:
    """Count an attempt for each key, or return the seconds of a pause that one of them has.

    `limits`: attempts per key within 15 minutes. The last of them starts a pause of a minute, every
    further one another. During a pause nothing is counted, and nothing may be checked.
    """
    now = timezone.now()
    Failures.objects.filter(since__lt=now - FAILURES_REMEMBERED).delete()
    most = {_hash(who): limit for who, limit in limits.items()}
    new = [Failures(who=key, since=now) for key in sorted(most)]
    Failures.objects.bulk_create(new, ignore_conflicts=True)
    found = list(Failures.objects.select_for_update().filter(who__in=most).order_by("who"))
    left = timedelta(0)
    for each in found:
        # The clock may have been set back: no pause is longer than from now.
        if each.pause_until and each.pause_until > now + PAUSE:
            each.pause_until = now + PAUSE
            each.save(update_fields=["pause_until"])
        left = max(left, (each.pause_until or now) - now)
    if left:
        Failures.objects.filter(who__in=most, count=0).delete()
        return max(round(left.total_seconds()), 1)
    for each in found:
        each.count += 1
        each.pause_until = now + PAUSE if each.count >= most[each.who] else None
    Failures.objects.bulk_update(found, ["count", "pause_until"])
    return 0


@transaction.atomic
def forget_failures(own: Iterable[str], shared: Iterable[str] = ()) -> None:
    """After a right attempt, forget all failures of `own` keys, and this one of `shared` keys.

    Otherwise the holder of one account could go on guessing the others.
    """
    Failures.objects.filter(who__in=map(_hash, own)).delete()
    others = Failures.objects.filter(who__in=map(_hash, shared), count__gt=0)
    others.update(count=F("count") - 1, pause_until=None)


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


@transaction.atomic
def choose_logo(actor: Actor, logo: bytes) -> None:
    """Show the club's own mark, a PNG, wherever the program showed its sign; empty: as before."""
    require_owner(actor)
    digest = hashlib.sha256(logo).hexdigest()[:16] if logo else ""
    HouseStyle.objects.update_or_create(pk=1, defaults={"logo": logo, "digest": digest})
    record(actor, None, "logo_chosen" if logo else "logo_removed")


@transaction.atomic
def choose_stylesheet(actor: Actor, stylesheet: str) -> None:
    """Lay a stylesheet over that of the papers one keeps; empty: ours alone.

    Refused: `stylesheet_is_no_css`, as it would end the element in which it is printed.
    """
    require_owner(actor)
    if "</" in stylesheet:
        raise Refused("stylesheet_is_no_css")
    stylesheet = stylesheet.strip()
    HouseStyle.objects.update_or_create(pk=1, defaults={"stylesheet": stylesheet})
    record(actor, None, "stylesheet_chosen" if stylesheet else "stylesheet_removed")
