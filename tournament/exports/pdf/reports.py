"""Papers about people, money and the day, and everything for a round in one file."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.rulesets import DDV
from tournament.draw.table_sizes import FOUR_TABLE
from tournament.errors import Refused
from tournament.exports.base import Document, imprint
from tournament.exports.paper import Asked, Link, Paper, Reader, is_drawn
from tournament.exports.pdf.drawing import DrawnPages
from tournament.exports.pdf.lists import draw_list, picture, print_list
from tournament.exports.pdf.paper import print_template
from tournament.labels.counting import marked_words
from tournament.labels.hall import CALLS, announcement_text
from tournament.labels.points import NONE_YET, signed
from tournament.labels.rule_sets import RULE_SET_HINTS, RULE_SETS, chosen_options
from tournament.lists.calls import calls_list, offences_against
from tournament.lists.columns import Column, Kind, List, Value, affiliation_column
from tournament.lists.curves import Line, draw_courses
from tournament.lists.money import door_list as door_columns
from tournament.lists.money import not_given_lines, prize_notes, prize_sections, prizes_caution
from tournament.lists.standings import course_list, idle_columns
from tournament.lists.timetable import timetable_lines, timetable_list
from tournament.models import PrizeRule, Round
from tournament.money.reads import (
    accounts_of,
    fees_of,
    has_receipts,
    payments_of,
    pools_of,
    standing,
)
from tournament.people.reads.players import player_list
from tournament.permissions import may_check_in_players
from tournament.prizes.reads import prize_list
from tournament.referee.reads import has_log, log_of
from tournament.rounds.reads.rounds import rounds_seen_by
from tournament.rounds.rules.clock import Announcement, Call
from tournament.shared.rules.names import name_key
from tournament.standings.reads.courses import player_course, shown_courses
from tournament.standings.reads.standings import (
    StandingsReport,
    standings_after,
)
from tournament.tournaments.rules import event_figures

CURVE_WIDTH = 120.0  # in millimetres
READ_SIZES, LOG_SIZES = (16, 17, 18, 19), (10, 10.5, 11, 11.5, 12)
"""Font sizes in points of announcements, and of the log, which is read at a desk."""
DAY_SIZES = (18, 20, 22, 24, 26, 28)


def round_papers(asked: Asked) -> Document:
    """Return every paper's share; after a change, of the score sheets those of some tables."""
    from tournament.exports.papers import PAPERS  # this one is among them

    tables = asked.tables()
    pages = DrawnPages(imprint(asked.tournament, f"{asked.round}: {ALL_PAPERS.title}"))
    for each in PAPERS.values():
        if each.add_to_round:
            each.add_to_round(pages, asked.round, tables)
    return pages.document()


def participants(asked: Asked) -> Document:
    """Return everybody who plays, by name, for the wall."""
    tournament = asked.tournament
    entries = [each for each in player_list(tournament) if each.plays]
    entries.sort(key=lambda each: name_key(each.person.public_list_name))
    columns = (
        Column("number", gettext("No."), lambda each: each.number, Kind.NUMBER),
        Column("name", gettext("Name"), lambda each: each.person.public_list_name, Kind.NAME),
        affiliation_column(
            lambda each: tournament.affiliation(each.club_short, each.team),
            shows_teams=tournament.shows_teams,
        ),
        Column("groups", gettext("Categories"), lambda each: ", ".join(each.tags), classes="minor"),
    )
    listed = List(columns, entries, idle_columns(columns, tuple(entries), "club", "team", "groups"))
    count = ngettext("%(count)s player", "%(count)s players", len(entries))
    head = imprint(tournament, str(PARTICIPANTS.title), count % {"count": len(entries)})
    return print_list(head, listed)


def course_paper(asked: Asked) -> Document:
    """Return one player's course through the tournament, and the offences."""
    entry, tournament = asked.player(), asked.tournament
    rounds = rounds_seen_by(asked.reader.actor, tournament)
    found = shown_courses(tournament)
    course = player_course(entry, rounds, found)
    offences = []
    for record, decided, points in offences_against(tournament, course):
        place = "" if record.round is None else f"{gettext('Round')} {record.round}"
        parts = place, decided, record.note, "" if points is None else signed(points)
        offences.append(" · ".join(filter(None, parts)))
    title = f"{COURSE.title}: {entry.person.name}"
    affiliation = tournament.affiliation(entry.club_short, entry.team)
    status = " · ".join(filter(None, (f"{gettext('No.')} {entry.number}", affiliation)))
    curve = draw_courses([Line("", entry.person.name, course.figures)])
    opening = picture(str(curve), CURVE_WIDTH) if curve else None
    listed = course_list(tournament, course)
    columns = tuple(_in_one_line(x) if x.key == "seat" else x for x in listed.columns)
    head = imprint(tournament, title, status)
    return print_list(head, replace(listed, columns=columns), offences, opening=opening)


def _in_one_line(column: Column) -> Column:
    """Return a column of texts whose words stay together, so that no number begins a line."""

    def value(row: Any) -> Value:
        words = column.value(row)
        return words.replace(" ", "\xa0") if isinstance(words, str) else words

    return replace(column, value=value)


def announcements_paper(asked: Asked) -> Document:
    """Return a round's announcements in large letters; the time is filled in by hand."""
    paper = DrawnPages(imprint(asked.tournament, f"{asked.round}: {ANNOUNCEMENTS.title}"))
    draw_announcements(paper, asked.round)
    return paper.document()


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


def figures_of_event(report: StandingsReport) -> list[tuple[str, object]]:
    """Return the figures of the tournament, each with its words."""
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
        words = marked_words(words % {"rank": place, "next": place + 1}, report.counting)
        lines.append((words, lead))
    return lines


def timetable(asked: Asked) -> Document:
    """Return the timetable of the day as expected now, for the wall."""
    listed = timetable_list(timetable_lines(asked.tournament, timezone.now()))
    return print_list(imprint(asked.tournament, str(TIMETABLE.title)), listed, sizes=DAY_SIZES)


def rules_sheet(asked: Asked) -> Document:
    """Return the rules of the evening for the wall: which, and each chosen option."""
    rules = asked.tournament.rule_set
    column = Column("option", gettext("What is agreed on"), lambda words: words, Kind.NAME)
    head = imprint(asked.tournament, str(RULES.title), str(RULE_SETS[rules.name]))
    notes = [str(RULE_SET_HINTS[rules.name])]
    return print_list(head, List((column,), chosen_options(rules)), notes, sizes=READ_SIZES)


def statistics(asked: Asked) -> Document:
    """Return the statistics of the tournament. Refused: `unknown_round` before the draw."""
    lines = figures_of_event(standings_after(asked.tournament))
    columns = (
        Column("what", gettext("What"), lambda line: line[0], Kind.NAME),
        Column("figure", gettext("Figure"), lambda line: str(line[1]), classes="figure"),
    )
    return print_list(imprint(asked.tournament, str(STATISTICS.title)), List(columns, lines))


def calls(asked: Asked) -> Document:
    """Return everything by round and table, or only what was entered on one `day`."""
    tournament, day = asked.tournament, asked.day()
    log = log_of(tournament)
    if day is not None:
        log = [each for each in log if each.day == day]
    head = imprint(tournament, str(LOG.title), date_format(day) if day else "")
    return print_list(head, calls_list(tournament, log), sizes=LOG_SIZES)


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
TIMETABLE = Paper(
    key="timetable",
    title=_("Timetable"),
    order=105,
    is_possible=lambda reader: reader.tournament.starts_at is not None,
    impossible="no_start",
    make=timetable,
    links=(Link("people"),),
)
RULES = Paper(
    key="rules",
    title=_("Rules of the evening"),
    order=107,
    is_possible=lambda reader: reader.tournament.rules != DDV.name,
    impossible="no_rules_to_print",
    make=rules_sheet,
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


def door_list(asked: Asked) -> Document:
    """Return everybody who plays with a box to tick; fees and side pools where there are any."""
    tournament = asked.tournament
    accounts = [each for each in accounts_of(tournament).values() if each.entry.plays]
    if asked.text("by") == "name":
        accounts.sort(key=lambda each: name_key(each.entry.person.list_name))
    pools = pools_of(tournament)
    listed = door_columns(accounts, pools, has_fees=bool(fees_of(tournament)))
    return print_list(imprint(tournament, str(DOOR_LIST.title)), listed)


def prizes(asked: Asked) -> Document:
    """Return the prizes in the order of the ceremony. Refused: `no_prizes`."""
    listed = prize_list(asked.tournament)
    if not listed.has_prizes:
        raise Refused("no_prizes")
    head = imprint(asked.tournament, str(PRIZES.title), caution=prizes_caution(listed))
    context = {
        "sections": prize_sections(listed),
        "seed": listed.rule.seed if listed.needs_lot else "",
        "funds": listed.funds,
        "not_given": not_given_lines(listed),
        "notes": prize_notes(listed),
    }
    return print_template("pdf/money/prizes.html", head, context)


def prizes_received(asked: Asked) -> Document:
    """Return the same as a list for the winners to sign. Refused: `prizes_not_assigned`."""
    listed = prize_list(asked.tournament)
    if not listed.is_assigned:
        raise Refused("prizes_not_assigned")
    head = imprint(asked.tournament, str(PRIZES_RECEIVED.title), caution=prizes_caution(listed))
    context = {
        "sections": prize_sections(listed),
        "has_members": any(line.members for line in listed.lines),
        "total": sum(line.award.amount for line in listed.lines),
    }
    return print_template("pdf/money/prizes_received.html", head, context)


def receipts(asked: Asked) -> Document:
    """Return a receipt for everybody who has paid, or for one player. Refused: `no_payments`."""
    tournament, entry = asked.tournament, asked.entry()
    payments = payments_of(tournament)
    found = standing(payments.filter(entry=entry) if entry else payments)
    if not found:
        raise Refused("no_payments")
    by_entry: dict[int, list] = {}
    for payment in sorted(found, key=lambda each: each.entry.number):
        by_entry.setdefault(payment.entry_id, []).append(payment)
    made = [
        {"entry": paid[0].entry, "payments": paid, "total": sum(each.amount for each in paid)}
        for paid in by_entry.values()
    ]
    head = imprint(tournament, str(RECEIPTS.title))
    return print_template("pdf/money/receipts.html", head, {"receipts": made})


def _are_prizes_assigned(reader: Reader) -> bool:
    rules = PrizeRule.objects.filter(tournament=reader.tournament)
    return reader.has_prizes and rules.exclude(assigned_at=None).exists()


DOOR_LIST = Paper(
    key="door",
    title=_("Door list"),
    order=190,
    may=may_check_in_players,
    is_possible=lambda reader: reader.may_check_in,
    asks=("by",),
    make=door_list,
    links=(
        Link("people"),
        Link("people", format_lazy("{}, {}", _("Door list"), _("by name")), {"by": "name"}),
        Link("till", given={"by": "name"}),
    ),
)
RECEIPTS = Paper(
    key="receipts",
    title=_("Receipts"),
    order=200,
    may=may_check_in_players,
    is_possible=lambda reader: reader.has_money and has_receipts(reader.tournament),
    asks=("number",),
    make=receipts,
    links=(Link("money"), Link("till with payments"), Link("till of one player", _("Receipt"))),
)
PRIZES = Paper(
    key="prizes",
    title=_("Prizes"),
    order=210,
    is_possible=lambda reader: reader.has_prizes,
    make=prizes,
    links=(Link("money"), Link("prizes", _("Print"))),
)
PRIZES_RECEIVED = Paper(
    key="prizes-received",
    title=_("Prizes, list to sign"),
    order=220,
    is_possible=_are_prizes_assigned,
    make=prizes_received,
    links=(Link("money"), Link("prizes assigned")),
    earlier=("print/prizes/received/",),
)
