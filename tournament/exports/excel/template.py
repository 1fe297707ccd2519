"""An empty list of players, to be filled in and read again."""

from django.utils.translation import gettext

from tournament.exports.base import XLSX, Document, document, imprint
from tournament.exports.excel.sheets import Page, one_sheet
from tournament.lists.columns import Column, Kind, List
from tournament.models import Tournament


def template_of_players(tournament: Tournament) -> Document:
    """A workbook with every heading that `imports.players` understands, and one note."""
    title = gettext("Players")
    columns = tuple(
        Column(key, heading, str, Kind.NUMBER if key == "number" else Kind.TEXT)
        for key, heading in _headings().items()
    )
    content = one_sheet(title, Page(imprint(tournament, title), List(columns, ())))
    return document(tournament, gettext("template"), XLSX, content)


def _headings() -> dict[str, str]:
    return {
        "number": gettext("No."),
        "last_name": gettext("Last name"),
        "first_name": gettext("First name"),
        "club": gettext("Club"),
        "code": gettext("Club code"),
        "state": gettext("Federal state"),
        "tags": gettext("Categories"),
        "fee_paid": gettext("Fee paid"),
        "team": gettext("Team"),
        "fixed_table": gettext("Fixed table"),
        "keeps_list": gettext("Keeps the list"),
    }
