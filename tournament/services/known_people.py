"""Recognising people who were entered before, and keeping what was last known of them.

Helpers of the services that enter and change players, inside their transactions.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tournament.core.people import Identified, completed
from tournament.core.registration import PlayerData
from tournament.errors import Refused
from tournament.models import Club, Entry, Person, Tournament
from tournament.permissions import Actor
from tournament.selectors.people import entries_of, known_people
from tournament.services.people import tell_of_person


def new_person(player: PlayerData, club: Club | None) -> Person:
    """Somebody who was not known before, not saved yet."""
    return Person(
        last_name=player.last_name,
        first_name=player.first_name,
        state=player.state,
        club=club,
        tags=list(player.tags),
    )


def person_meant(tournament: Tournament, player: PlayerData) -> Person | None:
    """The known person this is beyond doubt, unless entered in the tournament already."""
    same = known_people(tournament).match(player).same
    return Person.objects.get(pk=same.pk) if same and same.number is None else None


def player_as_known(tournament: Tournament, player: PlayerData, person: Person) -> PlayerData:
    """The player with what was last known of the person. Refused: "person_entered"."""
    entered = entries_of([person.pk]).filter(tournament=tournament).first()
    if entered:
        raise Refused("person_entered", name=person.name, number=entered.number)
    club = person.club
    known = PlayerData(
        last_name=person.last_name,
        first_name=person.first_name,
        club_name=club.name if club else "",
        club_code=club.code if club else "",
        state=person.state,
        tags=tuple(person.tags),
    )
    return completed(player, known)


def recognised(known: Identified, chosen: int | None) -> Identified:
    """The row as the person who was chosen, if it is one of those that were asked about."""
    for each in known.asked:
        if each.pk == chosen:
            player = completed(known.row.player, each.player)
            return Identified(replace(known.row, player=player), each.pk)
    return known


def remember(actor: Actor, entries: Iterable[Entry], states: Mapping[int, str]) -> None:
    """Keep club and categories of these entries as the last known ones, and states by person.

    A state that changes is told to the journals of the other tournaments, whose entries have it.
    Of somebody whose data was deleted nothing is kept.
    """
    people, moved = [], {}
    for entry in entries:
        person = entry.person.same_as or entry.person
        if person.deleted_at:
            continue
        state = states.get(person.pk, person.state)
        if state != person.state:
            moved[person.pk] = entry.tournament_id
        known = (person.club_id, person.tags, person.state)
        if known != (entry.club_id, entry.tags, state):
            person.club_id, person.tags, person.state = entry.club_id, entry.tags, state
            people.append(person)
    Person.objects.bulk_update(people, ["club", "tags", "state"])
    for pk, tournament in moved.items():
        others = Entry.objects.filter(person=pk).exclude(tournament=tournament)
        tell_of_person(actor, others.select_related("tournament"), ["state"])
