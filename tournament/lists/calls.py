"""The log of complaints, penalties and deductions as lists."""

from collections.abc import Iterable, Mapping

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from scoring.rulesets import Penalties
from scoring.terms import figures
from tournament.labels.filling import short_time
from tournament.labels.points import signed
from tournament.labels.referee import PENALTY_RULES, decision_words
from tournament.labels.rounds import time_of_day
from tournament.lists.columns import Column, Kind, List, number_column
from tournament.lists.html import player_link
from tournament.models import Adjustment, Entry, Penalty, Protest, Tournament
from tournament.referee.reads import Record, RecordKind
from tournament.standings.reads.courses import PlayerCourse


def calls_list(tournament: Tournament, records: Iterable[Record]) -> List:
    """Return complaints and decisions, one line each; names link to the players."""
    is_ddv = by_paragraph(tournament)

    def decided(record: Record) -> str:
        return what_was_decided(record, by_paragraph=is_ddv)

    def person(key: str, heading: str) -> Column:
        def name(record: Record) -> str | None:
            entry: Entry | None = getattr(record, key)
            return f"{entry.person.list_name} ({entry.number})" if entry else None

        def link(record: Record) -> str:
            entry: Entry | None = getattr(record, key)
            return player_link(tournament.slug, entry.pk, name(record) or "") if entry else "–"

        return Column(key, heading, name, missing="–", html=link)

    def time(record: Record) -> str | None:
        return short_time(record.at) if record.at else None

    def referee(record: Record) -> str | None:
        return ", ".join(filter(None, (record.initials, str(record.user or "")))) or None

    columns = (
        Column(
            *("at", gettext("Time"), time, Kind.TEXT, "at", "–"),
            order=lambda each: each.at.timestamp() if each.at else None,
        ),
        number_column("round", gettext("Round"), lambda each: each.round, "–"),
        number_column("table", gettext("Table"), lambda each: each.table, "–"),
        number_column("row", gettext("Game"), lambda each: each.row, "–"),
        person("by", gettext("Called by")),
        person("offender", gettext("Against")),
        Column("decision", gettext("Decision"), decided, classes="decision"),
        Column(
            *("points", gettext("Points"), lambda each: figures(each.points) or None),
            *(Kind.TEXT, "pattern", "–"),
            sorts=False,
        ),
        Column(
            *("what", gettext("What happened"), what_happened, Kind.TEXT, "what", "–"), sorts=False
        ),
        Column("referee", gettext("By"), referee, missing="–"),
    )
    return List(columns, list(records))


def what_was_decided(record: Record, *, by_paragraph: bool) -> str:
    """Return the decision of a line in words; for a protest the jury's."""
    if record.kind is RecordKind.PROTEST and record.protest:
        return protest_words(record.protest)
    if record.kind is RecordKind.EXTRA_TIME:
        if record.began:
            return gettext("began at %(time)s") % {"time": time_of_day(record.began)}
        return minutes_words(record.minutes)
    if record.kind is RecordKind.DEDUCTION:
        return f"{gettext('Deduction')} {figures(record.points)}"
    words = decision_words(record.paragraph, by_paragraph=by_paragraph)
    if record.withdrawn:
        taken_back = f"{gettext('taken back')}: {record.withdrawn}"
        return f"{words} ({taken_back})"
    return words


def what_happened(record: Record) -> str | None:
    """Return the note of a line; for a decided protest also reason, jury and time."""
    parts = [record.note]
    if record.protest and record.kind is RecordKind.PROTEST and record.protest.decided_at:
        jury = jury_names(record.protest, record.jury)
        parts += [
            record.protest.heard,
            f"{gettext('Jury')}: {jury}",
            f"{gettext('Reason')}: {record.protest.reason}",
        ]
        if record.protest.minutes:
            parts.append(minutes_words(record.protest.minutes))
    return " · ".join(filter(None, parts)) or None


def jury_names(protest: Protest, jury: Iterable[Entry]) -> str:
    """Return the names of the jury."""
    return ", ".join(filter(None, (*(each.person.name for each in jury), protest.others)))


def protest_words(protest: Protest) -> str:
    """Return the state of a protest: open, or the result with the votes."""
    if protest.changed is None:
        return gettext("Protest, not decided yet")
    sentence = gettext("Protest rejected, %(against)s to %(votes)s votes")
    if protest.changed:
        sentence = gettext("Protest upheld, %(votes)s to %(against)s votes")
    return sentence % {"votes": protest.votes_for, "against": protest.votes_against}


def minutes_words(minutes: int) -> str:
    """Return extra time: "5 minutes of extra time"."""
    words = {"minutes": minutes}
    return (
        ngettext("%(minutes)s minute of extra time", "%(minutes)s minutes of extra time", minutes)
        % words
    )


def by_paragraph(tournament: Tournament) -> bool:
    """Whether the tournament's rules are the TSR with their catalogue of penalties."""
    return tournament.rule_set.penalties is Penalties.CATALOGUE


def offences_against(
    tournament: Tournament, course: PlayerCourse
) -> list[tuple[Record, str, int | None]]:
    """Return a player's offences: the log line, the decision in words, and their own points."""
    is_ddv = by_paragraph(tournament)
    seats = {line.round.number: line.position for line in course.rounds}
    return [
        (
            each,
            what_was_decided(each, by_paragraph=is_ddv),
            each.own_points(seats.get(each.round or 0)),
        )
        for each in course.offences
    ]


def penalties_list(
    tournament: Tournament, penalties: Iterable[Penalty], offenders: Mapping[tuple[int, int], Entry]
) -> List:
    """Return all penalties; `offenders` are people by the key of a table and the position."""

    def words(penalty: Penalty) -> str:
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
        number_column("round", gettext("Round"), lambda p: p.table.round.number),
        number_column("table", gettext("Table"), lambda p: p.table.number),
        number_column("row", gettext("From game"), lambda p: p.row, "—"),
        Column("offender", gettext("Offender"), words, html=link, order=lambda p: p.offender),
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
    listed = List(columns, list(penalties))  # without paragraphs nobody has initialled them
    return listed if by_paragraph(tournament) else listed.without("rule", "initials")


def offender_words(penalty: Penalty, offenders: Mapping[tuple[int, int], Entry]) -> str:
    """Return position and name of the offender."""
    entry = offenders.get((penalty.table_id, penalty.offender))
    return f"{penalty.offender} · {entry.person.list_name if entry else ''}"


def deductions_list(tournament: Tournament, deductions: Iterable[Adjustment]) -> List:
    """Return all deductions, each with the round from which it counts (`first`)."""

    def link(each: Adjustment) -> SafeString:
        return player_link(tournament.slug, each.entry_id, each.entry.person.list_name)

    columns = (
        number_column("number", gettext("No."), lambda each: each.entry.number),
        Column("name", gettext("Name"), lambda x: x.entry.person.list_name, Kind.NAME, html=link),
        Column("points", gettext("Points"), lambda each: each.points, Kind.POINTS, "number"),
        number_column("round", gettext("Counts from round"), lambda each: each.first),
        Column("reason", gettext("Reason"), lambda each: each.reason, sorts=False),
        Column(
            *("created_at", gettext("Time"), lambda each: short_time(each.created_at)),
            order=lambda each: each.created_at,
        ),
        Column(
            "user", gettext("By"), lambda each: str(each.user or gettext("Program")), sorts=False
        ),
    )
    return List(columns, list(deductions))
