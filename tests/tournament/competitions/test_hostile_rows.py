"""Signed nonsense in a season or a cup is refused in words, or every page of it can be shown."""

from collections.abc import Callable
from random import Random

import pytest
from django.db import transaction
from django.db.models import Model
from django.test import Client

from tests.factories.competitions import played_cup, played_season
from tests.factories.effort import tries
from tests.factories.pages import signed_in
from tests.tournament.archives.test_hostile_archives import parts_of, signed
from tests.tournament.archives.test_hostile_values import VALUES
from tournament.archives.rules import archive as form
from tournament.competitions.mapping import models_of
from tournament.competitions.writes import open_competition
from tournament.errors import Refused
from tournament.exports.competition import competition_file
from tournament.imports.archives import read_any
from tournament.labels.refusals import refusal_sentence
from tournament.models import DayTeam
from tournament.permissions import COMMAND_LINE

pytestmark = [pytest.mark.django_db, pytest.mark.alone, pytest.mark.usefixtures("drawn_papers")]
SEED = 35
FURTHER = (*VALUES, -1, 2, 7, 40, 999, "3", [], {}, [[1]], ["day_wins"], {"4": [4, 3, 2, 1]})


def pages_of(kind: str, one: Model) -> list[str]:
    """Return the addresses of its pages, papers and files."""
    if kind == "cup":
        own = ["", "people/", "people/file/", "settings/", "archive/", "next/"]
        own += [f"{n}/{page}" for n in (1, 2) for page in ("", "file/")]
        return [f"/cups/{one.slug}/{page}" for page in own]
    own = [
        "",
        "players/",
        "settings/",
        "1/",
        "1/paper/",
        "1/paper/?as=xlsx",
        "1/days/",
        "1/deduct/",
    ]
    own += [f"1/{n}/{page}" for n in (1, 2) for page in ("", "paper/", "lineups/")]
    teams = one.divisions.get().teams.values_list("pk", flat=True)
    own += [f"team/{pk}/" for pk in teams]
    days = DayTeam.objects.filter(day__division__league=one).select_related("day").order_by("pk")
    own += [f"1/{each.day.number}/lineup/{each.pk}/" for each in days]
    return [f"/leagues/{one.slug}/{page}" for page in own]


def fault(owner: Client, content: bytes, kind: str) -> str:
    """Return what went wrong: nothing if it is refused in words, or all pages can be shown."""
    try:
        one = open_competition(COMMAND_LINE, read_any(content)).one
    except Refused as refused:
        return "" if refusal_sentence(refused) else "silent"
    try:
        pages = pages_of(kind, one)
    except LookupError:
        return "no pages"
    for page in pages:
        status = owner.get(page, follow=True).status_code
        if status not in (200, 404):
            return f"{page}: {status}"
    return ""


@pytest.mark.parametrize(("kind", "make"), [("league", played_season), ("cup", played_cup)])
def test_one_wrong_value_harms_no_page(kind: str, make: Callable[..., Model]) -> None:
    one = make(4, 2) if kind == "league" else make()
    owner, chance = signed_in(), Random(SEED)
    owner.raise_request_exception = False
    parts = parts_of(competition_file(one).content)
    type(one).objects.all().delete()
    faults = []
    for _ in range(tries(12, 2000)):
        data = form.from_json(form.DATA, parts[form.DATA])
        name = chance.choice([name for name in models_of(kind) if data[name]["rows"]])
        row = chance.choice(data[name]["rows"])
        at = chance.randrange(1, len(row))
        row[at] = chance.choice(FURTHER)
        with transaction.atomic():
            content = signed({**parts, form.DATA: form.as_json(data)})
            if found := fault(owner, content, kind):
                faults.append((name, data[name]["fields"][at - 1], row[at], found))
            transaction.set_rollback(True)
    assert faults == []
