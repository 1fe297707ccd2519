"""The accounts of the installation as a list, and the roles of a tournament."""

from collections.abc import Iterable

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournament.lists.columns import Column, Kind, List
from tournament.models import Membership, User


def accounts_list(accounts: Iterable[User]) -> List:
    """Return all accounts, with how they sign in."""

    def state(account: User) -> SafeString:
        owner = format_html('<span class="badge">{}</span>', gettext("Owner"))
        return format_html("{} {}", sign_in_words(account), owner if account.is_superuser else "")

    columns = (
        Column("account", gettext("Account name"), lambda account: account.username, Kind.NAME),
        Column("name", gettext("Name"), lambda account: account.get_full_name()),
        Column("state", gettext("State"), sign_in_words, html=state),
    )
    return List(columns, list(accounts))


def roles_list(roles: Iterable[Membership]) -> List:
    """Return the roles at a tournament."""
    columns = (
        Column("account", gettext("Account"), lambda held: str(held.user), Kind.NAME),
        Column("role", gettext("Role"), lambda held: held.get_role_display()),
    )
    return List(columns, list(roles))


def sign_in_words(account: User) -> str:
    """Say how somebody signs in, if at all."""
    if not account.is_active:
        return gettext("switched off")
    if account.has_usable_password():
        return gettext("has a password")
    return gettext("by link only")
