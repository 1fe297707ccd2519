"""Passwords are guessed slowly: by user, by address, simultaneously and across a restart."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.contrib.auth.hashers import make_password
from django.core.cache import caches
from django.db import connections
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_user
from tournament.accounts import hashing
from tournament.accounts import writes as accounts
from tournament.errors import Refused
from tournament.models import Failures, User

PASSWORD = "kreuzdame sticht fuchs"
RIGHT = {"username": "helga", "password": PASSWORD}
HALL = "192.0.2.7"


@pytest.fixture
def helper(db: None) -> User:
    """An account with a password."""
    account = make_user(username="helga")
    account.set_password(PASSWORD)
    account.save()
    return account


def outcome(rf, name: str, password: str, address: str = HALL) -> str:
    """Return the result of one attempt: the code of its refusal, or "in"."""
    try:
        accounts.check_password(rf.post("/", REMOTE_ADDR=address), name, password)
    except Refused as refused:
        return refused.code
    return "in"


def test_address_is_paused_after_20_wrong_passwords_for_any_names(rf, helper) -> None:
    told = [outcome(rf, f"name{number}", "falsch") for number in range(22)]
    assert told == ["sign_in_wrong"] * 20 + ["sign_in_paused"] * 2
    assert outcome(rf, "helga", PASSWORD) == "sign_in_paused"
    assert outcome(rf, "helga", PASSWORD, "192.0.2.8") == "in"


def test_name_is_paused_after_50_wrong_passwords_from_any_addresses(rf, helper) -> None:
    told = [outcome(rf, "helga", "falsch", f"198.51.100.{n // 4}") for n in range(51)]
    assert told == ["sign_in_wrong"] * 50 + ["sign_in_paused"]
    assert outcome(rf, "helga", PASSWORD) == "sign_in_paused"


def test_right_password_clears_only_its_own_attempts(rf, helper) -> None:
    for number in range(19):
        outcome(rf, f"name{number}", "falsch")
    assert [outcome(rf, "helga", PASSWORD) for _ in range(3)] == ["in"] * 3
    assert [outcome(rf, "else", "falsch") for _ in range(2)] == ["sign_in_wrong", "sign_in_paused"]


def test_others_cannot_lock_out_a_browser_that_has_signed_in(helper) -> None:
    known, other = Client(REMOTE_ADDR=HALL), Client(REMOTE_ADDR=HALL)
    known.post(reverse("sign-in"), RIGHT)
    known.post(reverse("sign-out"))
    for number in range(21):
        other.post(reverse("sign-in"), {"username": f"name{number}", "password": "falsch"})
    assert "Zu viele falsche" in other.post(reverse("sign-in"), RIGHT).content.decode()
    assert known.post(reverse("sign-in"), RIGHT)["Location"] == reverse("home")


def test_known_browser_has_a_separate_pause_for_one_name(helper) -> None:
    known = Client(REMOTE_ADDR=HALL)
    known.post(reverse("sign-in"), RIGHT)
    known.post(reverse("sign-out"))
    for _ in range(5):
        known.post(reverse("sign-in"), {"username": "helga", "password": "falsch"})
    assert "Zu viele falsche" in known.post(reverse("sign-in"), RIGHT).content.decode()
    assert Client(REMOTE_ADDR=HALL).post(reverse("sign-in"), RIGHT).status_code == 302
    for _ in range(5):
        known.post(reverse("sign-in"), {"username": "other", "password": "falsch"})
    again = known.post(reverse("sign-in"), {"username": "other", "password": "falsch"})
    assert "Zu viele falsche" in again.content.decode()


def test_new_start_forgets_no_attempt(rf, helper) -> None:
    for _ in range(5):
        outcome(rf, "helga", "falsch")
    for each in caches.all():
        each.clear()  # all that a process keeps
    assert outcome(rf, "helga", PASSWORD) == "sign_in_paused"


def test_attempts_store_no_names_in_clear(rf, helper) -> None:
    outcome(rf, "helga", "falsch")
    assert {len(each.who) for each in Failures.objects.all()} == {64}
    assert Failures.objects.count() == 3


def test_attempts_are_deleted_after_15_minutes(rf, helper) -> None:
    outcome(rf, "helga", "falsch")
    Failures.objects.update(since=F("since") - timedelta(minutes=15, seconds=1))
    outcome(rf, "otto", "falsch")
    # The address is the same, so its row is a new one; the name's is gone.
    assert sorted(Failures.objects.values_list("count", flat=True)) == [1, 1, 1]


def test_pause_after_a_clock_set_back_is_no_longer_than_others(rf, helper, monkeypatch) -> None:
    for _ in range(5):
        outcome(rf, "helga", "falsch")
    an_hour_ago = accounts.timezone.now() - accounts.timedelta(hours=1)
    monkeypatch.setattr(accounts.timezone, "now", lambda: an_hour_ago)
    with pytest.raises(Refused) as caught:
        accounts.check_password(rf.post("/", REMOTE_ADDR=HALL), "helga", PASSWORD)
    assert caught.value.params == {"seconds": 60}
    later = an_hour_ago + accounts.timedelta(seconds=61)
    monkeypatch.setattr(accounts.timezone, "now", lambda: later)
    assert outcome(rf, "helga", PASSWORD) != "sign_in_paused"


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_many_at_the_same_moment_have_no_more_attempts(rf, monkeypatch) -> None:
    begin, asked = threading.Barrier(12), []
    monkeypatch.setattr(accounts, "_places", threading.BoundedSemaphore(12))
    monkeypatch.setattr(accounts, "_turns", threading.BoundedSemaphore(12))
    monkeypatch.setattr(accounts, "authenticate", lambda *_, **named: asked.append(named))

    def attempt(_number: int) -> str:
        begin.wait()
        try:
            return outcome(rf, "helga", "falsch")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(12) as pool:
        told = sorted(pool.map(attempt, range(12)))
    assert told == ["sign_in_paused"] * 7 + ["sign_in_wrong"] * 5
    assert len(asked) == 5


def test_more_than_eight_at_a_time_are_told_to_try_again(rf, helper) -> None:
    for _ in range(accounts.LET_WAIT):
        assert accounts._places.acquire(blocking=False)
    try:
        assert outcome(rf, "helga", PASSWORD) == "sign_in_busy"
    finally:
        accounts._places.release(accounts.LET_WAIT)
    assert outcome(rf, "helga", PASSWORD) == "in"


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("wrong", [0, 3])
def test_six_simultaneous_right_passwords_wait_for_each_other(wrong, settings) -> None:
    """Of six helpers with one account, none is told that too many sign in, or were wrong."""
    settings.PASSWORD_HASHERS = ["tournament.accounts.hashing.Argon2"]
    account = make_user(username="helga")
    account.set_password(PASSWORD)
    account.save()
    address, begin = reverse("sign-in"), threading.Barrier(6)
    for _ in range(wrong):
        Client(REMOTE_ADDR=HALL).post(address, {**RIGHT, "password": "falsch"})

    def attempt(_number: int) -> int:
        browser = Client(REMOTE_ADDR=HALL)
        begin.wait()
        try:
            return browser.post(address, RIGHT).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(attempt, range(6))) == [302] * 6
    assert not Failures.objects.filter(count__gt=wrong)


def test_two_passwords_are_hashed_at_a_time(monkeypatch) -> None:
    inside, most, lock = 0, 0, threading.Lock()
    hash_one = hashing.Argon2PasswordHasher.encode

    def counted(*given: object) -> str:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        try:
            return hash_one(*given)
        finally:
            with lock:
                inside -= 1

    monkeypatch.setattr(hashing.Argon2PasswordHasher, "encode", counted)
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda n: hashing.Argon2().encode(PASSWORD, f"saltsalt{n}"), range(6)))
    assert most == 2


def test_older_hash_becomes_argon2_at_the_next_sign_in(rf, helper, settings) -> None:
    settings.PASSWORD_HASHERS = [
        "tournament.accounts.hashing.Argon2",
        "tournament.accounts.hashing.PBKDF2",
    ]
    helper.password = make_password(PASSWORD, hasher="pbkdf2_sha256")
    helper.save()
    assert outcome(rf, "helga", PASSWORD) == "in"
    helper.refresh_from_db()
    assert helper.password.startswith("argon2$argon2id$v=19$m=47104,t=2,p=1$")
    assert outcome(rf, "helga", PASSWORD) == "in"
