"""The final standings to keep, read back."""

import pytest
from django.utils import timezone
from pypdf import PdfReader

from tests.factories.databases import copied
from tests.factories.pages import messages_of, signed_in
from tests.factories.papers import A4, font_names, made, page_sizes, page_texts, read_pdf
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.words import refusal, text
from tournament.exports import paper as declared
from tournament.exports.pdf import layout, paper
from tournament.exports.pdf.final import everything_of
from tournament.lists.notes import status_of
from tournament.models import Entry, Person, Round, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import deduct_points
from tournament.standings.reads.standings import standings_after

pytestmark = pytest.mark.django_db


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Twelve players in one closed round, of two teams; some are in a category."""
    tournament = make_drawn_tournament(12, rounds_planned=1)
    enter_round(round_number(tournament, 1))
    Round.objects.update(closed_at=timezone.now())
    for entry in Entry.objects.filter(tournament=tournament):
        entry.team = "Füchse" if entry.number % 2 else "<b>Dullen</b>"
        entry.tags = ["Damen"] if entry.number < 4 else []
        entry.save()
    tournament.group_rankings.create(kind="team", best=2)
    return tournament


def final(tournament: Tournament) -> PdfReader:
    return read_pdf(made("final", tournament))


def test_podium_courses_every_round_categories_and_groups(tournament: Tournament) -> None:
    read = final(tournament)
    cover, *others = page_texts(read)
    report = standings_after(tournament)
    following = " ".join(others)
    assert tournament.name in cover
    assert text("Final standings") in cover
    assert text("How the first got there") in cover
    first = [row for row in report.rows if row.rank == 1]
    assert all(row.name in cover for row in first)
    assert all(row.list_name in following for row in report.rows)
    assert status_of(report) in cover
    assert "Füchse" in following
    assert "<b>Dullen</b>" in following
    assert following.count("Damen") == 1
    assert page_sizes(read) == {A4}
    assert set(font_names(read).values()) == {True}
    assert any(name.startswith("Source-Serif") for name in font_names(read))


def test_podium_steps_from_left_to_right_are_second_first_third() -> None:
    tournament = make_drawn_tournament(8, rounds_planned=1)
    enter_round(round_number(tournament, 1))
    best = standings_after(tournament).rows[0]
    deduct_points(COMMAND_LINE, tournament.entries.get(pk=best.entry_id), 1, "x")
    steps = everything_of(tournament, standings_after(tournament))[0]["podium"]
    assert [step.rank for step in steps] == [2, 1, 3]


def test_hostile_names_stay_on_the_paper(tournament: Tournament) -> None:
    winner = standings_after(tournament).rows[0].entry_id
    Person.objects.filter(entries=winner).update(first_name="Ł" * 200, last_name="<script>Ş")
    Tournament.objects.update(name="Đ" * 200)
    read = final(Tournament.objects.get(pk=tournament.pk))
    whole = "".join(page_texts(read)).replace(" ", "")
    assert "<script>Ş" in whole
    assert "Ł" * 200 in whole
    assert "Đ" * 200 in whole


def test_endless_names_leave_podium_and_courses_on_the_first_page(tournament: Tournament) -> None:
    for at, row in enumerate(standings_after(tournament).rows[:3]):
        deduct_points(COMMAND_LINE, tournament.entries.get(pk=row.entry_id), 1 + at, "x")
    pages = len(final(tournament).pages)
    steps = everything_of(tournament, standings_after(tournament))[0]["podium"]
    assert [step.rank for step in steps] == [2, 1, 3]
    names = []
    for step, letter in zip(steps, "ŁŞĞ", strict=True):
        names.append(letter * 200 + "Đ" * 200)
        (row,) = step.rows
        Person.objects.filter(entries=row.entry_id).update(
            first_name=letter * 200, last_name="Đ" * 200
        )
    Tournament.objects.update(name="Ä" * 200, place="Köln")
    read = final(Tournament.objects.get(pk=tournament.pk))
    cover = page_texts(read)[0].replace(" ", "")
    for words in (*names, "Ä" * 200, text("How the first got there").replace(" ", "")):
        assert words in cover
    assert text("Score sheets") in page_texts(read)[0]  # of the last line there
    assert "…" not in "".join(page_texts(read))
    assert len(read.pages) <= pages + 2


def test_refused_before_the_standings_are_final(tournament: Tournament) -> None:
    Round.objects.update(closed_at=None)
    answer = signed_in().get("/t/herbst/print/final/", follow=True)
    assert messages_of(answer) == [refusal("final_too_early")]


def test_long_paper_is_made_in_a_process_of_its_own(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = page_texts(final(tournament))
    monkeypatch.setattr(paper, "LONG", 1000)
    monkeypatch.setattr(layout, "load_weasyprint", lambda: pytest.fail("made here"))
    assert page_texts(final(tournament)) == short


def test_pages_say_that_it_is_being_made_where_many_take_part(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    Tournament.objects.update(frozen_at=timezone.now())
    client = signed_in()
    address = 'href="/t/herbst/print/final/"'
    assert f"{address}>" in client.get("/t/herbst/print/").content.decode()
    monkeypatch.setattr(declared, "LARGE", 11)
    assert f"{address} data-making=" in client.get("/t/herbst/print/").content.decode()


ONE_AND_MORE = (("Round", "Rounds"), ("Score sheet", "Score sheets"))


def test_one_of_a_kind_is_counted_in_the_singular() -> None:
    tournament = make_drawn_tournament(4, rounds_planned=1)
    enter_round(round_number(tournament, 1))
    report = standings_after(tournament)
    words = [each for each, _figure in everything_of(tournament, report)[0]["figures"]]
    of_one = [(text(one), text(more)) for one, more in ONE_AND_MORE]
    assert [(one in words, more in words) for one, more in of_one] == [(True, False)] * 2
