"""Who a player is among the people known already, as pages ask it."""

from collections.abc import Iterable

from tournament.labels.people import known_words
from tournament.models import Person, Tournament
from tournament.people.reads.people import known_people, last_played
from tournament.people.rules.people import KnownPerson
from tournament.shared.rules.fields import PlayerData
from tournament.views.access import Request

SOMEBODY_ELSE = "new"
QUESTION, ANSWERED = "question", "answered"
"""In addresses: a question of the desk that is answered on another page, and was answered."""


def answered_question(request: Request) -> dict[str, str]:
    """What tells the desk that its question, kept in the browser, has its answer."""
    mark = request.GET.get(QUESTION, "")
    return {ANSWERED: mark} if mark else {}


def to_choose(asked: Iterable[KnownPerson]) -> list[tuple[int, str]]:
    """The people to choose from: id and words; two queries."""
    people = list(asked)
    played = last_played(known.pk for known in people)
    return [(known.pk, known_words(known, played.get(known.pk))) for known in people]


def asked_about(tournament: Tournament, player: PlayerData) -> tuple[KnownPerson, ...]:
    """Whom a new player may be, so that somebody has to say it; nobody beyond doubt."""
    found = known_people(tournament).match(player).maybe
    return tuple(known for known in found if known.number is None)


def chosen(asked: Iterable[KnownPerson], answer: str) -> Person | None:
    """The person somebody has chosen of those asked about."""
    pk = next((known.pk for known in asked if str(known.pk) == answer), None)
    return Person.objects.get(pk=pk) if pk else None
