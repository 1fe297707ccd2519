"""The rules of a series of evenings: what counts, what is added, and the standings.

A missed evening is worth `missed_points`, usually 0. An evening played unranked counts as missed.
The worst evenings of a person are dropped, including their place bonus; the attendance bonus stays.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

BEST_EVENING, LAST_EVENING = "best_evening", "last_evening"
SERIES_TIE_BREAKS = (BEST_EVENING, LAST_EVENING)
_MISSED = -(10**6)  # ranks below everybody who has played the last evening


@dataclass(frozen=True, slots=True)
class SeriesRules:
    """How the evenings are added up.

    - dropped: the number of worst evenings that do not count. best: instead, only so many best ones
      do.
    - missed_points: what a missed evening is worth; missed_dropped: whether it may be dropped.
    - place_bonus: for the first, the second ... of an evening; shared places get the same bonus.
    - attendance_bonus: for every evening played, dropped ones as well.
    - tie_breaks: codes of SERIES_TIE_BREAKS in order; empty: equal totals share a rank.
    """

    dropped: int = 0
    best: int | None = None
    missed_points: int = 0
    missed_dropped: bool = True
    place_bonus: tuple[int, ...] = ()
    attendance_bonus: int = 0
    tie_breaks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EveningResult:
    """A person's evening: the total with deductions, rounds played, and the rank.

    games: None where the lists do not say. rank None: unranked.
    """

    total: int
    rounds: int
    rank: int | None
    games: int | None = None


Evening = Mapping[int, EveningResult]
"""The results of an evening by person."""


@dataclass(frozen=True, slots=True)
class Counted:
    """One evening of one person: played or missed, its points, its place bonus, dropped."""

    result: EveningResult | None
    points: int
    bonus: int = 0
    dropped: bool = False

    @property
    def value(self) -> int:
        """Its value if it counts."""
        return self.points + self.bonus


@dataclass(frozen=True, slots=True)
class SeriesStanding:
    """One line. `bonus`: place bonus that counts, and attendance; included in `total`."""

    rank: int
    person: int
    evenings: tuple[Counted, ...]
    bonus: int
    total: int

    @property
    def attended(self) -> int:
        """The number of evenings played."""
        return len(self._played)

    @property
    def average(self) -> Fraction | None:
        """Points per round over all evenings played, dropped ones too, without any bonus."""
        rounds = sum(each.rounds for each in self._played)
        return Fraction(sum(each.total for each in self._played), rounds) if rounds else None

    @property
    def _played(self) -> list[EveningResult]:
        return [each.result for each in self.evenings if each.result]


@dataclass(frozen=True, slots=True)
class Played:
    """Everything a person has played, for an association's list.

    games: None where the lists of an evening do not say.
    """

    rounds: int = 0
    games: int | None = 0
    total: int = 0

    def and_also(self, result: EveningResult) -> "Played":
        """Return the sum with one more evening."""
        known = self.games is not None and result.games is not None
        return Played(
            self.rounds + result.rounds,
            (self.games or 0) + (result.games or 0) if known else None,
            self.total + result.total,
        )

    @property
    def average(self) -> Fraction | None:
        """Points per round; None without rounds."""
        return Fraction(self.total, self.rounds) if self.rounds else None


def series_standings(
    evenings: Sequence[Evening], rules: SeriesRules, order: Iterable[int] = ()
) -> tuple[SeriesStanding, ...]:
    """Return all who have played one of the evenings, best first.

    Equal ones share a rank (1-2-2-4) and are ordered by `order`, a list of persons, else by id.
    """
    places = {person: place for place, person in enumerate(order)}
    people = {person for evening in evenings for person, one in evening.items() if _counts(one)}
    in_order = sorted(people, key=lambda person: (places.get(person, len(places)), person))
    lines = [_line(person, evenings, rules) for person in in_order]
    merits = {line.person: _merit(line, rules) for line in lines}
    lines.sort(key=lambda line: merits[line.person], reverse=True)
    ranks: dict[tuple[int, ...], int] = {}
    for rank, line in enumerate(lines, start=1):
        ranks.setdefault(merits[line.person], rank)
    return tuple(replace(line, rank=ranks[merits[line.person]]) for line in lines)


def played_in_all(evenings: Iterable[Evening]) -> dict[int, Played]:
    """Return rounds, games and points of everybody, including unranked ones."""
    found: dict[int, Played] = {}
    for evening in evenings:
        for person, result in evening.items():
            if result.rounds:
                found[person] = found.get(person, Played()).and_also(result)
    return found


def shared_ranks(totals: Sequence[int]) -> list[tuple[int, int]]:
    """Return the possible ranks of each total before tie-breaks: of 9, 5, 5: 1-1, 2-3, 2-3."""
    return [
        (1 + sum(other > total for other in totals), sum(other >= total for other in totals))
        for total in totals
    ]


def _counts(result: EveningResult | None) -> bool:
    return result is not None and result.rank is not None


def _line(person: int, evenings: Sequence[Evening], rules: SeriesRules) -> SeriesStanding:
    """Return a person's evenings and their sum; the rank is set later."""
    counted = [_count_result(evening.get(person), rules) for evening in evenings]
    for place in _dropped(counted, rules):
        counted[place] = replace(counted[place], dropped=True)
    kept = [each for each in counted if not each.dropped]
    attended = sum(each.result is not None for each in counted)
    bonus = sum(each.bonus for each in kept) + attended * rules.attendance_bonus
    total = sum(each.points for each in kept) + bonus
    return SeriesStanding(0, person, tuple(counted), bonus, total)


def _count_result(result: EveningResult | None, rules: SeriesRules) -> Counted:
    if result is None or result.rank is None:
        return Counted(None, rules.missed_points)
    has_bonus = result.rank <= len(rules.place_bonus)
    return Counted(result, result.total, rules.place_bonus[result.rank - 1] if has_bonus else 0)


def _dropped(counted: Sequence[Counted], rules: SeriesRules) -> list[int]:
    """Return the evenings that do not count: the worst; on ties missed ones, then earlier ones.

    One evening always counts. A missed evening that may not be dropped is one of the `best`: it is
    dropped only if more than that were missed.
    """
    if rules.best is None:
        listed = [at for at, each in enumerate(counted) if each.result or rules.missed_dropped]
        many = rules.dropped
    else:
        listed, many = list(range(len(counted))), len(counted) - rules.best

    def worst_first(at: int) -> tuple[bool, int, bool, int]:
        each = counted[at]
        stays = each.result is None and not rules.missed_dropped
        return stays, each.value, each.result is not None, at

    return sorted(listed, key=worst_first)[: max(0, min(many, len(listed) - 1))]


def _merit(line: SeriesStanding, rules: SeriesRules) -> tuple[int, ...]:
    last = line.evenings[-1]
    keys = {
        BEST_EVENING: max(each.points for each in line.evenings if each.result),
        LAST_EVENING: last.points if last.result else _MISSED,
    }
    return (line.total, *(keys[code] for code in rules.tie_breaks))
