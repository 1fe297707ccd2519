"""What comes next at a table: dealer, forced solos, games left or struck (TSR 4.2.3, 8.6).

The rows are read as in `scoring.course`. On a list with a mistake that is the reading with the
fewest findings, so that one wrong word does not put dealers and forced solos out of step.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from scoring.course import Course, effective_limit, follow_course
from scoring.deal import Deal, NextGame, forced_soloist
from scoring.doubling import Doubling, follow_doubling
from scoring.duties import names_soloist, read_duties
from scoring.findings import Code, Severity
from scoring.model import ScoreSheet
from scoring.pattern import pattern_of

MOST_FORCED = 60
"""A limit for solos owed in periods, beyond any realistic round."""
_UNFINISHED = (Code.MISSING_COMPULSORY_SOLO, Code.TOO_FEW_GAMES)


@dataclass(frozen=True, slots=True)
class ForcedGame:
    """A forced compulsory solo to come (Vorführung, TSR 4.2.3), `number` its row in the list.

    At a five-table the dealer sits out and cannot be forced. If he is the only one owing, the next
    position deals and `passed_over` is his; otherwise it is None.
    """

    number: int
    dealer: int
    soloist: int
    passed_over: int | None = None


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is still to come after the rows of a list.

    - `next_game` is None and `forced_games` empty when the list is complete.
    - `normal_left`: games of the normal rubric still to be played; `struck`: those that lapsed
      because time is up (TSR 8.6).
    - `owing`: the seats that still owe a compulsory solo; `solos_left`: the number of these solos.
    - `forced_games`: the solos that will be forced if nobody bids his freely any more, in order;
      fixed once the next game is forced.
    - `doubling`: what the list shows about the next game, where there are doubling rounds.
    - `in_doubt`: the rows contradict themselves or the rules in kinds, soloists, dealers or number,
      so they might be meant differently.
    """

    games_played: int
    planned_games: int
    next_game: NextGame | None
    normal_left: int
    owing: tuple[int, ...]
    solos_left: int
    struck: int
    forced_games: tuple[ForcedGame, ...]
    in_doubt: bool
    doubling: Doubling | None = None

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to be played."""
        return self.next_game is None

    @property
    def is_forced(self) -> bool:
        """Whether the next game is a forced compulsory solo, and so are all after it."""
        return self.next_game is not None and self.next_game.is_forced

    @property
    def games_left(self) -> int:
        """The minimum number of games still to be played, compulsory solos included."""
        return 0 if self.next_game is None else self.next_game.games_left

    @property
    def forced_from(self) -> int | None:
        """The first row with a forced solo if nobody bids freely any more, None if there is none.

        That is the earliest, unless time runs out before. Every solo bid freely delays it by one
        row.
        """
        return self.forced_games[0].number if self.forced_games else None

    @property
    def forced_at_latest(self) -> int | None:
        """The last row at which forced solos can begin, None if nobody owes one.

        If all but one bid freely, the remaining one is forced in the last game. If he bids, too,
        none is forced at all.
        """
        if self.is_forced:
            return self.forced_from
        return self.forced_games[-1].number if self.forced_games else None


@dataclass(frozen=True, slots=True)
class SoFar:
    """The progress of a round without its list: number of games, and compulsory solos.

    `bid` are the seats that bid theirs freely, `forced` those that were forced to play it.
    """

    games_played: int
    bid: frozenset[int] = frozenset()
    forced: frozenset[int] = frozenset()


class FiguresDoNotFit(ValueError):
    """Impossible figures: they would imply `normal` games of the normal rubric.

    `most` is the possible maximum. `forced_early`: the number is right, but somebody was forced
    before the last of them, with time left.
    """

    def __init__(self, normal: int, most: int, *, forced_early: bool) -> None:
        super().__init__(normal, most)
        self.normal, self.most, self.forced_early = normal, most, forced_early


def outlook(sheet: ScoreSheet, time_is_up: bool = False) -> Outlook:
    """Return what comes after the rows of a list, finished or not.

    Time is up when `time_is_up` says so for rounds with a limit, or when the sheet's own time limit
    does not lie after its last row. The game dealt when time ran out is still finished (TSR 8.5.1):
    it must be among the rows. A list with mistakes is followed as well as it can be read.
    """
    patterns = [pattern_of(row.points) for row in sheet.rows]
    duties = read_duties(sheet, patterns)
    # Unlike in the check of a finished list, a missing solo or game is no contradiction: it is
    # still to come. A second compulsory solo of a player is: with it the round would have a game
    # too many. On ties the list is taken as written.
    courses = (follow_course(sheet, replace(duties, readings=(one,))) for one in duties.readings)
    course = min(
        courses,
        key=lambda course: (
            _contradictions(course),
            course.deal.games_left() if course.deal.reserved else _normal_left(course.deal),
        ),
    )
    limit = effective_limit(sheet)
    played = len(sheet.rows)
    has_limit = sheet.rules.minutes(sheet.table_size) is not None
    time_up = (time_is_up and has_limit) or (limit is not None and played >= limit)
    unwritten = (
        found.code is Code.MISSING_COMPULSORY_SOLO and found.seat not in course.deal.owing
        for found in course.findings
    )
    unclear = (
        not names_soloist(row, pattern) for row, pattern in zip(sheet.rows, patterns, strict=True)
    )
    in_doubt = bool(duties.findings or _contradictions(course) or any(unwritten) or any(unclear))
    ahead = _ahead_of(course.deal, played, sheet.planned_games, time_up, in_doubt)
    if not sheet.rules.doubling_rounds:
        return ahead
    return replace(ahead, doubling=follow_doubling(sheet)[-1])


def outlook_from(first: Deal, games: int, so_far: SoFar, time_is_up: bool = False) -> Outlook:
    """Return what comes after so many games of a round of `games` agreed on, started as `first`.

    It is assumed that nobody dealt out of turn; not for two owed solos each, nor for solos owed in
    periods. Games beyond those of the round are owed solos, of any of the seats that have played
    one. Raises FiguresDoNotFit.
    """
    deal = first
    games += first.rules.added_games(first.table_size, so_far.bid)
    behind = 0 if first.reserved else so_far.games_played - games - len(so_far.forced)
    additional = frozenset(sorted(so_far.bid)[: max(behind, 0)])
    for seat in sorted(so_far.bid - additional):
        deal = deal.after_compulsory(seat)
    normal = so_far.games_played - len(so_far.bid) - len(so_far.forced)
    forced_early = bool(so_far.forced) and normal < deal.normal_left and not time_is_up
    if not 0 <= normal <= deal.normal_left or forced_early:
        raise FiguresDoNotFit(normal, deal.normal_left, forced_early=forced_early and normal >= 0)
    deal = deal.after_free_games(normal)
    left = so_far.forced | additional
    while left:
        soloist = forced_soloist(left, deal.dealer, deal.table_size)
        deal = deal.after_compulsory(soloist, time_up=True)
        left -= {soloist}
    return _ahead_of(deal, so_far.games_played, games, time_is_up, in_doubt=False)


def _ahead_of(deal: Deal, played: int, planned: int, time_up: bool, in_doubt: bool) -> Outlook:
    normal_left = _normal_left(deal)
    return Outlook(
        games_played=played,
        planned_games=planned,
        next_game=deal.coming(time_up),
        normal_left=0 if time_up else normal_left,
        owing=tuple(sorted(deal.owing)),
        solos_left=deal.solos_left,
        struck=normal_left if time_up else 0,
        forced_games=tuple(islice(_forced_games(deal, played, time_up), MOST_FORCED)),
        in_doubt=in_doubt,
    )


def _normal_left(deal: Deal) -> int:
    return max(deal.normal_left, 0)  # a list in doubt may have too many


def _contradictions(course: Course) -> int:
    return sum(
        found.severity is Severity.ERROR and found.code not in _UNFINISHED
        for found in course.findings
    )


def _forced_games(deal: Deal, played: int, time_up: bool) -> Iterator[ForcedGame]:
    """Yield the forced solos to come, if nobody bids one freely any more."""
    number = played
    while (coming := deal.coming(time_up)) is not None:
        if coming.forced_soloist is None:
            free = deal.free_games
            number += free
            deal = deal.after_free_games(free)
            continue
        number += 1
        passed_over = None if coming.dealer == deal.dealer else deal.dealer
        yield ForcedGame(number, coming.dealer, coming.forced_soloist, passed_over)
        deal = deal.after_compulsory(coming.forced_soloist, time_up)


@dataclass(frozen=True, slots=True)
class HallRow:
    """The outlook of one named table."""

    name: int | str
    outlook: Outlook


def hall_outlook(
    sheets: Iterable[tuple[int | str, ScoreSheet]], time_is_up: bool = False
) -> tuple[HallRow, ...]:
    """Return the outlook of every list, in the order in which a referee should look at them.

    1. Tables where the next game is forced, most forced solos first: here a mistake cannot be
       mended later, and the table with most of them keeps the hall waiting longest.
    2. Tables where somebody owes and may still bid, fewest normal games left first: there the
       forced solos begin next.
    3. Tables where nobody owes, in the same order: they need nobody until the end.
    4. Complete lists, before the others those with struck games: the referee strikes them.

    Among equals a list in doubt goes first; otherwise they stay in the order given. With
    `time_is_up` every list is seen as if time ran out now: who is left to be forced, in the
    order of the referee's walk through the hall.
    """
    rows = (HallRow(name, outlook(sheet, time_is_up)) for name, sheet in sheets)
    return tuple(sorted(rows, key=_urgency))


def _urgency(row: HallRow) -> tuple[bool, bool, bool, int, int, bool, bool]:
    ahead = row.outlook
    return (
        ahead.is_complete,
        not ahead.is_forced,
        not ahead.owing,
        ahead.normal_left,
        -len(ahead.owing),
        ahead.is_complete and ahead.struck == 0,
        not ahead.in_doubt,
    )
