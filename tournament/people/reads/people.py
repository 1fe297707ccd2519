"""Queries of people and clubs across tournaments: who is known, and what they have played."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from rapidfuzz import fuzz, process

from tournament.models import (
    Club,
    Entry,
    EveningLine,
    Membership,
    Person,
    Role,
    SeriesEvening,
    Tournament,
)
from tournament.people.rules.people import LEAST_ALIKE, Identified, KnownPerson, Match, match, sound
from tournament.permissions import Actor, may_run_installation
from tournament.shared.rules.fields import KNOWN_FIELDS, Of, PlayerData, fields_of, player_of
from tournament.shared.rules.names import (
    CLUB_CODE,
    ClubName,
    contradicts,
    find_club,
    find_names,
    name_key,
    same_club,
)

# Of an entry: its tournament's people are made up.
_IS_INVENTED = Q(tournament__is_example=True) | Q(tournament__is_rehearsal=True)
_COLUMNS = {
    field.name: f"club__{field.column}" if field.of is Of.CLUB else field.column
    for field in KNOWN_FIELDS
}
"""The columns of a person's row, by name of the field."""
_FOUND_BY = ("first_name", "last_name", "club__code", "club__name")
_SHOWN = fields_of(Of.PERSON)
# The orders of the list of people, other than by name: the places of what is sorted by.
_ORDERS: dict[str, tuple[int, ...]] = {
    "club": (3, 4),
    **{field.csv_key: (at,) for at, field in enumerate(_SHOWN, 1 + len(_FOUND_BY))},
}


class KnownPeople:
    """Known people by name; the fuzzy comparison is here, as rules need no library."""

    def __init__(self, rows: Mapping[int, Sequence[Any]], numbers: Mapping[int, int]) -> None:
        """`rows` by id: the id merged into, then known fields; `numbers`: start numbers by id."""
        self._numbers = numbers
        self._rows = {pk: row for pk, row in rows.items() if (row[0] or pk) in rows}
        self._names = {pk: (row[1], row[2]) for pk, row in self._rows.items()}
        self._sounds = {pk: sound(" ".join(names)) for pk, names in self._names.items()}

    def by_id(self, pks: Iterable[int]) -> list[KnownPerson]:
        """Return the known ones of these people, in this order."""
        return [self._person(pk) for pk in pks if pk in self._rows]

    def match(self, player: PlayerData) -> Match:
        """Return who a player may be."""
        wanted = sound(f"{player.last_name} {player.first_name}")
        alike = process.extract(
            wanted, self._sounds, scorer=fuzz.ratio, score_cutoff=LEAST_ALIKE, limit=None
        )
        # A name without letters has no sound, and matches nobody.
        scores = ((self._person(pk), score if wanted else 0.0) for _sound, score, pk in alike)
        return match(player, scores)

    def others_like(self, pk: int) -> list[int]:
        """Return the ids of possible duplicates of a person, likeliest first."""
        if pk not in self._rows:
            return []
        others = {at: row for at, row in self._rows.items() if pk not in (at, row[0])}
        found = KnownPeople(others, {}).match(self._person(pk).player)
        return [each.pk for each in found.alike]

    def _person(self, pk: int) -> KnownPerson:
        """Return a person, or the one it was merged into. Built on demand: few are needed."""
        counts = self._rows[pk][0] or pk
        player = player_of(dict(zip(_COLUMNS, self._rows[counts][1:], strict=True)))
        return KnownPerson(counts, player, self._names[pk], self._numbers.get(counts))


def known_people(tournament: Tournament | None = None) -> KnownPeople:
    """Return everybody entered before, never made-up people, with numbers here; two queries."""
    if tournament and (tournament.is_example or tournament.is_rehearsal):
        return KnownPeople({}, {})
    entered = Entry.objects.filter(tournament=tournament).order_by("pk")
    numbers = dict(entered.values_list("person", "number"))
    invented = Entry.objects.filter(_IS_INVENTED).values("person")
    people = Person.objects.exclude(pk__in=invented).filter(deleted_at=None).order_by("pk")
    rows = {pk: row for pk, *row in people.values_list("pk", "same_as", *_COLUMNS.values())}
    numbers |= {rows[pk][0]: number for pk, number in numbers.items() if pk in rows and rows[pk][0]}
    return KnownPeople(rows, numbers)


def last_played(people: Iterable[int]) -> dict[int, Tournament | SeriesEvening]:
    """Return the last tournament or evening of these people, by id; two queries."""
    pks = list(people)
    played: list[tuple[Person, Tournament | SeriesEvening]] = [
        *((line.person, line.evening) for line in lines_of(pks)),
        *((entry.person, entry.tournament) for entry in entries_of(pks).reverse()),
    ]
    played.sort(key=lambda each: day_of(each[1]) or date.min)
    return {person.same_as_id or person.pk: occasion for person, occasion in played}


def counting_people() -> dict[int, int]:
    """Return the person that counts for each that was joined to another; one query."""
    doubles = Person.objects.filter(same_as__isnull=False).values_list("pk", "same_as")
    return {pk: counts for pk, counts in doubles if counts}


def people_with_clubs(pks: Iterable[int]) -> dict[int, Person]:
    """Return these people, by id; one query."""
    return Person.objects.filter(pk__in=pks).select_related("club").in_bulk()


def people_of(actor: Actor, *, to_reach: bool = False) -> QuerySet[Person]:
    """Return the people the actor may look up: of own tournaments, the owner all; none merged.

    `to_reach`: whose contact and consent, too: not people known elsewhere until an owner allows it.
    """
    people = Person.objects.filter(same_as=None, deleted_at=None)
    if may_run_installation(actor):
        return people
    mine = Membership.objects.filter(user=actor.user, role=Role.DIRECTION).values("tournament")
    here = Entry.objects.filter(tournament__in=mine)
    if to_reach:
        here = here.filter(known_elsewhere=False)
    is_here = Exists(here.filter(person=OuterRef("pk")))
    return people.filter(is_here | Exists(here.filter(person__same_as=OuterRef("pk"))))


def may_reach(actor: Actor, person: Person) -> bool:
    """Whether the actor may read and change contact and consent of an unmerged person."""
    return people_of(actor, to_reach=True).filter(pk=person.pk).exists()


def contact_offered(
    actor: Actor, tournament: Tournament, known: Iterable[Identified]
) -> dict[int, tuple[int, dict[str, str]]]:
    """Return by line the person in reach, known or entered, and what is new of its contact."""
    told = [each for each in known if each.row.contact]
    rows = {each.person: each.row for each in told if each.person}
    here = {number: each.row for each in told if (number := each.row.known_number)}
    if here:
        entered = Entry.objects.filter(tournament=tournament, number__in=here)
        for number, same_as, pk in entered.values_list("number", "person__same_as", "person"):
            rows[same_as or pk] = here[number]
    offered = {}
    for person in people_of(actor, to_reach=True).filter(pk__in=rows) if rows else ():
        row = rows[person.pk]
        new = {each: text for each, text in row.contact.items() if text != getattr(person, each)}
        offered[row.line] = (person.pk, new)
    return offered


def find_people(actor: Actor, typed: str, sort: str = "name") -> list[int]:
    """Return the ids of real people matching the letters, merged ones by either name.

    By name, or `sort` "club" or a field of persons; a minus reverses. At most two queries.
    """
    columns = ("pk", *_FOUND_BY, *(field.column for field in _SHOWN))
    invented = Entry.objects.filter(_IS_INVENTED).values("person")
    real = people_of(actor).exclude(pk__in=invented)
    named = list(real.order_by("pk").values_list(*columns))
    if typed.strip():
        merged = Person.objects.filter(same_as__isnull=False).order_by("pk")
        others: dict[int | None, list[str]] = {}
        for one, *words in merged.values_list("same_as", "first_name", "last_name"):
            others.setdefault(one, []).extend(words)
        names = [
            " ".join(filter(None, [*words[: len(_FOUND_BY)], *others.get(pk, [])]))
            for pk, *words in named
        ]
        named = [named[at] for at in find_names(typed, names)]
    named.sort(key=lambda row: name_key(f"{row[2]}, {row[1]}"), reverse=sort == "-name")
    if places := _ORDERS.get(sort.removeprefix("-")):
        named.sort(
            key=lambda row: name_key(next(filter(None, (row[at] for at in places)), "")),
            reverse=sort.startswith("-"),
        )
    return [pk for pk, *_names in named]


def entered_together(one: Person, other: Person) -> list[Tournament | SeriesEvening]:
    """Return the tournaments and evenings that have both people; three queries."""
    mine = entries_of([one.pk]).values_list("tournament", flat=True)
    both = entries_of([other.pk]).filter(tournament__in=list(mine))
    evenings = SeriesEvening.objects.filter(_lines_of(one)).filter(_lines_of(other))
    return [*(entry.tournament for entry in both), *evenings.order_by("pk").distinct()]


def _lines_of(person: Person) -> Q:
    return Q(lines__person=person) | Q(lines__person__same_as=person)


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A person in the list: the last tournament or evening, if any, and their number."""

    person: Person
    last: Tournament | SeriesEvening | None
    tournaments: int

    @property
    def last_day(self) -> date | None:
        """The date of the last one, if known."""
        return day_of(self.last) if self.last else None


def people_lines(pks: list[int]) -> list[PersonLine]:
    """Return list lines for these people in this order; three queries."""
    people = people_with_clubs(pks)
    played: dict[int, list[Tournament | SeriesEvening]] = {}
    for entry in entries_of(pks).order_by("tournament__date", "pk"):
        played.setdefault(entry.person.same_as_id or entry.person_id, []).append(entry.tournament)
    for line in lines_of(pks).order_by("evening__held_on", "pk"):
        played.setdefault(line.person.same_as_id or line.person_id, []).append(line.evening)
    for each in played.values():
        each.sort(key=lambda occasion: day_of(occasion) or date.min)
    lines = ((people[pk], played.get(pk, [])) for pk in pks)
    return [PersonLine(one, [None, *seen][-1], len(seen)) for one, seen in lines]


def day_of(occasion: Tournament | SeriesEvening) -> date | None:
    """Return the date of a tournament or an evening, if known."""
    return occasion.day if isinstance(occasion, SeriesEvening) else occasion.date


def lines_of(people: Iterable[int]) -> QuerySet[EveningLine]:
    """Return these people's imported series results, by id, including merged people."""
    pks = list(people)
    lines = EveningLine.objects.filter(Q(person__in=pks) | Q(person__same_as__in=pks))
    return lines.select_related("evening__series", "person")


def entries_of(people: Iterable[int]) -> QuerySet[Entry]:
    """Return every entry of these people, by id, including merged people."""
    pks = list(people)
    entries = Entry.objects.filter(Q(person__in=pks) | Q(person__same_as__in=pks))
    return entries.select_related("tournament", "person", "club").order_by(
        "-tournament__date", "-pk"
    )


def known_clubs() -> dict[ClubName, Club]:
    """Return every club by code and name; one query."""
    return {ClubName(club.code, club.name): club for club in Club.objects.order_by("pk")}


def club_called(text: str, known: Iterable[ClubName]) -> ClubName:
    """Return the known club with this code or name, in any spelling; else a new one as written."""
    known, as_code, as_name = list(known), ClubName(text, ""), ClubName("", text)
    found = text and (find_club(as_code, known) or find_club(as_name, known))
    return found or (as_code if CLUB_CODE.fullmatch(text) else as_name)


def find_clubs(typed: str) -> list[Club]:
    """Return all clubs, or those matching the typed letters, by code and name; one query.

    With the number of people last known in each (`people_count`), and of entries (`entry_count`).
    """
    clubs = Club.objects.annotate(
        people_count=Count("people", distinct=True), entry_count=Count("entries", distinct=True)
    )
    every = list(clubs.order_by("code", "name", "pk"))
    if typed.strip():
        return [every[at] for at in find_names(typed, [club.full for club in every])]
    return [*every]


def clubs_like(club: Club) -> list[Club]:
    """Return possible duplicates: clubs with the same code or name, in any spelling; one query."""
    own = ClubName(club.code, club.name)
    return [
        other
        for name, other in known_clubs().items()
        if other.pk != club.pk and (same_club(own, name) or contradicts(own, name))
    ]


def tournaments_with(club: Club) -> Sequence[Tournament]:
    """Return the tournaments with entries of the club; one query."""
    played = Tournament.objects.filter(Q(entries__club=club))
    return list(played.distinct().order_by("-date", "-pk"))
