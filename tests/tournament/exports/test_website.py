"""The standings as a piece of HTML for a club's website."""

import re

import pytest
from django.urls import reverse

from tests.factories.pages import signed_in
from tests.factories.rounds import enter_round, make_drawn_tournament
from tournament.models import Person, Role

pytestmark = pytest.mark.django_db


def test_fragment_has_the_standings_and_nothing_hostile():
    tournament = make_drawn_tournament(4, rounds_planned=1)
    enter_round(tournament.rounds.get())
    Person.objects.filter(entries__number=1).update(last_name="<script>", first_name="&")
    Person.objects.filter(entries__number=2).update(publish_name=False)

    answer = signed_in(tournament, Role.REFEREE).get(reverse("paper", args=["herbst", "website"]))

    assert answer["Content-Type"] == "text/html; charset=utf-8"
    assert answer["Content-Disposition"].startswith('attachment; filename="herbst-')
    text = answer.content.decode()
    headings = re.findall(r"<th [^>]*>(.*?)</th>", text)
    assert headings == ["Platz", "Name", "Verein", "R1", "Gesamt"]
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in text.split("<tr>")[2:]]
    seats = tournament.rounds.get().seats.order_by("position").select_related("entry__person")
    names = [seat.entry.person.public_list_name for seat in seats]
    safe = [name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") for name in names]
    assert rows == [
        [str(rank), name, "", points, points]
        for rank, name, points in zip(range(1, 5), safe, ("+6", "+2", "−2", "−6"), strict=True)
    ]
    assert "<script" not in text
    box, table = re.search(r"<div ([^>]*)>\n<table ([^>]*)>", text).groups()
    assert re.findall(r'<th scope="col" align="(\w+)">', text) == [
        *("right", "left", "left", "right", "right"),
    ]
    assert 'style="overflow-x: auto"' in box
    assert 'cellpadding="6"' in table
    assert re.search(r'aria-label="Herbstturnier: [^"]+"', box)
