"""The accounts of the installation, and the roles of a tournament."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from tournament.accounts.reads import accounts as select
from tournament.accounts.writes import accounts as services
from tournament.forms.accounts import AccountForm, RoleForm
from tournament.lists.html import act_button
from tournament.lists.installation import accounts_list, roles_list
from tournament.models import Membership, Role, Tournament, User
from tournament.permissions import may_give_roles
from tournament.tables import ListTable
from tournament.views.access import Request, owner_page, tournament_page
from tournament.views.acts import button, form_page
from tournament.views.lists import list_page


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
    return list_page(request, "installation/accounts.html", {"table": table})


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

    table = ListTable(
        roles_list(select.roles_of(tournament)),
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
    return render(request, "installation/account_link.html", {"account": account, "link": link})
