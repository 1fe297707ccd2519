"""People and clubs, which may be in several tournaments: correction, recognition, last known data.

Final lists are protected: no player in one is renamed, in any tournament.
"""

from collections.abc import Collection, Iterable, Mapping

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournament.errors import Refused
from tournament.journal.writes import record
from tournament.models import Club, Entry, Person, Tournament
from tournament.people.reads.people import entries_of, known_clubs
from tournament.people.rules.ages import by_age
from tournament.people.rules.people import Identified, completed
from tournament.permissions import Actor, require_owner
from tournament.shared.rules.fields import CLUB_FIELDS, KEPT, Of, PlayerData, fields_of
from tournament.shared.rules.names import ClubName, contradicts, find_club, tidy

_OF_PERSON = fields_of(Of.PERSON)
_OF_ENTRY = ("club_id", *(field.column for field in KEPT if field.of is Of.ENTRY))
NOTHING_SAID: Mapping[int, PlayerData] = {}
PERSON_FIELDS = tuple(field.column for field in fields_of(Of.NAME, Of.PERSON))


@transaction.atomic
def edit_person(actor: Actor, person: Person, values: Mapping[str, str]) -> None:
    """Change a name or a federal state; journals name the fields, without values.

    Refused: `name_missing`, `person_is_deleted`, `stands_in_final_list`.
    """
    require_owner(actor)
    found = Person.objects.filter(pk=person.pk)
    if not _changes(found.get(), PERSON_FIELDS, values):
        return
    before = hold_people(found).get()
    changed = _changes(before, PERSON_FIELDS, values)
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
    """Record a person's changed fields in the tournaments of these entries. For services."""
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
    """Merge club `goes` into `stays`; final lists keep the club they were printed with."""
    require_owner(actor)
    if stays.pk == goes.pk:
        return
    names = {"code": [goes.code, stays.code], "name": [goes.name, stays.name]}
    changes = {field: pair for field, pair in names.items() if pair[0] != pair[1]}
    held = hold_tournaments(_tournaments_of(goes).values_list("pk", flat=True))
    goes.people.update(club=stays)  # people before journals
    for locked in held:
        moved = [*locked.entries.filter(club=goes).values_list("pk", flat=True)]
        if not locked.is_over and moved:
            players = Entry.objects.filter(pk__in=moved)
            players.update(club=stays)
            words = {"players": len(moved), "changes": changes}
            record(actor, locked, "club_edited", touched=[players], **words)
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
    final = [str(each) for each in hold_tournaments(tournaments) if each.is_over]
    if final:
        raise Refused("stands_in_final_list", name=name, tournaments=", ".join(final))


def hold_tournaments(tournaments: Iterable[int]) -> list[Tournament]:
    """Return these tournaments, by id, locked until the end of the transaction. For services."""
    rows = Tournament.objects.filter(pk__in=set(tournaments)).order_by("pk")
    return list(rows.select_for_update())


def hold_people(people: QuerySet[Person]) -> QuerySet[Person]:
    """Return people that are locked as they are read, after the tournaments they are entered in.

    So of two acts at once neither waits for the other: a page that does several acts holds all
    tournaments before the first. Not in this order are imports, where a year of birth counts in
    other tournaments too, and `remember`, which tells their journals without holding them. For
    services.
    """
    entries = entries_of(people.values_list("pk", flat=True))
    hold_tournaments(entries.values_list("tournament", flat=True))
    return people.order_by("pk").select_for_update(of=("self",))


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

    A person stays with other spellings, a series' results or a team of a league, a club as the last
    known of a person.
    """
    nowhere = Person.objects.filter(
        entries__isnull=True, evening_lines__isnull=True, team_players__isnull=True
    )
    gone = nowhere.filter(pk__in=set(people), spellings__isnull=True)
    known = list(gone.values_list("pk", "same_as", "club"))
    gone.filter(pk__in=[pk for pk, *_others in known]).delete()
    left = Club.objects.filter(entries__isnull=True, people__isnull=True)
    left.filter(pk__in={pk for pk in (*clubs, *(club for _, _, club in known)) if pk}).delete()
    if counting := {same_as for _, same_as, _ in known if same_as}:
        remove_orphans(counting, [])


class Clubs:
    """The clubs of an installation, read once. For services, inside their transaction."""

    def __init__(self) -> None:
        self._known = known_clubs()

    @property
    def names(self) -> Collection[ClubName]:
        """The codes and names of all clubs."""
        return self._known.keys()

    def named(self, actor: Actor, wanted: ClubName, *, as_known: bool = False) -> Club | None:
        """Return the club of this code and name, in any spelling; created if there is none.

        A club known by code or name only gets the other, unless it is in a final list. `as_known`:
        a known code with another name gives the known club; else Refused: "club_named_otherwise".
        """
        if not any(wanted):
            return None
        found = find_club(wanted, self._known)
        if found and contradicts(wanted, found):
            if not as_known:
                raise Refused("club_named_otherwise", short=found.code, name=found.name)
            return self._known[found]
        told = ClubName(*(here or said for here, said in zip(found or wanted, wanted, strict=True)))
        club = self._known[found] if found else None
        is_final = Q(frozen_at__isnull=False) | Q(status=Tournament.Status.FINISHED)
        final = Tournament.objects.filter(is_final, entries__club=club)
        if club is None or (told != found and final.exists()):
            club = Club.objects.create(code=told.code, name=told.name)
        elif told != found:
            fields = zip(told._fields, found or wanted, told, strict=True)
            change_club(actor, club, {field: new for field, old, new in fields if old != new})
        self._known[told] = club
        return club


def new_person(player: PlayerData, club: Club | None) -> Person:
    """Return an unsaved person for a new player."""
    return Person(club=club, **player.stored((*fields_of(Of.NAME), *KEPT)))


def recognised(known: Identified, chosen: int | None) -> Identified:
    """Return the row with the chosen person, if that was one of the candidates."""
    for each in known.asked:
        if each.pk == chosen:
            player = completed(known.row.player, each.player)
            return Identified(known.row.completed(player), each.pk)
    return known


def write_contact(person: Person, contact: Mapping[str, str]) -> bool:
    """Save e-mail and telephone of a person, with today's date; False if they are stored so."""
    if all(getattr(person, column) == text for column, text in contact.items()):
        return False
    for column, text in contact.items():
        setattr(person, column, text)
    given = any(getattr(person, field.column) for field in fields_of(Of.CONTACT))
    person.contact_given_on = timezone.localdate() if given else None
    person.save(update_fields=[*contact, "contact_given_on"])
    return True


def remember(
    actor: Actor, entries: Iterable[Entry], players: Mapping[int, PlayerData] = NOTHING_SAID
) -> None:
    """Save the data of entries, and of `players` by person id, as last known; of nobody deleted.

    Other tournaments' journals record changes of a person's own fields.
    """
    people, moved = [], {}
    for entry in entries:
        person = entry.person.same_as or entry.person
        if person.deleted_at:
            continue
        said = players[person.pk].stored(_OF_PERSON) if person.pk in players else {}
        if changed := [name for name, value in said.items() if value != getattr(person, name)]:
            moved[person.pk] = (entry.tournament_id, changed)
        known = said | {name: getattr(entry, name) for name in _OF_ENTRY}
        if ages := entry.tournament.age_categories:  # what follows from the age is not kept
            known["tags"] = by_age(entry.tags, person.birth_year, (), [name for name, *_ in ages])
        if known != {name: getattr(person, name) for name in known}:
            for name, value in known.items():
                setattr(person, name, value)
            people.append(person)
    Person.objects.bulk_update(people, ["club", *(field.column for field in KEPT)])
    for pk, (tournament, changed) in moved.items():
        others = Entry.objects.filter(person=pk).exclude(tournament=tournament)
        tell_of_person(actor, others.select_related("tournament"), changed)
