"""What is kept of a person: consent, contact, which doubles are one person, and deletion.

A name that is published no more, or deleted, goes out of lists that are final, too. The journal of
their tournament keeps the checksum they have then, so that nobody takes them for changed.
"""

from calendar import monthrange
from collections.abc import Iterable
from datetime import date

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournament.backup.copies import copied_before
from tournament.core.checksum import text_checksum
from tournament.core.names import tidy
from tournament.errors import Refused
from tournament.models import NAMELESS, Entry, Person, Tournament
from tournament.models.account import new_salt
from tournament.permissions import Actor, require_owner, require_people
from tournament.selectors.checksums import text_of_standings
from tournament.selectors.people import entered_together, entries_of, people_of
from tournament.selectors.removed_names import REMOVED, is_as_frozen
from tournament.selectors.standings import standings_after
from tournament.selectors.table_totals import DamagedResult
from tournament.services.forgotten_names import forget_names
from tournament.services.journal import record
from tournament.services.people import remove_orphans, tell_of_person


@transaction.atomic
def set_person_details(
    actor: Actor, person: Person, *, publish_name: bool, email: str, phone: str
) -> None:
    """Keep whether the name is published, and how to reach the person; the contact with its date.

    For owners, and for the direction that has entered the person first; the direction of another
    tournament once an owner has linked the two. Raises `Person.DoesNotExist` for everybody else.
    """
    require_people(actor)
    reached = people_of(actor, to_reach=True).select_for_update(of=("self",))
    person = reached.get(pk=person.same_as_id or person.pk)
    contact = (tidy(email), tidy(phone))
    changed = []
    if contact != (person.email, person.phone):
        changed.append("contact")
        person.email, person.phone = contact
        person.contact_given_on = timezone.localdate() if any(contact) else None
        person.save(update_fields=["email", "phone", "contact_given_on"])
    if publish_name != person.publish_name:
        changed.append("publish_name")
        _set_consent(actor, person, publish_name)
    if changed:
        record(actor, None, "person_details_set", person=person.pk, changed=changed)


@transaction.atomic
def take_back_consent(actor: Actor, person: Person) -> None:
    """Publish the name no more: whoever has the person at the desk can say so, at once.

    For owners, and for the direction of any tournament the person was entered in.
    """
    require_people(actor)
    people = people_of(actor).select_for_update(of=("self",))
    person = people.get(pk=person.same_as_id or person.pk)
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
    """Say that two people are one: `stays` has the history of both from now on.

    What was not known of the one is taken from the other. Lists keep the name as it was entered.
    Refused: "merged_already", "person_merged_with_self", "entered_together" (in one tournament).
    """
    require_owner(actor)
    people = Person.objects.select_for_update(of=("self",)).in_bulk([stays.pk, goes.pk])
    stays, goes = people[stays.pk], people[goes.pk]
    _check_merging(stays, goes)
    consents, state = stays.publish_name and goes.publish_name, stays.state
    for field in ("club", "tags", "state"):
        setattr(stays, field, getattr(stays, field) or getattr(goes, field))
    if not (stays.email or stays.phone):
        for field in ("email", "phone", "contact_given_on"):
            setattr(stays, field, getattr(goes, field))
    declared = _declared(entries_of([stays.pk, goes.pk]))
    stays.save()
    _all_of(goes).update(
        same_as=stays, club=None, tags=[], email="", phone="", contact_given_on=None
    )
    _all_of(stays).update(publish_name=consents)
    _tell_final_lists(actor, declared)
    if stays.state != state:
        tell_of_person(actor, stays.entries.select_related("tournament"), ["state"])
    record(actor, None, "people_merged", person=stays.pk, merged=goes.pk)


@transaction.atomic
def separate_people(actor: Actor, person: Person) -> None:
    """Take back that somebody is the same as somebody else."""
    require_owner(actor)
    other, person.same_as = person.same_as_id, None
    person.save(update_fields=["same_as"])
    record(actor, None, "people_separated", person=other, separated=person.pk)


@copied_before("deletion")
@transaction.atomic
def delete_person(actor: Actor, person: Person) -> None:
    """Delete what is known of somebody; results stay, the name becomes "N. N.".

    With a new salt nobody can try out names against what journals keep. What holds the name for a
    while only, loses it (`forget_names`).
    """
    require_owner(actor)
    rows = list(_all_of(person).select_for_update())
    entries = list(entries_of([person.pk]))
    forget_names(rows)
    clubs = [row.club_id for row in rows]
    declared = _declared(entries)
    for row in rows:
        row.last_name, row.first_name, row.state, row.salt = NAMELESS, "", "", new_salt()
        row.club, row.tags, row.same_as, row.publish_name = None, [], None, True
        row.email, row.phone, row.contact_given_on = "", "", None
        row.deleted_at = timezone.now()
        row.save()
    _tell_final_lists(actor, declared)
    tell_of_person(actor, entries, [], "person_deleted")
    record(actor, None, "person_deleted", person=person.pk, tournaments=len(entries))
    remove_orphans([row.pk for row in rows], clubs)


@transaction.atomic
def purge_contacts(actor: Actor, months: int) -> int:
    """Delete the contact data given more than so many months ago; returns of how many people."""
    require_owner(actor)
    old = Person.objects.filter(contact_given_on__lt=_months_before(timezone.localdate(), months))
    count = old.update(email="", phone="", contact_given_on=None)
    if count:
        record(actor, None, "contacts_purged", people=count)
    return count


def _months_before(day: date, months: int) -> date:
    """The same day so many months earlier, in a shorter month the first of the next."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    if day.day > monthrange(year, month + 1)[1]:
        return date(year, month + 2, 1)
    return date(year, month + 1, day.day)


def _set_consent(actor: Actor, person: Person, publish_name: bool) -> None:
    declared = _declared(entries_of([person.pk]))
    _all_of(person).update(publish_name=publish_name)
    _tell_final_lists(actor, declared)


def _all_of(person: Person) -> QuerySet[Person]:
    """The person under every name."""
    return Person.objects.filter(Q(pk=person.pk) | Q(same_as=person.pk)).order_by("pk")


def _check_merging(stays: Person, goes: Person) -> None:
    if stays.pk == goes.pk:
        raise Refused("person_merged_with_self", name=stays.name)
    if any(each.same_as_id or each.deleted_at for each in (stays, goes)):
        raise Refused("merged_already")
    if both := entered_together(stays, goes):
        words = {"stays": stays.name, "goes": goes.name, "tournaments": ", ".join(map(str, both))}
        raise Refused("entered_together", **words)


def _declared(entries: Iterable[Entry]) -> dict[Tournament, str]:
    """The checksums of the final lists of these entries' tournaments that are as declared."""
    ids = {entry.tournament_id for entry in entries}
    frozen = Tournament.objects.filter(pk__in=ids, frozen_at__isnull=False).order_by("pk")
    checksums = {each: _checksum(each) for each in frozen}
    return {each: now for each, now in checksums.items() if now and is_as_frozen(each, now)}


def _tell_final_lists(actor: Actor, declared: dict[Tournament, str]) -> None:
    """Names went out of these lists: the journals keep the checksums they have now."""
    for tournament, before in declared.items():
        now = _checksum(tournament)
        if now and now != before:
            record(actor, tournament, REMOVED, checksum=now)


def _checksum(tournament: Tournament) -> str:
    """Of the standings now; empty where they cannot be read."""
    try:
        return text_checksum(text_of_standings(standings_after(tournament)))
    except DamagedResult:
        return ""
