"""Addresses of this room, collected from its files."""

from django.urls import URLPattern

from tournament.views.direction import print_urls, round_urls

urlpatterns: list[URLPattern] = [*print_urls.urlpatterns, *round_urls.urlpatterns]
