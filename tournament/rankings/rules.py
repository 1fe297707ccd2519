"""The rules of a ranking over time: which tournaments count, averages, states, movements, people.

rules.md 7.1: the average per round of the last months, of everybody with enough rounds; and by
federal state, the best result of each player there, if it is above 0.
"""

from calendar import monthrange
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction

from tournament.shared.rules.names import plain_text, tidy
from tournament.shared.rules.states import state_key
from tournament.standings.rules.counting import counted_apart


class Kind(StrEnum):
    """What is ranked: points per round, or the sum of the best results by federal state."""

    AVERAGE = "average"
    STATES = "states"


WINDOW, MINIMUM, LEAST_ROUNDS = 24, 36, 3
"""The DDV's: months, rounds within them, and rounds that a tournament must have."""
LIMITS = {"window": (1, 600), "minimum": (1, 999), "least_rounds": (1, 999)}
"""The least and the most of each, on pages and by command."""
TOLD = frozenset({"kind", "window", "minimum"})
"""The settings that a published list tells: they stay while there is one."""


@dataclass(frozen=True, slots=True)
class RankingRules:
    """What a ranking counts: months, rounds needed, rounds a tournament must have at least."""

    kind: Kind = Kind.AVERAGE
    window: int = WINDOW
    minimum: int = MINIMUM
    least_rounds: int = LEAST_ROUNDS


@dataclass(frozen=True, slots=True)
class Score:
    """What a person has played in one tournament; rank None: not ranked there.

    state: the person's federal state on that day. games: None where nobody asked, or can tell.
    """

    person: int
    rounds: int
    points: int
    rank: int | None = None
    state: str = ""
    games: int | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament that counts: its federal state, and everybody in its standings."""

    state: str
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One person's line. Of the states' ranking `points` are the sum of the best results.

    best: by federal state, as first written, the best result above 0.
    """

    rank: int
    person: int
    events: int
    rounds: int
    points: int
    best: tuple[tuple[str, int], ...] = ()

    @property
    def average(self) -> Fraction:
        """Points per round, exactly."""
        return Fraction(self.points, self.rounds)


def window_start(on: date, months: int) -> date:
    """Return the first day of a window of months that ends with the day `on`.

    24 months up to 28.11.2026 begin on 29.11.2024; a month too short for the day lends its last.
    """
    year, month = divmod(on.year * 12 + on.month - 1 - months, 12)
    if year < date.min.year:
        return date.min
    return date(year, month + 1, min(on.day, monthrange(year, month + 1)[1])) + timedelta(days=1)


def is_within(day: date, on: date, months: int) -> bool:
    """Whether a day is in the window that ends with the day `on`."""
    return window_start(on, months) <= day <= on


def rank(events: Iterable[Event], rules: RankingRules) -> tuple[Line, ...]:
    """Return the lines of a ranking, best first."""
    if rules.kind is Kind.AVERAGE:
        return rank_averages(events, rules.minimum)
    return rank_states(events)


def rank_averages(events: Iterable[Event], minimum: int) -> tuple[Line, ...]:
    """Return everybody with so many rounds by points per round; equal ones share a rank."""
    lines = [line for line in _sums(events).values() if line.rounds >= max(minimum, 1)]
    return _ranked(lines, lambda line: line.average)


def rank_states(events: Iterable[Event]) -> tuple[Line, ...]:
    """Return everybody with a result above 0, by the sum of the best one of each federal state.

    A tournament without a state, and a result out of the ranking, do not count.
    """
    best: dict[int, dict[str, tuple[str, int]]] = defaultdict(dict)
    played: dict[int, list[Score]] = defaultdict(list)
    for event in events:
        for score in event.scores if event.state else ():
            if score.rank is None or score.points <= 0:
                continue
            played[score.person].append(score)
            here, key = best[score.person], state_key(event.state)
            name, points = here.get(key, (event.state, 0))
            here[key] = (name, max(points, score.points))
    lines = []
    for person, states in best.items():
        told = tuple(sorted(states.values(), key=lambda each: plain_text(each[0])))
        mine = played[person]
        total, rounds = sum(points for _state, points in told), sum(each.rounds for each in mine)
        lines.append(Line(0, person, len(mine), rounds, total, told))
    return _ranked(lines, lambda line: Fraction(line.points))


def state_champions(event: Event) -> list[int]:
    """Return the best of an event's own federal state, several of an equal rank."""
    own = state_key(event.state)
    ranked = [
        (score.rank, score.person)
        for score in event.scores
        if own and score.rank is not None and state_key(score.state) == own
    ]
    return [person for rank, person in ranked if rank == min(ranked)[0]]


def _sums(events: Iterable[Event]) -> dict[int, Line]:
    lines: dict[int, Line] = {}
    for event in events:
        for score in event.scores:
            if score.rounds:
                line = lines.get(score.person, Line(0, score.person, 0, 0, 0))
                lines[score.person] = replace(
                    line,
                    events=line.events + 1,
                    rounds=line.rounds + score.rounds,
                    points=line.points + score.points,
                )
    return lines


def _ranked(lines: Iterable[Line], merit: Callable[[Line], Fraction]) -> tuple[Line, ...]:
    """Return the lines, best first; equal merits share a rank (1-2-2-4)."""
    in_order = sorted(lines, key=lambda line: (-merit(line), line.person))
    ranks: dict[Fraction, int] = {}
    for rank, line in enumerate(in_order, start=1):
        ranks.setdefault(merit(line), rank)
    return tuple(replace(line, rank=ranks[merit(line)]) for line in in_order)


@dataclass(frozen=True, slots=True)
class Movements:
    """What has changed since a list: places risen by person, None for a new one; and who is gone.

    Whoever has fallen has risen by less than 0.
    """

    risen: Mapping[int, int | None]
    gone: tuple[int, ...]


def movements(lines: Iterable[Line], before: Mapping[int, int]) -> Movements:
    """Return what has changed since the list with these ranks by person."""
    risen = {
        line.person: before[line.person] - line.rank if line.person in before else None
        for line in lines
    }
    return Movements(risen, tuple(person for person in before if person not in risen))


# Whether two tournaments are one, and which results count.


class Outcome(StrEnum):
    """Whether a tournament counts, or why not."""

    BROUGHT_IN = "brought_in"
    COUNTS = "counts"
    DAMAGED = "damaged"
    EMPTY = "empty"
    FEW_ROUNDS = "few_rounds"
    FLAWED = "flawed"
    IN_POINTS = "in_points"
    IN_TABLE_POINTS = "in_table_points"
    LEFT_OUT = "left_out"
    MADE_UP = "made_up"
    NO_STATE = "no_state"
    NOT_OVER = "not_over"
    OTHER_RULES = "other_rules"
    OUTSIDE = "outside"


def outcome_of(rounds: int, state: str, rules: RankingRules) -> Outcome:
    """Whether a tournament that is over has enough rounds, and a federal state where one counts."""
    if rounds < rules.least_rounds:
        return Outcome.FEW_ROUNDS
    lacks_state = rules.kind is Kind.STATES and not state
    return Outcome.NO_STATE if lacks_state else Outcome.COUNTS


class Flaw(StrEnum):
    """What is wrong with an archive."""

    CHANGED = "changed"
    MISSING = "missing"
    UNSIGNED = "unsigned"
    DOUBLED = "doubled"


def doubled(
    keys: Sequence[Collection[Hashable]], merit: Callable[[int], tuple[object, ...]]
) -> dict[int, int]:
    """Return by index of a file that of the one which counts for it, the one of highest merit.

    Files that share a key are of one tournament.
    """
    groups = Groups(len(keys))
    first: dict[Hashable, int] = {}
    for at, mine in enumerate(keys):
        for key in mine:
            groups.join(first.setdefault(key, at), at)
    found = {}
    for members in groups.members():
        counts = max(members, key=lambda at: (*merit(at), -at))
        found.update({at: counts for at in members if at != counts})
    return found


def most_common(items: Iterable[int], same: Callable[[int, int], bool]) -> list[int]:
    """Return the items of the largest group of same ones; of equal groups the first."""
    groups: list[list[int]] = []
    for item in items:
        for group in groups:
            if same(group[0], item):
                group.append(item)
                break
        else:
            groups.append([item])
    return max(groups, key=len, default=[])


def outvoted(
    table_points: Mapping[int, bool],
    rules: Mapping[int, Mapping[str, object]],
    counting: Collection[int],
) -> dict[int, Outcome]:
    """Return which of those that may count do not after all.

    table_points: whether they rank these, of all, oldest first: what most of all rank is ranked.
    Of those which may count then the rules of most are; a list that was brought in has no `rules`.
    """
    names = {True: Outcome.IN_TABLE_POINTS, False: Outcome.IN_POINTS}
    apart = counted_apart(table_points)
    played = [at for at in table_points if at in counting and at not in apart and rules.get(at)]
    usual = most_common(played, lambda one, other: rules[one] == rules[other])
    odd = {at: names[table_points[at]] for at in apart if at in counting}
    return odd | {at: Outcome.OTHER_RULES for at in played if at not in usual}


# Who is one person.


class Groups:
    """A partition of 0 to n - 1, joined step by step."""

    def __init__(self, many: int) -> None:
        self._over = list(range(many))

    def of(self, one: int) -> int:
        """Return the number of its group, the least of its members."""
        while self._over[one] != one:
            self._over[one] = one = self._over[self._over[one]]
        return one

    def copy(self) -> "Groups":
        """Return one that is joined on its own."""
        made = Groups(0)
        made._over = [*self._over]
        return made

    def join(self, one: int, other: int) -> None:
        """Make one group of two."""
        low, high = sorted((self.of(one), self.of(other)))
        self._over[high] = low

    def members(self) -> list[list[int]]:
        """Return the groups, in order of their first members."""
        found: dict[int, list[int]] = defaultdict(list)
        for one in range(len(self._over)):
            found[self.of(one)].append(one)
        return list(found.values())


Pair = tuple[int, int]


class Contradicted(Exception):
    """An answer that cannot be: two who sat in one tournament, or against another answer."""

    def __init__(self, pair: Pair) -> None:
        super().__init__(pair)
        self.pair = pair


@dataclass(frozen=True, slots=True)
class Joined:
    """Who is one person: by each the number of the person; and the pairs still to be asked."""

    person: tuple[int, ...]
    asked: tuple[Pair, ...]


def join_people(
    played: Sequence[Collection[int]],
    certain: Iterable[Pair],
    perhaps: Iterable[Pair],
    answers: Mapping[Pair, bool],
) -> Joined:
    """Return who is one person; whoever has played in one tournament together is two.

    played: the tournaments of each. certain: pairs with the same name and club, joined unless that
    would make one person of two; then they are asked about, as `perhaps` is. answers: said by
    somebody. Raises Contradicted.
    """
    told, denied = Groups(len(played)), [pair for pair, is_same in answers.items() if not is_same]
    for pair, is_same in answers.items():
        if is_same:
            told.join(*pair)
    wrong = _of_two_people(told, played, denied)
    for pair in answers:
        if told.of(pair[0]) in wrong:
            raise Contradicted(pair)
    tried, certain = told.copy(), list(certain)
    for pair in certain:
        tried.join(*pair)
    split = _of_two_people(tried, played, denied)
    for pair in certain:
        if tried.of(pair[0]) not in split:
            told.join(*pair)
    return Joined(
        tuple(told.of(one) for one in range(len(played))),
        tuple(_asked([*certain, *perhaps], told, played, denied)),
    )


def _of_two_people(
    groups: Groups, played: Sequence[Collection[int]], denied: Iterable[Pair]
) -> set[int]:
    """Return the groups that hold two people for certain: they have met, or somebody said so."""
    found = {groups.of(one) for one, other in denied if groups.of(one) == groups.of(other)}
    seen: dict[int, set[int]] = defaultdict(set)
    for one, events in enumerate(played):
        if not seen[groups.of(one)].isdisjoint(events):
            found.add(groups.of(one))
        seen[groups.of(one)].update(events)
    return found


def _asked(
    pairs: Iterable[Pair],
    groups: Groups,
    played: Sequence[Collection[int]],
    denied: Iterable[Pair],
) -> Iterator[Pair]:
    """Yield pairs of different people that may be one, a pair of people once."""
    events: dict[int, set[int]] = defaultdict(set)
    for one, mine in enumerate(played):
        events[groups.of(one)].update(mine)
    seen = {frozenset((groups.of(one), groups.of(other))) for one, other in denied}
    for one, other in pairs:
        sides = frozenset((groups.of(one), groups.of(other)))
        if len(sides) == 2 and sides not in seen:
            seen.add(sides)
            some, others = sides
            if events[some].isdisjoint(events[others]):
                yield one, other


# What somebody has answered, as lines of a file.

SAME, DIFFERENT, OPEN = " = ", " ≠ ", " ? "
_SIGNS = {SAME: True, DIFFERENT: False, " != ": False, " <> ": False, OPEN: None}


@dataclass(frozen=True, slots=True)
class Answers:
    """What a file says: the answers, and the lines that name nobody or cannot be read."""

    same: Mapping[Pair, bool]
    unknown: tuple[tuple[int, str], ...]
    unreadable: tuple[tuple[int, str], ...]


def read_answers(text: str, labels: Mapping[str, int]) -> Answers:
    """Read lines such as `Maier, Uli; DU ZHN = Meyer, Uli; B BÄR`; see docs/rankings.md.

    labels: who is called so, without capitals and accents. Empty lines, lines that begin with # and
    lines with a question mark are passed over.
    """
    same: dict[Pair, bool] = {}
    unknown, unreadable = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        told = f" {tidy(line)} "
        if not told.strip() or told.strip().startswith("#"):
            continue
        parts = [
            (told[:at], answer, told[at + len(sign) :])
            for sign, answer in _SIGNS.items()
            for at in range(len(told))
            if told.startswith(sign, at)
        ]
        if not parts:
            unreadable.append((number, line.strip()))
            continue
        known = [
            (labels[plain_text(one)], labels[plain_text(other)], answer)
            for one, answer, other in parts
            if plain_text(one) in labels and plain_text(other) in labels
        ]
        if not known and all(answer is None for _one, answer, _other in parts):
            continue
        if not known:
            unknown.append((number, line.strip()))
            continue
        one, other, answer = known[0]
        if answer is not None and one != other:
            same[min(one, other), max(one, other)] = answer
    return Answers(same, tuple(unknown), tuple(unreadable))
