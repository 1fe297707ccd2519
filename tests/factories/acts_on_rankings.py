"""Random acts on rankings over time."""

from datetime import date

from tests.factories.chance import Chance
from tests.factories.evenings import make_evening
from tournament.competitions.writes import create_competition, delete_competition, edit_competition
from tournament.models import Person, Ranking, RankingIssue
from tournament.permissions import COMMAND_LINE
from tournament.rankings import writes as rankings
from tournament.tournaments.writes.tournaments import delete_tournament

MOST_RANKINGS = 2
SETTINGS = {"name": "Rangliste", "minimum": 1, "least_rounds": 1}


class RankingActs(Chance):
    """Every public method is a service."""

    def create_ranking(self) -> None:
        if Ranking.objects.count() < MOST_RANKINGS:
            name = f"Rangliste {Ranking.objects.count()}"
            create_competition(self._owner, Ranking, SETTINGS | {"name": name})
            return
        self.edit_ranking()

    def _ranking(self) -> Ranking:
        if not Ranking.objects.exists():
            create_competition(COMMAND_LINE, Ranking, SETTINGS)
        return self._one(Ranking.objects.all())

    def edit_ranking(self) -> None:
        settings = {"window": self._random.randrange(1, 30), "minimum": self._pick([1, 2])}
        edit_competition(self._actor(), self._ranking(), settings)

    def delete_ranking(self) -> None:
        delete_competition(self._owner, self._ranking())

    def let_count(self) -> None:
        ranking, counts = self._ranking(), self._may(0.8)
        rankings.let_count(self._owner, ranking, self._tournament, counts=counts)

    def tell_apart(self) -> None:
        ranking, person = self._ranking(), self._one(Person.objects.all())
        other = self._one(Person.objects.exclude(pk=person.pk))
        rankings.tell_apart(self._owner, ranking, person, other, are_two=self._may(0.7))

    def publish_ranking(self) -> None:
        on = date(2026, 11, self._random.randrange(1, 31))
        ranking = self._ranking()
        # Something has to count, and hardly any tournament of chance comes to its end.
        slug = f"zuletzt-{self._random.randrange(10**9)}"
        evening = make_evening(slug, [5, 5, -5, -5], date(2026, 10, 8))
        try:
            rankings.publish_ranking(self._owner, ranking, on)
        finally:
            delete_tournament(COMMAND_LINE, evening)

    def withdraw_issue(self) -> None:
        if not RankingIssue.objects.exists():
            self.publish_ranking()
        rankings.withdraw_issue(self._owner, self._one(RankingIssue.objects.all()))
