"""A season, a cup or a series as one file: what is in it, and who writes it."""

from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.factories.competitions import played_cup, played_season
from tests.factories.evenings import bring_in, make_evening, make_series
from tests.factories.pages import messages_of, signed_in
from tests.factories.words import refusal
from tournament.archives.mapping import _FORM_OF as FORM_OF
from tournament.archives.mapping import LEFT_OUT, archived_fields, model_of
from tournament.archives.rules import archive as form
from tournament.archives.rules.archive import FORMS
from tournament.competitions.mapping import KINDS, models_of
from tournament.exports.competition import competition_file
from tournament.imports.archives import read_archive
from tournament.models import Cup, Person
from tournament.series.rules import ResultLine
from tournament.shared.writes.signing import is_signed, public_key

pytestmark = [pytest.mark.django_db, pytest.mark.alone, pytest.mark.usefixtures("blank_papers")]


def parts_of(content: bytes) -> dict[str, bytes]:
    parts = form.unpack(content)
    about = form.from_json(form.CONTENTS, parts[form.CONTENTS])
    signature = parts[form.SIGNATURE].decode().strip()
    assert is_signed(parts[form.CONTENTS], signature, public_key())
    assert form.findings(parts, about["parts"]) == []
    return parts


def data_of(parts: dict[str, bytes]) -> dict[str, list[dict]]:
    """Return the rows by model, each with its number as `id`."""
    data = form.from_json(form.DATA, parts[form.DATA])
    return {
        name: [dict(zip(["id", *table["fields"]], row, strict=True)) for row in table["rows"]]
        for name, table in data.items()
    }


def test_every_model_and_field_of_a_competition_is_in_its_file_or_a_test_says_so() -> None:
    """A new model follows by itself; a field of JSON needs its form, as those of archives do."""
    everything = {name for kind in KINDS for name in models_of(kind)}
    told = {name for name, why in LEFT_OUT.items() if why == "of the installation"}
    assert told - everything == {"ranking", "rankingissue"}
    assert everything <= told
    for name in everything:
        own = [field.name for field in model_of(name)._meta.concrete_fields][1:]
        kept = archived_fields(name, contacts=False)
        assert [field.name for field in kept] == own
        shapeless = [f.name for f in kept if not isinstance(f, tuple(FORM_OF))]
        assert [each for each in shapeless if (name, each) not in FORMS] == []


def test_a_season_is_its_rows_by_number_and_the_archives_of_its_days() -> None:
    league = played_season(4, 3)
    parts = parts_of(competition_file(league).content)
    data = data_of(parts)
    archives = {
        number: read_archive(parts[form.part_of_tournament(number)]) for number in (1, 2, 3)
    }
    assert parts.keys() == {
        *(form.CONTENTS, form.SIGNATURE, form.DATA),
        *map(form.part_of_tournament, archives),
    }
    assert [archives[n].about["tournament"]["name"] for n in archives] == [
        *("Spieltag 1", "Spieltag 2", "Spieltag 3")
    ]
    (row,) = data["league"]
    assert (row["id"], row["name"], row["tie_breaks"]) == (1, "Liga", ["day_wins"])
    assert [(each["id"], each["number"], each["name"]) for each in data["leagueteam"]] == [
        (number, number, f"Mannschaft {number}") for number in range(1, 5)
    ]
    assert [(d["id"], d["place"], d["host"], d["tournament"]) for d in data["matchday"]] == [
        *((1, "", None, 1), (2, "Łódź", 2, 2), (3, "", None, 3)),
    ]
    assert [(each["team"], each["day"], each["points"]) for each in data["pointsdeduction"]] == [
        *((1, None, 4), (2, 1, 4)),
    ]
    # People are those of the archives: who sits on the first day is entered there.
    first = [each for each in data["dayteam"] if each["day"] == 1]
    lineups = {pk for each in first for pk in each["lineup"]}
    assert lineups == {row["person"] for row in archives[1].rows["entry"].by_id().values()}
    people = {each["id"]: each["first_name"] for each in data["person"]}
    assert {each["person"] for each in data["teamplayer"]} <= people.keys()
    assert "Ole" in people.values()


@pytest.mark.stands_on(make=played_cup)
def test_a_cup_has_its_consolation_and_a_series_the_lists_brought_in() -> None:
    parts = parts_of(competition_file(Cup.objects.get()).content)
    data = data_of(parts)
    stages = [(each["name"], each["tournament"], each["consolation"]) for each in data["cupstage"]]
    assert stages == [("Vorrunde", 1, 2), ("Finale", 3, None)]
    assert [each["seed"] for each in data["cuplot"]] == ["4 1 6"]
    assert [(each["stage"], each["who"]) for each in data["cupwithdrawal"]] == [(1, "Team 01")]
    names = [read_archive(parts[form.part_of_tournament(n)]).about["tournament"] for n in (1, 2, 3)]
    assert [each["name"] for each in names] == ["Pokal: Vorrunde", "Pokal: Trost", "Pokal: Finale"]

    series = make_series(make_evening("mai", [30, 10, -10, -30], date(2026, 5, 1)))
    person = Person.objects.create(last_name="Früher", first_name="Ida")
    bring_in(series, "April", [ResultLine(1, "Ida Früher", "", 1, (12,), 0, 12)])
    data = data_of(parts_of(competition_file(series).content))
    assert [(each["tournament"], each["name"]) for each in data["seriesevening"]] == [
        *((1, ""), (None, "April"))
    ]
    (line,) = data["eveningline"]
    assert (line["person"], line["rounds"], line["total"]) == (person.pk, [12], 12)


def test_spellings_name_whom_they_are_and_contacts_are_asked_for() -> None:
    league = played_season(4, 2)
    ole = Person.objects.get(first_name="Ole")
    known = Person.objects.create(last_name="Neu", first_name="Olaf", email="olaf@example.org")
    Person.objects.filter(pk=ole.pk).update(same_as=known)
    data = data_of(parts_of(competition_file(league).content))
    assert data["spelling"] == [{"id": ole.pk, "same_as": known.pk}]
    assert known.pk in {each["id"] for each in data["person"]}
    assert not any("email" in each for each in data["person"])
    told = data_of(parts_of(competition_file(league, contacts=True).content))["person"]
    assert {each["email"] for each in told} == {"", "olaf@example.org"}


@pytest.mark.stands_on(make=played_cup)
def test_an_owner_writes_the_file_on_the_page_and_the_command_line_by_command(
    tmp_path: Path,
) -> None:
    cup, owner = Cup.objects.get(), signed_in()
    assert '"/cups/pokal/archive/"' in owner.get("/cups/pokal/").content.decode()
    page = owner.get("/cups/pokal/archive/")
    assert page.status_code == 200
    answer = owner.post("/cups/pokal/archive/", {"contacts": "on"})
    assert answer.headers["Content-Disposition"] == 'attachment; filename="pokal-archive.zip"'
    assert data_of(parts_of(answer.content))["cup"][0]["name"] == cup.name
    target = tmp_path / "pokal.zip"
    call_command("archive", "pokal", str(target), "--of", "cup", stdout=StringIO())
    assert data_of(parts_of(target.read_bytes())).keys() == {*models_of("cup"), *PEOPLE}
    wrong = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("archive", "liga", str(tmp_path / "l.zip"), "--of", "league", stderr=wrong)
    assert end.value.code == 2
    assert wrong.getvalue().strip() == refusal("unknown_league", slug="liga")


PEOPLE = ("club", "person", "spelling")


@pytest.mark.stands_on(make=played_cup)
def test_more_tournaments_than_a_file_takes_are_refused_in_words(monkeypatch) -> None:
    monkeypatch.setattr(form, "MOST_TOURNAMENTS", 2)
    answer = signed_in().post("/cups/pokal/archive/")
    assert (answer.status_code, len(messages_of(answer))) == (200, 1)
