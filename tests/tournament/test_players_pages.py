"""The pages of players: list, desk, entering and changing one."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.journal import note
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tests.factories.words import no_tables_for, refusal, text
from tournament.forms.people import PlayerForm
from tournament.models import Club, Entry, FeeRule, Person, Role, Tournament
from tournament.people.reads.players import find_players, player_to_check_in
from tournament.people.writes.players import add_player
from tournament.permissions import COMMAND_LINE
from tournament.shared.rules.fields import PlayerData

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def direction(tournament) -> Client:
    return signed_in(tournament, Role.DIRECTION)


def signed_in(tournament: Tournament, role: Role | None) -> Client:
    client = Client()
    client.force_login(make_user(role, tournament))
    return client


def address(name: str, tournament: Tournament, *args: object, query: str = "") -> str:
    return reverse(name, args=[tournament.slug, *args]) + query


def names_shown(answer) -> list[str]:
    """Return the names in the list, in order."""
    return re.findall(r'<td class="name">\s*(?:<a [^>]*>)?([^<]*)', answer.content.decode())


def main_of(answer) -> str:
    return answer.content.decode().split("<main")[1]


def chips(answer) -> dict[str, int]:
    """Return the count of each filter."""
    nav = re.search(r'<nav class="chips".*?</nav>', answer.content.decode(), re.DOTALL)[0]
    found = re.findall(r'<a href="[^"?]*(\??[^"]*)".*?<span>(\d+)</span>', nav, re.DOTALL)
    return {show: int(count) for show, count in found}


def name_people(tournament: Tournament, *names: tuple[str, str]) -> list[Entry]:
    return [add_player(COMMAND_LINE, tournament, PlayerData(last, first)) for last, first in names]


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.database
def test_list_takes_a_constant_number_of_queries(
    tournament, direction, django_assert_num_queries, count
):
    make_entries(tournament, count, clubs=1)
    with django_assert_num_queries(11):  # one of them asks whether there are fees
        answer = direction.get(address("players", tournament))
    assert len(names_shown(answer)) == count


@pytest.mark.database
def test_list_is_sorted_by_name_as_germans_sort(tournament, direction):
    name_people(tournament, ("Zorn", "A"), ("Öller", "B"), ("Otto", "C"), ("von Au", "D"))
    answer = direction.get(address("players", tournament))
    assert names_shown(answer) == ["Öller, B", "Otto, C", "von Au, D", "Zorn, A"]
    answer = direction.get(address("players", tournament, query="?sort=-number"))
    assert names_shown(answer) == ["von Au, D", "Otto, C", "Öller, B", "Zorn, A"]
    assert 'aria-sort="descending"' in answer.content.decode()


def test_list_counts_and_names_the_possible_tables(tournament, direction):
    entries = make_entries(tournament, 11, fee_paid=True)
    page = direction.get(address("players", tournament))
    assert page.context["tables"] == no_tables_for(11)
    Entry.objects.filter(pk__in=[entry.pk for entry in entries[:9]]).update(checked_in=True)
    Entry.objects.filter(pk=entries[9].pk).update(status="withdrawn")
    note(tournament)
    page = direction.get(address("players", tournament))
    counts = page.context["counts"]
    assert (counts.entered, counts.playing, counts.checked_in, counts.missing) == (11, 10, 9, 1)
    assert (counts.fee_paid, page.context["tables"]) == (11, "1 Vierertisch und 1 Fünfertisch")
    assert re.findall(r"<progress[^>]*>", page.content.decode()) == [
        '<progress max="10" value="9" aria-hidden="true">'
    ]
    assert chips(page) == {"": 11, "?show=missing": 1, "?show=unpaid": 0, "?show=gone": 1}


@pytest.mark.database
def test_list_can_be_narrowed_to_those_missing_or_owing(tournament, direction):
    first, second, third = make_entries(tournament, 3)
    Entry.objects.filter(pk=first.pk).update(checked_in=True)
    Entry.objects.filter(pk=second.pk).update(fee_paid=True)
    Entry.objects.filter(pk=third.pk).update(status="withdrawn")
    page = direction.get(address("players", tournament, query="?show=missing"))
    assert names_shown(page) == ["Beck, Bernd"]
    page = direction.get(address("players", tournament, query="?show=unpaid"))
    assert names_shown(page) == ["Arnold, Änne"]
    page = direction.get(address("players", tournament, query="?show=gone"))
    assert names_shown(page) == ["Conrad, Christa"]
    assert chips(page) == {"": 3, "?show=missing": 1, "?show=unpaid": 1, "?show=gone": 1}
    current = re.findall(r'<a href="([^"]*)"\s+aria-current="true">', main_of(page))
    assert current == ["?show=gone"]


def test_only_what_is_open_is_a_pill(tournament, direction):
    """A tick says what is done, and offers to take it back where that is not the till's."""
    first, _second, third = make_entries(tournament, 3)
    Entry.objects.filter(pk=first.pk).update(checked_in=True, fee_paid=True)
    Entry.objects.filter(pk=third.pk).update(status="withdrawn")

    def marks() -> list[tuple[str, str]]:
        page = main_of(direction.get(address("players", tournament)))
        cells = re.findall(r'<td class="state (?:there|paid)">(.*?)</td>', page)
        return [
            (re.sub("<[^>]*>", "", cell), "".join(re.findall('data-back="([^"]*)"', cell)))
            for cell in cells
        ]

    back = text("not there after all"), text("not paid after all")
    assert marks() == [
        *(("✓", back[0]), ("✓", back[1])),
        *((text("missing"), ""), (text("not paid"), "")),
        *(("", ""), ("", "")),
    ]
    FeeRule.objects.create(tournament=tournament, amount=1500)
    note(tournament)
    paid, owes = marks()[1], marks()[3]
    assert paid == ("✓", "")
    assert owes == (text("%(amount)s open", amount="15 €"), "")


def test_columns_with_few_ticks_are_the_other_way_round(tournament, direction):
    """While most are missing a tick is the news: so it is on the first morning."""
    entries = make_entries(tournament, 3, fee_paid=True)

    def look() -> str:
        page = direction.get(address("players", tournament)).content.decode()
        return re.findall(r'<table class="(players[^"]*)"', page)[0]

    assert look() == "players few-there"
    Entry.objects.filter(pk__in=[entry.pk for entry in entries[:2]]).update(checked_in=True)
    note(tournament)
    assert look() == "players"


def test_page_of_a_person_has_what_the_desk_does(tournament):
    (entry,) = make_entries(tournament, 1)
    typist, page = signed_in(tournament, Role.TYPIST), address("player", tournament, entry.pk)

    def acts(client: Client) -> list[tuple[str, str]]:
        shown = main_of(client.get(page))
        return re.findall(r'formaction="[^"]*/\d+/([a-z-]*)/"\s+name="on"\s+value="(\d)"', shown)

    assert acts(typist) == [("fee", "1"), ("check-in", "1")]
    assert acts(signed_in(tournament, Role.REFEREE)) == []
    for name in ("player-check-in", "player-fee"):
        answer = typist.post(address(name, tournament, entry.pk), {"on": "1", "next": page})
        assert answer.url == f"{page}#player-{entry.pk}"
    assert acts(typist) == [("check-in", "0"), ("fee", "0")]
    FeeRule.objects.create(tournament=tournament, amount=1500)
    assert acts(typist) == [("check-in", "0")]


def test_empty_list_says_how_to_begin(tournament, direction):
    page = direction.get(address("players", tournament)).content.decode()
    assert '<div class="empty">' in page
    assert address("players-import", tournament) in page
    page = signed_in(tournament, Role.TYPIST).get(address("players", tournament))
    assert address("players-import", tournament) not in page.content.decode()


@pytest.mark.database
def test_hostile_names_are_shown_as_text(tournament, direction):
    (entry,) = name_people(tournament, ("<script>alert(1)</script>", "=1+1"))
    for page in (
        address("players", tournament),
        address("players", tournament, query=f"?last={entry.pk}"),
        address("players", tournament, query="?q=<script>x"),
        address("player-edit", tournament, entry.pk),
    ):
        text = direction.get(page).content.decode()
        assert "<script>alert" not in text
        assert "<script>x" not in text
    assert (
        "&lt;script&gt;alert(1)&lt;/script&gt;, =1+1"
        in direction.get(address("players", tournament)).content.decode()
    )


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("mül", ["Anna Müller", "Bernd Müller"]),
        ("muell", ["Anna Müller", "Bernd Müller"]),
        ("müller, b", ["Bernd Müller"]),
        ("bernd", ["Bernd Müller"]),
        ("jür", ["Hans-Jürgen Li"]),
        ("hei", ["Uwe von der Heide"]),
        ("3", ["Hans-Jürgen Li"]),
        ("003", ["Hans-Jürgen Li"]),
        ("33", []),
        ("üller", []),
        ("", []),
    ],
)
@pytest.mark.database
def test_letters_find_players(tournament, typed, found):
    name_people(
        tournament,
        ("Müller", "Anna"),
        ("Müller", "Bernd"),
        ("Li", "Hans-Jürgen"),
        ("von der Heide", "Uwe"),
    )
    assert [entry.person.name for entry in find_players(tournament, typed)] == found


def test_two_letters_are_too_few_to_check_in_a_player(tournament):
    (entry,) = name_people(tournament, ("Beck", "Otto"))
    assert player_to_check_in(tournament, "be") is None
    assert player_to_check_in(tournament, "bec") == entry
    assert player_to_check_in(tournament, "1") == entry


def test_three_letters_and_enter_check_in_the_one_match(tournament):
    typist = signed_in(tournament, Role.TYPIST)
    beck, _horn = name_people(tournament, ("Beck", "Otto"), ("Horn", "Uwe"))

    answer = typist.post(address("players-check-in", tournament), {"typed": "bec"}, follow=True)

    assert [entry.checked_in for entry in Entry.objects.all()] == [True, False]
    assert answer.context["last"] == beck
    assert re.search(r"badge done.>da<", answer.content.decode())
    answer = typist.post(address("players-check-in", tournament), {"typed": "bec"}, follow=True)
    assert "war schon da" in answer.content.decode()


def test_ambiguous_letters_check_in_nobody_and_show_the_matches(tournament, direction):
    name_people(tournament, ("Beck", "Otto"), ("Becker", "Ida"), ("Horn", "Uwe"))
    answer = direction.post(address("players-check-in", tournament), {"typed": "bec"}, follow=True)
    assert names_shown(answer) == ["Beck, Otto", "Becker, Ida"]
    assert not Entry.objects.filter(checked_in=True).exists()


def test_unmatched_letters_offer_to_enter_that_name(tournament, direction):
    make_entries(tournament, 1)
    answer = direction.post(
        address("players-check-in", tournament), {"typed": "Neu, Ida"}, follow=True
    )
    page = answer.content.decode()
    link = address("player-new", tournament, query="?name=Neu%2C%20Ida")
    assert f'href="{link}"' in page
    form = direction.get(link).context["form"]
    assert (form.initial["last_name"], form.initial["first_name"]) == ("Neu", "Ida")
    typist = signed_in(tournament, Role.TYPIST)
    page = typist.get(address("players", tournament, query="?q=Neu")).content.decode()
    assert address("player-new", tournament) not in page


def test_withdrawn_player_is_not_checked_in_by_letters(tournament, direction):
    make_entries(tournament, 1, status="withdrawn")
    direction.post(address("players-check-in", tournament), {"typed": "arnold"})
    assert not Entry.objects.get().checked_in


def test_switches_return_to_the_row_in_the_same_list(tournament):
    typist = signed_in(tournament, Role.TYPIST)
    (entry,) = make_entries(tournament, 1)
    here = address("players", tournament, query="?sort=-number&show=missing")
    for name, field in (("player-check-in", "checked_in"), ("player-fee", "fee_paid")):
        for on in ("1", "0"):
            answer = typist.post(address(name, tournament, entry.pk), {"on": on, "next": here})
            assert answer.url == f"{here}#player-{entry.pk}"
            assert getattr(Entry.objects.get(), field) == (on == "1")


def test_switches_lead_nowhere_else(tournament, direction):
    (entry,) = make_entries(tournament, 1)
    for foreign in ("https://evil.example/", "//evil.example", "javascript:alert(1)", ""):
        answer = direction.post(address("player-fee", tournament, entry.pk), {"next": foreign})
        assert answer.url == f"/t/herbst/players/#player-{entry.pk}"


def test_new_player_at_the_desk_is_entered_and_checked_in(tournament, direction):
    make_entries(tournament, 2)
    direction.post(
        address("player-new", tournament),
        {
            "last_name": "Horn",
            "first_name": "Uwe",
            "club_code": "DU ZHN",
            "tags": "Senioren, , Senioren,Herren",
            "fee_paid": "on",
            "checked_in": "on",
        },
        follow=True,
    )
    entry = Entry.objects.get(number=3)
    assert (entry.person.name, entry.club.code) == ("Uwe Horn", "DU ZHN")
    assert (entry.tags, entry.fee_paid, entry.checked_in) == (["Senioren", "Herren"], True, True)


@pytest.mark.database
def test_limits_of_the_form_are_those_of_the_database():
    stored = {
        **{name: (Person, name) for name in ("last_name", "first_name", "state")},
        "club_code": (Club, "code"),
        "club_name": (Club, "name"),
        "team": (Entry, "team"),
    }
    fields = PlayerForm().fields
    assert {name: fields[name].max_length for name in stored} == {
        name: model._meta.get_field(field).max_length for name, (model, field) in stored.items()
    }


@pytest.mark.parametrize(
    ("typed", "field", "code"),
    [
        ({"last_name": "", "number": "5"}, "last_name", "required"),
        ({"last_name": "\u200b", "number": "5"}, "last_name", "name_missing"),
        ({"last_name": "X", "number": "1"}, "number", "number_taken"),
        ({"last_name": "X", "number": "10000"}, "number", "max_value"),
        ({"last_name": "X" * 201, "number": "5"}, "last_name", "max_length"),
    ],
)
def test_wrong_input_is_named_at_its_field_and_stays(tournament, direction, typed, field, code):
    make_entries(tournament, 1)
    answer = direction.post(address("player-new", tournament), {**typed, "first_name": "Ida"})
    errors = answer.context["form"].errors
    assert [*errors] == [field]
    (error,) = errors[field].as_data()
    if error.code:
        assert error.code == code
    else:
        assert errors[field] == [refusal(code, number=1, name="Änne Arnold")]
    assert 'value="Ida"' in answer.content.decode()
    assert Person.objects.count() == 1


@pytest.mark.database
def test_same_player_typed_twice_is_asked_about(tournament, direction):
    typed = {"last_name": "horn", "first_name": "Uwe"}
    name_people(tournament, ("Horn", "Uwe"))
    page = address("player-new", tournament)
    assert "another_person" not in direction.get(page).context["form"].fields

    answer = direction.post(page, typed)
    assert answer.context["form"].errors == {
        "last_name": [refusal("name_entered", name="Uwe Horn", number=1)]
    }
    assert 'name="another_person"' in answer.content.decode()
    assert (Entry.objects.count(), Person.objects.count()) == (1, 1)

    answer = direction.post(page, {**typed, "another_person": "on", "namesakes": "1"})
    assert answer.status_code == 302
    assert [str(entry) for entry in Entry.objects.all()] == ["1 Uwe Horn", "2 Uwe horn"]


def test_another_first_name_is_another_player(tournament, direction):
    name_people(tournament, ("Horn", "Uwe"))
    direction.post(address("player-new", tournament), {"last_name": "Horn", "first_name": "Ute"})
    assert [str(entry) for entry in Entry.objects.all()] == ["1 Uwe Horn", "2 Ute Horn"]


def test_editing_a_player(tournament, direction):
    _first, second = make_entries(tournament, 2)
    page = address("player-edit", tournament, second.pk)
    assert direction.get(page).context["form"].initial["last_name"] == "Beck"
    answer = direction.post(page, {"last_name": "Bäck", "first_name": "Bernd", "number": "1"})
    assert answer.context["form"].errors == {"number": ["Startnummer 1 gehört Änne Arnold."]}
    assert answer.context["name"] == "Bernd Beck"
    answer = direction.post(page, {"last_name": "Bäck", "first_name": "Bernd", "number": "7"})
    assert answer.url == f"/t/herbst/players/#player-{second.pk}"
    assert [str(entry) for entry in Entry.objects.all()] == ["1 Änne Arnold", "7 Bernd Bäck"]


def test_participation_and_removal(tournament, direction):
    (entry,) = make_entries(tournament, 1)
    change = {"status": "withdrawn", "reason": "krank"}
    direction.post(address("player-status", tournament, entry.pk), change)
    assert Entry.objects.get().status == "withdrawn"
    direction.post(address("player-remove", tournament, entry.pk))
    assert not Entry.objects.exists()


def test_player_of_another_tournament_is_not_found(tournament, direction):
    (entry,) = make_entries(make_tournament("other"), 1)
    for name in ("player-edit", "player-check-in", "player-fee", "player-status", "player-remove"):
        assert direction.post(address(name, tournament, entry.pk)).status_code == 404
    assert list(Entry.objects.all()) == [entry]


def test_referees_see_no_switch(tournament):
    make_entries(tournament, 1)
    page = signed_in(tournament, Role.REFEREE).get(address("players", tournament)).content.decode()
    assert 'class="switch"' not in page
    assert 'name="q"' in page
    page = signed_in(tournament, Role.TYPIST).get(address("players", tournament)).content.decode()
    assert page.count('class="switch"') == 2
    assert 'name="typed"' in page


def test_list_shows_what_is_kept_of_people_where_anybody_has_it(tournament, direction):
    name_people(tournament, ("Franke", "Änne"))
    page = address("players", tournament)
    heads = len(re.findall("<th", direction.get(page).content.decode()))
    add_player(COMMAND_LINE, tournament, PlayerData("Horn", "Uwe", state="NRW"))
    html = direction.get(page).content.decode()
    assert len(re.findall("<th", html)) == heads + 1
    assert re.findall(r"<td>(NRW|)</td></tr>", html) == ["", "NRW"]
