"""The hall of the day: its people, who sits at which computer, and what they press there."""

import re
from random import Random

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories.tournaments import make_owner
from tests.factories.visitor import Visitor
from tests.tournament.day.by_hand import Player
from tournament.people.rules.made_up_people import WOMEN, made_up_people

T = "/t/herbstpokal/"
REGISTERED = 62
NOT_THERE = (17, 33, 48, 62)
WALK_INS = ("Zabel, Zoe, KS TRUMPF", "Zech, Zacharias", "Zott, Zita, L SOLO")
WOMEN_TAG, JUNIORS_TAG = "Damen", "Junioren"
IN_TEAMS, TEAM_SIZE = 40, 4
ROUNDS = (1, 2, 3)


class Hall:
    """Who sits at the computers, who plays, and who sits where, as read from the pages."""

    def __init__(self) -> None:
        client = Client()
        client.force_login(make_owner("leitung"))
        self.owner = Visitor(client)
        self.players = {player.number: player for player in registered()}
        self.entries: dict[int, str] = {}
        self.seats: dict[tuple[int, int], list[int]] = {}

    def account(self, name: str, role: str) -> Visitor:
        """Create an account with this role, signed in by its link on another computer."""
        self.owner.open("/accounts/new/")
        self.owner.press("Konto anlegen", {"username": name})
        (link,) = re.findall(r'value="http://testserver(/link/[^"]+)"', self._owners_page)
        self.owner.open(f"{T}roles/")
        (pk,) = re.findall(rf'<option value="(\d+)">{name}', self._owners_page)
        self.owner.press("Rolle geben", {"account": pk, "role": role})
        visitor = Visitor(Client())
        visitor.open(link)
        visitor.press("Anmelden", at="/link/")
        return visitor

    @property
    def _owners_page(self) -> str:
        return self.owner.page.content.decode()

    def withdraw(self, direction: Visitor, number: int, reason: str) -> None:
        """Withdraw a player."""
        direction.open(f"{T}players/{self.entries[number]}/status/")
        direction.press("Speichern", {"status": "withdrawn", "reason": reason})
        self.players[number].out = "zurückgezogen"

    def read_players(self, at: Visitor) -> None:
        """Read the page of each player, by start number, from the list of players."""
        rows = at.open(f"{T}players/").content.decode().split('id="player-')[1:]
        for row in rows:
            pk, number = re.findall(r"^(\d+)|<td[^>]*>\s*(\d+)\s*<", row)[:2]
            self.entries[int(number[1])] = pk[0]

    def read_seats(self, at: Visitor, round: int) -> None:
        """Read who sits at the tables of a round, in order of positions."""
        page = at.open(f"{T}rounds/{round}/seats/").content.decode()
        for key in [key for key in self.seats if key[0] == round]:
            del self.seats[key]
        for card in page.split('<li class="card game-table">')[1:]:
            (table,) = re.findall(r"Tisch (\d+)", card)
            numbers = re.findall(r"\?one=(\d+)", card)
            self.seats[round, int(table)] = [int(number) for number in numbers]

    def tables(self, round: int) -> list[int]:
        """Return the tables of a round."""
        return sorted(table for of, table in self.seats if of == round)

    def played_by(self, round: int, table: int) -> list[Player]:
        """Return who sits at a table."""
        return [self.players[number] for number in self.seats[round, table]]


def registered() -> list[Player]:
    """Return sixty-two registrations; every seventh is a junior, forty are in teams of four."""
    found = []
    for number, known in enumerate(made_up_people(REGISTERED, Random(14)), 1):
        women = (WOMEN_TAG,) if known.first_name in WOMEN else ()
        juniors = (JUNIORS_TAG,) if number % 7 == 0 else ()
        team = f"Mannschaft {1 + number % (IN_TEAMS // TEAM_SIZE)}" if number <= IN_TEAMS else ""
        club = known.club_code
        names = (known.last_name, known.first_name)
        found.append(Player(number, *names, club, (*women, *juniors), team))
    return found


def player_file(players: list[Player]) -> SimpleUploadedFile:
    """Return the list of registrations, as a club keeps it."""
    lines = ["Nr.;Nachname;Vorname;Vereinskürzel;Kategorie;Mannschaft"]
    for each in players:
        tags = ", ".join(each.tags)
        line = (each.number, each.last_name, each.first_name, each.club, tags, each.team)
        lines.append(";".join(map(str, line)))
    return SimpleUploadedFile("anmeldungen.csv", "\n".join(lines).encode())
