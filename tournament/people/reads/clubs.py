"""Queries of clubs: known ones, their members, possible duplicates."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from tournament.models import Club, Tournament
from tournament.shared.rules.clubs import ClubName, contradicts, find_club, same_club
from tournament.shared.rules.names import find_names


def known_clubs() -> dict[ClubName, Club]:
    """Return every club by code and name; one query."""
    return {ClubName(club.code, club.name): club for club in Club.objects.order_by("pk")}


def club_called(text: str, known: Iterable[ClubName]) -> ClubName | None:
    """Return the known club with this code or name, in any spelling."""
    known = list(known)
    return (
        text and (find_club(ClubName(text, ""), known) or find_club(ClubName("", text), known))
    ) or None


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club in the list, with the number of people last known in it, and of entries."""

    club: Club
    people: int
    entries: int


def club_lines(typed: str) -> list[ClubLine]:
    """Return all clubs, or those matching the typed letters, by code and name; one query."""
    clubs = Club.objects.annotate(
        people_count=Count("people", distinct=True), entry_count=Count("entries", distinct=True)
    )
    every = list(clubs.order_by("code", "name", "pk"))
    if typed.strip():
        every = [every[at] for at in find_names(typed, [club.full for club in every])]
    return [ClubLine(club, club.people_count, club.entry_count) for club in every]


def clubs_like(club: Club) -> list[Club]:
    """Return possible duplicates: clubs with the same code or name, in any spelling; one query."""
    own = ClubName(club.code, club.name)
    return [
        other
        for name, other in known_clubs().items()
        if other.pk != club.pk and (same_club(own, name) or contradicts(own, name))
    ]


def tournaments_with(club: Club) -> Sequence[Tournament]:
    """Return the tournaments with entries of the club; one query."""
    played = Tournament.objects.filter(Q(entries__club=club))
    return list(played.distinct().order_by("-date", "-pk"))
