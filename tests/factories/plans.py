"""A tournament whose plan is easily known by heart."""

from django.utils import timezone

from tests.factories.journal import note
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_tournament
from tournament.models import Round, Tournament


def make_planned_tournament(
    *sizes: tuple[int, ...], published: int = 1, **fields: object
) -> Tournament:
    """Create a round for each argument, with tables of these sizes, so many of them published.

    In every round the players sit in the order of their start numbers.
    """
    tournament = make_tournament(**fields)
    for number, tables in enumerate(sizes, start=1):
        make_round(tournament, number, tables)
    publish_rounds(tournament, published)
    return tournament


def publish_rounds(tournament: Tournament, count: int) -> None:
    """Publish so many rounds; the later ones are only drawn."""
    rounds = Round.objects.filter(tournament=tournament)
    rounds.filter(number__lte=count).update(published_at=timezone.now())
    rounds.filter(number__gt=count).update(published_at=None)
    note(tournament, rounds)
