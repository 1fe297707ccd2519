"""Accounts of the installation and roles in a tournament."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from tests.factories.journal import NOTED, acts
from tests.factories.pages import messages_of
from tests.factories.tournaments import make_owner, make_tournament, make_user
from tests.factories.words import refusal
from tournament.accounts import writes as accounts
from tournament.accounts.reads import account_names, installation_journal
from tournament.errors import Refused
from tournament.models import JournalEntry, Membership, Role, User
from tournament.permissions import COMMAND_LINE, Actor

pytestmark = [pytest.mark.django_db, pytest.mark.database]

PASSWORD = "kreuzdame sticht fuchs"


@pytest.fixture
def owner():
    return make_owner()


@pytest.fixture
def owner_client(owner):
    client = Client()
    client.force_login(owner)
    return client


def acts_on_accounts() -> list[tuple[str, str]]:
    """Return code and account of each act in the installation's journal, the latest first."""
    entries = list(installation_journal().exclude(action=NOTED))
    names = account_names(entries)
    return [(entry.action, names[entry.data["account"]]) for entry in entries]


@pytest.mark.alone
def test_first_start_creates_an_owner_without_a_password():
    accounts.owner_start_link(COMMAND_LINE)
    owner = User.objects.get()
    assert (owner.username, owner.is_owner, owner.is_staff) == ("leitung", True, True)
    assert not owner.has_usable_password()


def test_no_start_link_once_an_owner_has_a_password(owner):
    assert accounts.owner_start_link(COMMAND_LINE)
    accounts.set_password(owner, PASSWORD)
    assert accounts.owner_start_link(COMMAND_LINE) is None


def test_start_link_works_again_when_the_last_owner_is_switched_off(owner):
    second = make_owner("zwei")
    accounts.set_password(second, PASSWORD)
    accounts.switch_account(Actor(owner), second, active=False)
    assert accounts.owner_start_link(COMMAND_LINE)


def test_password_of_a_helper_does_not_stop_the_start_link(owner):
    accounts.set_password(make_user(), PASSWORD)
    assert accounts.owner_start_link(COMMAND_LINE)


def test_new_account_comes_with_a_link_that_works(owner_client):
    page = owner_client.post(
        reverse("account-new"), {"username": "helga", "first_name": "Helga", "last_name": "Özer"}
    )
    link = page.context["link"]
    assert link.startswith("http://testserver/link/")
    assert link in page.content.decode()

    helper = Client()
    helper.post(link.removeprefix("http://testserver"))
    helga = User.objects.get(username="helga")
    assert helper.session["_auth_user_id"] == str(helga.pk)
    assert (helga.is_owner, helga.is_staff) == (False, False)
    assert acts_on_accounts() == [
        ("link_used", "helga"),
        ("link_handed_out", "helga"),
        ("account_created", "helga"),
    ]


@pytest.mark.alone
def test_account_name_is_taken_in_any_capitals(owner_client):
    make_user(username="helga")
    page = owner_client.post(reverse("account-new"), {"username": "HELGA"})
    assert "gibt es schon" in page.content.decode()
    assert User.objects.count() == 2


def test_hostile_account_name_is_shown_as_text(owner_client, owner):
    accounts.create_account(Actor(owner), username="x", first_name="<script>alert(1)</script>")
    page = owner_client.get(reverse("accounts")).content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page


def test_switched_off_account_is_out_at_once(owner_client):
    helper = make_user(username="helga")
    client = Client()
    client.force_login(helper)
    assert client.get(reverse("home")).status_code == 200

    owner_client.post(reverse("account-switch", args=[helper.pk]), {"off": ""})
    assert client.get(reverse("home")).status_code == 302
    owner_client.post(reverse("account-switch", args=[helper.pk]), {"on": ""})
    helper.refresh_from_db()
    assert helper.is_active
    assert acts_on_accounts() == [
        ("account_switched_on", "helga"),
        ("account_switched_off", "helga"),
    ]


def test_last_owner_cannot_be_switched_off(owner_client, owner):
    page = owner_client.post(reverse("account-switch", args=[owner.pk]), {"off": ""}, follow=True)
    assert messages_of(page) == [refusal("last_owner", account="owner")]
    owner.refresh_from_db()
    assert owner.is_active

    make_owner("zwei")
    owner_client.post(reverse("account-switch", args=[owner.pk]), {"off": ""})
    owner.refresh_from_db()
    assert not owner.is_active


def test_switched_off_account_gets_no_link(owner_client):
    helper = make_user(username="helga")
    User.objects.filter(pk=helper.pk).update(is_active=False)
    page = owner_client.post(reverse("account-link", args=[helper.pk]), follow=True)
    assert "„helga“ ist abgeschaltet" in page.content.decode()


def test_first_password_needs_no_current_one_and_keeps_the_session(owner_client, owner):
    new = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    assert owner_client.post(reverse("password"), new)["Location"] == reverse("home")
    owner.refresh_from_db()
    assert owner.check_password(PASSWORD)
    assert owner_client.get(reverse("home")).status_code == 200
    assert acts_on_accounts() == [("password_set", "owner")]


def test_changing_a_password_needs_the_current_one(owner_client, owner):
    accounts.set_password(owner, PASSWORD)
    owner_client.force_login(owner)
    new = {"new_password1": "ganz neues wort 9", "new_password2": "ganz neues wort 9"}
    owner_client.post(reverse("password"), new)
    owner_client.post(reverse("password"), {**new, "old_password": "falsch"})
    owner.refresh_from_db()
    assert owner.check_password(PASSWORD)
    owner_client.post(reverse("password"), {**new, "old_password": PASSWORD})
    owner.refresh_from_db()
    assert owner.check_password("ganz neues wort 9")


@pytest.mark.parametrize("weak", ["kurz", "1234567890", "passwort12"[:8]])
def test_weak_password_is_refused(owner_client, owner, weak):
    owner_client.post(reverse("password"), {"new_password1": weak, "new_password2": weak})
    owner.refresh_from_db()
    assert not owner.has_usable_password()


@pytest.mark.alone
def test_roles_are_given_and_taken_with_journal(owner_client, owner):
    tournament = make_tournament()
    helper = make_user(username="helga")
    page = reverse("roles", args=[tournament.slug])
    for _ in range(2):  # the second time changes nothing
        owner_client.post(page, {"account": helper.pk, "role": "referee"})
    held = Membership.objects.get()
    assert (held.user, held.role) == (helper, Role.REFEREE)

    owner_client.post(reverse("role-take", args=[tournament.slug, held.pk]))
    assert not Membership.objects.exists()
    entries = acts().filter(tournament=tournament)
    assert [(entry.action, entry.data) for entry in entries] == [
        ("role_given", {"account": helper.pk, "role": "referee"}),
        ("role_taken", {"account": helper.pk, "role": "referee"}),
    ]


def test_direction_gives_roles_in_its_own_tournament_alone():
    mine, other = make_tournament("mein"), make_tournament("anderes")
    direction = Actor(make_user(Role.DIRECTION, mine))
    accounts.give_role(direction, mine, make_user(), Role.TYPIST)
    with pytest.raises(PermissionDenied):
        accounts.give_role(direction, other, make_user(), Role.TYPIST)


def test_role_of_another_tournament_cannot_be_taken_through_mine(client):
    mine, other = make_tournament("mein"), make_tournament("anderes")
    client.force_login(make_user(Role.DIRECTION, mine))
    make_user(Role.TYPIST, other)
    held = Membership.objects.get(tournament=other)
    assert client.post(reverse("role-take", args=[mine.slug, held.pk])).status_code == 404
    assert Membership.objects.filter(pk=held.pk).exists()


def test_switched_off_account_gets_no_role(owner):
    helper = make_user()
    helper.is_active = False
    with pytest.raises(Refused, match="account_off"):
        accounts.give_role(Actor(owner), make_tournament(), helper, Role.TYPIST)


@pytest.mark.parametrize("role", list(Role))
def test_only_owners_run_the_installation(role):
    actor = Actor(make_user(role, make_tournament()))
    for act in (
        lambda: accounts.create_account(actor, username="neu", owner=True),
        lambda: accounts.hand_out_link(actor, make_user()),
        lambda: accounts.switch_account(actor, make_user(), active=False),
        lambda: accounts.owner_start_link(actor),
    ):
        with pytest.raises(PermissionDenied):
            act()


@pytest.mark.alone
def test_home_lists_the_tournaments_one_has_a_role_in(client, owner_client):
    mine = make_tournament("mein", name="Mein Turnier")
    make_tournament("anderes", name="Anderes Turnier")
    client.force_login(make_user(Role.TYPIST, mine))
    assert [t.slug for t in client.get(reverse("home")).context["tournaments"]] == ["mein"]
    assert len(owner_client.get(reverse("home")).context["tournaments"]) == 2


@pytest.mark.alone
def test_journal_of_the_installation_has_pages(owner_client, owner, django_assert_num_queries):
    for _ in range(100):
        JournalEntry.objects.create(action="password_set", user=owner, data={"account": owner.pk})
    with django_assert_num_queries(5):  # session, account, count, entries, names
        first = owner_client.get(reverse("installation-journal"))
    second = owner_client.get(reverse("installation-journal") + "?page=2")
    assert [len(page.context["table"].rows) for page in (first, second)] == [100, 1]
    assert "sort=" not in first.content.decode()  # read in its order
