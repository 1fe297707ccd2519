"""Addresses of players, imports and the settings of a tournament."""

from django.urls import URLPattern, path

from tournament.views.direction import check_in, imports, participation, players, tournaments

urlpatterns: list[URLPattern] = [
    path("players/", players.players, name="players"),
    path("players/check-in/", players.players_check_in, name="players-check-in"),
    path("players/desk/", check_in.players_desk, name="players-desk"),
    path("players/new/", players.player_new, name="player-new"),
    path("players/import/", imports.players_import, name="players-import"),
    path("players/import/<int:pk>/", imports.players_import_preview, name="players-import-preview"),
    path("players/<int:pk>/", players.player_edit, name="player-edit"),
    path("players/<int:pk>/check-in/", players.player_check_in, name="player-check-in"),
    path("players/<int:pk>/fee/", players.player_fee, name="player-fee"),
    path("players/<int:pk>/status/", participation.player_status, name="player-status"),
    path("players/<int:pk>/remove/", players.player_remove, name="player-remove"),
    path("settings/", tournaments.settings, name="settings"),
    path("settings/rules/", tournaments.rules, name="rules"),
    path("settings/finish/", tournaments.tournament_finish, name="tournament-finish"),
    path("settings/resume/", tournaments.tournament_resume, name="tournament-resume"),
    path("settings/delete/", tournaments.tournament_delete, name="tournament-delete"),
]
