"""Accounts, copies of the database and the journals, as lists."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.template.defaultfilters import filesizeformat
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournament.backup.copies import Copy, check_copy
from tournament.backup.sqlite import is_one_file
from tournament.errors import Refused
from tournament.labels.backup import OCCASIONS, age_in_words
from tournament.labels.filling import short_time
from tournament.labels.series import HEADING_COLUMNS
from tournament.lists.columns import Column, Kind, List, day_column, number_column
from tournament.models import JournalEntry, KnownHeading, Membership, Tournament, User
from tournament.trust.reads.journal import JournalDay


def accounts_list(accounts: Iterable[User]) -> List:
    """Return all accounts, with how they sign in."""

    def words(account: User) -> str:
        if not account.is_active:
            return gettext("switched off")
        return (
            gettext("has a password") if account.has_usable_password() else gettext("by link only")
        )

    def state(account: User) -> SafeString:
        owner = format_html('<span class="badge">{}</span>', gettext("Owner"))
        return format_html("{} {}", words(account), owner if account.is_superuser else "")

    columns = (
        Column("account", gettext("Account name"), lambda account: account.username, Kind.NAME),
        Column("name", gettext("Name"), lambda account: account.get_full_name()),
        Column("state", gettext("State"), words, html=state),
    )
    return List(columns, list(accounts))


def tournaments_list(tournaments: Iterable[Tournament]) -> List:
    """Return tournaments with their players, counted by `with_players`."""

    def state(each: Tournament) -> str:
        words = [each.get_status_display()]
        words += [gettext("Example")] if each.is_example else []
        words += [gettext("Rehearsal")] if each.is_rehearsal else []
        return ", ".join(map(str, words))

    columns = (
        Column("name", gettext("Tournament"), lambda each: each.name, Kind.NAME),
        day_column("date", lambda each: each.date),
        Column("place", gettext("Town"), lambda each: each.place),
        Column("state", gettext("State"), state),
        number_column("players", gettext("Players"), lambda each: each.players),
        number_column("gone", gettext("Gone"), lambda each: each.gone),
    )
    return List(columns, list(tournaments))


def headings_list(headings: Iterable[KnownHeading]) -> List:
    """Return the headings that were remembered of lists: what they mean, who said so and when."""
    columns = (
        Column("heading", gettext("Heading"), lambda each: each.title, Kind.NAME),
        Column("column", gettext("Read as"), lambda each: str(HEADING_COLUMNS[each.column])),
        Column("who", gettext("Who"), lambda each: str(each.user) if each.user else None),
        Column("at", gettext("Time"), lambda each: each.told_at and short_time(each.told_at)),
    )
    return List(columns, [each for each in headings if each.column in HEADING_COLUMNS])


def roles_list(roles: Iterable[Membership]) -> List:
    """Return the roles at a tournament."""
    columns = (
        Column("account", gettext("Account"), lambda held: str(held.user), Kind.NAME),
        Column("role", gettext("Role"), lambda held: held.get_role_display()),
    )
    return List(columns, list(roles))


@dataclass(frozen=True)
class CopyLine:
    """A copy as the page shows it; `age` in words, `twin` the same copy at the second place."""

    copy: Copy
    age: str
    occasion: str | Promise
    is_elsewhere: bool
    twin: Copy | None

    @property
    def made(self) -> str:
        """When it was made, in local time."""
        return short_time(self.copy.name.made_at)

    @property
    def path(self) -> Path:
        """The file to restore: the twin if the one here is damaged."""
        try:
            check_copy(self.copy.path)
        except Refused:
            return self.twin.path if self.twin else self.copy.path
        return self.copy.path


def copies_list(lines: list[CopyLine]) -> List:
    """Return when each copy was made, why, and where it is."""

    def made(line: CopyLine) -> SafeString:
        return format_html('{} <span class="hint">{}</span>', line.made, line.age)

    def where(line: CopyLine) -> str:
        here, elsewhere = gettext("this computer"), gettext("second place")
        both = f"{here}, {elsewhere}" if line.twin else here
        return elsewhere if line.is_elsewhere else both

    columns = [
        Column(
            *("made", gettext("Made"), lambda line: line.made, Kind.NAME),
            html=made,
            order=lambda line: line.copy.name.made_at,
        ),
        Column("why", gettext("Why"), lambda line: str(line.occasion)),
        Column(
            *("size", gettext("Size"), lambda line: line.copy.size, Kind.NUMBER),
            html=lambda line: filesizeformat(line.copy.size),
        ),
        Column("where", gettext("Where"), where),
    ]
    if not is_one_file():  # restored by a command that names it
        columns.append(Column("file", gettext("File"), lambda line: line.copy.path.name))
    return List(tuple(columns), lines)


def copy_lines(own: list[Copy], elsewhere: list[Copy], now: datetime) -> list[CopyLine]:
    """Return the copies, latest first; one in both places once, as the program's own."""
    twins = {copy.path.name: copy for copy in elsewhere}
    here = {copy.path.name for copy in own}
    others = [copy for copy in elsewhere if copy.path.name not in here]
    lines = [
        CopyLine(
            copy,
            age_in_words(now - copy.name.made_at),
            OCCASIONS.get(copy.name.occasion, ""),
            is_elsewhere=copy in others,
            twin=None if copy in others else twins.get(copy.path.name),
        )
        for copy in (*own, *others)
    ]
    return sorted(lines, key=lambda line: line.copy.name.made_at, reverse=True)


def journal_list(days: Iterable[JournalDay]) -> List:
    """Return the acts of a tournament, one line each."""
    columns = (
        Column("at", gettext("Time"), lambda act: short_time(act.at)),
        Column("who", gettext("Who"), lambda act: act.account or gettext("Program")),
        Column("roles", gettext("Roles"), lambda act: ", ".join(act.roles)),
        Column("what", gettext("What"), lambda act: " ".join(act.sentences)),
    )
    return List(columns, [act for day in days for act in day.acts])


def installation_list(lines: Iterable[tuple[JournalEntry, str]]) -> List:
    """Return entries of the installation's journal with their sentences."""
    columns = (
        Column("at", gettext("Time"), lambda line: short_time(line[0].at)),
        Column("who", gettext("Who"), lambda line: str(line[0].user or gettext("Program"))),
        Column("what", gettext("What"), lambda line: line[1]),
    )
    return List(columns, list(lines))
