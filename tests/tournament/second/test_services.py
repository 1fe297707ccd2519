"""Admitting a second computer, standing by, taking over, giving way and resuming."""

import secrets
import time
from datetime import timedelta
from hashlib import sha256

import pytest
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.sheets import totals_content
from tests.factories.tournaments import make_owner, make_tournament, make_user
from tests.factories.words import refusal, text
from tests.tournament.second.conftest import CODE, URL, stand
from tournament.backup.copies import make_copy
from tournament.errors import Refused
from tournament.models import (
    Epoch,
    GameTable,
    HallNetwork,
    JournalEntry,
    OtherComputer,
    Role,
    Round,
    Tournament,
    User,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.sheets.writes.sheets import submit_sheet
from tournament.stage.writes import announce
from tournament.standby import follower as module
from tournament.standby.channel import Message
from tournament.standby.reads import acts_after
from tournament.standby.rules import Notice
from tournament.standby.standing import Feed, Way, refresh, standing
from tournament.standby.writes import (
    give_way,
    go_on_here,
    let_second_in,
    own_mark,
    restore_copy,
    stand_by,
    take_over_from_first,
    tell_predecessor,
)

NOT_TOLD_YET = (
    "This computer has taken over from %(address)s, which does not know it yet. It is told as soon "
    "as it answers; do not type anything there until then."
)
GIVEN_WAY = (
    "The computer at %(address)s has given way. “Second computer” there shows what is missing here "
    "until it stands by; for that it needs a new code."
)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="for SQLite alone"),
]
LINE = f"127.0.0.1:9/{CODE}"


@pytest.fixture(autouse=True)
def _own_follower(monkeypatch) -> None:
    """Isolate the follower's content from other tests."""
    vars(module.follower).update({**vars(module.Follower()), "lock": module.follower.lock})


def first_has(monkeypatch, content: bytes, *, ahead: float = 0.0) -> None:
    """The first computer answers with this; the local clock is so far ahead of its clock."""

    def ask(_url: str, _code: str, /, **words: object) -> Message:
        assert words.keys() == {"held", "mark"}
        pages = module_changes(content)
        answer = {"name": "x", "is_whole": True, "digest": sha256(content).hexdigest()}
        return Message({**answer, "now": time.time() - ahead}, pages)

    monkeypatch.setattr(module, "ask", ask)


def module_changes(content: bytes) -> bytes:
    from tournament.standby.rules import pack_changes

    return pack_changes(b"", content)


def picture() -> bytes:
    """Return what another computer would get of the database as it is now."""
    feed = Feed()
    try:
        return feed.changes("").content
    finally:
        feed._watch.close()


def slugs() -> set[str]:
    return {*Tournament.objects.values_list("slug", flat=True)}


def test_code_needs_the_network_and_a_password(settings):
    owner = make_owner()
    with pytest.raises(Refused, match="standby_not_let_in"):
        let_second_in(Actor(owner))
    settings.NAMED_HOSTS = ["192.168.1.20"]
    owner.set_unusable_password()
    owner.save()
    with pytest.raises(Refused, match="standby_no_password"):
        let_second_in(Actor(owner))
    with pytest.raises(PermissionDenied):
        let_second_in(Actor(make_user(Role.DIRECTION, make_tournament())))
    assert not OtherComputer.objects.exists()


def test_page_shows_one_line_and_a_new_code_ends_the_old_one(settings):
    settings.NAMED_HOSTS = ["192.168.1.20"]
    client = signed_in()
    User.objects.update(password=make_password("lang und unbekannt"))
    client.force_login(User.objects.get())
    page = client.post(reverse("standby-code"), follow=True)
    first = OtherComputer.objects.get()
    groups = "-".join(first.code[at : at + 4] for at in range(0, 20, 4))
    assert f"192.168.1.20:8000/{groups}" in text_of(page)
    assert Epoch.objects.get().number == 1
    client.post(reverse("standby-code"))
    assert OtherComputer.objects.get().code != first.code
    client.post(reverse("standby-code"), {"end": ""})
    assert not OtherComputer.objects.exists()
    actions = JournalEntry.objects.filter(action__startswith="second_").order_by("pk")
    assert [each.action for each in actions] == ["second_let_in"] * 2 + ["second_shut_out"]


@pytest.mark.parametrize("typed", ["", "192.168.1.20", f"a b/{CODE}", "<b>" * 100])
def test_line_that_is_none_is_shown_one(typed: str):
    client = signed_in()
    answer = client.post(reverse("standby-follow"), {"line": typed}, follow=True)
    assert messages_of(answer) == [refusal("standby_line", typed=typed[:60])]
    assert standing.takes_entries


def test_unresponsive_first_computer_leaves_everything_unchanged():
    make_tournament("eins")
    before = slugs()
    with pytest.raises(Refused, match="standby_unreachable"):
        stand_by(COMMAND_LINE, LINE)
    assert (slugs(), standing.takes_entries) == (before, True)


def test_second_computer_has_the_data_of_the_first_and_keeps_its_own(monkeypatch):
    make_tournament("eins")
    stand(Way.FOLLOWER, epoch=4)
    first_has(monkeypatch, picture())
    stand(None, epoch=1)
    make_tournament("zwei")
    HallNetwork.objects.create(pk=1, host="127.0.0.1", port=8000)
    stand_by(COMMAND_LINE, LINE)
    assert ("eins" in slugs(), "zwei" in slugs()) == (True, False)
    assert [each.way for each in OtherComputer.objects.all()] == ["first"]
    assert (standing.epoch, standing.stands_by) == (4, True)
    assert HallNetwork.objects.get().port == 8000
    assert not Session.objects.exists()
    Session.objects.create(session_key="here", session_data="", expire_date=timezone.now())
    stand_by_again = picture()
    first_has(monkeypatch, stand_by_again)
    module.follower.follow()
    assert Session.objects.get().session_key == "here"


def test_copy_that_was_damaged_on_the_way_is_refused(monkeypatch):
    content = picture()
    first_has(monkeypatch, content[:4096] + bytes(4096) + content[8192:])
    with pytest.raises(Refused, match="copy_"):
        stand_by(COMMAND_LINE, LINE)
    assert standing.takes_entries
    assert not OtherComputer.objects.exists()


def test_computer_that_cannot_hold_the_database_goes_on_alone(monkeypatch):
    make_tournament("eins")
    first_has(monkeypatch, picture())

    def full() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.follower, "apply", full)
    with pytest.raises(OSError, match="No space"):
        stand_by(COMMAND_LINE, LINE)
    assert standing.takes_entries
    assert not OtherComputer.objects.exists()


def test_second_computer_takes_over_and_counts():
    owner = make_owner()
    stand(Way.FIRST, epoch=1)
    last = JournalEntry.objects.latest("pk").pk
    take_over_from_first(Actor(owner))
    assert (Epoch.objects.get().number, standing.epoch, standing.takes_entries) == (2, 2, True)
    other = OtherComputer.objects.get()
    assert (other.way, other.url, other.last_entry) == ("predecessor", URL, last)
    entry = JournalEntry.objects.filter(tournament=None).latest("pk")
    assert (entry.action, entry.user) == ("taken_over", owner)
    assert entry.data == {"address": "127.0.0.1:9", "epoch": 2}
    with pytest.raises(Refused, match="standby_not_following"):
        take_over_from_first(Actor(owner))


def test_direction_may_take_over_and_a_typist_may_not():
    tournament = make_tournament()
    typist = make_user(Role.TYPIST, tournament, "eingabe")
    client = signed_in(tournament, Role.DIRECTION)
    stand(Way.FIRST)
    with pytest.raises(PermissionDenied):
        take_over_from_first(Actor(typist))
    page = text_of(client.get(reverse("standby")))
    assert text("This computer stands by for %(address)s.", address=URL) in page
    answer = client.post(reverse("standby-take-over"), follow=True)
    assert messages_of(answer) == [text("This computer has taken over. Go on here.")]
    assert text(NOT_TOLD_YET, address=URL) in text_of(answer)


def test_running_rounds_are_shifted_by_the_difference_of_the_clocks():
    round = round_number(make_drawn_tournament(8), 1)
    begun = timezone.now() - timedelta(minutes=20)
    Round.objects.filter(pk=round.pk).update(started_at=begun)
    stand(Way.FIRST)
    standing.clock_ahead = 180.0
    take_over_from_first(COMMAND_LINE)
    moved = Round.objects.get(pk=round.pk).started_at - begun
    assert abs(moved - timedelta(minutes=3)) < timedelta(seconds=1)


def save(table: GameTable, totals: list[int]) -> None:
    submit_sheet(COMMAND_LINE, table, "totals", totals_content(totals), based_on=None)


def test_older_computer_lists_what_the_newer_one_never_got():
    tournament = make_drawn_tournament(8, name="<b>Herbst</b>")
    round = round_number(tournament, 1)
    save(round.tables.get(number=1), [6, 2, -2, -6])
    stand(Way.FOLLOWER)
    client = signed_in()
    common = JournalEntry.objects.latest("pk").pk
    save(round.tables.get(number=2), [6, 2, -2, -6])
    assert give_way(Notice(2, "http://192.168.1.21:8000", "other", common))
    refresh()
    page = client.get(reverse("standby"))
    shown = text_of(page)
    assert ("Tisch 2:" in shown, "Tisch 1:" in shown) == (True, False)
    assert f"{text('Another computer has taken over')} (http://192.168.1.21:8000)." in shown
    assert "&lt;b&gt;Herbst&lt;/b&gt;" in page.content.decode()
    missed = acts_after(common)
    assert [each for each, _days in missed["tournaments"]] == [tournament]


def test_other_computer_that_has_everything_is_reported_so():
    client = signed_in()
    stand(Way.SUCCESSOR, epoch=1, last_entry=JournalEntry.objects.latest("pk").pk)
    page = client.get(reverse("standby"))
    assert page.context["missed"] == {"tournaments": [], "installation": []}
    nothing = "Nothing from the journals: the other computer has every entry."
    assert text(nothing) in text_of(page)


def test_list_names_saves_missing_in_the_journal():
    tournament = make_drawn_tournament(8)
    client = signed_in()
    common = JournalEntry.objects.latest("pk").pk
    announce(COMMAND_LINE, tournament, "Nur hier getippt", None)
    assert JournalEntry.objects.latest("pk").pk == common
    stand(Way.SUCCESSOR, epoch=1, last_entry=common)
    not_listed = text(
        "No journal holds announcements and pictures on the screens, names of screens, games "
        "reported from tables, drafts of score sheets, and files not decided on yet. Please check "
        "on the other computer whether they are there."
    )
    assert not_listed in text_of(client.get(reverse("standby")))
    stand(Way.SUCCESSOR, epoch=1, last_entry=0)
    assert not_listed in text_of(client.get(reverse("standby")))


@pytest.mark.parametrize(("epoch", "gives_way"), [(2, False), (3, True), (4, True)])
def test_computer_yields_to_no_older_epoch_and_on_a_tie_to_the_claimant(epoch, gives_way):
    stand(Way.FOLLOWER, epoch=3)
    assert give_way(Notice(epoch, URL, "other", 1)) is gives_way
    refresh()
    assert standing.takes_entries is not gives_way


def test_mistaken_takeover_is_undone():
    client = signed_in()
    stand(Way.SUCCESSOR, epoch=1, last_entry=7)
    OtherComputer.objects.update(epoch=2)
    client.post(reverse("standby-go-on"))
    assert (standing.epoch, standing.takes_entries) == (3, True)
    other = OtherComputer.objects.get()
    assert (other.way, other.url, other.last_entry) == ("predecessor", URL, 7)
    with pytest.raises(Refused, match="standby_not_taken_over"):
        go_on_here(COMMAND_LINE)


def test_computer_that_gave_way_is_not_called_lost_and_has_the_list(settings):
    settings.NAMED_HOSTS = ["192.168.1.20"]
    client = signed_in()
    stand(Way.FOLLOWER, mark="second")
    lost = text("The second computer does not ask any more. Is it on, and in the same network?")
    not_told, given_way = text(NOT_TOLD_YET, address=URL), text(GIVEN_WAY, address="127.0.0.1:9")
    assert lost in text_of(client.get(reverse("standby")))
    assert give_way(Notice(2, URL, "second", JournalEntry.objects.latest("pk").pk))
    client.post(reverse("standby-go-on"))
    shown = text_of(client.get(reverse("standby")))
    assert (not_told in shown, given_way in shown) == (True, False)
    OtherComputer.objects.filter(way=Way.PREDECESSOR).update(epoch=3)  # it has heard
    refresh()
    shown = text_of(client.get(reverse("standby")))
    assert (not_told in shown, given_way in shown) == (False, True)
    assert lost not in shown
    assert text("Taken here, missing there") not in shown
    assert {each.way for each in OtherComputer.objects.all()} == {"predecessor"}


@pytest.mark.parametrize(
    ("its_epoch", "ways"),
    [(2, {"predecessor"}), (3, {"predecessor", "successor"})],
    ids=["it gives way", "it has gone on"],
)
def test_predecessor_is_told_again_and_again(monkeypatch, its_epoch: int, ways: set[str]):
    stand(Way.PREDECESSOR, epoch=2, last_entry=7)
    with pytest.raises(Refused, match="standby_unreachable"):
        tell_predecessor()
    assert standing.to_be_told == URL
    said = {"epoch": its_epoch, "mark": "first", "gives_way": its_epoch == 2}
    monkeypatch.setattr("tournament.standby.writes.ask", lambda *_given, **_words: Message(said))
    for _again in range(2):
        tell_predecessor()
        assert {each.way for each in OtherComputer.objects.all()} == ways
        assert (standing.to_be_told, standing.takes_entries) == ("", its_epoch == 2)
    for successor in OtherComputer.objects.filter(way=Way.SUCCESSOR):
        assert (successor.url, successor.mark, successor.last_entry) == (URL, "first", 7)


@pytest.mark.parametrize(
    ("way", "then"),
    [
        (Way.FOLLOWER, ["follower"]),
        (Way.FIRST, ["predecessor"]),
        (Way.SUCCESSOR, ["predecessor"]),
        (None, []),
    ],
)
def test_restored_copy_counts_in_a_higher_epoch(way: Way | None, then: list[str]):
    stand(Way.FIRST, epoch=3)
    copy = make_copy()
    stand(way, epoch=5)
    restore_copy(COMMAND_LINE, copy.path)
    assert [each.way for each in OtherComputer.objects.all()] == then
    assert (standing.epoch, standing.takes_entries) == (6, True)


def test_restored_copy_counts_though_another_computer_took_over():
    stand(Way.PREDECESSOR, epoch=1)
    copy = make_copy()
    OtherComputer.objects.create(way=Way.SUCCESSOR, url=URL, mark="other", epoch=2)
    restore_copy(COMMAND_LINE, copy.path)
    assert [(each.way, each.mark) for each in OtherComputer.objects.all()] == [
        ("predecessor", "other")
    ]
    assert (standing.epoch, standing.to_be_told) == (3, URL)


def test_computer_of_another_database_is_told_nothing_after_a_restore():
    stand(Way.FIRST, epoch=3)
    Epoch.objects.update(key="another")
    copy = make_copy()
    stand(Way.FIRST, epoch=5)
    Epoch.objects.update(key="own")
    restore_copy(COMMAND_LINE, copy.path)
    assert not OtherComputer.objects.exists()


def test_computer_without_a_second_one_knows_no_epoch_after_a_restore():
    copy = make_copy()
    restore_copy(COMMAND_LINE, copy.path)
    assert not Epoch.objects.exists()


def test_marks_tell_computers_apart(settings):
    mine = own_mark(CODE)
    settings.SECRET_KEY = secrets.token_hex()
    assert own_mark(CODE) != mine
