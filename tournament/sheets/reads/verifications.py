"""Queries of verifications: which results are confirmed, which wait, for whom."""

from dataclasses import dataclass
from itertools import starmap
from typing import Any

from django.db.models import BooleanField, Exists, F, OuterRef, Q, Value

from scoring.json_format import sheet_from_json
from scoring.sheet import check
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
from tournament.sheets.rules.table_rules import (
    complete,
    stored_content,
    without_running_totals,
)

_SETTLES = Q(agrees=True) | Q(decided_at__isnull=False)
_ASKS_FOR_LESS = ~Q(version__table__round__tournament__verification=VerificationRule.PERSON)


def is_confirmed_at(version: str) -> Exists:
    """Return a condition: the version at this query path is confirmed. Rulings always are.

    Once a second person is required, verifications by the same person and decisions about one's own
    version no longer count; they are kept, and count again when less is required.
    """
    counting = Verification.objects.filter(_SETTLES, _ASKS_FOR_LESS | Q(by_second_person=True))
    is_verified = Exists(counting.filter(version=OuterRef("pk")))
    confirmed = SheetVersion.objects.filter(is_verified | Q(kind=SheetKind.RULING))
    return Exists(confirmed.filter(pk=OuterRef(version)))


def is_result_confirmed(is_asked: bool) -> Exists | Value:
    """Return a condition: a table's result is confirmed; False where no verification is asked."""
    if not is_asked:
        return Value(False, output_field=BooleanField())  # a database value, not a Python bool
    return is_confirmed_at("current_version")


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A result (number `version`) that waits for its verification, as one account sees it.

    `is_own`: it has typed the figures; `is_stopped`: it has typed others. `differences`: how many.
    """

    number: int
    version: int
    is_own: bool
    differences: int
    is_stopped: bool


@dataclass(frozen=True, slots=True)
class RoundVerification:
    """Progress of a round's verification: tables, results entered, confirmed, waiting."""

    tables: int
    entered: int
    waiting: tuple[WaitingTable, ...]

    @property
    def confirmed(self) -> int:
        """The number of verified results."""
        return self.entered - len(self.waiting)

    def next_for_reader(self, rule: str, after: int = 0) -> int | None:
        """Return the next table the reader can verify, after table `after` and wrapping around."""
        needs_other = rule == VerificationRule.PERSON
        open_to = [
            each.number
            for each in self.waiting
            if not each.is_stopped and not (needs_other and each.is_own)
        ]
        later = [number for number in open_to if number > after]
        return next(iter([*later, *open_to]), None)


def verification_of(round: Round, reader: User | None) -> RoundVerification:
    """Return the results of a round and those that wait; two queries."""
    version = "current_version"
    rows = (
        GameTable.objects.filter(round=round)
        .order_by("number")
        .values_list(
            "number", f"{version}__number", f"{version}__typists", is_confirmed_at(version)
        )
    )
    different = contradicted_tables(round)
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
    """Return the undecided verifications that differ, by table; no query where none is wanted."""
    if round.tournament.verification == VerificationRule.NONE:
        return {}
    # Second typings that differ from the current version.
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


def unconfirmed_places(tournament: Tournament, before: int | None = None) -> tuple[Place, ...]:
    """Return the places without a verification that is wanted; `before`: earlier rounds."""
    if tournament.verification == VerificationRule.NONE:
        return ()
    entered = GameTable.objects.filter(round__tournament=tournament, current_version__isnull=False)
    tables = entered.exclude(is_confirmed_at("current_version"))
    if before is not None:
        tables = tables.filter(round__number__lt=before)
    places = tables.order_by("round__number", "number")
    return tuple(starmap(Place, places.values_list("round__number", "number")))


def open_differences(version: SheetVersion | None) -> list[Verification]:
    """Return the differing second typings of a version that waits, in order."""
    if version is None or is_confirmed(version):
        return []
    return list(version.verifications.filter(agrees=False).select_related("user"))


def is_confirmed(version: SheetVersion) -> bool:
    """Whether a version has a verification that counts, or is a ruling."""
    return SheetVersion.objects.filter(is_confirmed_at("pk"), pk=version.pk).exists()


def has_differed(user: User | None, version: SheetVersion) -> bool:
    """Whether this account has typed a version again with a different result."""
    return version.verifications.filter(user=user, agrees=False).exists()


def carry_over_differences(before: SheetVersion, version: SheetVersion) -> list[Verification]:
    """Return the differences of the version before, for one with other penalties; unsaved.

    A penalty settles none. Carried over is the first typing, however many penalties followed.
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


def typing_beside(
    totals: list[int | None],
    content: dict[str, Any] | None,
    before: SheetVersion,
    after: SheetVersion,
) -> tuple[list[int | None], dict[str, Any] | None]:
    """Add a penalty to a second typing, unless it contained the points from the start."""
    if totals == after.totals:
        return totals, content
    old, new = before.content["penalties"], after.content["penalties"]
    change = [now - then for now, then in zip(after.totals, before.totals, strict=True)]
    totals = [
        None if total is None else total + gain for total, gain in zip(totals, change, strict=True)
    ]
    if content is not None and content["penalties"] in (old, []):
        content = {**content, "penalties": new}
    if content is not None and "rows" in content:
        sheet = sheet_from_json(without_running_totals(content))
        content = stored_content(complete(sheet, check(sheet).dealers))
    elif content is not None:
        content = {**content, "totals": totals}
    return totals, content
