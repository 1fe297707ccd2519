"""Signing in: by a link that works once, or by name and password with a pause after failures."""

import hashlib
import secrets
from datetime import timedelta
from threading import BoundedSemaphore

from django.conf import settings
from django.contrib.auth import authenticate
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournament.accounts.writes.failures import (
    FAILURES_BEFORE_PAUSE,
    count_attempt,
    forget_failures,
)
from tournament.accounts.writes.hashing import AT_A_TIME
from tournament.errors import Refused
from tournament.journal.writes import record
from tournament.models import SignInLink, User
from tournament.permissions import Actor

OF_ADDRESS, OF_NAME = 20, 50
"""Wrong passwords before a pause: from one address for all names, for one name from all."""
KNOWN_BROWSER = "browser"
KNOWN_FOR = timedelta(days=365)
LET_WAIT = 8
"""Passwords in hand at once: two are checked, the others wait; more would keep the desk waiting."""
_places = BoundedSemaphore(LET_WAIT)
# As many as are hashed: so right passwords sent at once never count together as wrong ones.
_turns = BoundedSemaphore(AT_A_TIME)


def issue_link(account: User, lifetime: timedelta) -> str:
    """A new token for an account, its only living one.

    Stored as a hash: a copy of the database signs nobody in.
    """
    end_links(account)
    token = secrets.token_urlsafe(32)
    SignInLink.objects.create(
        user=account, token_hash=_hash(token), expires_at=timezone.now() + lifetime
    )
    return token


def end_links(account: User) -> None:
    """Let all links of an account that are still open expire now."""
    now = timezone.now()
    open_links = SignInLink.objects.filter(user=account, used_at=None, expires_at__gt=now)
    open_links.update(expires_at=now)


def find_link(token: str) -> SignInLink:
    """The link of a token, if it still signs somebody in.

    Raises `Refused` link_unknown, link_used or link_expired.
    """
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
    """Consume a link and return whom it signs in. Of two at the same moment, one succeeds."""
    link = find_link(token)
    unused = SignInLink.objects.filter(pk=link.pk, used_at=None)
    if not unused.update(used_at=timezone.now()):
        raise Refused("link_used")
    record(Actor(link.user), None, "link_used", account=link.user.pk)
    return link.user


def check_password(request: HttpRequest, username: str, password: str) -> User:
    """Whom name and password sign in.

    Five wrong passwords for a name from one address within 15 minutes bring a pause of a minute,
    every further one another; so do 20 from one address, and 50 for one name. Nothing is checked
    during it. A browser in which somebody has signed in counts for itself under that name: nobody
    beside them in the hall can bring them a pause.

    Raises `Refused` sign_in_wrong, sign_in_paused or sign_in_busy.
    """
    own, shared = _who(request, username)
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
    """Note in the answer that this account has signed in here; see `check_password`."""
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


def _who(request: HttpRequest, username: str) -> tuple[str, dict[str, int]]:
    """For whom an attempt counts: for one alone, and with how many for whom it counts besides."""
    name, address = username.casefold(), request.META["REMOTE_ADDR"]
    if browser := _name_in_cookie(request, name):
        return f"browser {browser} {name}", {}
    return f"{address} {name}", {f"address {address}": OF_ADDRESS, f"name {name}": OF_NAME}


def _name_in_cookie(request: HttpRequest, name: str) -> str | None:
    return request.get_signed_cookie(KNOWN_BROWSER, None, salt=_salt(name))


def _salt(name: str) -> str:
    return f"{KNOWN_BROWSER} {name}"


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
