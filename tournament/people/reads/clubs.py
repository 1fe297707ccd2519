"""Reads about clubs: which are known, who belongs to them, and which may be one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from tournament.models import Club, Tournament
from tournament.shared.rules.clubs import ClubName, contradicts, find_club, same_club
from tournament.shared.rules.names import find_names


def known_clubs() -> dict[ClubName, Club]:
    """Every club by code and name; one query."""
    return {ClubName(club.code, club.name): club for club in Club.objects.order_by("pk")}


def club_called(text: str, known: Iterable[ClubName]) -> ClubName | None:
    """The known club whose code or name this is, in whatever spelling."""
    known = list(known)
    return (
        text and (find_club(ClubName(text, ""), known) or find_club(ClubName("", text), known))
    ) or None


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club in the list: how many people have it as their last one, and how many entries."""

    club: Club
    people: int
    entries: int


def club_lines(typed: str) -> list[ClubLine]:
    """All clubs, or those the typed letters mean, in the order of code and name; one query."""
    clubs = Club.objects.annotate(
        people_count=Count("people", distinct=True), entry_count=Count("entries", distinct=True)
    )
    every = list(clubs.order_by("code", "name", "pk"))
    if typed.strip():
        every = [every[at] for at in find_names(typed, [club.full for club in every])]
    return [ClubLine(club, club.people_count, club.entry_count) for club in every]


def clubs_like(club: Club) -> list[Club]:
    """Those that may be the same: by code or name, in whatever spelling; one query."""
    own = ClubName(club.code, club.name)
    return [
        other
        for name, other in known_clubs().items()
        if other.pk != club.pk and (same_club(own, name) or contradicts(own, name))
    ]


def tournaments_with(club: Club) -> Sequence[Tournament]:
    """Where somebody plays for the club; one query."""
    played = Tournament.objects.filter(Q(entries__club=club))
    return list(played.distinct().order_by("-date", "-pk"))
