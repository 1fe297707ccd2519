"""The list of players."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import django_tables2 as tables
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.core.registration import PlayerData
from tournament.labels.names import name_key
from tournament.lists.addresses import numbered
from tournament.models import Entry, Tournament
from tournament.selectors.players import ListedPlayer

NOT_AWAITED = "–"
NOTHING = "—"


class PlayerLine(NamedTuple):
    """One player in the list; what the columns sort by are plain values."""

    number: int
    name: str
    name_key: str
    club: str
    tags: str
    fee_paid: bool
    checked_in: bool
    row: ListedPlayer
    write: Callable[["PlayerLine"], SafeString]

    @property
    def html(self) -> SafeString:
        """The row, written only where it stands on the page."""
        return self.write(self)


def player_lines(
    rows: Iterable[ListedPlayer], write: Callable[[PlayerLine], SafeString]
) -> list[PlayerLine]:
    """A line for each player, by name, as the table begins: nothing is left to sort then."""
    lines = (
        PlayerLine(
            write=write,
            row=row,
            number=row.number,
            name=row.name,
            name_key=name_key(row.name),
            club=row.club,
            tags=", ".join(row.tags),
            fee_paid=row.fee_paid,
            checked_in=row.checked_in,
        )
        for row in rows
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
        rows: Iterable[ListedPlayer],
        *,
        may_check_in: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(player_lines(rows, self._row), **kwargs)
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
        pk, names = line.row.pk, self.columns.names()
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
        name = format_html('<a href="{}">{}</a>', self._page(record.row.pk), record.name)
        if wishes := seat_wishes(record.row):
            name = format_html('{} <span class="hint">{}</span>', name, wishes)
        if record.row.status == Entry.Status.ACTIVE:
            return name
        state = Entry.Status(record.row.status).label
        return format_html('{} <span class="badge">{}</span>', name, state)

    def _fee_paid(self, record: PlayerLine) -> SafeString:
        """Whether the fee is paid, as a switch for those who take it."""
        words = (gettext("✓ paid"), gettext("not paid"))
        label = gettext("Fee paid: %(name)s") % {"name": record.name}
        address = self._fee(record.row.pk)
        return self._switch(record.fee_paid, words, label, address, "fee")

    def _checked_in(self, record: PlayerLine) -> str:
        """Whether the player is there, as a switch for the desk."""
        words = (gettext("✓ there"), gettext("missing"))
        if not record.row.plays:
            return NOT_AWAITED
        label = gettext("Checked in: %(name)s") % {"name": record.name}
        address = self._check_in(record.row.pk)
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


def seat_wishes(player: ListedPlayer | PlayerData) -> str:
    """Team, fixed table, and that somebody keeps no list; empty for nearly everybody."""
    wishes = []
    if player.team:
        wishes.append(gettext("Team %(team)s") % {"team": player.team})
    if player.fixed_table:
        wishes.append(gettext("always table %(table)s") % {"table": player.fixed_table})
    if not player.keeps_list:
        wishes.append(gettext("does not keep the list"))
    return " · ".join(wishes)


def person_link(slug: str, entry_id: int, name: str) -> SafeString:
    """A name that leads to the player's page."""
    return format_html('<a href="{}">{}</a>', numbered("player", slug)(entry_id), name)
