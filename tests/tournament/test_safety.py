"""Protection of every page: headers, cookies, forged forms, large uploads, the admin's limits."""

import pytest
from django.conf import settings
from django.contrib import admin
from django.contrib.auth import SESSION_KEY
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.factories.journal import acts
from tests.factories.tournaments import make_owner, make_tournament
from tests.factories.words import text
from tournament.config import environment
from tournament.models import (
    Adjustment,
    Draw,
    GameTable,
    JournalEntry,
    Membership,
    Penalty,
    Round,
    Seat,
    SheetDraft,
    SheetVersion,
    SignInLink,
    User,
)

pytestmark = pytest.mark.django_db

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}


@pytest.fixture
def owner_client():
    client = Client()
    client.force_login(make_owner())
    return client


@pytest.mark.parametrize("page", ["/sign-in/", "/link/x/", "/gibt-es-nicht/", "/"])
def test_every_answer_carries_the_security_headers(client, page):
    answer = client.get(page)
    parts = (part.split(maxsplit=1) for part in answer["Content-Security-Policy"].split(";"))
    assert dict(parts) == POLICY
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"


def test_session_cookie_is_inaccessible_to_scripts_and_other_sites(client):
    owner = make_owner()
    owner.set_password("kreuzdame sticht")
    owner.save()
    client.post(reverse("sign-in"), {"username": "owner", "password": "kreuzdame sticht"})
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert client.session[SESSION_KEY] == str(owner.pk)
    csrf = client.cookies[settings.CSRF_COOKIE_NAME]
    assert (csrf["httponly"], csrf["samesite"]) == (True, "Lax")


def test_environment_says_whether_https_is_in_front(monkeypatch):
    monkeypatch.setenv("KREUZDAME_HTTPS", "1")
    assert environment.behind_https()
    monkeypatch.delenv("KREUZDAME_HTTPS")
    assert not environment.behind_https()


def test_form_from_elsewhere_is_refused_with_a_page_that_says_so():
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(reverse("sign-in"), {"username": "owner", "password": "x"})
    assert answer.status_code == 403
    assert text("This form is no longer valid") in answer.content.decode()


def test_unknown_host_is_refused():
    assert Client(headers={"host": "evil.example"}).get("/sign-in/").status_code == 400


def test_error_pages_are_self_contained(client, rf):
    assert text("There is no such page") in client.get("/gibt-es-nicht/").content.decode()
    quiet = Client(raise_request_exception=False)
    quiet.force_login(make_owner())
    JournalEntry.objects.create(action="no_such_action")
    answer = quiet.get(reverse("installation-journal"))
    assert answer.status_code == 500
    assert text("Something went wrong in the program") in answer.content.decode()


def test_request_larger_than_the_limit_is_refused(owner_client):
    form = {"username": "x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE, "password": "x"}
    assert owner_client.post(reverse("sign-in"), form).status_code == 400


def test_secret_key_is_created_once(tmp_path, monkeypatch):
    monkeypatch.delenv("KREUZDAME_SECRET_KEY", raising=False)
    monkeypatch.setenv("KREUZDAME_VAR", str(tmp_path / "var"))
    first = environment.secret_key()
    assert len(first) >= 64
    assert environment.secret_key() == first


# --- Django's admin ---------------------------------------------------------------------------

UNTOUCHABLE = [
    Adjustment,
    Draw,
    GameTable,
    JournalEntry,
    Penalty,
    Round,
    Seat,
    SheetDraft,
    SheetVersion,
]


def owner_request():
    request = RequestFactory().get("/admin/")
    request.user = User(is_active=True, is_staff=True, is_superuser=True)
    return request


@pytest.mark.parametrize("model", UNTOUCHABLE)
def test_admin_is_read_only_where_only_services_may_write(model):
    page = admin.site.get_model_admin(model)
    permissions = page.get_model_perms(owner_request())
    assert permissions == {"add": False, "change": False, "delete": False, "view": True}


def test_admin_deletes_nothing():
    deletable = [
        model.__name__
        for model, page in admin.site._registry.items()
        if page.has_delete_permission(owner_request())
    ]
    assert deletable == []


def test_admin_has_no_way_around_accounts_and_links():
    for model in (User, Membership, SignInLink):
        assert not admin.site.is_registered(model)


def test_admin_refuses_a_changed_result_by_post(owner_client):
    tournament = make_tournament()
    entry = JournalEntry.objects.create(tournament=tournament, action="tournament_created")
    page = reverse("admin:tournament_journalentry_change", args=[entry.pk])
    assert owner_client.get(page).status_code == 200
    assert owner_client.post(page, {"action": "else"}).status_code == 403
    deletion = reverse("admin:tournament_journalentry_delete", args=[entry.pk])
    assert owner_client.post(deletion, {"post": "yes"}).status_code == 403
    assert acts().get().action == "tournament_created"
