"""Making, editing and deleting a competition; opening the file of one from elsewhere.

For owners; recorded in the journal of the installation.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import attrgetter
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet

from tournament.archives.mapping import Contradiction, archived_fields, model_of, target
from tournament.archives.reads import slug_here, tournament_by_origin
from tournament.archives.rules.archive import SPELLING, Archive, CompetitionFile
from tournament.archives.writes import (
    NOBODY,
    Ids,
    Met,
    last_person,
    make_clubs,
    make_people,
    make_person,
    make_rows,
    name_contradictions,
    open_archive,
    require_rows,
    require_whole,
)
from tournament.competitions.mapping import KINDS, models_of
from tournament.competitions.reads import (
    certain_people,
    counting_people,
    file_people,
)
from tournament.competitions.rules import in_part
from tournament.cup.reads import cup_report
from tournament.cup.rules import CUP_TIE_BREAKS
from tournament.errors import Refused
from tournament.journal.reads import rows_named
from tournament.journal.writes import lock_journal, record
from tournament.league.reads import league_report
from tournament.league.rules import LEAGUE_TIE_BREAKS
from tournament.league.writes.leagues import hold_league, tables_to_change
from tournament.models import Cup, League, Person, Ranking, Tournament
from tournament.people.writes.people import remove_orphans
from tournament.permissions import Actor, require_owner
from tournament.rankings.rules import TOLD
from tournament.series.reads import series_report
from tournament.series.rules import SERIES_TIE_BREAKS
from tournament.series.writes import require_name
from tournament.shared.rules.names import free_slug, plain_text, tidy
from tournament.shared.writes.changes import save_changes

NEW_PAGE = "new"
"""Part of the URL of the page for a new competition, so none has this slug."""
Made = TypeVar("Made", bound=Model)
REPORTS: dict[str, Callable[[Any], object]] = {
    "series": series_report,
    "league": league_report,
    "cup": cup_report,
}
CHAINS: dict[str, tuple[str, Collection[str]]] = {
    "series": ("tie_breaks", SERIES_TIE_BREAKS),
    "league": ("tie_breaks", LEAGUE_TIE_BREAKS),
    "cup": ("chain", CUP_TIE_BREAKS),
}
"""The field with codes of what decides between equal ones, and the codes known here."""


@dataclass(frozen=True, slots=True)
class OpenedCompetition:
    """A competition, how many of its tournaments were here before, and which rank otherwise."""

    kind: str
    one: Any
    known: int
    different: tuple[Tournament, ...]


@transaction.atomic
def create_competition(actor: Actor, model: type[Made], settings: Mapping[str, Any]) -> Made:
    """Create a series, league, cup or ranking; its slug is made from name and season.

    Refused: "name_needed", "competition_there_already".
    """
    require_owner(actor)
    require_name(settings)
    name = " ".join(filter(None, (str(settings["name"]), str(settings.get("season", "")))))
    slug = _free_slug(model, name)
    made = model._default_manager.create(slug=slug, **settings)
    _require_other_name(made)
    kind = _kind_of(made)
    record(actor, None, f"{kind}_created", touched=[made], **{kind: slug})
    return made


@transaction.atomic
def edit_competition(actor: Actor, one: Any, settings: Mapping[str, Any]) -> None:
    """Change the name of one, or what counts in it.

    Refused: "name_needed"; another name that one has: "competition_there_already"; who plays for a
    cup that has stages: "cup_has_begun"; what published lists tell: "ranking_has_lists".
    """
    require_owner(actor)
    require_name(settings)
    type(one)._default_manager.select_for_update().get(pk=one.pk)
    tables = tables_to_change(one, settings) if isinstance(one, League) else []
    changed = save_changes(one, settings)
    if not {"name", "season"}.isdisjoint(changed):  # equal ones that are there may stay
        _require_other_name(one)
    if isinstance(one, Cup) and "of" in changed and one.stages.exists():
        raise Refused("cup_has_begun")
    if isinstance(one, Ranking) and not TOLD.isdisjoint(changed) and one.issues.exists():
        raise Refused("ranking_has_lists")
    if changed:
        kind = _kind_of(one)
        action, words = f"{kind}_edited", {kind: one.slug, "changed": changed}
        if tables:
            by_team = ((sorted(each.table, key=attrgetter("team")) for each in of) for of in tables)
            lines = (pair for of in by_team for pair in zip(*of, strict=True))
            moved = sum(now.place != then.place for now, then in lines)
            action, words = "league_counted_anew", {**words, "moved": moved}
        record(actor, None, action, touched=[one], **words)


@transaction.atomic
def delete_competition(actor: Actor, one: Any) -> None:
    """Delete one with all that is its own; tournaments stay, and people who are entered there."""
    require_owner(actor)
    kind = _kind_of(one)
    rows = _rows_of(one)
    if isinstance(one, League):
        hold_league(one)
    for each in rows:  # before the journal, as every act on one of them
        list(each.select_for_update(of=("self",)).order_by("pk"))
    people: set[int] = set()
    for each in rows:
        for field in each.model._meta.concrete_fields:
            if field.related_model is Person:
                people |= {*each.values_list(field.attname, flat=True)}
    words = {kind: one.slug, "name": str(one)}
    record(actor, None, f"{kind}_deleted", touched=rows_named(*rows), **words)
    one.delete()
    remove_orphans(people, [])


def require_competition(file: CompetitionFile) -> None:
    """Refuse a file that cannot be opened here, whoever its people are; for a preview as well.

    Refused: as `require_whole`, for an archive in it "archive_part_refused";
    "competition_opened_already", "competition_tournament_taken".
    """
    kind = str(file.about["competition"]["kind"])
    if kind not in KINDS:
        raise Refused("archive_unknown_rows", names=kind[:200])
    for number, archive in file.tournaments.items():
        with in_part(number):
            require_whole(archive)
    if SPELLING not in file.rows:
        raise Refused("archive_no_rows", model=SPELLING)
    own = {name: rows for name, rows in file.rows.items() if name != SPELLING}
    numbers = {number: number for number in file.tournaments}
    names = ["club", "person", *models_of(kind)]
    require_rows(own, names, one=kind, others={"tournament": numbers})
    with name_contradictions():
        spellings, people = file.rows[SPELLING].by_id(), own["person"].by_id()
        counting = people.keys() - spellings.keys()
        if not all(pk in people and row["same_as"] in counting for pk, row in spellings.items()):
            raise Contradiction(SPELLING)
        file_people(file)
        (row,) = file.rows[kind].by_id().values()
        # It is here already if one was made at the same moment.
        known = KINDS[kind]._default_manager.filter(created_at=row["created_at"]).first()
    if known:
        raise Refused("competition_opened_already", name=str(known))
    for archive in file.tournaments.values():
        _require_free(kind, archive)


@transaction.atomic
def open_competition(
    actor: Actor, file: CompetitionFile, slug: str = "", answers: Mapping[int, int] = NOBODY
) -> OpenedCompetition:
    """Open a competition with its tournaments; those that are here already are taken as they are.

    `slug`: another short name, with a number if it is taken. `answers`: known persons by original
    id, as chosen among the candidates. Refused as `require_competition`; nothing is saved then.
    """
    require_owner(actor)
    require_competition(file)
    kind = str(file.about["competition"]["kind"])
    with name_contradictions():
        last, people = last_person(), _meet(file, answers)
    counting = Person.objects.in_bulk(people.values())
    met = Met({pk: counting[own].same_as_id or own for pk, own in people.items()}, last)
    ids: Ids = {"person": people, "tournament": {}}
    known, different = 0, []
    for number, archive in file.tournaments.items():
        about = archive.about["tournament"]
        here = tournament_by_origin(str(about["origin"]))
        if here:
            known += 1
        else:
            with in_part(number):
                opened = open_archive(actor, archive, slug_here(str(about["slug"])), met=met)
            here = opened.tournament
            different += [] if opened.same_standings else [here]
        ids["tournament"][number] = here.pk
    one = _make(file, kind, slug, ids)
    words = {kind: one.slug, "signer": file.signer}
    record(actor, None, f"{kind}_opened", touched=_rows_of(one), **words)
    return OpenedCompetition(kind, one, known, tuple(different))


def _require_free(kind: str, archive: Archive) -> None:
    """Refuse a tournament that is here already and belongs to another one of this kind."""
    known = tournament_by_origin(str(archive.about["tournament"]["origin"]))
    for name, path in models_of(kind).items() if known else ():
        for field in archived_fields(name, contacts=False):
            if target(field) == "tournament" and field.unique:
                for row in model_of(name)._default_manager.filter(**{field.name: known}):
                    owner = reduce(getattr, path.split("__"), row)
                    words = {"name": str(known), "of": str(owner)}
                    raise Refused("competition_tournament_taken", **words)


def _meet(file: CompetitionFile, answers: Mapping[int, int]) -> dict[int, int]:
    """Return all people of the file as persons here, by their ids there: known ones, and new."""
    spellings, ids = file.rows[SPELLING].by_id(), {"club": make_clubs(file.rows["club"])}
    rows = counting_people(file)
    found = make_people(rows, file_people(file), answers, ids, certain_people(file))
    people = file.rows["person"].by_id()
    for pk, row in spellings.items():
        counts = Person.objects.get(pk=found[row["same_as"]])
        found[pk] = make_person(pk, people[pk], counts.same_as or counts, ids)
    return found


def _make(file: CompetitionFile, kind: str, slug: str, ids: Ids) -> Any:
    """Save the rows of the competition itself, and reckon what its page shows."""
    model, (field, codes) = KINDS[kind], CHAINS[kind]
    free = _free_slug(model, slug or str(file.about["competition"]["slug"]))
    with name_contradictions():
        for name in models_of(kind):
            make_rows(name, file.rows[name], ids, **({"slug": free} if name == kind else {}))
        one: Any = model._default_manager.get(slug=free)
        if not {*getattr(one, field)} <= {*codes}:
            raise Contradiction(f"{kind}.{field}")
        REPORTS[kind](one)
    return one


def _require_other_name(one: Model) -> None:
    """Refuse name and season that another one of its kind has: nobody can tell the two apart."""
    lock_journal(None)  # of two at the same moment the second one sees the first
    others = type(one)._default_manager.exclude(pk=one.pk)
    if plain_text(str(one)) in {plain_text(str(each)) for each in others}:
        raise Refused("competition_there_already", name=tidy(str(one)))


def _kind_of(one: Model) -> str:
    return str(one._meta.model_name)


def _rows_of(one: Model) -> list[QuerySet]:
    """Return its own rows, one query for each model: what is deleted with it."""
    paths = models_of(_kind_of(one))
    return [model_of(n)._default_manager.filter(**{p: one.pk}) for n, p in paths.items()]


def _free_slug(model: type[Model], name: str) -> str:
    lock_journal(None)  # of two at the same moment the second one sees the first
    taken = model._default_manager.values_list("slug", flat=True)
    return free_slug(name, [NEW_PAGE, *taken])
