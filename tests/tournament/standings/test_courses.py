"""How standings came about, who is on the podium, and both on page and paper."""

import re

import pytest
from django.http import HttpResponse
from django.utils import timezone

from tests.factories.pages import signed_in
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import enter_totals
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import text
from tournament.exports.pdf.results import standings
from tournament.lists.curves import Line, draw_courses
from tournament.models import Adjustment, Bye, Entry, Tournament
from tournament.standings.reads.courses import Courses, courses, first_rows, podium
from tournament.standings.reads.standings import standings_after

pytestmark = pytest.mark.django_db

STANDINGS = "/t/herbst/standings/"
HOSTILE = "<script>alert(1)</script>"


def played(*rounds: list[list[int]], close: bool = False, **fields: object) -> Tournament:
    """Eight players; number 1 to 4 always sit at table 1, number 5 to 8 at table 2."""
    tournament = make_tournament(**{"rounds_planned": len(rounds), **fields})
    for number, of_round in enumerate(rounds, start=1):
        round = make_round(tournament, number, sizes=(4, 4))
        for table, points in zip(round.tables.order_by("number"), of_round, strict=False):
            enter_totals(table, points)
    if close:
        tournament.rounds.update(closed_at=timezone.now())
    return tournament


THREE = ([[9, 1, -3, -7], [4, 4, -2, -6]], [[-8, 6, 4, -2], [2, 0, 0, -2]], [[0, 12, -6, -6]])


def found_in(tournament: Tournament, tag: str = "") -> Courses:
    return courses(standings_after(tournament, tag=tag))


def by_number(tournament: Tournament, ranks: dict[int, int]) -> dict[int, int]:
    numbers = dict(tournament.entries.values_list("pk", "number"))
    return {numbers[pk]: rank for pk, rank in ranks.items()}


def entry(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.get(number=number)


@pytest.mark.parametrize("tie_breaks", [[], ["last_rounds"], ["games_won", "lot"]])
@pytest.mark.database
def test_ranks_after_each_round_are_those_of_its_list(tie_breaks: list[str]) -> None:
    tournament = played(*THREE, tie_breaks=tie_breaks)
    late = make_entries(tournament, 3)
    Bye.objects.create(round=tournament.rounds.get(number=2), entry=late[0])
    Adjustment.objects.create(entry=entry(tournament, 1), points=-3, reason="x")
    second = tournament.rounds.get(number=2)
    Adjustment.objects.create(entry=entry(tournament, 5), points=-4, reason="x", round=second)
    Adjustment.objects.create(entry=late[1], points=-1, reason="x", round=second)
    tournament.entries.filter(number=7).update(status="withdrawn")
    found = found_in(tournament)
    for number in (1, 2, 3):
        report = standings_after(tournament, number)
        of_list = {row.entry_id: row.rank for row in report.rows if row.rank is not None}
        assert found.ranks(number) == of_list


def test_moves_are_those_of_the_last_round_played() -> None:
    tournament = played(*THREE)
    make_round(tournament, 4, sizes=(4, 4))
    found = found_in(tournament)
    moved = {number: found.moved(entry(tournament, number).pk) for number in range(1, 9)}
    assert by_number(tournament, found.ranks(2)) == {2: 1, 5: 2, 6: 3, 1: 4, 3: 4, 7: 6, 8: 7, 4: 8}
    assert by_number(tournament, found.ranks(3)) == {2: 1, 5: 2, 6: 3, 1: 4, 7: 5, 3: 6, 8: 7, 4: 8}
    assert moved == {1: 0, 2: 0, 3: -2, 4: 0, 5: 0, 6: 0, 7: 1, 8: 0}


def test_nobody_has_moved_after_the_first_round() -> None:
    tournament = played(THREE[0])
    found = found_in(tournament)
    assert {found.moved(row.entry_id) for row in standings_after(tournament).rows} == {None}
    assert "▲" not in signed_in().get(STANDINGS).content.decode().split("<tbody>")[1]


def test_who_leads_has_led_since_a_round() -> None:
    tournament = played(*THREE)
    found = found_in(tournament)
    (leader,) = found.leaders()
    assert (leader, found.first_since(leader)) == (entry(tournament, 2).pk, 2)
    leads = text("%(name)s leads, since round %(round)s.", name="Beck, Bernd", round=2)
    assert signed_in().get(STANDINGS).context["leaders"] == leads


def test_category_has_separate_moves() -> None:
    tournament = played(*THREE)
    tournament.entries.filter(number__in=[1, 3]).update(tags=["Damen"])
    assert by_number(tournament, found_in(tournament, "Damen").ranks(1)) == {1: 1, 3: 2}


@pytest.mark.database
def test_nothing_more_is_read(django_assert_num_queries) -> None:
    tournament = played(*THREE)
    report = standings_after(tournament)
    with django_assert_num_queries(0):
        courses(report)


def steps(tournament: Tournament) -> list[tuple[int, list[int]]]:
    report = standings_after(tournament)
    return [(step.rank, [row.number for row in step.rows]) for step in podium(report)]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ([9, 5, -6, -8], [3, 1, 0, -4], [(1, [1]), (2, [2]), (3, [5])]),
        ([9, 5, -6, -8], [9, 1, 0, -10], [(1, [1, 5]), (3, [2])]),
        ([9, 5, -6, -8], [5, 1, 0, -6], [(1, [1]), (2, [2, 5])]),
        ([9, 3, -4, -8], [5, 3, 0, -8], [(1, [1]), (2, [5]), (3, [2, 6])]),
    ],
)
def test_podium_has_the_first_three_places_shared_ones_together(first, second, expected) -> None:
    assert steps(played([first, second])) == expected


def test_podium_leaves_out_who_has_no_rank() -> None:
    tournament = played([[9, 5, -6, -8], [3, 1, 0, -4]])
    tournament.entries.filter(number=1).update(status="disqualified")
    assert steps(tournament) == [(1, [2]), (2, [5]), (3, [6])]


def test_podium_is_empty_where_all_are_equal_or_nothing_is_played() -> None:
    tournament = make_tournament(rounds_planned=1)
    round = make_round(tournament, 1, sizes=(4, 4, 4))
    assert podium(standings_after(tournament)) == ()
    for table in round.tables.all():
        enter_totals(table, [0, 0, 0, 0])
    assert podium(standings_after(tournament)) == ()
    assert list(first_rows(standings_after(tournament))) == []


def test_courses_are_drawn_of_whole_places() -> None:
    tournament = make_tournament(rounds_planned=1)
    round = make_round(tournament, 1, sizes=(4, 4, 4))
    for table in round.tables.all():
        enter_totals(table, [4, 0, 0, -4])
    assert [row.rank for row in first_rows(standings_after(tournament))] == [1, 1, 1]


def curves_on(page: HttpResponse) -> list[str]:
    return re.findall(r'<svg class="curves".*?</svg>', page.content.decode(), re.DOTALL)


def test_final_standings_open_with_podium_and_courses() -> None:
    tournament = played(*THREE[:2], close=True)
    person = entry(tournament, 2).person
    person.last_name = HOSTILE
    person.save()
    page = signed_in().get(STANDINGS)
    (drawing,) = curves_on(page)
    assert re.findall(r'<text class="name"[^>]*>([^<]*)<', drawing) == [
        "1 &lt;script&gt;alert(1)&lt;/script&gt;",
        "2 Engel",
        "3 Franke",
        "4 Arnold",
        "4 Conrad",
    ]
    assert f'aria-label="{HOSTILE.replace("<", "&lt;").replace(">", "&gt;")}' in drawing
    assert HOSTILE not in page.content.decode()
    html = page.content.decode()
    assert html.index('<ol class="podium"') < html.index("<figcaption")
    assert "leaders" not in page.context


@pytest.mark.parametrize(
    ("label", "lines"),
    [
        ("2 Gerdes", ["2 Gerdes"]),
        ("4 Wüstenberg-Oltmanns", ["4 Wüstenberg-Oltmanns"]),
        ("3 Jacob-Philipp-Franz-Joseph-Sylvester", ["3 Jacob-Philipp-Franz-", "Joseph-Sylvester"]),
        (f"1 {'Ł' * 200}", ["1"]),
    ],
)
def test_name_at_the_end_of_a_line_is_never_cut(label: str, lines: list[str]) -> None:
    """It is smaller or in two lines; where it is endless its rank leads to it."""
    drawing = draw_courses([Line(label, label, (0, 5))], named=True)
    assert re.findall(r'<text class="name"[^>]*>([^<]*)<', drawing) == lines


def test_standings_that_are_not_final_have_neither() -> None:
    played(*THREE)
    page = signed_in().get(STANDINGS)
    assert curves_on(page) == []
    assert "podium" not in page.content.decode()


def test_final_standings_on_paper_open_with_them_too() -> None:
    tournament = played(*THREE[:2], close=True)
    Adjustment.objects.create(entry=entry(tournament, 2), points=-3, reason="x")
    person = entry(tournament, 6).person
    person.publish_name = False
    person.save()
    first = page_texts(read_pdf(standings(tournament)))[0]
    before, _, _ = first.partition("Platz Nr.")
    assert "Erika Engel" in before
    assert "F. F." in before
    assert "Franke" not in first
    assert "R1 R2 1 Engel 2 Beck 2 F. F. 4 Arnold 4 Conrad" in first
    earlier = page_texts(read_pdf(standings(tournament, 1)))[0]
    assert "Arnold" not in earlier.partition("Platz Nr.")[0]


def test_endless_names_are_whole_on_the_podium_of_the_wall_list() -> None:
    tournament = played(*THREE[:2], close=True)
    names = {}
    for number, letter in ((2, "Ł"), (5, "Ş")):
        person, name = entry(tournament, number).person, letter * 200
        person.first_name, person.last_name = "", name
        person.save()
        names[number] = name
    first = "".join(page_texts(read_pdf(standings(tournament)))[0].split())
    before = first.partition("PlatzNr.")[0]
    assert "…" not in first
    ranked = {row.number for row in first_rows(standings_after(tournament)) if (row.rank or 9) < 4}
    assert ranked & names.keys()
    assert all(names[number] in before for number in ranked & names.keys())


def test_rows_link_to_the_player_and_the_course() -> None:
    tournament = played(*THREE)
    page = signed_in().get(STANDINGS).content.decode()
    rows = re.findall(r'<tr id="player-(\d+)">(.*?)</tr>', page)
    assert len(rows) == 8
    for pk, row in rows:
        assert f'href="/t/herbst/players/{pk}/"' in row
        assert row.count("<polyline") == 1
    (own,) = (row for pk, row in rows if int(pk) == entry(tournament, 7).pk)
    assert '<span class="up" aria-hidden="true">▲\N{THIN SPACE}' in own
    assert re.search(r'<span class="visually-hidden">\d Pl(atz|ätze) besser</span>', own)


@pytest.mark.parametrize(
    ("typed", "found"),
    [("beck", ["Beck, Bernd"]), ("3", ["Conrad, Christa"]), ("gro", ["Groß, Günter"]), ("zz", [])],
)
@pytest.mark.database
def test_without_the_script_the_server_finds_a_row(typed: str, found: list[str]) -> None:
    played(*THREE)
    client = signed_in()
    for address in (STANDINGS, "/t/herbst/rounds/1/result/"):
        page = client.get(address, {"q": typed}).content.decode()
        assert re.findall(r'<td class="name"[^>]*><a[^>]*>([^<]*)', page) == found


def test_before_the_first_draw_there_is_nothing_to_find() -> None:
    make_tournament()
    page = signed_in().get(STANDINGS).content.decode()
    assert "find-row" not in page.split("<main")[1]
