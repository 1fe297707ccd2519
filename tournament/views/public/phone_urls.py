"""URLs of the players' phones: all begin with the code of a tournament."""

from django.urls import path

from tournament.views.public import phone_pages

urlpatterns = [
    path("", phone_pages.start, name="phone"),
    path("mine/", phone_pages.mine, name="phone-mine"),
    path("me/", phone_pages.own_page, name="phone-me"),
    path("forget/", phone_pages.forget_me, name="phone-forget"),
    path("clock/", phone_pages.clock, name="phone-clock"),
    path("timetable/", phone_pages.timetable, name="phone-timetable"),
    path("seats/<int:number>/", phone_pages.seats, name="phone-seats"),
    path("players/<int:number>/", phone_pages.player, name="phone-player"),
    path("cut/", phone_pages.cut, name="phone-cut"),
    path("league/", phone_pages.league, name="phone-league"),
    path("standings/", phone_pages.standings, name="phone-standings"),
]
