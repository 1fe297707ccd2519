"""A list line by line, each with the running totals beside it on paper -> its games.

A line is a note (13 4), or the points of all positions (+4 −4 +4 −4 h), or empty beside running
totals, which then tell the points. What cannot be read is a `LineProblem`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from scoring.deal import Deal, NextGame, forced_soloist
from scoring.model import FIVE_TABLE, Figures, Penalty, Played, RowKind
from scoring.notation.booked import read_penalties
from scoring.notation.cursor import Cursor, Misread
from scoring.notation.figures import Letters, in_columns, is_points, read_figures, read_letters
from scoring.notation.games import SOLO_LETTERS, dealt_out_of_turn
from scoring.notation.lines import parse_line
from scoring.notation.problems import Column, LineCode, LineProblem, ParamValue
from scoring.notation.values import DEALT_BY, FORCED, LETTERS, PENALTY_MARK, NotedGame, Table
from scoring.pattern import PLAYERS, Shape, is_whole, pattern_of

Whole = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line stands: its number, the table, what is dealt there, who owes a solo.

    `dealt_by` is whoever dealt out of turn, by the word of the line.
    """

    number: int
    table_size: int
    coming: NextGame
    owing: frozenset[int]
    dealt_by: int | None = None

    def of_line(self, line: str) -> "Place":
        """The same, dealt by whom the line names."""
        dealer, coming = dealt_out_of_turn(line), self.coming
        if dealer is None or not 1 <= dealer <= self.table_size:
            return self
        forced = coming.forced_soloist and forced_soloist(self.owing, dealer, self.table_size)
        return replace(self, dealt_by=dealer, coming=NextGame(dealer, forced, coming.games_left))

    @property
    def sitting(self) -> int | None:
        """The dealer without cards at a five-table."""
        return self.coming.dealer if self.table_size == FIVE_TABLE else None


@dataclass(frozen=True, slots=True)
class RunningTotals:
    """The running totals before a line: as they follow, and as the paper has them.

    None where they are not known; `doubted_since` is the line that is to blame for it.
    """

    reckoned: Whole | None
    on_paper: Whole | None
    doubted_since: int | None = None

    @classmethod
    def at_start(cls, table_size: int) -> "RunningTotals":
        """Everybody at 0."""
        return cls((0,) * table_size, (0,) * table_size)


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line as it was read. `paper` are the running totals typed beside it, None for none.

    `running` are those behind it; `problem` is why it is no game, None for one that could be read.
    """

    place: Place
    running: RunningTotals
    kind: Played = RowKind.NORMAL
    points: Figures = ()
    soloist: int | None = None
    forced: bool = False
    penalties: tuple[Penalty, ...] = ()
    paper: Figures | None = None
    problem: LineProblem | None = None

    @property
    def number(self) -> int:
        """The number of the game."""
        return self.place.number

    @property
    def game(self) -> NotedGame:
        """The game it means."""
        return NotedGame(
            self.kind, self.points, self.soloist, self.forced, self.penalties, self.place.dealt_by
        )


@dataclass(frozen=True, slots=True)
class _Texts:
    """A line and the running totals beside it as typed; `head` is the line up to its penalties."""

    line: str
    paper: str
    head: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "head", self.line.partition(PENALTY_MARK)[0].strip())

    @property
    def only_letters(self) -> bool:
        """Whether the points have to come from the running totals."""
        return not self.head or self.head[0].isalpha()


class _Wrong(Exception):
    """The line cannot be read."""

    def __init__(self, problem: LineProblem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def read_list(
    texts: Iterable[tuple[str, str]], table_size: int, games: int, time_limit: int | None = None
) -> tuple[ReadLine, ...]:
    """Read every game of a list: for each its line and the running totals beside it.

    `time_limit` is the last row whose dealing began in time (TSR 8.6), None while nothing is said.
    """
    deal = Deal.first(table_size, games)
    running = RunningTotals.at_start(table_size)
    read: list[ReadLine] = []
    for number, (text, paper) in enumerate(texts, start=1):
        time_up = time_limit is not None and number > time_limit
        coming = deal.coming(time_up) or NextGame(deal.dealer_now(time_up), None, 0)
        line = read_line(text, paper, Place(number, table_size, coming, deal.owing), running)
        read.append(line)
        running, deal = line.running, _deal_after(deal, line, time_up)
    return tuple(read)


def _deal_after(deal: Deal, line: ReadLine, time_up: bool) -> Deal:
    deal = deal.dealt_by(line.place.dealt_by, time_up, out_of_turn=True)
    soloist = _compulsory_soloist(line)
    return deal.after_normal() if soloist is None else deal.after_compulsory(soloist, time_up)


def _compulsory_soloist(line: ReadLine) -> int | None:
    """Whose compulsory solo a line is.

    One that cannot be read is what has to be played there.
    """
    if line.problem is not None:
        return line.place.coming.forced_soloist
    return line.soloist if line.kind is RowKind.COMPULSORY_SOLO else None


def read_line(line: str, paper: str, place: Place, before: RunningTotals) -> ReadLine:
    """Read one line of the list; never raises, whatever is typed."""
    texts, place = _Texts(line, paper), place.of_line(line)
    if not (line.strip() or paper.strip()):
        return _blank(place, before)
    typed: Figures | None = None
    try:
        typed = _on_paper(texts, place)
        game = _game(texts, typed, place, before)
    except _Wrong as wrong:
        return ReadLine(
            place,
            _behind_problem(typed, place, before),
            points=_nothing(place),
            paper=typed,
            problem=wrong.problem,
        )
    return ReadLine(
        place,
        _behind(game, typed, before),
        game.kind,
        game.points,
        game.soloist,
        game.forced,
        game.penalties,
        typed,
    )


def _blank(place: Place, before: RunningTotals) -> ReadLine:
    """A line with nothing in it: a gap, if others follow."""
    empty = LineProblem(LineCode.EMPTY, 0, 0, incomplete=True)
    lost = RunningTotals(None, None, before.doubted_since or place.number)
    return ReadLine(place, lost, points=_nothing(place), problem=empty)


def _nothing(place: Place) -> Figures:
    return (None,) * place.table_size


def _figures_wrong(
    code: LineCode, text: str, incomplete: bool = False, **params: ParamValue
) -> _Wrong:
    """What is wrong with the figures of all positions that fill one field."""
    column = Column.NOTE if code is LineCode.POINTS_COUNT else Column.PAPER
    follows = code is LineCode.RUNNING_FOLLOWS
    return _Wrong(LineProblem(code, 0, len(text), incomplete, params, column, follows))


def _on_paper(texts: _Texts, place: Place) -> Figures | None:
    """The running totals as typed, one per position; a dash stands for one nobody wrote."""
    if not texts.paper.strip():
        return None
    run = read_figures(texts.paper)
    count, size = len(run.figures), place.table_size
    rest = texts.paper[run.end :].strip()
    if rest or count != size:
        is_begun = not rest and count < size
        raise _figures_wrong(
            LineCode.RUNNING_COUNT, texts.paper, is_begun, count=count, positions=size
        )
    return run.figures


def _game(texts: _Texts, paper: Figures | None, place: Place, before: RunningTotals) -> NotedGame:
    if texts.only_letters and paper is not None:
        return _from_paper(texts, paper, place, before)
    if is_points(texts.line, PLAYERS):
        return _from_points(texts, place)
    if texts.head[:1] in ("+", "-", "−", "–") or len(read_figures(texts.head).figures) > 2:
        raise _figures_wrong(LineCode.POINTS_COUNT, texts.line, True, positions=place.table_size)
    game = parse_line(texts.line, place.table_size, place.coming.dealer, place.number)
    if isinstance(game, LineProblem):
        raise _Wrong(game)
    # The list itself tells which compulsory solos are forced: the letter may be left out.
    is_forced = game.kind is RowKind.COMPULSORY_SOLO and place.coming.is_forced
    return replace(game, forced=game.forced or is_forced)


def _from_points(texts: _Texts, place: Place) -> NotedGame:
    """The game of a line with the points of all positions."""
    run = read_figures(texts.line)
    points = in_columns(run.figures, place.table_size, place.sitting)
    if points is None:
        raise _figures_wrong(LineCode.POINTS_COUNT, texts.line, positions=place.table_size)
    behind = texts.line[run.end :].partition(PENALTY_MARK)[0]
    letters = _letters(behind, texts.line, run.end, place)
    game = _decided(points, letters, texts, place)
    return replace(game, penalties=_penalties(texts, game, place))


def _from_paper(texts: _Texts, paper: Figures, place: Place, before: RunningTotals) -> NotedGame:
    """The game between two running totals of the paper."""
    letters = _letters(texts.head, texts.line, 0, place)
    if before.on_paper is None:
        raise _figures_wrong(LineCode.RUNNING_FOLLOWS, texts.paper, row=before.doubted_since)
    if not all(is_whole(figure) for figure in paper):
        raise _figures_wrong(LineCode.RUNNING_GAP, texts.paper, True)
    figures = [figure for figure in paper if is_whole(figure)]
    if sum(figures):
        raise _figures_wrong(LineCode.RUNNING_SUM, texts.paper, sum=sum(figures))
    gained = [now - then for now, then in zip(figures, before.on_paper, strict=True)]
    return _split(gained, letters, texts, place)


def _split(gained: list[int], letters: Letters, texts: _Texts, place: Place) -> NotedGame:
    """What was gained, parted into the game and its penalties.

    A paragraph may depend on who plays alone, and the points tell that only without the penalty.
    """
    first_wrong: _Wrong | None = None
    for soloist in (letters.soloist, *range(1, place.table_size + 1)):
        try:
            supposed = NotedGame(RowKind.NORMAL, _nothing(place), soloist)
            penalties = _penalties(texts, supposed, place)
            points = _added(gained, [penalty.points for penalty in penalties], sign=-1)
            columns = in_columns(tuple(points), place.table_size, place.sitting) or tuple(points)
            game = _decided(columns, letters, texts, place)
        except _Wrong as wrong:
            first_wrong = first_wrong or wrong
            continue
        if game.soloist == soloist or not penalties:
            return replace(game, penalties=penalties)
    raise first_wrong or AssertionError("one of all positions plays alone, or nobody")


def _added(base: Sequence[int], moved: Iterable[Figures], sign: int = 1) -> list[int]:
    """Figures with others added to them, position by position."""
    totals = list(base)
    for points in moved:
        for place, figure in enumerate(points):
            totals[place] += sign * figure if is_whole(figure) else 0
    return totals


def _letters(text: str, line: str, start: int, place: Place) -> Letters:
    letters, wrong = read_letters(text), text.strip()
    if letters is not None and letters.dealer in (None, place.dealt_by):
        return letters
    at = line.find(wrong, start)
    end = at + len(wrong)
    options: dict[str, ParamValue] = {"letter": wrong, "options": (*LETTERS, FORCED)}
    problem = LineProblem(LineCode.LETTER_UNKNOWN, at, end, False, options)
    if letters is not None:
        told: dict[str, ParamValue] = {
            "seat": letters.dealer or 0,
            "table_size": place.table_size,
        }
        problem = LineProblem(LineCode.DEALER_UNKNOWN, at, end, False, told)
    elif wrong.lower().endswith(DEALT_BY):
        problem = LineProblem(LineCode.DEALER_MISSING, end, end, True)
    raise _Wrong(problem)


def _decided(points: Figures, letters: Letters, texts: _Texts, place: Place) -> NotedGame:
    """Kind and soloist of a game by its points, asked for only where they do not tell."""
    pattern, kind = pattern_of(points), letters.kind
    forced_solo = place.coming.is_forced and pattern.shape in (Shape.ALONE, Shape.ZERO)
    if kind is None and forced_solo:
        kind = RowKind.COMPULSORY_SOLO
    if kind is None and pattern.shape is Shape.ALONE:
        at = len(texts.line)
        problem = LineProblem(LineCode.LETTER_MISSING, at, at, True, {"options": SOLO_LETTERS})
        raise _Wrong(problem)
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
        raise _Wrong(misread.problem) from misread


def _behind(game: NotedGame, paper: Figures | None, before: RunningTotals) -> RunningTotals:
    """The running totals after a game that could be read."""
    moved = [game.points, *(penalty.points for penalty in game.penalties)]
    whole = _whole(paper)
    reckoned = whole if before.reckoned is None else tuple(_added(before.reckoned, moved))
    on_paper = whole or reckoned
    return RunningTotals(reckoned, on_paper, before.doubted_since if on_paper is None else None)


def _behind_problem(paper: Figures | None, place: Place, before: RunningTotals) -> RunningTotals:
    """The running totals after a line that is no game: those of the paper, if they add up."""
    whole = _whole(paper)
    return RunningTotals(None, whole, None if whole else before.doubted_since or place.number)


def _whole(paper: Figures | None) -> Whole | None:
    """Running totals as typed, where all are there and add up to 0."""
    figures = tuple(figure for figure in paper or () if is_whole(figure))
    return figures if paper and len(figures) == len(paper) and not sum(figures) else None
