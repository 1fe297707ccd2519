"""Services for the evenings of series, for owners; recorded in the journal of the installation."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Model, QuerySet

from tournament.errors import Refused
from tournament.journal.mapping import SETTINGS
from tournament.journal.reads import rows_named
from tournament.journal.writes import record
from tournament.models import (
    Entry,
    EveningLine,
    FeeRule,
    GroupRanking,
    Membership,
    Person,
    Pool,
    Prize,
    PrizeRule,
    Series,
    SeriesEvening,
    Tournament,
)
from tournament.people.rules.people import Identified
from tournament.people.writes.ages import put_by_age
from tournament.people.writes.people import Clubs, new_person, remove_orphans
from tournament.people.writes.players import NO_HEADINGS, remember_headings
from tournament.permissions import Actor, require_owner
from tournament.series.reads import recognised_lines, rule_differences, same_results
from tournament.series.rules import ResultLine
from tournament.shared.rules.fields import Of, fields_of
from tournament.shared.rules.names import tidy
from tournament.shared.writes.changes import save_changes
from tournament.shared.writes.new_tournaments import free_tournament_slug
from tournament.tournaments.writes.tournaments import create_tournament

NO_ANSWERS: Mapping[int, str] = {}
SOMEBODY_NEW = "new"
NOT_COPIED = frozenset({"name", "date", "objections_until"})
"""Settings that a new evening does not take over."""
SET_AT_ONCE = ("place", "state", "tie_breaks")
"""Settings that `create_tournament` takes and may refuse; the rules stay as once chosen."""
COPIED_OF_ENTRIES = [field.column for field in fields_of(Of.ENTRY)]
AGAIN_ACTIVE = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED)


@transaction.atomic
def add_evening(actor: Actor, series: Series, tournament: Tournament) -> SeriesEvening:
    """Add a tournament to the series.

    Refused: "evening_in_series", "evening_is_example", "series_rules_differ" from the first one.
    """
    require_owner(actor)
    Series.objects.select_for_update().get(pk=series.pk)
    if tournament.is_example or tournament.is_rehearsal:
        raise Refused("evening_is_example")
    if series.evenings.filter(tournament=tournament).exists():
        raise Refused("evening_in_series", name=tournament.name)
    first = series.evenings.filter(tournament__isnull=False).select_related("tournament").first()
    if first and first.tournament and (differs := rule_differences(first.tournament, tournament)):
        raise Refused("series_rules_differ", name=tournament.name, differences=differs)
    evening = SeriesEvening.objects.create(series=series, tournament=tournament)
    words = {"series": series.slug, "slug": tournament.slug}
    record(actor, None, "evening_added", touched=[evening], **words)
    return evening


@transaction.atomic
def create_next_evening(
    actor: Actor,
    source: Tournament,
    *,
    name: str,
    date: date | None,
    series: Iterable[Series] = (),
) -> Tournament:
    """Copy a tournament as the next evening, and add it to the series.

    Nobody is checked in and nothing is paid; start numbers stay, withdrawn players are active
    again. Deleted people are left out. End dates of fees move with the date. Refused:
    `pattern_is_rehearsal` (its people are invented, and would be known from then on), and what
    `create_tournament` and `add_evening` refuse.
    """
    require_owner(actor)
    if source.is_rehearsal:
        raise Refused("pattern_is_rehearsal")
    entries = Entry.objects.filter(tournament=source, person__deleted_at=None)
    made = copy_tournament(actor, source, entries, name=name, date=date)
    # Fees, side pools, prizes and their rules; nothing that was paid or won.
    moved = made.date - source.date if made.date and source.date else timedelta()
    for fee in FeeRule.objects.filter(tournament=source).order_by("pk"):
        _copy(fee, tournament=made, until=fee.until + moved if fee.until else None)
    pools: dict[int | None, Model] = {}
    for pool in Pool.objects.filter(tournament=source).order_by("pk"):
        pools[pool.pk] = _copy(pool, tournament=made)
    for prize in Prize.objects.filter(tournament=source).order_by("pk"):
        _copy(prize, tournament=made, pool=pools.get(prize.pool_id))
    for rule in PrizeRule.objects.filter(tournament=source):
        _copy(rule, tournament=made, seed="", assigned_at=None)
    record_copy(actor, source, made, FeeRule, Pool, Prize, PrizeRule)
    for each in series:
        add_evening(actor, each, made)
    return made


def record_copy(actor: Actor, source: Tournament, made: Tournament, *more: type[Model]) -> None:
    """Record what `copy_tournament` has made, and rows of more models. For services."""
    models: tuple[type[Model], ...] = (Entry, Membership, GroupRanking, *more)
    rows = [model._default_manager.filter(tournament=made) for model in models]
    words = {"source": source.slug, "players": made.entries.count()}
    record(actor, made, "tournament_copied", touched=[made, *rows], **words)


def copy_tournament(
    actor: Actor, source: Tournament, entries: QuerySet[Entry], **changed: Any
) -> Tournament:
    """Create a tournament with the settings of another one and these of its players; no money.

    `changed`: other settings, among them name and date. For services, who record it. Refused as by
    `create_tournament`.
    """
    settings = {field: getattr(source, field) for field in SETTINGS - NOT_COPIED} | changed
    at_once = {field: settings.pop(field) for field in ("name", "date", *SET_AT_ONCE)}
    made = create_tournament(
        actor,
        slug=free_tournament_slug(at_once["name"]),
        rounds=settings.pop("rounds_planned"),
        **at_once,
    )
    Tournament.objects.filter(pk=made.pk).update(hall=source.hall, **settings)
    made.refresh_from_db()
    copy_players(entries, made)
    held = set(made.memberships.values_list("user", "role"))
    roles = source.memberships.filter(user__is_active=True).order_by("pk")
    Membership.objects.bulk_create(
        Membership(tournament=made, user_id=user, role=role)
        for user, role in roles.values_list("user", "role")
        if (user, role) not in held
    )
    for ranking in GroupRanking.objects.filter(tournament=source).order_by("pk"):
        _copy(ranking, tournament=made)
    return made


def copy_players(entries: QuerySet[Entry], made: Tournament) -> list[Entry]:
    """Copy these players with their start numbers, where free. For services, who record it."""
    taken = {*made.entries.values_list("number", flat=True)}
    copies = []
    for entry in entries.select_related("person__same_as", "club").order_by("number"):
        number = entry.number if entry.number not in taken else max(taken) + 1
        taken.add(number)
        copies.append(
            Entry(
                tournament=made,
                person=entry.person.same_as or entry.person,
                club=entry.club,
                **{name: getattr(entry, name) for name in COPIED_OF_ENTRIES} | {"number": number},
                known_elsewhere=entry.known_elsewhere,
                status=status_in_next(entry),
            )
        )
    put_by_age(made, copies)
    return Entry.objects.bulk_create(copies)


def status_in_next(entry: Entry) -> Entry.Status:
    """Return as what a player takes part in what comes next: who plays unranked, does there too."""
    status = Entry.Status(entry.status)
    return Entry.Status.ACTIVE if status in AGAIN_ACTIVE else status


def _copy(row: Model, **changed: object) -> Model:
    fields = [field.name for field in row._meta.concrete_fields if not field.primary_key]
    values = {name: getattr(row, name) for name in fields} | changed
    return type(row)._default_manager.create(**values)


@transaction.atomic
def remove_evening(actor: Actor, evening: SeriesEvening) -> None:
    """Remove an evening from its series: a tournament stays, an imported list is lost."""
    require_owner(actor)
    list(SeriesEvening.objects.select_for_update().filter(pk=evening.pk))  # before the journal
    people = list(evening.lines.values_list("person", flat=True))
    touched = rows_named(evening.lines.all(), SeriesEvening.objects.filter(pk=evening.pk))
    words = {"series": evening.series.slug, "name": str(evening)}
    record(actor, None, "evening_removed", touched=touched, **words)
    evening.delete()
    remove_orphans(people, [])


@transaction.atomic
def edit_evening(actor: Actor, evening: SeriesEvening, settings: Mapping[str, Any]) -> None:
    """Change name, day (`held_on`), state or kind of points of an evening that was brought in.

    Refused: "name_needed", "evening_there_already" (of this name and day).
    """
    require_owner(actor)
    others = evening.series.evenings.exclude(pk=evening.pk)
    about = {"name": evening.name, "held_on": evening.held_on, **settings}
    _check_evening(others, about["name"], about["held_on"])
    if changed := save_changes(evening, settings):
        words = {"series": evening.series.slug, "name": evening.name, "changed": changed}
        record(actor, None, "evening_edited", touched=[evening], **words)


@transaction.atomic
def import_evening(
    actor: Actor,
    series: Series,
    lines: Sequence[ResultLine],
    *,
    name: str,
    day: date | None = None,
    state: str = "",
    table_points: bool = False,
    answers: Mapping[int, str] = NO_ANSWERS,
    again: bool = False,
    headings: Mapping[str, str] = NO_HEADINGS,
) -> SeriesEvening:
    """Import the results of an evening, played in a federal state, in points or `table_points`.

    `answers`: by line, the id of the known person meant, or "new" (the default). `again`: the same
    results may be there already. `headings`: as `enter_player_list`.

    Refused: "name_needed", "one_person_twice", "evening_unknown_person",
    "evening_there_already" (of this name and day), "evening_same_results".
    """
    require_owner(actor)
    Series.objects.select_for_update().get(pk=series.pk)
    _check_evening(series.evenings.all(), name, day)
    if not again and (same := same_results(series, lines)):
        raise Refused("evening_same_results", name=str(same))
    about = {"name": tidy(name), "held_on": day, "state": tidy(state)}
    evening = SeriesEvening.objects.create(series=series, table_points=table_points, **about)
    taken: set[int] = set()
    for line, known in zip(lines, recognised_lines(lines), strict=True):
        person = person_of_line(actor, known, answers.get(line.line, SOMEBODY_NEW))
        if person.pk in taken:
            raise Refused("one_person_twice", line=line.line, name=line.name)
        taken.add(person.pk)
        EveningLine.objects.create(
            evening=evening,
            person=person,
            rank=line.rank,
            rounds=list(line.rounds),
            adjustment=line.adjustment,
            total=line.total,
            games=line.games,
            of_rounds=line.of_rounds,
            state=line.state,
        )
    words = {"series": series.slug, "name": evening.name, "lines": len(taken)}
    record(actor, None, "evening_imported", touched=[evening, evening.lines.all()], **words)
    remember_headings(actor, headings)
    return evening


def person_of_line(actor: Actor, known: Identified, answer: str) -> Person:
    """Return the person of a line; a new one is created with the club. For services.

    Refused: "evening_unknown_person".
    """
    if known.person:
        return Person.objects.get(pk=known.person)
    if answer != SOMEBODY_NEW:
        if not any(str(each.pk) == answer for each in known.asked):
            raise Refused("evening_unknown_person", line=known.row.line)
        return Person.objects.get(pk=int(answer))
    player = known.row.player
    person = new_person(player, Clubs().named(actor, player.club, as_known=True))
    person.save()
    return person


def require_name(settings: Mapping[str, object]) -> None:
    """Refuse to take the name of a competition, or of a part of one, away ("name_needed")."""
    if "name" in settings and not tidy(str(settings["name"])):
        raise Refused("name_needed")


def _check_evening(others: QuerySet[SeriesEvening], name: str, day: date | None) -> None:
    require_name({"name": name})
    same_day = others.filter(held_on=day, tournament=None).values_list("name", flat=True)
    if tidy(name).casefold() in {each.casefold() for each in same_day}:
        raise Refused("evening_there_already", name=tidy(name))
