"""Signing in: by a link that works once, or by name and password with a pause after failures."""

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth import authenticate
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from tournament.errors import Refused
from tournament.models import SignInLink, User
from tournament.permissions import Actor
from tournament.services.failures import count_failure, forget_failures, seconds_of_pause
from tournament.services.journal import record


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
    every further one another; nothing is checked during it.

    Raises `Refused` sign_in_wrong or sign_in_paused.
    """
    who = f"{request.META['REMOTE_ADDR']} {username.casefold()}"
    if seconds := seconds_of_pause(who):
        raise Refused("sign_in_paused", seconds=seconds)
    user = authenticate(request, username=username, password=password)
    if isinstance(user, User):
        forget_failures(who)
        return user
    count_failure(who)
    raise Refused("sign_in_wrong")


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
