"""URLs of these pages."""

from django.urls import path

from tournament.views import monitoring, uploads
from tournament.views.access import in_the_hall
from tournament.views.direction import rehearsals, tournaments
from tournament.views.installation import (
    accounts,
    archives,
    backup,
    home,
    people,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("link/<str:token>/", accounts.sign_in_link, name="sign-in-link"),
    path("password/", accounts.password, name="password"),
    path("health/", monitoring.health, name="health"),
    path("may-send/", uploads.may_send, name="may-send"),
    path("metrics/", monitoring.metrics, name="metrics"),
    path("accounts/", accounts.accounts, name="accounts"),
    path("accounts/new/", accounts.account_new, name="account-new"),
    path("accounts/<int:pk>/link/", accounts.account_link, name="account-link"),
    path("accounts/<int:pk>/switch/", accounts.account_switch, name="account-switch"),
    path("hall-network/", in_the_hall(home.hall_network), name="hall-network"),
    path(
        "hall-network/switch/",
        in_the_hall(home.hall_network_switch),
        name="hall-network-switch",
    ),
    path("backup/", backup.backup, name="backup"),
    path("backup/now/", backup.backup_now, name="backup-now"),
    path("backup/place/", backup.backup_place, name="backup-place"),
    path("backup/restore/", backup.backup_restore, name="backup-restore"),
    path("archive/", archives.archive_take, name="archive-take"),
    path("archive/open/", archives.archive_open, name="archive-open"),
    path("second/", in_the_hall(backup.second_computer), name="standby"),
    path("second/code/", in_the_hall(backup.code), name="standby-code"),
    path("second/follow/", in_the_hall(backup.follow), name="standby-follow"),
    path("second/take-over/", in_the_hall(backup.take_over), name="standby-take-over"),
    path("second/go-on/", in_the_hall(backup.go_on), name="standby-go-on"),
    path("second/door/", in_the_hall(backup.door), name="standby-door"),
    path("second/epoch/", in_the_hall(backup.epoch), name="standby-epoch"),
    path("headings/", home.headings, name="headings"),
    path("headings/<int:pk>/forget/", home.heading_forget, name="heading-forget"),
    path("clubs/", people.clubs, name="clubs"),
    path("clubs/<int:pk>/", people.club, name="club"),
    path("clubs/<int:pk>/merge/", people.club_merge, name="club-merge"),
    path("people/", people.people, name="people"),
    path("people/contacts/", people.contacts, name="contacts"),
    path("people/<int:pk>/", people.person, name="person"),
    path("people/<int:pk>/data.json", people.person_data, name="person-data"),
    path("people/<int:pk>/merge/", people.person_merge, name="person-merge"),
    path("people/<int:pk>/separate/", people.person_separate, name="person-separate"),
    path("people/<int:pk>/delete/", people.person_delete, name="person-delete"),
    path("tournaments/new/", tournaments.tournament_new, name="tournament-new"),
    path("rehearsal/", rehearsals.rehearsal_new, name="rehearsal-new"),
    path("journal/", home.journal, name="installation-journal"),
    path("t/<slug:slug>/roles/", accounts.roles, name="roles"),
    path("t/<slug:slug>/roles/<int:pk>/take/", accounts.role_take, name="role-take"),
    path("t/<slug:slug>/remove-example/", home.remove_example, name="remove-example"),
]
