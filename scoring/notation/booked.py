"""Penalties in a line: applicable paragraphs of an offender, reading and writing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.model import FREE, Figures, Penalty
from scoring.notation.games import MOST_DIGITS, read_seat
from scoring.notation.problems import SEPARATORS, Cursor, LineCode, is_digit
from scoring.notation.values import ABSAGEN_MARK, PENALTY_MARK, NotedGame, Table
from scoring.pattern import is_whole
from scoring.penalties import ABSAGEN, RULES, allowed_patterns, free_points
from scoring.rulesets import Penalties

LONGEST_INITIALS = 10
# How a line tells the two patterns of a paragraph apart: all others are credited, or the soloist
# is. They are named after the minor violations that book the same, 9.3.3 b2 and b1.
TO_ALL_OTHERS, TO_SOLOIST = "b2", "b1"

_NUMBER = re.compile(rf"[0-9](?:{SEPARATORS}[0-9]){{0,2}}")
_SUFFIX = re.compile(rf"{SEPARATORS}(?:b{SEPARATORS}[12](?![0-9])|[ab](?![^\W_]))", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,./+]+")
_ABSAGEN = re.compile(rf"{ABSAGEN_MARK}{SEPARATORS}(?=[0-9])", re.IGNORECASE)
_ABSAGEN_ALONE = re.compile(
    rf"{ABSAGEN_MARK}(?=[\s,/+]|{SEPARATORS}(?:{PENALTY_MARK}|\Z))", re.IGNORECASE
)
_REASON = re.compile(rf"[^{PENALTY_MARK}]+")
_INITIALS = re.compile(r"[^\W\d_](?:[^\W\d_]|[\s.'-])*")


@dataclass(frozen=True, slots=True)
class Choice:
    """A paragraph as named in a line, and its points with 0, 1, 2 ... Absagen."""

    rule: str
    patterns: tuple[Figures, ...]

    @property
    def counts_absagen(self) -> bool:
        """Whether the line states the number of Absagen."""
        return RULES[self.rule].counts_absagen


Choices = Mapping[str, Choice]


def choices(offender: int, soloist: int | None, table: Table) -> Choices:
    """Return the paragraphs applicable to an offender in this game, by their name in the line."""
    found: dict[str, Choice] = {}
    for rule, catalogued in RULES.items():
        patterns = allowed_patterns(rule, offender, soloist, table.size, table.sitting)
        if len(patterns) == 1 or (patterns and catalogued.counts_absagen):
            found[rule] = Choice(rule, patterns)
        elif patterns:
            shared, single = patterns
            found[rule + TO_SOLOIST] = Choice(rule, (single,))
            found[rule + TO_ALL_OTHERS] = Choice(rule, (shared,))
    return found


# All names of paragraphs, for any offender and soloist.
EVERY_NAME = frozenset(
    name for soloist in (None, 1, 2) for name in choices(1, soloist, Table.in_row(4, None))
)


def read_penalties(line: Cursor, game: NotedGame, table: Table, row: int | None) -> list[Penalty]:
    """Read the penalties of a game up to the end of its line. Raises Misread."""
    penalties = []
    while line.next == PENALTY_MARK:
        line.at += 1
        line.skip_separators()
        if not line.next:
            line.fail(LineCode.OFFENDER_MISSING)
        if not is_digit(line.next):
            line.fail_next("offender")
        offender, start = read_seat(line, table, LineCode.OFFENDER_UNKNOWN), line.at
        if line.take_digits():
            line.fail(LineCode.TOO_MANY_OFFENDERS, start)
        line.skip_separators()
        if table.rules.penalties is not Penalties.CATALOGUE:
            penalties.append(_read_free_penalty(line, offender, table, row))
            continue
        choice = _read_paragraph(line, offender, choices(offender, game.soloist, table))
        line.skip_separators()
        points = choice.patterns[_read_absagen(line, choice)]
        start = line.at
        initials = " ".join(line.take(_INITIALS).split())
        if len(initials) > LONGEST_INITIALS:
            line.fail(LineCode.INITIALS_TOO_LONG, start, limit=LONGEST_INITIALS)
        if line.next not in ("", PENALTY_MARK):
            line.fail_next("initials")
        penalties.append(Penalty(row, choice.rule, offender, points, initials))
    return penalties


def _read_free_penalty(line: Cursor, offender: int, table: Table, row: int | None) -> Penalty:
    """Read the offender's loss and the reason; the others share it, or nobody gets it."""
    start = line.at
    if not line.next:
        line.fail(LineCode.FREE_POINTS_MISSING)
    loss = int(line.take_digits()[:MOST_DIGITS] or 0)
    if not loss:
        line.fail_next("free_points")
    points = free_points(offender, loss, table.size, table.sitting, table.rules)
    if points is None:
        line.fail(LineCode.FREE_POINTS_SHARED, start, others=table.players - 1)
    line.skip_separators()
    reason = " ".join(line.take(_REASON).split())
    if not reason:
        line.fail(LineCode.REASON_MISSING)
    return Penalty(row, FREE, offender, points, reason=reason)


def _read_paragraph(line: Cursor, offender: int, fitting: Choices) -> Choice:
    if not line.next:
        line.fail(LineCode.PARAGRAPH_MISSING, options=tuple(fitting))
    start = line.at
    digits = _BETWEEN.sub("", line.take(_NUMBER))
    if not digits:
        line.fail_next("paragraph")
    number, before = ".".join(digits), line.at
    # A letter behind a number that has none is an initial.
    suffix = _BETWEEN.sub("", line.take(_SUFFIX)).lower()
    is_initial = number in fitting and len(suffix) == 1
    if is_initial or not any(each.startswith(number + suffix) for each in EVERY_NAME):
        line.at, suffix = before, ""
    name = number + suffix
    if name not in fitting:
        options = tuple(fitting)
        begun = tuple(option for option in options if option.startswith(name))
        if begun:
            line.fail(LineCode.PARAGRAPH_OPEN, start, paragraph=name, options=begun)
        if any(known.startswith(name) for known in EVERY_NAME):
            misfit = LineCode.PARAGRAPH_MISFIT
            line.fail(misfit, start, paragraph=name, offender=offender, options=options)
        line.fail(LineCode.PARAGRAPH_UNKNOWN, start, paragraph=name, options=options)
    return fitting[name]


def _read_absagen(line: Cursor, choice: Choice) -> int:
    start = line.at
    if not line.take(_ABSAGEN):
        if choice.counts_absagen and line.take(_ABSAGEN_ALONE):
            line.fail(LineCode.ABSAGEN_MISSING, limit=ABSAGEN[-1])
        if choice.counts_absagen and is_digit(line.next):
            line.fail_next("absagen")
        return 0
    digits = line.take_digits()
    if not choice.counts_absagen:
        line.fail(LineCode.ABSAGEN_NOT_COUNTED, start, paragraph=choice.rule)
    if digits not in map(str, ABSAGEN):
        line.fail(LineCode.ABSAGEN_OUT_OF_RANGE, start, limit=ABSAGEN[-1])
    line.skip_separators()
    return int(digits)


def write_penalty(penalty: Penalty, game: NotedGame, table: Table) -> str:
    """Return a penalty in line form. Raises ValueError where its points do not fit."""
    if penalty.rule == FREE:
        figures = [figure for figure in penalty.points if is_whole(figure)]
        return f"{PENALTY_MARK} {penalty.offender} {-min(figures, default=0)} {penalty.reason}"
    for name, choice in choices(penalty.offender, game.soloist, table).items():
        if choice.rule == penalty.rule and penalty.points in choice.patterns:
            absagen = f"{ABSAGEN_MARK}{choice.patterns.index(penalty.points)}"
            parts = (
                PENALTY_MARK,
                str(penalty.offender),
                name,
                absagen if choice.counts_absagen else "",
                penalty.initials,
            )
            return " ".join(part for part in parts if part)
    raise ValueError(f"no line has this penalty: {penalty}")
