"""The lines of the entry form as the templates draw them: names, texts, notes, who sits out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.model import RowKind
from scoring.notation import LETTERS
from tournament.forms.penalty_lines import PenaltyLine, next_line
from tournament.forms.row_sheets import RowsForm
from tournament.forms.typed import text_of
from tournament.labels.row_kinds import row_kind
from tournament.views.desk.notes import Note, SheetForm

# In the order of the list on the screen.
KINDS = (
    RowKind.NORMAL,
    RowKind.WEDDING,
    RowKind.WEDDING_UNCLARIFIED,
    RowKind.SILENT_WEDDING,
    RowKind.VOLUNTARY_SOLO,
    RowKind.COMPULSORY_SOLO,
)

NORMAL_KEY = "n"  # a line needs no letter for it; the grid has one to take another kind back
_KEYS = {kind: letter for letter, kind in LETTERS.items()}


@dataclass(frozen=True, slots=True)
class KindChoice:
    """One kind of game to choose. `key` is the letter that chooses it in the winners' field.

    It is the letter of the row notation in every language, so that grid and lines are one habit.
    """

    value: str
    label: str
    is_alone: bool
    key: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One field: its name, what is typed, whether something is wrong with it."""

    name: str
    text: str
    is_wrong: bool = False
    seat: int | None = None
    sits_out: bool = False
    proposal: str = ""


@dataclass(frozen=True, slots=True)
class RowLine:
    """One game of the list."""

    number: int
    dealer: int
    kind: Cell
    soloist: Cell
    forced: Cell
    winners: Cell
    value: Cell
    points: tuple[Cell, ...]
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class PenaltyRow:
    """One line of the block of penalties; the referee's own are shown, not asked."""

    number: int
    is_awarded: bool
    rule: Cell
    offender: Cell
    absagen: Cell
    soloist: Cell
    row: Cell
    initials: Cell
    points: tuple[Cell, ...]

    @property
    def hidden(self) -> tuple[Cell, ...]:
        """What is shown of an awarded penalty and goes along unchanged."""
        return (self.rule, self.offender, self.absagen, self.soloist, self.initials, *self.points)


def kind_choices() -> list[KindChoice]:
    """The kinds of games in the language in force."""
    return [
        KindChoice(kind, row_kind(kind), kind.is_alone, _KEYS.get(kind, NORMAL_KEY))
        for kind in KINDS
    ]


def row_lines(form: RowsForm, notes: Iterable[Note]) -> list[RowLine]:
    """All games of the list, typed or not."""
    notes = list(notes)
    wrong = wrong_names(notes)

    def cell(number: int, part: str, seat: int | None = None) -> Cell:
        name = f"r{number}-{part}"
        text = form.row_text(number, part)
        sits_out = seat is not None and seat == form.sitting(number) and not text
        return Cell(name, text, name in wrong, seat, sits_out)

    return [
        RowLine(
            number=number,
            dealer=form.dealers[number - 1],
            kind=cell(number, "kind"),
            soloist=cell(number, "soloist"),
            forced=cell(number, "forced"),
            winners=cell(number, "winners"),
            value=cell(number, "value"),
            points=tuple(cell(number, f"p{seat}", seat) for seat in form.seats),
            notes=tuple(note for note in notes if note.row == number),
        )
        for number in range(1, form.games + 1)
    ]


def total_cells(form: SheetForm, notes: Iterable[Note]) -> list[Cell]:
    """The totals, one per position."""
    return [_cell(form, f"t{seat}", wrong_names(notes), seat) for seat in form.seats]


def solo_cells(form: SheetForm, notes: Iterable[Note]) -> list[Cell]:
    """Whether each position has played the compulsory solo."""
    return [_cell(form, f"solo{seat}", wrong_names(notes), seat) for seat in form.seats]


def field_cells(form: SheetForm, names: Iterable[str], notes: Iterable[Note]) -> dict[str, Cell]:
    """Single fields by their names."""
    wrong = wrong_names(notes)
    return {name: _cell(form, name, wrong) for name in names}


def penalty_rows(
    form: SheetForm, awarded: Iterable[Mapping[str, Any]], notes: Iterable[Note]
) -> list[PenaltyRow]:
    """The lines with something typed, and one more to type into."""
    wrong = wrong_names(notes)
    known = [identity(penalty) for penalty in awarded]
    lines = form.penalties
    spare = next_line(form.fields, form.table_size)
    return [
        _penalty_row(form, line, wrong, known) for line in (*lines, *([spare] if spare else []))
    ]


def wrong_names(notes: Iterable[Note]) -> set[str]:
    """The fields that something is wrong with."""
    return {note.anchor for note in notes if note.severity == "error"}


def _cell(form: SheetForm, name: str, wrong: set[str], seat: int | None = None) -> Cell:
    return Cell(name, form.fields.get(name, ""), name in wrong, seat)


def _penalty_row(
    form: SheetForm, line: PenaltyLine, wrong: set[str], known: list[tuple[Any, ...]]
) -> PenaltyRow:
    def cell(part: str) -> Cell:
        return Cell(line.name(part), line.text(part), line.name(part) in wrong)

    by_rule = form.points_by_rule(line)
    points = tuple(
        Cell(
            line.name(f"p{seat}"),
            line.text(f"p{seat}"),
            line.name(f"p{seat}") in wrong,
            seat,
            proposal=_proposal(by_rule, seat),
        )
        for seat in form.seats
    )
    return PenaltyRow(
        number=line.number,
        is_awarded=identity(line.typed()) in known,
        rule=cell("rule"),
        offender=cell("offender"),
        absagen=cell("absagen"),
        soloist=cell("soloist"),
        row=cell("row"),
        initials=cell("initials"),
        points=points,
    )


def _proposal(by_rule: list[int | None] | None, seat: int) -> str:
    if by_rule is None:
        return ""
    figure = by_rule[seat - 1]
    return "–" if figure is None else text_of(figure)


def identity(penalty: Mapping[str, Any]) -> tuple[Any, ...]:
    """What makes two penalties of a table the same one; where it is booked does not."""
    return penalty["rule"], penalty["offender"], tuple(penalty["points"])
