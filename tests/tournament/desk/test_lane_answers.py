"""Questions and answers of the totals lane: penalties, doubts, state, a new draw."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.databases import copied
from tests.factories.desk import address_of, form_fields, typed_totals
from tests.factories.lane import typed_lines
from tests.factories.pages import signed_in
from tests.factories.rounds import enter_totals
from tests.factories.sheets import ask_for, make_round, rows_content, totals_content
from tests.factories.submissions import current, submit
from tests.factories.totals_lane import send, state_on_page
from tests.factories.tournaments import make_tournament
from tests.factories.words import finding, refusal, text
from tournament.errors import Refused
from tournament.labels.rounds import LOOKED_AT, SENTENCES
from tournament.labels.sheets import (
    PLAYERS_GONE,
    SOLO_WAY_OUT,
    added_words,
    outcome_sentence,
    penalty_words,
)
from tournament.models import (
    GameTable,
    Penalty,
    Role,
    Round,
    SheetDraft,
    SheetKind,
    SheetVersion,
    VerificationRule,
)
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import award_penalty
from tournament.sheets.reads.sheets import checked_sheet, penalty_content
from tournament.views.desk.totals_lane import _state, table_gone

TOTALS = (6, 2, -2, -6)


@pytest.fixture
@copied
def round() -> Round:
    return make_round(make_tournament(), sizes=(4, 4))


@pytest.fixture
def typist(round: Round) -> Client:
    return signed_in(round.tournament, Role.TYPIST)


# --- Penalties the referee has booked ---


def award(round: Round, table: int = 1) -> str:
    """Award 9.3.2 against position 2; return the field name of its answer."""
    at = round.tables.get(number=table)
    penalty = award_penalty(
        COMMAND_LINE, at, rule="9.3.2", offender=2, initials="KS", contained=False
    )
    return f"booked-{penalty.pk}"


@pytest.mark.alone
def test_totals_with_a_booked_penalty_are_questioned_and_not_saved(typist: Client, round: Round):
    """It turns all four parities: no check of the figures notices that it is missing."""
    name = award(round)
    answer = send(typist, round, TOTALS)
    assert answer["state"] == "asks"
    (question,) = answer["questions"]
    assert question["name"] == name
    assert question["text"] == text(
        "Penalty of the referee: %(penalty)s. Do these totals contain it already?",
        penalty=penalty_words(penalty_content(Penalty.objects.get())),
    )
    assert [choice["value"] for choice in question["choices"]] == ["in", "add"]
    assert not SheetVersion.objects.exists()
    assert not SheetDraft.objects.exists()


def test_penalty_contained_is_saved_as_typed(typist: Client, round: Round):
    name = award(round)
    answer = send(typist, round, TOTALS, answers={name: "in"})
    assert answer["text"] == outcome_sentence("accepted", 1, TOTALS)
    version = current(round.tables.get(number=1))
    assert [penalty["rule"] for penalty in version.content["penalties"]] == ["9.3.2"]


def test_penalty_to_be_added_is_added_and_reported(typist: Client, round: Round):
    name = award(round)
    answer = send(typist, round, TOTALS, answers={name: "add"})
    version = current(round.tables.get(number=1))
    assert version.totals == [7, -1, -1, -5]
    added = added_words(version.content["penalties"])
    assert added
    assert answer["text"] == outcome_sentence("accepted", 1, version.totals) + added


def test_each_penalty_has_a_separate_answer(typist: Client, round: Round):
    first, second = award(round), award(round)
    answer = send(typist, round, TOTALS, answers={first: "add"})
    assert [question["name"] for question in answer["questions"]] == [second]
    send(typist, round, TOTALS, answers={first: "add", second: "in"})
    assert current(round.tables.get(number=1)).totals == [7, -1, -1, -5]


def test_answer_that_contradicts_the_parity_is_refused(typist: Client, round: Round):
    """9.3.3 b1 turns two parities: totals all even cannot contain it."""
    at = round.tables.get(number=1)
    penalty = award_penalty(COMMAND_LINE, at, rule="9.3.3b1", offender=4, soloist=1, initials="KS")
    name = f"booked-{penalty.pk}"
    assert send(typist, round, TOTALS, answers={name: "in"})["state"] == "refused"
    assert send(typist, round, TOTALS, answers={name: "add"})["state"] == "saved"
    assert current(round.tables.get(number=1)).totals == [9, 2, -2, -9]


@pytest.mark.alone
def test_refused_sheet_keeps_figures_and_answer_in_its_draft(typist: Client, round: Round):
    name = award(round)
    assert send(typist, round, (6, 2, -2, -5), answers={name: "add"})["state"] == "refused"
    content = SheetDraft.objects.get().content
    assert (content["t4"], content["x1-booked"]) == ("-5", "add")


def test_penalty_booked_between_two_typings_is_asked_about_in_the_second(
    typist: Client, round: Round
):
    ask_for(VerificationRule.BLIND, round)
    send(typist, round, TOTALS)
    name = award(round)
    assert send(typist, round, TOTALS)["state"] == "asks"
    answer = send(typist, round, TOTALS, answers={name: "add"})
    assert answer["text"].startswith(outcome_sentence("agreed", 1, TOTALS))


# --- How things stand ---


def test_every_answer_says_which_tables_are_missing(typist: Client, round: Round):
    assert state_on_page(typist, round)["missing"] == [1, 2]
    submit(COMMAND_LINE, round.tables.get(number=2), totals_content(TOTALS))
    answer = send(typist, round, (6, 2, -2, -5))
    assert (answer["state"], answer["missing"]) == ("refused", [1])
    assert send(typist, round, TOTALS)["missing"] == []


def test_every_answer_brings_the_penalties_booked_meanwhile(typist: Client, round: Round):
    assert state_on_page(typist, round)["penalties"] == {}
    award(round, table=2)
    penalty = Penalty.objects.get(table__round=round)
    words = penalty_words(penalty_content(penalty))
    assert send(typist, round, TOTALS)["penalties"] == {"2": [words]}


def test_state_takes_two_queries(typist: Client, round: Round, django_assert_num_queries):
    """Whatever the number of tables and penalties: every answer carries it."""
    for _ in range(3):
        award(round)
    with django_assert_num_queries(2):
        _state(None, round)


@pytest.mark.parametrize("tables", [2, 5])
def test_save_takes_the_same_queries_in_every_round(db, tables: int, django_assert_num_queries):
    """Some twice, as rows read before are read again under the lock."""
    round = make_round(make_tournament(), sizes=(4,) * tables)
    client = signed_in(round.tournament, Role.TYPIST)
    with django_assert_num_queries(21):
        assert send(client, round, TOTALS)["state"] == "saved"


@pytest.mark.parametrize(
    ("role", "words", "page"),
    [
        (Role.DIRECTION, SENTENCES["close_round"], "round"),
        (Role.TYPIST, LOOKED_AT["close_round"], "round-result"),
    ],
)
def test_all_in_offers_what_comes_next(round: Round, role: Role, words: str, page: str):
    client = signed_in(round.tournament, role)
    assert send(client, round, TOTALS)["next"] is None
    coming = send(client, round, TOTALS, table=2)["next"]
    assert (coming["text"], coming["url"]) == (
        str(words) % {"round": 1},
        reverse(page, args=["herbst", 1]),
    )
    assert coming["button"]


def test_all_in_offers_the_verification_first(typist: Client, round: Round):
    ask_for(VerificationRule.PERSON, round)
    send(typist, round, TOTALS)
    coming = send(typist, round, TOTALS, table=2)["next"]
    assert coming["url"] == reverse("verification", args=["herbst", 1])


def test_closed_round_offers_the_next_draw_to_those_who_may(round: Round):
    for table in round.tables.all():
        enter_totals(table, TOTALS)
    Round.objects.update(started_at=timezone.now(), ended_at=timezone.now())
    Round.objects.update(closed_at=timezone.now())
    offered = {}
    for role in (Role.DIRECTION, Role.TYPIST):
        client = signed_in(round.tournament, role)
        offered[role] = state_on_page(client, round)["next"]["url"]
    assert offered == {
        Role.DIRECTION: reverse("draw", args=["herbst"]),
        Role.TYPIST: reverse("standings", args=["herbst"]),
    }


# --- Doubts ---


@pytest.mark.alone
def test_total_far_outside_asks_before_it_is_saved(typist: Client, round: Round):
    far = (122, 2, -2, -122)
    answer = send(typist, round, far)
    assert answer["state"] == "asks"
    assert [question["text"] for question in answer["questions"]] == [
        finding("total_unlikely", seat=seat, figure=figure, limit=120)
        for seat, figure in ((1, 122), (4, -122))
    ]
    assert not SheetVersion.objects.exists()
    answers = {question["name"]: "sure" for question in answer["questions"]}
    other = send(typist, round, (132, 2, -2, -132), answers=answers)
    assert (other["state"], len(other["questions"])) == ("asks", 2)
    assert send(typist, round, far, answers=answers)["state"] == "saved"
    assert send(typist, round, far)["state"] == "saved"


# --- A new draw meanwhile ---


@pytest.mark.alone
def test_redrawn_round_is_reported_and_nothing_saved_at_the_new_table(typist: Client, round: Round):
    """Other people sit at the table of this number now."""
    before = round.tables.get(number=1).pk
    draw, tournament = round.draw, round.tournament
    round.delete()
    answer = send(typist, round, TOTALS, id=before)
    assert (answer["state"], answer["text"]) == ("unsaved", table_gone(1)["text"])
    again = make_round(tournament, sizes=(4, 4))
    assert again.draw == draw
    answer = send(typist, again, TOTALS, id=before)
    assert (answer["state"], answer["text"], answer["missing"]) == (
        "unsaved",
        table_gone(1)["text"],
        [1, 2],
    )
    assert not SheetVersion.objects.exists()
    assert send(typist, again, TOTALS, id=again.tables.get(number=1).pk)["state"] == "saved"


def test_removed_table_is_reported(typist: Client, round: Round):
    round.tables.get(number=1).delete()
    assert send(typist, round, TOTALS)["text"] == table_gone(1)["text"]


@pytest.mark.alone
def test_draw_between_viewing_and_saving_is_reported(
    typist: Client, round: Round, monkeypatch: pytest.MonkeyPatch
):
    def gone(*_args: object, **_more: object) -> None:
        raise Refused("table_gone")

    monkeypatch.setattr("tournament.views.desk.totals_lane.submit_sheet", gone)
    answer = send(typist, round, TOTALS)
    assert (answer["state"], answer["text"]) == ("unsaved", table_gone(1)["text"])
    assert not SheetDraft.objects.exists()


def test_draw_between_check_and_draft_is_reported(
    typist: Client, round: Round, monkeypatch: pytest.MonkeyPatch
):
    def gone(*_args: object, **_more: object) -> None:
        raise Refused("table_gone")

    monkeypatch.setattr("tournament.views.desk.totals_lane.save_draft", gone)
    answer = send(typist, round, (6, 2, -2, -5))
    assert answer["state"] == "unsaved"
    assert refusal("table_gone") in answer["text"]


# --- Ended early, and a solo that will not be played any more ---


@pytest.fixture
def running(round: Round) -> Round:
    """Start the clock: 60 of its 100 minutes have passed."""
    started = timezone.now() - timedelta(minutes=60)
    Round.objects.filter(pk=round.pk).update(started_at=started)
    return Round.objects.get(pk=round.pk)


@pytest.mark.alone
def test_missing_games_while_the_clock_runs_are_asked_about(
    typist: Client, running: Round, tmp_path: Path, capsys: pytest.CaptureFixture
):
    table = running.tables.get(number=1)
    early = finding("ended_early", games=2, minutes=39)
    answer = send(typist, running, TOTALS, played="22")
    (question,) = answer["questions"]
    assert (answer["state"], question["name"]) == ("asks", "games:2")
    assert question["text"] == early

    page = typist.post(address_of(table), typed_totals(*TOTALS, games=22))
    assert (page.status_code, page.context["doubts"]) == (422, [early])
    assert not SheetVersion.objects.exists()
    fewer = typist.post(address_of(table), {**form_fields(page), "games_played": "21"})
    assert len(fewer.context["doubts"]) == 1

    entry = {"round": 1, "table": 1, **totals_content(list(TOTALS), games_played=22)}
    file = tmp_path / "sheets.json"
    file.write_text(json.dumps({"sheets": [entry]}))
    call_command("import_sheets", "herbst", str(file))
    assert early in capsys.readouterr().out
    assert send(typist, running, TOTALS, played="22")["state"] == "saved"


@pytest.mark.parametrize(
    ("of_round", "of_table", "asked"),
    [
        ({}, {}, True),
        ({"ended_at": 0}, {}, False),
        ({"started_at": 95}, {}, False),
        ({"started_at": 95}, {"extra_minutes": 20}, True),
        ({"started_at": None}, {}, False),
    ],
)
def test_only_a_clock_with_much_time_left_asks(
    typist: Client, running: Round, of_round: dict, of_table: dict, asked: bool
):
    """of_round: minutes ago."""
    now = timezone.now()
    times = {
        name: None if ago is None else now - timedelta(minutes=ago)
        for name, ago in of_round.items()
    }
    Round.objects.filter(pk=running.pk).update(**times)
    running.tables.filter(number=1).update(**of_table)
    table = GameTable.objects.get(round=running, number=1)
    rows = {**rows_content(), "time_limit_after_row": 4, "struck_games": 16}
    rows["rows"] = [row for row in rows["rows"] if row["no"] not in range(5, 21)]
    for number, row in enumerate(rows["rows"], start=1):
        row["no"] = number
    early = [
        each for each in checked_sheet(table, SheetKind.ROWS, rows).warnings
        if str(each.code) == "ended_early"
    ]  # fmt: skip
    assert [each.params["games"] for each in early] == [16] * asked
    assert (send(typist, running, TOTALS, played="22")["state"] == "asks") is asked


@pytest.mark.alone
def test_a_list_without_its_compulsory_solo_names_the_way(
    round: Round, typist: Client, tmp_path: Path, capsys: pytest.CaptureFixture
):
    table, direction = round.tables.get(number=1), signed_in(round.tournament, Role.DIRECTION)
    way, gone_home = str(SOLO_WAY_OUT), str(PLAYERS_GONE)
    assert way in send(typist, round, TOTALS, lacking="4")["text"]

    lines = typed_lines(rows_content())
    for instead in ("", "13 1"):  # the last game was to be a forced solo
        games = {"kind": "rows", **lines, "l24": instead}
        assert typist.post(address_of(table), games).context["way_out"] == way

    typed = {name: on for name, on in typed_totals(*TOTALS).items() if name != "solo4"}
    assert typist.post(address_of(table), typed).context["way_out"] == way
    page = direction.post(address_of(table), typed)
    assert (page.context["way_out"], page.context["reasons"]) == ("", [gone_home])
    assert f'<option value="{gone_home}">' in page.content.decode()
    saved = {**form_fields(page), "accept": "missing_compulsory_solo:4", "reason": gone_home}
    assert direction.post(address_of(table), saved).status_code == 302
    assert current(table).reason == gone_home

    entry = {"round": 1, "table": 2, **totals_content(list(TOTALS)), "compulsory_solos": [1, 2, 3]}
    file = tmp_path / "sheets.json"
    file.write_text(json.dumps({"sheets": [entry]}))
    with pytest.raises(SystemExit):
        call_command("import_sheets", "herbst", str(file))
    assert way in capsys.readouterr().err
