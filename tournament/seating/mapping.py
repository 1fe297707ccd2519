"""Conversion between database rows and the values of the draw.

A draw identifies people by their start number as text and clubs by code, else name, as on a printed
list of players, so that a draw can be checked without the database.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from itertools import groupby

from tournament.draw import CannotDraw, Entrant, Quality, Round
from tournament.draw.proof.commitment import Commitment as SealedCommitment
from tournament.draw.proof.commitment import Program, Settings
from tournament.draw.proof.steps import Player
from tournament.models import Club, Commitment, Entry
from tournament.shared.rules.clubs import ClubName, one_name_each

SeatNumber = tuple[int, int, int]
"""Number of the round, number of the table, start number; in the order of the seats."""


def _entrant_of(entry: Entry, clubs: Mapping[ClubName, ClubName], *, queue: bool) -> Entrant:
    return Entrant(
        id=str(entry.number),
        club=clubs[_club_of(entry.club)].short if entry.club else None,
        team=entry.team or None,
        table=entry.fixed_table,
        no_list=not entry.keeps_list,
        queue=entry.number if queue else None,
    )


def entrants_of(entries: Iterable[Entry], *, queue: bool = False) -> tuple[Entrant, ...]:
    """Return the people to be seated; a club gets one spelling. The entries come with their club.

    With `queue` the start number is the place in the queue at registration.
    """
    people = list(entries)
    clubs = one_name_each(_club_of(entry.club) for entry in people if entry.club)
    return tuple(_entrant_of(entry, clubs, queue=queue) for entry in people)


def _club_of(club: Club) -> ClubName:
    return ClubName(club.code, club.name)


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
        ),
        program=Program(commitment.program_version, commitment.program_code),
    )


def history_of(seats: Iterable[SeatNumber]) -> tuple[Round, ...]:
    """Return the fixed rounds, from their seats sorted by round, table and position."""
    rounds = groupby(seats, key=lambda seat: seat[0])
    return tuple(
        tuple(
            tuple(str(number) for _round, _table, number in table)
            for _number, table in groupby(of_round, key=lambda seat: seat[1])
        )
        for _number, of_round in rounds
    )


def quality_figures(quality: Quality) -> dict[str, int]:
    """Return the figures by name, as stored with a draw."""
    return asdict(quality)
