"""A ranking with a published list."""

from datetime import date

from tournament.models import Ranking, RankingIssue, Tournament


def plant_ranking(tournament: Tournament) -> RankingIssue:
    """Create a ranking, and a list of it with the first player."""
    ranking, _ = Ranking.objects.get_or_create(
        slug="rangliste", name="Rangliste", minimum=1, least_rounds=1
    )
    lines = [[1, person, 1, 3, 12, []] for person in tournament.entries.values_list("person")[0]]
    on = date(2026, 1, 1 + ranking.issues.count())
    return RankingIssue.objects.create(ranking=ranking, on=on, lines=lines)
