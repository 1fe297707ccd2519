"""Single facts the journal tells, by fingerprint or moment, held against what the database says.

Second typings that differed, when a round was closed for the first time, whose results a start
number's are, extra time, and who signed a penalty of the referee for what (TSR 8.2.2). A fact that
an entry of an earlier program does not tell is not compared.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournament.core.journal_audit import Contradiction, ContradictionCode
from tournament.core.journal_chain import ChainedEntry, facts_fingerprint
from tournament.core.journal_replay import Place

VersionPlace = tuple[int, int, int]
"""Round, table and number of a version."""
ExtraTime = tuple[int, str, str]
"""Minutes, reason and initials, as the list documents them (TSR 8.5.1)."""
NO_EXTRA_TIME: ExtraTime = (0, "", "")
NEW_SEATS = {"player_substituted", "seated_by_hand", "seats_repaired", "seats_swapped"}
NAME_FIELDS = {"last_name", "first_name"}
FIGURES_OF_A_NAME = 16
"""An import tells one fingerprint for each player; a forged name cannot be chosen to fit."""


@dataclass(slots=True)
class ToldFacts:
    """What the entries tell.

    differing: fingerprints of second typings by version, None where the entry has none.
    first_closed: by round. names: fingerprints by entry; renamed: start numbers whose name may be
    another one than in the proof of the draws. penalties: fingerprints of those of the referee by
    id. extra: by round and table; perhaps_gone: tables that may be new ones since then.
    """

    differing: dict[VersionPlace, list[str | None]] = field(default_factory=dict)
    first_closed: dict[int, str | None] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    renamed: set[int] = field(default_factory=set)
    penalties: dict[int, str] = field(default_factory=dict)
    extra: dict[Place, ExtraTime] = field(default_factory=dict)
    perhaps_gone: set[Place] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class FoundName:
    """A player as the database names him; `listed` as the proof does, last name first."""

    number: int
    fingerprint: str
    listed: str


@dataclass(frozen=True, slots=True)
class FoundPenalty:
    """A penalty that is listed.

    is_row_signed: whether the sheet that counts has it from its row on; true where none counts.
    """

    round: int
    table: int
    rule: str
    offender: int
    fingerprint: str
    is_row_signed: bool


@dataclass(frozen=True, slots=True)
class FoundFacts:
    """The same as it stands in the database; of `differing` every version that is there."""

    differing: Mapping[VersionPlace, Sequence[str]]
    first_closed: Mapping[int, str | None]
    names: Mapping[int, FoundName]
    penalties: Mapping[int, FoundPenalty]
    extra: Mapping[Place, ExtraTime]


def name_fingerprint(entry: int, last_name: str, first_name: str) -> str:
    """What the journal keeps of a name: 16 hex figures, others for each place in a tournament."""
    return facts_fingerprint("name", entry, last_name, first_name)[:FIGURES_OF_A_NAME]


def typing_fingerprint(account: int | None, totals: object, content: object) -> str:
    """Everything a second typing that differed says."""
    return facts_fingerprint("second typing", account, totals, content)


def penalty_fingerprint(initials: str, note: str) -> str:
    """Who signed a penalty, and for what."""
    return facts_fingerprint("penalty", initials, note)


def told_facts(entries: Iterable[ChainedEntry]) -> ToldFacts:
    """Read a journal in its order."""
    told = ToldFacts()
    for entry in entries:
        if isinstance(entry.data, dict):
            _tell_of_typing(told, entry.action, entry.data)
            _tell_of_rounds(told, entry.action, entry.data)
            _tell_of_names(told, entry.action, entry.data)
            _tell_of_extra_time(told, entry.action, entry.data)
            _tell_of_penalties(told, entry.action, entry.data)
    return told


def _tell_of_typing(told: ToldFacts, action: str, data: Mapping[str, Any]) -> None:
    place = data.get("round"), data.get("table"), data.get("version")
    if action == "rounds_redrawn":
        first = data.get("first") or 1
        told.differing = {at: each for at, each in told.differing.items() if at[0] < first}
    elif action == "sheet_entered" and data.get("version") == 1:
        # A table that was without a result can go and come again when seats change.
        told.differing = {at: each for at, each in told.differing.items() if at[:2] != place[:2]}
    elif action == "second_look_differed" and all(isinstance(part, int) for part in place):
        round, table, version = (int(part or 0) for part in place)
        told.differing.setdefault((round, table, version), []).append(data.get("fingerprint"))


def _tell_of_rounds(told: ToldFacts, action: str, data: Mapping[str, Any]) -> None:
    if action == "round_closed" and isinstance(data.get("round"), int):
        told.first_closed[data["round"]] = data.get("first_closed_at")
    elif action == "rounds_redrawn":
        last = data.get("last") or 0
        told.first_closed = {at: each for at, each in told.first_closed.items() if at <= last}


def _tell_of_names(told: ToldFacts, action: str, data: Mapping[str, Any]) -> None:
    names = data.get("names")
    if isinstance(names, dict):
        told.names.update({int(pk): mark for pk, mark in names.items() if pk.isdecimal()})
    if action == "player_removed" or _is_renamed(data):
        told.renamed |= {
            data[key] for key in ("number", "old_number") if isinstance(data.get(key), int)
        }


def _tell_of_extra_time(told: ToldFacts, action: str, data: Mapping[str, Any]) -> None:
    if action == "rounds_redrawn":
        first = data.get("first") or 1
        told.extra = {at: each for at, each in told.extra.items() if at[0] < first}
    elif action in NEW_SEATS:
        told.perhaps_gone |= told.extra.keys()
    elif action in ("time_extended", "extra_time_removed"):
        place = data.get("round") or 0, data.get("table") or 0
        reason, initials = str(data.get("reason")), str(data.get("initials"))
        told.extra[place] = data.get("minutes") or 0, reason, initials
        told.perhaps_gone.discard(place)


def _tell_of_penalties(told: ToldFacts, action: str, data: Mapping[str, Any]) -> None:
    if action == "penalty_awarded" and isinstance(data.get("signed"), str):
        told.penalties[data.get("penalty") or 0] = data["signed"]


def _is_renamed(data: Mapping[str, Any]) -> bool:
    """Whether a name or a start number was changed."""
    changed = data.get("changed")
    is_other = isinstance(changed, list) and not NAME_FIELDS.isdisjoint(changed)
    return is_other or data.get("old_number", data.get("number")) != data.get("number")


def fact_contradictions(
    told: ToldFacts, found: FoundFacts, steps: Iterable[Mapping[str, Any]]
) -> tuple[Contradiction, ...]:
    """What is not as it was told; steps: those of the proof of the draws, which name people."""
    return (
        *_of_typings(told, found),
        *_of_closings(told, found),
        *_of_names(told, found, _sealed_names(steps)),
        *_of_penalties(told, found),
        *_of_extra_time(told, found),
    )


def _of_typings(told: ToldFacts, found: FoundFacts) -> Iterator[Contradiction]:
    for place, typed in sorted(found.differing.items()):
        marks = told.differing.get(place, [])
        known, there = Counter(filter(None, marks)), Counter(typed)
        if known - there:
            yield Contradiction(ContradictionCode.TYPING_MISSING, None, None, *place)
        if (there - known).total() > marks.count(None):
            yield Contradiction(ContradictionCode.TYPING_UNTOLD, None, None, *place)


def _of_closings(told: ToldFacts, found: FoundFacts) -> Iterator[Contradiction]:
    for round, moment in sorted(found.first_closed.items()):
        says = told.first_closed.get(round)
        if says is not None and says != moment:
            yield Contradiction(ContradictionCode.FIRST_CLOSED, says, moment, round=round)


def _of_names(
    told: ToldFacts, found: FoundFacts, sealed: Mapping[str, str]
) -> Iterator[Contradiction]:
    for pk, name in sorted(found.names.items(), key=lambda item: item[1].number):
        mark, drawn = told.names.get(pk), sealed.get(str(name.number))
        is_other = mark is not None and mark != name.fingerprint
        is_comparable = mark is None and drawn is not None and name.number not in told.renamed
        if is_other or (is_comparable and drawn != name.listed):
            code = ContradictionCode.NAME if is_other else ContradictionCode.NAME_DRAWN
            yield Contradiction(code, drawn, name.listed, number=name.number)


def _of_penalties(told: ToldFacts, found: FoundFacts) -> Iterator[Contradiction]:
    """A penalty that is missing or untold is named with the figures."""
    for pk, penalty in sorted(found.penalties.items()):
        mark = told.penalties.get(pk)
        if mark is not None and (mark != penalty.fingerprint or not penalty.is_row_signed):
            place = penalty.round, penalty.table, penalty.offender
            code = ContradictionCode.PENALTY_CHANGED
            yield Contradiction(code, (None, penalty.rule), None, *place)


def _of_extra_time(told: ToldFacts, found: FoundFacts) -> Iterator[Contradiction]:
    for place, extra in sorted(found.extra.items()):
        says = told.extra.get(place, NO_EXTRA_TIME)
        is_gone = extra == NO_EXTRA_TIME and place in told.perhaps_gone
        if extra != says and not is_gone:
            yield Contradiction(ContradictionCode.EXTRA_TIME, says, extra, *place)


def _sealed_names(steps: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The names by start number; the latest step that names somebody counts."""
    names: dict[str, str] = {}
    for step in steps:
        names.update({player["id"]: player["name"] for player in step.get("players", ())})
        for tables in step.get("rounds", ()):
            names.update({person: name for table in tables for person, name in table})
    return names
