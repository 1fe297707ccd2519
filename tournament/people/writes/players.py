"""Services for players, one by one or by lists; all refused "tournament_finished"."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from tournament.errors import Refused
from tournament.journal.mapping import row_of
from tournament.journal.reads import rows_named
from tournament.journal.writes import needed_reason, open_for, record
from tournament.models import (
    Adjustment,
    Entry,
    KnownHeading,
    Person,
    PlayerImport,
    Tournament,
)
from tournament.models.fields import highest, longest
from tournament.money.reads import fees_of, has_paid_anything
from tournament.money.writes import follow_lists, follow_payments
from tournament.people.reads.people import contact_offered, entries_of, known_people
from tournament.people.reads.players import (
    already_here,
    entered_players,
    known_headings,
    player_data,
    team_spellings,
    tell_fees,
    was_drawn,
)
from tournament.people.rules.people import Identified, completed, identified
from tournament.people.rules.registration import (
    NOT_WRITTEN,
    PlayerRow,
    Verdict,
    compare_with_entered,
    doubt_clubs,
    in_its_team,
    number_rows,
)
from tournament.people.writes.ages import follow_year, with_ages
from tournament.people.writes.people import (
    Clubs,
    hold_tournaments,
    is_renamed,
    new_person,
    recognised,
    remember,
    remove_orphans,
    require_not_final,
    tell_of_person,
    write_contact,
)
from tournament.permissions import (
    Actor,
    may_edit_players,
    may_import_players,
    may_see_people,
    require,
)
from tournament.shared.rules.fields import (
    OF_ENTRY,
    PLAYER_FIELDS,
    Kind,
    Of,
    PlayerData,
    fields_of,
    known_player,
)
from tournament.shared.rules.names import tidy

HIGHEST_NUMBER = highest(Entry, "number")
NOBODY: Mapping[int, int] = {}
NO_HEADINGS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The result of an import: players added or known, doubtful rows accepted, rows left out.

    `noted` are clear or known rows of which something was left out; `entries` the ids of the new
    entries, `kept` of those entered before whose fee the list says something about; `written`:
    people whose contact was changed.
    """

    added: int
    entries: tuple[int, ...]
    kept: tuple[int, ...]
    written: int
    known: int
    accepted: tuple[PlayerRow, ...]
    left_out: tuple[PlayerRow, ...]
    noted: tuple[PlayerRow, ...]


@transaction.atomic
def add_player(
    actor: Actor,
    tournament: Tournament,
    player: PlayerData,
    number: int | None = None,
    *,
    besides: Collection[int] | None = None,
    person: Person | None = None,
    is_unknown: bool = False,
) -> Entry:
    """Enter a player; without a number the next one is assigned.

    The same or a similar name as of an entry is refused, except for the start numbers in `besides`,
    confirmed to be other people; None: no check. The person is given by `person` (known) or
    `is_unknown` (new), else recognised if certain. Missing data of a known person is filled in as
    last known.

    Refused: "name_missing", "name_entered", "person_entered", "number_taken",
    "number_out_of_range", "club_named_otherwise".
    """
    open_for(may_edit_players, actor, tournament)
    player = _checked(player)
    if player.team:
        player = in_its_team(player, team_spellings(tournament))
    if besides is not None:
        found = known_people(tournament).match(player)
        for each in already_here(tournament, player, found):
            if each.number not in besides:
                name = f"{each.player.first_name} {each.player.last_name}".strip()
                raise Refused("name_entered", number=each.number, name=name)
    entered = Entry.objects.filter(tournament=tournament)
    number = number or (entered.aggregate(last=Max("number"))["last"] or 0) + 1
    _check_number(tournament, number)
    if person is None and not is_unknown:
        same = known_people(tournament).match(player).same
        if same and same.number is None:
            person = Person.objects.get(pk=same.pk)
    if person is not None:
        if there := entries_of([person.pk]).filter(tournament=tournament).first():
            raise Refused("person_entered", name=person.name, number=there.number)
        known = known_player(vars(person), vars(person.club) if person.club else {})
        player = completed(player, known)
    player = with_ages(tournament, player, person)
    club = Clubs().named(actor, player.club)
    is_known = person is not None
    if person is None:
        person = new_person(player, club)
        person.save()
    entry = Entry.objects.create(
        tournament=tournament,
        person=person,
        club=club,
        number=number,
        known_elsewhere=is_known,
        **player.stored(OF_ENTRY),
    )
    remember(actor, [entry], {person.pk: player})
    record(actor, tournament, "player_added", touched=[entry], entry=entry.pk, number=number)
    return entry


@transaction.atomic
def edit_player(actor: Actor, entry: Entry, player: PlayerData, number: int) -> None:
    """Change a player; the journal has the changed fields, with values except for the name.

    Refused: "name_missing", "number_taken", "number_out_of_range", "number_is_drawn",
    "stands_in_final_list" (the same person in another tournament), "person_is_deleted" (whose name
    and federal state stay deleted), "club_named_otherwise".
    """
    tournament = entry.tournament
    require(may_edit_players, actor, tournament)
    if _changes_of_person(entry.person, player):
        hold_tournaments(entry.person.entries.values_list("tournament", flat=True))
    open_for(may_edit_players, actor, tournament)
    player = _checked(player)
    if player.team:
        player = in_its_team(player, team_spellings(tournament, without=[entry.number]))
    player = with_ages(tournament, player, entry.person)
    before, old_number, old_club = player_data(entry), entry.number, entry.club_id
    if number != old_number:
        if was_drawn(entry):
            raise Refused("number_is_drawn", number=old_number, name=entry.person.name)
        _check_number(tournament, number)
    changed = [
        field for field in player.fields() if getattr(before, field) != getattr(player, field)
    ]
    if not changed and number == old_number:
        return
    _save_person(actor, entry, player)
    own_fields = player.stored(OF_ENTRY)
    for field, value in own_fields.items():
        setattr(entry, field, value)
    entry.number, entry.club = number, Clubs().named(actor, player.club)
    entry.save(update_fields=["number", "club", *own_fields])
    remember(actor, [entry])
    remove_orphans([], [old_club])
    is_told = "fee_told" in changed or ("tags" in changed and entry.fee_told)
    if ("tags" in changed and has_paid_anything(entry)) or (is_told and fees_of(tournament)):
        follow_payments(entry)  # the fee of the new category, or what a list said
    words: dict[str, object] = {"entry": entry.pk, "number": number, "old_number": old_number}
    words |= {"changed": changed, "changes": before.changes_to(player)}
    record(actor, tournament, "player_edited", touched=[entry], **words)


@transaction.atomic
def set_player_status(actor: Actor, entry: Entry, status: Entry.Status, reason: str) -> None:
    """Set a player active, unranked, withdrawn or disqualified (rules.md 7.4, 6.6).

    Results stay, and so do the seats of drawn rounds. Refused: "reason_needed".
    """
    open_for(may_edit_players, actor, entry.tournament)
    old = entry.status
    if old == status:
        return
    change = {"old": str(old), "new": str(status), "reason": needed_reason(reason)}
    entry.status = status
    entry.save(update_fields=["status"])
    words = {"entry": entry.pk, "number": entry.number, **change}
    record(actor, entry.tournament, "player_status_set", touched=[entry], **words)


def check_may_go(entry: Entry) -> None:
    """Refuse to remove a player who was drawn or has payments."""
    if was_drawn(entry):
        raise Refused("player_seated", number=entry.number, name=entry.person.name)
    if has_paid_anything(entry):
        raise Refused("player_has_paid", number=entry.number, name=entry.person.name)


@transaction.atomic
def remove_player(actor: Actor, entry: Entry) -> None:
    """Remove a player for good. Refused: "player_seated" (ever), "player_has_paid"."""
    open_for(may_edit_players, actor, entry.tournament)
    check_may_go(entry)
    touched = [row_of(Entry, entry.pk), *rows_named(entry.adjustments.all())]
    words = {"entry": entry.pk, "number": entry.number}
    record(actor, entry.tournament, "player_removed", touched=touched, **words)
    entry.delete()
    remove_orphans([entry.person_id], [entry.club_id])


@transaction.atomic
def import_players(
    actor: Actor,
    tournament: Tournament,
    rows: Iterable[PlayerRow],
    accepted: Collection[int] = (),
    people: Mapping[int, int] = NOBODY,
    *,
    contacts: Collection[int] = (),
    are_made_up: bool = False,
) -> ImportReport:
    """Enter a list: clear rows, and the doubtful ones accepted; compared anew, not as previewed.

    `people`: known ones by line, chosen by a user. `contacts`: the lines whose e-mail and telephone
    go to the known person, where the actor may change them. `are_made_up`: nobody known is
    searched.
    """
    open_for(may_import_players, actor, tournament)
    clubs = Clubs()
    each_row = compare_with_entered(doubt_clubs(rows, clubs.names), entered_players(tournament))
    known = [Identified(row) for row in each_row]
    if not are_made_up:
        known = identified(each_row, known_people(tournament).match)
    known = [recognised(each, people.get(each.row.line)) for each in known]
    known = tell_fees(tournament, known)
    persons = {each.row.line: each.person for each in known if each.person}
    compared = [each.row for each in known]
    taken = [row for row in compared if _is_taken(row, accepted)]
    there = {row.line for row in compared if row in taken or row.verdict is Verdict.KNOWN}
    offered = contact_offered(actor, tournament, known)
    written = {line for line in there.intersection(contacts, offered) if offered[line][1]}
    for line in sorted(written):
        person, contact = offered[line]
        told = Person.objects.get(pk=person)
        if write_contact(told, contact):
            follow_year(actor, told)
    settled = {line for line, (_person, new) in offered.items() if line in written or not new}
    compared = [row.without([NOT_WRITTEN]) if row.line in settled else row for row in compared]
    numbers = Entry.objects.filter(tournament=tournament).values_list("number", flat=True)
    new = _enter(actor, tournament, number_rows(taken, numbers), persons, clubs)
    kept = _keep_fees(actor, tournament, [row for row in compared if row.keeps_fee])
    if (kept or any(entry.fee_told for entry in new)) and fees_of(tournament):
        follow_lists(tournament, [*new, *kept])
    report = ImportReport(
        added=len(taken),
        entries=tuple(entry.pk for entry in new),
        kept=tuple(entry.pk for entry in kept),
        written=len(written),
        known=sum(row.verdict is Verdict.KNOWN for row in compared),
        accepted=tuple(row for row in taken if row.verdict is Verdict.DOUBTFUL),
        left_out=tuple(
            row
            for row in compared
            if row.verdict is not Verdict.KNOWN and not _is_taken(row, accepted)
        ),
        noted=tuple(
            row
            for row in compared
            if row.verdict in (Verdict.OK, Verdict.KNOWN) and row.needs_a_word
        ),
    )
    words = {"added": report.added, "known": report.known, "left_out": len(report.left_out)}
    record(actor, tournament, "players_imported", touched=new, **words)
    for line in sorted(written):  # the journal of the installation last
        record(actor, None, "person_details_set", person=offered[line][0], changed=["contact"])
    return report


def _keep_fees(actor: Actor, tournament: Tournament, rows: Collection[PlayerRow]) -> list[Entry]:
    """Save what a list says of the fee of players entered before; the till books it, or asks."""
    told = {number: row.player for row in rows if (number := row.known_number)}
    entries = Entry.objects.filter(tournament=tournament, number__in=told)
    kept = list(entries.select_related("person", "club").order_by("number")) if told else []
    for entry in kept:
        before, player = player_data(entry), told[entry.number]
        entry.fee_told, entry.fee_paid = player.fee_told, player.fee_paid
        entry.save(update_fields=["fee_told", "fee_paid"])
        after = player_data(entry)
        words: dict[str, object] = {"entry": entry.pk, "number": entry.number}
        words |= {"old_number": entry.number, "changed": ["fee_told"]}
        words["changes"] = before.changes_to(after)
        record(actor, tournament, "player_edited", touched=[entry], **words)
    return kept


def _with_contact(person: Person, contact: Mapping[str, str]) -> Person:
    """Return a new person with e-mail and telephone, which are kept from today."""
    for column, text in contact.items():
        setattr(person, column, text)
    person.contact_given_on = timezone.localdate() if contact else None
    return person


def _is_taken(row: PlayerRow, accepted: Collection[int]) -> bool:
    is_accepted = row.verdict is Verdict.DOUBTFUL and row.line in accepted
    is_accepted = is_accepted and not row.is_several
    return row.verdict is Verdict.OK or is_accepted


def _enter(
    actor: Actor,
    tournament: Tournament,
    rows: Iterable[tuple[int, PlayerRow]],
    known: Mapping[int, int],
    clubs_here: Clubs,
) -> list[Entry]:
    """Write people, entries and clubs in few statements; `known` people by line."""
    spellings, numbered = team_spellings(tournament), []
    for number, row in rows:
        player = in_its_team(row.player, spellings)
        spellings.setdefault(player.team.casefold(), player.team)  # of a new team the first counts
        numbered.append((number, replace(row, player=player)))
    named = dict.fromkeys(row.player.club for _number, row in numbered)
    clubs = {club: clubs_here.named(actor, club, as_known=True) for club in named}
    persons = Person.objects.in_bulk({known.get(row.line) for _number, row in numbered} - {None})
    people = [
        persons[known[row.line]]
        if row.line in known
        else _with_contact(new_person(row.player, clubs[row.player.club]), row.contact)
        for _number, row in numbered
    ]
    Person.objects.bulk_create([person for person in people if person.pk is None])
    numbered = [
        (number, replace(row, player=with_ages(tournament, row.player, person)))
        for person, (number, row) in zip(people, numbered, strict=True)
    ]
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            person=person,
            club=clubs[row.player.club],
            number=number,
            known_elsewhere=row.line in known,
            **row.player.stored(OF_ENTRY),
        )
        for person, (number, row) in zip(people, numbered, strict=True)
    )
    pks = [person.pk for person in people]
    remember(actor, entries, dict(zip(pks, (row.player for _, row in numbered), strict=True)))
    return entries


def _check_number(tournament: Tournament, number: int) -> None:
    if not 1 <= number <= HIGHEST_NUMBER:
        raise Refused("number_out_of_range", number=number, most=HIGHEST_NUMBER)
    holder = Entry.objects.filter(tournament=tournament, number=number).select_related("person")
    if taken := holder.first():
        raise Refused("number_taken", number=number, name=taken.person.name)


def _checked(player: PlayerData) -> PlayerData:
    """Return the player with tidied texts; refused without a name."""
    texts = [field.name for field in PLAYER_FIELDS if field.kind is Kind.TEXT]
    tidied: dict[str, Any] = {name: tidy(getattr(player, name)) for name in texts}
    player = replace(player, tags=tuple(filter(None, map(tidy, player.tags))), **tidied)
    if not player.last_name:
        raise Refused("name_missing")
    return player


def _save_person(actor: Actor, entry: Entry, player: PlayerData) -> None:
    """Write the fields of the person, who may be in other tournaments as well."""
    person = entry.person
    changed = _changes_of_person(person, player)
    if not changed:
        return
    if person.deleted_at:
        raise Refused("person_is_deleted")
    elsewhere = person.entries.exclude(pk=entry.pk).select_related("tournament")
    if is_renamed(changed):
        require_not_final(person.name, [other.tournament_id for other in elsewhere])
    for field, value in changed.items():
        setattr(person, field, value)
    person.save(update_fields=list(changed))
    tell_of_person(actor, elsewhere, changed)


def _changes_of_person(person: Person, player: PlayerData) -> dict[str, Any]:
    values = player.stored(fields_of(Of.NAME, Of.PERSON))
    return {field: value for field, value in values.items() if getattr(person, field) != value}


@transaction.atomic
def keep_player_list(
    actor: Actor, tournament: Tournament, file_name: str, table: Mapping[str, Any]
) -> PlayerImport:
    """Save an uploaded list, as JSON, for review; it replaces the user's previous one.

    No journal entry: nothing has changed in the tournament yet.
    """
    require(may_import_players, actor, tournament)
    if actor.user is None:
        raise ValueError("the command line has no preview")
    PlayerImport.objects.filter(tournament=tournament, user=actor.user, entered=[]).delete()
    named = file_name[: longest(PlayerImport, "file_name")]
    return PlayerImport.objects.create(
        tournament=tournament, user=actor.user, file_name=named, table=dict(table)
    )


@transaction.atomic
def change_player_list(
    actor: Actor,
    player_list: PlayerImport,
    table: Mapping[str, Any],
) -> None:
    """Save a corrected list."""
    require(may_import_players, actor, player_list.tournament)
    player_list.table = dict(table)
    player_list.save(update_fields=["table"])


def remember_headings(actor: Actor, headings: Mapping[str, str]) -> None:
    """Save the meaning of headings of a list that is entered: columns by spelling.

    Endless ones, such as the text of a question, are asked about again.
    """
    known, most = known_headings(), longest(KnownHeading, "title")
    new = {
        title: column
        for title, column in headings.items()
        if known.get(title) != column and len(title) <= most
    }
    for title, column in new.items():
        told = {"column": column, "user": actor.user, "told_at": timezone.now()}
        KnownHeading.objects.update_or_create(title=title, defaults=told)
    if new:
        record(actor, None, "headings_learned", columns=list(new.values()))


@transaction.atomic
def forget_heading(actor: Actor, heading: KnownHeading) -> None:
    """Delete the meaning of a heading; the next list with it asks again."""
    require(may_see_people, actor)
    record(actor, None, "heading_forgotten", columns=[heading.column])
    heading.delete()


@transaction.atomic
def enter_player_list(
    actor: Actor,
    player_list: PlayerImport,
    rows: Iterable[PlayerRow],
    accepted: Collection[int],
    people: Mapping[int, int] = NOBODY,
    *,
    contacts: Collection[int] = (),
    headings: Mapping[str, str] = NO_HEADINGS,
) -> ImportReport:
    """Enter the `rows` of a list as `import_players`; only the entered ids are kept.

    `headings`: what a user said they mean, by spelling; remembered for the next list.

    Refused: "nothing_entered", and the list keeps waiting.
    """
    tournament = player_list.tournament
    report = import_players(actor, tournament, rows, accepted, people, contacts=contacts)
    if not (report.added or report.kept or report.written):
        raise Refused("nothing_entered")
    if report.added:
        player_list.table, player_list.entered = {}, list(report.entries)
        player_list.save(update_fields=["table", "entered"])
    else:
        player_list.delete()
    remember_headings(actor, headings)
    return report


@transaction.atomic
def undo_player_list(actor: Actor, player_list: PlayerImport) -> int:
    """Remove all remaining entries of a list; return their number.

    Refused as for one player ("player_seated", "player_has_paid"), and "player_is_here" for a
    checked-in player.
    """
    tournament = open_for(may_import_players, actor, player_list.tournament)
    entered = Entry.objects.filter(tournament=tournament, pk__in=player_list.entered)
    entries = list(entered.select_related("person").order_by("number"))
    for entry in entries:
        check_may_go(entry)
        if entry.checked_in:
            raise Refused("player_is_here", number=entry.number, name=entry.person.name)
    adjustments = Adjustment.objects.filter(entry__in=entries)
    touched = [*(row_of(Entry, entry.pk) for entry in entries), *rows_named(adjustments)]
    record(actor, tournament, "players_import_undone", touched=touched, removed=len(entries))
    entered.delete()
    remove_orphans([each.person_id for each in entries], [each.club_id for each in entries])
    player_list.delete()
    return len(entries)
