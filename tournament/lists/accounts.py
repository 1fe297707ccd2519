"""The accounts of the installation as a list."""

from collections.abc import Iterable

from django.utils.translation import gettext

from tournament.lists.columns import Column, List
from tournament.models import User


def accounts_list(accounts: Iterable[User]) -> List:
    """All accounts with how they sign in."""
    columns = (
        Column("account", gettext("Account name"), lambda account: account.username),
        Column("name", gettext("Name"), lambda account: account.get_full_name()),
        Column("state", gettext("State"), sign_in_words),
    )
    return List(columns, list(accounts))


def sign_in_words(account: User) -> str:
    """How somebody signs in, if at all."""
    if not account.is_active:
        return gettext("switched off")
    if account.has_usable_password():
        return gettext("has a password")
    return gettext("by link only")
