"""The addresses of the program, one list per room of views."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("tournament.views.installation.urls")),
    path("t/<slug:slug>/", include("tournament.views.direction.urls")),
    path("t/<slug:slug>/", include("tournament.views.desk.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]
