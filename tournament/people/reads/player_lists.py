"""Queries of imported lists of players: headings, and their remaining entries."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from tournament.models import (
    Bye,
    Entry,
    KnownHeading,
    Payment,
    PlayerImport,
    Seat,
    Tournament,
)
from tournament.people.reads.players import proven_numbers


def known_headings() -> dict[str, str]:
    """Return the headings explained by users: column by spelling; one query."""
    return dict(KnownHeading.objects.order_by("pk").values_list("title", "column"))


@dataclass(frozen=True, slots=True)
class EnteredList:
    """An entered list, with its entries still present.

    `held_by` was drawn, has paid or is checked in: the list cannot be undone.
    """

    source: PlayerImport
    entries: tuple[Entry, ...]
    held_by: Entry | None


def entered_lists(tournament: Tournament) -> list[EnteredList]:
    """Return the lists with entries still present, latest first; at most four queries."""
    lists = list(PlayerImport.objects.filter(tournament=tournament).exclude(entered=[]))
    if not lists:
        return []
    held = [Exists(model.objects.filter(entry=OuterRef("pk"))) for model in (Seat, Bye, Payment)]
    people = Entry.objects.filter(tournament=tournament).select_related("person")
    entries = {entry.pk: entry for entry in people}
    holds = people.filter(Q(*held, checked_in=True, _connector=Q.OR))
    proven = proven_numbers(tournament.pk)
    stay = {pk for pk, entry in entries.items() if entry.number in proven}
    stay.update(holds.values_list("pk", flat=True))
    found = []
    for each in sorted(lists, key=lambda each: -each.pk):
        there = tuple(entries[pk] for pk in each.entered if pk in entries)
        if there:
            held_by = next((entry for entry in there if entry.pk in stay), None)
            found.append(EnteredList(each, there, held_by))
    return found
