"""Creating, changing, finishing and deleting tournaments."""

from datetime import date

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone, translation

from tests.factories.journal import acts, note_everything
from tests.factories.tournaments import make_entries, make_owner, make_tournament, make_user
from tournament.errors import Refused
from tournament.journal.writes import record
from tournament.labels.journal import installation_sentence
from tournament.models import (
    Call,
    CashCount,
    Club,
    Commitment,
    Cup,
    Draw,
    Entry,
    GameTable,
    League,
    Membership,
    Payment,
    Person,
    PrizeAward,
    Protest,
    Role,
    Round,
    Seat,
    Series,
    SheetVersion,
    Tournament,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.seating.writes.lots import seal_step
from tournament.standings.rules.checksum import short_checksum
from tournament.tournaments.reads import losses_of
from tournament.tournaments.writes.tournaments import (
    create_tournament,
    delete_tournament,
    edit_tournament,
    finish_tournament,
    resume_tournament,
)

pytestmark = [pytest.mark.django_db, pytest.mark.alone, pytest.mark.database]


def actions(tournament: Tournament | None) -> list[tuple[str, dict]]:
    return list(acts().filter(tournament=tournament).values_list("action", "data"))


def make_played_round(tournament: Tournament, entries: list[Entry], **times: object) -> GameTable:
    """Create one round of one table of four with a result."""
    draw = Draw.objects.create(tournament=tournament, number=1, seed="s", method="plan")
    played = Round.objects.create(
        tournament=tournament, draw=draw, number=1, published_at=timezone.now(), **times
    )
    table = GameTable.objects.create(round=played, number=1, size=4, code="AB")
    for position, entry in enumerate(entries[:4], start=1):
        Seat.objects.create(round=played, table=table, entry=entry, position=position)
    table.current_version = SheetVersion.objects.create(
        table=table, number=1, kind="totals", content={}, totals=[0, 0, 0, 0]
    )
    table.save()
    note_everything(tournament)
    return table


def test_new_tournament_has_the_ddv_figures_and_its_creator_as_direction():
    owner = make_owner()

    tournament = create_tournament(
        Actor(owner),
        slug="herbst",
        name="Herbstturnier",
        rounds=3,
        date=date(2026, 9, 12),
        place="Köln",
    )

    stored = Tournament.objects.get()
    assert (stored.games_four, stored.games_five) == (24, 30)
    assert (stored.minutes_four, stored.minutes_five) == (100, 125)
    assert (stored.name, stored.rounds_planned, stored.place) == ("Herbstturnier", 3, "Köln")
    assert list(Membership.objects.values_list("user", "role")) == [(owner.pk, "direction")]
    assert actions(tournament) == [("tournament_created", {})]
    assert actions(None) == [("tournament_created", {"slug": "herbst"})]


@pytest.mark.parametrize(
    ("slug", "rounds", "code"),
    [
        ("herbst", 3, "tournament_exists"),
        ("Köln 2026", 3, "slug_invalid"),
        ("../etc", 3, "slug_invalid"),
        ("neu", 0, "rounds_out_of_range"),
        ("neu", 13, "rounds_out_of_range"),
    ],
)
def test_impossible_tournaments_are_refused(slug, rounds, code):
    make_tournament("herbst")
    with pytest.raises(Refused) as caught:
        create_tournament(COMMAND_LINE, slug=slug, name="X", rounds=rounds)
    assert caught.value.code == code
    assert Tournament.objects.count() == 1


def test_changed_settings_are_journalled_old_and_new():
    tournament = make_tournament(date=date(2026, 9, 12))
    edit_tournament(
        COMMAND_LINE,
        tournament,
        {"name": "Herbstturnier", "rounds_planned": 4, "date": date(2026, 9, 13)},
    )
    stored = Tournament.objects.get()
    assert (stored.rounds_planned, stored.date) == (4, date(2026, 9, 13))
    assert actions(tournament) == [
        (
            "tournament_edited",
            {"changes": {"date": ["2026-09-12", "2026-09-13"], "rounds_planned": [3, 4]}},
        )
    ]


def test_settings_without_a_change_leave_no_trace():
    tournament = make_tournament()
    edit_tournament(COMMAND_LINE, tournament, {"name": "Herbstturnier"})
    assert actions(tournament) == []


def test_unknown_setting_is_a_bug():
    with pytest.raises(ValueError, match="slug"):
        edit_tournament(COMMAND_LINE, make_tournament(), {"slug": "x"})


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"rounds_planned": 0}, "rounds_out_of_range"),
        ({"rounds_planned": 1}, "rounds_already_drawn"),
        ({"games_four": 20}, "games_already_played"),
    ],
)
def test_settings_are_fixed_once_drawn_or_played(changes, code):
    tournament = make_tournament()
    make_played_round(tournament, make_entries(tournament, 4))
    Round.objects.update(number=2)
    with pytest.raises(Refused) as caught:
        edit_tournament(COMMAND_LINE, tournament, {"name": "Neu", **changes})
    assert caught.value.code == code
    assert Tournament.objects.get().name == "Herbstturnier"


def test_tournament_is_finished_when_every_published_round_is_closed():
    tournament = make_tournament()
    with pytest.raises(Refused) as caught:
        finish_tournament(COMMAND_LINE, tournament)
    assert caught.value.code == "reason_needed"
    make_played_round(tournament, make_entries(tournament, 4))
    with pytest.raises(Refused) as caught:
        finish_tournament(COMMAND_LINE, tournament)
    assert (caught.value.code, caught.value.params) == ("rounds_open", {"rounds": "1"})
    Round.objects.update(closed_at=timezone.now())

    finish_tournament(COMMAND_LINE, tournament, reason="zwei Runden fielen aus")
    assert Tournament.objects.get().status == Tournament.Status.FINISHED
    resume_tournament(COMMAND_LINE, tournament, "es geht weiter")
    assert Tournament.objects.get().status == Tournament.Status.RUNNING


def test_deletion_names_the_losses_and_keeps_data_of_others():
    tournament, other = make_tournament(), make_tournament("other")
    entries = make_entries(tournament, 5, clubs=2)
    make_entries(other, 1, clubs=1)
    Entry.objects.create(tournament=other, person=entries[4].person, number=2)
    make_played_round(tournament, entries)
    pk = tournament.pk
    record(COMMAND_LINE, tournament, "round_published", round=1)
    seal = record(COMMAND_LINE, tournament, "round_closed", round=1).seal
    expected = {
        "players": 5,
        "people": 4,
        "rounds": 1,
        "sheets": 1,
        "penalties": 0,
        "deductions": 0,
        "draws": 1,
        "results": 1,
        "commitments": 1,
        "payments": 1,
        "complaints": 1,
        "protests": 1,
        "cash_counts": 1,
        "awards": 1,
        "evenings": 1,
        "match_days": 1,
        "cup_stages": 1,
    }
    table = tournament.rounds.get().tables.get()
    Call.objects.create(table=table, offender=entries[0], paragraph="9.2.3")
    Protest.objects.create(table=table, protester=entries[0])
    CashCount.objects.create(tournament=tournament, opening=0, counted=5, expected=5)
    PrizeAward.objects.create(
        tournament=tournament, entry=entries[0], kind="place", place=1, amount=5
    )
    Series.objects.create(slug="reihe", name="Reihe").evenings.create(tournament=tournament)
    Cup.objects.create(slug="pokal", name="Pokal").stages.create(tournament=tournament, number=1)
    league = League.objects.create(slug="liga", name="Liga", season="2026")
    league.divisions.create(name="1", number=1).days.create(tournament=tournament, number=1)
    for number, at in enumerate((None, timezone.now()), start=1):
        values = {"secret": "a" * 32, "rounds": 3, "method": "plan", "value": str(number)}
        Commitment.objects.create(tournament=tournament, number=number, published_at=at, **values)
    Payment.objects.create(entry=entries[0], amount=1500, on="2026-11-22")
    proof = seal_step(tournament, {"kind": "change"}).step["seal"]
    assert losses_of(tournament) == expected
    written = tournament.journal.count()

    assert delete_tournament(Actor(make_owner()), tournament) == expected

    assert list(Tournament.objects.values_list("slug", flat=True)) == ["other"]
    assert [model.objects.count() for model in (Entry, Person, Club)] == [2, 2, 2]
    assert not SheetVersion.objects.exists()
    assert actions(None) == [
        (
            "tournament_deleted",
            {
                "tournament_id": pk,
                "slug": "herbst",
                "name": "Herbstturnier",
                **expected,
                "journal_entries": written,
                "journal_seal": seal,
                "proof_seal": proof,
            },
        )
    ]


@pytest.mark.parametrize("role", [None, *Role])
def test_only_owners_create_and_delete(role):
    tournament = make_tournament()
    actor = Actor(make_user(role, tournament))
    with pytest.raises(PermissionDenied):
        create_tournament(actor, slug="neu", name="Neu", rounds=3)
    with pytest.raises(PermissionDenied):
        delete_tournament(actor, tournament)
    assert list(Tournament.objects.all()) == [tournament]


@pytest.mark.parametrize("role", [None, Role.REFEREE, Role.TYPIST])
def test_only_the_direction_changes_settings(role):
    tournament = make_tournament()
    actor = Actor(make_user(role, tournament))
    for act in (
        lambda: edit_tournament(actor, tournament, {"name": "X"}),
        lambda: finish_tournament(actor, tournament),
        lambda: resume_tournament(actor, tournament, "x"),
    ):
        with pytest.raises(PermissionDenied):
            act()
    assert actions(tournament) == []


def test_installation_journal_records_the_journal_of_a_deleted_tournament():
    tournament = make_tournament()
    seal = record(COMMAND_LINE, tournament, "round_published", round=1).seal
    proof = seal_step(tournament, {"kind": "change"}).step["seal"]
    delete_tournament(COMMAND_LINE, tournament)
    entry = acts().get()
    assert (entry.data["journal_seal"], entry.data["proof_seal"]) == (seal, proof)
    sentence = installation_sentence(entry, {})
    assert [each in sentence for each in map(short_checksum, (seal, proof))] == [True, True]


def test_deletion_before_chained_journals_has_a_sentence_without_a_seal():
    """Word for word: the counts of one."""
    data = dict.fromkeys(("players", "rounds", "sheets", "penalties", "draws"), 1)
    entry = record(COMMAND_LINE, None, "tournament_deleted", slug="alt", **data)
    with translation.override("en"):
        assert installation_sentence(entry, {}) == (
            "Tournament “alt” (alt) deleted: 1 player, 1 draw, 1 round, "
            "1 version of a score sheet, 1 penalty."
        )
