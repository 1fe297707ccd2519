"""Pictures in the hall on projectors of five formats, and upright: no name is cut."""

import os
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.factories.browsing import signed_in
from tests.factories.effort import chiefly, tries
from tests.factories.hall import FORMATS
from tests.factories.leagues import make_day, make_league
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_club, make_owner
from tournament.models import (
    Entry,
    LeagueTeam,
    MatchDay,
    Person,
    RoundState,
    Tournament,
    User,
)
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import release_standings
from tournament.rounds.writes import close_round, end_clock, extend_time, start_clock
from tournament.seating.writes.draws import draw_next_round, publish_next_round
from tournament.stage import writes as stage
from tournament.stage.rules import Picture

pytestmark = pytest.mark.django_db(transaction=True)

UPRIGHT = (1080, 1920)
# Normally the widest, the smallest and the only upright one.
SIZES = tries((FORMATS[0], FORMATS[3], UPRIGHT), (*FORMATS, UPRIGHT))
LONG_NAMES = (
    ("Hartmut", "Weinbrenner"),
    ("Hans-Joachim", "Müller-Lüdenscheidt"),
    ("Karl-Friedrich", "von der Hohenstein-Wartburg"),
    ("Maria Magdalena", "Leutheusser-Schnarrenberger"),
    ("Wolfgang", "Hinterhuber"),
    ("Anneliese", "Schmidt-Grünewaldheimer"),
    ("Ü", "Westerkirchenburgerstein"),
)
"""As on any list of players; the longest word has 24 letters."""
BEGIN = datetime(2026, 11, 7, 10, 0, tzinfo=UTC)
MONSTER = "W" * 200
SEVERAL_PAGES = 44
"""So many people take more than one page of each list on each screen."""
GROUPS = chiefly((4, 1), (16, 5), (40, 1), of=[(4, 1), (8, 2), (16, 5), (40, 1)])
PAGE_SECONDS = 12
SMALLEST = 0.025
"""Letters of a name as a share of the picture's shorter side: 19 pixels on the smallest."""

# Find every text that is not whole: cut off by the page or a clipping element, over another text,
# tiny, or broken in the middle of a word or at its comma. Text that a list shows on another of its
# pages is ignored. Letters have invisible space above and below.
FAULTS = """([smallest, monster]) => {
    const picture = document.querySelector(".picture");
    const short = Math.min(innerWidth, innerHeight);
    const isSeen = (box) => box.width > 0 && box.height > 0;
    const faults = [];
    const shown = [];
    const nodes = document.createTreeWalker(picture, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
        const node = nodes.currentNode;
        const holder = node.parentElement;
        const text = node.textContent.trim();
        if (!text || holder.closest(".visually-hidden") || !holder.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const size = parseFloat(getComputedStyle(holder).fontSize);
        const boxes = [...range.getClientRects()].filter(isSeen);
        const paged = holder.closest("[data-paged]")?.getBoundingClientRect();
        const isElsewhere = ({ left, right }) =>
            paged && (right <= paged.left || left >= paged.right);
        if (boxes.every(isElsewhere)) continue;
        const clips = [document.documentElement.getBoundingClientRect()];
        for (let each = holder; each !== picture; each = each.parentElement) {
            if (getComputedStyle(each).overflow === "visible") continue;
            clips.push(each.getBoundingClientRect());
            const isTooNarrow = each.scrollWidth > each.clientWidth + 1;
            if (isTooNarrow && !each.matches("[data-paged]")) faults.push(`cut: ${text}`);
        }
        for (const { left, right, top, bottom } of boxes)
            for (const clip of clips)
                if (left < clip.left - 1.5 || right > clip.right + 1.5 ||
                    top + size * 0.07 < clip.top - 1 || bottom - size * 0.07 > clip.bottom + 1)
                    faults.push(`cut: ${text}`);
        shown.push({ text, boxes, size, of: holder.closest("li, header, section") });
        const name = holder.closest(".name, header [data-fit]");
        if (!name || name.textContent.includes(monster)) continue;
        if (size < smallest * short) faults.push(`tiny (${size}): ${text}`);
        if (boxes.length === 1) continue;  // in one line nothing is broken
        let line = null;
        for (let at = 0; at < node.length; at += 1) {
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            const [box] = [...range.getClientRects()].filter(isSeen);
            if (!box) continue;
            const isNew = line !== null && box.top > line + size / 2;
            if (isNew && !/[\\s\\-–]/.test(node.data[at - 1])) faults.push(`broken: ${text}`);
            line = box.top;
        }
    }
    const inked = ({ size, boxes }) =>
        boxes.map(({ left, right, top, bottom }) =>
            ({ left, right, top: top + size * 0.2, bottom: bottom - size * 0.2 }));
    const meet = (one, other) =>
        one.left < other.right - 2 && other.left < one.right - 2 &&
        one.top < other.bottom && other.top < one.bottom;
    for (const [index, one] of shown.entries())
        for (const other of shown.slice(index + 1))
            if (one.of === other.of && inked(one).some((a) => inked(other).some((b) => meet(a, b))))
                faults.push(`over each other: ${one.text}, ${other.text}`);
    return [...new Set(faults)];
}"""
# Find the texts of a picture that are covered by something, from first to last letter.
COVERED = """() => {
    const covered = [];
    const nodes = document.createTreeWalker(
        document.querySelector(".picture"), NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
        const node = nodes.currentNode;
        if (!node.data.trim() || !node.parentElement.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const { left, right, top, bottom, width } of range.getClientRects()) {
            const isFree = (x) => [0.3, 0.7].every((share) => document
                .elementFromPoint(x, top + share * (bottom - top))?.closest(".picture"));
            const points = [left + 1, left + width / 2, right - 1];
            if (width && !points.every(isFree)) covered.push(node.data.trim());
        }
    }
    return covered;
}"""
# The page's own observer has been called when a later one is: letters and pages are settled.
SETTLED = """([width, height]) => document.fonts.ready.then(() => new Promise((done) => {
    const observer = new ResizeObserver(() => {
        if (innerWidth === width && innerHeight === height) done();
    });
    observer.observe(document.querySelector(".stage"));
}))"""
EVERYBODY = "[...document.querySelectorAll('.picture .name')].map((name) => name.textContent)"
NAMES = """() => {
    const frame = document.documentElement;
    return [...document.querySelectorAll(".picture .name")].filter((name) => {
        const box = name.getBoundingClientRect();
        return box.left >= 0 && box.right <= frame.clientWidth;
    }).map((name) => name.textContent);
}"""


def make_long_names(players: int) -> Tournament:
    """Give everybody two first and two last names, and the club a long name."""
    tournament = make_drawn_tournament(
        players, rounds_planned=2, name="Offene Ruhrgebietsmeisterschaft im Doppelkopf"
    )
    club = make_club("LANG", "Doppelkopffreunde Herzogenaurach-Niederndorf von 1984")
    Entry.objects.filter(tournament=tournament).update(club=club)
    entries = tournament.entries.select_related("person").order_by("number")
    people = [entry.person for entry in entries]
    for index, person in enumerate(people):
        again, name = divmod(index, len(LONG_NAMES))
        person.first_name, person.last_name = LONG_NAMES[name]
        person.last_name += f" {again + 1}" if again else ""
    Person.objects.bulk_update(people, ["first_name", "last_name"])
    return tournament


def play(tournament: Tournament, number: int, *, sharing: int = 1) -> None:
    """Play a round; after the last one many share each of the first places."""
    if number > 1:
        publish_next_round(COMMAND_LINE, tournament)
    round = round_number(tournament, number)
    if round.state == RoundState.RUNNING:
        end_clock(COMMAND_LINE, round, early=True)
    for table in round.tables.all():
        numbers = [seat.entry.number for seat in table.seats.select_related("entry")]
        middle = [each * 37 % 101 - 50 for each in numbers]
        end = [1200 - 7 * ((each - 1) // sharing) for each in numbers]
        last = [total - before for total, before in zip(end, middle, strict=True)]
        enter_totals(table, middle if number == 1 else last)
    close_round(COMMAND_LINE, round)
    release_standings(COMMAND_LINE, tournament, number)


def test_names_are_not_cut_from_first_round_to_podium(page: Page, db) -> None:
    """Standings after one round, and the draw of another, normally with fewer people below.

    Normally as many people as make numbers of three digits.
    """
    tournament = make_long_names(tries(100, 176))
    round = start_clock(COMMAND_LINE, round_number(tournament, 1))
    for table in round.tables.all()[:12]:
        extend_time(COMMAND_LINE, table, 5, "Arzt", "KS")
    faults = faults_of_pictures(page, "running")
    play(tournament, 1)
    faults |= faults_of_pictures(page, "after-1", tries((), (Picture.STANDINGS,)))
    play(tournament, 2)
    stage.call_places(COMMAND_LINE, tournament, 3)
    stage.announce(COMMAND_LINE, tournament, "Das Essen steht im Vereinsheim bereit", None)
    shown = (Picture.WELCOME, Picture.STANDINGS, Picture.PODIUM, *tries((), (Picture.DRAW,)))
    assert faults | faults_of_pictures(page, "after-2", shown) == {}


def test_implausibly_long_names_are_not_cut_either(page: Page, db) -> None:
    tournament = make_long_names(tries(SEVERAL_PAGES, 176))
    for number in (1, 10):
        person = tournament.entries.get(number=number).person
        Person.objects.filter(pk=person.pk).update(last_name=MONSTER)
    for number in (1, 2):
        play(tournament, number)
    stage.call_places(COMMAND_LINE, tournament, 3)
    shown = (Picture.SEATS, Picture.STANDINGS, Picture.PODIUM)
    assert faults_of_pictures(page, "monster", shown) == {}


@pytest.mark.parametrize(("teams", "days"), GROUPS)
def test_teams_in_groups_are_not_cut(page: Page, db, teams: int, days: int) -> None:
    """Before anything is played, and after all rounds."""
    league = make_league(teams, days, rounds_a_day=2)
    for team in LeagueTeam.objects.filter(division__league=league):
        first, last = LONG_NAMES[team.number % len(LONG_NAMES)]
        team.name = MONSTER[:100] if team.number == 2 else f"Club {first} {last} {team.number}"
        team.save()
    tournament = make_day(MatchDay.objects.get(division__league=league, number=1))
    Tournament.objects.filter(pk=tournament.pk).update(slug="herbst")
    tournament.refresh_from_db()
    faults = faults_of_pictures(page, f"{teams}-teams", (Picture.TEAMS,))
    for number in (1, 2):
        draw_next_round(COMMAND_LINE, tournament)
        for table in round_number(tournament, number).tables.order_by("number"):
            enter_totals(table, [143, -78, -40, -25] if table.size == 4 else [90, -80, 60, -70, 0])
        close_round(COMMAND_LINE, round_number(tournament, number))
    release_standings(COMMAND_LINE, tournament, 2)
    assert faults | faults_of_pictures(page, f"{teams}-teams-played", (Picture.TEAMS,)) == {}


@pytest.mark.parametrize("sharing", [2, 3, 4, 7])
def test_winners_who_share_a_place_are_not_cut(page: Page, db, sharing: int) -> None:
    tournament = make_long_names(24)
    for number in (1, 2):
        play(tournament, number, sharing=sharing)
    stage.call_places(COMMAND_LINE, tournament, 3)
    assert faults_of_pictures(page, f"sharing-{sharing}", (Picture.PODIUM,)) == {}


@pytest.mark.parametrize("players", [8, 24])
def test_few_names_are_large_and_not_cut(page: Page, db, players: int) -> None:
    tournament = make_long_names(players)
    faults = faults_of_pictures(page, f"few-{players}", (Picture.SEATS,))
    for number in (1, 2):
        play(tournament, number)
        state = f"few-{players}-after-{number}"
        faults |= faults_of_pictures(page, state, (Picture.STANDINGS,))
    assert faults == {}


def faults_of_pictures(
    page: Page, state: str, pictures: Iterable[str] = tuple(Picture)
) -> dict[tuple[str, str, int, int], list[str]]:
    """Return what is cut, by state of the tournament, picture and screen size."""
    signed_in(page, User.objects.filter(is_superuser=True).first() or make_owner())
    page.clock.install(time=BEGIN)
    page.clock.pause_at(BEGIN + timedelta(minutes=1))  # it has run on meanwhile
    faults = {}
    for picture in pictures:
        page.goto(f"/t/herbst/beamer/pictures/{picture}/")
        page.evaluate("document.querySelector('.controls').hidden = true")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if found := faults_on_every_page(page, f"{state}-{picture}-{width}x{height}"):
                faults[state, str(picture), width, height] = found
    return faults


def faults_on_every_page(page: Page, name: str) -> list[str]:
    """Return what is cut on the pages of a picture, and who is missing from all of them."""
    page.evaluate(SETTLED, list(page.viewport_size.values()))
    told = page.locator("[data-pages]")
    pages = int(told.inner_text().split("/")[1]) if told.count() and told.inner_text() else 1
    faults, seen = [], []
    for number in range(pages):
        keep_picture(page, f"{name}-{number}")
        faults += page.evaluate(FAULTS, [SMALLEST, MONSTER[:30]])
        seen += page.evaluate(NAMES)
        page.clock.fast_forward(PAGE_SECONDS * 1000)
    return faults + [f"on no page: {name}" for name in page.evaluate(EVERYBODY) if name not in seen]


def keep_picture(page: Page, name: str) -> None:
    """Keep a screenshot, as the gallery does."""
    if directory := os.environ.get("KREUZDAME_GALLERY"):
        page.screenshot(path=Path(directory) / "screens" / f"{name}.png")


def test_buttons_cover_nothing_of_a_picture(page: Page, db) -> None:
    """They are shown while the mouse moves."""
    round = start_clock(COMMAND_LINE, round_number(make_long_names(8), 1))
    extend_time(COMMAND_LINE, round.tables.get(number=2), 5, "Arzt", "KS")
    signed_in(page, make_owner())
    covered = {}
    for picture in Picture:
        page.goto(f"/t/herbst/beamer/pictures/{picture}/")
        sizes = SIZES if picture is Picture.CLOCK else ((1366, 768), UPRIGHT)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.mouse.move(width / 2, height / 2)
            page.mouse.move(width / 3, height / 3)
            page.locator("body.is-used .controls").wait_for()
            stage, buttons = (page.locator(each).bounding_box() for each in (".stage", ".controls"))
            assert (stage["y"], buttons["y"] + buttons["height"]) == (0, height)
            assert stage["height"] <= buttons["y"], picture
            if hidden := page.evaluate(COVERED):
                covered[str(picture), width, height] = hidden
    assert covered == {}


def test_a_picture_fills_the_screen_again_when_the_mouse_rests(page: Page, db) -> None:
    make_long_names(8)
    signed_in(page, make_owner())
    page.clock.install()
    page.goto("/t/herbst/beamer/pictures/seats/")
    heights = []
    for act in (lambda: page.mouse.move(90, 90), lambda: page.clock.run_for(4_100)):
        act()
        heights.append(page.locator(".stage").bounding_box()["height"])
    shown = page.viewport_size["height"]
    assert (heights[0] < shown - 40, heights[1]) == (True, shown)


def test_figures_of_missing_tables_stand_in_the_middle_before_the_clock_starts(
    page: Page, db
) -> None:
    make_long_names(8)
    signed_in(page, make_owner())
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto("/t/herbst/beamer/pictures/missing/")
    sides = """(tile) => {
        const text = document.createRange();
        text.selectNode([...tile.childNodes].find((each) => each.data?.trim() === "1"));
        const [inner, outer] = [text.getBoundingClientRect(), tile.getBoundingClientRect()];
        return [inner.left - outer.left, outer.right - inner.right];
    }"""
    left, right = page.locator(".tables li").first.evaluate(sides)
    assert abs(left - right) < 0.1 * (left + right)
