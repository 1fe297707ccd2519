"""Who may open and send what: every address of the program, for every role.

Each address has its line in tests/factories/allowed.py, or a test fails. The strangers are people
with a role in another tournament.
"""

from http.cookies import SimpleCookie

import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver, reverse

from tests.factories.addresses import (
    NAMED,
    OF_NO_TOURNAMENT,
    OF_TOURNAMENT,
    Scene,
    parameters,
    patterns,
)
from tests.factories.allowed import (
    DESK,
    DIRECTION,
    NOT_OFFERED,
    OWNERS,
    PAGES,
    READERS,
    ROLES,
    SENT,
    Page,
)
from tests.factories.papers import paper_address, without_layout
from tests.factories.small_scene import make_scene
from tests.factories.tournaments import make_owner, make_tournament, make_user
from tournament.exports.papers import PAPERS, Reader
from tournament.exports.pdf.proofs import may_see_proof
from tournament.models import (
    OtherComputer,
    Role,
    User,
)
from tournament.permissions import (
    COMMAND_LINE,
    may_check_in_players,
    may_draw_round,
    may_export,
    may_print,
)
from tournament.standby.standing import refresh

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def scene(made_once: None) -> Scene:
    """A tournament that has one of everything; its example mark lets it be removed."""
    return make_scene("herbst")


@pytest.fixture(scope="module")
def other(made_once: None) -> Scene:
    """A second one of the same kind."""
    return make_scene("fruehling")


@pytest.fixture(scope="module")
def browsers(scene: Scene) -> dict[str, Client]:
    """A browser signed in with each role."""
    return {role: client_for(role, scene) for role in ROLES}


@pytest.fixture(autouse=True)
def _paper_without_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    without_layout(monkeypatch)


def client_for(role: str, scene: Scene) -> Client:
    """Return a browser for this role."""
    client = Client(raise_request_exception=False)
    if role == "stranger":
        client.force_login(make_user(Role.DIRECTION, make_tournament("woanders"), "stranger"))
    elif role == "owner":
        client.force_login(make_owner())
    elif role != "anonymous":
        client.force_login(make_user(Role(role), scene.tournament, role))
    return client


def outcome(answer: HttpResponse) -> int | str:
    """Return the status of an answer; a redirect to the sign-in page is distinguished."""
    if answer.status_code == 302 and answer["Location"].startswith(reverse("sign-in") + "?next="):
        return "sign-in"
    return answer.status_code


def expected(page: Page, role: str, method: str) -> set[int | str]:
    """Return the required outcome. Permission may be checked before or after the method."""
    if role == "anonymous" and "anonymous" not in page.openers:
        return {"sign-in"}
    if page is PAGES["person"] and role == "stranger":
        return {404}  # may look up people, not these
    if role in page.allowed(method):
        return {*page.statuses(method)}
    return {403, *(page.statuses(method) & {NOT_OFFERED})}


def attempt(client: Client, method: str, address: str) -> int | str:
    """Return the outcome of one request that leaves nothing behind."""
    return outcome(answer_to(client, method, address))


def answer_to(client: Client, method: str, address: str) -> HttpResponse:
    """Return the answer to one request; rows and cookies are as before afterwards."""
    cookies = SimpleCookie(client.cookies)
    try:
        with transaction.atomic():
            answer = getattr(client, method)(address)
            transaction.set_rollback(True)
    finally:
        client.cookies = cookies
    return answer


def test_every_address_has_its_line():
    assert set(patterns()) == set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_address_answers_each_role_as_it_should(name, scene, browsers):
    page = PAGES[name]
    address = "/admin/login/" if name == "admin/login/" else scene.address(name)
    wrong = {}
    for role in ROLES:
        for method in ("get", "post"):
            result = attempt(browsers[role], method, address)
            if result not in expected(page, role, method):
                wrong[role, method] = (result, expected(page, role, method))
    assert wrong == {}


OPENERS_OF_PAPERS = {
    may_print: READERS,
    may_export: READERS,
    may_draw_round: DIRECTION,
    may_see_proof: DIRECTION,  # of the scene: it has a round that is not published
    may_check_in_players: DESK,
}


@pytest.mark.parametrize("key", PAPERS)
def test_paper_answers_each_role_as_required(key, scene, browsers):
    """Permitted readers of a paper that does not exist are redirected to the list."""
    paper = PAPERS[key]
    reader = Reader(COMMAND_LINE, scene.tournament)
    openers = OPENERS_OF_PAPERS[paper.may]
    opened = {200} if paper.is_possible(reader) else {200, SENT}
    wrong = {}
    for role in ROLES:
        result = attempt(browsers[role], "get", paper_address(paper, scene))
        right = opened if role in openers else {"sign-in" if role == "anonymous" else 403}
        if result not in right:
            wrong[role] = (result, right)
    assert wrong == {}


def test_paper_about_a_player_of_another_tournament_is_not_found(scene, other, browsers):
    client = browsers["direction"]
    named = [paper for paper in PAPERS.values() if "player" in paper.asks]
    entry = other.tournament.entries.first()
    for paper in named:
        address = f"{paper.address(scene.tournament)}?player={entry.pk}"
        assert attempt(client, "get", address) == 404
    assert named


OF_ONE_TOURNAMENT = sorted(
    name
    for name, model in NAMED.items()
    if name in PAGES and model not in OF_NO_TOURNAMENT and PAGES[name].openers != OWNERS
)


@pytest.mark.parametrize("name", OF_ONE_TOURNAMENT)
def test_objects_of_another_tournament_are_not_found(name, scene, other, browsers):
    """The direction of one tournament cannot address another one's players, penalties, roles."""
    address = scene.address(name, pk=other.named(name))
    client = browsers["direction"]
    assert {attempt(client, method, address) for method in ("get", "post")} <= {404, NOT_OFFERED}
    model = NAMED[name]
    mine = model.objects.filter(**{OF_TOURNAMENT.get(model, "tournament"): other.tournament})
    assert mine.filter(pk=other.named(name)).exists()


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="for SQLite alone")
@pytest.mark.parametrize("name", PAGES)
def test_standby_computer_is_readable_like_any_other(name, scene, browsers):
    page = PAGES[name]
    address = "/admin/login/" if name == "admin/login/" else scene.address(name)
    OtherComputer.objects.create(way=OtherComputer.Way.FIRST)
    refresh()
    result = attempt(browsers["owner"], "get", address)
    assert result in expected(page, "owner", "get")


def test_unknown_tournament_is_not_found(scene, browsers):
    client, found = browsers["owner"], {}
    names = [name for name in PAGES if "slug" in parameters(name)]
    assert len(names) > 100
    for name in names:
        address = scene.address(name).replace("/herbst/", "/gibt-es-nicht/")
        results = {attempt(client, method, address) for method in ("get", "post")}
        if not results <= {404, NOT_OFFERED}:
            found[name] = results
    assert found == {}


def test_disabled_account_is_a_stranger_to_everything(scene, browsers):
    client = browsers["direction"]
    User.objects.filter(username="direction").update(is_active=False)
    closed = {
        name: attempt(client, "get", scene.address(name))
        for name, page in PAGES.items()
        if name != "admin/login/" and "anonymous" not in page.openers
    }
    assert {name for name, result in closed.items() if result != "sign-in"} == set()


def test_admin_is_for_owners_alone(browsers):
    addresses = [
        reverse(f"admin:{name}")
        for name in get_resolver().namespace_dict["admin"][1].reverse_dict
        if isinstance(name, str) and name.endswith(("_changelist", "_add", "index"))
    ]
    assert len(addresses) > 10
    for role in ROLES[:-1]:
        client = browsers[role]
        for address in addresses:
            answer = answer_to(client, "get", address)
            assert (answer.status_code, answer["Location"].partition("?")[0]) in {
                (302, reverse("sign-in")),
                (302, reverse("admin:login")),
            }, (role, address)
