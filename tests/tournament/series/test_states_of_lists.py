"""Federal states of lists brought in: read, kept, edited, and counted by states."""

from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories.evenings import bring_in, make_evening, make_series
from tests.factories.names_of_competitions import free_name
from tests.factories.pages import signed_in, text_of
from tests.factories.tournaments import make_tournament
from tests.factories.words import text
from tournament.competitions.writes import create_competition
from tournament.errors import Refused
from tournament.exports.rankings import ranking_notes
from tournament.imports.standings import read_result_table, read_results
from tournament.models import Club, EveningLine, Person, Ranking, SeriesEvening, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.privacy.reads import all_data
from tournament.privacy.writes import delete_person
from tournament.rankings.reads.rankings import ranking_report
from tournament.rankings.rules import Outcome
from tournament.series.rules import ResultLine, common_state
from tournament.series.writes import edit_evening

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

DAY, TODAY = date(2026, 2, 13), date(2026, 11, 1)
LIST = """Platz;Name;Verein;Bundesland;Gesamt
1;Ida Beck;DU;Hessen;90
2;Uwe Horn;BO;;40
3;Eva Groß;BO;Berlin;-5
"""


def by_states(**settings: object) -> Ranking:
    plain = {"name": free_name(Ranking, "Länder"), "kind": "states", "least_rounds": 1}
    return create_competition(COMMAND_LINE, Ranking, plain | settings)


def best_of(ranking: Ranking) -> dict[str, tuple[tuple[str, int], ...]]:
    rows = ranking_report(ranking, TODAY).rows
    return {row.names.last_name: row.line.best for row in rows}


def listed(text: str = LIST) -> tuple[ResultLine, ...]:
    return read_results(read_result_table(text.encode())).lines


def test_column_is_read_as_the_player_s_own() -> None:
    assert [line.state for line in listed()] == ["Hessen", "", "Berlin"]


def test_country_is_no_state() -> None:
    """As in a list of players: the column is left out, or the one cell."""
    country = LIST.replace("Bundesland", "Land").replace("Hessen", "Polen")
    lines, notes = read_results(read_result_table(country.encode()))
    assert [line.state for line in lines] == ["", "", "Berlin"]
    assert [(note.code, note.wrong) for note in notes] == [("state_is_country", "Polen")]
    table = read_result_table(country.replace("Berlin", "Polen").encode())
    assert [unused.title for unused in table.unused] == ["Land"]


def test_results_count_where_the_list_was_played() -> None:
    """Whatever the players' own states are; by those the best of the state is found."""
    bring_in(make_series(), "Pokal", listed(), day=DAY, state=" Hamburg ")
    ranking = by_states()
    assert best_of(ranking) == {"Beck": (("Hamburg", 90),), "Horn": (("Hamburg", 40),)}
    evening = SeriesEvening.objects.get()
    assert evening.state == "Hamburg"
    edit_evening(COMMAND_LINE, evening, {"state": "Berlin"})
    (report,) = ranking_report(ranking, TODAY).occasions
    assert [person.last_name for person in report.champions] == ["Groß"]


def test_person_s_state_stands_in_where_the_file_says_none() -> None:
    """Else that of the club, as in a tournament; a new person keeps what the file says."""
    club = Club.objects.create(code="BO", name="Bochum", state="Nordrhein-Westfalen")
    horn = Person.objects.create(last_name="Horn", first_name="Uwe", club=club)
    bring_in(make_series(), "Pokal", listed(), day=DAY, state="Hessen")
    (report,) = ranking_report(by_states(), TODAY).occasions
    assert [score.state for score in report.scores] == ["Hessen", "Nordrhein-Westfalen", "Berlin"]
    Person.objects.filter(pk=horn.pk).update(state="Bayern")
    (report,) = ranking_report(by_states(), TODAY).occasions
    assert [score.state for score in report.scores] == ["Hessen", "Bayern", "Berlin"]
    assert Person.objects.get(last_name="Beck").state == "Hessen"


def test_page_says_for_how_many_people_no_state_is_known() -> None:
    series = make_series()
    bring_in(series, "Pokal", listed(), day=DAY)
    bring_in(series, "Nachher", [ResultLine(2, "Ida Beck", "DU", 1, (9,), 0, 9)], day=DAY)
    ranking = by_states()
    report = ranking_report(ranking, TODAY)
    assert {each.outcome for each in report.occasions} == {Outcome.NO_STATE}
    assert report.stateless == 3
    told = text(
        "Not counted for want of a federal state: results of %(count)s person.",
        "Not counted for want of a federal state: results of %(count)s people.",
        3,
        count=3,
    )
    address = reverse("ranking", args=[ranking.slug])
    owner, on = signed_in(), {"on": TODAY.isoformat()}
    assert told in text_of(owner.get(address, on))
    assert ranking_notes(report)[0].endswith(told)
    SeriesEvening.objects.update(state="Hamburg")
    assert ranking_report(ranking, TODAY).stateless == 0
    assert told not in text_of(owner.get(address, on))


def test_by_average_nobody_lacks_a_state() -> None:
    bring_in(make_series(), "Pokal", listed(), day=DAY)
    report = ranking_report(by_states(kind="average", minimum=1), TODAY)
    assert [(each.outcome, report.stateless) for each in report.occasions] == [(Outcome.COUNTS, 0)]


def sent(owner: Client, content: str, **more: str) -> HttpResponse:
    file = SimpleUploadedFile("l.csv", content.encode())
    about = {"name": "Pokal", "day": "2026-02-13", "file": file, **more}
    return owner.post(reverse("evening-import", args=[make_series().slug]), about)


@pytest.mark.database
@pytest.mark.parametrize("held_in", ["", "Bayern"])
def test_form_proposes_the_state_of_the_latest_tournament(held_in: str) -> None:
    held = {"mai": (DAY, held_in), "april": (date(2026, 1, 9), held_in and "Sachsen")}
    evenings = [
        make_evening(slug, [3, 1, -1, -3], day, state=state) for slug, (day, state) in held.items()
    ]
    series = make_series(*evenings, make_tournament("ohne", state=held_in and "Hessen", date=None))
    form = signed_in().get(reverse("evening-import", args=[series.slug])).context["form"]
    assert form["state"].value() == held_in


def test_preview_keeps_what_was_typed_and_else_proposes_what_all_lines_name() -> None:
    owner = signed_in()
    assert sent(owner, LIST, state="Hamburg").context["state"] == "Hamburg"
    page = sent(owner, LIST)
    assert (page.context["state"], page.context["has_states"]) == ("", True)
    same = LIST.replace("Berlin", "Hessen").replace(";;", ";Hessen;")
    page = sent(owner, same)
    assert page.context["state"] == "Hessen" == common_state(listed(same))
    about = {"name": "Pokal", "day": "2026-02-13", "state": "Hessen"}
    owner.post(page.request["PATH_INFO"], {"read": page.context["read"], **about})
    assert best_of(by_states())["Beck"] == (("Hessen", 90),)
    assert {*EveningLine.objects.values_list("state", flat=True)} == {"Hessen"}


def test_too_long_a_state_is_refused_and_kept() -> None:
    typed = "ł" * 61
    page = sent(signed_in(), LIST, state=typed)
    assert (page.status_code, page.context["form"]["state"].value()) == (422, typed)


@pytest.mark.parametrize(
    ("option", "held_in", "kept"),
    [
        (("--state", "Bremen"), "Bayern", "Bremen"),
        ((), "Bayern", "Bayern"),
        ((), "", "Hessen"),
    ],
)
def test_command_takes_the_state_or_that_of_the_series(
    tmp_path: Path, option: tuple[str, ...], held_in: str, kept: str
) -> None:
    series = make_series(make_evening("mai", [3, 1, -1, -3], DAY, state=held_in))
    file, said = tmp_path / "Pokal.csv", StringIO()
    file.write_text(LIST.replace("Berlin", "Hessen").replace(";;", ";Hessen;"))
    call_command("import_standings", series.slug, str(file), *option, stdout=said)
    assert SeriesEvening.objects.get(tournament=None).state == kept
    assert said.getvalue().splitlines()[-1] == f"{text('Federal state')}: {kept}"


def test_owner_edits_what_was_brought_in() -> None:
    series = make_series(make_evening("mai", [3, 1, -1, -3], DAY))
    bring_in(series, "Pokal", listed(), day=DAY)
    bring_in(series, "Liga", listed(LIST.replace("90", "91")), day=DAY)
    evening, owner = SeriesEvening.objects.get(name="Pokal"), signed_in()
    address = reverse("evening-edit", args=[series.slug, evening.pk])
    assert f'href="{address}"' in owner.get(reverse("series", args=[series.slug])).content.decode()
    ranking = by_states()
    listing = owner.get(reverse("ranking", args=[ranking.slug]), {"on": TODAY.isoformat()})
    assert f'href="{address}"' in listing.content.decode()
    refused = owner.post(address, {"name": "liga", "held_on": "2026-02-13", "state": "Saarland"})
    assert (refused.status_code, refused.context["form"]["state"].value()) == (422, "Saarland")
    owner.post(address, {"name": "Pokal 2026", "held_on": "2026-02-14", "state": "Saarland"})
    evening.refresh_from_db()
    about = (evening.name, evening.held_on, evening.state)
    assert about == ("Pokal 2026", date(2026, 2, 14), "Saarland")
    held = SeriesEvening.objects.get(tournament__isnull=False)
    assert owner.get(reverse("evening-edit", args=[series.slug, held.pk])).status_code == 404
    with pytest.raises(Refused, match="name_needed"):
        edit_evening(COMMAND_LINE, evening, {"name": " "})


def test_own_state_is_told_and_goes_with_the_person() -> None:
    bring_in(make_series(), "Pokal", listed(), day=DAY, state="Hamburg")
    beck = Person.objects.get(last_name="Beck")
    (told,) = all_data(COMMAND_LINE, beck)["evenings"]
    assert told["state"] == "Hessen"
    delete_person(COMMAND_LINE, beck)
    assert [*EveningLine.objects.order_by("pk").values_list("state", flat=True)] == [
        *("", "", "Berlin")
    ]
    assert not Tournament.objects.exists()
