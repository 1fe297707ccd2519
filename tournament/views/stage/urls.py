"""URLs of the screens in the hall, and of the page that controls them."""

from django.urls import path

from tournament.views.stage import screens

_BEAMER = "t/<slug:slug>/beamer/"

urlpatterns = [
    path("s/", screens.screen_door, name="screen-door"),
    path("s/<slug:code>/", screens.screen, name="screen"),
    path("s/<slug:code>/picture/", screens.screen_picture, name="screen-picture"),
    path("t/<slug:slug>/rounds/<int:number>/clock/", screens.clock, name="clock"),
    path(_BEAMER, screens.beamer, name="beamer"),
    path(f"{_BEAMER}show/", screens.beamer_show, name="beamer-show"),
    path(f"{_BEAMER}turns/", screens.beamer_turns, name="beamer-turns"),
    path(f"{_BEAMER}announce/", screens.beamer_announce, name="beamer-announce"),
    path(f"{_BEAMER}release/", screens.beamer_release, name="beamer-release"),
    path(f"{_BEAMER}podium/", screens.beamer_podium, name="beamer-podium"),
    path(f"{_BEAMER}code/", screens.beamer_code, name="beamer-code"),
    path(f"{_BEAMER}screen/", screens.beamer_screen, name="beamer-screen"),
    path(f"{_BEAMER}pictures/<slug:picture>/", screens.beamer_picture, name="beamer-picture"),
]
