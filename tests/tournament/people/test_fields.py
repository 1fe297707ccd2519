"""Every declared field is known to all code that deals with fields."""

from dataclasses import fields
from io import BytesIO

import pytest
from django.utils.translation import override
from openpyxl import load_workbook

from tests.factories.tournaments import make_entries, make_tournament
from tournament.archives.mapping import archived_fields
from tournament.exports.list_files import template_of_players
from tournament.forms.people import PersonForm, PlayerForm
from tournament.imports.tables import SPELLINGS, column_of
from tournament.labels.journal import journal_sentence
from tournament.labels.people import LIST_COLUMNS, field_words, file_heading
from tournament.lists.people import players_list
from tournament.models import Person
from tournament.models.fields import LimitedEmail, LimitedTags, LimitedText, stored
from tournament.people.reads.players import player_list
from tournament.permissions import COMMAND_LINE
from tournament.privacy.reads import all_data
from tournament.shared.rules.fields import FIELDS, KEPT, PLAYER_FIELDS, Field, Kind, Of, PlayerData

pytestmark = [pytest.mark.django_db, pytest.mark.alone]
READ = [field for field in FIELDS if field.headings]


def named(field: Field) -> str:
    return field.name


def test_every_value_of_a_player_is_a_declared_field() -> None:
    assert {field.name for field in PLAYER_FIELDS} == {each.name for each in fields(PlayerData)}
    places = [field.place for field in FIELDS if field.place]
    assert len(set(places)) == len(places) == len([*PLAYER_FIELDS, "number", "birth_year"])


@pytest.mark.parametrize("field", FIELDS, ids=named)
def test_model_holds_it_with_words_and_limit(field: Field) -> None:
    assert isinstance(stored(field), LimitedText | LimitedEmail | LimitedTags) == field.is_typed
    assert str(field_words(field))
    kept = archived_fields(field.model, contacts=True)
    assert field.column in [each.name for each in kept]
    if field in KEPT:
        assert hasattr(Person(), field.column)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("field", READ, ids=named)
def test_list_with_its_heading_is_read(field: Field, language: str) -> None:
    with override(language):
        assert column_of(file_heading(field)) == column_of(str(field_words(field))) == field.key


def test_lists_forms_and_files_have_all_of_them() -> None:
    tournament = make_tournament(age_categories=[["Senioren", None, 1966]])
    entry = make_entries(tournament, 1)[0]
    columns = ["name", *(field.key for field in READ)]
    assert sorted(SPELLINGS) == sorted(LIST_COLUMNS) == sorted(columns)
    book = load_workbook(BytesIO(template_of_players(tournament).content))
    heads = [[cell.value for cell in row] for row in book.active.iter_rows()]
    assert [file_heading(field) for field in READ] in heads
    asked = {field.denied_by or field.name: field for field in FIELDS if field.place}
    details = {field.name for field in FIELDS if field.of in (Of.CONSENT, Of.CONTACT)}
    assert PlayerForm.base_fields.keys() == asked.keys() | details
    of_person = {field.name for field in FIELDS if field.model == "person"}
    assert PersonForm.base_fields.keys() == of_person | {"linked"}
    listed = players_list(player_list(tournament)).by_key()[0]
    assert [*listed] == [field.csv_key for field in FIELDS if field.is_listed]
    data = all_data(COMMAND_LINE, entry.person)
    told = {*data, *data["names"][0], *data["tournaments"][0], "club_name", "club_code"}
    assert {field.data_key for field in FIELDS} - told == set()


@pytest.mark.parametrize("field", PLAYER_FIELDS, ids=named)
def test_journal_has_words_for_a_change_of_it(field: Field) -> None:
    data = {"entry": 1, "number": 1, "old_number": 1, "changed": [field.name], "changes": {}}
    if field.of in (Of.ENTRY, Of.DAY):
        yes_no = field.kind is Kind.YES_NO
        data["changes"] = {field.name: [True, False] if yes_no else ["alt", "neu"]}
    sentence = journal_sentence("player_edited", data, {}, {})
    words = {Of.NAME: "Name", Of.CLUB: "Verein"}.get(field.of) or str(stored(field).verbose_name)
    assert words in sentence


def test_csv_of_the_players_keeps_its_usual_headings() -> None:
    words = "number last_name first_name club code state tags fee_paid checked_in status"
    assert set(words.split()) <= {field.csv_key for field in FIELDS if field.is_listed}


def test_contact_and_consent_are_in_no_list() -> None:
    few = (Of.CONSENT, Of.CONTACT)
    assert [each for each in FIELDS if each.of in few and each.is_listed] == []
    assert [each for each in FIELDS if each.of is Of.CONSENT and each.headings] == []
