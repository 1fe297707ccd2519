"""A league on paper: tables with their match days and players, a match day, its lineups."""

from collections.abc import Sequence
from functools import partial
from itertools import zip_longest

from django.utils.translation import gettext

from tournament.exports.base import XLSX, Document, Imprint, document, dressed, head_of
from tournament.exports.excel.page import Page
from tournament.exports.pdf.drawing import DrawnPages
from tournament.exports.pdf.lists import Titled, draw_list, draw_lists
from tournament.labels.league import (
    day_title,
    deducted_sentence,
    league_sentences,
    minimum_sentence,
)
from tournament.league.reads import (
    DayReport,
    DivisionReport,
    names_of_lineups,
    substitutions,
)
from tournament.league.rules import SEATS
from tournament.lists.columns import Column, Kind, List
from tournament.lists.league import (
    day_sentences,
    day_teams_list,
    day_words,
    days_list,
    deductions_list,
    ranked_sentences,
    results_words,
    season_players_list,
    substitution_words,
    substitutions_list,
    table_list,
)
from tournament.models import Division, PointsDeduction

SUBSTITUTES = 4  # lines for them on the paper of a lineup
WRITTEN = 22  # points: lines high enough to write in
NAME_ROOM, SIGNATURE_ROOM = "\N{NO-BREAK SPACE}" * 40, "\N{NO-BREAK SPACE}" * 30


def division_pdf(report: DivisionReport) -> Document:
    """Return a division for the wall: its table, match days, deductions, and players."""
    division = report.division
    paper = DrawnPages(_head(division, division.name))
    if lists := _lists(report):
        draw_lists(paper, partial(_head, division), lists)
    return paper.document()


def division_workbook(report: DivisionReport) -> Document:
    """Return a division as a workbook: what is on its paper, and a sheet for each match day."""
    from tournament.exports.excel.plain_book import PlainBook

    division, book = report.division, PlainBook()
    drawn = [each for each in report.days if each.teams]
    rows = [team.row for each in drawn for team in each.teams]
    lineups, changed = names_of_lineups(rows, public=True), substitutions(rows, is_public=True)
    lists = [
        *_lists(report),
        *(
            (
                day_title(each.day),
                day_teams_list(each, lineups, linked=None),
                [
                    results_words(each),
                    *day_sentences(each),
                    *map(substitution_words, changed[each.day.pk]),
                    *map(deducted_sentence, report.deducted_on(each.day)),
                ],
            )
            for each in drawn
        ),
    ]
    sheets = [
        (book.place(title, listed), Page(_head(division, title), listed, notes=notes))
        for title, listed, notes in lists
    ]
    return document(division.league, division.name, XLSX, book.written(sheets))


def _lists(report: DivisionReport) -> list[Titled]:
    """Return title, list and notes of what there is of a division so far."""
    division = report.division
    table = gettext("Table: %(division)s") % {"division": division.name}
    ranked = ranked_sentences([report])
    rules = [*league_sentences(division.league.rules, sorted(report.sizes) or [SEATS]), *ranked]
    minimum = [minimum_sentence(division.league.minimum_rounds), *ranked]
    ranking = f"{gettext('Individual ranking')}: {division.name}"
    lists: list[Titled] = [
        (table, table_list(report), rules),
        (f"{gettext('Match days')}: {division.name}", days_list(report), []),
        (f"{gettext('Deductions')}: {division.name}", deductions_list(report.deductions), []),
        (ranking, season_players_list(report), minimum),
    ]
    return [each for each in lists if each[1].rows]


def day_pdf(report: DayReport, deducted: Sequence[PointsDeduction] = ()) -> Document:
    """Return the groups of a match day with lineups, results as far as played, and deductions."""
    title, rows = day_title(report.day), [each.row for each in report.teams]
    lineups = names_of_lineups(rows, public=True)
    listed = day_teams_list(report, lineups, linked=None)
    head = partial(_day_head, report, results_words(report))
    paper = DrawnPages(head(title))
    lists: list[Titled] = [(title, listed, day_sentences(report))]
    if changed := substitutions(rows, is_public=True)[report.day.pk]:
        lists.append((gettext("Substitutes"), substitutions_list(changed), []))
    if deducted:
        lists.append((gettext("Deductions"), deductions_list(deducted), []))
    draw_lists(paper, head, lists, below=[True])  # lineups are long
    return paper.document(f"{report.day.division.name} {title}")


def lineups_pdf(report: DayReport) -> Document:
    """Return a page for each team of a match day: its lineup, or lines to write it in."""
    title = gettext("Lineups")
    lineups = names_of_lineups(each.row for each in report.teams)
    head = partial(_day_head, report, day_words(report))
    paper = DrawnPages(head(title))
    signing = (gettext("Captain"), gettext("Tournament direction"))
    below = [
        gettext("To be handed in before the seats are drawn. Substitutes come in between rounds."),
        "   ".join(f"{who}: {'_' * 28}" for who in signing),
    ]
    for each in report.teams:
        if each.row.forfeited:
            continue
        draw_list(
            paper, head(each.row.team.name), _lines(lineups[each.row.pk]), below, sizes=(WRITTEN,)
        )
    return paper.document(f"{report.day.division.name} {day_title(report.day)} {title}")


def _lines(given: Sequence[str]) -> List:
    """Return the lines of a lineup with the names given: places at the tables, then substitutes."""
    places = [*map(str, range(1, SEATS + 1)), *[gettext("Substitute")] * SUBSTITUTES]
    rows = list(zip_longest(places, given, fillvalue=""))
    columns = (
        Column("place", gettext("Place"), lambda row: row[0]),
        Column("name", gettext("Name"), lambda row: row[1] or NAME_ROOM, Kind.NAME, "name"),
        Column("signed", gettext("Signature"), lambda _row: SIGNATURE_ROOM),
    )
    return List(columns, rows)


def _day_head(report: DayReport, about: str, title: str) -> Imprint:
    division = report.day.division
    return _head(division, title, division.name, day_title(report.day), about)


def _head(division: Division, title: str, *occasion: str) -> Imprint:
    league, told = division.league, " · ".join(filter(None, occasion))
    return dressed(head_of(league, str(league), title, told))
