"""What was done under the mark that a page has made up for what it sends.

The journal keeps the mark with the act: sent again under it, the act is answered and not repeated.
"""

from collections.abc import Collection
from uuid import UUID

from django.db.models import QuerySet

from tournament.models import JournalEntry, Tournament


def act_under(
    tournament: Tournament, mark: UUID | None, actions: Collection[str]
) -> JournalEntry | None:
    """The first act of one of these kinds that was done under this mark; None without a mark."""
    return _acts(tournament, mark, actions).first() if mark else None


def rows_under(tournament: Tournament, mark: UUID | None, action: str, model: str) -> set[int]:
    """The keys of the rows of a model ("payment") that acts under this mark have written."""
    acts = _acts(tournament, mark, [action]) if mark else ()
    return {pk for act in acts for pk in rows_in(act, model)}


def marked(mark: UUID | None) -> dict[str, str]:
    """The mark as the journal keeps it."""
    return {"mark": str(mark)} if mark else {}


def rows_in(act: JournalEntry, model: str) -> set[int]:
    """The keys of the rows of a model that an act has written."""
    rows = (row.partition(":") for row in act.facts)
    return {int(pk) for name, _, pk in rows if name == model}


def _acts(tournament: Tournament, mark: UUID, actions: Collection[str]) -> QuerySet[JournalEntry]:
    acts = JournalEntry.objects.filter(tournament=tournament, action__in=actions)
    return acts.filter(data__mark=str(mark))
