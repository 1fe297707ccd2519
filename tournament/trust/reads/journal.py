"""Queries of a tournament's journal as a readable history."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournament.journal.reads import competition_names
from tournament.labels.journal import KINDS, journal_sentence, with_names
from tournament.models import Entry, JournalEntry, Membership, Role, Seat, Tournament, User
from tournament.shared.reads.prepared import Prepared
from tournament.shared.rules.names import Names

ONE_ACT = timedelta(milliseconds=200)
"""Entries by one person within this time of the one before form one act, as in a redraw."""


@dataclass(frozen=True, slots=True)
class JournalFilter:
    """A filter for the journal; empty: everything.

    `player` is a start number or part of a name: entries about such players and their tables.
    `account` is the id of the acting user, 0 the command line. `kind` is one of
    `tournament.labels.journal.KINDS`.
    """

    round: int | None = None
    table: int | None = None
    player: str = ""
    account: int | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class JournalAct:
    """One act by one person: no `account` is the command line; `roles` are the present ones."""

    at: datetime
    account: str
    roles: tuple[str, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JournalDay:
    """The acts of one local day."""

    day: date
    acts: tuple[JournalAct, ...]


def journal_entries(
    tournament: Tournament, wanted: JournalFilter | None = None
) -> QuerySet[JournalEntry]:
    """Return the entries of a tournament with their accounts, latest first.

    A search for a player costs two queries at once; everything else is part of the query returned.
    """
    entries = JournalEntry.objects.filter(tournament=tournament).select_related("user")
    wanted = wanted or JournalFilter()
    if wanted.round is not None:
        # Acts on this round, or on a range that includes it.
        ranges = Q(data__first__lte=wanted.round, data__last__gte=wanted.round)
        entries = entries.filter(Q(data__round=wanted.round) | ranges)
    if wanted.table is not None:
        entries = entries.filter(data__table=wanted.table)
    if wanted.account is not None:
        entries = entries.filter(user=wanted.account or None)
    if wanted.kind:
        words = KINDS[wanted.kind][1]
        of_kind = [("action__startswith", f"{word}_") for word in words]
        entries = entries.filter(Q(*of_kind, _connector=Q.OR))
    if typed := wanted.player.strip():
        # Entries about these players or their tables.
        number, players = _players_called(tournament, typed)
        about = Q(data__entry__in=[*players])
        numbers = {*players.values(), *([] if number is None else [number])}
        for key in ("number", "one", "other"):
            about |= Q(**{f"data__{key}__in": [*numbers]})
        seats = Seat.objects.filter(entry__in=players)
        for round, table in set(seats.values_list("round__number", "table__number")):
            about |= Q(data__round=round, data__table=table)
        entries = entries.filter(about)
    return entries.order_by("-pk")


LATEST = 5
_LATEST: Prepared[JournalEntry] = Prepared(
    lambda tournament: (
        JournalEntry.objects.filter(tournament=tournament)
        .select_related("user")
        .order_by("-pk")[:LATEST]
    )
)


def latest_entries(tournament: Tournament) -> list[JournalEntry]:
    """Return the latest few of `journal_entries`; one query."""
    return _LATEST(tournament.pk)


_NAMES = Prepared(
    lambda *entries: Entry.objects.filter(pk__in=entries).values_list(
        "pk", "person__last_name", "person__first_name"
    )
)
_ACCOUNTS: Prepared[User] = Prepared(lambda *users: User.objects.filter(pk__in=users))
_ROLES = Prepared(
    lambda tournament, *users: Membership.objects.filter(
        tournament=tournament, user__in=users
    ).values_list("user", "role")
)


def journal_days(tournament: Tournament, entries: Iterable[JournalEntry]) -> list[JournalDay]:
    """Return the entries as acts by day, in their order; at most three queries.

    And one for each kind of competition that is named. Names and roles are the present ones;
    sentences are in the active language. Within an act they are in the order written.
    """
    entries = list(entries)
    ids, named = _ids(entries, "entry"), _ids(entries, "account")
    people = _NAMES(*ids) if ids else []
    players = {pk: Names(last, first, is_public=True).name for pk, last, first in people}
    accounts = {user.pk: str(user) for user in _ACCOUNTS(*named)} if named else {}
    competitions = competition_names(entries)
    roles = _roles(tournament, entries)
    acts: list[list[JournalEntry]] = []
    for entry in entries:
        last = acts[-1][-1] if acts else None
        if last and entry.user_id == last.user_id and last.at - entry.at <= ONE_ACT:
            acts[-1].append(entry)
        else:
            acts.append([entry])
    told = [
        JournalAct(
            at=act[-1].at,
            account=str(act[0].user) if act[0].user else "",
            roles=tuple(roles.get(act[0].user_id or 0, ())),
            sentences=tuple(
                journal_sentence(
                    entry.action, with_names(entry.data, competitions), players, accounts
                )
                for entry in reversed(act)
            ),
        )
        for act in acts
    ]
    return [
        JournalDay(day, tuple(of_day))
        for day, of_day in groupby(told, key=lambda act: timezone.localtime(act.at).date())
    ]


def sheet_acts(tournament: Tournament, *actions: str) -> dict[int, JournalEntry]:
    """Return the acts of these kinds on sheets, by version id; one query."""
    entries = JournalEntry.objects.filter(tournament=tournament, action__in=actions)
    return {entry.data.get("sheet"): entry for entry in entries.select_related("user")}


def is_known_player(tournament: Tournament, typed: str) -> bool:
    """Whether a player has or had this number, or has these words in the name."""
    number, players = _players_called(tournament, typed)
    entries = JournalEntry.objects.filter(tournament=tournament, data__number=number)
    return bool(players) or (number is not None and entries.exists())


def _players_called(tournament: Tournament, typed: str) -> tuple[int | None, dict[int, int]]:
    """Return the number typed, if it is one, and the start numbers of matching players by entry."""
    number = int(typed) if typed.isascii() and typed.isdecimal() else None
    players = Entry.objects.filter(tournament=tournament).values_list(
        "pk", "number", "person__first_name", "person__last_name"
    )
    words = typed.casefold().split()
    # Not in the database: SQLite folds the case of ASCII letters only.
    return number, {
        pk: own
        for pk, own, first_name, last_name in players
        if own == number
        or (
            number is None and all(word in f"{first_name} {last_name}".casefold() for word in words)
        )
    }


def _ids(entries: Sequence[JournalEntry], name: str) -> set[int]:
    """Return the ids the entries have under this key; tampered entries may contain anything."""
    found = (entry.data.get(name) for entry in entries if isinstance(entry.data, dict))
    return {each for each in found if isinstance(each, int)}


def _roles(tournament: Tournament, entries: Sequence[JournalEntry]) -> dict[int, list[str]]:
    """Return the roles of these entries' accounts in the tournament; one query."""
    users = {entry.user.pk: entry.user for entry in entries if entry.user}
    found = _ROLES(tournament.pk, *users) if users else []
    order = list(Role.values)
    roles: dict[int, list[str]] = {}
    for user, role in sorted(found, key=lambda row: order.index(row[1])):
        roles.setdefault(user, []).append(str(Role(role).label))
    # The owner of the installation has the direction's role in every tournament.
    direction = [str(Role.DIRECTION.label)]
    return {pk: direction for pk, user in users.items() if user.is_superuser} | roles
