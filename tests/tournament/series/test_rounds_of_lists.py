"""Lists with one total of several rounds: read, shown, kept, and counted in averages alone."""

from datetime import date
from fractions import Fraction

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories.evenings import bring_in, make_series
from tests.factories.pages import signed_in
from tests.factories.words import refusal, text
from tournament.competitions.writes import create_competition
from tournament.errors import Refused
from tournament.exports.series import association_file
from tournament.imports.standings import read_result_table, read_results
from tournament.models import Person, Ranking
from tournament.permissions import COMMAND_LINE
from tournament.privacy.reads import all_data, history
from tournament.rankings.reads.rankings import ranking_report
from tournament.rankings.rules import Outcome
from tournament.series.reads import played_rows, series_report
from tournament.series.rules import LineProblem, ResultLine

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

DAY, TODAY = date(2026, 2, 13), date(2026, 11, 1)
LIST = "Name;Verein;Bundesland;Runden;Spiele;Gesamt\nIda Beck;DU;;3;72;40\nUwe Horn;BO;;2;48;-5\n"


def listed(text: str = LIST) -> tuple[ResultLine, ...]:
    return read_results(read_result_table(text.encode())).lines


def test_a_total_is_of_as_many_rounds_as_the_list_says() -> None:
    assert [(line.rounds, line.of_rounds) for line in listed()] == [((40,), 3), ((-5,), 2)]


@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        ("Name;Runden;Runde 1;Runde 2;Gesamt\nIda Beck;3;4;5;9\n", (4, 5)),
        ("Name;Runden;;Gesamt\n;1;2;\nIda Beck;4;5;9\n", (4, 5)),
        ("Name;Gesamt\nIda Beck;9\n", (9,)),
    ],
)
def test_points_of_each_round_say_how_many_there_are(text: str, rounds: tuple[int, ...]) -> None:
    (line,) = listed(text)
    assert (line.rounds, line.of_rounds) == (rounds, None)


@pytest.mark.parametrize("wrong", ["0", "-1", "1000", "drei", "", "-", "2,5"])
def test_a_number_of_rounds_that_cannot_be_is_named(wrong: str) -> None:
    with pytest.raises(Refused) as refused:
        listed(LIST.replace(";2;48", f";{wrong};48"))
    assert refused.value.params["problems"] == (
        LineProblem(3, "rounds", wrong, 999, column="Runden"),
    )


def test_averages_follow_and_evenings_do_not() -> None:
    series, plain = make_series(), make_series(name="Ohne")
    bring_in(series, "Liste", listed(), day=DAY)
    bring_in(plain, "Liste", listed("Name;Verein;Gesamt\nIda Beck;DU;40\nUwe Horn;BO;-5\n"))
    found, same = series_report(series).rows, series_report(plain).rows
    assert [row.standing.average for row in found] == [Fraction(40, 3), Fraction(-5, 2)]
    for one, other in zip(found, same, strict=True):
        mine, theirs = one.standing, other.standing
        told = (mine.rank, mine.total, mine.attended)
        assert told == (theirs.rank, theirs.total, theirs.attended)
    ranking = create_competition(COMMAND_LINE, Ranking, {"name": "DDV", "minimum": 3})
    report = ranking_report(ranking, TODAY)
    assert [each.outcome for each in report.occasions] == [Outcome.COUNTS]
    assert [(row.line.rounds, row.line.average) for row in report.rows] == [(3, Fraction(40, 3))]
    ida = Person.objects.get(last_name="Beck", evening_lines__evening__series=series)
    assert [each.average for each in history(COMMAND_LINE, ida) if each.day] == [40 / 3]
    assert {each["of_rounds"] for each in all_data(COMMAND_LINE, ida)["evenings"]} == {3, None}


def test_list_for_the_association_comes_back() -> None:
    series, again = make_series(), make_series(name="Nochmals")
    bring_in(series, "Liste", listed())
    Person.objects.update(publish_name=True)
    data = association_file(series, *played_rows(series), as_workbook=False).content
    bring_in(again, "Liste", read_results(read_result_table(data)).lines)
    told = [
        [(row.played.rounds, row.played.total) for row in played_rows(each)[0]]
        for each in (series, again)
    ]
    assert told == [[(3, 40), (2, -5)]] * 2


def test_preview_shows_rounds_and_names_wrong_ones() -> None:
    series, owner = make_series(), signed_in()
    address = reverse("evening-import", args=[series.slug])

    def sent(content: str):
        file = SimpleUploadedFile("liste.csv", content.encode())
        return owner.post(address, {"file": file, "name": "Liste", "day": "2026-02-13"})

    page = sent(LIST)
    shown = [page.context[key] for key in ("says_rounds", "totals_alone", "unused")]
    assert shown == [True, "", []]
    cells = page.content.decode().count(f'data-label="{text("Rounds")}" class="number">3<')
    assert cells == 1
    wrong = sent(LIST.replace(";2;48", ";0;48"))
    problem = LineProblem(3, "rounds", "0", 999, column="Runden")
    assert wrong.context["wrong"] == refusal("result_lines_wrong", problems=(problem,))
