"""Correction of people and clubs, which may be in several tournaments, in the administration.

Final lists are protected: no player in one is renamed, in any tournament.
"""

from collections.abc import Collection, Iterable, Mapping

from django.db import transaction
from django.db.models import Q, QuerySet

from tournament.errors import Refused
from tournament.journal.writes import record
from tournament.models import Club, Entry, Person, Tournament
from tournament.permissions import Actor, require_owner
from tournament.shared.rules.fields import CLUB_FIELDS, Of, fields_of
from tournament.shared.rules.names import tidy

PERSON_FIELDS = tuple(field.column for field in fields_of(Of.NAME, Of.PERSON))


@transaction.atomic
def edit_person(actor: Actor, person: Person, values: Mapping[str, str]) -> None:
    """Change a name or a federal state; journals name the fields, without values.

    Refused: `name_missing`, `person_is_deleted`, `stands_in_final_list`.
    """
    require_owner(actor)
    before = Person.objects.get(pk=person.pk)
    changed = _changes(before, PERSON_FIELDS, values)
    if not changed:
        return
    if before.deleted_at:
        raise Refused("person_is_deleted")
    if not changed.get("last_name", before.last_name):
        raise Refused("name_missing")
    entries = list(Entry.objects.filter(person=before).select_related("tournament"))
    if is_renamed(changed):
        require_not_final(before.name, [entry.tournament_id for entry in entries])
    Person.objects.filter(pk=before.pk).update(**changed)
    tell_of_person(actor, entries, changed)


def tell_of_person(
    actor: Actor, entries: Iterable[Entry], changed: Collection[str], action: str = "person_edited"
) -> None:
    """Record changed fields of a person in the journals of these entries' tournaments.

    The entries come with their tournament. For services.
    """
    for entry in entries:
        words = {"entry": entry.pk, "number": entry.number, "changed": sorted(changed)}
        record(actor, entry.tournament, action, touched=[entry], **words)


def is_renamed(changed: Iterable[str]) -> bool:
    """Whether a name is among the columns that change."""
    return not {field.column for field in fields_of(Of.NAME)}.isdisjoint(changed)


@transaction.atomic
def edit_club(actor: Actor, club: Club, values: Mapping[str, str]) -> None:
    """Change a club for all its players; the journal of every tournament has old and new.

    Refused: `stands_in_final_list`, `club_nameless`, `club_exists`.
    """
    require_owner(actor)
    before = Club.objects.get(pk=club.pk)
    changed = _changes(before, CLUB_FIELDS, values)
    if not changed:
        return
    require_free_club(before, values)
    require_not_final(before.short, _tournaments_of(before).values_list("pk", flat=True))
    change_club(actor, before, changed)


@transaction.atomic
def merge_clubs(actor: Actor, stays: Club, goes: Club) -> None:
    """Merge club `goes` into `stays`, with its people and players.

    Final lists keep the club they were printed with.
    """
    require_owner(actor)
    if stays.pk == goes.pk:
        return
    names = {"code": [goes.code, stays.code], "name": [goes.name, stays.name]}
    changes = {field: pair for field, pair in names.items() if pair[0] != pair[1]}
    for tournament in _tournaments_of(goes).order_by("pk"):
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        moved = [*locked.entries.filter(club=goes).values_list("pk", flat=True)]
        if not locked.is_over and moved:
            players = Entry.objects.filter(pk__in=moved)
            players.update(club=stays)
            words = {"players": len(moved), "changes": changes}
            record(actor, locked, "club_edited", touched=[players], **words)
    goes.people.update(club=stays)
    record(actor, None, "clubs_merged", club=stays.full, merged=goes.full)
    remove_orphans([], [goes.pk])


def require_free_club(club: Club, values: Mapping[str, str]) -> None:
    """Refuse `club_nameless` and `club_exists` (another club has this code and name).

    For the service, and for forms that check in advance; the club may be a new one.
    """
    code, name = (tidy(values.get(field, getattr(club, field))) for field in ("code", "name"))
    if not code and not name:
        raise Refused("club_nameless")
    if Club.objects.filter(code=code, name=name).exclude(pk=club.pk).exists():
        raise Refused("club_exists", club=Club(code=code, name=name).full)


def change_club(actor: Actor, club: Club, changed: Mapping[str, str]) -> None:
    """Change these fields of a club, with entries in its players' journals. For services."""
    changes = {field: [getattr(club, field), new] for field, new in changed.items()}
    for field, new in changed.items():
        setattr(club, field, new)
    club.save(update_fields=list(changed))
    for tournament in _tournaments_of(club):
        players = Entry.objects.filter(tournament=tournament, club=club)
        words = {"players": players.count(), "changes": changes}
        record(actor, tournament, "club_edited", touched=[players], **words)


def require_not_final(name: str, tournaments: Iterable[int]) -> None:
    """Refuse `stands_in_final_list` if one of the tournaments, by id, is frozen or finished.

    They are locked until the end of the transaction. For services, and for forms that check in
    advance.
    """
    locked = Tournament.objects.select_for_update().filter(pk__in=set(tournaments)).order_by("pk")
    final = [str(each) for each in locked if each.is_over]
    if final:
        raise Refused("stands_in_final_list", name=name, tournaments=", ".join(final))


def is_in_final_list(club: Club) -> bool:
    """Whether a player of the club is in final standings; one query."""
    is_final = Q(frozen_at__isnull=False) | Q(status=Tournament.Status.FINISHED)
    return Tournament.objects.filter(is_final, entries__club=club).exists()


def _tournaments_of(club: Club) -> QuerySet[Tournament]:
    return Tournament.objects.filter(entries__club=club).distinct()


def _changes(
    before: Person | Club, fields: Collection[str], values: Mapping[str, str]
) -> dict[str, str]:
    """Return the changed values, tidied."""
    tidied = {field: tidy(values[field]) for field in fields if field in values}
    return {field: value for field, value in tidied.items() if value != getattr(before, field)}


def remove_orphans(people: Iterable[int], clubs: Iterable[int | None]) -> None:
    """Delete those of the people and clubs, by id, that have no entries any more.

    A person is kept while there are entries under another spelling of the name, or results of a
    series; a club while it is the last known one of a person.
    """
    nowhere = Person.objects.filter(entries__isnull=True, evening_lines__isnull=True)
    gone = nowhere.filter(pk__in=set(people), spellings__isnull=True)
    known = list(gone.values_list("pk", "same_as", "club"))
    gone.filter(pk__in=[pk for pk, *_others in known]).delete()
    left = Club.objects.filter(entries__isnull=True, people__isnull=True)
    left.filter(pk__in={pk for pk in (*clubs, *(club for _, _, club in known)) if pk}).delete()
    if counting := {same_as for _, same_as, _ in known if same_as}:
        remove_orphans(counting, [])
