"""Restoring an earlier version, and how versions describe their differences."""

from copy import deepcopy

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone, translation

from tests.factories.desk import address_of
from tests.factories.pages import figures_in, signed_in, text_of
from tests.factories.sheets import make_table, rows_content, totals_content
from tests.factories.submissions import current, journal, nothing_written, submit
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import text
from tournament.errors import Refused
from tournament.labels.sheets import differences
from tournament.models import GameTable, Role, SheetVersion, Verification
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import award_penalty
from tournament.sheets.writes.sheets import SheetRefused, restore_version, take_sheet_back
from tournament.views.desk.sheets import closed_sentence

pytestmark = pytest.mark.django_db

FIRST, SECOND = [6, 2, -2, -6], [6, 2, -6, -2]
ADDRESS = "sheet-versions"


@pytest.fixture
def actor(table: GameTable) -> Actor:
    return Actor(make_user(Role.TYPIST, table.round.tournament, "helga"))


@pytest.fixture
def corrected(table: GameTable, actor: Actor) -> GameTable:
    """Return a table with a first version and its correction."""
    submit(actor, table, totals_content(FIRST))
    submit(actor, table, totals_content(SECOND), based_on=1, reason="vertauscht")
    return table


def close(table: GameTable) -> None:
    table.round.closed_at = timezone.now()
    table.round.save()


def test_restored_version_is_a_new_one_with_the_old_content(
    corrected: GameTable, actor: Actor
) -> None:
    version = restore_version(actor, corrected, 1, " doch richtig ", based_on=2)
    assert current(corrected) == version
    assert (version.number, version.totals, version.based_on) == (3, FIRST, 2)
    assert version.content == corrected.versions.get(number=1).content
    assert version.reason == "doch richtig"
    assert journal("sheet_restored") == [
        {
            "sheet": version.pk,
            "round": 1,
            "table": 1,
            "version": 3,
            "restored": 1,
            "totals": FIRST,
            "old_totals": SECOND,
            "reason": "doch richtig",
        }
    ]


def test_list_is_restored_with_all_its_games(table: GameTable, actor: Actor) -> None:
    first = submit(actor, table, rows_content()).version
    submit(actor, table, rows_content(winners=(1, 3)), based_on=1, reason="verlesen")
    assert restore_version(actor, table, 1, "doch", based_on=2).content == first.content


def test_totals_before_their_list_can_be_restored(table: GameTable, actor: Actor) -> None:
    submit(actor, table, totals_content(FIRST))
    submit(actor, table, rows_content(), based_on=1, reason="von anderem Tisch")
    version = restore_version(actor, table, 1, "Liste gehört nicht hierher", based_on=2)
    assert (version.kind, version.totals) == ("totals", FIRST)


def test_restored_version_needs_a_new_verification(corrected: GameTable, actor: Actor) -> None:
    Verification.objects.create(version=corrected.versions.get(number=1), how="blind")
    version = restore_version(actor, corrected, 1, "doch", based_on=2)
    assert not Verification.objects.filter(version=version).exists()


def test_version_taken_back_can_be_restored(corrected: GameTable, actor: Actor) -> None:
    take_sheet_back(actor, corrected, "falscher Tisch", version=2)
    version = restore_version(actor, corrected, 2, "doch richtiger Tisch", based_on=None)
    assert (version.number, version.totals) == (3, SECOND)
    assert "old_totals" not in journal("sheet_restored")[0]


@pytest.mark.parametrize(
    ("number", "reason", "based_on", "code"),
    [
        (1, " ", 2, "reason_needed"),
        (2, "so", 2, "version_counts_already"),
        (7, "so", 2, "unknown_version"),
        (1, "so", 1, "other_version_counts"),
        (1, "so", None, "other_version_counts"),
    ],
)
def test_restoring_is_refused(
    corrected: GameTable, actor: Actor, number: int, reason: str, based_on: int | None, code: str
) -> None:
    with nothing_written(), pytest.raises(Refused, match=code):
        restore_version(actor, corrected, number, reason, based_on=based_on)


def test_closed_round_is_the_direction_s(corrected: GameTable, actor: Actor) -> None:
    close(corrected)
    with nothing_written(), pytest.raises(PermissionDenied):
        restore_version(actor, corrected, 1, "doch", based_on=2)
    direction = Actor(make_user(Role.DIRECTION, corrected.round.tournament))
    assert restore_version(direction, corrected, 1, "doch", based_on=2).number == 3


def test_version_without_a_penalty_awarded_since_is_refused(table: GameTable, actor: Actor) -> None:
    submit(actor, table, rows_content())
    award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, row=20, initials="SR")
    with nothing_written(), pytest.raises(SheetRefused):
        restore_version(actor, table, 1, "doch", based_on=2)


def test_exceptions_are_accepted_again_by_the_direction_alone(
    table: GameTable, actor: Actor
) -> None:
    direction = Actor(make_user(Role.DIRECTION, table.round.tournament))
    odd = totals_content([7, 2, -3, -6])
    accepted = [{"code": "parity", "seat": None}]
    submit(direction, table, odd, reason="Liste verloren", accepted=accepted)
    submit(actor, table, totals_content(FIRST), based_on=1, reason="gefunden")
    with nothing_written(), pytest.raises(PermissionDenied):
        restore_version(actor, table, 1, "doch", based_on=2)
    assert restore_version(direction, table, 1, "doch", based_on=2).accepted == accepted


# --- The page -------------------------------------------------------------------------------------


def posted(version: int, reason: str, based_on: int = 2) -> dict[str, object]:
    return {"version": version, "reason": reason, "based_on": based_on}


def test_page_restores_and_says_so(corrected: GameTable, typist: Client) -> None:
    address = address_of(corrected, ADDRESS)
    page = typist.get(address)
    assert [item["may_restore"] for item in page.context["history"]] == [False, True]
    page = typist.post(address, posted(1, "doch richtig"), follow=True)
    restored = "Version %(number)s is restored; it is version %(version)s now."
    assert text(restored, number=1, version=3) in text_of(page)
    latest = page.context["history"][0]
    assert (latest["restored"], latest["version"].reason) == (1, "doch richtig")
    assert [figures_in(each) for each in latest["differences"]] == [
        ["3", "−2", "−6"],
        ["4", "−6", "−2"],
    ]


def test_second_press_of_the_button_restores_nothing(corrected: GameTable, typist: Client) -> None:
    address = address_of(corrected, ADDRESS)
    typist.post(address, posted(1, "doch"))
    with nothing_written():
        page = typist.post(address, posted(1, "doch"))
    assert page.status_code == 422
    assert page.context["version"].number == 3


def test_refused_restoring_keeps_the_reason(corrected: GameTable, typist: Client) -> None:
    submit(COMMAND_LINE, corrected, totals_content(FIRST), based_on=2, reason="hin")
    submit(COMMAND_LINE, corrected, totals_content(SECOND), based_on=3, reason="her")
    page = typist.post(address_of(corrected, ADDRESS), posted(1, "doch richtig"))
    assert page.status_code == 422
    assert 'value="doch richtig"' in page.content.decode()
    assert [item["is_wanted"] for item in page.context["history"]] == [False, False, False, True]


def test_reader_without_permission_is_offered_nothing(corrected: GameTable, typist: Client) -> None:
    address = address_of(corrected, ADDRESS)
    referee = signed_in(corrected.round.tournament, Role.REFEREE)
    assert not any(item["may_restore"] for item in referee.get(address).context["history"])
    assert referee.post(address, posted(1, "doch")).status_code == 403
    close(corrected)
    assert not any(item["may_restore"] for item in typist.get(address).context["history"])
    page = typist.post(address, posted(1, "doch richtig"))
    assert page.status_code == 403
    assert page.context["refused"] == closed_sentence()
    assert 'value="doch richtig"' in page.content.decode()


# --- Differences in words, which are the subject here ---------------------------------------------


def said(before: dict, after: dict) -> list[str]:
    """Return the differences of two sheets at a table, in words."""
    table = make_table(make_tournament("anderes"))
    first: SheetVersion = submit(COMMAND_LINE, table, before).version
    second = submit(COMMAND_LINE, table, after, based_on=1, reason="so").version
    return differences((first.content, first.totals), (second.content, second.totals))


def test_totals_are_named_position_by_position() -> None:
    assert said(totals_content([12, 2, -8, -6]), totals_content([20, 2, -16, -6])) == [
        "Position 1: +20 statt +12",
        "Position 3: −16 statt −8",
    ]


def test_game_of_another_kind_with_other_points_is_described_whole() -> None:
    sheet = rows_content()
    solo = deepcopy(sheet)
    solo["rows"][6] |= {"kind": "voluntary_solo", "soloist": 2, "points": [-1, 3, -1, -1]}
    assert differences((sheet, [20, 20, -20, -20]), (solo, [18, 22, -20, -20])) == [
        "Position 1: +18 statt +20",
        "Position 2: +22 statt +20",
        "Spiel 7: Lustsolo von Position 2, −1 / +3 / −1 / −1 statt Normalspiel, +1 / +1 / −1 / −1",
    ]


def test_game_in_only_one_of_the_two_is_compared_with_nothing() -> None:
    longer = rows_content()
    shorter = {**longer, "rows": longer["rows"][:23]}
    assert differences((longer, FIRST), (shorter, FIRST)) == [
        "Spiel 24: nichts statt Pflichtsolo von Position 1, vorgeführt, +3 / −1 / −1 / −1"
    ]


def test_game_of_another_kind_with_the_same_points_names_the_kind() -> None:
    sheet = rows_content()
    wedding = deepcopy(sheet)
    wedding["rows"][6]["kind"] = "wedding"
    assert said(sheet, wedding) == ["Spiel 7: Hochzeit statt Normalspiel"]


def test_penalty_and_games_played_are_named() -> None:
    penalty = {"row": 3, "rule": "9.3.2", "offender": 1, "points": [-3, 1, 1, 1], "initials": "KS"}
    before = totals_content(FIRST)
    after = {**totals_content(FIRST), "games_played": 23, "penalties": [penalty]}
    assert said(before, after) == [
        "Gespielte Spiele: 23 statt 24",
        "Strafe 1: 9.3.2 gegen Position 1, ab Spiel 3, KS: −3 / +1 / +1 / +1 statt nichts",
    ]


def test_differences_speak_english() -> None:
    with translation.override("en"):
        assert said(totals_content(FIRST), totals_content(SECOND)) == [
            "Position 3: −6 instead of −2",
            "Position 4: −2 instead of −6",
        ]
