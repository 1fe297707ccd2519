"""Lists of penalties and of deductions."""

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.labels.calls import PENALTY_RULES
from tournament.labels.points import signed
from tournament.models import Adjustment, Entry, Penalty
from tournament.tables.players import person_link

_FIGURE = {"th": {"class": "number"}, "td": {"class": "number"}}


class PenaltiesTable(tables.Table):  # type: ignore[misc]
    """All penalties of a tournament. `may_revoke` adds the way to take one back.

    Where they stand under no paragraph, `by_paragraph` is false, and nobody has signed them.
    """

    round = tables.Column(_("Round"), accessor="table__round__number", attrs=_FIGURE)
    table = tables.Column(_("Table"), accessor="table__number", attrs=_FIGURE)
    row = tables.Column(_("From game"), attrs=_FIGURE)
    offender = tables.Column(_("Offender"))
    rule = tables.Column(_("Paragraph"))
    points = tables.Column(_("Points of the positions"), orderable=False)
    initials = tables.Column(_("Initials"))
    note = tables.Column(_("What happened"), orderable=False)
    source = tables.Column(_("Where from"))
    revoke = tables.Column(_("Take back"), empty_values=(), orderable=False)

    class Meta:
        empty_text = _("No penalties yet.")
        attrs = {"class": "penalties stacks"}

    def __init__(
        self,
        data: object,
        *,
        slug: str,
        offenders: dict[tuple[int, int], Entry],
        may_revoke: bool,
        by_paragraph: bool,
        **kwargs: object,
    ) -> None:
        hidden = () if by_paragraph else ("rule", "initials")
        super().__init__(data, exclude=(*hidden, *(() if may_revoke else ("revoke",))), **kwargs)
        self._offenders = offenders
        self._slug = slug
        self.caption = _("Penalties")

    def render_offender(self, record: Penalty) -> SafeString:
        """Position and name."""
        entry = self._offenders.get((record.table_id, record.offender))
        name = person_link(self._slug, entry.pk, entry.person.name) if entry else ""
        return format_html("{} · {}", record.offender, name)

    def render_rule(self, value: str) -> SafeString:
        """The paragraph with what it is about."""
        words = PENALTY_RULES.get(value, "")
        return format_html('{} <span class="hint">{}</span>', value, words)

    def _who(self, record: Penalty) -> str:
        entry = self._offenders.get((record.table_id, record.offender))
        return f"{record.offender} · {entry.person.name if entry else ''}"

    def render_points(self, value: list[int | None]) -> SafeString:
        """One figure per position, with the position before it."""
        return format_html_join(
            " ",
            '<span class="seat-total"><span class="hint">{}</span> {}</span>',
            ((seat, signed(points)) for seat, points in enumerate(value, 1)),
        )

    def render_revoke(self, record: Penalty) -> SafeString:
        """A form with the reason, folded away."""
        return render_to_string(
            "desk/revoke.html",
            {"address": "penalty-revoke", "pk": record.pk, "what": self._who(record)},
            request=self.request,
        )


class DeductionsTable(tables.Table):  # type: ignore[misc]
    """All deductions of a tournament."""

    number = tables.Column(_("No."), accessor="entry__number", attrs=_FIGURE)
    name = tables.Column(
        _("Name"),
        accessor="entry__person__list_name",
        order_by=("entry__person__last_name", "entry__person__first_name"),
    )
    points = tables.Column(_("Points"), attrs=_FIGURE)
    round = tables.Column(_("Counts from round"), accessor="first", attrs=_FIGURE)
    reason = tables.Column(_("Reason"), orderable=False)
    created_at = tables.DateTimeColumn(verbose_name=_("Time"), short=True)
    user = tables.Column(_("By"), default=_("Program"), orderable=False)
    revoke = tables.Column(_("Take back"), empty_values=(), orderable=False)

    class Meta:
        empty_text = _("No deductions.")
        attrs = {"class": "stacks"}

    def __init__(self, data: object, *, slug: str, may_revoke: bool, **kwargs: object) -> None:
        super().__init__(data, exclude=() if may_revoke else ("revoke",), **kwargs)
        self._slug = slug
        self.caption = _("Deductions")

    def render_name(self, record: Adjustment) -> SafeString:
        """The name, which leads to the player."""
        return person_link(self._slug, record.entry_id, record.entry.person.list_name)

    def render_points(self, value: int) -> str:
        """With its sign."""
        return signed(value)

    def render_revoke(self, record: Adjustment) -> SafeString:
        """A form with the reason, folded away."""
        return render_to_string(
            "desk/revoke.html",
            {
                "address": "deduction-revoke",
                "pk": record.pk,
                "what": record.entry.person.list_name,
            },
            request=self.request,
        )
