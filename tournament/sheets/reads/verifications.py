"""Reads of verifications: which results are confirmed, which wait, for whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import starmap

from django.db.models import BooleanField, Exists, F, OuterRef, Q, Value

from tournament.models import (
    GameTable,
    Round,
    SheetKind,
    SheetVersion,
    Tournament,
    User,
    Verification,
    VerificationRule,
)
from tournament.shared.rules.places import Place
from tournament.sheets.mapping import typing_beside

_SETTLES = Q(agrees=True) | Q(decided_at__isnull=False)
_ASKS_FOR_LESS = ~Q(version__table__round__tournament__verification=VerificationRule.PERSON)


def is_confirmed_at(version: str) -> Exists:
    """Whether the version that this path of a query leads to is confirmed. A ruling needs nobody.

    A verification by the same person counts no longer once a second person is asked for, nor does
    what somebody has decided about a version of their own; they stay, and count again when less
    is asked for.
    """
    counting = Verification.objects.filter(_SETTLES, _ASKS_FOR_LESS | Q(by_second_person=True))
    is_verified = Exists(counting.filter(version=OuterRef("pk")))
    confirmed = SheetVersion.objects.filter(is_verified | Q(kind=SheetKind.RULING))
    return Exists(confirmed.filter(pk=OuterRef(version)))


def asks_for_verification(tournaments: Iterable[Tournament]) -> bool:
    """Whether one of these tournaments asks for verifications."""
    return any(each.verification != VerificationRule.NONE for each in tournaments)


def is_confirmed_where(is_asked: bool, version: str) -> Exists | Value:
    """`is_confirmed_at`; where no verification is asked for, nothing is looked up."""
    if not is_asked:
        return Value(False, output_field=BooleanField())  # a value of the database
    return is_confirmed_at(version)


def is_confirmed_in(tournament: Tournament, version: str) -> Exists | Value:
    """The same in this tournament."""
    return is_confirmed_where(asks_for_verification([tournament]), version)


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table whose result waits for its verification.

    `version` is the number of the one that counts, `is_own`: the reader has typed its figures;
    `differences`: how often it was typed otherwise, `is_stopped`: by the reader as well.
    """

    number: int
    version: int
    is_own: bool
    differences: int
    is_stopped: bool


@dataclass(frozen=True, slots=True)
class RoundVerification:
    """How far the verification of a round is: tables of it, results in, confirmed, waiting."""

    tables: int
    entered: int
    waiting: tuple[WaitingTable, ...]

    @property
    def confirmed(self) -> int:
        """Results that somebody has verified."""
        return self.entered - len(self.waiting)

    def next_for_reader(self, rule: str, after: int = 0) -> int | None:
        """The next table the reader can verify, from the one after `after` on and round again."""
        needs_other = rule == VerificationRule.PERSON
        open_to = [
            each.number
            for each in self.waiting
            if not each.is_stopped and not (needs_other and each.is_own)
        ]
        later = [number for number in open_to if number > after]
        return next(iter([*later, *open_to]), None)


def verification_of(round: Round, reader: User | None) -> RoundVerification:
    """The results of a round and which of them wait; two queries."""
    version = "current_version"
    rows = (
        GameTable.objects.filter(round=round)
        .order_by("number")
        .values_list(
            "number", f"{version}__number", f"{version}__typists", is_confirmed_at(version)
        )
    )
    different = _different_by_table(round)
    return RoundVerification(
        tables=len(rows),
        entered=sum(current is not None for _table, current, *_rest in rows),
        waiting=tuple(
            WaitingTable(
                table,
                current,
                is_own=reader is not None and reader.pk in typists,
                differences=len(different.get(table, ())),
                is_stopped=any(each.user == reader for each in different.get(table, ())),
            )
            for table, current, typists, is_confirmed in rows
            if current is not None and not is_confirmed
        ),
    )


def contradicted_tables(round: Round) -> dict[int, list[Verification]]:
    """By table the verifications that differ and that nobody has decided about.

    Empty where none is wanted, then without a query, else with one.
    """
    if round.tournament.verification == VerificationRule.NONE:
        return {}
    return _different_by_table(round)


def unconfirmed_places(tournament: Tournament, before: int | None = None) -> tuple[Place, ...]:
    """Where results are that nobody has verified.

    With `before` of the rounds before that one. Empty where no verification is wanted, then
    without a query, else with one.
    """
    if tournament.verification == VerificationRule.NONE:
        return ()
    entered = GameTable.objects.filter(round__tournament=tournament, current_version__isnull=False)
    tables = entered.exclude(is_confirmed_at("current_version"))
    if before is not None:
        tables = tables.filter(round__number__lt=before)
    places = tables.order_by("round__number", "number")
    return tuple(starmap(Place, places.values_list("round__number", "number")))


def unconfirmed_in(round: Round) -> int:
    """How many results of a round nobody has verified, where that is wanted."""
    return sum(number == round.number for number, _table in unconfirmed_places(round.tournament))


def open_differences(version: SheetVersion | None) -> list[Verification]:
    """What was typed again for a version that waits and was not the same, in order.

    Empty once the version is confirmed.
    """
    if version is None or is_confirmed(version):
        return []
    return list(version.verifications.filter(agrees=False).select_related("user"))


def is_confirmed(version: SheetVersion) -> bool:
    """Whether a verification of a version is there that counts."""
    return SheetVersion.objects.filter(is_confirmed_at("pk"), pk=version.pk).exists()


def has_differed(user: User | None, version: SheetVersion) -> bool:
    """Whether this account has typed a version again and it was not the same."""
    return version.verifications.filter(user=user, agrees=False).exists()


def carried_over(before: SheetVersion, version: SheetVersion) -> list[Verification]:
    """What differs from the version before, beside one that has other penalties alone; unsaved.

    A penalty settles no difference. What is carried over is what was typed first, however many
    penalties came since.
    """
    carried = []
    at_table = Verification.objects.filter(version__table=before.table_id, agrees=False)
    for each in open_differences(before):
        first = at_table.select_related("version").filter(user=each.user, at=each.at)[0]
        totals, content = typing_beside(first.totals, first.content, first.version, version)
        carried.append(
            Verification(
                version=version,
                how=each.how,
                agrees=False,
                user=each.user,
                at=each.at,
                totals=totals,
                content=content,
            )
        )
    return carried


def _different_by_table(round: Round) -> dict[int, list[Verification]]:
    """By table what was typed again and is not what counts there."""
    current = Verification.objects.filter(
        version__table__round=round, version__table__current_version=F("version"), agrees=False
    )
    related = current.exclude(is_confirmed_at("version")).select_related(
        "user", "version__user", "version__table"
    )
    found: dict[int, list[Verification]] = {}
    for each in related.order_by("version__table__number", "pk"):
        found.setdefault(each.version.table.number, []).append(each)
    return found
