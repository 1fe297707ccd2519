"""The form of a deduction says what it would change, and finds people by number or name."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.databases import copied
from tests.factories.pages import signed_in
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tournament.models import Adjustment, JournalEntry, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import deduct_points
from tournament.standings.reads.foreseen import foresee_deduction
from tournament.standings.reads.standings import standings_after

pytestmark = pytest.mark.django_db
ADDRESS = "/t/herbst/deductions/new/"


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Of four tables: the first four have +6, the next four +2."""
    made = make_drawn_tournament(16)
    enter_round(round_number(made, 1))
    return made


@pytest.fixture
def client(tournament: Tournament) -> Client:
    return signed_in()


def rename(tournament: Tournament, number: int, first_name: str, last_name: str) -> None:
    person = tournament.entries.get(number=number).person
    person.first_name, person.last_name = first_name, last_name
    person.save()


def answer(client: Client, **typed: object) -> dict[str, object]:
    page = client.get(ADDRESS, {"part": "answer", **typed})
    assert page.status_code == 200
    return page.context.flatten()


@pytest.mark.parametrize("points", [1, 4, 5, 12])
def test_foreseen_is_what_the_deduction_then_does(tournament: Tournament, points: int) -> None:
    first = standings_after(tournament).rows[0]
    foreseen = foresee_deduction(tournament, first.entry_id, points, 1)
    assert foreseen is not None
    assert foreseen.now == first
    before = {row.entry_id: row.rank for row in standings_after(tournament).rows}
    entry = tournament.entries.get(pk=first.entry_id)
    deduct_points(COMMAND_LINE, entry, points, "Handy")
    rows = {row.entry_id: row for row in standings_after(tournament).rows}
    after = rows[first.entry_id]
    assert (foreseen.then.rank, foreseen.then.total) == (after.rank, after.total)
    ahead = {pk for pk, row in rows.items() if (row.rank or 0) < (after.rank or 0)}
    assert before[first.entry_id] == 1
    assert {row.entry_id for row in foreseen.passed_by} == ahead


def test_answer_while_typing_writes_nothing(client: Client, tournament: Tournament) -> None:
    entries = JournalEntry.objects.count()
    number = standings_after(tournament).rows[0].number
    said = answer(client, entry=number, points=5)
    assert (said["change"].now.rank, said["change"].then.total) == (1, 1)  # type: ignore[attr-defined]
    assert (len(said["passed_by"]), said["others"]) == (7, 0)  # type: ignore[arg-type]
    assert "entry" not in answer(client, entry="", points=5)
    assert answer(client, entry=number, points="drei")["points"] == 0
    assert not Adjustment.objects.filter(entry__tournament=tournament).exists()
    assert JournalEntry.objects.count() == entries


def test_name_is_taken_if_one_person_is_meant(client: Client, tournament: Tournament) -> None:
    rename(tournament, 3, "Łukasz", "Đorđe<script>")
    rename(tournament, 4, "Jan", "Kell")
    rename(tournament, 5, "Jan", "Keller")
    for typed, number in {
        "3": 3,
        "luk": 3,
        "3 Łukasz Đorđe<script>": 3,
        "Jan Kell": 4,
        "keller": 5,
    }.items():
        assert answer(client, entry=typed)["entry"].number == number  # type: ignore[attr-defined]


@pytest.mark.parametrize("typed", ["jan", "99", "4 Otto Moll", "zzz", "12345678901234567890"])
def test_unclear_name_is_refused_and_kept(
    client: Client, tournament: Tournament, typed: str
) -> None:
    rename(tournament, 4, "Jan", "Kell")
    rename(tournament, 5, "Jan", "Keller")
    page = client.post(ADDRESS, {"entry": typed, "points": 3, "reason": "Handy"})
    form = page.context["form"]
    assert (page.status_code, list(form.errors), form["entry"].value()) == (422, ["entry"], typed)
    if typed == "jan":
        assert "4 Jan Kell, 5 Jan Keller" in form.errors["entry"][0]


def test_longest_name_is_taken_as_it_is_suggested(client: Client, tournament: Tournament) -> None:
    rename(tournament, 4, "Ł" * 200, "Đ" * 200)
    meant = answer(client, entry=f"4 {'Ł' * 200} {'Đ' * 200}")["entry"]
    assert meant.number == 4  # type: ignore[attr-defined]


def test_suggestions_are_those_of_the_search(client: Client, tournament: Tournament) -> None:
    rename(tournament, 4, "Jan", '"Kell" <b>')
    page = client.get("/t/herbst/find/", {"q": "jan", "part": "people"})
    assert [entry.number for entry in page.context["people"]] == [4]
    assert 'data-value="4 Jan &quot;Kell&quot; &lt;b&gt;"' in page.content.decode()


def test_penalty_begins_at_the_running_round(client: Client, tournament: Tournament) -> None:
    for name in ("call-new", "protest-new"):
        form = client.get(reverse(name, args=["herbst"])).context["form"]
        assert (form["round"].value(), form["table"].value()) == (1, None)
