"""`recount` notices names, second typings and times changed behind the program's back."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.journal import drop_triggers
from tests.factories.sheets import rows_content, totals_content
from tests.factories.tournaments import make_owner
from tournament.errors import Refused
from tournament.labels.journal_audit import Names, contradiction_sentence
from tournament.models import (
    DifferentLook,
    Entry,
    GameTable,
    JournalEntry,
    Penalty,
    Person,
    Round,
    SheetVersion,
    Tournament,
)
from tournament.permissions import Actor
from tournament.selectors.journal_audit import journal_contradictions
from tournament.selectors.players import player_data
from tournament.services.draws import draw_next_round
from tournament.services.freezing import freeze_standings
from tournament.services.penalties import award_penalty
from tournament.services.people import edit_person
from tournament.services.players import PlayerData, add_player, edit_player
from tournament.services.rounds import close_round, end_clock, extend_time, start_clock
from tournament.services.sheets import submit_sheet
from tournament.services.tournaments import (
    create_tournament,
    edit_tournament,
    finish_tournament,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("journal_is_compared")]

NEW_FACTS = ("names", "fingerprint", "first_closed_at", "penalty", "signed")
CHANGED_PENALTY = (
    "Runde 1, Tisch 1: Kürzel, Vermerk oder Spiel einer Strafe nach 9.3.2 gegen Position 3 sind "
    "nicht die des Journals oder der Spielliste."
)


@pytest.fixture
def helga() -> Actor:
    return Actor(make_owner("helga"))


@pytest.fixture
def tournament(helga: Actor) -> Tournament:
    """Eight players entered by the program, a round played, one sheet typed twice otherwise."""
    tournament = create_tournament(helga, slug="herbst", name="Herbst", rounds=1)
    for number in range(1, 9):
        add_player(helga, tournament, PlayerData(last_name=f"Spieler {number}", first_name="Uli"))
    edit_tournament(helga, tournament, {"second_look": "person"})
    round = draw_next_round(helga, tournament)
    start_clock(helga, round)
    one, two = round.tables.order_by("number")
    submit_sheet(helga, one, "rows", rows_content(), based_on=None)
    submit_sheet(helga, two, "totals", totals_content([6, 2, -2, -6]), based_on=None)
    award_penalty(helga, one, rule="9.3.2", offender=3, row=5, initials="SR", note="Renonce")
    extend_time(helga, one, 5, "Getränk verschüttet", "SR")
    ulla = Actor(make_owner("ulla"))
    submit_sheet(ulla, two, "totals", totals_content([2, 6, -2, -6]), based_on=None)
    assert DifferentLook.objects.count() == 1
    close_round(helga, end_clock(helga, round, early=True))
    tournament.refresh_from_db()
    return tournament


def found(tournament: Tournament) -> list[str]:
    """The findings as `recount` and the page of the journal say them."""
    names = Names({}, {})
    return [contradiction_sentence(each, names) for each in journal_contradictions(tournament)]


def forget_new_facts(tournament: Tournament) -> None:
    """The journal as the program wrote it before it told these facts."""
    drop_triggers()
    for entry in JournalEntry.objects.filter(tournament=tournament):
        data = {key: value for key, value in entry.data.items() if key not in NEW_FACTS}
        JournalEntry.objects.filter(pk=entry.pk).update(data=data)


def exchange_people() -> None:
    one, other = Entry.objects.filter(number__in=(1, 2)).order_by("number")
    aside = Person.objects.create(last_name="Niemand")
    Entry.objects.filter(pk=one.pk).update(person=aside)
    Entry.objects.filter(pk=other.pk).update(person=one.person)
    Entry.objects.filter(pk=one.pk).update(person=other.person)


def rename_behind_the_back() -> None:
    Person.objects.filter(entries__number=1).update(last_name="Spieler 9")


def test_what_the_program_does_with_names_is_no_finding(
    tournament: Tournament, helga: Actor
) -> None:
    assert found(tournament) == []
    one, two = tournament.entries.filter(number__in=(1, 2)).order_by("number")
    edit_player(helga, one, PlayerData(last_name="Neu", first_name="Uli", club_code="DU"), 1)
    edit_person(helga, two.person, {"last_name": "Auch neu"})
    assert found(tournament) == []


def test_a_person_renamed_in_another_tournament_is_no_finding(
    tournament: Tournament, helga: Actor
) -> None:
    other = create_tournament(helga, slug="winter", name="Winter", rounds=1)
    person = tournament.entries.get(number=1).person
    entry = Entry.objects.create(tournament=other, person=person, number=1)
    edit_player(helga, entry, PlayerData(last_name="Neu", first_name="Uli"), 1)
    assert found(tournament) == []
    assert player_data(tournament.entries.get(number=1)).last_name == "Neu"


@pytest.mark.parametrize(
    ("forge", "expected"),
    [
        (
            exchange_people,
            [
                "Startnummer 1: Gespeichert ist der Name Spieler 2, Uli, im Journal steht ein "
                "anderer.",
                "Startnummer 2: Gespeichert ist der Name Spieler 1, Uli, im Journal steht ein "
                "anderer.",
            ],
        ),
        (
            rename_behind_the_back,
            [
                "Startnummer 1: Gespeichert ist der Name Spieler 9, Uli, im Journal steht ein "
                "anderer."
            ],
        ),
        (
            lambda: DifferentLook.objects.all().delete(),
            [
                "Runde 1, Tisch 2: Fassung 1 wurde laut Journal ein zweites Mal getippt, und es "
                "war nicht dasselbe; was damals getippt wurde, fehlt oder ist verändert."
            ],
        ),
        (
            lambda: DifferentLook.objects.update(totals=[6, 2, -2, -6]),
            [
                "Runde 1, Tisch 2: Fassung 1 wurde laut Journal ein zweites Mal getippt, und es "
                "war nicht dasselbe; was damals getippt wurde, fehlt oder ist verändert.",
                "Runde 1, Tisch 2: Das Journal kennt nicht, was zu Fassung 1 ein zweites Mal "
                "getippt worden sein soll.",
            ],
        ),
        (lambda: Penalty.objects.update(initials="XX"), [CHANGED_PENALTY]),
        (lambda: Penalty.objects.update(note=""), [CHANGED_PENALTY]),
        (lambda: Penalty.objects.update(row=6), [CHANGED_PENALTY]),
        (
            lambda: GameTable.objects.filter(number=1).update(extra_minutes=9),
            [
                "Runde 1, Tisch 1: Gespeichert ist die Nachspielzeit 9 min, Getränk verschüttet, "
                "SR, laut Journal ist es 5 min, Getränk verschüttet, SR."
            ],
        ),
        (
            lambda: GameTable.objects.filter(number=2).update(extra_reason="Streit"),
            [
                "Runde 1, Tisch 2: Gespeichert ist die Nachspielzeit 0 min, Streit, laut Journal "
                "ist es 0 min."
            ],
        ),
    ],
)
def test_what_was_changed_behind_the_programs_back_is_named(
    tournament: Tournament, forge: Callable[[], object], expected: list[str]
) -> None:
    forge()
    assert found(tournament) == expected


@pytest.mark.parametrize("moment", [None, timezone.now() + timedelta(hours=3)])
def test_another_first_closing_is_named(tournament: Tournament, moment: object) -> None:
    """Without it, or with a later one, the lists do not own up to their corrections."""
    Round.objects.update(first_closed_at=moment)
    (sentence,) = found(tournament)
    assert sentence.startswith("Runde 1: Als Zeit des ersten Abschlusses ist gespeichert: ")


def test_an_older_database_is_compared_with_the_proof_of_the_draws(
    tournament: Tournament, helga: Actor
) -> None:
    """And not where the old program told that a name was changed."""
    two = tournament.entries.get(number=2)
    edit_player(helga, two, PlayerData(last_name="Neu", first_name="Uli"), 2)
    forget_new_facts(tournament)
    assert found(tournament) == []
    Round.objects.update(first_closed_at=None)
    DifferentLook.objects.all().delete()
    Penalty.objects.update(initials="XX")
    Person.objects.filter(entries__number=3).update(last_name="Anders")
    assert found(tournament) == [
        "Startnummer 3: Gespeichert ist der Name Anders, Uli, laut Nachweis der Auslosungen ist "
        "es Spieler 3, Uli."
    ]


def forge_totals() -> None:
    """A sheet without games: only the journal knows better."""
    drop_triggers()
    version = SheetVersion.objects.get(table__number=2)
    content = version.content | {"totals": [2, 6, -2, -6]}
    SheetVersion.objects.filter(pk=version.pk).update(totals=[2, 6, -2, -6], content=content)


FORGED = (
    "Runde 1, Tisch 2, Fassung 1: Gespeichert ist +2 / +6 / −2 / −6, eingegeben wurde laut "
    "Journal +6 / +2 / −2 / −6."
)


def test_the_check_on_the_page_of_the_journal_names_forged_figures(
    tournament: Tournament, helga: Actor, client: Client
) -> None:
    client.force_login(helga.user)
    page = client.get("/t/herbst/journal/?check=1").content.decode()
    assert "Was gespeichert ist, steht auch so im Journal." in page
    forge_totals()
    page = client.get("/t/herbst/journal/?check=1").content.decode()
    assert FORGED in page
    assert "Was gespeichert ist, steht auch so im Journal." not in page


def test_standings_that_contradict_the_journal_do_not_become_final(
    tournament: Tournament, helga: Actor, client: Client
) -> None:
    """No reason overrides it; the page leads to the check."""
    forge_totals()
    for act in (freeze_standings, finish_tournament):
        arguments = {"seen": None} if act is freeze_standings else {}
        with pytest.raises(Refused) as refused:
            act(helga, tournament, reason="Trotzdem", **arguments)
        assert refused.value.code == "contradicts_journal"
        assert refused.value.params == {"count": 1, "first": FORGED}
    tournament.refresh_from_db()
    assert tournament.frozen_at is None
    assert tournament.status == "running"
    client.force_login(helga.user)
    url = reverse("standings-freeze", args=["herbst"])
    page = client.post(url, {"reason": "Trotzdem"}).content.decode()
    assert FORGED in page
    assert 'href="/t/herbst/journal/?check=1"' in page
    client.post(reverse("tournament-finish", args=["herbst"]), {"reason": "Trotzdem"})
    tournament.refresh_from_db()
    assert tournament.status == "running"


def test_final_standings_forged_afterwards_cannot_be_finished(
    tournament: Tournament, helga: Actor
) -> None:
    freeze_standings(helga, tournament, seen=None, reason="Ohne zweiten Blick")
    forge_totals()
    with pytest.raises(Refused, match="contradicts_journal"):
        finish_tournament(helga, tournament)


@pytest.mark.parametrize("stored", [["last_round"], 7, ["last_rounds", None]])
def test_a_setting_that_cannot_be_is_a_finding_and_the_rest_goes_on(
    tournament: Tournament, stored: object, capsys: pytest.CaptureFixture
) -> None:
    Tournament.objects.update(tie_breaks=stored)
    with pytest.raises(SystemExit):
        call_command("recount", "herbst")
    out, err = capsys.readouterr()
    assert err.splitlines() == [
        "Einstellung „Entscheidung bei Gleichstand“: Was gespeichert ist, kennt das Programm "
        f"nicht: {stored}.",
        f"Einstellung „Entscheidung bei Gleichstand“: {stored}, laut Journal –.",
    ]
    assert out.splitlines()[-1] == "1 Widerspruch zum Journal."
