"""Suggestions of the desk when the typed text matches no entry."""

from dataclasses import dataclass

from tournament.models import Person, Tournament
from tournament.people.reads.clubs import club_called, known_clubs
from tournament.people.reads.people import find_people, known_people
from tournament.people.reads.players import already_here
from tournament.people.rules.people import KnownPerson
from tournament.permissions import Actor
from tournament.shared.rules.fields import PlayerData
from tournament.shared.rules.names import CLUB_CODE, SplitName, split_walk_in

MOST_OFFERED = 6
LONGEST_LINE = 200


@dataclass(frozen=True, slots=True)
class WalkIn:
    """A player to enter: as typed, known candidates, and entries with similar names."""

    player: PlayerData
    known: tuple[KnownPerson, ...]
    entered: tuple[KnownPerson, ...]


def walk_in(actor: Actor, tournament: Tournament, typed: str) -> WalkIn:
    """Return candidates for a name and perhaps a club: "Keller, Jana, DU ZHN"; nine queries."""
    player = walk_in_data(typed[:LONGEST_LINE])
    people = known_people(tournament)
    found = people.match(player)
    name = f"{player.first_name} {player.last_name}"
    begun = people.by_id(find_people(actor, name)[:MOST_OFFERED]) if name.strip() else []
    every = list({known.pk: known for known in (*found.alike, *begun)}.values())
    here = [
        *already_here(tournament, player, found),
        *(known for known in begun if known.number is not None),
    ]
    return WalkIn(
        player,
        tuple(known for known in every if known.number is None)[:MOST_OFFERED],
        tuple({known.number: known for known in here}.values()),
    )


def walk_in_data(typed: str) -> PlayerData:
    """Parse name, club and categories typed in one line; at most three queries."""
    clubs = known_clubs()
    line = split_walk_in(typed, (each for club in clubs for each in club if each))
    as_typed = (line.club, "") if CLUB_CODE.fullmatch(line.club) else ("", line.club)
    code, name = club_called(line.club, clubs) or as_typed
    turned = _turned(line.name)
    return PlayerData(
        turned.last_name, turned.first_name, club_code=code, club_name=name, tags=line.tags
    )


def _turned(name: SplitName) -> SplitName:
    """Swap first and last name if known people suggest that they are reversed."""
    first, last = name.first_name, name.last_name
    people = Person.objects.filter(deleted_at=None)
    if not first or " " in first or people.filter(first_name__iexact=first).exists():
        return name
    is_turned = people.filter(first_name__iexact=last).exists()
    return SplitName(first, last) if is_turned else name
