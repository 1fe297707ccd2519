"""The example tournament, from the files that come with the program."""

from django.conf import settings

from tournament.imports.players import read_players
from tournament.imports.sheets import SheetRecord, read_sheets
from tournament.models import Tournament
from tournament.permissions import Actor
from tournament.tournaments.writes.example import ListedSheet, load_example

PLAYERS = "fixtures/players/players-72.xlsx"
SHEETS = "fixtures/sheets/sheets-72-players-3-rounds.json"


def import_example(actor: Actor) -> Tournament:
    """Read the example's players and sheets and play it with them."""
    players = read_players((settings.FILES / PLAYERS).read_bytes())
    sheets = [
        ListedSheet(sheet.round, sheet.table, sheet.kind, sheet.content)
        for sheet in read_sheets((settings.FILES / SHEETS).read_bytes())
        if isinstance(sheet, SheetRecord)
    ]
    return load_example(actor, players.rows, sheets)
