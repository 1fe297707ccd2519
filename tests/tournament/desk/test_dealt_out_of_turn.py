"""A game dealt by the wrong player: typed with `g`, kept, confirmed by the direction."""

from dataclasses import replace
from random import Random

import pytest
from django.urls import reverse

from scoring.json_format import sheet_from_json, sheet_to_json
from scoring.sheet import check
from tests.factories.desk import address_of, form_fields
from tests.factories.legal_lists import legal_list
from tests.factories.pages import signed_in, text_of
from tests.factories.sheets import make_table
from tests.factories.submissions import current
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import entry, finding, refusal, text
from tests.tournament.desk.test_list_lane import ask
from tournament.forms.score_sheets import LinesForm
from tournament.labels.findings import dealt_by, place_sentence
from tournament.labels.lines import SENTENCES
from tournament.models import GameTable, JournalEntry, Role
from tournament.permissions import Actor
from tournament.referee.writes.penalties import award_penalty
from tournament.sheets.rules.table_rules import TableRules, complete

# Position 3 deals the second game, and the deal continues after it.
ON_FROM_HIM = {
    **{f"l{game}": "12 1" for game in range(1, 21)},
    "l2": "12 1 g3",
    "l21": "3 1 p",
    "l22": "4 1 p",
    "l23": "1 1 p",
    "l24": "2 1 p",
}
# The same, but then position 2 deals, whose turn it had been.
BACK_TO_HIM = {
    **ON_FROM_HIM,
    "l3": "12 1 g2",
    "l21": "1 1 p",
    "l22": "2 1 p",
    "l23": "3 1 p",
    "l24": "4 1 p",
}
DEALT = {"dealer": 3, "right_dealer": 2}
TO_CONFIRM = "The tournament direction has to confirm it."


def save(client, table, fields=ON_FROM_HIM, **more):
    return client.post(address_of(table), {"kind": "rows", **fields, **more})


def marks(table):
    rows = current(table).content["rows"]
    return {row["no"]: row["dealer"] for row in rows if row.get("out_of_turn")}


def awaits(table):
    return GameTable.objects.get(pk=table.pk).awaits_direction


def actor(table, role):
    return Actor(make_user(role, table.round.tournament))


# --- typing ---------------------------------------------------------------------------------------


def test_the_line_says_who_dealt_and_warns(typist, table):
    answer = ask(typist, table, {"l1": "12 1", "l2": "12 1 g3"})
    row = answer["rows"][1]
    assert row["means"].endswith(f"; {dealt_by(3)}")
    assert [(note["severity"], note["anchor"], note["text"]) for note in row["notes"]] == [
        ("warning", "l2", finding("dealt_out_of_turn", **DEALT))
    ]
    assert [each["dealer"] for each in answer["rows"][:4]] == [1, 3, 4, 1]
    assert answer["coming"].startswith("Spiel 3: Position 4 gibt.")
    assert not answer["wrong"]


def test_skipped_player_may_deal_then_without_a_finding(typist, table):
    answer = ask(typist, table, {"l1": "12 1", "l2": "12 1 g3", "l3": "12 1 g2"})
    assert [each["dealer"] for each in answer["rows"][:5]] == [1, 3, 2, 3, 4]
    assert answer["rows"][2]["notes"] == []


@pytest.mark.parametrize(
    ("line", "code", "incomplete"),
    [
        ("12 1 g", "dealer_missing", True),
        ("+1 +1 −1 −1 g", "dealer_missing", True),
        ("12 1 g5", "dealer_unknown", False),
        ("+1 +1 −1 −1 g5", "dealer_unknown", False),
    ],
)
def test_error_after_the_letter_is_reported(typist, table, line, code, incomplete):
    (note,) = ask(typist, table, {"l1": line})["rows"][0]["notes"]
    sentence = str(SENTENCES[code]) % {"seat": 5, "table_size": 4}
    assert (note["text"], note["incomplete"]) == (sentence, incomplete)


@pytest.mark.parametrize("line", ["+1 +1 −1 −1 g3", "+1 +1 −1 −1 h g3", "1 1 -1 -1 hG 3"])
def test_points_and_running_totals_take_the_letter_too(typist, table, line):
    by_points = ask(typist, table, {"l1": "12 1", "l2": line})["rows"]
    by_stand = ask(typist, table, {"l1": "12 1", "l2": "g3", "s2": "2 2 -2 -2"})["rows"]
    for rows in (by_points, by_stand):
        assert [row["dealer"] for row in rows[:3]] == [1, 3, 4]
        assert [note["text"] for note in rows[1]["notes"]] == [
            finding("dealt_out_of_turn", **DEALT)
        ]


def test_at_a_table_of_five_he_sits_out(db):
    table = make_table(make_tournament(), size=5)
    client = signed_in(table.round.tournament, Role.TYPIST)
    rows = ask(client, table, {"l1": "23 1", "l2": "12 1 g3", "l3": "12 1"})["rows"]
    assert [row["points"] for row in rows[:3]] == [
        ["", "+1", "+1", "−1", "−1"],
        ["+1", "+1", "", "−1", "−1"],
        ["+1", "+1", "−1", "", "−1"],
    ]


def test_forced_solo_belongs_to_the_player_after_the_real_dealer(typist, table):
    lines = {f"l{game}": "12 1" for game in range(1, 21)}
    row = ask(typist, table, {**lines, "l21": "4 1 p g3"})["rows"][20]
    assert row["forced"] == 4
    assert [note["severity"] for note in row["notes"]] == ["warning"]


@pytest.mark.parametrize(
    ("last", "dealers"),
    [
        (("3 1 p", "4 1 p", "1 1 p"), [1, 1, 2, 3, 4]),  # the deal goes on from the wrong dealer
        (("4 1 p", "1 1 p", "3 1 p"), [1, 2, 3, 4, 1]),  # the first forced solo tells otherwise
    ],
)
def test_displayed_list_is_stored_and_only_typed_marks_are_kept(typist, table, last, dealers):
    lines = {f"l{game}": "12 1" for game in range(1, 22)} | {"l20": "2 3 p g1"}
    lines |= {f"l{game}": line for game, line in enumerate(last, start=22)}
    answer = ask(typist, table, lines)
    assert [row["dealer"] for row in answer["rows"][19:]] == dealers
    assert not answer["wrong"]
    save(typist, table, lines)
    stored = current(table).content["rows"]
    assert [row["dealer"] for row in stored] == [row["dealer"] for row in answer["rows"]]
    assert marks(table) == {20: 1}
    lane = form_fields(typist.get(address_of(table)))
    assert [lane[f"l{game}"] for game in (20, 21)] == ["2 3 p g1", "12 1"]


def test_coming_games_follow_the_dealers_a_forced_solo_reveals(typist, table):
    lines = {f"l{game}": "12 1" for game in range(1, 22)} | {"l20": "2 3 p g1", "l22": "4 1 p"}
    answer = ask(typist, table, lines)
    assert [row["dealer"] for row in answer["rows"][19:]] == [1, 2, 3, 4, 1]
    assert [row["forced"] for row in answer["rows"][21:]] == [4, 1, 3]


def test_the_doctor_keeps_the_mark(typist, table):
    fields = {**ON_FROM_HIM, "l2": "+1 +1 +1 −1 g3"}
    proposals = ask(typist, table, fields, "sheet-doctor")["proposals"]
    assert all(each["fields"]["l2"].endswith(" g3") for each in proposals)
    assert proposals


# --- the same sheet everywhere --------------------------------------------------------------------


@pytest.mark.parametrize(("lines", "dealers"), [(ON_FROM_HIM, {2: 3}), (BACK_TO_HIM, {2: 3, 3: 2})])
def test_the_mark_is_kept_and_comes_back(typist, table, lines, dealers):
    save(typist, table, lines)
    assert marks(table) == dealers
    lane = form_fields(typist.get(address_of(table)))
    assert {name: lane[name] for name in ("l2", "l3")} == {
        name: lines[name] for name in ("l2", "l3")
    }
    typist.post(address_of(table), lane)
    assert current(table).number == 1  # the same again


def stored_of(sheet):
    return sheet_to_json(complete(sheet, check(sheet).dealers))


def test_imported_list_is_the_same_in_the_lines():
    """With any dealer after the wrong one, and in lists of both sizes."""
    met = set()
    for seed in range(80):
        played = replace(legal_list(Random(seed), wrong_deals=0.2), penalties=())
        rows = tuple(replace(row, cumulative=None) for row in played.rows)
        stored = stored_of(replace(played, rows=rows, totals=None))
        form = LinesForm.of_content(stored, TableRules(played.table_size, played.planned_games))
        assert stored_of(form.content()) == stored, seed
        assert stored_of(sheet_from_json(stored)) == stored
        met.add((played.table_size, any(row.get("out_of_turn") for row in stored["rows"])))
    assert len(met) == 4


def test_versions_and_the_read_only_page_say_who_dealt(typist, direction, table):
    save(typist, table)
    save(direction, table, {**ON_FROM_HIM, "l2": "12 2 g3"}, based_on="1", reason="Wert")
    second, _first = typist.get(address_of(table, "sheet-versions")).context["history"]
    game_two = list(second["lines"].values())[1]
    assert game_two.endswith(f"{dealt_by(3)}: +2 / +2 / −2 / −2")
    referee = signed_in(table.round.tournament, Role.REFEREE)
    assert f"({text('Dealt out of turn')})" in text_of(referee.get(address_of(table)))


def test_another_dealer_is_a_difference(typist, direction, table):
    save(typist, table)
    four = {**ON_FROM_HIM, "l2": "12 1 g4", "l3": "12 1 g4"}
    save(direction, table, four, based_on="1", reason="Geber")
    second, _first = typist.get(address_of(table, "sheet-versions")).context["history"]
    of_game_two = place_sentence(2, "")
    (told,) = [each for each in second["differences"] if each.startswith(of_game_two)]
    assert told.index(dealt_by(4)) < told.index(dealt_by(3))


# --- confirming -----------------------------------------------------------------------------------


def test_a_typist_saves_it_and_the_direction_confirms_it(typist, direction, table):
    save(typist, table)
    assert awaits(table)
    page = typist.get(address_of(table))
    notice, to_confirm = place_sentence(2, dealt_by(3)), text(TO_CONFIRM)
    assert f"{notice}. {to_confirm}" in text_of(page)
    assert 'name="confirm"' not in page.content.decode()

    assert 'name="confirm" value="1"' in direction.get(address_of(table)).content.decode()
    answer = direction.post(address_of(table, "sheet-versions"), {"confirm": "1"}, follow=True)
    assert not awaits(table)
    assert text("Table %(table)s: games dealt out of turn confirmed.", table=1) in text_of(answer)
    assert to_confirm not in text_of(answer)
    assert notice in text_of(answer)
    facts = JournalEntry.objects.get(action="sheet_deals_confirmed").data
    assert facts == facts | {"round": 1, "table": 1, "version": 1, "games": [2]}
    journal = direction.get(reverse("journal", args=[table.round.tournament.slug]))
    assert entry("sheet_deals_confirmed", facts) in text_of(journal)


def test_round_page_and_board_name_the_table_until_then(typist, direction, table):
    addresses = [address_of(table, "sheet").partition("tables/")[0]]
    addresses.append(f"{addresses[0]}board/")
    mark = text("dealt out of turn: to be confirmed")
    assert all(mark not in text_of(direction.get(address)) for address in addresses)
    save(typist, table)
    assert all(mark in text_of(direction.get(address)) for address in addresses)
    direction.post(address_of(table, "sheet-versions"), {"confirm": "1"})
    assert all(mark not in text_of(direction.get(address)) for address in addresses)


def test_confirming_twice_is_confirming_once(typist, direction, table):
    save(typist, table)
    for _ in range(2):
        direction.post(address_of(table, "sheet-versions"), {"confirm": "1"})
    assert JournalEntry.objects.filter(action="sheet_deals_confirmed").count() == 1


def test_only_the_direction_confirms_and_only_what_it_has_seen(typist, direction, referee, table):
    assert direction.post(address_of(table, "sheet-versions"), {"confirm": "1"}).status_code == 422
    save(typist, table)
    for client in (typist, referee):
        answer = client.post(address_of(table, "sheet-versions"), {"confirm": "1"})
        assert answer.status_code == 403
    answer = direction.post(address_of(table, "sheet-versions"), {"confirm": "7"})
    assert answer.status_code == 422
    assert refusal("other_version_counts", table=1, version=1) in text_of(answer)
    assert awaits(table)


def test_sheet_saved_by_the_direction_is_confirmed(direction, table):
    save(direction, table)
    assert not awaits(table)
    assert place_sentence(2, dealt_by(3)) in text_of(direction.get(address_of(table)))


def test_a_correction_elsewhere_needs_no_second_confirmation(typist, direction, table):
    save(typist, table)
    save(typist, table, {**ON_FROM_HIM, "l1": "12 2"}, based_on="1", reason="Wert")
    assert awaits(table)  # not confirmed yet
    direction.post(address_of(table, "sheet-versions"), {"confirm": "2"})
    save(typist, table, {**ON_FROM_HIM, "l1": "12 3"}, based_on="2", reason="Wert")
    assert not awaits(table)
    office = actor(table, Role.REFEREE)
    award_penalty(office, table, rule="9.3.2", offender=3, row=2, initials="KS")
    assert not awaits(table)
    more = {**ON_FROM_HIM, "l1": "12 3 g4", "l2": "12 1 g3"}
    save(typist, table, {**more, "l3": "12 1 g4"}, based_on="4", reason="Geber")
    assert awaits(table)


def test_withdrawn_sheet_awaits_nobody(typist, direction, table):
    save(typist, table)
    direction.post(address_of(table, "sheet-take-back"), {"version": "1", "reason": "falsch"})
    assert not awaits(table)
