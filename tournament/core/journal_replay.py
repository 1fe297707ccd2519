"""The journal read from its first entry on: what the tables of the database must hold after it.

Every entry tells what was done; together they tell what is there. Entries of earlier programs tell
less (no fingerprints): what nobody has told stays None and is not compared.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tournament.core.journal_chain import ChainedEntry

Place = tuple[int, int]
"""Round and table."""
Data = Mapping[str, Any]

NEW_VERSIONS = frozenset(
    {"sheet_entered", "sheet_completed", "sheet_corrected", "sheet_restored"}
    | {"penalty_awarded", "penalty_revoked"}
)
LOOKS = frozenset({"second_look_agreed", "second_look_by_person", "second_look_decided"})
# The first programs noted no looks; a list over its totals is one unless another person is wanted.
PERHAPS_LOOKS = frozenset({"sheet_confirmed", "sheet_completed"})
ADVANCES = {
    "round_published": "published",
    "clock_started": "started",
    "clock_ended": "ended",
    "round_closed": "closed",
}
RETREATS = {
    "clock_start_undone": "started",
    "clock_end_undone": "ended",
    "round_reopened": "closed",
}
MOST = 99
"""No tournament has so many rounds; a forged entry must not keep the reading for ever."""


@dataclass(slots=True)
class ToldVersion:
    """A version of a sheet as far as the journal tells: `at` is the time of its entry."""

    number: int
    at: str
    account: int | None
    totals: list[int] | None = None
    reason: str | None = None
    fingerprint: str | None = None


@dataclass(frozen=True, slots=True)
class ToldLook:
    """That a version was looked at a second time: by whom and how ("blind", "person", ...).

    `is_sure`: there was certainly one, so one must be there.
    """

    account: int | None
    how: str
    is_sure: bool
    reason: str = ""


@dataclass(slots=True)
class ToldTable:
    """The versions of a table by number, and which one counts (None: none)."""

    current: int | None = None
    versions: dict[int, ToldVersion] = field(default_factory=dict)
    looks: dict[int, ToldLook] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Deduction:
    """Points taken off a player's total, negative."""

    entry_id: int
    points: int
    round: int | None
    reason: str
    account: int | None


@dataclass(frozen=True, slots=True)
class PenaltyKey:
    """What tells the penalties of a table apart."""

    round: int
    table: int
    rule: str
    offender: int
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Frozen:
    """Standings declared final; `at` in ISO format, None where nobody told."""

    checksum: str
    at: str | None


@dataclass(slots=True)
class Story:
    """What must be there after the last entry.

    rounds: for each that is drawn which of "published", "started", "ended", "closed" it is.
    awarded: the penalties of the referee; revoked: those of them that were certainly his, unclear:
    perhaps only a sheet's. deductions by id, statuses by start number, settings by field. seals:
    those of the steps that changed seats; last_is_sealed: whether the last such act told its step.
    """

    entries: int = 0
    tables: dict[Place, ToldTable] = field(default_factory=dict)
    rounds: dict[int, set[str]] = field(default_factory=dict)
    awarded: Counter[PenaltyKey] = field(default_factory=Counter)
    revoked: Counter[PenaltyKey] = field(default_factory=Counter)
    unclear: Counter[PenaltyKey] = field(default_factory=Counter)
    deductions: dict[int, Deduction] = field(default_factory=dict)
    statuses: dict[int, str] = field(default_factory=dict)
    settings: dict[str, object] = field(default_factory=dict)
    frozen: Frozen | None = None
    is_finished: bool = False
    seals: list[str] = field(default_factory=list)
    last_is_sealed: bool = False

    def table(self, place: Place) -> ToldTable:
        """The table, without any version at first."""
        return self.tables.setdefault(place, ToldTable())

    def status(self, number: int) -> str:
        """What a player is; everybody takes part at first."""
        return self.statuses.get(number, "active")


def replay(entries: Iterable[ChainedEntry]) -> Story:
    """Read a journal in its order."""
    story = Story()
    for entry in entries:
        story.entries += 1
        if not _is_sound(entry.data):
            continue
        _tell_of_sheet(story, entry)
        tell = TELLERS.get(entry.action)
        if tell is not None:
            tell(story, entry)
    return story


def _is_sound(data: object) -> bool:
    """Whether places and ids are what they must be: a forged entry must not stop the reading."""
    if not isinstance(data, dict):
        return False
    ids = ("round", "table", "version", "first", "last", "entry", "deduction", "gone", "offender")
    return all(isinstance(data.get(key), int | None) for key in ids)


def _place(data: Data) -> Place | None:
    round, table = data.get("round"), data.get("table")
    return None if round is None or table is None else (round, table)


def _tell_of_sheet(story: Story, entry: ChainedEntry) -> None:
    """A version that is new, or told again with its totals."""
    data, place = entry.data, _place(entry.data)
    number = data.get("version")
    if place is None or number is None:
        return
    if entry.action in NEW_VERSIONS:
        _add_version(story, place, number, entry)
    told = story.table(place).versions.get(number)
    if told is not None and told.totals is None:
        told.totals = data.get("totals")
    if entry.action in LOOKS | PERHAPS_LOOKS:
        _add_look(story.table(place), number, entry)


def _add_version(story: Story, place: Place, number: int, entry: ChainedEntry) -> None:
    if number == 1:
        # A table that was without a result can go and come again when seats change.
        story.tables[place] = ToldTable()
    table, data = story.table(place), entry.data
    before = table.versions.get(table.current or 0)
    if before is not None and before.totals is None:
        before.totals = data.get("old_totals")
    table.versions[number] = ToldVersion(
        number=number,
        at=entry.at,
        account=entry.account,
        totals=data.get("totals"),
        reason=data.get("reason") if entry.action == "sheet_corrected" else None,
        fingerprint=data.get("fingerprint"),
    )
    table.current = number


def _add_look(table: ToldTable, number: int, entry: ChainedEntry) -> None:
    """By another account than the one whose work it was; a list completes what was there before."""
    work = table.versions.get(number - 1 if entry.action == "sheet_completed" else number)
    by_person = entry.account is not None and work is not None and entry.account != work.account
    how, reason = "person" if by_person else "blind", ""
    if entry.action == "second_look_by_person":
        how = "person"
    elif "how" in entry.data:  # the version is by another account than its figures
        how = str(entry.data["how"])
    if entry.action == "second_look_decided":
        how, reason = "decided", str(entry.data.get("reason"))
    look = ToldLook(entry.account, how, entry.action in LOOKS, reason)
    before = table.looks.get(number)
    # Another look takes the place of one that was not enough once the tournament asked for more.
    if before is None or (before.how != "person" and how != "blind"):
        table.looks[number] = look


def _take_back(story: Story, entry: ChainedEntry) -> None:
    place = _place(entry.data)
    if place is not None:
        story.table(place).current = None


def _penalty(data: Data) -> PenaltyKey | None:
    place, points = _place(data), data.get("points")
    if place is None or not isinstance(points, list):
        return None
    rule, offender = str(data.get("rule")), data.get("offender") or 0
    return PenaltyKey(*place, rule, offender, penalty_points(points))


def penalty_points(points: Iterable[object]) -> tuple[int | None, ...]:
    """The points of a penalty by position; whatever is no figure is None."""
    return tuple(figure if isinstance(figure, int) else None for figure in points)


def _award(story: Story, entry: ChainedEntry) -> None:
    if key := _penalty(entry.data):
        story.awarded[key] += 1


def _revoke(story: Story, entry: ChainedEntry) -> None:
    key, source = _penalty(entry.data), entry.data.get("source")
    if key is not None and source != "sheet":
        (story.revoked if source else story.unclear)[key] += 1


def _deduct(story: Story, entry: ChainedEntry) -> None:
    data = entry.data
    if isinstance(data.get("deduction"), int):
        story.deductions[data["deduction"]] = Deduction(
            entry_id=data.get("entry") or 0,
            points=data.get("points") or 0,
            round=data.get("round"),
            reason=data.get("reason", ""),
            account=entry.account,
        )


def _give_back(story: Story, entry: ChainedEntry) -> None:
    story.deductions.pop(entry.data.get("deduction") or 0, None)


def _draw(story: Story, entry: ChainedEntry) -> None:
    data = entry.data
    for number in range(max(data.get("first") or 1, 1), min(data.get("last") or 0, MOST) + 1):
        story.rounds.setdefault(number, set())
    _seal(story, entry)


def _redraw(story: Story, entry: ChainedEntry) -> None:
    """Every table from the first round on is a new one; rounds behind the last one are gone."""
    first, last = entry.data.get("first") or 1, entry.data.get("last") or 0
    story.tables = {place: told for place, told in story.tables.items() if place[0] < first}
    for penalties in (story.awarded, story.revoked, story.unclear):
        for key in [key for key in penalties if key.round >= first]:
            del penalties[key]
    story.rounds = {number: told for number, told in story.rounds.items() if number <= last}
    for number, told in story.rounds.items():
        if number >= first:
            told -= {"started", "ended"}
    for pk, deduction in story.deductions.items():
        if deduction.round is not None and deduction.round > last:
            story.deductions[pk] = replace(deduction, round=None)
    _draw(story, entry)


def _seat(story: Story, entry: ChainedEntry) -> None:
    if entry.action == "seated_by_hand" and entry.data.get("round"):
        story.rounds.setdefault(entry.data["round"], set())
    _seal(story, entry)


def _substitute(story: Story, entry: ChainedEntry) -> None:
    data = entry.data
    gone, come = data.get("gone"), data.get("number")
    if isinstance(gone, int) and story.status(gone) in ("active", "unranked"):
        story.statuses[gone] = "withdrawn"
    if isinstance(come, int):
        story.statuses[come] = str(data.get("status"))
    _seal(story, entry)


def _seal(story: Story, entry: ChainedEntry) -> None:
    seal = entry.data.get("proof")
    story.last_is_sealed = isinstance(seal, str)
    if isinstance(seal, str):
        story.seals.append(seal)


def _advance(story: Story, entry: ChainedEntry) -> None:
    number = entry.data.get("round") or 0
    told = story.rounds.setdefault(number, set())
    told |= {ADVANCES[entry.action]} if entry.action in ADVANCES else set()
    told -= {RETREATS[entry.action]} if entry.action in RETREATS else set()


def _set_status(story: Story, entry: ChainedEntry) -> None:
    number = entry.data.get("number")
    if isinstance(number, int):
        story.statuses[number] = str(entry.data.get("new"))


def _renumber(story: Story, entry: ChainedEntry) -> None:
    old, new = entry.data.get("old_number"), entry.data.get("number")
    if isinstance(old, int) and isinstance(new, int) and old in story.statuses:
        story.statuses[new] = story.statuses.pop(old)


def _remove(story: Story, entry: ChainedEntry) -> None:
    number = entry.data.get("number")
    if isinstance(number, int):
        story.statuses.pop(number, None)


def _create(story: Story, entry: ChainedEntry) -> None:
    settings = entry.data.get("settings")
    if isinstance(settings, dict):
        story.settings.update(settings)


def _edit(story: Story, entry: ChainedEntry) -> None:
    changes = entry.data.get("changes")
    if isinstance(changes, dict):
        pairs = {name: pair for name, pair in changes.items() if isinstance(pair, list) and pair}
        story.settings.update({name: pair[-1] for name, pair in pairs.items()})


def _freeze(story: Story, entry: ChainedEntry) -> None:
    story.frozen = Frozen(str(entry.data.get("checksum")), entry.data.get("frozen_at"))


def _unfreeze(story: Story, entry: ChainedEntry) -> None:
    story.frozen = None


def _finish(story: Story, entry: ChainedEntry) -> None:
    story.is_finished = True


def _resume(story: Story, entry: ChainedEntry) -> None:
    story.is_finished = False


TELLERS: Mapping[str, Callable[[Story, ChainedEntry], None]] = {
    "deduction_revoked": _give_back,
    "penalty_awarded": _award,
    "penalty_revoked": _revoke,
    "player_edited": _renumber,
    "player_removed": _remove,
    "player_status_set": _set_status,
    "player_substituted": _substitute,
    "points_deducted": _deduct,
    "rounds_drawn": _draw,
    "rounds_redrawn": _redraw,
    "seated_by_hand": _seat,
    "seats_repaired": _seat,
    "seats_swapped": _seat,
    "sheet_taken_back": _take_back,
    "standings_frozen": _freeze,
    "standings_unfrozen": _unfreeze,
    "tournament_created": _create,
    "tournament_edited": _edit,
    "tournament_finished": _finish,
    "tournament_resumed": _resume,
    **dict.fromkeys([*ADVANCES, *RETREATS], _advance),
}
