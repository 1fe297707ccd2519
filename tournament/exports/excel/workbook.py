"""The workbook of a tournament: what stands on each of its sheets."""

from collections.abc import Iterable
from datetime import datetime
from io import BytesIO

from django.utils.translation import gettext
from openpyxl import Workbook

from tournament.exports.base import XLSX, Document, Imprint, document, imprint
from tournament.exports.excel.sheets import add_note, add_sheet
from tournament.exports.footnotes import round_footnotes, standings_footnotes
from tournament.exports.results import (
    final_notes,
    round_status,
    round_title,
    standings_status,
)
from tournament.labels.standings import standings_title
from tournament.labels.tie_breaks import tie_break_sentence
from tournament.lists.columns import List
from tournament.lists.people import players_list, seats_list
from tournament.lists.standings import result_list, standings_list
from tournament.models import Round, Tournament
from tournament.selectors.players import player_list
from tournament.selectors.rounds import rounds_of
from tournament.selectors.standings import StandingsReport, round_result, standings_after


def workbook(
    tournament: Tournament, after: int | None = None, now: datetime | None = None
) -> Document:
    """Everything in one file: players, seats, the result of every round, standings.

    It ends with round `after`, by default the last one that is published or has results, and
    opens on the standings. Refused: `unknown_round`.
    """
    report = standings_after(tournament, after)

    def render() -> bytes:
        book = Workbook()
        del book[book.sheetnames[0]]
        book.properties.creator = "Kreuzdame"
        rounds = rounds_of(tournament)[: report.rounds]
        people = {gettext("Players"): players_list(player_list(tournament))}
        if rounds:
            people[gettext("Seat list")] = seats_list(rounds)
        for title, listed in people.items():
            add_sheet(book, title, imprint(tournament, title, now=now), listed)
        if rounds:
            for round in rounds:
                _add_round(book, round, now)
            _add_standings(book, tournament, report, now)
        book.active = len(book.sheetnames) - 1
        book.worksheets[-1].sheet_view.tabSelected = True
        file = BytesIO()
        book.save(file)
        return file.getvalue()

    return document(tournament, gettext("Results"), XLSX, render)


def _add_round(book: Workbook, round: Round, now: datetime | None) -> None:
    result = round_result(round)
    footnotes = round_footnotes(result)
    head = imprint(round.tournament, round_title(result), round_status(result, now), now)
    _add_list(book, str(round), head, result_list(result, footnotes.marks), footnotes.lines)


def _add_standings(
    book: Workbook, tournament: Tournament, report: StandingsReport, now: datetime | None
) -> None:
    status = f"{standings_status(report, now)} · {tie_break_sentence(tournament.tie_breaks)}"
    title = standings_title(rounds=report.rounds, final=report.final)
    head = imprint(tournament, title, status, now)
    name = gettext("Final standings") if report.final else gettext("Standings")
    footnotes = standings_footnotes(tournament, report)
    notes = [*footnotes.lines, *final_notes(tournament, report, now)]
    _add_list(book, name, head, standings_list(report, footnotes.marks), notes)


def _add_list(book: Workbook, name: str, head: Imprint, listed: List, notes: Iterable[str]) -> None:
    sheet = add_sheet(book, name, head, listed)
    for note in notes:
        add_note(sheet, note)
