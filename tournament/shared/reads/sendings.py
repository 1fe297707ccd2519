"""Acts by the submission id that a page has generated for its request.

The journal stores the id with the act, so that a repeated request is answered and not repeated.
"""

from collections.abc import Collection
from uuid import UUID

from django.db.models import QuerySet

from tournament.models import JournalEntry, Tournament


def act_under(
    tournament: Tournament, mark: UUID | None, actions: Collection[str]
) -> JournalEntry | None:
    """Return the first act of these kinds with this submission id; None without an id."""
    return _acts(tournament, mark, actions).first() if mark else None


def rows_under(tournament: Tournament, mark: UUID | None, action: str, model: str) -> set[int]:
    """Return the ids of a model's rows ("payment") written by acts with this submission id."""
    acts = _acts(tournament, mark, [action]) if mark else ()
    return {pk for act in acts for pk in rows_in(act, model)}


def marked(mark: UUID | None) -> dict[str, str]:
    """Return the submission id in the form of the journal."""
    return {"mark": str(mark)} if mark else {}


def rows_in(act: JournalEntry, model: str) -> set[int]:
    """Return the ids of a model's rows written by an act."""
    rows = (row.partition(":") for row in act.facts)
    return {int(pk) for name, _, pk in rows if name == model}


def _acts(tournament: Tournament, mark: UUID, actions: Collection[str]) -> QuerySet[JournalEntry]:
    acts = JournalEntry.objects.filter(tournament=tournament, action__in=actions)
    return acts.filter(data__mark=str(mark))
