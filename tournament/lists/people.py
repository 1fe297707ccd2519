"""The players of a tournament, and where they sit, as lists."""

from collections.abc import Iterable, Mapping

from django.utils.formats import date_format
from django.utils.translation import gettext

from tournament.core.places import SeatRow
from tournament.labels.yes_no import yes_no
from tournament.lists.columns import Column, Kind, List
from tournament.models import Entry, Person
from tournament.selectors.people import PersonLine


def players_list(entries: Iterable[Entry]) -> List:
    """Everybody with all that may be known of them; the entries come with person and club."""
    columns = (
        Column("number", gettext("No."), lambda entry: entry.number, Kind.NUMBER),
        Column("last_name", gettext("Last name"), lambda entry: public_names(entry.person)[0]),
        Column("first_name", gettext("First name"), lambda entry: public_names(entry.person)[1]),
        Column("club", gettext("Club"), lambda entry: entry.club and entry.club.name),
        Column("code", gettext("Club code"), lambda entry: entry.club and entry.club.code),
        Column("state", gettext("Federal state"), lambda entry: entry.person.state),
        Column("tags", gettext("Categories"), lambda entry: ", ".join(entry.tags)),
        Column("fee_paid", gettext("Fee paid"), lambda entry: yes_no(entry.fee_paid)),
        Column("checked_in", gettext("Checked in"), lambda entry: yes_no(entry.checked_in)),
        Column("status", gettext("Status"), lambda entry: entry.get_status_display()),
    )
    return List(columns, list(entries))


def seats_list(seats: Mapping[int, Iterable[SeatRow]]) -> List:
    """Who sits where in each of these rounds, by its number."""
    columns = (
        Column("round", gettext("Round"), lambda row: row[0], Kind.NUMBER),
        Column("table", gettext("Table"), lambda row: row[1].table, Kind.NUMBER),
        Column("position", gettext("Position"), lambda row: row[1].seat, Kind.NUMBER),
        Column("number", gettext("No."), lambda row: row[1].number, Kind.NUMBER),
        Column("name", gettext("Name"), lambda row: row[1].public_list_name),
        Column("club", gettext("Club"), lambda row: row[1].club),
    )
    return List(columns, [(number, row) for number, rows in seats.items() for row in rows])


def people_list(lines: Iterable[PersonLine]) -> List:
    """People over the years, with their club and what they played last."""
    columns = (
        Column("name", gettext("Name"), lambda line: line.person.list_name),
        Column(
            "club",
            gettext("Club"),
            lambda line: line.person.club and line.person.club.short,
            missing="–",
        ),
        Column(
            "state", gettext("Federal state"), lambda line: line.person.state or None, missing="–"
        ),
        Column("last", gettext("Last tournament"), _last_played, missing="–"),
        Column(
            "count", gettext("Tournaments"), lambda line: line.tournaments, Kind.NUMBER, "number"
        ),
    )
    return List(columns, list(lines))


def public_names(person: Person) -> tuple[str, str]:
    """Last and first name, without consent the initials alone."""
    if person.public_name == person.name:
        return person.last_name, person.first_name
    return person.public_name, ""


def _last_played(line: PersonLine) -> str | None:
    if line.last is None:
        return None
    if line.last_day is None:
        return line.last.name
    return f"{line.last.name}, {date_format(line.last_day, 'SHORT_DATE_FORMAT')}"
