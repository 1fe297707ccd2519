"""Queries of the journals: facts, stored ones for comparison, seals, acts by submission id."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar
from uuid import UUID

from django.apps import apps as program
from django.apps.registry import Apps
from django.db import connection
from django.db.models import Model, QuerySet

from tournament.journal.mapping import (
    OF_INSTALLATION,
    OF_TOURNAMENT,
    Kept,
    chained,
    fact_of,
    row_of,
)
from tournament.journal.rules import ChainReport, Fact, first_break, last_facts
from tournament.models import (
    Cup,
    GameTable,
    JournalEntry,
    JournalHead,
    League,
    Ranking,
    Series,
    Tournament,
)
from tournament.shared.reads.kept import Heads, heads, keep
from tournament.shared.reads.prepared import Prepared

T = TypeVar("T")
Touched = Model | QuerySet | str
"""A row that was written, or those of a query; or the name of one that was deleted."""
AT_TABLE = "table__round__tournament"
MOST_SINCE = 50
"""Entries that are read to learn what changed; of more, everything is."""
SHEETS = frozenset({"gametable", "sheetversion", "verification", "penalty"})
"""Rows touched by whatever is typed of score sheets, all day."""
FEW_ROWS = 10
"""Of so many at once the SQL is kept, written once for each number."""
MOST_LOOKS = 2000
"""Of these are remembered, more than a tournament has tables."""

COMPETITIONS: dict[str, type[Cup | League | Ranking | Series]] = {
    "cup": Cup,
    "league": League,
    "ranking": Ranking,
    "series": Series,
}
"""What entries name by its slug, by the word for it in their data."""


def stored_facts(tournament: int | None, apps: Apps = program) -> dict[str, Fact]:
    """Return all facts of a tournament, or of the installation (None); one query per model."""
    facts: dict[str, Fact] = {}
    known = apps.all_models["tournament"]
    for name, kept in kept_of(tournament).items():
        if name in known:  # an earlier migration knows fewer models
            given = [] if tournament is None else [tournament]
            facts |= _facts(_rows_by(known[name], kept, kept.owner)(*given), known[name], kept)
    return facts


def journal_facts(tournament: int | None) -> dict[str, Fact]:
    """Return what must be stored according to the journal; one query."""
    entries = JournalEntry.objects.filter(tournament=tournament).order_by("pk")
    return last_facts(entries.values_list("facts", flat=True))


def facts_since(
    tournament: Tournament, before: Heads, now: Heads
) -> list[tuple[str, Fact | None]] | None:
    """Return the facts of a tournament's entries between two looks at the heads of the journals.

    None where they do not tell all that may have changed: after an entry of the installation, one
    without facts, very many, or in a database that was exchanged. One query.
    """
    old = {pk: (length, seal) for pk, length, seal in before}
    new = {pk: (length, seal) for pk, length, seal in now}
    own = tournament.pk
    if old.get(None) != new.get(None) or own not in old or own not in new:
        return None
    (length, seal), (longer, last_seal) = old[own], new[own]
    many = longer - length
    if not 0 <= many <= MOST_SINCE:
        return None
    entries = _latest(many + 1)(own)
    seals = [entry_seal for entry_seal, _facts in entries]
    if len(seals) <= many or (seals[0], seals[many]) != (last_seal, seal):
        return None
    found = [facts for _seal, facts in entries[:many]]
    return [fact for each in found for fact in each.items()] if all(found) else None


def heads_but_for(
    tournament: Tournament, now: Heads, rows: frozenset[str], at_table: int | None = None
) -> Heads:
    """Return the heads of the journals when anything but `rows` was last touched.

    As far as this process has looked: what does not show these rows is unchanged since. A deleted
    row counts, as do all that facts do not tell, and what is about a table of this number, in any
    round. One query after an entry.
    """
    if not rows:
        return now
    looks: dict[object, tuple[Heads, Heads]] = keep("looks", tournament.pk, dict)
    looked, touched = looks.get((rows, at_table), ((), now))
    if looked != now:
        facts = facts_since(tournament, looked, now)
        if facts is None or not all(
            fact
            and (kind := name.partition(":")[0]) in rows
            and (at_table is None or _is_elsewhere(kind, fact, at_table))
            for name, fact in facts
        ):
            touched = now
        if len(looks) > MOST_LOOKS:
            looks.clear()
        looks[rows, at_table] = (now, touched)
    return touched


def across_sheets(tournament: Tournament, what: object, reckon: Callable[[], T]) -> T:
    """Return the result of `reckon`, cached until an entry touches more than score sheets.

    what: what it is and depends on besides the journals. Not cached within a transaction, whose
    changes may not be in the journal yet. One query, two after an entry.
    """
    if connection.in_atomic_block:
        return reckon()
    touched = heads_but_for(tournament, heads(tournament), SHEETS)
    return keep("figures", (tournament.pk, touched, what), reckon)


def _is_elsewhere(kind: str, fact: Fact, at_table: int) -> bool:
    """Whether what was touched of sheets is not about this table; a penalty may be about any.

    A version that counts touches the row of its table as well.
    """
    if kind == "gametable":
        return bool(fact["number"] != at_table)
    return kind != "penalty"


@cache
def _latest(many: int) -> Prepared[tuple[str, dict[str, Fact | None]]]:
    entries = JournalEntry.objects.order_by("-pk").values_list("seal", "facts")
    return Prepared(lambda tournament: entries.filter(tournament=tournament)[:many])


def facts_of(tournament: int | None, touched: Iterable[Touched]) -> dict[str, Fact | None]:
    """Return the facts of these rows for a journal; at most one query per model."""
    kept = kept_of(tournament)
    queries: list[QuerySet] = []
    named: dict[type[Model], set[int]] = {}
    facts: dict[str, Fact | None] = {}
    for each in touched:
        if isinstance(each, str):
            facts[each] = None
        elif isinstance(each, QuerySet):
            queries.append(each)
        elif (of_model := kept[str(each._meta.model_name)]).unchangeable:  # as written
            fields = of_model.fields_of(type(each))
            columns = [column for column in each._meta.concrete_fields if column.name in fields]
            values = {column.name: getattr(each, column.attname) for column in columns}
            facts[row_of(type(each), each.pk)] = fact_of(of_model, values)
        else:
            named.setdefault(each._meta.model, set()).add(each.pk)
    for model, pks in named.items():
        if len(pks) <= FEW_ROWS:
            of_model = kept[str(model._meta.model_name)]
            facts |= _facts(_rows_by(model, of_model, "pk")(*pks), model, of_model)
        else:
            queries.append(model._default_manager.filter(pk__in=pks))
    for query in queries:
        of_model = kept[str(query.model._meta.model_name)]
        facts |= _facts(_values(query, of_model), query.model, of_model)
    return facts


def kept_of(tournament: int | None) -> Mapping[str, Kept]:
    """Return what the journal of a tournament stores, or that of the installation (None)."""
    return OF_INSTALLATION if tournament is None else OF_TOURNAMENT


def rows_named(*rows: QuerySet) -> list[str]:
    """Return the journal's names of these rows, to be taken before deletion; a query for each."""
    return [row_of(each.model, pk) for each in rows for pk in each.values_list("pk", flat=True)]


def rows_at(tables: QuerySet[GameTable]) -> list[QuerySet]:
    """Return queries of the tables and all rows attached: seats, versions, penalties ..."""
    queries: list[QuerySet] = [tables]
    for name, kept in OF_TOURNAMENT.items():
        if kept.owner.endswith(AT_TABLE):
            model = program.all_models["tournament"][name]
            table = kept.owner.removesuffix("__round__tournament")
            queries.append(model._default_manager.filter(**{f"{table}__in": tables}))
    return queries


@cache
def _rows_by(model: type[Model], kept: Kept, column: str) -> Prepared[tuple[Any, ...]]:
    """Return a query of the rows with one of the given values in this column; without any, all."""
    every = model._default_manager.all()
    return Prepared(
        lambda *given: _values(every.filter(**{f"{column}__in": given}) if given else every, kept)
    )


def _values(rows: QuerySet, kept: Kept) -> QuerySet[Any, tuple[Any, ...]]:
    return rows.order_by("pk").values_list("pk", *_columns_of(rows.model, kept))


def _facts(found: Iterable[tuple[Any, ...]], model: type[Model], kept: Kept) -> dict[str, Fact]:
    wanted = _columns_of(model, kept)
    return {
        row_of(model, pk): fact_of(kept, dict(zip(wanted, values, strict=True)))
        for pk, *values in found
    }


def _columns_of(model: type[Model], kept: Kept) -> list[str]:
    return [*kept.fields_of(model), *filter(None, [kept.salt])]


def journal_head(tournament: Tournament | None) -> JournalHead:
    """Return the stored length and last seal of a journal; one query."""
    return JournalHead.objects.filter(tournament=tournament).first() or JournalHead()


def competition_names(entries: Iterable[JournalEntry]) -> dict[tuple[str, str], str]:
    """Return what the series, leagues and so on in these entries are called, by kind and slug.

    One query for each kind that is there; deleted ones are missing.
    """
    every = [each.data for each in entries]
    names = {}
    for kind, model in COMPETITIONS.items():
        slugs = {data[kind] for data in every if isinstance(data.get(kind), str)}
        for one in model._default_manager.filter(slug__in=slugs) if slugs else ():
            names[kind, one.slug] = str(one)
    return names


def chain_report(tournament: Tournament | None) -> ChainReport:
    """Check a tournament's journal, or the installation's (None); two queries."""
    entries = list(JournalEntry.objects.filter(tournament=tournament).order_by("pk"))
    head = journal_head(tournament)
    place = first_break((chained(entry), entry.seal) for entry in entries)
    if place is None and entries and entries[-1].seal != head.seal:
        place = len(entries)
    return ChainReport(
        entries=len(entries),
        expected=head.entries,
        broken_at=place,
        broken_time=entries[place - 1].at if place else None,
        seal=head.seal,
    )


def act_of_submission(
    tournament: Tournament, submission_id: UUID | None, actions: Collection[str]
) -> JournalEntry | None:
    """Return the first act of these kinds with this submission id; None without an id."""
    return _acts(tournament, submission_id, actions).first() if submission_id else None


def rows_of_submission(
    tournament: Tournament, submission_id: UUID | None, action: str, model: str
) -> set[int]:
    """Return the ids of a model's rows ("payment") written by acts with this submission id."""
    acts = _acts(tournament, submission_id, [action]) if submission_id else ()
    return {pk for act in acts for pk in rows_in(act, model)}


def id_words(submission_id: UUID | None) -> dict[str, str]:
    """Return the submission id in the form of the journal."""
    return {"mark": str(submission_id)} if submission_id else {}


def rows_in(act: JournalEntry, model: str) -> set[int]:
    """Return the ids of a model's rows written by an act."""
    rows = (row.partition(":") for row in act.facts)
    return {int(pk) for name, _, pk in rows if name == model}


def _acts(
    tournament: Tournament, submission_id: UUID, actions: Collection[str]
) -> QuerySet[JournalEntry]:
    acts = JournalEntry.objects.filter(tournament=tournament, action__in=actions)
    return acts.filter(data__mark=str(submission_id))
