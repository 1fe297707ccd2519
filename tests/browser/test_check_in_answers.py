"""Answers and offers of the registration desk: no match, several matches, undone, refused."""

from functools import partial

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.factories.browsing import (
    OTHERS_BROWSER,
    SIGNED_OUT,
    UNREACHABLE,
    assert_accessible,
    focused,
    overflow,
    refuse,
    signed_in,
    without_complaints_about,
)
from tests.factories.registration import (
    all_answered,
    checked_in,
    desk,
    kept_here,
    told_of,
    typed,
    unreachable,
)
from tests.factories.tournaments import make_entries, make_owner, make_tournament, make_user
from tests.factories.words import text
from tournament.check_in.writes import check_in_player
from tournament.models import Entry, Role, Tournament, User
from tournament.people.writes.players import add_player
from tournament.permissions import COMMAND_LINE
from tournament.shared.rules.fields import PlayerData

PHONE = {"width": 360, "height": 640}


@pytest.fixture
def tournament(transactional_db) -> Tournament:
    """Arnold 1, Beck 2, Conrad 3 and so on; Becker 11, O'Brien 12, Li 13."""
    tournament = make_tournament()
    make_entries(tournament, 10)
    for last, first in (("Becker", "Ida"), ("O'Brien", "Pat"), ("Li", "Mei")):
        add_player(COMMAND_LINE, tournament, PlayerData(last, first, club_code="HH ALT"))
    return tournament


@pytest.fixture
def typist(tournament: Tournament) -> User:
    return make_user(Role.TYPIST, tournament, "helga")


@pytest.fixture
def at_desk(page: Page, typist: User) -> Page:
    return desk(page, typist)


def questions(page: Page) -> Locator:
    return page.locator("#check-in-unclear li")


def last_people(page: Page) -> list[str]:
    """Return the last people and what happened to each, newest first."""
    items = page.locator("#check-in-log li > span:first-child").all()
    return [" ".join(item.inner_text().replace("Startgeld offen", "").split()) for item in items]


def test_ambiguous_input_is_kept_and_offered(at_desk: Page) -> None:
    typed(at_desk, 7, "bec", 8)
    all_answered(at_desk)
    assert checked_in() == {7, 8}
    question = questions(at_desk)
    expect(question).to_contain_text("Auf „bec“ passen 2 Teilnehmer.")
    assert question.get_by_label("Getippt:").input_value() == "bec"
    assert_accessible(at_desk)
    at_desk.keyboard.type("1")  # half a number, while somebody chooses
    question.get_by_role("button", name="11 · Becker, Ida (HH ALT)").click()
    expect(question).to_have_count(0)
    assert focused(at_desk) == "typed"
    at_desk.keyboard.type("0\n")
    all_answered(at_desk)
    assert checked_in() == {7, 8, 10, 11}
    assert kept_here(at_desk) == 0


def test_unmatched_input_survives_reload_until_corrected(at_desk: Page) -> None:
    typed(at_desk, "zzz", 99, 7)
    expect(questions(at_desk)).to_have_count(2)
    at_desk.reload()
    all_answered(at_desk)
    expect(questions(at_desk).first).to_contain_text("Auf „99“ passt niemand.")
    expect(questions(at_desk).last).to_contain_text("Auf „zzz“ passt niemand.")
    first = questions(at_desk).last
    assert first.get_by_label("Getippt:").input_value() == "zzz"
    first.get_by_label("Getippt:").fill("conr")
    first.get_by_label("Getippt:").press("Enter")
    expect(at_desk.locator("#check-in-log li").first).to_contain_text("3 · Conrad, Christa")
    assert focused(at_desk) == "typed"
    questions(at_desk).get_by_role("button", name="Verwerfen").click()
    expect(questions(at_desk)).to_have_count(0)
    assert focused(at_desk) == "typed"
    assert (checked_in(), kept_here(at_desk)) == ({3, 7}, 0)


def test_too_few_letters_check_in_nobody_but_offer_matches(at_desk: Page) -> None:
    typed(at_desk, "li")
    expect(questions(at_desk)).to_contain_text(
        text("“%(typed)s” is short: three letters check in at once.", typed="li")
    )
    assert checked_in() == set()
    questions(at_desk).get_by_role("button", name="13 · Li, Mei (HH ALT)").click()
    all_answered(at_desk)
    assert checked_in() == {13}


def test_direction_is_offered_to_add_an_unknown_name(page: Page, tournament) -> None:
    desk(page, make_owner())
    typed(page, "Neu, Ida")
    questions(page).get_by_role("link", name="Mit Formular").click()
    expect(page.get_by_label("Nachname")).to_have_value("Neu")
    expect(page.get_by_label("Vorname")).to_have_value("Ida")


def test_undo_key_goes_back_step_by_step(at_desk: Page) -> None:
    typed(at_desk, 7, 8, 9)
    at_desk.keyboard.press("Control+z")
    all_answered(at_desk)
    assert checked_in() == {7, 8}
    assert last_people(at_desk) == [
        "9 · Özdemir, Änne doch nicht da",
        "8 · Horn, Heike da",
        "7 · Groß, Günter da",
    ]
    at_desk.keyboard.press("Control+z")
    at_desk.keyboard.press("Control+z")
    all_answered(at_desk)
    assert checked_in() == set()
    at_desk.keyboard.press("Control+z")
    expect(at_desk.locator("#check-in-says")).to_have_text("Nichts rückgängig zu machen.")
    assert told_of("player_checked_out") == [9, 8, 7]


def test_undo_follows_waiting_acts_and_never_takes_typed_text(
    at_desk: Page, problems: list[str]
) -> None:
    at_desk.context.set_offline(True)
    typed(at_desk, 7, 8)
    at_desk.keyboard.press("Control+z")
    expect(at_desk.locator("#check-in-alarm")).to_contain_text("7, 8, „8“ zurück.")
    at_desk.keyboard.type("9")
    at_desk.keyboard.press("Control+z")  # of the browser: takes the 9 out of the field
    at_desk.context.set_offline(False)
    all_answered(at_desk)
    assert (checked_in(), told_of(), told_of("player_checked_out")) == ({7}, [7, 8], [8])
    problems.clear()


def test_each_of_the_last_five_has_its_undo(at_desk: Page) -> None:
    typed(at_desk, *range(1, 8))
    all_answered(at_desk)
    assert [one.split(" · ")[0] for one in last_people(at_desk)] == ["7", "6", "5", "4", "3"]
    third = at_desk.get_by_role("button", name="Engel, Erika: doch nicht da")
    third.click()
    all_answered(at_desk)
    assert checked_in() == {1, 2, 3, 4, 6, 7}
    assert [one.split(" · ")[0] for one in last_people(at_desk)] == ["7", "6", "5", "4", "3"]
    assert last_people(at_desk)[2] == "5 · Engel, Erika doch nicht da"
    assert focused(at_desk) == "typed"
    log = at_desk.locator("#check-in-log")
    log.get_by_role("button", name=f"Franke, Frank: {text('Mark as paid')}").click()
    all_answered(at_desk)
    assert set(Entry.objects.filter(fee_paid=True).values_list("number", flat=True)) == {6}
    assert last_people(at_desk)[1] == "6 · Franke, Frank da Startgeld bezahlt"
    assert focused(at_desk) == "typed"


def test_pills_of_the_list_work_without_reload_and_keep_focus(at_desk: Page) -> None:
    row = at_desk.locator("tr", has_text="Beck, Bernd")
    there, paid = row.locator(".there"), row.locator(".paid")
    at_desk.evaluate("window.isTheSamePage = true")
    there.get_by_role("button").focus()
    at_desk.keyboard.press("Enter")
    expect(there.get_by_role("img")).to_have_accessible_name(text("there"))
    expect(there.get_by_role("button")).to_be_focused()  # takes it back
    paid.get_by_role("button").dblclick()  # is one act
    expect(paid.get_by_role("img")).to_have_accessible_name(text("paid"))
    expect(paid.get_by_role("button")).to_be_focused()
    assert at_desk.evaluate("window.isTheSamePage")
    assert (checked_in(), told_of(), told_of("fee_paid")) == ({2}, [2], [2])
    # Typing now goes to the field: its Enter presses no button.
    at_desk.keyboard.type("gün gro\n")
    at_desk.keyboard.type("3\n")
    all_answered(at_desk)
    assert (checked_in(), told_of("fee_not_paid")) == ({2, 3, 7}, [])


def test_tick_is_taken_back_where_one_points_or_is(at_desk: Page) -> None:
    typed(at_desk, 2, 3)
    all_answered(at_desk)
    backs = at_desk.locator(".take-back")
    expect(backs).to_have_count(0)
    at_desk.locator("tr", has_text="Conrad, Christa").locator(".name").hover()
    expect(backs).to_have_count(1)
    at_desk.get_by_role("link", name="Beck, Bernd").last.focus()
    back = at_desk.locator("tr", has_text="Beck, Bernd").locator(".take-back")
    at_desk.keyboard.press("Tab")
    expect(back).to_be_focused()
    assert_accessible(at_desk)
    at_desk.keyboard.press("Enter")
    expect(at_desk.locator("tr", has_text="Beck, Bernd").locator(".there")).to_have_text(
        text("missing")
    )
    all_answered(at_desk)
    assert (checked_in(), told_of("player_checked_out")) == ({3}, [2])


def test_field_is_found_from_anywhere_narrows_the_list_and_a_row_opens_its_person(
    at_desk: Page,
) -> None:
    at_desk.locator("h1").click()
    assert focused(at_desk) == "content"
    typed(at_desk, 12)
    all_answered(at_desk)
    rows = at_desk.locator(".players tbody tr").filter(visible=True)
    at_desk.keyboard.type("bec")
    expect(rows).to_have_count(2)
    at_desk.keyboard.press("Enter")
    expect(rows).to_have_count(13)
    at_desk.keyboard.type("bec")
    expect(at_desk.locator("#found")).to_be_visible()
    at_desk.keyboard.press("Escape")
    expect(at_desk.locator("#found")).to_be_hidden()
    rows.first.locator(".paid").click(position={"x": 2, "y": 2})  # beside a pill
    expect(at_desk.locator("#typed")).to_have_value("bec")
    rows.first.locator(".club").click()
    expect(at_desk.locator("h1")).to_have_text("Bernd Beck")
    assert checked_in() == {12}


def test_player_who_has_left_is_reported(at_desk: Page, tournament) -> None:
    tournament.entries.filter(number=3).update(status="withdrawn")
    typed(at_desk, 3)
    expect(questions(at_desk)).to_contain_text("Christa Conrad (Nummer 3) nimmt nicht teil.")
    assert checked_in() == set()


def test_refused_act_is_explained_and_typed_text_stays(
    at_desk: Page,
) -> None:
    refusal = "Das Turnier ist beendet."
    at_desk.route(
        "**/players/desk/",
        lambda route: route.fulfill(json={"state": "refused", "text": refusal, "figures": ""}),
    )
    typed(at_desk, 7, "conr")
    expect(questions(at_desk)).to_have_count(2)
    expect(questions(at_desk).last).to_contain_text(refusal)
    at_desk.reload()
    expect(questions(at_desk)).to_have_count(2)
    at_desk.unroute("**/players/desk/")
    questions(at_desk).last.get_by_role("button", name="Abhaken").click()
    expect(questions(at_desk)).to_have_count(1)
    all_answered(at_desk)
    assert checked_in() == {7}


def test_signed_out_user_loses_nothing(at_desk: Page, typist: User, problems) -> None:
    password = "kreuz-dame-sticht"
    typist.set_password(password)
    typist.save()
    Session.objects.all().delete()
    typed(at_desk, 7, 8)
    alarm = at_desk.locator("#check-in-alarm")
    expect(alarm).to_contain_text(SIGNED_OUT)
    expect(alarm).to_contain_text("7, 8.")
    assert_accessible(at_desk)
    with at_desk.context.expect_page() as opened:
        at_desk.get_by_role("link", name="In neuem Fenster anmelden").click()
    opened.value.get_by_label("Kontoname").fill("helga")
    opened.value.get_by_label("Passwort").fill(password)
    opened.value.keyboard.press("Enter")
    expect(opened.value.get_by_role("heading", name="Turniere")).to_be_visible()
    opened.value.close()
    at_desk.evaluate("window.dispatchEvent(new Event('focus'))")
    all_answered(at_desk)
    assert told_of() == [7, 8]
    assert focused(at_desk) == "typed"  # the link had it, and is gone
    without_complaints_about(403, problems)  # the token of the page was an old one


def test_other_users_see_what_waits_in_this_browser(
    at_desk: Page, tournament: Tournament, problems: list[str]
) -> None:
    asked = unreachable(at_desk)
    typed(at_desk, 7, 8)
    expect(at_desk.locator("#check-in-alarm")).to_contain_text("7, 8.")
    at_desk.close()
    asked.clear()
    other = desk(at_desk.context.new_page(), make_user(Role.TYPIST, tournament, "otto"))
    expect(other.locator("#check-in-left")).to_contain_text(
        text(
            "{who} has typed here what is not sent yet: {typed}. It is sent when {who} signs in "
            "and opens this page.",
            who="helga",
            typed="7, 8",
        )
    )
    assert asked == []
    problems.clear()


def test_acts_the_server_rejects_are_kept(at_desk: Page, problems) -> None:
    codes = {7: 400, 8: 403, 9: 404}
    for number, status in codes.items():
        at_desk.route("**/players/desk/", partial(refuse, status))
        typed(at_desk, number)
        expect(questions(at_desk)).to_contain_text(
            text(
                "“{label}” is not noted: the server has not taken it (code {status}).",
                label=number,
                status=status,
            )
        )
        at_desk.unroute("**/players/desk/")
        questions(at_desk).get_by_role("button", name="Abhaken").click()
        all_answered(at_desk)
        expect(questions(at_desk)).to_have_count(0)
    assert checked_in() == {*codes}
    problems.clear()


def test_failing_server_holds_back_later_acts(at_desk: Page, problems: list[str]) -> None:
    """Undone before it was done, the act would take effect in the end."""

    def stumble(route: Route) -> None:
        if "typed=7" in (route.request.post_data or ""):
            route.fulfill(status=503, body="no")
        else:
            route.continue_()

    at_desk.route("**/players/desk/", stumble)
    typed(at_desk, 7)
    at_desk.keyboard.press("Control+z")
    alarm = at_desk.locator("#check-in-alarm")
    expect(alarm).to_contain_text(UNREACHABLE)
    expect(alarm).to_contain_text("7, „7“ zurück.")
    at_desk.unroute("**/players/desk/")
    all_answered(at_desk)
    assert (checked_in(), told_of(), told_of("player_checked_out")) == (set(), [7], [7])
    problems.clear()


def test_other_signed_in_user_is_named(
    at_desk: Page, tournament: Tournament, problems: list[str]
) -> None:
    at_desk.route("**/players/desk/", lambda route: route.fulfill(status=403, body="no"))
    signed_in(at_desk, make_user(Role.TYPIST, tournament, "otto"))
    typed(at_desk, 7)
    expect(at_desk.locator("#check-in-alarm")).to_contain_text(
        text(OTHERS_BROWSER, who="otto", own="helga")
    )
    assert kept_here(at_desk) == 1
    problems.clear()


def test_unclear_input_is_decided_in_one_window_for_both(at_desk: Page) -> None:
    typed(at_desk, "bec")
    expect(questions(at_desk)).to_have_count(1)
    other = at_desk.context.new_page()
    other.goto(at_desk.url)
    questions(other).get_by_role("button", name="11 · Becker, Ida (HH ALT)").click()
    all_answered(other)
    for window in (at_desk, other):
        expect(questions(window)).to_have_count(0)
        expect(window.locator("#check-in-log li")).to_contain_text("11 · Becker, Ida")
    assert told_of() == [11]


def test_phone_has_digits_letters_and_a_button(touched: Page, typist: User) -> None:
    touched.set_viewport_size(PHONE)
    page = desk(touched, typist)
    field = page.locator("#typed")
    expect(field).to_have_attribute("inputmode", "numeric")
    expect(field).to_have_attribute("enterkeyhint", "go")
    page.keyboard.type("7")
    page.get_by_role("button", name="Abhaken", exact=True).first.tap()
    expect(page.locator("#check-in-log li")).to_contain_text("7 · Groß, Günter")
    expect(field).to_be_focused()
    page.get_by_role("button", name="ABC").tap()
    expect(field).to_have_attribute("inputmode", "text")
    expect(field).to_be_focused()
    typed(page, "conr", "bec")
    expect(questions(page)).to_be_in_viewport()
    assert overflow(page) == 0
    assert_accessible(page)
    assert checked_in() == {3, 7}


def test_desk_works_without_javascript(browser: Browser, live_server, typist: User) -> None:
    context = browser.new_context(
        base_url=live_server.url, locale="de-DE", java_script_enabled=False
    )
    page = signed_in(context.new_page(), typist)
    page.goto("/t/herbst/players/")
    page.locator("#typed").fill("conr")
    page.locator("#typed").press("Enter")
    item = page.locator("#check-in-log li").first
    expect(item).to_contain_text("3 · Conrad, Christa")
    item.get_by_role("button", name="doch nicht da").click()
    expect(page.locator("tr", has_text="Conrad, Christa").locator(".there")).to_have_text(
        text("missing")
    )
    assert (told_of(), told_of("player_checked_out")) == ([3], [3])
    page.goto("/t/herbst/players/")
    check_in_player(COMMAND_LINE, Entry.objects.get(number=7), True)
    page.locator("#typed").fill("7")
    page.locator("#typed").press("Enter")
    expect(item).to_contain_text("war schon da, seit ")
    context.close()


def test_refused_switch_is_reported_and_stays_reported(
    at_desk: Page, tournament: Tournament
) -> None:
    tournament.entries.update(status="withdrawn")
    pill = at_desk.locator("tr", has_text="Beck, Bernd").locator(".there button")
    pill.click()
    refusal = f"Beck, Bernd: {text('missing')}, {text('Check in')}: "
    refusal += "Bernd Beck (Nummer 2) nimmt nicht teil."
    expect(questions(at_desk)).to_contain_text(refusal)
    expect(questions(at_desk).get_by_role("button")).to_have_text(["Verwerfen"])
    expect(pill).to_have_text(text("missing"))


def test_player_not_entered_is_added_by_one_press(page: Page, tournament: Tournament):
    """Once entered, the question disappears, and the act waiting in this browser with it."""
    director = make_user(Role.DIRECTION, tournament, "dora")
    at_desk = desk(page, director)
    typed(at_desk, "Keller, Jana, DU ZHN")
    button = questions(at_desk).get_by_role("button", name="Keller, Jana (DU ZHN) aufnehmen")
    expect(button).to_be_visible()
    assert_accessible(at_desk)
    button.click()
    expect(at_desk.locator("#check-in-log")).to_contain_text("14 · Keller, Jana")
    expect(questions(at_desk)).to_have_count(0)
    entry = Entry.objects.get(number=14)
    assert (entry.checked_in, str(entry.club)) == (True, "DU ZHN")
