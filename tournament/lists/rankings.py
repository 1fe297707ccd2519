"""Rankings over time as lists."""

from django.utils.translation import gettext

from tournament.labels.points import signed
from tournament.lists.columns import Column, Kind, List, number_column
from tournament.lists.standings import idle_columns, points_column, rounded
from tournament.rankings.reads.people import RankedRow
from tournament.rankings.rules import Kind as Ranked


def ranking_list(kind: Ranked, rows: tuple[RankedRow, ...], *, public: bool = True) -> List:
    """Return a ranking, best first."""

    def best(row: RankedRow) -> str:
        return ", ".join(f"{state} {signed(points)}" for state, points in row.line.best)

    def name(row: RankedRow) -> str:
        return row.names.public_list_name if public else row.names.list_name

    by_average = (
        points_column("points", gettext("Points"), lambda row: row.line.points),
        Column(
            *("average", gettext("Per round"), lambda row: rounded(row.line.average)),
            *(Kind.AVERAGE, "points main average"),
        ),
    )
    by_state = (
        Column("best", gettext("Best results"), best, classes="minor"),
        points_column("points", gettext("Total"), lambda row: row.line.points, "total main"),
    )
    columns = (
        Column("rank", gettext("Rank"), lambda row: row.line.rank, Kind.NUMBER, "rank"),
        Column("name", gettext("Name"), name, Kind.NAME, "name"),
        Column("club", gettext("Club"), lambda row: row.club, classes="club minor"),
        Column("state", gettext("Federal state"), lambda row: row.state, classes="minor"),
        number_column("tournaments", gettext("Tournaments"), lambda row: row.line.events),
        number_column("rounds", gettext("Rounds"), lambda row: row.line.rounds),
        *(by_average if kind is Ranked.AVERAGE else by_state),
    )
    idle = idle_columns(columns, rows, "club", "state")
    return List(columns, rows, idle, lambda row: row.pk)
