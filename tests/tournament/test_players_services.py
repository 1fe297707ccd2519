"""Entering, changing, checking in and importing players."""

import pytest
from django.core.exceptions import PermissionDenied

from tests.factories.journal import acts
from tests.factories.tournaments import make_entries, make_owner, make_tournament, make_user
from tournament.check_in.writes import check_in_player, set_fee
from tournament.errors import Refused
from tournament.models import (
    Club,
    Draw,
    Entry,
    GameTable,
    Person,
    Role,
    Round,
    Seat,
    Tournament,
)
from tournament.people.rules.registration import PlayerRow, RowFinding, Verdict
from tournament.people.writes.players import (
    add_player,
    edit_player,
    import_players,
    remove_player,
    set_player_status,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.shared.rules.fields import PlayerData

pytestmark = pytest.mark.django_db

HOSTILE = PlayerData("=1+1", "<script>alert(1)</script>")


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


def journal(tournament: Tournament) -> list[tuple[str, dict]]:
    """Return the recorded acts."""
    entries = acts().filter(tournament=tournament)
    return [(entry.action, entry.data) for entry in entries]


def entered(tournament: Tournament) -> list[tuple[int, str]]:
    return [
        (entry.number, entry.person.name) for entry in tournament.entries.select_related("person")
    ]


def seat(entry: Entry) -> None:
    draw = Draw.objects.create(tournament=entry.tournament, number=1, seed="s", method="plan")
    number = Round.objects.create(tournament=entry.tournament, draw=draw, number=1)
    table = GameTable.objects.create(round=number, number=1, size=4, code="AB")
    Seat.objects.create(round=number, table=table, entry=entry, position=1)


def test_player_without_a_number_gets_the_next_one(tournament):
    make_entries(tournament, 2)

    entry = add_player(COMMAND_LINE, tournament, PlayerData("Otto", "Ida"))

    assert (entry.number, entry.person.name, entry.club) == (3, "Ida Otto", None)
    assert journal(tournament) == [("player_added", {"entry": entry.pk, "number": 3})]


def test_journal_of_players_holds_no_name(tournament):
    entry = add_player(COMMAND_LINE, tournament, PlayerData("Otto", "Ida", state="Hessen"))
    edit_player(COMMAND_LINE, entry, PlayerData("Geheim", "Ida"), 5)
    remove_player(COMMAND_LINE, entry)

    assert journal(tournament)[1:] == [
        (
            "player_edited",
            {
                "entry": journal(tournament)[0][1]["entry"],
                "number": 5,
                "old_number": 1,
                "changed": ["last_name", "state"],
                "changes": {},
            },
        ),
        ("player_removed", {"entry": journal(tournament)[0][1]["entry"], "number": 5}),
    ]
    entries = acts().values_list("data", flat=True)
    assert "Geheim" not in str(list(entries))


def test_names_are_tidied_and_kept_as_they_are(tournament):
    entry = add_player(COMMAND_LINE, tournament, PlayerData("  Otto\u202e ", " Ida  Maria"))
    assert (entry.person.last_name, entry.person.first_name) == ("Otto", "Ida Maria")
    entry = add_player(COMMAND_LINE, tournament, HOSTILE)
    assert entry.person.name == "<script>alert(1)</script> =1+1"


@pytest.mark.parametrize(
    ("player", "number", "code"),
    [
        (PlayerData(" \u200b"), None, "name_missing"),
        (PlayerData("Otto"), 1, "number_taken"),
        (PlayerData("Otto"), 10000, "number_out_of_range"),
        (PlayerData("Otto"), -1, "number_out_of_range"),
    ],
)
@pytest.mark.alone
def test_impossible_players_are_refused_and_nothing_is_kept(tournament, player, number, code):
    make_entries(tournament, 1)
    with pytest.raises(Refused) as caught:
        add_player(COMMAND_LINE, tournament, player, number)
    assert caught.value.code == code
    assert (Entry.objects.count(), Person.objects.count(), journal(tournament)) == (1, 1, [])


@pytest.mark.alone
def test_clubs_are_found_by_code_or_name_and_completed(tournament):
    def club(code: str, name: str) -> tuple[str, str]:
        entry = add_player(
            COMMAND_LINE, tournament, PlayerData("A", "B", club_code=code, club_name=name)
        )
        return entry.club.code, entry.club.name

    assert club("MH FUK", "") == ("MH FUK", "")
    assert club("MH FUK", "Ruhrfüchse") == ("MH FUK", "Ruhrfüchse")
    assert club("", "Ruhrfüchse") == ("MH FUK", "Ruhrfüchse")
    assert club("MH FUK", "") == ("MH FUK", "Ruhrfüchse")
    assert Club.objects.count() == 1
    with pytest.raises(Refused, match="club_named_otherwise"):
        club("MH FUK", "Andere")
    assert Club.objects.count() == 1


@pytest.mark.alone
def test_editing_replaces_everything_and_drops_an_unused_club(tournament):
    entry = add_player(COMMAND_LINE, tournament, PlayerData("Oto", "Ida", club_code="X"))

    edit_player(
        COMMAND_LINE,
        entry,
        PlayerData("Otto", "Ida", club_name="Y", state="Hessen", tags=("Damen",), fee_paid=True),
        1,
    )

    entry = Entry.objects.get()
    assert (entry.person.name, entry.person.state) == ("Ida Otto", "Hessen")
    assert (entry.club.name, entry.tags, entry.fee_paid) == ("Y", ["Damen"], True)
    assert list(Club.objects.values_list("name", flat=True)) == ["Y"]


def test_editing_without_a_change_leaves_no_trace(tournament):
    entry = add_player(COMMAND_LINE, tournament, PlayerData("Otto", "Ida"))
    edit_player(COMMAND_LINE, entry, PlayerData("Otto", "Ida"), 1)
    assert len(journal(tournament)) == 1


def test_number_of_another_player_is_refused(tournament):
    _first, second = make_entries(tournament, 2)
    with pytest.raises(Refused) as caught:
        edit_player(COMMAND_LINE, second, PlayerData("Otto"), 1)
    assert caught.value.params == {"number": 1, "name": "Änne Arnold"}


def test_check_in_and_fee_are_noted_once_and_can_be_undone(tournament):
    (entry,) = make_entries(tournament, 1)
    typist = Actor(make_user(Role.TYPIST, tournament))

    check_in_player(typist, entry, True)
    check_in_player(typist, entry, True)
    set_fee(typist, entry, True)
    set_fee(typist, entry, False)
    check_in_player(typist, entry, False)

    entry.refresh_from_db()
    assert (entry.checked_in, entry.fee_paid) == (False, False)
    assert [action for action, _data in journal(tournament)] == [
        "player_checked_in",
        "fee_paid",
        "fee_not_paid",
        "player_checked_out",
    ]


def test_withdrawn_player_is_not_checked_in(tournament):
    (entry,) = make_entries(tournament, 1)
    with pytest.raises(Refused, match="reason_needed"):
        set_player_status(COMMAND_LINE, entry, Entry.Status.WITHDRAWN, " ")
    set_player_status(COMMAND_LINE, entry, Entry.Status.WITHDRAWN, "krank")
    with pytest.raises(Refused) as caught:
        check_in_player(COMMAND_LINE, entry, True)
    assert caught.value.code == "player_does_not_play"
    assert journal(tournament) == [
        (
            "player_status_set",
            {
                "entry": entry.pk,
                "number": 1,
                "old": "active",
                "new": "withdrawn",
                "reason": "krank",
            },
        )
    ]


@pytest.mark.alone
def test_removing_takes_person_and_club_along_unless_needed_elsewhere(tournament):
    first, second = make_entries(tournament, 2, clubs=1)
    remove_player(COMMAND_LINE, first)
    assert (Person.objects.count(), Club.objects.count()) == (1, 1)
    remove_player(COMMAND_LINE, second)
    assert (Person.objects.count(), Club.objects.count()) == (0, 0)


@pytest.mark.alone
def test_removing_leaves_others_who_have_no_entry(tournament):
    (entry,) = make_entries(tournament, 1)
    other = Person.objects.create(last_name="Meyer", first_name="Ute")
    remove_player(COMMAND_LINE, entry)
    assert list(Person.objects.all()) == [other]


def test_a_seated_player_cannot_be_removed(tournament):
    (entry,) = make_entries(tournament, 1)
    seat(entry)
    with pytest.raises(Refused) as caught:
        remove_player(COMMAND_LINE, entry)
    assert caught.value.code == "player_seated"
    assert entered(tournament) == [(1, "Änne Arnold")]


def row(line: int, last_name: str, verdict: Verdict = Verdict.OK, **fields: object) -> PlayerRow:
    findings = (RowFinding("one_word"),) if verdict is Verdict.DOUBTFUL else ()
    return PlayerRow(line, last_name, PlayerData(last_name, "Otto"), None, verdict, findings)


def test_import_enters_clear_and_accepted_rows_and_names_the_rest(tournament):
    rows = [
        row(2, "Beck"),
        row(3, "Horn", Verdict.DOUBTFUL),
        row(4, "Engel", Verdict.DOUBTFUL),
        row(5, "", Verdict.REFUSED),
    ]

    report = import_players(COMMAND_LINE, tournament, rows, accepted=[4, 5])

    assert entered(tournament) == [(1, "Otto Beck"), (2, "Otto Engel")]
    assert (report.added, report.known, report.accepted, report.left_out) == (
        2,
        0,
        (rows[2],),
        (rows[1], rows[3]),
    )
    assert journal(tournament) == [("players_imported", {"added": 2, "known": 0, "left_out": 2})]


@pytest.mark.alone
def test_importing_again_changes_nothing(tournament):
    rows = [row(2, "Beck"), row(3, "Horn")]
    import_players(COMMAND_LINE, tournament, rows)
    set_fee(COMMAND_LINE, Entry.objects.get(number=1), True)

    report = import_players(COMMAND_LINE, tournament, [*rows, row(4, "Engel")])

    assert (report.added, report.known, report.left_out) == (1, 2, ())
    assert entered(tournament) == [(1, "Otto Beck"), (2, "Otto Horn"), (3, "Otto Engel")]
    assert Entry.objects.get(number=1).fee_paid


def test_import_takes_a_constant_number_of_queries(tournament, django_assert_num_queries):
    more = [row(line, f"Beck{line}") for line in range(3, 63)]
    for rows in ([row(2, "Beck")], more):
        with django_assert_num_queries(16):
            import_players(COMMAND_LINE, tournament, rows)


ACTS = {
    "add": (lambda actor, entry: add_player(actor, entry.tournament, PlayerData("X")), ()),
    "edit": (lambda actor, entry: edit_player(actor, entry, PlayerData("X"), 1), ()),
    "status": (
        lambda actor, entry: set_player_status(actor, entry, Entry.Status.WITHDRAWN, "krank"),
        (),
    ),
    "remove": (remove_player, ()),
    "import": (lambda actor, entry: import_players(actor, entry.tournament, []), ()),
    "Check in": (lambda actor, entry: check_in_player(actor, entry, True), (Role.TYPIST,)),
    "fee": (lambda actor, entry: set_fee(actor, entry, True), (Role.TYPIST,)),
}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("role", [None, *Role])
def test_only_the_right_roles_may_change_players(tournament, act, role):
    (entry,) = make_entries(tournament, 1)
    do, also_allowed = ACTS[act]
    actor = Actor(make_user(role, tournament))
    if role in (Role.DIRECTION, *also_allowed):
        do(actor, entry)
        assert acts().get().user == actor.user
    else:
        with pytest.raises(PermissionDenied):
            do(actor, entry)
        assert not acts().exists()


def test_roles_of_another_tournament_do_not_count(tournament):
    (entry,) = make_entries(tournament, 1)
    elsewhere = Actor(make_user(Role.DIRECTION, make_tournament("other")))
    with pytest.raises(PermissionDenied):
        remove_player(elsewhere, entry)
    remove_player(Actor(make_owner()), entry)
    assert entered(tournament) == []
