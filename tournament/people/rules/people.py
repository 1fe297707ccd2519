"""Similarity of people, to recognise a player who is already known.

There are three answers: the same, maybe, nobody. "The same" is accepted without a question, so it
needs the same name in one of its spellings, no contradiction, and no other candidate.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache

from tournament.people.rules.registration import PlayerRow, Verdict
from tournament.shared.rules.fields import KEPT, Of, PlayerData, fields_of
from tournament.shared.rules.names import UMLAUTS, name_keys
from tournament.shared.rules.states import state_key

LEAST_ALIKE = 84.0
"""Minimum similarity of two names in per cent; below it nobody is asked."""
ALIKE_WITHOUT_CLUB, ALIKE_IN_OTHER_CLUB = 88.0, 94.0
MOST_ASKED = 3
_MOST_NAMES = 1 << 15
_APOSTROPHES = re.compile(r"['’‘`´]")
_NO_LETTERS = re.compile(r"[\W_]+")
# Spellings of one sound: Meyer and Maier, Schmidt and Schmitt, Claus and Klaus.
_SOUNDS = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        ("ae", "a"),
        ("oe", "o"),
        ("ue", "u"),
        ("ai|ay|ey", "ei"),
        ("dt|th", "t"),
        ("ph", "f"),
        ("ck|c(?!h)", "k"),
        ("y", "i"),
        (r"(.)\1+", r"\1"),
    )
)


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A person by one name used (`entered_as`), as last known; number: here already, or None."""

    pk: int
    player: PlayerData
    entered_as: tuple[str, str]
    number: int | None = None


class Likeness(IntEnum):
    """The similarity of two people."""

    NOBODY = 0
    MAYBE = 1
    EXCHANGED = 2
    """The same person, unless somebody has the names in the order written."""
    SAME = 3


@dataclass(frozen=True, slots=True)
class Match:
    """The result of a search: one certain person (`same`), or candidates, likeliest first."""

    same: KnownPerson | None = None
    maybe: tuple[KnownPerson, ...] = ()

    @property
    def alike(self) -> tuple[KnownPerson, ...]:
        """Everybody found, certain or not."""
        return (self.same,) if self.same else self.maybe


@dataclass(frozen=True, slots=True)
class Identified:
    """A row of a list, with the certain known person, or the candidates to ask about."""

    row: PlayerRow
    person: int | None = None
    asked: tuple[KnownPerson, ...] = ()


def likeness(player: PlayerData, known: KnownPerson, alike: float) -> Likeness:
    """Compare a player with a known person; `alike`: similarity of their `sound`s in per cent."""
    other = known.player
    same_club = _has_club(player) and player.same_club(other)
    keys = name_keys(*known.entered_as)
    if player.name_keys & keys:
        states = {state_key(each.state) for each in (player, other) if each.state}
        contradicts = _have_different_clubs(player, other) or len(states) > 1
        is_whole = bool(player.first_name) or same_club
        return Likeness.SAME if is_whole and not contradicts else Likeness.MAYBE
    if name_keys(player.first_name, player.last_name) & keys:
        return Likeness.EXCHANGED if same_club else Likeness.MAYBE
    needed = LEAST_ALIKE if same_club else ALIKE_WITHOUT_CLUB
    if _have_different_clubs(player, other):
        needed = ALIKE_IN_OTHER_CLUB
    return Likeness.MAYBE if alike >= needed else Likeness.NOBODY


def match(player: PlayerData, candidates: Iterable[tuple[KnownPerson, float]]) -> Match:
    """Return who of the candidates is meant, each given with the similarity of its name."""
    found: dict[int, tuple[Likeness, float, KnownPerson]] = {}
    for known, alike in candidates:
        judged = (likeness(player, known, alike), alike, known)
        if judged[0] and judged[:2] > found.get(known.pk, (Likeness.NOBODY, 0.0))[:2]:
            found[known.pk] = judged
    certain = [each for each in found.values() if each[0] >= Likeness.EXCHANGED]
    best = max((like for like, _alike, _known in certain), default=Likeness.NOBODY)
    same = [known for like, _alike, known in certain if like is best]
    if len(same) > 1 and _has_club(player):
        same = [known for known in same if player.same_club(known.player)] or same
    if len(same) == 1:
        return Match(same=same[0])
    in_order = sorted(found.values(), key=lambda each: (-each[0], -each[1], each[2].pk))
    return Match(maybe=tuple(known for _like, _alike, known in in_order[:MOST_ASKED]))


def completed(player: PlayerData, known: PlayerData) -> PlayerData:
    """Return the player with the known name, and known values where empty."""
    taken = [field.name for field in fields_of(Of.NAME)]
    taken += [field.name for field in KEPT if not getattr(player, field.name)]
    if not _has_club(player):
        taken += [field.name for field in fields_of(Of.CLUB)]
    return replace(player, **{name: getattr(known, name) for name in taken})


def identified(rows: Iterable[PlayerRow], find: Callable[[PlayerData], Match]) -> list[Identified]:
    """Identify each row of a list; every person matches one row only.

    A player already entered in this tournament, by another spelling, is known. A similar name is in
    doubt, unless another row matches that entry.
    """
    in_order = list(rows)
    used = {row.known_number for row in in_order if row.verdict is Verdict.KNOWN}
    taken: set[int] = set()
    judged = []
    for row in in_order:
        if row.verdict not in (Verdict.OK, Verdict.DOUBTFUL):
            judged.append(Identified(row))
            continue
        found = find(row.player)
        same = found.same
        if same and same.number is not None and same.number not in used:
            used.add(same.number)
            judged.append(Identified(row.known_as(same.number, same.player)))
        elif same and same.number is None and same.pk not in taken:
            taken.add(same.pk)
            known = row.completed(completed(row.player, same.player))
            judged.append(Identified(known, same.pk))
        else:
            others = [
                each for each in found.maybe if each.number is None or each.number not in used
            ]
            asked = (each for each in others if each.number is None and each.pk not in taken)
            here = next((each.number for each in others if each.number is not None), None)
            told = (finding.params.get("number") for finding in row.findings)
            doubted = row
            if here is not None and here not in told:
                doubted = row.doubted("entered_with_similar_name", number=here)
            judged.append(Identified(doubted, asked=tuple(asked)))
    return judged


@lru_cache(_MOST_NAMES)
def sound(name: str) -> str:
    """Return the phonetic form of a name, words in order: "maier hans" as "hans meier"."""
    small = unicodedata.normalize("NFKD", _APOSTROPHES.sub("", name.casefold().translate(UMLAUTS)))
    bare = "".join(letter for letter in small if not unicodedata.combining(letter))
    for pattern, letters in _SOUNDS:
        bare = pattern.sub(letters, bare)
    return " ".join(sorted(_NO_LETTERS.sub(" ", bare).split()))


def _has_club(player: PlayerData) -> bool:
    return bool(player.club_code or player.club_name)


def _have_different_clubs(one: PlayerData, other: PlayerData) -> bool:
    """Whether both have a club and not the same one."""
    return _has_club(one) and _has_club(other) and not one.same_club(other)
