"""Reading a list line by line, with the running totals beside each line on paper.

A line is a note (13 4), or the points of all positions (+4 −4 +4 −4 h), or empty beside running
totals, which then give the points. What cannot be read is a `LineProblem`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from scoring.course import follow_course
from scoring.deal import Deal, NextGame, forced_soloist, time_is_up
from scoring.duties import read_duties
from scoring.model import Figures, Penalty, Played, RowKind, ScoreSheet
from scoring.notation.booked import read_penalties
from scoring.notation.figures import Letters, in_columns, only_owed, read_figures, read_letters
from scoring.notation.games import dealt_out_of_turn
from scoring.notation.lines import parse_line
from scoring.notation.problems import (
    Column,
    Cursor,
    LineCode,
    LineProblem,
    Misread,
    ParamValue,
)
from scoring.notation.values import DEALT_BY, FORCED, PENALTY_MARK, NotedGame, Table
from scoring.pattern import Shape, is_whole, odd_one_out, pattern_of
from scoring.rulesets import DDV, RuleSet

Whole = tuple[int, ...]


class LineContext(NamedTuple):
    """The context of a line: its number, the table, the game to be dealt, who owes a solo.

    `dealt_by` is who dealt out of turn, according to the line.
    """

    number: int
    table_size: int
    coming: NextGame
    owing: frozenset[int]
    dealt_by: int | None = None
    rules: RuleSet = DDV

    @property
    def table(self) -> Table:
        """The table in this game."""
        return Table.in_row(self.table_size, self.coming.dealer, self.rules)

    @property
    def adds_up_to_0(self) -> bool:
        """Whether the running totals of all add up to 0."""
        return not self.table.winners_only and self.rules.penalties.adds_up_to_0

    def marks_forced(self, kind: Played) -> bool:
        """Whether the list implies that such a solo is forced: the letter may be left out."""
        duty = self.rules.duty(self.table_size)
        told = self.coming.is_forced and duty is not None and duty.reserved > 0
        return told and self.rules.kind(kind).fulfils


class RunningTotals(NamedTuple):
    """The running totals before a line: as computed, and as on paper.

    None if unknown; `doubted_since` is the line that causes it.
    """

    reckoned: Whole | None
    on_paper: Whole | None
    doubted_since: int | None = None


class ReadLine(NamedTuple):
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
    lines = list(takewhile(lambda line: line.problem is None, read))
    if all(line.context.dealt_by is None for line in lines):
        return read
    # After a wrong dealer, only a later line may show who dealt: by who is forced.
    rows = tuple(line.game.as_row(line.number) for line in lines)
    played = replace(blank, rows=rows)
    duties = read_duties(played, [pattern_of(row.points) for row in rows])
    course = follow_course(played, replace(duties, readings=duties.readings[:1]))
    dealt = zip(lines, course.dealers, strict=True)
    dealers = {line.number: seat for line, seat in dealt if line.context.coming.dealer != seat}
    return _read(texts, blank, dealers) if dealers else read


def _read(
    texts: Iterable[tuple[str, str]], sheet: ScoreSheet, dealers: Mapping[int, int]
) -> tuple[ReadLine, ...]:
    """Read line by line; `dealers` are known ones, for rows where several may have dealt."""
    table_size, rules = sheet.table_size, sheet.rules
    deal = Deal.first(table_size, sheet.agreed_games, rules)
    running = RunningTotals((0,) * table_size, (0,) * table_size)
    read: list[ReadLine] = []
    for number, (text, paper) in enumerate(texts, start=1):
        time_up = time_is_up(sheet, number)
        deal = deal.dealt_by(dealers.get(number), time_up)
        coming = deal.coming(time_up) or NextGame(deal.dealer_now(time_up), None, 0)
        here = LineContext(number, table_size, coming, deal.owing, rules=rules)
        line = read_line(text, paper, here, running)
        read.append(line)
        running, forced = line.running, line.context.coming.forced_soloist
        deal = deal.dealt_by(line.context.dealt_by, time_up, out_of_turn=True)
        if line.problem is not None and forced is not None:
            # An unreadable line is assumed to be what has to be played there.
            deal = deal.after_compulsory(forced, time_up)
        elif line.problem is not None:
            deal = deal.after_normal()
        elif line.soloist is None or not rules.kind(line.kind).fulfils:
            deal = deal.after_normal(line.kind, line.soloist)
        else:
            deal = deal.after_compulsory(line.soloist, time_up, line.kind)
    return tuple(read)


def read_line(line: str, paper: str, here: LineContext, before: RunningTotals) -> ReadLine:
    """Read one line of the list; never raises."""
    dealer, size = dealt_out_of_turn(line), here.table_size
    if dealer is not None and 1 <= dealer <= size:
        forced = here.coming.forced_soloist and forced_soloist(here.owing, dealer, size)
        coming = NextGame(dealer, forced, here.coming.games_left)
        here = here._replace(dealt_by=dealer, coming=coming)
    nothing: Figures = (None,) * size
    typed: Figures | None = None
    doubted_since = before.doubted_since or here.number
    if not (line.strip() or paper.strip()):
        # A gap, if other lines follow.
        empty = LineProblem(LineCode.EMPTY, 0, 0, incomplete=True)
        return ReadLine(
            here, RunningTotals(None, None, doubted_since), points=nothing, problem=empty
        )
    try:
        typed = _read_running_totals(paper, here)
        game = _read_game(line, paper, typed, here, before)
    except Misread as misread:
        whole = _whole(typed, here)  # after an unreadable line only the paper tells
        running = RunningTotals(None, whole, None if whole else doubted_since)
        return ReadLine(here, running, points=nothing, paper=typed, problem=misread.problem)
    whole = _whole(typed, here)
    reckoned = whole
    if before.reckoned is not None:
        moved = [game.points, *(penalty.points for penalty in game.penalties)]
        reckoned = tuple(_added(before.reckoned, moved))
    on_paper = whole or reckoned
    return ReadLine(
        here,
        RunningTotals(reckoned, on_paper, before.doubted_since if on_paper is None else None),
        game.kind,
        game.points,
        game.soloist,
        game.forced,
        game.penalties,
        typed,
        no_side=game.no_side,
    )


def _figures_wrong(
    code: LineCode, text: str, incomplete: bool = False, **params: ParamValue
) -> Misread:
    """Return the problem with figures of all positions that fill one field."""
    column = Column.NOTE if code is LineCode.POINTS_COUNT else Column.PAPER
    follows = code is LineCode.RUNNING_FOLLOWS
    return Misread(LineProblem(code, 0, len(text), incomplete, params, column, follows))


def _read_running_totals(paper: str, here: LineContext) -> Figures | None:
    """Read the running totals as typed, one per position; None for a dash."""
    if not paper.strip():
        return None
    run = read_figures(paper)
    count, size = len(run.figures), here.table_size
    rest = paper[run.end :].strip()
    if rest or count != size:
        is_begun = not rest and count < size
        raise _figures_wrong(LineCode.RUNNING_COUNT, paper, is_begun, count=count, positions=size)
    return run.figures


def _read_game(
    line: str, paper: str, totals: Figures | None, here: LineContext, before: RunningTotals
) -> NotedGame:
    table, run, rules = here.table, read_figures(line), here.rules
    head = line.partition(PENALTY_MARK)[0].strip()
    if (not head or head[0].isalpha()) and totals is not None:
        return _game_between(line, head, paper, totals, here, before)
    if len(run.figures) >= table.players:  # no other line has so many: the points of all positions
        points = in_columns(run.figures, table)
        if points is None:
            raise _figures_wrong(LineCode.POINTS_COUNT, line, positions=here.table_size)
        behind = line[run.end :].partition(PENALTY_MARK)[0]
        game = _decided(points, _letters(behind, line, run.end, here), line, here)
        return game._replace(penalties=_penalties(line, game, here))
    # A note has winners and value, and with winners-only scoring the others, or those on no side.
    most = 2 + table.winners_only + rules.leaves_out(table.size)
    if head[:1] in ("+", "-", "−", "–") or len(run.figures) > most:
        raise _figures_wrong(LineCode.POINTS_COUNT, line, True, positions=here.table_size)
    noted = parse_line(line, here.table_size, here.coming.dealer, here.number, rules)
    if isinstance(noted, LineProblem):
        raise Misread(noted)
    return noted._replace(forced=noted.forced or here.marks_forced(noted.kind))


def _game_between(
    line: str, head: str, paper: str, totals: Figures, here: LineContext, before: RunningTotals
) -> NotedGame:
    """Split what two running totals of the paper gain into the game and its penalties.

    A paragraph may depend on the soloist, and only the points without the penalty show him.
    """
    letters = _letters(head, line, 0, here)
    if before.on_paper is None:
        raise _figures_wrong(LineCode.RUNNING_FOLLOWS, paper, row=before.doubted_since)
    figures = [figure for figure in totals if is_whole(figure)]
    if len(figures) != len(totals):
        raise _figures_wrong(LineCode.RUNNING_GAP, paper, True)
    if sum(figures) and here.adds_up_to_0:
        raise _figures_wrong(LineCode.RUNNING_SUM, paper, sum=sum(figures))
    gained = [now - then for now, then in zip(figures, before.on_paper, strict=True)]
    first_wrong: Misread | None = None
    for soloist in (letters.soloist, *range(1, here.table_size + 1)):
        try:
            supposed = NotedGame(RowKind.NORMAL, (None,) * here.table_size, soloist)
            penalties = _penalties(line, supposed, here)
            points = tuple(_added(gained, [penalty.points for penalty in penalties], sign=-1))
            game = _decided(in_columns(points, here.table) or points, letters, line, here)
        except Misread as wrong:
            first_wrong = first_wrong or wrong
            continue
        if game.soloist == soloist or not penalties:
            return game._replace(penalties=penalties)
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
    params: dict[str, ParamValue]
    if letters is not None:
        params = {"seat": letters.dealer or 0, "table_size": here.table_size}
        raise Misread(LineProblem(LineCode.DEALER_UNKNOWN, at, end, False, params))
    if wrong.lower().endswith(DEALT_BY):
        raise Misread(LineProblem(LineCode.DEALER_MISSING, end, end, True))
    params = {"letter": wrong, "options": (*here.table.letters, FORCED)}
    raise Misread(LineProblem(LineCode.LETTER_UNKNOWN, at, end, False, params))


def _decided(points: Figures, letters: Letters, line: str, here: LineContext) -> NotedGame:
    """Determine kind and soloist of a game from its points, else from the letters."""
    kind, table, pattern = letters.kind, here.table, pattern_of(points)
    alone = odd_one_out(points) if table.winners_only else pattern.alone
    if kind is None and here.coming.is_forced and (alone or pattern.shape is Shape.ZERO):
        kind = only_owed(here.rules)
    if kind is None and alone:
        at, options = len(line), {"options": table.solo_letters}
        raise Misread(LineProblem(LineCode.LETTER_MISSING, at, at, True, options))
    kind = kind or here.rules.kinds[0].name
    if not kind.is_alone:
        return NotedGame(kind, points)
    is_forced = here.marks_forced(kind)
    soloist = letters.soloist or alone
    if soloist is None:  # alone against the others by the signs
        figures = [(seat, each) for seat, each in enumerate(points, 1) if is_whole(each)]
        plus = [seat for seat, figure in figures if figure > 0]
        minus = [seat for seat, figure in figures if figure < 0]
        single = [side[0] for side in (plus, minus) if len(side) == 1]
        soloist = single[0] if len(single) == 1 else None
    if soloist is None and is_forced:
        soloist = here.coming.forced_soloist
    return NotedGame(kind, points, soloist, letters.forced or is_forced)


def _penalties(line: str, game: NotedGame, here: LineContext) -> tuple[Penalty, ...]:
    cursor, at = Cursor(line), line.find(PENALTY_MARK)
    if at < 0:
        return ()
    cursor.at = at
    return tuple(read_penalties(cursor, game, here.table, here.number))


def _whole(typed: Figures | None, here: LineContext) -> Whole | None:
    """Return typed running totals if complete and, where they must, adding up to 0."""
    figures = tuple(figure for figure in typed or () if is_whole(figure))
    is_complete = typed and len(figures) == len(typed)
    return figures if is_complete and not (sum(figures) and here.adds_up_to_0) else None
