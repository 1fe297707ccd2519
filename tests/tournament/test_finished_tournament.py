"""A finished tournament: changes are refused until it is resumed."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests.factories.databases import copied
from tests.factories.desk import address_of, typed_totals
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import (
    make_played_tournament,
    round_number,
)
from tests.factories.sheets import totals_content
from tests.factories.submissions import journal
from tests.factories.words import text
from tournament.errors import Refused
from tournament.models import Adjustment, Entry, JournalEntry, Penalty, SheetVersion, Tournament
from tournament.people.rules.registration import PlayerRow
from tournament.people.writes import players
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes import penalties
from tournament.rounds import writes as rounds
from tournament.seating.writes import draws
from tournament.sheets.writes import sheets
from tournament.standings.reads.standings import standings_after
from tournament.tournaments.writes import tournaments

pytestmark = pytest.mark.django_db

FINISHED = (
    "The tournament is finished and its standings are final. Whoever wants to change anything "
    "resumes it first, in the settings."
)


@pytest.fixture
@copied
def tournament() -> Tournament:
    """One round of two tables, played, with a penalty and a deduction; finished."""
    tournament = make_played_tournament()
    tournaments.finish_tournament(COMMAND_LINE, tournament)
    return tournament


def sheet(tournament: Tournament) -> None:
    table = round_number(tournament, 1).tables.get(number=2)
    content = totals_content([8, 4, -4, -8])
    sheets.submit_sheet(COMMAND_LINE, table, "totals", content, based_on=1, reason="Zahlendreher")


def take_back(tournament: Tournament) -> None:
    table = round_number(tournament, 1).tables.get(number=2)
    sheets.take_sheet_back(COMMAND_LINE, table, "Falscher Tisch", version=1)


def penalty(tournament: Tournament) -> None:
    table = round_number(tournament, 1).tables.get(number=2)
    penalties.award_penalty(
        COMMAND_LINE, table, rule="9.3.2", offender=1, initials="KS", contained=False
    )


def entry_of(tournament: Tournament) -> Entry:
    return tournament.entries.get(number=2)


ANNA = players.PlayerData(last_name="Anna")
ACTS: dict[str, Callable[[Tournament], object]] = {
    "sheet": sheet,
    "take back": take_back,
    "penalty": penalty,
    "penalty revoked": lambda t: penalties.revoke_penalty(
        COMMAND_LINE, Penalty.objects.get(), "Irrtum"
    ),
    "deduction": lambda t: penalties.deduct_points(COMMAND_LINE, entry_of(t), 3, "Lärm"),
    "deduction revoked": lambda t: penalties.revoke_deduction(
        COMMAND_LINE, Adjustment.objects.get(), "Irrtum"
    ),
    "player": lambda t: players.add_player(COMMAND_LINE, t, ANNA),
    "player edited": lambda t: players.edit_player(COMMAND_LINE, entry_of(t), ANNA, 2),
    "players imported": lambda t: players.import_players(
        COMMAND_LINE, t, [PlayerRow(1, "Anna", ANNA)]
    ),
    "status": lambda t: players.set_player_status(
        COMMAND_LINE, entry_of(t), Entry.Status.WITHDRAWN, "krank"
    ),
    "removed": lambda t: players.remove_player(COMMAND_LINE, entry_of(t)),
    "settings": lambda t: tournaments.edit_tournament(
        COMMAND_LINE, t, {"tie_breaks": ["best_round"]}
    ),
    "finished": lambda t: tournaments.finish_tournament(COMMAND_LINE, t),
    "reopened": lambda t: rounds.reopen_round(COMMAND_LINE, round_number(t, 1), "Protest"),
    "clock": lambda t: rounds.start_clock(COMMAND_LINE, round_number(t, 1)),
    "extra time": lambda t: rounds.extend_time(
        COMMAND_LINE, round_number(t, 1).tables.get(number=1), 5, "Karte fehlte", "KS"
    ),
    "draw": lambda t: draws.draw_next_round(COMMAND_LINE, t),
    "redraw": lambda t: draws.redraw_rounds(COMMAND_LINE, t, "Nachzügler"),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
@pytest.mark.alone
def test_refused_until_resumed(act: Callable[[Tournament], object], tournament: Tournament) -> None:
    before, entries = standings_after(tournament), JournalEntry.objects.count()
    with pytest.raises(Refused, match="tournament_finished"):
        act(tournament)
    assert (standings_after(tournament), JournalEntry.objects.count()) == (before, entries)


def test_resumed_tournament_takes_a_correction_again(tournament: Tournament) -> None:
    tournaments.resume_tournament(COMMAND_LINE, tournament, "Einspruch")
    sheet(tournament)
    assert journal("sheet_corrected")[-1]["totals"] == [8, 4, -4, -8]


def test_pages_say_so_and_offer_nothing(tournament: Tournament) -> None:
    client = signed_in()
    table = round_number(tournament, 1).tables.get(number=1)
    offers = {
        address_of(table): "sheet-form",
        "/t/herbst/players/": "/players/new/",
        "/t/herbst/penalties/": "/revoke/",
        "/t/herbst/deductions/": "/deductions/new/",
        "/t/herbst/settings/": 'name="rounds_planned"',
    }
    closed = {address: client.get(address) for address in offers}
    assert [page for page in closed.values() if text_of(page).count(text(FINISHED)) != 1] == []
    shown = [
        offer for offer in offers.values() for page in closed.values() if offer in str(page.content)
    ]
    assert shown == []
    tournaments.resume_tournament(COMMAND_LINE, tournament, "Einspruch")
    for address, offer in offers.items():
        page = client.get(address)
        assert offer in page.content.decode(), address
        assert text(FINISHED) not in text_of(page)


def test_round_page_offers_nothing_to_open_again(tournament: Tournament) -> None:
    client = signed_in()
    assert "reopen" not in client.get("/t/herbst/rounds/1/").content.decode()
    tournaments.resume_tournament(COMMAND_LINE, tournament, "Einspruch")
    assert "reopen" in client.get("/t/herbst/rounds/1/").content.decode()


def post(client: Client, address: str, **fields: str) -> list[str]:
    return messages_of(client.post(address, fields, follow=True))


def test_form_sent_from_an_old_page_is_answered_with_the_reason(tournament: Tournament) -> None:
    client = signed_in()
    entry = entry_of(tournament)
    assert post(client, f"/t/herbst/players/{entry.pk}/remove/") == [text(FINISHED)]
    new = client.post("/t/herbst/players/new/", {"last_name": "Anna"})
    assert new.context["form"].non_field_errors() == [text(FINISHED)]
    settings = client.post(
        "/t/herbst/settings/",
        {
            "name": "Anders",
            "rounds_planned": "1",
            "draw_method": "plan",
            "verification": "none",
            "tie_breaks": "",
            "games_four": "24",
            "games_five": "30",
            "minutes_four": "100",
            "minutes_five": "125",
            "break_minutes": "15",
        },
    )
    assert settings.context["form"].non_field_errors() == [text(FINISHED)]


def test_sheet_sent_from_an_old_page_is_refused_and_stays_on_screen(
    tournament: Tournament,
) -> None:
    table = round_number(tournament, 1).tables.get(number=2)
    typed = {**typed_totals(8, 4, -4, -8), "based_on": "1", "reason": "Zahlendreher"}
    page = signed_in().post(address_of(table), typed)
    assert page.status_code == 422
    assert text(FINISHED) in text_of(page)
    assert 'value="8"' in page.content.decode()
    assert SheetVersion.objects.filter(table=table).count() == 1
