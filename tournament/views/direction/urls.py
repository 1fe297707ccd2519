"""Addresses of this room, collected from its files."""

from django.urls import URLPattern

from tournament.views.direction import round_urls

urlpatterns: list[URLPattern] = [*round_urls.urlpatterns]
