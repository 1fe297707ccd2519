"""The players of a tournament, and their seats, as lists."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from operator import attrgetter
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournament.labels.filling import short_day
from tournament.labels.people import field_value, file_heading
from tournament.labels.points import short_euros
from tournament.lists.columns import (
    Column,
    Kind,
    List,
    Value,
    affiliation_column,
    day_column,
    number_column,
)
from tournament.lists.html import numbered, player_link
from tournament.models import Club, Entry, Person, Tournament
from tournament.people.reads.people import PersonLine
from tournament.people.reads.players import ListedPlayer
from tournament.privacy.reads import Played
from tournament.shared.rules.fields import FIELDS, Field, Of, PlayerData, fields_of
from tournament.shared.rules.fields import Kind as FieldKind
from tournament.shared.rules.names import name_key
from tournament.shared.rules.places import SeatRow


def players_list(entries: Iterable[Entry]) -> List:
    """Return everybody with every listed field; entries come with person and club."""
    columns = tuple(
        Column(field.csv_key, file_heading(field), partial(value_in_list, field), kind_of(field))
        for field in FIELDS
        if field.is_listed
    )
    return List(columns, list(entries))


def kind_of(field: Field) -> Kind:
    """Return the kind of a field's column in a file."""
    return Kind.NUMBER if field.kind is FieldKind.NUMBER else Kind.TEXT


def value_in_list(field: Field, entry: Entry) -> Value:
    """Return a field's value in a list; without consent the name is reduced to initials."""
    if field.of is Of.NAME and entry.person.public_name != entry.person.name:
        return entry.person.public_name if field is fields_of(Of.NAME)[0] else ""
    row = entry if field.model == "entry" else getattr(entry, field.model)
    if field.kind is FieldKind.CHOICE:
        return str(getattr(row, f"get_{field.column}_display")())
    value: Value = field_value(field, getattr(row, field.column, None))
    return value


def columns_of_person(values: Callable[[Any], Sequence[str]], missing: str) -> list[Column]:
    """Return the columns of what is kept of a person; `values` says what a row has of each."""
    return [
        Column(field.csv_key, file_heading(field), partial(_nth, values, at), missing=missing)
        for at, field in enumerate(fields_of(Of.PERSON))
    ]


def _nth(values: Callable[[Any], Sequence[str]], at: int, row: Any) -> str | None:
    return values(row)[at] or None


@dataclass(frozen=True, slots=True)
class DeskCells:
    """Presence and entry fee of a player in the list: a quiet tick for what is done, else a pill.

    The pills are buttons of one form around the list, so that its token is on the page once. A tick
    offers nothing until the script shows how to take it back (`data-back`); the player's page has
    it, too. owed: the open fees in cents by entry; None in a tournament without fees.
    """

    slug: str
    owed: Mapping[int, int] | None
    may_check_in: bool

    def there(self, row: ListedPlayer) -> str:
        """Return whether the player has come; empty for one who does not play any more."""
        if row.checked_in and row.plays:
            return self._done("check_in", gettext("there"), gettext("not there after all"))
        acts = gettext("missing"), gettext("Check in"), numbered("player-check-in", self.slug)
        return self._pill(row, "check_in", *acts) if row.plays else ""

    def paid(self, row: ListedPlayer) -> str:
        """Return whether the fee is paid; what the till has taken is taken back there alone."""
        if row.fee_paid:
            back = gettext("not paid after all") if self.owed is None else ""
            return self._done("fee", gettext("paid"), back)
        cents = (self.owed or {}).get(row.pk)
        words = gettext("%(amount)s open") % {"amount": short_euros(cents)} if cents else ""
        acts = gettext("Fee paid"), numbered("player-fee", self.slug)
        return self._pill(row, "fee", words or gettext("not paid"), *acts) if row.plays else ""

    def _done(self, what: str, words: str, back: str) -> str:
        is_offered = back and self.may_check_in
        offer = f' data-what="{what}" data-back="{escape(back)}"' if is_offered else ""
        return mark_safe(  # noqa: S308 - words are escaped
            f'<span class="tick" role="img" aria-label="{escape(words)}"{offer}>✓</span>'
        )

    def _pill(
        self, row: ListedPlayer, what: str, words: str, act: str, address: Callable[[int], str]
    ) -> str:
        if not self.may_check_in:
            return format_html('<span class="badge">{}</span>', words)
        return format_html(
            '<button class="switch" formaction="{}" name="on" value="1" data-what="{}" title="{}" '
            'aria-label="{}: {}, {}">{}</button>',
            *(address(row.pk), what, act, row.name, words, act, words),
        )


def players_on_page(
    tournament: Tournament, rows: Sequence[ListedPlayer], cells: DeskCells, *, uses_presence: bool
) -> List:
    """Return the players by name, with what is done and what is open at the desk."""

    def name(row: ListedPlayer) -> SafeString:
        """Return a link to the player's page, followed by wishes for the draw and the status."""
        link = player_link(tournament.slug, row.pk, row.name)
        if note := note_of(row):
            link = format_html("{} {}", link, note)
        if wishes := seat_wishes(row):
            link = format_html('{} <span class="hint">{}</span>', link, wishes)
        if row.status == Entry.Status.ACTIVE:
            return link
        state = Entry.Status(row.status).label
        return format_html('{} <span class="badge">{}</span>', link, state)

    def state(key: str, heading: str, of: str, html: Callable[[ListedPlayer], str]) -> Column:
        return Column(key, heading, attrgetter(key), classes=f"state {of}", html=html)

    of_person = columns_of_person(attrgetter("of_person"), "")
    columns = (
        number_column("number", gettext("No."), lambda row: row.number),
        Column("name", gettext("Name"), lambda row: row.name, classes="name", html=name),
        # What is pressed is next to the name: further away one would hit the neighbour's.
        *(
            [state("checked_in", gettext("Checked in"), "there", cells.there)]
            if uses_presence
            else []
        ),
        state("fee_paid", gettext("Entry fee"), "paid", cells.paid),
        Column("club", gettext("Club"), lambda row: row.club or None, classes="club"),
        Column(
            *("tags", gettext("Categories"), lambda row: ", ".join(row.tags) or None),
            *(Kind.TEXT, "tags"),
        ),
        *(column for column in of_person if any(map(column.value, rows))),
    )
    return List(columns, sorted(rows, key=lambda row: name_key(row.name)))


def note_of(noted: ListedPlayer | Entry | None) -> SafeString:
    """Return the mark and the note of a player; empty for nearly everybody, and for None."""
    if noted is None or not (noted.desk_note or noted.desk_mark):
        return SafeString("")
    shape, _space, colour = str(dict(Entry.Mark.choices).get(noted.desk_mark, "")).partition(" ")
    sign = (
        format_html('<span role="img" aria-label="{}">{}</span> ', colour, shape) if shape else ""
    )
    return format_html(
        '<span class="desk-note {0}" title="{2}">{1}{2}</span>',
        noted.desk_mark,
        sign,
        noted.desk_note,
    )


def seat_wishes(player: ListedPlayer | PlayerData) -> str:
    """Return team, fixed table, and that somebody keeps no list; empty for nearly everybody."""
    wishes = []
    if player.team:
        wishes.append(f"{gettext('Team')} {player.team}")
    if player.fixed_table:
        wishes.append(gettext("always table %(table)s") % {"table": player.fixed_table})
    if not player.keeps_list:
        wishes.append(gettext("does not keep the list"))
    return " · ".join(wishes)


def seats_list(tournament: Tournament, seats: Mapping[int, Iterable[SeatRow]]) -> List:
    """Return who sits where, by the number of the round."""
    columns = (
        Column("round", gettext("Round"), lambda row: row[0], Kind.NUMBER),
        Column("table", gettext("Table"), lambda row: row[1].table, Kind.NUMBER),
        Column("position", gettext("Position"), lambda row: row[1].seat, Kind.NUMBER),
        Column("number", gettext("No."), lambda row: row[1].number, Kind.NUMBER),
        Column("name", gettext("Name"), lambda row: row[1].public_list_name),
        affiliation_column(
            lambda row: row[1].affiliation, shows_teams=tournament.shows_teams, classes=""
        ),
    )
    return List(columns, [(number, row) for number, rows in seats.items() for row in rows])


def seats_by_name(
    tournament: Tournament, seats: Iterable[SeatRow], noted: Mapping[int, Entry], swap: str = ""
) -> List:
    """Return people with their seats and the link to swap each; table 0 means sitting out."""
    exchange = exchange_sign(swap)

    def link(seat: SeatRow) -> SafeString:
        name = player_link(tournament.slug, seat.entry_id, seat.list_name)
        note = note_of(noted.get(seat.entry_id))
        return format_html("{} {}", name, note) if note else name

    def table(seat: SeatRow) -> str:
        if not seat.table:
            return gettext("sits out")
        return format_html("<strong>{}</strong>", seat.table)

    def position(seat: SeatRow) -> str:
        return format_html("{}{}", seat.seat, exchange(seat)) if seat.table else ""

    columns = (
        Column("name", gettext("Name"), lambda seat: seat.list_name, Kind.NAME, html=link),
        affiliation_column(
            lambda seat: seat.affiliation, shows_teams=tournament.shows_teams, classes="minor"
        ),
        number_column("table", gettext("Table"), lambda seat: seat.table or None, html=table),
        number_column("position", gettext("Position"), lambda seat: seat.seat, html=position),
    )
    return List(columns, list(seats))


def teams_list(members: Iterable[tuple[str, SeatRow]]) -> List:
    """Return people with their team; it is empty for those in none."""
    columns = (
        Column("team", gettext("Team"), lambda row: row[0]),
        number_column("number", gettext("No."), lambda row: row[1].number),
        Column("name", gettext("Name"), lambda row: row[1].public_list_name, Kind.NAME),
        Column("club", gettext("Club"), lambda row: row[1].club),
    )
    return List(columns, list(members))


def exchange_sign(swap: str) -> Callable[[SeatRow], SafeString]:
    """Return a function for the symbol that links to swapping a seat; empty without an address."""
    words = gettext("Exchange two seats")

    def sign(seat: SeatRow) -> SafeString:
        if not swap:
            return SafeString("")
        return mark_safe(  # noqa: S308 - what is not ours is escaped
            f' <a class="swap" href="{swap}?one={seat.number}"><span aria-hidden="true">⇄</span>'
            f'<span class="visually-hidden">{words}: {escape(seat.list_name)}</span></a>'
        )

    return sign


def people_list(lines: Iterable[PersonLine], merging: str | None = None) -> List:
    """Return people and what they played last; names link to them or, while `merging`, to both."""

    def name(line: PersonLine) -> SafeString:
        address = numbered("person")(line.person.pk)
        if merging is not None:
            address = "?" + urlencode({"q": merging, "other": str(line.person.pk)})
        return format_html('<a href="{}">{}</a>', address, line.person.list_name)

    def of_person(line: PersonLine) -> list[str]:
        return [getattr(line.person, field.column) for field in fields_of(Of.PERSON)]

    def last(line: PersonLine) -> str | None:
        if not line.last or not line.last_day:
            return line.last.name if line.last else None
        return f"{line.last.name}, {short_day(line.last_day)}"

    columns = (
        Column("name", gettext("Name"), lambda line: line.person.list_name, Kind.NAME, html=name),
        Column("club", gettext("Club"), lambda x: x.person.club_short or None, missing="–"),
        *columns_of_person(of_person, "–"),
        Column("last", gettext("Last tournament"), last, missing="–", sorts=False),
        number_column("count", gettext("Tournaments"), lambda x: x.tournaments, sorts=False),
    )
    return List(columns, list(lines))


def clubs_list(clubs: Iterable[Club]) -> List:
    """Return clubs with their people, as found by `find_clubs`; a name links to the club."""
    address = numbered("club")

    def link(club: Club) -> SafeString:
        return format_html('<a href="{}">{}</a>', address(club.pk), club.full)

    columns = (
        Column("name", gettext("Club"), lambda club: club.full, Kind.NAME, html=link),
        Column("state", gettext("Federal state"), lambda club: club.state or None, missing="–"),
        number_column("people", gettext("People"), lambda club: club.people_count),
        number_column("entries", gettext("Entries in tournaments"), lambda club: club.entry_count),
    )
    return List(columns, list(clubs))


def history_list(person: Person, played: Iterable[Played]) -> List:
    """Return everything a person has played in; a name links to the standings."""

    def name(each: Played) -> SafeString:
        if isinstance(each.occasion, Tournament):
            page, hint = reverse("standings", args=[each.occasion.slug]), ""
        else:
            series = each.occasion.series
            page, hint = reverse("series", args=[series.slug]), str(series)
        if each.person != person:
            hint = f"{hint} {gettext('as %(name)s') % {'name': each.person.name}}".strip()
        shown = format_html('<a href="{}">{}</a>', page, each.occasion.name)
        return format_html('{} <span class="hint">{}</span>', shown, hint) if hint else shown

    def club(each: Played) -> str | None:
        return str(each.club) if each.club else None

    columns = (
        Column(
            "name", gettext("Tournament"), lambda each: each.occasion.name, Kind.NAME, html=name
        ),
        day_column("date", lambda each: each.day),
        Column("club", gettext("Club"), club, missing="–"),
        number_column("place", gettext("Rank"), lambda each: each.rank, "–"),
        Column("total", gettext("Total"), lambda each: each.total, Kind.POINTS, "points", "–"),
        Column(
            *("average", gettext("Average per round"), lambda each: each.average),
            *(Kind.AVERAGE, "number", "–"),
        ),
    )
    return List(columns, list(played))
