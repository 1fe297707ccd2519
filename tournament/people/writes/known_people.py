"""Recognition of known people, and their last known data.

Helpers of the services that enter and change players, inside their transactions.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tournament.models import Club, Entry, Person
from tournament.people.rules.people import Identified, completed
from tournament.people.writes.people import tell_of_person
from tournament.permissions import Actor
from tournament.shared.rules.fields import KEPT, Of, PlayerData, fields_of

_OF_PERSON = fields_of(Of.PERSON)
_OF_ENTRY = ("club_id", *(field.column for field in KEPT if field.of is Of.ENTRY))
NOTHING_SAID: Mapping[int, PlayerData] = {}


def new_person(player: PlayerData, club: Club | None) -> Person:
    """Return an unsaved person for a new player."""
    return Person(club=club, **player.stored((*fields_of(Of.NAME), *KEPT)))


def recognised(known: Identified, chosen: int | None) -> Identified:
    """Return the row with the chosen person, if that was one of the candidates."""
    for each in known.asked:
        if each.pk == chosen:
            player = completed(known.row.player, each.player)
            return Identified(replace(known.row, player=player), each.pk)
    return known


def remember(
    actor: Actor, entries: Iterable[Entry], players: Mapping[int, PlayerData] = NOTHING_SAID
) -> None:
    """Save the data of these entries, and of `players` by person id, as last known.

    Changes of a person's own fields are recorded in the journals of the other tournaments that have
    entries of it. Nothing is saved for deleted people.
    """
    people, moved = [], {}
    for entry in entries:
        person = entry.person.same_as or entry.person
        if person.deleted_at:
            continue
        said = players[person.pk].stored(_OF_PERSON) if person.pk in players else {}
        if changed := [name for name, value in said.items() if value != getattr(person, name)]:
            moved[person.pk] = (entry.tournament_id, changed)
        known = said | {name: getattr(entry, name) for name in _OF_ENTRY}
        if known != {name: getattr(person, name) for name in known}:
            for name, value in known.items():
                setattr(person, name, value)
            people.append(person)
    Person.objects.bulk_update(people, ["club", *(field.column for field in KEPT)])
    for pk, (tournament, changed) in moved.items():
        others = Entry.objects.filter(person=pk).exclude(tournament=tournament)
        tell_of_person(actor, others.select_related("tournament"), changed)
