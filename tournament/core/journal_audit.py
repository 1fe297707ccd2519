"""What the tables of the database say, held against what the journal says.

Whoever changes a result behind the program's back would have to forge the journal as well, and its
seals stand on paper. What the journal does not tell is not compared.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from tournament.core.journal_replay import (
    Deduction,
    Frozen,
    PenaltyKey,
    Place,
    Story,
    ToldLook,
    ToldTable,
    ToldVersion,
)

SAME_MOMENT = timedelta(minutes=1)
"""A version and its entry are written in one act."""


class ContradictionCode(StrEnum):
    """What the database says otherwise than the journal."""

    JOURNAL_EMPTY = "journal_empty"
    VERSION_MISSING = "version_missing"
    VERSION_UNTOLD = "version_untold"
    """A version of which the journal has no entry."""
    VERSION_TOTALS = "version_totals"
    VERSION_ACCOUNT = "version_account"
    VERSION_TIME = "version_time"
    VERSION_REASON = "version_reason"
    VERSION_CONTENT = "version_content"
    """Something else of the version than its totals, account, time and reason."""
    CURRENT_VERSION = "current_version"
    LOOK_MISSING = "look_missing"
    LOOK_UNTOLD = "look_untold"
    LOOK_CHANGED = "look_changed"
    PENALTY_MISSING = "penalty_missing"
    PENALTY_UNTOLD = "penalty_untold"
    PENALTY_NOT_ON_SHEET = "penalty_not_on_sheet"
    """The list of penalties and the sheet that counts do not have the same."""
    DEDUCTION_MISSING = "deduction_missing"
    DEDUCTION_UNTOLD = "deduction_untold"
    DEDUCTION_CHANGED = "deduction_changed"
    ROUND_MISSING = "round_missing"
    ROUND_UNTOLD = "round_untold"
    ROUND_STATE = "round_state"
    STATUS = "status"
    SETTING = "setting"
    FROZEN = "frozen"
    FROZEN_CHECKSUM = "frozen_checksum"
    FROZEN_TIME = "frozen_time"
    FINISHED = "finished"
    STEP_BROKEN = "step_broken"
    """A step of the proof of the draws that does not follow from those before it."""
    STEP_MISSING = "step_missing"
    STEP_UNTOLD = "step_untold"
    SEATS = "seats"
    TYPING_MISSING = "typing_missing"
    """A second typing that was not the same."""
    TYPING_UNTOLD = "typing_untold"
    FIRST_CLOSED = "first_closed"
    EXTRA_TIME = "extra_time"
    PENALTY_CHANGED = "penalty_changed"
    """Initials, note or row of a penalty of the referee."""
    NAME = "name"
    NAME_DRAWN = "name_drawn"
    """Another name than in the proof of the draws, where the journal has none."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """One thing that is not as the journal tells; the place is given as far as it has one.

    told, found: what the journal and what the database says: totals, an id, a text, or None.
    number: of a version, a player, a position or a step.
    """

    code: ContradictionCode
    told: Any = None
    found: Any = None
    round: int | None = None
    table: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class FoundVersion:
    """A version as it stands in the database; `at` in ISO format."""

    number: int
    at: str
    account: int | None
    totals: Any
    reason: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class FoundLook:
    """A second look that stands in the database, by whom and how."""

    account: int | None
    how: str
    reason: str = ""


@dataclass(slots=True)
class FoundTable:
    """A table with its versions, which one counts, and the penalties on that one."""

    current: int | None = None
    versions: dict[int, FoundVersion] = field(default_factory=dict)
    looks: dict[int, FoundLook] = field(default_factory=dict)
    on_sheet: Counter[PenaltyKey] | None = None
    listed: Counter[PenaltyKey] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Database:
    """What stands in the database of one tournament, in the terms of `Story`.

    `by_referee`: the listed penalties the referee has awarded.
    """

    tables: Mapping[Place, FoundTable]
    rounds: Mapping[int, frozenset[str]]
    by_referee: Counter[PenaltyKey]
    deductions: Mapping[int, Deduction]
    statuses: Mapping[int, str]
    settings: Mapping[str, object]
    frozen: Frozen | None
    is_finished: bool

    @property
    def has_begun(self) -> bool:
        """Whether there is anything of which a journal must tell."""
        return bool(self.rounds or self.deductions or self.frozen or self.is_finished)


def contradictions(story: Story, database: Database) -> tuple[Contradiction, ...]:
    """Everything that the database says otherwise than the journal, in the order of the rounds."""
    if not story.entries:
        code = ContradictionCode.JOURNAL_EMPTY
        return (Contradiction(code, found=len(database.rounds)),) if database.has_begun else ()
    return (
        *_of_rounds(story, database),
        *_of_tables(story, database),
        *_of_penalties(story, database),
        *_of_deductions(story, database),
        *_of_players(story, database),
        *_of_tournament(story, database),
    )


def _of_rounds(story: Story, database: Database) -> Iterator[Contradiction]:
    for number in sorted(story.rounds.keys() | database.rounds.keys()):
        told, found = story.rounds.get(number), database.rounds.get(number)
        if found is None:
            yield Contradiction(ContradictionCode.ROUND_MISSING, round=number)
        elif told is None:
            yield Contradiction(ContradictionCode.ROUND_UNTOLD, round=number)
        elif told != found:
            code = ContradictionCode.ROUND_STATE
            yield Contradiction(code, tuple(sorted(told)), tuple(sorted(found)), round=number)


def _of_tables(story: Story, database: Database) -> Iterator[Contradiction]:
    for place in sorted(story.tables.keys() | database.tables.keys()):
        found = database.tables.get(place, FoundTable())
        told = story.tables.get(place, ToldTable())
        if told.current is None and not found.versions:
            # What was taken back goes with its table when the seats change.
            told = ToldTable()
        yield from _of_versions(place, told, found)
        yield from _of_looks(place, told, found)


def _of_versions(place: Place, told: ToldTable, found: FoundTable) -> Iterator[Contradiction]:
    round, table = place
    for number in sorted(told.versions.keys() | found.versions.keys()):
        one, other = told.versions.get(number), found.versions.get(number)
        if other is None:
            totals = one.totals if one else None
            code = ContradictionCode.VERSION_MISSING
            yield Contradiction(code, totals, None, round, table, number)
        elif one is None:
            code = ContradictionCode.VERSION_UNTOLD
            yield Contradiction(code, None, other.totals, round, table, number)
        else:
            for code, says, is_there in _of_version(one, other):
                yield Contradiction(code, says, is_there, round, table, number)
    if told.current != found.current:
        code = ContradictionCode.CURRENT_VERSION
        yield Contradiction(code, told.current, found.current, round, table)


def _of_version(
    told: ToldVersion, found: FoundVersion
) -> Iterator[tuple[ContradictionCode, object, object]]:
    """What of a version differs; what no single field tells, its fingerprint does."""
    differs = False
    for code, says, is_there in (
        (ContradictionCode.VERSION_TOTALS, told.totals, found.totals),
        (ContradictionCode.VERSION_REASON, told.reason, found.reason),
    ):
        if says is not None and says != is_there:
            differs = True
            yield code, says, is_there
    if told.account != found.account:
        differs = True
        yield ContradictionCode.VERSION_ACCOUNT, told.account, found.account
    if not _same_moment(told.at, found.at):
        differs = True
        yield ContradictionCode.VERSION_TIME, told.at, found.at
    if not differs and told.fingerprint not in (None, found.fingerprint):
        yield ContradictionCode.VERSION_CONTENT, None, None


def _same_moment(one: str, other: str) -> bool:
    return abs(datetime.fromisoformat(one) - datetime.fromisoformat(other)) < SAME_MOMENT


def _of_looks(place: Place, told: ToldTable, found: FoundTable) -> Iterator[Contradiction]:
    round, table = place
    for number in sorted(told.looks.keys() | found.looks.keys()):
        one, other = told.looks.get(number), found.looks.get(number)
        if other is None and (one is None or not one.is_sure):
            continue
        code = None
        if other is None:
            code = ContradictionCode.LOOK_MISSING
        elif one is None:
            code = ContradictionCode.LOOK_UNTOLD
        elif _facts(one) != _facts(other):
            code = ContradictionCode.LOOK_CHANGED
        if code:
            says, is_there = one and _facts(one), other and _facts(other)
            yield Contradiction(code, says, is_there, round, table, number)


def _facts(look: ToldLook | FoundLook) -> tuple[int | None, str, str]:
    return look.account, look.how, look.reason


def _of_penalties(story: Story, database: Database) -> Iterator[Contradiction]:
    """What the referee has awarded is listed, and what is listed stands on the sheet."""
    for key in sorted({*story.awarded, *database.by_referee}, key=_order):
        # Of a penalty that was revoked the first programs did not say whose it was.
        most = story.awarded[key] - story.revoked[key]
        least = max(most - story.unclear[key], 0)
        listed = database.by_referee[key]
        if listed < least:
            yield _penalty(ContradictionCode.PENALTY_MISSING, key, least, listed)
        elif listed > most:
            yield _penalty(ContradictionCode.PENALTY_UNTOLD, key, most, listed)
    for _place, table in sorted(database.tables.items()):
        if table.on_sheet is not None:
            for key in sorted({*table.on_sheet, *table.listed}, key=_order):
                on_sheet, listed = table.on_sheet[key], table.listed[key]
                if on_sheet != listed:
                    code = ContradictionCode.PENALTY_NOT_ON_SHEET
                    yield _penalty(code, key, on_sheet, listed)


def _order(key: PenaltyKey) -> tuple[object, ...]:
    points = [figure or 0 for figure in key.points]
    return key.round, key.table, key.rule, key.offender, points


def _penalty(code: ContradictionCode, key: PenaltyKey, told: int, found: int) -> Contradiction:
    """`told` and `found` are how many, with the paragraph and the position."""
    return Contradiction(
        code, (told, key.rule), (found, key.rule), key.round, key.table, key.offender
    )


def _of_deductions(story: Story, database: Database) -> Iterator[Contradiction]:
    for pk in sorted(story.deductions.keys() | database.deductions.keys()):
        told, found = story.deductions.get(pk), database.deductions.get(pk)
        if told == found:
            continue
        code = ContradictionCode.DEDUCTION_CHANGED
        if found is None:
            code = ContradictionCode.DEDUCTION_MISSING
        elif told is None:
            code = ContradictionCode.DEDUCTION_UNTOLD
        yield Contradiction(code, told, found)


def _of_players(story: Story, database: Database) -> Iterator[Contradiction]:
    for number, found in sorted(database.statuses.items()):
        told = story.status(number)
        if told != found:
            yield Contradiction(ContradictionCode.STATUS, told, found, number=number)


def _of_tournament(story: Story, database: Database) -> Iterator[Contradiction]:
    for name, told in sorted(story.settings.items()):
        if name in database.settings and not _same_setting(told, database.settings[name]):
            code = ContradictionCode.SETTING
            yield Contradiction(code, (name, told), (name, database.settings[name]))
    yield from _of_freezing(story.frozen, database.frozen)
    if story.is_finished != database.is_finished:
        code = ContradictionCode.FINISHED
        yield Contradiction(code, story.is_finished, database.is_finished)


def _same_setting(told: object, found: object) -> bool:
    """Whether both are the same; a moment may be told in another time zone."""
    if told == found:
        return True
    try:
        return datetime.fromisoformat(str(told)) == datetime.fromisoformat(str(found))
    except ValueError:
        return False


def _of_freezing(told: Frozen | None, found: Frozen | None) -> Iterator[Contradiction]:
    if told is None or found is None:
        if told != found:
            code = ContradictionCode.FROZEN
            yield Contradiction(code, told is not None, found is not None)
        return
    if told.checksum != found.checksum:
        yield Contradiction(ContradictionCode.FROZEN_CHECKSUM, told.checksum, found.checksum)
    if told.at not in (None, found.at):
        yield Contradiction(ContradictionCode.FROZEN_TIME, told.at, found.at)
