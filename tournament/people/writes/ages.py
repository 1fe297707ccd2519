"""Categories by the year of birth, written into the entries as if they had been typed.

What counted therefore stays in archives and final standings when the year itself is deleted.
"""

from collections.abc import Iterable
from dataclasses import replace

from tournament.journal.writes import open_tournament, record
from tournament.models import Entry, Person, Tournament
from tournament.money.reads import fees_of, has_paid_anything
from tournament.money.writes import follow_payments
from tournament.people.reads.people import entries_of
from tournament.people.reads.players import player_data
from tournament.people.rules.ages import by_age
from tournament.permissions import Actor
from tournament.shared.rules.fields import PlayerData


def with_ages(tournament: Tournament, player: PlayerData, person: Person | None) -> PlayerData:
    """Return a player with the categories of this age, before it is saved."""
    if person is None or not tournament.age_categories:
        return player
    return replace(player, tags=tuple(_tags_of(tournament, player.tags, person)))


def put_by_age(tournament: Tournament, entries: Iterable[Entry]) -> None:
    """Give entries, before they are saved, the categories of the age."""
    for entry in entries if tournament.age_categories else ():
        entry.tags = _tags_of(tournament, entry.tags, entry.person)


def follow_categories(tournament: Tournament, dropped: Iterable[str] = ()) -> list[Entry]:
    """Write the categories by age of everybody entered; return the changed entries.

    dropped: names that were categories by age before. Whoever calls records the entries.
    """
    names = list(dropped)
    if not (names or tournament.age_categories):
        return []
    entries = Entry.objects.filter(tournament=tournament).select_related("person__same_as")
    changed = [entry for entry in entries.order_by("pk") if _follow(tournament, entry, names)]
    for entry in changed:
        _follow_fee(entry)
    return changed


def follow_year(actor: Actor, person: Person) -> None:
    """Write the categories by age of a person whose year of birth has changed.

    In every tournament that is not over and has such categories; its journal says so.
    """
    for entry in entries_of([person.pk]).select_related("person__same_as"):
        if entry.tournament.is_over or not entry.tournament.age_categories:
            continue
        tournament, before = open_tournament(entry.tournament), player_data(entry)
        if not _follow(tournament, entry):
            continue
        _follow_fee(entry)
        words = {"entry": entry.pk, "number": entry.number, "old_number": entry.number}
        told = {"changed": ["tags"], "changes": before.changes_to(player_data(entry))}
        record(actor, tournament, "player_edited", touched=[entry], **words, **told)


def _follow(tournament: Tournament, entry: Entry, dropped: Iterable[str] = ()) -> bool:
    tags = _tags_of(tournament, entry.tags, entry.person, dropped)
    if tags == entry.tags:
        return False
    entry.tags = tags
    entry.save(update_fields=["tags"])
    return True


def _tags_of(
    tournament: Tournament, tags: Iterable[str], person: Person, dropped: Iterable[str] = ()
) -> list[str]:
    year = (person.same_as or person).birth_year
    return by_age(tags, year, tournament.age_categories, dropped)


def _follow_fee(entry: Entry) -> None:
    """Let the till follow the fee of the new category."""
    if has_paid_anything(entry) or (entry.fee_told and fees_of(entry.tournament)):
        follow_payments(entry)
