"""Every page is styled: its elements are known to the styles and scripts it loads.

Covers all pages of the example tournament, as the owner and without an account.
"""

import json
import os
from collections import defaultdict
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client

from tests.factories.addresses import patterns
from tests.factories.allowed import NOT_OFFERED, PAGES
from tests.factories.dress import STATIC, Dress, Script, all_scripts, script, sheet
from tests.factories.other_scenes import other_pages
from tests.factories.papers import without_layout
from tests.factories.scenes import example_scene, pages_of
from tests.factories.tournaments import make_owner
from tournament.shared.reads.static_files import with_imports
from tournament.stage.rules import Picture
from tournament.templatetags import lane
from tournament.templatetags.pages import EVERYWHERE, HEADS

pytestmark = pytest.mark.django_db

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
WITHOUT_REQUEST = (
    "400.html",
    "403.html",
    "403_csrf.html",
    "405.html",
    "413.html",
    "500.html",
    "fault.html",
    "signed_out.html",
)
NOTED = Path(__file__).with_name("parts_of_pages.json")
BASES = ("base.html", "components/bar.html", "phones/base.html")
ANYBODY = {
    *("sign-in", "sign-in-link", "screen-door", "screen", "phone", "phone-seats"),
    *("phone-player", "phone-standings", "phone-league", "phone-door"),
}

STATUSES_SHOWN = (410, 413)  # a link that was used, a file that is too large
SHOWS_NOTHING = {
    *("admin/login/", "favicon", "set_language", "phone-forget", "phone-me"),  # lead elsewhere
    *("health", "metrics"),  # figures for programs
    *("club-mark", "draw-proof-file", "house-style-trial", "person-data", "players-template"),
    *("series-association", "series-file", "cup-stage-file", "cup-people-file"),  # files
    *("league-division-paper", "league-day-paper", "league-lineup-papers"),  # files
    *("ranking-association", "ranking-file", "ranking-issue-file"),
    *("clock-figures", "phone-clock", "phone-mine", "phone-timetable", "players-found"),
    "screen-picture",  # parts of other pages
    "backup-restore",  # needs a database that is a file: see backup/test_restoring.py
}

NAMES_ALONE = {
    *(*Picture, "running"),  # a picture of the hall, or the state of its clock
    *("faces-1", "many", "line-2", "line-5"),  # one of several, of which others look different
    *("drawn", "is-paused"),  # the first of the states: it looks like no state at all
    *("seal", "checksum"),  # within a sentence to be translated
    *("penalties", "table-name", "seat"),  # of a list or a field that others dress
    *("announcement-name", "field"),  # dressed on other kinds of page, plain on this one
    "nonfield",  # Django's own
    "with-proof",  # where a test finds it
}
"""Classes without a style there, and why."""
READ_OTHERWISE = {
    *("data-account", "data-who"),  # who is signed in: whichever script sends something asks
    *("data-head", "data-breakdown", "data-line", "data-game", "data-kontra", "data-next"),
    *("data-columns", "data-rows", "data-high", "data-wide"),  # all of them at once
    *(
        "data-table",
        "data-adds-up",
        "data-note",
        "data-planned",
        "lane-state",
    ),  # of a part that stands on other pages as well
}
"""Hooks whose names a script composes, or that only some pages with the part need."""


@pytest.fixture(scope="module")
def answers(made_once: None) -> dict[str, HttpResponse]:
    """Every page by its reader and address, including those of other moments."""
    lane._written.cache_clear()  # parts kept by tests before would not be noted
    owner = make_owner("leitung")
    signed_in, stranger = Client(), Client()
    signed_in.force_login(owner)
    with pytest.MonkeyPatch.context() as here:
        without_layout(here)  # papers are asked for, and are no pages
        found = dict(other_pages(signed_in))
        scene = example_scene(owner)
        scene.tournament.refresh_from_db()
        for reader, client in (("owner", signed_in), ("anybody", stranger)):
            for address, answer in pages_of(client, scene):
                found[f"{reader} {address}"] = answer
    addresses = {f"anybody {scene.address(name)}" for name in ANYBODY}
    assert addresses <= {*found}
    return found


@pytest.fixture(scope="module")
def pages(answers: dict[str, HttpResponse]) -> dict[str, Dress]:
    """The same with what they are made of, and the pages that need no request."""
    found = {name: Dress(render_to_string(name)) for name in WITHOUT_REQUEST}
    return found | {name: dressed(answer) for name, answer in answers.items()}


def test_every_address_is_shown(answers: dict[str, HttpResponse]):
    """What the gallery visits is every address, besides buttons, papers, files and parts."""
    shown = {
        answer.resolver_match.url_name
        for answer in answers.values()
        if answer.status_code in (200, *STATUSES_SHOWN)
    }
    buttons = {name for name, page in PAGES.items() if page.opened == NOT_OFFERED}
    papers = {name for name in patterns() if name.startswith("paper")}
    assert {*patterns()} - shown - buttons - papers == {*SHOWS_NOTHING}


def dressed(answer: HttpResponse) -> Dress:
    """Return a page with the templates it is made of."""
    return Dress(answer.content.decode(), [each.name for each in answer.templates if each.name])


def test_every_variable_is_defined_on_every_page(pages: dict[str, Dress]):
    lacking = defaultdict(set)
    for page, dress in pages.items():
        loaded = [sheet(name) for name in dress.styles]
        assert loaded, page
        used = set().union(*(each.used for each in loaded))
        for variable in used - set().union(*(each.defined for each in loaded)):
            lacking[variable].add(page)
    assert lacking == {}


def test_every_colour_has_a_dark_counterpart():
    tokens = sheet("tokens")
    assert tokens.colours - tokens.in_the_dark == set()
    assert len(tokens.colours) > 10


def test_every_head_comes_from_the_same_list():
    heads = [
        path.read_text(encoding="utf-8").split("</head>")[0]
        for path in TEMPLATES.rglob("*.html")
        if "<html" in path.read_text(encoding="utf-8") and "pdf" not in path.parts
    ]
    assert len(heads) == 6
    assert [("{% head " in head, "<link" in head, "<script" in head) for head in heads] == [
        (True, False, False)
    ] * len(heads)


def of_scripts(names: list[str]) -> list[Script]:
    return [script(name) for name in names]


def test_every_class_is_known_to_a_style_or_a_script(pages: dict[str, Dress]):
    unknown = defaultdict(set)
    for page, dress in pages.items():
        known = set().union(
            *(sheet(name).classes for name in dress.styles),
            *(each.classes | each.sets for each in of_scripts(dress.scripts)),
        )
        for name in dress.classes - known - NAMES_ALONE:
            unknown[name].add(page)
    assert {name: min(found) for name, found in unknown.items()} == {}


def test_no_name_is_excused_that_is_not_there(pages: dict[str, Dress]):
    there = set().union(*(dress.classes for dress in pages.values()))
    assert NAMES_ALONE - there == set()


def test_every_hook_has_its_script_or_style(pages: dict[str, Dress]):
    lacking = defaultdict(set)
    looked_for = set().union(*(script(name).ids for name in all_scripts()))
    for page, dress in pages.items():
        loaded = of_scripts(dress.scripts)
        hooks = set().union(
            *(sheet(name).hooks for name in dress.styles), *(each.hooks for each in loaded)
        )
        ids = set().union(dress.referred, *(each.ids for each in loaded))
        idle = (dress.hooks - hooks) | ((dress.ids & looked_for) - ids)
        for name in idle - READ_OTHERWISE:
            lacking[name].add(page)
    assert {name: min(found) for name, found in lacking.items()} == {}


def test_pages_of_a_kind_load_the_same_files_first(pages: dict[str, Dress]):
    """Files listed for its kind are loaded before its own additions."""
    kinds = set()
    for page, dress in pages.items():
        found = {
            kind: len(styles) + len(scripts)
            for kind, (styles, scripts) in HEADS.items()
            if dress.styles[: len(styles) + 2] == [*EVERYWHERE, *styles]
            and dress.scripts[: len(with_imports(*scripts))] == with_imports(*scripts)
        }
        assert found, (page, dress.styles, dress.scripts)
        kinds.add(max(found, key=found.__getitem__))
    assert kinds == {*HEADS}


def test_styles_and_scripts_of_a_page_are_at_most_four_files(pages: dict[str, Dress]):
    """Those of its kind, its own, its scripts, and one that looks after a second computer."""
    assert {page: dress.files for page, dress in pages.items() if len(dress.files) > 4} == {}


def test_head_additions_of_a_page_are_used_there(pages: dict[str, Dress]):
    """By all pages that load it: none of its classes, ids or hooks means a dropped partial."""
    idle = set()
    for name in {name for dress in pages.values() for name in dress.styles}:
        if name not in EVERYWHERE and not any(
            name in dress.styles and sheet(name).classes & (dress.classes | dress.cells)
            for dress in pages.values()
        ):
            idle.add(f"{name}.css")
    imported = {name for script in all_scripts() for name in with_imports(script)[:-1]}
    for name in {name for dress in pages.values() for name in dress.scripts} - imported:
        sought = script(name)
        if not any(
            name in dress.scripts
            and (
                sought.ids & dress.ids
                or sought.hooks & dress.hooks
                or sought.classes & dress.classes
            )
            for dress in pages.values()
        ):
            idle.add(f"{name}.js")
    assert idle == set()
    unused = {path.stem for path in STATIC.glob("*.css")} - {"admin"}
    assert unused == {name for dress in pages.values() for name in dress.styles}


def test_pages_have_the_noted_parts_styles_and_scripts(pages: dict[str, Dress]):
    """By the template of the page, on all pages made of it together.

    Intended changes are noted: `KREUZDAME_NOTE_PARTS=1` rewrites the file.
    """
    shown = defaultdict(set)
    for dress in pages.values():
        if "components/head.html" in dress.templates:  # else it was kept, and not made
            shown[dress.templates[0]] |= {
                *(name for name in dress.templates[1:] if not name.startswith("django")),
                *(f"{name}.css" for name in dress.styles),
                *(f"{name}.js" for name in dress.scripts),
            }
    for base in BASES:
        made_of_it = [parts for parts in shown.values() if base in parts]
        everywhere = set.intersection(*made_of_it)
        for parts in made_of_it:
            parts.difference_update(everywhere)
        shown[base] = everywhere
    told = {page: " ".join(sorted(parts)) for page, parts in sorted(shown.items()) if parts}
    if os.environ.get("KREUZDAME_NOTE_PARTS") == "1":
        NOTED.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    assert told == json.loads(NOTED.read_text(encoding="utf-8"))
