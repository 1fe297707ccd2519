"""The registration desk as its script uses it: one act, one answer, and nothing done twice."""

import re
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from tests.factories.journal import acts
from tests.factories.pages import signed_in
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import refusal, text
from tournament.check_in.writes import check_in_player, set_fee
from tournament.models import Entry, Payment, Pool, Role, Tournament
from tournament.money.rules import Fee
from tournament.money.writes import PoolData, set_fees
from tournament.people.writes.players import add_player, remove_player
from tournament.permissions import COMMAND_LINE
from tournament.shared.rules.fields import PlayerData
from tournament.shared.rules.typed import LONGEST_LINE

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

Answer = dict[str, object]


@pytest.fixture
def tournament() -> Tournament:
    """Arnold 1, Beck 2, Conrad 3."""
    tournament = make_tournament()
    make_entries(tournament, 3)
    return tournament


@pytest.fixture
def typist(tournament: Tournament) -> Client:
    return signed_in(tournament, Role.TYPIST)


def sent(client: Client, mark: UUID | None = None, **act: object) -> Answer:
    """Return the desk's answer to an act."""
    fields = {"mark": mark or uuid4(), **act}
    answer = client.post(reverse("players-desk", args=["herbst"]), fields)
    assert answer.status_code == 200, answer
    return answer.json()


def item(answer: Answer) -> str:
    """Return what is shown of a person, without the labels of the buttons."""
    words = re.sub(r"<[^>]*>", " ", str(answer["item"]))
    return " ".join(words.split())


def ticks(answer: Answer) -> dict[str, bool]:
    """Return which cells of the person's row say that it is done."""
    return {name: 'class="tick"' in html for name, html in answer["cells"].items()}


def journal() -> list[tuple[str, int]]:
    return [(entry.action, entry.data["number"]) for entry in acts()]


def checked_in() -> set[int]:
    return set(Entry.objects.filter(checked_in=True).values_list("number", flat=True))


def add(tournament: Tournament, last: str, first: str = "", **more: str) -> Entry:
    return add_player(COMMAND_LINE, tournament, PlayerData(last, first, **more))


@pytest.mark.parametrize("count", [1, 3])
def test_act_takes_a_constant_number_of_queries(
    tournament, typist, django_assert_num_queries, count
):
    make_entries(tournament, 20 * count)
    with django_assert_num_queries(22):  # one of them reads the row of the list anew
        assert item(sent(typist, typed="3")).startswith("3 · Conrad, Christa da")


def test_person_is_checked_in_and_named_and_all_are_counted(tournament, typist):
    answer = sent(typist, typed=" conr ")
    conrad = tournament.entries.get(number=3)
    assert (answer["state"], answer["entry"]) == ("done", conrad.pk)
    assert ticks(answer) == {"there": True, "paid": False}
    assert re.findall(r'<progress max="(\d+)" value="(\d+)"', str(answer["figures"])) == [
        ("3", "1")
    ]
    assert journal() == [("player_checked_in", 3)]


@pytest.mark.parametrize("count", [1, 3])
def test_matches_so_far_are_shown_and_nothing_is_done(
    tournament, typist, django_assert_num_queries, count
):
    make_entries(tournament, 6 * count)
    with django_assert_num_queries(6):
        found = typist.get("/t/herbst/players/found/", {"typed": "conr"}).json()
    assert found["people"][0]["text"] == "3 · Conrad, Christa"
    assert typist.get("/t/herbst/players/found/", {"typed": "co"}).json() == found
    for typed in ("", "c", "zzz"):
        found = typist.get("/t/herbst/players/found/", {"typed": typed}).json()
        assert found == {"people": []}
    assert checked_in() == set()


def test_same_mark_does_nothing_twice_and_is_answered_alike(tournament, typist):
    mark = uuid4()
    first = sent(typist, mark, typed="conr")
    add(tournament, "Conradi")  # now the letters mean two
    assert sent(typist, mark, typed="conr") == {
        **first,
        "figures": sent(typist, uuid4(), typed="99")["figures"],
    }
    check_in_player(COMMAND_LINE, tournament.entries.get(number=3), False)
    assert item(sent(typist, mark, typed="conr")).startswith("3 · Conrad, Christa doch nicht da")
    assert checked_in() == set()
    tournament.entries.filter(number__lte=3).update(status="withdrawn")
    assert sent(typist, mark, typed="conr")["state"] == "done"


def test_same_mark_twice_at_the_same_moment_is_one_act(tournament):
    """Both have found nothing under the mark; the second gets the lock after an undo."""
    mark, entry = uuid4(), tournament.entries.get(number=3)
    first = check_in_player(COMMAND_LINE, entry, True, mark)
    check_in_player(COMMAND_LINE, entry, False)
    assert check_in_player(COMMAND_LINE, entry, True, mark) == first
    assert checked_in() == set()


def test_two_desks_with_stale_copies_of_a_person_write_one_entry(tournament):
    mine, theirs = (Entry.objects.get(number=3) for _ in range(2))
    assert check_in_player(COMMAND_LINE, mine, True) is not None
    assert check_in_player(COMMAND_LINE, theirs, True) is None
    assert set_fee(COMMAND_LINE, mine, True) is not None
    assert set_fee(COMMAND_LINE, theirs, True) is None
    assert journal() == [("player_checked_in", 3), ("fee_paid", 3)]


def test_player_withdrawn_meanwhile_is_refused(tournament):
    old = Entry.objects.get(number=3)
    Entry.objects.filter(number=3).update(status="withdrawn")
    with pytest.raises(Exception, match="player_does_not_play"):
        check_in_player(COMMAND_LINE, old, True)


def test_person_already_there_is_reported_with_the_time(tournament, typist):
    there = check_in_player(COMMAND_LINE, tournament.entries.get(number=3), True)
    assert there is not None
    time = date_format(timezone.localtime(there.at), "H:i")
    assert f"war schon da, seit {time}" in item(sent(typist, typed="3"))
    assert journal() == [("player_checked_in", 3)]
    Entry.objects.filter(number=2).update(checked_in=True)  # as an import may have it
    assert item(sent(typist, typed="2")).startswith("2 · Beck, Bernd war schon da")


def test_undo_reverses_everything_done_under_the_mark(tournament, typist):
    beck = tournament.entries.get(number=2)
    there, paid, gone = uuid4(), uuid4(), uuid4()
    sent(typist, there, typed="beck")
    sent(typist, paid, entry=beck.pk, what="fee", on="1")
    sent(typist, gone, entry=beck.pk, what="check_in", on="0")
    assert item(sent(typist, undo=gone)).startswith("2 · Beck, Bernd da")
    assert "Startgeld offen" in item(sent(typist, undo=paid))
    mark = uuid4()
    for _ in range(2):
        answer = sent(typist, mark, undo=there)
        assert (answer["state"], answer["text"]) == ("nothing", "Nichts rückgängig zu machen.")
    assert [action for action, _ in journal()] == [
        "player_checked_in",
        "fee_paid",
        "player_checked_out",
        "player_checked_in",
        "fee_not_paid",
    ]


def test_undo_never_reverses_what_another_desk_has_done(tournament, typist):
    beck, mine, again = tournament.entries.get(number=2), uuid4(), uuid4()
    check_in_player(COMMAND_LINE, beck, True)
    sent(typist, mine, typed="beck")
    assert sent(typist, undo=mine)["state"] == "nothing"
    sent(typist, again, entry=beck.pk, what="check_in", on="0")
    check_in_player(COMMAND_LINE, beck, True)
    check_in_player(COMMAND_LINE, beck, False)
    assert sent(typist, undo=again)["state"] == "nothing"
    assert checked_in() == set()


def test_undo_of_a_person_removed_from_the_list(tournament, typist):
    mark = uuid4()
    sent(typist, mark, typed="beck")
    remove_player(COMMAND_LINE, tournament.entries.get(number=2))
    assert sent(typist, undo=mark)["state"] == "nothing"


def test_ambiguous_letters_are_answered_with_all_matches(tournament, typist):
    add(tournament, "Becker", "Ida", club_code="HH ALT")
    check_in_player(COMMAND_LINE, tournament.entries.get(number=2), True)
    answer = sent(typist, typed="bec")
    assert (answer["state"], answer["text"]) == ("unclear", "Auf „bec“ passen 2 Teilnehmer.")
    people = [person["text"] for person in answer["people"]]  # type: ignore[attr-defined]
    assert people == ["2 · Beck, Bernd · da", "4 · Becker, Ida (HH ALT)"]
    assert "item" not in answer


def test_whole_name_with_other_double_letters_is_asked_about(tournament, typist):
    """A Müller who comes unannounced is not the Müler who has not come yet; "oto" abbreviates."""
    mueler = add(tournament, "Müler", "Otto")
    answer = sent(typist, typed="müller")
    assert (answer["state"], answer["text"]) == (
        "unclear",
        text("Nobody is written “%(typed)s”. Is this who is meant?", typed="müller"),
    )
    assert [person["entry"] for person in answer["people"]] == [mueler.pk]
    assert mueler.number not in checked_in()
    assert sent(typist, typed="oto")["entry"] == mueler.pk


def test_more_than_a_dozen_are_not_all_shown(tournament, typist):
    for number in range(13):
        add(tournament, "Meyer", f"N{number}")
    answer = sent(typist, typed="mey")
    assert "13" in str(answer["text"])
    assert str(answer["text"]).endswith(text("The first %(most)s are shown.", most=12))
    assert len(answer["people"]) == 12  # type: ignore[arg-type]


@pytest.mark.parametrize("typed", ["zzz", "0", "²", "12 13", "=1+1", "\u202e", "1e3"])
def test_unmatched_input_checks_in_nobody(tournament, typist, typed):
    answer = sent(typist, typed=typed)
    assert (answer["state"], answer["text"]) == ("unclear", f"Auf „{typed}“ passt niemand.")
    assert "new" not in answer
    answer = sent(signed_in(tournament, Role.DIRECTION), typed="Neu, Ida")
    assert 'action="/t/herbst/players/walk-in/"' in str(answer["new"])
    assert "Neu, Ida aufnehmen" in str(answer["new"])
    assert checked_in() == set()


def test_after_a_walk_in_the_earlier_people_are_still_shown(tournament):
    direction = signed_in(tournament, Role.DIRECTION)
    for number in ("2", "1"):
        sent(direction, typed=number)
    sent(signed_in(tournament, Role.TYPIST), typed="3")
    page = direction.post(
        "/t/herbst/players/walk-in/", {"typed": "Neu, Ida", "person": "new"}, follow=True
    )
    shown = page.content.decode().partition('id="check-in-log"')[2].partition("</ol>")[0]
    assert re.findall(r">([^<>]+)</a>", shown) == [
        "Neu, Ida",
        "Arnold, Änne",
        "Beck, Bernd",
    ]


def test_apostrophes_and_short_names_match_the_search(tournament, typist):
    add(tournament, "O'Brien", "Pat")
    add(tournament, "Li", "Mei")
    assert item(sent(typist, typed="o'br")).startswith("4 · O&#x27;Brien, Pat da")
    answer = sent(typist, typed="li")
    assert answer["text"] == text(
        "“%(typed)s” is short: three letters check in at once.", typed="li"
    )
    assert checked_in() == {4}


def test_hostile_names_are_shown_as_text(tournament, typist):
    add(tournament, "<script>alert(1)</script>", "=1+1")
    assert "<script" not in str(sent(typist, typed="4")["item"])


@pytest.mark.parametrize(
    "act",
    [
        {},
        {"typed": "  "},
        {"typed": "x" * (LONGEST_LINE + 1)},
        {"typed": "1\x002"},
        {"mark": "no mark", "typed": "1"},
        {"typed": "1", "undo": "6c5b1f5e-0000-4000-8000-000000000000"},
        {"undo": "1"},
        {"entry": "1", "what": "check_in"},
        {"entry": "1", "what": "status", "on": "1"},
        {"entry": "one", "what": "fee", "on": "1"},
    ],
)
def test_unknown_act_is_refused(typist, act):
    fields = {"mark": uuid4(), **act}
    assert typist.post(reverse("players-desk", args=["herbst"]), fields).status_code == 400


@pytest.mark.parametrize("entry", ["-1", "0", "999999", "9" * 30])
def test_nobody_of_another_tournament_is_found(typist, entry):
    (foreign,) = make_entries(make_tournament("other"), 1)
    for pk in (entry, foreign.pk):
        fields = {"mark": uuid4(), "entry": pk, "what": "check_in", "on": "1"}
        answer = typist.post(reverse("players-desk", args=["herbst"]), fields)
        assert answer.status_code in (400, 404)
    assert checked_in() == set()


def test_journal_with_marks_is_sound(tournament, typist):
    sent(typist, typed="beck")
    call_command("recount", "herbst")


def test_enter_takes_the_fee_as_well_and_undo_returns_both(tournament, typist):
    mark = uuid4()
    assert item(sent(typist, mark, typed="conr", with_fee="1")).startswith(
        "3 · Conrad, Christa da Startgeld bezahlt"
    )
    sent(typist, mark, typed="conr", with_fee="1")  # sent again
    assert journal() == [("player_checked_in", 3), ("fee_paid", 3)]
    sent(typist, undo=mark)
    conrad = tournament.entries.get(number=3)
    assert (conrad.checked_in, conrad.fee_paid) == (False, False)
    assert journal()[2:] == [("fee_not_paid", 3), ("player_checked_out", 3)]


def test_fee_of_a_person_already_there_is_taken_and_returned_alone(tournament, typist):
    sent(typist, typed="conr")
    mark = uuid4()
    assert "war schon da" in item(sent(typist, mark, typed="conr", with_fee="1"))
    assert journal() == [("player_checked_in", 3), ("fee_paid", 3)]
    sent(typist, undo=mark)
    conrad = tournament.entries.get(number=3)
    assert (conrad.checked_in, conrad.fee_paid) == (True, False)


def test_fee_stays_when_a_person_was_unchecked_by_the_button(tournament, typist):
    conrad = tournament.entries.get(number=3)
    sent(typist, entry=conrad.pk, what="check_in", on="0", with_fee="1")
    assert journal() == []


def test_side_pool_is_paid_at_the_desk_once(tournament, typist):
    set_fees(COMMAND_LINE, tournament, [], [PoolData("Topf", 500)])
    conrad, pool = tournament.entries.get(number=3), Pool.objects.get()
    assert ": Topf, 5 €" in str(sent(typist, typed="conr")["item"])
    told = sent(typist, entry=conrad.pk, what=f"pool-{pool.pk}", on="1")
    assert "Topf" not in str(told["item"])
    assert "war schon da" not in str(told["item"])
    again = sent(typist, entry=conrad.pk, what=f"pool-{pool.pk}", on="1")
    assert refusal("pool_is_paid", name=conrad.person.name, pool="Topf") in str(again)
    payments = Payment.objects.values_list("entry", "amount", "pool")
    assert list(payments) == [(conrad.pk, 500, pool.pk)]


def test_fee_with_an_amount_is_not_returned_by_one_press(tournament, typist):
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    conrad = tournament.entries.get(number=3)
    sent(typist, entry=conrad.pk, what="fee", on="1")
    assert "in der Kasse zurückgegeben" in str(sent(typist, entry=conrad.pk, what="fee", on="0"))
    conrad.refresh_from_db()
    assert conrad.fee_paid
