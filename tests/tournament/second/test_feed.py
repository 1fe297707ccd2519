"""A save is answered once the second computer has all saves before it, or has been too slow."""

import threading
import time

import pytest
from django.db import connection

from tests.factories.tournaments import make_tournament
from tournament.standby import standing as module
from tournament.standby.rules import apply_changes
from tournament.standby.standing import Feed

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="for SQLite alone"),
]


@pytest.fixture
def feed(monkeypatch):
    monkeypatch.setattr(module, "LONGEST_QUESTION", 0.0)
    feed = Feed()
    yield feed
    if feed._watch:
        feed._watch.close()


def test_second_computer_gets_everything_once_and_then_changes(feed: Feed):
    whole = feed.changes("")
    assert (whole.is_whole, apply_changes(b"", whole.pages)) == (True, whole.content)
    make_tournament("neu")
    changes = feed.changes(whole.name)
    assert not changes.is_whole
    assert apply_changes(whole.content, changes.pages) == changes.content
    assert len(changes.pages) < len(whole.pages) / 4
    assert feed.changes(changes.name).pages == changes.pages[:8]  # nothing but the size
    assert feed.changes("no longer known").is_whole


def in_a_thread(act) -> threading.Thread:
    thread = threading.Thread(target=act)
    thread.start()
    return thread


def test_save_waits_for_the_save_before_it(feed: Feed):
    first = feed.changes(feed.changes("").name)  # the second computer keeps up
    feed.note_save()  # all before it are there: it does not wait
    second = in_a_thread(feed.note_save)
    time.sleep(0.2)
    assert (second.is_alive(), feed.behind) == (True, 2)
    held = feed.changes(first.name)
    assert second.is_alive()  # under way is not there
    feed.changes(held.name)
    second.join(5)
    assert (second.is_alive(), feed.behind) == (False, 0)


def test_slow_second_computer_keeps_nobody_waiting_twice(feed: Feed, monkeypatch):
    monkeypatch.setattr(module, "LONGEST_SAVE", 0.05)
    held = feed.changes(feed.changes("").name)
    feed.note_save()
    feed.note_save()
    assert (feed.keeps_up, feed.is_followed) == (False, True)
    monkeypatch.setattr(module, "LONGEST_SAVE", 60)
    feed.note_save()  # or this test would not end
    feed.changes(feed.changes(held.name).name)
    assert (feed.keeps_up, feed.behind) == (True, 0)


def test_without_a_second_computer_nobody_waits(feed: Feed, monkeypatch):
    monkeypatch.setattr(module, "LONGEST_SAVE", 60)
    feed.note_save()
    feed.note_save()
    assert not feed.is_followed


def test_question_ends_as_soon_as_something_was_written(feed: Feed, monkeypatch):
    monkeypatch.setattr(module, "LONGEST_QUESTION", 60)
    held = feed.changes("")
    make_tournament("neu")  # past all requests
    assert feed.changes(held.name).name != held.name
