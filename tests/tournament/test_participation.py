"""Withdrawn, disqualified and never checked-in players: what pages say, count and ask for."""

import re

import pytest
from django.test import Client

from tests.factories.databases import copied
from tests.factories.pages import messages_of, signed_in, text_of, without_tags
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.submissions import journal
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import text
from tournament.check_in.writes import check_in_player, withdraw_missing
from tournament.errors import Refused
from tournament.labels.journal import journal_sentence
from tournament.models import Entry, Role, Tournament
from tournament.money.rules import Fee
from tournament.money.writes import set_fees
from tournament.people.reads.players import players_shown, registration
from tournament.people.writes.players import set_player_status
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round

pytestmark = pytest.mark.django_db

PLAYERS = "/t/herbst/players/"


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Eight players; round 1 closed, 2 published, 3 drawn."""
    tournament = make_drawn_tournament(8, published=2)
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    return tournament


@pytest.fixture
def entry(tournament: Tournament) -> Entry:
    return tournament.entries.get(number=1)


@pytest.fixture
def client() -> Client:
    return signed_in()


def address(entry: Entry) -> str:
    return f"{PLAYERS}{entry.pk}/status/"


def test_page_explains_the_effect_and_where_the_player_is_seated(
    client: Client, entry: Entry
) -> None:
    assert address(entry) in client.get(f"{PLAYERS}{entry.pk}/edit/").content.decode()
    # The word for a round has a tag of its own.
    words = text_of(client.get(address(entry))).replace("( ", "(").replace(" )", ")")
    effect = (
        "Withdrawn or disqualified: no rank in the standings any more, no seat in the next draw."
    )
    assert text(effect) in words

    seats = [
        f"Runde {seat.round.number} ({state}): Tisch {seat.table.number}, Position {seat.position}"
        for seat, state in zip(
            entry.seats.filter(round__number__gt=1).order_by("round__number"),
            ("veröffentlicht", "ausgelost, nicht veröffentlicht"),
            strict=True,
        )
    ]
    assert " ".join(seats) in words
    assert "Runde 1" not in words


def test_reason_is_required_and_recorded_in_the_journal(client: Client, entry: Entry) -> None:
    page = client.post(address(entry), {"status": "disqualified"})
    assert (page.status_code, page.context["form"].errors) == (
        422,
        {"reason": [page.context["form"].fields["reason"].error_messages["required"]]},
    )
    page = client.post(
        address(entry), {"status": "disqualified", "reason": "9.7.2c: Absprache"}, follow=True
    )
    assert messages_of(page)[0] == f"{entry.person.name}: disqualifiziert"
    (data,) = journal("player_status_set")
    names = {entry.pk: entry.person.name}
    assert journal_sentence("player_status_set", data, names, {}) == (
        f"{entry.person.name} (Nummer 1): disqualifiziert. Begründung: 9.7.2c: Absprache"
    )


def test_older_entry_of_the_journal_has_no_reason() -> None:
    data = {"entry": 1, "number": 7, "old": "active", "new": "withdrawn"}
    assert journal_sentence("player_status_set", data, {1: "Änne Arnold"}, {}) == (
        "Änne Arnold (Nummer 7): zurückgezogen."
    )


def test_unknown_participation_is_refused(client: Client, entry: Entry) -> None:
    page = client.post(address(entry), {"status": "king", "reason": "Krone"})
    assert list(page.context["form"].errors) == ["status"]
    entry.refresh_from_db()
    assert entry.status == Entry.Status.ACTIVE


def test_fee_of_a_withdrawn_player_is_still_in_the_till() -> None:
    tournament = make_tournament()
    _first, second = make_entries(tournament, 2, fee_paid=True)
    set_player_status(COMMAND_LINE, second, Entry.Status.WITHDRAWN, "krank")
    assert registration(tournament).fee_paid == 2
    client = signed_in()
    figures = client.get("/t/herbst/").context["figures"]
    assert next(each.value for each in figures if each.label == text("Fee paid")) == text(
        "%(some)s of %(all)s", some=2, all=2
    )
    players = client.get(PLAYERS)
    cells = re.findall(r'<td class="state paid">(.*?)</td>', players.content.decode())
    assert list(map(without_tags, cells)) == ["✓", "✓"]
    assert f"{text('fee not paid').capitalize()} 0" in text_of(players)


@pytest.mark.parametrize("page", [PLAYERS, "/t/herbst/", f"{PLAYERS}new/"])
def test_nobody_is_missing_where_seats_were_drawn_without_check_in(page: str) -> None:
    make_drawn_tournament(8)
    words = text_of(signed_in().get(page))
    assert [word for word in ("Anwesend", "Fehlt", "fehlt", "Wer ist da?") if word in words] == []


def test_presence_is_shown_before_the_draw_and_where_it_is_used() -> None:
    tournament = make_tournament()
    make_entries(tournament, 8)
    client = signed_in(tournament, Role.TYPIST)
    assert "Wer ist da?" in text_of(client.get(PLAYERS))
    assert "Anwesend 0" in text_of(client.get("/t/herbst/"))
    drawn = make_drawn_tournament(8, slug="zweites")
    check_in_player(COMMAND_LINE, drawn.entries.get(number=1), True)
    words = text_of(signed_in().get("/t/zweites/players/"))
    there = text("<strong>%(some)s</strong> of %(all)s there", some=1, all=8)
    assert without_tags(there) in words
    assert "Wer ist da?" in words


def test_nobody_else_comes() -> None:
    tournament = make_tournament()
    make_entries(tournament, 2, checked_in=True)
    make_entries(tournament, 4)
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    set_player_status(COMMAND_LINE, tournament.entries.get(number=6), Entry.Status.UNRANKED, "x")
    client = signed_in(tournament, Role.DIRECTION)
    everybody = f"{PLAYERS}all/"
    assert f"{everybody}?what=nobody_comes" in client.get(PLAYERS).content.decode()
    typed = {"what": "nobody_comes", "without": "5"}
    seen = client.get(everybody, typed)
    words, typed["shown"] = text_of(seen), seen.context["shown"]
    missing = text("%(n)s player is not there yet", "%(n)s players are not there yet", 3, n=3)
    assert f"{missing} 3 Conrad, Christa · 4 Dietz, Dieter · 6 " in words
    assert "3 Teilnehmer zurückziehen" in words
    assert client.post(everybody, {**typed, "seen": "2"}).status_code == 422
    page = client.post(everybody, {**typed, "seen": "3"}, follow=True)
    assert messages_of(page) == ["3 Teilnehmer: zurückgezogen."]
    gone = tournament.entries.filter(status=Entry.Status.WITHDRAWN)
    assert sorted(gone.values_list("number", flat=True)) == [3, 4, 6]
    assert [entry.number for entry in players_shown(tournament, "unpaid")] == [1, 2, 5]
    assert journal("players_withdrawn") == [{"count": 3, "numbers": [3, 4, 6]}]
    set_player_status(COMMAND_LINE, gone.get(number=3), Entry.Status.ACTIVE, "kam doch noch")
    assert registration(tournament).missing == 2


def test_player_already_in_the_draw_is_named_as_such(tournament: Tournament) -> None:
    check_in_player(COMMAND_LINE, tournament.entries.get(number=1), True)
    page = signed_in(tournament, Role.DIRECTION).get(f"{PLAYERS}all/", {"what": "nobody_comes"})
    assert text_of(page).count("(hat einen Platz)") == 7


def test_without_check_in_nobody_is_withdrawn_at_once() -> None:
    tournament = make_tournament()
    make_entries(tournament, 4)
    client = signed_in(tournament, Role.DIRECTION)
    assert "nobody_comes" not in client.get(PLAYERS).content.decode()
    with pytest.raises(Refused, match="nobody_is_there"):
        withdraw_missing(COMMAND_LINE, tournament, (), 4)


def test_typist_withdraws_nobody() -> None:
    tournament = make_tournament()
    make_entries(tournament, 2, checked_in=True)
    make_entries(tournament, 2)
    client = signed_in(tournament, Role.TYPIST)
    assert "nobody_comes" not in client.get(PLAYERS).content.decode()
    sent = {"what": "nobody_comes", "seen": "2"}
    assert client.post(f"{PLAYERS}all/", sent).status_code == 422
    assert not tournament.entries.filter(status=Entry.Status.WITHDRAWN).exists()
