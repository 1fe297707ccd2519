"""URLs of these pages."""

from django.urls import path

from tournament.views.rankings import rankings

_RANKING = "rankings/<slug:ranking>/"

urlpatterns = [
    path(_RANKING, rankings.ranking_shown, name="ranking"),
    path(f"{_RANKING}file/", rankings.ranking_file, name="ranking-file"),
    path(f"{_RANKING}association/", rankings.ranking_association, name="ranking-association"),
    path(f"{_RANKING}people/", rankings.ranking_people, name="ranking-people"),
    path(f"{_RANKING}people/apart/", rankings.ranking_apart, name="ranking-apart"),
    path(f"{_RANKING}count/", rankings.ranking_count, name="ranking-count"),
    path(f"{_RANKING}publish/", rankings.ranking_publish, name="ranking-publish"),
    path(f"{_RANKING}lists/<int:pk>/", rankings.ranking_issue, name="ranking-issue"),
    path(f"{_RANKING}lists/<int:pk>/file/", rankings.issue_file, name="ranking-issue-file"),
    path(f"{_RANKING}lists/<int:pk>/withdraw/", rankings.issue_withdraw, name="ranking-withdraw"),
]
