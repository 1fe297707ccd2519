"""The rounds of one player as a list."""

from django.utils.translation import gettext

from tournament.labels.points import NONE_YET, signed
from tournament.lists.columns import Column, Kind, List
from tournament.selectors.player_course import PlayerCourse, PlayerRound


def course_list(course: PlayerCourse) -> List:
    """Every round: seat, table mates with their points, own points, total and rank after it."""
    columns = (
        Column("round", gettext("Round"), lambda line: line.round.number, Kind.NUMBER),
        Column("seat", gettext("Seat"), _seat, missing=NONE_YET),
        Column("name", gettext("Table mates"), _mates, Kind.NAME),
        Column("solos", gettext("Solo"), _solos, Kind.NUMBER, missing=NONE_YET),
        Column("points", gettext("Points"), lambda line: line.points, Kind.POINTS, "", NONE_YET),
        Column("total", gettext("Total"), lambda line: line.total, Kind.POINTS, "main", NONE_YET),
        Column("rank", gettext("Rank"), _rank, Kind.NUMBER, missing=NONE_YET),
    )
    return List(columns, course.rounds)


def _seat(line: PlayerRound) -> str | None:
    if line.table:
        words = {"table": line.table, "position": line.position}
        return gettext("table %(table)s, position %(position)s") % words
    return gettext("sits out") if line.sits_out else None


def _mates(line: PlayerRound) -> str:
    return " · ".join(
        mate.name + ("" if mate.points is None else f"\xa0{signed(mate.points)}")
        for mate in line.mates
    )


def _solos(line: PlayerRound) -> str | None:
    return None if line.solos is None or not line.owed else f"{line.solos}/{line.owed}"


def _rank(line: PlayerRound) -> int | None:
    return None if line.total is None else line.rank
