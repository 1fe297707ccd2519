"""What players see on their own phones, and what they do not."""

import gzip
import re
from html import unescape

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories.pages import text_of, without_tags
from tests.factories.rounds import enter_round, enter_totals, round_number
from tests.factories.sheets import totals_content
from tests.factories.submissions import submit
from tests.factories.words import text
from tournament.labels.points import signed
from tournament.labels.rounds import PHASES
from tournament.lists.notes import notes_below, standings_footnotes
from tournament.models import Bye, Entry, Seat, Tournament
from tournament.people.writes.players import edit_player
from tournament.permissions import COMMAND_LINE
from tournament.phones.reads import find_players
from tournament.phones.writes import release_standings, renew_phone_code, shut_phones_out
from tournament.referee.writes.penalties import deduct_points
from tournament.rounds.reads.rounds import by_name, seat_list
from tournament.rounds.rules.phases import RoundPhase
from tournament.rounds.writes import close_round, start_clock
from tournament.seating.writes.draws import draw_next_round, publish_next_round
from tournament.shared.rules.fields import PlayerData
from tournament.shared.rules.names import is_whole_name
from tournament.standings.reads.standings import standings_after
from tournament.tournaments.writes.tournaments import finish_tournament
from tournament.trust.writes import freeze_standings

pytestmark = pytest.mark.django_db

NAMES = ("phone", "phone-clock", "phone-seats", "phone-player", "phone-standings", "phone-mine")


def address(tournament: Tournament, name: str = "phone", *more: object) -> str:
    number = [1] if name in ("phone-seats", "phone-player") and not more else more
    return reverse(name, args=[tournament.phone_code, *number])


def opened(
    tournament: Tournament, name: str = "phone", *more: object, **asked: str
) -> HttpResponse:
    page = Client().get(address(tournament, name, *more), asked)
    assert page.status_code == 200
    return page


def words_of(part: HttpResponse) -> str:
    """Return the text of a part of a page."""
    return without_tags(part.content.decode())


def seat_of(entry: Entry, number: int = 1) -> Seat:
    return entry.seats.select_related("table").get(round__number=number)


def test_start_names_tournament_and_round(tournament):
    page = opened(tournament)
    assert "Herbstturnier" in page.content.decode()
    assert text_of(page).startswith(f"Runde 1 {PHASES[RoundPhase.PUBLISHED]}")


def test_one_player_found_leads_to_the_seat(tournament):
    entry = tournament.entries.get(number=3)
    seat = seat_of(entry)
    for typed in ("christa con", " 3 ", "003", "Conrad, Christa"):
        client = Client()
        page = client.get(address(tournament), {"q": typed}, follow=True)
        assert page.redirect_chain == [(f"{address(tournament)}?not_kept=3", 302)]
        place = f"Tisch {seat.table.number} Position {seat.position}"
        assert place in words_of(client.get(address(tournament, "phone-mine")))


def test_several_matches_are_listed_and_typed_text_stays(tournament):
    page = opened(tournament, q="a")
    assert 'value="a"' in page.content.decode()
    found = re.findall(r"<strong>(.*?)</strong>", page.content.decode())
    assert found == ["Änne Arnold", "Änne Özdemir", "Bernd Arnold"]


def test_player_sitting_out_by_lot_is_told_so_and_a_stranger_is_not(tournament):
    round = round_number(tournament, 1)
    for number in (1, 2):
        tournament.entries.get(number=number).seats.all().delete()
    Bye.objects.create(round=round, entry=tournament.entries.get(number=1))
    out, stranger = (text_of(opened(tournament, "phone-player", number)) for number in (1, 2))
    assert text("sits out this round, by lot") in out
    assert text("no seat") in stranger


def test_nobody_found_says_how_to_search(tournament):
    assert "„<b>Niemand“" in text_of(opened(tournament, q="<b>Niemand"))
    for typed in ("000", "99", "9" * 5000, "³", "٣"):
        assert "ist niemand zu finden" in text_of(opened(tournament, q=typed))


@pytest.mark.django_db(transaction=True)
def test_a_name_is_found_as_it_is_now(tournament, django_assert_num_queries):
    """The people are read once until the next entry in a journal."""
    entry = tournament.entries.get(number=3)
    assert [each.number for each in find_players(tournament, "christa con")] == [3]
    with django_assert_num_queries(1):
        assert find_players(tournament, "zacharias") == ()
    edit_player(COMMAND_LINE, entry, PlayerData("Zacharias", "Conrad"), 3)
    assert [each.number for each in find_players(tournament, "zacharias")] == [3]
    assert find_players(tournament, "christa con") == ()


def test_seat_list_has_everybody_in_the_order_of_names(tournament):
    page = opened(tournament, "phone-seats")
    names = re.findall(r'<a href="[^"]*players/\d+/">([^<]*)</a>', page.content.decode())
    wanted = [row.public_list_name for row in by_name(seat_list(round_number(tournament, 1)))]
    assert [len(wanted), names] == [16, wanted]


def test_hostile_names_are_text(tournament):
    person = tournament.entries.get(number=1).person
    person.last_name, person.first_name = "<script>alert(1)</script>", "=1+1"
    person.save()
    release_with_results(tournament)
    for name in ("phone-seats", "phone-player", "phone-standings"):
        page = opened(tournament, name).content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def release_with_results(tournament: Tournament) -> None:
    enter_round(round_number(tournament, 1))
    release_standings(COMMAND_LINE, tournament, 1)
    tournament.refresh_from_db()


def test_clock_runs_for_all_and_for_one_table(tournament):
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    table = seat_of(tournament.entries.get(number=5)).table
    table.extra_minutes = 5
    table.save()
    every = opened(tournament, "phone-clock").content.decode()
    assert [every.count("<time"), f"Tisch {table.number}" in every] == [2, True]
    own = opened(tournament, "phone-clock", player="5").content.decode()
    assert own.count("<time") == 1
    assert opened(tournament, "phone-clock")["Cache-Control"] == "no-store"


def test_closed_round_has_no_clock_though_none_was_started(tournament):
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    assert opened(tournament, "phone-clock").content.split() == []
    publish_next_round(COMMAND_LINE, tournament)
    assert text("Not started yet") in opened(tournament, "phone-clock").content.decode()


# --- What is not there ------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_there_unless_phones_are_let_in(tournament, name):
    assert Client().get(address(tournament, name)).status_code == 200
    shut_phones_out(COMMAND_LINE, tournament)
    assert Client().get(address(tournament, name)).status_code == 404


@pytest.mark.parametrize("name", NAMES)
def test_an_earlier_code_leads_nowhere(tournament, name):
    renew_phone_code(COMMAND_LINE, tournament)
    assert Client().get(address(tournament, name)).status_code == 404
    tournament.refresh_from_db()
    assert Client().get(address(tournament, name)).status_code == 200


def test_code_may_be_typed_in_capitals(tournament):
    shouted = address(tournament).replace(tournament.phone_code, tournament.phone_code.upper())
    assert Client().get(shouted).status_code == 200


@pytest.mark.parametrize("name", NAMES)
def test_nothing_can_be_sent(tournament, name):
    assert Client().post(address(tournament, name)).status_code == 405


def test_round_not_published_is_not_there(tournament):
    tournament.rounds.filter(number=2).update(published_at=None)
    assert tournament.rounds.filter(number=2, published_at=None).exists()
    assert Client().get(address(tournament, "phone-seats", 2)).status_code == 404
    assert "Runde 2" not in text_of(opened(tournament, "phone-player"))


def test_pages_lead_to_nothing_else(tournament):
    release_with_results(tournament)
    for name in NAMES:
        links = re.findall(
            r'(?:href|action|data-clock-source)="([^"]*)"',
            opened(tournament, name).content.decode(),
        )
        outside = [link for link in links if not link.startswith(("/h/", "/static/", "?", "#"))]
        assert outside == []


def test_no_session_and_no_token_is_handed_out(tournament):
    client = Client()
    for name in NAMES:
        client.get(address(tournament, name))
    assert client.cookies == {}


# --- Standings --------------------------------------------------------------------------------


def test_points_are_there_once_the_standings_are_released(tournament):
    enter_round(round_number(tournament, 1))
    entry = Seat.objects.get(
        round__tournament=tournament, table__number=1, position=1, round__number=1
    ).entry
    page = "phone-player", entry.number
    assert "+6" not in text_of(opened(tournament, *page))
    assert "phone-line" not in opened(tournament, "phone-standings").content.decode()

    release_standings(COMMAND_LINE, tournament, 1)
    assert "Platz 1 von 16 nach Runde 1 +6" in text_of(opened(tournament, *page))
    assert text_of(opened(tournament, "phone-standings")).startswith("Zwischenstand nach Runde 1")

    release_standings(COMMAND_LINE, tournament, 0)
    assert "+6" not in text_of(opened(tournament, *page))


@pytest.mark.parametrize("name", ["phone-player", "phone-standings"])
def test_an_open_page_asks_for_the_points_that_come_in(tournament, name):
    release_with_results(tournament)
    number = standings_after(tournament, 1).rows[0].number
    own = address(tournament, name, *([number] if name == "phone-player" else []))
    release_standings(COMMAND_LINE, tournament, 0)

    def page_and_part() -> tuple[str, str]:
        page = Client().get(own).content.decode()
        (source,) = re.findall(r'data-clock-source="(\?[^"]*part=now)"', page)
        return page, Client().get(own + unescape(source)).content.decode().strip()

    states = []
    for released in (0, 1, 0):
        release_standings(COMMAND_LINE, tournament, released)
        page, part = page_and_part()
        assert part in page
        assert "<html" not in part
        states.append((part, "+6" in without_tags(part)))
    assert [has_points for _part, has_points in states] == [False, True, False]
    assert states[0] == states[2]


def test_an_open_seat_list_asks_for_what_is_changed_and_published(tournament):
    own, parts = address(tournament, "phone-seats"), []
    entry = tournament.entries.get(number=3)
    for act in (
        lambda: None,
        lambda: edit_player(COMMAND_LINE, entry, PlayerData("Zacharias", "Conrad"), 3),
        lambda: draw_next_round(COMMAND_LINE, tournament),
    ):
        act()
        page = Client().get(own).content.decode()
        (source,) = re.findall(r'data-clock-source="(\?[^"]*)"', page)
        part = Client().get(own + source).content.decode().strip()
        assert part in page
        assert "<html" not in part
        parts.append(part)
    assert ["Zacharias" in part for part in parts] == [False, True, True]
    second = address(tournament, "phone-seats", 2)
    assert [second in part for part in parts] == [False, False, True]
    finish_tournament(COMMAND_LINE, tournament, reason="Feueralarm")
    assert "part=now" not in Client().get(own).content.decode()


def test_later_rounds_are_not_shown(tournament):
    release_with_results(tournament)
    draw_next_round(COMMAND_LINE, tournament)
    before = opened(tournament, "phone-standings").content
    table = round_number(tournament, 2).tables.get(number=1)
    enter_totals(table, [77, -77, 0, 0])
    assert opened(tournament, "phone-standings").content == before
    for seat in table.seats.all():
        assert "77" not in text_of(opened(tournament, "phone-player", seat.entry.number))


def test_standings_show_last_round_and_total_and_the_rest_on_a_tap(tournament):
    enter_round(round_number(tournament, 1))
    draw_next_round(COMMAND_LINE, tournament)
    enter_round(round_number(tournament, 2))
    release_standings(COMMAND_LINE, tournament, 2)
    page = opened(tournament, "phone-standings").content.decode()
    rows = re.findall(r'<details class="phone-line".*?</details>', page, re.DOTALL)
    best = standings_after(tournament, 2).rows[0]
    shown, tapped = rows[0].split("</summary>")
    cells = re.sub(r"<span class=.visually-hidden.>.*?</span>|<[^>]*>", " ", shown).split()
    total, last = signed(best.total), signed(best.rounds[1])
    assert " ".join(cells[-5:]) == f"1 {best.public_list_name} {last} {total}"
    assert f"<dt>R1</dt><dd>{signed(best.rounds[0])}</dd>" in tapped
    assert len(rows) == 16


def test_long_standings_have_pages_and_the_rank_leads_to_ones_own(tournament, monkeypatch):
    monkeypatch.setattr("tournament.views.public.phone_pages.ROWS_PER_PAGE", 10)
    release_with_results(tournament)
    numbers = [row.number for row in standings_after(tournament, 1).rows]

    def shown(page: str) -> list[int]:
        found = opened(tournament, "phone-standings", page=page).content.decode()
        return [int(each) for each in re.findall(r'id="n([0-9]+)"', found)]

    assert shown("1") == shown("") == shown("x") == shown("-3") == numbers[:10]
    assert shown("2") == shown("99") == shown("100") == numbers[10:]
    own = address(tournament, "phone-standings")
    second = Client().get(own, {"page": 2, "part": "now"}).content.decode().strip()
    assert second in opened(tournament, "phone-standings", page="2").content.decode()
    sources = [opened(tournament, "phone-standings", page=each) for each in ("", "2", "99")]
    asked = [re.findall(r'source="\?page=(\d+)&', page.content.decode()) for page in sources]
    assert asked == [["1"], ["2"], ["2"]]
    first, last = numbers[0], numbers[-1]
    for number, link in ((first, f"{own}#n{first}"), (last, f"{own}?page=2#n{last}")):
        page = opened(tournament, "phone-player", number).content.decode()
        assert re.findall(rf'href="({own}[^"]*#n[0-9]+)"', page) == [link]


def test_a_list_that_was_made_stays_the_same_for_ten_seconds(tournament, settings):
    settings.NEW_LIST_EVERY = 600
    release_with_results(tournament)
    entry = tournament.entries.get(number=1)
    first = opened(tournament, "phone-standings").content
    deduct_points(COMMAND_LINE, entry, 3, "zu spät", round_number(tournament, 1))
    assert opened(tournament, "phone-standings").content == first
    release_standings(COMMAND_LINE, tournament, 0)  # taken back: at once
    assert 'id="n1"' not in opened(tournament, "phone-standings").content.decode()
    release_standings(COMMAND_LINE, tournament, 1)
    cache.clear()  # as when the time is over
    assert opened(tournament, "phone-standings").content != first


def test_a_page_is_packed_once_for_all_who_take_it_packed(tournament):
    plain = opened(tournament, "phone-seats")
    takes = {"Accept-Encoding": "gzip, br"}
    packed = Client().get(address(tournament, "phone-seats"), headers=takes)
    assert gzip.decompress(packed.content) == plain.content
    assert (packed["Content-Encoding"], packed["ETag"]) == ("gzip", f"W/{plain['ETag']}")
    assert packed["Vary"] == plain["Vary"] == "Accept-Encoding, Cookie, Accept-Language"
    again = {**takes, "If-None-Match": packed["ETag"]}
    assert Client().get(address(tournament, "phone-seats"), headers=again).status_code == 304


# --- Consent ----------------------------------------------------------------------------------


@pytest.fixture
def unnamed(tournament: Tournament) -> Entry:
    """A player who does not want to be named."""
    entry = tournament.entries.get(number=6)
    entry.person.publish_name = False
    entry.person.first_name, entry.person.last_name = "Veit", "Unbekannt"
    entry.person.save()
    return entry


@pytest.mark.parametrize(
    "typed", ["veit", "unbekannt", "ve un", "Veit Veit", "Unbekannt V", "V. U."]
)
def test_without_consent_part_of_a_name_finds_nobody(tournament, unnamed, typed):
    assert "ist niemand zu finden" in text_of(opened(tournament, q=typed))


@pytest.mark.parametrize("typed", ["Veit Unbekannt", "unbekannt, veit", " UNBEKANNT  VEIT", "6"])
def test_without_consent_number_or_whole_name_finds_initials(tournament, unnamed, typed):
    client = Client()
    page = client.get(address(tournament), {"q": typed}, follow=True)
    assert page.redirect_chain == [(f"{address(tournament)}?not_kept=6", 302)]
    mine = client.get(address(tournament, "phone-mine"))
    assert words_of(mine).startswith("V. U. Nr. 6")
    assert "Unbekannt" not in mine.content.decode()


def test_without_consent_no_page_has_the_name(tournament, unnamed):
    release_with_results(tournament)
    mates = [each.entry.number for each in seat_of(unnamed).table.seats.all()]
    pages = [opened(tournament, "phone-player", number) for number in mates]
    pages += [opened(tournament, name) for name in ("phone-seats", "phone-standings")]
    for page in pages:
        assert "V. U." in text_of(page)
        assert "Unbekannt" not in page.content.decode()


@pytest.mark.parametrize(
    ("typed", "is_meant"),
    [
        ("Änne von der Heide", True),
        ("aenne heide von der", True),
        ("anne von der heide", True),
        ("Heide", False),
        ("Änne Änne von der Heide", False),
        ("", False),
    ],
)
def test_whole_name_needs_all_its_words_in_some_spelling(typed, is_meant):
    assert is_whole_name(typed, "Änne von der Heide") == is_meant


# --- Cost -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "first", "again", "unchanged"),
    [
        # One of the first is for the club's own mark, one asks which rounds lack sheets.
        ("phone", 7, 2, 2),
        ("phone-seats", 9, 2, 2),
        ("phone-player", 22, 2, 2),
        ("phone-standings", 16, 2, 2),
        ("phone-clock", 4, 4, 4),
    ],
)
@pytest.mark.django_db(transaction=True)
def test_queries_of_a_page_made_kept_and_unchanged(
    tournament, django_assert_num_queries, name, first, again, unchanged
):
    release_with_results(tournament)
    with django_assert_num_queries(first):
        page = opened(tournament, name)
    with django_assert_num_queries(again):
        assert opened(tournament, name).content == page.content or name == "phone-clock"
    mark = {"If-None-Match": page.headers.get("ETag", "")}
    with django_assert_num_queries(unchanged):
        answer = Client().get(address(tournament, name), headers=mark)
    assert answer.status_code == (200 if name == "phone-clock" else 304)


def test_standings_have_the_notes_of_the_papers_below_them(tournament):
    release_with_results(tournament)
    close_round(COMMAND_LINE, round_number(tournament, 1))
    freeze_standings(COMMAND_LINE, tournament, seen=None, reason="Stromausfall")
    tournament.refresh_from_db()
    report = standings_after(tournament)
    footnotes = standings_footnotes(tournament, report)
    notes = notes_below(tournament, report, footnotes, says_who=False)
    assert len(notes) == 3
    page = text_of(opened(tournament, "phone-standings"))
    assert " ".join(notes) in page
    assert "Stromausfall" in " ".join(notes_below(tournament, report, footnotes))
    assert "Stromausfall" not in page  # may name somebody; the club decides what it hangs up


def test_sheets_of_an_unreleased_round_change_no_page(tournament):
    page = opened(tournament, "phone-seats")
    table = round_number(tournament, 1).tables.get(number=1)
    submit(COMMAND_LINE, table, totals_content([6, 2, -2, -6]))
    mark = {"If-None-Match": page["ETag"]}
    assert Client().get(address(tournament, "phone-seats"), headers=mark).status_code == 304
    release_standings(COMMAND_LINE, tournament, 1)
    assert Client().get(address(tournament, "phone-seats"), headers=mark).status_code == 200


def test_language_is_chosen_by_a_link_and_stays(tournament):
    client = Client()
    assert "Where do I sit?" in client.get(address(tournament), {"language": "en"}).content.decode()
    again = client.get(address(tournament))
    assert "Where do I sit?" in again.content.decode()
    assert again["ETag"] != opened(tournament)["ETag"]
    assert "Wo sitze ich?" in opened(tournament, language="tlh").content.decode()
