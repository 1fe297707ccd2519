"""A score sheet typed line by line, as on paper: a game in each line (`scoring.notation`).

The fields of a game n are `l{n}`, its line, and `s{n}`, the running totals that stand beside it
on paper. A line is a note (13 4), or the points of all positions (+4 −4 +4 −4 h), or empty
beside running totals, which then tell the points. What a line means is written into the fields of
`RowsForm`, so that the list lane and the grid are two ways of typing one sheet.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.deal import Deal, NextGame
from scoring.model import Figures, Penalty, Row, RowKind
from scoring.notation import NotedGame, write_line
from tournament.forms.line_reading import Place, ReadLine, Standing, read_line
from tournament.forms.penalty_lines import (
    MOST_LINES,
    PenaltyLine,
    fields_of_penalty,
    next_line,
    penalty_lines,
)
from tournament.forms.row_sheets import RowsForm
from tournament.forms.shorthand import note_of
from tournament.forms.typed import Fields, Problem, text_of, whole_number
from tournament.labels.points import signed

_OWN = re.compile(r"[ls][0-9]+")
_DERIVED = re.compile(r"r[0-9]+-\w+")


@dataclass(frozen=True)
class LinesForm(RowsForm):
    """The list of one table, line by line. `fields` hold the lines and what they mean."""

    @classmethod
    def read(cls, table_size: int, games: int, fields: Fields) -> "LinesForm":
        """What was typed, with the fields of the rows it means; rows alone become lines."""
        if not any(_OWN.fullmatch(name) for name in fields):
            return cls.of_rows(RowsForm(table_size, games, fields))
        typed = {name: text for name, text in fields.items() if not _DERIVED.fullmatch(name)}
        form = cls(table_size, games, _without_penalties_of_lines(typed))
        own = form._own_penalties()
        told = cls(table_size, games, {**own, **form._meant(own)})
        # What the lines mean changes no line: they need not be read again.
        told.__dict__["lines"] = form.lines
        return told

    @classmethod
    def of_rows(cls, rows: RowsForm) -> "LinesForm":
        """The lines that say what a list in rows says; what none can say stays as figures."""
        size, games = rows.table_size, rows.games
        told = {
            name: text
            for name, text in rows.fields.items()
            if not _DERIVED.fullmatch(name) and not name.startswith("x")
        }
        content = rows.content()
        written: Counter[int] = Counter()
        for row in content["rows"]:
            number = row["no"]
            of_row = [_penalty(each) for each in content["penalties"] if each["row"] == number]
            told[f"l{number}"] = line_of(_row(row), of_row)
            if "!" in told[f"l{number}"]:
                written[number] = len(of_row)
        for line in rows.penalties:
            if not written[whole_number(line.text("row")) or 0]:
                parts = {name: text for name, text in rows.fields.items() if _is_part(line, name)}
                told |= parts
        return cls.read(size, games, told | ({} if content["rows"] else {"l1": ""}))

    @cached_property
    def lines(self) -> tuple[ReadLine, ...]:
        """Every game of the list as it was read, typed or not."""
        deal = Deal.first(self.table_size, self.games)
        standing = Standing.at_start(self.table_size)
        limit = self.time_limit
        read = []
        for number in range(1, self.games + 1):
            time_up = limit is not None and number > limit
            coming = deal.coming(time_up) or NextGame(deal.dealer_now(time_up), None, 0)
            place = Place(number, self.table_size, coming, deal.owing)
            line = read_line(self.line_text(number), self.stand_text(number), place, standing)
            read.append(line)
            standing = line.standing
            soloist = _soloist(line)
            if soloist is None:
                deal = deal.after_normal()
            else:
                deal = deal.after_compulsory(soloist, time_up)
        return tuple(read)

    @cached_property
    def dealers(self) -> tuple[int, ...]:
        """Who deals each game of the whole list; it follows from the lines before."""
        return tuple(line.place.coming.dealer for line in self.lines)

    @property
    def time_limit(self) -> int | None:
        """The last game begun in time, None while nothing is said of it."""
        return self._count("time_limit")

    @property
    def struck(self) -> int:
        """How many normal games were struck."""
        return self._count("struck") or 0

    def line_text(self, number: int) -> str:
        """What is typed in a line."""
        return self.fields.get(f"l{number}", "")

    def stand_text(self, number: int) -> str:
        """What is typed as the running totals beside a line."""
        return self.fields.get(f"s{number}", "")

    def problems(self) -> list[Problem]:
        """The lines that cannot be read, and what `RowsForm` finds in the other fields."""
        mine = [
            Problem(
                f"{line.trouble.column}{line.number}",
                "line",
                line.number,
                {"text": line.trouble.text},
            )
            for line in self.lines[: self.rows_typed]
            if line.trouble is not None
        ]
        return [*mine, *self._time_problems(), *self._penalty_problems()]

    def content(self) -> dict[str, Any]:
        """The sheet in its public form, with the running totals typed beside the lines.

        Who dealt is not on this list: it follows from the rows and is no evidence.
        """
        content = super().content()
        for row in content["rows"]:
            line = self.lines[row["no"] - 1]
            row["cumulative"] = None if line.stand is None else list(line.stand)
            row["dealer"] = None
        return content

    def _is_empty(self, number: int) -> bool:
        return not (self.line_text(number).strip() or self.stand_text(number).strip())

    def _own_penalties(self) -> dict[str, str]:
        """The fields as typed, without the penalties that stand in the lines as well."""
        in_lines = Counter(
            (each.rule, each.offender, each.points)
            for line in self.lines
            for each in line.penalties
        )
        fields = dict(self.fields)
        for line in penalty_lines(fields, self.table_size):
            typed = line.typed()
            identity = typed["rule"], typed["offender"], tuple(typed["points"])
            if in_lines[identity] > 0:
                in_lines[identity] -= 1
                fields = {name: text for name, text in fields.items() if not _is_part(line, name)}
        return fields

    def _meant(self, own: Mapping[str, str]) -> dict[str, str]:
        """The fields of the rows and penalties that the lines mean, beside those typed."""
        meant: dict[str, str] = {}
        for line in self.lines[: self.rows_typed]:
            meant |= _row_fields(line)
            for penalty in line.penalties:
                free = next_line({**own, **meant}, self.table_size)
                if free is not None:
                    as_content = {
                        "rule": penalty.rule,
                        "offender": penalty.offender,
                        "points": penalty.points,
                        "row": line.number,
                        "initials": penalty.initials,
                    }
                    meant |= fields_of_penalty(free.number, as_content)
                    meant[free.name("line")] = str(line.number)
        return meant


def _soloist(line: ReadLine) -> int | None:
    """Whose compulsory solo a line is.

    One that cannot be read is what has to be played there; a solo without its letter is the
    compulsory one as long as that is owed (TSR 4.3.1).
    """
    if line.trouble is not None:
        owes = line.likely_soloist in line.place.owing
        return line.likely_soloist if owes else line.place.coming.forced_soloist
    return line.soloist if line.kind is RowKind.COMPULSORY_SOLO else None


def line_of(row: Row, penalties: Iterable[Penalty] = ()) -> str:
    """A row as one line: the note where there is one, else its figures with the letters."""
    booked = tuple(penalties)
    for game in (NotedGame.of_row(row, booked), NotedGame.of_row(row)):
        try:
            return write_line(game)
        except ValueError:
            continue
    if all(figure is None for figure in row.points):
        return ""
    figures = " ".join(
        signed(figure) if figure is None or isinstance(figure, int) else str(figure)
        for figure in row.points
    )
    return f"{figures} {letters_of(row)}".strip()


def letters_of(row: Row) -> str:
    """Kind and soloist of a row whose figures do not tell them."""
    letter = {
        RowKind.WEDDING: "h",
        RowKind.WEDDING_UNCLARIFIED: "u",
        RowKind.SILENT_WEDDING: "s",
        RowKind.VOLUNTARY_SOLO: "l",
        RowKind.COMPULSORY_SOLO: "p",
    }.get(row.kind, "")
    forced = "v" if row.forced and row.kind is RowKind.COMPULSORY_SOLO else ""
    return f"{letter}{forced}{row.soloist or ''}" if letter else ""


def _row_fields(line: ReadLine) -> dict[str, str]:
    """The fields of the grid that say what a line says; none for a line that says nothing."""
    if line.trouble is not None:
        return {}
    number, part = line.number, f"r{line.number}-"
    winners, value = note_of(line.points)
    points = {f"{part}p{seat}": text_of(each) for seat, each in enumerate(line.points, 1)}
    return {
        f"r{number}-kind": line.kind.value,
        f"r{number}-soloist": text_of(line.soloist),
        f"r{number}-forced": text_of(line.forced),
        f"r{number}-winners": winners,
        f"r{number}-value": value,
        **points,
    }


def _without_penalties_of_lines(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields without the penalties that an earlier reading took from the lines."""
    derived = {number for number in range(1, MOST_LINES + 1) if fields.get(f"x{number}-line")}
    return {
        name: text
        for name, text in fields.items()
        if not any(name.startswith(f"x{number}-") for number in derived)
    }


def _is_part(line: PenaltyLine, name: str) -> bool:
    return name.startswith(f"x{line.number}-")


def _row(row: Mapping[str, Any]) -> Row:
    points: Figures = tuple(row["points"])
    return Row(row["no"], RowKind(row["kind"]), points, None, row["soloist"], row["forced"])


def _penalty(penalty: Mapping[str, Any]) -> Penalty:
    return Penalty(
        penalty["row"],
        penalty["rule"],
        penalty["offender"] or 0,
        tuple(penalty["points"]),
        penalty["initials"],
    )
