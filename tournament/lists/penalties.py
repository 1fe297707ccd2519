"""Penalties and deductions of a tournament as lists."""

from collections.abc import Iterable, Mapping

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from scoring.english import figures
from tournament.labels.points import signed
from tournament.labels.referee import PENALTY_RULES
from tournament.lists.addresses import player_link
from tournament.lists.calls import by_paragraph
from tournament.lists.columns import Column, Kind, List
from tournament.models import Adjustment, Entry, Penalty, Tournament


def penalties_list(
    tournament: Tournament,
    penalties: Iterable[Penalty],
    offenders: Mapping[tuple[int, int], Entry],
) -> List:
    """Return all penalties; without paragraphs nobody has initialled them.

    offenders: the person at a table, by its key and the position.
    """

    def offender(penalty: Penalty) -> str:
        return offender_words(penalty, offenders)

    def link(penalty: Penalty) -> SafeString:
        entry = offenders.get((penalty.table_id, penalty.offender))
        name = player_link(tournament.slug, entry.pk, entry.person.name) if entry else ""
        return format_html("{} · {}", penalty.offender, name)

    def rule(penalty: Penalty) -> SafeString:
        words = PENALTY_RULES.get(penalty.rule, "")
        return format_html('{} <span class="hint">{}</span>', penalty.rule, words)

    def points(penalty: Penalty) -> SafeString:
        """Return one figure per position, each preceded by its position."""
        return format_html_join(
            " ",
            '<span class="seat-total"><span class="hint">{}</span> {}</span>',
            ((seat, signed(points)) for seat, points in enumerate(penalty.points, 1)),
        )

    columns = (
        Column("round", gettext("Round"), lambda p: p.table.round.number, Kind.NUMBER, "number"),
        Column("table", gettext("Table"), lambda p: p.table.number, Kind.NUMBER, "number"),
        Column("row", gettext("From game"), lambda p: p.row, Kind.NUMBER, "number", "—"),
        Column("offender", gettext("Offender"), offender, html=link, order=lambda p: p.offender),
        Column("rule", gettext("Paragraph"), lambda p: p.rule, html=rule),
        Column(
            "points",
            gettext("Points of the positions"),
            lambda p: figures(tuple(p.points)),
            html=points,
            sorts=False,
        ),
        Column("initials", gettext("Initials"), lambda p: p.initials or None, missing="—"),
        Column(
            "note", gettext("What happened"), lambda p: p.note or None, missing="—", sorts=False
        ),
        Column("source", gettext("Where from"), lambda p: p.get_source_display()),
    )
    listed = List(columns, list(penalties))
    return listed if by_paragraph(tournament) else listed.without("rule", "initials")


def offender_words(penalty: Penalty, offenders: Mapping[tuple[int, int], Entry]) -> str:
    """Return position and name of the offender."""
    entry = offenders.get((penalty.table_id, penalty.offender))
    return f"{penalty.offender} · {entry.person.name if entry else ''}"


def deductions_list(tournament: Tournament, deductions: Iterable[Adjustment]) -> List:
    """Return all deductions, each with the round from which it counts (`first`)."""

    def name(each: Adjustment) -> str:
        return each.entry.person.list_name

    def link(each: Adjustment) -> SafeString:
        return player_link(tournament.slug, each.entry_id, name(each))

    def at(each: Adjustment) -> str:
        return date_format(timezone.localtime(each.created_at), "SHORT_DATETIME_FORMAT")

    columns = (
        Column("number", gettext("No."), lambda each: each.entry.number, Kind.NUMBER, "number"),
        Column("name", gettext("Name"), name, Kind.NAME, html=link),
        Column("points", gettext("Points"), lambda each: each.points, Kind.POINTS, "number"),
        Column(
            "round", gettext("Counts from round"), lambda each: each.first, Kind.NUMBER, "number"
        ),
        Column("reason", gettext("Reason"), lambda each: each.reason, sorts=False),
        Column("created_at", gettext("Time"), at, order=lambda each: each.created_at),
        Column(
            "user", gettext("By"), lambda each: str(each.user or gettext("Program")), sorts=False
        ),
    )
    return List(columns, list(deductions))
