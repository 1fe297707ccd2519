"""Queries of the check-in desk: its acts in the journal, and who a name typed there may be."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from tournament.draw.desk import DeskSeat, desk_seats
from tournament.journal.reads import act_of_submission
from tournament.models import Draw, Entry, JournalEntry, Person, Tournament, User
from tournament.people.reads.people import club_called, find_people, known_clubs, known_people
from tournament.people.reads.players import already_here
from tournament.people.rules.people import KnownPerson
from tournament.permissions import Actor
from tournament.shared.rules.fields import PlayerData
from tournament.shared.rules.names import split_walk_in
from tournament.shared.rules.typed import LONGEST_LINE

# Journal actions for setting and undoing.
PRESENCE = ("player_checked_in", "player_checked_out")
FEE = ("fee_paid", "fee_not_paid")
SHOWN_AT_DESK = 5  # people
_LOOKED_THROUGH = 40  # acts: several concern one person
MOST_OFFERED = 6


def desk_act(tournament: Tournament, submission_id: UUID) -> JournalEntry | None:
    """Return the act at the desk with this submission id."""
    return act_of_submission(tournament, submission_id, [*PRESENCE, *FEE])


def last_desk_act(entry: Entry, actions: Collection[str]) -> JournalEntry | None:
    """Return the last of these acts that concerns this player."""
    acts = JournalEntry.objects.filter(tournament=entry.tournament_id, action__in=actions)
    return acts.filter(data__entry=entry.pk).last()


def last_at_desk(tournament: Tournament, user: User) -> list[int]:
    """Return the entries an account has handled last at the desk, latest first; one query."""
    acts = JournalEntry.objects.filter(
        tournament=tournament, user=user, action__in=[*PRESENCE, *FEE]
    )
    about = acts.order_by("-pk").values_list("data__entry", flat=True)[:_LOOKED_THROUGH]
    return [pk for pk in dict.fromkeys(about) if pk is not None]


def open_desk(tournament: Tournament) -> Draw | None:
    """Return the draw whose numbers are drawn here now; one query, none without."""
    if tournament.desk_draw is None:
        return None
    draws = Draw.objects.select_related("commitment__tournament")
    return draws.get(tournament=tournament, number=tournament.desk_draw)


def seats_at_desk(desk: Draw) -> tuple[DeskSeat, ...]:
    """Return what is drawn at this desk, first comer first; by the settings it was opened with."""
    larger = desk.commitment is not None and desk.commitment.larger_tables
    return desk_seats(desk.seed, desk.expected or 0, larger)


def seat_drawn(entry: Entry, desk: Draw | None) -> DeskSeat | None:
    """Return what a player has drawn at the open desk; None without."""
    if desk is None or entry.arrival is None:
        return None
    return seats_at_desk(desk)[entry.arrival - 1]


@dataclass(frozen=True, slots=True)
class WalkIn:
    """A player to enter: as typed, known candidates, and entries with similar names."""

    player: PlayerData
    known: tuple[KnownPerson, ...]
    entered: tuple[KnownPerson, ...]


def find_walk_in(actor: Actor, tournament: Tournament, typed: str) -> WalkIn:
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
    code, name = club_called(line.club, clubs)
    first, last = line.name.first_name, line.name.last_name
    people = Person.objects.filter(deleted_at=None)
    # One first name, known as nobody's, while the last name is one: the other way round.
    is_whole = bool(first) and " " not in first
    is_strange = is_whole and not people.filter(first_name__iexact=first).exists()
    if is_strange and people.filter(first_name__iexact=last).exists():
        first, last = last, first
    return PlayerData(last, first, club_code=code, club_name=name, tags=line.tags)
