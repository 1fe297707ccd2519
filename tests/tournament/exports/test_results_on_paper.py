"""Results on paper have the figures of the program's JSON, and say how certain they are."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests.factories.databases import copied
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import (
    enter_round,
    enter_totals,
    make_drawn_tournament,
    round_number,
)
from tournament.errors import Refused
from tournament.exports.pdf.results import round_result as print_round_result
from tournament.exports.pdf.results import standings
from tournament.labels.points import signed
from tournament.labels.standings import control_sentence, tie_break_sentence
from tournament.models import Adjustment, Entry, Round, Tournament
from tournament.standings.reads.standings import round_result

pytestmark = pytest.mark.django_db


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Three rounds published, two entered, one table of the third."""
    tournament = make_drawn_tournament(22, published=3)
    enter_round(round_number(tournament, 1))
    enter_round(round_number(tournament, 2))
    enter_totals(round_number(tournament, 3).tables.get(number=1), [10, 4, -4, -10])
    return tournament


def standings_json(tournament: Tournament, directory: Path, *, after: int) -> list[dict]:
    file = directory / "standings.json"
    call_command(
        "standings",
        tournament.slug,
        "--after-round",
        str(after),
        "--format",
        "json",
        "-o",
        str(file),
    )
    return json.loads(file.read_text(encoding="utf-8"))


def list_name(row: dict) -> str:
    return Entry.objects.get(number=row["number"]).person.list_name


@pytest.mark.parametrize("after", [1, 2, 3])
@pytest.mark.alone
def test_standings_on_paper_hold_the_figures_of_the_json(tournament, tmp_path, after):
    Adjustment.objects.create(entry=tournament.entries.get(number=5), points=-12, reason="x")

    text = " ".join(page_texts(read_pdf(standings(tournament, after))))

    rows = standings_json(tournament, tmp_path, after=after)
    assert len(rows) == 22
    for row in rows:
        figures = [
            *row["rounds"],
            *([row["adjustment"]] if row["adjustment"] else []),
            row["total"],
        ]
        line = f"{row['rank']} {row['number']} {list_name(row)} {' '.join(map(signed, figures))}"
        assert f" {line} " in text


def test_standings_say_how_much_is_in(tournament):
    pages = page_texts(read_pdf(standings(tournament)))

    assert all("Zwischenstand nach Runde 3" in page for page in pages)
    assert all("Vorläufig: 1 von 5 Tischen" in page for page in pages)
    assert f"{tie_break_sentence([])} {control_sentence(0, 0)}" in pages[-1]


def test_standings_name_the_tie_break(tournament):
    tournament.tie_breaks = ["last_rounds"]
    tournament.save()

    text = page_texts(read_pdf(standings(tournament)))[-1]

    assert tie_break_sentence(["last_rounds"]) in text


def test_final_standings_carry_a_checksum_that_follows_the_figures(tournament):
    enter_round(round_number(tournament, 3))
    Round.objects.filter(tournament=tournament).update(closed_at=timezone.now())
    mark = r"Endgültig · Prüfsumme [0-9a-f]{4}(?: [0-9a-f]{4}){3}"

    first = page_texts(read_pdf(standings(tournament)))[0]
    again = page_texts(read_pdf(standings(tournament)))[0]
    enter_totals(round_number(tournament, 3).tables.get(number=1), [8, 2, -4, -6])
    changed = page_texts(read_pdf(standings(tournament)))[0]

    assert "Endstand" in first
    assert re.findall(mark, first) == re.findall(mark, again)
    assert len(re.findall(mark, changed)) == 1
    assert re.findall(mark, first) != re.findall(mark, changed)


def test_unranked_player_is_last_without_rank(tournament):
    tournament.entries.filter(number=1).update(status=Entry.Status.UNRANKED)
    player = tournament.entries.get(number=1)

    text = " ".join(page_texts(read_pdf(standings(tournament, 1))))

    assert f"– 1 {player.person.list_name} ({player.get_status_display()}) " in text


def test_standings_before_any_draw_are_refused():
    tournament = make_drawn_tournament(8, published=0)

    with pytest.raises(Refused) as refusal:
        standings(tournament)

    assert (refusal.value.code, refusal.value.params) == ("unknown_round", {"round": 1})


def test_round_result_on_paper_holds_every_player(tournament):
    round = round_number(tournament, 2)

    text = " ".join(page_texts(read_pdf(print_round_result(round))))

    rows = round_result(round).rows
    assert len(rows) == 22
    for row in rows:
        seat = row.seat
        line = f"{row.rank} {seat.number} {seat.list_name} {seat.table} {seat.seat}"
        assert f" {line} {signed(row.points)} {signed(row.total)} " in text
    assert "Alle Tische eingegeben" in text


def test_round_result_gives_no_rank_without_a_result(tournament):
    round = round_number(tournament, 3)
    missing = round.seats.get(table__number=2, position=1).entry

    text = " ".join(page_texts(read_pdf(print_round_result(round))))

    assert f" – {missing.number} {missing.person.list_name} 2 1 – " in text
    assert "Vorläufig: 1 von 5 Tischen" in text
