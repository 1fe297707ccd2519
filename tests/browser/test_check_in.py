"""The registration desk, typed fast: each Enter sends exactly what was typed before it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.factories.browsing import UNREACHABLE
from tests.factories.effort import tries
from tests.factories.registration import (
    all_answered,
    checked_in,
    desk,
    kept_here,
    slowed,
    told_of,
    typed,
    unreachable,
)
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tests.factories.words import text
from tournament.models import Role, Tournament, User

SLOW = tries(100, 300)  # milliseconds until an answer begins; longer than a number takes to type
PEOPLE = tries(36, 72)
NUMBERS = list(range(11, 71))  # sixty; a digit that is lost would mean one of the others


@pytest.fixture
def tournament(transactional_db) -> Tournament:
    tournament = make_tournament()
    make_entries(tournament, PEOPLE)
    return tournament


@pytest.fixture
def typist(tournament: Tournament) -> User:
    return make_user(Role.TYPIST, tournament, "helga")


@pytest.fixture
def second(browser: Browser, live_server) -> Iterator[Page]:
    """A page in a second browser."""
    context = browser.new_context(base_url=live_server.url, locale="de-DE")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(
    ("count", "delay"), [(tries(12, 60), 10), pytest.param(60, 100, marks=pytest.mark.slow)]
)
def test_numbers_check_in_exactly_those_people(page, typist, count: int, delay: int) -> None:
    numbers = NUMBERS[:count]
    slowed(desk(page, typist), SLOW)
    typed(page, *numbers, delay=delay)
    all_answered(page)
    assert checked_in() == set(numbers)
    assert told_of() == numbers
    figures = page.locator("#players-count .share strong, .chips span").all_inner_texts()
    assert figures == [f"{count}", f"{PEOPLE}", f"{PEOPLE - count}", f"{PEOPLE}"]
    names = page.locator("#check-in-log strong").all_inner_texts()
    assert [int(name.split(" · ")[0]) for name in names] == numbers[:-6:-1]
    assert kept_here(page) == 0


@pytest.mark.slow
def test_numbers_and_names_mixed_mean_those_people(
    page: Page, tournament: Tournament, typist: User
) -> None:
    entries = [
        entry
        for entry in tournament.entries.filter(number__in=NUMBERS).select_related("person")
        if entry.person.last_name not in ("Franke", "Dietz")  # "Frank" begins both names
    ]
    words = [
        f"{entry.person.last_name[:4].lower()} {entry.person.first_name}"
        if entry.number % 2
        else str(entry.number)
        for entry in entries
    ]
    slowed(desk(page, typist), SLOW)
    typed(page, *words, delay=20)
    all_answered(page)
    assert checked_in() == {entry.number for entry in entries}
    assert len(told_of()) == len(entries) > 40


def test_two_desks_at_once_check_in_each_player_once(
    page: Page, second: Page, tournament: Tournament, typist: User
) -> None:
    other = make_user(Role.TYPIST, tournament, "otto")
    for one, user in ((page, typist), (second, other)):
        slowed(desk(one, user), SLOW)
    second.get_by_label(text("Enter takes the fee as well")).check()
    expect(second.locator("#typed")).to_be_focused()
    count, twice = tries((9, 4), (35, 10))
    mine = NUMBERS[:count]
    theirs = NUMBERS[count - twice :][:count][::-1]
    for number, another in zip(mine, theirs, strict=True):
        typed(page, number)
        typed(second, another)
    for one in (page, second):
        all_answered(one)
    assert checked_in() == {*mine, *theirs}
    assert sorted(told_of()) == sorted({*mine, *theirs})
    assert told_of("fee_paid") == theirs
    assert told_of("player_checked_out") == []


def test_player_already_present_is_reported_and_stays(
    page: Page, second: Page, tournament: Tournament, typist: User
) -> None:
    desk(second, make_user(Role.TYPIST, tournament, "otto"))
    typed(second, 12)
    all_answered(second)
    desk(page, typist)
    typed(page, 12)
    item = page.locator("#check-in-log li")
    expect(item).to_contain_text("12 · Conrad, Dieter")
    expect(item).to_contain_text("war schon da, seit ")
    assert checked_in() == {12}
    page.keyboard.press("Control+z")
    expect(page.locator("#check-in-says")).to_have_text("„12“ zurück: Nichts rückgängig zu machen.")
    assert (checked_in(), told_of()) == ({12}, [12])


def test_network_loss_loses_nothing_and_sends_in_order(
    page: Page, typist: User, problems: list[str]
) -> None:
    third = tries(5, 20)
    before, offline, after = NUMBERS[:third], NUMBERS[third:][:third], NUMBERS[2 * third :][:third]
    desk(page, typist)
    typed(page, *before, delay=20)
    page.context.set_offline(True)
    typed(page, *offline, delay=20)
    alarm = page.locator("#check-in-alarm")
    expect(alarm).to_contain_text(UNREACHABLE)
    expect(alarm).to_contain_text("in diesem Browser aufgehoben: ")
    expect(alarm).to_contain_text("{}, {}.".format(*offline[-2:]))
    expect(page.locator("#typed")).to_be_focused()
    page.context.set_offline(False)
    typed(page, *after, delay=20)
    all_answered(page)
    assert told_of() == [*before, *offline, *after]
    assert checked_in() == {*before, *offline, *after}
    problems.clear()


def test_waiting_acts_are_sent_by_the_next_page_opened(
    page: Page, typist: User, problems: list[str]
) -> None:
    desk(page, typist)
    unreachable(page)
    typed(page, 12, "conrad, d", 14)
    expect(page.locator("#check-in-alarm")).to_contain_text("12, conrad, d, 14.")
    page.close()
    assert checked_in() == set()
    page.context.unroute_all()
    fresh = page.context.new_page()
    fresh.goto("/t/herbst/players/")
    expect(fresh.locator("#check-in-log li")).to_have_count(2)  # 12 is Dieter Conrad
    assert told_of() == [12, 14]
    problems.clear()


def test_acts_left_by_a_closed_window_are_sent_by_another(
    page: Page, typist: User, problems: list[str]
) -> None:
    page.clock.install()
    desk(page, typist)
    second = page.context.new_page()
    second.goto("/t/herbst/players/")
    expect(second.locator("#typed")).to_be_focused()
    unreachable(page)
    typed(second, 26, 27, 28)
    expect(second.locator("#check-in-alarm")).to_contain_text("26, 27, 28.")
    second.close()
    page.context.unroute_all()
    page.clock.fast_forward(20_000)
    expect(page.locator("#check-in-log li")).to_have_count(3)
    assert told_of() == [26, 27, 28]
    assert kept_here(page) == 0
    problems.clear()


def test_lost_answer_is_requested_again_and_nothing_done_twice(
    page: Page, typist: User, problems: list[str]
) -> None:
    desk(page, typist)
    lost: list[str] = []

    def lose(route: Route) -> None:
        route.fetch()
        lost.append(route.request.post_data or "")
        route.abort()

    page.route("**/players/desk/", lose, times=1)
    typed(page, 12)
    expect(page.locator("#check-in-alarm")).to_be_visible()
    assert checked_in() == {12}
    # Meanwhile another desk undoes it: the second sending must not do it again.
    page.request.post(
        "/t/herbst/players/desk/",
        form={"mark": "3f0d9a5e-1b0c-4a51-9a38-0f7ff5f0a001", "undo": lost[0].split("mark=")[1]},
        headers={"X-CSRFToken": page.locator("[name=csrfmiddlewaretoken]").first.input_value()},
    )
    all_answered(page)
    assert checked_in() == set()
    assert (told_of(), told_of("player_checked_out")) == ([12], [12])
    problems.clear()


# Normally test_server_answers.py says it, of every script.
@pytest.mark.slow
def test_unresponsive_server_is_reported_and_asked_again(
    page: Page, typist: User, problems: list[str]
) -> None:
    page.clock.install()
    desk(page, typist)
    page.route("**/players/desk/", lambda route: None)
    with page.expect_request("**/players/desk/"):
        typed(page, 12)
    expect(page.locator("#check-in-sending")).to_have_text("Unterwegs: 12")
    page.clock.fast_forward(10_000)
    expect(page.locator("#check-in-alarm")).to_contain_text(UNREACHABLE)
    page.unroute("**/players/desk/")
    page.clock.fast_forward(3_000)
    expect(page.locator("#check-in-log li")).to_contain_text("12 · Conrad, Dieter")
    assert told_of() == [12]
    problems.clear()
