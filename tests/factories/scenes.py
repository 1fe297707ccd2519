"""The example tournament with one of everything, and every page found there."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from django.http import HttpResponse
from django.test import Client

from tests.factories.addresses import Scene, patterns
from tests.factories.databases import make_or_restore
from tests.factories.leagues import plant_league
from tests.factories.money import make_money
from tests.factories.rankings import plant_ranking
from tests.factories.tournaments import make_owner, make_user
from tournament.archives.writes import keep_archive
from tournament.imports.example import import_example
from tournament.models import (
    Cup,
    KnownHeading,
    PlayerImport,
    PrizeAward,
    Rehearsal,
    Role,
    Round,
    Series,
    Stage,
    Tournament,
    User,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.protests import lodge_protest
from tournament.rehearsal.reads import events
from tournament.tournaments.writes.example import SLUG

ARCHIVE = Path(__file__).parents[2] / "fixtures" / "archives" / "version-1.zip"


def example_scene(owner: User) -> Scene:
    """Create the example, with an account in a role, a list and an archive waiting for review."""
    tournament = import_example(COMMAND_LINE)
    make_user(Role.TYPIST, tournament, "helga")
    Tournament.objects.filter(pk=tournament.pk).update(
        is_rehearsal=True, phones_let_in=True, phone_code="j88h52zmf", standings_released=2
    )
    happened = ["no_show-0-0", *(event.key for event in events(tournament))]
    Rehearsal.objects.create(tournament=tournament, happened=happened)
    tournament.group_rankings.create(kind="club", best=2)
    tournament.entries.filter(number__lte=4).update(team="Die Vier")
    PlayerImport.objects.create(tournament=tournament, user=owner, file_name="liste.csv")
    KnownHeading.objects.create(title="wer", column="name", user=owner)
    keep_archive(Actor(owner), "herbst.zip", ARCHIVE.read_bytes())
    make_money(tournament)
    entry = tournament.entries.get(number=1)
    PrizeAward.objects.create(tournament=tournament, entry=entry, kind="place", place=1)
    series = Series.objects.create(slug="kneipe", name="Kneipenabende", dropped=1)
    series.evenings.create(tournament=tournament)
    series.evenings.create(name="Früher", held_on=date(2026, 1, 9))
    cup = Cup.objects.create(slug="pokal", name="Vereinspokal", of="players")
    cup.stages.create(number=1, name="Vorrunde", tournament=tournament, go_on=16)
    plant_ranking(tournament)
    plant_league(tournament)
    Stage.objects.create(tournament=tournament, code="KREUZ")
    round = tournament.rounds.get(number=2)
    contested = round.tables.get(number=4).calls.get()
    lodge_protest(COMMAND_LINE, contested.table, 2, "Die Karte war gespielt", contested)
    return Scene(tournament, round, round.tables.get(number=4))


def whole_example() -> Scene:
    """Return that scene of the owner "leitung" for a database of one's own, made or restored."""
    make_or_restore("whole example", lambda: example_scene(make_owner("leitung")))
    round = Round.objects.get(tournament__slug=SLUG, number=2)
    return Scene(round.tournament, round, round.tables.get(number=4))


def plain_example() -> Tournament:
    """Return the example for a database of one's own, made or restored."""
    make_or_restore("example", lambda: import_example(COMMAND_LINE))
    return Tournament.objects.get(slug=SLUG)


def pages_of(client: Client, scene: Scene) -> Iterator[tuple[str, HttpResponse]]:
    """Yield every page of the scene that this reader finds, with its address."""
    for address in addresses_of(scene):
        if is_page(answer := client.get(address)):
            yield address, answer


def addresses_of(scene: Scene) -> Iterator[str]:
    """Return every address of the program except papers, and a few pages more than once."""
    for name in patterns():
        if name != "admin/login/" and not name.startswith("paper"):
            yield scene.address(name)
    # The same pages in the round being played, with and without a result.
    for table in (1, 14):
        yield scene.address("sheet", number=3, table=table)
    yield scene.address("sheet-take-back", number=3, table=1)
    yield scene.address("call-new") + "?round=2&table=4"
    yield scene.address("protest-new") + "?round=2&table=4"
    yield scene.address("sheet-ruling", number=3, table=14)
    for kind in ("rows", "totals"):
        yield scene.address("sheet", number=3, table=14) + f"?kind={kind}"
    yield scene.address("phone") + "?q=nobody"
    yield scene.address("phone", code="nobody")  # a wrong code asks for the right one
    yield scene.address("screen", code="WRONG")
    yield "/no-such-page/"


def is_page(answer: HttpResponse) -> bool:
    """Return whether an answer is a whole page, not a file or a part of a page."""
    return (
        not answer.streaming
        and answer["Content-Type"].startswith("text/html")
        and answer.content.lstrip().startswith(b"<!doctype html>")
    )
