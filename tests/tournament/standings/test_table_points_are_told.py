"""Where table points are ranked every figure made of them says so; else nothing does."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils.translation import gettext

from tests.factories.tournaments import make_tournament
from tests.tournament.standings.test_counting import played, set_options
from tournament.exports.list_files import csv_of
from tournament.exports.pdf.reports import figures_of_event
from tournament.labels.standings import way_words
from tournament.lists.series import association_list
from tournament.lists.standings import standings_list
from tournament.models import Tournament
from tournament.series.reads import played_rows_of
from tournament.standings.reads.standings import standings_after

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def tournament() -> Tournament:
    made = make_tournament(rounds_planned=1)
    played(made, 1, [30, 10, -5, -35])
    return made


def told(tournament: Tournament) -> dict[str, str]:
    """Return what is said of figures of what is ranked, by where it stands."""
    report, counting = standings_after(tournament), tournament.counting
    columns = {each.key: each.heading for each in standings_list(report, {}).columns}
    listed = association_list(played_rows_of(tournament), counting)
    return {
        "per round": columns["per_round"],
        "per game": columns["per_game"],
        "way": way_words(3, 2, counting, is_lead=False),
        "lead": way_words(2, 0, counting, is_lead=True),
        "statistics": str(figures_of_event(report)[-1][0]),
        "association": next(each.heading for each in listed.columns if each.key == "total"),
    }


def test_every_figure_says_it_is_of_table_points(tournament: Tournament) -> None:
    plain, words = told(tournament), gettext("Table points")
    assert not [each for each in plain.values() if words in each]
    set_options(tournament, table_points=True)
    marked = {place: f"{each} ({words})" for place, each in plain.items()}
    assert told(tournament) == marked | {"association": words}


def test_files_say_it_by_key(tournament: Tournament) -> None:
    def keys_of() -> set[str]:
        out = StringIO()
        call_command("standings", tournament.slug, "--format", "json", stdout=out)
        return {each.get("counted_as", "") for each in json.loads(out.getvalue())}

    def association() -> list[str]:
        out = StringIO()
        call_command("association_list", tournament.slug, stdout=out)
        return [line.rpartition(";")[2] for line in out.getvalue().splitlines()]

    plain = csv_of(association_list(played_rows_of(tournament), tournament.counting))
    assert keys_of() == {""}
    assert association() == [line.rpartition(";")[2] for line in plain.splitlines()]
    set_options(tournament, table_points=True)
    assert (keys_of(), {*association()}) == ({"table_points"}, {"counted_as", "table_points"})
