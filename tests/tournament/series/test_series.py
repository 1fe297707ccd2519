"""Series of evenings: what counts, permissions, what the pages and files say."""

import csv
import io
import re
from datetime import date
from html import unescape
from random import Random

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories.evenings import bring_in, make_evening, make_series, same_people
from tests.factories.pages import signed_in, text_of
from tests.factories.papers import page_texts, read_pdf, read_workbook
from tests.factories.rounds import enter_totals
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import refusal, text
from tournament.competitions.writes import create_competition, delete_competition, edit_competition
from tournament.errors import Refused
from tournament.exports.series import series_csv, series_pdf, series_workbook
from tournament.forms.series import EveningForm
from tournament.labels.series import series_sentences
from tournament.lists.curves import Line, Steps, draw_courses
from tournament.lists.series import series_list
from tournament.models import (
    EveningLine,
    Person,
    Role,
    Series,
    Tournament,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.privacy.reads import all_data
from tournament.privacy.writes import delete_person, merge_people, set_person_details
from tournament.series.reads import series_course, series_report
from tournament.series.rules import ResultLine
from tournament.series.writes import (
    add_evening,
    remove_evening,
)
from tournament.tournaments.writes.tournaments import delete_tournament
from tournament.trust.reads.audit import installation_findings

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

JANUARY, FEBRUARY = date(2026, 1, 9), date(2026, 2, 13)


@pytest.fixture
def january() -> Tournament:
    return make_evening("januar", [20, 10, -10, -20], JANUARY, name="Januarabend")


@pytest.fixture
def february(january: Tournament) -> Tournament:
    evening = make_evening("februar", [-30, 10, 5, 15], FEBRUARY, name="Februarabend")
    same_people(january, evening)
    return evening


def lines(series: Series, after: int | None = None) -> list[tuple]:
    return [
        (row.standing.rank, row.person.list_name, row.standing.total)
        for row in series_report(series, after).rows
    ]


def line(number: int, name: str, rank: int, *rounds: int) -> ResultLine:
    return ResultLine(number, name, "", rank, rounds, 0, sum(rounds))


def test_standings_after_each_evening(january, february) -> None:
    series = make_series(february, january, dropped=1)  # by date, in whatever order added
    names = [row[1] for row in lines(series, 1)]
    assert [row[2] for row in lines(series, 1)] == [20, 10, -10, -20]
    assert names == ["Arnold, Änne", "Beck, Bernd", "Conrad, Christa", "Dietz, Dieter"]
    assert lines(series) == [
        (1, "Arnold, Änne", 20),
        (2, "Dietz, Dieter", 15),
        (3, "Beck, Bernd", 10),
        (4, "Conrad, Christa", 5),
    ]


def test_refusals(january) -> None:
    series = make_series(january)
    stranger = Actor(make_user(Role.DIRECTION, january))
    with pytest.raises(Refused, match="evening_in_series"):
        add_evening(COMMAND_LINE, series, january)
    with pytest.raises(Refused, match="evening_is_example"):
        add_evening(COMMAND_LINE, series, make_tournament("beispiel", is_example=True))
    with pytest.raises(Refused, match="name_needed"):
        create_competition(COMMAND_LINE, Series, {"name": " "})
    for act in (delete_competition, lambda *them: edit_competition(*them, {"dropped": 1})):
        with pytest.raises(PermissionDenied):
            act(stranger, series)


def test_evenings_that_are_none_are_not_offered(january, february) -> None:
    series = make_series(january)
    make_tournament("beispiel", name="Beispiel", is_example=True)
    make_tournament("probe", name="Probe", is_rehearsal=True)
    offered = EveningForm(series=series).fields["tournament"].queryset
    assert list(offered) == [february]


def test_person_without_consent_is_only_on_the_page_for_judges(january) -> None:
    series, person = make_series(january), january.entries.get(number=1).person
    set_person_details(COMMAND_LINE, person, publish_name=False, email="", phone="")
    report = series_report(series)
    listed = [series_list(report, public=public).by_key()[0]["name"] for public in (True, False)]
    assert listed == ["Ä. A.", person.list_name]


def test_short_names_are_made_and_never_those_of_pages() -> None:
    slugs = [make_series(name=name, season="").slug for name in ("Kneipe", "Kneipe?", "New", "♣")]
    assert slugs == ["kneipe", "kneipe-2", "new-2", "abend"]


def test_direction_of_an_evening_sees_the_series_and_changes_nothing(january) -> None:
    series = make_series(january)
    direction = signed_in(january, Role.DIRECTION)
    page = direction.get(f"/series/{series.slug}/")
    assert page.status_code == 200
    assert "Herausnehmen" not in text_of(page)
    assert "Kneipenabende" in text_of(direction.get("/series/"))
    stranger = signed_in(make_tournament("woanders"), Role.DIRECTION)
    assert stranger.get(f"/series/{series.slug}/").status_code == 403
    assert "Kneipenabende" not in text_of(stranger.get("/series/"))


def test_an_owner_makes_a_series_on_pages(january) -> None:
    owner = signed_in()
    assert "Serie anlegen" in text_of(owner.get("/"))
    sent = {"name": "Liga", "season": "2026", "dropped": "1", "missed_points": "-5"}
    bad = owner.post("/series/new/", {**sent, "attendance_bonus": "0", "place_bonus": "10, x"})
    assert [*bad.context["form"].errors] == ["place_bonus"]
    assert 'value="10, x"' in bad.content.decode()
    unseen = owner.post("/series/new/", {**sent, "name": "\u202e" * 50, "attendance_bonus": "0"})
    assert unseen.context["form"].errors == {"__all__": [refusal("name_needed")]}
    sent |= {"attendance_bonus": "2", "place_bonus": "10 6", "tie_breaks": "last_evening"}
    owner.post("/series/new/", sent)
    series = Series.objects.get()
    assert (series.slug, series.dropped, series.missed_points) == ("liga-2026", 1, -5)
    assert (series.place_bonus, series.tie_breaks) == ([10, 6], ["last_evening"])
    assert not series.missed_dropped
    owner.post("/series/liga-2026/add/", {"tournament": january.pk})
    page = text_of(owner.get("/series/liga-2026/"))
    assert (
        text(
            "Standings after %(evenings)s evening",
            "Standings after %(evenings)s evenings",
            1,
            evenings=1,
        )
        in page
    )
    bonus = "Bonus by place: %(points)s; it goes with an evening that is dropped."
    assert text(bonus, points="+10 / +6") in page
    owner.post("/series/liga-2026/settings/", {**sent, "name": ""})
    owner.post("/series/liga-2026/settings/", {**sent, "best": "4"})
    assert Series.objects.get().best == 4
    evening = series.evenings.get()
    owner.post(f"/series/liga-2026/remove/{evening.pk}/")
    assert not series.evenings.exists()
    owner.post("/series/liga-2026/delete/")
    assert Series.objects.exists()
    owner.post("/series/liga-2026/delete/", {"sure": "on"})
    assert not Series.objects.exists()
    assert Tournament.objects.filter(slug="januar").exists()
    assert installation_findings() == ()
    series_named = text("Series “%(series)s”", series="liga-2026")
    evening_added = text("tournament “%(slug)s” is an evening of it.", slug="januar")
    assert f"{series_named}: {evening_added}" in text_of(owner.get("/journal/"))


def test_missed_evening_is_among_the_best_on_the_page(january, february) -> None:
    """A third evening: 25, missed and 12 with the best two and no missed one dropped are 25."""
    for evening, points in ((january, 25), (february, None)):
        table = evening.rounds.get().tables.get()
        if points is None:
            evening.entries.filter(number=1).update(status="withdrawn")
        else:
            enter_totals(table, [points, 0, 0, -points])
    march = make_evening("maerz", [12, 0, 0, -12], date(2026, 3, 13))
    same_people(january, march)
    series = make_series(january, february, march, best=2, missed_dropped=False)
    assert (1, "Arnold, Änne", 25) in lines(series)
    page = text_of(signed_in().get(f"/series/{series.slug}/"))
    assert text("Every missed evening is one of those that count.") in page


def test_files_name_the_dropped_evenings(january, february) -> None:
    report = series_report(make_series(january, february, dropped=1, attendance_bonus=3))
    rows = list(
        csv.DictReader(io.StringIO(series_csv(report).content.decode("utf-8-sig")), delimiter=";")
    )
    assert rows[0] == {
        "Platz": "1",
        "Name": "Arnold, Änne",
        "Verein": "",
        "A1": "20",
        "A2": "-30",
        "Bonus": "6",
        "Gesamt": "26",
        "Abende": "2",
        "Je Runde": "-5,00",
        "Gestrichen": "2",
    }
    sheet = read_workbook(series_workbook(report)).worksheets[0]
    cells = [cell.value for cell in sheet[5]]
    assert cells[:6] == [1, "Arnold, Änne", None, 20, -30, 6]
    assert [sheet.cell(5, at).font.strike for at in (4, 5)] == [None, True]
    (paper,) = page_texts(read_pdf(series_pdf(report)))
    assert "Kneipenabende · 2026" in paper
    assert series_sentences(report.series.rules, report.counting)[0] in paper
    assert "1: Januarabend, 09.01.2026; 2: Februarabend, 13.02.2026" in paper


def test_paper_of_a_series_without_an_evening_names_none() -> None:
    (paper,) = page_texts(read_pdf(series_pdf(series_report(make_series()))))
    assert f"{text('Evenings')}:" not in paper


def test_twelve_evenings_of_sixty_people_as_the_page_counts_them() -> None:
    """Three dropped; every total by sorting the imported numbers."""
    random = Random(12)
    series = make_series(dropped=3)
    points: dict[str, list[int]] = {f"Name{person:02}, Ida": [0] * 12 for person in range(60)}
    for month in range(12):
        there = [name for name in points if random.random() < 0.8]
        totals = {name: random.randint(-90, 120) for name in there}
        ranks = {one: 1 + sum(other > totals[one] for other in totals.values()) for one in there}
        rows = [
            ResultLine(at, name, "", ranks[name], (totals[name] - 7, 7, None), 0, totals[name])
            for at, name in enumerate(there, start=2)
        ]
        bring_in(series, f"Abend {month + 1}", rows, day=date(2026, month + 1, 5))
        for name in there:
            points[name][month] = totals[name]
    expected = {name: sum(sorted(each)[3:]) for name, each in points.items()}
    assert Person.objects.filter(first_name="Ida").count() == 60
    assert {name: total for _rank, name, total in lines(series)} == expected
    assert {name: rank for rank, name, _total in lines(series)} == {
        name: 1 + sum(other > total for other in expected.values())
        for name, total in expected.items()
    }
    page = signed_in().get(f"/series/{series.slug}/")
    assert page.status_code == 200
    assert len(page_texts(read_pdf(series_pdf(series_report(series))))) == 3


def test_merged_people_are_one_and_deleted_ones_have_no_name(january) -> None:
    series = make_series(january)
    bring_in(series, "Vorjahr", [line(2, "Franke, Uta", 1, 30)])
    uta, anne = Person.objects.get(first_name="Uta"), january.entries.get(number=1).person
    merge_people(COMMAND_LINE, anne, uta)
    assert all_data(COMMAND_LINE, anne)["evenings"] == [
        {
            "series": "Kneipenabende 2026",
            "evening": "Vorjahr",
            "date": None,
            "state": "",
            "rank": 1,
            "rounds": [30],
            "of_rounds": None,
            "adjustment": 0,
            "total": 30,
        }
    ]
    assert lines(series)[0] == (1, "Arnold, Änne", 50)
    delete_person(COMMAND_LINE, anne)
    assert lines(series)[0][1] == "N. N."


def test_two_people_of_one_evening_are_not_merged() -> None:
    series = make_series()
    bring_in(series, "Vorjahr", [line(2, "Franke, Uta", 1, 30), line(3, "Franke, Ute", 2, 10)])
    one, other = Person.objects.filter(last_name="Franke").order_by("first_name")
    with pytest.raises(Refused, match="entered_together"):
        merge_people(COMMAND_LINE, one, other)


def test_evenings_brought_in_are_in_the_history_and_counted(january) -> None:
    person = january.entries.get(number=1).person
    series = make_series(january)
    bring_in(series, "Vorjahr", [line(2, "Arnold, Änne", 4, -30, -11)], day=FEBRUARY)
    bring_in(series, "Sommer", [line(2, "Arnold, Änne", 1, 5)])
    owner, address = signed_in(), reverse("person", args=[person.pk])
    page = owner.get(address)
    assert [str(row.record.occasion) for row in page.context["played"].rows] == [
        "Vorjahr",
        "Januarabend",
        "Sommer",
    ]
    words = text_of(page)
    assert "Vorjahr Kneipenabende 2026 13.02.2026 – 4 −41 −20,50 Januarabend" in words
    assert text("Average over all rounds: %(average)s points.", average="−4,00") in words
    (listed,) = owner.get(reverse("people"), {"q": "arnold"}).context["lines"]
    assert (str(listed.last), listed.last_day, listed.tournaments) == ("Vorjahr", FEBRUARY, 3)
    # A series the direction may not see is not shown.
    other = make_tournament("anderes")
    other.entries.create(person=person, number=1)
    stranger = signed_in(other, Role.DIRECTION)
    (seen,) = stranger.get(address).context["played"].rows
    assert seen.record.occasion == other


def test_people_and_evenings_are_deleted_with_their_parents(january) -> None:
    series = make_series(january)
    bring_in(series, "Vorjahr", [line(2, "Franke, Uta", 1, 30)])
    delete_tournament(COMMAND_LINE, january)
    assert [str(each) for each in series.evenings.all()] == ["Vorjahr"]
    assert Person.objects.filter(first_name="Uta").exists()
    remove_evening(COMMAND_LINE, series.evenings.get())
    assert not Person.objects.filter(first_name="Uta").exists()
    assert not EveningLine.objects.exists()
    assert installation_findings() == ()


def test_a_person_of_a_series_stays_without_a_tournament(january) -> None:
    series = make_series()
    bring_in(series, "Vorjahr", [line(2, "Arnold, Änne", 1, 30)])
    delete_tournament(COMMAND_LINE, january)
    assert lines(series) == [(1, "Arnold, Änne", 30)]


HOSTILE = '<script>alert(1)</script>=SUM(A1)\u202e"&amp;'


def test_hostile_names(january) -> None:
    series = make_series(january, name=HOSTILE)
    bring_in(series, HOSTILE, [line(2, "=1+1, Eva", 1, 3)])
    Tournament.objects.filter(pk=january.pk).update(name=HOSTILE)
    owner = signed_in()
    for address in ("/series/", f"/series/{series.slug}/", f"/series/{series.slug}/settings/"):
        assert b"<script>alert" not in owner.get(address).content
    assert b"<script>alert" not in owner.get("/t/januar/next-evening/").content
    content = series_csv(series_report(series)).content.decode()
    assert ";'=1+1, Eva;" in content
    sheet = read_workbook(series_workbook(series_report(series))).worksheets[0]
    assert "=1+1, Eva" in [row[1].value for row in sheet.iter_rows(min_row=5, max_row=9)]
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)


def test_only_the_last_twelve_evenings_have_columns_on_paper() -> None:
    series = make_series()
    for month in range(1, 14):
        bring_in(series, f"Abend {month}", [line(2, "Franke, Uta", 1, month)])
    (page,) = page_texts(read_pdf(series_pdf(series_report(series))))
    headings = re.findall(r"\bA\d+\b", page)
    assert headings == [f"A{number}" for number in range(2, 14)]
    columns = "The last %(count)s evenings have columns; earlier ones are in the total."
    assert text(columns, count=12) in page
    assert "+91" in page.replace("\N{MINUS SIGN}", "-")  # all thirteen


def test_evenings_are_shown_on_pages_that_merge_or_delete_a_person(january) -> None:
    series = make_series(january)
    bring_in(series, "Vorjahr", [line(2, "Franke, Uta", 1, 30), line(3, "Franck, Uta", 2, -30)])
    stays, goes = Person.objects.filter(first_name="Uta").order_by("-last_name")
    client = signed_in()
    page = text_of(client.get(reverse("person-delete", args=[goes.pk])))
    assert f"Abende {series}: Vorjahr" in page
    page = client.get(f"{reverse('person-merge', args=[stays.pk])}?other={goes.pk}")
    assert text("Both play in the same tournament, so they are two people:") in text_of(page)
    bring_in(series, "Davor", [line(2, "Frank, Uta", 1, 30)])
    goes = Person.objects.get(last_name="Frank")
    page = text_of(client.get(f"{reverse('person-merge', args=[stays.pk])}?other={goes.pk}"))
    assert "Abende Davor" in page


def test_queries_grow_neither_with_people_nor_series_nor_evenings(january) -> None:
    owner = signed_in()
    series = make_series(january)
    bring_in(series, "Vorjahr", [line(2, "Franke, Uta", 1, 30)])
    places = ("/series/", f"/series/{series.slug}/")
    counts = [_queries(owner, address) for address in places]
    rows = [line(at, f"Name{at}, Ida", at - 1, 100 - at) for at in range(2, 22)]
    bring_in(series, "Davor", rows)
    make_series(name="Zweite")
    make_series(name="Dritte")
    again = [_queries(owner, address) for address in places]
    assert again == counts
    for month, name in ((5, "mai"), (6, "juni")):
        evening = make_evening(name, [1, 0, 0, -1], date(2026, month, 1))
        add_evening(COMMAND_LINE, series, evening)
    assert _queries(owner, f"/series/{series.slug}/") == counts[1] == 13


def _queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert client.get(address).status_code == 200
    return len(caught)


def year_page(client: Client, series: Series, query: str = "") -> str:
    return client.get(f"/series/{series.slug}/{query}").content.decode()


def moves(page: str) -> list[str]:
    """Return what the column of moves says, line by line."""
    cells = re.findall(r'<td class="move">(.*?)</td>', page)
    return ["".join(re.findall(r"[▲▼]\s\d+", cell)) for cell in cells]


def test_moves_since_the_evening_before_stand_beside_the_rank(january, february) -> None:
    series, client = make_series(january, february), signed_in()
    page = year_page(client, series)
    # After January 20, 10, -10, -20; with February -30, 10, 5, 15.
    assert lines(series) == [
        (1, "Beck, Bernd", 20),
        (2, "Conrad, Christa", -5),
        (2, "Dietz, Dieter", -5),
        (4, "Arnold, Änne", -10),
    ]
    assert moves(page) == [
        "▲\N{THIN SPACE}1",
        "▲\N{THIN SPACE}1",
        "▲\N{THIN SPACE}2",
        "▼\N{THIN SPACE}3",
    ]
    assert moves(year_page(client, series, "?after=1")) == []


def test_whoever_comes_later_has_no_move_and_a_course_from_then(january) -> None:
    february = make_evening("februar", [1, 2, 3, -6], FEBRUARY, name="Februarabend")
    report = series_report(make_series(january, february, missed_points=-5))
    course = series_course(report)
    newest = report.rows[0].person
    assert [row.standing.total for row in report.rows] == [15, 5, -2, -3, -4, -11, -15, -25]
    found = {row.person.pk: course.totals(row.person.pk) for row in report.rows}
    assert sorted(found.values(), key=str) == sorted(
        [(0, 20, 15), (0, 10, 5), (0, -10, -15), (0, -20, -25)]
        + [(0, None, total) for total in (-4, -3, -2, -11)],
        key=str,
    )
    assert {course.moved(pk) for pk, figures in found.items() if figures[1] is None} == {None}
    assert (course.moved(newest.pk), course.first_since(newest.pk)) == (0, 0)


def test_year_has_a_podium_and_the_course_of_the_first(january, february) -> None:
    series, client = make_series(january, february), signed_in()
    page = year_page(client, series)
    steps = re.findall(r'<li class="step step-(\d)".*?</li>', page, re.DOTALL)
    winners = re.findall(r'<p class="winner">\s*<a href="/people/\d+/">([^<]*)</a>', page)
    assert (steps, winners) == (["1", "2"], [row[1] for row in lines(series)[:3]])
    drawn = unescape(re.search(r'<svg class="curves".*?aria-label="([^"]*)"', page)[1])
    told = [
        f"{text('after evening %(number)s', number=at)} {points}"
        for at, points in ((1, "+10"), (2, "+20"))
    ]
    assert drawn.split("; ")[0] == f"Beck, Bernd: {', '.join(told)}"
    words = text("%(name)s leads, since evening %(number)s.", name="Beck, Bernd", number=2)
    assert words in text_of(client.get(f"/series/{series.slug}/"))
    first = year_page(client, series, "?after=1")
    assert ('class="podium"' in first, 'class="curves"' in first) == (False, False)


def test_direction_sees_the_podium_without_ways_to_people(january, february) -> None:
    series = make_series(january, february)
    page = year_page(signed_in(january, Role.DIRECTION), series)
    podium = page.split('<ol class="podium"')[1].split("</ol>")[0]
    assert ("Beck, Bernd" in podium, "href" in podium) == (True, False)


def test_names_on_the_podium_are_text(january, february) -> None:
    Person.objects.filter(last_name="Beck").update(last_name="<script>x</script>")
    page = year_page(signed_in(), make_series(january, february))
    assert ("<script>x" in page, "&lt;script&gt;x" in page) == (False, True)


def test_year_of_many_evenings_names_some_of_them(january) -> None:
    figures = tuple(range(31))
    steps = Steps([f"A{each}" for each in figures[1:]], [f"nach {each}" for each in figures[1:]])
    drawn = draw_courses([Line("1 Beck", "Beck", figures)], named=True, steps=steps)
    assert re.findall(r">(A\d+)<", drawn) == [f"A{each}" for each in range(3, 31, 3)]
