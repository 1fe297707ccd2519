"""Signing in and out, and changing one's own password."""

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from tournament.accounts.writes import accounts as services
from tournament.accounts.writes import sign_in as signing_in
from tournament.errors import Refused
from tournament.forms.accounts import SignInForm, password_form
from tournament.labels.refusals import refusal_sentence
from tournament.models import User
from tournament.views.access import Request, account_page
from tournament.views.acts import form_page, refusals_in

BACKEND = "django.contrib.auth.backends.ModelBackend"


@login_not_required
@never_cache
@sensitive_post_parameters("password")
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with name and password; the only page without an account."""
    form = SignInForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            user = signing_in.check_password(request, **form.cleaned_data)
            return _signed_in(request, user, _next_address(request))
    return render(
        request, "installation/sign_in.html", {"form": form, "next": request.GET.get("next", "")}
    )


@login_not_required
@never_cache
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show one button; only pressing it uses up the link, so a messenger's preview does not."""
    try:
        link = signing_in.find_link(token)
        if request.method == "POST":
            return _signed_in(request, signing_in.use_link(token), "home")
    except Refused as refusal:
        refused = {"refusal": refusal_sentence(refusal)}
        return render(request, "installation/sign_in_link.html", refused, status=410)
    return render(request, "installation/sign_in_link.html", {"account": link.user})


@login_not_required
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session."""
    logout(request)
    return redirect("sign-in")


@account_page
@never_cache
@sensitive_post_parameters()
def password(request: Request) -> HttpResponse:
    """Set or change one's own password."""
    form = password_form(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        services.set_password(request.user, form.cleaned_data["new_password1"])
        update_session_auth_hash(request, request.user)
        messages.success(request, gettext("Saved."))
        return redirect("home")
    return form_page(request, "installation/password.html", {"form": form})


def _next_address(request: HttpRequest) -> str:
    """Return where the reader wanted to go, if that is on this site."""
    wanted = request.GET.get("next", "")
    here = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if here else "home"


def _signed_in(request: HttpRequest, account: User, to: str) -> HttpResponse:
    login(request, account, BACKEND)
    answer = redirect(to)
    signing_in.remember_browser(request, answer, account)
    return answer
