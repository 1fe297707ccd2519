"""What the page of a fault reveals and offers to strangers."""

from html import unescape

import pytest
from django.db import connection
from django.test import Client, RequestFactory

from tests.factories.pages import without_tags
from tournament.backup import gate
from tournament.backup.copies import own_directory
from tournament.backup.sqlite import database_file
from tournament.labels.faults import FAULTS
from tournament.views.middleware import fault_page

pytestmark = pytest.mark.django_db
TOKEN = "a" * 32
TYPED = {"name": "Herbst", "slug": "herbst"}


@pytest.mark.parametrize("problem", FAULTS)
def test_no_page_of_a_fault_names_a_path(rf: RequestFactory, problem: str) -> None:
    for request in (rf.get("/"), rf.post("/", TYPED, REMOTE_ADDR="192.0.2.7")):
        page = without_tags(fault_page(request, problem).content.decode())
        assert str(own_directory()) not in page
        if connection.vendor == "sqlite":
            assert str(database_file().parent) not in page


@pytest.mark.parametrize(
    ("token", "origin", "is_own"),
    [
        (TOKEN, None, True),
        (TOKEN, "http://testserver", True),
        ("", "http://testserver", True),
        ("", None, False),
        ("b" * 32, None, False),
        ("", "http://elsewhere.example", False),
        (TOKEN, "http://elsewhere.example", False),
        (TOKEN, "null", False),
    ],
)
def test_data_sent_by_another_site_is_not_offered_for_resending(token, origin, is_own) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.cookies["csrftoken"] = TOKEN
    sent = {**TYPED, **({"csrfmiddlewaretoken": token} if token else {})}
    headers = {"origin": origin} if origin else {}
    with gate.shut(0):
        page = browser.post("/tournaments/new/", sent, headers=headers)
    text = unescape(page.content.decode())
    assert (page.status_code, "Noch einmal senden" in text) == (503, is_own)
    assert ('name="csrfmiddlewaretoken"' in text, 'value="Herbst"' in text) == (is_own, is_own)
