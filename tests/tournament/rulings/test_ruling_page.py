"""The page on which the direction sets the points of a table, and the pages that say so."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.desk import address_of
from tests.factories.journal import note_everything
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rulings import REASON, make_lost_list, rule, ruling, table_of
from tests.factories.sheets import totals_content
from tests.factories.submissions import nothing_written
from tests.factories.words import entry, refusal, text
from tournament.labels.sheets import figure_words, penalty_words, why_words
from tournament.models import GameTable, JournalEntry, Role, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import award_penalty
from tournament.sheets.reads.sheets import penalty_content
from tournament.sheets.writes.progress import save_draft
from tournament.sheets.writes.sheets import submit_sheet

pytestmark = pytest.mark.django_db

TYPED = {
    "why": "broken_up",
    "reason": "Stromausfall",
    "based_on": "",
    "how1": "0",
    "points1": "",
    "how2": "average",
    "points2": "",
    "how3": "average",
    "points3": "−12",
    "how4": "0",
    "points4": "+7",
}


@pytest.fixture
def tournament() -> Tournament:
    return make_lost_list()


@pytest.fixture
def table(tournament: Tournament) -> GameTable:
    """The table whose list is missing."""
    return table_of(tournament, 3, 1)


@pytest.fixture
def direction(tournament: Tournament) -> Client:
    return signed_in(tournament, Role.DIRECTION)


@pytest.fixture
def typist(tournament: Tournament) -> Client:
    return signed_in(tournament, Role.TYPIST)


def test_the_page_sets_the_points(direction: Client, table: GameTable) -> None:
    page = direction.post(address_of(table, "sheet-ruling"), TYPED, follow=True)
    assert messages_of(page) == [text("Table %(table)s is saved.", table=1)]
    table.refresh_from_db()
    figures = [0, "average", -12, 7]
    expected = ruling(figures, ruling="broken_up", reason="Stromausfall")
    assert table.current_version.content == expected
    assert table.current_version.reason == "Stromausfall"
    assert f"● {text('set by the direction')}" in text_of(page)


def test_page_shows_the_current_averages_and_the_consequences(
    direction: Client, table: GameTable
) -> None:
    penalty = award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, initials="KS")
    shown = text_of(direction.get(address_of(table, "sheet-ruling")))
    now = text("average, at present %(points)s", points="")
    assert f"{now}−" in shown
    assert f"{now}+" in shown
    assert penalty_words(penalty_content(penalty)) in shown


def test_earlier_ruling_is_shown_for_changing(direction: Client, tournament: Tournament) -> None:
    page = direction.get(address_of(table_of(tournament, 1, 1), "sheet-ruling"))
    form = page.context["form"]
    assert form["reason"].value() == REASON
    assert form["why"].value() == "list_lost"
    shown = [(how.value(), points.value()) for how, points in form.lines()]
    assert shown == [("average", ""), ("average", ""), ("0", ""), ("average", "−7")]
    stays = "Version %(number)s stays in the history and can be restored."
    assert text(stays, number=2) in text_of(page)


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({"reason": " "}, ["reason"]),
        ({"why": ""}, ["why"]),
        ({"points4": "viel"}, ["points4"]),
        ({"points4": "99999"}, ["points4"]),
        ({"based_on": "4"}, ["__all__"]),
        ({"table": "77"}, ["__all__"]),
    ],
)
def test_refused_it_keeps_what_was_typed(
    direction: Client, table: GameTable, changed: dict[str, str], wrong: list[str]
) -> None:
    with nothing_written():
        page = direction.post(address_of(table, "sheet-ruling"), {**TYPED, **changed})
    assert page.status_code == 422
    form = page.context["form"]
    assert list(form.errors) == wrong
    assert (form.non_field_errors() == [refusal("table_gone")]) == (wrong == ["__all__"])
    typed = {**TYPED, **changed}
    assert {name: form[name].value() for name in form.fields} == {
        name: typed[name] for name in form.fields
    }


def test_a_result_saved_meanwhile_is_shown_first(direction: Client, table: GameTable) -> None:
    submit_sheet(COMMAND_LINE, table, "totals", totals_content([6, 2, -2, -6]), based_on=None)
    page = direction.post(address_of(table, "sheet-ruling"), TYPED)
    other = "Meanwhile there is another result: %(totals)s. Set the points once more to replace it."
    assert text(other, totals="+6 / +2 / −2 / −6") in text_of(page)
    assert 'name="based_on" value="1"' in page.content.decode()
    again = direction.post(address_of(table, "sheet-ruling"), {**TYPED, "based_on": "1"})
    assert again.status_code == 302


def test_sent_twice_it_is_saved_once(direction: Client, table: GameTable) -> None:
    sent = {**TYPED, "submission": "12345678-1234-5678-1234-567812345678"}
    for _ in range(2):
        assert direction.post(address_of(table, "sheet-ruling"), sent).status_code == 302
    assert table.versions.count() == 1


def test_where_it_is_offered(direction: Client, typist: Client, table: GameTable) -> None:
    way = address_of(table, "sheet-ruling")
    tournament = table.round.tournament
    round_page = reverse("round", args=[tournament.slug, 3])
    assert way in direction.get(address_of(table)).content.decode()
    assert way not in direction.get(round_page).content.decode()
    submit_sheet(
        COMMAND_LINE,
        table_of(tournament, 3, 2),
        "totals",
        totals_content([6, 2, -2, -6]),
        based_on=None,
    )
    assert way in direction.get(round_page).content.decode()
    for page in (round_page, address_of(table)):
        assert way not in typist.get(page).content.decode()
    tournament.status = Tournament.Status.FINISHED
    tournament.save()
    note_everything(tournament)
    assert direction.get(way).status_code == 302
    refused = direction.post(way, TYPED)
    assert refused.status_code == 422


def test_pages_of_the_table_show_the_ruling(
    direction: Client, typist: Client, tournament: Tournament
) -> None:
    table = table_of(tournament, 1, 1)
    said = (why_words("list_lost"), REASON, figure_words("average"), "−7")
    for page in (
        direction.get(address_of(table)),
        direction.get(address_of(table, "sheet-versions")),
        typist.get(address_of(table)),
        typist.get(address_of(table, "sheet-versions")),
        direction.get(f"{address_of(table)}?kind=ruling"),
    ):
        assert page.status_code == 200
        assert all(words in text_of(page) for words in said)
    assert 'id="sheet-form"' in direction.get(address_of(table)).content.decode()
    assert 'id="sheet-form"' not in typist.get(address_of(table)).content.decode()
    history = direction.get(address_of(table, "sheet-versions")).context["history"]
    assert any(each["may_restore"] for each in history)
    board = direction.get(reverse("board", args=[tournament.slug, 1]))
    assert text("set by the direction") in text_of(board)


def test_a_draft_of_the_list_stays(direction: Client, table: GameTable) -> None:
    helga = table.round.tournament.memberships.get(role=Role.DIRECTION).user
    save_draft(Actor(helga), table, "totals", {"t1": "12"}, None)
    direction.post(address_of(table, "sheet-ruling"), TYPED)
    page = direction.get(address_of(table))
    assert page.context["kind"] == "totals"
    assert 'value="12"' in page.content.decode()


def test_typist_with_the_found_list_is_told_who_decides(
    typist: Client, tournament: Tournament
) -> None:
    table = table_of(tournament, 1, 1)
    sent = {"kind": "totals", "t1": "6", "t2": "2", "t3": "-2", "t4": "-6", "games_played": "24"}
    solos = {f"solo{seat}": "on" for seat in range(1, 5)}
    page = typist.post(address_of(table), {**sent, **solos, "based_on": "2", "reason": "da"})
    assert page.status_code == 422
    assert refusal("table_is_ruled", table=1) in text_of(page)


def test_the_direction_types_the_found_list(direction: Client, tournament: Tournament) -> None:
    table = table_of(tournament, 1, 1)
    sent = {"kind": "totals", "t1": "6", "t2": "2", "t3": "-2", "t4": "-6", "games_played": "24"}
    solos = {f"solo{seat}": "on" for seat in range(1, 5)}
    conflict = direction.post(address_of(table), {**sent, **solos, "based_on": "1", "reason": "da"})
    assert conflict.status_code == 409
    assert conflict.context["current"].kind == "ruling"
    page = direction.post(
        address_of(table), {**sent, **solos, "based_on": "2", "reason": "da"}, follow=True
    )
    assert "+6 / +2 / −2 / −6" in messages_of(page)[0]
    history = direction.get(address_of(table, "sheet-versions")).context["history"]
    assert [bool(each["kind_changed"]) for each in history] == [True, True, False]
    facts = JournalEntry.objects.filter(action="sheet_ruled", tournament=tournament).first().data
    told = entry("sheet_ruled", facts)
    own = figure_words("average")
    assert f"{own} / {own} / 0 / −7" in told
    assert told in text_of(direction.get(reverse("journal", args=[tournament.slug])))


def test_a_penalty_there_is_only_noted(direction: Client, tournament: Tournament) -> None:
    address = reverse("call-new", args=[tournament.slug])
    said = text(
        "The direction has set the points of this table: a penalty is noted, but not added to them."
    )
    assert said in text_of(direction.get(f"{address}?round=1&table=1"))
    assert said not in text_of(direction.get(f"{address}?round=1&table=2"))


def test_a_redraw_names_the_ruling_it_discards(direction: Client, table: GameTable) -> None:
    rule(table)
    page = direction.get(reverse("redraw", args=[table.round.tournament.slug, 3]))
    assert page.status_code == 200
    assert "−7" in text_of(page)
