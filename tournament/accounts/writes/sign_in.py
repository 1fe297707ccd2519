"""Sign-in by a one-time link, or by name and password with a pause after failures."""

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
"""Concurrent sign-ins: two are checked, the others wait; more would delay the desk."""
_places = BoundedSemaphore(LET_WAIT)
# As many as are hashed: so concurrent right passwords never count together as wrong ones.
_turns = BoundedSemaphore(AT_A_TIME)


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


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
