"""A new evening from an earlier one: its people, settings, roles, fees, prizes; no results."""

from collections.abc import Iterable
from datetime import date, timedelta

from django.db import transaction
from django.db.models import Model, QuerySet

from tournament.errors import Refused
from tournament.journal.mapping import SETTINGS
from tournament.journal.writes import record
from tournament.models import (
    Entry,
    FeeRule,
    GroupRanking,
    Membership,
    Pool,
    Prize,
    PrizeRule,
    Series,
    Tournament,
)
from tournament.permissions import Actor, require_owner
from tournament.series.rules.next_evening import free_slug
from tournament.series.writes.series import add_evening
from tournament.shared.rules.fields import Of, fields_of
from tournament.tournaments.writes.tournaments import create_tournament

OF_ITS_OWN = frozenset({"name", "date", "objections_until"})
"""Settings that a new evening does not take over."""


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
    taken = list(Tournament.objects.values_list("slug", flat=True))
    settings = {field: getattr(source, field) for field in SETTINGS - OF_ITS_OWN}
    made = create_tournament(
        actor,
        slug=free_slug(name, taken),
        name=name,
        date=date,
        rounds=settings.pop("rounds_planned"),
        tie_breaks=settings.pop("tie_breaks"),
        rules=settings.pop("rules"),
        rule_options=settings.pop("rule_options"),
        place=settings.pop("place"),
        state=settings.pop("state"),
    )
    Tournament.objects.filter(pk=made.pk).update(hall=source.hall, **settings)
    _copy_people(source, made)
    _copy_roles(source, made)
    _copy_money(source, made)
    _copies(GroupRanking.objects.filter(tournament=source), tournament=made)
    made.refresh_from_db()
    models = (Entry, Membership, GroupRanking, FeeRule, Pool, Prize, PrizeRule)
    rows = [model._default_manager.filter(tournament=made) for model in models]
    words = {"source": source.slug, "players": made.entries.count()}
    record(actor, made, "tournament_copied", touched=[made, *rows], **words)
    for each in series:
        add_evening(actor, each, made)
    return made


def _copy_people(source: Tournament, made: Tournament) -> None:
    entries = Entry.objects.filter(tournament=source, person__deleted_at=None)
    Entry.objects.bulk_create(
        Entry(
            tournament=made,
            person=entry.person.same_as or entry.person,
            club=entry.club,
            **{name: getattr(entry, name) for name in _OF_ENTRY},
            known_elsewhere=entry.known_elsewhere,
            status=Entry.Status.ACTIVE if entry.status in _AGAIN else entry.status,
        )
        for entry in entries.select_related("person__same_as", "club").order_by("number")
    )


_OF_ENTRY = [field.column for field in fields_of(Of.ENTRY)]
_AGAIN = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED)


def _copy_roles(source: Tournament, made: Tournament) -> None:
    held = set(made.memberships.values_list("user", "role"))
    roles = source.memberships.filter(user__is_active=True).order_by("pk")
    Membership.objects.bulk_create(
        Membership(tournament=made, user_id=user, role=role)
        for user, role in roles.values_list("user", "role")
        if (user, role) not in held
    )


def _copy_money(source: Tournament, made: Tournament) -> None:
    """Copy fees, side pools, prizes and their rules; nothing that was paid or won."""
    moved = made.date - source.date if made.date and source.date else timedelta()
    for fee in FeeRule.objects.filter(tournament=source).order_by("pk"):
        until = fee.until + moved if fee.until else None
        _copy(fee, tournament=made, until=until)
    pools: dict[int | None, Model] = {}
    for pool in Pool.objects.filter(tournament=source).order_by("pk"):
        pools[pool.pk] = _copy(pool, tournament=made)
    for prize in Prize.objects.filter(tournament=source).order_by("pk"):
        _copy(prize, tournament=made, pool=pools.get(prize.pool_id))
    for rule in PrizeRule.objects.filter(tournament=source):
        _copy(rule, tournament=made, seed="", assigned_at=None)


def _copies(rows: QuerySet, **changed: object) -> None:
    for row in rows.order_by("pk"):
        _copy(row, **changed)


def _copy(row: Model, **changed: object) -> Model:
    """Copy a row, with other values in these fields."""
    fields = [field.name for field in row._meta.concrete_fields if not field.primary_key]
    values = {name: getattr(row, name) for name in fields} | changed
    return type(row)._default_manager.create(**values)
