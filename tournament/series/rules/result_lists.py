"""An imported list of results of an evening: its lines, and errors in them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tournament.series.rules.series import shared_ranks
from tournament.shared.rules.names import initials, name_words


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One line: line number, name and points. rank None: unranked.

    rounds: None for a round not played. games: None where the list does not say.
    """

    line: int
    name: str
    club: str
    rank: int | None
    rounds: tuple[int | None, ...]
    adjustment: int
    total: int
    games: int | None = None

    @property
    def sum(self) -> int:
        """The sum of the rounds and the deduction."""
        return sum(points or 0 for points in self.rounds) + self.adjustment


@dataclass(frozen=True, slots=True)
class LineProblem:
    """An error in a line, as a code with its values."""

    line: int
    code: str
    wrong: object = ""
    right: object = ""


def ranked_by_total(lines: Sequence[ResultLine]) -> list[ResultLine]:
    """Return the lines of a list without ranks, with the ranks by total."""
    ranks = shared_ranks([each.total for each in lines])
    return [replace(each, rank=best) for each, (best, _) in zip(lines, ranks, strict=True)]


def line_problems(lines: Sequence[ResultLine]) -> tuple[LineProblem, ...]:
    """Return wrong sums and ranks, doubles, and names that are initials only, by line."""
    found = [*_line_problems(lines), *_rank_problems(lines), *_doubles(lines)]
    return tuple(sorted(found, key=lambda problem: problem.line))


def _line_problems(lines: Iterable[ResultLine]) -> Iterator[LineProblem]:
    for each in lines:
        if each.sum != each.total:
            yield LineProblem(each.line, "sum", each.total, each.sum)
        if each.adjustment > 0:
            yield LineProblem(each.line, "adjustment", each.adjustment)
        if initials(each.name) == each.name:
            yield LineProblem(each.line, "initials", each.name)


def _rank_problems(lines: Iterable[ResultLine]) -> Iterator[LineProblem]:
    """Yield ranks that the totals do not allow, whatever the tie-breaks."""
    ranked = [each for each in lines if each.rank is not None]
    allowed = shared_ranks([each.total for each in ranked])
    for each, (best, worst) in zip(ranked, allowed, strict=True):
        if each.rank is not None and not best <= each.rank <= worst:
            right = str(best) if best == worst else f"{best}–{worst}"
            yield LineProblem(each.line, "rank", each.rank, right)


def _doubles(lines: Iterable[ResultLine]) -> Iterator[LineProblem]:
    seen: dict[tuple[tuple[str, ...], str], int] = {}
    for each in lines:
        spelt = [(words, each.club.casefold()) for words in sorted(name_words(each.name))]
        first = next((seen[key] for key in spelt if key in seen), each.line)
        for key in spelt:
            seen.setdefault(key, each.line)
        if first != each.line:
            yield LineProblem(each.line, "double", each.name, first)
