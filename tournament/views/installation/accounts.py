"""Signing in and out, the accounts of the installation, and the roles of a tournament."""

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from tournament.accounts import reads as select
from tournament.accounts import writes as services
from tournament.errors import Refused
from tournament.forms.accounts import AccountForm, RoleForm, SignInForm
from tournament.labels.refusals import refusal_sentence
from tournament.lists.html import act_button
from tournament.lists.installation import accounts_list, roles_list
from tournament.models import Membership, Role, Tournament, User
from tournament.permissions import may_give_roles
from tournament.tables import ListTable
from tournament.views.access import Request, account_page, owner_page, tournament_page
from tournament.views.answers import button, done, form_page, list_page, refusals_in

HOURS_OF_LINK = services.HANDED_OUT_LINK_LIFETIME // timedelta(hours=1)


@owner_page
def accounts(request: Request) -> HttpResponse:
    """List all accounts."""

    def acts(account: User) -> SafeString:
        return render_to_string("installation/account_acts.html", {"account": account})

    table = ListTable(
        accounts_list(select.accounts()),
        gettext("Accounts"),
        acts=(gettext("What can be done"), acts),
    )
    context = {"table": table, "hours": HOURS_OF_LINK}
    return list_page(request, "installation/accounts.html", context)


@owner_page
@never_cache
def account_new(request: Request) -> HttpResponse:
    """Create an account, and show its first sign-in link."""
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        fields = form.cleaned_data
        is_owner = fields.pop("is_superuser")
        account = services.create_account(request.actor, owner=is_owner, **fields)
        return _show_link(request, account)
    return form_page(request, "installation/account_new.html", {"form": form})


@never_cache
@button(owner_page, "accounts")
def account_link(request: Request, pk: int) -> HttpResponse:
    """Issue a new one-time link for an account, shown on this page and never again."""
    return _show_link(request, get_object_or_404(User, pk=pk))


@button(owner_page, "accounts")
def account_switch(request: Request, pk: int) -> None:
    """Switch an account off, or on again."""
    account, active = get_object_or_404(User, pk=pk), "on" in request.POST
    services.switch_account(request.actor, account, active=active)


@tournament_page(may_give_roles)
def roles(request: Request, tournament: Tournament) -> HttpResponse:
    """Show and give the roles of this tournament."""
    form = RoleForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        account, role = form.cleaned_data["account"], Role(form.cleaned_data["role"])
        services.give_role(request.actor, tournament, account, role)
        words = {"account": account, "role": role.label}
        messages.success(request, gettext("%(account)s is now: %(role)s.") % words)
        return redirect("roles", tournament.slug)

    def take(held: Membership) -> SafeString:
        address = reverse("role-take", args=[tournament.slug, held.pk])
        about = f"{held.user}: {held.get_role_display()}"
        return act_button(gettext("Take away"), about, formaction=address)

    roles = Membership.objects.filter(tournament=tournament).select_related("user")
    table = ListTable(
        roles_list(roles.order_by("user__username", "role")),
        gettext("Roles"),
        acts=(gettext("Take away"), take),
        empty_text=gettext("Nobody has a role here yet; owners of the installation need none."),
    )
    return list_page(
        request, "installation/roles.html", {"table": table, "form": form}, has_form=True
    )


@button(tournament_page(may_give_roles), "roles")
def role_take(request: Request, tournament: Tournament, pk: int) -> None:
    """Take a role away."""
    held = get_object_or_404(Membership, tournament=tournament, pk=pk)
    services.take_role(request.actor, tournament, held.user, Role(held.role))


def _show_link(request: Request, account: User) -> HttpResponse:
    token = services.hand_out_link(request.actor, account)
    link = request.build_absolute_uri(reverse("sign-in-link", args=[token]))
    context = {"account": account, "link": link, "hours": HOURS_OF_LINK}
    return render(request, "installation/account_link.html", context)


@login_not_required
@never_cache
@sensitive_post_parameters("password")
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with name and password; the only page without an account."""
    form = SignInForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            user = services.check_password(request, **form.cleaned_data)
            wanted = request.GET.get("next", "")  # followed only if it is on this site
            hosts = {request.get_host()}
            here = url_has_allowed_host_and_scheme(wanted, hosts, request.is_secure())
            return _signed_in(request, user, wanted if here else "home")
    return render(
        request, "installation/sign_in.html", {"form": form, "next": request.GET.get("next", "")}
    )


@login_not_required
@never_cache
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show one button; only pressing it uses up the link, so a messenger's preview does not."""
    try:
        link = services.find_link(token)
        if request.method == "POST":
            return _signed_in(request, services.use_link(token), "home")
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
    # Asked for is also the current one, if there is one.
    kind = PasswordChangeForm if request.user.has_usable_password() else SetPasswordForm
    form = kind(request.user, request.POST or None)
    form.fields["new_password2"].help_text = gettext("The same password once more.")
    if request.method == "POST" and form.is_valid():
        services.set_password(request.user, form.cleaned_data["new_password1"])
        update_session_auth_hash(request, request.user)
        return done(request, gettext("Saved."), "home")
    return form_page(request, "installation/password.html", {"form": form})


def _signed_in(request: HttpRequest, account: User, to: str) -> HttpResponse:
    login(request, account)
    answer = redirect(to)
    services.remember_browser(request, answer, account)
    return answer
