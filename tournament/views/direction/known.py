"""Asking on pages whether a new player is a person already known."""

from collections.abc import Iterable

from tournament.labels.people import known_words
from tournament.models import Person, Tournament
from tournament.people.reads.people import known_people, last_played
from tournament.people.rules.people import KnownPerson
from tournament.shared.rules.fields import PlayerData
from tournament.views.access import Request

SOMEBODY_ELSE = "new"
QUESTION, ANSWERED = "question", "answered"
"""URL parameters: a desk question to be answered on another page; its answer."""


def answered_question(request: Request) -> dict[str, str]:
    """Return the parameter that tells the desk its question (kept in the browser) is answered."""
    mark = request.GET.get(QUESTION, "")
    return {ANSWERED: mark} if mark else {}


def to_choose(asked: Iterable[KnownPerson]) -> list[tuple[int, str]]:
    """Return the people to choose from as id and words; two queries."""
    people = list(asked)
    played = last_played(known.pk for known in people)
    return [(known.pk, known_words(known, played.get(known.pk))) for known in people]


def asked_about(tournament: Tournament, player: PlayerData) -> tuple[KnownPerson, ...]:
    """Return whom a new player may be, to be asked about; empty if there is no doubt."""
    found = known_people(tournament).match(player).maybe
    return tuple(known for known in found if known.number is None)


def chosen(asked: Iterable[KnownPerson], answer: str) -> Person | None:
    """Return the person chosen among those asked about."""
    pk = next((known.pk for known in asked if str(known.pk) == answer), None)
    return Person.objects.get(pk=pk) if pk else None
