"""Lists of leagues: the table, match days, teams of a day, players of the season."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from operator import attrgetter, itemgetter

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from tournament.labels.counting import NOT_COUNTED, counting_sentences, countings_sentences
from tournament.labels.filling import short_day
from tournament.labels.league import ZONES, day_title
from tournament.labels.points import NONE_YET, match_points_words
from tournament.league.reads import (
    DayReport,
    DayState,
    DivisionReport,
    Substitution,
    TeamInGroup,
    TeamOfDay,
)
from tournament.league.rules import SEATS, SeasonPlayer, TableLine
from tournament.lists.columns import Column, Kind, List, Value, day_column, number_column
from tournament.lists.notes import missing_note
from tournament.lists.standings import average_column, idle_columns, points_column
from tournament.models import PointsDeduction, TeamPlayer


def worth(value: Fraction) -> int | float:
    """Return match points as lists hold them: whole, or with a fraction."""
    return value.numerator if value.denominator == 1 else float(value)


def table_list(report: DivisionReport, *, is_linked: bool = False) -> List:
    """Return the table of a division, a column for each day that counts."""
    league = report.division.league.slug

    def name(line: TableLine) -> str:
        return report.teams[line.team].name

    def linked(line: TableLine) -> str:
        return _link("league-team", name(line), league, line.team)

    def day(at: int, line: TableLine) -> Value:
        one = line.days[at]
        return None if one is None else worth(one.match_points)

    def zone(line: TableLine) -> str:
        moves = str(ZONES[line.zone]) if line.zone else ""
        stopped = gettext("withdrawn") if line.team in report.withdrawn else ""
        return " · ".join(filter(None, (moves, stopped)))

    columns = (
        Column("rank", gettext("Rank"), lambda line: line.place, Kind.NUMBER, "rank"),
        Column(
            "name", gettext("Team"), name, Kind.NAME, "name", html=linked if is_linked else None
        ),
        *(
            number_column(
                f"d{each.day.number}",
                gettext("D%(number)s") % {"number": each.day.number},
                partial(day, at),
                "–",
                spoken=day_title(each.day),
            )
            for at, each in enumerate(report.counted)
        ),
        Column(
            *("match_points", gettext("Match points"), lambda line: worth(line.match_points)),
            *(Kind.NUMBER, "total main number"),
            order=attrgetter("match_points"),
        ),
        points_column("points", gettext("Game points"), attrgetter("points")),
        number_column("wins", gettext("Groups won"), attrgetter("wins")),
        Column(
            *("zone", _zone_heading(report), zone),
            classes="minor",
        ),
    )
    return List(columns, report.table, idle_columns(columns, report.table, "zone"))


def ranked_sentences(divisions: Iterable[DivisionReport]) -> list[str]:
    """Say how what was played on the days that count becomes what the lists rank."""
    return countings_sentences(
        (
            str(of.division),
            {day_title(each.day): each.standings.counting for each in of.counted if each.standings},
        )
        for of in divisions
    )


def day_sentences(report: DayReport) -> list[str]:
    """Say how what is played on a day becomes what its lists rank."""
    return counting_sentences(report.standings.counting) if report.standings else []


def changed_table_list(now: DivisionReport, then: DivisionReport) -> List:
    """Return the teams whose line in the table changes, each cell as it is and as it would be."""
    before = {line.team: line for line in now.table}
    rows = [(before[line.team], line) for line in then.table if before[line.team] != line]

    def both(text: Callable[[TableLine], object]) -> Callable[[tuple[TableLine, TableLine]], str]:
        return lambda row: " → ".join(dict.fromkeys(str(text(line)) for line in row))

    def zone(line: TableLine) -> object:
        return ZONES[line.zone] if line.zone else NONE_YET

    columns = (
        Column("rank", gettext("Rank"), both(attrgetter("place"))),
        Column("name", gettext("Team"), lambda row: then.teams[row[1].team].name, Kind.NAME),
        Column(
            *("match_points", gettext("Match points")),
            both(lambda line: match_points_words(line.match_points)),
        ),
        Column("zone", _zone_heading(then), both(zone)),
    )
    return List(columns, rows)


def _zone_heading(report: DivisionReport) -> str:
    return gettext("At present") if report.next_day else gettext("At the end")


def days_list(report: DivisionReport) -> List:
    """Return the match days of a division, and how far each is."""
    place = report.division.league.slug, report.division.number

    def link(each: DayReport) -> str:
        return _link("league-day", day_title(each.day), *place, each.day.number)

    columns = (
        Column(
            *("day", gettext("Match day"), lambda each: day_title(each.day), Kind.NAME),
            html=link,
            order=lambda each: each.day.number,
        ),
        day_column("date", lambda each: each.day.date),
        Column("place", gettext("Town"), lambda each: each.day.place),
        Column("host", gettext("Host"), lambda each: str(each.day.host or "")),
        Column("state", gettext("State"), state_words, html=state_badge),
    )
    idle = idle_columns(columns, report.days, "place", "host")
    return List(columns, report.days, idle)


_BADGES = {
    DayState.NOT_DRAWN: "",
    DayState.PLANNED: "",
    DayState.MADE: "waiting",
    DayState.RUNNING: "waiting",
    DayState.COUNTS: "done",
    DayState.OTHER_TEAMS: "action",
    DayState.DAMAGED: "action",
}


def state_words(each: DayReport) -> str:
    """Say how far a match day is."""
    if each.state is DayState.PLANNED:
        return _lacking_words(each) or gettext("lineups complete")
    return {
        DayState.NOT_DRAWN: gettext("not drawn"),
        DayState.MADE: ", ".join(filter(None, (gettext("tournament made"), _lacking_words(each)))),
        DayState.RUNNING: _running_words(each),
        DayState.COUNTS: gettext("is counted"),
        DayState.OTHER_TEAMS: gettext("does not count: its teams have other names"),
        DayState.DAMAGED: str(NOT_COUNTED["damaged"]),
    }[each.state]


def _running_words(each: DayReport) -> str:
    """Say after which round a day stands, or in which, with how much of it is in."""
    report = each.standings
    if report is None:
        return ""
    words = gettext("running, after round %(round)s") % {"round": report.rounds}
    if report.provisional:
        words = gettext("running, in round %(round)s") % {"round": report.rounds}
        words = f"{words} · {missing_note(report.tables_in, report.tables_all)}"
    return words


def _lacking_words(each: DayReport) -> str:
    """Say how many lineups are missing, and how many not complete; empty where none is."""
    begun = sum(bool(team.row.lineup) for team in each.lacking)
    missing = len(each.lacking) - begun
    words = []
    if missing:
        told = ngettext("%(count)s lineup missing", "%(count)s lineups missing", missing)
        words.append(told % {"count": missing})
    if begun:
        told = ngettext("%(count)s lineup incomplete", "%(count)s lineups incomplete", begun)
        words.append(told % {"count": begun})
    return ", ".join(words)


def state_badge(each: DayReport) -> str:
    """Return how far a match day is, with its mark."""
    look = _BADGES[each.state]
    if not look:
        return state_words(each)
    return format_html('<span class="badge {}">{}</span>', look, state_words(each))


def day_teams_list(
    report: DayReport,
    lineups: Mapping[int, list[str]],
    *,
    linked: Callable[[TeamOfDay], str] | None,
) -> List:
    """Return the teams of a day by group, best first where something is played."""

    def name(each: TeamOfDay) -> str:
        return each.row.team.name

    def lineup(each: TeamOfDay) -> str:
        return " · ".join(filter(None, (lineup_names(lineups[each.row.pk]), lineup_state(each))))

    def shown(each: TeamOfDay) -> str:
        if state := lineup_state(each):
            badge = '{} <span class="badge action">{}</span>'
            return format_html(badge, lineup_names(lineups[each.row.pk]), state)
        return lineup(each)

    def place(each: TeamOfDay) -> Value:
        return each.result.place if each.result else None

    def points(each: TeamOfDay) -> Value:
        return each.result.points if each.result and each.result.place else None

    def of_round(at: int, each: TeamOfDay) -> Value:
        rounds = each.played.rounds if each.played else ()
        return rounds[at] if at < len(rounds) else None

    played = max((len(each.played.rounds) for each in report.teams if each.played), default=0)
    columns = (
        number_column("group", gettext("Group"), lambda each: each.row.group),
        Column("place", gettext("Rank"), place, Kind.NUMBER, "rank", "–"),
        Column("name", gettext("Team"), name, Kind.NAME, "name", html=linked),
        Column(
            *("lineup", gettext("Lineup"), lineup),
            classes="minor" if played else "",  # before it is played it is what one looks for
            html=shown,
            sorts=False,
        ),
        *(
            points_column(
                f"r{at + 1}",
                gettext("R%(number)s") % {"number": at + 1},
                partial(of_round, at),
                *("round minor", NONE_YET),
            )
            for at in range(played)
        ),
        points_column("points", gettext("Game points"), points, "total", NONE_YET),
        Column(
            "match_points",
            gettext("Match points"),
            lambda each: worth(each.result.match_points) if each.result else None,
            Kind.NUMBER,
            "total main number",
            NONE_YET,
            order=lambda each: each.result and each.result.match_points,
        ),
    )
    idle = idle_columns(columns, report.teams, "place", "points", "match_points")
    return List(columns, report.teams, idle)


def day_file(report: DayReport, lineups: Mapping[int, list[str]]) -> List:
    """Return the teams of a day for a file; while it is played each row says how far it is."""
    listed = day_teams_list(report, lineups, linked=None)
    if report.state is not DayState.RUNNING:
        return listed
    state = Column("state", gettext("State"), lambda _each: state_words(report))
    return replace(listed, columns=(*listed.columns, state))


def lineup_names(names: Sequence[str]) -> str:
    """Return who sits, then the substitutes: "Adler, Ole; Berg, Ida · substitutes: Cohn, Eva".

    An open place before the last of them is a dash.
    """
    spare = "; ".join(names[SEATS:])
    sit = "; ".join(name or NONE_YET for name in names[:SEATS])
    told = f"{gettext('Substitutes')}: {spare}" if spare else ""
    return " · ".join(filter(None, (sit, told)))


def lineup_state(each: TeamOfDay) -> str:
    """Say why a team cannot be drawn: it does not come, or its lineup lacks somebody."""
    if each.row.forfeited:
        return gettext("forfeited")
    if not each.row.lineup:
        return gettext("lineup missing")
    words = ngettext("incomplete: %(count)s missing", "incomplete: %(count)s missing", each.lacking)
    return words % {"count": each.lacking} if each.lacking else ""


def groups_list(groups: Iterable[Iterable[TeamInGroup]]) -> List:
    """Return the teams of a tournament by group, best first; on a match day its match points."""
    rows = [(number, each) for number, group in enumerate(groups, start=1) for each in group]

    def match_points(row: tuple[int, TeamInGroup]) -> Value:
        result = row[1].result
        return worth(result.match_points) if result else None

    columns = (
        number_column("group", gettext("Group"), itemgetter(0)),
        Column("place", gettext("Rank"), lambda row: row[1].place, Kind.NUMBER, "rank", "–"),
        Column("name", gettext("Team"), lambda row: row[1].played.team, Kind.NAME, "name"),
        points_column("points", gettext("Total"), lambda row: row[1].played.total),
        number_column("match_points", gettext("Match points"), match_points),
    )
    of_league = any(each.result for _number, each in rows)
    return List(columns, rows, frozenset() if of_league else frozenset({"match_points"}))


def season_players_list(report: DivisionReport, *, public: bool = True) -> List:
    """Return the players of a season by average; without a rank who has played too little."""
    name = "public_list_name" if public else "list_name"

    def teams(line: SeasonPlayer) -> str:
        return ", ".join(report.teams[team].name for team in line.teams if team in report.teams)

    columns = (
        Column("rank", gettext("Rank"), lambda line: line.rank, Kind.NUMBER, "rank", NONE_YET),
        Column(
            *("name", gettext("Name")),
            lambda line: getattr(report.people[line.person], name),
            *(Kind.NAME, "name"),
        ),
        Column("team", gettext("Team"), teams, classes="minor"),
        number_column("days", gettext("Match days"), attrgetter("days")),
        number_column("rounds", gettext("Rounds"), attrgetter("rounds")),
        points_column("total", gettext("Total"), attrgetter("total"), "points"),
        average_column(attrgetter("average"), "total main"),
    )
    return List(columns, report.players, entry_of=attrgetter("person"))


def deductions_list(deductions: Sequence[PointsDeduction]) -> List:
    """Return what was deducted from teams, with the reason."""

    def day(each: PointsDeduction) -> str:
        return day_title(each.day) if each.day else gettext("the season")

    columns = (
        Column("team", gettext("Team"), lambda each: each.team.name, Kind.NAME),
        Column("for", gettext("For"), day),
        points_column("match_points", gettext("Match points"), lambda each: -each.match_points),
        points_column("points", gettext("Game points"), lambda each: -each.points),
        Column("reason", gettext("Reason"), attrgetter("reason")),
    )
    return List(columns, deductions)


def substitutions_list(substitutions: Sequence[Substitution]) -> List:
    """Return who came in for whom on a match day, and why where that is told."""
    columns = (
        Column("team", gettext("Team"), attrgetter("team"), Kind.NAME),
        number_column("round", gettext("From round"), attrgetter("round")),
        Column("coming", gettext("Comes"), lambda each: "; ".join(each.coming)),
        Column("leaving", gettext("Leaves"), lambda each: "; ".join(each.leaving)),
        Column("reason", gettext("Reason"), attrgetter("reason")),
    )
    listed = List(columns, substitutions)
    return listed if any(each.reason for each in substitutions) else listed.without("reason")


def team_players_list(players: Sequence[TeamPlayer], *, public: bool = True) -> List:
    """Return the players of a team."""
    name = "person.public_list_name" if public else "person.list_name"
    columns = (
        Column("name", gettext("Name"), attrgetter(name), Kind.NAME),
        Column("club", gettext("Club"), attrgetter("person.club_short"), classes="minor"),
    )
    return List(columns, players, entry_of=attrgetter("person_id"))


def _link(page: str, words: str, *place: object) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse(page, args=place), words)


def day_words(each: DayReport) -> str:
    """Return when and where a match day is: "12.09.2026 · Bielefeld · Gastgeber"."""
    host = each.day.host
    told = f"{gettext('Host')}: {host.name}" if host else ""
    return " · ".join(filter(None, (short_day(each.day.date), each.day.place, told)))


def results_words(each: DayReport) -> str:
    """Return the same beside its results, which are provisional while it is played."""
    state = state_words(each) if each.state is DayState.RUNNING else ""
    return " · ".join(filter(None, (day_words(each), state)))


def substitution_words(each: Substitution) -> str:
    """Say who came in for whom: "Asse, ab Runde 2: Neu, Ole für Adler, Ida"."""
    words = gettext("%(team)s, from round %(round)s: %(coming)s for %(leaving)s")
    told = {"team": each.team, "round": each.round, "coming": "; ".join(each.coming)}
    return words % {**told, "leaving": "; ".join(each.leaving) or NONE_YET}
