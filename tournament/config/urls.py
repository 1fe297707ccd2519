"""The URLs of the program, one list per package of views."""

from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView
from django.views.i18n import set_language

from tournament.views.public import phone_pages

to_sign_in = RedirectView.as_view(pattern_name="sign-in", query_string=True)
to_icon = RedirectView.as_view(url=static("tournament/club.svg"))

handler500 = "tournament.views.middleware.server_error"
urlpatterns = [
    # They are tried in this order: what is asked for all day stands first.
    path("t/<slug:slug>/", include("tournament.views.desk.urls")),
    path("t/<slug:slug>/", include("tournament.views.direction.urls")),
    path("t/<slug:slug>/", include("tournament.views.money.urls")),
    path("", include("tournament.views.installation.urls")),
    path("", include("tournament.views.competitions")),
    path("", include("tournament.views.rankings.urls")),
    path("", include("tournament.views.series.urls")),
    path("", include("tournament.views.cup.urls")),
    path("", include("tournament.views.league.urls")),
    path("", include("tournament.views.stage.urls")),
    # Players' phones: short, because it is printed and typed.
    path("h/", phone_pages.door, name="phone-door"),
    path("h/<str:code>/", include("tournament.views.public.phone_urls")),
    # Pages name their icon; the admin and a PDF in its own tab request this.
    path("favicon.ico", login_not_required(to_icon), name="favicon"),
    path("language/", login_not_required(set_language), name="set_language"),
    # A single sign-in: that page counts failures, the admin's own would not.
    path("admin/login/", login_not_required(to_sign_in)),
    path("admin/", admin.site.urls),
]
