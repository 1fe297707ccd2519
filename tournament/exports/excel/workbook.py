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
    lot_note,
    ranking_status,
    round_status,
    round_title,
    standings_status,
)
from tournament.labels.rankings import group_sentences, ranking_title
from tournament.labels.standings import standings_title
from tournament.labels.tie_breaks import tie_break_sentence
from tournament.lists.columns import List
from tournament.lists.money import prizes_caution, prizes_list
from tournament.lists.people import players_list, seats_list
from tournament.lists.rankings import ranking_list
from tournament.lists.standings import result_list, standings_list
from tournament.models import Round, Tournament
from tournament.selectors.players import player_list
from tournament.selectors.prizes import prize_list
from tournament.selectors.rankings import GroupReport, group_rankings
from tournament.selectors.rounds import rounds_of
from tournament.selectors.standings import StandingsReport, round_result, standings_after


def workbook(
    tournament: Tournament, after: int | None = None, now: datetime | None = None
) -> Document:
    """All in one file: players, seats, result of every round, rankings, prizes, standings.

    It ends with round `after`, by default the last one that is published or has results, and
    opens on the standings. Refused: `unknown_round`.
    """
    report = standings_after(tournament, after)

    def render() -> bytes:
        book = empty_book()
        rounds = rounds_of(tournament)[: report.rounds]
        people = {gettext("Players"): players_list(player_list(tournament))}
        if rounds:
            people[gettext("Seat list")] = seats_list(rounds)
        for title, listed in people.items():
            add_sheet(book, title, imprint(tournament, title, now=now), listed)
        if rounds:
            for round in rounds:
                _add_round(book, round, now)
            for tag in report.tags:
                _add_standings(book, tournament, standings_after(tournament, after, tag), now)
            for ranking in group_rankings(tournament, report):
                _add_ranking(book, tournament, ranking, now)
            _add_prizes(book, tournament, now, is_now=after is None)
            _add_standings(book, tournament, report, now)
        return saved(book)

    return document(tournament, gettext("Results"), XLSX, render)


def empty_book() -> Workbook:
    """A workbook without any sheet yet."""
    book = Workbook()
    del book[book.sheetnames[0]]
    book.properties.creator = "Kreuzdame"
    return book


def saved(book: Workbook) -> bytes:
    """The bytes of a workbook that opens on its last sheet."""
    book.active = len(book.sheetnames) - 1
    book.worksheets[-1].sheet_view.tabSelected = True
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def _add_round(book: Workbook, round: Round, now: datetime | None) -> None:
    result = round_result(round)
    footnotes = round_footnotes(result)
    head = imprint(round.tournament, round_title(result), round_status(result, now), now)
    add_list(book, str(round), head, result_list(result, footnotes.marks), footnotes.lines)


def _add_standings(
    book: Workbook, tournament: Tournament, report: StandingsReport, now: datetime | None
) -> None:
    status = f"{standings_status(report, now)} · {tie_break_sentence(tournament.tie_breaks)}"
    title = standings_title(rounds=report.rounds, final=report.final)
    head = imprint(tournament, " · ".join(filter(None, (title, report.tag))), status, now)
    name = report.tag or (gettext("Final standings") if report.final else gettext("Standings"))
    footnotes = standings_footnotes(tournament, report)
    notes = [*footnotes.lines, lot_note(tournament, report), *final_notes(tournament, report, now)]
    add_list(book, name, head, standings_list(report, footnotes.marks), notes)


def _add_ranking(
    book: Workbook, tournament: Tournament, report: GroupReport, now: datetime | None
) -> None:
    people = report.standings
    title = ranking_title(report.kind, people.rounds, final=people.final)
    head = imprint(tournament, title, ranking_status(people, now), now)
    notes = group_sentences(report.rules, report.chain, report.without)
    add_list(book, ranking_title(report.kind, 0, final=True), head, ranking_list(report), notes)


def _add_prizes(
    book: Workbook, tournament: Tournament, now: datetime | None, *, is_now: bool
) -> None:
    """Who gets what: as assigned, or by the standings of now; nothing where no prize is set."""
    listed = prize_list(tournament)
    if listed.has_prizes and (is_now or listed.is_assigned):
        title = gettext("Prizes")
        head = imprint(tournament, title, prizes_caution(listed), now)
        add_sheet(book, title, head, prizes_list(listed))


def add_list(book: Workbook, name: str, head: Imprint, listed: List, notes: Iterable[str]) -> None:
    """Append a sheet with sentences below it."""
    sheet = add_sheet(book, name, head, listed)
    for note in notes:
        add_note(sheet, note)
