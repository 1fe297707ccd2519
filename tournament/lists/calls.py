"""The log of complaints as a list, and its lines in words."""

from collections.abc import Iterable

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from scoring.english import figures
from scoring.rulesets import Penalties
from tournament.labels.referee import decision_words
from tournament.lists.addresses import player_link
from tournament.lists.columns import Column, Kind, List
from tournament.models import Entry, Protest, Tournament
from tournament.referee.reads.calls import Record, RecordKind
from tournament.standings.reads.courses import PlayerCourse


def calls_list(tournament: Tournament, records: Iterable[Record]) -> List:
    """Return complaints and decisions, one line each; names link to the players."""
    is_ddv = by_paragraph(tournament)

    def decided(record: Record) -> str:
        return what_was_decided(record, by_paragraph=is_ddv)

    def moment(record: Record) -> float | None:
        return record.at.timestamp() if record.at else None

    def by(record: Record) -> str | None:
        return _name(record.by)

    def against(record: Record) -> str | None:
        return _name(record.offender)

    def link(entry: Entry | None) -> str:
        return player_link(tournament.slug, entry.pk, _name(entry) or "") if entry else "–"

    def link_by(record: Record) -> str:
        return link(record.by)

    def link_against(record: Record) -> str:
        return link(record.offender)

    columns = (
        Column("at", gettext("Time"), _time, classes="at", missing="–", order=moment),
        Column("round", gettext("Round"), lambda each: each.round, Kind.NUMBER, "number", "–"),
        Column("table", gettext("Table"), lambda each: each.table, Kind.NUMBER, "number", "–"),
        Column("row", gettext("Game"), lambda each: each.row, Kind.NUMBER, "number", "–"),
        Column("by", gettext("Called by"), by, missing="–", html=link_by),
        Column("offender", gettext("Against"), against, missing="–", html=link_against),
        Column("decision", gettext("Decision"), decided, classes="decision"),
        Column("points", gettext("Points"), _points, classes="pattern", missing="–", sorts=False),
        Column(
            "what",
            gettext("What happened"),
            what_happened,
            classes="what",
            missing="–",
            sorts=False,
        ),
        Column("referee", gettext("By"), _referee, missing="–"),
    )
    return List(columns, list(records))


def what_was_decided(record: Record, *, by_paragraph: bool) -> str:
    """Return the decision of a line in words; for a protest the jury's."""
    if record.kind is RecordKind.PROTEST and record.protest:
        return protest_words(record.protest)
    if record.kind is RecordKind.EXTRA_TIME:
        return minutes_words(record.minutes)
    if record.kind is RecordKind.DEDUCTION:
        return f"{gettext('Deduction')} {figures(record.points)}"
    words = decision_words(record.paragraph, by_paragraph=by_paragraph)
    if record.withdrawn:
        taken_back = gettext("taken back: %(reason)s") % {"reason": record.withdrawn}
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


def _time(record: Record) -> str | None:
    if record.at is None:
        return None
    return date_format(timezone.localtime(record.at), "SHORT_DATETIME_FORMAT")


def _name(entry: Entry | None) -> str | None:
    return f"{entry.person.name} ({entry.number})" if entry else None


def _points(record: Record) -> str | None:
    return figures(record.points) if record.points else None


def _referee(record: Record) -> str | None:
    return ", ".join(filter(None, (record.initials, str(record.user or "")))) or None


def by_paragraph(tournament: Tournament) -> bool:
    """Whether the tournament's rules are the TSR with their catalogue of penalties."""
    return tournament.rule_set.penalties is Penalties.CATALOGUE


def offences_against(
    tournament: Tournament, course: PlayerCourse
) -> list[tuple[Record, str, int | None]]:
    """Return a player's offences: the log line, the decision in words, and their own points."""
    told = by_paragraph(tournament)
    seats = {line.round.number: line.position for line in course.rounds}
    return [
        (
            each,
            what_was_decided(each, by_paragraph=told),
            each.own_points(seats.get(each.round or 0)),
        )
        for each in course.offences
    ]
