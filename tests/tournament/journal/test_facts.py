"""What an entry keeps of the rows it touched, and what the check reports."""

import json

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.functional import Promise

from tests.factories.forging import played_tournament
from tests.factories.journal import acts, note
from tests.factories.leagues import plant_league
from tests.factories.money import make_money
from tests.factories.rankings import plant_ranking
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import text
from tournament.journal.mapping import OF_INSTALLATION, OF_TOURNAMENT
from tournament.journal.reads import stored_facts
from tournament.journal.writes import record
from tournament.labels.audit import FIELDS, NAMED_BY, _field
from tournament.models import (
    Cup,
    Entry,
    GroupRanking,
    JournalEntry,
    Person,
    PrizeAward,
    Series,
    TieBreakLot,
    Tournament,
)
from tournament.people.writes.players import add_player, edit_player
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.calls import log_call
from tournament.referee.writes.protests import lodge_protest
from tournament.rehearsal.writes import generate_tournament
from tournament.shared.rules.fields import PlayerData
from tournament.trust.reads.audit import contradictions

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_no_entry_contains_names_of_players_and_accounts() -> None:
    played_tournament()
    told = json.dumps(list(JournalEntry.objects.values_list("data", "facts")))
    assert [name for name in ("Spieler", "Uli", "helga", "tom") if name in told] == []


@pytest.mark.alone
def test_name_is_hashed_with_a_unique_salt() -> None:
    tournament = make_tournament()
    for _ in range(2):
        add_player(COMMAND_LINE, tournament, PlayerData("Arnold", "Änne"))
    one, other = (
        next(iter(entry.facts.values()))["person__last_name"] for entry in acts().order_by("pk")
    )
    assert (len(one), one == other) == (32, False)
    assert Person.objects.values("salt").distinct().count() == 2


def test_deleted_salt_is_a_finding_until_it_is_noted() -> None:
    """Code that forgets a person notes the rows again."""
    tournament = make_tournament()
    (entry,) = make_entries(tournament, 1)
    Person.objects.update(salt="", last_name="gelöscht", first_name="")
    assert len(contradictions(tournament)) == 2
    note(tournament, entry)
    assert contradictions(tournament) == ()


def test_row_the_service_did_not_write_is_recorded_as_stored() -> None:
    """A page may hold a row that another user has changed since."""
    tournament = make_tournament()
    (entry,) = make_entries(tournament, 1)
    stale = Entry.objects.get(pk=entry.pk)
    Entry.objects.update(fee_paid=True)
    record(COMMAND_LINE, tournament, "player_checked_in", touched=[stale])
    assert contradictions(tournament) == ()


def test_entry_costs_one_query_per_model_however_many_rows() -> None:
    tournament = make_tournament()
    entries = make_entries(tournament, 30)
    queries = []
    for rows in (entries[:1], entries, [Entry.objects.filter(tournament=tournament)]):
        with CaptureQueriesContext(connection) as made:
            record(COMMAND_LINE, tournament, "players_imported", touched=[tournament, *rows])
        queries.append(len(made))
    assert queries == [5, 5, 5]


def test_every_recorded_model_has_a_name_and_every_field_a_label() -> None:
    assert NAMED_BY.keys() - OF_INSTALLATION.keys() == OF_TOURNAMENT.keys() - {"tournament"}
    tournament = played_tournament()
    GroupRanking.objects.create(tournament=tournament, kind="club")
    TieBreakLot.objects.create(tournament=tournament, seed="4f1c")
    make_money(tournament)
    winner = tournament.entries.first()
    PrizeAward.objects.create(tournament=tournament, entry=winner, kind="place", place=1)
    table = tournament.rounds.first().tables.first()
    call = log_call(COMMAND_LINE, table, paragraph="9.2.3", offender=1)
    lodge_protest(COMMAND_LINE, table, 2, "Renonce", call)
    series = Series.objects.create(slug="serie", name="Serie")
    brought_in = series.evenings.create(name="Januarabend")
    brought_in.lines.create(person=winner.person, rank=1, rounds=3, total=12)
    plant_league(tournament)
    plant_ranking(tournament)
    stage = Cup.objects.create(slug="pokal", name="Pokal").stages.create(number=1, name="Finale")
    stage.lots.create(among=["A", "B"], seed="17", reason="gleich")
    stage.withdrawals.create(who="A", reason="krank")
    facts = {**stored_facts(None), **stored_facts(tournament.pk)}
    facts |= stored_facts(None)
    kinds = {row.partition(":")[0]: (row, fact) for row, fact in facts.items()}
    assert kinds.keys() == OF_TOURNAMENT.keys() | OF_INSTALLATION.keys()
    nameless = [
        (kind, name)
        for kind, (row, fact) in kinds.items()
        for name in fact
        if not isinstance(_field(row, name).verbose_name, Promise)
        and name not in FIELDS
        and not _field(row, name).is_relation
    ]
    assert nameless == []


@pytest.mark.alone
def test_the_check_is_in_english_as_well(capsys: pytest.CaptureFixture) -> None:
    """The words are the subject."""
    tournament = make_tournament()
    make_entries(tournament, 2)
    Entry.objects.filter(number=2).update(status="withdrawn", tags=["Damen"])
    Entry.objects.filter(number=1).delete()
    with pytest.raises(SystemExit):
        call_command("recount", "herbst", "--lang", "en")
    assert capsys.readouterr().err.splitlines() == [
        "Start number 2, Categories: stored Damen, journal –.",
        "Start number 2, Status: stored withdrawn, journal takes part.",
        "Start number 1: stored nothing, journal present.",
    ]


@pytest.mark.parametrize("stored", [["first_round"], 7, {"last_rounds": 1}, ["last_rounds", None]])
def test_impossible_setting_is_a_finding_and_the_rest_continues(
    stored: object, capsys: pytest.CaptureFixture
) -> None:
    make_tournament()
    Tournament.objects.update(tie_breaks=stored)
    with pytest.raises(SystemExit):
        call_command("recount", "herbst")
    out, err = capsys.readouterr()
    assert err.splitlines() == [
        text(
            "Setting “%(field)s”: the program does not know what is stored: %(found)s.",
            field="Entscheidung bei Gleichstand",
            found=stored,
        ),
        text(
            "%(what)s: stored %(stored)s, journal %(told)s.",
            what="Turnier, Entscheidung bei Gleichstand",
            stored=stored,
            told="–",
        ),
    ]
    assert out.splitlines()[-1] == "1 Widerspruch zum Journal."


def test_made_up_tournament_is_recorded() -> None:
    generated = generate_tournament(COMMAND_LINE, slug="probe", players=8, rounds=1, seed="1")
    assert contradictions(generated) == ()


def test_club_extended_by_a_list_is_recorded_in_every_tournament() -> None:
    one, other = make_tournament(), make_tournament("zweites")
    add_player(COMMAND_LINE, one, PlayerData("Arnold", club_code="DU"))
    entry = add_player(COMMAND_LINE, other, PlayerData("Beck"))
    told = PlayerData("Beck", club_code="DU", club_name="Duisburg")
    edit_player(COMMAND_LINE, entry, told, entry.number)
    assert [contradictions(each) for each in (one, other)] == [(), ()]
    assert acts().filter(tournament=one, action="club_edited").count() == 1
