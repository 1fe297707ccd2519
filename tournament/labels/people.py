"""People who are known already, in words."""

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.core.fields import Of, PlayerData, fields_of
from tournament.core.people import KnownPerson
from tournament.models import Person, SeriesEvening, Tournament

TYPED_IN: dict[str, Promise] = {
    "calls": _("Complaints"),
    "penalties": _("Penalties"),
    "deductions": _("Deductions"),
    "draws": _("Draws and seats"),
    "extra_time": _("Extra time"),
    "sheets": _("Results"),
    "teams": _("Players"),
    "prizes": _("Prizes"),
    "settings": _("Settings"),
    "journal": _("Journal"),
}
"""Where a reason or a note was typed."""


def known_words(known: KnownPerson, last: Tournament | SeriesEvening | None) -> str:
    """Somebody to be recognised by: "Otto Müller, DU ZHN, zuletzt 12.10.2026 (Herbstturnier)"."""
    parts = [player_words(known.player)]
    if known.number is not None:
        parts.append(gettext("entered with number %(number)s") % {"number": known.number})
    if last:
        day = last.day if isinstance(last, SeriesEvening) else last.date
        when = f"{date_format(day, 'SHORT_DATE_FORMAT')} ({last})" if day else str(last)
        parts.append(gettext("last on %(day)s") % {"day": when})
    return ", ".join(parts)


def person_words(person: Person) -> str:
    """Name, club and what else is known: "Müller, Otto, DU ZHN, Nordrhein-Westfalen"."""
    known = (getattr(person, field.column) for field in fields_of(Of.PERSON))
    return ", ".join(filter(None, [person.list_name, str(person.club or ""), *known]))


def list_words(player: PlayerData) -> str:
    """As in a list, with categories: "Müller, Otto (DU ZHN) · Senioren"; empty without a name."""
    name = ", ".join(filter(None, [player.last_name, player.first_name]))
    club = player.club_code or player.club_name
    named = f"{name} ({club})" if name and club else name
    return " · ".join([named, *player.tags]) if name else ""


def player_words(player: PlayerData) -> str:
    """Name and club: "Otto Müller, DU ZHN"."""
    name = f"{player.first_name} {player.last_name}".strip()
    return ", ".join(filter(None, [name, player.club_code or player.club_name]))
