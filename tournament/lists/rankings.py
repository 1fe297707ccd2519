"""Rankings over time as lists."""

from collections.abc import Iterable

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournament.labels.counting import NOT_COUNTED
from tournament.labels.filling import short_day
from tournament.labels.points import signed
from tournament.labels.tournaments import tournament_labels
from tournament.lists.columns import Column, Kind, List, Value, day_column, number_column
from tournament.lists.html import person_link
from tournament.lists.series import address_of
from tournament.lists.standings import (
    average_column,
    idle_columns,
    points_column,
    points_name,
    total_name,
)
from tournament.models import Person, RankingIssue
from tournament.rankings.reads.people import RankedRow
from tournament.rankings.reads.rankings import OccasionReport
from tournament.rankings.rules import Kind as Ranked
from tournament.rankings.rules import Movements, Outcome
from tournament.standings.rules.counting import Counting


def ranking_list(
    kind: Ranked,
    rows: tuple[RankedRow, ...],
    counting: Counting,
    moves: Movements | None = None,
    *,
    public: bool = True,
) -> List:
    """Return a ranking, best first; `moves` since an earlier list, if there is one."""

    def moved(row: RankedRow) -> Value:
        risen = moves.risen[row.line.person] if moves else 0
        if risen is None:
            return gettext("new")
        sign = "▲" if risen > 0 else "▼"
        return f"{sign} {abs(risen)}" if risen else "–"

    def places(row: RankedRow) -> tuple[bool, int]:
        risen = moves.risen[row.line.person] if moves else None
        return risen is not None, risen or 0

    def best(row: RankedRow) -> str:
        best = row.line.best
        return ", ".join(f"{state}\N{NO-BREAK SPACE}{signed(points)}" for state, points in best)

    def name(row: RankedRow) -> str:
        return row.names.public_list_name if public else row.names.list_name

    by_average = (
        points_column("points", points_name(counting), lambda row: row.line.points),
        average_column(lambda row: row.line.average, "points main average", counting),
    )
    by_state = (
        Column("best", gettext("Best results"), best, classes="minor"),
        points_column("points", total_name(counting), lambda row: row.line.points, "total main"),
    )
    columns = (
        Column("rank", gettext("Rank"), lambda row: row.line.rank, Kind.NUMBER, "rank"),
        *((Column("moved", gettext("Before"), moved, order=places),) if moves else ()),
        Column("name", gettext("Name"), name, Kind.NAME, "name"),
        Column("club", gettext("Club"), lambda row: row.club, classes="club minor"),
        Column("state", gettext("Federal state"), lambda row: row.state, classes="minor"),
        number_column("tournaments", gettext("Tournaments"), lambda row: row.line.events),
        number_column("rounds", gettext("Rounds"), lambda row: row.line.rounds),
        *(by_average if kind is Ranked.AVERAGE else by_state),
    )
    idle = idle_columns(columns, rows, "club", "state")
    return List(columns, rows, idle, lambda row: row.pk)


def occasions_list(occasions: Iterable[OccasionReport], *, is_linked: bool) -> List:
    """Return what lies in the window, with whether it counts and the best of its own state."""
    words = {
        Outcome.COUNTS: ("done", gettext("is counted")),
        **{Outcome(outcome): ("action", str(told)) for outcome, told in NOT_COUNTED.items()},
        Outcome.FEW_ROUNDS: ("waiting", str(NOT_COUNTED["few_rounds"])),
        Outcome.LEFT_OUT: ("waiting", gettext("left out")),
        Outcome.NOT_OVER: ("waiting", gettext("counts once its last round is closed")),
    }

    rows = tuple(occasions)
    labels = tournament_labels((each.occasion for each in rows), with_day=False)

    def name(each: OccasionReport) -> SafeString:
        label = labels[each.occasion]
        if not is_linked:
            return format_html("{}", label)
        return format_html('<a href="{}">{}</a>', address_of(each.occasion), label)

    def badge(each: OccasionReport) -> SafeString:
        return format_html('<span class="badge {}">{}</span>', *words[each.outcome])

    def champions(each: OccasionReport) -> str:
        return "; ".join(person.public_list_name for person in each.champions)

    columns = (
        Column(
            *("tournament", gettext("Tournament"), lambda each: labels[each.occasion], Kind.NAME),
            html=name,
        ),
        day_column("date", lambda each: each.day),
        Column("state", gettext("Federal state"), lambda each: each.event.state),
        number_column("players", gettext("Players"), lambda x: len(x.scores) or None, "–"),
        Column("champion", gettext("Best of the state"), champions),
        Column("counts", gettext("State"), lambda each: words[each.outcome][1], html=badge),
    )
    return List(columns, rows, idle_columns(columns, rows, "state", "champion"))


def issues_list(issues: Iterable[RankingIssue]) -> List:
    """Return the published lists of a ranking, latest first."""

    def day(each: RankingIssue) -> SafeString:
        address = reverse("ranking-issue", args=[each.ranking.slug, each.pk])
        return format_html('<a href="{}">{}</a>', address, short_day(each.on))

    columns = (
        Column(
            *("day", gettext("As of"), lambda each: short_day(each.on)),
            kind=Kind.NAME,
            html=day,
            order=lambda each: each.on,
        ),
        number_column("players", gettext("Players"), lambda each: len(each.lines)),
    )
    return List(columns, list(issues))


def questions_list(pairs: Iterable[tuple[Person, Person]], second: str) -> List:
    """Return pairs of people, each with the way to look at both; second: heading of the others."""

    def person(at: int) -> Column:
        def named(pair: tuple[Person, Person]) -> str:
            return " · ".join(filter(None, (pair[at].list_name, pair[at].club_short)))

        def link(pair: tuple[Person, Person]) -> SafeString:
            return person_link(pair[at].pk, named(pair))

        heading = second if at else gettext("Name")
        return Column(f"name{at + 1}", heading, named, Kind.NAME, html=link)

    def both(pair: tuple[Person, Person]) -> SafeString:
        address = f"{reverse('person-merge', args=[pair[0].pk])}?other={pair[1].pk}"
        words = gettext("Look at both")
        spoken = f"{pair[0].list_name}, {pair[1].list_name}"
        return format_html(
            '<a href="{}">{}<span class="visually-hidden">: {}</span></a>', address, words, spoken
        )

    look = Column("both", "", lambda _pair: "", html=both, sorts=False)
    return List((person(0), person(1), look), list(pairs))
