"""Queries for the players' phones: public names, published rounds, released standings alone."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.core.cache import cache
from django.db.models import Count, Q
from django.urls import reverse

from tournament.accounts.reads import hall_url
from tournament.models import Bye, Entry, GameTable, JournalEntry, Person, Round, Tournament
from tournament.rounds.reads.clock import clock_faces, extra_times
from tournament.rounds.reads.rounds import round_released, seats_at, shown_rounds
from tournament.rounds.rules.clock import ClockState
from tournament.shared.reads.kept import until_next_entry
from tournament.shared.reads.prepared import Prepared
from tournament.shared.rules.names import find_names, is_whole_name
from tournament.shared.rules.places import SeatRow
from tournament.shared.rules.typed import number_in
from tournament.standings.reads.standings import StandingsReport, shown_standings

MOST_FOUND = 20
# Acts on the result of a table: visible once the standings after its round are released.
_OF_RESULTS = ("sheet_", "verification_", "penalty_", "penalties_", "call_", "protest_")


@dataclass(frozen=True, slots=True)
class Player:
    """A player, with the public name; `affiliation` as in `SeatRow`."""

    entry_id: int
    number: int
    name: str
    affiliation: str


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A published round of a player; `sits_out` by lot; `mates`: all at the table, by position."""

    round: Round
    seat: SeatRow | None
    sits_out: bool
    mates: tuple[SeatRow, ...]


@dataclass(frozen=True, slots=True)
class TableClock:
    """The clock of one table, or of all tables of one size (`table` None)."""

    table: int | None
    table_size: int
    state: ClockState
    extra_minutes: int = 0


_WITH_CODE = Prepared(
    lambda code: Tournament.objects.filter(phones_let_in=True, phone_code=code).select_related(
        "stage", "cup_stage__cup"
    )
)


def tournament_for_phones(code: str) -> Tournament | None:
    """Return the tournament for this phone code, with its stages in hall and cup; one query."""
    return _WITH_CODE.one(code.lower())


def phone_url(tournament: Tournament) -> str:
    """Return the full URL for phones, empty while they are not let in; at most one query."""
    base = hall_url() if tournament.phones_let_in else ""
    return base and f"{base}{reverse('phone', args=[tournament.phone_code])}"


def latest_change(tournament: Tournament) -> tuple[int, int]:
    """Return the newest act that may change what phones show, and the rounds with sheets to come.

    Of the results of a round without released standings they show only that all are in. Consent to
    be named is in the journal of the installation. At most four queries, none until the next act.
    """
    released = tournament.standings_released

    def look() -> tuple[int, int]:
        of_results = Q()
        for begin in _OF_RESULTS:
            of_results |= Q(action__startswith=begin)
        hidden = of_results & Q(data__round__gt=released)
        own = tournament.journal.exclude(hidden)
        common = JournalEntry.objects.filter(tournament=None)
        # Each by itself: an index leads from the end of a journal to the first entry shown.
        ends = (each.order_by("-pk").values_list("pk", flat=True).first() for each in (own, common))
        missing = GameTable.objects.filter(
            round__tournament=tournament, round__published_at__isnull=False, current_version=None
        )
        rounds = missing.aggregate(count=Count("round", distinct=True))
        return max(pk or 0 for pk in ends), rounds["count"]

    return until_next_entry(tournament, ("latest change", released), look)


def latest_list(tournament: Tournament) -> tuple[int, int]:
    """Return the newest act that a long list on phones shows, the same one for ten seconds.

    Up to which round they are released, and the end of the tournament, count at once.
    """
    key = f"latest-list-{tournament.pk}-{tournament.standings_released}-{tournament.status}"
    shown: tuple[int, int] | None = cache.get(key)
    if shown is None:
        shown = latest_change(tournament)
        cache.set(key, shown, settings.NEW_LIST_EVERY)
    return shown


def find_players(tournament: Tournament, typed: str) -> tuple[Player, ...]:
    """Return players by start number or name; at most two queries.

    People who do not want to be named are found by number or whole name, and shown by initials.
    """
    wanted = typed.strip()
    if wanted.isdecimal():
        number = number_in(wanted.lstrip("0"))
        player = player_numbered(tournament, number) if number else None
        return (player,) if player else ()
    entries = Entry.objects.filter(tournament=tournament).order_by("number")
    people = until_next_entry(
        tournament, "people by name", lambda: list(entries.select_related("person", "club"))
    )
    named = [each for each in people if _shows_name(each.person)]
    found = [named[at] for at in find_names(wanted, [each.person.name for each in named])]
    found += [
        each
        for each in people
        if not _shows_name(each.person) and is_whole_name(wanted, each.person.name)
    ]
    return tuple(_player(tournament, each) for each in found[:MOST_FOUND])


def player_numbered(tournament: Tournament, number: int) -> Player | None:
    """Return the player with this start number; one query."""
    entries = Entry.objects.filter(tournament=tournament, number=number)
    entry = entries.select_related("person", "club").first()
    return _player(tournament, entry) if entry else None


def player_of_entry(tournament: Tournament, entry_id: int) -> Player | None:
    """Return the player of this entry, None once the person is deleted; one query."""
    entries = Entry.objects.filter(tournament=tournament, pk=entry_id, person__deleted_at=None)
    entry = entries.select_related("person", "club").first()
    return _player(tournament, entry) if entry else None


def rounds_of_player(tournament: Tournament, player: Player) -> tuple[PlayedRound, ...]:
    """Return the visible rounds of a player, latest first; at most five queries."""
    rounds = shown_rounds(tournament)
    mine = GameTable.objects.filter(round__in=rounds, seats__entry=player.entry_id)
    seats = seats_at(tournament, mine)
    byes = Bye.objects.filter(round__in=rounds, entry=player.entry_id)
    out = set(byes.values_list("round", flat=True))
    return tuple(
        PlayedRound(
            round=round,
            seat=next((row for row in mates if row.entry_id == player.entry_id), None),
            sits_out=round.pk in out,
            mates=mates,
        )
        for round in reversed(rounds)
        for mates in [seats.get(round.pk, ())]
    )


def table_clocks(
    tournament: Tournament, round: Round, now: datetime, number: int | None = None
) -> tuple[TableClock, ...]:
    """Return a round's clocks by size, then of single tables; or a player's. Three queries."""
    faces = clock_faces(tournament, round, now)
    extra = extra_times(tournament, round, now)
    by_size = tuple(TableClock(None, face.table_size, face.state) for face in faces)
    own_time = tuple(TableClock(each.table, 0, each.state, each.extra_minutes) for each in extra)
    mine = None
    if number is not None:
        mine = GameTable.objects.filter(round=round, seats__entry__number=number).first()
    if mine is None:
        return by_size + own_time
    own = [clock for clock in own_time if clock.table == mine.number]
    return tuple(own or [clock for clock in by_size if clock.table_size == mine.size])


def released_standings(tournament: Tournament) -> StandingsReport | None:
    """Return the public standings; None while there are none. At most eight queries."""
    last = round_released(tournament)
    report = shown_standings(tournament, last) if last else None
    return None if report is None or report.nothing_played else report


def _player(tournament: Tournament, entry: Entry) -> Player:
    affiliation = tournament.affiliation(entry.club_short, entry.team)
    return Player(entry.pk, entry.number, entry.person.public_name, affiliation)


def _shows_name(person: Person) -> bool:
    return person.public_name == person.name
