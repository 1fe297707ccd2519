"""Two calculators: consequences of unsporting conduct, and who may complain; case by case."""

from itertools import chain, combinations, product
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from django.utils import translation

from scoring.referee import (
    Authority,
    ImpossibleCase,
    ProblemCode,
    Sanction,
    may_complain,
    sanction_for,
)
from tests.factories.pages import figures_in
from tests.factories.submissions import nothing_written
from tournament.forms.referee import ComplaintForm
from tournament.labels.referee import PROBLEMS, conduct_lines

pytestmark = pytest.mark.alone
PEOPLE = [(seat, str(seat)) for seat in range(1, 6)]


def ask(client, page: str, **question: object):
    with nothing_written():
        address = reverse(f"referee-{page}", args=["herbst"])
        return client.get(f"{address}?{urlencode(question, doseq=True)}")


@pytest.mark.parametrize(
    ("sanction", "points", "figures", "paragraph", "by"),
    [
        ("warning", "", [], "9.7.2a", Authority.JURY),
        ("deduction", 6, ["−6", "12"], "9.7.2b", Authority.JURY),
        ("disqualification", 5, [], "9.7.2c", Authority.JURY),
        ("bound", 12, ["−12", "12"], "9.7.3", Authority.REFEREE),
    ],
)
def test_what_the_jury_may_do(referee, round, sanction, points, figures, paragraph, by):
    page = ask(referee, "conduct", sanction=sanction, points=points, round=1, table=2)
    has_points = sanction in ("deduction", "bound")
    ruling = sanction_for(Sanction(sanction), points if has_points else 0)
    with translation.override("de"):
        assert page.context["lines"] == conduct_lines(ruling)
    assert (ruling.paragraph, ruling.decided_by) == (paragraph, by)
    assert figures_in(page.context["lines"][0][0]) == figures
    told = {"round": "1", "table": "2", "paragraph": paragraph}
    assert page.context["enter"].endswith(
        "?" + urlencode({**told, **({"points": points} if has_points else {})})
    )


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ("", ProblemCode.DEDUCTION_WITHOUT_POINTS),
        (13, ProblemCode.DEDUCTION_OUT_OF_RANGE),
    ],
)
def test_a_deduction_that_cannot_be(referee, round, points, code):
    page = ask(referee, "conduct", sanction="deduction", points=points)
    assert page.context["refused"] == str(PROBLEMS[code]) % {"most": 12}


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
    lines = [(paragraph, figures_in(words)) for words, paragraph in page.context["lines"]]
    assert lines == [("9.6.1", ["4"]), ("9.6.3", ["3"]), ("9.6.5", []), ("9.6.6", [])]
    page = ask(referee, "complaint", **told, acted=[3, 4])
    lines = [(paragraph, figures_in(words)) for words, paragraph in page.context["lines"]]
    assert lines == [("9.6.3", []), ("9.6.3", ["3", "4"])]


def test_sitting_dealer_neither_offends_nor_complains(referee, round):
    told = {"settled": "no", "size": 5, "dealer": 3}
    page = ask(referee, "complaint", **told, offender=3)
    assert page.context["refused"] == str(PROBLEMS[ProblemCode.SEAT_SITS_OUT]) % {"seat": 3}
    page = ask(referee, "complaint", **told, offender=1)
    words, paragraph = page.context["lines"][0]
    assert (figures_in(words), paragraph) == (["2", "4", "5"], "9.6.1")
