"""The form of prizes: its proposal can be saved, and what is too long is refused."""

import re

import pytest
from django.forms import Form
from django.test import Client
from django.urls import reverse

from tests.factories.pages import signed_in, without_tags
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import text
from tournament.labels.points import euros, short_euros
from tournament.models import FeeRule, Pool, Prize, Tournament
from tournament.money.writes import take_payment
from tournament.permissions import COMMAND_LINE

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    make_entries(tournament, 4)
    return tournament


@pytest.fixture
def direction(tournament: Tournament) -> Client:
    return signed_in()


def lines(prefix: str, *rows: dict[str, object]) -> dict[str, object]:
    """Return what a browser sends for the lines of a form."""
    fields = {
        f"{prefix}-{n}-{key}": value for n, row in enumerate(rows) for key, value in row.items()
    }
    return {f"{prefix}-TOTAL_FORMS": len(rows), f"{prefix}-INITIAL_FORMS": 0, **fields}


def send(client: Client, *rows: dict[str, object]) -> int:
    sent = {"sharing": "split", **lines("lines", *rows)}
    return client.post(reverse("prizes-edit", args=["herbst"]), sent).status_code


def proposed_lines(client: Client, places: int) -> list[dict[str, object]]:
    """Return the lines of the proposal, as a browser would send them back."""
    form = client.get(reverse("prizes-edit", args=["herbst"]), {"places": places}).context["form"]
    return [
        {name: line[name].value() or "" for name in line.fields} | {"amount": typed(line)}
        for line in form.lines.initial_forms
    ]


def typed(line: Form) -> str:
    return str(line.fields["amount"].prepare_value(line.initial["amount"]) or "")


@pytest.mark.parametrize(
    ("cents", "expected"),
    [
        ([5], [(1, 4), (2, 1)]),
        ([1, 1, 1, 1], [(1, 3), (2, 1)]),
        (
            [10_000_000, 10_000_000],
            [(1, 8_000_000), (2, 6_000_000), (3, 4_000_000), (4, 2_000_000)],
        ),
    ],
)
def test_proposal_is_saved_unchanged(tournament, direction, cents, expected):
    for amount in cents:
        take_payment(COMMAND_LINE, tournament.entries.get(number=1), amount)
    rows = proposed_lines(direction, 4)
    assert send(direction, *rows) == 302
    assert list(Prize.objects.values_list("first", "amount")) == expected


def test_no_prize_is_proposed_that_is_too_much(tournament, direction):
    for _ in range(2):
        take_payment(COMMAND_LINE, tournament.entries.get(number=1), 10_000_000)
    rows = proposed_lines(direction, 1)
    assert send(direction, *rows) == 302
    assert list(Prize.objects.values_list("amount", flat=True)) == [10_000_000]


def test_no_more_lines_are_proposed_than_can_be_saved(tournament, direction):
    ladies = {"kind": "category", "category": "Damen", "amount": "1"}
    many = [ladies | {"first": str(place)} for place in range(1, 81)]
    assert send(direction, *many) == 302
    take_payment(COMMAND_LINE, tournament.entries.get(number=1), 1_000_000)
    rows = proposed_lines(direction, 50)
    assert len(rows) == 100
    assert send(direction, *rows) == 302
    assert Prize.objects.count() == 100


@pytest.mark.parametrize(
    ("page", "prefix", "other", "most", "cell"),
    [
        ("prizes-edit", "lines", "", 100, "first"),
        ("money-settings", "fees", "pools", 50, "amount"),
        ("money-settings", "pools", "fees", 20, "fee"),
    ],
)
def test_form_of_1100_rows_is_refused_by_its_length(
    tournament, direction, page, prefix, other, most, cell
):
    sent = {f"{prefix}-TOTAL_FORMS": 1100, f"{prefix}-INITIAL_FORMS": 0, "sharing": "split"}
    sent |= {f"{prefix}-{n}-{cell}": f"{n + 1}" for n in range(500)}
    answer = direction.post(reverse(page, args=["herbst"]), sent | (lines(other) if other else {}))
    text = answer.content.decode()
    assert answer.status_code == 422
    assert f"Hier passen höchstens {most} Zeilen" in text
    # What was typed stays, as far as the form goes.
    rows = re.findall(rf'name="{prefix}-(\d+)-{cell}"', text)
    assert len(rows) == most
    assert f'name="{prefix}-0-{cell}" value="1"' in text
    assert (Prize.objects.count(), FeeRule.objects.count(), Pool.objects.count()) == (0, 0, 0)


def answer(client: Client, *rows: dict[str, object]) -> str:
    sent = {"sharing": "split", **lines("lines", *rows)}
    address = reverse("prizes-edit", args=["herbst"]) + "?part=answer"
    page = client.post(address, sent)
    assert page.status_code == 200
    return page.content.decode()


def test_the_form_answers_what_is_left_and_saves_nothing(tournament, direction):
    take_payment(COMMAND_LINE, tournament.entries.get(number=1), 10_000)
    page = answer(direction, {"kind": "place", "first": "1", "last": "3", "amount": "20"})
    assert re.findall(r"<li>(.*?)</li>", page) == [
        f"{text('Places %(first)s to %(last)s', first=1, last=3)}: "
        f"{text('%(prize)s each', prize=short_euros(2_000))}"
    ]
    assert re.findall(r"<dd>(.*?)</dd>", page) == [euros(10_000), euros(6_000), euros(4_000)]
    assert Prize.objects.count() == 0


def test_the_form_answers_while_lines_are_not_finished(tournament, direction):
    page = answer(
        direction,
        {"kind": "place", "first": "5", "last": "3", "amount": "20"},
        {"kind": "place", "first": "1", "amount": "zwanzig"},
        {"kind": "category", "first": "1", "amount": "7"},
        {"kind": "category", "category": "<b>", "first": "1", "thing": "<script>"},
    )
    assert re.findall(r"<li>(.*?)</li>", page) == [
        f"{text('Place in a category')}: {short_euros(700)}",
        "&lt;b&gt;: &lt;script&gt;",
    ]
    assert re.findall(r"<dd>(.*?)</dd>", page) == [euros(0), euros(700), euros(700)]
    singular = "Line %(numbers)s has an error and is not counted."
    told = text(singular, "Lines %(numbers)s have errors and are not counted.", 2, numbers="1, 2")
    assert told in without_tags(page)


def test_the_form_says_nothing_of_lines_that_count(tournament, direction):
    typed = {"kind": "place", "first": "1", "amount": "20"}
    page = answer(direction, typed, {"kind": "place"}, {"kind": "place", "thing": "x"})
    assert "notice" not in page
