"""The workbook of a tournament: what stands on each of its sheets."""

from collections.abc import Iterator
from datetime import datetime
from io import BytesIO

from django.utils.translation import gettext, pgettext
from openpyxl import Workbook

from tournament.exports.base import XLSX, Document, document, imprint
from tournament.exports.excel.sheets import Column, Kind, Marked, Value, add_note, add_sheet
from tournament.exports.footnotes import Footnotes, round_footnotes, standings_footnotes
from tournament.exports.results import (
    final_notes,
    round_status,
    round_title,
    standings_status,
    standings_title,
)
from tournament.labels.tie_breaks import tie_break_sentence
from tournament.models import Entry, Round, Tournament
from tournament.selectors.corrections import marked_figures
from tournament.selectors.players import player_list
from tournament.selectors.rounds import rounds_of, seat_list
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
        _add_players(book, tournament, now)
        if rounds:
            _add_seats(book, tournament, rounds, now)
            for round in rounds:
                _add_round(book, round, now)
            _add_standings(book, tournament, report, now)
        book.active = len(book.sheetnames) - 1
        book.worksheets[-1].sheet_view.tabSelected = True
        file = BytesIO()
        book.save(file)
        return file.getvalue()

    return document(tournament, gettext("Results"), XLSX, render)


def _add_players(book: Workbook, tournament: Tournament, now: datetime | None) -> None:
    title = gettext("Players")
    columns = (
        Column(gettext("No."), Kind.NUMBER),
        Column(gettext("Last name")),
        Column(gettext("First name")),
        Column(gettext("Club")),
        Column(gettext("Club code")),
        Column(gettext("Federal state")),
        Column(gettext("Categories")),
        Column(gettext("Fee paid")),
        Column(gettext("Checked in")),
        Column(gettext("Status")),
    )
    rows = (_player(entry) for entry in player_list(tournament))
    add_sheet(book, title, imprint(tournament, title, now=now), columns, rows)


def _player(entry: Entry) -> tuple[Value, ...]:
    return (
        entry.number,
        entry.person.last_name,
        entry.person.first_name,
        entry.club.name if entry.club else None,
        entry.club.code if entry.club else None,
        entry.person.state,
        ", ".join(entry.tags),
        _yes_no(entry.fee_paid),
        _yes_no(entry.checked_in),
        entry.get_status_display(),
    )


def _add_seats(
    book: Workbook, tournament: Tournament, rounds: list[Round], now: datetime | None
) -> None:
    title = gettext("Seats")
    columns = (
        Column(gettext("Round"), Kind.NUMBER),
        Column(gettext("Table"), Kind.NUMBER),
        Column(gettext("Position"), Kind.NUMBER),
        Column(gettext("No."), Kind.NUMBER),
        Column(gettext("Name")),
        Column(gettext("Club")),
    )
    rows = (
        (round.number, row.table, row.seat, row.number, row.list_name, row.club)
        for round in rounds
        for row in seat_list(round)
    )
    add_sheet(book, title, imprint(tournament, title, now=now), columns, rows)


def _add_round(book: Workbook, round: Round, now: datetime | None) -> None:
    result = round_result(round)
    footnotes = round_footnotes(result)
    columns = (
        Column(gettext("Rank"), Kind.NUMBER),
        Column(gettext("No."), Kind.NUMBER),
        Column(gettext("Name")),
        Column(gettext("Club")),
        Column(gettext("Table"), Kind.NUMBER),
        Column(gettext("Position"), Kind.NUMBER),
        Column(gettext("Points"), Kind.POINTS),
        Column(gettext("Total"), Kind.POINTS),
        Column(gettext("Note")),
    )
    rows = (
        (
            row.rank if row.points is not None else None,
            row.seat.number,
            row.seat.list_name,
            row.seat.club,
            row.seat.table,
            row.seat.seat,
            _points(row.points, footnotes.marks.get((row.seat.entry_id, round.number), "")),
            row.total,
            row.note,
        )
        for row in result.rows
    )
    head = imprint(round.tournament, round_title(result), round_status(result, now), now)
    sheet = add_sheet(book, str(round), head, columns, rows)
    for note in footnotes.lines:
        add_note(sheet, note)


def _add_standings(
    book: Workbook, tournament: Tournament, report: StandingsReport, now: datetime | None
) -> None:
    columns = (
        Column(gettext("Rank"), Kind.NUMBER),
        Column(gettext("No."), Kind.NUMBER),
        Column(gettext("Name")),
        Column(gettext("Club")),
        Column(gettext("Categories")),
        *(
            Column(gettext("R%(round)s") % {"round": number}, Kind.POINTS)
            for number in range(1, report.rounds + 1)
        ),
        Column(gettext("Deduction"), Kind.POINTS),
        Column(gettext("Total"), Kind.POINTS),
        Column(gettext("Note")),
    )
    status = f"{standings_status(report, now)} · {tie_break_sentence(tournament.tie_breaks)}"
    head = imprint(tournament, standings_title(report), status, now)
    name = pgettext("worksheet", "Standings")
    footnotes = standings_footnotes(tournament, report)
    sheet = add_sheet(book, name, head, columns, _standing_rows(report, footnotes))
    for note in (*footnotes.lines, *final_notes(tournament, report, now)):
        add_note(sheet, note)


def _standing_rows(report: StandingsReport, footnotes: Footnotes) -> Iterator[tuple[Value, ...]]:
    for row in report.rows:
        yield (
            None if report.nothing_played else row.rank,
            row.number,
            row.list_name,
            row.club,
            ", ".join(row.tags),
            *(_points(*figure) for figure in marked_figures(row, footnotes.marks)),
            row.adjustment,
            row.total,
            row.note,
        )


def _points(points: int | None, mark: str) -> Value:
    return Marked(points, mark) if mark and points is not None else points


def _yes_no(answer: bool) -> str:
    return gettext("yes") if answer else gettext("no")
