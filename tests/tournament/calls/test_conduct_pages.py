"""Two calculators: consequences of unsporting conduct, and who may complain; case by case."""

from itertools import chain, combinations, product
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from django.utils import translation

from scoring.referee import Authority, ImpossibleCase, Sanction, may_complain, sanction_for
from tests.factories.submissions import nothing_written
from tournament.forms.referee import ComplaintForm
from tournament.labels.referee import conduct_lines

pytestmark = pytest.mark.alone
PEOPLE = [(seat, str(seat)) for seat in range(1, 6)]


def ask(client, page: str, **question: object):
    with nothing_written():
        address = reverse(f"referee-{page}", args=["herbst"])
        return client.get(f"{address}?{urlencode(question, doseq=True)}")


@pytest.mark.parametrize(
    ("sanction", "points", "sentence", "paragraph", "by"),
    [
        ("warning", "", "Keine Punkte. Weiteres unsportliches", "9.7.2a", Authority.JURY),
        ("deduction", 6, "−6 vom Gesamtergebnis des Turniers, höchstens 12", "9.7.2b", "jury"),
        ("disqualification", 5, "Der Spieler scheidet aus dem Turnier aus", "9.7.2c", "jury"),
        ("bound", 12, "−12 vom Gesamtergebnis", "9.7.3", Authority.REFEREE),
    ],
)
def test_what_the_jury_may_do(referee, round, sanction, points, sentence, paragraph, by):
    page = ask(referee, "conduct", sanction=sanction, points=points, round=1, table=2)
    has_points = sanction in ("deduction", "bound")
    ruling = sanction_for(Sanction(sanction), points if has_points else 0)
    with translation.override("de"):
        assert page.context["lines"] == conduct_lines(ruling)
    assert (ruling.paragraph, ruling.decided_by) == (paragraph, by)
    assert page.context["lines"][0][0].startswith(sentence)
    told = {"round": "1", "table": "2", "paragraph": paragraph}
    assert page.context["enter"].endswith(
        "?" + urlencode({**told, **({"points": points} if has_points else {})})
    )


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ("", "Wie viele Punkte abgezogen werden, fehlt: 1 bis 12."),
        (13, "Ein Punktabzug liegt zwischen 1 und 12 Punkten."),
    ],
)
def test_a_deduction_that_cannot_be(referee, round, points, sentence):
    page = ask(referee, "conduct", sanction="deduction", points=points)
    assert page.context["refused"] == sentence


def complaint_cases() -> list[tuple]:
    """Return every offender and every Re party of up to three, at tables of four and five."""
    parties = [*chain.from_iterable(combinations(range(1, 5), size) for size in range(4))]
    return [
        (size, dealer, offender, re)
        for (size, dealer), offender, re in product(
            ((4, None), (5, 5)), range(1, 6), (None, *parties)
        )
    ]


def test_the_library_is_asked_who_may_complain():
    for size, dealer, offender, re in complaint_cases():
        told = {"offender": offender, "size": size, "settled": "no" if re is None else "yes"}
        told |= {"dealer": dealer} if dealer else {}
        form = ComplaintForm({**told, "re": re or ()}, people=PEOPLE, size=None)
        assert form.is_valid(), form.errors
        asked = offender, frozenset(range(1, 5)), None if re is None else frozenset(re)
        try:
            entitled: object = may_complain(*asked)
        except ImpossibleCase as problem:
            entitled = problem.code
        try:
            answered: object = form.question()
        except ImpossibleCase as problem:
            answered = problem.code
        assert answered == entitled, (size, offender, re)


def test_player_who_has_played_on_has_lost_the_right(referee, round):
    told = {"offender": 2, "settled": "yes", "re": [1, 2], "size": 4}
    page = ask(referee, "complaint", **told, acted=[3])
    assert page.context["lines"] == [
        ("Reklamieren darf: Position 4.", "9.6.1"),
        ("Position 3 hat weitergespielt und darf nicht mehr reklamieren.", "9.6.3"),
        ("Das Spiel ruht, der Schiedsrichter wird gerufen.", "9.6.5"),
        ("Geahndet wird, was zuerst reklamiert wird, nicht was zuerst geschah.", "9.6.6"),
    ]
    page = ask(referee, "complaint", **told, acted=[3, 4])
    assert page.context["lines"] == [
        ("Niemand darf mehr reklamieren: Es bleibt, wie es ist.", "9.6.3"),
        ("Position 3, 4 hat weitergespielt und darf nicht mehr reklamieren.", "9.6.3"),
    ]


def test_sitting_dealer_neither_offends_nor_complains(referee, round):
    told = {"settled": "no", "size": 5, "dealer": 3}
    page = ask(referee, "complaint", **told, offender=3)
    assert "Position 3 spielt in diesem Spiel nicht mit" in page.context["refused"]
    page = ask(referee, "complaint", **told, offender=1)
    assert page.context["lines"][0] == ("Reklamieren darf: Position 2, 4, 5.", "9.6.1")
