"""Services for rankings, for owners; recorded in the journal of the installation."""

from datetime import date

from django.db import transaction

from tournament.errors import Refused
from tournament.journal.mapping import row_of
from tournament.journal.reads import rows_named
from tournament.journal.writes import record
from tournament.models import Person, Ranking, RankingIssue
from tournament.permissions import Actor, require_owner
from tournament.rankings.reads.rankings import Occasion, ranking_report


@transaction.atomic
def let_count(actor: Actor, ranking: Ranking, occasion: Occasion, *, counts: bool) -> None:
    """Choose a tournament or a list of results for a ranking, or leave it out."""
    require_owner(actor)
    locked = Ranking.objects.select_for_update().get(pk=ranking.pk)
    locked.choices = {**locked.choices, row_of(type(occasion), occasion.pk): counts}
    locked.save(update_fields=["choices"])
    action = "ranking_taken_in" if counts else "ranking_left_out"
    record(actor, None, action, touched=[locked], ranking=locked.slug, name=str(occasion))


@transaction.atomic
def tell_apart(
    actor: Actor, ranking: Ranking, one: Person, other: Person, *, are_two: bool = True
) -> None:
    """Note that these are two people, so that nobody asks again; or ask again."""
    require_owner(actor)
    locked = Ranking.objects.select_for_update().get(pk=ranking.pk)
    pair = sorted((one.pk, other.pk))
    others = [each for each in locked.told_apart if each != pair]
    locked.told_apart = [*others, pair] if are_two else others
    locked.save(update_fields=["told_apart"])
    action = "ranking_told_apart" if are_two else "ranking_asks_again"
    words = {"ranking": locked.slug, "person": pair[0], "other": pair[1]}
    record(actor, None, action, touched=[locked], **words)


@transaction.atomic
def publish_ranking(actor: Actor, ranking: Ranking, on: date) -> RankingIssue:
    """Keep the list as of a day. Refused: "ranking_published", "ranking_empty"."""
    require_owner(actor)
    Ranking.objects.select_for_update().get(pk=ranking.pk)
    if ranking.issues.filter(on=on).exists():
        raise Refused("ranking_published")
    report = ranking_report(ranking, on)
    if not report.rows:
        raise Refused("ranking_empty")
    lines = [
        [line.rank, line.person, line.events, line.rounds, line.points, [*map(list, line.best)]]
        for line in (row.line for row in report.rows)
    ]
    issue = RankingIssue.objects.create(
        ranking=ranking, on=on, lines=lines, table_points=report.counting.table_points
    )
    words = {"ranking": ranking.slug, "day": on.isoformat()}
    record(actor, None, "ranking_published", touched=[issue], **words)
    return issue


@transaction.atomic
def withdraw_issue(actor: Actor, issue: RankingIssue) -> None:
    """Take back a published list."""
    require_owner(actor)
    words = {"ranking": issue.ranking.slug, "day": issue.on.isoformat()}
    touched = rows_named(RankingIssue.objects.filter(pk=issue.pk))
    record(actor, None, "ranking_withdrawn", touched=touched, **words)
    issue.delete()
