"""The fields of the entry form as the templates draw them: names, texts, notes, proposals."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from scoring.game import Party
from scoring.notation import DEALT_BY, FORCED, PENALTY_MARK
from scoring.notation.values import Table
from tournament.core.penalties_in_totals import identity
from tournament.core.table_rules import TableRules
from tournament.forms.game_values import LEVELS, asked, card_points
from tournament.forms.line_sheets import LinesForm
from tournament.forms.penalty_lines import BOOKED, LOSS, PenaltyLine, next_line
from tournament.forms.score_sheets import SheetForm
from tournament.forms.typed import text_of
from tournament.labels.game_values import SPECIAL_WORDS
from tournament.labels.games import PARTIES
from tournament.labels.list_lane import ABSAGE_WORDS
from tournament.labels.row_kinds import row_kind
from tournament.views.desk.notes import Note


@dataclass(frozen=True, slots=True)
class KindChoice:
    """One kind of game to choose in the value calculator; `asks` are the fields it has."""

    value: str
    label: str
    asks: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One field: its name, what is typed, whether something is wrong with it."""

    name: str
    text: str
    is_wrong: bool = False
    seat: int | None = None
    proposal: str = ""


@dataclass(frozen=True, slots=True)
class LineRow:
    """One game of the list: its line, the running totals beside it, and what is said of them."""

    number: int
    dealer: int
    line: Cell
    paper: Cell
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class PenaltyRow:
    """One line of the block of penalties; the referee's own are shown, not asked.

    `booked` asks of one of those whether bare totals contain it; None where that is known.
    """

    number: int
    is_awarded: bool
    rule: Cell
    offender: Cell
    absagen: Cell
    soloist: Cell
    row: Cell
    initials: Cell
    reason: Cell
    loss: Cell
    points: tuple[Cell, ...]
    booked: Cell | None = None

    @property
    def hidden(self) -> tuple[Cell, ...]:
        """What is shown of an awarded penalty and goes along unchanged."""
        return (
            self.rule,
            self.offender,
            self.absagen,
            self.soloist,
            self.initials,
            self.reason,
            *self.points,
        )


def line_keys(at: TableRules) -> list[dict[str, str]]:
    """The signs of a line that a phone's digits have not, each with what it means."""
    table = Table.in_row(at.size, at.size, at.rules)
    letters = {letter: str(row_kind(kind)) for letter, kind in table.letters.items()}
    if table.winners_only:
        letters["/"] = gettext("Points of the others")
    if table.forcible:
        letters[FORCED] = gettext("Forced compulsory solo")
    letters |= {DEALT_BY: gettext("Dealt out of turn"), PENALTY_MARK: gettext("Penalty")}
    return [{"sign": sign, "label": label} for sign, label in letters.items()]


def calculator_context(at: TableRules) -> dict[str, object]:
    """What can be chosen in the value calculator."""
    words = (gettext("nothing"), "", *map(str, ABSAGE_WORDS))
    rules = at.rules
    kinds = [
        KindChoice(kind.name, row_kind(kind.name), " ".join(asked(kind, at)))
        for kind in rules.kinds
    ]
    asks = {name for kind in kinds for name in kind.asks.split()}
    sides = [side for kind in rules.kinds for side in rules.sides(kind.name, at.size)]
    return {
        "kinds": kinds,
        "asks": asks,
        "card_points": card_points(at),
        "most_re": max(re for re, _kontra in sides),
        "parties": [{"value": party.value, "label": PARTIES[party]} for party in Party],
        "levels": [
            {"value": value, "label": label} for value, label in zip(LEVELS, words, strict=True)
        ],
        "specials": [
            {"value": name, "label": SPECIAL_WORDS[name]} for name in rules.special_points
        ],
    }


def line_rows(form: LinesForm, notes: Iterable[Note]) -> list[LineRow]:
    """All games of the list, typed or not."""
    notes = list(notes)
    wrong = wrong_names(notes)
    return [
        LineRow(
            number,
            dealer,
            line=_cell(form, f"l{number}", wrong),
            paper=_cell(form, f"s{number}", wrong),
            notes=tuple(note for note in notes if note.row == number),
        )
        for number, dealer in enumerate(form.dealers, start=1)
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
    """The lines with something typed; beside totals one more to type into, a list has its lines."""
    wrong = wrong_names(notes)
    known = [identity(penalty) for penalty in awarded]
    lines = form.penalties
    spare = None if isinstance(form, LinesForm) else next_line(form.fields, form.at)
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
        reason=cell("reason"),
        loss=cell(LOSS),
        points=points,
        booked=cell(BOOKED) if line.name(BOOKED) in form.fields else None,
    )


def _proposal(by_rule: list[int | None] | None, seat: int) -> str:
    if by_rule is None:
        return ""
    figure = by_rule[seat - 1]
    return "–" if figure is None else text_of(figure)
