"""Evenings of a series that do not count, and why."""

from datetime import date

import pytest
from django.urls import reverse

from tests.factories.evenings import make_evening, make_series
from tests.factories.pages import signed_in, text_of
from tests.factories.tournaments import make_tournament
from tests.factories.words import text
from tournament.errors import Refused
from tournament.models import GameTable, SeriesEvening, SheetVersion, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.series.reads import EveningState, series_report
from tournament.series.writes import add_evening

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


@pytest.fixture
def january() -> Tournament:
    return make_evening("januar", [20, 10, -10, -20], date(2026, 1, 9), name="Januarabend")


def test_what_is_not_over_does_not_count(january) -> None:
    series = make_series(january, make_tournament("maerz", date=date(2026, 3, 13)))
    report = series_report(series)
    assert [each.state for each in report.evenings] == [EveningState.COUNTS, EveningState.OPEN]
    assert report.after == 1
    page = signed_in().get(reverse("series", args=[series.slug]))
    left_out = text(
        "%(names)s is not counted; the list below says why.",
        "%(names)s are not counted; the list below says why.",
        names="Herbstturnier",
    )
    assert left_out in text_of(page)


def test_evening_with_a_damaged_result_does_not_count(january) -> None:
    february = make_evening("februar", [-30, 10, 5, 15], date(2026, 2, 13))
    series = make_series(january, february)
    table = GameTable.objects.get(round__tournament=february)
    before = table.current_version
    damaged = SheetVersion.objects.create(
        table=table, number=2, kind=before.kind, content=before.content, totals=["x"]
    )
    GameTable.objects.filter(pk=table.pk).update(current_version=damaged)
    states = [each.state for each in series_report(series).evenings]
    assert states == [EveningState.COUNTS, EveningState.DAMAGED]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"games_four": 16}, "Spiele am Vierertisch"),
        ({"rules": "pagat"}, "Regeln"),
        ({"rules": "club", "rule_options": {"minutes": 90}}, "Regeln"),
    ],
)
def test_evenings_of_other_rules_are_not_added(january, fields, words) -> None:
    series = make_series(january)
    other = make_tournament("anders", **fields)
    with pytest.raises(Refused) as refused:
        add_evening(COMMAND_LINE, series, other)
    assert refused.value.code == "series_rules_differ"
    owner = signed_in()
    page = owner.post(f"/series/{series.slug}/add/", {"tournament": other.pk}, follow=True)
    assert words in text_of(page)
    # Changed afterwards, it is shown and does not count.
    SeriesEvening.objects.create(series=series, tournament=other)
    assert series_report(series).evenings[1].state is EveningState.OTHER_RULES
    page = owner.get(f"/series/{series.slug}/")
    assert text("does not count: played by other rules") in text_of(page)
