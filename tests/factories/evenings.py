"""Finished evenings, and series of them."""

from collections.abc import Sequence
from datetime import date

from tests.factories.names_of_competitions import free_name
from tests.factories.rounds import enter_totals
from tests.factories.seated import make_seated_tournament
from tournament.competitions.writes import create_competition
from tournament.models import Person, Series, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round, end_clock, start_clock
from tournament.series.rules import ResultLine
from tournament.series.writes import add_evening, import_evening


def make_evening(slug: str, totals: Sequence[int], day: date, **fields: object) -> Tournament:
    """Create one closed round of four or eight people with these totals."""
    tables = [range(at + 1, at + 5) for at in range(0, len(totals), 4)]
    plan = " / ".join(" ".join(map(str, table)) for table in tables)
    tournament = make_seated_tournament(plan, slug=slug, date=day, **fields)
    for table in tournament.rounds.get().tables.order_by("number"):
        enter_totals(table, totals[4 * table.number - 4 : 4 * table.number])
    close(tournament)
    return tournament


def close(tournament: Tournament) -> None:
    """Play and close the only round."""
    round = tournament.rounds.get()
    start_clock(COMMAND_LINE, round)
    end_clock(COMMAND_LINE, round, early=True)
    close_round(COMMAND_LINE, round)
    tournament.refresh_from_db()


def same_people(one: Tournament, other: Tournament) -> None:
    """Make equal start numbers the same person."""
    for entry in other.entries.order_by("number"):
        entry.person = one.entries.get(number=entry.number).person
        entry.save()
    Person.objects.filter(entries__isnull=True).delete()


def make_series(*evenings: Tournament, **settings: object) -> Series:
    """Create a series of these evenings."""
    about = {"name": free_name(Series, "Kneipenabende"), "season": "2026", **settings}
    series = create_competition(COMMAND_LINE, Series, about)
    for each in evenings:
        add_evening(COMMAND_LINE, series, each)
    return series


def bring_in(series: Series, name: str, lines: Sequence[ResultLine], **more: object) -> None:
    """Import a list of results as an evening."""
    import_evening(COMMAND_LINE, series, lines, name=name, **more)  # type: ignore[arg-type]
