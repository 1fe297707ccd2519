"""The rules of a series: what counts, the standings, imported lists, names of evenings.

A missed evening is worth `missed_points`, usually 0. An evening played unranked counts as missed.
The worst evenings of a person are dropped, including their place bonus; the attendance bonus stays.
"""

import re
from calendar import monthrange
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from tournament.shared.rules.names import initials, name_words
from tournament.shared.rules.states import state_key

BEST_EVENING, LAST_EVENING = "best_evening", "last_evening"
SERIES_TIE_BREAKS = (BEST_EVENING, LAST_EVENING)
_MISSED = -(10**6)  # ranks below everybody who has played the last evening
_NUMBER = re.compile(r"(?<!\d)\d{1,3}(?!\d)")
_DATE = re.compile(r"\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4}\b)?")


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
    """Everything a person has played; games: None where the lists of an evening do not say."""

    rounds: int = 0
    games: int | None = 0
    total: int = 0

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
    people = {
        person for evening in evenings for person, one in evening.items() if one.rank is not None
    }
    in_order = sorted(people, key=lambda person: (places.get(person, len(places)), person))
    lines: list[tuple[tuple[int, ...], SeriesStanding]] = []
    for person in in_order:
        line = _line(person, evenings, rules)
        last = line.evenings[-1]
        keys = {
            BEST_EVENING: max(each.points for each in line.evenings if each.result),
            LAST_EVENING: last.points if last.result else _MISSED,
        }
        lines.append(((line.total, *(keys[code] for code in rules.tie_breaks)), line))
    lines.sort(key=lambda each: each[0], reverse=True)
    ranks: dict[tuple[int, ...], int] = {}
    for rank, (merit, _) in enumerate(lines, start=1):
        ranks.setdefault(merit, rank)
    return tuple(replace(line, rank=ranks[merit]) for merit, line in lines)


def played_in_all(evenings: Iterable[Evening]) -> dict[int, Played]:
    """Return rounds, games and points of everybody, including unranked ones."""
    found: dict[int, Played] = {}
    for evening in evenings:
        for person, result in evening.items():
            if result.rounds:
                before = found.get(person, Played())
                games = None
                if before.games is not None and result.games is not None:
                    games = before.games + result.games
                rounds, total = before.rounds + result.rounds, before.total + result.total
                found[person] = Played(rounds, games, total)
    return found


def shared_ranks(totals: Sequence[int]) -> list[tuple[int, int]]:
    """Return the possible ranks of each total before tie-breaks: of 9, 5, 5: 1-1, 2-3, 2-3."""
    return [
        (1 + sum(other > total for other in totals), sum(other >= total for other in totals))
        for total in totals
    ]


def _line(person: int, evenings: Sequence[Evening], rules: SeriesRules) -> SeriesStanding:
    """Return a person's evenings and their sum; the rank is set later."""
    counted = []
    for evening in evenings:
        result = evening.get(person)
        if result is None or result.rank is None:
            counted.append(Counted(None, rules.missed_points))
        else:
            has_bonus = result.rank <= len(rules.place_bonus)
            bonus = rules.place_bonus[result.rank - 1] if has_bonus else 0
            counted.append(Counted(result, result.total, bonus))
    for place in _dropped(counted, rules):
        counted[place] = replace(counted[place], dropped=True)
    kept = [each for each in counted if not each.dropped]
    attended = sum(each.result is not None for each in counted)
    bonus = sum(each.bonus for each in kept) + attended * rules.attendance_bonus
    total = sum(each.points for each in kept) + bonus
    return SeriesStanding(0, person, tuple(counted), bonus, total)


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


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A line of an imported list of results: line number, name and points. rank None: unranked.

    rounds: None for a round not played. games: None where the list does not say. state: the
    player's federal state, "" where the list does not say. of_rounds: of how many rounds the total
    is, where the list says that instead of the points of each.
    """

    line: int
    name: str
    club: str
    rank: int | None
    rounds: tuple[int | None, ...]
    adjustment: int
    total: int
    games: int | None = None
    state: str = ""
    of_rounds: int | None = None


@dataclass(frozen=True, slots=True)
class LineProblem:
    """An error in a line, or a note on it, as a code with its values; `column`: its title.

    people: whom a cell with a name may mean instead, one or several, to choose from.
    """

    line: int
    code: str
    wrong: object = ""
    right: object = ""
    column: str = ""
    people: tuple[str, ...] = ()


def common_state(lines: Iterable[ResultLine]) -> str:
    """Return the federal state that every line names, as one of them writes it, else ""."""
    states = {state_key(line.state): line.state for line in lines}
    return states.popitem()[1] if len(states) == 1 else ""


def line_problems(lines: Sequence[ResultLine]) -> tuple[LineProblem, ...]:
    """Return wrong sums and ranks, doubles, and names that are initials only, by line.

    A rank is wrong if the totals do not allow it, whatever the tie-breaks.
    """
    found: list[LineProblem] = []
    for each in lines:
        sum_of_rounds = sum(points or 0 for points in each.rounds) + each.adjustment
        if sum_of_rounds != each.total:
            found.append(LineProblem(each.line, "sum", each.total, sum_of_rounds))
        if each.adjustment > 0:
            found.append(LineProblem(each.line, "adjustment", each.adjustment))
        if initials(each.name) == each.name:
            found.append(LineProblem(each.line, "initials", each.name))
    ranked = [each for each in lines if each.rank is not None]
    allowed = shared_ranks([each.total for each in ranked])
    for each, (best, worst) in zip(ranked, allowed, strict=True):
        if each.rank is not None and not best <= each.rank <= worst:
            right = str(best) if best == worst else f"{best}–{worst}"
            found.append(LineProblem(each.line, "rank", each.rank, right))
    seen: dict[tuple[tuple[str, ...], str], int] = {}
    for each in lines:
        spelt = [(words, each.club.casefold()) for words in sorted(name_words(each.name))]
        first = next((seen[key] for key in spelt if key in seen), each.line)
        for key in spelt:
            seen.setdefault(key, each.line)
        if first != each.line:
            found.append(LineProblem(each.line, "double", each.name, first))
    return tuple(sorted(found, key=lambda problem: problem.line))


def next_name(name: str, day: date | None) -> str:
    """Return the name with the next number: "Abend 3" to "Abend 4", "Abend" to "Abend 2".

    A year is no number. A date becomes the new `day`: "Pokal am 23.12.2026" to "Pokal am
    23.1.2027".
    """
    if _DATE.search(name):
        return _DATE.sub(f"{day.day}.{day.month}.{day.year}", name) if day else name
    found = list(_NUMBER.finditer(name))
    if not found:
        return f"{name} 2"
    last = found[-1]
    return f"{name[: last.start()]}{int(last[0]) + 1}{name[last.end() :]}"


def month_later(day: date) -> date:
    """Return the same day of the next month, or its last day if that is shorter."""
    year, month = divmod(day.year * 12 + day.month, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
