"""The owner lets others in the hall reach this computer."""

import os
import re
import time
import urllib.error
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from django.urls import reverse

from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.tournaments import make_owner
from tests.factories.words import text
from tests.processes.hall import command, served
from tournament.accounts import reads as select
from tournament.accounts.writes import let_nobody_in, let_others_in
from tournament.errors import Refused
from tournament.models import HallNetwork, JournalEntry
from tournament.permissions import Actor

HERE, NOT_HERE = "127.0.0.1", "192.0.2.77"


@pytest.fixture
def one_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """This computer is in one network: that of its loopback, which is always there."""
    monkeypatch.setattr(select, "own_addresses", lambda: (HERE,))


@pytest.mark.django_db
def test_one_press_opens_access_and_another_closes_it(one_network):
    client = signed_in()
    switch = reverse("hall-network-switch")
    page = client.get(reverse("hall-network"))
    assert f'name="host" value="{HERE}"' in page.content.decode()
    answer = client.post(switch, {"host": HERE}, follow=True)
    assert messages_of(answer) == [text("Others let in at %(address)s.", address=HERE)]
    assert f"<figcaption>{HERE}:8000</figcaption>" in answer.content.decode()
    answer = client.post(switch, {"host": ""}, follow=True)
    assert text("So far nobody else in the hall reaches this computer.") in text_of(answer)


@pytest.mark.django_db
@pytest.mark.parametrize("host", [NOT_HERE, "0.0.0.0", "halle", "<b>", "1" * 200])
def test_only_an_address_of_this_computer_will_do(host):
    owner = Actor(make_owner())
    with pytest.raises(Refused, match="address_not_here"):
        let_others_in(owner, host)
    assert not HallNetwork.objects.exists()


@pytest.mark.django_db
def test_page_warns_when_the_computer_has_lost_the_address(one_network):
    HallNetwork.objects.create(pk=1, host=NOT_HERE, port=8000)
    page = signed_in().get(reverse("hall-network")).content.decode()
    assert re.search(rf'notice warning">\s*[^<]*http://{NOT_HERE}:8000', page)
    assert f'name="host" value="{HERE}"' in page
    assert select.hall_url() == ""


@pytest.mark.django_db
def test_page_without_a_network_says_what_to_do(monkeypatch):
    monkeypatch.setattr(select, "own_addresses", lambda: ())
    page = signed_in().get(reverse("hall-network"))
    assert page.context["network"].addresses == ()
    assert 'name="host"' not in page.content.decode()


@pytest.mark.django_db
def test_environment_goes_before(settings):
    HallNetwork.objects.create(pk=1, host=HERE, port=8000)
    settings.NAMED_HOSTS = ["doko.example.org"]
    assert select.network() == select.Network(
        "http://doko.example.org:8000", lost="", by_environment=True, addresses=()
    )
    settings.SESSION_COOKIE_SECURE = True
    assert select.hall_url() == "https://doko.example.org"
    settings.NAMED_HOSTS, settings.LISTEN = [], "0.0.0.0:8000"
    assert select.network().by_environment


@pytest.mark.django_db
def test_listening_address_precedes_names_nobody_may_answer_at(settings):
    settings.NAMED_HOSTS = ["127.0.0.1", "127.0.0.2"]
    settings.LISTEN = "127.0.0.3:8721"
    assert select.hall_url() == "http://127.0.0.3:8721"
    settings.SESSION_COOKIE_SECURE = True  # others reach the proxy
    assert select.hall_url() == "https://127.0.0.1"


@pytest.mark.django_db
def test_journal_of_the_installation_records_it():
    owner = Actor(make_owner())
    let_others_in(owner, HERE)
    let_nobody_in(owner)
    let_nobody_in(owner)
    entries = JournalEntry.objects.filter(action__startswith="others_").order_by("pk")
    assert [(each.action, each.data) for each in entries] == [
        ("others_let_in", {"address": f"{HERE}:8000"}),
        ("others_shut_out", {}),
    ]


def test_own_addresses_are_none_of_the_loopback():
    for address in select.own_addresses():
        assert not address.startswith("127.")
        assert select.is_own_address(address)


SECOND = "127.0.0.2"
CHOOSE = """
from tournament.permissions import COMMAND_LINE
from tournament.accounts.writes import let_nobody_in, let_others_in
{act}
"""
FOLLOWS_WITHIN = 30  # seconds: it looks every five


def status(address: str, host: str = "") -> int:
    """Return the status answered there; 0 where nobody listens."""
    asked = Request(f"{address}/sign-in/", headers={"Host": host} if host else {})
    try:
        with urlopen(asked, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    except OSError:
        return 0


def status_becomes(wanted: int, address: str) -> bool:
    until = time.monotonic() + FOLLOWS_WITHIN
    while time.monotonic() < until:
        if status(address) == wanted:
            return True
        time.sleep(0.2)
    return False


@pytest.mark.skipif(os.name != "posix", reason="127.0.0.2 is an address of every Linux machine")
def test_server_opens_and_closes_its_second_port_without_a_restart(var: Path) -> None:
    with served(var) as address:
        port = urlsplit(address).port
        second = f"http://{SECOND}:{port}"
        assert [status(address), status(second)] == [200, 0]

        def choose(act: str) -> None:
            script = CHOOSE.format(act=act)
            listen = f"127.0.0.1:{port}"
            command(var, "shell", "--no-imports", "-c", script, KREUZDAME_LISTEN=listen)

        choose(f"let_others_in(COMMAND_LINE, '{SECOND}')")
        assert status_becomes(200, second)
        assert status(second, host="elsewhere.example") == 400
        choose("let_nobody_in(COMMAND_LINE)")
        assert status_becomes(0, second)
        assert status(address) == 200
