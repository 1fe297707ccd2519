"""Papers about people and the day, and everything for a round in one file."""

from collections.abc import Collection

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.draw.table_sizes import FOUR_TABLE
from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.paper import Asked, Link, Paper, is_drawn
from tournament.exports.pdf.drawn import DrawnPages
from tournament.exports.pdf.lists import draw_list, print_list
from tournament.exports.pdf.wall_lists import picture
from tournament.labels.hall import CALLS, announcement_text
from tournament.labels.points import NONE_YET, signed
from tournament.lists.calls import calls_list, offences_against
from tournament.lists.columns import Column, Kind, List
from tournament.lists.courses import course_list
from tournament.lists.curves import Line, draw_courses
from tournament.lists.standings import idle_columns
from tournament.models import Round
from tournament.people.reads.players import player_list
from tournament.referee.reads.calls import has_log, log_of
from tournament.rounds.reads.rounds import rounds_seen_by
from tournament.rounds.rules.clock import Announcement, Call
from tournament.shared.rules.names import name_key
from tournament.standings.reads.courses import courses, player_course
from tournament.standings.reads.standings import shown_standings, standings_after
from tournament.tournaments.rules import event_figures

CURVE_WIDTH = 120.0
"""In millimetres."""
READ_SIZES, LOG_SIZES = (16, 17, 18, 19), (10, 10.5, 11, 11.5, 12)
"""Font sizes in points of announcements, and of the log, which is read at a desk."""


def round_papers(asked: Asked) -> Document:
    """Return every paper's share; after a change, of the score sheets those of some tables."""
    from tournament.exports.papers import PAPERS  # this one is among them

    title, tables = f"{asked.round}: {ALL_PAPERS.title}", asked.tables()
    pages = DrawnPages(imprint(asked.tournament, title))
    for each in PAPERS.values():
        if each.add_to_round:
            each.add_to_round(pages, asked.round, tables)
    return document(asked.tournament, title, PDF, pages.pdf())


def participants(asked: Asked) -> Document:
    """Return everybody who plays, by name, for the wall."""
    tournament, title = asked.tournament, str(PARTICIPANTS.title)
    entries = [each for each in player_list(tournament) if each.plays]
    entries.sort(key=lambda each: name_key(each.person.public_list_name))
    columns = (
        Column("number", gettext("No."), lambda each: each.number, Kind.NUMBER),
        Column("name", gettext("Name"), lambda each: each.person.public_list_name, Kind.NAME),
        Column("club", gettext("Club"), lambda each: each.club_short, classes="club minor"),
        Column("groups", gettext("Categories"), lambda each: ", ".join(each.tags), classes="minor"),
    )
    listed = List(columns, entries, idle_columns(columns, tuple(entries), "club", "groups"))
    count = ngettext("%(count)s player", "%(count)s players", len(entries))
    head = imprint(tournament, title, count % {"count": len(entries)})
    return document(tournament, title, PDF, print_list(head, listed))


def course_paper(asked: Asked) -> Document:
    """Return one player's course through the tournament, and the offences."""
    entry, tournament = asked.player(), asked.tournament
    rounds = rounds_seen_by(asked.reader.actor, tournament)
    report = shown_standings(tournament)
    course = player_course(entry, rounds, report, courses(report))
    offences = []
    for record, decided, points in offences_against(tournament, course):
        place = "" if record.round is None else f"{gettext('Round')} {record.round}"
        parts = place, decided, record.note, "" if points is None else signed(points)
        offences.append(" · ".join(filter(None, parts)))
    title = f"{COURSE.title}: {entry.person.name}"
    status = " · ".join(filter(None, (f"{gettext('No.')} {entry.number}", entry.club_short)))
    curve = draw_courses([Line("", entry.person.name, course.figures)])
    opening = picture(str(curve), CURVE_WIDTH) if curve else None
    head, listed = imprint(tournament, title, status), course_list(tournament, course)
    content = print_list(head, listed, offences, opening=opening)
    return document(tournament, title, PDF, content)


def announcements_paper(asked: Asked) -> Document:
    """Return a round's announcements in large letters; the time is filled in by hand."""
    head = imprint(asked.tournament, f"{asked.round}: {ANNOUNCEMENTS.title}")
    paper = DrawnPages(head)
    draw_announcements(paper, asked.round)
    return document(asked.tournament, head.title, PDF, paper.pdf())


def draw_announcements(
    paper: DrawnPages, round: Round, tables: Collection[int] | None = None
) -> None:
    """Draw them as pages of a file; not if only the seats of some `tables` have changed."""
    if tables is not None:
        return
    tournament = round.tournament
    rules = tournament.at_table(FOUR_TABLE)
    calls = [Announcement(Call.SEATS), Announcement(Call.START)]
    if rules.has_limit:
        warnings = tournament.warning_minutes
        calls += [Announcement(Call.WARNING, minutes=each) for each in warnings]
        calls.append(Announcement(Call.TIME_UP))
    calls += [Announcement(Call.PAUSE), Announcement(Call.GOES_ON)]

    def text(call: Announcement) -> str:
        return announcement_text(
            call,
            round=round.number,
            ends_at=None,
            has_solos=rules.solos > 0,
            has_limit=rules.has_limit,
        )

    columns = (
        Column("when", gettext("When"), lambda each: str(CALLS[each.call])),
        Column("text", gettext("Announcement"), text, Kind.NAME),
    )
    head = imprint(tournament, f"{round}: {ANNOUNCEMENTS.title}")
    draw_list(paper, head, List(columns, calls), sizes=READ_SIZES)


def statistics(asked: Asked) -> Document:
    """Return the statistics of the tournament. Refused: `unknown_round` before the draw."""
    tournament, report = asked.tournament, standings_after(asked.tournament)
    found = event_figures(report.results)
    names = {row.entry_id: row.public_list_name for row in report.rows}
    lines: list[tuple[str, object]] = [
        (gettext("Participants who have played"), found.people),
        (gettext("Clubs"), len({row.club for row in report.rows if row.club})),
        (gettext("Rounds"), report.rounds),
        (gettext("Score sheets"), found.sheets),
        (gettext("Games"), found.games),
    ]
    if found.listed:
        lines.append((gettext("Games known one by one"), found.listed))
        lines.append((gettext("Compulsory solos"), found.solos))
        if found.solos:
            share = round(100 * found.solos_won / found.solos)
            lines.append((gettext("of these won"), f"{found.solos_won} ({share} %)"))
        lines.append((gettext("Most points in one game"), found.dearest))
    if found.best:
        made = ", ".join(
            f"{names.get(entry, NONE_YET)} ({gettext('Round')} {number})"
            for entry, number in found.best.made_by
        )
        lines.append((gettext("Best round"), f"{signed(found.best.points)}: {made}"))
    for place, lead in enumerate(found.leads, start=1):
        words = gettext("Points between rank %(rank)s and %(next)s")
        lines.append((words % {"rank": place, "next": place + 1}, lead))
    columns = (
        Column("what", gettext("What"), lambda line: line[0], Kind.NAME),
        Column("figure", gettext("Figure"), lambda line: str(line[1]), classes="figure"),
    )
    title = str(STATISTICS.title)
    content = print_list(imprint(tournament, title), List(columns, lines))
    return document(tournament, title, PDF, content)


def calls(asked: Asked) -> Document:
    """Return everything by round and table, or only what was entered on one `day`."""
    tournament, day, title = asked.tournament, asked.day(), str(LOG.title)
    log = log_of(tournament)
    if day is not None:
        log = [each for each in log if each.day == day]
    listed = calls_list(tournament, log)
    head = imprint(tournament, title, date_format(day) if day else "")
    return document(tournament, title, PDF, print_list(head, listed, sizes=LOG_SIZES))


def _day(asked: Asked) -> str:
    day = asked.day()
    return date_format(day, "SHORT_DATE_FORMAT") if day else ""


ALL_PAPERS = Paper(
    key="all",
    title=_("All papers"),
    order=10,
    of_round=True,
    asks=("tables",),
    tells_address=True,
    make=round_papers,
    links=(
        Link("all", is_main=lambda reader: reader.tournament.frozen_at is None),
        Link("all of another round"),
        Link("menu of a round"),
    ),
    earlier=("print/<int:number>/",),
)
ANNOUNCEMENTS = Paper(
    key="announcements",
    title=_("Announcements"),
    order=40,
    of_round=True,
    make=announcements_paper,
    add_to_round=draw_announcements,
    links=(Link("read aloud"),),
)
PARTICIPANTS = Paper(
    key="participants",
    title=_("Players"),
    order=110,
    make=participants,
    links=(Link("people"),),
)
STATISTICS = Paper(
    key="statistics",
    title=_("Statistics"),
    order=160,
    is_possible=is_drawn,
    make=statistics,
    links=(Link("people"),),
)
COURSE = Paper(
    key="course",
    title=_("Course"),
    order=180,
    asks=("player",),
    make=course_paper,
    links=(Link("player", _("Print")),),
    earlier=("players/<int:player>/paper/",),
)
LOG = Paper(
    key="calls",
    title=_("Complaints and decisions"),
    order=250,
    is_possible=lambda reader: has_log(reader.tournament),
    asks=("day",),
    make=calls,
    links=(
        Link("log", _("Complaints, penalties, protests and extra time")),
        Link("calls", _("Print")),
        Link("day of the log", _day),
    ),
)
