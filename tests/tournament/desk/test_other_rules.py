"""The desk by rules other than the DDV's: lists, totals, penalties, the value calculator."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils.text import capfirst

from scoring.json_format import sheet_to_json
from scoring.model import FREE, Row, RowKind, ScoreSheet
from scoring.notation import line_of
from scoring.rulesets import Scoring, rule_set
from tests.factories.calls import complain
from tests.factories.desk import address_of, form_fields
from tests.factories.effort import chiefly
from tests.factories.journal import acts
from tests.factories.pages import figures_in, signed_in, text_of
from tests.factories.ruled_sheets import RULED, TABLES, ruled_sheet
from tests.factories.sheets import ask_for, make_table, totals_content
from tests.factories.tournaments import make_tournament
from tests.factories.words import finding, refusal, text
from tournament.errors import Refused
from tournament.forms.mended_lines import mended_lines
from tournament.forms.score_sheets import LinesForm
from tournament.labels.findings import finding_sentence, row_kind
from tournament.labels.rule_sets import RULE_NAMES
from tournament.models import GameTable, Penalty, Role, SheetKind, Verification, VerificationRule
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import award_penalty, revoke_penalty
from tournament.seating.reads.draws import losses_of_redraw
from tournament.sheets.reads.sheets import checked_sheet
from tournament.sheets.rules.table_rules import TableRules
from tournament.sheets.writes.sheets import Outcome, SheetRefused, restore_version, submit_sheet
from tournament.trust.reads.recount import tournament_recount

pytestmark = pytest.mark.django_db
SOME_TABLES = chiefly(*[*TABLES][::3], of=TABLES)


def table_by(rules: str, size: int = 4, options: Any = None, **fields: Any) -> GameTable:
    tournament = make_tournament(rules=rules, rule_options=options or {}, **fields)
    return make_table(tournament, size)


def table_for(sheet: ScoreSheet, **fields: Any) -> GameTable:
    return table_by(sheet.rules.name, sheet.table_size, sheet.rules.options, **fields)


def bare(sheet: ScoreSheet) -> dict[str, Any]:
    """Return the totals of a valid list, with the solos that were owed."""
    table = at_table(sheet)
    kinds = {kind.name for kind in sheet.rules.kinds if kind.fulfils} if table.solos else set()
    return {
        "totals": list(sheet.totals or ()),
        "games_played": len(sheet.rows),
        "compulsory_solos": [row.soloist for row in sheet.rows if row.kind in kinds],
    }


def at_table(sheet: ScoreSheet) -> TableRules:
    return TableRules(sheet.table_size, sheet.agreed_games, sheet.rules)


# --- Lists


@pytest.mark.parametrize("name", chiefly(*[*TABLES][::3], of=TABLES))
def test_a_list_is_typed_saved_shown_and_corrected(name: str) -> None:
    rules, size = TABLES[name]
    sheet = ruled_sheet(rules, size, seed=5)
    table = table_for(sheet)
    typed = {f"l{row.no}": line_of(row, rules=rules) for row in sheet.rows}
    form = LinesForm(table.round.tournament.at_table(size), typed)
    assert form.problems() == []
    submission = submit_sheet(COMMAND_LINE, table, SheetKind.ROWS, form.content(), based_on=None)
    assert submission.outcome is Outcome.ACCEPTED
    assert submission.version.totals == list(sheet.totals)
    again = LinesForm.of_content(submission.version.content, form.at)
    assert again.fields == {**form.fields, "time_limit": "", "struck": ""}
    assert tournament_recount(table.round.tournament).differences == ()


def test_doctor_checks_an_unfinished_list_where_only_winners_score() -> None:
    form = LinesForm(table_by("altgeld").round.tournament.at_table(4), {"l1": "23 9", "l2": "14 5"})
    assert mended_lines(form) == []


def test_stored_list_names_its_rules_and_a_ddv_list_does_not() -> None:
    sheet = ruled_sheet(RULED["club, two solos"], 4, seed=1)
    table = table_for(sheet)
    content = checked_sheet(table, SheetKind.ROWS, sheet_to_json(sheet)).content
    assert (content["rules"], content["options"]) == ("club", {"solos": 2})
    ddv = make_table(make_tournament("ddv"))
    plain = checked_sheet(ddv, SheetKind.ROWS, {"rows": []})
    assert not {"rules", "options"} & plain.content.keys()


@pytest.mark.parametrize(
    ("rules", "options", "code"),
    [("ddv", {}, "other_rules"), ("altgeld", {"games": 12}, "other_rules")],
)
def test_a_list_by_other_rules_is_refused(rules: str, options: Any, code: str) -> None:
    sheet = ruled_sheet(RULED["altgeld"], 4, seed=1)
    table = table_by(rules, 4, options)
    with pytest.raises(SheetRefused) as refused:
        submit_sheet(COMMAND_LINE, table, SheetKind.ROWS, sheet_to_json(sheet), based_on=None)
    assert [finding.code for finding in refused.value.findings] == [code]


def test_a_file_brings_in_lists_of_these_rules_alone(tmp_path: Path, capsys: Any) -> None:
    right = ruled_sheet(RULED["altgeld"], 6, seed=1)
    table = table_for(right)
    other = {**sheet_to_json(right), "options": {"games": 8}}
    refused = finding("other_rules", rules="").partition(":")[0]
    for sheet, told in ((other, refused), (sheet_to_json(right), "")):
        file = tmp_path / "sheets.json"
        file.write_text(json.dumps({"sheets": [{"round": 1, "table": 1, "sheet": sheet}]}))
        with suppress(CommandError, SystemExit):
            call_command("import_sheets", "herbst", str(file))
        output = capsys.readouterr()
        assert told in output.out + output.err
        table.refresh_from_db()
        assert (table.current_version is None) is bool(told)


def test_lane_explains_lines_and_who_owes() -> None:
    table = table_by("altgeld", options={"games": 12})
    typist = signed_in(table.round.tournament, Role.TYPIST)
    answer = check(typist, table, l1="13 4/1", l2="2 6 s")
    assert answer["rows"][0]["means"] == f"{capfirst(row_kind('normal'))}: +4 / +1 / +4 / +1"
    assert [solo["game"] for solo in answer["solos"]] == [None, 2, None, None]
    assert figures_in(answer["coming"]) == ["3", "3", "1", "3", "4", "11"]
    page = text_of(typist.get(address_of(table)))
    assert text("winners, value/others, letter") in page
    assert text("Struck normal games") not in page


def test_lane_says_which_games_count_double_and_mends_one_that_was_not() -> None:
    table = table_by("club", options={"20": True})
    typist = signed_in(table.round.tournament, Role.TYPIST)
    nothing = line_of(Row(1, RowKind.NORMAL, (0, 0, 0, 0)))
    first = "Doubling round after game %(event)s: this one counts double, and %(left)s after it."
    last = "Doubling round after game %(event)s: this one counts double as the last."

    assert text(first, event=1, left=3) in check(typist, table, l1=nothing)["coming"]
    lines = {"l1": nothing, "l2": "13 4", "l3": "12 2"}
    assert text(first, event=1, left=1) in check(typist, table, **lines)["coming"]
    lines["l4"] = "12 8"
    assert text(last, event=1) in check(typist, table, **lines)["coming"]
    assert "1" not in figures_in(check(typist, table, **lines, l5="13 2")["coming"])

    answer = check(typist, table, l1=nothing, l2="13 4")
    told = text("Doubling round after game %(event)s", event=1)
    assert [row["double"] for row in answer["rows"][:6]] == [False, *[True] * 4, False]
    assert answer["rows"][1]["means"].endswith(told)
    assert [row["expects"] for row in answer["rows"][2:6]] == [told, told, told, ""]

    slipped = check(typist, table, **lines | {"l3": "12 3"})
    assert slipped["wrong"]
    noted = [number for number, row in enumerate(slipped["rows"], 1) if row["notes"]]
    assert noted == [3]
    rules = rule_set("club", {"20": True})
    unfinished = LinesForm(TableRules(4, 24, rules), lines | {"l3": "12 3"})
    (proposal, *_) = mended_lines(unfinished)
    assert dict(proposal.fields) == {"l3": "12 6"}


def test_head_note_and_sentence_agree_on_who_owes_in_a_period() -> None:
    table = table_by("altgeld")
    typist = signed_in(table.round.tournament, Role.TYPIST)
    lines = {f"l{game}": "13 4/1" for game in range(1, 12)}  # in game 11 position 4 was forced
    answer = check(typist, table, **lines)
    assert [solo["text"] for solo in answer["solos"]] == [text("○ solo open")] * 3 + [""]
    assert figures_in(answer["coming"]) == ["12", "1", "4"]
    assert answer["rows"][11]["forced"] == 1


def test_period_cut_off_by_the_end_of_the_list_owes_nothing() -> None:
    table = table_by("altgeld", options={"games": 4})
    typist = signed_in(table.round.tournament, Role.TYPIST)
    lines = {"l1": "13 4/1", "l2": "2 6 s", "l3": "13 4/1", "l4": "13 4/1"}
    answer = check(typist, table, **lines)
    marks = [solo["text"] for solo in answer["solos"]]
    assert [figures_in(mark) for mark in marks] == [[], ["2"], [], []]


def test_solos_are_marked_only_where_somebody_owes_any() -> None:
    table = table_by("altgeld", 6)
    typist = signed_in(table.round.tournament, Role.TYPIST)
    assert check(typist, table, l1="135 4/1")["solos"] == []
    assert text("○ solo open") not in typist.get(address_of(table)).content.decode()


def additional(game: int, owing: str, dealer: int) -> str:
    return text(
        "Game %(game)s, additional: compulsory solo of %(seats)s; position %(dealer)s deals.",
        game=game,
        seats=owing,
        dealer=dealer,
    )


def test_additional_game_is_after_the_others() -> None:
    sheet = ruled_sheet(RULED["pagat"], 4, seed=1)
    table = table_for(sheet)
    typist = signed_in(table.round.tournament, Role.TYPIST)
    lines = {f"l{row.no}": line_of(row, rules=sheet.rules) for row in sheet.rows[:24]}
    answer = check(typist, table, **lines)
    assert answer["coming"] == additional(25, "2", dealer=2)
    assert answer["rows"][24]["forced"] is None
    assert answer["wrong"] is False
    assert len(answer["rows"]) == 28


def test_additional_games_say_who_owes_a_solo() -> None:
    table = table_by("pagat")
    typist = signed_in(table.round.tournament, Role.TYPIST)
    answer = check(typist, table, **{f"l{game}": "13 4" for game in range(1, 25)})
    owing = text("%(seats)s or %(last)s", seats="1, 2, 3", last=4)
    assert answer["coming"] == additional(25, owing, dealer=1)


def check(browser: Client, table: GameTable, kind: str = "rows", **fields: str) -> dict[str, Any]:
    body = json.dumps({"kind": kind, "fields": fields})
    answer = browser.post(address_of(table, "sheet-check"), body, content_type="application/json")
    assert answer.status_code == 200
    return dict(answer.json())


# --- Totals


@pytest.mark.parametrize("name", SOME_TABLES)
def test_totals_alone_confirm_their_list(name: str) -> None:
    rules, size = TABLES[name]
    sheet = ruled_sheet(rules, size, seed=6)
    table = table_for(sheet)
    submit_sheet(COMMAND_LINE, table, SheetKind.ROWS, sheet_to_json(sheet), based_on=None)
    outcome = submit_sheet(COMMAND_LINE, table, SheetKind.TOTALS, bare(sheet), based_on=None)
    assert outcome.outcome is Outcome.CONFIRMED


@pytest.mark.parametrize("name", SOME_TABLES)
def test_totals_are_saved_from_the_page(name: str) -> None:
    rules, size = TABLES[name]
    sheet = ruled_sheet(rules, size, seed=6)
    table = table_for(sheet)
    typist = signed_in(table.round.tournament, Role.TYPIST)
    page = typist.get(address_of(table) + "?kind=totals")
    asks = at_table(sheet).solos > 0
    assert ("solo1" in page.content.decode()) is asks
    adds_up = rules.scoring is Scoring.PLUS_MINUS
    assert ("data-adds-up" in page.content.decode()) is adds_up
    totals = {f"t{seat}": str(total) for seat, total in enumerate(sheet.totals or (), start=1)}
    sure = " ".join(f"{seat}:{total}" for seat, total in enumerate(sheet.totals or (), start=1))
    fields = {**form_fields(page), **totals, "games_played": str(len(sheet.rows)), "sure": sure}
    assert typist.post(address_of(table) + "?kind=totals", fields).status_code == 302
    table.refresh_from_db()
    assert table.current_version is not None
    assert table.current_version.totals == list(sheet.totals or ())
    if asks:
        solos = at_table(sheet).solos
        counted = table.current_version.content["compulsory_solos"]
        assert [counted.count(seat) for seat in range(1, size + 1)] == [solos] * size


def test_the_lane_knows_which_totals_add_up() -> None:
    table = table_by("altgeld", 7)
    page = signed_in(table.round.tournament, Role.TYPIST).get("/t/herbst/rounds/1/totals/")
    content = page.content.decode()
    assert 'id="lane-t7"' in content
    assert "data-adds-up" not in content
    assert 'data-games="28"' in content


def test_sum_is_not_judged_while_a_deduction_is_only_begun() -> None:
    table = make_table(make_tournament("klub", rules="club"))
    typist = signed_in(table.round.tournament, Role.TYPIST)
    totals = {f"t{seat}": str(total) for seat, total in enumerate((6, -3, -2, -6), start=1)}

    def told(wrong_by: int, **penalty: str) -> tuple[bool, list[str]]:
        fields = {**totals, "games_played": str(table.round.tournament.at_table(4).lines)}
        fields |= {f"x1-{part}": typed for part, typed in penalty.items()}
        answer = check(typist, table, "totals", **fields)
        sentence = finding("nonzero_sum", placed=False, sum=wrong_by)
        notes = [note["severity"] for note in answer["sheet"] if note["text"] == sentence]
        return answer["adds_up"], notes

    assert told(-5) == (True, ["error"])
    assert told(-5, offender="2") == (False, ["open"])
    assert told(-5, offender="2", reason="zu spät") == (False, ["open"])
    assert told(-5, offender="2", reason="zu spät", p2="-5") == (False, [])
    assert told(-2, offender="2", reason="zu spät", p2="-3") == (False, ["error"])


def test_totals_with_a_deduction_from_the_sheet_need_not_add_up() -> None:
    table = make_table(make_tournament("klub", rules="club"))
    late = {"rule": FREE, "offender": 2, "points": [0, -5, 0, 0], "reason": "zu spät", "row": None}
    games = table.round.tournament.at_table(4).lines
    typist = signed_in(table.round.tournament, Role.TYPIST)

    def does_it_add_up(address: str) -> bool:
        content = typist.get(address).content.decode()
        assert 'id="sheet-form"' in content
        return "data-adds-up" in content

    assert does_it_add_up(f"{address_of(table)}?kind=totals")
    line = {"x1-offender": "2", "x1-reason": "zu spät", "x1-p1": "0", "x1-p2": "-5"}
    fields = form_fields(typist.get(f"{address_of(table)}?kind=totals"))
    refused = typist.post(f"{address_of(table)}?kind=totals", {**fields, **line, "t1": "6"})
    assert refused.status_code == 422
    assert "data-adds-up" not in refused.content.decode()
    typed = totals_content([6, -3, -2, -6], games_played=games, penalties=[late])
    submit_sheet(COMMAND_LINE, table, SheetKind.TOTALS, typed, based_on=None)
    ask_for(VerificationRule.BLIND, table.round)
    blind = reverse("verification", args=["klub", 1]) + "?table=1"
    assert not does_it_add_up(blind)
    assert not does_it_add_up(f"{address_of(table)}?kind=totals")


def test_one_of_two_solos_can_be_missing() -> None:
    sheet = ruled_sheet(RULED["club, two solos"], 4, seed=1)
    table = table_for(sheet)
    lacking = {**bare(sheet), "compulsory_solos": [1, 1, 2, 2, 3, 3, 4]}
    found = checked_sheet(table, SheetKind.TOTALS, lacking).errors
    assert [(finding.code, finding.seat) for finding in found] == [("missing_compulsory_solo", 4)]


# --- Versions and verification


def test_versions_by_other_rules_are_compared_and_restored() -> None:
    first, second = (ruled_sheet(RULED["altgeld"], 6, seed=seed) for seed in (1, 2))
    table = table_for(first)
    one = submit_sheet(COMMAND_LINE, table, SheetKind.ROWS, sheet_to_json(first), based_on=None)
    submit_sheet(
        COMMAND_LINE, table, SheetKind.ROWS, sheet_to_json(second), based_on=1, reason="other"
    )
    restore_version(COMMAND_LINE, table, one.version.number, based_on=2, reason="back")
    table.refresh_from_db()
    assert table.current_version is not None
    assert table.current_version.content == one.version.content
    page = signed_in(table.round.tournament, Role.DIRECTION).get(
        address_of(table, "sheet-versions")
    )
    assert "Position 6" in text_of(page)


@pytest.mark.alone
def test_totals_of_winners_are_typed_again_unseen() -> None:
    sheet = ruled_sheet(RULED["altgeld"], 7, seed=1)
    table = table_for(sheet, verification=VerificationRule.BLIND)
    submit_sheet(COMMAND_LINE, table, SheetKind.ROWS, sheet_to_json(sheet), based_on=None)
    typist = signed_in(table.round.tournament, Role.TYPIST)
    page = typist.get("/t/herbst/rounds/1/verification/")
    assert "check-totals" not in page.content.decode()
    totals = {f"t{seat}": str(total) for seat, total in enumerate(sheet.totals or (), start=1)}
    typist.post(page.request["PATH_INFO"], {**form_fields(page), **totals})
    assert [each.agrees for each in Verification.objects.all()] == [True]


# --- Penalties


@pytest.mark.parametrize(
    ("rules", "points"),
    [("altgeld", [0, -6, 0, 0]), ("pagat", [2, -6, 2, 2]), ("club", [2, -6, 2, 2])],
)
def test_a_penalty_is_points_with_a_reason(rules: str, points: list[int]) -> None:
    sheet = ruled_sheet(RULED[rules], 4, seed=1)
    table = table_for(sheet)
    submit_sheet(COMMAND_LINE, table, SheetKind.ROWS, sheet_to_json(sheet), based_on=None)
    penalty = award_penalty(COMMAND_LINE, table, offender=2, loss=6, note="came late")
    table.refresh_from_db()
    assert table.current_version is not None
    gained = [
        now - then for now, then in zip(table.current_version.totals, sheet.totals, strict=True)
    ]
    assert gained == points
    (booked,) = table.current_version.content["penalties"]
    assert (booked["rule"], booked["reason"]) == ("free", "came late")
    assert acts().filter(action="penalty_awarded").count() == 1
    assert tournament_recount(table.round.tournament).differences == ()
    revoke_penalty(COMMAND_LINE, penalty, "mistaken")
    table.refresh_from_db()
    assert table.current_version is not None
    assert table.current_version.totals == list(sheet.totals or ())


def test_smallest_free_penalty_takes_one_point_from_position_one() -> None:
    table = table_by("altgeld")
    penalty = award_penalty(COMMAND_LINE, table, offender=1, loss=1, note="came late")
    assert penalty.points == [-1, 0, 0, 0]


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"offender": 2, "loss": 6}, "reason_needed"),
        ({"offender": 2, "loss": 5, "note": "late"}, "penalty_not_shared"),
        ({"offender": 2, "loss": 0, "note": "late"}, "penalty_not_free"),
        ({"offender": 5, "loss": 6, "note": "late"}, "penalty_not_free"),
        ({"rule": "9.3.2", "offender": 2, "loss": 6, "note": "late"}, "penalty_not_free"),
    ],
)
def test_invalid_free_penalty_is_refused(told: dict[str, Any], code: str) -> None:
    table = table_by("pagat")
    with pytest.raises(Refused) as refused:
        award_penalty(COMMAND_LINE, table, **told)
    assert refused.value.code == code
    if code == "penalty_not_shared":
        assert refused.value.params == {"others": 3}


@pytest.mark.alone
def test_referee_awards_it_on_the_page_at_a_table_of_seven() -> None:
    table = table_by("altgeld", 7)
    referee = signed_in(table.round.tournament, Role.REFEREE)
    address = "/t/herbst/calls/new/?round=1&table=1"
    assert "Paragraph" not in text_of(referee.get(address))
    told = {"paragraph": "free", "offender": "7", "loss": "3", "note": "zu spät", "row": ""}
    preview = referee.post(address, {**told, "action": "preview"})
    previewed = preview.context["previewed"]
    referee.post(address, {**told, "action": "log", "previewed": previewed})
    penalty = Penalty.objects.get()
    assert (penalty.offender, penalty.points) == (7, [0, 0, 0, 0, 0, 0, -3])
    page = text_of(referee.get("/t/herbst/penalties/"))
    assert "zu spät" in page
    assert "Kürzel" not in page
    typist = signed_in(table.round.tournament, Role.TYPIST)
    assert "zu spät gegen Position 7" in text_of(typist.get(address_of(table)))
    again = complain(referee, table, **{**told, "note": "noch einmal"})
    asked = refusal("penalty_twice", row="–", rule="zu spät", offender=7)
    assert again.context["form"].errors == {"again": [asked]}
    ((place, reason, _offender),) = losses_of_redraw(table.round.tournament, 1)["penalties"]
    assert (place, reason) == ((1, 1), "zu spät")


@pytest.mark.alone
def test_penalty_is_typed_with_totals_and_in_a_line() -> None:
    sheet = ruled_sheet(RULED["altgeld"], 4, seed=1)
    table = table_for(sheet)
    lines = {f"l{row.no}": line_of(row, rules=sheet.rules) for row in sheet.rows}
    lines["l3"] += " ! 2 3 late"
    form = LinesForm(table.round.tournament.at_table(4), lines)
    version = submit_sheet(
        COMMAND_LINE, table, SheetKind.ROWS, form.content(), based_on=None
    ).version
    assert LinesForm.of_content(version.content, form.at).fields["l3"] == lines["l3"]
    assert Penalty.objects.get().note == "late"


def test_missing_free_penalty_is_named_without_a_paragraph() -> None:
    sheet = ruled_sheet(RULED["pagat"], 4, seed=1)
    table = table_for(sheet)
    award_penalty(COMMAND_LINE, table, offender=2, loss=6, note="late")
    found = checked_sheet(table, SheetKind.ROWS, sheet_to_json(sheet)).errors
    assert [(each.code, each.seat) for each in found] == [("awarded_penalty_missing", 2)]
    assert str(RULE_NAMES[FREE]) in finding_sentence(found[0])


@pytest.mark.parametrize("named", ["planned", "all", "one more than planned"])
def test_totals_with_a_list_need_not_count_its_additional_games(named: str) -> None:
    rules = RULED["club, two additional"]
    sheets = (ruled_sheet(rules, 4, seed) for seed in range(50))
    sheet = next(each for each in sheets if len(each.rows) > each.planned_games + 1)
    table = table_for(sheet, games_four=8)
    submit_sheet(COMMAND_LINE, table, SheetKind.ROWS, sheet_to_json(sheet), based_on=None)
    planned = sheet.planned_games
    games = {"planned": planned, "all": len(sheet.rows)}.get(named, planned + 1)
    totals = {**bare(sheet), "games_played": games}
    if named == "one more than planned":
        with pytest.raises(Refused, match="totals_contradict_games"):
            submit_sheet(COMMAND_LINE, table, SheetKind.TOTALS, totals, based_on=1)
    else:
        done = submit_sheet(COMMAND_LINE, table, SheetKind.TOTALS, totals, based_on=1)
        assert done.outcome is Outcome.CONFIRMED
