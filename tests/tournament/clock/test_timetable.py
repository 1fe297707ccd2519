"""The timetable of the day, from settings and real times, and on every face."""

from datetime import date, time

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from tests.factories.databases import copied
from tests.factories.journal import acts
from tests.factories.pages import messages_of, signed_in, text_of, without_tags
from tests.factories.papers import made, page_texts, read_pdf
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.times import MINUTE, NINE
from tests.factories.words import refusal, text
from tournament.archives.mapping import typed
from tournament.lists.timetable import timetable_lines
from tournament.models import Role, Tournament
from tournament.models.stage import pictures_of
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in
from tournament.rounds.reads.timetable import timetable_of
from tournament.rounds.writes import (
    end_clock,
    extend_time,
    pause_clock,
    reset_clock,
    resume_clock,
    start_clock,
)
from tournament.series.writes import create_next_evening
from tournament.stage.reads import stage_of
from tournament.stage.rules import Picture
from tournament.stage.writes import let_screens_in, show_picture
from tournament.tournaments.writes.tournaments import edit_tournament, finish_tournament

pytestmark = pytest.mark.django_db

SCREEN = "/t/herbst/beamer/pictures/timetable/"


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Two tables of four, both rounds still to be played, from ten o'clock on."""
    return make_drawn_tournament(
        8, rounds_planned=2, date=date(2026, 11, 7), starts_at=time(10), break_minutes=20
    )


def expected(tournament: Tournament, after: int) -> list[int | None]:
    """Return when each row is expected, in minutes after nine, so many minutes after nine."""
    rows = timetable_of(Tournament.objects.get(pk=tournament.pk), NINE + after * MINUTE)
    return [row.expected and (row.expected - NINE) // MINUTE for row in rows]


def test_day_follows_from_start_and_breaks(tournament):
    assert expected(tournament, -60) == [0, 100, 120, 220, 240]

    lines = timetable_lines(tournament, NINE - 60 * MINUTE)
    assert [(line.time, line.what, line.planned) for line in lines] == [
        ("10:00", text("Round %(number)s", number=1), ""),
        ("11:40", text("Break"), ""),
        ("12:00", text("Round %(number)s", number=2), ""),
        ("13:40", text("Break"), ""),
        ("14:00", text("Prize-giving"), ""),
    ]


def test_longer_of_two_sizes_counts_for_the_round_that_has_it():
    nine = make_drawn_tournament(
        9, rounds_planned=1, date=date(2026, 11, 7), starts_at=time(10), break_minutes=0
    )

    assert expected(nine, 0) == [0, 125]


def test_before_the_draw_there_may_be_tables_of_five(tournament):
    tournament.rounds.all().delete()

    assert expected(tournament, 0) == [0, 125, 145, 270, 290]


def test_day_moves_with_extra_time_pauses_and_the_real_end(tournament):
    round = start_clock(COMMAND_LINE, round_number(tournament, 1), now=NINE + 5 * MINUTE)
    assert expected(tournament, 10) == [5, 105, 125, 225, 245]

    extend_time(COMMAND_LINE, round.tables.get(number=2), 10, "Kaffee", "KS")
    assert expected(tournament, 10) == [5, 115, 135, 235, 255]

    pause_clock(COMMAND_LINE, round, now=NINE + 20 * MINUTE)
    assert expected(tournament, 50) == [5, 145, 165, 265, 285]
    resume_clock(COMMAND_LINE, round, now=NINE + 50 * MINUTE)
    assert expected(tournament, 60) == [5, 145, 165, 265, 285]

    end_clock(COMMAND_LINE, round, early=True, now=NINE + 130 * MINUTE)
    assert expected(tournament, 131) == [5, 130, 150, 250, 270]
    lines = timetable_lines(tournament, NINE + 131 * MINUTE)
    assert [line.planned for line in lines] == ["", "11:40", "12:00", "13:40", "14:00"]


def test_undone_start_brings_the_plan_back(tournament):
    round = start_clock(COMMAND_LINE, round_number(tournament, 1), now=NINE + 5 * MINUTE)
    reset_clock(COMMAND_LINE, round, "zu früh")

    assert expected(tournament, 0) == [0, 100, 120, 220, 240]


def test_prizes_have_their_own_time(tournament):
    edit_tournament(COMMAND_LINE, tournament, {"prizes_at": time(15, 30)})

    assert expected(tournament, 0) == [0, 100, 120, 220, 330]


def test_finished_early_only_what_was_played_is_left(tournament):
    round = start_clock(COMMAND_LINE, round_number(tournament, 1), now=NINE)
    end_clock(COMMAND_LINE, round, early=True, now=NINE + 90 * MINUTE)
    finish_tournament(COMMAND_LINE, tournament, reason="Stromausfall")

    assert expected(tournament, 100) == [0, 90, None]


def test_reading_it_takes_two_queries(tournament, django_assert_num_queries):
    found = Tournament.objects.get(pk=tournament.pk)

    with django_assert_num_queries(2):
        timetable_of(found, NINE)


def test_settings_are_typed_and_told_in_the_journal(tournament):
    client, address = signed_in(tournament, Role.DIRECTION), "/t/herbst/settings/"
    form = client.get(address).context["form"]
    fields = {name: form[name].value() or "" for name in form.fields}
    fields["neighbours_apart"] = ""
    times = {"starts_at": "18:30", "break_minutes": "10", "prizes_at": "23:00"}

    assert client.post(address, {**fields, **times}).status_code == 302

    changes = acts().get(action="tournament_edited").data["changes"]
    assert changes == {
        "starts_at": ["10:00:00", "18:30:00"],
        "break_minutes": [20, 10],
        "prizes_at": [None, "23:00:00"],
    }
    told = text_of(client.get("/t/herbst/journal/"))
    assert ("18:30" in told, "18:30:00" in told) == (True, False)
    page = client.post(address, {**fields, **times, "starts_at": "halb sieben"})
    assert [*page.context["form"].errors] == ["starts_at"]
    assert page.context["form"]["starts_at"].value() == "halb sieben"


def test_new_evening_begins_at_the_same_time(tournament):
    made = create_next_evening(COMMAND_LINE, tournament, name="Nächster", date=date(2026, 12, 5))

    made.refresh_from_db()
    assert (made.starts_at, made.break_minutes) == (time(10), 20)


def test_archive_takes_times_of_day_alone():
    field = Tournament._meta.get_field("starts_at")

    assert typed(field, "18:30:00") == time(18, 30)
    assert typed(field, None) is None
    for wrong in ("halb sieben", 1830, "18:30+01:00", ["18:30"]):
        with pytest.raises(ValidationError):
            typed(field, wrong)


def test_hall_sees_it_and_what_goes_on_is_marked(tournament):
    start_clock(COMMAND_LINE, round_number(tournament, 1), now=timezone.now())
    client = signed_in(tournament, Role.DIRECTION)

    shown = client.get(SCREEN).content.decode()

    assert shown.count('aria-current="step"') == 1
    (running,) = [each for each in shown.split("<li")[1:] if "aria-current" in each]
    assert text("Round %(number)s", number=1) in without_tags(running)


def test_screens_show_it_in_turn(tournament):
    let_screens_in(COMMAND_LINE, tournament)
    show_picture(COMMAND_LINE, tournament, Picture.TIMETABLE)

    screen = Client().get(f"/s/{stage_of(tournament).code}/").content.decode()

    assert text("Prize-giving") in without_tags(screen)


def test_phones_have_it_below_the_seat(tournament):
    let_phones_in(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    phone = f"/h/{tournament.phone_code}/"

    assert f'data-clock-source="{phone}timetable/"' in Client().get(phone).content.decode()
    part = Client().get(f"{phone}timetable/")
    assert part["Cache-Control"] == "no-store"
    assert text("Timetable") in without_tags(part.content.decode())
    assert Client().get("/h/xxxxxxxxx/timetable/").status_code == 404


def test_paper_for_the_wall_has_every_row(tournament):
    (page,) = page_texts(read_pdf(made("timetable", tournament)))

    assert page.count(text("Break")) == 2
    assert text("Prize-giving") in page
    assert "/t/herbst/print/timetable/" in signed_in().get("/t/herbst/print/").content.decode()


def test_without_a_start_there_is_none_anywhere(tournament):
    edit_tournament(COMMAND_LINE, tournament, {"starts_at": None})
    let_phones_in(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    client, phone = signed_in(), f"/h/{tournament.phone_code}/"

    assert timetable_of(tournament, NINE) == []
    assert Picture.TIMETABLE not in dict(pictures_of(tournament))
    assert "timetable" not in Client().get(phone).content.decode()
    assert Client().get(f"{phone}timetable/").content.strip() == b""
    for place in ("print/", "beamer/"):
        assert "timetable/" not in client.get(f"/t/herbst/{place}").content.decode()
    typed = client.get("/t/herbst/print/timetable/", follow=True)
    assert messages_of(typed) == [refusal("no_start")]
    # A screen that shows it nevertheless says why it is empty.
    nothing = text("The timetable stands here once the settings name a start.")
    assert nothing in without_tags(client.get(SCREEN).content.decode())


def test_rules_without_a_limit_tell_no_time_after_the_first_round():
    free = make_drawn_tournament(
        8,
        rounds_planned=2,
        date=date(2026, 11, 7),
        starts_at=time(10),
        rules="club",
        rule_options={"minutes": None},
    )

    assert expected(free, 0) == [0, None, None, None, None]
    assert [line.time for line in timetable_lines(free, NINE)] == ["10:00", "", "", "", ""]
