"""Reads of second looks: which results are confirmed, which wait, for whom."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.models import (
    DifferentLook,
    GameTable,
    Round,
    SecondLookRule,
    SheetVersion,
    Tournament,
    User,
)
from tournament.selectors.counting_looks import is_confirmed_at
from tournament.selectors.typists import Origin, beside, origin_of, origins_in

Place = tuple[int, int]
"""A round and a table."""


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table whose result waits for a second look.

    `version` is the number of the version that counts, `is_own`: the reader has typed
    its figures.
    `differences` is how often that version and what was typed again were not the same;
    `is_stopped`: the reader has typed something else, so that somebody has to decide.
    """

    number: int
    version: int
    is_own: bool
    differences: int
    is_stopped: bool


@dataclass(frozen=True, slots=True)
class Looks:
    """How far the second look at a round is: tables of it, results in, confirmed, waiting."""

    tables: int
    entered: int
    waiting: tuple[WaitingTable, ...]

    @property
    def confirmed(self) -> int:
        """Results that somebody has looked at a second time."""
        return self.entered - len(self.waiting)

    def next_for_reader(self, rule: str, after: int = 0) -> int | None:
        """The next table the reader can look at, from the one after `after` on and round again."""
        needs_other = rule == SecondLookRule.PERSON
        open_to = [
            each.number
            for each in self.waiting
            if not each.is_stopped and not (needs_other and each.is_own)
        ]
        later = [number for number in open_to if number > after]
        return next(iter([*later, *open_to]), None)


def looks_of(round: Round, reader: User | None) -> Looks:
    """The results of a round and which of them wait; three queries."""
    tables = GameTable.objects.filter(round=round).order_by("number")
    rows = list(
        tables.values_list(
            "number",
            "current_version__number",
            is_confirmed_at("current_version"),
        )
    )
    origins = origins_in(round)
    different = _different_by_table(origins)
    return Looks(
        tables=len(rows),
        entered=sum(version is not None for _number, version, _is_confirmed in rows),
        waiting=tuple(
            WaitingTable(
                number,
                version,
                is_own=reader is not None and reader.pk in origins[number].typists,
                differences=len(different[number]),
                is_stopped=any(look.user == reader for look in different[number]),
            )
            for number, version, is_confirmed in rows
            if version is not None and not is_confirmed
        ),
    )


def contradicted_tables(round: Round) -> dict[int, list[DifferentLook]]:
    """By table the second looks that were not the same and that nobody has decided about.

    Empty where no second look is wanted, then without a query, else with two.
    """
    if round.tournament.second_look == SecondLookRule.NONE:
        return {}
    return dict(_different_by_table(origins_in(round)))


def unconfirmed_places(tournament: Tournament, before: int | None = None) -> tuple[Place, ...]:
    """Where results are that nobody has looked at a second time.

    With `before` of the rounds before that one. Empty where no second look is wanted, then
    without a query, else with one.
    """
    if tournament.second_look == SecondLookRule.NONE:
        return ()
    tables = _with_result(tournament).exclude(is_confirmed_at("current_version"))
    if before is not None:
        tables = tables.filter(round__number__lt=before)
    places = tables.order_by("round__number", "number")
    return tuple(places.values_list("round__number", "number"))


def unconfirmed_in(round: Round) -> int:
    """How many results of a round nobody has looked at a second time, where that is wanted."""
    return sum(number == round.number for number, _table in unconfirmed_places(round.tournament))


def unconfirmed_tables(tournament: Tournament, before: int | None = None) -> tuple[str, ...]:
    """The same in words: "2-5" is round 2, table 5."""
    return tuple(f"{round}-{table}" for round, table in unconfirmed_places(tournament, before))


def different_looks(version: SheetVersion | None) -> list[DifferentLook]:
    """What was typed a second time for a version that waits and was not the same, in order.

    A penalty settles no such difference: what was typed before it still is one, and stands beside
    the version with it. Empty once the version is confirmed.
    """
    if version is None or is_confirmed(version):
        return []
    looks = _still_different(origin_of(version).versions).select_related("user", "version")
    return [beside(look, version) for look in looks.order_by("pk")]


def is_confirmed(version: SheetVersion) -> bool:
    """Whether a second look at a version is there that counts."""
    return SheetVersion.objects.filter(is_confirmed_at("pk"), pk=version.pk).exists()


def has_differed(user: User | None, version: SheetVersion) -> bool:
    """Whether this account has typed a version a second time and it was not the same."""
    own = version.different_looks.filter(user=user)
    before = _still_different(origin_of(version).versions).filter(user=user)
    return own.exists() or before.exists()


def _with_result(tournament: Tournament) -> QuerySet[GameTable]:
    return GameTable.objects.filter(round__tournament=tournament, current_version__isnull=False)


def _still_different(versions: Iterable[SheetVersion]) -> QuerySet[DifferentLook]:
    """What was typed differently of these versions, where no second look has settled it."""
    looks = DifferentLook.objects.filter(version__in=versions)
    return looks.exclude(is_confirmed_at("version"))


def _different_by_table(origins: Mapping[int, Origin]) -> defaultdict[int, list[DifferentLook]]:
    """By table what was typed a second time and was not what counts there."""
    versions = [version for origin in origins.values() for version in origin.versions]
    looks = _still_different(versions).select_related("user", "version__user", "version__table")
    found: defaultdict[int, list[DifferentLook]] = defaultdict(list)
    for look in looks.order_by("version__table__number", "pk"):
        found[look.version.table.number].append(look)
    return found
