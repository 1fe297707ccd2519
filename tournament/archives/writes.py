"""Import of archives: a tournament of another installation becomes one of this."""

import zlib
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.db import DataError, IntegrityError, transaction
from django.db.models import Max, Q
from django.utils import timezone

from tournament.archives.mapping import (
    NOT_OPENED,
    Contradiction,
    archived_fields,
    convert_value,
    in_order,
    model_of,
    replace_ids,
    target,
    translate_ids,
    typed,
)
from tournament.archives.reads import (
    ArchivedPeople,
    archive_contradictions,
    archived_people,
    clubs_in_another_state,
    tournament_by_origin,
)
from tournament.archives.rules.archive import Archive, Rows
from tournament.errors import Refused
from tournament.journal.mapping import OF_TOURNAMENT, chained, row_of
from tournament.journal.reads import Touched
from tournament.journal.rules import entry_seal
from tournament.journal.writes import record
from tournament.labels.draws import method_name
from tournament.labels.journal import has_sentence
from tournament.models import (
    Club,
    Entry,
    JournalEntry,
    JournalHead,
    Membership,
    OpenedArchive,
    Person,
    Role,
    Tournament,
    User,
    WaitingArchive,
)
from tournament.models.fields import longest
from tournament.people.writes.people import recognised
from tournament.permissions import Actor, require_owner
from tournament.shared.rules.fields import Of, fields_of
from tournament.shared.writes.new_tournaments import require_free_slug, rules_known
from tournament.shared.writes.signing import public_key
from tournament.sheets.reads.table_totals import DamagedResult
from tournament.standings.reads.standings import REMOVED, standings_after, text_of_standings
from tournament.standings.rules.checksum import text_checksum
from tournament.standings.rules.tie_breaks import known_codes

Ids = dict[str, dict[int, int]]  # original id to id here, by model
NOBODY: Mapping[int, int] = {}
NO_IDS: Ids = {}
FORGOTTEN = timedelta(days=1)
BROKEN = (
    *(ArithmeticError, AttributeError, Contradiction, DamagedResult, DataError),
    *(FieldDoesNotExist, IntegrityError, LookupError, RecursionError, Refused),
    *(TypeError, ValidationError, ValueError),
)
"""Exceptions raised by inconsistent rows or invalid values."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The tournament, and whether its standings are exactly those of the archive."""

    tournament: Tournament
    same_standings: bool


@dataclass(frozen=True, slots=True)
class Met:
    """People of a file who are certain: persons here by id there; and the last one before it."""

    people: Mapping[int, int]
    last: int


@transaction.atomic
def keep_archive(actor: Actor, file_name: str, content: bytes) -> WaitingArchive:
    """Save an uploaded archive for review; it replaces the owner's previous one."""
    require_owner(actor)
    if actor.user is None:
        raise ValueError("the command line has no preview")
    kept = {"file_name": file_name[: longest(WaitingArchive, "file_name")], "content": content}
    return WaitingArchive.objects.update_or_create(user=actor.user, defaults=kept)[0]


@transaction.atomic
def throw_away_archive(actor: Actor) -> None:
    """Delete the owner's uploaded archive, and any that was forgotten."""
    require_owner(actor)
    forgotten = Q(updated_at__lt=timezone.now() - FORGOTTEN)
    WaitingArchive.objects.filter(Q(user=actor.user) | forgotten).delete()


def require_whole(archive: Archive) -> None:
    """Refuse an archive that cannot be imported here, whoever its people are.

    For services, and for a preview. Refused as `require_sound`.
    """
    require_sound(archive)
    with name_contradictions():
        # Used by the preview: fields may be missing, or rows that belong together.
        archived_people(archive)
        archive_contradictions(archive)
        clubs_in_another_state(archive.rows)


def require_sound(archive: Archive) -> None:
    """Refuse rows that are no rows of this program, or that point to nothing; no query.

    Refused: "archive_unknown_rows" (written by a later program), "archive_no_rows",
    "archive_contradicts".
    """
    require_rows(archive.rows, in_order(), one="tournament")


def require_rows(
    rows: Mapping[str, Rows], names: Collection[str], *, one: str, others: Ids = NO_IDS
) -> None:
    """Refuse others than rows of these models, of which there is `one`; no query.

    others: further ids they may point to. Refused as `require_sound`.
    """
    if missing := [name for name in names if name not in rows]:
        raise Refused("archive_no_rows", model=missing[0])
    known = {
        name: {each.name: each for each in archived_fields(name, contacts=True)} for name in names
    }
    unknown = [name for name in rows if name not in known]
    for name, fields in known.items():
        unknown += [f"{name}.{each}" for each in rows[name].fields if each not in fields]
    if unknown:
        raise Refused("archive_unknown_rows", names=", ".join(unknown)[:200])
    if len(rows[one].rows) != 1:
        raise Refused("archive_no_rows", model=one)
    with name_contradictions():
        ids = {name: {pk: pk for pk, _values in table.rows} for name, table in rows.items()}
        ids |= others
        for name, table in rows.items():
            for pk, values in table.by_id().items():
                with name_row(name, pk):
                    for field, value in values.items():
                        convert_value(known[name][field], value, ids)
                        replace_ids(name, field, value, ids)


@transaction.atomic
def open_archive(
    actor: Actor,
    archive: Archive,
    slug: str = "",
    people: Mapping[int, int] = NOBODY,
    met: Met | None = None,
) -> Opened:
    """Import the tournament of an archive; the importing user becomes its direction.

    `slug`: a new short name. `people`: known persons by original id, as chosen among the
    candidates; `met`: those who are certain. Refused: "archive_opened_already",
    "archive_contradicts" (nothing of it is saved then), and as `require_free_slug`.
    """
    require_owner(actor)
    require_whole(archive)
    origin = str(archive.about["tournament"]["origin"])
    if known := tournament_by_origin(origin):
        raise Refused("archive_opened_already", name=known.name, slug=known.slug)
    slug = slug or str(archive.about["tournament"]["slug"])
    require_free_slug(slug)
    with name_contradictions():
        ids = _make_rows(archive, slug, people, met)
        (tournament,) = Tournament.objects.filter(slug=slug)
        with name_row("tournament", tournament.pk):
            # A rule set, draw method or criterion may be unknown to this program.
            rules_known(tournament.rules, tournament.rule_options)
            drawn = tournament.draws.order_by("pk").values_list("method", flat=True)
            for method in (tournament.draw_method, *drawn):
                method_name(method)
            if tuple(tournament.tie_breaks) != known_codes(tournament.tie_breaks):
                raise Contradiction(row_of(Tournament, tournament.pk))
        _keep_journal(tournament, archive, ids, origin)
        _tell(actor, tournament, archive, ids)
        told = archive.about["standings"]
        now = text_checksum(text_of_standings(standings_after(tournament))) if told else told
        if told and tournament.frozen_checksum == told != now:
            record(actor, tournament, REMOVED, checksum=now)  # a final list with names hidden
        return Opened(tournament, same_standings=now == told)


def _make_rows(archive: Archive, slug: str, answers: Mapping[int, int], met: Met | None) -> Ids:
    ids: Ids = {}
    met = met or Met(NOBODY, last_person())
    for name in in_order():
        rows = archive.rows.get(name, Rows((), ()))
        if name == "user":
            ids[name] = _accounts(rows, slug, is_own=archive.signer == public_key())
        elif name == "person":
            told = archived_people(archive)
            ids[name] = make_people(archive.rows, told, answers, ids, met.people)
        elif name == "club":
            ids[name] = make_clubs(rows)
        elif name not in NOT_OPENED:
            make_rows(name, rows, ids, **({"slug": slug} if name == "tournament" else {}))
    _set_later_references(archive, ids)
    is_known = Q(person__lte=met.last) | Q(person__same_as__isnull=False)
    Entry.objects.filter(is_known, pk__in=ids["entry"].values()).update(known_elsewhere=True)
    return ids


def last_person() -> int:
    """Return the id of the latest person, 0 without any; one query."""
    return Person.objects.aggregate(last=Max("pk"))["last"] or 0


def make_clubs(rows: Rows) -> dict[int, int]:
    """Return our clubs by id there: known ones, else new ones."""
    made = {}
    for pk, row in rows.by_id().items():
        with name_row("club", pk):
            values = _values("club", row, {})
            state = {"state": values.pop("state")}  # that of a known club is kept
            made[pk] = Club.objects.get_or_create(**values, defaults=state)[0].pk
    return made


def make_rows(name: str, rows: Rows, ids: Ids, **fixed: object) -> None:
    """Save rows of a model as they were, and note their ids; `fixed`: what is otherwise here."""
    ids[name] = {}  # filled one by one: a row may reference an earlier one of its model
    for pk, row in rows.by_id().items():
        with name_row(name, pk):
            made = model_of(name)(**_values(name, {**row, **fixed}, ids))
            made.save_base(raw=True, force_insert=True)  # raw: timestamps are kept
        ids[name][pk] = made.pk


def _values(name: str, values: Mapping[str, Any], ids: Ids) -> dict[str, Any]:
    """Return the values of a row here. References to later rows are set afterwards."""
    fields = {field.name: field for field in archived_fields(name, contacts=True)}
    return {
        fields[told].attname: convert_value(fields[told], replace_ids(name, told, value, ids), ids)
        for told, value in values.items()
    }


def _set_later_references(archive: Archive, ids: Ids) -> None:
    """Set references to rows created later: the current version of a table."""
    order = in_order()
    for name in order:
        later = {
            field.name: target(field)
            for field in archived_fields(name, contacts=False)
            if target(field) in order[order.index(name) + 1 :]
        }
        for pk, row in archive.rows[name].by_id().items() if later else ():
            told = {field: row[field] for field in later if row[field] is not None}
            with name_row(name, pk):
                here = {field: ids[later[field]][there] for field, there in told.items()}
                model_of(name)._default_manager.filter(pk=ids[name][pk]).update(**here)


def _accounts(rows: Rows, slug: str, *, is_own: bool) -> dict[int, int]:
    """Create accounts that cannot sign in; for an own archive existing accounts are used."""
    made = {}
    for pk, row in rows.by_id().items():
        account = User.objects.filter(pk=pk, username=row["username"]).first() if is_own else None
        if account is None:
            values = _values("user", row, {})
            stem = f"{values['username'][: 140 - len(slug)]}@{slug}"
            again = User.objects.filter(username__startswith=stem).count()
            values["username"] = f"{stem}.{again + 1}" if again else stem
            account = User(**values, is_active=False)
            account.set_unusable_password()
            account.save()
        made[pk] = account.pk
    return made


def make_people(
    rows: Mapping[str, Rows],
    told: ArchivedPeople,
    answers: Mapping[int, int],
    ids: Ids,
    certain: Mapping[int, int] = NOBODY,
) -> dict[int, int]:
    """Return person ids: known ones by this very name, or a spelling merged into the known one."""
    table = rows["person"].by_id()
    meant = {pk: person for pk, person in certain.items() if pk in table}
    for each in told.identified:
        pk = each.row.line
        found = each.person or recognised(each, answers.get(pk)).person
        if pk not in meant and found and found not in meant.values():
            meant[pk] = found
    known = Person.objects.prefetch_related("spellings").in_bulk(meant.values())
    return {pk: make_person(pk, row, known.get(meant.get(pk, 0)), ids) for pk, row in table.items()}


def make_person(pk: int, row: Mapping[str, Any], known: Person | None, ids: Ids) -> int:
    """Return this person here: a new one, or the known one under this name."""
    with name_row("person", pk):
        values = {key: value for key, value in _values("person", row, ids).items() if key != "salt"}
        if known is None:
            return Person.objects.create(**values).pk
        # Consent revoked here is revoked for every list.
        values["publish_name"] &= known.publish_name
        declared = fields_of(Of.NAME, Of.PERSON, Of.CONSENT)
        # An archive of an earlier program lacks fields declared since.
        same = [field.column for field in declared if field.column in values]
        for each in (known, *known.spellings.order_by("pk")):
            if all(getattr(each, name) == values[name] for name in same):
                return each.pk
        return Person.objects.create(**{name: values[name] for name in same}, same_as=known).pk


def _keep_journal(tournament: Tournament, archive: Archive, ids: Ids, origin: str) -> None:
    """Import the journal with our ids, resealed, and keep the original text."""
    entries: list[JournalEntry] = []
    seal, time = "", JournalEntry._meta.get_field("at")
    for each in archive.journal:
        account = each["account"]
        entry = JournalEntry(
            tournament=tournament,
            at=typed(time, each["at"]),
            user_id=None if account is None else ids["user"][account],
            action=each["action"],
            data=translate_ids(each["data"], ids),
        )
        entry.clean_fields(exclude=["tournament", "user", "seal", "data", "facts"])
        if not has_sentence(entry.action, entry.data):
            raise Contradiction(f"journalentry:{len(entries) + 1}")
        entry.seal = seal = entry_seal(seal, chained(entry))
        entries.append(entry)
    JournalEntry.objects.bulk_create(entries)
    JournalHead.objects.create(tournament=tournament, entries=len(entries), seal=seal)
    OpenedArchive.objects.create(
        tournament=tournament,
        signer=archive.signer,
        origin=origin,
        journal=zlib.compress(archive.journal_text),
        ids={name: ids[name] for name in ("entry", "sheetversion", "user")},
    )


def _tell(actor: Actor, tournament: Tournament, archive: Archive, ids: Ids) -> None:
    """Write the import to both journals; the tournament's has facts of every row."""
    if actor.user:
        Membership.objects.create(tournament=tournament, user=actor.user, role=Role.DIRECTION)
    rows: list[Touched] = [
        model_of(name)._default_manager.filter(**{kept.owner: tournament.pk})
        for name, kept in OF_TOURNAMENT.items()
    ]
    last = archive.journal[-1]["seal"] if archive.journal else ""
    told = {"signer": archive.signer, "entries": len(archive.journal), "last_seal": last}
    told["contradictions"] = archive_contradictions(archive)
    record(actor, tournament, "archive_opened", touched=rows, **told)
    accounts = User.objects.filter(pk__in=ids["user"].values())
    words = {"slug": tournament.slug, "signer": archive.signer}
    record(actor, None, "archive_opened", touched=[tournament, accounts], **words)


@contextmanager
def name_row(model: str, pk: int) -> Iterator[None]:
    """Name the row in which values contradict each other."""
    try:
        yield
    except BROKEN as error:
        raise Contradiction(f"{model}:{pk}") from error


@contextmanager
def name_contradictions() -> Iterator[None]:
    """Refuse what contradicts itself: "archive_contradicts", with the row."""
    try:
        yield
    except BROKEN as error:
        row = error.row if isinstance(error, Contradiction) else "?"
        raise Refused("archive_contradicts", row=row) from error
