"""The list of players."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.labels.names import name_key
from tournament.labels.seat_wishes import seat_wishes
from tournament.lists.addresses import numbered
from tournament.models import Entry, Tournament

NOT_AWAITED = "–"
NOTHING = "—"


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player in the list; what the columns sort by are plain values."""

    entry: Entry
    number: int
    name: str
    name_key: str
    club: str
    tags: str
    fee_paid: bool
    checked_in: bool
    write: Callable[["PlayerLine"], SafeString]

    @property
    def html(self) -> SafeString:
        """The row, written only where it stands on the page."""
        return self.write(self)


def player_lines(
    entries: Iterable[Entry], write: Callable[[PlayerLine], SafeString]
) -> list[PlayerLine]:
    """A line for each entry, by name as the table begins: sorted already it is not sorted again."""
    lines = (
        PlayerLine(
            write=write,
            entry=entry,
            number=entry.number,
            name=entry.person.list_name,
            name_key=name_key(entry.person.list_name),
            club=entry.club_short,
            tags=", ".join(entry.tags),
            fee_paid=entry.fee_paid,
            checked_in=entry.checked_in,
        )
        for entry in entries
    )
    return sorted(lines, key=lambda line: line.name_key)


class PlayersTable(tables.Table):  # type: ignore[misc]  # it comes without types
    """Players with their start number, club, fee and check-in.

    The buttons belong to one form around the table, so that its token stands on the page once.
    """

    number = tables.Column(verbose_name=_("No."), attrs={"th": {"class": "number"}})
    name = tables.Column(verbose_name=_("Name"), order_by="name_key")
    # The switches stand next to the name: further off one ticks the neighbour.
    checked_in = tables.Column(verbose_name=_("Checked in"))
    fee_paid = tables.Column(verbose_name=_("Fee"))
    club = tables.Column(verbose_name=_("Club"))
    tags = tables.Column(verbose_name=_("Categories"))

    class Meta:
        template_name = "direction/result_rows.html"
        attrs = {"class": "players"}
        order_by = "name"

    def __init__(
        self,
        tournament: Tournament,
        entries: Iterable[Entry],
        *,
        may_check_in: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(player_lines(entries, self._row), **kwargs)
        self.may_check_in = may_check_in
        slug = tournament.slug
        self._page = numbered("player", slug)
        self._fee = numbered("player-fee", slug)
        self._check_in = numbered("player-check-in", slug)

    @property
    def caption(self) -> str:
        """What the list is, for screen readers."""
        return gettext("Players")

    def _row(self, line: PlayerLine) -> SafeString:
        """The row. In strings: cell by cell 200 of them took five times as long."""
        pk, names = line.entry.pk, self.columns.names()
        cells = format_html_join(
            "", '<td class="{}">{}</td>', ((name, self._cell(name, line)) for name in names)
        )
        return format_html('<tr id="player-{}" data-entry="{}">{}</tr>\n', pk, pk, cells)

    def _cell(self, name: str, line: PlayerLine) -> str | int:
        cells: dict[str, Callable[[PlayerLine], str]] = {
            "name": self._name,
            "fee_paid": self._fee_paid,
            "checked_in": self._checked_in,
        }
        return cells[name](line) if name in cells else getattr(line, name) or NOTHING

    def _name(self, record: PlayerLine) -> SafeString:
        """The name, a link to the player's page; behind it what the draw heeds, and the state."""
        name = format_html('<a href="{}">{}</a>', self._page(record.entry.pk), record.name)
        if wishes := seat_wishes(record.entry):
            name = format_html('{} <span class="hint">{}</span>', name, wishes)
        if record.entry.status == Entry.Status.ACTIVE:
            return name
        state = record.entry.get_status_display()
        return format_html('{} <span class="badge">{}</span>', name, state)

    def _fee_paid(self, record: PlayerLine) -> SafeString:
        """Whether the fee is paid, as a switch for those who take it."""
        words = (gettext("✓ paid"), gettext("not paid"))
        label = gettext("Fee paid: %(name)s") % {"name": record.name}
        address = self._fee(record.entry.pk)
        return self._switch(record.fee_paid, words, label, address, "fee")

    def _checked_in(self, record: PlayerLine) -> str:
        """Whether the player is there, as a switch for the desk."""
        words = (gettext("✓ there"), gettext("missing"))
        if not record.entry.plays:
            return NOT_AWAITED
        label = gettext("Checked in: %(name)s") % {"name": record.name}
        address = self._check_in(record.entry.pk)
        return self._switch(record.checked_in, words, label, address, "check_in")

    def _switch(
        self, on: bool, words: tuple[str, str], label: str, address: str, what: str
    ) -> SafeString:
        word = words[0] if on else words[1]
        if not self.may_check_in:
            return format_html("{}", word)
        return format_html(
            '<button class="switch" formaction="{}" name="on" value="{}" data-what="{}" '
            'aria-pressed="{}" aria-label="{}">{}</button>',
            address,
            "0" if on else "1",
            what,
            "true" if on else "false",
            label,
            word,
        )


def person_link(slug: str, entry_id: int, name: str) -> SafeString:
    """A name that leads to the player's page."""
    return format_html('<a href="{}">{}</a>', numbered("player", slug)(entry_id), name)
