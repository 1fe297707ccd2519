"""Who of the players of several installations may be the same person."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from hashlib import sha256

from rapidfuzz import fuzz, process

from tournament.models.person import NAMELESS, full_name
from tournament.people.rules.people import LEAST_ALIKE, KnownPerson, Likeness, likeness, sound
from tournament.rankings.rules import Joined, Line, Pair, join_people
from tournament.shared.rules.fields import PlayerData
from tournament.shared.rules.names import Names, plain_text


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A line with its person, as last seen; pk: of a person of this installation, else 0."""

    line: Line
    names: Names
    club: str
    state: str
    pk: int = 0


@dataclass(frozen=True, slots=True)
class Seen:
    """Somebody as an installation knows them on a day; key: tells the person apart there."""

    key: str
    signer: str
    player: PlayerData
    names: Names
    day: date

    @property
    def club(self) -> str:
        """Code and name of the club, as far as known."""
        return full_name(self.player.club_code, self.player.club_name)

    @property
    def label(self) -> str:
        """Name and club, as a line of answers calls somebody."""
        return "; ".join(filter(None, (self.names.list_name, self.club)))


@dataclass(frozen=True, slots=True)
class Alike:
    """Pairs of people: those of one name and one club, and those who may be the same."""

    certain: tuple[Pair, ...]
    perhaps: tuple[Pair, ...]


def alike(seen: Sequence[Sequence[Seen]]) -> Alike:
    """Compare people, each given in all spellings, as an import compares them with those known.

    One name in one club is certain where two installations say so; one installation that keeps two
    has its reason, and is asked.
    """
    certain, perhaps = set[Pair](), set[Pair]()
    spelt = [(at, each) for at, spellings in enumerate(seen) for each in spellings]
    for (at, one), (other_at, other), similar in _similar(spelt):
        pair = (min(at, other_at), max(at, other_at))
        if at == other_at:
            continue
        mine, theirs = one.player, other.player
        known = KnownPerson(other_at, theirs, (theirs.last_name, theirs.first_name))
        judged = likeness(mine, known, similar)
        if judged >= Likeness.EXCHANGED and any(mine.club) and one.signer != other.signer:
            certain.add(pair)
        elif judged:
            perhaps.add(pair)
    return Alike(tuple(sorted(certain)), tuple(sorted(perhaps - certain)))


_Spelt = tuple[int, Seen]


def _similar(spelt: Sequence[_Spelt]) -> Iterator[tuple[_Spelt, _Spelt, float]]:
    """Yield pairs whose names sound alike, with how much; a name without letters is like none."""
    by_sound: dict[str, list[_Spelt]] = {}
    for each in spelt:
        words = sound(f"{each[1].player.last_name} {each[1].player.first_name}")
        if words and each[1].player.last_name != NAMELESS:
            by_sound.setdefault(words, []).append(each)
    sounds = sorted(by_sound)
    for at, words in enumerate(sounds):
        found = process.extract(
            words, sounds[at:], scorer=fuzz.ratio, score_cutoff=LEAST_ALIKE, limit=None
        )
        for other, similar, _place in found:
            for number, one in enumerate(by_sound[words]):
                others = by_sound[other][number + 1 if other == words else 0 :]
                yield from ((one, each, similar) for each in others)


class Crowd:
    """The people of several tournaments, numbered: one for each that an installation keeps."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._seen: list[list[Seen]] = []
        self._played: list[set[int]] = []

    def add(self, seen: Seen, event: int) -> int:
        """Return the number of somebody who has played in an event."""
        number = self._numbers.setdefault(seen.key, len(self._numbers))
        if number == len(self._seen):
            self._seen.append([])
            self._played.append(set())
        self._seen[number].append(seen)
        self._played[number].add(event)
        return number

    @cached_property
    def _alike(self) -> Alike:
        return alike([list({each.label: each for each in seen}.values()) for seen in self._seen])

    def joined(self, answers: Mapping[Pair, bool]) -> Joined:
        """Return who is one person, and who is to be asked about. Raises Contradicted."""
        return join_people(self._played, self._alike.certain, self._alike.perhaps, answers)

    def last_seen(self, joined: Joined) -> dict[int, Seen]:
        """Return each person as last seen."""
        found: dict[int, Seen] = {}
        for number, seen in enumerate(self._seen):
            last, whole = max(seen, key=lambda each: each.day), joined.person[number]
            if whole not in found or last.day > found[whole].day:
                found[whole] = last
        return found

    def names(self) -> list[str]:
        """Return what a line of answers calls each: name and club, with a mark if need be."""
        latest = (max(seen, key=lambda each: each.day) for seen in self._seen)
        return [
            each.label if len(self._called[plain_text(each.label)]) == 1 else _told_apart(each)
            for each in latest
        ]

    def labels(self) -> dict[str, int]:
        """Return who may be called so in a line of answers, without capitals and accents."""
        found = {label: min(who) for label, who in self._called.items() if len(who) == 1}
        for number, seen in enumerate(self._seen):
            found.update({plain_text(_told_apart(each)): number for each in seen})
        return found

    @cached_property
    def _called(self) -> dict[str, set[int]]:
        """Who is called so, each certain person once."""
        certain, found = self.joined({}).person, defaultdict[str, set[int]](set)
        for number, seen in enumerate(self._seen):
            for each in seen:
                found[plain_text(each.label)].add(certain[number])
        return found


def _told_apart(seen: Seen) -> str:
    return f"{seen.label} #{sha256(seen.key.encode()).hexdigest()[:6]}"
