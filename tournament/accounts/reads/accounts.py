"""Queries of accounts, roles and the installation."""

from collections.abc import Iterable
from contextlib import suppress

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, Q, QuerySet
from django.urls import Resolver404, resolve

from tournament.models import JournalEntry, Membership, Tournament, User
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


def roles_of(tournament: Tournament) -> QuerySet[Membership]:
    """Return the roles in a tournament, by account name."""
    return (
        Membership.objects.filter(tournament=tournament)
        .select_related("user")
        .order_by("user__username", "role")
    )


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
