"""The overview is another picture before, during and after: steps, the hall, the podium."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import moments
from tests.factories.moments import MOMENTS
from tests.factories.pages import signed_in, text_of, without_tags
from tests.factories.rounds import make_played_tournament
from tests.factories.tournaments import make_entries
from tests.factories.words import text
from tournament.models import Role, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.seating.rules import Arrivals
from tournament.templatetags.board import sheets_curve
from tournament.tournaments.writes.tournaments import finish_tournament
from tournament.trust.reads.journal import JournalFilter, journal_entries

pytestmark = pytest.mark.django_db

T = "/t/herbst/"
OPEN = {
    moments.nobody_entered: 0,
    moments.registration_open: 1,
    moments.seven_there: 1,
    moments.everybody_there: 2,
    moments.drawn: 3,
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_one_of_four_steps_is_open_until_seats_are_published(
    moment: Callable[[], Tournament],
) -> None:
    moment()
    page = signed_in().get(T)
    steps = page.context["steps"]
    here = OPEN.get(moment)
    assert [each.is_open for each in steps] == (
        [] if here is None else [at == here for at in range(4)]
    )
    assert [each.is_done for each in steps] == (
        [] if here is None else [at < here for at in range(4)]
    )
    assert page.content.decode().count('aria-current="step"') == (here is not None)


def finished() -> Tournament:
    tournament = make_played_tournament()
    finish_tournament(COMMAND_LINE, tournament, reason="Ende")
    return tournament


def test_finished_tournament_shows_podium_courses_and_what_one_takes_home() -> None:
    slug = finished().slug
    page = signed_in().get(f"/t/{slug}/")
    html = page.content.decode()
    assert ('class="podium"' in html, 'class="curves"' in html) == (True, True)
    assert [act.url for act in page.context["step"].acts] == [
        f"/t/{slug}/print/standings/",
        f"/t/{slug}/print/certificates/others/",
        f"/t/{slug}/print/results/",
        f"/t/{slug}/next-evening/",
        f"/t/{slug}/standings/",
    ]
    assert 'data-clock-source="?part=cockpit"' not in html


def test_end_without_a_result_has_no_podium() -> None:
    moments.finished()
    assert 'class="podium"' not in signed_in().get(T).content.decode()


def test_figures_are_links() -> None:
    tournament = moments.published()
    make_entries(tournament, 1)
    found = [(each.value, each.url) for each in signed_in().get(T).context["figures"]]
    assert found == [
        ("17", f"{T}players/"),
        (text("%(some)s of %(all)s", some=0, all=17), f"{T}players/?show=unpaid"),
        (text("%(some)s of %(all)s", some=1, all=3), f"{T}rounds/1/"),
    ]


def test_rounds_before_the_first_lead_to_the_settings_of_those_who_may() -> None:
    tournament = moments.everybody_there()
    urls = [
        client.get(T).context["figures"][-1].url
        for client in (signed_in(), signed_in(tournament, Role.TYPIST))
    ]
    assert urls == [f"{T}settings/", ""]


def test_latest_five_entries_stand_beside_it() -> None:
    tournament = moments.one_missing()
    days = signed_in().get(T).context["days"]
    told = [sentence for day in days for act in day.acts for sentence in act.sentences]
    assert len(told) == 5
    assert journal_entries(tournament, JournalFilter()).count() > len(told)


def test_unpublished_rounds_share_a_line() -> None:
    moments.published(rounds_planned=3)
    html = signed_in().get(T).content.decode()
    (line,) = re.findall(r'<li>\s*<a class="round-name round-names".*?</li>', html, re.DOTALL)
    assert without_tags(line) == f"Runden 2 bis 3 {text('drawn, not published')}"
    typist = signed_in(Tournament.objects.get(slug="herbst"), Role.TYPIST)
    assert "round-names" not in typist.get(T).content.decode()


def test_hostile_names_in_the_journal_are_harmless() -> None:
    tournament = moments.registration_open()
    person = tournament.entries.get(number=1).person
    person.last_name = "<script>alert(1)</script>"
    person.save()
    client = signed_in()
    client.post(f"{T}players/{tournament.entries.get(number=1).pk}/check-in/")
    assert "<script>alert(1)" not in client.get(T).content.decode()
    assert text_of(client.get(T))


def test_curve_goes_from_none_to_all() -> None:
    nine = timezone.now()
    found = Arrivals(nine, nine + timedelta(minutes=2), 1, (1, 2, 2), 2, 4, None)
    drawn = sheets_curve(found)
    assert (drawn["line"], drawn["outlook"]) == ("0,72 300,54 600,36 600,36", None)
    later = replace(found, all_in_at=nine + timedelta(minutes=4))
    assert sheets_curve(later)["outlook"] == "300,36 600,0"
