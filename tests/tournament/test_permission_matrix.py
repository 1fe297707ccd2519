"""Who may open and who may send what: every address of the program, for every role.

A new address must get its line here, or a test fails. The strangers are people with a role in
another tournament.
"""

from dataclasses import dataclass

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver, reverse

from tests.factories.addresses import NAMED, OF_TOURNAMENT, Scene, parameters, patterns
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_owner, make_tournament, make_user
from tournament.models import Adjustment, Penalty, PlayerImport, Role, User

pytestmark = [pytest.mark.django_db, pytest.mark.database]

ROLES = ("anonymous", "stranger", "typist", "referee", "direction", "owner")
PUBLIC = frozenset(ROLES)
SIGNED_IN = PUBLIC - {"anonymous"}
READERS = SIGNED_IN - {"stranger"}
DESK = frozenset({"typist", "direction", "owner"})
REFEREES = frozenset({"referee", "direction", "owner"})
DIRECTION = frozenset({"direction", "owner"})
OWNERS = frozenset({"owner"})

NOT_OFFERED = 405
SENT = 302  # carried out, and on to another page
SHOWN = 200  # a form comes back with what is missing
REFUSED = 422  # the same, said by the status, too


@dataclass(frozen=True)
class Page:
    """Who may open an address and what they get, who may send to it and what they get.

    What is sent is empty: a form shows itself again, a button works. `senders` are the openers
    unless they are named. A page to which nothing is to be sent (None) refuses that or just shows
    itself.
    """

    openers: frozenset[str]
    opened: int = 200
    sent: int | None = None
    senders: frozenset[str] | None = None

    def allowed(self, method: str) -> frozenset[str]:
        """Who may."""
        return self.openers if method == "get" or self.senders is None else self.senders

    def statuses(self, method: str) -> set[int]:
        """What those who may get."""
        if method == "get":
            return {self.opened}
        return {self.opened, NOT_OFFERED} if self.sent is None else {self.sent}


def button(senders: frozenset[str], sent: int = SENT) -> Page:
    """An address that one can only send to."""
    return Page(senders, opened=NOT_OFFERED, sent=sent)


PAGES = {
    # The installation
    "home": Page(SIGNED_IN),
    "sign-in": Page(PUBLIC, sent=SHOWN),
    "sign-in-link": Page(PUBLIC, opened=410, sent=410),
    "sign-out": button(PUBLIC),
    "set_language": Page(PUBLIC, opened=SENT, sent=SENT),
    "admin/login/": Page(PUBLIC, opened=SENT, sent=SENT),
    "favicon": Page(PUBLIC, opened=SENT, sent=SENT),
    "password": Page(SIGNED_IN, sent=SHOWN),
    "accounts": Page(OWNERS),
    "account-new": Page(OWNERS, sent=SHOWN),
    "account-link": button(OWNERS, sent=200),
    "account-switch": button(OWNERS),
    "installation-journal": Page(OWNERS),
    "remove-example": button(OWNERS),
    "roles": Page(DIRECTION, sent=SHOWN),
    "role-take": button(DIRECTION),
    # The tournament and its players
    "tournament-new": Page(OWNERS, sent=SHOWN),
    "overview": Page(READERS),
    "journal": Page(READERS),
    "settings": Page(DIRECTION, sent=SHOWN),
    "rules": Page(DIRECTION),
    "tournament-finish": button(DIRECTION),
    "tournament-resume": button(DIRECTION),
    "tournament-delete": Page(OWNERS, sent=SHOWN),
    "players": Page(READERS),
    "players-check-in": button(DESK),
    "players-desk": button(DESK, sent=400),
    "player-new": Page(DIRECTION, sent=SHOWN),
    "player-edit": Page(DIRECTION, sent=SHOWN),
    "player-check-in": button(DESK),
    "player-fee": button(DESK),
    "player-status": Page(DIRECTION, sent=REFUSED),
    "player-remove": button(DIRECTION),
    "players-import": Page(DIRECTION, sent=SHOWN),
    "players-import-preview": Page(DIRECTION, sent=SENT),
    # Rounds
    "draw": Page(DIRECTION, sent=REFUSED),
    "draw-commitment": button(DIRECTION),
    "draw-list": button(DIRECTION),
    "draw-publish": button(DIRECTION),
    "draw-compare": Page(DIRECTION, sent=SHOWN),
    "draw-proof": Page(READERS),
    "draw-proof-file": Page(DIRECTION),  # everybody's, once nothing drawn is unpublished
    "round": Page(READERS),
    "board": Page(READERS),
    "board-papers": button(DESK),
    "round-seats": Page(READERS),
    "redraw": Page(DIRECTION, sent=REFUSED),
    "seats-repair": Page(DIRECTION, opened=SENT, sent=SENT),  # round 1 has begun: to round 2
    "seats-swap": Page(DIRECTION, sent=REFUSED),
    "seats-substitute": Page(DIRECTION, sent=REFUSED),
    "seats-by-hand": Page(DIRECTION, sent=REFUSED),
    "plan": Page(DIRECTION),
    "plan-tables": Page(DIRECTION),
    "clock": Page(READERS),
    "clock-figures": Page(READERS),
    "clock-start": button(REFEREES),
    "clock-pause": button(REFEREES),
    "clock-resume": button(REFEREES),
    "clock-end": button(REFEREES),
    "clock-reset": button(REFEREES),
    "extra-time": Page(REFEREES, sent=REFUSED),
    "table-start": button(REFEREES, sent=REFUSED),
    "round-close": Page(DIRECTION, opened=SENT, sent=SENT),  # sheets are missing: to the round
    "round-reopen": button(DIRECTION),
    "round-result": Page(READERS),
    "standings": Page(READERS),
    "standings-freeze": Page(DIRECTION, sent=REFUSED),
    "standings-unfreeze": button(DIRECTION),
    # Score sheets, penalties, deductions
    "totals-lane": Page(DESK),
    "totals-lane-save": button(DESK, sent=400),
    "sheet": Page(READERS, sent=REFUSED, senders=DESK),
    "sheet-check": button(DESK, sent=400),
    "sheet-draft": button(DESK, sent=400),
    "sheet-doctor": button(DESK, sent=400),
    "sheet-value": button(DESK, sent=400),
    "sheet-versions": Page(READERS, sent=REFUSED, senders=DESK),
    "sheet-ruling": Page(DIRECTION, sent=REFUSED),
    "sheet-take-back": Page(DESK, sent=REFUSED),
    "verification-decision": Page(DESK, opened=SENT, sent=SENT),  # nothing differs: to the others
    "verification": Page(DESK, opened=SENT, sent=SENT),  # not asked for: to the round
    "penalties": Page(READERS),
    "penalty-new": Page(REFEREES, sent=SHOWN),
    "penalty-revoke": button(REFEREES),
    "referee": Page(READERS),
    "referee-call": Page(REFEREES),
    "referee-violation": Page(REFEREES),
    "referee-deal": Page(READERS),
    "referee-value": Page(READERS),
    "deductions": Page(READERS),
    "deduction-new": Page(DIRECTION, sent=SHOWN),
    "deduction-revoke": button(DIRECTION),
    # Documents
    "print": Page(READERS),
    "print-seats": Page(READERS),
    "print-sheets": Page(READERS),
    "print-round-result": Page(READERS),
    "print-standings": Page(READERS),
    "print-plan": Page(DIRECTION),
    "print-tents": Page(READERS),
    "print-commitment": Page(READERS, opened=SENT),  # there is none: back to the list
    "print-proof": Page(DIRECTION),  # everybody's, once nothing drawn is unpublished
    "workbook": Page(READERS),
}


@pytest.fixture(scope="module")
def scene(made_once: None) -> Scene:
    """A tournament of which everything exists once; its example mark lets it be removed."""
    return make_scene("herbst")


@pytest.fixture(scope="module")
def other(made_once: None) -> Scene:
    """The same once more."""
    return make_scene("fruehling")


@pytest.fixture(scope="module")
def sessions(scene: Scene) -> dict[str, str]:
    """The cookies of somebody in each role."""
    return {role: client_for(role, scene).cookies.output(header="", sep=";") for role in ROLES}


def make_scene(slug: str) -> Scene:
    tournament = make_drawn_tournament(8, slug=slug, is_example=True)
    round = round_number(tournament, 1)
    table = round.tables.get(number=1)
    enter_totals(table, [3, -1, -1, -1])
    Penalty.objects.create(table=table, rule="9.3.2", offender=1, points=[-3, 1, 1, 1])
    entry = tournament.entries.get(number=1)
    Adjustment.objects.create(entry=entry, points=-3, reason="Lärm")
    author = make_user(Role.TYPIST, tournament, f"hilfe-{slug}")
    PlayerImport.objects.create(tournament=tournament, user=author, file_name="liste.csv")
    return Scene(tournament, round, table)


def client_for(role: str, scene: Scene) -> Client:
    """A browser of somebody in this role."""
    client = Client(raise_request_exception=False)
    if role == "stranger":
        client.force_login(make_user(Role.DIRECTION, make_tournament("woanders"), "stranger"))
    elif role == "owner":
        client.force_login(make_owner())
    elif role != "anonymous":
        client.force_login(make_user(Role(role), scene.tournament, role))
    return client


def browser_of(role: str, sessions: dict[str, str]) -> Client:
    """A new browser in which somebody in this role has signed in."""
    client = Client(raise_request_exception=False)
    client.cookies.load(sessions[role])
    return client


def outcome(answer: HttpResponse) -> int | str:
    """The status of an answer; being sent to the sign-in page is no ordinary redirect."""
    if answer.status_code == 302 and answer["Location"].startswith(reverse("sign-in") + "?next="):
        return "sign-in"
    return answer.status_code


def expected(page: Page, role: str, method: str) -> set[int | str]:
    """What must come out. Who may not is told so before or after the method is looked at."""
    if role == "anonymous" and "anonymous" not in page.openers:
        return {"sign-in"}
    if role in page.allowed(method):
        return {*page.statuses(method)}
    return {403, *(page.statuses(method) & {NOT_OFFERED})}


def attempt(client: Client, method: str, address: str) -> int | str:
    """The outcome of one request, undone afterwards."""
    with transaction.atomic():
        result = outcome(getattr(client, method)(address))
        transaction.set_rollback(True)
    return result


def test_every_address_has_its_line():
    assert set(patterns()) == set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_address_answers_each_role_as_it_should(name, scene, sessions):
    page = PAGES[name]
    address = "/admin/login/" if name == "admin/login/" else scene.address(name)
    wrong = {}
    for role in ROLES:
        for method in ("get", "post"):
            client = browser_of(role, sessions)
            result = attempt(client, method, address)
            if result not in expected(page, role, method):
                wrong[role, method] = (result, expected(page, role, method))
    assert wrong == {}


OF_ONE_TOURNAMENT = sorted(
    name for name, model in NAMED.items() if name in PAGES and model is not User
)


@pytest.mark.parametrize("name", OF_ONE_TOURNAMENT)
def test_things_of_another_tournament_are_not_found(name, scene, other, sessions):
    """The direction of one tournament cannot name another one's players, penalties, roles."""
    address = scene.address(name, pk=other.named(name))
    client = browser_of("direction", sessions)
    assert {attempt(client, method, address) for method in ("get", "post")} <= {404, NOT_OFFERED}
    model = NAMED[name]
    mine = model.objects.filter(**{OF_TOURNAMENT.get(model, "tournament"): other.tournament})
    assert mine.filter(pk=other.named(name)).exists()


@pytest.mark.parametrize("name", [name for name in PAGES if "slug" in parameters(name)])
def test_unknown_tournament_is_not_found(name, scene, sessions):
    address = scene.address(name).replace("/herbst/", "/gibt-es-nicht/")
    client = browser_of("owner", sessions)
    assert {attempt(client, method, address) for method in ("get", "post")} <= {404, NOT_OFFERED}


def test_switched_off_account_is_a_stranger_to_everything(scene, sessions):
    client = browser_of("direction", sessions)
    User.objects.filter(username="direction").update(is_active=False)
    closed = {
        name: attempt(client, "get", scene.address(name))
        for name, page in PAGES.items()
        if name != "admin/login/" and "anonymous" not in page.openers
    }
    assert {name for name, result in closed.items() if result != "sign-in"} == set()


def test_admin_is_for_owners_alone(sessions):
    addresses = [
        reverse(f"admin:{name}")
        for name in get_resolver().namespace_dict["admin"][1].reverse_dict
        if isinstance(name, str) and name.endswith(("_changelist", "_add", "index"))
    ]
    assert len(addresses) > 10
    for role in ROLES[:-1]:
        client = browser_of(role, sessions)
        for address in addresses:
            answer = client.get(address)
            assert (answer.status_code, answer["Location"].partition("?")[0]) in {
                (302, reverse("sign-in")),
                (302, reverse("admin:login")),
            }, (role, address)
