"""Who may open and who may send what: every address of the program, for every role.

A new address must get its line here, or a test fails. The strangers are people with a role in
another tournament.
"""

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver, reverse

from tests.factories.addresses import NAMED, OF_TOURNAMENT, Scene, parameters, patterns
from tests.factories.allowed import (
    DESK,
    DIRECTION,
    NOT_OFFERED,
    OWNERS,
    PEOPLE,
    PUBLIC,
    READERS,
    REFEREES,
    REFUSED,
    ROLES,
    SENT,
    SHOWN,
    SIGNED_IN,
    Page,
    button,
)
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_owner, make_tournament, make_user
from tournament.core.money.fees import Fee
from tournament.core.money.prizes import Ladder, Prize, PrizeKind
from tournament.models import (
    Adjustment,
    Call,
    GroupRanking,
    Penalty,
    PlayerImport,
    PrizeAward,
    Protest,
    Rehearsal,
    Role,
    Series,
    Stage,
    User,
)
from tournament.permissions import COMMAND_LINE
from tournament.services.money import set_fees, take_payment
from tournament.services.prizes import set_prizes

pytestmark = pytest.mark.django_db

PAGES = {
    # The installation
    "home": Page(SIGNED_IN),
    "sign-in": Page(PUBLIC, sent=SHOWN),
    "sign-in-link": Page(PUBLIC, opened=410, sent=410),
    "sign-out": button(PUBLIC),
    "health": Page(PUBLIC, sent=405),
    "metrics": Page(PUBLIC, opened=404, sent=405),  # opened by a token, see test_monitoring.py
    "set_language": Page(PUBLIC, opened=SENT, sent=SENT),
    "admin/login/": Page(PUBLIC, opened=SENT, sent=SENT),
    "favicon": Page(PUBLIC, opened=SENT, sent=SENT),
    "password": Page(SIGNED_IN, sent=SHOWN),
    "accounts": Page(OWNERS),
    "account-new": Page(OWNERS, sent=SHOWN),
    "account-link": button(OWNERS, sent=200),
    "account-switch": button(OWNERS),
    "installation-journal": Page(OWNERS),
    "series-list": Page(PEOPLE),
    "series-new": Page(OWNERS, sent=SHOWN),
    "series": Page(DIRECTION),
    "series-file": Page(DIRECTION),
    "series-association": Page(DIRECTION),
    "series-settings": Page(OWNERS, sent=SHOWN),
    "series-delete": button(OWNERS),
    "evening-add": button(OWNERS),
    "evening-import": Page(OWNERS, sent=SHOWN),
    "evening-remove": button(OWNERS),
    "evening-next": Page(OWNERS, sent=SHOWN),
    "hall-network": Page(OWNERS),
    "hall-network-switch": button(OWNERS),
    "backup": Page(OWNERS),
    "backup-now": button(OWNERS),
    "backup-place": button(OWNERS),
    "backup-restore": Page(OWNERS, opened=SENT, sent=SENT),  # no copy is named: to the list
    "people": Page(PEOPLE),
    "person": Page(DIRECTION, sent=REFUSED),
    "person-data": Page(OWNERS),
    "person-merge": Page(OWNERS, sent=SHOWN),
    "person-separate": button(OWNERS, sent=404),  # nobody is merged
    "person-delete": Page(OWNERS, sent=SENT),
    "remove-example": button(OWNERS),
    "roles": Page(DIRECTION, sent=SHOWN),
    "role-take": button(DIRECTION),
    # Screens in the hall
    "screen-door": Page(PUBLIC, sent=SHOWN),
    "screen": Page(PUBLIC),
    "screen-picture": Page(PUBLIC),
    "beamer": Page(DIRECTION, sent=REFUSED),
    "beamer-picture": Page(DIRECTION),
    "beamer-show": button(DIRECTION),
    "beamer-turns": button(DIRECTION, sent=REFUSED),
    "beamer-announce": button(DIRECTION),
    "beamer-release": button(DIRECTION),
    "beamer-podium": button(DIRECTION),
    "beamer-code": button(DIRECTION),
    "beamer-screen": button(DIRECTION),
    # The tournament and its players
    "tournament-new": Page(OWNERS, sent=SHOWN),
    "overview": Page(READERS),
    "find": Page(READERS),
    "hall": Page(DIRECTION, sent=SENT),
    "journal": Page(READERS),
    "settings": Page(DIRECTION, sent=SHOWN),
    "rules": Page(DIRECTION),
    "rehearsal": Page(DIRECTION, sent=SENT),
    "rehearsal-new": Page(OWNERS, sent=REFUSED),
    "tournament-finish": Page(DIRECTION, sent=REFUSED),
    "tournament-resume": button(DIRECTION),
    "tournament-delete": Page(OWNERS, sent=SHOWN),
    "players": Page(READERS),
    "players-check-in": button(DESK),
    "players-desk": button(DESK, sent=400),
    "players-found": Page(DESK),
    "players-teams": Page(DIRECTION, sent=REFUSED),
    "player-new": Page(DIRECTION, sent=SHOWN),
    "player-walk-in": button(DIRECTION),
    "player": Page(READERS),
    "player-edit": Page(DIRECTION, sent=SHOWN),
    "player-check-in": button(DESK),
    "player-fee": button(DESK),
    "player-status": Page(DIRECTION, sent=REFUSED),
    "player-remove": button(DIRECTION),
    "players-template": Page(DIRECTION),
    "players-import": Page(DIRECTION, sent=SHOWN),
    "players-import-preview": Page(DIRECTION, sent=SENT),
    "players-all": Page(DESK, sent=REFUSED),
    # Money
    "money": Page(DESK),
    "money-settings": button(DIRECTION, sent=REFUSED),
    "money-count": button(DIRECTION, sent=REFUSED),
    "money-person": Page(DESK, sent=REFUSED),
    "payment-take-back": button(DESK),
    "prizes": Page(READERS),
    "prizes-edit": Page(DIRECTION, sent=REFUSED),
    "prizes-assign": button(DIRECTION),
    "prizes-unassign": button(DIRECTION),
    "prize-hand-out": button(DIRECTION),
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
    "forecast": Page(READERS, sent=REFUSED),
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
    "standings-ranking": Page(READERS),
    "standings-rankings": Page(DIRECTION, sent=SHOWN),
    "standings-outlook": Page(READERS),
    "standings-lot": button(DIRECTION),
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
    "penalty-revoke": button(REFEREES),
    "calls": Page(READERS),
    "call-new": Page(REFEREES, sent=SHOWN),
    "call-withdraw": button(REFEREES),
    "protest-new": Page(REFEREES, sent=SHOWN),
    "protest": Page(READERS, sent=REFUSED, senders=REFEREES),
    "referee": Page(READERS),
    "referee-call": Page(REFEREES),
    "referee-violation": Page(REFEREES),
    "referee-complaint": Page(REFEREES),
    "referee-conduct": Page(REFEREES),
    "referee-deal": Page(READERS),
    "referee-value": Page(READERS),
    "deductions": Page(READERS),
    "deduction-new": Page(DIRECTION, sent=REFUSED),
    "deduction-revoke": button(DIRECTION),
    # Players' phones: what the direction sets, and what everybody with the code sees
    "phones": Page(DIRECTION),
    **dict.fromkeys(("phones-switch", "phones-renew", "standings-release"), button(DIRECTION)),
    **dict.fromkeys(("phone", "phone-clock", "phone-seats", "phone-player"), Page(PUBLIC)),
    "phone-standings": Page(PUBLIC),
    # Documents
    "print": Page(READERS),
    "print-seats": Page(READERS),
    "print-sheets": Page(READERS),
    "print-round-result": Page(READERS),
    "print-standings": Page(READERS),
    "print-ranking": Page(READERS),
    "print-calls": Page(READERS),
    "print-plan": Page(DIRECTION),
    "print-association": Page(READERS),
    "print-website": Page(READERS),
    "print-tents": Page(READERS),
    "print-commitment": Page(READERS, opened=SENT),  # there is none: back to the list
    "print-door-list": Page(DESK),
    "print-prizes": Page(READERS),
    "print-receipts": Page(DESK),
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
    phones = {"phones_let_in": True, "phone_code": f"code-{slug}"}
    tournament = make_drawn_tournament(8, slug=slug, is_example=True, **phones)
    Rehearsal.objects.create(tournament=tournament)
    round = round_number(tournament, 1)
    table = round.tables.get(number=1)
    enter_totals(table, [3, -1, -1, -1])
    Penalty.objects.create(table=table, rule="9.3.2", offender=1, points=[-3, 1, 1, 1])
    entry = tournament.entries.get(number=1)
    GroupRanking.objects.create(tournament=tournament, kind="club")
    Adjustment.objects.create(entry=entry, points=-3, reason="Lärm")
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    take_payment(COMMAND_LINE, entry, 1500)
    set_prizes(COMMAND_LINE, tournament, [Prize(Ladder(PrizeKind.PLACE), 1, 1, 1500)])
    PrizeAward.objects.create(tournament=tournament, entry=entry, kind="place", place=1)
    seated = table.seats.get(position=1).entry
    Call.objects.create(table=table, paragraph="9.2.3", offender=seated)
    Protest.objects.create(table=table, protester=seated)
    author = make_user(Role.TYPIST, tournament, f"hilfe-{slug}")
    PlayerImport.objects.create(tournament=tournament, user=author, file_name="liste.csv")
    series = Series.objects.create(slug=f"serie-{slug}", name="Serie")
    series.evenings.create(tournament=tournament)
    Stage.objects.create(tournament=tournament, code=slug[:5].upper())
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
    if page is PAGES["person"] and role == "stranger":
        return {404}  # may look up people, not these
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
    name
    for name, model in NAMED.items()
    if name in PAGES and model is not User and PAGES[name].openers != OWNERS
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
