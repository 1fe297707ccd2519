"""Services for accounts and roles. Accounts that have acted are deactivated, never deleted."""

from datetime import timedelta

from django.db import transaction

from tournament.accounts.reads import accounts as select
from tournament.accounts.writes import sign_in
from tournament.errors import Refused
from tournament.journal.reads import rows_named
from tournament.journal.writes import record
from tournament.models import Membership, Role, Tournament, User
from tournament.permissions import Actor, may_give_roles, require, require_owner

FIRST_OWNER = "leitung"
START_LINK_LIFETIME = timedelta(minutes=10)
# A helper's link is handed out before the tournament, perhaps the evening before.
HANDED_OUT_LINK_LIFETIME = timedelta(hours=24)


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
    if select.an_owner_has_a_password():
        return None
    owner = select.owners().first() or create_account(actor, username=FIRST_OWNER, owner=True)
    return sign_in.issue_link(owner, START_LINK_LIFETIME)


@transaction.atomic
def hand_out_link(actor: Actor, account: User) -> str:
    """Return the token of a one-time link for an account, shown once. Earlier links expire."""
    require_owner(actor)
    if not account.is_active:
        raise Refused("account_off", account=account)
    token = sign_in.issue_link(account, HANDED_OUT_LINK_LIFETIME)
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
    owners = list(select.owners().select_for_update())
    if account.is_active == active:
        return
    if not active and owners == [account]:
        raise Refused("last_owner", account=account)
    account.is_active = active
    account.save(update_fields=["is_active"])
    sign_in.end_links(account)
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
