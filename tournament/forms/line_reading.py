"""A line of the list lane and the running totals beside it -> a game, or what is wrong with it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.deal import NextGame
from scoring.model import FIVE_TABLE, Figures, Penalty, RowKind
from scoring.notation import LETTERS, LineCode, LineProblem, NotedGame, parse_line
from scoring.notation.booked import read_penalties
from scoring.notation.cursor import Cursor, Misread
from scoring.notation.values import FORCED, PENALTY_MARK, Table
from scoring.pattern import PLAYERS, Shape, is_whole, pattern_of
from tournament.forms.figure_lines import (
    Letters,
    in_columns,
    is_points,
    read_figures,
    read_letters,
)
from tournament.labels.list_lane import lane_sentence
from tournament.labels.notation import line_sentence

Whole = tuple[int, ...]

SOLO_LETTERS = tuple(letter for letter, kind in LETTERS.items() if kind.is_alone)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a line is no game. `column` is "l" or "s"; `start` and `end` are the place in its text.

    `incomplete`: the beginning of a right line. `follows`: only because of an earlier one.
    """

    column: str
    text: str
    start: int
    end: int
    incomplete: bool = False
    follows: bool = False

    @classmethod
    def of_line(cls, problem: LineProblem) -> "Trouble":
        """A problem of the notation."""
        return cls("l", line_sentence(problem), problem.start, problem.end, problem.incomplete)

    @classmethod
    def of_lane(
        cls, column: str, code: str, text: str, params: Mapping[str, object], **more: bool
    ) -> "Trouble":
        """A problem with the figures of all positions; `text` is what the whole field holds."""
        return cls(column, lane_sentence(code, params), 0, len(text), **more)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line stands: its number, the table, what is dealt there, who owes a solo."""

    number: int
    table_size: int
    coming: NextGame
    owing: frozenset[int]

    @property
    def sitting(self) -> int | None:
        """The dealer without cards at a five-table."""
        return self.coming.dealer if self.table_size == FIVE_TABLE else None


@dataclass(frozen=True, slots=True)
class Standing:
    """The running totals before a line: as they follow, and as the paper has them.

    None where they are not known; `doubted_since` is the line that is to blame for it.
    """

    reckoned: Whole | None
    on_paper: Whole | None
    doubted_since: int | None = None

    @classmethod
    def at_start(cls, table_size: int) -> "Standing":
        """Everybody at 0."""
        return cls((0,) * table_size, (0,) * table_size)


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line as it was read. `stand` are the running totals typed beside it, None for none.

    `likely_soloist`: who played alone in a line that only lacks the letter of the solo.
    """

    place: Place
    standing: Standing
    kind: RowKind = RowKind.NORMAL
    points: Figures = ()
    soloist: int | None = None
    forced: bool = False
    penalties: tuple[Penalty, ...] = ()
    stand: Figures | None = None
    trouble: Trouble | None = None
    likely_soloist: int | None = None

    @property
    def number(self) -> int:
        """The number of the game."""
        return self.place.number

    @property
    def game(self) -> NotedGame:
        """The game it means."""
        return NotedGame(self.kind, self.points, self.soloist, self.forced, self.penalties)


@dataclass(frozen=True, slots=True)
class _Texts:
    """A line and its running totals as typed; `head` is the line up to its penalties."""

    line: str
    stand: str
    head: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "head", self.line.partition(PENALTY_MARK)[0].strip())

    @property
    def only_letters(self) -> bool:
        """Whether the points have to come from the running totals."""
        return not self.head or self.head[0].isalpha()


class _Wrong(Exception):
    """The line cannot be read."""

    def __init__(self, trouble: Trouble, soloist: int | None = None) -> None:
        super().__init__(trouble.text)
        self.trouble = trouble
        self.soloist = soloist


def read_line(line: str, stand: str, place: Place, before: Standing) -> ReadLine:
    """Read one line of the list; never raises, whatever is typed."""
    texts = _Texts(line, stand)
    if not (line.strip() or stand.strip()):
        return _blank(place, before)
    typed: Figures | None = None
    try:
        typed = _stand(texts, place)
        game = _game(texts, typed, place, before)
    except _Wrong as wrong:
        standing = _behind_trouble(typed, place, before)
        return ReadLine(place, standing, points=_nothing(place), stand=typed, trouble=wrong.trouble)
    standing = _behind(game, typed, before)
    return ReadLine(
        place,
        standing,
        game.kind,
        game.points,
        game.soloist,
        game.forced,
        game.penalties,
        typed,
    )


def _blank(place: Place, before: Standing) -> ReadLine:
    """A line with nothing in it: a gap, if others follow."""
    empty = Trouble.of_line(LineProblem(LineCode.EMPTY, 0, 0, incomplete=True))
    lost = Standing(None, None, before.doubted_since or place.number)
    return ReadLine(place, lost, points=_nothing(place), trouble=empty)


def _nothing(place: Place) -> Figures:
    return (None,) * place.table_size


def _stand(texts: _Texts, place: Place) -> Figures | None:
    """The running totals as typed, one per position; a dash stands for one nobody wrote."""
    if not texts.stand.strip():
        return None
    run = read_figures(texts.stand)
    size = place.table_size
    if texts.stand[run.end :].strip() or len(run.figures) != size:
        is_begun = not texts.stand[run.end :].strip() and len(run.figures) < size
        params = {"count": len(run.figures), "positions": size}
        raise _Wrong(Trouble.of_lane("s", "stand_count", texts.stand, params, incomplete=is_begun))
    return run.figures


def _game(texts: _Texts, stand: Figures | None, place: Place, before: Standing) -> NotedGame:
    if texts.only_letters and stand is not None:
        return _from_stand(texts, stand, place, before)
    if is_points(texts.line, PLAYERS):
        return _from_points(texts, place)
    if texts.head[:1] in ("+", "-", "−", "–") or len(read_figures(texts.head).figures) > 2:
        params = {"positions": place.table_size}
        raise _Wrong(Trouble.of_lane("l", "points_count", texts.line, params, incomplete=True))
    game = parse_line(texts.line, place.table_size, place.coming.dealer, place.number)
    if isinstance(game, LineProblem):
        raise _Wrong(Trouble.of_line(game), _soloist_meant(texts.line, game, place))
    # The list itself tells which compulsory solos are forced: the letter may be left out.
    is_forced = game.kind is RowKind.COMPULSORY_SOLO and place.coming.is_forced
    return replace(game, forced=game.forced or is_forced)


def _soloist_meant(line: str, problem: LineProblem, place: Place) -> int | None:
    """Who plays alone in a note that lacks nothing but the letter."""
    if problem.code is not LineCode.LETTER_MISSING:
        return None
    read = parse_line(f"{line} {SOLO_LETTERS[0]}", place.table_size, place.coming.dealer)
    return read.soloist if isinstance(read, NotedGame) else None


def _from_points(texts: _Texts, place: Place) -> NotedGame:
    """The game of a line with the points of all positions."""
    run = read_figures(texts.line)
    points = in_columns(run.figures, place.table_size, place.sitting)
    if points is None:
        params = {"positions": place.table_size}
        raise _Wrong(Trouble.of_lane("l", "points_count", texts.line, params))
    letters = _letters(texts.line[run.end :].partition(PENALTY_MARK)[0], texts.line, run.end)
    game = _decided(points, letters, texts, place)
    return replace(game, penalties=_penalties(texts, game, place))


def _from_stand(texts: _Texts, stand: Figures, place: Place, before: Standing) -> NotedGame:
    """The game between two running totals of the paper."""
    letters = _letters(texts.head, texts.line, 0)
    if before.on_paper is None:
        params = {"row": before.doubted_since}
        raise _Wrong(Trouble.of_lane("s", "stand_follows", texts.stand, params, follows=True))
    if not all(is_whole(figure) for figure in stand):
        raise _Wrong(Trouble.of_lane("s", "stand_gap", texts.stand, {}, incomplete=True))
    figures = [figure for figure in stand if is_whole(figure)]
    if sum(figures):
        raise _Wrong(Trouble.of_lane("s", "stand_sum", texts.stand, {"sum": sum(figures)}))
    gained = [now - then for now, then in zip(figures, before.on_paper, strict=True)]
    return _split(gained, letters, texts, place)


def _split(gained: list[int], letters: Letters, texts: _Texts, place: Place) -> NotedGame:
    """What was gained, parted into the game and its penalties.

    A paragraph may depend on who plays alone, and the points tell that only without the penalty.
    """
    trouble: _Wrong | None = None
    for soloist in (letters.soloist, *range(1, place.table_size + 1)):
        try:
            supposed = NotedGame(RowKind.NORMAL, _nothing(place), soloist)
            penalties = _penalties(texts, supposed, place)
            points = _added(gained, [penalty.points for penalty in penalties], sign=-1)
            columns = in_columns(tuple(points), place.table_size, place.sitting) or tuple(points)
            game = _decided(columns, letters, texts, place)
        except _Wrong as wrong:
            trouble = trouble or wrong
            continue
        if game.soloist == soloist or not penalties:
            return replace(game, penalties=penalties)
    raise trouble or AssertionError("one of all positions plays alone, or nobody")


def _added(base: Sequence[int], moved: Iterable[Figures], sign: int = 1) -> list[int]:
    """Figures with others added to them, position by position."""
    totals = list(base)
    for points in moved:
        for place, figure in enumerate(points):
            totals[place] += sign * figure if is_whole(figure) else 0
    return totals


def _letters(text: str, line: str, start: int) -> Letters:
    letters = read_letters(text)
    if letters is None:
        wrong = text.strip()
        at = line.find(wrong, start)
        params: dict[str, str | tuple[str, ...]] = {"letter": wrong, "options": (*LETTERS, FORCED)}
        problem = LineProblem(LineCode.LETTER_UNKNOWN, at, at + len(wrong), False, params)
        raise _Wrong(Trouble.of_line(problem))
    return letters


def _decided(points: Figures, letters: Letters, texts: _Texts, place: Place) -> NotedGame:
    """Kind and soloist of a game by its points, asked for only where they do not tell."""
    pattern, kind = pattern_of(points), letters.kind
    forced_solo = place.coming.is_forced and pattern.shape in (Shape.ALONE, Shape.ZERO)
    if kind is None and forced_solo:
        kind = RowKind.COMPULSORY_SOLO
    if kind is None and pattern.shape is Shape.ALONE:
        at, params = len(texts.line), {"options": SOLO_LETTERS}
        problem = LineProblem(LineCode.LETTER_MISSING, at, at, True, params)
        raise _Wrong(Trouble.of_line(problem), pattern.alone)
    kind = kind or RowKind.NORMAL
    if not kind.is_alone:
        return NotedGame(kind, points)
    soloist = letters.soloist or pattern.alone or _by_sign(points)
    is_forced = kind is RowKind.COMPULSORY_SOLO and place.coming.is_forced
    if soloist is None and is_forced:
        soloist = place.coming.forced_soloist
    return NotedGame(kind, points, soloist, letters.forced or is_forced)


def _by_sign(points: Figures) -> int | None:
    """Who stands alone against the others by the signs."""
    figures = {seat: each for seat, each in enumerate(points, 1) if is_whole(each)}
    plus = [seat for seat, figure in figures.items() if figure > 0]
    minus = [seat for seat, figure in figures.items() if figure < 0]
    alone = [side[0] for side in (plus, minus) if len(side) == 1]
    return alone[0] if len(alone) == 1 else None


def _penalties(texts: _Texts, game: NotedGame, place: Place) -> tuple[Penalty, ...]:
    line = Cursor(texts.line)
    at = texts.line.find(PENALTY_MARK)
    if at < 0:
        return ()
    line.at = at
    table = Table.in_row(place.table_size, place.coming.dealer)
    try:
        return tuple(read_penalties(line, game, table, place.number))
    except Misread as misread:
        raise _Wrong(Trouble.of_line(misread.problem)) from misread


def _behind(game: NotedGame, stand: Figures | None, before: Standing) -> Standing:
    """The running totals after a game that could be read."""
    moved = [game.points, *(penalty.points for penalty in game.penalties)]
    paper = _settled(stand)
    reckoned = paper if before.reckoned is None else tuple(_added(before.reckoned, moved))
    on_paper = paper or reckoned
    return Standing(reckoned, on_paper, before.doubted_since if on_paper is None else None)


def _behind_trouble(stand: Figures | None, place: Place, before: Standing) -> Standing:
    """The running totals after a line that is no game: those of the paper, if they add up."""
    paper = _settled(stand)
    return Standing(None, paper, None if paper else before.doubted_since or place.number)


def _settled(stand: Figures | None) -> Whole | None:
    """Running totals as typed, where all are there and add up to 0."""
    figures = tuple(figure for figure in stand or () if is_whole(figure))
    return figures if stand and len(figures) == len(stand) and not sum(figures) else None
