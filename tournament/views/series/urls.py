"""URLs of these pages."""

from django.urls import path

from tournament.views.series import series

_SERIES = "series/<slug:series>/"

urlpatterns = [
    path(_SERIES, series.series_standings, name="series"),
    path(f"{_SERIES}file/", series.series_file, name="series-file"),
    path(f"{_SERIES}association/", series.series_association, name="series-association"),
    path(f"{_SERIES}add/", series.evening_add, name="evening-add"),
    path(f"{_SERIES}import/", series.evening_import, name="evening-import"),
    path(f"{_SERIES}evenings/<int:pk>/", series.evening_edit, name="evening-edit"),
    path(f"{_SERIES}remove/<int:pk>/", series.evening_remove, name="evening-remove"),
    path("t/<slug:slug>/next-evening/", series.evening_next, name="evening-next"),
]
