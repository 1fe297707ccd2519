"""A season, a cup and a series in one file: written there, opened here, and it is the same."""

from collections.abc import Callable
from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db.models import Model
from django.test import Client

from tests.factories.competitions import played_cup, played_season
from tests.factories.evenings import bring_in, make_evening, make_series
from tests.factories.pages import cells_of, messages_of, signed_in
from tests.factories.reading import read_here
from tests.factories.small_archives import Player, Small, small_archive
from tests.factories.tournaments import make_owner
from tests.factories.words import refusal, text
from tests.tournament.archives.test_hostile_archives import parts_of, signed
from tournament.archives.rules import archive as form
from tournament.archives.writes import keep_archive
from tournament.competitions.mapping import KINDS, models_of
from tournament.competitions.reads import file_people
from tournament.competitions.writes import (
    CHAINS,
    REPORTS,
    create_competition,
    delete_competition,
    open_competition,
)
from tournament.errors import Refused
from tournament.exports.competition import competition_file
from tournament.imports.archives import read_any
from tournament.journal.reads import journal_facts, stored_facts
from tournament.journal.rules import differences
from tournament.labels.competitions import FIGURES, file_figures
from tournament.labels.people import list_words
from tournament.models import (
    Cup,
    DayTeam,
    Entry,
    JournalEntry,
    League,
    MatchDay,
    Person,
    Series,
    TeamPlayer,
    Tournament,
    WaitingArchive,
)
from tournament.people.writes.people import remove_orphans
from tournament.permissions import COMMAND_LINE, Actor
from tournament.privacy.writes import delete_person
from tournament.series.rules import ResultLine
from tournament.tournaments.writes.tournaments import delete_tournament
from tournament.trust.reads.audit import contradictions, installation_findings

pytestmark = [pytest.mark.django_db, pytest.mark.alone, pytest.mark.usefixtures("blank_papers")]


@pytest.fixture(autouse=True)
def _read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    read_here(monkeypatch)


def played_series() -> Series:
    series = make_series(
        make_evening("mai", [30, 10, -10, -30], date(2026, 5, 1)), dropped=1, place_bonus=[3, 1]
    )
    told = ResultLine(1, "Ida Früher", "", 1, (12,), 0, 12, None, "Bremen")
    bring_in(series, "April", [told], state="Hamburg")
    return series


def small_season() -> League:
    return played_season(4, 3)


def season_in_groups() -> League:
    return played_season(8, 2)


def smallest_season() -> League:
    return played_season(4, 2)


def competition() -> Model:
    """Return the one that is there."""
    return next(one for kind in KINDS_MADE for one in kind.objects.all())


KINDS_MADE = (League, Cup, Series)
STANDS_ON = pytest.mark.stands_on


def kind_of(one: Model) -> str:
    return str(one._meta.model_name)


def empty(one: Model) -> None:
    """Delete a competition with its tournaments and people, as on another laptop."""
    delete_competition(COMMAND_LINE, one)
    for each in Tournament.objects.order_by("pk"):
        delete_tournament(COMMAND_LINE, each)
    remove_orphans([*Person.objects.values_list("pk", flat=True)], [])
    assert not Person.objects.exists()


def pages_of(one: Model, owner: Client) -> list[object]:
    """Return every cell of its pages."""
    days = MatchDay.objects.values_list("number", flat=True) if kind_of(one) == "league" else ()
    pages = {
        "league": ["", "players/", *(f"1/{day}/" for day in days)],
        "cup": ["", "people/"],
        "series": [""],
    }[kind_of(one)]
    place = {"league": "leagues", "cup": "cups", "series": "series"}[kind_of(one)]
    told = []
    for page in pages:
        answer = owner.get(f"/{place}/{one.slug}/{page}")
        assert answer.status_code == 200
        told.append(cells_of(answer))
    return told


def data_of(content: bytes) -> dict[str, list[dict]]:
    """Return the rows of a file by model; people by name, for their ids are those of each place."""
    data = form.from_json(form.DATA, form.unpack(content)[form.DATA])
    rows = {
        name: [dict(zip(["id", *table["fields"]], row, strict=True)) for row in table["rows"]]
        for name, table in data.items()
    }
    names = {each["id"]: f"{each['first_name']} {each['last_name']}" for each in rows["person"]}
    for each in (row for name in ("teamplayer", "eveningline") for row in rows.get(name, ())):
        each["person"] = names[each["person"]]
    for each in rows.get("dayteam", ()):
        each["lineup"] = [names[pk] for pk in each["lineup"]]
    del rows["club"]
    rows["person"] = sorted(
        ({**each, "id": 0, "club": 0, "salt": ""} for each in rows["person"]), key=str
    )
    return rows


@pytest.mark.parametrize(
    "_kind",
    [
        pytest.param(make.__name__, marks=STANDS_ON(make=make))
        for make in (season_in_groups, played_cup, played_series)
    ],
)
def test_everything_is_as_it_was_in_an_emptied_database(_kind: str) -> None:
    one, owner = competition(), signed_in()
    before, content = pages_of(one, owner), competition_file(one).content
    slug, tournaments = one.slug, Tournament.objects.count()
    people = Person.objects.count()
    empty(one)
    opened = open_competition(COMMAND_LINE, read_any(content))
    assert (opened.kind, opened.one.slug, opened.known) == (kind_of(one), slug, 0)
    assert opened.different == ()
    assert (Tournament.objects.count(), Person.objects.count()) == (tournaments, people)
    assert pages_of(opened.one, owner) == before
    assert data_of(competition_file(opened.one).content) == data_of(content)
    assert installation_findings() == ()
    found = [contradictions(each) for each in Tournament.objects.order_by("pk")]
    assert found == [()] * tournaments
    assert list(differences(stored_facts(None), journal_facts(None))) == []
    assert JournalEntry.objects.latest("pk").action == f"{opened.kind}_opened"


@STANDS_ON(make=played_series)
def test_a_file_is_opened_beside_one_of_the_same_name() -> None:
    series = competition()
    content, name = competition_file(series).content, series.name
    empty(series)
    create_competition(COMMAND_LINE, Series, {"name": name, "season": series.season})
    opened = open_competition(COMMAND_LINE, read_any(content))
    assert [str(each) for each in Series.objects.all()] == [str(opened.one)] * 2


@STANDS_ON(make=played_series)
def test_file_of_a_program_without_states_is_opened() -> None:
    series = competition()
    parts = parts_of(competition_file(series).content)
    data = form.from_json(form.DATA, parts[form.DATA])
    for name in ("seriesevening", "eveningline"):
        at = data[name]["fields"].index("state")
        del data[name]["fields"][at]
        for row in data[name]["rows"]:
            del row[at + 1]  # behind its id
    empty(series)
    opened = open_competition(
        COMMAND_LINE, read_any(signed(parts | {form.DATA: form.as_json(data)}))
    )
    evening = opened.one.evenings.get(tournament=None)
    assert (evening.name, evening.state, evening.lines.get().state) == ("April", "", "")


def test_every_kind_says_what_its_page_reckons_and_its_codes() -> None:
    assert REPORTS.keys() == CHAINS.keys() == KINDS.keys()


@STANDS_ON(make=small_season)
def test_every_row_of_a_competition_has_words_and_a_lineup_is_one_handed_in() -> None:
    assert {*FIGURES} == {name for kind in KINDS for name in models_of(kind)} - KINDS.keys()
    league = competition()
    DayTeam.objects.filter(pk=DayTeam.objects.order_by("pk")[0].pk).update(lineup=[])
    file = read_any(competition_file(league).content)
    figures = {str(title): number for title, number in file_figures(file)}
    players = TeamPlayer.objects.count()
    assert [*figures.values()] == [1, 4, 3, players, 11, 2]
    assert figures[text("Lineups")] == 11


@STANDS_ON(make=small_season)
def test_tournaments_that_are_here_are_taken_with_their_people() -> None:
    league, owner = competition(), signed_in()
    namesakes = Person.objects.order_by("pk")[:2].values_list("pk", flat=True)
    Person.objects.filter(pk__in=[*namesakes]).update(last_name="Müller", first_name="Hans")
    content, before = competition_file(league).content, pages_of(league, owner)
    delete_competition(COMMAND_LINE, league)
    people = {*Person.objects.values_list("pk", flat=True)}
    opened = open_competition(COMMAND_LINE, read_any(content))
    assert opened.known == 3
    assert {*Person.objects.values_list("pk", flat=True)} == people
    assert pages_of(opened.one, owner) == before
    assert installation_findings() == ()


@STANDS_ON(make=smallest_season)
def test_the_same_file_twice_and_a_day_of_another_league_are_refused() -> None:
    league = competition()
    content = competition_file(league).content
    with pytest.raises(Refused, match="competition_opened_already"):
        open_competition(COMMAND_LINE, read_any(content))
    day = MatchDay.objects.select_related("tournament").first()
    played = day.tournament
    delete_competition(COMMAND_LINE, league)
    other = League.objects.create(slug="andere", name="Andere")
    MatchDay.objects.create(
        division=other.divisions.create(number=1, name="A"), number=1, tournament=played
    )
    with pytest.raises(Refused, match="competition_tournament_taken") as caught:
        open_competition(COMMAND_LINE, read_any(content))
    assert caught.value.params == {"name": played.name, "of": "Andere"}


@STANDS_ON(make=small_season)
def test_namesakes_spellings_and_deleted_people_stay_who_they_are() -> None:
    """Nobody can tell them by their names; in one file they are told by their ids."""
    league, owner = competition(), signed_in()
    players = list(Person.objects.order_by("pk")[:8])
    for each in players[:2]:
        Person.objects.filter(pk=each.pk).update(last_name="Müller", first_name="Hans")
    Person.objects.filter(pk=players[2].pk).update(same_as=players[3])
    Person.objects.filter(pk=players[4].pk).update(publish_name=False)
    for each in players[5:7]:
        delete_person(COMMAND_LINE, each)
    before, content = pages_of(league, owner), competition_file(league).content
    people = Person.objects.count()
    Person.objects.update(same_as=None)
    empty(league)
    opened = open_competition(COMMAND_LINE, read_any(content))
    assert pages_of(opened.one, owner) == before
    assert Person.objects.count() == people
    merged = Person.objects.get(same_as__isnull=False)
    assert (merged.name, merged.same_as.name) == (players[2].name, players[3].name)


@STANDS_ON(make=played_cup)
def test_who_is_known_here_is_that_person_in_every_tournament() -> None:
    cup = competition()
    content = competition_file(cup).content
    empty(cup)
    known = Person.objects.create(last_name="Nummerc", first_name="Anton")
    alike = Person.objects.create(last_name="Numerc", first_name="Berta")
    file = read_any(content)
    asked = {list_words(each.row.player): each.row.line for each in file_people(file).asked}
    answers = {asked["Nummerc, Berta"]: alike.pk}
    opened = open_competition(COMMAND_LINE, file, answers=answers)
    stages = [each.tournament for each in opened.one.stages.order_by("number")]
    for stage in stages:
        entered = Entry.objects.filter(tournament=stage)
        assert entered.filter(person=known).exists()
        assert entered.filter(person__same_as=alike).get().person.name == "Berta Nummerc"
    elsewhere = Entry.objects.filter(tournament=stages[0], known_elsewhere=True)
    assert {each.person.first_name for each in elsewhere} == {"Anton", "Berta"}


@STANDS_ON(make=played_cup)
def test_a_waiting_file_that_names_a_deleted_person_is_thrown_away() -> None:
    cup, owner = competition(), make_owner()
    keep_archive(Actor(owner), "pokal.zip", competition_file(cup).content)
    delete_person(COMMAND_LINE, Person.objects.order_by("pk").first())
    assert not WaitingArchive.objects.exists()


@STANDS_ON(make=played_cup)
def test_short_names_that_are_taken_get_a_number() -> None:
    cup = competition()
    content = competition_file(cup).content
    slugs = {*Tournament.objects.values_list("slug", flat=True)}
    empty(cup)
    Cup.objects.create(slug="pokal", name="Ein anderer")
    for slug in slugs:
        Tournament.objects.create(slug=slug, name="Ein anderes")
    opened = open_competition(COMMAND_LINE, read_any(content))
    assert opened.one.slug == "pokal-2"
    stages = [each.tournament.slug for each in opened.one.stages.all()]
    assert stages == ["pokal-vorrunde-2", "pokal-finale-2"]


@STANDS_ON(make=played_cup)
def test_an_owner_opens_it_where_archives_are_opened() -> None:
    cup = competition()
    content = competition_file(cup).content
    owner = signed_in()
    known = owner.post("/archive/", {"file": SimpleUploadedFile("pokal.zip", content)})
    assert known.status_code == 422
    assert not WaitingArchive.objects.exists()
    empty(cup)
    club_mate = Person.objects.create(last_name="Nummerc", first_name="Anton")
    answer = owner.post("/archive/", {"file": SimpleUploadedFile("pokal.zip", content)})
    assert answer.headers["Location"] == "/archive/open/"
    page = owner.get("/archive/open/")
    names = [cells[0] for cells in cells_of(page)]
    assert names == ["Pokal: Vorrunde", "Pokal: Trost", "Pokal: Finale"]
    figures = [(str(title), number) for title, number in page.context["figures"]]
    assert figures == [(text("Stages"), 2), (text("Lots"), 1), (text("Withdrawals"), 1)]
    told = "".join(f"<div><dt>{title}</dt><dd>{number}</dd></div>" for title, number in figures)
    assert told in page.content.decode()
    assert (page.context["people"], page.context["recognised"]) == (20, 1)
    answer = owner.post("/archive/open/")
    assert answer.headers["Location"] == "/cups/pokal/"
    assert len(messages_of(owner.get("/cups/pokal/"))) == 1
    assert club_mate.entries.count() == 2
    assert not WaitingArchive.objects.exists()


@STANDS_ON(make=played_cup)
def test_a_command_opens_it_and_says_how_many_were_here(tmp_path: Path) -> None:
    cup = competition()
    target = tmp_path / "pokal.zip"
    call_command("archive", "pokal", str(target), "--of", "cup", stdout=StringIO())
    delete_competition(COMMAND_LINE, cup)
    out = StringIO()
    call_command("open_archive", str(target), "--slug", "neuer-pokal", stdout=out, stderr=out)
    assert "neuer-pokal" in out.getvalue()
    assert Cup.objects.get().slug == "neuer-pokal"
    assert Cup.objects.get().stages.first().tournament.slug == "pokal-vorrunde"


def changed(content: bytes, change: Callable[[dict], object]) -> bytes:
    """Return the file with other rows, signed anew, as a liar can."""
    parts = parts_of(content)
    data = form.from_json(form.DATA, parts[form.DATA])
    rows = {
        name: [dict(zip(["id", *t["fields"]], row, strict=True)) for row in t["rows"]]
        for name, t in data.items()
    }
    change(rows)
    for name, table in data.items():
        fields = [*rows[name][0]][1:] if rows[name] else table["fields"]
        listed = [[row["id"], *(row[f] for f in fields)] for row in rows[name]]
        data[name] = {"fields": fields, "rows": listed}
    return signed({**parts, form.DATA: form.as_json(data)})


WRONG: dict[str, Callable[[dict], object]] = {
    "matchday:1": lambda rows: rows["matchday"][0].update(tournament=9),
    "dayteam:2": lambda rows: rows["dayteam"][1].update(team=99),
    "leagueteam:1": lambda rows: rows["leagueteam"][0].update(name=7),
    "leagueteam:2": lambda rows: rows["leagueteam"][1].update(name="x" * 101),
    "leagueteam:3": lambda rows: rows["leagueteam"][2].update(number=1),
    "dayteam:1": lambda rows: rows["dayteam"][0].update(lineup=[10**9]),
    "league:1": lambda rows: rows["league"][0].update(match_points={"4": [1]}),
    "league.tie_breaks": lambda rows: rows["league"][0].update(tie_breaks=["wish"]),
    "pointsdeduction:1": lambda rows: rows["pointsdeduction"][0].update(points=-3),
    "teamplayer:1": lambda rows: rows["teamplayer"][0].update(person=None),
    "spelling": lambda rows: rows["spelling"].append({"id": 1, "same_as": 1}),
}


@STANDS_ON(make=smallest_season)
def test_wrong_rows_are_named_and_nothing_is_saved() -> None:
    league = competition()
    content = competition_file(league).content
    empty(league)
    for place, change in WRONG.items():
        with pytest.raises(Refused) as caught:
            open_competition(COMMAND_LINE, read_any(changed(content, change)))
        assert (caught.value.code, caught.value.params) == ("archive_contradicts", {"row": place})
        assert not Tournament.objects.exists()
        assert not Person.objects.exists()
    more = changed(content, lambda rows: [row.update(colour="red") for row in rows["division"]])
    with pytest.raises(Refused) as caught:
        open_competition(COMMAND_LINE, read_any(more))
    assert caught.value.params == {"names": "division.colour"}
    two = changed(content, lambda rows: rows["league"].append({**rows["league"][0], "id": 2}))
    with pytest.raises(Refused, match="archive_no_rows"):
        open_competition(COMMAND_LINE, read_any(two))


@STANDS_ON(make=played_cup)
def test_files_that_are_not_whole_are_refused_with_their_place() -> None:
    content = competition_file(competition()).content
    parts = parts_of(content)
    second = form.part_of_tournament(2)

    def refused(changed: bytes) -> tuple[str, dict]:
        with pytest.raises(Refused) as caught:
            read_any(changed)
        return caught.value.code, caught.value.params

    fewer = {name: part for name, part in parts.items() if name != second}
    assert refused(form.pack(fewer)) == ("archive_changed", {"part": second})
    assert refused(signed(fewer)) == ("archive_changed", {"part": second})
    assert refused(signed({**parts, "lists/more.csv": b""}))[1] == {"part": "lists/more.csv"}
    broken = {**parts, second: parts[second][:-9] + b"123456789"}
    assert refused(form.pack(broken)) == ("archive_changed", {"part": second})
    code, params = refused(signed({**parts, second: b"no zip"}))
    assert (code, params["part"], params["refused"][0]) == (
        *("archive_part_refused", second, "archive_no_zip"),
    )
    assert second in refusal(code, **params)
    small = Small("Fremd", None, {Player("Beck", "Ida"): [3]})
    code, params = refused(signed({**parts, second: small_archive(small, "anderswo")}))
    assert (code, params["part"], params["refused"]) == (
        *("archive_part_refused", second, ("archive_signed_otherwise", {})),
    )
    assert refused(signed(parts, format="Kreuzdame dance"))[0] == "archive_no_zip"
    assert refused(signed(parts, competition={"kind": "cup"}))[0] == "archive_no_rows"
    other = read_any(signed(parts, competition={"kind": "dance", "slug": "a", "name": "b"}))
    with pytest.raises(Refused, match="archive_unknown_rows"):
        open_competition(COMMAND_LINE, other)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("<script>alert(1)</script>", marks=STANDS_ON(make=played_cup)),
        pytest.param("x" * 200, marks=STANDS_ON(make=played_series)),
        pytest.param("ŁĐŞ Äöü", marks=STANDS_ON(make=played_series)),
    ],
)
def test_hostile_names_are_only_text(name: str) -> None:
    one = competition()
    type(one).objects.update(name=name)
    one.refresh_from_db()
    content = competition_file(one).content
    empty(one)
    owner: Client = signed_in()
    owner.post("/archive/", {"file": SimpleUploadedFile("a.zip", content)})
    page = owner.get("/archive/open/").content.decode()
    assert "<script>alert" not in page
    answer = owner.post("/archive/open/")
    assert "<script>alert" not in owner.get(answer.headers["Location"]).content.decode()
    assert type(one).objects.get().name == name


def test_models_of_a_league_come_before_those_that_point_to_them() -> None:
    order = [*models_of("league")]
    assert order[0] == "league"
    assert order.index("leagueteam") < order.index("matchday") < order.index("dayteam")
    assert order.index("matchday") < order.index("pointsdeduction")
