"""Seat lists on paper, read back."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone, translation

from scoring.rulesets import rule_set
from tests.factories.databases import copied
from tests.factories.papers import A4, font_names, page_sizes, page_texts, read_pdf
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.words import text
from tournament.exports.pdf.seat_lists import seat_list as print_seat_list
from tournament.labels.rule_sets import rules_of_evening
from tournament.models import Draw, Person, Round, SealedStep, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.reads.rounds import by_name, seat_list
from tournament.seating.writes.draws import redraw_rounds

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 7, 13, 5, tzinfo=UTC)


@pytest.fixture
@copied
def tournament() -> Tournament:
    return make_drawn_tournament(22, name="Herbstturnier", place="Köln")


def lines_in_order(text: str, lines: list[str]) -> list[str]:
    """Return the lines found in the text, each after the one before."""
    found, at = [], 0
    for line in lines:
        place = text.find(line, at)
        if place >= 0:
            found.append(line)
            at = place + len(line)
    return found


def test_seat_list_by_table_shows_every_seat_in_order(tournament):
    round = round_number(tournament, 1)
    text = " ".join(page_texts(read_pdf(print_seat_list(round, "table"))))

    expected = [f"{row.seat} {row.name} {row.number}" for row in seat_list(round)]
    assert lines_in_order(text, expected) == expected
    assert len(expected) == 22


def test_seat_list_by_name_is_in_search_order(tournament):
    round = round_number(tournament, 1)
    text = " ".join(page_texts(read_pdf(print_seat_list(round, "name"))))

    expected = [
        f"{row.number} {row.list_name} {row.table} {row.seat}" for row in by_name(seat_list(round))
    ]
    assert lines_in_order(text, expected) == expected


def test_initial_letter_is_printed_only_at_its_first_name(tournament):
    names = ("Arnold", "Ärger", "Beck", "Özdemir", "Otto", "Zander", "van Dyk", "Vogel")
    for number in range(1, 23):
        Person.objects.filter(entries__tournament=tournament, entries__number=number).update(
            last_name=names[number % len(names)], first_name=f"{number:02}"
        )
    round = round_number(tournament, 1)
    begins = {"Arnold": "A", "Ärger": "A", "Beck": "B", "Otto": "O", "Özdemir": "O"}
    begins |= {"van Dyk": "V", "Vogel": "V", "Zander": "Z"}
    rows, printed, letters = by_name(seat_list(round)), [], []
    for row in rows:
        letter, line = begins[row.list_name[:-4]], f"{row.number} {row.list_name}"
        printed.append(line if letter in letters else f"{letter} {line}")
        letters.append(letter)

    assert letters == sorted(letters)
    assert set(letters) == set("ABOVZ")
    text = " ".join(page_texts(read_pdf(print_seat_list(round, "name"))))
    assert lines_in_order(text, printed) == printed
    for row, letter, line in zip(rows, letters, printed, strict=True):
        assert line.startswith(letter) or f" {letter} {row.number} {row.list_name}" not in text


@pytest.mark.parametrize("by", ["table", "name"])
@pytest.mark.alone
def test_every_page_says_what_it_is(tournament, by, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    pages = page_texts(read_pdf(print_seat_list(round_number(tournament, 1), by)))

    seal = SealedStep.objects.get().step["seal"]
    for number, page in enumerate(pages, start=1):
        assert "Herbstturnier · Köln" in page
        assert "Runde 1: Sitzliste nach " in page
        assert f"Auslosung 1, Prüfwert {seal[:8]}" in page
        # It would reveal the seats of the rounds that are not published.
        assert Draw.objects.get().seed not in page
        assert "Gedruckt am 7. November 2026 14:05" in page
        assert f"Seite {number} von {len(pages)}" in page


@pytest.mark.parametrize("by", ["table", "name"])
def test_seat_list_is_a4_in_the_embedded_typeface(tournament, by):
    paper = read_pdf(print_seat_list(round_number(tournament, 1), by))

    assert page_sizes(paper) == {A4}
    assert font_names(paper) == {
        "SourceSansPro-Regular": True,
        "SourceSansPro-Semibold": True,
        "SourceSansPro-Bold": True,
    }


HOSTILE = "<script>alert(1)</script>", "</style><b>x", "=1+1", "Ä" * 200, "{{ x }} url(http://x/)"


@pytest.mark.parametrize("by", ["table", "name"])
def test_hostile_names_are_printed_as_they_are(tournament, by):
    for number, name in enumerate(HOSTILE, start=1):
        Person.objects.filter(entries__number=number).update(last_name=name, first_name="")

    paper = read_pdf(print_seat_list(round_number(tournament, 1), by))

    whole = "".join(page_texts(paper)).replace(" ", "")
    assert [name for name in HOSTILE if name.replace(" ", "") not in whole] == []
    assert page_sizes(paper) == {A4}


def test_unpublished_seats_are_marked(tournament):
    pages = page_texts(read_pdf(print_seat_list(round_number(tournament, 2))))

    assert all("Nicht veröffentlicht · Auslosung 1" in page for page in pages)


@pytest.mark.parametrize("by", ["table", "name"])
def test_seat_list_counts_the_redraws_with_their_reasons(tournament, by):
    def note() -> str:
        text = " ".join(page_texts(read_pdf(print_seat_list(round_number(tournament, 1), by))))
        return text.partition("neu ausgelost:")[2]

    assert note() == ""
    redraw_rounds(COMMAND_LINE, make_drawn_tournament(8, slug="anderswo"), "Anderswo")
    redraw_rounds(COMMAND_LINE, tournament, "Nachzügler")
    redraw_rounds(COMMAND_LINE, tournament, "<b>Verzählt")
    assert note().startswith(" Auslosung 2 (Nachzügler), Auslosung 3 (<b>Verzählt)")


def test_seat_list_follows_the_language(tournament):
    with translation.override("en"):
        document = print_seat_list(round_number(tournament, 1), "name")
        text = page_texts(read_pdf(document))[0]

    assert "Round 1: Seat list by name" in text
    assert "Table Position" in text
    assert document.file_name == "herbst-round-1-seat-list-by-name.pdf"


def test_file_name_keeps_the_letters_of_german_words():
    tournament = make_drawn_tournament(8, slug="herbst-2026")

    name = print_seat_list(round_number(tournament, 1), "table").file_name

    assert name == "herbst-2026-runde-1-sitzliste-nach-tischen.pdf"


def names_by_page(players: int) -> list[int]:
    """Return how many rows of a list by name are on each page."""
    tournament = make_drawn_tournament(players, slug=f"t{players}")
    round = round_number(tournament, 1)
    pages = page_texts(read_pdf(print_seat_list(round, "name")))
    rows = [row.list_name for row in seat_list(round)]
    return [sum(name in page for name in rows) for page in pages]


def test_pages_are_filled_evenly():
    counts = names_by_page(45)
    assert (len(counts), sum(counts)) == (2, 45)
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("by", ["table", "name"])
@pytest.mark.alone
def test_rules_of_an_evening_are_below_the_seats(by):
    options = {"4": "game", "13": True, "14": True, "minutes": None, "games": 16}
    make_drawn_tournament(9, rules="club", rule_options=options)
    page = "".join(page_texts(read_pdf(print_seat_list(Round.objects.get(number=1), by))))
    phrase = text("Genscher: whoever has both kings of diamonds chooses a new partner")
    for words in (rules_of_evening(rule_set("club", options)), f"14 {phrase}"):
        assert words.replace(" ", "") in page.replace(" ", "").replace("\n", "")


def test_rules_of_the_ddv_are_known(tournament):
    text = " ".join(page_texts(read_pdf(print_seat_list(round_number(tournament, 1)))))
    assert "Spielregeln" not in text
