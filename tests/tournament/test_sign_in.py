"""Signing in: links that work once, passwords with a pause after failures."""

import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.tournaments import make_owner, make_user
from tournament.accounts import writes as accounts
from tournament.accounts.signed_in import SessionStore
from tournament.errors import Refused
from tournament.models import JournalEntry, SignInLink
from tournament.permissions import COMMAND_LINE, Actor

pytestmark = pytest.mark.django_db

PASSWORD = "kreuzdame sticht fuchs"


@pytest.fixture
def helper():
    """An account with a password."""
    account = make_user(username="helga")
    account.set_password(PASSWORD)
    account.save()
    return account


def link_page(token: str) -> str:
    return reverse("sign-in-link", args=[token])


def signed_in_as(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


def test_link_signs_in_by_its_button_alone(client):
    owner = make_owner()
    token = accounts.owner_start_link(COMMAND_LINE)

    for _ in range(2):  # a preview, then the reader
        page = client.get(link_page(token))
        assert page.status_code == 200
        assert "„owner“" in page.content.decode()
    assert signed_in_as(client) is None

    answer = client.post(link_page(token))
    assert answer["Location"] == reverse("home")
    assert signed_in_as(client) == str(owner.pk)
    assert JournalEntry.objects.get(action="link_used").data == {"account": owner.pk}


def test_used_link_says_that_it_was_used(client):
    make_owner()
    token = accounts.owner_start_link(COMMAND_LINE)
    client.post(link_page(token))

    stranger = Client()
    for answer in (stranger.get(link_page(token)), stranger.post(link_page(token))):
        assert answer.status_code == 410
        assert "schon benutzt" in answer.content.decode()
    assert signed_in_as(stranger) is None


def test_link_ends_after_ten_minutes(client):
    make_owner()
    token = accounts.owner_start_link(COMMAND_LINE)
    link = SignInLink.objects.get()
    assert timedelta(minutes=9) < link.expires_at - timezone.now() <= timedelta(minutes=10)
    link.expires_at = timezone.now()
    link.save()

    answer = client.post(link_page(token))
    assert answer.status_code == 410
    assert "abgelaufen" in answer.content.decode()
    assert signed_in_as(client) is None


def test_unknown_link_is_refused(client):
    answer = client.post(link_page("x" * 43))
    assert answer.status_code == 410
    assert "nicht bekannt" in answer.content.decode()


def test_link_of_a_switched_off_account_is_refused():
    owner = make_owner()
    helper = make_user()
    token = accounts.hand_out_link(Actor(owner), helper)
    type(helper).objects.filter(pk=helper.pk).update(is_active=False)
    with pytest.raises(Refused, match="link_unknown"):
        accounts.use_link(token)


def test_new_link_ends_the_earlier_one():
    make_owner()
    first = accounts.owner_start_link(COMMAND_LINE)
    second = accounts.owner_start_link(COMMAND_LINE)
    with pytest.raises(Refused, match="link_expired"):
        accounts.use_link(first)
    assert accounts.use_link(second).username == "owner"


def test_link_is_stored_as_a_hash_only():
    make_owner()
    token = accounts.owner_start_link(COMMAND_LINE)
    stored = SignInLink.objects.values_list("token_hash", flat=True).get()
    assert re.fullmatch("[0-9a-f]{64}", stored)
    assert token not in stored


def test_link_changes_the_session_key(client):
    make_owner()
    session = client.session
    session["before"] = True
    session.save()
    client.cookies["sessionid"] = session.session_key
    client.post(link_page(accounts.owner_start_link(COMMAND_LINE)))
    assert client.cookies["sessionid"].value != session.session_key


def test_password_signs_in_and_leads_to_the_requested_page(client, helper):
    answer = client.post(
        reverse("sign-in") + "?next=/password/", {"username": "helga", "password": PASSWORD}
    )
    assert answer["Location"] == "/password/"
    assert signed_in_as(client) == str(helper.pk)


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org/", "javascript:1"])
def test_sign_in_never_leads_elsewhere(client, helper, elsewhere):
    answer = client.post(
        f"{reverse('sign-in')}?next={elsewhere}", {"username": "helga", "password": PASSWORD}
    )
    assert answer["Location"] == reverse("home")


def test_blanks_at_the_ends_belong_to_the_password(client, helper):
    helper.set_password(f" {PASSWORD} ")
    helper.save()
    client.post(reverse("sign-in"), {"username": "helga", "password": PASSWORD})
    assert signed_in_as(client) is None
    client.post(reverse("sign-in"), {"username": "helga", "password": f" {PASSWORD} "})
    assert signed_in_as(client) == str(helper.pk)


def test_wrong_password_keeps_the_name_and_says_so(client, helper):
    answer = client.post(reverse("sign-in"), {"username": "helga", "password": "falsch"})
    page = answer.content.decode()
    assert "passen nicht zusammen" in page
    assert 'value="helga"' in page
    assert "falsch" not in page
    assert signed_in_as(client) is None


def test_account_without_password_cannot_sign_in_by_password(client):
    make_user(username="neu")
    client.post(reverse("sign-in"), {"username": "neu", "password": ""})
    client.post(reverse("sign-in"), {"username": "neu", "password": "!"})
    assert signed_in_as(client) is None


def test_five_failures_cause_a_pause_even_for_the_right_password(client, helper):
    wrong = {"username": "helga", "password": "falsch"}
    right = {"username": "helga", "password": PASSWORD}
    for _ in range(5):
        client.post(reverse("sign-in"), wrong)
    assert "Zu viele falsche" in client.post(reverse("sign-in"), right).content.decode()
    assert signed_in_as(client) is None

    # Neither another account nor another address waits.
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    elsewhere.post(reverse("sign-in"), right)
    assert signed_in_as(elsewhere) == str(helper.pk)


def test_pause_ends_after_a_minute(rf, helper, monkeypatch):
    request = rf.post("/")
    for _ in range(5):
        with pytest.raises(Refused, match="sign_in_wrong"):
            accounts.check_password(request, "helga", "falsch")
    with pytest.raises(Refused, match="sign_in_paused"):
        accounts.check_password(request, "Helga", PASSWORD)

    in_a_minute = timezone.now() + timedelta(seconds=61)
    monkeypatch.setattr(accounts.timezone, "now", lambda: in_a_minute)
    assert accounts.check_password(request, "helga", PASSWORD) == helper


def test_who_signed_in_with_an_earlier_version_stays_signed_in(client, helper):
    client.force_login(helper, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse("password")).status_code == 200


def test_session_ends_with_its_time_and_with_the_account(client, helper):
    client.force_login(helper)
    assert client.get(reverse("password")).status_code == 200
    helper.is_active = False
    helper.save()
    assert client.get(reverse("password")).status_code == 302
    helper.is_active = True
    helper.save()
    client.force_login(helper)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert client.get(reverse("password")).status_code == 302


def test_sign_out_needs_a_post(client, helper):
    client.force_login(helper)
    page = client.get(reverse("sign-out"))
    assert (page.status_code, page["Allow"]) == (405, "POST")
    assert "Das geschieht auf Knopfdruck" in page.content.decode()
    assert signed_in_as(client) == str(helper.pk)
    assert client.post(reverse("sign-out"))["Location"] == reverse("sign-in")
    assert signed_in_as(client) is None


def test_admin_has_no_separate_sign_in(client):
    assert client.get("/admin/", follow=True).redirect_chain[-1][0].startswith(reverse("sign-in"))
    assert client.post("/admin/login/")["Location"] == reverse("sign-in")


def test_requests_of_a_session_share_nothing_but_what_is_saved(client, helper):
    client.force_login(helper)
    first, second = (
        SessionStore(client.session.session_key),
        SessionStore(client.session.session_key),
    )
    first["seen"] = "once"
    assert "seen" not in second
    first.save()
    assert SessionStore(client.session.session_key)["seen"] == "once"


def test_session_changed_by_hand_is_none(client, helper):
    client.force_login(helper)
    assert client.get(reverse("home")).status_code == 200
    stored = Session.objects.get()
    Session.objects.update(session_data=f"{stored.session_data[:-1]}x")
    assert client.get(reverse("home")).status_code == 302
