"""What two computers say to each other is sealed: nobody else reads it or can have said it."""

import pytest

from tests.tournament.second.conftest import CODE, URL, stand
from tournament.errors import Refused
from tournament.models import OtherComputer
from tournament.services.second_door import answer_other
from tournament.standby import channel
from tournament.standby.channel import Message, ask, opened, sealed
from tournament.standby.standing import Way

OTHER_CODE = "2" * 20


def test_message_comes_out_as_it_went_in_and_cannot_be_read_on_the_way():
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
    """The network brings this answer."""
    monkeypatch.setattr(channel, "_answer", answer)


def test_old_answer_sent_again_is_refused(monkeypatch):
    answering(monkeypatch, lambda _url, _token: sealed(CODE, Message({"question": "earlier"})))
    with pytest.raises(Refused, match="standby_code_wrong"):
        ask(URL, CODE, wants="changes")


@pytest.mark.django_db
def test_computer_that_was_given_its_own_line_notices(monkeypatch):
    stand(Way.FOLLOWER)
    answering(monkeypatch, lambda _url, token: answer_other(token))
    with pytest.raises(Refused, match="standby_itself"):
        ask(URL, CODE, wants="give_way", epoch=0, url="", last_entry=None)


@pytest.mark.django_db
def test_code_is_good_for_one_computer(monkeypatch):
    stand(Way.FOLLOWER, mark="first come")
    monkeypatch.setattr(channel, "THIS_PROCESS", "another")
    answering(monkeypatch, lambda _url, token: answer_other(token))
    with pytest.raises(Refused, match="standby_taken"):
        ask(URL, CODE, wants="changes", held="", mark="second come")
    assert OtherComputer.objects.get().mark == "first come"


@pytest.mark.django_db
@pytest.mark.parametrize("way", [None, Way.FOLLOWER])
def test_door_says_nothing_without_the_code(client, way: Way | None):
    stand(way)
    for token in (b"", b"x" * 100, sealed(OTHER_CODE, Message({"wants": "changes"}))):
        answer = client.post("/second/door/", token, content_type="application/octet-stream")
        assert answer.status_code == 403
