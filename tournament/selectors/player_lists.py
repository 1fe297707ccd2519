"""Reads about lists of players: what headings mean, and who came from which list."""

from dataclasses import dataclass

from tournament.models import Entry, KnownHeading, PlayerImport, Tournament


def known_headings() -> dict[str, str]:
    """What somebody has explained: the column by the spelling of its heading; one query."""
    return dict(KnownHeading.objects.order_by("pk").values_list("title", "column"))


@dataclass(frozen=True, slots=True)
class EnteredList:
    """A list that was entered, with those of it who are still there."""

    source: PlayerImport
    entries: tuple[Entry, ...]


def entered_lists(tournament: Tournament) -> list[EnteredList]:
    """The lists of which somebody is still there, the latest first; two queries."""
    lists = PlayerImport.objects.filter(tournament=tournament).exclude(entered=[]).order_by("-pk")
    entries = {
        entry.pk: entry
        for entry in Entry.objects.filter(tournament=tournament).select_related("person")
    }
    found = [
        EnteredList(each, tuple(entries[pk] for pk in each.entered if pk in entries))
        for each in lists
    ]
    return [each for each in found if each.entries]
