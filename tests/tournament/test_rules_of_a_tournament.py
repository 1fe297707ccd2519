"""The rules of a tournament: chosen, changed until the draw, and their consequences."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from scoring.rulesets import RULE_SETS
from tests.factories.databases import copied
from tests.factories.journal import acts
from tests.factories.pages import signed_in, text_of
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_entries, make_owner, make_tournament
from tests.factories.words import refusal, text
from tournament.errors import Refused
from tournament.labels.rule_sets import VALUES, option_name, rules_of_evening
from tournament.models import Role, Round, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.reads.board import BoardState, board_of
from tournament.rounds.reads.clock import clock_faces, end_of_time, running_clock
from tournament.rounds.writes import end_clock, start_clock
from tournament.series.writes import create_next_evening
from tournament.tournaments.writes.tournaments import edit_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alone]
BEGIN = datetime(2026, 9, 12, 10, 0, tzinfo=UTC)


@pytest.fixture
def owner() -> Client:
    client = Client()
    client.force_login(make_owner())
    return client


def typed(**fields: object) -> dict[str, object]:
    """Return a new tournament as its form sends it."""
    return {"name": "Abend", "rounds_planned": "2", **fields}


def test_new_tournament_is_the_ddvs_where_nothing_is_chosen(owner):
    assert owner.post("/tournaments/new/", typed()).url == "/t/abend/players/"
    created = Tournament.objects.get()
    assert (created.rules, created.rule_options) == ("ddv", {})
    assert [created.games(size) for size in (4, 5)] == [24, 30]
    assert [created.minutes(size) for size in (4, 5)] == [100, 125]


def test_other_rules_lead_to_their_options(owner):
    assert owner.post("/tournaments/new/", typed(rules="club")).url == "/t/abend/settings/rules/"
    answer = owner.post(
        "/t/abend/settings/rules/",
        {
            "rules": "club",
            "option-games": "16",
            "option-minutes": "0",
            "option-solos": "1",
            "option-owed": "none",
            "option-20": "on",
            "option-4": "all",
            "option-13": "on",
        },
    )
    assert answer.url == "/t/abend/"
    club = Tournament.objects.get()
    assert club.rule_options == {
        "4": "all",
        "13": True,
        "20": True,
        "games": 16,
        "minutes": None,
        "solos": 1,
        "owed": "none",
    }
    assert [club.games(size) for size in (4, 5)] == [16, 20]
    assert club.minutes(4) is None
    assert acts().filter(tournament=club).last().data["changes"]["rule_options"][0] == {}


def test_number_is_kept_next_to_one_that_may_have_no_limit(owner):
    make_tournament()
    owner.post(
        "/t/herbst/settings/rules/",
        {"rules": "club", "option-minutes": "90", "option-solos": "0"},
    )
    assert Tournament.objects.get().rule_options == {"minutes": 90, "solos": 0}


def test_page_shows_what_is_chosen(owner):
    make_tournament(rules="club", rule_options={"minutes": None, "16": "re", "23": True})
    form = owner.get("/t/herbst/settings/rules/").context["form"]
    shown = {name: form[name].value() for name in form.fields}
    assert shown["option-minutes"] == 0
    assert shown["option-16"] == "re"
    assert shown["option-23"] is True
    assert [name for name, value in shown.items() if value not in (None, "")] == [
        "option-16",
        "option-23",
        "option-minutes",
    ]


NAMES_OF_ALTGELD = ", ".join(RULE_SETS["altgeld"].known_options)
OPTIONS_OF_ALTGELD = [f"option-{name}" for name in RULE_SETS["altgeld"].known_options]


@pytest.mark.parametrize(
    ("rules", "names"), [("ddv", []), ("altgeld", OPTIONS_OF_ALTGELD), ("unknown", [])]
)
def test_options_of_other_rules_can_be_viewed(owner, rules, names):
    make_tournament()
    form = owner.get(f"/t/herbst/settings/rules/?rules={rules}").context["form"]
    assert list(form.fields) == names


def test_wrong_option_is_named_at_its_field_and_nothing_is_lost(owner):
    make_tournament(rules="club")
    answer = owner.post(
        "/t/herbst/settings/rules/", {"rules": "club", "option-games": "3", "option-solos": "2"}
    )
    form = answer.context["form"]
    assert [error.code for error in form.errors["option-games"].as_data()] == ["min_value"]
    assert form["option-solos"].value() == "2"
    assert Tournament.objects.get().rule_options == {}


def test_too_few_games_for_the_solos_are_refused_with_a_message(owner):
    make_tournament()
    answer = owner.post(
        "/t/herbst/settings/rules/", {"rules": "club", "option-games": "6", "option-solos": "2"}
    )
    said = "The option “%(name)s” is one of %(allowed)s, or left out."
    assert text(said, name=option_name("games"), allowed="8..60") in text_of(answer)
    assert Tournament.objects.get().rules == "ddv"


@pytest.mark.parametrize(
    ("sent", "code", "params"),
    [
        (("11",), "rule_option_needs", {"name": "11", "allowed": "3"}),
        (("27",), "rule_option_needs", {"name": "27", "allowed": "20"}),
        (("14", "21", "22"), "rule_options_exclude", {"name": "22", "allowed": "14, 21"}),
    ],
)
def test_options_that_exclude_each_other_cannot_be_chosen(owner, sent, code, params):
    make_tournament()
    fields = {"rules": "club", **{f"option-{name}": "on" for name in sent}}
    answer = owner.post("/t/herbst/settings/rules/", fields)
    assert refusal(code, **params) in text_of(answer)
    assert all(answer.context["form"][f"option-{name}"].value() for name in sent)
    assert Tournament.objects.get().rules == "ddv"
    with pytest.raises(SystemExit):
        create("--rules", "club", "--options", json.dumps(dict.fromkeys(sent, True)))
    assert Tournament.objects.count() == 1


def test_tournament_that_has_such_options_opens_says_so_and_can_be_copied(owner):
    options = {"14": True, "22": True}
    chosen = make_tournament(rules="club", rule_options=options)
    page = owner.get("/t/herbst/settings/rules/")
    assert refusal("rule_options_exclude", name="22", allowed="14") in text_of(page)
    assert owner.get("/t/herbst/").status_code == 200
    copied = create_next_evening(COMMAND_LINE, chosen, name="Zwei", date=None)
    assert (copied.rules, copied.rule_options) == ("club", options)


def test_rules_stay_once_seats_are_drawn(owner):
    tournament = make_drawn_tournament(8)
    page = owner.get("/t/herbst/settings/rules/")
    assert refusal("rules_after_draw") in text_of(page)
    assert "Speichern" not in text_of(page)
    answer = owner.post("/t/herbst/settings/rules/", {"rules": "altgeld"})
    assert refusal("rules_after_draw") in text_of(answer)
    with pytest.raises(Refused, match="rules_after_draw"):
        edit_tournament(COMMAND_LINE, tournament, {"rules": "pagat", "rule_options": {}})
    assert Tournament.objects.get().rules == "ddv"


def test_figures_of_the_ddv_are_no_settings_of_other_rules(owner):
    make_tournament(rules="altgeld")
    form = owner.get("/t/herbst/settings/").context["form"]
    assert not {"games_four", "games_five", "minutes_four", "minutes_five"} & form.fields.keys()


def create(*options: str) -> None:
    """Run the command for a new tournament."""
    call_command("create_tournament", "abend", "--name", "Abend", "--rounds", "2", *options)


def test_command_takes_rules_and_options():
    create("--rules", "club", "--options", '{"games": 16, "minutes": null}')
    club = Tournament.objects.get()
    assert (club.rules, club.rule_options) == ("club", {"games": 16, "minutes": None})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--rules", "skat"), "skat"),
        (("--rules", "club", "--options", "{"), "no JSON"),
        (("--rules", "club", "--options", "[" * 100_000), "no JSON"),
    ],
)
def test_rules_that_cannot_be_read_are_a_wrong_call(options, words):
    with pytest.raises(CommandError, match=words):
        create(*options)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("rules", "options", "code", "params"),
    [
        ("club", "16", "rule_options_no_object", {}),
        (
            "club",
            '{"games": %s}' % ("9" * 4301),
            "rule_option_wrong",
            {"name": "games", "allowed": "4..60"},
        ),
        (
            "altgeld",
            '{"23": true}',
            "rule_option_unknown",
            {"name": "23", "allowed": NAMES_OF_ALTGELD},
        ),
        ("club", '{"solos": 3}', "rule_option_wrong", {"name": "solos", "allowed": "0..2"}),
        ("ddv", '{"games": 16}', "rules_without_options", {"rules": "ddv", "name": "games"}),
    ],
)
def test_command_names_errors_in_the_options(capsys, rules, options, code, params):
    with pytest.raises(SystemExit):
        create("--rules", rules, "--options", options)
    assert capsys.readouterr().err == refusal(code, **params) + "\n"
    assert not Tournament.objects.exists()


@pytest.fixture
@copied
def evening() -> Round:
    """A running round of eleven people without a time limit."""
    tournament = make_drawn_tournament(11, rules="altgeld")
    return start_clock(COMMAND_LINE, round_number(tournament, 1), now=BEGIN)


def test_without_a_time_limit_there_is_no_clock_and_nothing_overdue(evening):
    later = BEGIN + timedelta(hours=9)
    tournament = evening.tournament
    assert clock_faces(tournament, evening, later) == ()
    assert end_of_time(tournament, evening, later) is None
    assert running_clock(tournament, later).faces == ()
    board = board_of(tournament, evening, later)
    assert {table.state for table in board.tables} == {BoardState.RUNNING}
    assert end_clock(COMMAND_LINE, evening, now=later).ended_at == later  # never too early


def test_round_without_a_time_limit_begins_without_a_clock(owner):
    make_drawn_tournament(8, rules="altgeld")
    page = owner.get("/t/herbst/rounds/1/").content.decode()
    assert "Runde starten" in page
    assert "Uhr für den Beamer" not in page


def test_pages_without_a_time_limit_say_so(evening, owner):
    assert "Ohne Zeitlimit" in text_of(owner.get("/t/herbst/rounds/1/"))
    assert "Ohne Zeitlimit" in text_of(owner.get("/t/herbst/rounds/1/clock/"))
    assert b"countdown" not in owner.get("/t/herbst/clock/figures/").content


@pytest.mark.parametrize(
    ("players", "tables"),
    [(6, "1 Sechsertisch"), (7, "1 Siebenertisch"), (11, "1 Fünfertisch und 1 Sechsertisch")],
)
def test_eleven_people_are_seated_where_the_rules_allow_it(owner, players, tables):
    tournament = make_tournament(rules="altgeld", rounds_planned=2)
    make_entries(tournament, players)
    assert tables in text_of(owner.get("/t/herbst/draw/"))
    owner.post("/t/herbst/draw/", {"number": "", "expected": "1"})
    assert Round.objects.filter(tournament=tournament).count() == 2
    assert owner.get("/t/herbst/rounds/1/").status_code == 200


def test_next_step_without_a_time_limit_mentions_no_clock(owner):
    tournament = make_drawn_tournament(8, rules="altgeld")
    page = text_of(owner.get("/t/herbst/"))
    assert "dann die Runde starten" in page
    assert "Uhr" not in page
    referee = signed_in(tournament, Role.REFEREE)
    assert "Runde 1 ist ausgelost" in text_of(referee.get("/t/herbst/"))
    typist = signed_in(tournament, Role.TYPIST)
    waits = "Round %(round)s is published. The direction or a referee starts it."
    assert text(waits, round=1) in text_of(typist.get("/t/herbst/rounds/1/"))
    enter_totals(round_number(tournament, 1).tables.get(number=1), [4, 1, 4, 1])
    assert "Ihre Uhr" not in text_of(owner.get("/t/herbst/"))


def test_round_without_a_time_limit_is_started_and_reset_without_a_clock(owner):
    make_drawn_tournament(8, rules="altgeld")
    page = text_of(owner.post("/t/herbst/rounds/1/clock/start/", {}, follow=True))
    assert "Runde 1 läuft." in page
    assert text("The round can be started anew. Sheets that are in stay.") in page
    assert "Uhr aller Tische" not in page
    page = text_of(owner.post("/t/herbst/rounds/1/clock/end/", {}, follow=True))
    assert text("The round goes on as if it had not ended. Sheets that are in stay.") in page


def test_certificate_counts_tables_of_six_besides_those_of_five(owner):
    make_drawn_tournament(11, rules="altgeld")
    page = text_of(owner.get("/t/herbst/draw/"))
    assert "Niemand öfter als 2-mal." in page
    assert "Sechsertische" in page


@pytest.mark.parametrize("players", [6, 7, 8])
def test_without_a_choice_of_tables_there_is_nothing_to_report(owner, players):
    make_drawn_tournament(players, rules="altgeld")
    assert "Sechsertische" not in text_of(owner.get("/t/herbst/draw/"))


def test_page_of_the_draw_names_the_table_sizes_in_use(owner):
    make_entries(make_tournament(rules="altgeld"), 5)
    page = text_of(owner.get("/t/herbst/draw/"))
    assert text("No tables of four and five make that.") not in page
    assert text("A table needs at least four.") in page


def test_choices_of_a_club_and_of_altgeld_are_kept_as_numbers(owner):
    make_tournament(rules="club")
    typed = {"option-heart_ten": "2", "option-replay": "0", "option-levels": "60"}
    chosen = {"heart_ten": 2, "levels": 60, "replay": 0}

    owner.post("/t/herbst/settings/rules/", {"rules": "club", "option-poverty": "on", **typed})

    tournament = Tournament.objects.get()
    assert tournament.rule_options == {**chosen, "poverty": True}
    page = owner.get("/t/herbst/settings/rules/")
    form = page.context["form"]
    assert {name: form[f"option-{name}"].value() for name in chosen} == chosen
    assert page.context["has_variants"]
    evening = rules_of_evening(tournament.rule_set)
    assert all(str(VALUES[name][value]) in evening for name, value in chosen.items())

    owner.post("/t/herbst/settings/rules/", {"rules": "altgeld", "option-until": "40"})
    assert Tournament.objects.get().rule_options == {"until": 40}
    owner.post("/t/herbst/settings/rules/", {"rules": "altgeld", "option-until": ""})
    assert Tournament.objects.get().rule_options == {}


@pytest.mark.parametrize(
    ("options", "is_open"),
    [({}, False), ({"replay": 0}, True), ({"fox_end": True}, True), ({"games": 12}, False)],
)
def test_only_a_chosen_variant_opens_the_variants(owner, options, is_open):
    make_tournament(rules="club", rule_options=options)
    assert owner.get("/t/herbst/settings/rules/").context["has_variants"] == is_open
