"""The rounds of one player as a list, and the player's offences."""

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournament.labels.points import NONE_YET, signed
from tournament.lists.addresses import player_link
from tournament.lists.calls import offences_against
from tournament.lists.columns import Column, Kind, List
from tournament.lists.standings import points_column
from tournament.models import Tournament
from tournament.standings.reads.courses import PlayerCourse, PlayerRound


def course_list(tournament: Tournament, course: PlayerCourse) -> List:
    """Return every round: seat, table mates with points, own points, total and rank after it."""

    def seat(line: PlayerRound) -> str | None:
        if not line.table:
            return gettext("sits out") if line.sits_out else None
        words = {"table": line.table, "position": line.position}
        return gettext("table %(table)s, position %(position)s") % words

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

    columns = (
        Column(
            "round", gettext("Round"), lambda x: x.round.number, Kind.NUMBER, "name", html=sheet
        ),
        Column("seat", gettext("Seat"), seat, missing=NONE_YET),
        Column("name", gettext("Table mates"), mates, html=link_mates, sorts=False),
        Column("solos", gettext("Solo"), solos, Kind.NUMBER, missing=NONE_YET, html=tick_solos),
        points_column("points", gettext("Points"), lambda x: x.points, missing=NONE_YET),
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
