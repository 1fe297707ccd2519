"""Messages between two computers are sealed: nobody else can read or forge them."""

import zlib

import pytest

from tests.tournament.second.conftest import CODE, KEY, URL, stand
from tournament.errors import Refused
from tournament.models import OtherComputer
from tournament.standby import channel, follower
from tournament.standby.channel import Message, ask, opened, sealed
from tournament.standby.follower import Follower
from tournament.standby.standing import Way, refresh
from tournament.standby.writes import answer_other

OTHER_CODE = "2" * 20


def test_message_arrives_unchanged_and_unreadable_on_the_way():
    message = Message({"wants": "changes"}, b"Anna\nMuster" * 100)
    token = sealed(CODE, message)
    assert opened(CODE, token) == message
    assert b"Anna" not in token


@pytest.mark.parametrize("place", [0, 1, 20, 60, -1])
def test_one_changed_byte_is_noticed(place: int):
    token = bytearray(sealed(CODE, Message({"wants": "changes"})))
    token[place] ^= 1
    with pytest.raises(Refused, match="standby_code_wrong"):
        opened(CODE, bytes(token))


def test_another_code_opens_nothing():
    with pytest.raises(Refused, match="standby_code_wrong"):
        opened(OTHER_CODE, sealed(CODE, Message({})))


def test_computer_that_is_not_there_is_named():
    with pytest.raises(Refused, match="standby_unreachable") as refused:
        ask(URL, CODE, wants="changes")
    assert refused.value.params == {"url": URL}


def answering(monkeypatch: pytest.MonkeyPatch, answer: object) -> None:
    """Make the network return this answer."""
    monkeypatch.setattr(channel, "_answer", answer)


def test_old_answer_sent_again_is_refused(monkeypatch):
    answering(monkeypatch, lambda _url, _token: sealed(CODE, Message({"question": "earlier"})))
    with pytest.raises(Refused, match="standby_code_wrong"):
        ask(URL, CODE, wants="changes")


def from_another(_url: str, token: bytes, secrets: tuple[str, ...] = (CODE, KEY)) -> bytes:
    """Return this computer's answer to another computer's question."""
    for secret in secrets:
        try:
            question = opened(secret, token)
        except Refused:
            continue
        words = {**question.words, "process": "another"}
        answer = opened(secret, answer_other(sealed(secret, Message(words))))
        return sealed(secret, Message({**answer.words, "process": "here"}, answer.content))
    raise AssertionError(token)


@pytest.mark.django_db(transaction=True)
def test_computer_that_was_given_its_own_line_notices(monkeypatch):
    stand(Way.FOLLOWER)
    answering(monkeypatch, lambda _url, token: answer_other(token))
    with pytest.raises(Refused, match="standby_itself"):
        ask(URL, CODE, held="", mark="mine")
    with pytest.raises(Refused, match="standby_itself"):  # it has got the other one's address
        ask(URL, KEY, epoch=2, url=URL, mark="mine", last_entry=None)
    assert [each.way for each in OtherComputer.objects.all()] == ["follower"]


@pytest.mark.django_db(transaction=True)
def test_code_is_good_for_one_computer(monkeypatch):
    stand(Way.FOLLOWER, mark="first come")
    answering(monkeypatch, from_another)
    with pytest.raises(Refused, match="standby_taken"):
        ask(URL, CODE, held="", mark="second come")
    assert OtherComputer.objects.get().mark == "first come"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", [None, Way.FOLLOWER])
def test_door_says_nothing_without_the_code(client, way: Way | None):
    stand(way)
    for token in (b"", b"x" * 100, sealed(OTHER_CODE, Message({"held": "", "mark": "x"}))):
        answer = client.post("/second/door/", token, content_type="application/octet-stream")
        assert answer.status_code == 403


NEWER = {"epoch": 2, "url": URL, "mark": "other", "last_entry": 7}


def standing_after(secret: str, **words: object) -> list[str]:
    ask(URL, secret, **words)
    return sorted(OtherComputer.objects.values_list("way", flat=True))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", [None, Way.FOLLOWER, Way.PREDECESSOR])
def test_computer_learns_that_another_one_counts_though_codes_ended(monkeypatch, way):
    stand(way)
    answering(monkeypatch, from_another)
    assert standing_after(KEY, **NEWER) == sorted([*filter(None, [way]), "successor"])
    there = OtherComputer.objects.get(way=Way.SUCCESSOR)
    assert (there.url, there.epoch, there.last_entry) == (URL, 2, 7)


@pytest.mark.django_db(transaction=True)
def test_code_does_not_reveal_who_counts_and_the_key_gets_no_pages(monkeypatch):
    stand(Way.FOLLOWER)
    answering(monkeypatch, from_another)
    with pytest.raises(Refused, match="standby_damaged"):
        ask(URL, CODE, **NEWER)
    with pytest.raises(Refused, match="standby_damaged"):
        ask(URL, KEY, held="", mark="other")
    assert OtherComputer.objects.get().mark == ""


@pytest.mark.django_db(transaction=True)
def test_standby_computer_need_not_be_told(monkeypatch):
    stand(Way.FIRST)
    answering(monkeypatch, from_another)
    assert standing_after(KEY, **NEWER) == ["first"]


@pytest.mark.django_db(transaction=True)
def test_of_three_computers_the_second_knows_the_newest(monkeypatch):
    stand(Way.SUCCESSOR, mark="third")
    OtherComputer.objects.update(epoch=3)
    refresh()
    answering(monkeypatch, from_another)
    said = ask(URL, KEY, **{**NEWER, "epoch": 3}).words
    assert (said["gives_way"], said["epoch"]) == (False, 3)
    assert OtherComputer.objects.get().mark == "third"
    assert ask(URL, KEY, **{**NEWER, "epoch": 4}).words["gives_way"] is True
    assert OtherComputer.objects.get().mark == "other"


NONSENSE = (
    *(None, True, -1, 1.5, 2**70, "", "1", "x" * 5000, [], [[]], {}, {"a": {}}),
    *("http://a b", "http://127.0.0.1:9; script-src *", "javascript:x", "\0", "9999-99-99"),
)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("secret", [CODE, KEY])
def test_sealed_nonsense_is_answered_in_words(monkeypatch, client, secret: str):
    whole = {CODE: {"held": "", "mark": "other"}, KEY: NEWER}[secret]
    for name in ("question", "process", *whole):
        for value in NONSENSE:
            stand(Way.FOLLOWER)
            token = sealed(secret, Message({**whole, "question": "q", name: value}))
            answer = client.post("/second/door/", token, content_type="application/octet-stream")
            assert answer.status_code == 200, (name, value)
            assert opened(secret, answer.content).words.keys() >= {"question", "process"}
            for other in OtherComputer.objects.filter(way=Way.SUCCESSOR):
                assert (type(other.epoch), other.url in ("", URL)) == (int, True)


@pytest.mark.parametrize("plain", [b"", b"{", b"[]", b"1", b"\xff", b"[" * 100_000])
def test_sealed_bytes_that_are_no_message_are_refused(plain: bytes):
    for content in (plain, zlib.compress(plain)):
        with pytest.raises(Refused, match="standby_damaged"):
            opened(CODE, channel._seal(CODE).encrypt(content))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["is_whole", "name", "digest", "now"])
def test_answer_of_nonsense_ends_no_follower(monkeypatch, name: str):
    stand(Way.FIRST)
    for value in NONSENSE:
        answer = {"name": "x", "is_whole": True, "digest": "", "now": 1.0, name: value}
        for content in (b"", b"\xff" * 8, b"\0" * 7 + b"\1" + b"\xff" * 9):
            said = Message(answer, content)
            monkeypatch.setattr(follower, "ask", lambda *_url, said=said, **_words: said)
            with pytest.raises(Refused, match="standby_damaged"):
                Follower().follow()
