"""Tournaments of one name are told apart where one is chosen and where they are listed."""

from datetime import date

import pytest
from django.urls import reverse

from tests.factories.evenings import bring_in, make_evening, make_series
from tests.factories.pages import signed_in
from tests.factories.tournaments import make_tournament
from tournament.competitions.writes import create_competition
from tournament.exports.rankings import ranking_notes
from tournament.forms.fields import TournamentField
from tournament.labels.tournaments import tournament_labels
from tournament.lists.rankings import occasions_list
from tournament.models import Club, Cup, Entry, Person, Ranking, SeriesEvening, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rankings.reads.rankings import ranking_report
from tournament.series.rules import ResultLine

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

DAY, LATER = date(2026, 1, 9), date(2026, 2, 13)


def make(slug: str, day: date | None = DAY, place: str = "", name: str = "Abend") -> Tournament:
    return make_tournament(slug, name=name, date=day, place=place)


def test_day_then_place_then_short_name_tell_them_apart() -> None:
    alone = make("alone", LATER, "Kassel")
    bonn, essen = make("bonn", place="Bonn"), make("essen", place="Essen")
    undated = [make("eins", None), make("zwei", None)]
    other = make("pokal", None, "Bonn", "Pokal <b>")
    series = make_series()
    bring_in(series, "Abend", [ResultLine(2, "Ida Beck", "", 1, (7,), 0, 7)], day=DAY)
    held = [alone, bonn, essen, *undated, other, SeriesEvening.objects.get()]
    assert [*tournament_labels(held).values()] == [
        "Abend, 13.02.2026",
        "Abend, 09.01.2026, Bonn",
        "Abend, 09.01.2026, Essen",
        "Abend, eins",
        "Abend, zwei",
        "Pokal <b>",
        f"Abend, 09.01.2026, {series}",
    ]
    assert [*tournament_labels(held[:3], with_day=False).values()] == [
        *("Abend", "Abend, Bonn", "Abend, Essen")
    ]


def test_choices_have_these_labels_by_one_query(django_assert_num_queries) -> None:
    both = [make("bonn", place="Bonn"), make("essen", place="Essen")]
    field = TournamentField(empty_label="–")
    field.queryset = Tournament.objects.order_by("pk")
    with django_assert_num_queries(1):
        choices = [*iter(field.choices)]
    told = ["Abend, 09.01.2026, Bonn", "Abend, 09.01.2026, Essen"]
    assert choices == [("", "–"), *zip([each.pk for each in both], told, strict=True)]
    assert field.clean(str(both[1].pk)) == both[1]
    owner, series = signed_in(), make_series()
    cup = create_competition(COMMAND_LINE, Cup, {"name": "Pokal", "of": "players"})
    for page in (reverse("series", args=[series.slug]), reverse("cup-next", args=[cup.slug])):
        content = owner.get(page).content.decode()
        assert [content.count(f">{label}</option>") for label in told] == [1, 1]


def test_ranking_tells_those_of_one_name_apart() -> None:
    for slug in ("bonn", "essen"):
        evening = make_evening(slug, [3, 1, -1, -3], DAY, name="Abend", place=slug.title())
        assert evening.name == "Abend"
    about = {"name": "Rangliste", "minimum": 1, "least_rounds": 1}
    ranking = create_competition(COMMAND_LINE, Ranking, about)
    report = ranking_report(ranking, LATER)
    listed = occasions_list(report.occasions, is_linked=True).by_key()
    assert [row["tournament"] for row in listed] == ["Abend, Bonn", "Abend, Essen"]
    assert "Abend, Bonn, 09.01.2026; Abend, Essen, 09.01.2026." in ranking_notes(report)[1]
    address = reverse("ranking", args=[ranking.slug])
    page = signed_in().get(address, {"on": LATER.isoformat()}).content.decode()
    assert [page.count(f">{label}</a>") for label in ("Abend, Bonn", "Abend, Essen")] == [1, 1]
    assert page.count(": Abend, 09.01.2026, Essen<") == 1  # what its button is about


def test_tournaments_of_a_person_and_of_a_club_are_told_apart() -> None:
    club = Club.objects.create(code="KS", name="Asse")
    person = Person.objects.create(first_name="Ida", last_name="Beck", club=club)
    both = [make("essen", place="Essen"), make("bonn", place="Bonn")]
    for each in both:
        known = {"person": person, "club": club, "number": 1, "known_elsewhere": True}
        Entry.objects.create(tournament=each, **known)
    told = ["Abend, 09.01.2026, Bonn", "Abend, 09.01.2026, Essen"]
    owner = signed_in()
    form = owner.get(reverse("person", args=[person.pk])).context["form"]
    pks = [each.pk for each in reversed(both)]
    assert [*form.fields["linked"].choices] == [*zip(pks, told, strict=True)]
    page = owner.get(reverse("club", args=[club.pk]))
    assert [*page.context["tournaments"].values()] == told
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    other = Club.objects.create(code="F", name="Trumpf")
    page = owner.get(reverse("club-merge", args=[other.pk]), {"other": club.pk})
    assert [*page.context["final"]] == told
