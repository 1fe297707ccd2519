"""Rankings over time: what counts here, lists published, movements, pages and who may see them."""

from datetime import date
from io import BytesIO

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from openpyxl import load_workbook

from tests.factories.evenings import bring_in, make_evening, make_series, same_people
from tests.factories.names_of_competitions import free_name
from tests.factories.pages import messages_of, signed_in
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import refusal, text
from tournament.competitions.writes import create_competition, delete_competition, edit_competition
from tournament.errors import Refused
from tournament.exports.rankings import issue_list, ranking_notes, ranking_page_list
from tournament.forms.ranking_over_time import RankingForm
from tournament.labels.counting import counting_sentences, marked_words
from tournament.lists.rankings import occasions_list
from tournament.models import Person, Ranking, RankingIssue, Role, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.privacy.writes import delete_person, merge_people
from tournament.rankings.reads.rankings import (
    issue_rows,
    played_in_window,
    possibly_same,
    ranking_report,
    told_apart,
)
from tournament.rankings.rules import LIMITS, Outcome
from tournament.rankings.writes import (
    let_count,
    publish_ranking,
    tell_apart,
    withdraw_issue,
)
from tournament.series.rules import ResultLine
from tournament.tournaments.writes.tournaments import delete_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

JANUARY, FEBRUARY, TODAY = date(2026, 1, 9), date(2026, 2, 13), date(2026, 11, 1)


@pytest.fixture
def january() -> Tournament:
    return make_evening("januar", [20, 10, -10, -20], JANUARY, name="Januar", state="Hessen")


@pytest.fixture
def february(january: Tournament) -> Tournament:
    made = make_evening("februar", [-30, 10, 5, 15], FEBRUARY, name="Februar", state="Berlin")
    same_people(january, made)
    return made


def make_ranking(**settings: object) -> Ranking:
    plain = {"name": free_name(Ranking, "Rangliste"), "minimum": 1, "least_rounds": 1}
    return create_competition(COMMAND_LINE, Ranking, plain | settings)


def lines(ranking: Ranking, on: date = TODAY) -> list[tuple[int, str, int, int]]:
    return [
        (row.line.rank, row.names.last_name, row.line.rounds, row.line.points)
        for row in ranking_report(ranking, on).rows
    ]


def outcomes(ranking: Ranking, on: date = TODAY) -> dict[str, Outcome]:
    return {str(each.occasion): each.outcome for each in ranking_report(ranking, on).occasions}


def test_average_of_the_tournaments_in_the_window(january, february) -> None:
    """10 + 10, 15 - 20 and 5 - 10: equal averages share a rank, in the order of names."""
    assert lines(make_ranking()) == [
        (1, "Beck", 2, 20),
        (2, "Conrad", 2, -5),
        (2, "Dietz", 2, -5),
        (4, "Arnold", 2, -10),
    ]
    assert lines(make_ranking(window=9))[0] == (1, "Dietz", 1, 15)
    assert lines(make_ranking(), FEBRUARY.replace(day=1))[0] == (1, "Arnold", 1, 20)
    assert lines(make_ranking(minimum=3)) == []


def test_best_results_by_state(january, february) -> None:
    found = ranking_report(make_ranking(kind="states"), TODAY).rows
    assert [(row.names.last_name, row.line.best, row.line.points) for row in found] == [
        ("Arnold", (("Hessen", 20),), 20),
        ("Beck", (("Berlin", 10), ("Hessen", 10)), 20),
        ("Dietz", (("Berlin", 15),), 15),
        ("Conrad", (("Berlin", 5),), 5),
    ]


def test_without_a_state_nothing_counts_by_states(january, february) -> None:
    """Nor are its rules those of most; by average it counts as any other."""
    more = make_evening("berlin", [1, 2, -1, -2], FEBRUARY, name="Nirgends")
    Tournament.objects.filter(pk__in=(more.pk, february.pk)).update(games_four=20, state="")
    by_states = outcomes(make_ranking(kind="states"))
    without = {"Februar": Outcome.NO_STATE, "Nirgends": Outcome.NO_STATE}
    assert by_states == {"Januar": Outcome.COUNTS, **without}
    assert outcomes(make_ranking())["Nirgends"] is Outcome.COUNTS


@pytest.mark.parametrize("kind", ["average", "states"])
def test_points_and_table_points_are_never_added(january, february, kind: str) -> None:
    """What most count is ranked, a list brought in being in points; of equally many the oldest."""
    told = [ResultLine(2, "Neu, Nora", "", 1, (40,), 0, 40, 24)]
    bring_in(make_series(), "Kneipe", told, day=date(2026, 3, 1), state="Hamburg")
    ranking = make_ranking(kind=kind)
    Tournament.objects.filter(pk=january.pk).update(table_points=True)
    odd = {"Januar": Outcome.IN_TABLE_POINTS, "Februar": Outcome.COUNTS, "Kneipe": Outcome.COUNTS}
    assert outcomes(ranking) == odd
    assert lines(ranking)[0] == (1, "Neu", 1, 40)
    Tournament.objects.filter(pk=february.pk).update(table_points=True)
    odd = {"Januar": Outcome.COUNTS, "Februar": Outcome.COUNTS, "Kneipe": Outcome.IN_POINTS}
    assert outcomes(ranking) == odd
    # Without a state nothing counts by states, but what it counts is counted.
    Tournament.objects.filter(pk=february.pk).update(state="")
    assert outcomes(ranking)["Kneipe"] is Outcome.IN_POINTS
    let_count(COMMAND_LINE, ranking, february, counts=False)
    ranking.refresh_from_db()
    assert outcomes(ranking) == odd | {"Februar": Outcome.LEFT_OUT}
    let_count(COMMAND_LINE, ranking, january, counts=False)
    ranking.refresh_from_db()
    assert outcomes(ranking)["Kneipe"] is Outcome.COUNTS


@pytest.mark.parametrize("kind", ["average", "states"])
def test_a_list_in_table_points_says_so(january, kind: str) -> None:
    """On page, paper and in files; a published one still does when its tournaments are gone."""
    ranking, words = make_ranking(kind=kind), text("Table points")
    before = ranking_page_list(ranking_report(ranking, TODAY))
    Tournament.objects.filter(pk=january.pk).update(table_points=True)
    report = ranking_report(ranking, TODAY)
    headings = {each.key: each.heading for each in ranking_page_list(report).columns}
    plain = {each.key: each.heading for each in before.columns}
    counting = Tournament(table_points=True).counting
    marked = {k: marked_words(v, counting) for k, v in plain.items() if k == "average"}
    assert (headings, words in plain.values()) == (plain | {"points": words} | marked, False)
    (sentence,) = counting_sentences(counting)
    assert sentence in ranking_notes(report)[0]
    assert sentence in signed_in().get("/rankings/rangliste/").content.decode()
    issue = publish_ranking(COMMAND_LINE, ranking, TODAY)
    delete_tournament(COMMAND_LINE, january)
    issue.refresh_from_db()
    assert {each.key: each.heading for each in issue_list(issue).columns} == headings


def test_best_of_the_own_state_is_named(january) -> None:
    Person.objects.filter(last_name__in=("Beck", "Dietz")).update(state="Hessen")
    (report,) = ranking_report(make_ranking(), TODAY).occasions
    assert [person.last_name for person in report.champions] == ["Beck"]
    cells = occasions_list([report], is_linked=False).by_key()[0]
    assert cells["champion"] == Person.objects.get(last_name="Beck").list_name


def test_what_does_not_count_says_why(january, february) -> None:
    make_tournament("offen", name="Offen", date=FEBRUARY)
    make_tournament("beispiel", name="Beispiel", date=FEBRUARY, is_example=True)
    Tournament.objects.filter(pk=february.pk).update(games_four=20)
    ranking = make_ranking()
    assert outcomes(ranking) == {
        "Januar": Outcome.COUNTS,
        "Februar": Outcome.OTHER_RULES,
        "Offen": Outcome.NOT_OVER,
    }
    edit_competition(COMMAND_LINE, ranking, {"least_rounds": 2})
    assert outcomes(ranking)["Januar"] is Outcome.FEW_ROUNDS


def test_chosen_or_left_out(january, february) -> None:
    every, chosen = make_ranking(), make_ranking(all_count=False)
    let_count(COMMAND_LINE, every, january, counts=False)
    let_count(COMMAND_LINE, chosen, january, counts=True)
    for ranking in (every, chosen):
        ranking.refresh_from_db()
    left_out = {"Januar": Outcome.LEFT_OUT, "Februar": Outcome.COUNTS}
    assert outcomes(every) == left_out
    assert outcomes(chosen) == dict(zip(left_out, reversed(left_out.values()), strict=True))
    delete_tournament(COMMAND_LINE, january)
    assert outcomes(chosen) == {"Februar": Outcome.LEFT_OUT}


def test_lists_brought_in_count_and_people_joined_are_one(january) -> None:
    series = make_series()
    told = [ResultLine(2, "Neu, Nora", "", 1, (7, 8), 0, 15, 48)]
    bring_in(series, "Kneipe", told, day=FEBRUARY)
    ranking = make_ranking()
    assert (1, "Arnold", 1, 20) in lines(ranking)
    assert (3, "Neu", 2, 15) in lines(ranking)
    nora, beck = (Person.objects.get(last_name=name) for name in ("Neu", "Beck"))
    merge_people(COMMAND_LINE, beck, nora)
    assert (2, "Beck", 3, 25) in lines(ranking)


def test_association_gets_everybody_with_games(january, february) -> None:
    report = ranking_report(make_ranking(minimum=99), TODAY, with_games=True)
    found = {row.person.last_name: row.played for row in played_in_window(report)}
    assert [*found] == ["Arnold", "Beck", "Conrad", "Dietz"]
    assert (found["Beck"].rounds, found["Beck"].games, found["Beck"].total) == (2, 48, 20)


def test_published_list_stays_and_movements_are_told_from_it(january) -> None:
    ranking = make_ranking()
    issue = publish_ranking(COMMAND_LINE, ranking, FEBRUARY.replace(day=1))
    made = make_evening("februar", [-30, 40, 5, -15], FEBRUARY, name="Februar")
    same_people(january, made)
    gone = made.entries.get(number=4)
    let_count(COMMAND_LINE, ranking, january, counts=False)
    ranking.refresh_from_db()
    gone.person = Person.objects.create(last_name="Neu", first_name="Nora")
    gone.save()
    report = ranking_report(ranking, TODAY)
    moved = [row["moved"] for row in ranking_page_list(report).by_key()]
    assert [row.names.last_name for row in report.rows] == ["Beck", "Conrad", "Neu", "Arnold"]
    assert [report.moves.risen[row.line.person] for row in report.rows] == [1, 1, None, -3]
    assert moved[:2] == ["▲ 1", "▲ 1"]
    assert moved[3] == "▼ 3"
    assert [name.partition(",")[0] for name in report.gone] == ["Dietz"]
    kept = [(row.line.rank, row.names.last_name, row.line.points) for row in issue_rows(issue)]
    assert kept == [(1, "Arnold", 20), (2, "Beck", 10), (3, "Conrad", -10), (4, "Dietz", -20)]
    delete_person(COMMAND_LINE, Person.objects.get(last_name="Dietz"))
    assert "Dietz" not in [row.names.last_name for row in issue_rows(issue)]


@pytest.mark.parametrize(("name", "value"), [("kind", "states"), ("window", 6), ("minimum", 2)])
def test_what_a_published_list_tells_stays(january, name: str, value: object) -> None:
    """Also from a window that was opened before it was published."""
    ranking, owner = make_ranking(), signed_in()
    page = f"/rankings/{ranking.slug}/settings/"
    seen = owner.get(page).context["form"]
    issue = publish_ranking(COMMAND_LINE, ranking, TODAY)
    with pytest.raises(Refused, match="ranking_has_lists"):
        edit_competition(COMMAND_LINE, ranking, {name: value})
    sent = {each.name: each.value() for each in seen}
    late = owner.post(page, {**sent, name: value})
    assert refusal("ranking_has_lists") in late.content.decode()
    fields = owner.get(page).context["form"].fields
    assert {each for each in fields if fields[each].disabled} == {"kind", "window", "minimum"}
    others = {each: sent[each] for each in sent if each not in ("kind", "window", "minimum")}
    answer = owner.post(page, {**others, "name": "Neu", "least_rounds": 2})
    assert answer.status_code == 302
    ranking.refresh_from_db()
    assert (ranking.name, ranking.least_rounds, getattr(ranking, name) != value) == ("Neu", 2, True)
    withdraw_issue(COMMAND_LINE, issue)
    owner.post(page, {**sent, "name": "Neu", name: value})
    ranking.refresh_from_db()
    assert getattr(ranking, name) == value


def test_who_may_be_one_person_is_asked_about(january) -> None:
    made = make_evening("februar", [-30, 40, 5, -15], FEBRUARY, name="Februar")
    twin = Person.objects.get(entries__tournament=january, last_name="Beck")
    pairs = possibly_same(ranking_report(make_ranking(), TODAY))
    assert len(pairs) == 4
    assert [{one.pk, other.pk} for one, other in pairs if twin in (one, other)] == [
        set(Person.objects.filter(last_name="Beck").values_list("pk", flat=True))
    ]
    same_people(january, made)
    assert possibly_same(ranking_report(make_ranking(), TODAY)) == []


def test_refusals(january) -> None:
    ranking, stranger = make_ranking(), Actor(make_user(Role.DIRECTION, january))
    issue = publish_ranking(COMMAND_LINE, ranking, TODAY)
    with pytest.raises(Refused, match="ranking_published"):
        publish_ranking(COMMAND_LINE, ranking, TODAY)
    with pytest.raises(Refused, match="ranking_empty"):
        publish_ranking(COMMAND_LINE, ranking, JANUARY.replace(day=1))
    with pytest.raises(Refused, match="name_needed"):
        create_competition(COMMAND_LINE, Ranking, {"name": " "})
    acts = (
        lambda: delete_competition(stranger, ranking),
        lambda: edit_competition(stranger, ranking, {"window": 1}),
        lambda: let_count(stranger, ranking, january, counts=False),
        lambda: publish_ranking(stranger, ranking, FEBRUARY),
        lambda: tell_apart(stranger, ranking, *Person.objects.order_by("pk")[:2]),
        lambda: withdraw_issue(stranger, issue),
    )
    for act in acts:
        with pytest.raises(PermissionDenied):
            act()


def test_queries_do_not_grow(january, django_assert_num_queries) -> None:
    ranking = make_ranking()
    with django_assert_num_queries(10) as few:
        ranking_report(ranking, TODAY)
    for number in range(3):
        make_evening(f"m{number}", [1, 2, -1, -2], FEBRUARY, name=f"M{number}")
    with django_assert_num_queries(len(few)):
        ranking_report(ranking, TODAY)


def test_owner_declares_publishes_and_withdraws(january, february) -> None:
    owner = signed_in()
    sent = {"name": "DDV", "kind": "average", "window": 24, "minimum": 1, "least_rounds": 1}
    answer = owner.post("/rankings/new/", {**sent, "all_count": "on"})
    assert (answer.status_code, answer["Location"]) == (302, "/rankings/ddv/")
    published = owner.post("/rankings/ddv/publish/", {"on": "2026-02-01"})
    issue = RankingIssue.objects.get()
    assert published["Location"] == f"/rankings/ddv/lists/{issue.pk}/"
    assert (issue.on, len(issue.lines)) == (date(2026, 2, 1), 4)
    offered = [
        "/publish/" in owner.get("/rankings/ddv/", {"on": day}).content.decode()
        for day in ("2026-02-01", "2026-02-02")
    ]
    assert offered == [False, True]  # a list of that day lies below
    again = owner.post("/rankings/ddv/publish/", {"on": "2026-02-01"}, follow=True)
    assert messages_of(again)[-1] == refusal("ranking_published")
    key = f"tournament:{january.pk}"
    owner.post("/rankings/ddv/count/", {"out": key})
    assert Ranking.objects.get().choices == {key: False}
    owner.post("/rankings/ddv/count/", {"in": key})
    assert Ranking.objects.get().choices == {key: True}
    refused = owner.post("/rankings/ddv/settings/", {**sent, "window": 0, "name": "Bleibt"})
    assert (refused.status_code, b"Bleibt" in refused.content) == (422, True)
    for page in ("", "people/", f"lists/{issue.pk}/", "settings/"):
        assert owner.get(f"/rankings/ddv/{page}").status_code == 200
    for file in ("file/", f"lists/{issue.pk}/file/"):
        assert owner.get(f"/rankings/ddv/{file}").content.startswith(b"%PDF")
    csv = owner.get("/rankings/ddv/association/?as=csv").content.decode("utf-8-sig")
    assert len(csv.splitlines()) == 5
    owner.post(f"/rankings/ddv/lists/{issue.pk}/withdraw/")
    owner.post("/rankings/ddv/delete/")
    assert (RankingIssue.objects.count(), Ranking.objects.count()) == (0, 1)
    owner.post("/rankings/ddv/delete/", {"sure": "on"})
    assert Ranking.objects.count() == 0


@pytest.mark.parametrize("name", LIMITS)
def test_form_has_the_limits_that_are_checked(name: str) -> None:
    least, most = LIMITS[name]
    field = RankingForm().fields[name]
    assert [field.widget.attrs[end] for end in ("min", "max")] == [least, most]
    about = {"name": "DDV", "kind": "average", "window": 24, "minimum": 36, "least_rounds": 3}
    given = (least - 1, least, most, most + 1)
    forms = [RankingForm({**about, name: each}) for each in given]
    assert [name in form.errors for form in forms] == [True, False, False, True]


@pytest.mark.parametrize("on", ["gestern", "2026-02-30"])
def test_a_day_that_is_none_is_not_found(january, on: str) -> None:
    make_ranking()
    assert signed_in().get("/rankings/rangliste/", {"on": on}).status_code == 404


def test_direction_sees_lists_and_changes_nothing(january) -> None:
    ranking = make_ranking()
    issue = publish_ranking(COMMAND_LINE, ranking, TODAY)
    client = signed_in(january, Role.DIRECTION)
    page = client.get("/rankings/rangliste/").content.decode()
    assert ("/count/" in page, "/settings/" in page, "/publish/" in page) == (False,) * 3
    listed = client.get(f"/rankings/rangliste/lists/{issue.pk}/").content.decode()
    assert "withdraw" not in listed
    assert client.post("/rankings/rangliste/publish/").status_code == 403


def test_a_plain_club_sees_none_of_it(january) -> None:
    """One link on the page of series, and nothing anywhere else."""
    make_ranking()
    client: Client = signed_in()
    for page in ("/", "/people/", "/t/januar/", "/t/januar/standings/", "/t/januar/settings/"):
        assert '"/rankings/' not in client.get(page).content.decode()
    assert client.get("/series/").content.decode().count('href="/rankings/"') == 1


def test_two_people_are_noted_and_not_asked_about_again(january) -> None:
    """In any ranking, until somebody asks again; and not guessed for another of the name."""
    make_evening("februar", [-30, 40, 5, -15], FEBRUARY, name="Februar")
    owner, ranking = signed_in(), make_ranking()
    old, new = Person.objects.filter(last_name="Beck").order_by("pk")
    pair, address = f"{old.pk}-{new.pk}", "/rankings/rangliste/people/"
    page = owner.get(address)
    shown = [
        {one.pk, other.pk} for one, other in (row.record for row in page.context["table"].rows)
    ]
    assert {old.pk, new.pk} in shown
    owner.post(f"{address}apart/", {"two": f"{new.pk}-{old.pk}"})
    ranking.refresh_from_db()
    assert ranking.told_apart == [[old.pk, new.pk]]
    for each in (ranking, make_ranking(name="Zweite")):
        pairs = possibly_same(ranking_report(each, TODAY))
        assert len(pairs) == 3
        assert not [pair for pair in pairs if old in pair]
    page = owner.get(address)
    assert [row.record for row in page.context["noted"].rows] == [(old, new)]
    owner.post(f"{address}apart/", {"ask": pair})
    assert len(possibly_same(ranking_report(ranking, TODAY))) == 4
    assert owner.post(f"{address}apart/", {"two": "1-x"}).status_code == 404


def test_whoever_was_joined_after_all_is_one(january) -> None:
    make_evening("februar", [-30, 40, 5, -15], FEBRUARY, name="Februar")
    ranking = make_ranking()
    old, new = Person.objects.filter(last_name="Beck").order_by("pk")
    tell_apart(COMMAND_LINE, ranking, old, new)
    merge_people(COMMAND_LINE, old, new)
    ranking.refresh_from_db()
    assert told_apart(ranking) == []
    assert len(possibly_same(ranking_report(ranking, TODAY))) == 3


def test_a_workbook_of_the_page_has_its_notes(january) -> None:
    ranking = make_ranking()
    answer = signed_in().get("/rankings/rangliste/?on=2026-11-01&as=xlsx")
    (sheet,) = load_workbook(BytesIO(answer.content)).worksheets
    cells = {str(cell.value) for row in sheet for cell in row if cell.value is not None}
    assert {*ranking_notes(ranking_report(ranking, TODAY))} <= cells
