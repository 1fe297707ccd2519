"""Queries of the players of a tournament, and of its imported lists."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from tournament.models import (
    Bye,
    Club,
    Entry,
    KnownHeading,
    Payment,
    Person,
    PlayerImport,
    Round,
    SealedStep,
    Seat,
    Tournament,
)
from tournament.people.rules.people import Identified, KnownPerson, Match
from tournament.rounds.reads.rounds import rounds_of
from tournament.shared.reads.prepared import Prepared
from tournament.shared.rules.fields import PLAYER_FIELDS, Of, PlayerData, fields_of, player_of
from tournament.shared.rules.names import find_names, is_another_spelling, list_name, name_key, tidy

SEATED_BY_A_DRAW = (Entry.Status.ACTIVE, Entry.Status.UNRANKED)
PLAYING = Q(status__in=SEATED_BY_A_DRAW)
FEWEST_LETTERS = 3


@dataclass(frozen=True, slots=True)
class Registration:
    """Progress of the registration.

    Checked-in players and unpaid fees are counted among those playing; paid fees among all, to
    agree with the till.
    `is_drawn`: a round is drawn.
    """

    entered: int
    playing: int
    checked_in: int
    fee_paid: int
    unpaid: int
    is_drawn: bool

    @property
    def uses_presence(self) -> bool:
        """Whether presence is tracked: not if seats were drawn without check-in."""
        return bool(self.checked_in) or not self.is_drawn

    @property
    def gone(self) -> int:
        """The number of withdrawn and disqualified players."""
        return self.entered - self.playing

    @property
    def missing(self) -> int:
        """The number of players who are not checked in."""
        return self.playing - self.checked_in

    @property
    def to_be_drawn(self) -> int:
        """The number of players to draw: those checked in, or all before check-in began."""
        return self.checked_in or self.playing


class ListedPlayer(NamedTuple):
    """An entry, last name first, the club short; a tuple is much faster than a model.

    of_person: the values of the person's fields, in their order.
    """

    pk: int
    number: int
    name: str
    club: str
    tags: list[str]
    status: str
    fee_paid: bool
    checked_in: bool
    team: str
    fixed_table: int | None
    keeps_list: bool
    desk_note: str
    desk_mark: str
    of_person: list[str]

    @property
    def plays(self) -> bool:
        """Whether the player is seated by the next draw."""
        return self.status in SEATED_BY_A_DRAW


def listed_players(entries: QuerySet[Entry]) -> list[ListedPlayer]:
    """Return these entries in the form of the list of players; one query."""
    of_person = ("person__last_name", "person__first_name", "club__code", "club__name")
    others = ["tags", "status", "fee_paid", "checked_in", "team", "fixed_table", "keeps_list"]
    others += [field.column for field in fields_of(Of.NOTE)]
    kept = [field.path for field in fields_of(Of.PERSON)]
    rows = entries.values_list("pk", "number", *of_person, *others, *kept)
    return [
        ListedPlayer(
            *(pk, number, list_name(last_name, first_name), code or club or ""),
            *(*more[: len(others)], more[len(others) :]),
        )
        for pk, number, last_name, first_name, code, club, *more in rows
    ]


def player_list(tournament: Tournament) -> QuerySet[Entry]:
    """Return all entries with person, club, and `seated` (ever had a seat); one query."""
    return (
        Entry.objects.filter(tournament=tournament)
        .select_related("person", "club")
        .annotate(seated=Exists(Seat.objects.filter(entry=OuterRef("pk"))))
        .order_by("number")
    )


def players_shown(tournament: Tournament, show: str) -> QuerySet[Entry]:
    """Return all entries, the "gone", or of those playing the "missing" or "unpaid"; one query."""
    entries = player_list(tournament)
    if show == "missing":
        entries = entries.filter(PLAYING, checked_in=False)
    elif show == "unpaid":
        entries = entries.filter(PLAYING, fee_paid=False)
    elif show == "gone":
        entries = entries.exclude(PLAYING)
    return entries


def not_there(tournament: Tournament) -> list[Entry]:
    """Return who takes part and is not checked in, by name; one query."""
    missing = Entry.objects.filter(PLAYING, tournament=tournament, checked_in=False)
    return sorted(
        missing.select_related("person"), key=lambda entry: name_key(entry.person.list_name)
    )


_NOTED = Q(desk_note__gt="") | Q(desk_mark__gt="")
_NOTED_OF = Prepared(lambda tournament: Entry.objects.filter(_NOTED, tournament=tournament))
_NOTED_AT = Prepared(
    lambda round: (
        Entry.objects.filter(_NOTED, seats__round=round)
        .select_related("person")
        .annotate(table=F("seats__table__number"))
        .order_by("seats__position")
    )
)


def noted_players(tournament: Tournament) -> dict[int, Entry]:
    """Return the entries with a note or a mark, by id; one query."""
    return {entry.pk: entry for entry in _NOTED_OF(tournament.pk)}


def noted_at_tables(round: Round) -> dict[int, list[Entry]]:
    """Return the entries with a note or a mark by the table at which they sit; one query."""
    found: dict[int, list[Entry]] = {}
    for entry in _NOTED_AT(round.pk):
        found.setdefault(entry.table, []).append(entry)
    return found


def jurors(tournament: Tournament) -> QuerySet[Entry]:
    """Return possible jurors by name: playing, and checked in or seated; one query."""
    there = Q(checked_in=True) | Q(seated=True)
    people = player_list(tournament).filter(PLAYING, there)
    return people.order_by("person__last_name", "person__first_name")


def clubs_of(tournament: Tournament) -> list[Club]:
    """Return the clubs that have players in the tournament."""
    return list(Club.objects.filter(entries__tournament=tournament).distinct())


def tags_of(tournament: Tournament) -> list[str]:
    """Return the categories of the players of a tournament; one query."""
    found = Entry.objects.filter(tournament=tournament).values_list("tags", flat=True)
    return sorted({tag for tags in found for tag in tags})


_COUNTS = Prepared(
    lambda tournament: (
        Entry.objects.filter(tournament=tournament)
        .order_by()
        .values("tournament")
        .annotate(
            all=Count("pk"),
            seated=Count("pk", filter=PLAYING),
            there=Count("pk", filter=PLAYING & Q(checked_in=True)),
            paid=Count("pk", filter=Q(fee_paid=True)),
            owing=Count("pk", filter=PLAYING & Q(fee_paid=False)),
        )
        .values_list("all", "seated", "there", "paid", "owing")
    )
)


def registration(tournament: Tournament) -> Registration:
    """Return the numbers of entered, present and paid players; at most two queries."""
    counts = _COUNTS.one(tournament.pk) or (0,) * 5
    return Registration(*counts, is_drawn=bool(rounds_of(tournament)))


def find_players(tournament: Tournament, typed: str) -> QuerySet[Entry]:
    """Return players by number, or by beginnings of name or club code: "mul", "muel": Müller."""
    entries = player_list(tournament)
    if typed.strip().isdecimal():
        number = int(typed.strip()[:9])
        return entries.filter(number=number)
    columns = ("pk", "person__first_name", "person__last_name", "club__code")
    named = list(Entry.objects.filter(tournament=tournament).order_by("pk").values_list(*columns))
    names = [f"{first} {last} {code or ''}" for _pk, first, last, code in named]
    found = [named[at][0] for at in find_names(typed, names)]
    return entries.filter(pk__in=found) if found else entries.none()


def player_to_check_in(tournament: Tournament, typed: str) -> Entry | None:
    """Return the only player matching a number or at least three letters; else None."""
    typed = typed.strip()
    if not typed.isdecimal() and len(typed) < FEWEST_LETTERS:
        return None
    found = [entry for entry in find_players(tournament, typed) if entry.plays]
    return found[0] if len(found) == 1 and not is_written_otherwise(found[0], typed) else None


def is_written_otherwise(entry: Entry, typed: str) -> bool:
    """Whether somebody else may be meant, whose name has other double letters."""
    name = f"{entry.person.name} {entry.club.code if entry.club else ''}"
    return not typed.isdecimal() and is_another_spelling(typed, name)


def was_drawn(entry: Entry) -> bool:
    """Whether the start number is or was on a seat list, in the proof of a draw or in a lot."""
    if entry.arrival or entry.seats.exists() or entry.byes.exists():
        return True
    return entry.number in proven_numbers(entry.tournament_id)


def proven_numbers(tournament: int) -> set[int]:
    """Return the start numbers with a seat in a step of the proof; one query."""
    steps = SealedStep.objects.filter(tournament=tournament).values_list("step", flat=True)
    rounds = (round for step in steps for round in step.get("rounds", ()))
    return {int(person) for round in rounds for table in round for person, _ in filter(None, table)}


def entered_players(tournament: Tournament) -> list[tuple[int, PlayerData]]:
    """Return every entry by start number, once for each known name, none deleted."""
    return [(entry.number, player) for entry, player in _entries_by_name(tournament)]


def tell_fees(tournament: Tournament, rows: Iterable[Identified]) -> list[Identified]:
    """Return the rows, those of players entered with what becomes of what they say of the fee."""
    rows = list(rows)
    numbers = [each.row.known_number for each in rows if each.row.player.fee_told]
    entered = Entry.objects.filter(tournament=tournament, number__in=[*filter(None, numbers)])
    columns = ("number", "fee_told", "fee_paid")
    known = {number: of for number, *of in entered.values_list(*columns)} if any(numbers) else {}
    return [
        replace(each, row=each.row.with_fee_of(told[0], is_paid=told[1]))
        if (told := known.get(each.row.known_number))
        else each
        for each in rows
    ]


def already_here(tournament: Tournament, player: PlayerData, found: Match) -> list[KnownPerson]:
    """Return entered people a new player (`found` among all known) may be, by any such name."""
    namesakes = [
        KnownPerson(entry.person_id, named, (named.last_name, named.first_name), entry.number)
        for entry, named in _entries_by_name(tournament)
        if named.name_words & player.name_words
    ]
    return [*namesakes, *(known for known in found.alike if known.number is not None)]


def _entries_by_name(tournament: Tournament) -> Iterator[tuple[Entry, PlayerData]]:
    """Yield each entry with its name, then with the names of people merged into its person."""
    entries = player_list(tournament).filter(person__deleted_at=None)
    here = {entry.pk: entry.person.same_as_id or entry.person_id for entry in entries}
    others = Person.objects.filter(Q(spellings__isnull=False) | Q(same_as__isnull=False))
    named: dict[int, list[Person]] = {}
    for person in others.distinct().order_by("pk"):
        named.setdefault(person.same_as_id or person.pk, []).append(person)
    for entry in entries:
        player = player_data(entry)
        yield entry, player
        for other in named.get(here[entry.pk], ()):
            if other.pk != entry.person_id:
                yield (
                    entry,
                    replace(player, last_name=other.last_name, first_name=other.first_name),
                )


def player_data(entry: Entry) -> PlayerData:
    """Return the data of a player."""
    rows = {"person": entry.person, "club": entry.club, "entry": entry}
    return player_of(
        {each.name: getattr(rows[each.model], each.column, None) for each in PLAYER_FIELDS}
    )


def team_spellings(tournament: Tournament, without: Collection[int] = ()) -> dict[str, str]:
    """Return each team's first spelling by its casefolded name, `without` these numbers."""
    others = Entry.objects.filter(tournament=tournament).exclude(number__in=set(without))
    known = others.exclude(team="").order_by("-number").values_list("team", flat=True)
    return {tidy(team).casefold(): team for team in known}


def known_headings() -> dict[str, str]:
    """Return the headings explained by users: column by spelling; one query."""
    return dict(KnownHeading.objects.order_by("pk").values_list("title", "column"))


@dataclass(frozen=True, slots=True)
class EnteredList:
    """An entered list; it cannot be undone if one is `held_by` a seat, payment, check-in."""

    source: PlayerImport
    entries: tuple[Entry, ...]
    held_by: Entry | None


def entered_lists(tournament: Tournament) -> list[EnteredList]:
    """Return the lists with entries still present, latest first; at most four queries."""
    lists = list(PlayerImport.objects.filter(tournament=tournament).exclude(entered=[]))
    if not lists:
        return []
    held = [Exists(model.objects.filter(entry=OuterRef("pk"))) for model in (Seat, Bye, Payment)]
    people = Entry.objects.filter(tournament=tournament).select_related("person")
    entries = {entry.pk: entry for entry in people}
    holds = people.filter(Q(*held, checked_in=True, _connector=Q.OR))
    proven = proven_numbers(tournament.pk)
    stay = {pk for pk, entry in entries.items() if entry.number in proven}
    stay.update(holds.values_list("pk", flat=True))
    found = []
    for each in sorted(lists, key=lambda each: -each.pk):
        there = tuple(entries[pk] for pk in each.entered if pk in entries)
        if there:
            held_by = next((entry for entry in there if entry.pk in stay), None)
            found.append(EnteredList(each, there, held_by))
    return found
