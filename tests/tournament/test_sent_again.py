"""A form sent with an old token, or after the session has ended, is kept to be sent again."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories.pages import text_of
from tests.factories.tournaments import make_owner
from tests.factories.words import text
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

HERE = {"origin": "http://testserver"}
NEW = "/tournaments/new/"
TYPED = {"name": "Herbst <&> Winter", "rounds_planned": "3", "rules": "ddv"}


@pytest.fixture
def browser() -> Client:
    """Return a browser that sends tokens as they are, with the cookie of one."""
    browser = Client(enforce_csrf_checks=True)
    browser.cookies["csrftoken"] = "a" * 32
    return browser


def kept_in(page: HttpResponse) -> dict[str, str]:
    """Return the fields of the page as a browser would send them."""
    fields = re.findall(
        r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page.content.decode()
    )
    return {
        name: value.replace("&lt;", "<").replace("&amp;", "&").replace("&gt;", ">")
        for name, value in fields
    }


def button_on(page: HttpResponse) -> str:
    """Return the tag of the button that sends what was kept."""
    (tag,) = re.findall(r"<button[^>]*>", page.content.decode())
    return str(tag)


def sent_on(browser: Client, page: HttpResponse) -> HttpResponse:
    address = re.search(r'<form method="post" action="([^"]*)"', page.content.decode())
    assert address is not None
    return browser.post(address[1], kept_in(page), headers=HERE)


def test_form_with_an_old_token_is_sent_again_by_one_button(browser: Client) -> None:
    browser.force_login(make_owner())
    page = browser.post(NEW, {**TYPED, "csrfmiddlewaretoken": "b" * 32}, headers=HERE)
    assert page.status_code == 403
    assert text("Nothing saved") in page.content.decode()
    kept = kept_in(page)
    assert kept.pop("csrfmiddlewaretoken")
    assert (kept, Tournament.objects.count()) == (TYPED, 0)
    assert sent_on(browser, page).status_code == 302
    assert Tournament.objects.get().name == TYPED["name"]


def test_page_says_under_which_account_it_is_sent_and_enter_does_not_send_it(
    browser: Client,
) -> None:
    """Somebody else may have signed in in this browser since it was typed."""
    old = {**TYPED, "csrfmiddlewaretoken": "b" * 32}
    page = browser.post(NEW, old, headers=HERE)
    assert text("Nobody is signed in in this browser now.") in text_of(page)
    other = make_owner("Beate Bube")
    browser.force_login(other)
    page = browser.post(NEW, old, headers=HERE)
    said = "You are signed in as “%(user)s” now; it is sent under this account."
    assert text(said, user=str(other)) in text_of(page)
    assert button_on(page) == '<button class="button primary">'
    elsewhere = browser.post(NEW, old, headers={"origin": "http://elsewhere.example"})
    assert str(other) not in text_of(elsewhere)


@pytest.mark.parametrize("origin", [{"origin": "http://elsewhere.example"}, {}])
def test_form_of_another_site_is_not_offered_for_resending(
    browser: Client, origin: dict[str, str]
) -> None:
    browser.force_login(make_owner())
    page = browser.post(NEW, {**TYPED, "csrfmiddlewaretoken": "b" * 32}, headers=origin)
    assert (page.status_code, kept_in(page)) == (403, {})
    assert text("Send again") not in page.content.decode()


def test_form_sent_after_the_session_has_ended_waits_for_signing_in(browser: Client) -> None:
    page = browser.post(NEW, {**TYPED, "csrfmiddlewaretoken": "a" * 32}, headers=HERE)
    assert (page.status_code, Tournament.objects.count()) == (403, 0)
    sign_in = f'<a class="button primary" href="{reverse("sign-in")}" target="_blank" autofocus>'
    assert sign_in in page.content.decode()
    assert button_on(page) == '<button class="button">'
    again = sent_on(browser, page)
    assert kept_in(again).keys() == kept_in(page).keys()  # nobody has signed in yet
    # Who signs in gets another token.
    browser.force_login(make_owner())
    browser.cookies["csrftoken"] = "c" * 32
    page = sent_on(browser, again)
    assert text("Nothing saved") in page.content.decode()
    assert sent_on(browser, page).status_code == 302
    assert Tournament.objects.get().name == TYPED["name"]


@pytest.mark.parametrize("sent", [{}, {"old_password": "x", "new_password1": "y"}])
def test_whoever_sent_nothing_or_a_password_signs_in_first(sent: dict[str, str]) -> None:
    for page in (Client().post(reverse("password"), sent), Client().get(reverse("password"))):
        assert page["Location"] == f"{reverse('sign-in')}?next={reverse('password')}"
