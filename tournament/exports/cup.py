"""A cup on paper: who goes on after a stage, and the players over all stages."""

from django.utils.formats import date_format
from django.utils.translation import gettext

from tournament.cup.reads import CupReport, StageReport, cup_people_rows, with_public_names
from tournament.exports.base import Document, dressed, head_of
from tournament.exports.pdf.lists import print_list
from tournament.labels.counting import counting_sentences
from tournament.labels.cup import stage_sentences, stage_title
from tournament.lists.cup import (
    astray_lines,
    cup_people_list,
    lot_sentences,
    stage_list,
    tie_lines,
    withdrawn_lines,
)


def stage_pdf(report: CupReport, found: StageReport) -> Document:
    """Return a stage for the wall: everybody with place, points and who goes on."""
    found = with_public_names(found)
    stage, tournament = found.stage, found.tournament
    day = date_format(tournament.date, "DATE_FORMAT") if tournament and tournament.date else ""
    title = stage_title(stage.name, is_decided=found.is_decided and not found.is_last)
    head = head_of(report.cup, report.cup.name, title, day)
    notes = [*stage_sentences(stage, found.counting), *tie_lines(found), *astray_lines(found)]
    notes += [*lot_sentences(found), *(words for _who, _name, words in withdrawn_lines(found))]
    return print_list(dressed(head), stage_list(report, found), notes)


def people_pdf(report: CupReport) -> Document:
    """Return the players over all stages as far as they are played, for the wall."""
    head = head_of(report.cup, report.cup.name, gettext("Individual ranking"))
    listed = cup_people_list(report, cup_people_rows(report))
    return print_list(dressed(head), listed, counting_sentences(report.counting))
