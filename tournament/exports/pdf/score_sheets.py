"""Blank score sheets, a page per table, names filled in (rules.md 8.1)."""

import re
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from scoring.rulesets import RuleSet, Scoring
from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.pdf.paper import print_template
from tournament.exports.pdf.seat_lists import draw_note
from tournament.exports.pdf.sheet_form import SheetForm, solos_in_rubric
from tournament.labels.list_lane import letter_words
from tournament.models import Round, Tournament
from tournament.selectors.rounds import SeatRow, TableState, table_states

ENDLESS_NAME = 60
# What fits into a player's column in large letters: the whole name, its longest word.
LARGE_NAME = 30
LARGE_WORD = {4: 13, 5: 10, 6: 8, 7: 7}


@dataclass(frozen=True, slots=True)
class PlayerHead:
    """A player above his column; `fit` is the class of the letters that fit."""

    row: SeatRow
    fit: str
    is_list_keeper: bool


@dataclass(frozen=True, slots=True)
class SheetHead:
    """What differs from sheet to sheet."""

    number: int
    size: int
    code: str
    games: int
    minutes: int | None
    rule: str
    letters: str
    players: tuple[PlayerHead, ...]


def score_sheets(round: Round, now: datetime | None = None) -> Document:
    """The score sheets of all tables of a round, ready to be written on."""
    title = f"{round}: {gettext('Score sheets')}"

    def render() -> bytes:
        tournament = round.tournament
        rules = tournament.rule_set
        sheets = [sheet_head(tournament, table) for table in table_states(round)]
        forms = {
            f"form-{size}.svg": SheetForm(size, tournament.games(size), rules).svg()
            for size in {sheet.size for sheet in sheets}
        }
        context = {
            "imprint": imprint(tournament, title, draw_note(round), now),
            "round": round,
            "sheets": sheets,
        }
        return print_template("pdf/score_sheets.html", context, forms)

    return document(round.tournament, title, PDF, render)


def sheet_head(tournament: Tournament, table: TableState) -> SheetHead:
    """The last position keeps the list (TSR 3.1.1, 10.1.4).

    Where all games stand in one rubric, with their kinds, their letters are told.
    """
    rules = tournament.rule_set
    return SheetHead(
        number=table.number,
        size=table.size,
        code=table.code,
        games=tournament.games(table.size),
        minutes=tournament.minutes(table.size),
        rule=rule_of_rows(rules),
        letters="" if solos_in_rubric(rules, table.size) else letter_words(rules),
        players=tuple(
            PlayerHead(row, name_fit(row.name, table.size), row.seat == table.size)
            for row in table.players
        ),
    )


def rule_of_rows(rules: RuleSet) -> str:
    """What the figures of every row have to be."""
    if rules.scoring is Scoring.WINNERS_ONLY:
        return gettext("Every row: what a side has won, for each of them; nobody below 0.")
    return gettext("Every row: sum 0, all even or all odd.")


def name_fit(name: str, size: int) -> str:
    """Class of letters, "large", "small" or "endless", with which a name fits."""
    if len(name) > ENDLESS_NAME:
        return "endless"
    longest_word = max(map(len, re.split(r"[\s-]", name)))
    return "small" if len(name) > LARGE_NAME or longest_word > LARGE_WORD[size] else "large"
