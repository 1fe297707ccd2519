"""Reads of a tournament's journal: who did what, when and why, as a story."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournament.labels.journal import KINDS, journal_sentence
from tournament.models import Entry, JournalEntry, Membership, Role, Seat, Tournament, User

ONE_ACT = timedelta(milliseconds=200)
"""What one person does so soon after the entry before belongs together: a redraw, lost sheets."""


def newest_entry(tournament: Tournament) -> int:
    """The newest entry of a tournament's journal or the installation's, 0 without; one query.

    As long as it is the same nothing disputable has changed.
    """
    entries = JournalEntry.objects.filter(Q(tournament=None) | Q(tournament=tournament))
    return entries.order_by("-pk").values_list("pk", flat=True).first() or 0


@dataclass(frozen=True, slots=True)
class JournalFilter:
    """What the journal is narrowed down to; empty: everything.

    `player` is a start number or part of a name: what concerns such players, and what happened at
    their tables. `account` is the id of who acted, 0 the command line. `kind` is one of
    `tournament.labels.journal.KINDS`.
    """

    round: int | None = None
    table: int | None = None
    player: str = ""
    account: int | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class JournalAct:
    """What one person did at once.

    `account` is empty for the command line; `roles` are what that person is in the tournament now.
    """

    at: datetime
    account: str
    roles: tuple[str, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JournalDay:
    """The acts of one day in the hall."""

    day: date
    acts: tuple[JournalAct, ...]


def journal_entries(
    tournament: Tournament, wanted: JournalFilter | None = None
) -> QuerySet[JournalEntry]:
    """The entries of a tournament, the latest first, with their accounts.

    Looking for a player costs two queries now; all else is part of the one to come.
    """
    entries = JournalEntry.objects.filter(tournament=tournament).select_related("user")
    if wanted is not None:
        entries = entries.filter(_condition(tournament, wanted))
    return entries.order_by("-pk")


def journal_days(tournament: Tournament, entries: Iterable[JournalEntry]) -> list[JournalDay]:
    """The entries as a story, in their order, by day; at most three queries.

    Names and roles are looked up now; sentences are in the language in force. Within an act they
    stand in the order in which they were written.
    """
    entries = list(entries)
    sentences = dict(zip(entries, _sentences(entries), strict=True))
    roles = _roles(tournament, entries)
    acts = [
        JournalAct(
            at=act[-1].at,
            account=str(act[0].user) if act[0].user else "",
            roles=_roles_of(act[0].user, roles),
            sentences=tuple(sentences[entry] for entry in reversed(act)),
        )
        for act in _acts(entries)
    ]
    return [
        JournalDay(day, tuple(of_day))
        for day, of_day in groupby(acts, key=lambda act: timezone.localtime(act.at).date())
    ]


def actors_of(tournament: Tournament) -> list[User]:
    """The accounts that stand in a journal, by name; one query."""
    users = JournalEntry.objects.filter(tournament=tournament, user__isnull=False).values("user")
    return sorted(User.objects.filter(pk__in=users), key=lambda user: str(user).casefold())


def sheet_acts(tournament: Tournament, *actions: str) -> dict[int, JournalEntry]:
    """The acts of these kinds on sheets, by the id of the version they were about; one query."""
    entries = JournalEntry.objects.filter(tournament=tournament, action__in=actions)
    return {entry.data.get("sheet"): entry for entry in entries.select_related("user")}


def _condition(tournament: Tournament, wanted: JournalFilter) -> Q:
    condition = Q()
    if wanted.round is not None:
        condition &= _acts_on_round(wanted.round)
    if wanted.table is not None:
        condition &= Q(data__table=wanted.table)
    if wanted.account is not None:
        condition &= Q(user=wanted.account) if wanted.account else Q(user__isnull=True)
    if wanted.kind:
        words = KINDS[wanted.kind][1]
        condition &= Q(*(("action__startswith", f"{word}_") for word in words), _connector=Q.OR)
    if wanted.player.strip():
        condition &= _about_player(tournament, wanted.player.strip())
    return condition


def _acts_on_round(round: int) -> Q:
    """Acts on one round, and on several of which it is one."""
    return Q(data__round=round) | Q(data__first__lte=round, data__last__gte=round)


def _about_player(tournament: Tournament, typed: str) -> Q:
    """What names one of these players, and what happened at their tables."""
    number = int(typed) if typed.isascii() and typed.isdecimal() else None
    entries = _players_called(tournament, typed, number)
    numbers = {*entries.values(), *([] if number is None else [number])}
    seats = Seat.objects.filter(entry__in=entries).values_list("round__number", "table__number")
    condition = Q(data__entry__in=[*entries])
    for key in ("number", "one", "other"):
        condition |= Q(**{f"data__{key}__in": [*numbers]})
    for round, table in set(seats):
        condition |= Q(data__round=round, data__table=table)
    return condition


def is_known_player(tournament: Tournament, typed: str) -> bool:
    """Whether somebody has this number, or had it before, or these words in the name."""
    number = int(typed) if typed.isascii() and typed.isdecimal() else None
    if _players_called(tournament, typed, number):
        return True
    entries = JournalEntry.objects.filter(tournament=tournament, data__number=number)
    return number is not None and entries.exists()


def _players_called(tournament: Tournament, typed: str, number: int | None) -> dict[int, int]:
    """Start numbers by the ids of the players with this number, or with these words in the name."""
    players = Entry.objects.filter(tournament=tournament).values_list(
        "pk", "number", "person__first_name", "person__last_name"
    )
    words = typed.casefold().split()
    # Not in the database: SQLite knows upper and lower case of ASCII letters alone.
    return {
        pk: own
        for pk, own, first_name, last_name in players
        if own == number
        or (
            number is None and all(word in f"{first_name} {last_name}".casefold() for word in words)
        )
    }


def _sentences(entries: Sequence[JournalEntry]) -> list[str]:
    """The entries in words; at most two queries."""
    seated = Entry.objects.filter(pk__in=_ids(entries, "entry")).select_related("person")
    players = {entry.pk: entry.person.name for entry in seated}
    users = User.objects.filter(pk__in=_ids(entries, "account"))
    accounts = {user.pk: str(user) for user in users}
    return [journal_sentence(entry.action, entry.data, players, accounts) for entry in entries]


def _ids(entries: Sequence[JournalEntry], name: str) -> set[int]:
    """What the entries call by this name; one that was changed may hold anything."""
    found = (entry.data.get(name) for entry in entries if isinstance(entry.data, dict))
    return {each for each in found if isinstance(each, int)}


def _acts(entries: Iterable[JournalEntry]) -> Iterable[list[JournalEntry]]:
    """Entries next to each other that one person wrote at once; the latest is the first."""
    act: list[JournalEntry] = []
    for entry in entries:
        if act and (entry.user_id != act[-1].user_id or act[-1].at - entry.at > ONE_ACT):
            yield act
            act = []
        act.append(entry)
    if act:
        yield act


def _roles(tournament: Tournament, entries: Iterable[JournalEntry]) -> dict[int, list[str]]:
    """What the people of these entries are in the tournament; one query."""
    users = {entry.user_id for entry in entries if entry.user_id}
    found = Membership.objects.filter(tournament=tournament, user__in=users)
    order = list(Role.values)
    roles: dict[int, list[str]] = {}
    for user, role in sorted(
        found.values_list("user", "role"), key=lambda row: order.index(row[1])
    ):
        roles.setdefault(user, []).append(str(Role(role).label))
    return roles


def _roles_of(user: User | None, roles: dict[int, list[str]]) -> tuple[str, ...]:
    if user is None:
        return ()
    # The owner of the installation is the direction of every tournament.
    return tuple(roles.get(user.pk) or ([str(Role.DIRECTION.label)] if user.is_superuser else []))
