"""Who goes on after a stage of a cup, on the screens of the hall and on phones."""

from random import Random

import pytest
from django.test import Client

from tests.factories.cups import make_cup, play, row_of_stage, stage_of
from tests.factories.pages import signed_in, text_of
from tests.factories.rounds import enter_totals
from tests.factories.tournaments import make_tournament
from tests.factories.words import text
from tournament.cup.reads import cut_shown
from tournament.cup.rules import DrawnLot
from tournament.cup.writes import Plan, begin_next_stage, draw_cup_lot
from tournament.models import Cup, Entry, Tournament
from tournament.models.stage import pictures_of
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in, release_standings
from tournament.stage.rules import Picture

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

GOES_ON, OUT, TIED = (text(each) for each in ("goes on", "out", "equal at the cut"))


@pytest.fixture
def owner() -> Client:
    """Return the browser of an owner."""
    return signed_in()


def evenly(tournament: Tournament, *totals: int) -> dict[int, list[int]]:
    """Return the points of a round in which each player of a team makes so many."""
    teams = sorted({each.team for each in tournament.entries.all()})
    of_team = dict(zip(teams, totals, strict=True))
    return {each.number: [of_team[each.team]] for each in tournament.entries.all()}


def make_over(*totals: int, go_on: int = 2, **more: object) -> tuple[Cup, Tournament]:
    """Return a cup of teams whose first stage is played, and its tournament."""
    cup = make_cup(len(totals), go_on=go_on, **more)
    tournament = row_of_stage(cup).tournament
    play(tournament, Random(1), evenly(tournament, *totals))
    return cup, tournament


def release(tournament: Tournament) -> None:
    release_standings(COMMAND_LINE, tournament, 1)
    tournament.refresh_from_db()


def on_screen(owner: Client, tournament: Tournament) -> list[list[str]]:
    """Return rank, name with group, and fate of each line of the picture."""
    page = owner.get(f"/t/{tournament.slug}/beamer/pictures/cut/").content.decode()
    lines = page.split('<ol class="paged cut')[1].split("</ol>")[0].split("<li")[1:]
    spans = (line.split("<span class=")[1:] for line in lines)
    return [[" ".join(plain(f"<span class={each}").split()) for each in line] for line in spans]


def plain(html: str) -> str:
    """Return the text of a piece of a page."""
    return "".join(part.split(">")[-1] + " " for part in html.split("<"))


def test_the_picture_is_offered_only_in_a_stage_that_decides_in_a_cup(owner: Client) -> None:
    cup, tournament = make_over(6, 2, -1, -7, go_on=3)
    assert Picture.CUT in dict(pictures_of(tournament))
    final = {"name": "Finale", "go_on": 0}
    stage = begin_next_stage(COMMAND_LINE, cup, final, Plan("Finale", 1, seed="5"))
    assert dict(pictures_of(stage.tournament))[Picture.CUT] == text("Final standings of the cup")
    plain_one = make_tournament()
    assert Picture.CUT not in dict(pictures_of(plain_one))
    assert cut_shown(plain_one) is None
    let_phones_in(COMMAND_LINE, plain_one)
    plain_one.refresh_from_db()
    assert owner.get(f"/h/{plain_one.phone_code}/cut/").status_code == 404


def test_the_hall_sees_the_cut_when_the_standings_are_released(owner: Client) -> None:
    _cup, tournament = make_over(6, 2, -1, -7)
    page = owner.get(f"/t/{tournament.slug}/beamer/pictures/cut/")
    assert "Team 01" not in text_of(page)
    assert cut_shown(tournament) is None
    release(tournament)
    lines = on_screen(owner, tournament)
    assert [[rank, name] for rank, name in ((line[0], line[1]) for line in lines)] == [
        ["1", f"Team 01 {group('A')} {GOES_ON}"],
        ["2", f"Team 02 {group('A')} {GOES_ON}"],
        ["3", f"Team 03 {group('A')} {OUT}"],
        ["4", f"Team 04 {group('A')} {OUT}"],
    ]


def group(letter: str) -> str:
    return f"{text('Group')} {letter}"


def test_the_lot_is_shown_before_everybody(owner: Client) -> None:
    cup, tournament = make_over(6, 2, 2, -10)
    release(tournament)
    tied = on_screen(owner, tournament)
    assert [line[1] for line in tied[:2]] == [
        f"Team {number} {group('A')} {TIED}" for number in ("02", "03")
    ]
    draw_cup_lot(COMMAND_LINE, row_of_stage(cup), ["Team 02", "Team 03"], "4 1 6", "Würfel")
    first, second = DrawnLot((), "4 1 6").in_order(["Team 02", "Team 03"])
    drawn = on_screen(owner, tournament)
    assert [line[1] for line in drawn] == [
        f"Team 01 {group('A')} {GOES_ON}",
        f"{first} {group('A')} · {text('by lot')} {GOES_ON}",
        f"{second} {group('A')} · {text('by lot')} {OUT}",
        f"Team 04 {group('A')} {OUT}",
    ]
    page = text_of(owner.get(f"/t/{tournament.slug}/beamer/pictures/cut/"))
    assert f"{text('Number for the lot')}: 4 1 6" in page


def test_a_phone_says_first_what_becomes_of_its_owner(client: Client) -> None:
    _cup, tournament = make_over(6, 2, -1, -7)
    let_phones_in(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    address = f"/h/{tournament.phone_code}/cut/"
    assert "Team 01" not in text_of(client.get(address))
    release(tournament)
    assert address.encode() in client.get(f"/h/{tournament.phone_code}/standings/").content
    page = client.get(address)
    assert page.context["own"] == []
    assert [(words, len(lines)) for words, lines in page.context["parts"]] == [
        (GOES_ON, 2),
        (OUT, 2),
    ]
    own_player = tournament.entries.filter(team="Team 03").first()
    client.get(f"/h/{tournament.phone_code}/", {"q": own_player.number})
    (own,) = client.get(address).context["own"]
    assert (own.name, own.words) == ("Team 03", OUT)


def test_an_open_page_of_the_cut_asks_for_who_goes_on(client: Client) -> None:
    _cup, tournament = make_over(6, 2, -1, -7)
    let_phones_in(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    address, parts = f"/h/{tournament.phone_code}/cut/", []
    for act in (lambda: None, lambda: release(tournament)):
        act()
        page = client.get(address).content.decode()
        assert 'data-clock-source="?part=now"' in page
        part = client.get(address, {"part": "now"}).content.decode().strip()
        assert part in page
        assert "<html" not in part
        parts.append(part)
    assert ["Team 01" in part for part in parts] == [False, True]


def test_who_has_not_agreed_is_shown_by_initials(owner: Client) -> None:
    cup = make_cup(players=8, go_on=4)
    tournament = row_of_stage(cup).tournament
    play(tournament, Random(1), {each: [10 - each] for each in range(1, 9)})
    release(tournament)
    shy = Entry.objects.get(tournament=tournament, number=1).person
    shy.publish_name = False
    shy.save()
    shown = {line.contestant.key: line.contestant.name for line in cut_shown(tournament).cut.lines}
    full = {line.contestant.key: line.contestant.name for line in stage_of(cup).cut.lines}
    assert shown["1"] != full["1"] == shy.list_name
    assert {key: shown[key] for key in shown if key != "1"} == {
        key: full[key] for key in full if key != "1"
    }
    assert shy.list_name not in text_of(owner.get(f"/t/{tournament.slug}/beamer/pictures/cut/"))
    csv = owner.get("/cups/pokal/?as=csv&list=stage-1").content.decode("utf-8-sig")
    assert shy.list_name not in csv


def test_a_phone_follows_a_correction_in_an_earlier_stage(client: Client) -> None:
    """Points are carried over, so the page depends on the journals of all stages."""
    cup, first = make_over(6, 2, -1, -7, go_on=3, carry_points=True)
    settings = {"name": "Zwischenrunde", "go_on": 1}
    second = begin_next_stage(COMMAND_LINE, cup, settings, Plan("Zwischenrunde", 1, seed="5"))
    tournament = second.tournament
    play(tournament, Random(1), evenly(tournament, 0, 1, 1))
    release(tournament)
    let_phones_in(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    address = f"/h/{tournament.phone_code}/cut/"
    assert first_of(client.get(address)) == "Team 01"
    points = evenly(first, 2, 6, -1, -7)
    for table in first.rounds.get().tables.all():
        seats = table.seats.order_by("position").values_list("entry__number", flat=True)
        enter_totals(table, [points[seat][0] for seat in seats])
    assert first_of(client.get(address)) == "Team 02"


def first_of(page) -> str:
    _words, lines = page.context["parts"][0]
    return lines[0].name
