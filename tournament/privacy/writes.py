"""Services for personal data: consent, contact, merging of duplicates, deletion.

A name no longer published, or deleted, is removed from final lists, too. The journal of their
tournament keeps the new checksum, so that nobody takes them for tampered with. Deletion also
removes it from temporary data; permanent texts stay, and its page lists them (`texts_naming`).
"""

from calendar import monthrange
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournament.archives.rules.archive import OPENED, ArchiveFault, unpack
from tournament.backup.copies import copy_before
from tournament.errors import Refused
from tournament.journal.writes import record
from tournament.league.writes.days import leave_lineups, tell_of_lineups
from tournament.models import (
    NAMELESS,
    Entry,
    KnownHeading,
    Person,
    PlayerImport,
    Screen,
    SheetDraft,
    Stage,
    Tournament,
    WaitingArchive,
)
from tournament.models.account import new_salt
from tournament.people.reads.people import entered_together, entries_of, lines_of, people_of
from tournament.people.writes.ages import follow_year
from tournament.people.writes.people import (
    PERSON_FIELDS,
    hold_people,
    remove_orphans,
    tell_of_person,
    write_contact,
)
from tournament.permissions import Actor, may_see_people, require, require_owner
from tournament.privacy.reads import Named, name_matcher
from tournament.shared.rules.fields import ADDRESSES, KEPT, KEPT_OF_PERSON, Field, Of, fields_of
from tournament.shared.rules.names import tidy
from tournament.sheets.reads.table_totals import DamagedResult
from tournament.standings.reads.standings import (
    REMOVED,
    is_as_frozen,
    standings_after,
    text_of_standings,
)
from tournament.standings.rules.checksum import text_checksum


def _emptied(fields: Iterable[Field]) -> dict[str, Any]:
    """Return the columns of a person for these fields with their default values."""
    nobody = Person()
    return {field.column: getattr(nobody, field.column) for field in fields}


NO_CONTACT = {**_emptied(fields_of(Of.CONTACT)), "contact_given_on": None}


@transaction.atomic
def set_person_details(actor: Actor, person: Person, *, publish_name: bool, **contact: str) -> None:
    """Set whether the name is published, and the contact, with its date.

    For owners, and for the direction that has entered the person first; for the direction of
    another tournament once an owner has linked the two. Raises `Person.DoesNotExist` for everybody
    else.
    """
    require(may_see_people, actor)
    contact = {name: tidy(text) for name, text in contact.items()}
    reached = people_of(actor, to_reach=True).filter(pk=person.same_as_id or person.pk)
    if not details_differ(reached.get(), {"publish_name": publish_name, **contact}):
        return
    person = hold_people(reached).get()
    changed = []
    if write_contact(person, contact):
        changed.append("contact")
        follow_year(actor, person)
    if publish_name != person.publish_name:
        changed.append("publish_name")
        _set_consent(actor, person, publish_name)
    if changed:
        record(actor, None, "person_details_set", person=person.pk, changed=changed)


def details_differ(person: Person, details: Mapping[str, object]) -> bool:
    """Whether any of these details, consent or contact, is stored otherwise."""
    return any(getattr(person, name) != value for name, value in details.items())


@transaction.atomic
def take_back_consent(actor: Actor, person: Person) -> None:
    """Stop publishing the name: possible at once at any desk with the person present.

    For owners, and for the direction of any tournament the person was entered in.
    """
    require(may_see_people, actor)
    people = people_of(actor).filter(pk=person.same_as_id or person.pk)
    if not people.get().publish_name:
        return
    person = hold_people(people).get()
    if person.publish_name:
        _set_consent(actor, person, False)
        record(actor, None, "person_details_set", person=person.pk, changed=["publish_name"])


@transaction.atomic
def link_person(actor: Actor, person: Person, tournaments: Iterable[Tournament]) -> None:
    """Let the direction of these tournaments read and change contact and consent, too."""
    require_owner(actor)
    known = entries_of([person.pk]).filter(known_elsewhere=True, tournament__in=list(tournaments))
    linked = sorted(entry.tournament.slug for entry in known)
    Entry.objects.filter(pk__in=[entry.pk for entry in known]).update(known_elsewhere=False)
    if linked:
        record(actor, None, "person_linked", person=person.pk, tournaments=linked)


@transaction.atomic
def merge_people(actor: Actor, stays: Person, goes: Person) -> None:
    """Merge two people: `stays` has the history of both from now on.

    Missing data is taken from the other. Lists keep the name as it was entered. Refused:
    "merged_already", "person_merged_with_self", "entered_together" (in one tournament).
    """
    require_owner(actor)
    people = hold_people(Person.objects.filter(pk__in=[stays.pk, goes.pk])).in_bulk()
    stays, goes = people[stays.pk], people[goes.pk]
    if stays.pk == goes.pk:
        raise Refused("person_merged_with_self", name=stays.name)
    if any(each.same_as_id or each.deleted_at for each in (stays, goes)):
        raise Refused("merged_already")
    if both := entered_together(stays, goes):
        words = {"stays": stays.name, "goes": goes.name, "tournaments": ", ".join(map(str, both))}
        raise Refused("entered_together", **words)
    consents = stays.publish_name and goes.publish_name
    before = {name: getattr(stays, name) for name in PERSON_FIELDS}
    for name in ("club", *(field.column for field in KEPT)):
        setattr(stays, name, getattr(stays, name) or getattr(goes, name))
    if not any(getattr(stays, field.column) for field in fields_of(Of.CONTACT)):
        for name in NO_CONTACT:
            setattr(stays, name, getattr(goes, name))
    with _record_removals(actor, entries_of([stays.pk, goes.pk])):
        stays.save()
        last_known = [field for field in KEPT if field.of is Of.ENTRY]
        _all_of(goes).update(same_as=stays, club=None, **_emptied(last_known), **NO_CONTACT)
        _all_of(stays).update(publish_name=consents)
    follow_year(actor, stays)
    if changed := [name for name, value in before.items() if value != getattr(stays, name)]:
        tell_of_person(actor, stays.entries.select_related("tournament"), changed)
    record(actor, None, "people_merged", person=stays.pk, merged=goes.pk)


@transaction.atomic
def separate_people(actor: Actor, person: Person) -> None:
    """Undo the merging of a person."""
    require_owner(actor)
    other, person.same_as = person.same_as_id, None
    person.save(update_fields=["same_as"])
    record(actor, None, "people_separated", person=other, separated=person.pk)


@copy_before("deletion")
@transaction.atomic
def delete_person(actor: Actor, person: Person) -> None:
    """Delete a person's data; results stay, the name becomes "N. N.".

    A new salt prevents trying out names against the hashes in journals. Temporary data loses the
    name (`_forget_names`), and lineups of days to come have an open place.
    """
    require_owner(actor)
    left = leave_lineups({*_all_of(person).values_list("pk", flat=True)})  # days before people
    rows = list(hold_people(_all_of(person)))
    entries = list(entries_of([person.pk]))
    lines = list(lines_of([person.pk]).exclude(state=""))
    _forget_names(rows)
    clubs = [row.club_id for row in rows]
    own = [field for field in KEPT_OF_PERSON if field.of is not Of.CLUB]
    with _record_removals(actor, entries):
        Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(
            **{field.column: "" for field in fields_of(Of.NOTE)}
        )
        for row in rows:
            for name, value in (_emptied(own) | NO_CONTACT).items():
                setattr(row, name, value)
            row.last_name, row.salt, row.deleted_at = NAMELESS, new_salt(), timezone.now()
            row.club = row.same_as = None
            row.save()
    for line in lines:
        line.state = ""
        line.save(update_fields=["state"])
    tell_of_person(actor, entries, [], "person_deleted")
    tell_of_lineups(actor, left)
    words = {"person": person.pk, "tournaments": len(entries)}
    record(actor, None, "person_deleted", touched=lines, **words)
    remove_orphans([row.pk for row in rows], clubs)


@transaction.atomic
def take_contacts(actor: Actor, people: Sequence[int]) -> list[Person]:
    """Return those of these people with e-mail or telephone, in their order, for a file.

    The journal says how many. Refused: "no_contacts".
    """
    require_owner(actor)
    nothing = {field.column: "" for field in ADDRESSES}
    found = people_of(actor, to_reach=True).filter(pk__in=people).exclude(**nothing)
    by_id = {person.pk: person for person in found.select_related("club")}
    if not by_id:
        raise Refused("no_contacts")
    record(actor, None, "contacts_taken", people=len(by_id))
    return [by_id[pk] for pk in people if pk in by_id]


@transaction.atomic
def purge_contacts(actor: Actor, months: int) -> int:
    """Delete contact data given more than `months` ago; return the number of people."""
    require_owner(actor)
    today = timezone.localdate()
    year, month = divmod(today.year * 12 + today.month - 1 - months, 12)
    if today.day > monthrange(year, month + 1)[1]:  # a shorter month: the first of the next
        oldest = date(year, month + 2, 1)
    else:
        oldest = date(year, month + 1, today.day)
    if count := Person.objects.filter(contact_given_on__lt=oldest).update(**NO_CONTACT):
        record(actor, None, "contacts_purged", people=count)
    return count


def _set_consent(actor: Actor, person: Person, publish_name: bool) -> None:
    with _record_removals(actor, entries_of([person.pk])):
        _all_of(person).update(publish_name=publish_name)


def _all_of(person: Person) -> QuerySet[Person]:
    """Return the rows of a person under every name."""
    return Person.objects.filter(Q(pk=person.pk) | Q(same_as=person.pk)).order_by("pk")


@contextmanager
def _record_removals(actor: Actor, entries: Iterable[Entry]) -> Iterator[None]:
    """Record the new checksums of these entries' final lists, where names in them are removed.

    Only of lists that are as declared final until then.
    """
    ids = {entry.tournament_id for entry in entries}
    frozen = Tournament.objects.filter(pk__in=ids, frozen_at__isnull=False).order_by("pk")
    checksums = {each: _checksum(each) for each in frozen}
    declared = {each: now for each, now in checksums.items() if now and is_as_frozen(each, now)}
    yield
    for tournament, before in declared.items():
        now = _checksum(tournament)
        if now and now != before:
            record(actor, tournament, REMOVED, checksum=now)


def _checksum(tournament: Tournament) -> str:
    """Return the checksum of the present standings; empty if they cannot be read."""
    try:
        return text_checksum(text_of_standings(standings_after(tournament)))
    except DamagedResult:
        return ""


def _forget_names(people: Collection[Person]) -> None:
    """Delete uploaded lists and archives that contain one of the last names.

    The names are also removed from announcements, names of screens, drafts, learned headings, and
    the administration's log.
    """
    is_named = name_matcher({person.last_name for person in people})
    for waiting in PlayerImport.objects.order_by("pk"):
        if waiting.entered and is_named(waiting.file_name):
            PlayerImport.objects.filter(pk=waiting.pk).update(file_name="")
        elif is_named(waiting.file_name) or is_named(str(waiting.table)):
            waiting.delete()
    for archive in WaitingArchive.objects.order_by("pk"):
        try:
            parts = unpack(bytes(archive.content))
            texts = [(parts.get(each) or b"").decode(errors="ignore") for each in OPENED]
            is_kept = not any(map(is_named, [archive.file_name, *texts]))
        except ArchiveFault:  # nobody could import it
            is_kept = False
        if not is_kept:
            archive.delete()
    for draft in SheetDraft.objects.order_by("pk"):
        content = _remove_names(draft.content, is_named)
        if content != draft.content:
            SheetDraft.objects.filter(pk=draft.pk).update(content=content)
    for model, field in ((Stage, "message"), (Screen, "name")):
        rows = model._default_manager.order_by("pk").values_list("pk", field)
        found = [pk for pk, text in rows if is_named(text)]
        model._default_manager.filter(pk__in=found).update(**{field: ""})
    titles = KnownHeading.objects.order_by("pk").values_list("pk", "title")
    learned = [pk for pk, title in titles if is_named(title)]
    KnownHeading.objects.filter(pk__in=learned).delete()
    mended = [str(person.pk) for person in people]
    LogEntry.objects.filter(content_type__model="person", object_id__in=mended).delete()


def _remove_names(content: Any, is_named: Named) -> Any:
    """Return a draft with texts that name somebody emptied, at any depth."""
    if isinstance(content, dict):
        return {key: _remove_names(value, is_named) for key, value in content.items()}
    if isinstance(content, list):
        return [_remove_names(value, is_named) for value in content]
    return "" if isinstance(content, str) and is_named(content) else content
