"""The addresses of these pages."""

from django.urls import path

from tournament.views.direction import tournaments
from tournament.views.installation import accounts, home, sign_in

urlpatterns = [
    path("", home.home, name="home"),
    path("sign-in/", sign_in.sign_in, name="sign-in"),
    path("sign-out/", sign_in.sign_out, name="sign-out"),
    path("link/<str:token>/", sign_in.sign_in_link, name="sign-in-link"),
    path("password/", sign_in.password, name="password"),
    path("accounts/", accounts.accounts, name="accounts"),
    path("accounts/new/", accounts.account_new, name="account-new"),
    path("accounts/<int:pk>/link/", accounts.account_link, name="account-link"),
    path("accounts/<int:pk>/switch/", accounts.account_switch, name="account-switch"),
    path("tournaments/new/", tournaments.tournament_new, name="tournament-new"),
    path("journal/", home.journal, name="installation-journal"),
    path("t/<slug:slug>/roles/", accounts.roles, name="roles"),
    path("t/<slug:slug>/roles/<int:pk>/take/", accounts.role_take, name="role-take"),
    path("t/<slug:slug>/remove-example/", home.remove_example, name="remove-example"),
]
