"""Features of a laptop in the hall are absent on a club's server."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.factories.pages import signed_in, text_of
from tests.factories.tournaments import make_owner
from tests.factories.words import text
from tournament.models import JournalEntry, Tournament
from tournament.views.installation.urls import urlpatterns

pytestmark = pytest.mark.django_db
OF_THE_HALL = [
    page.name for page in urlpatterns if page.name.startswith(("hall-network", "standby"))
]


@pytest.fixture(autouse=True)
def _server(settings):
    settings.IS_SERVER = True


@pytest.mark.parametrize("name", OF_THE_HALL)
@pytest.mark.parametrize("method", ["get", "post"])
def test_hall_only_features_are_absent_and_say_where_they_are(name, method):
    answer = getattr(signed_in(), method)(reverse(name))
    assert answer.status_code == 404
    assert text("This is only on a computer in the hall") in answer.content.decode()


def test_all_of_the_halls_pages_are_meant():
    assert len(OF_THE_HALL) == 9


def test_nothing_leads_there():
    page = signed_in().get("/").content.decode()
    assert [name for name in ("hall-network", "standby") if reverse(name) in page] == []


@pytest.mark.alone
def test_example_comes_to_a_laptop_alone():
    call_command("serve", "--prepare")
    assert not Tournament.objects.exists()
    assert not JournalEntry.objects.filter(action="example_loaded").exists()


@pytest.mark.parametrize(
    ("is_server", "words"), [(True, "Das Log des Servers"), (False, "Das Fenster")]
)
def test_error_page_names_the_place_to_look(settings, is_server, words):
    settings.IS_SERVER = is_server
    quiet = Client(raise_request_exception=False)
    quiet.force_login(make_owner(username="zweite"))
    JournalEntry.objects.create(action="no_such_action")
    answer = quiet.get(reverse("installation-journal"))
    assert (answer.status_code, words in text_of(answer)) == (500, True)
