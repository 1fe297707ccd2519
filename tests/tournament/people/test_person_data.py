"""Consent, contact, merging and deletion: what stays, what goes, and what final lists say."""

import json
from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.journal import acts
from tests.factories.pages import text_of
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.submissions import nothing_written
from tests.factories.tournaments import make_entries, make_owner, make_tournament, make_user
from tests.factories.words import refusal, text
from tournament.errors import Refused
from tournament.exports.pdf.seat_lists import seat_list
from tournament.lists.notes import final_notes
from tournament.lists.people import players_list
from tournament.lists.standings import standings_list
from tournament.models import (
    Call,
    JournalEntry,
    Payment,
    Person,
    PlayerImport,
    PrizeAward,
    Protest,
    Role,
    Tournament,
)
from tournament.people.reads.people import find_people
from tournament.people.reads.players import player_list
from tournament.people.writes.people import edit_person
from tournament.people.writes.players import add_player, set_player_status
from tournament.permissions import COMMAND_LINE, Actor
from tournament.privacy.writes import (
    delete_person,
    merge_people,
    purge_contacts,
    separate_people,
    set_person_details,
)
from tournament.rounds.writes import close_round, end_clock, start_clock
from tournament.shared.rules.fields import PlayerData
from tournament.standings.reads.standings import standings_after
from tournament.standings.rules.checksum import short_checksum
from tournament.trust.reads.audit import contradictions
from tournament.trust.writes import freeze_standings, unfreeze_standings

pytestmark = [pytest.mark.django_db, pytest.mark.alone]
NAMES_GONE = (
    "Names taken out at the wish of people in the list (last %(time)s); everything else is as it "
    "was declared final, then with the checksum %(declared)s."
)


@pytest.fixture
def owner() -> Client:
    client = Client()
    client.force_login(make_owner())
    return client


@pytest.fixture
def final() -> Tournament:
    """Four players, one round, frozen."""
    tournament = make_drawn_tournament(4)
    round = round_number(tournament, 1)
    start_clock(COMMAND_LINE, round)
    enter_totals(round.tables.get(), [3, -1, -1, -1])
    close_round(COMMAND_LINE, end_clock(COMMAND_LINE, round, early=True))
    return freeze_standings(COMMAND_LINE, tournament, seen=None, reason="Ende")


def first(tournament: Tournament) -> Person:
    return tournament.entries.get(number=1).person


def names(tournament: Tournament, *, public: bool = True) -> set:
    listed = standings_list(standings_after(tournament), {}, public=public)
    return {row["name"] for row in listed.by_key()}


def refuse_to_publish(person: Person) -> None:
    set_person_details(COMMAND_LINE, person, publish_name=False, email="", phone="")


def test_without_consent_public_lists_have_initials(final) -> None:
    person = first(final)
    refuse_to_publish(person)
    assert {"Ä. A.", person.list_name} & names(final) == {"Ä. A."}
    assert {"Ä. A.", person.list_name} & names(final, public=False) == {person.list_name}
    row = players_list(player_list(final)).by_key()[0]
    assert (row["last_name"], row["first_name"]) == ("Ä. A.", "")
    for by in ("table", "name"):
        page = " ".join(page_texts(read_pdf(seat_list(round_number(final, 1), by))))
        assert ("Ä. A." in page, person.last_name in page) == (True, False)


def test_judges_see_every_name_in_the_result_of_a_round(final, owner) -> None:
    person = first(final)
    refuse_to_publish(person)
    page = text_of(owner.get(reverse("round-result", args=[final.slug, 1])))
    assert (person.list_name in page, "Ä. A." in page) == (True, False)


def test_name_of_one_word_is_saved(owner) -> None:
    person = make_entries(make_tournament(), 1)[0].person
    typed = {"last_name": "Cher", "first_name": "", "publish_name": "on"}
    owner.post(reverse("person", args=[person.pk]), typed)
    person.refresh_from_db()
    assert person.name == "Cher"


def test_final_list_without_a_name_is_no_changed_list(final) -> None:
    frozen = final.frozen_checksum
    delete_person(COMMAND_LINE, first(final))
    report = standings_after(final)
    assert (report.final, report.changed_to) == (True, "")
    gone = text(NAMES_GONE, time="|", declared=short_checksum(frozen)).split("|")
    note = final_notes(final, report)[-1]
    assert (note.startswith(gone[0]), note.endswith(gone[1])) == (True, True)
    assert contradictions(final) == ()
    person = first(final)
    Person.objects.filter(pk=person.pk).update(last_name="Falsch")
    assert standings_after(final).changed_to


def test_recount_of_a_list_without_a_name_agrees_with_the_page(final, capsys) -> None:
    delete_person(COMMAND_LINE, first(final))
    call_command("recount", final.slug)
    told = capsys.readouterr()
    assert told.out.splitlines()[-1] == final_notes(final, standings_after(final))[-1]
    assert told.err == ""
    Person.objects.filter(pk=final.entries.get(number=2).person_id).update(last_name="Falsch")
    with pytest.raises(SystemExit):
        call_command("recount", final.slug)
    not_as_declared = text(
        "The standings are not as they were declared final: checksum %(now)s instead of "
        "%(frozen)s.",
        now="|",
        frozen=short_checksum(final.frozen_checksum),
    ).split("|")
    told = capsys.readouterr().err
    assert [words for words in not_as_declared if words not in told] == []


def test_list_changed_before_a_name_went_stays_changed(final) -> None:
    Person.objects.filter(pk=final.entries.get(number=2).person_id).update(last_name="Falsch")
    delete_person(COMMAND_LINE, first(final))
    assert standings_after(final).changed_to
    assert not acts().filter(action="names_removed").exists()


def test_names_removed_from_one_final_list_do_not_affect_the_next(final) -> None:
    refuse_to_publish(first(final))
    refuse_to_publish(final.entries.get(number=2).person)
    assert standings_after(final).changed_to == ""
    unfreeze_standings(COMMAND_LINE, final, "Fehler")
    final = freeze_standings(COMMAND_LINE, final, seen=None, reason="Ende")
    gone = text(NAMES_GONE, time="|", declared="").split("|")[0]
    assert gone not in " ".join(final_notes(final, standings_after(final)))


def test_deleted_person_leaves_results_and_nothing_else(final, owner) -> None:
    person = first(final)
    salt, name = person.salt, person.last_name
    set_person_details(COMMAND_LINE, person, publish_name=True, email="a@example.org", phone="1")
    waiting = PlayerImport.objects.create(
        tournament=final, user=make_user(), file_name="l.csv", table={"text": name}
    )
    page = owner.get(reverse("person-delete", args=[person.pk]))
    assert list(page.context["proven"]) == [final]
    owner.post(reverse("person-delete", args=[person.pk]))
    person.refresh_from_db()
    assert (person.name, person.email, person.phone, person.club) == ("N. N.", "", "", None)
    assert person.salt != salt
    assert not PlayerImport.objects.filter(pk=waiting.pk).exists()
    assert "N. N." in names(final)
    assert standings_after(final).rows[0].total == 3 or len(standings_after(final).rows) == 4
    assert owner.get(reverse("person", args=[person.pk])).status_code == 404
    assert name not in str(list(acts().values_list("data", "facts")))
    with pytest.raises(Refused, match="person_is_deleted"):
        edit_person(COMMAND_LINE, person, {"last_name": "Neu"})
    assert add_player(COMMAND_LINE, make_tournament("neu"), PlayerData("N. N.")).person != person


def doubles() -> tuple[Person, Person, Tournament, Tournament]:
    one, other = make_tournament("eins", name="Eins"), make_tournament("zwei", name="Zwei")
    stays = add_player(COMMAND_LINE, one, PlayerData("Müller", "Otto", club_code="DU ZHN")).person
    goes = add_player(
        COMMAND_LINE, other, PlayerData("Mühler", "Otto", state="NRW"), is_unknown=True
    ).person
    return stays, goes, one, other


def test_merged_people_have_one_history_and_lists_keep_their_names(owner) -> None:
    stays, goes, one, other = doubles()
    refuse_to_publish(goes)
    set_person_details(COMMAND_LINE, goes, publish_name=False, email="o@example.org", phone="")
    address = reverse("person-merge", args=[stays.pk])
    page = text_of(owner.get(f"{address}?other={goes.pk}"))
    assert text("%(other)s becomes %(name)s", other="Otto Mühler", name="Otto Müller") in page
    sent = owner.post(address, {"other": goes.pk})
    assert sent["Location"] == reverse("person", args=[stays.pk])
    stays.refresh_from_db()
    known = (str(stays.club), stays.state, stays.email, stays.publish_name)
    assert known == ("DU ZHN", "NRW", "o@example.org", False)
    assert other.entries.get().person.name == "Otto Mühler"
    page = text_of(owner.get(reverse("person", args=[stays.pk])))
    assert "als Otto Mühler" in page
    assert find_people(COMMAND_LINE, "otto") == [stays.pk]
    # The duplicate finds the person again.
    third = make_tournament("drei")
    assert add_player(COMMAND_LINE, third, PlayerData("Mühler", "Otto")).person == stays
    for tournament in (one, other):
        assert contradictions(tournament) == ()
    data = json.loads(owner.get(reverse("person-data", args=[stays.pk])).content)
    assert [each["tournament"] for each in data["tournaments"]] == [third.name, "Zwei", "Eins"]
    assert data["names"][1] == {"last_name": "Mühler", "first_name": "Otto"}
    owner.post(reverse("person-separate", args=[goes.pk]))
    assert len(find_people(COMMAND_LINE, "otto")) == 2


def test_merged_person_is_found_by_either_name(owner) -> None:
    stays, goes, *_tournaments = doubles()
    merge_people(COMMAND_LINE, stays, goes)
    for typed in ("müll", "mühl", "otto mühler", "Mühler, Otto"):
        assert find_people(COMMAND_LINE, typed) == [stays.pk]
    page = text_of(owner.get(reverse("people"), {"q": "mühler"}))
    assert ("1 Person" in page, "Müller, Otto" in page) == (True, True)
    separate_people(COMMAND_LINE, Person.objects.get(pk=goes.pk))
    assert find_people(COMMAND_LINE, "mühler") == [goes.pk]


def test_merging_proposes_similar_people_first(owner) -> None:
    players = [("Mendl", "Hans"), ("Mendlinger", "Ida"), ("Mendel", "Hans"), ("Weber", "Ute")]
    one, begun, alike, _other = (
        add_player(COMMAND_LINE, make_tournament(f"t{at}"), PlayerData(*name), is_unknown=True)
        for at, name in enumerate(players)
    )
    address = reverse("person-merge", args=[one.person_id])

    def offered(**query: object) -> list[int]:
        return [line.person.pk for line in owner.get(address, query).context["lines"]]

    assert offered() == [alike.person_id, begun.person_id]
    # Still there next to the chosen one; a search is nothing but a search.
    assert offered(q="Mendl", other=alike.person_id) == offered()
    assert offered(q="mendli") == [begun.person_id]
    merge_people(COMMAND_LINE, one.person, alike.person)
    assert offered() == [begun.person_id]


def test_personal_data_export_covers_money_prizes_and_complaints(final, owner) -> None:
    entry = final.entries.get(number=1)
    day = date(2026, 11, 22)
    Payment.objects.create(entry=entry, amount=1200, how="card", on=day)
    PrizeAward.objects.create(tournament=final, entry=entry, kind="place", place=1, amount=3000)
    table = final.rounds.get(number=1).tables.get(seats__entry=entry)
    Call.objects.create(table=table, offender=entry, paragraph="9.2.3", note="Gemurmel")
    Protest.objects.create(table=table, protester=entry, note="gegen 9.2.3")
    data = json.loads(owner.get(reverse("person-data", args=[entry.person.pk])).content)
    (played,) = data["tournaments"]
    paid = {"date": "2026-11-22", "cents": 1200, "for": "", "how": "card"}
    assert played["payments"] == [paid]
    assert played["prizes"] == [{"place": 1, "cents": 3000, "thing": ""}]
    assert [each["what"] for each in played["complaints"]] == ["Gemurmel"]
    assert [each["upheld"] for each in played["protests"]] == [None]


def test_texts_that_still_name_the_person_are_shown(owner) -> None:
    tournament = make_drawn_tournament(8)
    one = tournament.entries.get(number=1)
    Person.objects.filter(pk=one.person_id).update(last_name="Özdemir-Groß")
    table = round_number(tournament, 1).tables.get(number=1)
    for note in ("frau ÖZDEMIR-GROß rief dazwischen", "<b>Özdemir-Großmann</b> war es"):
        Call.objects.create(table=table, offender=one, paragraph="9.2.3", note=note)
    set_player_status(COMMAND_LINE, one, "withdrawn", "Özdemir-Groß musste heim")
    words = text_of(owner.get(reverse("person-delete", args=[one.person_id])))
    assert (
        "Herbstturnier, Reklamationen: frau ÖZDEMIR-GROß rief dazwischen "
        "Herbstturnier, Journal: Özdemir-Groß musste heim "
    ) in words
    assert "Großmann" not in words
    other = owner.get(reverse("person-delete", args=[tournament.entries.get(number=2).person_id]))
    assert not other.context["named_in"]


def test_deleting_a_merged_person_deletes_every_name() -> None:
    stays, goes, *_tournaments = doubles()
    merge_people(COMMAND_LINE, stays, goes)
    delete_person(COMMAND_LINE, stays)
    assert {person.name for person in Person.objects.all()} == {"N. N."}


def test_people_of_one_tournament_are_two_and_the_page_says_so(owner) -> None:
    entries = make_entries(make_tournament(name="Herbst"), 2)
    one, other = (entry.person for entry in entries)
    with pytest.raises(Refused, match="entered_together"):
        merge_people(COMMAND_LINE, one, other)
    with pytest.raises(Refused, match="person_merged_with_self"):
        merge_people(COMMAND_LINE, one, one)
    page = owner.get(f"{reverse('person-merge', args=[one.pk])}?other={other.pk}")
    assert text("Both play in the same tournament, so they are two people:") in text_of(page)
    assert 'name="other"' not in page.content.decode()
    page = owner.post(reverse("person-merge", args=[one.pk]), {"other": other.pk}, follow=True)
    assert refusal(
        "entered_together", stays=one.name, goes=other.name, tournaments="Herbst"
    ) in text_of(page)


def test_merged_twice_is_refused() -> None:
    stays, goes, *_tournaments = doubles()
    merge_people(COMMAND_LINE, stays, goes)
    with pytest.raises(Refused, match="merged_already"):
        merge_people(COMMAND_LINE, stays, goes)
    separate_people(COMMAND_LINE, Person.objects.get(pk=goes.pk))


def test_contact_is_deleted_when_it_was_kept_long_enough(owner) -> None:
    person = make_entries(make_tournament(), 1)[0].person
    set_person_details(COMMAND_LINE, person, publish_name=True, email=" a@b.de ", phone="0203 1")
    person.refresh_from_db()
    assert person.contact_given_on == timezone.localdate()
    told = JournalEntry.objects.get(action="person_details_set")
    assert told.data == {"person": person.pk, "changed": ["contact"]}
    assert purge_contacts(COMMAND_LINE, 1) == 0
    Person.objects.filter(pk=person.pk).update(contact_given_on=date(2001, 1, 1))
    deleted = text(
        "Contact data of %(people)s person deleted: it was kept long enough.",
        "Contact data of %(people)s people deleted: it was kept long enough.",
        people=1,
    )
    assert deleted in text_of(owner.get(reverse("people")))
    person.refresh_from_db()
    assert (person.email, person.phone, person.contact_given_on) == ("", "", None)
    assert JournalEntry.objects.get(action="contacts_purged").data == {"people": 1}


@pytest.mark.parametrize("day", [date(2028, 2, 29), date(2027, 3, 31), date(2027, 12, 31)])
def test_a_month_is_not_cut_short(monkeypatch, day: date) -> None:
    person = make_entries(make_tournament(), 1)[0].person
    monkeypatch.setattr(timezone, "localdate", lambda: day)
    Person.objects.filter(pk=person.pk).update(contact_given_on=day - timedelta(days=27))
    assert purge_contacts(COMMAND_LINE, 1) == 0
    Person.objects.filter(pk=person.pk).update(contact_given_on=day - timedelta(days=32))
    assert purge_contacts(COMMAND_LINE, 1) == 1


def test_direction_looks_up_only_the_people_of_its_tournaments() -> None:
    stays, goes, one, _other = doubles()
    actor = Actor(make_user(Role.DIRECTION, one, "dora"))
    assert find_people(actor, "") == [stays.pk]
    merge_people(COMMAND_LINE, goes, stays)
    assert find_people(actor, "") == [goes.pk]
    separate_people(COMMAND_LINE, Person.objects.get(pk=stays.pk))
    with pytest.raises(Person.DoesNotExist):
        set_person_details(actor, goes, publish_name=True, email="", phone="")


def test_owners_alone_merge_separate_and_delete_people() -> None:
    stays, goes, one, _other = doubles()
    direction = Actor(make_user(Role.DIRECTION, one, "dora"))
    for act in (
        lambda: merge_people(direction, stays, goes),
        lambda: separate_people(direction, goes),
        lambda: delete_person(direction, stays),
        lambda: purge_contacts(direction, 12),
    ):
        with nothing_written(), pytest.raises(PermissionDenied):
            act()


@pytest.mark.parametrize("count", [1, 3])
def test_list_of_people_takes_a_constant_number_of_queries(
    owner, django_assert_num_queries, count: int
) -> None:
    make_entries(make_tournament(), count, clubs=2)
    with django_assert_num_queries(9):
        page = text_of(owner.get(reverse("people")))
    assert f"{count} Person" in page


def test_name_in_a_final_list_stays_and_nothing_typed_is_lost(final, owner) -> None:
    person = first(final)
    typed = {"last_name": "Neu", "first_name": "X", "email": "a@b.de", "publish_name": "on"}
    page = owner.post(reverse("person", args=[person.pk]), typed)
    assert page.status_code == 422
    stays = refusal("stands_in_final_list", name=person.name, tournaments=final.name)
    assert stays in text_of(page)
    assert 'value="a@b.de"' in page.content.decode()
    person.refresh_from_db()
    assert (person.email, person.last_name) == ("", "Arnold")
    owner.post(
        reverse("person", args=[person.pk]),
        {**typed, "last_name": "Arnold", "first_name": "Änne", "state": "NRW"},
    )
    person.refresh_from_db()
    assert (person.email, person.state) == ("a@b.de", "NRW")
    page = text_of(owner.get(reverse("person", args=[person.pk])))
    average = text("Average over all rounds: %(average)s points.", average="|").split("|")
    assert [words for words in average if words not in page] == []
