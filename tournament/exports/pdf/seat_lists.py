"""Seat lists for the wall: by table, and by name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.utils.translation import gettext

from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.pdf.paper import print_template
from tournament.labels.names import name_key
from tournament.labels.proofs import to_note
from tournament.labels.rule_sets import rules_of_evening
from tournament.models import Draw, Round
from tournament.selectors.phones import phone_url
from tournament.selectors.proofs import last_seal, redraws_before
from tournament.selectors.rounds import SeatRow, by_name, byes_of
from tournament.selectors.rounds import seat_list as seats_of

BY_TABLE, BY_NAME = "table", "name"


@dataclass(frozen=True, slots=True)
class NameLine:
    """A line of the list by name; `initial` only where a new letter begins."""

    initial: str
    row: SeatRow


def seat_list(round: Round, by: str = BY_TABLE, now: datetime | None = None) -> Document:
    """Everybody's seat in a round, `by` "table" or "name", with the seal and the redraws."""
    kind = gettext("Seat list by name") if by == BY_NAME else gettext("Seat list by table")
    title = f"{round}: {kind}"

    def render() -> bytes:
        caution = "" if round.published_at else gettext("Not published")
        head = {
            "imprint": imprint(round.tournament, title, draw_note(round), now, caution=caution),
            "redraws": redraws_before(round),
            "rules": rules_of_evening(round.tournament.rule_set),
            "phones": phone_url(round.tournament),
        }
        seats, byes = seats_of(round), byes_of(round)
        if by == BY_NAME:
            lines = tuple(name_lines(by_name((*seats, *byes))))
            return print_template("pdf/seats_by_name.html", {**head, "lines": lines})
        tables = {"tables": tables_of(seats), "byes": byes}
        return print_template("pdf/seats_by_table.html", {**head, **tables})

    return document(round.tournament, title, PDF, render)


def draw_note(round: Round) -> str:
    """Which draw the seats come from, and the seal of its proof; a warning while unpublished.

    Not the seed: it would tell the seats of rounds that are not published.
    """
    words = {"number": round.draw.number, "seal": to_note(last_seal(round.tournament))}
    note = gettext("Draw %(number)s, commitment %(seal)s") % words
    return note if round.published_at else f"{gettext('Not published')} · {note}"


def seed_note(draw: Draw) -> str:
    """A draw and its seed, so that it can be repeated."""
    words = {"number": draw.number, "seed": draw.seed}
    return gettext("Draw %(number)s, seed %(seed)s") % words


def tables_of(seats: Sequence[SeatRow]) -> tuple[tuple[SeatRow, ...], ...]:
    """The seats of each table together, in the order given."""
    return tuple(tuple(rows) for _, rows in groupby(seats, key=lambda row: row.table))


def name_lines(seats: Sequence[SeatRow]) -> Iterator[NameLine]:
    """The list by name with a letter wherever a new one begins."""
    for initial, rows in groupby(seats, key=lambda row: name_key(row.list_name)[:1].upper()):
        for index, row in enumerate(rows):
            yield NameLine("" if index else initial, row)
