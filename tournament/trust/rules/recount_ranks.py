"""The second path to the ranks: tie-breaks recounted from the sheets.

Plain additions, a function for each criterion; they share nothing with those in `tie_breaks`.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Counted:
    """The counted figures by entry; None for a round without a result; `played`: in all rounds.

    `sheets` are the entries of a table in seat order, and the rows of its list; bare totals have
    none. `seed` is that of the first round's draw, `solo_kinds` are the kinds of rows in which a
    player has played a solo he owed.
    """

    rounds: Mapping[int, Sequence[int | None]]
    totals: Mapping[int, int]
    played: Mapping[int, int]
    numbers: Mapping[int, int]
    sheets: Sequence[tuple[Sequence[int], Sequence[Row]]]
    seed: str
    solo_kinds: frozenset[str]


@dataclass(frozen=True, slots=True)
class GroupClaim:
    """A club, state, team or pair as its `ranking` shows it; `rank` None if unranked.

    `members` are the ranked entries; `best` of them count (None: all), with `by_round` the best of
    each round.
    """

    name: str
    members: Sequence[int]
    best: int | None
    by_round: bool
    total: int
    ranking: str = ""
    rank: int | None = None


def group_total(
    claim: GroupClaim,
    rounds: Mapping[int, Sequence[int | None]],
    deductions: Mapping[int, Sequence[int]],
) -> int:
    """Return a group's total from its members' rounds and deductions; None is no result."""
    best = claim.best or len(claim.members)
    taken = {who: sum(deductions[who]) for who in claim.members}
    if not claim.by_round:
        totals = [sum(each or 0 for each in rounds[who]) + taken[who] for who in claim.members]
        return sum(sorted(totals)[-best:])
    columns = zip(*(rounds[who] for who in claim.members), strict=True)
    figures = [sorted(each for each in column if each is not None) for column in columns]
    return sum(sum(column[-best:]) for column in figures) + sum(taken.values())


def is_rank_possible(rank: int, total: int, totals: Sequence[int]) -> bool:
    """Whether a group with this total can have the rank among these totals, its own included.

    The order of equal totals is left to the tie-breaks.
    """
    return sum(each > total for each in totals) < rank <= sum(each >= total for each in totals)


def _opponents(counted: Counted) -> Mapping[int, Fraction]:
    sums, met = Counter[int](), Counter[int]()
    for entry_ids, _rows in counted.sheets:
        together = sum(counted.totals.get(entry_id, 0) for entry_id in entry_ids)
        for entry_id in entry_ids:
            sums[entry_id] += together - counted.totals.get(entry_id, 0)
            met[entry_id] += len(entry_ids) - 1
    return {entry_id: Fraction(sums[entry_id], met[entry_id]) for entry_id in met}


def _games_won(counted: Counted) -> Iterator[tuple[int, int, Row]]:
    """Yield entry, seat and game of every win: nobody had more points, and somebody had fewer."""
    for entry_ids, rows in counted.sheets:
        for row in rows:
            figures = [figure for figure in row["points"] if figure is not None]
            seats = zip(entry_ids, row["points"], strict=False)
            for seat, (entry_id, own) in enumerate(seats, start=1):
                if own is not None and all(own >= each for each in figures) and min(figures) < own:
                    yield entry_id, seat, row


def _compulsory_solos_won(counted: Counted) -> Mapping[int, int]:
    return Counter(
        entry_id
        for entry_id, seat, row in _games_won(counted)
        if row.get("kind") in counted.solo_kinds and row.get("soloist") == seat
    )


def _backwards(rounds: Sequence[int | None]) -> list[int]:
    return [points or 0 for points in rounds][::-1]


def _lot(counted: Counted) -> Mapping[int, str]:
    if not counted.seed:
        return {}
    texts = {
        entry_id: json.dumps(["Kreuzdame lot 1", counted.seed, number], separators=(",", ":"))
        for entry_id, number in counted.numbers.items()
    }
    return {entry_id: sha256(text.encode()).hexdigest() for entry_id, text in texts.items()}


KEYS: Mapping[str, Callable[[Counted], Mapping[int, Any]]] = {
    "last_rounds": lambda counted: {who: _backwards(r) for who, r in counted.rounds.items()},
    "last_round": lambda counted: {who: _backwards(r)[:1] for who, r in counted.rounds.items()},
    # Empty if none was played, which is less than any round.
    "best_round": lambda counted: {
        who: sorted(points for points in rounds if points is not None)[-1:]
        for who, rounds in counted.rounds.items()
    },
    "points_played": lambda counted: counted.played,
    "compulsory_solos_won": _compulsory_solos_won,
    "games_won": lambda counted: Counter(who for who, _seat, _row in _games_won(counted)),
    "opponents": _opponents,
    "lot": _lot,
}

OF_POINTS = frozenset({"last_rounds", "last_round", "best_round"})
"""Those that ask for the points of rounds alone, and so hold for teams as well."""


def sums_of_rounds(entries: Sequence[Sequence[int | None]]) -> list[int | None]:
    """Return the sum of each round of several entries; None where nobody has a result."""
    columns = zip(*entries, strict=True)
    played = ([each for each in column if each is not None] for column in columns)
    return [sum(column) if column else None for column in played]
