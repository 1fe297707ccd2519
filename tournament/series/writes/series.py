"""Services for series, for owners; recorded in the journal of the installation."""

from collections.abc import Mapping, Sequence
from datetime import date

from django.db import transaction

from tournament.errors import Refused
from tournament.journal.reads import rows_named
from tournament.journal.writes import record
from tournament.models import EveningLine, Person, Series, SeriesEvening, Tournament
from tournament.people.rules.people import Identified
from tournament.people.writes.clubs import Clubs
from tournament.people.writes.known_people import new_person
from tournament.people.writes.people import remove_orphans
from tournament.permissions import Actor, require_owner
from tournament.series.reads.evening_lists import recognised_lines
from tournament.series.reads.series import first_tournament, rule_differences
from tournament.series.rules.next_evening import free_slug
from tournament.series.rules.result_lists import ResultLine
from tournament.shared.rules.names import tidy

SERIES_SETTINGS = frozenset(
    {"name", "season", "dropped", "best", "missed_points", "missed_dropped"}
    | {"place_bonus", "attendance_bonus", "tie_breaks"}
)
NEW_PAGE = "new"
"""Part of the URL of the page for a new series, so no series has this slug."""
NO_ANSWERS: Mapping[int, str] = {}
SOMEBODY_NEW = "new"


@transaction.atomic
def create_series(actor: Actor, settings: Mapping[str, object]) -> Series:
    """Create a series; its slug is made from the name. Refused: "series_name_missing"."""
    require_owner(actor)
    _check_settings(settings)
    name = " ".join(filter(None, (str(settings["name"]), str(settings.get("season", "")))))
    slug = free_slug(name, [NEW_PAGE, *Series.objects.values_list("slug", flat=True)])
    series = Series.objects.create(slug=slug, **settings)
    record(actor, None, "series_created", touched=[series], series=slug)
    return series


@transaction.atomic
def edit_series(actor: Actor, series: Series, settings: Mapping[str, object]) -> None:
    """Change how the evenings are added up, or the name. Refused: "series_name_missing"."""
    require_owner(actor)
    _check_settings(settings)
    before = Series.objects.select_for_update().get(pk=series.pk)
    changed = [name for name, value in settings.items() if getattr(before, name) != value]
    for name in changed:
        setattr(series, name, settings[name])
    series.save(update_fields=changed)
    if changed:
        words = {"series": series.slug, "changed": sorted(changed)}
        record(actor, None, "series_edited", touched=[series], **words)


@transaction.atomic
def delete_series(actor: Actor, series: Series) -> None:
    """Delete a series; its tournaments stay, imported lists of results do not."""
    require_owner(actor)
    lines = EveningLine.objects.filter(evening__series=series)
    people = list(lines.values_list("person", flat=True))
    touched = rows_named(lines, series.evenings.all(), Series.objects.filter(pk=series.pk))
    record(actor, None, "series_deleted", touched=touched, series=series.slug, name=str(series))
    series.delete()
    remove_orphans(people, [])


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
    first = first_tournament(series)
    if first and (differs := rule_differences(first, tournament)):
        raise Refused("series_rules_differ", name=tournament.name, differences=differs)
    evening = SeriesEvening.objects.create(series=series, tournament=tournament)
    words = {"series": series.slug, "slug": tournament.slug}
    record(actor, None, "evening_added", touched=[evening], **words)
    return evening


@transaction.atomic
def remove_evening(actor: Actor, evening: SeriesEvening) -> None:
    """Remove an evening from its series: a tournament stays, an imported list is lost."""
    require_owner(actor)
    people = list(evening.lines.values_list("person", flat=True))
    touched = rows_named(evening.lines.all(), SeriesEvening.objects.filter(pk=evening.pk))
    words = {"series": evening.series.slug, "name": str(evening)}
    record(actor, None, "evening_removed", touched=touched, **words)
    evening.delete()
    remove_orphans(people, [])


@transaction.atomic
def import_evening(
    actor: Actor,
    series: Series,
    lines: Sequence[ResultLine],
    *,
    name: str,
    day: date | None = None,
    answers: Mapping[int, str] = NO_ANSWERS,
) -> SeriesEvening:
    """Import the results of an evening.

    `answers`: by line, the id of the known person meant, or "new" (the default). Refused:
    "evening_name_missing", "one_person_twice", "evening_unknown_person", "evening_there_already"
    (of this name and day).
    """
    require_owner(actor)
    if not tidy(name):
        raise Refused("evening_name_missing")
    Series.objects.select_for_update().get(pk=series.pk)
    same_day = series.evenings.filter(held_on=day, tournament=None).values_list("name", flat=True)
    if tidy(name).casefold() in {each.casefold() for each in same_day}:
        raise Refused("evening_there_already", name=tidy(name))
    evening = SeriesEvening.objects.create(series=series, name=tidy(name), held_on=day)
    taken: set[int] = set()
    for line, known in zip(lines, recognised_lines(lines), strict=True):
        person = _person(actor, known, answers.get(line.line, SOMEBODY_NEW))
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
        )
    words = {"series": series.slug, "name": evening.name, "lines": len(taken)}
    record(actor, None, "evening_imported", touched=[evening, evening.lines.all()], **words)
    return evening


def _person(actor: Actor, known: Identified, answer: str) -> Person:
    """Return the person of a line; a new one is created with the club."""
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


def _check_settings(settings: Mapping[str, object]) -> None:
    if unknown := settings.keys() - SERIES_SETTINGS:
        raise ValueError(f"not a setting: {sorted(unknown)}")
    if "name" in settings and not tidy(str(settings["name"])):
        raise Refused("series_name_missing")
