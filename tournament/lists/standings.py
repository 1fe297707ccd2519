"""Standings, results of a round, rankings of groups and the course of one player, as lists."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from typing import Any

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from tournament.labels.counting import marked_words
from tournament.labels.points import NONE_YET, signed
from tournament.labels.standings import decision_words
from tournament.lists.calls import offences_against
from tournament.lists.columns import Column, Kind, List, Value, affiliation_column, marked
from tournament.lists.curves import Line, draw_courses, sparkline
from tournament.lists.html import player_link
from tournament.models import Tournament
from tournament.shared.rules.places import SeatRow
from tournament.shared.rules.rounding import half_away
from tournament.standings.reads.courses import Courses, PlayerCourse, PlayerRound
from tournament.standings.reads.rankings import GroupReport
from tournament.standings.reads.standings import (
    Cell,
    RoundResult,
    RoundResultRow,
    StandingRow,
    StandingsReport,
)
from tournament.standings.rules.counting import AS_PLAYED, Counting
from tournament.standings.rules.curves import Figures, bounds, running_totals
from tournament.standings.rules.rankings import GROUPS, Member, RankedGroup
from tournament.standings.rules.standings import Chance, Contender

Marks = Mapping[Cell, str]


def standings_list(
    report: StandingsReport, marks: Marks, *, more: bool = True, public: bool = True
) -> List:
    """Return the standings with footnote `marks`; `more` adds averages, which costs a query."""

    def rank(row: StandingRow) -> Value:
        return None if report.nothing_played else row.rank

    def points(row: StandingRow, number: int) -> Value:
        return marked(row.rounds[number - 1], marks.get((row.entry_id, number), ""))

    columns = (
        Column("rank", gettext("Rank"), rank, Kind.NUMBER, "rank", NONE_YET),
        _small("number", gettext("No."), lambda row: row.number),
        Column("name", gettext("Name"), lambda row: name_of(row, public), Kind.NAME, "name"),
        affiliation_column(lambda row: row.affiliation, shows_teams=report.shows_teams),
        Column("tags", gettext("Categories"), lambda row: ", ".join(row.tags)),
        *round_columns(report.rounds, points),
        points_column("adjustment", gettext("Deduction"), lambda row: row.adjustment or None),
        points_column("total", total_name(report.counting), lambda row: row.total, "total main"),
        *_played(report.counting, lambda row: row.points),
        decision_column(report.chain),
        *(_averages(report) if more else ()),
        Column("note", gettext("Note"), lambda row: row.note, sorts=False),
    )
    idle = idle_columns(columns, report.rows, "adjustment", "decided", "note")
    return List(columns, report.rows, idle, lambda row: row.entry_id)


def add_courses(listed: List, found: Courses) -> List:
    """Return the standings for a page: with moves, courses before the total, no categories."""
    columns = tuple(column for column in listed.columns if column.key != "tags")
    return with_courses(
        replace(listed, columns=columns),
        lambda row: found.moved(row.entry_id),
        lambda row: course_of(row, found),
    )


def with_courses(
    listed: List, moved: Callable[[Any], int | None], course: Callable[[Any], Figures]
) -> List:
    """Return standings with the places moved beside the rank, and a curve before the total."""
    key = listed.entry_of or id
    lines = {key(row): course(row) for row in listed.rows}
    ranges = (bounds([line]) for line in lines.values())
    span = max((high - low for low, high in ranges), default=0)

    move = Column(
        *("move", "▲▼", moved, Kind.MOVE, "move"),
        spoken=gettext("Moved"),
    )
    curve = Column(
        *("course", gettext("Course"), lambda row: sparkline(lines[key(row)], span)),
        *(Kind.CURVE, "course minor"),
        sorts=False,
    )
    columns = list(listed.columns)
    keys = [column.key for column in columns]
    columns.insert(keys.index("total"), curve)
    columns.insert(keys.index("rank") + 1, move)
    idle = listed.idle | idle_columns((move, curve), tuple(listed.rows), "move", "course")
    return List(tuple(columns), listed.rows, idle, listed.entry_of)


def course_of(row: StandingRow, found: Courses) -> Figures:
    """Return somebody's total after each round."""
    return running_totals(row.rounds, found.deductions.get(row.entry_id))


def first_drawing(
    rows: Iterable[StandingRow], found: Courses, *, public: bool = True
) -> SafeString:
    """Draw the courses of the best, each with rank and last name at its end."""
    lines = [
        Line(
            f"{row.rank} {name_of(row, public).split(',')[0]}",
            row.name if public else row.list_name,
            course_of(row, found),
        )
        for row in rows
    ]
    return draw_courses(lines, named=True)


@dataclass(frozen=True, slots=True)
class PhoneLine:
    """A row on a phone: the last round and the total; a tap shows the other rounds."""

    row: StandingRow
    rank: str
    last: str
    total: str
    earlier: tuple[tuple[int, str], ...]


def phone_lines(rows: Iterable[StandingRow], marks: Marks) -> Iterator[PhoneLine]:
    """Yield rows of the standings line by line; points carry their footnote `marks`."""
    for row in rows:
        points = [
            NONE_YET if each is None else signed(each) + marks.get((row.entry_id, number), "")
            for number, each in enumerate(row.rounds, start=1)
        ]
        rank = NONE_YET if row.rank is None else str(row.rank)
        earlier = tuple(enumerate(points[:-1], start=1))
        yield PhoneLine(row, rank, points[-1], signed(row.total), earlier)


def decision_column(chain: Sequence[str]) -> Column:
    """Return the column saying what put somebody before the next with equal total."""
    return Column(
        *("decided", gettext("Decided by"), lambda row: decision_words(chain, row.decision)),
        classes="decided minor",
    )


def round_columns(rounds: int, points: Callable[[Any, int], Value]) -> Iterator[Column]:
    """Yield a column for each round; `points` takes a row and the number of a round."""
    for number in range(1, rounds + 1):
        heading = gettext("R%(number)s") % {"number": number}
        classes = "round" if number == rounds else "round earlier"
        value = partial(_points_in_round, points, number)
        yield points_column(f"r{number}", heading, value, classes, NONE_YET)


def _points_in_round(points: Callable[[Any, int], Value], number: int, row: Any) -> Value:
    return points(row, number)


def points_name(counting: Counting) -> str:
    """Return the heading of the points of a round."""
    return gettext("Table points") if counting.table_points else gettext("Points")


def total_name(counting: Counting) -> str:
    """Return the heading of the totals of standings."""
    return gettext("Table points") if counting.table_points else gettext("Total")


def _played(counting: Counting, points: Callable[[Any], Value]) -> Iterator[Column]:
    """Yield the column of the points played, where something else is ranked."""
    if counting.reckons:
        yield points_column("played", gettext("Played"), points, "played minor", NONE_YET)


def _averages(report: StandingsReport) -> Iterator[Column]:
    """Return columns of games and averages per round and game, deductions included."""
    games_of = cache(report.results.games_played)

    def games(row: StandingRow) -> int | None:
        return games_of(row.entry_id)

    def rounds(row: StandingRow) -> int:
        return sum(points is not None for points in row.rounds)

    def average(count: Callable[[StandingRow], int | None], row: StandingRow) -> Value:
        played = count(row)
        return rounded(Fraction(row.total, played)) if played else None

    yield _small("games", gettext("Games"), games)
    for key, heading, count in (
        ("per_round", gettext("Per round"), rounds),
        ("per_game", gettext("Per game"), games),
    ):
        value = partial(average, count)
        marked = marked_words(heading, report.counting)
        yield Column(key, marked, value, Kind.AVERAGE, "points minor average", NONE_YET)


def rounded(average: Fraction | None) -> Value:
    """Round to two decimals."""
    return None if average is None else float(half_away(average, 2))


def average_column(
    average: Callable[[Any], Fraction | None],
    classes: str = "points minor average",
    counting: Counting = AS_PLAYED,
) -> Column:
    """Return the column of the average per round of what is ranked."""
    heading = marked_words(gettext("Per round"), counting)
    return Column(
        *("average", heading, lambda row: rounded(average(row)), Kind.AVERAGE, classes, NONE_YET)
    )


def result_list(result: RoundResult, marks: Marks, *, public: bool = True) -> List:
    """Return the result of one round, `public` as in the standings."""

    def rank(row: RoundResultRow) -> Value:
        return None if row.points is None else row.rank

    def points(row: RoundResultRow) -> Value:
        return marked(row.points, marks.get((row.seat.entry_id, result.round.number), ""))

    counting = result.round.tournament.counting
    heading = points_name(counting)
    columns = (
        Column("rank", gettext("Rank"), rank, Kind.NUMBER, "rank", NONE_YET),
        _small("number", gettext("No."), lambda row: row.seat.number),
        Column("name", gettext("Name"), lambda row: name_of(row.seat, public), Kind.NAME, "name"),
        affiliation_column(
            lambda row: row.seat.affiliation, shows_teams=result.round.tournament.shows_teams
        ),
        _small("table", gettext("Table"), lambda row: row.seat.table),
        _small("position", gettext("Position"), lambda row: row.seat.seat),
        points_column("result", heading, points, "result main", NONE_YET),
        *_played(counting, lambda row: row.played),
        points_column("total", gettext("Total"), lambda row: row.total),
        Column("note", gettext("Note"), lambda row: row.note, sorts=False),
    )
    idle = idle_columns(columns, result.rows, "note")
    return List(columns, result.rows, idle, lambda row: row.seat.entry_id)


def chances_list(
    tournament: Tournament, lines: Sequence[tuple[StandingRow, Contender, Chance]]
) -> List:
    """Return who can still reach which place, and what it takes."""

    def places(line: tuple[StandingRow, Contender, Chance]) -> str:
        return "–".join(map(str, dict.fromkeys((line[2].best_place, line[2].worst_place))))

    def link(line: tuple[StandingRow, Contender, Chance]) -> SafeString:
        return player_link(tournament.slug, line[0].entry_id, line[0].list_name)

    def least(line: tuple[StandingRow, Contender, Chance]) -> str:
        if not line[1].remaining:
            return gettext("no round to come")
        return "–" if line[2].least is None else signed(line[2].least)

    columns = (
        Column("rank", gettext("Rank"), lambda line: line[0].rank, Kind.NUMBER, "rank"),
        Column("name", gettext("Name"), lambda line: line[0].list_name, Kind.NAME, html=link),
        points_column("total", gettext("Total"), lambda line: line[2].total),
        Column(
            *("behind_first", gettext("Behind the first"), lambda x: x[2].behind_first or None),
            *(Kind.NUMBER, "points", "–"),
        ),
        Column(
            *("behind_next", gettext("Behind the next"), lambda x: x[2].behind_next or None),
            *(Kind.NUMBER, "points", "–"),
        ),
        Column(
            *("places", gettext("Possible places"), places, Kind.TEXT, "number"),
            order=lambda line: line[2].best_place,
        ),
        Column(
            *("least", gettext("Needed for place 1: at least"), lambda line: line[2].least),
            *(Kind.POINTS, "points"),
            html=least,
        ),
        Column(
            *("enough", gettext("Place 1 for certain with"), lambda line: line[2].enough),
            *(Kind.POINTS, "points", "–"),
        ),
    )
    return List(columns, lines)


def name_of(row: StandingRow | SeatRow, public: bool) -> str:
    """Return the name as in a public list, or as the direction sees it."""
    return row.public_list_name if public else row.list_name


def _small(key: str, heading: str, value: Callable[[Any], Value]) -> Column:
    """Return a column of numbers that phones leave out."""
    return Column(key, heading, value, Kind.NUMBER, f"number minor {key}")


def points_column(
    key: str, heading: str, value: Callable[[Any], Value], more: str = "", missing: str = ""
) -> Column:
    """Return a column of signed, right-aligned points."""
    return Column(key, heading, value, Kind.POINTS, f"points {more or key}", missing)


def idle_columns(
    columns: tuple[Column, ...], rows: tuple[object, ...], *keys: str
) -> frozenset[str]:
    """Return the keys of those columns that would be entirely empty."""
    asked = (column for column in columns if column.key in keys)
    return frozenset(each.key for each in asked if not any(map(each.value, rows)))


def ranking_list(report: GroupReport) -> List:
    """Return the groups with their members and what each of them contributes."""
    counting = report.standings.counting

    def rank(group: RankedGroup) -> Value:
        return None if report.standings.nothing_played else group.rank

    def members(group: RankedGroup) -> Value:
        """Return who counts and with how much, and the number of the others."""
        counted = [member for member in group.members if any(member.counted)]
        counted.sort(key=lambda member: member.points, reverse=True)
        named = [
            f"{report.rows[each.result.entry_id].public_list_name} {signed(each.points)}"
            for each in counted
        ]
        if others := len(group.members) - len(counted):
            words = ngettext("%(count)s other", "%(count)s others", others)
            named.append(words % {"count": others})
        return " · ".join(named)

    def note(group: RankedGroup) -> Value:
        words = {"ranked": group.ranked, "best": report.rules.best or 1}
        return "" if group.rank else gettext("only %(ranked)s of %(best)s") % words

    columns = (
        Column("rank", gettext("Rank"), rank, Kind.NUMBER, "rank", NONE_YET),
        Column(
            "name", gettext(GROUPS[report.kind].name), lambda group: group.name, Kind.NAME, "name"
        ),
        Column("members", gettext("Who counts"), members, classes="members minor"),
        *round_columns(report.standings.rounds, lambda group, number: group.rounds[number - 1]),
        points_column("adjustment", gettext("Deduction"), lambda group: group.adjustment or None),
        points_column("total", total_name(counting), lambda group: group.total, "total main"),
        *_played(counting, report.points_played),
        decision_column(report.chain),
        Column("note", gettext("Note"), note, sorts=False),
    )
    idle = idle_columns(columns, report.groups, "adjustment", "decided", "note")
    if not report.in_groups:
        return List(columns, report.groups, idle)
    return _by_group(report, List(columns, report.groups, idle))


def _by_group(report: GroupReport, listed: List) -> List:
    """Return the teams group by group, with their places there; those in none come last."""
    in_group = {
        each.team: (number, each.place)
        for number, teams in enumerate(report.in_groups, start=1)
        for each in teams
    }
    none = len(report.in_groups) + 1, 0

    def group(team: RankedGroup) -> Value:
        return in_group[team.name][0] if team.name in in_group else None

    def place(team: RankedGroup) -> Value:
        is_placed = team.name in in_group and not report.standings.nothing_played
        return in_group[team.name][1] if is_placed else None

    columns = (
        Column("team_group", gettext("Group"), group, Kind.NUMBER, "number"),
        Column("place", gettext("Rank in the group"), place, Kind.NUMBER, "number", NONE_YET),
        *listed.columns,
    )
    rows = sorted(report.groups, key=lambda team: in_group.get(team.name, none))
    return replace(listed, columns=columns, rows=tuple(rows))


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member of a group in a ranking; `group` numbers the groups of all rankings."""

    report: GroupReport
    group: int
    name: str
    member: Member

    @property
    def row(self) -> StandingRow:
        """The member's line in the standings."""
        return self.report.rows[self.member.result.entry_id]

    @property
    def missed(self) -> tuple[int, ...]:
        """The rounds the member has not played."""
        return self.row.missed

    def counted(self, number: int) -> int | None:
        """Return the points of a round as far as they count."""
        is_counted = self.member.counted[number - 1]
        return self.member.result.rounds[number - 1] if is_counted else None

    @property
    def adjustment(self) -> int:
        """The deductions as far as they count."""
        rounds = range(1, len(self.member.counted) + 1)
        return self.member.points - sum(self.counted(number) or 0 for number in rounds)


def members_list(reports: Iterable[GroupReport], rounds: int) -> List:
    """Return who counts for which group, and with what; groups are numbered throughout, from 1."""
    groups = [(report, group) for report in reports for group in report.groups]
    lines = [
        MemberLine(report, number, group.name, member)
        for number, (report, group) in enumerate(groups, start=1)
        for member in group.members
    ]
    counting = groups[0][0].standings.counting if groups else AS_PLAYED
    columns = (
        Column("group", gettext("Group no."), lambda line: line.group, Kind.NUMBER),
        Column("kind", gettext("Ranking"), lambda line: gettext(GROUPS[line.report.kind].name)),
        Column("name", gettext("Group"), lambda line: line.name),
        Column("number", gettext("No."), lambda line: line.row.number, Kind.NUMBER),
        Column("person", gettext("Name"), lambda line: line.row.public_list_name, Kind.NAME),
        *round_columns(rounds, MemberLine.counted),
        points_column("adjustment", gettext("Deduction"), lambda line: line.adjustment or None),
        points_column("total", total_name(counting), lambda line: line.member.points, "total main"),
        *_played(counting, lambda line: line.report.played_by(line.member)),
    )
    return List(columns, lines)


def course_list(tournament: Tournament, course: PlayerCourse) -> List:
    """Return every round: seat, table mates with points, own points, total and rank after it."""

    def seat(line: PlayerRound) -> str | None:
        if line.is_missed:
            return gettext("not played")
        if not line.table:
            return gettext("sits out") if line.sits_out else None
        words = {"table": line.table, "position": line.position}
        return gettext("Table %(table)s, position %(position)s") % words

    def sheet(line: PlayerRound) -> str:
        words = gettext("Round %(number)s") % {"number": line.round.number}
        if not line.table:
            return words
        address = reverse("sheet", args=[tournament.slug, line.round.number, line.table])
        return format_html('<a href="{}">{}</a>', address, words)

    def mates(line: PlayerRound) -> str:
        return " · ".join(
            mate.name + ("" if mate.points is None else f"\xa0{signed(mate.points)}")
            for mate in line.mates
        )

    def link_mates(line: PlayerRound) -> SafeString:
        shown = []
        for mate in line.mates:
            link, hint = player_link(tournament.slug, mate.entry_id, mate.name), ""
            if mate.points is not None:
                hint = format_html(' <span class="hint">{}</span>', signed(mate.points))
            shown.append((link, hint))
        return format_html_join("\n", '<span class="mate">{}{}</span>', shown)

    def solos(line: PlayerRound) -> str | None:
        return None if line.solos is None or not line.owed else f"{line.solos}/{line.owed}"

    def tick_solos(line: PlayerRound) -> str:
        if line.owed == 1 and line.solos:
            return format_html('✓<span class="visually-hidden">{}</span>', gettext("played"))
        return solos(line) or NONE_YET

    counting = tournament.counting
    heading = points_name(counting)
    columns = (
        Column(
            "round", gettext("Round"), lambda x: x.round.number, Kind.NUMBER, "name", html=sheet
        ),
        Column("seat", gettext("Seat"), seat, missing=NONE_YET),
        Column("name", gettext("Table mates"), mates, html=link_mates, sorts=False),
        Column("solos", gettext("Solo"), solos, Kind.NUMBER, missing=NONE_YET, html=tick_solos),
        points_column("points", heading, lambda x: x.points, missing=NONE_YET),
        *_played(counting, lambda line: line.played),
        points_column("total", gettext("Total"), lambda x: x.total, "main", NONE_YET),
        Column(
            *("place", gettext("Rank"), lambda x: None if x.total is None else x.rank),
            *(Kind.NUMBER, "number", NONE_YET),
        ),
    )
    return List(columns, course.rounds)


def offences_list(tournament: Tournament, course: PlayerCourse) -> List:
    """Return a player's penalties and deductions, with the points they cost."""
    columns = (
        Column("round", gettext("Round"), lambda line: line[0].round, Kind.NUMBER, "number", "–"),
        Column("table", gettext("Table"), lambda line: line[0].table, Kind.NUMBER, "number", "–"),
        Column("decision", gettext("Decision"), lambda line: line[1]),
        Column("what", gettext("What happened"), lambda line: line[0].note or None, missing="–"),
        Column("points", gettext("Points"), lambda line: line[2], Kind.POINTS, "points", "–"),
    )
    return List(columns, offences_against(tournament, course))
