"""Conversion between database rows and the values of the draw.

A draw identifies people by their start number as text and clubs by code, else name, as on a printed
list of players, so that a draw can be checked without the database.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tournament.draw import CannotDraw, Entrant
from tournament.draw.proof import Commitment as SealedCommitment
from tournament.draw.proof import Player, Program, Settings
from tournament.models import Commitment, Entry
from tournament.shared.rules.names import ClubName, one_name_each


def entrants_of(entries: Iterable[Entry], *, queue: bool = False) -> tuple[Entrant, ...]:
    """Return the people to be seated; a club gets one spelling. The entries come with their club.

    With `queue` the start number is the place in the queue at registration.
    """
    people = list(entries)
    spelt = [ClubName(entry.club.code, entry.club.name) if entry.club else None for entry in people]
    clubs = one_name_each(club for club in spelt if club)
    return tuple(
        Entrant(
            id=str(entry.number),
            club=clubs[club].short if club else None,
            team=entry.team or None,
            table=entry.fixed_table,
            no_list=not entry.keeps_list,
            queue=entry.number if queue else None,
        )
        for entry, club in zip(people, spelt, strict=True)
    )


@contextmanager
def naming_people(entries: Iterable[Entry]) -> Iterator[None]:
    """Put the person's name into a CannotDraw; the draw only knows numbers.

    The entries come with their person.
    """
    try:
        yield
    except CannotDraw as error:
        names = {str(entry.number): f"{entry.number} {entry.person.list_name}" for entry in entries}
        person = str(error.params.get("person"))
        if person not in names:
            raise
        raise CannotDraw(error.code, **{**error.params, "person": names[person]}) from error


def players_of(entries: Iterable[Entry], *, queue: bool = False) -> tuple[Player, ...]:
    """Return the people as the proof of a draw names them; entries come with person and club."""
    people = list(entries)
    names = (entry.person.public_list_name for entry in people)
    return tuple(map(Player, names, entrants_of(people, queue=queue)))


def commitment_of(commitment: Commitment) -> SealedCommitment:
    """Return a commitment in the form of the proof. It comes with its tournament."""
    return SealedCommitment(
        secret=commitment.secret,
        settings=Settings(
            commitment.tournament.slug,
            commitment.rounds,
            commitment.method,
            commitment.neighbours_apart,
            commitment.larger_tables,
            groups=tuple(map(tuple, commitment.team_groups or ())),
        ),
        program=Program(commitment.program_version, commitment.program_code),
    )
