"""Reading a list line by line, with the running totals beside each line on paper.

A line is a note (13 4), or the points of all positions (+4 −4 +4 −4 h), or empty beside running
totals, which then give the points. What cannot be read is a `LineProblem`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from scoring.course import follow_course
from scoring.deal import Deal, NextGame, time_is_up
from scoring.duties import read_duties
from scoring.model import Figures, Penalty, Played, RowKind, ScoreSheet
from scoring.notation.booked import read_penalties
from scoring.notation.cursor import Cursor, Misread
from scoring.notation.figures import (
    FigureRun,
    Letters,
    in_columns,
    only_owed,
    read_figures,
    read_letters,
)
from scoring.notation.line_contexts import LineContext, RunningTotals, Whole
from scoring.notation.lines import parse_line
from scoring.notation.problems import Column, LineCode, LineProblem, ParamValue
from scoring.notation.values import DEALT_BY, FORCED, PENALTY_MARK, NotedGame
from scoring.pattern import Shape, is_whole, odd_one_out, pattern_of
from scoring.penalties import adds_up_to_0
from scoring.rulesets import DDV, RuleSet


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A parsed line. `paper` are the running totals typed beside it, None for none.

    `running` are those after it; `problem` is why it is no game, None for a readable one.
    """

    context: LineContext
    running: RunningTotals
    kind: Played = RowKind.NORMAL
    points: Figures = ()
    soloist: int | None = None
    forced: bool = False
    penalties: tuple[Penalty, ...] = ()
    paper: Figures | None = None
    problem: LineProblem | None = None
    no_side: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """The number of the game."""
        return self.context.number

    @property
    def game(self) -> NotedGame:
        """The game it describes."""
        said = (self.kind, self.points, self.soloist, self.forced, self.penalties)
        return NotedGame(*said, self.context.dealt_by, self.no_side)


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
    texts: Iterable[tuple[str, str]],
    table_size: int,
    games: int,
    time_limit: int | None = None,
    rules: RuleSet = DDV,
) -> tuple[ReadLine, ...]:
    """Read every game of a list, given its line and the running totals beside it.

    `time_limit` is the last row whose dealing began in time (TSR 8.6), None if unknown.
    """
    texts = tuple(texts)
    blank = ScoreSheet(table_size, (), games, time_limit, rules=rules)
    read = _read(texts, blank, {})
    dealers = _dealers_told(read, blank)
    return _read(texts, blank, dealers) if dealers else read


def _read(
    texts: Iterable[tuple[str, str]], sheet: ScoreSheet, dealers: Mapping[int, int]
) -> tuple[ReadLine, ...]:
    """Read line by line; `dealers` are known ones, for rows where several may have dealt."""
    table_size, rules = sheet.table_size, sheet.rules
    deal = Deal.first(table_size, sheet.planned_games, rules)
    running = RunningTotals.at_start(table_size)
    read: list[ReadLine] = []
    for number, (text, paper) in enumerate(texts, start=1):
        time_up = time_is_up(sheet, number)
        deal = deal.dealt_by(dealers.get(number), time_up)
        coming = deal.coming(time_up) or NextGame(deal.dealer_now(time_up), None, 0)
        here = LineContext(number, table_size, coming, deal.owing, rules=rules)
        line = read_line(text, paper, here, running)
        read.append(line)
        running, deal = line.running, _deal_after(deal, line, time_up)
    return tuple(read)


def _dealers_told(read: Iterable[ReadLine], sheet: ScoreSheet) -> Mapping[int, int]:
    """Return dealers shown only by a later line: who is forced, after a wrong dealer."""
    lines = list(takewhile(lambda line: line.problem is None, read))
    if all(line.context.dealt_by is None for line in lines):
        return {}
    rows = tuple(line.game.as_row(line.number) for line in lines)
    played = replace(sheet, rows=rows)
    duties = read_duties(played, [pattern_of(row.points) for row in rows])
    course = follow_course(played, replace(duties, readings=duties.readings[:1]))
    dealt = zip(lines, course.dealers, strict=True)
    return {line.number: dealer for line, dealer in dealt if line.context.coming.dealer != dealer}


def _deal_after(deal: Deal, line: ReadLine, time_up: bool) -> Deal:
    deal = deal.dealt_by(line.context.dealt_by, time_up, out_of_turn=True)
    if line.problem is not None:
        # An unreadable line is assumed to be what has to be played there.
        forced = line.context.coming.forced_soloist
        return deal.after_normal() if forced is None else deal.after_compulsory(forced, time_up)
    if line.soloist is None or not deal.rules.kind(line.kind).fulfils:
        return deal.after_normal(line.kind)
    return deal.after_compulsory(line.soloist, time_up, line.kind)


def read_line(line: str, paper: str, here: LineContext, before: RunningTotals) -> ReadLine:
    """Read one line of the list; never raises."""
    texts, here = _Texts(line, paper), here.of_line(line)
    if not (line.strip() or paper.strip()):
        # A gap, if other lines follow.
        empty = LineProblem(LineCode.EMPTY, 0, 0, incomplete=True)
        lost = RunningTotals(None, None, before.doubted_since or here.number)
        return ReadLine(here, lost, points=_nothing(here), problem=empty)
    typed: Figures | None = None
    try:
        typed = _read_running_totals(texts, here)
        game = _game(texts, typed, here, before)
    except _Wrong as wrong:
        return ReadLine(
            here,
            _totals_after_problem(typed, here, before),
            points=_nothing(here),
            paper=typed,
            problem=wrong.problem,
        )
    return ReadLine(
        here,
        _totals_after_game(game, typed, here, before),
        game.kind,
        game.points,
        game.soloist,
        game.forced,
        game.penalties,
        typed,
        no_side=game.no_side,
    )


def _nothing(here: LineContext) -> Figures:
    return (None,) * here.table_size


def _figures_wrong(
    code: LineCode, text: str, incomplete: bool = False, **params: ParamValue
) -> _Wrong:
    """Return the problem with figures of all positions that fill one field."""
    column = Column.NOTE if code is LineCode.POINTS_COUNT else Column.PAPER
    follows = code is LineCode.RUNNING_FOLLOWS
    return _Wrong(LineProblem(code, 0, len(text), incomplete, params, column, follows))


def _read_running_totals(texts: _Texts, here: LineContext) -> Figures | None:
    """Read the running totals as typed, one per position; None for a dash."""
    if not texts.paper.strip():
        return None
    run = read_figures(texts.paper)
    count, size = len(run.figures), here.table_size
    rest = texts.paper[run.end :].strip()
    if rest or count != size:
        is_begun = not rest and count < size
        raise _figures_wrong(
            LineCode.RUNNING_COUNT, texts.paper, is_begun, count=count, positions=size
        )
    return run.figures


def _game(
    texts: _Texts, paper: Figures | None, here: LineContext, before: RunningTotals
) -> NotedGame:
    if texts.only_letters and paper is not None:
        return _game_from_totals(texts, paper, here, before)
    table, run = here.table, read_figures(texts.line)
    if len(run.figures) >= table.players:  # no other line has so many
        return _game_from_points(texts, run, here)
    # A note has winners and value, and with winners-only scoring the others, or those on no side.
    most = 2 + table.winners_only + table.rules.leaves_out(table.size)
    if texts.head[:1] in ("+", "-", "−", "–") or len(run.figures) > most:
        raise _figures_wrong(LineCode.POINTS_COUNT, texts.line, True, positions=here.table_size)
    dealer, rules = here.coming.dealer, here.rules
    game = parse_line(texts.line, here.table_size, dealer, here.number, rules)
    if isinstance(game, LineProblem):
        raise _Wrong(game)
    return replace(game, forced=game.forced or here.marks_forced(game.kind))


def _game_from_points(texts: _Texts, run: FigureRun, here: LineContext) -> NotedGame:
    """Return the game of a line with the points of all positions."""
    points = in_columns(run.figures, here.table)
    if points is None:
        raise _figures_wrong(LineCode.POINTS_COUNT, texts.line, positions=here.table_size)
    behind = texts.line[run.end :].partition(PENALTY_MARK)[0]
    letters = _letters(behind, texts.line, run.end, here)
    game = _decided(points, letters, texts, here)
    penalties = _penalties(texts, game, here)
    return replace(game, penalties=penalties) if penalties else game


def _game_from_totals(
    texts: _Texts, paper: Figures, here: LineContext, before: RunningTotals
) -> NotedGame:
    """Return the game between two running totals of the paper."""
    letters = _letters(texts.head, texts.line, 0, here)
    if before.on_paper is None:
        raise _figures_wrong(LineCode.RUNNING_FOLLOWS, texts.paper, row=before.doubted_since)
    if not all(is_whole(figure) for figure in paper):
        raise _figures_wrong(LineCode.RUNNING_GAP, texts.paper, True)
    figures = [figure for figure in paper if is_whole(figure)]
    if sum(figures) and _adds_up(here):
        raise _figures_wrong(LineCode.RUNNING_SUM, texts.paper, sum=sum(figures))
    gained = [now - then for now, then in zip(figures, before.on_paper, strict=True)]
    return _split(gained, letters, texts, here)


def _split(gained: list[int], letters: Letters, texts: _Texts, here: LineContext) -> NotedGame:
    """Split a gain into the game and its penalties.

    A paragraph may depend on the soloist, and only the points without the penalty show him.
    """
    first_wrong: _Wrong | None = None
    for soloist in (letters.soloist, *range(1, here.table_size + 1)):
        try:
            supposed = NotedGame(RowKind.NORMAL, _nothing(here), soloist)
            penalties = _penalties(texts, supposed, here)
            points = _added(gained, [penalty.points for penalty in penalties], sign=-1)
            columns = in_columns(tuple(points), here.table) or tuple(points)
            game = _decided(columns, letters, texts, here)
        except _Wrong as wrong:
            first_wrong = first_wrong or wrong
            continue
        if game.soloist == soloist or not penalties:
            return replace(game, penalties=penalties)
    raise first_wrong or AssertionError("one of all positions plays alone, or nobody")


def _added(base: Sequence[int], moved: Iterable[Figures], sign: int = 1) -> list[int]:
    """Add figures to others, position by position."""
    totals = list(base)
    for points in moved:
        for column, figure in enumerate(points):
            totals[column] += sign * figure if is_whole(figure) else 0
    return totals


def _letters(text: str, line: str, start: int, here: LineContext) -> Letters:
    letters, wrong = read_letters(text, here.rules), text.strip()
    if letters is not None and letters.dealer in (None, here.dealt_by):
        return letters
    at = line.find(wrong, start)
    end = at + len(wrong)
    letters_here = (*here.table.letters, FORCED)
    options: dict[str, ParamValue] = {"letter": wrong, "options": letters_here}
    problem = LineProblem(LineCode.LETTER_UNKNOWN, at, end, False, options)
    if letters is not None:
        told: dict[str, ParamValue] = {
            "seat": letters.dealer or 0,
            "table_size": here.table_size,
        }
        problem = LineProblem(LineCode.DEALER_UNKNOWN, at, end, False, told)
    elif wrong.lower().endswith(DEALT_BY):
        problem = LineProblem(LineCode.DEALER_MISSING, end, end, True)
    raise _Wrong(problem)


def _decided(points: Figures, letters: Letters, texts: _Texts, here: LineContext) -> NotedGame:
    """Determine kind and soloist of a game from its points, else from the letters."""
    kind, table, pattern = letters.kind, here.table, pattern_of(points)
    alone = odd_one_out(points) if table.winners_only else pattern.alone
    if kind is None and here.coming.is_forced and (alone or pattern.shape is Shape.ZERO):
        kind = only_owed(here.rules)
    if kind is None and alone:
        at, options = len(texts.line), {"options": table.solo_letters}
        raise _Wrong(LineProblem(LineCode.LETTER_MISSING, at, at, True, options))
    kind = kind or here.rules.kinds[0].name
    if not kind.is_alone:
        return NotedGame(kind, points)
    soloist = letters.soloist or alone or _soloist_by_signs(points)
    is_forced = here.marks_forced(kind)
    if soloist is None and is_forced:
        soloist = here.coming.forced_soloist
    return NotedGame(kind, points, soloist, letters.forced or is_forced)


def _soloist_by_signs(points: Figures) -> int | None:
    """Return who is alone against the others by the signs."""
    figures = {seat: each for seat, each in enumerate(points, 1) if is_whole(each)}
    plus = [seat for seat, figure in figures.items() if figure > 0]
    minus = [seat for seat, figure in figures.items() if figure < 0]
    alone = [side[0] for side in (plus, minus) if len(side) == 1]
    return alone[0] if len(alone) == 1 else None


def _penalties(texts: _Texts, game: NotedGame, here: LineContext) -> tuple[Penalty, ...]:
    line = Cursor(texts.line)
    at = texts.line.find(PENALTY_MARK)
    if at < 0:
        return ()
    line.at = at
    try:
        return tuple(read_penalties(line, game, here.table, here.number))
    except Misread as misread:
        raise _Wrong(misread.problem) from misread


def _totals_after_game(
    game: NotedGame, paper: Figures | None, here: LineContext, before: RunningTotals
) -> RunningTotals:
    """Return the running totals after a readable game."""
    moved = [game.points, *(penalty.points for penalty in game.penalties)]
    whole = _whole(paper, here)
    reckoned = whole if before.reckoned is None else tuple(_added(before.reckoned, moved))
    on_paper = whole or reckoned
    return RunningTotals(reckoned, on_paper, before.doubted_since if on_paper is None else None)


def _totals_after_problem(
    paper: Figures | None, here: LineContext, before: RunningTotals
) -> RunningTotals:
    """Return the running totals after an unreadable line: those on paper, if they add up."""
    whole = _whole(paper, here)
    return RunningTotals(None, whole, None if whole else before.doubted_since or here.number)


def _whole(paper: Figures | None, here: LineContext) -> Whole | None:
    """Return typed running totals if complete and, where they must, adding up to 0."""
    figures = tuple(figure for figure in paper or () if is_whole(figure))
    all_there = paper and len(figures) == len(paper)
    return figures if all_there and not (sum(figures) and _adds_up(here)) else None


def _adds_up(here: LineContext) -> bool:
    """Whether the running totals of all add up to 0."""
    return not here.table.winners_only and adds_up_to_0(here.rules)
