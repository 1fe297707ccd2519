"""The list lane: a sheet typed line by line, checked while typing, saved like any other."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.doctor import Reason
from scoring.english import game_refusal
from scoring.json_format import sheet_from_json, sheet_to_json
from scoring.notation import LineCode
from scoring.notation.list_lines import read_line
from tests.factories.desk import address_of, form_fields, real_sheets
from tests.factories.lane import typed_lines, typed_stands
from tests.factories.pages import figures_in, signed_in, text_of
from tests.factories.sheets import make_table, rows_content
from tests.factories.submissions import current, submit
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import text
from tournament.forms.score_sheets import LinesForm
from tournament.labels.findings import place_sentence, translate
from tournament.labels.lines import FORCED, REASONS, SENTENCES
from tournament.models import Role, SheetDraft, SheetVersion
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import award_penalty
from tournament.sheets.rules.table_rules import TableRules


def ask(client, table, fields, name="sheet-check"):
    body = {"kind": "rows", "based_on": "", "fields": fields}
    address = address_of(table, name)
    return client.post(address, json.dumps(body), content_type="application/json").json()


def saved_points(table):
    return [row["points"] for row in current(table).content["rows"]]


@pytest.mark.parametrize("number", range(0, 54, 6))
def test_real_list_typed_line_by_line_is_saved(typist, table, number):
    sheet = real_sheets()[number]
    typist.post(address_of(table), {"kind": "rows", **typed_lines(sheet)})
    assert current(table).totals == sheet["totals"]
    assert saved_points(table) == [row["points"] for row in sheet["rows"]]


@pytest.mark.parametrize("number", range(3, 54, 6))
def test_real_list_typed_by_its_running_totals_is_saved(typist, table, number):
    sheet = real_sheets()[number]
    typist.post(address_of(table), {"kind": "rows", **typed_stands(sheet)})
    assert current(table).totals == sheet["totals"]
    assert saved_points(table) == [row["points"] for row in sheet["rows"]]


def test_list_of_a_table_of_five_is_saved(db):
    table = make_table(make_tournament(), size=5)
    client = signed_in(table.round.tournament, Role.TYPIST)
    sheet = rows_content(5)
    client.post(address_of(table), {"kind": "rows", **typed_lines(sheet)})
    assert saved_points(table) == [row["points"] for row in sheet["rows"]]


def row_of(typist, table, fields, number):
    return ask(typist, table, fields)["rows"][number - 1]


def test_line_is_described_with_running_totals(typist, table):
    answer = ask(typist, table, {"l1": "13 4", "l2": "134 5 p", "l3": "0"})
    means = [row["means"] for row in answer["rows"][:4]]
    assert [figures_in(each) for each in means] == [["1", "3", "4"], ["2", "5", "−15"], [], []]
    assert [bool(each) for each in means] == [True, True, True, False]
    assert [row["running"] for row in answer["rows"][:4]] == [
        ["+4", "−4", "+4", "−4"],
        ["+9", "−19", "+9", "+1"],
        ["+9", "−19", "+9", "+1"],
        [],
    ]
    assert [row["dealer"] for row in answer["rows"][:4]] == [1, 2, 2, 3]
    assert [solo["game"] for solo in answer["solos"]] == [None, 2, None, None]
    assert figures_in(answer["coming"]) == ["4", "3", "1", "3", "4", "22"]
    assert not answer["wrong"]


def test_forced_solos_are_expected_from_their_first_game(typist, table):
    lines = {f"l{game}": "13 1" for game in range(1, 21)}
    answer = ask(typist, table, lines)
    assert [row["forced"] for row in answer["rows"]] == [None] * 20 + [2, 3, 4, 1]
    assert figures_in(answer["coming"]) == ["21", "2", "1"]
    assert figures_in(answer["rows"][20]["expects"]) == ["2"]


def test_full_list_without_a_solo_has_no_game_to_come(typist, table):
    lines = {f"l{game}": "13 1" for game in range(1, 21)}
    forced = {"l21": "2 1 p", "l22": "3 1 p", "l23": "4 1 p", "l24": "14 1"}
    msgid = "All %(games)s games are there, and none is the compulsory solo of position %(seats)s."
    assert ask(typist, table, {**lines, **forced})["coming"] == text(msgid, games=24, seats=1)


def test_forced_solo_needs_no_mark(typist, table):
    lines = {f"l{game}": "13 1" for game in range(1, 21)}
    row = row_of(typist, table, {**lines, "l21": "2 3 p"}, 21)
    assert str(FORCED) in row["means"]
    assert row["notes"] == []
    other = row_of(typist, table, {**lines, "l21": "3 3 p"}, 21)
    assert [note["severity"] for note in other["notes"]] == ["error"]


def test_problem_of_a_line_names_its_place(typist, table):
    (note,) = row_of(typist, table, {"l1": "13 4x"}, 1)["notes"]
    assert (note["anchor"], note["start"], note["end"], note["incomplete"]) == ("l1", 4, 5, False)


def test_skipped_line_in_the_middle_is_reported(typist, table):
    (note,) = row_of(typist, table, {"l1": "13 4", "l3": "13 4"}, 2)["notes"]
    assert (note["anchor"], note["severity"]) == ("l2", "error")


def test_wrong_running_totals_are_reported_and_the_next_line_follows(typist, table):
    fields = {"s1": "4 -4 4 -4", "s2": "7 -7 7 -1", "s3": "8 -8 8 -8"}
    answer = ask(typist, table, fields)
    assert [[note["severity"] for note in row["notes"]] for row in answer["rows"][:3]] == [
        [],
        ["error"],
        ["open"],
    ]
    sentence = str(SENTENCES[LineCode.RUNNING_SUM]) % {"sum": "+6"}
    assert answer["rows"][1]["notes"][0]["text"] == sentence
    (proposal,) = ask(typist, table, fields, "sheet-doctor")["proposals"]
    assert proposal["fields"] == {"s2": "7 −7 7 −7"}
    assert not ask(typist, table, {**fields, **proposal["fields"]})["wrong"]


def test_difference_from_the_paper_is_shown_at_the_running_totals(typist, table):
    (note,) = row_of(typist, table, {"l1": "13 4", "s1": "4 -4 5 -4"}, 1)["notes"]
    assert (note["anchor"], note["severity"]) == ("s1", "error")


def test_penalty_in_a_line_counts_in_running_totals_and_is_stored(typist, table):
    sheet = real_sheets()[0]
    lines = typed_lines(sheet)
    lines["l2"] += " ! 3 9.3.2 KS"
    row = row_of(typist, table, lines, 2)
    assert row["means"].endswith("+1 / +1 / −3 / +1")
    typist.post(address_of(table), {"kind": "rows", **lines})
    (penalty,) = current(table).content["penalties"]
    assert (penalty["row"], penalty["rule"], penalty["initials"]) == (2, "9.3.2", "KS")
    # Reopened, the penalty is in its line and nowhere else.
    fields = form_fields(typist.get(address_of(table)))
    assert fields["l2"] == lines["l2"]
    assert not any(name.startswith("x") for name in fields)


def test_referee_penalty_is_shown_and_not_booked_twice(referee, typist, table):
    award_penalty(
        Actor(make_user(Role.REFEREE, table.round.tournament, "schiri")),
        table,
        rule="9.3.2",
        offender=3,
        row=2,
        initials="KS",
    )
    lines = typed_lines(real_sheets()[0])
    page = typist.get(address_of(table))
    told = text("%(rule)s against position %(position)s", rule="9.3.2", position=3)
    assert told in text_of(page)
    shown = form_fields(page)
    typist.post(address_of(table), {**shown, **lines, "l2": lines["l2"] + " ! 3 9.3.2 KS"})
    assert [each["rule"] for each in current(table).content["penalties"]] == ["9.3.2"]


@pytest.mark.alone
def test_check_saves_nothing_and_draft_keeps_the_lines(typist, table):
    ask(typist, table, {"l1": "13 4"})
    assert not SheetVersion.objects.exists()
    assert not SheetDraft.objects.exists()
    ask(typist, table, {"l1": "13 4", "l2": "1x"}, "sheet-draft")
    fields = form_fields(typist.get(address_of(table)))
    assert (fields["l1"], fields["l2"]) == ("13 4", "1x")


def test_second_typist_sees_both_lists(typist, table):
    submit(COMMAND_LINE, table, rows_content())
    lines = typed_lines(real_sheets()[0])
    page = typist.post(address_of(table), {"kind": "rows", **lines})
    assert page.status_code == 409
    assert page.context["current"].number == 1
    again = form_fields(typist.get(address_of(table)))
    assert {name: text for name, text in again.items() if name in lines} == lines


@pytest.mark.alone
def test_error_prevents_saving_and_leads_to_its_line(typist, table):
    lines = {**typed_lines(real_sheets()[0]), "l7": "15 3"}
    page = typist.post(address_of(table), {"kind": "rows", **lines})
    assert page.status_code == 422
    assert [note.anchor for note in page.context["summary"]] == ["l7"]
    assert form_fields(page)["l7"] == "15 3"
    assert not SheetVersion.objects.exists()


def test_totals_of_the_paper_are_compared(typist, table):
    sheet = real_sheets()[0]
    right = {f"t{seat}": str(total) for seat, total in enumerate(sheet["totals"], 1)}
    lines = typed_lines(sheet)
    totals = ask(typist, table, {**lines, **right})["totals"]
    assert [total["same"] for total in totals] == [True] * 4
    wrong = ask(typist, table, {**lines, **right, "t1": "99"})
    assert wrong["totals"][0]["same"] is False
    assert [note["anchor"] for note in wrong["sheet"]] == ["t1"]


def test_totals_from_paper_stay_where_one_value_is_typed_wrong(typist, table):
    sheet, proposed, named = real_sheets()[0], 0, 0
    right = {f"t{seat}": str(total) for seat, total in enumerate(sheet["totals"], 1)}
    lines = typed_lines(sheet)
    for name, line in lines.items():
        winners, _blank, value = line.partition(" ")
        if not value.isdecimal() or value == "0":
            continue
        fields = {**lines, **right, name: f"{winners} {int(value) + 1}"}
        (note,) = ask(typist, table, fields)["sheet"]
        proposals = [
            each["fields"] for each in ask(typist, table, fields, "sheet-doctor")["proposals"]
        ]
        games = note["text"].rpartition(": ")[2]
        if games.count(",") + 1 > 5:
            named += name.removeprefix("l") in games.rstrip(".").split(", ")
            assert proposals == []
        else:
            proposed += {name: line} in proposals
            assert set().union(*proposals).isdisjoint(right)
    assert proposed > 0
    assert named > 0


def test_each_of_five_suspect_rows_is_proposed_by_its_number(typist, table):
    sheet = real_sheets()[36]
    right = {f"t{seat}": str(total) for seat, total in enumerate(sheet["totals"], 1)}
    fields = {**typed_lines(sheet), **right, "l21": "13 3"}
    proposals = ask(typist, table, fields, "sheet-doctor")["proposals"]
    games = {"l7": "24 3", "l14": "24 7", "l18": "13 3", "l20": "24 3", "l21": "13 2"}
    assert [each["fields"] for each in proposals] == [{name: game} for name, game in games.items()]
    assert [each["text"].partition(" – ")[2] for each in proposals] == [
        place_sentence(int(name[1:]), game) for name, game in games.items()
    ]
    assert [(each["row"], each["at"]) for each in proposals] == [
        (row, None) for row in (7, 14, 18, 20, 21)
    ]


def test_doctor_finds_the_slip_in_a_list_half_typed(typist, table):
    fields = {"l1": "13 4", "l2": "+9 −3 +3 −3 p1", "l3": "24 2", "l4": "1"}
    proposals = ask(typist, table, fields, "sheet-doctor")["proposals"]
    assert (proposals[0]["row"], proposals[0]["fields"]) == (2, {"l2": "1 3 p"})
    assert proposals[0]["text"] == f"{REASONS[Reason.SIGN_FORGOTTEN]} – 1 3 p"


def test_letter_that_is_missing_is_proposed(typist, table):
    proposals = ask(typist, table, {"l1": "2 5"}, "sheet-doctor")["proposals"]
    assert [each["fields"]["l1"] for each in proposals] == ["2 5 p", "2 5 s", "2 5 u"]
    later = {"l1": "2 5 p", "l2": "2 5"}
    proposals = ask(typist, table, later, "sheet-doctor")["proposals"]
    assert [each["fields"]["l2"] for each in proposals] == ["2 5 l", "2 5 s", "2 5 u"]


def test_valid_list_needs_no_doctor(typist, table):
    lines = typed_lines(real_sheets()[0])
    assert ask(typist, table, lines, "sheet-doctor") == {"proposals": []}
    assert ask(typist, table, {}, "sheet-doctor") == {"proposals": []}


def value_of(typist, table, **fields):
    address = address_of(table, "sheet-value")
    body = json.dumps({"kind": "rows", "fields": {"dealer": "1", **fields}})
    return typist.post(address, body, content_type="application/json").json()


def test_value_of_a_game_is_itemised_by_paragraph(typist, table):
    told = value_of(
        typist, table, type="normal", re="13", re_points="172", re_absage="1", kontra_fox="1"
    )
    assert told["head"].endswith(": +4 / −4 / +4 / −4")
    assert told["line"] == "13 4"
    assert [(each["rule"], each["points"]) for each in told["breakdown"]] == [
        ("7.2.2(a)", "+1"),
        ("7.2.2(a)", "+1"),
        ("7.2.2(b)", "+2"),
        ("7.2.2(c)", "+1"),
        ("7.2.3", "−1"),
    ]


def test_value_of_a_lost_solo_is_a_line_with_three_winners(typist, table):
    told = value_of(typist, table, type="compulsory_solo", re="2", re_points="100")
    assert told["line"] == "134 1 p"
    assert told["head"].endswith(": +1 / −3 / +1 / +1")


def test_value_at_a_table_of_five_leaves_the_dealer_out(db):
    table = make_table(make_tournament(), size=5)
    client = signed_in(table.round.tournament, Role.TYPIST)
    told = value_of(client, table, type="normal", re="23", re_points="130")
    assert told["head"].endswith(": – / +1 / +1 / −1 / −1")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"re_points": "239"}, "points_unreachable"),
        ({"re_points": "viel"}, "points_range"),
        ({"re": "123"}, "members"),
        ({"type": "compulsory_solo"}, "members"),
        ({"type": "skat"}, "game_type"),
        ({"re_absage": "9"}, "absage_level"),
        ({"re_fox": "3"}, "special_max"),
        ({"re_fox": "-1"}, "special"),
    ],
)
def test_impossible_game_is_refused_in_words(typist, table, fields, code):
    usual = {"type": "normal", "re": "13", "re_points": "130"}
    told = value_of(typist, table, **{**usual, **fields})
    reason = game_refusal(code, translate=translate)
    refused = text("This game cannot have been played: %(reason)s.", reason=reason)
    assert told == {"refused": refused}


@pytest.mark.parametrize("body", ["", "[]", '{"fields": 1}', "[" * 9999])
@pytest.mark.parametrize("name", ["sheet-check", "sheet-draft", "sheet-doctor", "sheet-value"])
def test_anything_else_is_refused(typist, table, name, body):
    address = address_of(table, name)
    assert typist.post(address, body, content_type="application/json").status_code == 400


@given(st.text(max_size=30), st.text(max_size=30), st.sampled_from([4, 5]))
def test_any_typed_text_is_read_without_a_crash(line, stand, size):
    form = LinesForm(
        TableRules(size, {4: 24, 5: 30}[size]), {"l1": line, "s1": stand, "l2": "23 1"}
    )
    assert len(form.lines) == form.at.games
    assert sheet_from_json(sheet_to_json(form.content())) == form.content()
    form.problems()


@pytest.mark.parametrize("number", range(54))
def test_lines_of_a_stored_list_match_its_content(number):
    sheet = real_sheets()[number]
    form = LinesForm.of_content(sheet, TableRules(4, 24))
    stored = [{**row, "dealer": None, "cumulative": None, "detail": None} for row in sheet["rows"]]
    assert sheet_to_json(form.content())["rows"] == stored
    assert form.problems() == []


def test_check_reads_every_line_once(typist, table, monkeypatch):
    """Typing must not wait: the meaning of the lines does not cause a second reading."""
    fields, read = typed_lines(real_sheets()[0]), []

    def counting(line, *more):
        read.append(line)
        return read_line(line, *more)

    monkeypatch.setattr("scoring.notation.list_lines.read_line", counting)
    ask(typist, table, fields)
    assert len(read) == 24


def test_running_totals_typed_as_games_are_reported(typist, table):
    """The rules decide whether they are; the script reports them where they were pasted."""
    assert ask(typist, table, {"l1": "4 4 -4 -4", "l2": "4 2 -4 -2", "l3": "1 2 3 -6"})[
        "are_running"
    ]
    assert not ask(typist, table, {"l1": "4 4 -4 -4", "l2": "12 3"})["are_running"]
