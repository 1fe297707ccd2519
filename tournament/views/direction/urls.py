"""The addresses of these pages, collected from their files."""

from django.urls import URLPattern

from tournament.views.direction import player_urls, print_urls, round_urls

urlpatterns: list[URLPattern] = [
    *player_urls.urlpatterns,
    *print_urls.urlpatterns,
    *round_urls.urlpatterns,
]
