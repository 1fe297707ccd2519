"""Consequences of a violation: the page says what the library answers."""

from itertools import product
from urllib.parse import parse_qs, urlsplit

import pytest
from django.utils import translation

from scoring.referee import (
    Booking,
    Case,
    NextDealer,
    Note,
    Outcome,
    ProblemCode,
    Violation,
    rule_on,
)
from scoring.terms import RowKind
from tests.factories.effort import tries
from tests.factories.pages import signed_in, text_of
from tests.factories.sheets import make_table
from tests.factories.tournaments import make_tournament
from tests.factories.words import text
from tests.tournament.desk.test_referee_pages import ask
from tournament.forms.referee import FORCED, ViolationForm
from tournament.labels.referee import (
    BOOKINGS,
    NEXT_DEALERS,
    NOTES,
    OUTCOMES,
    PROBLEMS,
    ruling_lines,
)
from tournament.models import GameTable, Role

pytestmark = pytest.mark.django_db


def case_fields(case: Case) -> dict[str, object]:
    asked = {
        "violation": case.violation.value,
        "offender": case.offender,
        "kind": FORCED if case.forced else case.kind.value,
        "soloist": case.soloist,
        "size": case.table_size,
        "dealer": case.dealer,
        "absagen": case.absagen,
        "harm": {True: "yes", False: "no", None: None}[case.harms_soloist],
        "time_up": "on" if case.time_up else None,
    }
    settled = "yes" if case.solo_settled else "no"
    questions = dict.fromkeys(("solo_named", "third_trick", "second_queen"), settled)
    return {name: value for name, value in {**asked, **questions}.items() if value is not None}


def cases() -> list[Case]:
    found = []
    for violation, kind, offender, settled, (size, dealer) in product(
        Violation, RowKind, (1, 3), (True, False), ((4, None), (5, 2))
    ):
        is_serious = violation is Violation.SERIOUS
        found += [
            Case(
                violation,
                offender,
                kind=kind,
                soloist=1 if kind.is_alone else None,
                solo_settled=settled or not kind.is_alone,
                forced=forced,
                table_size=size,
                dealer=dealer,
                absagen=absagen,
                harms_soloist=harm,
                time_up=time_up,
            )
            for absagen, time_up in (((0, False), (3, True)) if is_serious else ((0, False),))
            for harm in (True, False)
            for forced in ((False, True) if kind is RowKind.COMPULSORY_SOLO else (False,))
        ]
    return found


CASES = cases()


def test_library_is_asked_the_described_case():
    people = [(seat, str(seat)) for seat in range(1, 6)]
    assert len(CASES) > 200
    for case in CASES[:: tries(7, 1)]:
        form = ViolationForm(case_fields(case), people=people, size=None)
        assert form.is_valid(), form.errors
        assert form.question() == case


@pytest.mark.parametrize("case", CASES[::41], ids=str)
def test_each_ruling_is_shown_with_its_paragraphs(referee, case):
    ruling = rule_on(case)
    page = ask(referee, "violation", **case_fields(case))

    with translation.override("de"):
        assert page.context["lines"] == ruling_lines(case, ruling)
    points = tuple(figure for _name, figure in page.context["points"])
    assert points == ruling.points
    assert all(paragraph for _text, paragraph in page.context["lines"])
    assert page.context["enter"] == ""


def test_the_ruling_line_by_line(referee):
    page = ask(
        referee,
        "violation",
        **case_fields(Case(Violation.SERIOUS, 1, RowKind.COMPULSORY_SOLO, 1, absagen=1)),
    )

    booked = f"{BOOKINGS[Booking.REPETITION]} {text('It is booked as %(rule)s.', rule='9.4.3')}"
    assert page.context["lines"] == [
        (str(OUTCOMES[Outcome.REPEATED]), "9.4.4"),
        (str(NEXT_DEALERS[NextDealer.SAME]), "9.4.4"),
        (text("The compulsory solo is still owed."), "9.4.4"),
        (booked, "7.3.3"),
        (str(NOTES[Note.INITIALS]), "8.2.2"),
    ]


@pytest.mark.parametrize(
    ("fields", "code", "words"),
    [
        ({"kind": "voluntary_solo"}, ProblemCode.SOLOIST_MISSING, {}),
        (
            {"kind": "normal", "offender": 5},
            ProblemCode.SEAT_UNKNOWN,
            {"seat": 5, "table_size": 4},
        ),
        ({"kind": "normal", "size": 5}, ProblemCode.DEALER_MISSING, {}),
        (
            {"kind": "normal", "size": 5, "dealer": 3},
            ProblemCode.SEAT_SITS_OUT,
            {"seat": 3},
        ),
        (
            {"kind": "compulsory_solo", "soloist": 1},
            ProblemCode.HARM_UNDECIDED,
            {"offender": 3, "soloist": 1},
        ),
    ],
)
def test_impossible_case_is_explained_and_stays(referee, fields, code, words):
    sentence = str(PROBLEMS[code]) % words
    page = ask(referee, "violation", **{"violation": "minor", "offender": 3, **fields})

    assert page.context["refused"] == sentence
    assert sentence in text_of(page)
    assert page.context["form"]["kind"].value() == fields["kind"]


@pytest.mark.parametrize("case", [c for c in CASES if not rule_on(c).rule][::23], ids=str)
def test_press_names_the_paragraph_where_no_penalty_follows(case):
    table = make_table(make_tournament(), case.table_size)
    client = signed_in(table.round.tournament, Role.REFEREE)
    page = ask(client, "violation", round=1, table=1, **case_fields(case))
    told = parse_qs(urlsplit(page.context["enter"]).query)
    assert told["paragraph"] == [rule_on(case).paragraph]


@pytest.mark.parametrize("case", [c for c in CASES if rule_on(c).rule][:: tries(67, 23)], ids=str)
def test_press_fills_in_what_was_answered(case):
    table = make_table(make_tournament(), case.table_size)
    client = signed_in(table.round.tournament, Role.REFEREE)
    page = ask(client, "violation", round=1, table=1, **case_fields(case))
    filled_in = client.get(page.context["enter"]).context["form"]
    sent = {name: filled_in[name].value() for name in filled_in.fields}
    told = {name: value for name, value in sent.items() if value not in (None, "", False)}
    preview = client.post(page.context["enter"], {**told, "initials": "KS", "action": "preview"})

    assert tuple(points for _seat, points in preview.context["preview"]) == rule_on(case).points


def test_table_of_the_tournament_gives_size_and_names(referee, table: GameTable):
    page = ask(referee, "violation", round=1, table=1)
    form = page.context["form"]
    first = table.seats.get(position=1).entry.person.name

    assert "size" not in form.fields
    assert "dealer" not in form.fields
    assert form.fields["offender"].choices[0] == (1, f"1 · {first}")
