"""An empty list of players, to be filled in and imported again."""

from django.utils.translation import gettext

from tournament.exports.base import XLSX, Document, document, imprint
from tournament.exports.excel.sheets import Page, one_sheet
from tournament.labels.fields import file_heading
from tournament.lists.columns import Column, List
from tournament.lists.people import kind_of
from tournament.models import Tournament
from tournament.shared.rules.fields import FIELDS


def template_of_players(tournament: Tournament) -> Document:
    """Return a workbook with every heading that `imports.players` understands, and one note."""
    title = gettext("Players")
    columns = tuple(
        Column(field.name, file_heading(field), str, kind_of(field))
        for field in FIELDS
        if field.headings
    )
    content = one_sheet(title, Page(imprint(tournament, title), List(columns, ())))
    return document(tournament, gettext("template"), XLSX, content)
