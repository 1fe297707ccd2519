"""Addresses of rounds, clock, standings, overview and journal."""

from django.urls import URLPattern, path

from tournament.views.direction import clock

urlpatterns: list[URLPattern] = [
    path("clock/figures/", clock.clock_figures, name="clock-figures"),
]
